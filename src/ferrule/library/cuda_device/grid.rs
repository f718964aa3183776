//! All blocks of the launch together.

use crate::atomic::{AtomicOrdering, DeviceAtomicU32};
use crate::thread::{
    blockIdx_x, blockIdx_y, blockIdx_z, gridDim_x, gridDim_y, gridDim_z, sync_threads, threadIdx_x, threadIdx_y, threadIdx_z,
};

pub use crate::intrinsics::{envreg1, envreg2};

/// Waits for every thread of the grid; memory written before is visible after.  Needs a cooperative launch, for all blocks
/// must run at once and the driver brings the word on which they meet.
pub fn sync() {
    sync_threads();
    if (threadIdx_x() | threadIdx_y() | threadIdx_z()) == 0 {
        // The driver's workspace: its size, then the word.  Each meeting adds 2^31 in all, so the top bit flips when the last
        // block comes.
        let workspace = ((envreg1() as u64) << 32 | envreg2() as u64) as *mut u32;
        let word = unsafe { DeviceAtomicU32::from_ptr(workspace.add(1)) };
        let blocks = gridDim_x() * gridDim_y() * gridDim_z();
        let first = (blockIdx_x() | blockIdx_y() | blockIdx_z()) == 0;
        let share = if first { 0x8000_0000 - (blocks - 1) } else { 1 };
        crate::fence::threadfence();
        let before = word.fetch_add(share, AtomicOrdering::AcqRel);
        while (word.load(AtomicOrdering::Acquire) ^ before) & 0x8000_0000 == 0 {}
        crate::fence::threadfence();
    }
    sync_threads();
}
