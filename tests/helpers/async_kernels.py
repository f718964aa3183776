"""Kernels of the asynchronous and tensor modules, for tests that assemble them and tests that run them."""

from __future__ import annotations

SOURCE = """
use cuda_device::async_copy::{
    cp_async_ca_4, cp_async_ca_zfill_8, cp_async_cg_16, cp_async_commit_group, cp_async_mbarrier_arrive_noinc,
    cp_async_wait_all, cp_async_wait_group,
};
use cuda_device::barrier::{
    fence_proxy_async_shared_cta, mbarrier_arrive, mbarrier_arrive_expect_tx, mbarrier_init, mbarrier_inval,
    mbarrier_try_wait_parity, mbarrier_wait, Barrier, GeneralBarrier, ManagedBarrier, Uninit,
};
use cuda_device::clc::{clc_query_get_first_ctaid_x, clc_query_is_canceled, clc_try_cancel};
use cuda_device::cluster;
use cuda_device::mma_frag::{acc_coords, acc_decode, acc_matrix_offset, acc_valid_count, acc_valid_mask};
use cuda_device::tma::{
    cp_async_bulk_commit_group, cp_async_bulk_tensor_2d_g2s, cp_async_bulk_tensor_2d_s2g, cp_async_bulk_wait_group,
    TmaDescriptor,
};
use cuda_device::wgmma::{
    make_smem_desc_custom, wgmma_commit_group, wgmma_fence, wgmma_mma_m64n64k16_f32_bf16, wgmma_wait_group,
    zero_accumulator,
};
use cuda_device::wmma::{
    ldmatrix_x2_trans, ldmatrix_x4, mma_m16n8k16_f32_bf16, mma_m16n8k32_s32_s8, mma_m8n8k4_f64, movmatrix_trans_b16,
};
use cuda_device::{cluster_launch, kernel, sync_threads, thread, warp, DisjointSlice, SharedArray};

// Each of 32 threads copies 4, 16 and 8 bytes, the last with only so many from memory.
#[kernel]
pub fn stage(x: &[u32], mut out: DisjointSlice<u32>, some: u32) {
    static mut TILE: SharedArray<u32, 224, 16> = SharedArray::UNINIT;
    let i = thread::threadIdx_x() as usize;
    unsafe {
        let tile = SharedArray::as_raw_mut_ptr(&raw mut TILE);
        cp_async_cg_16(tile.add(4 * i), x.as_ptr().add(4 * i));
        cp_async_commit_group();
        cp_async_ca_4(tile.add(128 + i), x.as_ptr().add(128 + i));
        cp_async_ca_zfill_8(tile.add(160 + 2 * i), x.as_ptr().add(160 + 2 * i) as *const u8, some);
        cp_async_commit_group();
        cp_async_wait_group(1);
        *out.get_unchecked_mut(i) = *tile.add(4 * i + 3);
        cp_async_wait_all();
        sync_threads();
        let mut k = i;
        while k < 224 {
            *out.get_unchecked_mut(32 + k) = *tile.add((k + 1) % 224);
            k += 32;
        }
    }
}

// The copies end at a barrier.
#[kernel]
pub fn stage_barrier(x: &[u32], mut out: DisjointSlice<u32>) {
    static mut TILE: SharedArray<u32, 64> = SharedArray::UNINIT;
    static mut BAR: Barrier = Barrier::UNINIT;
    let i = thread::threadIdx_x() as usize;
    unsafe {
        let tile = SharedArray::as_raw_mut_ptr(&raw mut TILE);
        if i == 0 {
            mbarrier_init(&raw mut BAR, 128);
        }
        sync_threads();
        cp_async_ca_4(tile.add(i), x.as_ptr().add(i));
        cp_async_mbarrier_arrive_noinc(&raw mut BAR);
        mbarrier_wait(&raw const BAR, mbarrier_arrive(&raw const BAR));
        *out.get_unchecked_mut(i) = *tile.add(63 - i);
    }
}

// Values pass from one half of the block to the other, through several phases.
#[kernel]
pub fn meet(mut out: DisjointSlice<u32>, rounds: u32) {
    static mut CELLS: SharedArray<u32, 64> = SharedArray::UNINIT;
    static mut BAR: Barrier = Barrier::UNINIT;
    let i = thread::threadIdx_x() as usize;
    unsafe {
        let cells = SharedArray::as_raw_mut_ptr(&raw mut CELLS);
        if i == 0 {
            mbarrier_init(&raw mut BAR, 64);
        }
        sync_threads();
        let mut value = i as u32;
        let mut round = 0;
        while round < rounds {
            *cells.add(i) = value;
            mbarrier_wait(&raw const BAR, mbarrier_arrive(&raw const BAR));
            value = *cells.add((i + 33) % 64) + 1;
            mbarrier_wait(&raw const BAR, mbarrier_arrive(&raw const BAR));
            round += 1;
        }
        *out.get_unchecked_mut(i) = value;
        sync_threads();
        if i == 0 {
            mbarrier_inval(&raw mut BAR);
        }
    }
}

#[kernel]
pub fn managed(mut out: DisjointSlice<u32>) {
    static mut CELLS: SharedArray<u32, 64> = SharedArray::UNINIT;
    static mut BAR: Barrier = Barrier::UNINIT;
    let i = thread::threadIdx_x() as usize;
    unsafe {
        let cells = SharedArray::as_raw_mut_ptr(&raw mut CELLS);
        let barrier = ManagedBarrier::<Uninit, GeneralBarrier>::from_static(&raw mut BAR).init(64);
        *cells.add(i) = 3 * i as u32;
        let token = barrier.arrive();
        while !barrier.try_wait(token) {}
        *out.get_unchecked_mut(i) = *cells.add(63 - i);
        barrier.inval();
    }
}

// Each block reads what the next of its cluster wrote, in both ways.
#[kernel]
#[cluster_launch(4, 1, 1)]
pub fn ring(mut out: DisjointSlice<u32>) {
    static mut CELLS: SharedArray<u32, 32> = SharedArray::UNINIT;
    let i = thread::threadIdx_x() as usize;
    let rank = cluster::block_rank();
    unsafe {
        let cells = SharedArray::as_raw_mut_ptr(&raw mut CELLS);
        *cells.add(i) = 1000 * thread::blockIdx_x() + i as u32;
        cluster::cluster_sync();
        let next = (rank + 1) % cluster::cluster_size();
        let near = cluster::dsmem_read_u32(cells.add(i), next);
        cluster::cluster_sync();
        *cluster::map_shared_rank_mut(cells.add(31 - i), next) = near + 7;
        cluster::cluster_sync();
        let at = 2 * (32 * thread::blockIdx_x() as usize + i);
        *out.get_unchecked_mut(at) = near;
        *out.get_unchecked_mut(at + 1) = *cells.add(i);
        if i == 0 && rank == 0 {
            *out.get_unchecked_mut(at) += 100000 * cluster::cluster_idx() + 1000000 * cluster::num_clusters();
        }
    }
}

// c = a * b, with a of 16x16 and b of 16x8 bf16 loaded through shared memory.
#[kernel]
pub fn product_bf16(a: &[u32], b: &[u32], mut c: DisjointSlice<f32>) {
    static mut A: SharedArray<u32, 128, 16> = SharedArray::UNINIT;
    static mut B: SharedArray<u32, 64, 16> = SharedArray::UNINIT;
    let lane = warp::lane_id() as usize;
    unsafe {
        let (at_a, at_b) = (SharedArray::as_raw_mut_ptr(&raw mut A), SharedArray::as_raw_mut_ptr(&raw mut B));
        for k in 0..4 {
            *at_a.add(32 * k + lane) = a[32 * k + lane];
        }
        for k in 0..2 {
            *at_b.add(32 * k + lane) = b[32 * k + lane];
        }
        sync_threads();
        // Lanes 0 to 15 give the rows of the left half of a, the others those of the right half.
        let left = ldmatrix_x4(at_a.add(8 * (lane % 16) + 4 * (lane / 16)));
        let right = ldmatrix_x2_trans(at_b.add(4 * (lane % 16)));
        let sum = mma_m16n8k16_f32_bf16([0.0; 4], left, right);
        let mut j = 0;
        while j < 4 {
            if let Some(at) = acc_matrix_offset(lane, j, 0, 0, 8) {
                *c.get_unchecked_mut(at) = sum[j];
            }
            j += 1;
        }
    }
}

// c = a * b of 8x4 and 4x8 f64.
#[kernel]
pub fn product_f64(a: &[f64], b: &[f64], mut c: DisjointSlice<f64>) {
    let lane = warp::lane_id() as usize;
    unsafe {
        let sum = mma_m8n8k4_f64([0.0, 1.0], a[lane], b[8 * (lane % 4) + lane / 4]);
        *c.get_unchecked_mut(2 * lane) = sum[0];
        *c.get_unchecked_mut(2 * lane + 1) = sum[1] - 1.0;
    }
}

// c = a * b + 5 of 16x32 and 32x8 i8; b lies by columns.
#[kernel]
pub fn product_s8(a: &[u32], b: &[u32], mut c: DisjointSlice<i32>) {
    let lane = warp::lane_id() as usize;
    let (group, pair) = (lane / 4, lane % 4);
    let row = |r: usize, half: usize| a[8 * r + 4 * half + pair];
    let left = [row(group, 0), row(group + 8, 0), row(group, 1), row(group + 8, 1)];
    let right = [b[8 * group + pair], b[8 * group + 4 + pair]];
    unsafe {
        let sum = mma_m16n8k32_s32_s8([5; 4], left, right);
        for j in 0..4 {
            let (r, k) = acc_coords(lane, j);
            *c.get_unchecked_mut(8 * r + k) = sum[j];
        }
    }
}

#[kernel]
pub fn transpose(x: &[u32], mut out: DisjointSlice<u32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) {
        *out = unsafe { movmatrix_trans_b16(x[i]) };
    }
}

// What mma_frag says, checked against itself where it runs: bits of wrong answers.
#[kernel]
pub fn fragments(mut out: DisjointSlice<u32>) {
    const ALL: usize = acc_valid_count(16, 8);
    let idx = thread::index_1d();
    let lane = idx.get();
    let mut wrong = (ALL != 128) as u32;
    for j in 0..4 {
        let (row, col) = acc_coords(lane, j);
        wrong |= ((acc_decode(8 * row + col) != Some((lane, j))) as u32) << 1;
        let inside = row < 9 && col < 6;
        wrong |= ((acc_valid_mask(lane, 9, 6) >> j & 1 != inside as u32) as u32) << 2;
    }
    wrong |= (acc_decode(128).is_some() as u32) << 3;
    wrong |= (acc_matrix_offset(lane, 0, usize::MAX, 0, 2).is_some() as u32) << 4;
    if let Some(out) = out.get_mut(idx) {
        *out = wrong;
    }
}

// A tile of 16x16 f32 goes to shared memory, is doubled there, and goes to another place.
#[kernel]
pub fn load_tile(from: *const TmaDescriptor, to: *const TmaDescriptor, row: i32, col: i32) {
    static mut TILE: SharedArray<f32, 256, 128> = SharedArray::UNINIT;
    static mut BAR: Barrier = Barrier::UNINIT;
    let i = thread::threadIdx_x() as usize;
    unsafe {
        let tile = SharedArray::as_raw_mut_ptr(&raw mut TILE);
        if i == 0 {
            mbarrier_init(&raw mut BAR, 1);
            fence_proxy_async_shared_cta();
            cp_async_bulk_tensor_2d_g2s(tile as *mut u8, from, col, row, &raw mut BAR);
            mbarrier_arrive_expect_tx(&raw const BAR, 1, 1024);
        }
        sync_threads();
        while !mbarrier_try_wait_parity(&raw const BAR, 0) {}
        *tile.add(i) *= 2.0;
        fence_proxy_async_shared_cta();
        sync_threads();
        if i == 0 {
            cp_async_bulk_tensor_2d_s2g(tile as *const u8, to, col, row);
            cp_async_bulk_commit_group();
            cp_async_bulk_wait_group(0);
        }
    }
}

// c = a * b + a * b of 64x16 and 16x64 bf16, b by columns.  Without swizzling a core matrix is 8 rows of 16 bytes, one after the
// other; those of a row of the matrix follow each other, then those of the next eight rows.
#[kernel]
pub fn group_product(a: &[u32], b: &[u32], mut c: DisjointSlice<f32>) {
    static mut A: SharedArray<u32, 512, 128> = SharedArray::UNINIT;
    static mut B: SharedArray<u32, 512, 128> = SharedArray::UNINIT;
    let i = thread::threadIdx_x() as usize;
    unsafe {
        let (at_a, at_b) = (SharedArray::as_raw_mut_ptr(&raw mut A), SharedArray::as_raw_mut_ptr(&raw mut B));
        for n in 0..4 {
            let word = 128 * n + i;
            let (row, col) = (word / 8, word % 8);
            let to = row / 8 * 64 + col / 4 * 32 + row % 8 * 4 + col % 4;
            *at_a.add(to) = a[word];
            *at_b.add(to) = b[word];
        }
        fence_proxy_async_shared_cta();
        sync_threads();
        let desc_a = make_smem_desc_custom(at_a as *const u8, 128, 256, false);
        let desc_b = make_smem_desc_custom(at_b as *const u8, 128, 256, false);
        let mut acc = zero_accumulator();
        wgmma_fence();
        wgmma_mma_m64n64k16_f32_bf16(&mut acc, desc_a, desc_b);
        wgmma_mma_m64n64k16_f32_bf16(&mut acc, desc_a, desc_b);
        wgmma_commit_group();
        wgmma_wait_group::<0>();
        // Each warp has 16 rows; its lanes hold them as for small products, eight columns after eight.
        let (warp, lane) = (i / 32, i % 32);
        for n in 0..32 {
            let (row, col) = acc_coords(lane, n % 4);
            *c.get_unchecked_mut(64 * (16 * warp + row) + n / 4 * 8 + col) = acc[n / 8][n % 8];
        }
    }
}

// Blocks take over others until there are none: each element is counted once, whoever does it.
#[kernel]
pub fn steal(mut out: DisjointSlice<u32>) {
    static mut ANSWER: SharedArray<u64, 2, 16> = SharedArray::UNINIT;
    static mut BAR: Barrier = Barrier::UNINIT;
    let i = thread::threadIdx_x() as usize;
    let mut block = thread::blockIdx_x();
    let mut parity = 0;
    unsafe {
        let answer = SharedArray::as_raw_mut_ptr(&raw mut ANSWER);
        if i == 0 {
            mbarrier_init(&raw mut BAR, 1);
            fence_proxy_async_shared_cta();
        }
        sync_threads();
        loop {
            if i == 0 {
                mbarrier_arrive_expect_tx(&raw const BAR, 1, 16);
                clc_try_cancel(answer as *mut u8, &raw mut BAR);
            }
            *out.get_unchecked_mut(block as usize * thread::blockDim_x() as usize + i) += 1;
            while !mbarrier_try_wait_parity(&raw const BAR, parity) {}
            parity ^= 1;
            let (low, high) = (*answer, *answer.add(1));
            if clc_query_is_canceled(low, high) == 0 {
                break;
            }
            block = clc_query_get_first_ctaid_x(low, high);
            fence_proxy_async_shared_cta();
            sync_threads();
        }
    }
}
"""

