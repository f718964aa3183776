//! Integers whose operators saturate.

use crate::ops::{Neg, Not};

/// Arithmetic that stops at the smallest and the largest value.
#[repr(transparent)]
pub struct Saturating<T>(pub T);

newtype! { Saturating }

macro_rules! saturating {
    ($($t:ident)*) => {$(
        newtype_operators! {
            Saturating<$t>:
            Add add |x, y| x.saturating_add(y);
            Sub sub |x, y| x.saturating_sub(y);
            Mul mul |x, y| x.saturating_mul(y);
            Div div |x, y| x.saturating_div(y);
            Rem rem |x, y| x % y;
            BitAnd bitand |x, y| x & y;
            BitOr bitor |x, y| x | y;
            BitXor bitxor |x, y| x ^ y;
        }
        impl Not for Saturating<$t> {
            type Output = Self;
            fn not(self) -> Self { Saturating(!self.0) }
        }
        impl Saturating<$t> {
            pub const MIN: Self = Saturating($t::MIN);
            pub const MAX: Self = Saturating($t::MAX);
            pub const BITS: u32 = $t::BITS;

            pub const fn count_ones(self) -> u32 { self.0.count_ones() }
            pub const fn count_zeros(self) -> u32 { self.0.count_zeros() }
            pub const fn leading_zeros(self) -> u32 { self.0.leading_zeros() }
            pub const fn trailing_zeros(self) -> u32 { self.0.trailing_zeros() }
            pub const fn rotate_left(self, n: u32) -> Self { Saturating(self.0.rotate_left(n)) }
            pub const fn rotate_right(self, n: u32) -> Self { Saturating(self.0.rotate_right(n)) }
            pub const fn swap_bytes(self) -> Self { Saturating(self.0.swap_bytes()) }
            pub const fn reverse_bits(self) -> Self { Saturating(self.0.reverse_bits()) }
            pub const fn from_be(x: Self) -> Self { Saturating($t::from_be(x.0)) }
            pub const fn from_le(x: Self) -> Self { Saturating($t::from_le(x.0)) }
            pub const fn to_be(self) -> Self { Saturating(self.0.to_be()) }
            pub const fn to_le(self) -> Self { Saturating(self.0.to_le()) }
            pub const fn pow(self, exp: u32) -> Self { Saturating(self.0.saturating_pow(exp)) }
        }
    )*};
}
saturating! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! unsigned {
    ($($t:ident)*) => {$(
        impl Saturating<$t> {
            pub const fn is_power_of_two(self) -> bool { self.0.is_power_of_two() }
        }
    )*};
}
unsigned! { u8 u16 u32 u64 u128 usize }

macro_rules! signed {
    ($($t:ident)*) => {$(
        impl Neg for Saturating<$t> {
            type Output = Self;
            fn neg(self) -> Self { Saturating(self.0.saturating_neg()) }
        }
        impl Saturating<$t> {
            pub const fn abs(self) -> Self { Saturating(self.0.saturating_abs()) }
            pub const fn signum(self) -> Self { Saturating(self.0.signum()) }
            pub const fn is_positive(self) -> bool { self.0 > 0 }
            pub const fn is_negative(self) -> bool { self.0 < 0 }
        }
    )*};
}
signed! { i8 i16 i32 i64 i128 isize }
