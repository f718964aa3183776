//! Arrays.

use crate::cmp::Ordering;
use crate::mem::MaybeUninit;
use crate::slice;

/// Makes an array from the values of `f(0), f(1), ...`.
pub fn from_fn<T, const N: usize, F: FnMut(usize) -> T>(f: F) -> [T; N] {
    let mut f = f;
    let mut array = MaybeUninit::<[T; N]>::uninit();
    let p = array.as_mut_ptr() as *mut T;
    let mut i = 0;
    while i < N {
        unsafe { p.add(i).write(f(i)) }
        i += 1;
    }
    unsafe { array.assume_init() }
}

/// An array of one element.
pub const fn from_ref<T>(s: &T) -> &[T; 1] {
    unsafe { &*(s as *const T as *const [T; 1]) }
}

pub const fn from_mut<T>(s: &mut T) -> &mut [T; 1] {
    unsafe { &mut *(s as *mut T as *mut [T; 1]) }
}

/// A slice had not as many elements as the array.
pub struct TryFromSliceError(());

impl Clone for TryFromSliceError {
    fn clone(&self) -> Self {
        *self
    }
}
impl Copy for TryFromSliceError {}
impl crate::fmt::Debug for TryFromSliceError {}

impl<T, const N: usize> [T; N] {
    pub fn map<U, F: FnMut(T) -> U>(self, f: F) -> [U; N] {
        let mut f = f;
        let source = MaybeUninit::new(self);
        let p = source.as_ptr() as *const T;
        from_fn(|i| f(unsafe { p.add(i).read() }))
    }

    pub const fn as_slice(&self) -> &[T] {
        self
    }

    pub const fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }

    pub fn each_ref(&self) -> [&T; N] {
        from_fn(|i| &self[i])
    }

    pub fn each_mut(&mut self) -> [&mut T; N] {
        let p = self.as_mut_ptr();
        from_fn(|i| unsafe { &mut *p.add(i) })
    }
}

/// The iterator over an array by value.
pub struct IntoIter<T, const N: usize> {
    data: MaybeUninit<[T; N]>,
    start: usize,
    end: usize,
}

impl<T, const N: usize> IntoIterator for [T; N] {
    type Item = T;
    type IntoIter = IntoIter<T, N>;

    fn into_iter(self) -> IntoIter<T, N> {
        IntoIter { data: MaybeUninit::new(self), start: 0, end: N }
    }
}

impl<T, const N: usize> Iterator for IntoIter<T, N> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.start == self.end {
            return None;
        }
        let i = self.start;
        self.start = i + 1;
        unsafe { Some((self.data.as_ptr() as *const T).add(i).read()) }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.start, Some(self.end - self.start))
    }
}
impl<T, const N: usize> DoubleEndedIterator for IntoIter<T, N> {
    fn next_back(&mut self) -> Option<T> {
        if self.start == self.end {
            return None;
        }
        self.end -= 1;
        unsafe { Some((self.data.as_ptr() as *const T).add(self.end).read()) }
    }
}
impl<T, const N: usize> ExactSizeIterator for IntoIter<T, N> {}
impl<T, const N: usize> crate::iter::FusedIterator for IntoIter<T, N> {}

impl<T, const N: usize> IntoIter<T, N> {
    pub fn as_slice(&self) -> &[T] {
        unsafe { slice::from_raw_parts((self.data.as_ptr() as *const T).add(self.start), self.end - self.start) }
    }

    pub fn as_mut_slice(&mut self) -> &mut [T] {
        unsafe { slice::from_raw_parts_mut((self.data.as_mut_ptr() as *mut T).add(self.start), self.end - self.start) }
    }
}

// The elements that were not taken.
impl<T, const N: usize> Drop for IntoIter<T, N> {
    fn drop(&mut self) {
        if crate::mem::needs_drop::<T>() {
            unsafe { crate::ptr::drop_in_place(self.as_mut_slice()) }
        }
    }
}
impl<T: Clone, const N: usize> Clone for IntoIter<T, N> {
    fn clone(&self) -> Self {
        let mut data = MaybeUninit::<[T; N]>::uninit();
        let p = data.as_mut_ptr() as *mut T;
        for (i, x) in self.as_slice().iter().enumerate() {
            unsafe { p.add(self.start + i).write(x.clone()) }
        }
        IntoIter { data, start: self.start, end: self.end }
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a [T; N] {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> slice::Iter<'a, T> {
        self.iter()
    }
}
impl<'a, T, const N: usize> IntoIterator for &'a mut [T; N] {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;

    fn into_iter(self) -> slice::IterMut<'a, T> {
        self.iter_mut()
    }
}

impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T; N] {
    fn eq(&self, other: &[U; N]) -> bool {
        self.as_slice() == other.as_slice()
    }
}
impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U]> for [T; N] {
    fn eq(&self, other: &[U]) -> bool {
        self.as_slice() == other
    }
}
impl<T: PartialEq<U>, U, const N: usize> PartialEq<[U; N]> for [T] {
    fn eq(&self, other: &[U; N]) -> bool {
        self == other.as_slice()
    }
}
impl<T: Eq, const N: usize> Eq for [T; N] {}
impl<T: PartialOrd, const N: usize> PartialOrd for [T; N] {
    fn partial_cmp(&self, other: &[T; N]) -> Option<Ordering> {
        self.as_slice().partial_cmp(other.as_slice())
    }
}
impl<T: Ord, const N: usize> Ord for [T; N] {
    fn cmp(&self, other: &[T; N]) -> Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}

// As in Rust, only these lengths: an array of length 0 needs no `T: Default`, so there is no one rule for all.
macro_rules! default {
    ($($n:literal)*) => {$(
        impl<T: Default> Default for [T; $n] {
            fn default() -> [T; $n] { from_fn(|_| T::default()) }
        }
    )*};
}
default! { 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 }
impl<T> Default for [T; 0] {
    fn default() -> [T; 0] {
        []
    }
}

impl<'a, T: Copy, const N: usize> TryFrom<&'a [T]> for [T; N] {
    type Error = TryFromSliceError;

    fn try_from(slice: &'a [T]) -> Result<[T; N], TryFromSliceError> {
        if slice.len() == N { unsafe { Ok((slice.as_ptr() as *const [T; N]).read()) } } else { Err(TryFromSliceError(())) }
    }
}
impl<'a, T, const N: usize> TryFrom<&'a [T]> for &'a [T; N] {
    type Error = TryFromSliceError;

    fn try_from(slice: &'a [T]) -> Result<&'a [T; N], TryFromSliceError> {
        if slice.len() == N { unsafe { Ok(&*(slice.as_ptr() as *const [T; N])) } } else { Err(TryFromSliceError(())) }
    }
}
impl<'a, T, const N: usize> TryFrom<&'a mut [T]> for &'a mut [T; N] {
    type Error = TryFromSliceError;

    fn try_from(slice: &'a mut [T]) -> Result<&'a mut [T; N], TryFromSliceError> {
        if slice.len() == N { unsafe { Ok(&mut *(slice.as_mut_ptr() as *mut [T; N])) } } else { Err(TryFromSliceError(())) }
    }
}
