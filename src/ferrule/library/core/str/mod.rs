//! Text.  What needs a heap or tables of Unicode is left out.

mod chars;
mod index;
pub mod pattern;
mod split;
mod utf8;

pub use chars::{Bytes, CharIndices, Chars, EncodeUtf16};
pub use split::{Lines, MatchIndices, Matches, RMatchIndices, RMatches, RSplit, RSplitN, RSplitTerminator};
pub use split::{Split, SplitAsciiWhitespace, SplitInclusive, SplitN, SplitTerminator, SplitWhitespace};
pub use utf8::{Utf8Error, from_utf8, from_utf8_mut};

use crate::cmp::Ordering;
use crate::slice::SliceIndex;
use pattern::{CharPattern, Pattern};

/// The text that bytes hold.
///
/// # Safety
/// The bytes must be UTF-8.
pub const unsafe fn from_utf8_unchecked(v: &[u8]) -> &str {
    unsafe { &*(v as *const [u8] as *const str) }
}

/// The text that bytes hold.
///
/// # Safety
/// The bytes must be UTF-8.
pub const unsafe fn from_utf8_unchecked_mut(v: &mut [u8]) -> &mut str {
    unsafe { &mut *(v as *mut [u8] as *mut str) }
}

/// A type that can be read from text.
pub trait FromStr: Sized {
    type Err;
    fn from_str(s: &str) -> Result<Self, Self::Err>;
}

/// The text was neither `true` nor `false`.
pub struct ParseBoolError(());

impl Clone for ParseBoolError {
    fn clone(&self) -> Self {
        ParseBoolError(())
    }
}
impl PartialEq for ParseBoolError {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}
impl Eq for ParseBoolError {}
impl crate::fmt::Debug for ParseBoolError {}

impl FromStr for bool {
    type Err = ParseBoolError;

    fn from_str(s: &str) -> Result<bool, ParseBoolError> {
        if *s == *"true" {
            Ok(true)
        } else if *s == *"false" {
            Ok(false)
        } else {
            Err(ParseBoolError(()))
        }
    }
}

