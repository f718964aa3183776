//! Constants and methods of `f16`.  What is not exact in itself is computed as `f32`, whose results then round correctly.

use crate::cmp::Ordering;
use crate::f32::consts as wide;
use crate::intrinsics;
use crate::num::FpCategory;

pub mod consts {
    use super::wide;

    macro_rules! rounded {
        ($($name:ident)*) => {$( pub const $name: f16 = wide::$name as f16; )*};
    }
    rounded! {
        PI TAU E FRAC_PI_2 FRAC_PI_3 FRAC_PI_4 FRAC_PI_6 FRAC_PI_8 FRAC_1_PI FRAC_2_PI FRAC_2_SQRT_PI SQRT_2 FRAC_1_SQRT_2
        LN_2 LN_10 LOG2_E LOG2_10 LOG10_E LOG10_2
    }
}

// Functions that f32 computes and that then round.
macro_rules! through_f32 {
    ($($name:ident($($arg:ident: $t:ident),*);)*) => {$(
        pub fn $name(self $(, $arg: $t)*) -> f16 {
            (self as f32).$name($($arg as through_f32!(@ $t)),*) as f16
        }
    )*};
    (@ f16) => { f32 };
    (@ i32) => { i32 };
}

impl f16 {
    pub const RADIX: u32 = 2;
    pub const MANTISSA_DIGITS: u32 = 11;
    pub const DIGITS: u32 = 3;
    pub const EPSILON: f16 = 9.7656e-4;
    pub const MIN: f16 = -6.5504e+4;
    pub const MIN_POSITIVE: f16 = 6.1035e-5;
    pub const MAX: f16 = 6.5504e+4;
    pub const MIN_EXP: i32 = -13;
    pub const MAX_EXP: i32 = 16;
    pub const MIN_10_EXP: i32 = -4;
    pub const MAX_10_EXP: i32 = 4;
    pub const NAN: f16 = f16::from_bits(0x7E00);
    pub const INFINITY: f16 = f16::from_bits(0x7C00);
    pub const NEG_INFINITY: f16 = f16::from_bits(0xFC00);

    pub const fn to_bits(self) -> u16 {
        unsafe { intrinsics::transmute::<f16, u16>(self) }
    }
    pub const fn from_bits(v: u16) -> f16 {
        unsafe { intrinsics::transmute::<u16, f16>(v) }
    }
    pub const fn to_ne_bytes(self) -> [u8; 2] {
        self.to_bits().to_ne_bytes()
    }
    pub const fn to_le_bytes(self) -> [u8; 2] {
        self.to_bits().to_le_bytes()
    }
    pub const fn to_be_bytes(self) -> [u8; 2] {
        self.to_bits().to_be_bytes()
    }
    pub const fn from_ne_bytes(bytes: [u8; 2]) -> f16 {
        f16::from_bits(u16::from_ne_bytes(bytes))
    }
    pub const fn from_le_bytes(bytes: [u8; 2]) -> f16 {
        f16::from_bits(u16::from_le_bytes(bytes))
    }
    pub const fn from_be_bytes(bytes: [u8; 2]) -> f16 {
        f16::from_bits(u16::from_be_bytes(bytes))
    }

    // The bits without the sign are ordered as the magnitudes are.
    const fn magnitude(self) -> u16 {
        self.to_bits() & 0x7FFF
    }
    pub const fn is_nan(self) -> bool {
        self.magnitude() > 0x7C00
    }
    pub const fn is_infinite(self) -> bool {
        self.magnitude() == 0x7C00
    }
    pub const fn is_finite(self) -> bool {
        self.magnitude() < 0x7C00
    }
    pub const fn is_subnormal(self) -> bool {
        self.magnitude() != 0 && self.magnitude() < 0x400
    }
    pub const fn is_normal(self) -> bool {
        self.magnitude() >= 0x400 && self.magnitude() < 0x7C00
    }
    pub const fn classify(self) -> FpCategory {
        match self.magnitude() {
            0 => FpCategory::Zero,
            0x7C00 => FpCategory::Infinite,
            1..0x400 => FpCategory::Subnormal,
            0x400..0x7C00 => FpCategory::Normal,
            _ => FpCategory::Nan,
        }
    }
    pub const fn is_sign_negative(self) -> bool {
        self.to_bits() >= 0x8000
    }
    pub const fn is_sign_positive(self) -> bool {
        self.to_bits() < 0x8000
    }

