//! Iterators over slices.

use super::{from_raw_parts, from_raw_parts_mut};
use crate::iter::FusedIterator;
use crate::marker::PhantomData;

// A pointer to the first element left, and how many are left: this also serves elements of size zero.
macro_rules! element_iterator {
    ($(#[$doc:meta])* $Name:ident, $Slice:ty, $Ref:ty, $Ptr:ty, $as_ptr:ident, |$p:ident| $deref:expr) => {
        $(#[$doc])*
        pub struct $Name<'a, T> {
            ptr: $Ptr,
            len: usize,
            marker: PhantomData<$Ref>,
        }

        impl<'a, T> $Name<'a, T> {
            pub(super) fn new(slice: $Slice) -> Self {
                let len = slice.len();
                $Name { ptr: slice.$as_ptr(), len, marker: PhantomData }
            }

            pub fn as_slice(&self) -> &[T] {
                unsafe { from_raw_parts(self.ptr as *const T, self.len) }
            }
        }

        impl<'a, T> Iterator for $Name<'a, T> {
            type Item = $Ref;

            fn next(&mut self) -> Option<$Ref> {
                if self.len == 0 {
                    return None;
                }
                let $p = self.ptr;
                self.len -= 1;
                unsafe {
                    self.ptr = $p.add(1);
                    Some($deref)
                }
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.len, Some(self.len))
            }

            fn count(self) -> usize {
                self.len
            }

            fn nth(&mut self, n: usize) -> Option<$Ref> {
                let skipped = if n < self.len { n } else { self.len };
                self.len -= skipped;
                self.ptr = unsafe { self.ptr.add(skipped) };
                self.next()
            }

            // A counted loop over an index, the form that optimisers know best.
            fn fold<B, F: FnMut(B, $Ref) -> B>(self, init: B, f: F) -> B {
                let mut f = f;
                let mut accum = init;
                let mut i = 0;
                while i < self.len {
                    let $p = unsafe { self.ptr.add(i) };
                    accum = f(accum, unsafe { $deref });
                    i += 1;
                }
                accum
            }
        }

        impl<'a, T> DoubleEndedIterator for $Name<'a, T> {
            fn next_back(&mut self) -> Option<$Ref> {
                if self.len == 0 {
                    return None;
                }
                self.len -= 1;
                unsafe {
                    let $p = self.ptr.add(self.len);
                    Some($deref)
                }
            }
        }
        impl<'a, T> ExactSizeIterator for $Name<'a, T> {}
        impl<'a, T> FusedIterator for $Name<'a, T> {}
    };
}
element_iterator! {
    /// Shared references to the elements.
    Iter, &'a [T], &'a T, *const T, as_ptr, |p| &*p
}
element_iterator! {
    /// Mutable references to the elements.
    IterMut, &'a mut [T], &'a mut T, *mut T, as_mut_ptr, |p| &mut *p
}

impl<'a, T> Clone for Iter<'a, T> {
    fn clone(&self) -> Self {
        Iter { ptr: self.ptr, len: self.len, marker: PhantomData }
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
    slice: &'a [T],
    size: usize,
}

impl<'a, T> Windows<'a, T> {
    pub(super) fn new(slice: &'a [T], size: usize) -> Self {
        Windows { slice, size }
    }
}

impl<'a, T> Iterator for Windows<'a, T> {
    type Item = &'a [T];

    fn next(&mut self) -> Option<&'a [T]> {
        let slice = self.slice;
        if slice.len() < self.size {
            return None;
        }
        self.slice = &slice[1..];
        Some(&slice[..self.size])
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.slice.len();
        let left = if n < self.size { 0 } else { n - self.size + 1 };
        (left, Some(left))
    }
}
impl<'a, T> ExactSizeIterator for Windows<'a, T> {}

// `exact` iterators end before an incomplete chunk.
macro_rules! chunk_iterator {
    ($(#[$doc:meta])* $Name:ident, $Slice:ty, $Ptr:ty, $as_ptr:ident, $from_parts:ident, $exact:expr) => {
        $(#[$doc])*
        pub struct $Name<'a, T> {
            ptr: $Ptr,
            len: usize,
            size: usize,
            marker: PhantomData<$Slice>,
        }

        impl<'a, T> $Name<'a, T> {
            pub(super) fn new(slice: $Slice, size: usize) -> Self {
                let len = slice.len();
                $Name { ptr: slice.$as_ptr(), len, size, marker: PhantomData }
            }
        }

        impl<'a, T> Iterator for $Name<'a, T> {
            type Item = $Slice;

            fn next(&mut self) -> Option<$Slice> {
                let n = if self.len >= self.size {
                    self.size
                } else if $exact || self.len == 0 {
                    return None;
                } else {
                    self.len
                };
                let p = self.ptr;
                self.len -= n;
                unsafe {
                    self.ptr = p.add(n);
                    Some($from_parts(p, n))
                }
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let full = self.len / self.size;
                let n = if !$exact && full * self.size < self.len { full + 1 } else { full };
                (n, Some(n))
            }
        }
        impl<'a, T> ExactSizeIterator for $Name<'a, T> {}
    };
}
chunk_iterator! {
    /// See `[T]::chunks`.
    Chunks, &'a [T], *const T, as_ptr, from_raw_parts, false
}
chunk_iterator! {
    /// See `[T]::chunks_mut`.
    ChunksMut, &'a mut [T], *mut T, as_mut_ptr, from_raw_parts_mut, false
}
chunk_iterator! {
    /// See `[T]::chunks_exact`.
    ChunksExact, &'a [T], *const T, as_ptr, from_raw_parts, true
}
chunk_iterator! {
    /// See `[T]::chunks_exact_mut`.
    ChunksExactMut, &'a mut [T], *mut T, as_mut_ptr, from_raw_parts_mut, true
}

impl<'a, T> ChunksExact<'a, T> {
    /// The elements after the last full chunk.
    pub fn remainder(&self) -> &'a [T] {
        let rest = self.len % self.size;
        unsafe { from_raw_parts(self.ptr.add(self.len - rest), rest) }
    }
}

impl<'a, T> ChunksExactMut<'a, T> {
    /// The elements after the last full chunk.
    pub fn into_remainder(self) -> &'a mut [T] {
        let rest = self.len % self.size;
        unsafe { from_raw_parts_mut(self.ptr.add(self.len - rest), rest) }
    }
}
