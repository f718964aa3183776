//! Ranges of a text.

use super::{from_utf8_unchecked, from_utf8_unchecked_mut};
use crate::ops::{Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use crate::slice::SliceIndex;

#[track_caller]
#[cold]
pub(super) fn failed(len: usize, index: usize) -> ! {
    if index > len {
        panic!("byte index {} is out of bounds of a text of {} bytes", index, len)
    } else {
        panic!("byte index {} is not a char boundary", index)
    }
}

impl<I: SliceIndex<str>> Index<I> for str {
    type Output = I::Output;

    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self)
    }
}
impl<I: SliceIndex<str>> IndexMut<I> for str {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }
}

macro_rules! text_ranges {
    ($($R:ty: |$r:ident, $len:ident| $start:expr, $end:expr;)*) => {$(
        unsafe impl SliceIndex<str> for $R {
            type Output = str;

            fn get(self, text: &str) -> Option<&str> {
                let ($r, $len) = (self, text.len());
                let (start, end) = ($start, $end);
                if start <= end && text.is_char_boundary(start) && text.is_char_boundary(end) {
                    unsafe { Some(from_utf8_unchecked(text.as_bytes().get_unchecked(start..end))) }
                } else {
                    None
                }
            }
            fn get_mut(self, text: &mut str) -> Option<&mut str> {
                let ($r, $len) = (self, text.len());
                let (start, end) = ($start, $end);
                if start <= end && text.is_char_boundary(start) && text.is_char_boundary(end) {
                    unsafe { Some(from_utf8_unchecked_mut(text.as_bytes_mut().get_unchecked_mut(start..end))) }
                } else {
                    None
                }
            }
            unsafe fn get_unchecked(self, text: *const str) -> *const str {
                let ($r, $len) = (self, (text as *const [u8]).len());
                unsafe { Range { start: $start, end: $end }.get_unchecked(text as *const [u8]) as *const str }
            }
            unsafe fn get_unchecked_mut(self, text: *mut str) -> *mut str {
                let ($r, $len) = (self, (text as *mut [u8]).len());
                unsafe { Range { start: $start, end: $end }.get_unchecked_mut(text as *mut [u8]) as *mut str }
            }
            #[track_caller]
            fn index(self, text: &str) -> &str {
                let ($r, $len) = (self, text.len());
                let (start, end) = ($start, $end);
                match (start..end).get(text) {
                    Some(part) => part,
                    None => range_failed(text, start, end),
                }
            }
            #[track_caller]
            fn index_mut(self, text: &mut str) -> &mut str {
                let ($r, $len) = (self, text.len());
                let (start, end) = ($start, $end);
                if (start..end).get(text).is_none() {
                    range_failed(text, start, end);
                }
                unsafe { &mut *(start..end).get_unchecked_mut(text) }
            }
        }
    )*};
}
text_ranges! {
    Range<usize>: |r, len| r.start, r.end;
    RangeTo<usize>: |r, len| 0, r.end;
    RangeFrom<usize>: |r, len| r.start, len;
    RangeFull: |r, len| 0, len;
    RangeInclusive<usize>: |r, len| if r.exhausted { r.end.saturating_add(1) } else { r.start }, r.end.saturating_add(1);
    RangeToInclusive<usize>: |r, len| 0, r.end.saturating_add(1);
}

#[track_caller]
#[cold]
fn range_failed(text: &str, start: usize, end: usize) -> ! {
    if !text.is_char_boundary(start) {
        failed(text.len(), start)
    } else if !text.is_char_boundary(end) {
        failed(text.len(), end)
    } else {
        panic!("text index starts at {} but ends at {}", start, end)
    }
}
