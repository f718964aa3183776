//! Exponential functions: argument reduction to |r| <= ln 2 / 2, a polynomial, scaling by a power of two
//! (Muller, Elementary Functions, section 11.4).

use super::{nearest, power_of_two, scale};
use crate::intrinsics::fma;

const LOG2_E: f64 = 1.4426950408889634;
// ln 2 in two parts; the first has 32 bits, so that its product with an exponent is exact.
const LN2_HI: f64 = 0.6931471803691238;
const LN2_LO: f64 = 1.9082149292705877e-10;

/// x = n * ln 2 + r, as (r, n).
fn reduce(x: f64) -> (f64, i32) {
    let (n, int) = nearest(x, LOG2_E);
    (fma(n, -LN2_LO, fma(n, -LN2_HI, x)), int)
}

/// e^x * 2^k, for |x| <= 746 and small k.
pub(super) fn exp_scaled(x: f64, k: i32) -> f64 {
    let (r, n) = reduce(x);
    let p = poly!(
        r; 1.0, 1.0, 0.5, 0.16666666666661953, 0.04166666666661993, 0.008333333336530515, 0.0013888888920532063,
        0.00019841262669067857, 2.4801516316515623e-05, 2.756385911617383e-06, 2.7622262627667687e-07,
        2.297584566753391e-08
    );
    scale(p, n + k)
}

/// e^x.  Error below 2 ulp.
pub fn exp(x: f64) -> f64 {
    // Beyond these bounds the result is infinite or 0 anyway.  (A NaN fails both tests.)
    let x = if x > 710.0 {
        710.0
    } else if x < -746.0 {
        -746.0
    } else {
        x
    };
    exp_scaled(x, 0)
}

/// 2^x.  Error below 2 ulp.
pub fn exp2(x: f64) -> f64 {
    let x = if x > 1025.0 {
        1025.0
    } else if x < -1076.0 {
        -1076.0
    } else {
        x
    };
    let (n, int) = nearest(x, 1.0);
    exp2_scaled(x - n, int)
}

/// 2^(r + n) for |r| <= 1/2.
pub(super) fn exp2_scaled(r: f64, n: i32) -> f64 {
    let p = poly!(
        r; 1.0, 0.6931471805599453, 0.24022650695910172, 0.055504108664824574, 0.009618129107577025,
        0.0013333558145567155, 0.00015403530479044759, 1.5252734740346471e-05, 1.321542425787828e-06,
        1.0177652200024577e-07, 7.075746849856518e-09, 4.521680279326584e-10
    );
    scale(p, n)
}

/// e^x - 1, also where x is small.  Error below 2 ulp.
pub fn expm1(x: f64) -> f64 {
    let y = if x > 710.0 {
        710.0
    } else if x < -40.0 {
        -40.0
    } else {
        x
    };
    let (r, n) = reduce(y);
    let q = poly!(
        r; 0.5, 0.16666666666666677, 0.0416666666666667, 0.008333333333321705, 0.0013888888888869753,
        0.00019841269885447185, 2.4801587345426952e-05, 2.7557244310486815e-06, 2.755723889174785e-07,
        2.5110048610270046e-08, 2.0917535852112103e-09
    );
    let p = fma(r * r, q, r); // e^r - 1
    if n == 0 {
        return if x == 0.0 { x } else { p };
    }
    // 2^n p + (2^n - 1), with half the power so that it does not overflow before the result does.
    let half = power_of_two(n - 1);
    2.0 * fma(p, half, half - 0.5)
}
