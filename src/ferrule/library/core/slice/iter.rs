//! Iterators over slices.

use super::{from_raw_parts, from_raw_parts_mut};
use crate::iter::FusedIterator;
use crate::marker::PhantomData;
use crate::ptr::__not_null;

// The start of the slice and the range of indices that are left.  Indices from a fixed start are the form that optimisers
// know best: zipped iterators come to share one index, and elements of size zero need no care.
macro_rules! element_iterator {
    ($(#[$doc:meta])* $Name:ident, $Slice:ty, $Ref:ty, $as_ptr:ident, |$p:ident| $deref:expr) => {
        $(#[$doc])*
        pub struct $Name<'a, T> {
            ptr: *mut T,
            start: usize,
            end: usize,
            marker: PhantomData<$Ref>,
        }

        impl<'a, T> $Name<'a, T> {
            pub(super) fn new(slice: $Slice) -> Self {
                let end = slice.len();
                $Name { ptr: unsafe { __not_null(slice.$as_ptr() as *mut T) }, start: 0, end, marker: PhantomData }
            }
        }

        impl<'a, T> Iterator for $Name<'a, T> {
            type Item = $Ref;

            fn next(&mut self) -> Option<$Ref> {
                let i = self.start;
                if i < self.end {
                    self.start = i + 1;
                    let $p = unsafe { self.ptr.add(i) };
                    Some(unsafe { $deref })
                } else {
                    None
                }
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.end - self.start, Some(self.end - self.start))
            }

            fn count(self) -> usize {
                self.end - self.start
            }

            fn nth(&mut self, n: usize) -> Option<$Ref> {
                let left = self.end - self.start;
                self.start += if n < left { n } else { left };
                self.next()
            }

            // As `Range` does it: no state beyond the index.
            fn __next_step(&mut self, step: usize, _first: &mut bool) -> Option<$Ref> {
                let item = self.next();
                let left = self.end - self.start;
                self.start += if step - 1 < left { step - 1 } else { left };
                item
            }
        }

        impl<'a, T> DoubleEndedIterator for $Name<'a, T> {
            fn next_back(&mut self) -> Option<$Ref> {
                if self.start < self.end {
                    self.end -= 1;
                    let $p = unsafe { self.ptr.add(self.end) };
                    Some(unsafe { $deref })
                } else {
                    None
                }
            }
        }
        impl<'a, T> ExactSizeIterator for $Name<'a, T> {}
        impl<'a, T> FusedIterator for $Name<'a, T> {}
    };
}
element_iterator! {
    /// Shared references to the elements.
    Iter, &'a [T], &'a T, as_ptr, |p| &*p
}
element_iterator! {
    /// Mutable references to the elements.
    IterMut, &'a mut [T], &'a mut T, as_mut_ptr, |p| &mut *p
}

impl<'a, T> Iter<'a, T> {
    pub fn as_slice(&self) -> &'a [T] {
        unsafe { from_raw_parts(self.ptr.add(self.start) as *const T, self.end - self.start) }
    }
}

impl<'a, T> IterMut<'a, T> {
    pub fn as_slice(&self) -> &[T] {
        unsafe { from_raw_parts(self.ptr.add(self.start) as *const T, self.end - self.start) }
    }

    pub fn into_slice(self) -> &'a mut [T] {
        unsafe { from_raw_parts_mut(self.ptr.add(self.start), self.end - self.start) }
    }
}

impl<'a, T> Default for Iter<'a, T> {
    fn default() -> Self {
        Iter::new(&[])
    }
}
impl<'a, T> AsRef<[T]> for Iter<'a, T> {
    fn as_ref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter { ptr: self.ptr, start: self.start, end: self.end, marker: PhantomData }
    }
}

impl<'a, T> IntoIterator for &'a [T] {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        Iter::new(self)
    }
}
impl<'a, T> IntoIterator for &'a mut [T] {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        IterMut::new(self)
    }
}

/// See `[T]::windows`.
pub struct Windows<'a, T> {
    ptr: *mut T,
    start: usize,
    end: usize,
    size: usize,
    marker: PhantomData<&'a [T]>,
}

