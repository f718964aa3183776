//! Indexing, dereferencing, dropping.

use crate::slice::SliceIndex;

/// `container[index]` read.
#[lang = "index"]
pub trait Index<Idx: ?Sized> {
    type Output: ?Sized;

    #[track_caller]
    fn index(&self, index: Idx) -> &Self::Output;
}

/// `container[index]` written or borrowed mutably.
#[lang = "index_mut"]
pub trait IndexMut<Idx: ?Sized>: Index<Idx> {
    #[track_caller]
    fn index_mut(&mut self, index: Idx) -> &mut Self::Output;
}

impl<T, I: SliceIndex<[T]>> Index<I> for [T] {
    type Output = I::Output;

    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self)
    }
}
impl<T, I: SliceIndex<[T]>> IndexMut<I> for [T] {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self)
    }
}
impl<T, I: SliceIndex<[T]>, const N: usize> Index<I> for [T; N] {
    type Output = I::Output;

    #[track_caller]
    fn index(&self, index: I) -> &I::Output {
        index.index(self as &[T])
    }
}
impl<T, I: SliceIndex<[T]>, const N: usize> IndexMut<I> for [T; N] {
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        index.index_mut(self as &mut [T])
    }
}

/// `*value` read.
#[lang = "deref"]
pub trait Deref {
    #[lang = "deref_target"]
    type Target: ?Sized;

    fn deref(&self) -> &Self::Target;
}

/// `*value` written or borrowed mutably.
#[lang = "deref_mut"]
pub trait DerefMut: Deref {
    fn deref_mut(&mut self) -> &mut Self::Target;
}

impl<T: ?Sized> Deref for &T {
    type Target = T;

    fn deref(&self) -> &T {
        *self
    }
}
impl<T: ?Sized> Deref for &mut T {
    type Target = T;

    fn deref(&self) -> &T {
        *self
    }
}
impl<T: ?Sized> DerefMut for &mut T {
    fn deref_mut(&mut self) -> &mut T {
        *self
    }
}

/// Code to run when a value goes out of scope.
#[lang = "drop"]
pub trait Drop {
    fn drop(&mut self);
}
