//! Hyperbolic functions and their inverses.

use super::exp::exp_scaled;
use super::log::{ln, log1p};
use crate::intrinsics::{copysign, fabs, fma, sqrt};

const LN2: f64 = 0.6931471805599453;

/// e^t / 2 for t >= 0; infinite where that is.
fn half_exp(t: f64) -> f64 {
    exp_scaled(if t > 712.0 { 712.0 } else { t }, -1)
}

/// Hyperbolic sine.  Error below 2 ulp.
pub fn sinh(x: f64) -> f64 {
    let t = fabs(x);
    if t < 1.0 {
        let z = x * x;
        let p = poly!(
            z; 0.16666666666666666, 0.008333333333333573, 0.0001984126984106116, 2.7557319310091294e-06,
            2.5052089412325997e-08, 1.6061339277606901e-10, 7.503253194984387e-13, 6.475823745043401e-15
        );
        return fma(p * z, x, x);
    }
    let e = half_exp(t);
    copysign(e - 0.25 / e, x)
}

/// Hyperbolic cosine.  Error below 2 ulp.
pub fn cosh(x: f64) -> f64 {
    let e = half_exp(fabs(x));
    e + 0.25 / e
}

/// Hyperbolic tangent.  Error below 2 ulp.
pub fn tanh(x: f64) -> f64 {
    let t = fabs(x);
    if t < 0.6 {
        let z = x * x;
        let p = poly!(
            z; -0.3333333333333332, 0.13333333333330966, -0.05396825396674424, 0.021869488487811617,
            -0.00886323462078369, 0.003592117118808473, -0.00145574657105756, 0.000589542268268834,
            -0.0002372727473992358, 9.203432980018875e-05, -3.0684269941193984e-05, 6.269025089067755e-06
        );
        return if x == 0.0 { x } else { fma(p * z, x, x) };
    }
    // 1 - 2 / (e^2t + 1), and 1 once that is all there is.
    let e = exp_scaled(if t > 20.0 { 40.0 } else { 2.0 * t }, 0);
    copysign(1.0 - 2.0 / (e + 1.0), x)
}

/// Inverse hyperbolic sine.  Error below 3 ulp.
pub fn asinh(x: f64) -> f64 {
    let t = fabs(x);
    let y = if t > 1.0e18 {
        ln(t) + LN2
    } else {
        // t + sqrt(t^2 + 1) - 1 without cancellation.
        log1p(t + t * t / (1.0 + sqrt(fma(t, t, 1.0))))
    };
    copysign(y, x)
}

/// Inverse hyperbolic cosine.  Error below 3 ulp.
pub fn acosh(x: f64) -> f64 {
    if x > 1.0e18 {
        return ln(x) + LN2;
    }
    if !(x >= 1.0) {
        return f64::NAN;
    }
    let u = x - 1.0;
    log1p(u + sqrt(fma(u, u, 2.0 * u)))
}

/// Inverse hyperbolic tangent.  Error below 3 ulp.
pub fn atanh(x: f64) -> f64 {
    let t = fabs(x);
    copysign(0.5 * log1p(2.0 * t / (1.0 - t)), x)
}
