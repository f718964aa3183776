//! Inverse trigonometric functions.

use crate::intrinsics::{copysign, fabs, fma, sqrt};

const PI: f32 = 3.1415927;
const PI_LO: f32 = -8.742278e-08;
const PIO2: f32 = 1.5707964;
const PIO2_LO: f32 = -4.371139e-08;

// Up to here a polynomial serves; beyond, the half of the complementary angle is below 1/2, where floats are finer.
const DIRECT: f32 = 0.5625;

/// (asin(sqrt z) - sqrt z) / z^(3/2) for z <= DIRECT^2.
fn asin_poly(z: f32) -> f32 {
    poly!(z; 0.1666667, 0.07499723, 0.04471619, 0.029475067, 0.02823827, -0.002645466, 0.045724683)
}

/// Arc sine.  Error below 2 ulp.
pub fn asin(x: f32) -> f32 {
    let t = fabs(x);
    if t <= DIRECT {
        let z = x * x;
        return fma(asin_poly(z) * z, x, x);
    }
    // asin t = pi / 2 - 2 asin sqrt((1 - t) / 2); 1 - t is exact.
    let z = (1.0 - t) * 0.5;
    let s = sqrt(z);
    let y = fma(asin_poly(z) * z, s, s);
    copysign(fma(-2.0, y, PIO2_LO) + PIO2, x)
}

/// Arc cosine.  Error below 2 ulp.
pub fn acos(x: f32) -> f32 {
    let t = fabs(x);
    if t <= DIRECT {
        let z = x * x;
        let y = fma(asin_poly(z) * z, x, x);
        return PIO2 - (y - PIO2_LO);
    }
    let z = (1.0 - t) * 0.5;
    let s = sqrt(z);
    let y = fma(asin_poly(z) * z, s, s);
    if x > 0.0 { 2.0 * y } else { PI - fma(2.0, y, -PI_LO) }
}

/// (atan a - a) / a^3 as a function of z = a^2, for a in 0..=1.
fn atan_poly(z: f32) -> f32 {
    poly!(
        z; -0.333333, 0.1999853, -0.14264016, 0.10950881, -0.083993085, 0.05788098, -0.031095434, 0.010866826,
        -0.0017820876
    )
}

/// Arc tangent.  Error below 2 ulp.
pub fn atan(x: f32) -> f32 {
    let t = fabs(x);
    let inverted = t > 1.0;
    let a = if inverted { 1.0 / t } else { t };
    let z = a * a;
    let y = fma(atan_poly(z) * z, a, a);
    copysign(if inverted { PIO2 - (y - PIO2_LO) } else { y }, x)
}

/// The angle of the point (x, y).  Error below 3 ulp.
pub fn atan2(y: f32, x: f32) -> f32 {
    let (ay, ax) = (fabs(y), fabs(x));
    if ay != ay || ax != ax {
        return f32::NAN;
    }
    let steep = ay > ax;
    let (small, large) = if steep { (ax, ay) } else { (ay, ax) };
    // The quotient is 0 for 0 / 0 and 1 for infinity / infinity.
    let a = if small == large {
        if large == 0.0 { 0.0 } else { 1.0 }
    } else {
        small / large
    };
    let z = a * a;
    let mut angle = fma(atan_poly(z) * z, a, a);
    if steep {
        angle = PIO2 - (angle - PIO2_LO);
    }
    if (x.to_bits() as i32) < 0 {
        angle = PI - (angle - PI_LO);
    }
    copysign(angle, y)
}
