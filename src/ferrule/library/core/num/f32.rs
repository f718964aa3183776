//! Constants and methods of `f32`.

use crate::cmp::Ordering;
use crate::intrinsics;
use crate::num::{FpCategory, math32};

pub mod consts {
    pub const PI: f32 = 3.14159265358979323846264338327950288;
    pub const TAU: f32 = 6.28318530717958647692528676655900577;
    pub const E: f32 = 2.71828182845904523536028747135266250;
    pub const FRAC_PI_2: f32 = 1.57079632679489661923132169163975144;
    pub const FRAC_PI_3: f32 = 1.04719755119659774615421446109316763;
    pub const FRAC_PI_4: f32 = 0.785398163397448309615660845819875721;
    pub const FRAC_PI_6: f32 = 0.52359877559829887307710723054658381;
    pub const FRAC_PI_8: f32 = 0.39269908169872415480783042290993786;
    pub const FRAC_1_PI: f32 = 0.318309886183790671537767526745028724;
    pub const FRAC_2_PI: f32 = 0.636619772367581343075535053490057448;
    pub const FRAC_2_SQRT_PI: f32 = 1.12837916709551257389615890312154517;
    pub const SQRT_2: f32 = 1.41421356237309504880168872420969808;
    pub const FRAC_1_SQRT_2: f32 = 0.707106781186547524400844362104849039;
    pub const LN_2: f32 = 0.693147180559945309417232121458176568;
    pub const LN_10: f32 = 2.30258509299404568401799145468436421;
    pub const LOG2_E: f32 = 1.44269504088896340735992468100189214;
    pub const LOG2_10: f32 = 3.32192809488736234787031942948939018;
    pub const LOG10_E: f32 = 0.434294481903251827651128918916605082;
    pub const LOG10_2: f32 = 0.301029995663981195213738894724493027;
}

/// The functions of a nightly `core` that need no `std` there.
pub mod math {
    macro_rules! functions {
        ($($name:ident($($arg:ident: $t:ty),*);)*) => {$(
            pub fn $name(x: f32 $(, $arg: $t)*) -> f32 { x.$name($($arg),*) }
        )*};
    }
    functions! {
        floor(); ceil(); round(); round_ties_even(); trunc(); fract(); sqrt(); cbrt();
        mul_add(y: f32, z: f32); div_euclid(rhs: f32); rem_euclid(rhs: f32); powi(n: i32); abs_sub(other: f32);
    }
}

pub const RADIX: u32 = f32::RADIX;
pub const MANTISSA_DIGITS: u32 = f32::MANTISSA_DIGITS;
pub const DIGITS: u32 = f32::DIGITS;
pub const MIN_EXP: i32 = f32::MIN_EXP;
pub const MAX_EXP: i32 = f32::MAX_EXP;
pub const MIN_10_EXP: i32 = f32::MIN_10_EXP;
pub const MAX_10_EXP: i32 = f32::MAX_10_EXP;
pub const MAX: f32 = f32::MAX;
pub const MIN: f32 = f32::MIN;
pub const MIN_POSITIVE: f32 = f32::MIN_POSITIVE;
pub const EPSILON: f32 = f32::EPSILON;
pub const INFINITY: f32 = f32::INFINITY;
pub const NEG_INFINITY: f32 = f32::NEG_INFINITY;
pub const NAN: f32 = f32::NAN;

impl f32 {
    pub const RADIX: u32 = 2;
    pub const MANTISSA_DIGITS: u32 = 24;
    pub const DIGITS: u32 = 6;
    pub const EPSILON: f32 = 1.1920929e-7;
    pub const MIN: f32 = -3.40282347e+38;
    pub const MIN_POSITIVE: f32 = 1.17549435e-38;
    pub const MAX: f32 = 3.40282347e+38;
    pub const MIN_EXP: i32 = -125;
    pub const MAX_EXP: i32 = 128;
    pub const MIN_10_EXP: i32 = -37;
    pub const MAX_10_EXP: i32 = 38;
    pub const NAN: f32 = 0.0 / 0.0;
    pub const INFINITY: f32 = 1.0 / 0.0;
    pub const NEG_INFINITY: f32 = -1.0 / 0.0;

