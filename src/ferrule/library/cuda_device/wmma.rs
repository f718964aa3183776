//! Products of small matrices that lie in the registers of a warp, and loads of such matrices.
//!
//! Lane 4g + t holds of a row-major factor the words (g, t) and (g + 8, t), then the same of the second half of k; of a
//! column-major one the word t of column g; of the sum the columns 2t and 2t + 1 of rows g and g + 8.

pub use crate::intrinsics::wmma::*;

use crate::warp::{lane_id, shuffle, shuffle_f64, shuffle_u64};

/// What the instruction computes, by shuffles; `dot` adds the products of two words of elements.
pub(crate) fn multiply<T: Copy>(c: [T; 4], a: [u32; 4], b: [u32; 2], dot: impl Fn(T, u32, u32) -> T) -> [T; 4] {
    let lane = lane_id();
    let (row, column) = (lane & !3, 8 * (lane & 3));
    let mut sums = c;
    let mut half = 0;
    while half < 2 {
        let mut t = 0;
        while t < 4 {
            let (upper, lower) = (shuffle(a[2 * half], row + t), shuffle(a[2 * half + 1], row + t));
            let (even, odd) = (shuffle(b[half], column + t), shuffle(b[half], column + 4 + t));
            sums = [
                dot(sums[0], upper, even),
                dot(sums[1], upper, odd),
                dot(sums[2], lower, even),
                dot(sums[3], lower, odd),
            ];
            t += 1;
        }
        half += 1;
    }
    sums
}

pub(crate) fn multiply_f64(acc: [f64; 2], a: f64, b: f64) -> [f64; 2] {
    let lane = lane_id();
    let (row, column) = (lane & !3, 8 * (lane & 3));
    let mut sums = acc;
    let mut t = 0;
    while t < 4 {
        let own = shuffle_f64(a, row + t);
        let (even, odd) = (shuffle_f64(b, column + t), shuffle_f64(b, column + 4 + t));
        sums = [own.mul_add(even, sums[0]), own.mul_add(odd, sums[1])];
        t += 1;
    }
    sums
}

pub(crate) fn dot_f16(sum: f32, a: u32, b: u32) -> f32 {
    let ((a0, a1), (b0, b1)) = (crate::convert::cvt_f32x2_f16x2(a), crate::convert::cvt_f32x2_f16x2(b));
    sum + a0 * b0 + a1 * b1
}

pub(crate) fn dot_bf16(sum: f32, a: u32, b: u32) -> f32 {
    let ((a0, a1), (b0, b1)) = (crate::convert::cvt_f32x2_bf16x2(a), crate::convert::cvt_f32x2_bf16x2(b));
    sum + a0 * b0 + a1 * b1
}

/// The lower bits of a word are not looked at.
pub(crate) fn dot_tf32(sum: f32, a: u32, b: u32) -> f32 {
    sum + f32::from_bits(a & 0xFFFF_E000) * f32::from_bits(b & 0xFFFF_E000)
}

pub(crate) fn dot_s8(sum: i32, a: u32, b: u32) -> i32 {
    crate::intrinsics::dp4a_s32(a, b, sum)
}

/// `N` matrices of 8 by 8 halves: the rows of matrix i start where lanes 8i to 8i + 7 point to.
pub(crate) unsafe fn load_rows<const N: usize>(start: *const u32) -> [u32; N] {
    let lane = lane_id();
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        let row = shuffle_u64(start as u64, 8 * i as u32 + lane / 4) as *const u32;
        out[i] = unsafe { *row.add((lane & 3) as usize) };
        i += 1;
    }
    out
}

/// The same, transposed.
pub(crate) unsafe fn load_columns<const N: usize>(start: *const u32) -> [u32; N] {
    let lane = lane_id();
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        let first = 8 * i as u32 + 2 * (lane & 3);
        let low = shuffle_u64(start as u64, first) as *const u16;
        let high = shuffle_u64(start as u64, first + 1) as *const u16;
        let column = (lane / 4) as usize;
        out[i] = unsafe { *low.add(column) as u32 | (*high.add(column) as u32) << 16 };
        i += 1;
    }
    out
}

/// The matrix of 8 by 8 halves in the warp's registers, transposed.
pub(crate) fn transpose(value: u32) -> u32 {
    let lane = lane_id();
    let (column, shift) = (lane / 8, 16 * (lane / 4 & 1));
    let first = 8 * (lane & 3) + column;
    let (low, high) = (shuffle(value, first), shuffle(value, first + 4));
    (low >> shift & 0xFFFF) | (high >> shift & 0xFFFF) << 16
}
