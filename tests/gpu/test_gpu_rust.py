"""Rust kernels end to end on a GPU, against NumPy and against the CPU device."""

from __future__ import annotations

import re

import numpy as np
import pytest

import ferrule as fe

pytestmark = pytest.mark.gpu

SOURCE = """
use cuda_device::{kernel, thread, DisjointSlice};

#[kernel]
pub fn scale<T: Copy + core::ops::Mul<Output = T>>(k: T, x: &[T], mut y: DisjointSlice<T>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) { *y = k * x[i]; }
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
    return fe.rust(SOURCE, name="gpu.rs")


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "u8", "i2"])
def test_generic_kernels(m: fe.Module, dtype: str) -> None:
    x = np.arange(1001).astype(dtype)
    y = fe.empty(1001, x.dtype, "cuda")
    m.scale(3, fe.to_device(x, "cuda"), y)
    assert (y.to_host() == 3 * x).all()


def test_a_panic_reads_the_same_on_both_devices(m: fe.Module) -> None:
    x, d = np.arange(100, dtype=np.int32), np.ones(100, np.int32)
    d[57] = 0
    messages = []
    for device in ("cpu", "cuda"):
        y = fe.empty(100, "i32", device)
        with pytest.raises(fe.KernelPanic) as e:
            m.divide(fe.to_device(x, device), fe.to_device(d, device), y)
            fe.synchronize()
        messages.append(str(e.value))
        assert e.value.thread == (57, 0, 0) and e.value.block == (0, 0, 0)
    assert messages[0] == messages[1]
    assert re.match(r"gpu\.rs:15:\d+: attempt to divide by zero\n  in kernel `divide`", messages[0])


def test_stages_and_attributes(m: fe.Module) -> None:
    k = m.scale.specialize(T="f32")
    a = k.attributes
    assert a.target == "nvptx" and a.registers and a.local_bytes == 0 and a.sites
    assert ".entry" in k.ptx() and k.ptx("sm_80") != k.ptx("sm_90")
