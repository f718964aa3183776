//! Roots.  (The square root is an instruction.)

use super::{power_of_two, product};
use crate::intrinsics::{copysign, fabs, fma, sqrt};

/// Cube root: an estimate from the exponent, then Halley's iteration twice.  Error below 1 ulp.
pub fn cbrt(x: f32) -> f32 {
    let t = fabs(x);
    if t == 0.0 || !(t < f32::INFINITY) {
        return x;
    }
    // Away from both ends of the range, by the cube of a power of two.
    let (up, down) = if t < 1.0e-30 {
        (1073741824.0, 0.0009765625)
    } else if t > 1.0e30 {
        (9.313226e-10, 1024.0)
    } else {
        (1.0, 1.0)
    };
    let t = t * up;
    // A third of the bits as an integer is about a third of the logarithm.
    let mut y = f32::from_bits(t.to_bits() / 3 + 709965728);
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
pub fn hypot(x: f32, y: f32) -> f32 {
    let (a, b) = (fabs(x), fabs(y));
    if a == f32::INFINITY || b == f32::INFINITY {
        return f32::INFINITY;
    }
    let large = if a < b { b } else { a };
    // By a power of two near the larger one, which leaves the result exact but for its own rounding.
    let exponent = (large.to_bits() >> 23) as i32 - 127;
    let exponent = if exponent > 126 {
        126
    } else if exponent < -126 {
        -126
    } else {
        exponent
    };
    let down = power_of_two(-exponent);
    let (a, b) = (a * down, b * down);
    sqrt(fma(a, a, b * b)) * power_of_two(exponent)
}
