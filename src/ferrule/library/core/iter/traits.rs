//! What iterators can do.

use super::adapters::*;
use crate::cmp::Ordering;
use crate::ops::{Add, Mul, Try};

/// A sequence of values, made on demand.
#[lang = "iterator"]
pub trait Iterator {
    type Item;

    #[lang = "next"]
    fn next(&mut self) -> Option<Self::Item>;

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, None)
    }

    // What `step_by` calls: the next element, then `step - 1` skipped.  Ranges do it by one addition.
    #[doc(hidden)]
    fn __next_step(&mut self, step: usize, first: &mut bool) -> Option<Self::Item> {
        if *first {
            *first = false;
            self.next()
        } else {
            self.nth(step - 1)
        }
    }

    fn count(self) -> usize
    where
        Self: Sized,
    {
        self.fold(0, |n, _| n + 1)
    }

    fn last(self) -> Option<Self::Item>
    where
        Self: Sized,
    {
        self.fold(None, |_, x| Some(x))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let mut n = n;
        while n > 0 {
            if self.next().is_none() {
                return None;
            }
            n -= 1;
        }
        self.next()
    }

    #[track_caller]
    fn step_by(self, step: usize) -> StepBy<Self>
    where
        Self: Sized,
    {
        StepBy::new(self, step)
    }

    fn chain<U: IntoIterator<Item = Self::Item>>(self, other: U) -> Chain<Self, U::IntoIter>
    where
        Self: Sized,
    {
        Chain::new(self, other.into_iter())
    }

    fn zip<U: IntoIterator>(self, other: U) -> Zip<Self, U::IntoIter>
    where
        Self: Sized,
    {
        Zip::new(self, other.into_iter())
    }

    fn map<B, F: FnMut(Self::Item) -> B>(self, f: F) -> Map<Self, F>
    where
        Self: Sized,
    {
        Map::new(self, f)
    }

    fn for_each<F: FnMut(Self::Item)>(self, f: F)
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut f = f;
        while let Some(x) = iter.next() {
            f(x);
        }
    }

    fn filter<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> Filter<Self, P>
    where
        Self: Sized,
    {
        Filter::new(self, predicate)
    }

    fn filter_map<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> FilterMap<Self, F>
    where
        Self: Sized,
    {
        FilterMap::new(self, f)
    }

    fn enumerate(self) -> Enumerate<Self>
    where
        Self: Sized,
    {
        Enumerate::new(self)
    }

    fn peekable(self) -> Peekable<Self>
    where
        Self: Sized,
    {
        Peekable::new(self)
    }

    fn skip_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> SkipWhile<Self, P>
    where
        Self: Sized,
    {
        SkipWhile::new(self, predicate)
    }

    fn take_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> TakeWhile<Self, P>
    where
        Self: Sized,
    {
        TakeWhile::new(self, predicate)
    }

    fn map_while<B, P: FnMut(Self::Item) -> Option<B>>(self, predicate: P) -> MapWhile<Self, P>
    where
        Self: Sized,
    {
        MapWhile::new(self, predicate)
    }

    fn skip(self, n: usize) -> Skip<Self>
    where
        Self: Sized,
    {
        Skip::new(self, n)
    }

    fn take(self, n: usize) -> Take<Self>
    where
        Self: Sized,
    {
        Take::new(self, n)
    }

    fn scan<St, B, F: FnMut(&mut St, Self::Item) -> Option<B>>(self, initial_state: St, f: F) -> Scan<Self, St, F>
    where
        Self: Sized,
    {
        Scan::new(self, initial_state, f)
    }

    fn flat_map<U: IntoIterator, F: FnMut(Self::Item) -> U>(self, f: F) -> FlatMap<Self, U, F>
    where
        Self: Sized,
    {
        FlatMap::new(self, f)
    }

    fn flatten(self) -> Flatten<Self, Self::Item>
    where
        Self: Sized,
        Self::Item: IntoIterator,
    {
        Flatten::new(self)
    }

    fn fuse(self) -> Fuse<Self>
    where
        Self: Sized,
    {
        Fuse::new(self)
    }

    fn inspect<F: FnMut(&Self::Item)>(self, f: F) -> Inspect<Self, F>
    where
        Self: Sized,
    {
        Inspect::new(self, f)
    }

    fn by_ref(&mut self) -> &mut Self
    where
        Self: Sized,
    {
        self
    }

    fn try_fold<B, F: FnMut(B, Self::Item) -> R, R: Try<Output = B>>(&mut self, init: B, f: F) -> R
    where
        Self: Sized,
    {
        let mut accum = init;
        let mut f = f;
        while let Some(x) = self.next() {
            accum = f(accum, x)?;
        }
        R::from_output(accum)
    }

    fn try_for_each<F: FnMut(Self::Item) -> R, R: Try<Output = ()>>(&mut self, f: F) -> R
    where
        Self: Sized,
    {
        let mut f = f;
        while let Some(x) = self.next() {
            f(x)?;
        }
        R::from_output(())
    }

    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut f = f;
        let mut accum = init;
        while let Some(x) = iter.next() {
            accum = f(accum, x);
        }
        accum
    }

    fn reduce<F: FnMut(Self::Item, Self::Item) -> Self::Item>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut iter = self;
        match iter.next() {
            Some(first) => Some(iter.fold(first, f)),
            None => None,
        }
    }

    fn all<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool
    where
        Self: Sized,
    {
        let mut f = f;
        while let Some(x) = self.next() {
            if !f(x) {
                return false;
            }
        }
        true
    }

    fn any<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool
    where
        Self: Sized,
    {
        let mut f = f;
        while let Some(x) = self.next() {
            if f(x) {
                return true;
            }
        }
        false
    }

    fn find<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut predicate = predicate;
        while let Some(x) = self.next() {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }

    fn find_map<B, F: FnMut(Self::Item) -> Option<B>>(&mut self, f: F) -> Option<B>
    where
        Self: Sized,
    {
        let mut f = f;
        while let Some(x) = self.next() {
            if let Some(y) = f(x) {
                return Some(y);
            }
        }
        None
    }

    fn position<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> Option<usize>
    where
        Self: Sized,
    {
        let mut predicate = predicate;
        let mut i = 0;
        while let Some(x) = self.next() {
            if predicate(x) {
                return Some(i);
            }
            i += 1;
        }
        None
    }

    fn rposition<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> Option<usize>
    where
        Self: Sized + ExactSizeIterator + DoubleEndedIterator,
    {
        let mut predicate = predicate;
        let mut i = self.len();
        while let Some(x) = self.next_back() {
            i -= 1;
            if predicate(x) {
                return Some(i);
            }
        }
        None
    }

    fn max(self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        self.reduce(|a, b| if b < a { a } else { b })
    }

    fn min(self) -> Option<Self::Item>
    where
        Self: Sized,
        Self::Item: Ord,
    {
        self.reduce(|a, b| if b < a { b } else { a })
    }

    fn max_by_key<B: Ord, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut f = f;
        self.reduce(|a, b| if f(&b) < f(&a) { a } else { b })
    }

    fn max_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(self, compare: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut compare = compare;
        self.reduce(|a, b| if compare(&a, &b).is_gt() { a } else { b })
    }

    fn min_by_key<B: Ord, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut f = f;
        self.reduce(|a, b| if f(&b) < f(&a) { b } else { a })
    }

    fn min_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(self, compare: F) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut compare = compare;
        self.reduce(|a, b| if compare(&a, &b).is_gt() { b } else { a })
    }

    fn rev(self) -> Rev<Self>
    where
        Self: Sized + DoubleEndedIterator,
    {
        Rev::new(self)
    }

    fn copied<'a, T: Copy + 'a>(self) -> Copied<Self>
    where
        Self: Sized + Iterator<Item = &'a T>,
    {
        Copied::new(self)
    }

    fn cloned<'a, T: Clone + 'a>(self) -> Cloned<Self>
    where
        Self: Sized + Iterator<Item = &'a T>,
    {
        Cloned::new(self)
    }

    fn sum<S: Sum<Self::Item>>(self) -> S
    where
        Self: Sized,
    {
        S::sum(self)
    }

    fn product<P: Product<Self::Item>>(self) -> P
    where
        Self: Sized,
    {
        P::product(self)
    }

    fn cycle(self) -> Cycle<Self>
    where
        Self: Sized + Clone,
    {
        Cycle::new(self)
    }

    fn collect<B: FromIterator<Self::Item>>(self) -> B
    where
        Self: Sized,
    {
        B::from_iter(self)
    }

    fn partition<B: Default + Extend<Self::Item>, F: FnMut(&Self::Item) -> bool>(self, f: F) -> (B, B)
    where
        Self: Sized,
    {
        let mut f = f;
        let (mut left, mut right) = (B::default(), B::default());
        self.for_each(|x| if f(&x) { left.extend(Some(x)) } else { right.extend(Some(x)) });
        (left, right)
    }

    fn unzip<A, B, FromA: Default + Extend<A>, FromB: Default + Extend<B>>(self) -> (FromA, FromB)
    where
        Self: Sized + Iterator<Item = (A, B)>,
    {
        let (mut left, mut right) = (FromA::default(), FromB::default());
        self.for_each(|(a, b)| {
            left.extend(Some(a));
            right.extend(Some(b));
        });
        (left, right)
    }

    fn eq<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialEq<I::Item>,
    {
        let mut a = self;
        let mut b = other.into_iter();
        loop {
            match (a.next(), b.next()) {
                (Some(x), Some(y)) => {
                    if !(x == y) {
                        return false;
                    }
                }
                (None, None) => return true,
                _ => return false,
            }
        }
    }

    fn ne<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialEq<I::Item>,
    {
        !self.eq(other)
    }

    fn cmp<I: IntoIterator<Item = Self::Item>>(self, other: I) -> Ordering
    where
        Self: Sized,
        Self::Item: Ord,
    {
        let mut a = self;
        let mut b = other.into_iter();
        loop {
            match (a.next(), b.next()) {
                (Some(x), Some(y)) => match x.cmp(&y) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                },
                (x, y) => return x.is_some().cmp(&y.is_some()),
            }
        }
    }

    fn partial_cmp<I: IntoIterator>(self, other: I) -> Option<Ordering>
    where
        Self: Sized,
        Self::Item: PartialOrd<I::Item>,
    {
        let mut a = self;
        let mut b = other.into_iter();
        loop {
            match (a.next(), b.next()) {
                (Some(x), Some(y)) => match x.partial_cmp(&y) {
                    Some(Ordering::Equal) => {}
                    unequal => return unequal,
                },
                (x, y) => return Some(x.is_some().cmp(&y.is_some())),
            }
        }
    }

    fn lt<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd<I::Item>,
    {
        matches!(self.partial_cmp(other), Some(Ordering::Less))
    }

    fn le<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd<I::Item>,
    {
        matches!(self.partial_cmp(other), Some(Ordering::Less | Ordering::Equal))
    }

    fn gt<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd<I::Item>,
    {
        matches!(self.partial_cmp(other), Some(Ordering::Greater))
    }

    fn ge<I: IntoIterator>(self, other: I) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd<I::Item>,
    {
        matches!(self.partial_cmp(other), Some(Ordering::Greater | Ordering::Equal))
    }

    fn is_sorted(self) -> bool
    where
        Self: Sized,
        Self::Item: PartialOrd,
    {
        self.is_sorted_by(|a, b| *a <= *b)
    }

    fn is_sorted_by<F: FnMut(&Self::Item, &Self::Item) -> bool>(self, compare: F) -> bool
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut compare = compare;
        let mut last = match iter.next() {
            Some(x) => x,
            None => return true,
        };
        while let Some(x) = iter.next() {
            if !compare(&last, &x) {
                return false;
            }
            last = x;
        }
        true
    }

    fn is_sorted_by_key<F: FnMut(Self::Item) -> K, K: PartialOrd>(self, f: F) -> bool
    where
        Self: Sized,
    {
        self.map(f).is_sorted()
    }
}

