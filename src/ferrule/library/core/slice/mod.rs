//! Slices.

mod ascii;
mod index;
mod iter;
mod parts;
mod sort;
mod split;

pub use index::SliceIndex;
pub use iter::{ArrayWindows, Chunks, ChunksExact, ChunksExactMut, ChunksMut, Iter, IterMut, Windows};
pub use iter::{RChunks, RChunksExact, RChunksExactMut, RChunksMut};
pub use parts::{GetDisjointMutError, GetDisjointMutIndex, OneSidedRange, SlicePattern};
pub use split::{ChunkBy, ChunkByMut, RSplit, RSplitMut, RSplitN, RSplitNMut};
pub use split::{Split, SplitInclusive, SplitInclusiveMut, SplitMut, SplitN, SplitNMut};

use crate::cmp::Ordering;
use crate::intrinsics;
use crate::ops::{Bound, Range, RangeBounds};

/// # Safety
/// `data` must be valid for reads of `len` elements for all of `'a`, and nothing may write them.
pub const unsafe fn from_raw_parts<'a, T>(data: *const T, len: usize) -> &'a [T] {
    unsafe { &*intrinsics::slice_from_raw_parts(data, len) }
}

/// # Safety
/// `data` must be valid for reads and writes of `len` elements for all of `'a`, and nothing else may access them.
pub const unsafe fn from_raw_parts_mut<'a, T>(data: *mut T, len: usize) -> &'a mut [T] {
    unsafe { &mut *(intrinsics::slice_from_raw_parts(data as *const T, len) as *mut [T]) }
}

/// A slice of one element.
pub const fn from_mut<T>(s: &mut T) -> &mut [T] {
    unsafe { from_raw_parts_mut(s, 1) }
}

/// A slice of one element.
pub const fn from_ref<T>(s: &T) -> &[T] {
    unsafe { from_raw_parts(s, 1) }
}

impl<T> [T] {
    pub const fn len(&self) -> usize {
        intrinsics::slice_len(self)
    }

    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub const fn as_ptr(&self) -> *const T {
        self as *const [T] as *const T
    }

    pub const fn as_mut_ptr(&mut self) -> *mut T {
        self as *mut [T] as *mut T
    }

    pub const fn first(&self) -> Option<&T> {
        if self.is_empty() { None } else { Some(&self[0]) }
    }

    pub const fn first_mut(&mut self) -> Option<&mut T> {
        if self.is_empty() { None } else { Some(&mut self[0]) }
    }

    pub const fn last(&self) -> Option<&T> {
        let n = self.len();
        if n == 0 { None } else { Some(&self[n - 1]) }
    }

    pub const fn last_mut(&mut self) -> Option<&mut T> {
        let n = self.len();
        if n == 0 { None } else { Some(&mut self[n - 1]) }
    }

    pub fn get<I: SliceIndex<[T]>>(&self, index: I) -> Option<&I::Output> {
        index.get(self)
    }

    pub fn get_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> Option<&mut I::Output> {
        index.get_mut(self)
    }

    /// # Safety
    /// The index must be within bounds.
    pub unsafe fn get_unchecked<I: SliceIndex<[T]>>(&self, index: I) -> &I::Output {
        unsafe { &*index.get_unchecked(self) }
    }

    /// # Safety
    /// The index must be within bounds.
    pub unsafe fn get_unchecked_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> &mut I::Output {
        unsafe { &mut *index.get_unchecked_mut(self) }
    }

    #[track_caller]
    pub fn swap(&mut self, a: usize, b: usize) {
        let pa = &raw mut self[a];
        let pb = &raw mut self[b];
        unsafe { crate::ptr::swap(pa, pb) }
    }

    pub fn reverse(&mut self) {
        let n = self.len();
        let p = self.as_mut_ptr();
        let mut i = 0;
        while i < n / 2 {
            unsafe { crate::ptr::swap(p.add(i), p.add(n - 1 - i)) }
            i += 1;
        }
    }

