"""Constant memory: declared in Rust, set from Python, read by every kernel of the module."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from ferrule.runtime.plan import KernelPlan

SOURCE = """
use cuda_device::{ConstantMemory, ConstantMemoryValue, DisjointSlice, constant, kernel, thread};

#[derive(Clone, Copy)]
pub struct Step { pub by: u32, pub times: u16 }
unsafe impl ConstantMemoryValue for Step {}

#[constant]
static COEFFS: ConstantMemory<[f32; 4]> = ConstantMemory::UNINIT;
static HOST_ONLY: std::sync::Mutex<Vec<u8>> = std::sync::Mutex::new(Vec::new());

pub mod inner {
    use super::*;
    #[constant]
    pub static SCALE: ConstantMemory<i64> = ConstantMemory::UNINIT;
    #[constant]
    pub static STEP: ConstantMemory<Step> = ConstantMemory::UNINIT;
    #[constant]
    pub static GRID: ConstantMemory<[[u16; 2]; 3]> = ConstantMemory::UNINIT;
}

#[kernel]
pub fn polynomial(x: &[f32], mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) {
        *y = COEFFS.get_ref().iter().fold(0.0, |sum, c| sum * x[i] + c);
    }
}

#[kernel]
pub fn others(n: usize, mut out: DisjointSlice<i64>) {
    if let Some(out) = out.get_mut(thread::index_1d()) {
        let step = inner::STEP.get();
        *out = inner::SCALE.get() + (step.by * step.times as u32) as i64 + inner::GRID.get_ref()[n][1] as i64;
    }
}
"""


@pytest.fixture
def m() -> Any:
    return fe.rust(SOURCE)


def values(m: Any) -> list[float]:
    y = np.full(5, np.nan, "f4")
    m.polynomial(np.arange(5, dtype="f4"), y)
    out: list[float] = y.tolist()
    return out


def test_set_and_read(m: Any) -> None:
    assert list(m.constants) == ["COEFFS", "inner::SCALE", "inner::STEP", "inner::GRID"]
    m.constants.COEFFS = np.array([1, 2, 3, 4], "f4")
    assert values(m) == [x**3 + 2 * x**2 + 3 * x + 4 for x in range(5)]
    m.constants.COEFFS = (0, 0, 1, 0.5)  # a kernel that is loaded sees the new ones
    assert values(m) == [x + 0.5 for x in range(5)]
    assert m.constants.COEFFS.tolist() == [0, 0, 1, 0.5] and m.constants.COEFFS.dtype == "f4"


def test_structs_numbers_and_nested_arrays(m: Any) -> None:
    m.constants["inner::SCALE"] = -(2**40)
    m.constants.STEP = {"by": 7, "times": 3}
    m.constants.GRID = np.arange(6, dtype="u2").reshape(3, 2)
    out = np.zeros(3, "i8")
    m.others(2, out)
    assert out.tolist() == [-(2**40) + 21 + 5] * 3
    m.constants.STEP = m.types.Step(by=1, times=2)
    m.others(0, out)
    assert out.tolist() == [-(2**40) + 2 + 1] * 3
    assert m.constants.SCALE == -(2**40) and m.constants.STEP.by == 1
    with pytest.raises(fe.KernelPanic, match="the len is 3 but the index is 3"):
        m.others(3, out)


def test_never_set(m: Any) -> None:
    with pytest.raises(
        fe.LaunchError, match=r"reads `COEFFS` in constant memory, which was never set; .*constants\['COEFFS'\]"
    ):
        values(m)
    with pytest.raises(fe.LaunchError, match="`COEFFS` was never set"):
        _ = m.constants.COEFFS
    m.constants.COEFFS = np.zeros(4, "f4")
    assert values(m) == [0] * 5


@pytest.mark.parametrize(
    "name, value, error, says",
    [
        (
            "COEFFS",
            np.zeros(4),
            fe.ArgumentError,
            r"an array of float64; its elements are f32: pass .astype\(np.float32\)",
        ),
        ("COEFFS", np.zeros(3, "f4"), fe.ArgumentError, "got 3 elements; the array has 4"),
        ("COEFFS", 1.0, fe.ArgumentError, "pass a sequence of 4"),
        ("SCALE", 2**63, fe.ArgumentError, "inner::SCALE"),
        ("SCALE", 2.5, fe.ArgumentError, "floats are not cut to integers"),
        ("STEP", {"by": 7}, fe.ArgumentError, "times"),
        ("COEFF", 1, AttributeError, "did you mean `COEFFS`"),
        ("HOST_ONLY", 1, AttributeError, "has no static `HOST_ONLY` in constant memory"),
    ],
)
def test_mistakes(m: Any, name: str, value: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        setattr(m.constants, name, value)


def test_values_travel_with_the_module(m: Any) -> None:
    m.constants.COEFFS = np.array([0, 0, 0, 7], "f4")
    other = pickle.loads(pickle.dumps(m))
    assert values(other) == [7] * 5
    other.constants.COEFFS = np.zeros(4, "f4")
    assert values(m) == [7] * 5  # each module has its own


def test_names_that_are_not_unique() -> None:
    m = fe.rust("""
        use cuda_device::*;
        mod a { use super::*; #[constant] pub static X: ConstantMemory<u8> = ConstantMemory::UNINIT; }
        mod b { use super::*; #[constant] pub static X: ConstantMemory<u8> = ConstantMemory::UNINIT; }
        #[kernel]
        pub fn k(mut out: DisjointSlice<u8>) {
            if let Some(out) = out.get_mut(thread::index_1d()) { *out = a::X.get() * 10 + b::X.get(); }
        }
    """)
    with pytest.raises(fe.FerruleError, match=r"2 constants named `X`: a::X, b::X; use the path"):
        m.constants.X = 1
    m.constants["a::X"], m.constants["b::X"] = 4, 2
    out = np.zeros(1, "u1")
    m.k(out)
    assert out[0] == 42


def test_no_constants() -> None:
    m = fe.rust("#[cuda_device::kernel] pub fn k() {}")
    assert len(m.constants) == 0 and "none" in repr(m.constants)
    with pytest.raises(AttributeError, match="it has none"):
        m.constants.X = 1


def test_the_plan_lists_what_a_kernel_reads(m: Any) -> None:
    import json

    plan = m.others._artifact(("cpu", 0), {}).plan
    assert sorted((path, size) for path, _, size in plan.constants) == [
        ("inner::GRID", 12), ("inner::SCALE", 8), ("inner::STEP", 8),
    ]  # fmt: skip
    assert KernelPlan.from_json(json.loads(json.dumps(plan.to_json()))) == plan
