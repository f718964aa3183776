"""What a person gets wrong when calling a kernel: each mistake has its own error, which names what was wrong and what
to do.

Every case runs on the CPU device, and on a GPU where there is one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ferrule as fe

SOURCE = """
use cuda_device::thread::Runtime2DIndex;
use cuda_device::{DisjointSlice, SharedArray, kernel, launch_bounds, sync_threads, thread};

#[kernel]
pub fn saxpy(a: f32, x: &[f32], mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) {
        *y += a * x[i];
    }
}

#[kernel]
pub fn bytes(n: u8, mut y: DisjointSlice<u8>) {
    if let Some(y) = y.get_mut(thread::index_1d()) {
        *y = n;
    }
}

#[kernel]
pub fn fill(v: f32, mut out: DisjointSlice<f32, Runtime2DIndex>) {
    if let Some(idx) = thread::index_2d_runtime(&out) {
        if let Some(out) = out.get_mut(idx) {
            *out = v;
        }
    }
}

#[kernel]
#[launch_bounds(64)]
pub fn small(mut y: DisjointSlice<f32>) {
    if let Some(y) = y.get_mut(thread::index_1d()) {
        *y = 1.0;
    }
}

#[kernel]
pub fn scale<T: Copy + core::ops::Mul<Output = T>>(k: T, x: &[T], mut y: DisjointSlice<T>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) {
        *y = k * x[i];
    }
}

#[kernel]
pub fn divide(x: &[i32], mut y: DisjointSlice<i32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) {
        *y = 100 / x[i];
    }
}

#[kernel]
pub fn insist(x: &[f32], mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) {
        assert!(x[i] >= 0.0, "negative input");
        *y = x[i].sqrt();
    }
}

