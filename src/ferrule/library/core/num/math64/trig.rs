//! Trigonometric functions: reduction to |r| <= pi / 4 and a quarter, then polynomials.
//!
//! Moderate arguments are reduced by Cody and Waite's method with pi / 2 in three parts, large ones by Payne and Hanek's
//! with as many bits of 2 / pi as matter (Muller, Elementary Functions, chapter 11).

use super::{nearest, power_of_two, product};
use crate::intrinsics::{fabs, fma};

const FRAC_2_PI: f64 = 0.6366197723675814;
const PIO2_A: f64 = 1.5707963267948966;
const PIO2_B: f64 = 6.123233995736766e-17;
const PIO2_C: f64 = -1.4973849048591698e-33;

/// x = q * pi / 2 + r, with q modulo 4 in its low bits.
fn reduce(x: f64) -> (f64, i32) {
    if fabs(x) < 1.0e6 {
        let (n, int) = nearest(x, FRAC_2_PI);
        // The first step is exact: the low bits of x and of n * PIO2_A are worth at least 2^-53.
        let r = fma(n, -PIO2_C, fma(n, -PIO2_B, fma(n, -PIO2_A, x)));
        (r, int)
    } else {
        let (r, _, q) = reduce_large(x);
        (r, q)
    }
}

/// As `reduce`, with what rounding r has lost: (r, r_lo, q).
fn reduce_in_two(x: f64) -> (f64, f64, i32) {
    if fabs(x) < 1.0e6 {
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

// 2 / pi, after 64 zero bits.
const TWO_OVER_PI: [u64; 20] = [
    0, 0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561, 0xB7246E3A424DD2E0,
    0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484, 0xE99C7026B45F7E41, 0x3991D639835339F4,
    0x9C845F8BBDF9283B, 0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D,
    0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB,
];

#[cold]
#[inline(never)]
fn reduce_large(x: f64) -> (f64, f64, i32) {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7FF) as u32;
    if exponent == 0x7FF {
        return (f64::NAN, f64::NAN, 0);
    }
    // |x| = mantissa * 2^(exponent - 1075).  Of 2 / pi, the bits before `start` contribute multiples of 4 to x * 2 / pi.
    let mantissa = (bits & 0xFFFFFFFFFFFFF) | 0x10000000000000;
    let start = exponent - 1013;
    let word = (start >> 6) as usize;
    let shift = start & 63;
    let a = window(TWO_OVER_PI[word], TWO_OVER_PI[word + 1], shift);
    let b = window(TWO_OVER_PI[word + 1], TWO_OVER_PI[word + 2], shift);
    let c = window(TWO_OVER_PI[word + 2], TWO_OVER_PI[word + 3], shift);
    // x * 2 / pi modulo 4, as a fixed-point number with 126 bits of fraction.
    let turns = ((mantissa.wrapping_mul(a) as u128) << 64)
        .wrapping_add(mantissa as u128 * b as u128)
        .wrapping_add((mantissa as u128 * c as u128) >> 64);
    let q = ((turns >> 126) + ((turns >> 125) & 1)) as i32;
    let fraction = (turns << 2) as i128; // signed, so that it is below 1/2: in units of 2^-128
    let negative = fraction < 0;
    let magnitude = fraction.unsigned_abs();
    let zeros = magnitude.leading_zeros();
    let magnitude = magnitude << (zeros & 127);
    // The leading 106 bits as two floats.
    let high = (magnitude >> 75) as u64 as f64;
    let low = ((magnitude >> 22) as u64 & 0x1FFFFFFFFFFFFF) as f64 * 1.1102230246251565e-16;
    let rest = fma(low, PIO2_A, high * PIO2_B);
    let r = fma(high, PIO2_A, rest);
    let r_lo = fma(high, PIO2_A, -r) + rest;
    let scale = power_of_two(-53 - zeros as i32);
    let scale = if negative != (x < 0.0) { -scale } else { scale };
    (r * scale, r_lo * scale, if x < 0.0 { -q } else { q })
}

/// The 64 bits that start `shift` bits into the pair.
fn window(first: u64, second: u64, shift: u32) -> u64 {
    if shift == 0 { first } else { first << shift | second >> (64 - shift) }
}

fn sin_near_0(r: f64) -> f64 {
    let z = r * r;
    let p = poly!(
        z; -0.1666666666666663, 0.00833333333332184, -0.0001984126982935852, 2.7557313538509084e-06,
        -2.5050734388137438e-08, 1.5895433205888383e-10
    );
    fma(p * z, r, r)
}

fn cos_near_0(r: f64) -> f64 {
    let z = r * r;
    poly!(
        z; 1.0, -0.5, 0.041666666666666595, -0.0013888888888873338, 2.48015872889975e-05, -2.755731421530974e-07,
        2.087570511721193e-09, -1.1358732929499736e-11
    )
}

/// Sine.  Error below 2 ulp for all arguments.
pub fn sin(x: f64) -> f64 {
    let (r, q) = reduce(x);
    let y = if q & 1 == 0 { sin_near_0(r) } else { cos_near_0(r) };
    let y = if q & 2 == 0 { y } else { -y };
    if x == 0.0 { x } else { y } // keeps -0
}

/// Cosine.  Error below 2 ulp for all arguments.
pub fn cos(x: f64) -> f64 {
    let (r, q) = reduce(x);
    let y = if q & 1 == 0 { cos_near_0(r) } else { sin_near_0(r) };
    if (q + 1) & 2 == 0 { y } else { -y }
}

/// Sine and cosine with one reduction.
pub fn sin_cos(x: f64) -> (f64, f64) {
    let (r, q) = reduce(x);
    let (s, c) = (sin_near_0(r), cos_near_0(r));
    let (s, c) = if q & 1 == 0 { (s, c) } else { (c, s) };
    let s = if q & 2 == 0 { s } else { -s };
    (if x == 0.0 { x } else { s }, if (q + 1) & 2 == 0 { c } else { -c })
}

/// Tangent.  Error below 2 ulp for all arguments.
pub fn tan(x: f64) -> f64 {
    let (r, r_lo, q) = reduce_in_two(x);
    let z = r * r;
    let p = poly!(
        z; 0.33333333333333376, 0.13333333333326075, 0.05396825397254102, 0.021869488408655387, 0.008863237777149187,
        0.0035921023570924535, 0.0014560352611176451, 0.0005889151670721378, 0.00024357284918703634,
        8.401085655707569e-05, 6.640388420631164e-05, -2.4602827601158756e-05, 4.777656555973147e-05,
        -2.3848139458682605e-05, 9.704115582850659e-06
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