impl str {
    pub const fn len(&self) -> usize {
        self.as_bytes().len()
    }
    pub const fn is_empty(&self) -> bool {
        self.as_bytes().len() == 0
    }
    pub const fn from_utf8(v: &[u8]) -> Result<&str, Utf8Error> {
        from_utf8(v)
    }
    pub const fn from_utf8_mut(v: &mut [u8]) -> Result<&mut str, Utf8Error> {
        from_utf8_mut(v)
    }
    /// # Safety
    /// The bytes must be UTF-8.
    pub const unsafe fn from_utf8_unchecked(v: &[u8]) -> &str {
        unsafe { from_utf8_unchecked(v) }
    }
    /// # Safety
    /// The bytes must be UTF-8.
    pub const unsafe fn from_utf8_unchecked_mut(v: &mut [u8]) -> &mut str {
        unsafe { from_utf8_unchecked_mut(v) }
    }
    pub const fn as_bytes(&self) -> &[u8] {
        unsafe { &*(self as *const str as *const [u8]) }
    }
    /// # Safety
    /// The bytes must be UTF-8 when the borrow ends.
    pub const unsafe fn as_bytes_mut(&mut self) -> &mut [u8] {
        unsafe { &mut *(self as *mut str as *mut [u8]) }
    }
    pub const fn as_ptr(&self) -> *const u8 {
        self as *const str as *const u8
    }
    pub const fn as_mut_ptr(&mut self) -> *mut u8 {
        self as *mut str as *mut u8
    }
    pub fn bytes(&self) -> Bytes<'_> {
        self.as_bytes().iter().copied()
    }
    pub fn chars(&self) -> Chars<'_> {
        Chars::new(self)
    }
    pub fn char_indices(&self) -> CharIndices<'_> {
        CharIndices::new(self)
    }
    pub fn encode_utf16(&self) -> EncodeUtf16<'_> {
        EncodeUtf16::new(self)
    }
    pub const fn is_char_boundary(&self, index: usize) -> bool {
        let bytes = self.as_bytes();
        if index >= bytes.len() { index == bytes.len() } else { bytes[index] < 0x80 || bytes[index] >= 0xC0 }
    }
    pub const fn floor_char_boundary(&self, index: usize) -> usize {
        if index >= self.len() {
            return self.len();
        }
        let mut i = index;
        while !self.is_char_boundary(i) {
            i -= 1;
        }
        i
    }
    pub const fn ceil_char_boundary(&self, index: usize) -> usize {
        if index >= self.len() {
            return self.len();
        }
        let mut i = index;
        while !self.is_char_boundary(i) {
            i += 1;
        }
        i
    }

    pub fn get<I: SliceIndex<str>>(&self, i: I) -> Option<&I::Output> {
        i.get(self)
    }
    pub fn get_mut<I: SliceIndex<str>>(&mut self, i: I) -> Option<&mut I::Output> {
        i.get_mut(self)
    }
    /// # Safety
    /// The range must be within bounds and on char boundaries.
    pub unsafe fn get_unchecked<I: SliceIndex<str>>(&self, i: I) -> &I::Output {
        unsafe { &*i.get_unchecked(self) }
    }
    /// # Safety
    /// The range must be within bounds and on char boundaries.
    pub unsafe fn get_unchecked_mut<I: SliceIndex<str>>(&mut self, i: I) -> &mut I::Output {
        unsafe { &mut *i.get_unchecked_mut(self) }
    }
    /// # Safety
    /// The range must be within bounds and on char boundaries.
    pub unsafe fn slice_unchecked(&self, begin: usize, end: usize) -> &str {
        unsafe { &*(begin..end).get_unchecked(self) }
    }
    /// # Safety
    /// The range must be within bounds and on char boundaries.
    pub unsafe fn slice_mut_unchecked(&mut self, begin: usize, end: usize) -> &mut str {
        unsafe { &mut *(begin..end).get_unchecked_mut(self) }
    }

    #[track_caller]
    pub fn split_at(&self, mid: usize) -> (&str, &str) {
        match self.split_at_checked(mid) {
            Some(pair) => pair,
            None => index::failed(self.len(), mid),
        }
    }
    #[track_caller]
    pub fn split_at_mut(&mut self, mid: usize) -> (&mut str, &mut str) {
        let n = self.len();
        match self.split_at_mut_checked(mid) {
            Some(pair) => pair,
            None => index::failed(n, mid),
        }
    }
    pub fn split_at_checked(&self, mid: usize) -> Option<(&str, &str)> {
        if !self.is_char_boundary(mid) {
            return None;
        }
        let (a, b) = self.as_bytes().split_at(mid);
        unsafe { Some((from_utf8_unchecked(a), from_utf8_unchecked(b))) }
    }
    pub fn split_at_mut_checked(&mut self, mid: usize) -> Option<(&mut str, &mut str)> {
        if !self.is_char_boundary(mid) {
            return None;
        }
        unsafe {
            let (a, b) = self.as_bytes_mut().split_at_mut(mid);
            Some((from_utf8_unchecked_mut(a), from_utf8_unchecked_mut(b)))
        }
    }

    pub const fn is_ascii(&self) -> bool {
        self.as_bytes().is_ascii()
    }
    pub const fn eq_ignore_ascii_case(&self, other: &str) -> bool {
        self.as_bytes().eq_ignore_ascii_case(other.as_bytes())
    }
    pub const fn make_ascii_uppercase(&mut self) {
        unsafe { self.as_bytes_mut() }.make_ascii_uppercase()
    }
    pub const fn make_ascii_lowercase(&mut self) {
        unsafe { self.as_bytes_mut() }.make_ascii_lowercase()
    }

    pub fn parse<F: FromStr>(&self) -> Result<F, F::Err> {
        F::from_str(self)
    }

    // ---- searching
    pub fn contains<P: Pattern>(&self, pat: P) -> bool {
        self.find(pat).is_some()
    }
    pub fn starts_with<P: Pattern>(&self, pat: P) -> bool {
        let mut pat = pat;
        pat.__prefix(self).is_some()
    }
    pub fn ends_with<P: Pattern>(&self, pat: P) -> bool {
        let mut pat = pat;
        pat.__suffix(self).is_some()
    }
    pub fn find<P: Pattern>(&self, pat: P) -> Option<usize> {
        let mut pat = pat;
        match pat.__next(self, 0, self.len()) {
            Some((start, _)) => Some(start),
            None => None,
        }
    }
    pub fn rfind<P: Pattern>(&self, pat: P) -> Option<usize> {
        let mut pat = pat;
        match pat.__prev(self, 0, self.len()) {
            Some((start, _)) => Some(start),
            None => None,
        }
    }
    pub fn matches<P: Pattern>(&self, pat: P) -> Matches<'_, P> {
        Matches::new(self.match_indices(pat))
    }
    pub fn rmatches<P: Pattern>(&self, pat: P) -> RMatches<'_, P> {
        RMatches::new(self.rmatch_indices(pat))
    }
    pub fn match_indices<P: Pattern>(&self, pat: P) -> MatchIndices<'_, P> {
        MatchIndices::new(self, pat)
    }
    pub fn rmatch_indices<P: Pattern>(&self, pat: P) -> RMatchIndices<'_, P> {
        RMatchIndices::new(self, pat)
    }

    // ---- splitting
    pub fn split<P: Pattern>(&self, pat: P) -> Split<'_, P> {
        Split::new(self, pat)
    }
    pub fn rsplit<P: Pattern>(&self, pat: P) -> RSplit<'_, P> {
        RSplit::new(self, pat)
    }
    pub fn split_inclusive<P: Pattern>(&self, pat: P) -> SplitInclusive<'_, P> {
        SplitInclusive::new(self, pat)
    }
    pub fn split_terminator<P: Pattern>(&self, pat: P) -> SplitTerminator<'_, P> {
        SplitTerminator::new(self, pat)
    }
    pub fn rsplit_terminator<P: Pattern>(&self, pat: P) -> RSplitTerminator<'_, P> {
        RSplitTerminator::new(self, pat)
    }
    pub fn splitn<P: Pattern>(&self, n: usize, pat: P) -> SplitN<'_, P> {
        SplitN::new(self.split(pat), n)
    }
    pub fn rsplitn<P: Pattern>(&self, n: usize, pat: P) -> RSplitN<'_, P> {
        RSplitN::new(self.rsplit(pat), n)
    }
    pub fn split_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        let mut delimiter = delimiter;
        let (start, end) = delimiter.__next(self, 0, self.len())?;
        unsafe { Some((self.get_unchecked(..start), self.get_unchecked(end..))) }
    }
    pub fn rsplit_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        let mut delimiter = delimiter;
        let (start, end) = delimiter.__prev(self, 0, self.len())?;
        unsafe { Some((self.get_unchecked(..start), self.get_unchecked(end..))) }
    }
    pub fn split_whitespace(&self) -> SplitWhitespace<'_> {
        SplitWhitespace::new(self)
    }
    pub fn split_ascii_whitespace(&self) -> SplitAsciiWhitespace<'_> {
        SplitAsciiWhitespace::new(self)
    }
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(self)
    }

    // ---- trimming
    pub fn strip_prefix<P: Pattern>(&self, prefix: P) -> Option<&str> {
        let mut prefix = prefix;
        let n = prefix.__prefix(self)?;
        unsafe { Some(self.get_unchecked(n..)) }
    }
    pub fn strip_suffix<P: Pattern>(&self, suffix: P) -> Option<&str> {
        let mut suffix = suffix;
        let n = suffix.__suffix(self)?;
        unsafe { Some(self.get_unchecked(..self.len() - n)) }
    }
    pub fn trim_start_matches<P: Pattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        let mut rest = self;
        while let Some(n) = pat.__prefix(rest) {
            if n == 0 {
                break;
            }
            rest = unsafe { rest.get_unchecked(n..) };
        }
        rest
    }
    pub fn trim_end_matches<P: Pattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        let mut rest = self;
        while let Some(n) = pat.__suffix(rest) {
            if n == 0 {
                break;
            }
            rest = unsafe { rest.get_unchecked(..rest.len() - n) };
        }
        rest
    }
    pub fn trim_matches<P: CharPattern>(&self, pat: P) -> &str {
        let mut pat = pat;
        let rest = self.trim_start_matches(|c| pat.__matches(c));
        rest.trim_end_matches(|c| pat.__matches(c))
    }
    pub fn trim_left_matches<P: Pattern>(&self, pat: P) -> &str {
        self.trim_start_matches(pat)
    }
    pub fn trim_right_matches<P: Pattern>(&self, pat: P) -> &str {
        self.trim_end_matches(pat)
    }
    pub fn trim(&self) -> &str {
        self.trim_start().trim_end()
    }
    pub fn trim_start(&self) -> &str {
        self.trim_start_matches(char::is_whitespace)
    }
    pub fn trim_end(&self) -> &str {
        self.trim_end_matches(char::is_whitespace)
    }
    pub fn trim_left(&self) -> &str {
        self.trim_start()
    }
    pub fn trim_right(&self) -> &str {
        self.trim_end()
    }
    pub fn trim_ascii(&self) -> &str {
        unsafe { from_utf8_unchecked(self.as_bytes().trim_ascii()) }
    }
    pub fn trim_ascii_start(&self) -> &str {
        unsafe { from_utf8_unchecked(self.as_bytes().trim_ascii_start()) }
    }
    pub fn trim_ascii_end(&self) -> &str {
        unsafe { from_utf8_unchecked(self.as_bytes().trim_ascii_end()) }
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
impl AsRef<str> for str {
    fn as_ref(&self) -> &str {
        self
    }
}
impl AsRef<[u8]> for str {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}
impl<'a> Default for &'a str {
    fn default() -> &'a str {
        ""
    }
}