/// An iterator that can also be consumed from the back.
pub trait DoubleEndedIterator: Iterator {
    fn next_back(&mut self) -> Option<Self::Item>;

    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let mut n = n;
        while n > 0 {
            if self.next_back().is_none() {
                return None;
            }
            n -= 1;
        }
        self.next_back()
    }

    fn try_rfold<B, F: FnMut(B, Self::Item) -> R, R: Try<Output = B>>(&mut self, init: B, f: F) -> R
    where
        Self: Sized,
    {
        let mut accum = init;
        let mut f = f;
        while let Some(x) = self.next_back() {
            accum = f(accum, x)?;
        }
        R::from_output(accum)
    }

    fn rfold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B
    where
        Self: Sized,
    {
        let mut iter = self;
        let mut f = f;
        let mut accum = init;
        while let Some(x) = iter.next_back() {
            accum = f(accum, x);
        }
        accum
    }

    fn rfind<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item>
    where
        Self: Sized,
    {
        let mut predicate = predicate;
        while let Some(x) = self.next_back() {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }
}

/// An iterator that knows how many elements are left.
pub trait ExactSizeIterator: Iterator {
    fn len(&self) -> usize {
        self.size_hint().0
    }
}

/// An iterator that goes on returning None after the end.
pub trait FusedIterator: Iterator {}

