//! Integers from text.

use crate::str::FromStr;

/// Why a text is not an integer.
pub struct ParseIntError {
    kind: IntErrorKind,
}

/// See `ParseIntError::kind`.
#[non_exhaustive]
pub enum IntErrorKind {
    Empty,
    InvalidDigit,
    PosOverflow,
    NegOverflow,
    Zero,
}

impl ParseIntError {
    pub const fn kind(&self) -> &IntErrorKind {
        &self.kind
    }
}

impl Clone for IntErrorKind {
    fn clone(&self) -> Self {
        *self
    }
}
impl Copy for IntErrorKind {}
impl PartialEq for IntErrorKind {
    fn eq(&self, other: &Self) -> bool {
        *self as u8 == *other as u8
    }
}
impl Eq for IntErrorKind {}
impl crate::fmt::Debug for IntErrorKind {}
impl Clone for ParseIntError {
    fn clone(&self) -> Self {
        ParseIntError { kind: self.kind }
    }
}
impl PartialEq for ParseIntError {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}
impl Eq for ParseIntError {}
impl crate::fmt::Debug for ParseIntError {}
impl crate::fmt::Display for ParseIntError {}

pub(super) const fn error<T>(kind: IntErrorKind) -> Result<T, ParseIntError> {
    Err(ParseIntError { kind })
}

macro_rules! parse {
    ($($t:ident)*) => {$(
        impl $t {
            /// An optional sign, then digits of the radix.
            #[track_caller]
            pub const fn from_str_radix(src: &str, radix: u32) -> Result<$t, ParseIntError> {
                if radix < 2 || radix > 36 {
                    panic!("from_ascii_radix: radix must lie in the range `[2, 36]`");
                }
                let bytes = src.as_bytes();
                let n = bytes.len();
                if n == 0 {
                    return error(IntErrorKind::Empty);
                }
                let negative = $t::MIN != 0 && bytes[0] == b'-';
                let mut i = (negative || bytes[0] == b'+') as usize;
                if i == n {
                    return error(IntErrorKind::InvalidDigit);
                }
                let mut value: $t = 0;
                // The radix of a digit too many may not even fit; the value is then 0 or the multiplication overflows.
                while i < n {
                    let digit = match (bytes[i] as char).to_digit(radix) {
                        Some(d) => d as $t,
                        None => return error(IntErrorKind::InvalidDigit),
                    };
                    let (shifted, o1) = value.overflowing_mul(radix as $t);
                    let (next, o2) = if negative { shifted.overflowing_sub(digit) } else { shifted.overflowing_add(digit) };
                    if o1 || o2 {
                        return error(if negative { IntErrorKind::NegOverflow } else { IntErrorKind::PosOverflow });
                    }
                    value = next;
                    i += 1;
                }
                Ok(value)
            }
        }

        impl FromStr for $t {
            type Err = ParseIntError;

            fn from_str(src: &str) -> Result<$t, ParseIntError> {
                $t::from_str_radix(src, 10)
            }
        }
    )*};
}
parse! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
