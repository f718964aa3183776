//! Inverse trigonometric functions.

use crate::intrinsics::{copysign, fabs, fma, sqrt};

const PI: f64 = 3.141592653589793;
const PI_LO: f64 = 1.2246467991473532e-16;
const PIO2: f64 = 1.5707963267948966;
const PIO2_LO: f64 = 6.123233995736766e-17;
const PIO4: f64 = 0.7853981633974483;
const PIO4_LO: f64 = 3.061616997868383e-17;

/// (asin(sqrt z) - sqrt z) / z^(3/2) for z <= 1/4.
fn asin_poly(z: f64) -> f64 {
    poly!(
        z; 0.1666666666666676, 0.0749999999997081, 0.04464285717464515, 0.0303819427047715, 0.02237221510248782,
        0.017351609518359398, 0.013980854817901761, 0.011398600836440922, 0.01078215286573664, 0.003698700969163583,
        0.02172738997622199, -0.021028852349376924, 0.03264817501190933
    )
}

/// asin sqrt((1 - t) / 2) for 1/2 < t <= 1, as a sum of two floats.
fn half_complement(t: f64) -> (f64, f64) {
    let z = (1.0 - t) * 0.5;
    let s = sqrt(z);
    // What rounding the root has lost.
    let s_lo = if s == 0.0 { 0.0 } else { fma(-s, s, z) / (s + s) };
    (s, fma(asin_poly(z) * z, s, s_lo))
}

/// Arc sine.  Error below 2 ulp.
pub fn asin(x: f64) -> f64 {
    let t = fabs(x);
    if t <= 0.5 {
        let z = x * x;
        return fma(asin_poly(z) * z, x, x);
    }
    let (s, s_lo) = half_complement(t);
    copysign(fma(-2.0, s, PIO2) + fma(-2.0, s_lo, PIO2_LO), x)
}

/// Arc cosine.  Error below 2 ulp.
pub fn acos(x: f64) -> f64 {
    let t = fabs(x);
    if t <= 0.5 {
        let z = x * x;
        let y = asin_poly(z) * z * x;
        return (PIO2 - x) - (((x - PIO2) + (PIO2 - x)) + (y - PIO2_LO));
    }
    let (s, s_lo) = half_complement(t);
    if x > 0.0 { 2.0 * (s + s_lo) } else { fma(-2.0, s, PI) + fma(-2.0, s_lo, PI_LO) }
}

/// The angle whose tangent is b / a, for b >= 0 and a >= 0 of which not both are 0 or infinite: 0..=pi/2.
///
/// Angles beyond pi / 8 are measured from pi / 4, those beyond 3 pi / 8 from pi / 2.
fn angle(b: f64, a: f64) -> f64 {
    let (num, den, base, base_lo) = if b <= 0.41421356237309503 * a {
        (b, a, 0.0, 0.0)
    } else if a <= 0.41421356237309503 * b {
        (-a, b, PIO2, PIO2_LO)
    } else {
        (b - a, b + a, PIO4, PIO4_LO)
    };
    let t = num / den;
    let z = t * t;
    let p = poly!(
        z; -0.333333333333332, 0.19999999999953666, -0.14285714280198594, 0.11111110783436998, -0.09090897755736517,
        0.0769206017571849, -0.06663103673997907, 0.058478874915033285, -0.050393016080485444, 0.03806462406888686,
        -0.017907441264333867
    );
    base + (fma(p * z, t, base_lo) + t)
}

/// Arc tangent.  Error below 2 ulp.
pub fn atan(x: f64) -> f64 {
    copysign(angle(fabs(x), 1.0), x)
}

/// The angle of the point (x, y).  Error below 2 ulp.
pub fn atan2(y: f64, x: f64) -> f64 {
    let (mut ay, mut ax) = (fabs(y), fabs(x));
    if ay != ay || ax != ax {
        return f64::NAN;
    }
    if ay == ax && (ay == 0.0 || ay == f64::INFINITY) {
        // As if towards the point (1, 0) or (1, 1).
        ay = if ay == 0.0 { 0.0 } else { 1.0 };
        ax = 1.0;
    }
    if ay > 1.0e300 || ax > 1.0e300 {
        ay *= 0.25;
        ax *= 0.25;
    }
    let mut result = angle(ay, ax);
    if (x.to_bits() as i64) < 0 {
        result = PI - (result - PI_LO);
    }
    copysign(result, y)
}
