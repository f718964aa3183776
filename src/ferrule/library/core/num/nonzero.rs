//! Integers that are not zero: an Option of one is as large as the integer.

use super::{IntErrorKind, ParseIntError, TryFromIntError, parse};
use crate::cmp::Ordering;
use crate::intrinsics;
use crate::ops::{BitOr, BitOrAssign, Div, DivAssign, Neg, Rem, RemAssign};
use crate::str::FromStr;

/// The types that `NonZero` is for.
pub unsafe trait ZeroablePrimitive: Sized + Copy {}

/// An integer or a char that is not zero.
#[repr(transparent)]
#[rustc_layout_scalar_valid_range_start(1)]
pub struct NonZero<T: ZeroablePrimitive>(T);

impl<T: ZeroablePrimitive> NonZero<T> {
    pub const fn new(n: T) -> Option<Self> {
        // Zero is how `None` is stored.
        unsafe { intrinsics::transmute::<T, Option<NonZero<T>>>(n) }
    }

    /// # Safety
    /// `n` must not be zero.
    pub const unsafe fn new_unchecked(n: T) -> Self {
        unsafe { NonZero(n) }
    }

    pub const fn get(self) -> T {
        self.0
    }
}

impl<T: ZeroablePrimitive> Clone for NonZero<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ZeroablePrimitive> Copy for NonZero<T> {}
impl<T: ZeroablePrimitive + PartialEq> PartialEq for NonZero<T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}
impl<T: ZeroablePrimitive + Eq> Eq for NonZero<T> {}
impl<T: ZeroablePrimitive + PartialOrd> PartialOrd for NonZero<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.get().partial_cmp(&other.get())
    }
}
impl<T: ZeroablePrimitive + Ord> Ord for NonZero<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.get().cmp(&other.get())
    }
}
impl<T: ZeroablePrimitive> From<NonZero<T>> for T {
    fn from(n: NonZero<T>) -> T {
        n.get()
    }
}
impl<T: ZeroablePrimitive + crate::fmt::Debug> crate::fmt::Debug for NonZero<T> {}
impl<T: ZeroablePrimitive + crate::fmt::Display> crate::fmt::Display for NonZero<T> {}
impl<T: ZeroablePrimitive + crate::hash::Hash> crate::hash::Hash for NonZero<T> {}

impl<T: ZeroablePrimitive + BitOr<Output = T>> BitOr for NonZero<T> {
    type Output = Self;
    fn bitor(self, rhs: Self) -> Self {
        unsafe { NonZero(self.get() | rhs.get()) }
    }
}
impl<T: ZeroablePrimitive + BitOr<Output = T>> BitOr<T> for NonZero<T> {
    type Output = Self;
    fn bitor(self, rhs: T) -> Self {
        unsafe { NonZero(self.get() | rhs) }
    }
}
impl<T: ZeroablePrimitive + BitOr<Output = T>> BitOrAssign for NonZero<T> {
    fn bitor_assign(&mut self, rhs: Self) {
        *self = *self | rhs
    }
}
impl<T: ZeroablePrimitive + BitOr<Output = T>> BitOrAssign<T> for NonZero<T> {
    fn bitor_assign(&mut self, rhs: T) {
        *self = *self | rhs
    }
}

unsafe impl ZeroablePrimitive for char {}

// None of a checked operation stays None; a value is not zero because the operation cannot make zero of what is not zero.
macro_rules! some {
    ($e:expr) => {
        match $e {
            Some(n) => Some(unsafe { NonZero(n) }),
            None => None,
        }
    };
}

macro_rules! nonzero {
    ($($Name:ident $t:ident $bits:literal;)*) => {$(
        unsafe impl ZeroablePrimitive for $t {}
        pub type $Name = NonZero<$t>;

        impl NonZero<$t> {
            pub const BITS: u32 = $bits;

            pub const fn leading_zeros(self) -> u32 { self.get().leading_zeros() }
            pub const fn trailing_zeros(self) -> u32 { self.get().trailing_zeros() }
            pub const fn count_ones(self) -> NonZero<u32> { unsafe { NonZero(self.get().count_ones()) } }
            pub const fn checked_mul(self, other: Self) -> Option<Self> { some!(self.get().checked_mul(other.get())) }
            pub const fn saturating_mul(self, other: Self) -> Self {
                unsafe { NonZero(self.get().saturating_mul(other.get())) }
            }
            pub const fn checked_pow(self, other: u32) -> Option<Self> { some!(self.get().checked_pow(other)) }
            pub const fn saturating_pow(self, other: u32) -> Self { unsafe { NonZero(self.get().saturating_pow(other)) } }
        }

        impl BitOr<NonZero<$t>> for $t {
            type Output = NonZero<$t>;
            fn bitor(self, rhs: NonZero<$t>) -> NonZero<$t> { rhs | self }
        }
        impl TryFrom<$t> for NonZero<$t> {
            type Error = TryFromIntError;
            fn try_from(value: $t) -> Result<Self, TryFromIntError> {
                match NonZero::new(value) {
                    Some(n) => Ok(n),
                    None => Err(TryFromIntError(())),
                }
            }
        }
        impl FromStr for NonZero<$t> {
            type Err = ParseIntError;
            fn from_str(src: &str) -> Result<Self, ParseIntError> {
                match NonZero::new($t::from_str_radix(src, 10)?) {
                    Some(n) => Ok(n),
                    None => parse::error(IntErrorKind::Zero),
                }
            }
        }
    )*};
}
nonzero! {
    NonZeroU8 u8 8; NonZeroU16 u16 16; NonZeroU32 u32 32; NonZeroU64 u64 64; NonZeroU128 u128 128; NonZeroUsize usize 64;
    NonZeroI8 i8 8; NonZeroI16 i16 16; NonZeroI32 i32 32; NonZeroI64 i64 64; NonZeroI128 i128 128; NonZeroIsize isize 64;
}

