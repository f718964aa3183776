"""From Rust text to results on the CPU device, through the public interface and nothing else."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from ferrule.runtime.args import Encoder

SOURCE = """
use cuda_device::{kernel, thread, DisjointSlice};
use cuda_device::thread::{Index2D, Runtime2DIndex};

/// y += a x
#[kernel]
pub fn saxpy(a: f32, x: &[f32], mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) { *y += a * x[i]; }
}

pub mod ops {
    use cuda_device::{kernel, thread, DisjointSlice};
    use core::ops::Mul;

    #[kernel]
    pub fn scale<T: Copy + Mul<Output = T>>(k: T, x: &[T], mut y: DisjointSlice<T>) {
        let idx = thread::index_1d();
        let i = idx.get();
        if let Some(y) = y.get_mut(idx) { *y = k * x[i]; }
    }
}

#[kernel]
pub fn transpose<const S: usize>(x: &[f32], mut y: DisjointSlice<f32, Index2D<S>>) {
    if let Some(idx) = thread::index_2d::<S>() {
        let i = idx.get();
        let (r, c) = (i / S, i % S);
        let rows = y.len() / S;
        if let Some(y) = y.get_mut(idx) { *y = x[c * rows + r]; }
    }
}

#[kernel]
pub fn rows(mut y: DisjointSlice<u32, Runtime2DIndex>) {
    if let Some(idx) = thread::index_2d_runtime(&y) {
        let (r, c) = (idx.row() as u32, idx.col() as u32);
        if let Some(y) = y.get_mut(idx) { *y = r * 100 + c; }
    }
}

#[derive(Clone, Copy)]
pub struct Affine { pub scale: f32, pub shift: [f32; 2], pub on: bool }

#[kernel]
pub fn affine(p: Affine, x: &[[f32; 2]], mut y: DisjointSlice<[f32; 2]>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) {
        *y = if p.on { [x[i][0] * p.scale + p.shift[0], x[i][1] * p.scale + p.shift[1]] } else { x[i] };
    }
}