_ALL = ("sm_80", "sm_90a", "sm_100a")
_HOPPER = ("sm_90", "sm_90a", "sm_100a")

# Kernel -> (architectures, instructions that its PTX has)
KERNELS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "stage": (_ALL, ("cp.async.cg.shared.global", "cp.async.ca.shared.global", "wait_group 1;", "cp.async.wait_all;")),
    "stage_barrier": (_HOPPER, ("cp.async.mbarrier.arrive.noinc",)),
    "meet": (_HOPPER, ("mbarrier.init", "mbarrier.arrive", "mbarrier.test_wait", "mbarrier.inval")),
    "managed": (_HOPPER, ("mbarrier.try_wait", "fence.proxy.async.shared::cta;")),
    "ring": (_HOPPER, ("barrier.cluster.arrive.aligned;", "mapa.u64", ".reqnctapercluster 4")),
    "product_bf16": (_ALL, ("ldmatrix.sync.aligned.m8n8.x4.shared", "x2.trans", "m16n8k16.row.col.f32.bf16.bf16.f32")),
    "product_f64": (_ALL, ("mma.sync.aligned.m8n8k4.row.col.f64",)),
    "product_s8": (_ALL, ("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",)),
    "transpose": (_ALL, ("movmatrix.sync.aligned.m8n8.trans.b16",)),
    "fragments": (_ALL, ()),
    "load_tile": (_HOPPER, ("2d.shared::cluster.global.tile", "2d.global.shared::cta.tile", "bulk.wait_group 0;")),
    "steal": (("sm_100", "sm_100a"), ("clusterlaunchcontrol.try_cancel.async", "is_canceled", "get_first_ctaid::x")),
    "group_product": (("sm_90a",), ("wgmma.fence", "wgmma.mma_async.sync.aligned.m64n64k16", "wgmma.wait_group")),
}