    pub fn iter(&self) -> Iter<'_, T> {
        Iter::new(self)
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut::new(self)
    }

    #[track_caller]
    pub fn windows(&self, size: usize) -> Windows<'_, T> {
        assert!(size != 0, "window size must be non-zero");
        Windows::new(self, size)
    }

    #[track_caller]
    pub fn chunks(&self, chunk_size: usize) -> Chunks<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        Chunks::new(self, chunk_size)
    }

    #[track_caller]
    pub fn chunks_mut(&mut self, chunk_size: usize) -> ChunksMut<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        ChunksMut::new(self, chunk_size)
    }

    #[track_caller]
    pub fn chunks_exact(&self, chunk_size: usize) -> ChunksExact<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        ChunksExact::new(self, chunk_size)
    }

    #[track_caller]
    pub fn chunks_exact_mut(&mut self, chunk_size: usize) -> ChunksExactMut<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        ChunksExactMut::new(self, chunk_size)
    }

    #[track_caller]
    pub fn rchunks(&self, chunk_size: usize) -> RChunks<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        RChunks::new(self, chunk_size)
    }

    #[track_caller]
    pub fn rchunks_mut(&mut self, chunk_size: usize) -> RChunksMut<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        RChunksMut::new(self, chunk_size)
    }

    #[track_caller]
    pub fn rchunks_exact(&self, chunk_size: usize) -> RChunksExact<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        RChunksExact::new(self, chunk_size)
    }

    #[track_caller]
    pub fn rchunks_exact_mut(&mut self, chunk_size: usize) -> RChunksExactMut<'_, T> {
        assert!(chunk_size != 0, "chunk size must be non-zero");
        RChunksExactMut::new(self, chunk_size)
    }

    #[track_caller]
    pub fn array_windows<const N: usize>(&self) -> ArrayWindows<'_, T, N> {
        assert!(N != 0, "window size must be non-zero");
        ArrayWindows::new(self)
    }

    #[track_caller]
    pub fn split_at(&self, mid: usize) -> (&[T], &[T]) {
        match self.split_at_checked(mid) {
            Some(pair) => pair,
            None => panic!("mid > len"),
        }
    }

    #[track_caller]
    pub fn split_at_mut(&mut self, mid: usize) -> (&mut [T], &mut [T]) {
        match self.split_at_mut_checked(mid) {
            Some(pair) => pair,
            None => panic!("mid > len"),
        }
    }

    pub fn split_at_checked(&self, mid: usize) -> Option<(&[T], &[T])> {
        let n = self.len();
        if mid > n {
            return None;
        }
        let p = self.as_ptr();
        unsafe { Some((from_raw_parts(p, mid), from_raw_parts(p.add(mid), n - mid))) }
    }

    pub fn split_at_mut_checked(&mut self, mid: usize) -> Option<(&mut [T], &mut [T])> {
        let n = self.len();
        if mid > n {
            return None;
        }
        let p = self.as_mut_ptr();
        unsafe { Some((from_raw_parts_mut(p, mid), from_raw_parts_mut(p.add(mid), n - mid))) }
    }

    pub fn contains(&self, x: &T) -> bool
    where
        T: PartialEq,
    {
        self.iter().any(|y| *y == *x)
    }

    pub fn starts_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        let n = needle.len();
        self.len() >= n && self[..n] == *needle
    }

    pub fn ends_with(&self, needle: &[T]) -> bool
    where
        T: PartialEq,
    {
        let (m, n) = (self.len(), needle.len());
        m >= n && self[m - n..] == *needle
    }

    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        for x in self.iter_mut() {
            *x = value.clone();
        }
    }

    pub fn fill_with<F: FnMut() -> T>(&mut self, f: F) {
        let mut f = f;
        for x in self.iter_mut() {
            *x = f();
        }
    }

    #[track_caller]
    pub fn copy_from_slice(&mut self, src: &[T])
    where
        T: Copy,
    {
        if self.len() != src.len() {
            panic!("copy_from_slice: source slice length ({}) does not match destination slice length ({})", src.len(), self.len());
        }
        unsafe { intrinsics::copy_nonoverlapping(src.as_ptr(), self.as_mut_ptr(), src.len()) }
    }

    #[track_caller]
    pub fn clone_from_slice(&mut self, src: &[T])
    where
        T: Clone,
    {
        if self.len() != src.len() {
            panic!("destination and source slices have different lengths");
        }
        for (x, y) in self.iter_mut().zip(src) {
            *x = y.clone();
        }
    }

    #[track_caller]
    pub fn swap_with_slice(&mut self, other: &mut [T]) {
        assert!(self.len() == other.len(), "destination and source slices have different lengths");
        for (x, y) in self.iter_mut().zip(other) {
            crate::mem::swap(x, y);
        }
    }

    pub fn rotate_left(&mut self, mid: usize) {
        self[..mid].reverse();
        self[mid..].reverse();
        self.reverse();
    }

    pub fn rotate_right(&mut self, k: usize) {
        let mid = self.len() - k;
        self.rotate_left(mid);
    }

    pub fn binary_search(&self, x: &T) -> Result<usize, usize>
    where
        T: Ord,
    {
        self.binary_search_by(|probe| probe.cmp(x))
    }

    pub fn binary_search_by<'a, F: FnMut(&'a T) -> Ordering>(&'a self, f: F) -> Result<usize, usize> {
        let mut f = f;
        let mut lo = 0;
        let mut hi = self.len();
        while lo < hi {
            let mid = lo + (hi - lo) / 2;
            match f(&self[mid]) {
                Ordering::Equal => return Ok(mid),
                Ordering::Less => lo = mid + 1,
                Ordering::Greater => hi = mid,
            }
        }
        Err(lo)
    }

    pub fn partition_point<P: FnMut(&T) -> bool>(&self, pred: P) -> usize {
        let mut pred = pred;
        let mut lo = 0;
        let mut hi = self.len();
        while lo < hi {
            let mid = lo + (hi - lo) / 2;
            if pred(&self[mid]) {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        lo
    }

    pub fn is_sorted(&self) -> bool
    where
        T: PartialOrd,
    {
        self.windows(2).all(|w| w[0] <= w[1])
    }

    pub fn is_sorted_by<'a, F: FnMut(&'a T, &'a T) -> bool>(&'a self, compare: F) -> bool {
        let mut compare = compare;
        self.windows(2).all(|w| compare(&w[0], &w[1]))
    }

    pub fn is_sorted_by_key<'a, K: PartialOrd, F: FnMut(&'a T) -> K>(&'a self, f: F) -> bool {
        self.iter().is_sorted_by_key(f)
    }

    pub fn binary_search_by_key<'a, B: Ord, F: FnMut(&'a T) -> B>(&'a self, b: &B, f: F) -> Result<usize, usize> {
        let mut f = f;
        self.binary_search_by(|k| f(k).cmp(b))
    }

    #[track_caller]
    pub fn copy_within<R: RangeBounds<usize>>(&mut self, src: R, dest: usize)
    where
        T: Copy,
    {
        let Range { start, end } = bounds(src, self.len());
        let count = end - start;
        assert!(dest <= self.len() - count, "dest is out of bounds");
        let p = self.as_mut_ptr();
        unsafe { intrinsics::copy(p.add(start) as *const T, p.add(dest), count) }
    }

    pub const fn as_ptr_range(&self) -> Range<*const T> {
        let start = self.as_ptr();
        unsafe { Range { start, end: start.add(self.len()) } }
    }

    pub const fn as_mut_ptr_range(&mut self) -> Range<*mut T> {
        let start = self.as_mut_ptr();
        unsafe { Range { start, end: start.add(self.len()) } }
    }

    /// # Safety
    /// `mid` must not be beyond the end.
    pub unsafe fn split_at_unchecked(&self, mid: usize) -> (&[T], &[T]) {
        let p = self.as_ptr();
        unsafe { (from_raw_parts(p, mid), from_raw_parts(p.add(mid), self.len() - mid)) }
    }

    /// # Safety
    /// `mid` must not be beyond the end.
    pub unsafe fn split_at_mut_unchecked(&mut self, mid: usize) -> (&mut [T], &mut [T]) {
        let n = self.len();
        let p = self.as_mut_ptr();
        unsafe { (from_raw_parts_mut(p, mid), from_raw_parts_mut(p.add(mid), n - mid)) }
    }
}

