//! Integers whose operators wrap.

use crate::intrinsics;
use crate::iter::{Product, Sum};
use crate::ops::{Add, Mul, Neg, Not, Shl, ShlAssign, Shr, ShrAssign};

/// Arithmetic modulo 2^BITS.
#[repr(transparent)]
pub struct Wrapping<T>(pub T);

newtype! { Wrapping }

macro_rules! wrapping {
    ($($t:ident)*) => {$(
        newtype_operators! {
            Wrapping<$t>:
            Add add |x, y| intrinsics::wrapping_add(x, y);
            Sub sub |x, y| intrinsics::wrapping_sub(x, y);
            Mul mul |x, y| intrinsics::wrapping_mul(x, y);
            Div div |x, y| x.wrapping_div(y);
            Rem rem |x, y| x.wrapping_rem(y);
            BitAnd bitand |x, y| x & y;
            BitOr bitor |x, y| x | y;
            BitXor bitxor |x, y| x ^ y;
        }
        impl Neg for Wrapping<$t> {
            type Output = Self;
            fn neg(self) -> Self { Wrapping(intrinsics::wrapping_sub(0, self.0)) }
        }
        impl Not for Wrapping<$t> {
            type Output = Self;
            fn not(self) -> Self { Wrapping(!self.0) }
        }
        impl Shl<usize> for Wrapping<$t> {
            type Output = Self;
            fn shl(self, rhs: usize) -> Self { Wrapping(self.0.wrapping_shl(rhs as u32)) }
        }
        impl Shr<usize> for Wrapping<$t> {
            type Output = Self;
            fn shr(self, rhs: usize) -> Self { Wrapping(self.0.wrapping_shr(rhs as u32)) }
        }
        impl ShlAssign<usize> for Wrapping<$t> {
            fn shl_assign(&mut self, rhs: usize) { *self = *self << rhs }
        }
        impl ShrAssign<usize> for Wrapping<$t> {
            fn shr_assign(&mut self, rhs: usize) { *self = *self >> rhs }
        }
        impl Wrapping<$t> {
            pub const fn reverse_bits(self) -> Self { Wrapping(self.0.reverse_bits()) }
        }
    )*};
}
wrapping! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

impl<T: Copy + Default> Sum for Wrapping<T> where Wrapping<T>: Add<Output = Wrapping<T>> {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(Wrapping(T::default()), |a, b| a + b) }
}
impl<'a, T: Copy + Default> Sum<&'a Wrapping<T>> for Wrapping<T> where Wrapping<T>: Add<Output = Wrapping<T>> {
    fn sum<I: Iterator<Item = &'a Self>>(iter: I) -> Self { iter.fold(Wrapping(T::default()), |a, b| a + *b) }
}
impl<T: Copy + From<bool>> Product for Wrapping<T> where Wrapping<T>: Mul<Output = Wrapping<T>> {
    fn product<I: Iterator<Item = Self>>(iter: I) -> Self { iter.fold(Wrapping(T::from(true)), |a, b| a * b) }
}
impl<'a, T: Copy + From<bool>> Product<&'a Wrapping<T>> for Wrapping<T> where Wrapping<T>: Mul<Output = Wrapping<T>> {
    fn product<I: Iterator<Item = &'a Self>>(iter: I) -> Self { iter.fold(Wrapping(T::from(true)), |a, b| a * *b) }
}
