//! Powers and remainders.

use super::exp::exp2_scaled;
use super::log::split;
use super::{nearest, product};
use crate::intrinsics::{copysign, fabs, fma, trunc};

/// log2(x) of a positive finite x as an unevaluated sum of two floats, good to about 2^-66 of it.
///
/// log2(1 + f) = 2 / ln 2 * atanh(s) with s = f / (2 + f); the terms of s and s^3 are computed with two floats each.
fn log2_in_two(x: f64) -> (f64, f64) {
    const K: f64 = 2.8853900817779268; // 2 / ln 2
    const K_LO: f64 = 4.0710547481862066e-17;
    const C: f64 = 0.9617966939259756; // a third of it
    const C_LO: f64 = 5.0577616648125907e-17;
    let (f, e) = split(x);
    // d + d_lo = 2 + f
    let d = 2.0 + f;
    let d_lo = f - (d - 2.0);
    let s = f / d;
    let s_lo = fma(-s, d_lo, fma(-s, d, f)) / d;
    let a = product(s, K);
    let a_lo = fma(s, K, -a) + fma(s, K_LO, s_lo * K);
    let z = product(s, s);
    let z_lo = fma(s, s, -z) + 2.0 * s * s_lo;
    let cube = product(z, s);
    let cube_lo = fma(z, s, -cube) + fma(z_lo, s, z * s_lo);
    let b = product(cube, C);
    let b_lo = fma(cube, C, -b) + fma(cube_lo, C, cube * C_LO);
    let p = poly!(
        z; 0.5770780163555851, 0.4121985831113461, 0.32059889791262347, 0.2623081986836817, 0.22195226827830558,
        0.19240141236173666, 0.16844951424008178, 0.17283517093948508
    );
    let rest = p * z * cube;
    // a is larger than b; e is 0 or larger than both.
    let near = a + b;
    let near_lo = (a - near) + b + (a_lo + b_lo + rest);
    let high = e + near;
    let low = (e - high) + near + near_lo;
    let sum = high + low;
    (sum, (high - sum) + low)
}

/// x^y for positive finite x and finite y.
fn pow_positive(x: f64, y: f64) -> f64 {
    let (high, low) = log2_in_two(x);
    let p = product(y, high);
    let p_lo = fma(y, low, fma(y, high, -p));
    if !(p < 1100.0) {
        return f64::INFINITY;
    }
    if p < -1100.0 {
        return 0.0;
    }
    let (n, int) = nearest(p, 1.0);
    exp2_scaled((p - n) + p_lo, int)
}

/// x^y.  Error below 2 ulp.
pub fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if x != x || y != y {
        return f64::NAN;
    }
    let t = fabs(x);
    // Of numbers this large all are even.
    let is_integer = fabs(y) >= 4503599627370496.0 || trunc(y) == y;
    let is_odd = fabs(y) < 9007199254740992.0 && is_integer && (y as i64) & 1 != 0;
    let magnitude = if x < 0.0 && x > f64::NEG_INFINITY && !is_integer {
        f64::NAN
    } else if t == 1.0 {
        1.0
    } else if fabs(y) == f64::INFINITY {
        if (t > 1.0) == (y > 0.0) { f64::INFINITY } else { 0.0 }
    } else if t == 0.0 || t == f64::INFINITY {
        if (t == 0.0) == (y > 0.0) { 0.0 } else { f64::INFINITY }
    } else {
        pow_positive(t, y)
    };
    if is_odd { copysign(magnitude, x) } else { magnitude }
}

/// x^n by repeated multiplication.
pub fn powi(x: f64, n: i32) -> f64 {
    let mut base = x;
    let mut rest = n.unsigned_abs();
    let mut result = 1.0;
    loop {
        if rest & 1 != 0 {
            result *= base;
        }
        rest >>= 1;
        if rest == 0 {
            return if n < 0 { 1.0 / result } else { result };
        }
        base *= base;
    }
}

/// The remainder of x / y rounded towards zero, exactly: the operator `%`.
///
/// While x < 2^52 y, the quotient rounds to an integer that is right or one too large, and x - q y is exact by one fma.
/// Larger x are first reduced by y times a power of two, which leaves the remainder by y alone.
#[lang = "fmod_f64"]
pub fn fmod(x: f64, y: f64) -> f64 {
    let mut rest = fabs(x);
    let y = fabs(y);
    if !(rest < f64::INFINITY) || y == 0.0 || y != y {
        return f64::NAN;
    }
    while rest >= y {
        let gap = exponent(rest) - exponent(y);
        let divisor = if gap > 51 { super::scale(y, gap - 51) } else { y };
        let q = trunc(rest / divisor);
        let r = fma(-q, divisor, rest);
        rest = if r < 0.0 { r + divisor } else { r };
    }
    copysign(rest, x)
}

/// The exponent of a positive x, biased; below 1 for subnormals.
fn exponent(x: f64) -> i32 {
    if x < f64::MIN_POSITIVE { ((x * 18014398509481984.0).to_bits() >> 52) as i32 - 54 } else { (x.to_bits() >> 52) as i32 }
}
