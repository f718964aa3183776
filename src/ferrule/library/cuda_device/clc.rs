//! Taking over blocks of the grid that have not started (sm_100): a block that is done asks for the work of another.
//!
//! An answer is 16 bytes in shared memory; as two words, low first, it is what the questions take.

use crate::barrier::Barrier;
use crate::intrinsics;

macro_rules! requests {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// `response` points to 16 bytes of shared memory, aligned to that, `mbar` to an initialised barrier, which counts them;
        /// one thread asks.
        pub unsafe fn $name(response: *mut u8, mbar: *mut Barrier) {
            unsafe { intrinsics::$name(response, mbar as *mut u64) }
        }
    )*};
}
requests! {
    /// Asks for a block that has not started.
    clc_try_cancel
    /// Asks for a cluster that has not started; the answer goes to every block of this one (sm_100a).
    clc_try_cancel_multicast
}

/// 1 if the answer names a block to take over, else 0.
pub use crate::intrinsics::clc_query_is_canceled;
/// Index of the first block to take over; the answer must name one.
pub use crate::intrinsics::{clc_query_get_first_ctaid_x, clc_query_get_first_ctaid_y, clc_query_get_first_ctaid_z};
