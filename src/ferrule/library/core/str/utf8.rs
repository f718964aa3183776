//! Whether bytes are UTF-8.

use super::{from_utf8_unchecked, from_utf8_unchecked_mut};

/// Where bytes stop being UTF-8.
pub struct Utf8Error {
    valid_up_to: usize,
    error_len: Option<u8>,
}

impl Utf8Error {
    pub const fn valid_up_to(&self) -> usize {
        self.valid_up_to
    }

    /// How many bytes are wrong; None where the text ends within a char.
    pub const fn error_len(&self) -> Option<usize> {
        match self.error_len {
            Some(n) => Some(n as usize),
            None => None,
        }
    }
}

impl Clone for Utf8Error {
    fn clone(&self) -> Self {
        *self
    }
}
impl Copy for Utf8Error {}
impl PartialEq for Utf8Error {
    fn eq(&self, other: &Self) -> bool {
        self.valid_up_to == other.valid_up_to && self.error_len == other.error_len
    }
}
impl Eq for Utf8Error {}
impl crate::fmt::Debug for Utf8Error {}
impl crate::fmt::Display for Utf8Error {}

pub const fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error> {
    match check(v) {
        None => unsafe { Ok(from_utf8_unchecked(v)) },
        Some(e) => Err(e),
    }
}

pub const fn from_utf8_mut(v: &mut [u8]) -> Result<&mut str, Utf8Error> {
    match check(v) {
        None => unsafe { Ok(from_utf8_unchecked_mut(v)) },
        Some(e) => Err(e),
    }
}

// The table of well-formed byte sequences in the Unicode standard (table 3-7): the first byte decides how many follow and the
// range of the second.
const fn check(v: &[u8]) -> Option<Utf8Error> {
    let n = v.len();
    let mut i = 0;
    while i < n {
        let first = v[i];
        if first < 0x80 {
            i += 1;
            continue;
        }
        let (length, low, high): (usize, u8, u8) = match first {
            0xC2..=0xDF => (2, 0x80, 0xBF),
            0xE0 => (3, 0xA0, 0xBF),
            0xED => (3, 0x80, 0x9F),
            0xE1..=0xEF => (3, 0x80, 0xBF),
            0xF0 => (4, 0x90, 0xBF),
            0xF1..=0xF3 => (4, 0x80, 0xBF),
            0xF4 => (4, 0x80, 0x8F),
            _ => return Some(Utf8Error { valid_up_to: i, error_len: Some(1) }),
        };
        let mut k = 1;
        while k < length {
            if i + k == n {
                return Some(Utf8Error { valid_up_to: i, error_len: None });
            }
            let byte = v[i + k];
            let good = if k == 1 { low <= byte && byte <= high } else { byte & 0xC0 == 0x80 };
            if !good {
                return Some(Utf8Error { valid_up_to: i, error_len: Some(k as u8) });
            }
            k += 1;
        }
        i += length;
    }
    None
}
