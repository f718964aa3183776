"""Cooperative groups, views, tiles and the launch context on the CPU device, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ferrule as fe

GROUPS = """
use cuda_device::cooperative_groups::{ops::*, *};
use cuda_device::*;

#[kernel]
pub fn tiles<const N: u32>(x: &[u32], mut sum: DisjointSlice<u32>, mut scan: DisjointSlice<u32>,
                           mut other: DisjointSlice<u32>) {
    let tile = this_thread_block().tiled_partition::<N>();
    let i = thread::index_1d().get();
    let v = x[i];
    let total = warp_reduce::<u32, Sum, N>(&tile, v);
    let most = warp_scan::<u32, Max, N>(&tile, v);
    let down = tile.shfl_down(v, 1);
    let mixed = tile.shfl(v, 0) ^ tile.shfl_xor(v, N / 2).rotate_left(1) ^ tile.shfl_up(v, 3).rotate_left(2)
        ^ tile.ballot(v & 1 != 0).rotate_left(3) ^ down.rotate_left(4) ^ (tile.thread_rank() + tile.size()).rotate_left(5);
    if let Some(o) = sum.get_mut(thread::index_1d()) { *o = total; }
    if let Some(o) = scan.get_mut(thread::index_1d()) { *o = most; }
    if let Some(o) = other.get_mut(thread::index_1d()) { *o = mixed; }
}

#[kernel]
pub fn blocks(x: &[i32], y: &[f32], mut sum: DisjointSlice<i32>, mut scan: DisjointSlice<i32>, mut low: DisjointSlice<f32>) {
    static mut WORDS: SharedArray<i32, 32> = SharedArray::UNINIT;
    static mut FLOATS: SharedArray<f32, 32> = SharedArray::UNINIT;
    let block = this_thread_block();
    let rank = this_grid().thread_rank() as usize;
    let total = block_reduce::<i32, Sum, 32>(&block, x[rank], &raw mut WORDS);
    let upto = block_scan::<i32, Sum, 32>(&block, x[rank], &raw mut WORDS);
    let least = block_reduce::<f32, Min, 32>(&block, y[rank], &raw mut FLOATS);
    if let Some(o) = sum.get_mut(thread::index_1d()) { *o = total; }
    if let Some(o) = scan.get_mut(thread::index_1d()) { *o = upto; }
    if let Some(o) = low.get_mut(thread::index_1d()) { *o = least; }
}

#[kernel]
pub fn odd_lanes(mut out: DisjointSlice<u32>) {
    let lane = warp::lane_id();
    let mut r = 0;
    if lane % 3 == 1 {
        let g = coalesced_threads();
        r = g.size() << 24 | g.thread_rank() << 16 | g.shfl(lane, 2) << 8 | g.shfl_down(lane, 3);
    }
    if let Some(o) = out.get_mut(thread::index_1d()) { *o = r; }
}

