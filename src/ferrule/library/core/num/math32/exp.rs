//! Exponential functions: argument reduction to |r| <= ln 2 / 2, a polynomial, scaling by a power of two
//! (Muller, Elementary Functions, section 11.4).

use super::{nearest, power_of_two, scale};
use crate::intrinsics::fma;

const LOG2_E: f32 = 1.442695;
// ln 2 in two parts; the first has 15 bits, so that its product with an exponent is exact.
const LN2_HI: f32 = 0.69314575;
const LN2_LO: f32 = 1.4286068e-06;

/// x = n * ln 2 + r, as (r, n).
fn reduce(x: f32) -> (f32, i32) {
    let (n, int) = nearest(x, LOG2_E);
    (fma(n, -LN2_LO, fma(n, -LN2_HI, x)), int)
}

/// e^x * 2^k, for |x| <= 104 and small k.
pub(super) fn exp_scaled(x: f32, k: i32) -> f32 {
    let (r, n) = reduce(x);
    let p = poly!(r; 1.0, 1.0, 0.49999994, 0.16666517, 0.041668102, 0.008369193, 0.0013838927);
    scale(p, n + k)
}

/// e^x.  Error below 1 ulp.
pub fn exp(x: f32) -> f32 {
    // Beyond these bounds the result is infinite or 0 anyway.  (A NaN fails both tests.)
    let x = if x > 89.0 {
        89.0
    } else if x < -104.0 {
        -104.0
    } else {
        x
    };
    exp_scaled(x, 0)
}

/// 2^x.  Error below 1 ulp.
pub fn exp2(x: f32) -> f32 {
    let x = if x > 129.0 {
        129.0
    } else if x < -151.0 {
        -151.0
    } else {
        x
    };
    let (n, int) = nearest(x, 1.0);
    exp2_scaled(x - n, int)
}

/// 2^(r + n) for |r| <= 1/2.
pub(super) fn exp2_scaled(r: f32, n: i32) -> f32 {
    scale(poly!(r; 1.0, 0.6931472, 0.24022594, 0.055503663, 0.009625444, 0.0013387921, 0.0001333282), n)
}

/// e^x - 1, also where x is small.  Error below 1 ulp.
pub fn expm1(x: f32) -> f32 {
    let y = if x > 89.0 {
        89.0
    } else if x < -18.0 {
        -18.0
    } else {
        x
    };
    let (r, n) = reduce(y);
    let q = poly!(r; 0.5, 0.16666636, 0.04166651, 0.008341511, 0.0013930541, 0.00015044615);
    let p = fma(r * r, q, r); // e^r - 1
    if n == 0 {
        return if x == 0.0 { x } else { p };
    }
    // 2^n p + (2^n - 1), with half the power so that it does not overflow before the result does.
    let half = power_of_two(n - 1);
    2.0 * fma(p, half, half - 0.5)
}
