//! Ranges as iterators.  `next` of a range of integers is one comparison and one addition, so that a `for` loop over it
//! becomes a counted loop.

use super::FusedIterator;
use crate::intrinsics::{wrapping_add, wrapping_sub};
use crate::ops::{Range, RangeFrom, RangeInclusive};

/// Types with successors: integers and char.
pub trait Step: Copy + PartialOrd {
    /// The value `n` steps on, given that it exists.
    #[doc(hidden)]
    fn __forward(self, n: usize) -> Self;
    /// The value `n` steps back, given that it exists.
    #[doc(hidden)]
    fn __backward(self, n: usize) -> Self;
    /// Steps from `self` to `end`, given that `self <= end`; usize::MAX if there are more than that.
    #[doc(hidden)]
    fn __steps_to(self, end: Self) -> usize;
}

macro_rules! step {
    ($($t:ty, $unsigned:ty;)*) => {$(
        impl Step for $t {
            fn __forward(self, n: usize) -> $t { wrapping_add(self, n as $t) }
            fn __backward(self, n: usize) -> $t { wrapping_sub(self, n as $t) }
            fn __steps_to(self, end: $t) -> usize { wrapping_sub(end, self) as $unsigned as usize }
        }
    )*};
}
step! {
    u8, u8; u16, u16; u32, u32; u64, u64; usize, usize;
    i8, u8; i16, u16; i32, u32; i64, u64; isize, usize;
}

macro_rules! step_128 {
    ($($t:ty)*) => {$(
        impl Step for $t {
            fn __forward(self, n: usize) -> $t { wrapping_add(self, n as $t) }
            fn __backward(self, n: usize) -> $t { wrapping_sub(self, n as $t) }
            fn __steps_to(self, end: $t) -> usize {
                let n = wrapping_sub(end, self) as u128;
                if n > usize::MAX as u128 { usize::MAX } else { n as usize }
            }
        }
    )*};
}
step_128! { u128 i128 }

// The surrogates D800..=DFFF are no chars.
impl Step for char {
    fn __forward(self, n: usize) -> char {
        let before = self as u32;
        let after = wrapping_add(before, n as u32);
        let skipped = if before < 0xD800 && after >= 0xD800 { 0x800 } else { 0 };
        unsafe { crate::intrinsics::transmute(wrapping_add(after, skipped)) }
    }
    fn __backward(self, n: usize) -> char {
        let before = self as u32;
        let after = wrapping_sub(before, n as u32);
        let skipped = if before >= 0xE000 && after < 0xE000 { 0x800 } else { 0 };
        unsafe { crate::intrinsics::transmute(wrapping_sub(after, skipped)) }
    }
    fn __steps_to(self, end: char) -> usize {
        let skipped = if (self as u32) < 0xD800 && end as u32 >= 0xE000 { 0x800 } else { 0 };
        (end as u32 - self as u32 - skipped) as usize
    }
}

impl<A: Step> Iterator for Range<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        if self.start < self.end {
            let value = self.start;
            self.start = value.__forward(1);
            Some(value)
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = if self.start < self.end { self.start.__steps_to(self.end) } else { 0 };
        (n, Some(n))
    }

    fn nth(&mut self, n: usize) -> Option<A> {
        if self.start < self.end && n < self.start.__steps_to(self.end) {
            let value = self.start.__forward(n);
            self.start = value.__forward(1);
            Some(value)
        } else {
            self.start = self.end;
            None
        }
    }

    fn __next_step(&mut self, step: usize, _first: &mut bool) -> Option<A> {
        if self.start < self.end {
            let value = self.start;
            self.start = if step < value.__steps_to(self.end) { value.__forward(step) } else { self.end };
            Some(value)
        } else {
            None
        }
    }

    fn last(self) -> Option<A> {
        let mut range = self;
        range.next_back()
    }

    fn min(self) -> Option<A>
    where
        A: Ord,
    {
        let mut range = self;
        range.next()
    }

    fn max(self) -> Option<A>
    where
        A: Ord,
    {
        let mut range = self;
        range.next_back()
    }

    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl<A: Step> DoubleEndedIterator for Range<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.start < self.end {
            self.end = self.end.__backward(1);
            Some(self.end)
        } else {
            None
        }
    }

    fn nth_back(&mut self, n: usize) -> Option<A> {
        if self.start < self.end && n < self.start.__steps_to(self.end) {
            self.end = self.end.__backward(n).__backward(1);
            Some(self.end)
        } else {
            self.end = self.start;
            None
        }
    }
}
impl<A: Step> FusedIterator for Range<A> {}

macro_rules! exact_size {
    ($($t:ty)*) => {$( impl ExactSizeIterator for Range<$t> {} )*};
}
exact_size! { u8 u16 u32 usize i8 i16 i32 isize }

impl<A: Step> Iterator for RangeFrom<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        let value = self.start;
        self.start = value.__forward(1);
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }

    fn nth(&mut self, n: usize) -> Option<A> {
        let value = self.start.__forward(n);
        self.start = value.__forward(1);
        Some(value)
    }
}
impl<A: Step> FusedIterator for RangeFrom<A> {}

impl<A: Step> Iterator for RangeInclusive<A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        let value = self.start;
        if value < self.end {
            self.start = value.__forward(1);
        } else {
            self.exhausted = true;
        }
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.exhausted || !(self.start <= self.end) {
            return (0, Some(0));
        }
        let n = self.start.__steps_to(self.end);
        if n == usize::MAX { (n, None) } else { (n + 1, Some(n + 1)) }
    }

    fn nth(&mut self, n: usize) -> Option<A> {
        if !self.exhausted && self.start <= self.end && n <= self.start.__steps_to(self.end) {
            self.start = self.start.__forward(n);
            self.next()
        } else {
            self.exhausted = true;
            None
        }
    }

    fn __next_step(&mut self, step: usize, _first: &mut bool) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        let value = self.start;
        if step <= value.__steps_to(self.end) {
            self.start = value.__forward(step);
        } else {
            self.exhausted = true;
        }
        Some(value)
    }

    // Outside of `next`, the flag would cost a test in every turn of the loop.
    fn fold<B, F: FnMut(B, A) -> B>(self, init: B, f: F) -> B {
        let mut f = f;
        let mut accum = init;
        if !self.exhausted && self.start <= self.end {
            let mut value = self.start;
            while value < self.end {
                accum = f(accum, value);
                value = value.__forward(1);
            }
            accum = f(accum, value);
        }
        accum
    }
}

impl<A: Step> DoubleEndedIterator for RangeInclusive<A> {
    fn next_back(&mut self) -> Option<A> {
        if self.exhausted || !(self.start <= self.end) {
            return None;
        }
        let value = self.end;
        if self.start < value {
            self.end = value.__backward(1);
        } else {
            self.exhausted = true;
        }
        Some(value)
    }
}
impl<A: Step> FusedIterator for RangeInclusive<A> {}
impl ExactSizeIterator for RangeInclusive<u8> {}
impl ExactSizeIterator for RangeInclusive<u16> {}
impl ExactSizeIterator for RangeInclusive<i8> {}
impl ExactSizeIterator for RangeInclusive<i16> {}
