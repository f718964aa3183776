//! Hyperbolic functions and their inverses.

use super::exp::exp_scaled;
use super::log::{ln, log1p};
use crate::intrinsics::{copysign, fabs, fma, sqrt};

const LN2: f32 = 0.6931472;

/// e^t / 2 for t >= 0; infinite where that is.
fn half_exp(t: f32) -> f32 {
    exp_scaled(if t > 90.0 { 90.0 } else { t }, -1)
}

/// Hyperbolic sine.  Error below 2 ulp.
pub fn sinh(x: f32) -> f32 {
    let t = fabs(x);
    if t < 1.0 {
        let z = x * x;
        let p = poly!(z; 0.16666667, 0.0083333105, 0.00019842896, 2.7822132e-06);
        return fma(p * z, x, x);
    }
    let e = half_exp(t);
    copysign(e - 0.25 / e, x)
}

/// Hyperbolic cosine.  Error below 2 ulp.
pub fn cosh(x: f32) -> f32 {
    let e = half_exp(fabs(x));
    e + 0.25 / e
}

/// Hyperbolic tangent.  Error below 2 ulp.
pub fn tanh(x: f32) -> f32 {
    let t = fabs(x);
    if t < 0.6 {
        let z = x * x;
        let p = poly!(z; -0.3333329, 0.13331668, -0.05375998, 0.020709738, -0.005788963);
        return if x == 0.0 { x } else { fma(p * z, x, x) };
    }
    // 1 - 2 / (e^2t + 1), and 1 once that is all there is.
    let e = exp_scaled(if t > 10.0 { 20.0 } else { 2.0 * t }, 0);
    copysign(1.0 - 2.0 / (e + 1.0), x)
}

/// Inverse hyperbolic sine.  Error below 3 ulp.
pub fn asinh(x: f32) -> f32 {
    let t = fabs(x);
    let y = if t > 1.0e9 {
        ln(t) + LN2
    } else {
        // t + sqrt(t^2 + 1) - 1 without cancellation.
        log1p(t + t * t / (1.0 + sqrt(fma(t, t, 1.0))))
    };
    copysign(y, x)
}

/// Inverse hyperbolic cosine.  Error below 3 ulp.
pub fn acosh(x: f32) -> f32 {
    if x > 1.0e9 {
        return ln(x) + LN2;
    }
    if !(x >= 1.0) {
        return f32::NAN;
    }
    let u = x - 1.0;
    log1p(u + sqrt(fma(u, u, 2.0 * u)))
}

/// Inverse hyperbolic tangent.  Error below 3 ulp.
pub fn atanh(x: f32) -> f32 {
    let t = fabs(x);
    copysign(0.5 * log1p(2.0 * t / (1.0 - t)), x)
}
