//! Integers whose operators wrap.

use crate::intrinsics;
use crate::ops::{Add, AddAssign, BitAnd, BitOr, BitXor, Mul, MulAssign, Neg, Not, Shl, Shr, Sub, SubAssign};

/// Arithmetic modulo 2^BITS.
#[repr(transparent)]
pub struct Wrapping<T>(pub T);

impl<T: Clone> Clone for Wrapping<T> {
    fn clone(&self) -> Self {
        Wrapping(self.0.clone())
    }
}
impl<T: Copy> Copy for Wrapping<T> {}
impl<T: PartialEq> PartialEq for Wrapping<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T: Eq> Eq for Wrapping<T> {}
impl<T: PartialOrd> PartialOrd for Wrapping<T> {
    fn partial_cmp(&self, other: &Self) -> Option<crate::cmp::Ordering> {
        self.0.partial_cmp(&other.0)
    }
}
impl<T: Ord> Ord for Wrapping<T> {
    fn cmp(&self, other: &Self) -> crate::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}
impl<T: Default> Default for Wrapping<T> {
    fn default() -> Self {
        Wrapping(T::default())
    }
}

macro_rules! wrapping {
    ($($t:ident)*) => {$(
        impl Add for Wrapping<$t> {
            type Output = Self;
            fn add(self, rhs: Self) -> Self { Wrapping(intrinsics::wrapping_add(self.0, rhs.0)) }
        }
        impl Sub for Wrapping<$t> {
            type Output = Self;
            fn sub(self, rhs: Self) -> Self { Wrapping(intrinsics::wrapping_sub(self.0, rhs.0)) }
        }
        impl Mul for Wrapping<$t> {
            type Output = Self;
            fn mul(self, rhs: Self) -> Self { Wrapping(intrinsics::wrapping_mul(self.0, rhs.0)) }
        }
        impl AddAssign for Wrapping<$t> {
            fn add_assign(&mut self, rhs: Self) { *self = *self + rhs }
        }
        impl SubAssign for Wrapping<$t> {
            fn sub_assign(&mut self, rhs: Self) { *self = *self - rhs }
        }
        impl MulAssign for Wrapping<$t> {
            fn mul_assign(&mut self, rhs: Self) { *self = *self * rhs }
        }
        impl Neg for Wrapping<$t> {
            type Output = Self;
            fn neg(self) -> Self { Wrapping(intrinsics::wrapping_sub(0, self.0)) }
        }
        impl Not for Wrapping<$t> {
            type Output = Self;
            fn not(self) -> Self { Wrapping(!self.0) }
        }
        impl BitAnd for Wrapping<$t> {
            type Output = Self;
            fn bitand(self, rhs: Self) -> Self { Wrapping(self.0 & rhs.0) }
        }
        impl BitOr for Wrapping<$t> {
            type Output = Self;
            fn bitor(self, rhs: Self) -> Self { Wrapping(self.0 | rhs.0) }
        }
        impl BitXor for Wrapping<$t> {
            type Output = Self;
            fn bitxor(self, rhs: Self) -> Self { Wrapping(self.0 ^ rhs.0) }
        }
        impl Shl<usize> for Wrapping<$t> {
            type Output = Self;
            fn shl(self, rhs: usize) -> Self { Wrapping(self.0.wrapping_shl(rhs as u32)) }
        }
        impl Shr<usize> for Wrapping<$t> {
            type Output = Self;
            fn shr(self, rhs: usize) -> Self { Wrapping(self.0.wrapping_shr(rhs as u32)) }
        }
    )*};
}
wrapping! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }
