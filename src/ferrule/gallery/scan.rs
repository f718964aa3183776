//! Inclusive scan (prefix sums) over many blocks: each block scans its tile in shared memory and notes the tile's sum,
//! one block scans those sums, and each tile adds what came before it.
//!
//! The first step in two classical forms. Hillis and Steele: log n steps, in each of which every thread adds a value from
//! further left; n log n additions. Blelloch: sums up a tree and down again; 2 n additions, but twice the barriers.

use cuda_device::{DisjointSlice, SharedArray, device, kernel, launch_contract, sync_threads, thread};

/// Threads of a block, and elements of a tile.
const BLOCK: usize = 256;

static mut TILE: SharedArray<u32, BLOCK> = SharedArray::UNINIT;

/// The sum of `value` over the threads of the block up to this one, this one included (Hillis and Steele).
#[device]
fn block_scan(mut value: u32) -> u32 {
    let tid = thread::threadIdx_x() as usize;
    let mut distance = 1;
    // SAFETY: each thread writes its own place, and barriers separate all writes from all reads.
    unsafe { TILE[tid] = value };
    sync_threads();
    while distance < BLOCK {
        let left = if tid >= distance { unsafe { TILE[tid - distance] } } else { 0 };
        sync_threads();
        value = value.wrapping_add(left);
        unsafe { TILE[tid] = value };
        sync_threads();
        distance *= 2;
    }
    value
}

/// The same by a tree (Blelloch).
#[device]
fn block_scan_tree(value: u32) -> u32 {
    let tid = thread::threadIdx_x() as usize;
    // SAFETY: each thread writes its own place, then its own node of the tree; barriers separate the levels.
    unsafe { TILE[tid] = value };

    // Up: the last place of each subtree becomes its sum.
    let mut half = 1;
    while half < BLOCK {
        sync_threads();
        let right = (2 * tid + 2) * half - 1;
        if right < BLOCK {
            unsafe { TILE[right] = TILE[right].wrapping_add(TILE[right - half]) };
        }
        half *= 2;
    }

    // Down: each node hands the sum of everything before it to its left child, and adds the left child's sum for the
    // right one. The root has nothing before it; thread 0, which wrote it last, needs no barrier to do so again.
    if tid == 0 {
        unsafe { TILE[BLOCK - 1] = 0 };
    }
    while half > 1 {
        half /= 2;
        sync_threads();
        let right = (2 * tid + 2) * half - 1;
        if right < BLOCK {
            unsafe {
                let before = TILE[right];
                TILE[right] = before.wrapping_add(TILE[right - half]);
                TILE[right - half] = before;
            }
        }
    }
    sync_threads();
    value.wrapping_add(unsafe { TILE[tid] })
}

/// Scans the tile of this block with `scan`; the sum of the tile goes to `sums`.
#[device]
fn scan_tile(x: &[u32], mut y: DisjointSlice<u32>, mut sums: DisjointSlice<u32>, scan: impl Fn(u32) -> u32) {
    let idx = thread::index_1d();
    // A ragged end counts as zeros; its threads take part, since all must reach the barriers.
    let sum = scan(x.get(idx.get()).copied().unwrap_or(0));
    if let Some(y) = y.get_mut(idx) {
        *y = sum;
    }
    let block = thread::blockIdx_x() as usize;
    if thread::threadIdx_x() as usize == BLOCK - 1 {
        assert!(block < sums.len(), "a sum for each block");
        // SAFETY: inside `sums`, and one thread of each block writes, each block its own place.
        unsafe { *sums.get_unchecked_mut(block) = sum };
    }
}

/// `y` is the scan of each tile of `x`, `sums` the sum of each tile.
#[kernel]
#[launch_contract(domain = 1, block = (256, 1, 1))]
pub fn hillis_steele(x: &[u32], y: DisjointSlice<u32>, sums: DisjointSlice<u32>) {
    scan_tile(x, y, sums, block_scan);
}

/// `y` is the scan of each tile of `x`, `sums` the sum of each tile.
#[kernel]
#[launch_contract(domain = 1, block = (256, 1, 1))]
pub fn blelloch(x: &[u32], y: DisjointSlice<u32>, sums: DisjointSlice<u32>) {
    scan_tile(x, y, sums, block_scan_tree);
}

/// Replaces each sum by the sum of those before it. One block; it goes through `sums` tile by tile.
#[kernel]
#[launch_contract(domain = 1, block = (256, 1, 1))]
pub fn exclusive_scan(mut sums: DisjointSlice<u32>) {
    let tid = thread::threadIdx_x() as usize;
    let mut before = 0u32;
    for tile in 0..sums.len().div_ceil(BLOCK) {
        let i = tile * BLOCK + tid;
        // SAFETY: inside `sums`, and each place belongs to one thread of the only block.
        let value = if i < sums.len() { unsafe { *sums.get_unchecked_mut(i) } } else { 0 };
        let sum = block_scan(value);
        if i < sums.len() {
            unsafe { *sums.get_unchecked_mut(i) = before.wrapping_add(sum - value) };
        }
        // SAFETY: after a scan the last place holds the whole sum; the barrier keeps it from the next scan's writes.
        before = before.wrapping_add(unsafe { TILE[BLOCK - 1] });
        sync_threads();
    }
}

/// Adds to each tile of `y` the sum of the tiles before it.
#[kernel]
#[launch_contract(domain = 1, block = (256, 1, 1))]
pub fn add_before(before: &[u32], mut y: DisjointSlice<u32>) {
    if let Some(y) = y.get_mut(thread::index_1d()) {
        *y = y.wrapping_add(before[thread::blockIdx_x() as usize]);
    }
}
