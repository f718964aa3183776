//! The mathematical functions of `f32`.
//!
//! One source for every target, in f32 arithmetic only.  Bounds on the error, in units of the last place (ulp), stand with
//! the functions; tests/oracle/test_math.py measures them.  Polynomials are minimax fits (tools/fit_math.py).
//!
//! GPU targets may contract `a * b + c` into one operation with one rounding.  Where a rounding is relied on, products are
//! written as `fma` or `product`, which contraction leaves alone.

mod exp;
mod hyperbolic;
mod inverse;
mod log;
mod pow;
mod root;
mod trig;

pub use exp::{exp, exp2, expm1};
pub use hyperbolic::{acosh, asinh, atanh, cosh, sinh, tanh};
pub use inverse::{acos, asin, atan, atan2};
pub use log::{ln, log1p, log2, log10};
pub use pow::{fmod, pow, powi};
pub use root::{cbrt, hypot};
pub use trig::{cos, sin, sin_cos, tan};

use crate::intrinsics::fma;

/// a * b, rounded once and never fused with what follows.
fn product(a: f32, b: f32) -> f32 {
    fma(a, b, -0.0)
}

/// The integer nearest to a * b, as a float and as an integer; for |a * b| < 2^22.
///
/// Added to 1.5 * 2^23, whose neighbours are integers, the product is rounded to one; it then stands in the low bits.  This
/// is cheaper than rounding and converting, and a NaN does no harm.
fn nearest(a: f32, b: f32) -> (f32, i32) {
    const SHIFT: f32 = 12582912.0;
    let t = fma(a, b, SHIFT);
    (t - SHIFT, t.to_bits().wrapping_sub(0x4B400000) as i32)
}

/// 2^n for a normal result.
fn power_of_two(n: i32) -> f32 {
    f32::from_bits(((n + 127) << 23) as u32)
}

/// x * 2^n for n in -252..=254, in two steps, so that results beyond the normal numbers come out right.
fn scale(x: f32, n: i32) -> f32 {
    let half = n >> 1;
    x * power_of_two(half) * power_of_two(n - half)
}
