//! The forms of integer arithmetic that differ in what they do about overflow: strict, euclidean, unbounded, mixed signs.

use super::int::overflow;
use crate::intrinsics;

// `strict!(value; "add")`: the value, or the panic of an overflow, whatever the build says about overflow checks.
macro_rules! strict {
    ($checked:expr; $what:ident) => {
        match $checked {
            Some(x) => x,
            None => overflow::$what(),
        }
    };
}

macro_rules! forms {
    ($($t:ident $bits:literal;)*) => {$(
        impl $t {
            pub const fn min_value() -> $t { $t::MIN }
            pub const fn max_value() -> $t { $t::MAX }

            #[track_caller]
            pub const fn strict_add(self, rhs: $t) -> $t { strict!(self.checked_add(rhs); add) }
            #[track_caller]
            pub const fn strict_sub(self, rhs: $t) -> $t { strict!(self.checked_sub(rhs); sub) }
            #[track_caller]
            pub const fn strict_mul(self, rhs: $t) -> $t { strict!(self.checked_mul(rhs); mul) }
            #[track_caller]
            pub const fn strict_pow(self, exp: u32) -> $t { strict!(self.checked_pow(exp); mul) }
            #[track_caller]
            pub const fn strict_neg(self) -> $t { strict!(self.checked_neg(); neg) }
            #[track_caller]
            pub const fn strict_shl(self, rhs: u32) -> $t { strict!(self.checked_shl(rhs); shl) }
            #[track_caller]
            pub const fn strict_shr(self, rhs: u32) -> $t { strict!(self.checked_shr(rhs); shr) }
            // The operators themselves always check these.
            #[track_caller]
            pub const fn strict_div(self, rhs: $t) -> $t { self / rhs }
            #[track_caller]
            pub const fn strict_rem(self, rhs: $t) -> $t { self % rhs }
            #[track_caller]
            pub const fn strict_div_euclid(self, rhs: $t) -> $t { self.div_euclid(rhs) }
            #[track_caller]
            pub const fn strict_rem_euclid(self, rhs: $t) -> $t { self.rem_euclid(rhs) }

            pub const fn unbounded_shl(self, rhs: u32) -> $t { if rhs < $bits { self << rhs } else { 0 } }
            pub const fn unbounded_shr(self, rhs: u32) -> $t {
                // Beyond the width only copies of the sign are left.
                if rhs < $bits { self >> rhs } else { (self >> ($bits - 1)) >> 1 }
            }
            pub const unsafe fn unchecked_shl(self, rhs: u32) -> $t { self << rhs }
            pub const unsafe fn unchecked_shr(self, rhs: u32) -> $t { self >> rhs }

            #[track_caller]
            pub const fn overflowing_div(self, rhs: $t) -> ($t, bool) {
                if self.divides_badly(rhs) { (self, true) } else { (self / rhs, false) }
            }
            #[track_caller]
            pub const fn overflowing_rem(self, rhs: $t) -> ($t, bool) {
                if self.divides_badly(rhs) { (0, true) } else { (self % rhs, false) }
            }
            #[track_caller]
            pub const fn overflowing_div_euclid(self, rhs: $t) -> ($t, bool) {
                if self.divides_badly(rhs) { (self, true) } else { (self.div_euclid(rhs), false) }
            }
            #[track_caller]
            pub const fn overflowing_rem_euclid(self, rhs: $t) -> ($t, bool) {
                if self.divides_badly(rhs) { (0, true) } else { (self.rem_euclid(rhs), false) }
            }
            #[track_caller]
            pub const fn wrapping_div_euclid(self, rhs: $t) -> $t { self.overflowing_div_euclid(rhs).0 }
            #[track_caller]
            pub const fn wrapping_rem_euclid(self, rhs: $t) -> $t { self.overflowing_rem_euclid(rhs).0 }
            pub const fn checked_div_euclid(self, rhs: $t) -> Option<$t> {
                if rhs == 0 || self.divides_badly(rhs) { None } else { Some(self.div_euclid(rhs)) }
            }
            pub const fn checked_rem_euclid(self, rhs: $t) -> Option<$t> {
                if rhs == 0 || self.divides_badly(rhs) { None } else { Some(self.rem_euclid(rhs)) }
            }
            #[track_caller]
            pub const fn saturating_div(self, rhs: $t) -> $t {
                if self.divides_badly(rhs) { $t::MAX } else { self / rhs }
            }

            pub const fn checked_ilog(self, base: $t) -> Option<u32> {
                if self <= 0 || base < 2 { None } else { Some(self.ilog(base)) }
            }
            pub const fn checked_ilog10(self) -> Option<u32> { self.checked_ilog(10) }
        }
    )*};
}
forms! {
    u8 8; u16 16; u32 32; u64 64; u128 128; usize 64;
    i8 8; i16 16; i32 32; i64 64; i128 128; isize 64;
}