    pub const fn abs(self) -> f16 {
        f16::from_bits(self.magnitude())
    }
    pub const fn copysign(self, sign: f16) -> f16 {
        f16::from_bits(self.magnitude() | sign.to_bits() & 0x8000)
    }
    pub const fn signum(self) -> f16 {
        if self.is_nan() { self } else { f16::copysign(1.0, self) }
    }
    pub const fn recip(self) -> f16 {
        1.0 / self
    }
    pub const fn floor(self) -> f16 {
        (self as f32).floor() as f16
    }
    pub const fn ceil(self) -> f16 {
        (self as f32).ceil() as f16
    }
    pub const fn trunc(self) -> f16 {
        (self as f32).trunc() as f16
    }
    pub const fn round(self) -> f16 {
        (self as f32).round() as f16
    }
    pub const fn round_ties_even(self) -> f16 {
        (self as f32).round_ties_even() as f16
    }
    pub const fn fract(self) -> f16 {
        self - self.trunc()
    }
    pub const fn min(self, other: f16) -> f16 {
        (self as f32).min(other as f32) as f16
    }
    pub const fn max(self, other: f16) -> f16 {
        (self as f32).max(other as f32) as f16
    }
    /// The smaller operand; NaN if one is NaN.
    pub const fn minimum(self, other: f16) -> f16 {
        (self as f32).minimum(other as f32) as f16
    }
    /// The larger operand; NaN if one is NaN.
    pub const fn maximum(self, other: f16) -> f16 {
        (self as f32).maximum(other as f32) as f16
    }
    #[track_caller]
    pub const fn clamp(self, min: f16, max: f16) -> f16 {
        (self as f32).clamp(min as f32, max as f32) as f16
    }
    pub const fn midpoint(self, other: f16) -> f16 {
        (self as f32).midpoint(other as f32) as f16
    }
    /// The product is exact in f64, and what the sum loses there does not decide how it rounds here.
    pub fn mul_add(self, a: f16, b: f16) -> f16 {
        (self as f64 * a as f64 + b as f64) as f16
    }
    pub fn rem_euclid(self, rhs: f16) -> f16 {
        let r = self % rhs;
        if r < 0.0 { r + rhs.abs() } else { r }
    }
    pub fn div_euclid(self, rhs: f16) -> f16 {
        let q = (self / rhs).trunc();
        if self % rhs >= 0.0 {
            q
        } else if rhs > 0.0 {
            q - 1.0
        } else {
            q + 1.0
        }
    }
    /// A total order: -NaN, -inf, negative numbers, -0, +0, positive numbers, +inf, NaN.
    pub const fn total_cmp(&self, other: &f16) -> Ordering {
        let mut a = self.to_bits() as i16;
        let mut b = other.to_bits() as i16;
        a ^= ((a >> 15) as u16 >> 1) as i16;
        b ^= ((b >> 15) as u16 >> 1) as i16;
        if a < b {
            Ordering::Less
        } else if a == b {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }
    pub const fn next_up(self) -> f16 {
        let bits = self.to_bits();
        if self.is_nan() || bits == 0x7C00 {
            self
        } else if self.magnitude() == 0 {
            f16::from_bits(1)
        } else if bits < 0x8000 {
            f16::from_bits(bits + 1)
        } else {
            f16::from_bits(bits - 1)
        }
    }
    pub const fn next_down(self) -> f16 {
        -(-self).next_up()
    }
    pub fn to_degrees(self) -> f16 {
        self * f16::from_bits(0x5329) // 180 / pi
    }
    pub fn to_radians(self) -> f16 {
        self * f16::from_bits(0x2478) // pi / 180
    }
    pub fn sin_cos(self) -> (f16, f16) {
        let (s, c) = (self as f32).sin_cos();
        (s as f16, c as f16)
    }
    through_f32! {
        sqrt(); cbrt(); exp(); exp2(); exp_m1(); ln(); log2(); log10(); ln_1p(); sin(); cos(); tan(); asin(); acos(); atan();
        sinh(); cosh(); tanh(); asinh(); acosh(); atanh(); powi(n: i32); powf(n: f16); log(base: f16); hypot(other: f16);
        atan2(other: f16);
    }
    /// The integer part.
    ///
    /// # Safety
    /// It must fit.
    pub unsafe fn to_int_unchecked<Int>(self) -> Int
    where
        f16: crate::convert::FloatToInt<Int>,
    {
        crate::convert::FloatToInt::__convert(self)
    }
}