#[kernel]
pub fn unwrap(x: &[f32], mut y: DisjointSlice<f32>) {
    if let Some(y) = y.get_mut(thread::index_1d()) {
        *y = *x.first().unwrap();
    }
}
"""


@cache
def module() -> Any:
    return fe.rust(SOURCE, name="misuse.rs")


DEVICES = ["cpu", pytest.param("cuda:0", marks=pytest.mark.gpu)]


class Place:
    """Puts arrays where the test runs."""

    def __init__(self, device: str) -> None:
        self.device = device

    def __call__(self, array: Any) -> Any:
        array = np.asarray(array)
        return array if self.device == "cpu" else fe.to_device(array, self.device)

    def floats(self, *shape: int) -> Any:
        return self(np.zeros(shape, "f4"))


@pytest.fixture(params=DEVICES)
def on(request: pytest.FixtureRequest) -> Place:
    return Place(request.param)


Case = tuple[type[fe.FerruleError], tuple[str, ...], Callable[[Any, Place], Any]]

MISTAKES: dict[str, Case] = {
    "too_few": (fe.ArgumentError, ("saxpy", "3 arguments", "2"), lambda m, on: m.saxpy(2.0, on.floats(4))),
    "too_many": (
        fe.ArgumentError, ("saxpy", "too many"), lambda m, on: m.saxpy(2.0, on.floats(4), on.floats(4), on.floats(4))
    ),
    "unknown_keyword": (
        fe.ArgumentError, ("saxpy", "`z`"), lambda m, on: m.saxpy(2.0, on.floats(4), z=on.floats(4))
    ),
    "double_for_single": (
        fe.ArgumentError, ("x: &[f32]", "float64"), lambda m, on: m.saxpy(2.0, on(np.zeros(4)), on.floats(4))
    ),
    "integers_for_floats": (
        fe.ArgumentError, ("x: &[f32]", "int32"), lambda m, on: m.saxpy(2.0, on(np.zeros(4, "i4")), on.floats(4))
    ),
    "list_for_array": (fe.ArgumentError, ("x: &[f32]", "list"), lambda m, on: m.saxpy(2.0, [1.0, 2.0], on.floats(2))),
    "number_for_array": (fe.ArgumentError, ("x: &[f32]",), lambda m, on: m.saxpy(2.0, 3.0, on.floats(2))),
    "none_for_array": (fe.ArgumentError, ("x: &[f32]",), lambda m, on: m.saxpy(2.0, None, on.floats(2))),
    "array_for_number": (
        fe.ArgumentError, ("a: f32",), lambda m, on: m.saxpy(on.floats(4), on.floats(4), on.floats(4))
    ),
    "text_for_number": (fe.ArgumentError, ("a: f32",), lambda m, on: m.saxpy("two", on.floats(4), on.floats(4))),
    "float_for_integer": (fe.ArgumentError, ("n: u8",), lambda m, on: m.bytes(1.5, on(np.zeros(4, "u1")))),
    "integer_too_large": (fe.ArgumentError, ("n: u8", "300"), lambda m, on: m.bytes(300, on(np.zeros(4, "u1")))),
    "integer_negative": (fe.ArgumentError, ("n: u8", "-1"), lambda m, on: m.bytes(-1, on(np.zeros(4, "u1")))),
    "one_axis_for_two": (fe.FerruleError, ("out",), lambda m, on: m.fill(1.0, on.floats(16))),
    "aliased": (fe.BorrowError, ("`x", "`y"), lambda m, on: (lambda z: m.saxpy(2.0, z, z))(on.floats(16))),
    "generic_disagreement": (
        fe.ArgumentError, ("T",), lambda m, on: m.scale(2, on.floats(4), on(np.zeros(4, "f8")))
    ),
    "block_of_zero": (fe.LaunchError, ("block",), lambda m, on: m.saxpy[1, 0](2.0, on.floats(4), on.floats(4))),
    "block_too_large": (
        fe.LaunchError, ("1025", "1024"), lambda m, on: m.saxpy[1, 1025](2.0, on.floats(4), on.floats(4))
    ),
    "block_over_bounds": (fe.LaunchError, ("128", "64"), lambda m, on: m.small[1, 128](on.floats(4))),
    "block_z_too_large": (fe.LaunchError, ("block.z", "64"), lambda m, on: m.small[1, (1, 1, 65)](on.floats(4))),
    "grid_negative": (fe.LaunchError, ("grid",), lambda m, on: m.saxpy[-1, 32](2.0, on.floats(4), on.floats(4))),
    "grid_of_floats": (
        fe.LaunchError, ("grid", "//"), lambda m, on: m.saxpy[4 / 2, 32](2.0, on.floats(4), on.floats(4))
    ),
    "grid_of_four": (
        fe.LaunchError, ("grid", "4"), lambda m, on: m.saxpy[(1, 1, 1, 1), 32](2.0, on.floats(4), on.floats(4))
    ),
    "shared_unasked": (
        fe.LaunchError,
        ("dynamic shared memory",),
        lambda m, on: m.saxpy[fe.Launch(grid=1, block=32, shared=64)](2.0, on.floats(4), on.floats(4)),
    ),
    "out_of_bounds": (
        fe.KernelPanic,
        ("index out of bounds: the len is 3 but the index is 3", "misuse.rs:10:"),
        lambda m, on: m.saxpy(2.0, on.floats(3), on.floats(4)),
    ),
    "divide_by_zero": (
        fe.KernelPanic,
        ("attempt to divide by zero", "misuse.rs:"),
        lambda m, on: m.divide(on(np.zeros(4, "i4")), on(np.zeros(4, "i4"))),
    ),
    "assertion": (
        fe.KernelPanic, ("negative input", "misuse.rs:"), lambda m, on: m.insist(on(-np.ones(4, "f4")), on.floats(4))
    ),
    "unwrap_of_none": (
        fe.KernelPanic,
        ("called `Option::unwrap()` on a `None` value", "misuse.rs:"),
        lambda m, on: m.unwrap(on.floats(0), on.floats(4)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake(mistake: str, on: Place) -> None:
    kind, words, call = MISTAKES[mistake]
    with pytest.raises(kind) as caught:
        call(module(), on)
        fe.synchronize()
    text = str(caught.value)
    assert all(word in text for word in words), text
    assert len(text.splitlines()) <= 8, "more than one glance"


def test_a_launch_after_a_panic_works(on: Place) -> None:
    with pytest.raises(fe.KernelPanic) as caught:
        module().saxpy(2.0, on.floats(40), on.floats(41))
        fe.synchronize()
    panic = caught.value
    assert panic.block == (0, 0, 0) and panic.thread == (40, 0, 0)
    assert panic.location is not None and panic.location.line == 10
    x, y = on(np.ones(41, "f4")), on.floats(41)
    module().saxpy(2.0, x, y)
    fe.synchronize()
    assert (np.asarray(y if on.device == "cpu" else y.to_host()) == 2).all()


def test_read_only_output() -> None:
    y = np.zeros(4, "f4")
    y.flags.writeable = False
    with pytest.raises(fe.ArgumentError, match="read-only"):
        module().saxpy(2.0, np.zeros(4, "f4"), y)


def test_strided_array() -> None:
    with pytest.raises(fe.ArgumentError, match="contiguous"):
        module().saxpy(2.0, np.zeros((4, 2), "f4")[:, 0], np.zeros(4, "f4"))


def test_partial_overlap() -> None:
    z = np.zeros(10, "f4")
    with pytest.raises(fe.BorrowError, match="overlap"):
        module().saxpy(2.0, z[:6], z[4:])
    module().saxpy(2.0, z[:5], z[5:])  # side by side is fine


def test_two_reads_of_one_array() -> None:
    """Only writes need an array of their own."""
    m = fe.rust(
        "use cuda_device::{DisjointSlice, kernel, thread};\n"
        "#[kernel]\npub fn add(a: &[f32], b: &[f32], mut c: DisjointSlice<f32>) {\n"
        "let idx = thread::index_1d(); let i = idx.get();\n"
        "if let Some(c) = c.get_mut(idx) { *c = a[i] + b[i]; } }"
    )
    x, y = np.ones(5, "f4"), np.zeros(5, "f4")
    m.add(x, x, y)
    assert (y == 2).all()


def test_unknown_kernel() -> None:
    with pytest.raises(AttributeError, match="saxpi"):
        module().saxpi(1.0)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises((fe.FerruleError, FileNotFoundError), match="nowhere.rs"):
        fe.load(tmp_path / "nowhere.rs")


def test_folder_without_a_crate(tmp_path: Path) -> None:
    with pytest.raises((fe.FerruleError, FileNotFoundError), match="neither a Cargo.toml nor a src folder"):
        fe.load(tmp_path)


def test_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "binary.rs"
    path.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(fe.FerruleError, match="UTF-8"):
        fe.load(path)


def test_unknown_device() -> None:
    with pytest.raises(fe.DeviceError, match="npu"):
        fe.device("npu:0")


def test_compile_error_names_the_line() -> None:
    with pytest.raises(fe.CompileError) as caught:
        fe.rust("fn f() -> i32 {\n    let x = ;\n    x\n}", name="broken.rs")
    assert "broken.rs:2:13" in str(caught.value)
    assert len(caught.value.diagnostics) == 1


def test_kernel_with_a_type_error_does_not_launch() -> None:
    with pytest.raises(fe.CompileError, match="E0308"):
        m = fe.rust(
            "use cuda_device::{DisjointSlice, kernel, thread};\n"
            "#[kernel]\npub fn k(mut y: DisjointSlice<f32>) {\n"
            "if let Some(y) = y.get_mut(thread::index_1d()) { *y = 1u32; } }"
        )
        m.k(np.zeros(4, "f4"))


def test_generic_that_no_argument_gives() -> None:
    source = (
        "use cuda_device::{DisjointSlice, kernel, thread};\n"
        "#[kernel]\npub fn k<const N: usize>(mut y: DisjointSlice<u32>) {\n"
        "if let Some(y) = y.get_mut(thread::index_1d()) { *y = N as u32; } }"
    )
    m, y = fe.rust(source), np.zeros(4, "u4")
    with pytest.raises(fe.ArgumentError, match="specialize"):
        m.k(y)
    m.k.specialize(N=7)(y)
    assert (y == 7).all()


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ('panic!("a {:>8.3} b {}", x, n);', "a    2.500 b 3"),
        ('panic!("{:6}|{:06}|{}", x, x, x);', "   2.5|0002.5|2.5"),
        ('assert_eq!(n, 4, "why {}", x);', "assertion `left == right` failed: why 2.5\n  left: 3\n right: 4"),
        ("assert_ne!(n, 3);", "assertion `left != right` failed\n  left: 3\n right: 3"),
        ("todo!();", "not yet implemented"),
        ('unreachable!("n is {n}");', "internal error: entered unreachable code: n is 3"),
        ('None::<f32>.expect("no value here");', "no value here"),
        ('let s = if n > 3 { "big" } else { "small" }; panic!("{s}: {n}");', "small: 3"),
    ],
)
def test_message_of_a_panic(statement: str, says: str) -> None:
    m = fe.rust(f"use cuda_device::kernel;\n#[kernel]\npub fn k(x: f32, n: u32) {{ {statement} }}")
    with pytest.raises(fe.KernelPanic) as caught:
        m.k[1, 1](2.5, 3)
    assert str(caught.value).split(": ", 1)[1].split("\n  in kernel")[0] == says


def test_source_with_a_surrogate() -> None:
    with pytest.raises(fe.FerruleError, match="lone surrogate"):
        fe.rust('fn f() { "\ud800"; }')


def test_length_of_an_array_argument() -> None:
    struct = "#[derive(Clone, Copy)]\npub struct P { c: [i32; 2] }"
    m = fe.rust(f"use cuda_device::kernel;\n{struct}\n#[kernel]\npub fn k(p: P) {{}}")
    with pytest.raises(fe.ArgumentError, match=r"`p.c: \[i32; 2\]` got 3 elements"):
        m.k[1, 1]({"c": [1, 2, 3]})


def test_a_constant_that_fails_for_one_instance_leaves_the_others() -> None:
    m = fe.rust("""
        use cuda_device::*;
        #[kernel]
        pub fn k<const N: usize>(out: &mut [u32]) {
            const { assert!(N > 3, "too small") };
            out[0] = const { 12 / (N - 3) } as u32;
        }
    """)
    out = np.zeros(1, "u4")
    for _ in range(2):
        with pytest.raises(fe.CompileError, match=r"E0080.*evaluation panicked: too small"):
            m.k.specialize(N=2)[1, 1](out)
    m.k.specialize(N=5)[1, 1](out)
    assert out[0] == 6
