//! Copies from global into shared memory that run besides the thread (sm_80).  On the CPU they are done at once.

pub use crate::intrinsics::async_copy::*;

use crate::barrier::Barrier;
use crate::intrinsics;

/// `size` bytes, then zeros up to `N`.
pub(crate) unsafe fn copy<const N: u32>(dst: *mut u32, src: *const u8, size: u32) {
    let dst = dst as *mut u8;
    let mut i = 0;
    while i < N {
        unsafe { *dst.add(i as usize) = if i < size { *src.add(i as usize) } else { 0 } };
        i += 1;
    }
}

/// Waits until at most `max_pending` of this thread's groups of copies are under way; above 7 until all are done.
///
/// # Safety
/// Other threads' copies are not waited for.
pub unsafe fn cp_async_wait_group(max_pending: u32) {
    unsafe {
        match max_pending {
            1 => intrinsics::cp_async_wait_pending::<1>(),
            2 => intrinsics::cp_async_wait_pending::<2>(),
            3 => intrinsics::cp_async_wait_pending::<3>(),
            4 => intrinsics::cp_async_wait_pending::<4>(),
            5 => intrinsics::cp_async_wait_pending::<5>(),
            6 => intrinsics::cp_async_wait_pending::<6>(),
            7 => intrinsics::cp_async_wait_pending::<7>(),
            _ => intrinsics::cp_async_wait_pending::<0>(),
        }
    }
}

/// The barrier hears of this thread when its copies so far are done.
///
/// # Safety
/// `barrier` must be an initialised barrier in shared memory.
pub unsafe fn cp_async_mbarrier_arrive(barrier: *mut Barrier) {
    unsafe { intrinsics::cp_async_mbarrier_arrive_raw(barrier as *const u8) }
}

/// As `cp_async_mbarrier_arrive`, counted in what the barrier was initialised with.
///
/// # Safety
/// As there.
pub unsafe fn cp_async_mbarrier_arrive_noinc(barrier: *mut Barrier) {
    unsafe { intrinsics::cp_async_mbarrier_arrive_noinc_raw(barrier as *const u8) }
}

/// # Safety
/// As `cp_async_mbarrier_arrive`.
pub unsafe fn cp_async_mbarrier_arrive_shared(barrier: *mut Barrier) {
    unsafe { cp_async_mbarrier_arrive(barrier) }
}

/// # Safety
/// As `cp_async_mbarrier_arrive_noinc`.
pub unsafe fn cp_async_mbarrier_arrive_noinc_shared(barrier: *mut Barrier) {
    unsafe { cp_async_mbarrier_arrive_noinc(barrier) }
}
