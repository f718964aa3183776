//! What iterators can be collected into where nothing can grow: nothing at all, and the first failure.

use super::{Extend, FromIterator, IntoIterator, Iterator, Product, Sum};

/// Collects nothing: the iterator is run for what it does.
impl FromIterator<()> for () {
    fn from_iter<I: IntoIterator<Item = ()>>(iter: I) -> () {
        iter.into_iter().for_each(|()| {})
    }
}
impl Extend<()> for () {
    fn extend<I: IntoIterator<Item = ()>>(&mut self, iter: I) {
        iter.into_iter().for_each(|()| {})
    }
}
impl<A, B, X: Extend<A>, Y: Extend<B>> Extend<(A, B)> for (X, Y) {
    fn extend<I: IntoIterator<Item = (A, B)>>(&mut self, iter: I) {
        for (a, b) in iter {
            self.0.extend(Some(a));
            self.1.extend(Some(b));
        }
    }
}

// The values up to the first None.
struct Values<'a, I> {
    iter: I,
    failed: &'a mut bool,
}

impl<'a, T, I: Iterator<Item = Option<T>>> Iterator for Values<'a, I> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self.iter.next()? {
            Some(x) => Some(x),
            None => {
                *self.failed = true;
                None
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

// The values up to the first error.
struct Successes<'a, I, E> {
    iter: I,
    error: &'a mut Option<E>,
}

impl<'a, T, E, I: Iterator<Item = Result<T, E>>> Iterator for Successes<'a, I, E> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self.iter.next()? {
            Ok(x) => Some(x),
            Err(e) => {
                *self.error = Some(e);
                None
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}

fn options<T, C, I: Iterator<Item = Option<T>>, F: FnOnce(Values<'_, I>) -> C>(iter: I, make: F) -> Option<C> {
    let mut failed = false;
    let result = make(Values { iter, failed: &mut failed });
    if failed { None } else { Some(result) }
}

fn results<T, E, C, I, F>(iter: I, make: F) -> Result<C, E>
where
    I: Iterator<Item = Result<T, E>>,
    F: FnOnce(Successes<'_, I, E>) -> C,
{
    let mut error = None;
    let result = make(Successes { iter, error: &mut error });
    match error {
        None => Ok(result),
        Some(e) => Err(e),
    }
}

impl<A, V: FromIterator<A>> FromIterator<Option<A>> for Option<V> {
    fn from_iter<I: IntoIterator<Item = Option<A>>>(iter: I) -> Option<V> {
        options(iter.into_iter(), |values| V::from_iter(values))
    }
}
impl<A, E, V: FromIterator<A>> FromIterator<Result<A, E>> for Result<V, E> {
    fn from_iter<I: IntoIterator<Item = Result<A, E>>>(iter: I) -> Result<V, E> {
        results(iter.into_iter(), |values| V::from_iter(values))
    }
}
impl<T: Sum<U>, U> Sum<Option<U>> for Option<T> {
    fn sum<I: Iterator<Item = Option<U>>>(iter: I) -> Option<T> {
        options(iter, |values| T::sum(values))
    }
}
impl<T: Product<U>, U> Product<Option<U>> for Option<T> {
    fn product<I: Iterator<Item = Option<U>>>(iter: I) -> Option<T> {
        options(iter, |values| T::product(values))
    }
}
impl<T: Sum<U>, U, E> Sum<Result<U, E>> for Result<T, E> {
    fn sum<I: Iterator<Item = Result<U, E>>>(iter: I) -> Result<T, E> {
        results(iter, |values| T::sum(values))
    }
}
impl<T: Product<U>, U, E> Product<Result<U, E>> for Result<T, E> {
    fn product<I: Iterator<Item = Result<U, E>>>(iter: I) -> Result<T, E> {
        results(iter, |values| T::product(values))
    }
}
