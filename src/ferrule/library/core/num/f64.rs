//! Constants and methods of `f64`.

use crate::cmp::Ordering;
use crate::intrinsics;
use crate::num::{FpCategory, math64};

pub mod consts {
    pub const PI: f64 = 3.14159265358979323846264338327950288;
    pub const TAU: f64 = 6.28318530717958647692528676655900577;
    pub const E: f64 = 2.71828182845904523536028747135266250;
    pub const FRAC_PI_2: f64 = 1.57079632679489661923132169163975144;
    pub const FRAC_PI_3: f64 = 1.04719755119659774615421446109316763;
    pub const FRAC_PI_4: f64 = 0.785398163397448309615660845819875721;
    pub const FRAC_PI_6: f64 = 0.52359877559829887307710723054658381;
    pub const FRAC_PI_8: f64 = 0.39269908169872415480783042290993786;
    pub const FRAC_1_PI: f64 = 0.318309886183790671537767526745028724;
    pub const FRAC_2_PI: f64 = 0.636619772367581343075535053490057448;
    pub const FRAC_2_SQRT_PI: f64 = 1.12837916709551257389615890312154517;
    pub const SQRT_2: f64 = 1.41421356237309504880168872420969808;
    pub const FRAC_1_SQRT_2: f64 = 0.707106781186547524400844362104849039;
    pub const LN_2: f64 = 0.693147180559945309417232121458176568;
    pub const LN_10: f64 = 2.30258509299404568401799145468436421;
    pub const LOG2_E: f64 = 1.44269504088896340735992468100189214;
    pub const LOG2_10: f64 = 3.32192809488736234787031942948939018;
    pub const LOG10_E: f64 = 0.434294481903251827651128918916605082;
    pub const LOG10_2: f64 = 0.301029995663981195213738894724493027;
}

/// The functions of a nightly `core` that need no `std` there.
pub mod math {
    macro_rules! functions {
        ($($name:ident($($arg:ident: $t:ty),*);)*) => {$(
            pub fn $name(x: f64 $(, $arg: $t)*) -> f64 { x.$name($($arg),*) }
        )*};
    }
    functions! {
        floor(); ceil(); round(); round_ties_even(); trunc(); fract(); sqrt(); cbrt();
        mul_add(y: f64, z: f64); div_euclid(rhs: f64); rem_euclid(rhs: f64); powi(n: i32); abs_sub(other: f64);
    }
}

pub const RADIX: u32 = f64::RADIX;
pub const MANTISSA_DIGITS: u32 = f64::MANTISSA_DIGITS;
pub const DIGITS: u32 = f64::DIGITS;
pub const MIN_EXP: i32 = f64::MIN_EXP;
pub const MAX_EXP: i32 = f64::MAX_EXP;
pub const MIN_10_EXP: i32 = f64::MIN_10_EXP;
pub const MAX_10_EXP: i32 = f64::MAX_10_EXP;
pub const MAX: f64 = f64::MAX;
pub const MIN: f64 = f64::MIN;
pub const MIN_POSITIVE: f64 = f64::MIN_POSITIVE;
pub const EPSILON: f64 = f64::EPSILON;
pub const INFINITY: f64 = f64::INFINITY;
pub const NEG_INFINITY: f64 = f64::NEG_INFINITY;
pub const NAN: f64 = f64::NAN;

impl f64 {
    pub const RADIX: u32 = 2;
    pub const MANTISSA_DIGITS: u32 = 53;
    pub const DIGITS: u32 = 15;
    pub const EPSILON: f64 = 2.2204460492503131e-16;
    pub const MIN: f64 = -1.7976931348623157e+308;
    pub const MIN_POSITIVE: f64 = 2.2250738585072014e-308;
    pub const MAX: f64 = 1.7976931348623157e+308;
    pub const MIN_EXP: i32 = -1021;
    pub const MAX_EXP: i32 = 1024;
    pub const MIN_10_EXP: i32 = -307;
    pub const MAX_10_EXP: i32 = 308;
    pub const NAN: f64 = 0.0 / 0.0;
    pub const INFINITY: f64 = 1.0 / 0.0;
    pub const NEG_INFINITY: f64 = -1.0 / 0.0;

