//! Methods of `char`.

use crate::intrinsics::transmute;

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

    pub const fn is_ascii(&self) -> bool {
        (*self as u32) < 128
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
