//! Parts of slices: arrays at an end, prefixes, elements apart from each other.

use super::{SliceIndex, from_raw_parts, from_raw_parts_mut};
use crate::ops::{Bound, Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

impl<T> [T] {
    pub fn first_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        Some(self.split_first_chunk::<N>()?.0)
    }
    pub fn first_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        Some(self.split_first_chunk_mut::<N>()?.0)
    }
    pub fn last_chunk<const N: usize>(&self) -> Option<&[T; N]> {
        Some(self.split_last_chunk::<N>()?.1)
    }
    pub fn last_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        Some(self.split_last_chunk_mut::<N>()?.1)
    }
    pub fn split_first_chunk<const N: usize>(&self) -> Option<(&[T; N], &[T])> {
        let (a, b) = self.split_at_checked(N)?;
        unsafe { Some((&*(a.as_ptr() as *const [T; N]), b)) }
    }
    pub fn split_first_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T; N], &mut [T])> {
        let (a, b) = self.split_at_mut_checked(N)?;
        unsafe { Some((&mut *(a.as_mut_ptr() as *mut [T; N]), b)) }
    }
    pub fn split_last_chunk<const N: usize>(&self) -> Option<(&[T], &[T; N])> {
        let (a, b) = self.split_at_checked(self.len().checked_sub(N)?)?;
        unsafe { Some((a, &*(b.as_ptr() as *const [T; N]))) }
    }
    pub fn split_last_chunk_mut<const N: usize>(&mut self) -> Option<(&mut [T], &mut [T; N])> {
        let (a, b) = self.split_at_mut_checked(self.len().checked_sub(N)?)?;
        unsafe { Some((a, &mut *(b.as_mut_ptr() as *mut [T; N]))) }
    }

    pub const fn as_array<const N: usize>(&self) -> Option<&[T; N]> {
        if self.len() == N { unsafe { Some(&*(self.as_ptr() as *const [T; N])) } } else { None }
    }
    pub const fn as_mut_array<const N: usize>(&mut self) -> Option<&mut [T; N]> {
        if self.len() == N { unsafe { Some(&mut *(self.as_mut_ptr() as *mut [T; N])) } } else { None }
    }

    /// The slice as arrays of N elements, and the rest.
    #[track_caller]
    pub fn as_chunks<const N: usize>(&self) -> (&[[T; N]], &[T]) {
        assert!(N != 0, "chunk size must be non-zero");
        let (front, rest) = self.split_at(self.len() / N * N);
        (unsafe { front.as_chunks_unchecked() }, rest)
    }
    #[track_caller]
    pub fn as_chunks_mut<const N: usize>(&mut self) -> (&mut [[T; N]], &mut [T]) {
        assert!(N != 0, "chunk size must be non-zero");
        let (front, rest) = self.split_at_mut(self.len() / N * N);
        (unsafe { front.as_chunks_unchecked_mut() }, rest)
    }
    /// The rest, and the slice as arrays of N elements up to its end.
    #[track_caller]
    pub fn as_rchunks<const N: usize>(&self) -> (&[T], &[[T; N]]) {
        assert!(N != 0, "chunk size must be non-zero");
        let (rest, back) = self.split_at(self.len() % N);
        (rest, unsafe { back.as_chunks_unchecked() })
    }
    #[track_caller]
    pub fn as_rchunks_mut<const N: usize>(&mut self) -> (&mut [T], &mut [[T; N]]) {
        assert!(N != 0, "chunk size must be non-zero");
        let (rest, back) = self.split_at_mut(self.len() % N);
        (rest, unsafe { back.as_chunks_unchecked_mut() })
    }
    /// # Safety
    /// N must not be 0 and divide the length.
    pub unsafe fn as_chunks_unchecked<const N: usize>(&self) -> &[[T; N]] {
        unsafe { from_raw_parts(self.as_ptr() as *const [T; N], self.len() / N) }
    }
    /// # Safety
    /// N must not be 0 and divide the length.
    pub unsafe fn as_chunks_unchecked_mut<const N: usize>(&mut self) -> &mut [[T; N]] {
        unsafe { from_raw_parts_mut(self.as_mut_ptr() as *mut [T; N], self.len() / N) }
    }

    pub fn split_first(&self) -> Option<(&T, &[T])> {
        if let [first, rest @ ..] = self { Some((first, rest)) } else { None }
    }
    pub fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        if let [first, rest @ ..] = self { Some((first, rest)) } else { None }
    }
    pub fn split_last(&self) -> Option<(&T, &[T])> {
        if let [rest @ .., last] = self { Some((last, rest)) } else { None }
    }
    pub fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])> {
        if let [rest @ .., last] = self { Some((last, rest)) } else { None }
    }

    pub fn strip_prefix<P: SlicePattern<Item = T> + ?Sized>(&self, prefix: &P) -> Option<&[T]>
    where
        T: PartialEq,
    {
        let prefix = prefix.as_slice();
        if self.starts_with(prefix) { Some(&self[prefix.len()..]) } else { None }
    }
    pub fn strip_suffix<P: SlicePattern<Item = T> + ?Sized>(&self, suffix: &P) -> Option<&[T]>
    where
        T: PartialEq,
    {
        let suffix = suffix.as_slice();
        if self.ends_with(suffix) { Some(&self[..self.len() - suffix.len()]) } else { None }
    }

    /// The slice in the middle as elements of another type, as far as alignment allows.
    ///
    /// # Safety
    /// The bytes must be valid as a `U`.
    pub unsafe fn align_to<U>(&self) -> (&[T], &[U], &[T]) {
        let (before, count) = aligned::<T, U>(self.as_ptr(), self.len());
        let (a, rest) = self.split_at(before);
        let (b, c) = rest.split_at(count * size_of::<U>() / size_of::<T>().max(1));
        unsafe { (a, from_raw_parts(b.as_ptr() as *const U, count), c) }
    }
    /// # Safety
    /// The bytes must be valid as a `U`, and what is written as a `T`.
    pub unsafe fn align_to_mut<U>(&mut self) -> (&mut [T], &mut [U], &mut [T]) {
        let (before, count) = aligned::<T, U>(self.as_ptr(), self.len());
        let (a, rest) = self.split_at_mut(before);
        let (b, c) = rest.split_at_mut(count * size_of::<U>() / size_of::<T>().max(1));
        unsafe { (a, from_raw_parts_mut(b.as_mut_ptr() as *mut U, count), c) }
    }

    /// The index of an element that a reference points to.
    #[track_caller]
    pub fn element_offset(&self, element: &T) -> Option<usize> {
        assert!(size_of::<T>() != 0, "elements are zero-sized");
        let bytes = (element as *const T).addr().wrapping_sub(self.as_ptr().addr());
        let i = bytes / size_of::<T>();
        if bytes % size_of::<T>() == 0 && i < self.len() { Some(i) } else { None }
    }

    pub fn get_disjoint_mut<I, const N: usize>(
        &mut self,
        indices: [I; N],
    ) -> Result<[&mut I::Output; N], GetDisjointMutError>
    where
        I: GetDisjointMutIndex + SliceIndex<[T]>,
    {
        let mut i = 0;
        while i < N {
            if !indices[i].is_in_bounds(self.len()) {
                return Err(GetDisjointMutError::IndexOutOfBounds);
            }
            let mut k = 0;
            while k < i {
                if indices[i].is_overlapping(&indices[k]) {
                    return Err(GetDisjointMutError::OverlappingIndices);
                }
                k += 1;
            }
            i += 1;
        }
        unsafe { Ok(self.get_disjoint_unchecked_mut(indices)) }
    }
    /// # Safety
    /// The indices must be within bounds and not overlap.
    pub unsafe fn get_disjoint_unchecked_mut<I, const N: usize>(&mut self, indices: [I; N]) -> [&mut I::Output; N]
    where
        I: GetDisjointMutIndex + SliceIndex<[T]>,
    {
        let slice: *mut [T] = self;
        indices.map(|i| unsafe { &mut *i.get_unchecked_mut(slice) })
    }

    pub fn split_off<'a, R: OneSidedRange<usize>>(self: &mut &'a Self, range: R) -> Option<&'a Self> {
        let (from_end, at) = cut(range)?;
        let (a, b) = self.split_at_checked(at)?;
        let (part, rest) = if from_end { (b, a) } else { (a, b) };
        *self = rest;
        Some(part)
    }
    pub fn split_off_mut<'a, R: OneSidedRange<usize>>(self: &mut &'a mut Self, range: R) -> Option<&'a mut Self> {
        let (from_end, at) = cut(range)?;
        if at > self.len() {
            return None;
        }
        let (a, b) = crate::mem::replace(self, &mut []).split_at_mut(at);
        let (part, rest) = if from_end { (b, a) } else { (a, b) };
        *self = rest;
        Some(part)
    }
    pub fn split_off_first<'a>(self: &mut &'a Self) -> Option<&'a T> {
        let (first, rest) = self.split_first()?;
        *self = rest;
        Some(first)
    }
    pub fn split_off_first_mut<'a>(self: &mut &'a mut Self) -> Option<&'a mut T> {
        let (first, rest) = crate::mem::replace(self, &mut []).split_first_mut()?;
        *self = rest;
        Some(first)
    }
    pub fn split_off_last<'a>(self: &mut &'a Self) -> Option<&'a T> {
        let (last, rest) = self.split_last()?;
        *self = rest;
        Some(last)
    }
    pub fn split_off_last_mut<'a>(self: &mut &'a mut Self) -> Option<&'a mut T> {
        let (last, rest) = crate::mem::replace(self, &mut []).split_last_mut()?;
        *self = rest;
        Some(last)
    }
}

