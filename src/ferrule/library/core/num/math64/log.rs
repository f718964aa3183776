//! Logarithms: x = 2^e (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), and
//! ln(1 + f) = 2 atanh(s) with s = f / (2 + f)  (Muller, Elementary Functions, section 11.5).

use super::product;
use crate::intrinsics::fma;

// ln 2 and log10 2 in two parts; the first parts leave room for the product with an exponent to be exact.
const LN2_HI: f64 = 0.6931471803691238;
const LN2_LO: f64 = 1.9082149292705877e-10;
const LOG10_2_HI: f64 = 0.30102999566361177;
const LOG10_2_LO: f64 = 3.694239077158931e-13;
const LOG2_E: f64 = 1.4426950408889634;
const LOG2_E_LO: f64 = 2.0355273740931033e-17;
const LOG10_E: f64 = 0.4342944819032518;
const LOG10_E_LO: f64 = 1.098319650216765e-17;

/// (f, e) of a positive finite x; anything for other x.
pub(super) fn split(x: f64) -> (f64, f64) {
    let subnormal = x < f64::MIN_POSITIVE;
    let bits = (if subnormal { x * 18014398509481984.0 } else { x }).to_bits() as i64;
    let e = exponent(bits);
    let m = f64::from_bits(bits.wrapping_sub(e << 52) as u64);
    (m - 1.0, (e as i32) as f64 - if subnormal { 54.0 } else { 0.0 })
}

fn exponent(bits: i64) -> i64 {
    // The bits of sqrt(1/2).
    bits.wrapping_sub(0x3FE6A09E667F3BCD) >> 52
}

/// (h, s (h + R)) with h = f^2 / 2 and R = 2 (atanh(s) - s) / s: ln(1 + f) = f - (h - s (h + R)).
fn parts(f: f64) -> (f64, f64) {
    let s = f / (2.0 + f);
    let z = s * s;
    let p = poly!(
        z; 0.6666666666666666, 0.40000000000004937, 0.2857142856940415, 0.22222222608292164, 0.1818177823383298,
        0.15386994673367715, 0.13252008046654623, 0.13236113325194637
    );
    let h = product(0.5 * f, f);
    (h, s * fma(z, p, h))
}

/// ln(1 + f) + e ln 2.
fn ln_of_parts(f: f64, e: f64) -> f64 {
    let (h, t) = parts(f);
    fma(e, LN2_HI, f - (h - fma(e, LN2_LO, t)))
}

/// ln(1 + f) as a sum of two floats.
fn ln_in_two(f: f64) -> (f64, f64) {
    let (h, t) = parts(f);
    let high = f - h;
    (high, (f - high) - h + t)
}

/// The logarithm of 0, infinity, negative numbers and NaN, whatever the base.
fn special(x: f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x > 0.0 {
        x
    } else {
        f64::NAN
    }
}

fn is_ordinary(x: f64) -> bool {
    x > 0.0 && x < f64::INFINITY
}

/// Natural logarithm.  Error below 1 ulp.
pub fn ln(x: f64) -> f64 {
    let (f, e) = split(x);
    let y = ln_of_parts(f, e);
    if is_ordinary(x) { y } else { special(x) }
}

/// base * e + (high + low) * scale, where `base` is exact and outweighs the rest or is 0.
fn combine(base: f64, base_lo: f64, f: f64, scale: f64, scale_lo: f64) -> f64 {
    let (high, low) = ln_in_two(f);
    let a = product(high, scale);
    let a_lo = fma(high, scale, -a) + fma(low, scale, (high + low) * scale_lo);
    let sum = base + a;
    sum + ((base - sum) + a + (a_lo + base_lo))
}

/// Logarithm to base 2; exact for powers of 2.  Error below 1 ulp.
pub fn log2(x: f64) -> f64 {
    let (f, e) = split(x);
    let y = combine(e, 0.0, f, LOG2_E, LOG2_E_LO);
    if is_ordinary(x) { y } else { special(x) }
}

/// Logarithm to base 10.  Error below 1 ulp.
pub fn log10(x: f64) -> f64 {
    let (f, e) = split(x);
    let y = combine(product(e, LOG10_2_HI), product(e, LOG10_2_LO), f, LOG10_E, LOG10_E_LO);
    if is_ordinary(x) { y } else { special(x) }
}

/// ln(1 + x), also where x is small.  Error below 2 ulp.
pub fn log1p(x: f64) -> f64 {
    // For large x the 1 does not count; a power of 2 less keeps 2^-e a normal number.
    let large = x > 1.0e300;
    let x = if large { x * 5.421010862427522e-20 } else { x };
    // The exponent comes from 1 + x as rounded; f = (1 + x) / 2^e - 1 without that rounding.
    let u = 1.0 + x;
    let e = exponent(u.to_bits() as i64);
    let m = f64::from_bits((1023i64.wrapping_sub(e) << 52) as u64);
    let f = fma(x, m, m - 1.0);
    let y = ln_of_parts(f, (e as i32) as f64 + if large { 64.0 } else { 0.0 });
    if u > 0.0 && u < f64::INFINITY {
        if x == 0.0 { x } else { y }
    } else {
        special(u)
    }
}
