//! Methods of `char`.

use crate::intrinsics::transmute;
use crate::slice;

/// The char with a code point, if there is one.
pub const fn from_u32(i: u32) -> Option<char> {
    if i < 0xD800 || (i > 0xDFFF && i <= 0x10FFFF) { unsafe { Some(transmute::<u32, char>(i)) } } else { None }
}

/// # Safety
/// `i` must be the code point of a char.
pub const unsafe fn from_u32_unchecked(i: u32) -> char {
    unsafe { transmute::<u32, char>(i) }
}

/// The digit with a value in a radix of at most 36.
#[track_caller]
pub const fn from_digit(num: u32, radix: u32) -> Option<char> {
    if radix > 36 {
        panic!("from_digit: radix is too high (maximum 36)");
    }
    if num >= radix {
        None
    } else if num < 10 {
        Some((b'0' + num as u8) as char)
    } else {
        Some((b'a' + (num - 10) as u8) as char)
    }
}

impl char {
    pub const MAX: char = '\u{10FFFF}';
    pub const MIN: char = '\0';

    pub const fn from_u32(i: u32) -> Option<char> {
        from_u32(i)
    }

    /// # Safety
    /// `i` must be the code point of a char.
    pub const unsafe fn from_u32_unchecked(i: u32) -> char {
        unsafe { from_u32_unchecked(i) }
    }

    pub const fn from_digit(num: u32, radix: u32) -> Option<char> {
        from_digit(num, radix)
    }

    pub const fn is_digit(self, radix: u32) -> bool {
        self.to_digit(radix).is_some()
    }

    #[track_caller]
    pub const fn to_digit(self, radix: u32) -> Option<u32> {
        if radix < 2 || radix > 36 {
            panic!("to_digit: invalid radix -- radix must be in the range 2 to 36 inclusive");
        }
        let digit = match self {
            '0'..='9' => self as u32 - '0' as u32,
            'a'..='z' => self as u32 - 'a' as u32 + 10,
            'A'..='Z' => self as u32 - 'A' as u32 + 10,
            _ => return None,
        };
        if digit < radix { Some(digit) } else { None }
    }

    pub const fn len_utf8(self) -> usize {
        let code = self as u32;
        if code < 0x80 {
            1
        } else if code < 0x800 {
            2
        } else if code < 0x10000 {
            3
        } else {
            4
        }
    }

    pub const fn len_utf16(self) -> usize {
        if (self as u32) < 0x10000 { 1 } else { 2 }
    }

    /// Writes the char as UTF-8 to the front of `dst`.
    #[track_caller]
    pub const fn encode_utf8(self, dst: &mut [u8]) -> &mut str {
        let code = self as u32;
        let n = self.len_utf8();
        if dst.len() < n {
            panic!("encode_utf8: {} bytes are needed, but the buffer has {}", n, dst.len());
        }
        match n {
            1 => dst[0] = code as u8,
            2 => {
                dst[0] = (code >> 6) as u8 | 0xC0;
                dst[1] = continuation(code);
            }
            3 => {
                dst[0] = (code >> 12) as u8 | 0xE0;
                dst[1] = continuation(code >> 6);
                dst[2] = continuation(code);
            }
            _ => {
                dst[0] = (code >> 18) as u8 | 0xF0;
                dst[1] = continuation(code >> 12);
                dst[2] = continuation(code >> 6);
                dst[3] = continuation(code);
            }
        }
        unsafe { crate::str::from_utf8_unchecked_mut(slice::from_raw_parts_mut(dst.as_mut_ptr(), n)) }
    }

    /// Writes the char as UTF-16 to the front of `dst`.
    #[track_caller]
    pub const fn encode_utf16(self, dst: &mut [u16]) -> &mut [u16] {
        let code = self as u32;
        let n = self.len_utf16();
        if dst.len() < n {
            panic!("encode_utf16: {} units are needed, but the buffer has {}", n, dst.len());
        }
        if n == 1 {
            dst[0] = code as u16;
        } else {
            dst[0] = 0xD800 | (code - 0x10000 >> 10) as u16;
            dst[1] = 0xDC00 | (code & 0x3FF) as u16;
        }
        unsafe { slice::from_raw_parts_mut(dst.as_mut_ptr(), n) }
    }

    /// Whether the char has the property White_Space.
    pub const fn is_whitespace(self) -> bool {
        matches!(
            self as u32,
            9..=13 | 32 | 0x85 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000
        )
    }

    /// Whether the char is in the category Cc.
    pub const fn is_control(self) -> bool {
        matches!(self as u32, 0..=0x1F | 0x7F..=0x9F)
    }