macro_rules! unsigned {
    ($($t:ident $signed:ident;)*) => {$(
        impl NonZero<$t> {
            pub const MIN: Self = unsafe { NonZero(1) };
            pub const MAX: Self = unsafe { NonZero($t::MAX) };

            pub const fn checked_add(self, other: $t) -> Option<Self> { some!(self.get().checked_add(other)) }
            pub const fn saturating_add(self, other: $t) -> Self { unsafe { NonZero(self.get().saturating_add(other)) } }
            pub const fn checked_next_power_of_two(self) -> Option<Self> { some!(self.get().checked_next_power_of_two()) }
            pub const fn ilog2(self) -> u32 { $t::BITS - 1 - self.leading_zeros() }
            pub const fn ilog10(self) -> u32 { self.get().ilog10() }
            pub const fn midpoint(self, rhs: Self) -> Self { unsafe { NonZero(self.get().midpoint(rhs.get())) } }
            pub const fn is_power_of_two(self) -> bool { self.get().is_power_of_two() }
            pub const fn isqrt(self) -> Self { unsafe { NonZero(self.get().isqrt()) } }
            pub const fn div_ceil(self, rhs: Self) -> Self { unsafe { NonZero(self.get().div_ceil(rhs.get())) } }
            pub const fn cast_signed(self) -> NonZero<$signed> { unsafe { NonZero(self.get() as $signed) } }
        }

        // Division by what is not zero never panics.
        impl Div<NonZero<$t>> for $t {
            type Output = $t;
            fn div(self, rhs: NonZero<$t>) -> $t { self / rhs.get() }
        }
        impl DivAssign<NonZero<$t>> for $t {
            fn div_assign(&mut self, rhs: NonZero<$t>) { *self /= rhs.get() }
        }
        impl Rem<NonZero<$t>> for $t {
            type Output = $t;
            fn rem(self, rhs: NonZero<$t>) -> $t { self % rhs.get() }
        }
        impl RemAssign<NonZero<$t>> for $t {
            fn rem_assign(&mut self, rhs: NonZero<$t>) { *self %= rhs.get() }
        }
    )*};
}
unsigned! { u8 i8; u16 i16; u32 i32; u64 i64; u128 i128; usize isize; }

macro_rules! signed {
    ($($t:ident $unsigned:ident;)*) => {$(
        impl NonZero<$t> {
            pub const MIN: Self = unsafe { NonZero($t::MIN) };
            pub const MAX: Self = unsafe { NonZero($t::MAX) };

            pub const fn abs(self) -> Self { unsafe { NonZero(self.get().abs()) } }
            pub const fn checked_abs(self) -> Option<Self> { some!(self.get().checked_abs()) }
            pub const fn overflowing_abs(self) -> (Self, bool) { (self.wrapping_abs(), self.get() == $t::MIN) }
            pub const fn saturating_abs(self) -> Self { unsafe { NonZero(self.get().saturating_abs()) } }
            pub const fn wrapping_abs(self) -> Self { unsafe { NonZero(self.get().wrapping_abs()) } }
            pub const fn unsigned_abs(self) -> NonZero<$unsigned> { unsafe { NonZero(self.get().unsigned_abs()) } }
            pub const fn is_positive(self) -> bool { self.get() > 0 }
            pub const fn is_negative(self) -> bool { self.get() < 0 }
            pub const fn checked_neg(self) -> Option<Self> { some!(self.get().checked_neg()) }
            pub const fn overflowing_neg(self) -> (Self, bool) { (self.wrapping_neg(), self.get() == $t::MIN) }
            pub const fn saturating_neg(self) -> Self { unsafe { NonZero(self.get().saturating_neg()) } }
            pub const fn wrapping_neg(self) -> Self { unsafe { NonZero(self.get().wrapping_neg()) } }
            pub const fn cast_unsigned(self) -> NonZero<$unsigned> { unsafe { NonZero(self.get() as $unsigned) } }
        }
        impl Neg for NonZero<$t> {
            type Output = Self;
            fn neg(self) -> Self { unsafe { NonZero(-self.get()) } }
        }
    )*};
}
signed! { i8 u8; i16 u16; i32 u32; i64 u64; i128 u128; isize usize; }

macro_rules! widen {
    ($($from:ty: $($to:ty)*;)*) => {$($(
        impl From<NonZero<$from>> for NonZero<$to> {
            fn from(n: NonZero<$from>) -> NonZero<$to> { unsafe { NonZero(n.get() as $to) } }
        }
    )*)*};
}
widen! {
    u8: u16 u32 u64 u128 usize i16 i32 i64 i128 isize;
    u16: u32 u64 u128 usize i32 i64 i128;
    u32: u64 u128 i64 i128;
    u64: u128 i128;
    i8: i16 i32 i64 i128 isize;
    i16: i32 i64 i128 isize;
    i32: i64 i128;
    i64: i128;
}