    pub const fn to_bits(self) -> u64 {
        unsafe { intrinsics::transmute::<f64, u64>(self) }
    }
    pub const fn from_bits(v: u64) -> f64 {
        unsafe { intrinsics::transmute::<u64, f64>(v) }
    }
    pub const fn to_ne_bytes(self) -> [u8; 8] {
        self.to_bits().to_ne_bytes()
    }
    pub const fn to_le_bytes(self) -> [u8; 8] {
        self.to_bits().to_le_bytes()
    }
    pub const fn to_be_bytes(self) -> [u8; 8] {
        self.to_bits().to_be_bytes()
    }
    pub const fn from_ne_bytes(bytes: [u8; 8]) -> f64 {
        f64::from_bits(u64::from_ne_bytes(bytes))
    }
    pub const fn from_le_bytes(bytes: [u8; 8]) -> f64 {
        f64::from_bits(u64::from_le_bytes(bytes))
    }
    pub const fn from_be_bytes(bytes: [u8; 8]) -> f64 {
        f64::from_bits(u64::from_be_bytes(bytes))
    }

    pub const fn is_nan(self) -> bool {
        self != self
    }
    pub const fn is_infinite(self) -> bool {
        intrinsics::fabs(self) == f64::INFINITY
    }
    pub const fn is_finite(self) -> bool {
        intrinsics::fabs(self) < f64::INFINITY
    }
    pub const fn is_subnormal(self) -> bool {
        self != 0.0 && intrinsics::fabs(self) < f64::MIN_POSITIVE
    }
    pub const fn is_normal(self) -> bool {
        intrinsics::fabs(self) >= f64::MIN_POSITIVE && intrinsics::fabs(self) < f64::INFINITY
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
        (self.to_bits() as i64) < 0
    }
    pub const fn is_sign_positive(self) -> bool {
        self.to_bits() as i64 >= 0
    }

