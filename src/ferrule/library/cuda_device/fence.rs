//! Memory fences in CUDA's names: accesses before are seen before accesses after.

use core::sync::atomic::{Ordering, raw};

/// As seen by the threads of the block.
pub fn threadfence_block() {
    raw::fence::<{ raw::BLOCK }>(Ordering::SeqCst)
}

/// As seen by all threads of the device.
pub fn threadfence() {
    raw::fence::<{ raw::DEVICE }>(Ordering::SeqCst)
}

/// As seen by all threads of the system, the host included.
pub fn threadfence_system() {
    raw::fence::<{ raw::SYSTEM }>(Ordering::SeqCst)
}