impl<'a, T> Windows<'a, T> {
    pub(super) fn new(slice: &'a [T], size: usize) -> Self {
        let ptr = unsafe { __not_null(slice.as_ptr() as *mut T) };
        // `end` counts windows.
        let end = if slice.len() < size { 0 } else { slice.len() - size + 1 };
        Windows { ptr, start: 0, end, size, marker: PhantomData }
    }
}

impl<'a, T> Iterator for Windows<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        let i = self.start;
        if i < self.end {
            self.start = i + 1;
            unsafe { Some(from_raw_parts(self.ptr.add(i) as *const T, self.size)) }
        } else {
            None
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.start, Some(self.end - self.start))
    }
}
impl<'a, T> DoubleEndedIterator for Windows<'a, T> {
    fn next_back(&mut self) -> Option<&'a [T]> {
        if self.start < self.end {
            self.end -= 1;
            unsafe { Some(from_raw_parts(self.ptr.add(self.end) as *const T, self.size)) }
        } else {
            None
        }
    }
}
impl<'a, T> ExactSizeIterator for Windows<'a, T> {}

/// See `[T]::array_windows`.
pub struct ArrayWindows<'a, T, const N: usize> {
    windows: Windows<'a, T>,
}

impl<'a, T, const N: usize> ArrayWindows<'a, T, N> {
    pub(super) fn new(slice: &'a [T]) -> Self {
        ArrayWindows { windows: Windows::new(slice, N) }
    }
}

impl<'a, T, const N: usize> Iterator for ArrayWindows<'a, T, N> {
    type Item = &'a [T; N];

    fn next(&mut self) -> Option<&'a [T; N]> {
        self.windows.next()?.as_array()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.windows.size_hint()
    }
}
impl<'a, T, const N: usize> DoubleEndedIterator for ArrayWindows<'a, T, N> {
    fn next_back(&mut self) -> Option<&'a [T; N]> {
        self.windows.next_back()?.as_array()
    }
}
impl<'a, T, const N: usize> ExactSizeIterator for ArrayWindows<'a, T, N> {}
impl<'a, T, const N: usize> FusedIterator for ArrayWindows<'a, T, N> {}

// `whole` is the length of the slice, or with `exact` that of its full chunks, and `rest` what is behind them.
macro_rules! chunk_iterator {
    ($(#[$doc:meta])* $Name:ident, $Slice:ty, |$p:ident, $n:ident| $make:expr, $as_ptr:ident, $exact:expr) => {
        $(#[$doc])*
        pub struct $Name<'a, T> {
            ptr: *mut T,
            start: usize,
            end: usize,
            whole: usize,
            rest: usize,
            size: usize,
            marker: PhantomData<$Slice>,
        }

        impl<'a, T> $Name<'a, T> {
            pub(super) fn new(slice: $Slice, size: usize) -> Self {
                let len = slice.len();
                let rest = if $exact { len % size } else { 0 };
                let ptr = unsafe { __not_null(slice.$as_ptr() as *mut T) };
                $Name { ptr, start: 0, end: len - rest, whole: len - rest, rest, size, marker: PhantomData }
            }
        }

        impl<'a, T> Iterator for $Name<'a, T> {
            type Item = $Slice;

            fn next(&mut self) -> Option<$Slice> {
                let i = self.start;
                let left = self.end - i;
                if left == 0 {
                    return None;
                }
                let $n = if left < self.size { left } else { self.size };
                self.start = i + $n;
                let $p = unsafe { self.ptr.add(i) };
                Some(unsafe { $make })
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = (self.end - self.start).div_ceil(self.size);
                (n, Some(n))
            }
        }
        impl<'a, T> DoubleEndedIterator for $Name<'a, T> {
            fn next_back(&mut self) -> Option<$Slice> {
                let left = self.end - self.start;
                if left == 0 {
                    return None;
                }
                let last = left % self.size;
                let $n = if last == 0 { self.size } else { last };
                self.end -= $n;
                let $p = unsafe { self.ptr.add(self.end) };
                Some(unsafe { $make })
            }
        }
        impl<'a, T> ExactSizeIterator for $Name<'a, T> {}
    };
}
chunk_iterator! {
    /// See `[T]::chunks`.
    Chunks, &'a [T], |p, n| from_raw_parts(p as *const T, n), as_ptr, false
}
chunk_iterator! {
    /// See `[T]::chunks_mut`.
    ChunksMut, &'a mut [T], |p, n| from_raw_parts_mut(p, n), as_mut_ptr, false
}
chunk_iterator! {
    /// See `[T]::chunks_exact`.
    ChunksExact, &'a [T], |p, n| from_raw_parts(p as *const T, n), as_ptr, true
}
chunk_iterator! {
    /// See `[T]::chunks_exact_mut`.
    ChunksExactMut, &'a mut [T], |p, n| from_raw_parts_mut(p, n), as_mut_ptr, true
}

impl<'a, T> ChunksExact<'a, T> {
    /// The elements after the last full chunk.
    pub fn remainder(&self) -> &'a [T] {
        unsafe { from_raw_parts(self.ptr.add(self.whole) as *const T, self.rest) }
    }
}