macro_rules! unsigned {
    ($($t:ident $signed:ident;)*) => {$(
        impl $t {
            pub const fn carrying_add(self, rhs: $t, carry: bool) -> ($t, bool) {
                let (a, c1) = self.overflowing_add(rhs);
                let (b, c2) = a.overflowing_add(carry as $t);
                (b, c1 | c2)
            }
            pub const fn borrowing_sub(self, rhs: $t, borrow: bool) -> ($t, bool) {
                let (a, c1) = self.overflowing_sub(rhs);
                let (b, c2) = a.overflowing_sub(borrow as $t);
                (b, c1 | c2)
            }
            pub const fn carrying_mul(self, rhs: $t, carry: $t) -> ($t, $t) { self.carrying_mul_add(rhs, carry, 0) }

            pub const fn checked_next_multiple_of(self, rhs: $t) -> Option<$t> {
                if rhs == 0 {
                    return None;
                }
                let r = self % rhs;
                if r == 0 { Some(self) } else { self.checked_add(rhs - r) }
            }
            pub const fn checked_signed_diff(self, rhs: $t) -> Option<$signed> {
                let r = intrinsics::wrapping_sub(self, rhs) as $signed;
                if (self >= rhs) == (r >= 0) { Some(r) } else { None }
            }

            pub const fn wrapping_sub_signed(self, rhs: $signed) -> $t { intrinsics::wrapping_sub(self, rhs as $t) }
            pub const fn overflowing_sub_signed(self, rhs: $signed) -> ($t, bool) {
                let (r, o) = self.overflowing_sub(rhs as $t);
                (r, o != (rhs < 0))
            }
            pub const fn checked_sub_signed(self, rhs: $signed) -> Option<$t> {
                let (r, o) = self.overflowing_sub_signed(rhs);
                if o { None } else { Some(r) }
            }
            pub const fn saturating_sub_signed(self, rhs: $signed) -> $t {
                let (r, o) = self.overflowing_sub_signed(rhs);
                if !o { r } else if rhs < 0 { $t::MAX } else { 0 }
            }
            #[track_caller]
            pub const fn strict_add_signed(self, rhs: $signed) -> $t { strict!(self.checked_add_signed(rhs); add) }
            #[track_caller]
            pub const fn strict_sub_signed(self, rhs: $signed) -> $t { strict!(self.checked_sub_signed(rhs); sub) }
        }
    )*};
}
unsigned! { u8 i8; u16 i16; u32 i32; u64 i64; u128 i128; usize isize; }

// self * rhs + carry + add never exceeds twice the width.
macro_rules! carrying_mul_add {
    ($($t:ident $wide:ident $bits:literal;)*) => {$(
        impl $t {
            pub const fn carrying_mul_add(self, rhs: $t, carry: $t, add: $t) -> ($t, $t) {
                let wide = self as $wide * rhs as $wide + carry as $wide + add as $wide;
                (wide as $t, (wide >> $bits) as $t)
            }
        }
    )*};
}
carrying_mul_add! { u8 u32 8; u16 u32 16; u32 u64 32; u64 u128 64; usize u128 64; }