// How many elements lie before the first that is aligned for a U, and how many U fit after them.
fn aligned<T, U>(p: *const T, len: usize) -> (usize, usize) {
    let before = p.align_offset(align_of::<U>());
    if size_of::<T>() == 0 || size_of::<U>() == 0 || before > len {
        return (len, 0);
    }
    // Whole elements must be left behind the last U, so its count is a multiple that both sizes divide.
    let bytes = (len - before) * size_of::<T>();
    let mut count = bytes / size_of::<U>();
    while count * size_of::<U>() % size_of::<T>() != 0 {
        count -= 1;
    }
    (before, count)
}

// Whether a range begins in the middle, and where it is cut.
fn cut<R: OneSidedRange<usize>>(range: R) -> Option<(bool, usize)> {
    match (range.start_bound(), range.end_bound()) {
        (Bound::Included(i), _) => Some((true, *i)),
        (_, Bound::Excluded(i)) => Some((false, *i)),
        (_, Bound::Included(i)) => Some((false, i.checked_add(1)?)),
        _ => None,
    }
}

/// A range with one end.
pub trait OneSidedRange<T: ?Sized>: RangeBounds<T> {}
impl<T> OneSidedRange<T> for RangeTo<T> {}
impl<T> OneSidedRange<T> for RangeFrom<T> {}
impl<T> OneSidedRange<T> for RangeToInclusive<T> {}

