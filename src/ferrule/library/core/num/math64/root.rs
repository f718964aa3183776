//! Roots.  (The square root is an instruction.)

use super::{power_of_two, product};
use crate::intrinsics::{copysign, fabs, fma, sqrt};

/// Cube root: an estimate from the exponent, then Halley's iteration three times.  Error below 1 ulp.
pub fn cbrt(x: f64) -> f64 {
    let t = fabs(x);
    if t == 0.0 || !(t < f64::INFINITY) {
        return x;
    }
    // Away from both ends of the range, by the cube of a power of two.
    let (up, down) = if t < 1.0e-280 {
        (1.2379400392853803e27, 9.313225746154785e-10)
    } else if t > 1.0e280 {
        (8.077935669463161e-28, 1073741824.0)
    } else {
        (1.0, 1.0)
    };
    let t = t * up;
    // A third of the bits as an integer is about a third of the logarithm.
    let mut y = f64::from_bits(t.to_bits() / 3 + 3071320736620281856);
    let cube = y * y * y;
    y = y * ((cube + 2.0 * t) / (2.0 * cube + t));
    let cube = y * y * y;
    y = y * ((cube + 2.0 * t) / (2.0 * cube + t));
    // The last step as a correction by an accurate residual t - y^3.
    let square = product(y, y);
    let square_lo = fma(y, y, -square);
    let residual = fma(-square_lo, y, fma(-square, y, t));
    y = fma(y, residual / fma(2.0 * square, y, t), y);
    copysign(y * down, x)
}

/// sqrt(x^2 + y^2) without overflow on the way.  Error below 1 ulp.
pub fn hypot(x: f64, y: f64) -> f64 {
    let (a, b) = (fabs(x), fabs(y));
    if a == f64::INFINITY || b == f64::INFINITY {
        return f64::INFINITY;
    }
    let large = if a < b { b } else { a };
    // By a power of two near the larger one, which leaves the result exact but for its own rounding.
    let exponent = (large.to_bits() >> 52) as i32 - 1023;
    let exponent = if exponent > 1022 {
        1022
    } else if exponent < -1022 {
        -1022
    } else {
        exponent
    };
    let down = power_of_two(-exponent);
    let (a, b) = (a * down, b * down);
    sqrt(fma(a, a, b * b)) * power_of_two(exponent)
}
