//! Radix sort of u32 keys, least significant digit first: four passes, each of which sorts by eight bits and leaves keys
//! with equal digits in their order.
//!
//! A pass counts the digits of each tile; a scan of the counts, by digit and then by tile, says where the keys with a digit
//! of a tile begin in the output; and each tile moves its keys there.

use cuda_device::atomic::{AtomicOrdering, BlockAtomicU32};
use cuda_device::{DisjointSlice, SharedArray, device, kernel, launch_contract, sync_threads, thread, warp};

/// Values of a digit. A block has a thread for each, and its tile as many keys.
const DIGITS: usize = 256;
const WARP: usize = 32;
const WARPS: usize = DIGITS / WARP;

/// Eight bits of `key`.
fn digit(key: u32, shift: u32) -> u32 {
    key >> shift & (DIGITS as u32 - 1)
}

/// `counts[d * tiles + t]` becomes how often digit `d` occurs in tile `t`.
#[kernel]
#[launch_contract(domain = 1, block = (256, 1, 1))]
pub fn count_digits(shift: u32, keys: &[u32], mut counts: DisjointSlice<u32>) {
    static mut COUNTS: SharedArray<u32, DIGITS> = SharedArray::UNINIT;

    let tid = thread::threadIdx_x() as usize;
    // SAFETY: each thread clears its own count before the barrier.
    unsafe { COUNTS[tid] = 0 };
    sync_threads();
    if let Some(&key) = keys.get(thread::index_1d().get()) {
        let d = digit(key, shift) as usize;
        // SAFETY: between the barriers the counts are only touched atomically; a digit is less than DIGITS.
        let count = unsafe { BlockAtomicU32::from_ptr(SharedArray::as_raw_mut_ptr(&raw mut COUNTS).add(d)) };
        count.fetch_add(1, AtomicOrdering::Relaxed);
    }
    sync_threads();
    let i = tid * thread::gridDim_x() as usize + thread::blockIdx_x() as usize;
    assert!(i < counts.len(), "a count for each digit of each tile");
    // SAFETY: inside `counts`, and no other thread has this digit of this tile.
    unsafe { *counts.get_unchecked_mut(i) = COUNTS[tid] };
}

/// The sum of `value` over the lanes up to this one.
#[device]
fn warp_scan(mut value: u32) -> u32 {
    for distance in [1, 2, 4, 8, 16] {
        let left = warp::shuffle_up(value, distance);
        if warp::lane_id() >= distance {
            value += left;
        }
    }
    value
}

/// Replaces each count by the sum of those before it. One block; it goes through `counts` tile by tile.
#[kernel]
#[launch_contract(domain = 1, block = (256, 1, 1))]
pub fn scan_counts(mut counts: DisjointSlice<u32>) {
    static mut SUMS: SharedArray<u32, WARPS> = SharedArray::UNINIT;

    let tid = thread::threadIdx_x() as usize;
    let mut before = 0;
    for tile in 0..counts.len().div_ceil(DIGITS) {
        let i = tile * DIGITS + tid;
        // SAFETY: inside `counts`, and each place belongs to one thread of the only block.
        let count = if i < counts.len() { unsafe { *counts.get_unchecked_mut(i) } } else { 0 };
        let sum = warp_scan(count);
        if tid % WARP == WARP - 1 {
            // SAFETY: one lane of each warp writes, and each its own place; barriers before and after the reads.
            unsafe { SUMS[tid / WARP] = sum };
        }
        sync_threads();
        let mut earlier_warps = 0;
        let mut all_warps = 0;
        for w in 0..WARPS {
            if w == tid / WARP {
                earlier_warps = all_warps;
            }
            all_warps += unsafe { SUMS[w] };
        }
        if i < counts.len() {
            unsafe { *counts.get_unchecked_mut(i) = before + earlier_warps + sum - count };
        }
        before += all_warps;
        sync_threads();
    }
}

/// Moves the keys of each tile to where `starts`, the scanned counts, has room for their digits.
#[kernel]
#[launch_contract(domain = 1, block = (256, 1, 1))]
pub fn scatter(shift: u32, keys: &[u32], starts: &[u32], mut out: DisjointSlice<u32>) {
    // How often each digit occurs in each warp, then in the warps before it.
    static mut COUNTS: SharedArray<[u32; DIGITS], WARPS> = SharedArray::UNINIT;

    let tid = thread::threadIdx_x() as usize;
    // SAFETY: each thread writes the counts of its own digit, but between the first two barriers, where those of its own
    // warp belong to the lane that leads the others with the same digit.
    for w in 0..WARPS {
        unsafe { COUNTS[w][tid] = 0 };
    }
    sync_threads();

    let key = keys.get(thread::index_1d().get()).copied();
    // Lanes without a key are told apart from all that have one.
    let d = key.map_or(u32::MAX, |key| digit(key, shift));
    let same = warp::match_any_sync(u32::MAX, d);
    let rank_in_warp = (same & warp::lanemask_lt()).count_ones();
    if key.is_some() && rank_in_warp == 0 {
        unsafe { COUNTS[tid / WARP][d as usize] = same.count_ones() };
    }
    sync_threads();

    let mut before = 0;
    for w in 0..WARPS {
        unsafe {
            let count = COUNTS[w][tid];
            COUNTS[w][tid] = before;
            before += count;
        }
    }
    sync_threads();

    if let Some(key) = key {
        let start = starts[d as usize * thread::gridDim_x() as usize + thread::blockIdx_x() as usize];
        let i = (start + rank_in_warp + unsafe { COUNTS[tid / WARP][d as usize] }) as usize;
        assert!(i < out.len(), "room for every key");
        // SAFETY: inside `out`; the starts leave room for each digit of each tile, in which the ranks differ.
        unsafe { *out.get_unchecked_mut(i) = key };
    }
}
