//! Counts of the 256 values of a byte: each block counts in shared memory, then adds its counts to the result.

use cuda_device::atomic::{AtomicOrdering, BlockAtomicU32, DeviceAtomicU32};
use cuda_device::{SharedArray, kernel, sync_threads, thread};

const BINS: usize = 256;

/// Adds to `counts[v]` how often `v` occurs in `data`; `counts` has 256 elements. Any grid and block will do.
#[kernel]
pub fn histogram(data: &[u8], counts: &[DeviceAtomicU32]) {
    static mut LOCAL: SharedArray<u32, BINS> = SharedArray::UNINIT;

    let (tid, block) = (thread::threadIdx_x() as usize, thread::blockDim_x() as usize);
    let mut bin = tid;
    while bin < BINS {
        // SAFETY: each place is written by one thread, before the barrier.
        unsafe { LOCAL[bin] = 0 };
        bin += block;
    }
    sync_threads();

    let mut i = thread::blockIdx_x() as usize * block + tid;
    while i < data.len() {
        // SAFETY: between the barriers the counts are only touched atomically; a byte is less than BINS.
        let count =
            unsafe { BlockAtomicU32::from_ptr(SharedArray::as_raw_mut_ptr(&raw mut LOCAL).add(data[i] as usize)) };
        count.fetch_add(1, AtomicOrdering::Relaxed);
        i += block * thread::gridDim_x() as usize;
    }
    sync_threads();

    bin = tid;
    while bin < BINS {
        // SAFETY: the counts no longer change.
        let count = unsafe { LOCAL[bin] };
        if count > 0 {
            counts[bin].fetch_add(count, AtomicOrdering::Relaxed);
        }
        bin += block;
    }
}
