"""Matrix products in registers, matrix loads and asynchronous copies on the CPU device, against NumPy."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from tests.helpers.tools import ptxas

SOURCE = """
use cuda_device::*;
use cuda_device::wmma::*;
use cuda_device::async_copy::*;
use cuda_device::barrier::*;

// Rows of `a` and columns of `b` as words; WORDS of them a row.
#[kernel]
pub fn product_f16(a: &[u32], b: &[u32], c: &[f32], out: &mut [f32]) {
    let lane = warp::lane_id() as usize;
    let (g, t) = (lane / 4, lane % 4);
    let fa = [a[g * 8 + t], a[(g + 8) * 8 + t], a[g * 8 + t + 4], a[(g + 8) * 8 + t + 4]];
    let fb = [b[g * 8 + t], b[g * 8 + t + 4]];
    let at = [g * 8 + 2 * t, g * 8 + 2 * t + 1, (g + 8) * 8 + 2 * t, (g + 8) * 8 + 2 * t + 1];
    let d = unsafe { MMA([c[at[0]], c[at[1]], c[at[2]], c[at[3]]], fa, fb) };
    for i in 0..4 { out[at[i]] = d[i]; }
}

#[kernel]
pub fn product_f64(a: &[f64], b: &[f64], c: &[f64], out: &mut [f64]) {
    let lane = warp::lane_id() as usize;
    let (g, t) = (lane / 4, lane % 4);
    let d = unsafe { mma_m8n8k4_f64([c[g * 8 + 2 * t], c[g * 8 + 2 * t + 1]], a[g * 4 + t], b[g * 4 + t]) };
    out[g * 8 + 2 * t] = d[0];
    out[g * 8 + 2 * t + 1] = d[1];
}

// Four matrices of 8 rows of 8 halves, loaded and written back in rows.
#[kernel]
pub fn matrices(x: &[u32], plain: &mut [u32], turned: &mut [u32], moved: &mut [u32], single: &mut [u32]) {
    static mut TILE: SharedArray<u32, 128, 16> = SharedArray::UNINIT;
    let lane = warp::lane_id() as usize;
    let tile = unsafe { SharedArray::as_raw_mut_ptr(&raw mut TILE) };
    unsafe {
        cp_async_ca_16(tile.add(lane * 4), &raw const x[lane * 4]);
        cp_async_commit_group();
        cp_async_wait_group(0);
    }
    thread::sync_threads();
    let row = unsafe { tile.add(lane * 4) as *const u32 };
    let (p, q) = unsafe { (ldmatrix_x4(row), ldmatrix_x4_trans(row)) };
    let (two, one) = unsafe { (ldmatrix_x2_trans(row), ldmatrix_x1(row)) };
    for i in 0..4 {
        plain[i * 32 + lane] = p[i];
        turned[i * 32 + lane] = q[i];
        moved[i * 32 + lane] = unsafe { movmatrix_trans_b16(p[i]) };
    }
    single[lane] = two[1] ^ one;
}

#[kernel]
pub fn filled(x: &[u8], out: &mut [u32]) {
    static mut TILE: SharedArray<u32, 12, 16> = SharedArray::UNINIT;
    let tile = unsafe { SharedArray::as_raw_mut_ptr(&raw mut TILE) };
    unsafe {
        cp_async_cg_zfill_16(tile, &raw const x[0], 6);
        cp_async_ca_zfill_8(tile.add(4), &raw const x[16], 8);
        cp_async_ca_4(tile.add(6), &raw const x[24] as *const u32);
        cp_async_ca_zfill_4(tile.add(7), &raw const x[28], 0);
        cp_async_wait_all();
        for i in 0..8 { out[i] = *tile.add(i); }
    }
}

