//! Hints to the optimiser.

use crate::intrinsics;

/// # Safety
/// Must never be reached.
pub const unsafe fn unreachable_unchecked() -> ! {
    unsafe { intrinsics::unreachable() }
}

/// # Safety
/// `cond` must be true.
pub const unsafe fn assert_unchecked(cond: bool) {
    unsafe { intrinsics::assume(cond) }
}

/// Returns `x`; the optimiser knows nothing about the result.
pub fn black_box<T>(x: T) -> T {
    intrinsics::black_box(x)
}

/// For the body of a loop that waits.
pub fn spin_loop() {}

pub const fn likely(b: bool) -> bool {
    intrinsics::likely(b)
}

pub const fn unlikely(b: bool) -> bool {
    intrinsics::unlikely(b)
}

/// `b` chooses between two values, without a branch where that is possible.
pub fn select_unpredictable<T>(b: bool, true_val: T, false_val: T) -> T {
    if b { true_val } else { false_val }
}