#[kernel]
pub fn meet(mut out: DisjointSlice<u32>) {
    grid::sync();
    if let Some(o) = out.get_mut(thread::index_1d()) { *o = 1; }
}
"""


def rotate(x: np.ndarray, n: int) -> np.ndarray:
    x = x.astype("u8")
    return ((x << np.uint64(n) | x >> np.uint64(32 - n)) & np.uint64(0xFFFFFFFF)).astype("u4")


@pytest.mark.parametrize("n", [1, 4, 8, 32])
def test_tiles(n: int) -> None:
    tiles(n, "cpu")


def tiles(n: int, device: str) -> None:
    m: Any = fe.rust(GROUPS, name="k.rs")
    count = 192
    x = np.random.default_rng(n).integers(0, 1 << 32, count, dtype="u4")
    outs = [fe.empty(count, "u32", device) for _ in range(3)]
    m.tiles.specialize(N=n)[3, 64](fe.to_device(x, device), *outs)
    total, scan, other = (o.to_host() for o in outs)
    rows = x.reshape(-1, n)
    assert np.array_equal(total, np.repeat(rows.sum(1, dtype="u4"), n))
    assert np.array_equal(scan.reshape(-1, n), np.maximum.accumulate(rows, 1))
    rank = np.arange(n)
    bits = ((rows & 1).astype("u8") << rank.astype("u8")).sum(1).astype("u4")
    want = rows[:, :1] ^ rotate(rows[:, rank ^ (n // 2)], 1) ^ rotate(rows[:, np.where(rank >= 3, rank - 3, rank)], 2)
    want = want ^ rotate(bits, 3)[:, None] ^ rotate(rows[:, np.minimum(rank + 1, n - 1)], 4)
    assert np.array_equal(other.reshape(-1, n), want ^ rotate(rank + n, 5))


@pytest.mark.parametrize("block", [1, 31, 33, 64, 200, 1024])
def test_reductions_of_blocks(block: int) -> None:
    reductions_of_blocks(block, "cpu")


def reductions_of_blocks(block: int, device: str) -> None:
    m: Any = fe.rust(GROUPS, name="k.rs")
    rng = np.random.default_rng(block)
    x = rng.integers(-1000, 1000, 2 * block, dtype="i4")
    y = rng.normal(size=2 * block).astype("f4")
    outs = [fe.empty(2 * block, t, device) for t in ("i32", "i32", "f32")]
    m.blocks[2, block](fe.to_device(x, device), fe.to_device(y, device), *outs)
    total, scan, low = (o.to_host().reshape(2, block) for o in outs)
    rows = x.reshape(2, block)
    assert (total == rows.sum(1)[:, None]).all() and (scan == rows.cumsum(1)).all()
    assert (low == y.reshape(2, block).min(1)[:, None]).all()


def test_coalesced_threads() -> None:
    coalesced("cpu")


def coalesced(device: str) -> None:
    m: Any = fe.rust(GROUPS, name="k.rs")
    out = fe.empty(64, "u32", device)
    m.odd_lanes[1, 64](out)
    members = [lane for lane in range(32) if lane % 3 == 1]
    want = np.zeros(32, "u4")
    for rank, lane in enumerate(members):
        below = lane + 3 if lane + 3 < 32 else lane
        want[lane] = len(members) << 24 | rank << 16 | members[2] << 8 | below
    assert np.array_equal(out.to_host(), np.tile(want, 2))


def test_a_grid_barrier_is_not_for_the_cpu() -> None:
    m: Any = fe.rust(GROUPS, name="k.rs")
    with pytest.raises(fe.UnsupportedError, match="envreg1"):
        m.meet[2, 32](np.zeros(64, "u4"))
    assert "%envreg1" in m.meet.ptx("sm_90")


VIEWS = """
use cuda_device::*;

#[kernel(launch_context = lc)]
#[launch_contract(domain = 1, coordinates = u32)]
pub fn runs(mut data: DisjointSlice<u32, LinearTiles<4>>) {
    let Some(mut run) = data.thread_run32(thread::index_1d_u32(lc)) else { return };
    let mark = if run.is_clipped() { 100 } else { 10 };
    let mut i = 0;
    while i < run.len() {
        if let Some(mut x) = run.at(i) { let v = x.read(); x.write(v + mark + i); }
        i += 1;
    }
}

#[kernel(launch_context = lc)]
#[launch_contract(domain = 1, coordinates = u32)]
pub fn strides(mut data: DisjointSlice<u32, LinearTiles<3>>) {
    let mut runs = data.grid_stride_runs32(thread::index_1d_u32(lc));
    while let Some(mut run) = runs.next_run() {
        let mut i = 0;
        while i < run.len() {
            if let Some(mut x) = run.at(i) { *x.get_mut() += 1; }
            i += 1;
        }
    }
}

#[kernel(launch_context = lc)]
#[launch_contract(domain = 2, coordinates = u32)]
pub fn fixed(mut data: DisjointSlice<u32, RowMajorTiles<2, 3, 12>>) {
    if let Some(mut tile) = data.tile_2d32(thread::coord_2d_u32(lc)) {
        tile.at_const::<1, 2>().write(7);
        let v = tile.at(LocalIndex32::constant::<0>(), LocalIndex32::constant::<1>()).read();
        tile.at_const::<0, 0>().write(v + 1);
    }
}

#[kernel(launch_context = lc)]
#[launch_contract(domain = 2, coordinates = u32)]
pub fn product(k: Uniform<u32>, n: Uniform<u32>, a: &[f32], b: &[f32],
               mut c: DisjointSlice<f32, RuntimeRowMajorTiles<1, 1>>) {
    let coord = thread::coord_2d_u32(lc);
    let (row, col) = (coord.row(), coord.col());
    let rows = MatrixView32::new(a, k.get()).row(row, k.get()).unwrap_or(RowView32::empty());
    let cols = MatrixView32::new(b, n.get()).col(col, k.get()).unwrap_or(ColView32::empty());
    let mut sum = 0.0;
    if let Some(pairs) = rows.zip_exact(cols) {
        for (x, y) in pairs { sum += x * y; }
    }
    if let Some(mut cell) = c.tile_2d32_rt(coord) { cell.at_const::<0, 0>().write(sum); }
}

