//! Dot products of small integers packed in words, added to a third operand.

pub use crate::intrinsics::{dp2a_hi_s32, dp2a_hi_u32, dp4a_s32, dp4a_u32};

/// The halves of `a` times the lower two bytes of `b`.
pub fn dp2a_s32(a: u32, b: u32, c: i32) -> i32 {
    crate::intrinsics::dp2a_lo_s32(a, b, c)
}

/// The halves of `a` times the lower two bytes of `b`.
pub fn dp2a_u32(a: u32, b: u32, c: u32) -> u32 {
    crate::intrinsics::dp2a_lo_u32(a, b, c)
}