/// Something that `for` can run over.
pub trait IntoIterator {
    type Item;
    type IntoIter: Iterator<Item = Self::Item>;

    #[lang = "into_iter"]
    fn into_iter(self) -> Self::IntoIter;
}

impl<I: Iterator> IntoIterator for I {
    type Item = I::Item;
    type IntoIter = I;

    fn into_iter(self) -> I {
        self
    }
}

impl<I: Iterator> Iterator for &mut I {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        (**self).next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (**self).size_hint()
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for &mut I {
    fn next_back(&mut self) -> Option<I::Item> {
        (**self).next_back()
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for &mut I {}

/// A collection made from an iterator.  On a device nothing can grow: `()`, and Option and Result of it, are all there is.
pub trait FromIterator<A>: Sized {
    fn from_iter<T: IntoIterator<Item = A>>(iter: T) -> Self;
}

/// A collection that an iterator can be appended to.
pub trait Extend<A> {
    fn extend<T: IntoIterator<Item = A>>(&mut self, iter: T);
}

/// The result type of `Iterator::sum`.
pub trait Sum<A = Self>: Sized {
    fn sum<I: Iterator<Item = A>>(iter: I) -> Self;
}

/// The result type of `Iterator::product`.
pub trait Product<A = Self>: Sized {
    fn product<I: Iterator<Item = A>>(iter: I) -> Self;
}

macro_rules! sum_product {
    ($zero:expr, $one:expr, $($t:ty)*) => {$(
        impl Sum for $t {
            fn sum<I: Iterator<Item = $t>>(iter: I) -> $t { iter.fold($zero, |a, b| a + b) }
        }
        impl<'a> Sum<&'a $t> for $t {
            fn sum<I: Iterator<Item = &'a $t>>(iter: I) -> $t { iter.fold($zero, |a, b| a + *b) }
        }
        impl Product for $t {
            fn product<I: Iterator<Item = $t>>(iter: I) -> $t { iter.fold($one, |a, b| a * b) }
        }
        impl<'a> Product<&'a $t> for $t {
            fn product<I: Iterator<Item = &'a $t>>(iter: I) -> $t { iter.fold($one, |a, b| a * *b) }
        }
    )*};
}
sum_product! { 0, 1, u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
sum_product! { -0.0, 1.0, f16 f32 f64 }
