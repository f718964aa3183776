//! What a slice can be indexed by.

use super::{from_raw_parts, from_raw_parts_mut};
use crate::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use crate::ptr::__not_null;

/// usize, or a range of usize.
///
/// # Safety
/// `get_unchecked` must return a pointer into the slice if the index is within bounds.
pub unsafe trait SliceIndex<S: ?Sized> {
    type Output: ?Sized;

    fn get(self, slice: &S) -> Option<&Self::Output>;
    fn get_mut(self, slice: &mut S) -> Option<&mut Self::Output>;
    unsafe fn get_unchecked(self, slice: *const S) -> *const Self::Output;
    unsafe fn get_unchecked_mut(self, slice: *mut S) -> *mut Self::Output;
    #[track_caller]
    fn index(self, slice: &S) -> &Self::Output;
    #[track_caller]
    fn index_mut(self, slice: &mut S) -> &mut Self::Output;
}

unsafe impl<T> SliceIndex<[T]> for usize {
    type Output = T;

    fn get(self, slice: &[T]) -> Option<&T> {
        let p = unsafe { __not_null(slice.as_ptr() as *mut T) };
        if self < slice.len() { unsafe { Some(&*p.add(self)) } } else { None }
    }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut T> {
        let p = unsafe { __not_null(slice.as_mut_ptr()) };
        if self < slice.len() { unsafe { Some(&mut *p.add(self)) } } else { None }
    }
    unsafe fn get_unchecked(self, slice: *const [T]) -> *const T {
        unsafe { (slice as *const T).add(self) }
    }
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut T {
        unsafe { (slice as *mut T).add(self) }
    }
    #[track_caller]
    fn index(self, slice: &[T]) -> &T {
        &slice[self]
    }
    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut T {
        &mut slice[self]
    }
}

#[track_caller]
#[cold]
pub(super) fn range_failed(start: usize, end: usize, len: usize) -> ! {
    if start > end {
        panic!("slice index starts at {} but ends at {}", start, end)
    } else {
        panic!("range end index {} out of range for slice of length {}", end, len)
    }
}

unsafe impl<T> SliceIndex<[T]> for Range<usize> {
    type Output = [T];

    fn get(self, slice: &[T]) -> Option<&[T]> {
        let p = unsafe { __not_null(slice.as_ptr() as *mut T) };
        if self.start <= self.end && self.end <= slice.len() {
            unsafe { Some(from_raw_parts(p.add(self.start) as *const T, self.end - self.start)) }
        } else {
            None
        }
    }
    fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
        let p = unsafe { __not_null(slice.as_mut_ptr()) };
        if self.start <= self.end && self.end <= slice.len() {
            unsafe { Some(from_raw_parts_mut(p.add(self.start), self.end - self.start)) }
        } else {
            None
        }
    }
    unsafe fn get_unchecked(self, slice: *const [T]) -> *const [T] {
        unsafe { from_raw_parts((slice as *const T).add(self.start), self.end - self.start) }
    }
    unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut [T] {
        unsafe { from_raw_parts_mut((slice as *mut T).add(self.start), self.end - self.start) }
    }
    #[track_caller]
    fn index(self, slice: &[T]) -> &[T] {
        let (start, end, n) = (self.start, self.end, slice.len());
        match self.get(slice) {
            Some(part) => part,
            None => range_failed(start, end, n),
        }
    }
    #[track_caller]
    fn index_mut(self, slice: &mut [T]) -> &mut [T] {
        let (start, end, n) = (self.start, self.end, slice.len());
        match self.get_mut(slice) {
            Some(part) => part,
            None => range_failed(start, end, n),
        }
    }
}

// The other ranges as `start..end`.
macro_rules! other_ranges {
    ($($R:ty: |$r:ident, $len:ident| $start:expr, $end:expr;)*) => {$(
        unsafe impl<T> SliceIndex<[T]> for $R {
            type Output = [T];

            fn get(self, slice: &[T]) -> Option<&[T]> {
                let ($r, $len) = (self, slice.len());
                Range { start: $start, end: $end }.get(slice)
            }
            fn get_mut(self, slice: &mut [T]) -> Option<&mut [T]> {
                let ($r, $len) = (self, slice.len());
                Range { start: $start, end: $end }.get_mut(slice)
            }
            unsafe fn get_unchecked(self, slice: *const [T]) -> *const [T] {
                let ($r, $len) = (self, slice.len());
                unsafe { Range { start: $start, end: $end }.get_unchecked(slice) }
            }
            unsafe fn get_unchecked_mut(self, slice: *mut [T]) -> *mut [T] {
                let ($r, $len) = (self, slice.len());
                unsafe { Range { start: $start, end: $end }.get_unchecked_mut(slice) }
            }
            #[track_caller]
            fn index(self, slice: &[T]) -> &[T] {
                let ($r, $len) = (self, slice.len());
                Range { start: $start, end: $end }.index(slice)
            }
            #[track_caller]
            fn index_mut(self, slice: &mut [T]) -> &mut [T] {
                let ($r, $len) = (self, slice.len());
                Range { start: $start, end: $end }.index_mut(slice)
            }
        }
    )*};
}
other_ranges! {
    RangeTo<usize>: |r, len| 0, r.end;
    RangeFrom<usize>: |r, len| r.start, if r.start > len { 0 } else { len };
    RangeFull: |r, len| 0, len;
    RangeInclusive<usize>: |r, len| if r.exhausted { past(r.end) } else { r.start }, past(r.end);
    RangeToInclusive<usize>: |r, len| 0, past(r.end);
}

// One past an inclusive end.  usize::MAX stays: no slice is that long, so it fails either way.
fn past(end: usize) -> usize {
    end.saturating_add(1)
}