// Of signed integers it is not stable in Rust yet.
macro_rules! carrying_mul_add_signed {
    ($($t:ident $unsigned:ident $wide:ident $bits:literal;)*) => {$(
        impl $t {
            pub const fn carrying_mul_add(self, rhs: $t, carry: $t, add: $t) -> ($unsigned, $t) {
                let wide = self as $wide * rhs as $wide + carry as $wide + add as $wide;
                (wide as $unsigned, (wide >> $bits) as $t)
            }
        }
    )*};
}
carrying_mul_add_signed! { i8 u8 i32 8; i16 u16 i64 16; i32 u32 i64 32; i64 u64 i128 64; isize usize i128 64; }

impl u128 {
    /// From products of the halves: schoolbook multiplication with two digits.
    pub const fn carrying_mul_add(self, rhs: u128, carry: u128, add: u128) -> (u128, u128) {
        let (a0, a1) = (self as u64 as u128, self >> 64);
        let (b0, b1) = (rhs as u64 as u128, rhs >> 64);
        let low = a0 * b0;
        let mid = a1 * b0 + (low >> 64);
        let mid2 = a0 * b1 + mid as u64 as u128;
        let high = a1 * b1 + (mid >> 64) + (mid2 >> 64);
        let product = (mid2 << 64) | low as u64 as u128;
        let (sum, c1) = product.overflowing_add(carry);
        let (sum, c2) = sum.overflowing_add(add);
        (sum, high + c1 as u128 + c2 as u128)
    }
}

macro_rules! signed {
    ($($t:ident $unsigned:ident;)*) => {$(
        impl $t {
            pub const fn overflowing_abs(self) -> ($t, bool) { (self.wrapping_abs(), self == $t::MIN) }
            #[track_caller]
            pub const fn strict_abs(self) -> $t { strict!(self.checked_abs(); neg) }
            pub const unsafe fn unchecked_neg(self) -> $t { self.wrapping_neg() }

            pub const fn overflowing_add_unsigned(self, rhs: $unsigned) -> ($t, bool) {
                let r = intrinsics::wrapping_add(self, rhs as $t);
                (r, r < self)
            }
            pub const fn overflowing_sub_unsigned(self, rhs: $unsigned) -> ($t, bool) {
                let r = intrinsics::wrapping_sub(self, rhs as $t);
                (r, r > self)
            }
            pub const fn wrapping_sub_unsigned(self, rhs: $unsigned) -> $t { intrinsics::wrapping_sub(self, rhs as $t) }
            pub const fn saturating_add_unsigned(self, rhs: $unsigned) -> $t {
                let (r, o) = self.overflowing_add_unsigned(rhs);
                if o { $t::MAX } else { r }
            }
            pub const fn saturating_sub_unsigned(self, rhs: $unsigned) -> $t {
                let (r, o) = self.overflowing_sub_unsigned(rhs);
                if o { $t::MIN } else { r }
            }
            #[track_caller]
            pub const fn strict_add_unsigned(self, rhs: $unsigned) -> $t { strict!(self.checked_add_unsigned(rhs); add) }
            #[track_caller]
            pub const fn strict_sub_unsigned(self, rhs: $unsigned) -> $t { strict!(self.checked_sub_unsigned(rhs); sub) }

            pub const fn checked_isqrt(self) -> Option<$t> { if self < 0 { None } else { Some(self.isqrt()) } }
            /// Half the sum, rounded towards zero.
            pub const fn midpoint(self, rhs: $t) -> $t {
                // This form rounds down; a negative half becomes one more.
                let down = (self & rhs) + ((self ^ rhs) >> 1);
                down + (down < 0 && (self ^ rhs) & 1 != 0) as $t
            }
        }
    )*};
}
signed! { i8 u8; i16 u16; i32 u32; i64 u64; i128 u128; isize usize; }
