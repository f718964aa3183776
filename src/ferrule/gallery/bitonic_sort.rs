//! Bitonic sort of u32 keys in place. Sorted runs are merged two by two: the first step of a merge compares each key of one
//! run with its mirror image in the other, and further steps compare keys at half the distance each time.
//!
//! In this form every comparison puts the smaller key at the smaller index. So keys beyond the end can be thought of as
//! larger than all others: they would never move, the steps skip them, and any length will do.

use cuda_device::{DisjointSlice, SharedArray, device, kernel, launch_contract, sync_threads, thread};

/// Threads of a block; each handles a pair of keys.
const BLOCK: usize = 256;
/// Keys that a block can sort in shared memory.
const TILE: usize = 2 * BLOCK;

static mut KEYS: SharedArray<u32, TILE> = SharedArray::UNINIT;

/// Which keys a step compares.
#[derive(Clone, Copy)]
enum Step {
    /// Runs of `run` keys are merged: the key at `k` of the left and the one at `k` from the end of the right.
    Mirror { run: usize },
    /// Keys at this distance.
    Distance(usize),
}

impl Step {
    /// The indices that pair number `i` compares, the smaller first. Lengths and distances are powers of two.
    fn pair(self, i: usize) -> (usize, usize) {
        match self {
            Step::Mirror { run } => {
                let (start, k) = (i / run * 2 * run, i % run);
                (start + k, start + 2 * run - 1 - k)
            }
            Step::Distance(distance) => {
                let low = i / distance * 2 * distance + i % distance;
                (low, low + distance)
            }
        }
    }

    /// Compares the pair of this thread in shared memory, once all threads have done the step before.
    fn apply_to_tile(self) {
        let (low, high) = self.pair(thread::threadIdx_x() as usize);
        sync_threads();
        // SAFETY: pairs of a step have no key in common, and a barrier stands between steps.
        unsafe {
            if KEYS[high] < KEYS[low] {
                let key = KEYS[low];
                KEYS[low] = KEYS[high];
                KEYS[high] = key;
            }
        }
    }

    /// Compares the pair of this thread in global memory.
    fn apply(self, keys: &mut DisjointSlice<u32>) {
        let (low, high) = self.pair(thread::index_1d().get());
        if high < keys.len() {
            // SAFETY: inside `keys`, and pairs of a step have no key in common.
            unsafe {
                let (a, b) = (*keys.get_unchecked_mut(low), *keys.get_unchecked_mut(high));
                if b < a {
                    *keys.get_unchecked_mut(low) = b;
                    *keys.get_unchecked_mut(high) = a;
                }
            }
        }
    }
}

/// The steps at distances from `distance` downwards, in shared memory.
#[device]
fn halve(mut distance: usize) {
    while distance > 0 {
        Step::Distance(distance).apply_to_tile();
        distance /= 2;
    }
}

/// Runs `steps` on the tile of this block, in shared memory.
#[device]
fn in_shared_memory(keys: &mut DisjointSlice<u32>, steps: impl Fn()) {
    let start = thread::blockIdx_x() as usize * TILE;
    let mine = [0, BLOCK].map(|half| half + thread::threadIdx_x() as usize);
    // SAFETY: each thread copies its own two keys, from inside the slice; all threads have passed the last step before
    // keys are copied back.
    for k in mine {
        unsafe { KEYS[k] = if start + k < keys.len() { *keys.get_unchecked_mut(start + k) } else { u32::MAX } };
    }
    steps();
    sync_threads();
    for k in mine {
        if start + k < keys.len() {
            unsafe { *keys.get_unchecked_mut(start + k) = KEYS[k] };
        }
    }
}

/// Sorts each tile.
#[kernel]
#[launch_contract(domain = 1, block = (256, 1, 1))]
pub fn sort_tiles(mut keys: DisjointSlice<u32>) {
    in_shared_memory(&mut keys, || {
        let mut run = 1;
        while run < TILE {
            Step::Mirror { run }.apply_to_tile();
            halve(run / 2);
            run *= 2;
        }
    });
}

/// Begins to merge runs of `run` keys.
#[kernel]
pub fn merge(run: u32, mut keys: DisjointSlice<u32>) {
    Step::Mirror { run: run as usize }.apply(&mut keys);
}

/// Goes on at a distance too large for a tile.
#[kernel]
pub fn merge_step(distance: u32, mut keys: DisjointSlice<u32>) {
    Step::Distance(distance as usize).apply(&mut keys);
}

/// Ends a merge: all distances below that.
#[kernel]
#[launch_contract(domain = 1, block = (256, 1, 1))]
pub fn merge_tiles(mut keys: DisjointSlice<u32>) {
    in_shared_memory(&mut keys, || halve(BLOCK));
}
