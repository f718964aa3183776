//! Methods of `str` that read bytes.  What needs characters, patterns or a heap is left out.

use crate::cmp::Ordering;

/// The text that bytes hold.
///
/// # Safety
/// The bytes must be UTF-8.
pub const unsafe fn from_utf8_unchecked(v: &[u8]) -> &str {
    unsafe { &*(v as *const [u8] as *const str) }
}

impl str {
    pub const fn len(&self) -> usize {
        self.as_bytes().len()
    }
    pub const fn is_empty(&self) -> bool {
        self.as_bytes().len() == 0
    }
    pub const fn as_bytes(&self) -> &[u8] {
        unsafe { &*(self as *const str as *const [u8]) }
    }
    pub const fn as_ptr(&self) -> *const u8 {
        self as *const str as *const u8
    }
    pub fn bytes(&self) -> crate::iter::Copied<crate::slice::Iter<'_, u8>> {
        self.as_bytes().iter().copied()
    }
    pub const fn is_char_boundary(&self, index: usize) -> bool {
        let bytes = self.as_bytes();
        if index >= bytes.len() { index == bytes.len() } else { bytes[index] < 0x80 || bytes[index] >= 0xC0 }
    }
    pub const fn is_ascii(&self) -> bool {
        let bytes = self.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            if bytes[i] >= 0x80 {
                return false;
            }
            i += 1;
        }
        true
    }
}

impl PartialEq for str {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}
impl Eq for str {}
impl PartialOrd for str {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for str {
    fn cmp(&self, other: &str) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}