// A range of any kind as `start..end`, within a length.
#[track_caller]
fn bounds<R: RangeBounds<usize>>(range: R, len: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(i) => *i,
        Bound::Excluded(i) => i.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(i) => i.saturating_add(1),
        Bound::Excluded(i) => *i,
        Bound::Unbounded => len,
    };
    if start > end || end > len {
        index::range_failed(start, end, len);
    }
    start..end
}

impl<T, U> PartialEq<[U]> for [T]
where
    T: PartialEq<U>,
{
    fn eq(&self, other: &[U]) -> bool {
        let n = self.len();
        if n != other.len() {
            return false;
        }
        let mut i = 0;
        while i < n {
            if self[i] != other[i] {
                return false;
            }
            i += 1;
        }
        true
    }
}
impl<T: Eq> Eq for [T] {}
impl<T: PartialOrd> PartialOrd for [T] {
    fn partial_cmp(&self, other: &[T]) -> Option<Ordering> {
        let n = self.len().min(other.len());
        let mut i = 0;
        while i < n {
            match self[i].partial_cmp(&other[i]) {
                Some(Ordering::Equal) => i += 1,
                unequal => return unequal,
            }
        }
        Some(self.len().cmp(&other.len()))
    }
}
impl<T: Ord> Ord for [T] {
    fn cmp(&self, other: &[T]) -> Ordering {
        let n = self.len().min(other.len());
        let mut i = 0;
        while i < n {
            match self[i].cmp(&other[i]) {
                Ordering::Equal => i += 1,
                unequal => return unequal,
            }
        }
        self.len().cmp(&other.len())
    }
}

impl<T, const N: usize> [[T; N]] {
    /// The elements of all rows as one slice.
    pub const fn as_flattened(&self) -> &[T] {
        unsafe { from_raw_parts(self.as_ptr() as *const T, self.len() * N) }
    }
    pub const fn as_flattened_mut(&mut self) -> &mut [T] {
        unsafe { from_raw_parts_mut(self.as_mut_ptr() as *mut T, self.len() * N) }
    }
}
