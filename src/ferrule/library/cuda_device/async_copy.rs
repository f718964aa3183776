//! Copies from global to shared memory that go on while the thread does (sm_80); on the CPU device they are done at once.
//!
//! Pointers are aligned to the size of the copy.  Nobody may touch the destination before the thread that started the copy
//! has waited for it, nor another thread before a barrier after that.

use crate::barrier::Barrier;
use crate::intrinsics;

pub use crate::intrinsics::{cp_async_ca_4, cp_async_ca_8, cp_async_ca_16, cp_async_cg_16};
pub use crate::intrinsics::{cp_async_ca_zfill_4, cp_async_ca_zfill_8, cp_async_ca_zfill_16, cp_async_cg_zfill_16};
pub use crate::intrinsics::{cp_async_commit_group, cp_async_wait_all};

/// Waits until at most `max_pending` of this thread's groups are under way.
///
/// The instruction wants a constant: give one, and the rest of this disappears.  Beyond 7 it waits for more than it must.
///
/// # Safety
/// Touch only destinations whose groups this has waited for.
pub unsafe fn cp_async_wait_group(max_pending: u32) {
    unsafe {
        match max_pending {
            0 => intrinsics::cp_async_wait_pending::<0>(),
            1 => intrinsics::cp_async_wait_pending::<1>(),
            2 => intrinsics::cp_async_wait_pending::<2>(),
            3 => intrinsics::cp_async_wait_pending::<3>(),
            4 => intrinsics::cp_async_wait_pending::<4>(),
            5 => intrinsics::cp_async_wait_pending::<5>(),
            6 => intrinsics::cp_async_wait_pending::<6>(),
            _ => intrinsics::cp_async_wait_pending::<7>(),
        }
    }
}

macro_rules! arrivals {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// `barrier` points to an initialised barrier in shared memory, which lives until the copies are done.
        pub unsafe fn $name(barrier: *mut Barrier) {
            unsafe { intrinsics::$name(barrier as *mut u64) }
        }
    )*};
}
arrivals! {
    /// Arrives at the barrier when the copies this thread has started are done; the phase waits for one arrival more.
    cp_async_mbarrier_arrive
    /// Arrives at the barrier when the copies this thread has started are done; the barrier's count includes that.
    cp_async_mbarrier_arrive_noinc
    /// As without `_shared`, through an address in shared memory.
    cp_async_mbarrier_arrive_shared
    /// As without `_shared`, through an address in shared memory.
    cp_async_mbarrier_arrive_noinc_shared
}