impl<'a, T> ChunksExactMut<'a, T> {
    /// The elements after the last full chunk.
    pub fn into_remainder(self) -> &'a mut [T] {
        unsafe { from_raw_parts_mut(self.ptr.add(self.whole), self.rest) }
    }
}

// Chunks counted from the end; `rest` is what `exact` leaves out at the front.
macro_rules! rchunk_iterator {
    ($(#[$doc:meta])* $Name:ident, $Slice:ty, |$p:ident, $n:ident| $make:expr, $as_ptr:ident, $exact:expr) => {
        $(#[$doc])*
        pub struct $Name<'a, T> {
            ptr: *mut T,
            start: usize,
            end: usize,
            rest: usize,
            size: usize,
            marker: PhantomData<$Slice>,
        }

        impl<'a, T> $Name<'a, T> {
            pub(super) fn new(slice: $Slice, size: usize) -> Self {
                let len = slice.len();
                let rest = if $exact { len % size } else { 0 };
                let ptr = unsafe { __not_null(slice.$as_ptr() as *mut T) };
                $Name { ptr, start: rest, end: len, rest, size, marker: PhantomData }
            }
        }

        impl<'a, T> Iterator for $Name<'a, T> {
            type Item = $Slice;

            fn next(&mut self) -> Option<$Slice> {
                let left = self.end - self.start;
                if left == 0 {
                    return None;
                }
                let $n = if left < self.size { left } else { self.size };
                self.end -= $n;
                let $p = unsafe { self.ptr.add(self.end) };
                Some(unsafe { $make })
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = (self.end - self.start).div_ceil(self.size);
                (n, Some(n))
            }
        }
        impl<'a, T> DoubleEndedIterator for $Name<'a, T> {
            fn next_back(&mut self) -> Option<$Slice> {
                let i = self.start;
                let left = self.end - i;
                if left == 0 {
                    return None;
                }
                let first = left % self.size;
                let $n = if first == 0 { self.size } else { first };
                self.start = i + $n;
                let $p = unsafe { self.ptr.add(i) };
                Some(unsafe { $make })
            }
        }
        impl<'a, T> ExactSizeIterator for $Name<'a, T> {}
        impl<'a, T> FusedIterator for $Name<'a, T> {}
    };
}
rchunk_iterator! {
    /// See `[T]::rchunks`.
    RChunks, &'a [T], |p, n| from_raw_parts(p as *const T, n), as_ptr, false
}
rchunk_iterator! {
    /// See `[T]::rchunks_mut`.
    RChunksMut, &'a mut [T], |p, n| from_raw_parts_mut(p, n), as_mut_ptr, false
}
rchunk_iterator! {
    /// See `[T]::rchunks_exact`.
    RChunksExact, &'a [T], |p, n| from_raw_parts(p as *const T, n), as_ptr, true
}
rchunk_iterator! {
    /// See `[T]::rchunks_exact_mut`.
    RChunksExactMut, &'a mut [T], |p, n| from_raw_parts_mut(p, n), as_mut_ptr, true
}

impl<'a, T> RChunksExact<'a, T> {
    /// The elements before the first full chunk.
    pub fn remainder(&self) -> &'a [T] {
        unsafe { from_raw_parts(self.ptr as *const T, self.rest) }
    }
}

impl<'a, T> RChunksExactMut<'a, T> {
    /// The elements before the first full chunk.
    pub fn into_remainder(self) -> &'a mut [T] {
        unsafe { from_raw_parts_mut(self.ptr, self.rest) }
    }
}