/// Slices and arrays, for `strip_prefix`.
pub trait SlicePattern {
    type Item;
    fn as_slice(&self) -> &[Self::Item];
}
impl<T> SlicePattern for [T] {
    type Item = T;
    fn as_slice(&self) -> &[T] {
        self
    }
}
impl<T, const N: usize> SlicePattern for [T; N] {
    type Item = T;
    fn as_slice(&self) -> &[T] {
        self
    }
}

/// Why elements cannot be borrowed together.
pub enum GetDisjointMutError {
    IndexOutOfBounds,
    OverlappingIndices,
}

impl Clone for GetDisjointMutError {
    fn clone(&self) -> Self {
        match self {
            GetDisjointMutError::IndexOutOfBounds => GetDisjointMutError::IndexOutOfBounds,
            GetDisjointMutError::OverlappingIndices => GetDisjointMutError::OverlappingIndices,
        }
    }
}
impl PartialEq for GetDisjointMutError {
    fn eq(&self, other: &Self) -> bool {
        matches!(self, GetDisjointMutError::IndexOutOfBounds) == matches!(other, GetDisjointMutError::IndexOutOfBounds)
    }
}
impl Eq for GetDisjointMutError {}
impl crate::fmt::Debug for GetDisjointMutError {}
impl crate::fmt::Display for GetDisjointMutError {}

/// Indices that `get_disjoint_mut` takes.
///
/// # Safety
/// Where both methods say so, the elements must be within bounds and apart.
pub unsafe trait GetDisjointMutIndex: Clone {
    fn is_in_bounds(&self, len: usize) -> bool;
    fn is_overlapping(&self, other: &Self) -> bool;
}
unsafe impl GetDisjointMutIndex for usize {
    fn is_in_bounds(&self, len: usize) -> bool {
        *self < len
    }
    fn is_overlapping(&self, other: &usize) -> bool {
        *self == *other
    }
}
unsafe impl GetDisjointMutIndex for Range<usize> {
    fn is_in_bounds(&self, len: usize) -> bool {
        self.start <= self.end && self.end <= len
    }
    fn is_overlapping(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}
unsafe impl GetDisjointMutIndex for RangeInclusive<usize> {
    fn is_in_bounds(&self, len: usize) -> bool {
        self.start <= self.end && self.end < len
    }
    fn is_overlapping(&self, other: &Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}
