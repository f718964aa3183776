"""Vectors, short arrays and 16 bit atomics on the CPU device; and the instructions they become on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ferrule as fe
from tests.helpers.tools import ptxas

SOURCE = """
use cuda_device::cusimd::*;
use cuda_device::vector::*;
use cuda_device::atomic::*;
use cuda_device::*;

#[kernel]
pub fn scale(x: &[f32], y: &mut [f32], mut viewable: DisjointSlice<u32>) {
    let j = thread::index_1d().get();
    if let Some(v) = as_vectors::<F32x4>(x) {
        if let Some(out) = as_vectors_mut::<F32x4>(y) && j < v.len() {
            let [a, b, c, d] = v[j].to_array();
            out[j] = F32x4::new([a * 2.0, b * 2.0, c * 2.0, d * 2.0]);
        }
    }
    if let Some(o) = viewable.get_mut(thread::index_1d()) {
        *o = is_viewable::<F32x4>(x) as u32 + 2 * is_viewable::<F32x2>(x) as u32 + 4 * is_viewable::<F32x2>(&x[1..]) as u32;
    }
}

#[kernel]
pub fn copy(x: &[U16x8], mut y: DisjointSlice<U16x8>) {
    let i = thread::index_1d();
    let j = i.get();
    if let Some(out) = y.get_mut(i) { *out = x[j]; }
}

#[kernel]
pub fn add_one(x: &mut [u32]) {
    if let Some(v) = as_vectors_mut::<U32x2>(x) {
        let i = thread::index_1d().get();
        if i < v.len() {
            let [a, b] = v[i].to_array();
            v[i] = U32x2::new([a + 1, b + 1]);
        }
    }
}

#[kernel]
pub fn parts(x: &[f32], mut y: DisjointSlice<f32>) {
    let v = Float4::new([x[0], x[1], x[2], x[3]]);
    let (a, b) = v.hi().xy();
    let n = v.at(2) * 100.0 + v.x() * 10.0 + v[3] + v.get::<1>() * 1000.0 + (a + b) * 10000.0 + v.lo().y() * 1e6;
    if let Some(o) = y.get_mut(thread::index_1d()) { *o = if v == Float4::new(v.to_array()) { n } else { 0.0 }; }
}

#[kernel]
pub fn halves(h: &[DeviceAtomicF16], p: &mut [u32]) {
    h[0].fetch_add(0.5, AtomicOrdering::Relaxed);
    h[1].fetch_sub(1.0, AtomicOrdering::Relaxed);
    let one = 0x3C00_4000u32; // 1.0 above 2.0
    unsafe { atom_add_f16x2(&raw mut p[0], one); }
    unsafe { atom_add_bf16x2(&raw mut p[1], 0x3F80_4000); }
}

#[kernel]
pub fn orders(x: &[DeviceAtomicU32], y: &[BlockAtomicU64], z: &[SystemAtomicF32]) {
    let v = x[0].load(AtomicOrdering::Acquire);
    x[1].store(v, AtomicOrdering::Release);
    y[0].store(y[1].load(AtomicOrdering::Relaxed), AtomicOrdering::Relaxed);
    z[0].store(z[1].load(AtomicOrdering::Acquire), AtomicOrdering::Release);
}

#[kernel]
pub fn marks() { debug::prof_trigger::<7>(); }
"""


@pytest.fixture(scope="module")
def m() -> Any:
    return fe.rust(SOURCE, name="k.rs")


@pytest.mark.parametrize("n", [4, 100, 1028])
def test_slices_as_vectors(m: Any, n: int) -> None:
    slices_as_vectors(m, n, "cpu")


def slices_as_vectors(m: Any, n: int, device: str) -> None:
    x = np.random.default_rng(n).normal(size=n).astype("f4")
    y = fe.to_device(np.zeros(n, "f4"), device)
    flags = fe.empty(n // 4, "u32", device)
    m.scale[-(-n // 256), 64](fe.to_device(x, device), y, flags)
    assert np.array_equal(y.to_host(), x * 2)
    assert (flags.to_host() == 3).all()
    words = np.arange(n, dtype="u4")
    data = fe.to_device(words, device)
    m.add_one[-(-n // 128), 64](data)
    assert np.array_equal(data.to_host(), words + 1)


def test_a_ragged_slice_is_no_vectors(m: Any) -> None:
    y, flags = np.ones(4, "f4"), np.zeros(1, "u4")
    m.scale[1, 1](np.zeros(7, "f4"), y, flags)
    assert (y == 1).all() and flags[0] == 0


def test_parts(m: Any) -> None:
    y = np.zeros(1, "f4")
    m.parts[1, 1](np.array([1, 2, 3, 4], "f4"), y)
    assert y[0] == 3 * 100 + 10 + 4 + 2000 + 70000 + 2e6


def test_atomics_of_halves(m: Any) -> None:
    atomics_of_halves(m, "cpu")


def atomics_of_halves(m: Any, device: str) -> None:
    h, p = fe.to_device(np.zeros(2, "f2"), device), fe.to_device(np.zeros(2, "u4"), device)
    m.halves[2, 50](h, p)
    assert h.to_host().tolist() == [50, -100]
    halves, brains = p.to_host()[:1].view("f2"), p.to_host()[1:].view("u2")
    assert halves.tolist() == [200, 100]
    assert (brains.astype("u4") << np.uint32(16)).view("f4").tolist() == [200, 100]


def test_instructions(m: Any) -> None:
    for kernel in (m.scale, m.copy, m.add_one, m.halves, m.orders, m.marks):
        ptxas(kernel.ptx("sm_90"))
    assert "ld.global.v4.b32" in m.scale.ptx("sm_90") and "st.global.v4.b32" in m.scale.ptx("sm_90")
    assert "ld.global.nc.v4.b32" in m.copy.ptx("sm_90") and "st.global.v4.b32" in m.copy.ptx("sm_90")
    assert "ld.global.b64" in m.add_one.ptx("sm_90") and "st.global.b64" in m.add_one.ptx("sm_90")
    orders = m.orders.ptx("sm_90")
    for instruction in ("ld.acquire.gpu", "st.release.gpu", "ld.relaxed.cta", "st.relaxed.cta", "ld.acquire.sys",
                        "st.release.sys"):  # fmt: skip
        assert instruction in orders
    assert "atom.add.noftz.f16x2" in m.halves.ptx("sm_90") and "atom.add.noftz.bf16x2" in m.halves.ptx("sm_90")
    assert "pmevent 7" in m.marks.ptx("sm_80")