    pub const fn abs(self) -> f64 {
        intrinsics::fabs(self)
    }
    pub const fn copysign(self, sign: f64) -> f64 {
        intrinsics::copysign(self, sign)
    }
    pub const fn signum(self) -> f64 {
        if self != self { self } else { intrinsics::copysign(1.0, self) }
    }
    pub const fn recip(self) -> f64 {
        1.0 / self
    }
    pub const fn floor(self) -> f64 {
        intrinsics::floor(self)
    }
    pub const fn ceil(self) -> f64 {
        intrinsics::ceil(self)
    }
    pub const fn trunc(self) -> f64 {
        intrinsics::trunc(self)
    }
    pub const fn round_ties_even(self) -> f64 {
        intrinsics::roundeven(self)
    }
    pub const fn round(self) -> f64 {
        // The largest float below 1/2: halves round away from zero, and what is just below a half does not.
        intrinsics::trunc(self + intrinsics::copysign(0.5 - f64::EPSILON / 4.0, self))
    }
    pub const fn fract(self) -> f64 {
        self - intrinsics::trunc(self)
    }
    pub const fn min(self, other: f64) -> f64 {
        intrinsics::minnum(self, other)
    }
    pub const fn max(self, other: f64) -> f64 {
        intrinsics::maxnum(self, other)
    }
    /// The smaller operand; NaN if one is NaN.
    pub const fn minimum(self, other: f64) -> f64 {
        if self < other || (self == other && self.is_sign_negative()) {
            self
        } else if other <= self {
            other
        } else {
            self + other
        }
    }
    /// The larger operand; NaN if one is NaN.
    pub const fn maximum(self, other: f64) -> f64 {
        if self > other || (self == other && self.is_sign_positive()) {
            self
        } else if other >= self {
            other
        } else {
            self + other
        }
    }
    #[track_caller]
    pub const fn clamp(self, min: f64, max: f64) -> f64 {
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
    pub const fn midpoint(self, other: f64) -> f64 {
        let sum = self + other;
        if intrinsics::fabs(sum) < f64::INFINITY { sum / 2.0 } else { self / 2.0 + other / 2.0 }
    }
    pub fn mul_add(self, a: f64, b: f64) -> f64 {
        intrinsics::fma(self, a, b)
    }
    /// The difference if that is positive, else +0; NaN if one is NaN.
    pub fn abs_sub(self, other: f64) -> f64 {
        if self <= other { 0.0 } else { self - other }
    }
    /// The integer part.
    ///
    /// # Safety
    /// It must fit.
    pub unsafe fn to_int_unchecked<Int>(self) -> Int
    where
        f64: crate::convert::FloatToInt<Int>,
    {
        crate::convert::FloatToInt::__convert(self)
    }
    pub fn rem_euclid(self, rhs: f64) -> f64 {
        let r = self % rhs;
        if r < 0.0 { r + intrinsics::fabs(rhs) } else { r }
    }
    pub fn div_euclid(self, rhs: f64) -> f64 {
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
    pub const fn total_cmp(&self, other: &f64) -> Ordering {
        let mut a = self.to_bits() as i64;
        let mut b = other.to_bits() as i64;
        a ^= ((a >> 63) as u64 >> 1) as i64;
        b ^= ((b >> 63) as u64 >> 1) as i64;
        if a < b {
            Ordering::Less
        } else if a == b {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }
    pub const fn next_up(self) -> f64 {
        let bits = self.to_bits();
        if self != self || self == f64::INFINITY {
            self
        } else if self == 0.0 {
            f64::from_bits(1)
        } else if bits as i64 > 0 {
            f64::from_bits(bits + 1)
        } else {
            f64::from_bits(bits - 1)
        }
    }
    pub const fn next_down(self) -> f64 {
        -(-self).next_up()
    }
    pub const fn to_degrees(self) -> f64 {
        self * 57.29577951308232087679815481410517
    }
    pub const fn to_radians(self) -> f64 {
        self * 0.017453292519943295769236907684886
    }
    pub fn sqrt(self) -> f64 {
        intrinsics::sqrt(self)
    }
    pub fn powi(self, n: i32) -> f64 {
        math64::powi(self, n)
    }
    pub fn powf(self, n: f64) -> f64 {
        math64::pow(self, n)
    }
    pub fn exp(self) -> f64 {
        math64::exp(self)
    }
    pub fn exp2(self) -> f64 {
        math64::exp2(self)
    }
    pub fn exp_m1(self) -> f64 {
        math64::expm1(self)
    }
    pub fn ln(self) -> f64 {
        math64::ln(self)
    }
    pub fn log2(self) -> f64 {
        math64::log2(self)
    }
    pub fn log10(self) -> f64 {
        math64::log10(self)
    }
    pub fn log(self, base: f64) -> f64 {
        math64::ln(self) / math64::ln(base)
    }
    pub fn ln_1p(self) -> f64 {
        math64::log1p(self)
    }
    pub fn cbrt(self) -> f64 {
        math64::cbrt(self)
    }
    pub fn hypot(self, other: f64) -> f64 {
        math64::hypot(self, other)
    }
    pub fn sin(self) -> f64 {
        math64::sin(self)
    }
    pub fn cos(self) -> f64 {
        math64::cos(self)
    }
    pub fn sin_cos(self) -> (f64, f64) {
        math64::sin_cos(self)
    }
    pub fn tan(self) -> f64 {
        math64::tan(self)
    }
    pub fn asin(self) -> f64 {
        math64::asin(self)
    }
    pub fn acos(self) -> f64 {
        math64::acos(self)
    }
    pub fn atan(self) -> f64 {
        math64::atan(self)
    }
    pub fn atan2(self, other: f64) -> f64 {
        math64::atan2(self, other)
    }
    pub fn sinh(self) -> f64 {
        math64::sinh(self)
    }
    pub fn cosh(self) -> f64 {
        math64::cosh(self)
    }
    pub fn tanh(self) -> f64 {
        math64::tanh(self)
    }
    pub fn asinh(self) -> f64 {
        math64::asinh(self)
    }
    pub fn acosh(self) -> f64 {
        math64::acosh(self)
    }
    pub fn atanh(self) -> f64 {
        math64::atanh(self)
    }
}
