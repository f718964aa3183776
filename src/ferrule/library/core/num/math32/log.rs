//! Logarithms: x = 2^e (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), and a polynomial in f
//! (Muller, Elementary Functions, section 11.5).

use crate::intrinsics::fma;

const LN2: f32 = 0.6931472;
const LOG2_E: f32 = 1.442695;
const LOG2_E_LO: f32 = 1.925963e-08;
const LOG10_E: f32 = 0.4342945;
const LOG10_E_LO: f32 = -1.010305e-08;
const LOG10_2: f32 = 0.30103;
const LOG10_2_LO: f32 = -1.4320989e-08;

/// (f, e) of a positive finite x; anything for other x.
pub(super) fn split(x: f32) -> (f32, f32) {
    let subnormal = x < f32::MIN_POSITIVE;
    let bits = (if subnormal { x * 8388608.0 } else { x }).to_bits() as i32;
    // 0x3F3504F3 are the bits of sqrt(1/2).
    let e = bits.wrapping_sub(0x3F3504F3) >> 23;
    let m = f32::from_bits(bits.wrapping_sub(e << 23) as u32);
    (m - 1.0, e as f32 - if subnormal { 23.0 } else { 0.0 })
}

/// ln(1 + f) for 1 + f between sqrt(1/2) and sqrt(2).
fn ln_near_1(f: f32) -> f32 {
    let p = poly!(
        f; -0.5, 0.33333313, -0.25000167, 0.20002224, -0.1665936, 0.14209555, -0.1255485, 0.121297486, -0.10859173,
        0.051470093
    );
    fma(p, f * f, f)
}

/// The logarithm of 0, infinity, negative numbers and NaN, whatever the base.
fn special(x: f32) -> f32 {
    if x == 0.0 {
        f32::NEG_INFINITY
    } else if x > 0.0 {
        x
    } else {
        f32::NAN
    }
}

fn is_ordinary(x: f32) -> bool {
    x > 0.0 && x < f32::INFINITY
}

/// Natural logarithm.  Error below 1 ulp.
pub fn ln(x: f32) -> f32 {
    let (f, e) = split(x);
    let y = fma(e, LN2, ln_near_1(f));
    if is_ordinary(x) { y } else { special(x) }
}

/// Logarithm to base 2; exact for powers of 2.  Error below 2 ulp.
pub fn log2(x: f32) -> f32 {
    let (f, e) = split(x);
    let r = ln_near_1(f);
    let y = fma(r, LOG2_E, fma(r, LOG2_E_LO, e));
    if is_ordinary(x) { y } else { special(x) }
}

/// Logarithm to base 10.  Error below 2 ulp.
pub fn log10(x: f32) -> f32 {
    let (f, e) = split(x);
    let r = ln_near_1(f);
    let y = fma(e, LOG10_2, fma(r, LOG10_E, fma(r, LOG10_E_LO, e * LOG10_2_LO)));
    if is_ordinary(x) { y } else { special(x) }
}

/// ln(1 + x), also where x is small.  Error below 1 ulp.
pub fn log1p(x: f32) -> f32 {
    // For large x the 1 does not count; a power of 2 less keeps 2^-e a normal number.
    let large = x > 1.0e30;
    let x = if large { x * 5.421011e-20 } else { x };
    // The exponent comes from 1 + x as rounded; f = (1 + x) / 2^e - 1 without that rounding.
    let u = 1.0 + x;
    let e = (u.to_bits() as i32).wrapping_sub(0x3F3504F3) >> 23;
    let m = f32::from_bits((127i32.wrapping_sub(e) << 23) as u32);
    let f = fma(x, m, m - 1.0);
    let y = fma(e as f32 + if large { 64.0 } else { 0.0 }, LN2, ln_near_1(f));
    if u > 0.0 && u < f32::INFINITY {
        if x == 0.0 { x } else { y }
    } else {
        special(u)
    }
}