    pub const fn to_bits(self) -> u32 {
        unsafe { intrinsics::transmute::<f32, u32>(self) }
    }
    pub const fn from_bits(v: u32) -> f32 {
        unsafe { intrinsics::transmute::<u32, f32>(v) }
    }
    pub const fn to_ne_bytes(self) -> [u8; 4] {
        self.to_bits().to_ne_bytes()
    }
    pub const fn to_le_bytes(self) -> [u8; 4] {
        self.to_bits().to_le_bytes()
    }
    pub const fn to_be_bytes(self) -> [u8; 4] {
        self.to_bits().to_be_bytes()
    }
    pub const fn from_ne_bytes(bytes: [u8; 4]) -> f32 {
        f32::from_bits(u32::from_ne_bytes(bytes))
    }
    pub const fn from_le_bytes(bytes: [u8; 4]) -> f32 {
        f32::from_bits(u32::from_le_bytes(bytes))
    }
    pub const fn from_be_bytes(bytes: [u8; 4]) -> f32 {
        f32::from_bits(u32::from_be_bytes(bytes))
    }

    pub const fn is_nan(self) -> bool {
        self != self
    }
    pub const fn is_infinite(self) -> bool {
        intrinsics::fabs(self) == f32::INFINITY
    }
    pub const fn is_finite(self) -> bool {
        intrinsics::fabs(self) < f32::INFINITY
    }
    pub const fn is_subnormal(self) -> bool {
        self != 0.0 && intrinsics::fabs(self) < f32::MIN_POSITIVE
    }
    pub const fn is_normal(self) -> bool {
        intrinsics::fabs(self) >= f32::MIN_POSITIVE && intrinsics::fabs(self) < f32::INFINITY
    }
    pub const fn classify(self) -> FpCategory {
        if self != self {
            FpCategory::Nan
        } else if self.is_infinite() {
            FpCategory::Infinite
        } else if self == 0.0 {
            FpCategory::Zero
        } else if self.is_subnormal() {
            FpCategory::Subnormal
        } else {
            FpCategory::Normal
        }
    }
    pub const fn is_sign_negative(self) -> bool {
        (self.to_bits() as i32) < 0
    }
    pub const fn is_sign_positive(self) -> bool {
        self.to_bits() as i32 >= 0
    }

