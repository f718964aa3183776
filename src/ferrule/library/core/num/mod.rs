//! Methods and constants of the number types.

// A polynomial by Horner's rule: `poly!(x; c0, c1, c2)` is c0 + x (c1 + x c2).  For use where `fma` is in scope.
macro_rules! poly {
    ($x:expr; $c:expr) => {
        $c
    };
    ($x:expr; $c:expr, $($rest:expr),+) => {
        fma($x, poly!($x; $($rest),+), $c)
    };
}

#[macro_use]
mod newtype;

mod int;
mod int_forms;
pub(crate) mod math32;
pub(crate) mod math64;
mod nonzero;
mod parse;
mod saturating;
mod wrapping;

pub use nonzero::{NonZero, ZeroablePrimitive};
pub use nonzero::{NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize};
pub use nonzero::{NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize};
pub use parse::{IntErrorKind, ParseIntError};
pub use saturating::Saturating;
pub use wrapping::Wrapping;

/// An integer did not fit.
pub struct TryFromIntError(pub(crate) ());

impl Clone for TryFromIntError {
    fn clone(&self) -> Self {
        TryFromIntError(())
    }
}
impl Copy for TryFromIntError {}
impl PartialEq for TryFromIntError {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}
impl Eq for TryFromIntError {}
impl crate::fmt::Debug for TryFromIntError {}
impl From<crate::convert::Infallible> for TryFromIntError {
    fn from(never: crate::convert::Infallible) -> Self {
        match never {}
    }
}

/// What kind of value a float holds.
pub enum FpCategory {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
}

impl Clone for FpCategory {
    fn clone(&self) -> Self {
        *self
    }
}
impl Copy for FpCategory {}
impl PartialEq for FpCategory {
    fn eq(&self, other: &Self) -> bool {
        *self as u8 == *other as u8
    }
}
impl Eq for FpCategory {}
impl crate::fmt::Debug for FpCategory {}
impl crate::fmt::Display for TryFromIntError {}
