//! Trigonometric functions: reduction to |r| <= pi / 4 and a quarter, then polynomials.
//!
//! Moderate arguments are reduced by Cody and Waite's method with pi / 2 in three parts, large ones by Payne and Hanek's
//! with as many bits of 2 / pi as matter (Muller, Elementary Functions, chapter 11).

use super::{nearest, product};
use crate::intrinsics::{fabs, fma};

const FRAC_2_PI: f32 = 0.63661975;
const PIO2_A: f32 = 1.5707964;
const PIO2_B: f32 = -4.371139e-08;
const PIO2_C: f32 = -1.7151245e-15;

/// x = q * pi / 2 + r, with q modulo 4 in its low bits.
fn reduce(x: f32) -> (f32, i32) {
    if fabs(x) < 105615.0 {
        let (n, int) = nearest(x, FRAC_2_PI);
        // The first step is exact: the low bits of x and of n * PIO2_A are worth at least 2^-24.
        let r = fma(n, -PIO2_C, fma(n, -PIO2_B, fma(n, -PIO2_A, x)));
        (r, int)
    } else {
        let (r, _, q) = reduce_large(x);
        (r, q)
    }
}

/// As `reduce`, with what rounding r has lost: (r, r_lo, q).
fn reduce_in_two(x: f32) -> (f32, f32, i32) {
    if fabs(x) < 105615.0 {
        let (n, int) = nearest(x, FRAC_2_PI);
        let first = fma(n, -PIO2_A, x);
        let b = product(n, PIO2_B);
        let b_lo = fma(n, PIO2_B, -b);
        // first - b with its error (Knuth's TwoSum: neither of the two need be the larger).
        let second = first - b;
        let t = second - first;
        let lost = (first - (second - t)) - (b + t);
        let rest = fma(n, -PIO2_C, lost - b_lo);
        let r = second + rest;
        (r, (second - r) + rest, int)
    } else {
        reduce_large(x)
    }
}

// 2 / pi, after 32 zero bits.
const TWO_OVER_PI: [u32; 8] =
    [0, 0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB];

#[cold]
#[inline(never)]
fn reduce_large(x: f32) -> (f32, f32, i32) {
    let bits = x.to_bits();
    let exponent = (bits >> 23) & 0xFF;
    if exponent == 0xFF {
        return (f32::NAN, f32::NAN, 0);
    }
    // |x| = mantissa * 2^(exponent - 150).  Of 2 / pi, the bits before `start` contribute multiples of 4 to x * 2 / pi.
    let mantissa = ((bits & 0x7FFFFF) | 0x800000) as u64;
    let start = exponent - 120;
    let word = (start >> 5) as usize;
    let shift = start & 31;
    let w0 = TWO_OVER_PI[word] as u64;
    let w1 = TWO_OVER_PI[word + 1] as u64;
    let w2 = TWO_OVER_PI[word + 2] as u64;
    let w3 = TWO_OVER_PI[word + 3] as u64;
    let a = ((w0 << 32 | w1) << shift) >> 32;
    let b = ((w1 << 32 | w2) << shift) >> 32;
    let c = ((w2 << 32 | w3) << shift) >> 32;
    // x * 2 / pi modulo 4, as a fixed-point number with 62 bits of fraction.
    let turns = mantissa.wrapping_mul(a << 32 | b).wrapping_add((mantissa * c) >> 32);
    let q = ((turns >> 62) + ((turns >> 61) & 1)) as i32;
    let fraction = (turns << 2) as i64; // signed, so that it is below 1/2: in units of 2^-64
    let high = fraction as f32;
    let low = fraction.wrapping_sub(high as i64) as f32;
    // pi / 2 * 2^-64 in two parts.
    const SCALE: f32 = 8.515304e-20;
    const SCALE_LO: f32 = -2.369604e-27;
    let rest = fma(low, SCALE, high * SCALE_LO);
    let r = fma(high, SCALE, rest);
    let r_lo = fma(high, SCALE, -r) + rest;
    if x < 0.0 { (-r, -r_lo, -q) } else { (r, r_lo, q) }
}

fn sin_near_0(r: f32) -> f32 {
    let z = r * r;
    let p = poly!(z; -0.16666667, 0.008333379, -0.00019853064, 2.83251e-06);
    fma(p * z, r, r)
}

fn cos_near_0(r: f32) -> f32 {
    let z = r * r;
    poly!(z; 1.0, -0.5, 0.041666646, -0.001388731, 2.4432327e-05)
}

/// Sine.  Error below 2 ulp for all arguments.
pub fn sin(x: f32) -> f32 {
    let (r, q) = reduce(x);
    let y = if q & 1 == 0 { sin_near_0(r) } else { cos_near_0(r) };
    let y = if q & 2 == 0 { y } else { -y };
    if x == 0.0 { x } else { y } // keeps -0
}

/// Cosine.  Error below 2 ulp for all arguments.
pub fn cos(x: f32) -> f32 {
    let (r, q) = reduce(x);
    let y = if q & 1 == 0 { cos_near_0(r) } else { sin_near_0(r) };
    if (q + 1) & 2 == 0 { y } else { -y }
}

/// Sine and cosine with one reduction.
pub fn sin_cos(x: f32) -> (f32, f32) {
    let (r, q) = reduce(x);
    let (s, c) = (sin_near_0(r), cos_near_0(r));
    let (s, c) = if q & 1 == 0 { (s, c) } else { (c, s) };
    let s = if q & 2 == 0 { s } else { -s };
    (if x == 0.0 { x } else { s }, if (q + 1) & 2 == 0 { c } else { -c })
}

/// Tangent.  Error below 2 ulp for all arguments.
pub fn tan(x: f32) -> f32 {
    let (r, r_lo, q) = reduce_in_two(x);
    let z = r * r;
    let p = poly!(
        z; 0.3333335, 0.13332675, 0.054058913, 0.021286206, 0.0108274575, 9.82133e-05, 0.0043727215
    );
    let rest = fma(p * z, r, r_lo);
    let t = r + rest;
    if q & 1 == 0 {
        return if x == 0.0 { x } else { t };
    }
    // -1 / t with a step that makes up for the roundings of t and of the quotient.
    let t_lo = (r - t) + rest;
    let y = -1.0 / t;
    fma(y, fma(y, t_lo, fma(y, t, 1.0)), y)
}