    pub const fn is_ascii(&self) -> bool {
        (*self as u32) < 128
    }
}

const fn continuation(bits: u32) -> u8 {
    (bits & 0x3F) as u8 | 0x80
}

/// An integer was not the code point of a char.
pub struct CharTryFromError(());
/// A char did not fit.
pub struct TryFromCharError(());
/// A text was not one char.
pub struct ParseCharError {
    // No char, rather than too many.
    empty: bool,
}

impl Clone for ParseCharError {
    fn clone(&self) -> Self {
        ParseCharError { empty: self.empty }
    }
}
impl PartialEq for ParseCharError {
    fn eq(&self, other: &Self) -> bool {
        self.empty == other.empty
    }
}
impl Eq for ParseCharError {}
impl crate::fmt::Debug for ParseCharError {}

macro_rules! errors {
    ($($t:ident)*) => {$(
        impl Clone for $t {
            fn clone(&self) -> Self { *self }
        }
        impl Copy for $t {}
        impl PartialEq for $t {
            fn eq(&self, _other: &Self) -> bool { true }
        }
        impl Eq for $t {}
        impl crate::fmt::Debug for $t {}
    )*};
}
errors! { CharTryFromError TryFromCharError }

impl TryFrom<u32> for char {
    type Error = CharTryFromError;

    fn try_from(i: u32) -> Result<char, CharTryFromError> {
        from_u32(i).ok_or(CharTryFromError(()))
    }
}

macro_rules! try_from_char {
    ($($t:ident)*) => {$(
        impl TryFrom<char> for $t {
            type Error = TryFromCharError;

            fn try_from(c: char) -> Result<$t, TryFromCharError> {
                if c as u32 <= $t::MAX as u32 { Ok(c as u32 as $t) } else { Err(TryFromCharError(())) }
            }
        }
    )*};
}
try_from_char! { u8 u16 }

impl crate::str::FromStr for char {
    type Err = ParseCharError;

    fn from_str(s: &str) -> Result<char, ParseCharError> {
        let mut chars = s.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(c),
            (first, _) => Err(ParseCharError { empty: first.is_none() }),
        }
    }
}

// The ASCII methods that `char` and `u8` share.
macro_rules! ascii {
    ($t:ident) => {
        impl $t {
            pub const fn is_ascii_alphabetic(&self) -> bool {
                self.is_ascii_lowercase() || self.is_ascii_uppercase()
            }
            pub const fn is_ascii_lowercase(&self) -> bool {
                *self as u32 >= 97 && *self as u32 <= 122
            }
            pub const fn is_ascii_uppercase(&self) -> bool {
                *self as u32 >= 65 && *self as u32 <= 90
            }
            pub const fn is_ascii_digit(&self) -> bool {
                *self as u32 >= 48 && *self as u32 <= 57
            }
            pub const fn is_ascii_alphanumeric(&self) -> bool {
                self.is_ascii_alphabetic() || self.is_ascii_digit()
            }
            pub const fn is_ascii_whitespace(&self) -> bool {
                matches!(*self as u32, 9 | 10 | 12 | 13 | 32)
            }
            pub const fn is_ascii_hexdigit(&self) -> bool {
                matches!(*self as u32, 48..=57 | 65..=70 | 97..=102)
            }
            pub const fn is_ascii_punctuation(&self) -> bool {
                self.is_ascii_graphic() && !self.is_ascii_alphanumeric()
            }
            pub const fn is_ascii_graphic(&self) -> bool {
                *self as u32 >= 33 && *self as u32 <= 126
            }
            pub const fn is_ascii_control(&self) -> bool {
                (*self as u32) < 32 || *self as u32 == 127
            }
            pub const fn eq_ignore_ascii_case(&self, other: &$t) -> bool {
                self.to_ascii_lowercase() as u32 == other.to_ascii_lowercase() as u32
            }
            pub const fn make_ascii_uppercase(&mut self) {
                *self = self.to_ascii_uppercase();
            }
            pub const fn make_ascii_lowercase(&mut self) {
                *self = self.to_ascii_lowercase();
            }
            pub const fn to_ascii_lowercase(&self) -> $t {
                if self.is_ascii_uppercase() { (*self as u8 + 32) as $t } else { *self }
            }
            pub const fn to_ascii_uppercase(&self) -> $t {
                if self.is_ascii_lowercase() { (*self as u8 - 32) as $t } else { *self }
            }
        }
    };
}
ascii! { char }
ascii! { u8 }
