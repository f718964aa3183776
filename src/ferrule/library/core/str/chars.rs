//! The chars of a text.

use super::from_utf8_unchecked;
use crate::intrinsics::transmute;
use crate::slice;

/// See `str::bytes`.
pub type Bytes<'a> = crate::iter::Copied<slice::Iter<'a, u8>>;

/// See `str::chars`.
pub struct Chars<'a> {
    bytes: slice::Iter<'a, u8>,
}

impl<'a> Chars<'a> {
    pub(super) fn new(s: &'a str) -> Self {
        Chars { bytes: s.as_bytes().iter() }
    }

    pub fn as_str(&self) -> &'a str {
        unsafe { from_utf8_unchecked(self.bytes.as_slice()) }
    }

    fn continuation(&mut self) -> u32 {
        match self.bytes.next() {
            Some(b) => (*b & 0x3F) as u32,
            None => 0,
        }
    }
}

impl<'a> Iterator for Chars<'a> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let first = *self.bytes.next()? as u32;
        let mut code = first;
        if first >= 0x80 {
            // The payload of the first byte shrinks by a bit with each byte that follows.
            code = (first & 0x1F) << 6 | self.continuation();
            if first >= 0xE0 {
                code = (code & 0x3FF) << 6 | self.continuation();
            }
            if first >= 0xF0 {
                code = (code & 0x7FFF) << 6 | self.continuation();
            }
        }
        unsafe { Some(transmute::<u32, char>(code)) }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.bytes.len();
        (n.div_ceil(4), Some(n))
    }
}
impl<'a> DoubleEndedIterator for Chars<'a> {
    fn next_back(&mut self) -> Option<char> {
        let mut byte = *self.bytes.next_back()? as u32;
        let mut code = 0;
        let mut shift = 0;
        while byte & 0xC0 == 0x80 {
            code |= (byte & 0x3F) << shift;
            shift += 6;
            byte = match self.bytes.next_back() {
                Some(b) => *b as u32,
                None => 0,
            };
        }
        // What is left of the first byte after the ones that count the bytes.
        let payload = if shift == 0 { byte } else { byte & (0x7F >> (shift / 6 + 1)) };
        unsafe { Some(transmute::<u32, char>(code | payload << shift)) }
    }
}
impl<'a> crate::iter::FusedIterator for Chars<'a> {}
impl<'a> Clone for Chars<'a> {
    fn clone(&self) -> Self {
        Chars { bytes: self.bytes.clone() }
    }
}

/// See `str::char_indices`.
pub struct CharIndices<'a> {
    offset: usize,
    chars: Chars<'a>,
}

impl<'a> CharIndices<'a> {
    pub(super) fn new(s: &'a str) -> Self {
        CharIndices { offset: 0, chars: s.chars() }
    }

    pub fn as_str(&self) -> &'a str {
        self.chars.as_str()
    }

    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl<'a> Iterator for CharIndices<'a> {
    type Item = (usize, char);

    fn next(&mut self) -> Option<(usize, char)> {
        let c = self.chars.next()?;
        let at = self.offset;
        self.offset = at + c.len_utf8();
        Some((at, c))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.chars.size_hint()
    }
}
impl<'a> DoubleEndedIterator for CharIndices<'a> {
    fn next_back(&mut self) -> Option<(usize, char)> {
        let c = self.chars.next_back()?;
        Some((self.offset + self.chars.bytes.len(), c))
    }
}
impl<'a> crate::iter::FusedIterator for CharIndices<'a> {}
impl<'a> Clone for CharIndices<'a> {
    fn clone(&self) -> Self {
        CharIndices { offset: self.offset, chars: self.chars.clone() }
    }
}

/// See `str::encode_utf16`.
pub struct EncodeUtf16<'a> {
    chars: Chars<'a>,
    // The second half of a pair, or 0.
    low: u16,
}

impl<'a> EncodeUtf16<'a> {
    pub(super) fn new(s: &'a str) -> Self {
        EncodeUtf16 { chars: s.chars(), low: 0 }
    }
}

impl<'a> Iterator for EncodeUtf16<'a> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        if self.low != 0 {
            return Some(crate::mem::replace(&mut self.low, 0));
        }
        let mut units = [0; 2];
        let n = self.chars.next()?.encode_utf16(&mut units).len();
        if n == 2 {
            self.low = units[1];
        }
        Some(units[0])
    }
}
impl<'a> crate::iter::FusedIterator for EncodeUtf16<'a> {}
impl<'a> Clone for EncodeUtf16<'a> {
    fn clone(&self) -> Self {
        EncodeUtf16 { chars: self.chars.clone(), low: self.low }
    }
}