    pub const fn abs(self) -> f32 {
        intrinsics::fabs(self)
    }
    pub const fn copysign(self, sign: f32) -> f32 {
        intrinsics::copysign(self, sign)
    }
    pub const fn signum(self) -> f32 {
        if self != self { self } else { intrinsics::copysign(1.0, self) }
    }
    pub const fn recip(self) -> f32 {
        1.0 / self
    }
    pub const fn floor(self) -> f32 {
        intrinsics::floor(self)
    }
    pub const fn ceil(self) -> f32 {
        intrinsics::ceil(self)
    }
    pub const fn trunc(self) -> f32 {
        intrinsics::trunc(self)
    }
    pub const fn round_ties_even(self) -> f32 {
        intrinsics::roundeven(self)
    }
    pub const fn round(self) -> f32 {
        // The largest float below 1/2: halves round away from zero, and what is just below a half does not.
        intrinsics::trunc(self + intrinsics::copysign(0.5 - f32::EPSILON / 4.0, self))
    }
    pub const fn fract(self) -> f32 {
        self - intrinsics::trunc(self)
    }
    pub const fn min(self, other: f32) -> f32 {
        intrinsics::minnum(self, other)
    }
    pub const fn max(self, other: f32) -> f32 {
        intrinsics::maxnum(self, other)
    }
    /// The smaller operand; NaN if one is NaN.
    pub const fn minimum(self, other: f32) -> f32 {
        if self < other || (self == other && self.is_sign_negative()) {
            self
        } else if other <= self {
            other
        } else {
            self + other
        }
    }
    /// The larger operand; NaN if one is NaN.
    pub const fn maximum(self, other: f32) -> f32 {
        if self > other || (self == other && self.is_sign_positive()) {
            self
        } else if other >= self {
            other
        } else {
            self + other
        }
    }
    #[track_caller]
    pub const fn clamp(self, min: f32, max: f32) -> f32 {
        if !(min <= max) {
            panic!("min > max, or either was NaN. min = {}, max = {}", min, max);
        }
        let mut x = self;
        if x < min {
            x = min;
        }
        if x > max {
            x = max;
        }
        x
    }
    pub const fn midpoint(self, other: f32) -> f32 {
        let sum = self + other;
        if intrinsics::fabs(sum) < f32::INFINITY { sum / 2.0 } else { self / 2.0 + other / 2.0 }
    }
    pub fn mul_add(self, a: f32, b: f32) -> f32 {
        intrinsics::fma(self, a, b)
    }
    /// The difference if that is positive, else +0; NaN if one is NaN.
    pub fn abs_sub(self, other: f32) -> f32 {
        if self <= other { 0.0 } else { self - other }
    }
    /// The integer part.
    ///
    /// # Safety
    /// It must fit.
    pub unsafe fn to_int_unchecked<Int>(self) -> Int
    where
        f32: crate::convert::FloatToInt<Int>,
    {
        crate::convert::FloatToInt::__convert(self)
    }
    pub fn rem_euclid(self, rhs: f32) -> f32 {
        let r = self % rhs;
        if r < 0.0 { r + intrinsics::fabs(rhs) } else { r }
    }
    pub fn div_euclid(self, rhs: f32) -> f32 {
        let q = intrinsics::trunc(self / rhs);
        if self % rhs >= 0.0 {
            q
        } else if rhs > 0.0 {
            q - 1.0
        } else {
            q + 1.0
        }
    }
    /// A total order: -NaN, -inf, negative numbers, -0, +0, positive numbers, +inf, NaN.
    pub const fn total_cmp(&self, other: &f32) -> Ordering {
        let mut a = self.to_bits() as i32;
        let mut b = other.to_bits() as i32;
        a ^= ((a >> 31) as u32 >> 1) as i32;
        b ^= ((b >> 31) as u32 >> 1) as i32;
        if a < b {
            Ordering::Less
        } else if a == b {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }
    pub const fn next_up(self) -> f32 {
        let bits = self.to_bits();
        if self != self || self == f32::INFINITY {
            self
        } else if self == 0.0 {
            f32::from_bits(1)
        } else if bits as i32 > 0 {
            f32::from_bits(bits + 1)
        } else {
            f32::from_bits(bits - 1)
        }
    }
    pub const fn next_down(self) -> f32 {
        -(-self).next_up()
    }
    pub const fn to_degrees(self) -> f32 {
        self * 57.29577951308232087679815481410517
    }
    pub const fn to_radians(self) -> f32 {
        self * 0.017453292519943295769236907684886
    }
    pub fn sqrt(self) -> f32 {
        intrinsics::sqrt(self)
    }
    pub fn powi(self, n: i32) -> f32 {
        math32::powi(self, n)
    }
    pub fn powf(self, n: f32) -> f32 {
        math32::pow(self, n)
    }
    pub fn exp(self) -> f32 {
        math32::exp(self)
    }
    pub fn exp2(self) -> f32 {
        math32::exp2(self)
    }
    pub fn exp_m1(self) -> f32 {
        math32::expm1(self)
    }
    pub fn ln(self) -> f32 {
        math32::ln(self)
    }
    pub fn log2(self) -> f32 {
        math32::log2(self)
    }
    pub fn log10(self) -> f32 {
        math32::log10(self)
    }
    pub fn log(self, base: f32) -> f32 {
        math32::ln(self) / math32::ln(base)
    }
    pub fn ln_1p(self) -> f32 {
        math32::log1p(self)
    }
    pub fn cbrt(self) -> f32 {
        math32::cbrt(self)
    }
    pub fn hypot(self, other: f32) -> f32 {
        math32::hypot(self, other)
    }
    pub fn sin(self) -> f32 {
        math32::sin(self)
    }
    pub fn cos(self) -> f32 {
        math32::cos(self)
    }
    pub fn sin_cos(self) -> (f32, f32) {
        math32::sin_cos(self)
    }
    pub fn tan(self) -> f32 {
        math32::tan(self)
    }
    pub fn asin(self) -> f32 {
        math32::asin(self)
    }
    pub fn acos(self) -> f32 {
        math32::acos(self)
    }
    pub fn atan(self) -> f32 {
        math32::atan(self)
    }
    pub fn atan2(self, other: f32) -> f32 {
        math32::atan2(self, other)
    }
    pub fn sinh(self) -> f32 {
        math32::sinh(self)
    }
    pub fn cosh(self) -> f32 {
        math32::cosh(self)
    }
    pub fn tanh(self) -> f32 {
        math32::tanh(self)
    }
    pub fn asinh(self) -> f32 {
        math32::asinh(self)
    }
    pub fn acosh(self) -> f32 {
        math32::acosh(self)
    }
    pub fn atanh(self) -> f32 {
        math32::atanh(self)
    }
}
