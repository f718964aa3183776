//! Conversions of pairs of numbers, and to tf32.  `lo` is the lower half.

pub use crate::intrinsics::convert::*;

fn f16_to_f32(bits: u32) -> f32 {
    let half: f16 = unsafe { core::mem::transmute(bits as u16) };
    half as f32
}

/// The halves of a word, lower one first.
pub fn cvt_f32x2_f16x2(packed: u32) -> (f32, f32) {
    (cvt_f32_f16x2_lo(packed), cvt_f32_f16x2_hi(packed))
}

pub fn cvt_f32_f16x2_lo(packed: u32) -> f32 {
    f16_to_f32(packed)
}

pub fn cvt_f32_f16x2_hi(packed: u32) -> f32 {
    f16_to_f32(packed >> 16)
}

/// The halves of a word, lower one first.
pub fn cvt_f32x2_bf16x2(packed: u32) -> (f32, f32) {
    (cvt_f32_bf16x2_lo(packed), cvt_f32_bf16x2_hi(packed))
}

pub fn cvt_f32_bf16x2_lo(packed: u32) -> f32 {
    f32::from_bits(packed << 16)
}

pub fn cvt_f32_bf16x2_hi(packed: u32) -> f32 {
    f32::from_bits(packed & 0xFFFF_0000)
}
