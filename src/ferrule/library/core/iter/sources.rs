//! Iterators made from values and functions.

use crate::marker::PhantomData;

/// See `empty`.
pub struct Empty<T> {
    marker: PhantomData<T>,
}

/// No elements.
pub const fn empty<T>() -> Empty<T> {
    Empty { marker: PhantomData }
}

impl<T> Iterator for Empty<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(0))
    }
}
impl<T> DoubleEndedIterator for Empty<T> {
    fn next_back(&mut self) -> Option<T> {
        None
    }
}
impl<T> ExactSizeIterator for Empty<T> {}

/// See `once`.
pub struct Once<T> {
    value: Option<T>,
}

/// One element.
pub fn once<T>(value: T) -> Once<T> {
    Once { value: Some(value) }
}

impl<T> Iterator for Once<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.value.take()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.value.is_some() as usize;
        (n, Some(n))
    }
}
impl<T> DoubleEndedIterator for Once<T> {
    fn next_back(&mut self) -> Option<T> {
        self.value.take()
    }
}
impl<T> ExactSizeIterator for Once<T> {}

/// See `once_with`.
pub struct OnceWith<F> {
    make: Option<F>,
}

/// One element, made when it is asked for.
pub fn once_with<A, F: FnOnce() -> A>(make: F) -> OnceWith<F> {
    OnceWith { make: Some(make) }
}

impl<A, F: FnOnce() -> A> Iterator for OnceWith<F> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        let make = self.make.take()?;
        Some(make())
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.make.is_some() as usize;
        (n, Some(n))
    }
}
impl<A, F: FnOnce() -> A> DoubleEndedIterator for OnceWith<F> {
    fn next_back(&mut self) -> Option<A> {
        self.next()
    }
}
impl<A, F: FnOnce() -> A> ExactSizeIterator for OnceWith<F> {}

/// See `repeat_with`.
pub struct RepeatWith<F> {
    repeater: F,
}

/// What calls of `repeater` return, for ever.
pub fn repeat_with<A, F: FnMut() -> A>(repeater: F) -> RepeatWith<F> {
    RepeatWith { repeater }
}

impl<A, F: FnMut() -> A> Iterator for RepeatWith<F> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        Some((self.repeater)())
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}

/// See `repeat`.
pub struct Repeat<T> {
    value: T,
}

/// The same element for ever.
pub fn repeat<T: Clone>(value: T) -> Repeat<T> {
    Repeat { value }
}

impl<T: Clone> Iterator for Repeat<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        Some(self.value.clone())
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::MAX, None)
    }
}
impl<T: Clone> DoubleEndedIterator for Repeat<T> {
    fn next_back(&mut self) -> Option<T> {
        Some(self.value.clone())
    }
}

/// See `repeat_n`.
pub struct RepeatN<T> {
    value: T,
    count: usize,
}

/// The same element `count` times.
pub fn repeat_n<T: Clone>(value: T, count: usize) -> RepeatN<T> {
    RepeatN { value, count }
}

impl<T: Clone> Iterator for RepeatN<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.count == 0 {
            return None;
        }
        self.count -= 1;
        Some(self.value.clone())
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}
impl<T: Clone> DoubleEndedIterator for RepeatN<T> {
    fn next_back(&mut self) -> Option<T> {
        self.next()
    }
}
impl<T: Clone> ExactSizeIterator for RepeatN<T> {}

/// See `from_fn`.
pub struct FromFn<F> {
    f: F,
}

/// The values that calls of `f` return, until None.
pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> FromFn<F> {
    FromFn { f }
}

impl<T, F: FnMut() -> Option<T>> Iterator for FromFn<F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        (self.f)()
    }
}

/// See `successors`.
pub struct Successors<T, F> {
    next: Option<T>,
    successor: F,
}

/// `first`, then what `successor` makes of each element, until None.
pub fn successors<T, F: FnMut(&T) -> Option<T>>(first: Option<T>, successor: F) -> Successors<T, F> {
    Successors { next: first, successor }
}

impl<T, F: FnMut(&T) -> Option<T>> Iterator for Successors<T, F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let item = self.next.take()?;
        self.next = (self.successor)(&item);
        Some(item)
    }
}

impl<T> Clone for Empty<T> {
    fn clone(&self) -> Self {
        empty()
    }
}
impl<T: Clone> Clone for Once<T> {
    fn clone(&self) -> Self {
        Once { value: self.value.clone() }
    }
}
impl<T: Clone> Clone for Repeat<T> {
    fn clone(&self) -> Self {
        Repeat { value: self.value.clone() }
    }
}
impl<T: Clone> Clone for RepeatN<T> {
    fn clone(&self) -> Self {
        RepeatN { value: self.value.clone(), count: self.count }
    }
}
impl<F: Clone> Clone for FromFn<F> {
    fn clone(&self) -> Self {
        FromFn { f: self.f.clone() }
    }
}
impl<T: Clone, F: Clone> Clone for Successors<T, F> {
    fn clone(&self) -> Self {
        Successors { next: self.next.clone(), successor: self.successor.clone() }
    }
}