const _: () = {
    use cuda_device::swizzle::*;
    assert!(conflict_degree(&column_offsets(32, 0), 4) == 32);
    assert!(conflict_degree(&column_offsets(33, 0), 4) == 1);
    assert!(banks_used(&row_offsets(3, 32), 4) == 32);
    assert!(Swizzle::<3, 4, 3>::undo(Swizzle::<3, 4, 3>::apply(12345)) == 12345);
    assert!(access::wasted_lines(&row_offsets(0, 32), 4) == 0 && access::lines_touched(&column_offsets(32, 0), 4) == 32);
};

#[kernel]
pub fn planned(mut out: DisjointSlice<u32>) {
    const DEGREE: usize = swizzle::conflict_degree(&swizzle::column_offsets(34, 0), 4);
    const PLAN: usize = match access::widest::<f32>(512, 64) { Some(p) => p.txn_bytes, None => 0 };
    if let Some(o) = out.get_mut(thread::index_1d()) { *o = (DEGREE * 100 + PLAN) as u32; }
}
"""


@pytest.mark.parametrize("n", [1, 3, 4, 257, 1000])
def test_runs(n: int) -> None:
    runs(n, "cpu")


def runs(n: int, device: str) -> None:
    m: Any = fe.rust(VIEWS, name="k.rs")
    x = np.arange(n, dtype="u4")
    data = fe.to_device(x, device)
    m.runs(data)
    whole = n // 4 * 4
    assert np.array_equal(data.to_host(), x + x % 4 + np.where(x < whole, 10, 100).astype("u4"))
    data = fe.to_device(x, device)
    m.strides[2, 32](data)
    assert np.array_equal(data.to_host(), x + 1)


def test_tiles_of_rows() -> None:
    tiles_of_rows("cpu")


def tiles_of_rows(device: str) -> None:
    m: Any = fe.rust(VIEWS, name="k.rs")
    x = np.random.default_rng(1).integers(0, 99, (7, 12), dtype="u4")  # the last row has no whole tile
    data = fe.to_device(x.reshape(-1), device)
    m.fixed(data)
    want = x.copy()
    want[1:6:2, 2::3] = 7
    want[0:6:2, 0::3] = x[0:6:2, 1::3] + 1
    assert np.array_equal(data.to_host().reshape(7, 12), want)


@pytest.mark.parametrize(("rows", "k", "cols"), [(1, 1, 1), (17, 5, 33), (40, 64, 24)])
def test_product_through_views(rows: int, k: int, cols: int) -> None:
    product_through_views(rows, k, cols, "cpu")


def product_through_views(rows: int, k: int, cols: int, device: str) -> None:
    m: Any = fe.rust(VIEWS, name="k.rs")
    rng = np.random.default_rng(rows)
    a, b = rng.normal(size=(rows, k)).astype("f4"), rng.normal(size=(k, cols)).astype("f4")
    c = fe.empty((rows, cols), "f32", device)
    m.product(k, cols, fe.to_device(a.reshape(-1), device), fe.to_device(b.reshape(-1), device), c)
    np.testing.assert_allclose(c.to_host(), a @ b, rtol=1e-4, atol=1e-4)


def test_plans_at_compile_time() -> None:
    m: Any = fe.rust(VIEWS, name="k.rs")
    out = np.zeros(1, "u4")
    m.planned[1, 1](out)
    assert out[0] == 216  # a row of 34 words puts lanes i and i + 16 in one bank; 8 elements a thread take 16 bytes


def test_a_contract_must_give_what_the_index_needs() -> None:
    source = """
use cuda_device::*;
#[kernel(launch_context = lc)]
#[launch_contract(domain = 2, coordinates = u32)]
pub fn k(mut data: DisjointSlice<u32>) {
    let i = thread::index_1d_u32(lc);
    data.element_thread32(i);
}
"""
    with pytest.raises(fe.CompileError, match="E0308"):
        fe.rust(source, name="k.rs").k(np.zeros(3, "u4"))