#[kernel]
pub fn meet(out: &mut [u32]) {
    static mut BAR: Barrier = Barrier::UNINIT;
    let bar = unsafe { GeneralHandle::from_static(&raw mut BAR).init(thread::blockDim_x()) };
    let token = bar.arrive();
    bar.wait(token);
    while !bar.try_wait_parity(0) {}
    out[thread::index_1d().get()] = 1;
    unsafe { bar.inval(); }
}
type GeneralHandle = ManagedBarrier<Uninit, GeneralBarrier>;
"""


def module(mma: str = "mma_m16n8k16_f32_f16") -> Any:
    source = SOURCE.replace("MMA", mma)
    return fe.rust(source.replace("f32]", "i32]") if "s32" in mma else source, name="k.rs")


KINDS = ["mma_m16n8k16_f32_f16", "mma_m16n8k16_f32_bf16", "mma_m16n8k8_f32_tf32", "mma_m16n8k32_s32_s8"]


@pytest.mark.parametrize("kind", KINDS)
def test_products(kind: str) -> None:
    products(kind, "cpu")


def products(kind: str, device: str) -> None:
    rng = np.random.default_rng(len(kind))
    k = int(kind.split("k")[1].split("_")[0])
    shape_a, shape_b = (16, k), (8, k)
    a: np.ndarray
    b: np.ndarray
    if "s8" in kind:
        a, b = (rng.integers(-128, 128, s).astype("i1") for s in (shape_a, shape_b))
        c = rng.integers(-1000, 1000, (16, 8)).astype("i4")
        words = a.view("u4"), b.view("u4")
    else:
        # Few bits, so that every format has them and sums are exact in any order.
        a, b = (rng.integers(-16, 17, s).astype("f4") / 8 for s in (shape_a, shape_b))
        c = rng.integers(-50, 50, (16, 8)).astype("f4")
        if "bf16" in kind:
            words = tuple((x.view("u4") >> np.uint32(16)).astype("u2").view("u4") for x in (a, b))
        else:
            words = tuple((x.astype("f2") if "k16" in kind else x).view("u4") for x in (a, b))
    out = fe.to_device(np.zeros(128, c.dtype), device)
    module(kind).product_f16[1, 32](
        *(fe.to_device(np.ascontiguousarray(w).reshape(-1), device) for w in words),
        fe.to_device(c.reshape(-1), device),
        out,
    )
    wide = np.int64 if "s8" in kind else np.float64
    assert np.array_equal(out.to_host().reshape(16, 8), a.astype(wide) @ b.astype(wide).T + c)


def test_product_of_doubles() -> None:
    product_of_doubles("cpu")


def product_of_doubles(device: str) -> None:
    rng = np.random.default_rng(9)
    a, b, c = rng.normal(size=(8, 4)), rng.normal(size=(8, 4)), rng.normal(size=(8, 8))
    out = fe.to_device(np.zeros(64), device)
    module().product_f64[1, 32](*(fe.to_device(x.reshape(-1), device) for x in (a, b, c)), out)
    np.testing.assert_allclose(out.to_host().reshape(8, 8), a @ b.T + c, rtol=1e-13)


def test_matrix_loads() -> None:
    matrix_loads("cpu")


def matrix_loads(device: str) -> None:
    x = np.random.default_rng(3).integers(0, 1 << 16, (4, 8, 8)).astype("u2")
    outs = [fe.to_device(np.zeros(n, "u4"), device) for n in (128, 128, 128, 32)]
    module().matrices[1, 32](fe.to_device(x.reshape(-1).view("u4"), device), *outs)
    plain, turned, moved, single = (o.to_host() for o in outs)
    want = np.ascontiguousarray(x.transpose(0, 2, 1)).reshape(-1).view("u4")
    assert np.array_equal(plain, x.reshape(-1).view("u4"))
    assert np.array_equal(turned, want) and np.array_equal(moved, want)
    assert np.array_equal(single, want[32:64] ^ plain[:32])


def test_copies_that_fill_with_zeros() -> None:
    copies_that_fill_with_zeros("cpu")


def copies_that_fill_with_zeros(device: str) -> None:
    x = np.random.default_rng(4).integers(1, 255, 32).astype("u1")
    out = fe.to_device(np.ones(8, "u4"), device)
    module().filled[1, 1](fe.to_device(x, device), out)
    want = np.concatenate([x[:6], np.zeros(10, "u1"), x[16:28], np.zeros(4, "u1")])
    assert np.array_equal(out.to_host().view("u1"), want)


def test_instructions() -> None:
    m = module()
    texts = {k.name: k.ptx("sm_90a") for k in (m.product_f16, m.product_f64, m.matrices, m.filled, m.meet)}
    for text in texts.values():
        ptxas(text)
    assert "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32" in texts["product_f16"]
    assert re.search(r"call .* asm .*mma\.sync.*\) convergent", m.product_f16.llvm_ir("sm_90a"))
    assert "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16" in texts["matrices"]
    assert "cp.async.ca.shared.global" in texts["matrices"] and "mbarrier.try_wait.parity" in texts["meet"]


def test_barriers_in_memory_are_not_for_the_cpu() -> None:
    with pytest.raises(fe.UnsupportedError, match="not available on the cpu target"):
        module().meet[1, 32](np.zeros(32, "u4"))
