//! Conversions between types.

/// A type without values.
pub enum Infallible {}

impl Clone for Infallible {
    fn clone(&self) -> Infallible {
        match *self {}
    }
}
impl Copy for Infallible {}
impl crate::fmt::Debug for Infallible {}

/// A cheap reference-to-reference conversion.
pub trait AsRef<T: ?Sized> {
    fn as_ref(&self) -> &T;
}

/// A cheap mutable reference-to-reference conversion.
pub trait AsMut<T: ?Sized> {
    fn as_mut(&mut self) -> &mut T;
}

/// Makes a `Self` from a `T`.
pub trait From<T>: Sized {
    fn from(value: T) -> Self;
}

/// Makes a `T` from `self`; the mirror of `From`.
pub trait Into<T>: Sized {
    fn into(self) -> T;
}

/// Makes a `Self` from a `T` if it fits.
pub trait TryFrom<T>: Sized {
    type Error;
    fn try_from(value: T) -> Result<Self, Self::Error>;
}

/// Makes a `T` from `self` if it fits; the mirror of `TryFrom`.
pub trait TryInto<T>: Sized {
    type Error;
    fn try_into(self) -> Result<T, Self::Error>;
}

/// Returns its argument.
pub const fn identity<T>(x: T) -> T {
    x
}

impl<T> From<T> for T {
    fn from(value: T) -> T {
        value
    }
}
impl<T, U: From<T>> Into<U> for T {
    fn into(self) -> U {
        U::from(self)
    }
}
impl<T, U: Into<T>> TryFrom<U> for T {
    type Error = Infallible;

    fn try_from(value: U) -> Result<T, Infallible> {
        Ok(U::into(value))
    }
}
impl<T, U: TryFrom<T>> TryInto<U> for T {
    type Error = U::Error;

    fn try_into(self) -> Result<U, U::Error> {
        U::try_from(self)
    }
}

impl<T: AsRef<U> + ?Sized, U: ?Sized> AsRef<U> for &T {
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}
impl<T: AsRef<U> + ?Sized, U: ?Sized> AsRef<U> for &mut T {
    fn as_ref(&self) -> &U {
        (**self).as_ref()
    }
}
impl<T: AsMut<U> + ?Sized, U: ?Sized> AsMut<U> for &mut T {
    fn as_mut(&mut self) -> &mut U {
        (**self).as_mut()
    }
}
impl<T> AsRef<[T]> for [T] {
    fn as_ref(&self) -> &[T] {
        self
    }
}
impl<T> AsMut<[T]> for [T] {
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}
impl<T, const N: usize> AsRef<[T]> for [T; N] {
    fn as_ref(&self) -> &[T] {
        self
    }
}
impl<T, const N: usize> AsMut<[T]> for [T; N] {
    fn as_mut(&mut self) -> &mut [T] {
        self
    }
}

// ---- lossless conversions of primitives
macro_rules! from {
    ($($from:ty: $($to:ty)*;)*) => {$($( impl From<$from> for $to { fn from(value: $from) -> $to { value as $to } } )*)*};
}
from! {
    bool: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize;
    u8: u16 u32 u64 u128 usize i16 i32 i64 i128 isize f16 f32 f64 char;
    u16: u32 u64 u128 usize i32 i64 i128 f32 f64;
    u32: u64 u128 i64 i128 f64;
    u64: u128 i128;
    i8: i16 i32 i64 i128 isize f16 f32 f64;
    i16: i32 i64 i128 isize f32 f64;
    i32: i64 i128 f64;
    i64: i128;
    f16: f32 f64;
    f32: f64;
    char: u32 u64 u128;
}

/// The integers that a float converts to.
pub trait FloatToInt<Int>: Sized {
    #[doc(hidden)]
    fn __convert(self) -> Int;
}
macro_rules! float_to_int {
    ($($float:ident)*: $ints:tt) => {$( float_to_int! { @ $float $ints } )*};
    (@ $float:ident ($($int:ident)*)) => {$(
        impl FloatToInt<$int> for $float {
            fn __convert(self) -> $int { self as $int }
        }
    )*};
}
float_to_int! { f16 f32 f64: (u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize) }

// ---- checked conversions of integers
macro_rules! try_from {
    ($($from:ty: $($to:ty)*;)*) => {$($(
        impl TryFrom<$from> for $to {
            type Error = crate::num::TryFromIntError;

            fn try_from(value: $from) -> Result<$to, crate::num::TryFromIntError> {
                let result = value as $to;
                // The way back must agree, and so must the signs (of an unsigned type none is below zero).
                if result as $from == value && (result < (0 as $to)) == (value < (0 as $from)) {
                    Ok(result)
                } else {
                    Err(crate::num::TryFromIntError(()))
                }
            }
        }
    )*)*};
}
try_from! {
    u8: i8;
    u16: u8 i8 i16 isize;
    u32: u8 u16 usize i8 i16 i32 isize;
    u64: u8 u16 u32 usize i8 i16 i32 i64 isize;
    u128: u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize;
    usize: u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 isize;
    i8: u8 u16 u32 u64 u128 usize;
    i16: u8 u16 u32 u64 u128 usize i8;
    i32: u8 u16 u32 u64 u128 usize i8 i16 isize;
    i64: u8 u16 u32 u64 u128 usize i8 i16 i32 isize;
    i128: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 isize;
    isize: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128;
}
