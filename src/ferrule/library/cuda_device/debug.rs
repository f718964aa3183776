//! Clocks, traps and marks for tools.

use crate::intrinsics;

/// A counter of the multiprocessor's cycles.
pub fn clock() -> u32 {
    intrinsics::clock()
}

/// The upper half of `clock64()`: it changes each time `clock()` wraps.
pub fn clock_hi() -> u32 {
    intrinsics::clock_hi()
}

/// A counter of the multiprocessor's cycles.
pub fn clock64() -> u64 {
    intrinsics::clock64()
}

/// Nanoseconds of a clock that the whole device shares.
pub fn globaltimer() -> u64 {
    intrinsics::globaltimer()
}

/// Ends the kernel with an error.
pub fn trap() -> ! {
    core::intrinsics::abort()
}

/// A breakpoint for debuggers.
pub fn breakpoint() {
    intrinsics::breakpoint()
}

/// Suspends the thread for about that many nanoseconds.
pub fn nanosleep(ns: u32) {
    intrinsics::nanosleep(ns)
}

/// Counts an event of the profiler, one of sixteen.
pub fn prof_trigger<const N: u32>() {
    const { assert!(N < 16, "there are profiler events 0 to 15") };
    intrinsics::prof_trigger::<N>()
}
