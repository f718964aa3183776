//! Sums: of each warp by shuffles, and of a whole vector by warps, then blocks, then one atomic addition a block; and the
//! same with cooperative groups, where a second launch in place of the atomics makes the result the same each time.

use cuda_device::atomic::{AtomicOrdering, DeviceAtomicF32};
use cuda_device::cooperative_groups::{ThreadGroup, block_reduce, ops::Sum, this_grid, this_thread_block};
use cuda_device::thread::WarpIndex;
use cuda_device::{DisjointSlice, SharedArray, device, kernel, sync_threads, thread, warp};

const WARP: usize = 32;

/// Every lane gets the sum over the 32 lanes of its warp.
#[device]
fn warp_sum(mut v: f32) -> f32 {
    let mut distance = WARP as u32 / 2;
    while distance > 0 {
        v += warp::shuffle_xor_f32(v, distance);
        distance /= 2;
    }
    v
}

/// `sums[w]` is the sum of the 32 values of warp `w`; a ragged end counts as zeros.
#[kernel]
pub fn warp_sums(x: &[f32], mut sums: DisjointSlice<f32, WarpIndex>) {
    let i = (thread::blockIdx_x() * thread::blockDim_x() + thread::threadIdx_x()) as usize;
    let v = if i < x.len() { x[i] } else { 0.0 };
    let sum = warp_sum(v);
    // Only lane 0 gets an index.
    if let Some(idx) = thread::warp_index() {
        if let Some(s) = sums.get_mut(idx) {
            *s = sum;
        }
    }
}

/// Adds the sum of `x` to `total[0]`. The block is a whole number of warps; any number of blocks will do.
#[kernel]
pub fn block_sum(x: &[f32], total: &[DeviceAtomicF32]) {
    static mut PARTIAL: SharedArray<f32, WARP> = SharedArray::UNINIT;

    let tid = thread::threadIdx_x() as usize;
    let block = thread::blockDim_x() as usize;
    let stride = block * thread::gridDim_x() as usize;

    let mut sum = 0.0f32;
    let mut i = thread::blockIdx_x() as usize * block + tid;
    while i < x.len() {
        sum += x[i];
        i += stride;
    }

    sum = warp_sum(sum);
    if tid % WARP == 0 {
        // SAFETY: one lane of each warp writes, and each its own place.
        unsafe { PARTIAL[tid / WARP] = sum };
    }
    sync_threads();
    if tid < WARP {
        // SAFETY: all writes lie before the barrier.
        let mine = if tid < block / WARP { unsafe { PARTIAL[tid] } } else { 0.0 };
        let all = warp_sum(mine);
        if tid == 0 {
            total[0].fetch_add(all, AtomicOrdering::Relaxed);
        }
    }
}

/// `sums[b]` is the sum of what block `b` has of `x`; any number of blocks will do.
#[kernel]
pub fn group_sum(x: &[f32], mut sums: DisjointSlice<f32>) {
    static mut PARTIAL: SharedArray<f32, WARP> = SharedArray::UNINIT;

    let (grid, block) = (this_grid(), this_thread_block());
    let mine: f32 = x.iter().skip(grid.thread_rank() as usize).step_by(grid.size() as usize).sum();
    let sum = block_reduce::<f32, Sum, WARP>(&block, mine, &raw mut PARTIAL);
    if block.thread_rank() == 0 {
        let b = grid.block_rank() as usize;
        assert!(b < sums.len(), "a sum for each block");
        // SAFETY: inside `sums`, and one thread of each block writes, each block its own place.
        unsafe { *sums.get_unchecked_mut(b) = sum };
    }
}