#[kernel]
pub fn divide(x: &[i32], d: &[i32], mut y: DisjointSlice<i32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) { *y = x[i] / d[i]; }
}
"""


@pytest.fixture(scope="module")
def m() -> fe.Module:
    return fe.rust(SOURCE, name="launch.rs")


@pytest.mark.parametrize("n", [0, 1, 255, 256, 1000])
def test_saxpy(m: fe.Module, n: int) -> None:
    x, y = np.arange(n, dtype=np.float32), np.ones(n, np.float32)
    m.saxpy(2.0, x, y)
    assert (y == 1 + 2 * x).all()
    m.saxpy[4, 256](a=1.0, y=y, x=x)
    assert (y == 1 + 3 * x).all()


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "u8", "i2"])
def test_generic(m: fe.Module, dtype: str) -> None:
    x = np.arange(70).astype(dtype)
    y = np.zeros_like(x)
    m.scale(3, x, y)
    assert (y == 3 * x).all()
    m.ops.scale.specialize(T=x.dtype)(2, x, y)
    assert (y == 2 * x).all()


def test_two_dimensions(m: fe.Module) -> None:
    x = np.arange(35, dtype=np.float32).reshape(5, 7)
    y = np.zeros((7, 5), np.float32)
    m.transpose.specialize(S=5)(x, y)
    assert (y == x.T).all()
    z = np.zeros((33, 21), np.uint32)
    m.rows(z)
    assert (z == np.arange(33)[:, None] * 100 + np.arange(21)).all()


def test_structs_and_arrays(m: fe.Module) -> None:
    x = np.arange(12, dtype=np.float32).reshape(6, 2)
    y = np.zeros_like(x)
    m.affine({"scale": 2.0, "shift": (1.0, -1.0), "on": True}, x, y)
    assert (y == x * 2 + np.array([1, -1], np.float32)).all()
    m.affine((2.0, [0, 0], False), x, y)
    assert (y == x).all()
    with pytest.raises(fe.ArgumentError, match=r"`p\.on: bool` got the int 1"):
        m.affine((2.0, [0, 0], 1), x, y)
    with pytest.raises(fe.ArgumentError, match=r"pass a float32 array of shape \(n, 2\)"):
        m.affine((2.0, [0, 0], True), np.zeros(3, np.float32), y)


def test_panics_have_a_place_and_leave_the_device_usable(m: fe.Module) -> None:
    x = np.arange(100, dtype=np.int32)
    d = np.ones(100, np.int32)
    d[57] = 0
    y = np.zeros(100, np.int32)
    message = r"^launch\.rs:\d+:\d+: attempt to divide by zero\n  in kernel `divide`"
    with pytest.raises(fe.KernelPanic, match=message) as e:
        m.divide(x, d, y)
    assert (e.value.block, e.value.thread) == ((0, 0, 0), (57, 0, 0))
    line = SOURCE.splitlines()[e.value.location.line - 1]  # type: ignore[union-attr]
    assert "x[i] / d[i]" in line
    with pytest.raises(fe.KernelPanic, match="index out of bounds: the len is 10 but the index is"):
        m.saxpy(1.0, np.zeros(10, np.float32), np.zeros(20, np.float32))
    m.divide(x, np.ones(100, np.int32), y)
    assert (y == x).all()


def test_nothing_is_copied_behind_the_back(m: fe.Module) -> None:
    a = np.zeros(64, np.float32)
    view = a[16:32]
    m.saxpy(1.0, np.ones(16, np.float32), view)
    assert a.sum() == 16 and a[:16].sum() == a[32:].sum() == 0
    with pytest.raises(fe.BorrowError):
        m.saxpy(1.0, a, a)
    with pytest.raises(fe.ArgumentError, match="convert with x.astype"):
        m.saxpy(1.0, np.zeros(4), a)
    device = fe.to_device(np.ones(4, np.float32), "cpu")
    m.saxpy(2.0, np.ones(4, np.float32), device)
    assert list(device.to_host()) == [3.0] * 4


@pytest.mark.torch
def test_torch_tensors(m: fe.Module) -> None:
    torch = pytest.importorskip("torch")
    x, y = torch.arange(10.0), torch.zeros(10)
    m.saxpy(2.0, x, y)
    assert torch.equal(y, 2 * x)


def test_errors_of_the_source() -> None:
    with pytest.raises(fe.CompileError) as e:
        fe.rust("#[kernel] fn k(x: &[f32) {}").kernels  # noqa: B018
    assert e.value.diagnostics and "error" in str(e.value)
    broken = fe.rust(SOURCE.replace("*y += a * x[i]", "*y += a * x[i] as u32"))
    with pytest.raises(fe.CompileError, match="E0277"):
        broken.saxpy(1.0, np.zeros(3, np.float32), np.zeros(3, np.float32))
    assert [d.code for d in broken.check() if d.level == "error"] == ["E0277"]


def test_modules_travel_as_source(m: fe.Module) -> None:
    k = pickle.loads(pickle.dumps(m.ops.scale.specialize(T="f32")))
    x, y = np.ones(4, np.float32), np.zeros(4, np.float32)
    k(2.0, x, y)
    assert (y == 2).all()


def test_help_shows_the_rust_side(m: fe.Module) -> None:
    assert m.saxpy.__doc__ == "fn saxpy(a: f32, x: &[f32], mut y: DisjointSlice<f32>)\n\ny += a x"
    assert [k.path for k in m.kernels] == ["saxpy", "ops::scale", "transpose", "rows", "affine", "divide"]
    assert ".entry" in m.saxpy.ptx("sm_80") and "define" in m.saxpy.llvm_ir("sm_80") and "fn " in m.saxpy.mir()
    assert any("index out of bounds" in s.message for s in m.saxpy.attributes.sites)


def test_the_packed_parameters_are_those_of_the_ptx(m: fe.Module) -> None:
    """CUDA refuses a parameter buffer whose size is not the kernel's."""
    sizes = {"f32": 4, "u32": 4, "b32": 4, "f64": 8, "u64": 8, "b64": 8, "b8": 1, "u8": 1}
    for k in m.kernels:
        given = {name: "f32" if kind == "type" else 5 for name, kind, _ in k._decl.generics}
        artifact = k.specialize(**given)._nvptx("sm_90a")
        entry = re.search(r"\.entry\s+(\w+)\s*\((.*?)\)", artifact.code.decode(), re.DOTALL)
        assert entry is not None and entry[1] == artifact.plan.entry
        end = 0
        for align, kind, count in re.findall(r"\.param(?:\s+\.align (\d+))?\s+\.(\w+)[^,\[]*(?:\[(\d+)\])?", entry[2]):
            step = int(align or sizes[kind])
            end = -(-end // step) * step + sizes[kind] * int(count or 1)
        assert end == Encoder(artifact.plan).size, k.path


def test_a_crate_and_its_files(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "Cargo.toml").write_text('[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n')
    lib = tmp_path / "src" / "lib.rs"
    lib.write_text("pub mod ops;\n")
    ops = tmp_path / "src" / "ops.rs"
    text = SOURCE.split("pub mod ops")[0]
    ops.write_text(text)
    x, y = np.ones(4, np.float32), np.zeros(4, np.float32)
    fe.load(tmp_path).ops.saxpy(2.0, x, y)
    assert (y == 2).all()
    ops.write_text(text.replace("a * x[i]", "a + x[i]"))
    fe.load(tmp_path).saxpy(2.0, x, y)
    assert (y == 5).all()  # the changed file is seen


HIT = """
import sys
import ferrule as fe
m = fe.load(sys.argv[1])
x, y = fe.zeros(300, "f32", "cpu"), fe.zeros(300, "f32", "cpu")
m.saxpy(2.0, x, y)
parts = ("syntax", "resolve", "hir", "infer", "traits", "thir", "mir", "borrowck", "codegen", "ty", "library", "driver")
heavy = {"numpy", "llvmlite", "torch", "cuda", "dataclasses", "inspect", "ferrule.session"}
front = tuple(f"ferrule.{p}" for p in parts)
print(sorted(n for n in sys.modules if n in heavy or n.startswith(front)))
"""


def test_a_cached_launch_imports_no_compiler(tmp_path: Path) -> None:
    file = tmp_path / "k.rs"
    file.write_text(SOURCE.split("pub mod ops")[0])
    env: dict[str, Any] = {**os.environ, "PYTHONPATH": str(Path(fe.__file__).parents[1]), "FERRULE_CACHE": "on"}

    def run() -> str:
        args = [sys.executable, "-c", HIT, str(file)]
        done = subprocess.run(args, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    run()
    assert run() == "[]"
