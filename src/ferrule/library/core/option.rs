//! A value or nothing.

use crate::cmp::Ordering;
use crate::convert::Infallible;
use crate::ops::{ControlFlow, Deref, DerefMut, FromResidual, Try};

/// A value or nothing.
#[lang = "Option"]
pub enum Option<T> {
    #[lang = "None"]
    None,
    #[lang = "Some"]
    Some(T),
}

#[track_caller]
#[cold]
const fn unwrap_failed() -> ! {
    panic!("called `Option::unwrap()` on a `None` value")
}

#[track_caller]
#[cold]
const fn expect_failed(msg: &str) -> ! {
    panic!("{}", msg)
}

impl<T> Option<T> {
    pub const fn is_some(&self) -> bool {
        matches!(*self, Some(_))
    }

    pub const fn is_none(&self) -> bool {
        !self.is_some()
    }

    pub fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            Some(x) => f(x),
            None => false,
        }
    }

    pub fn is_none_or<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            Some(x) => f(x),
            None => true,
        }
    }

    pub const fn as_ref(&self) -> Option<&T> {
        match self {
            Some(x) => Some(x),
            None => None,
        }
    }

    pub const fn as_mut(&mut self) -> Option<&mut T> {
        match self {
            Some(x) => Some(x),
            None => None,
        }
    }

    #[track_caller]
    pub const fn expect(self, msg: &str) -> T {
        match self {
            Some(x) => x,
            None => expect_failed(msg),
        }
    }

    #[track_caller]
    pub const fn unwrap(self) -> T {
        match self {
            Some(x) => x,
            None => unwrap_failed(),
        }
    }

    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Some(x) => x,
            None => default,
        }
    }

    pub fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T {
        match self {
            Some(x) => x,
            None => f(),
        }
    }

    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Some(x) => x,
            None => T::default(),
        }
    }

    /// # Safety
    /// `self` must be `Some`.
    pub const unsafe fn unwrap_unchecked(self) -> T {
        match self {
            Some(x) => x,
            None => unsafe { crate::intrinsics::unreachable() },
        }
    }

    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U> {
        match self {
            Some(x) => Some(f(x)),
            None => None,
        }
    }

    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Option<T> {
        if let Some(x) = &self {
            f(x);
        }
        self
    }

    pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
        match self {
            Some(x) => f(x),
            None => default,
        }
    }

    pub fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
        match self {
            Some(x) => f(x),
            None => default(),
        }
    }

    pub fn ok_or<E>(self, err: E) -> Result<T, E> {
        match self {
            Some(x) => Ok(x),
            None => Err(err),
        }
    }

    pub fn ok_or_else<E, F: FnOnce() -> E>(self, err: F) -> Result<T, E> {
        match self {
            Some(x) => Ok(x),
            None => Err(err()),
        }
    }

    pub fn as_deref(&self) -> Option<&T::Target>
    where
        T: Deref,
    {
        match self {
            Some(x) => Some(x.deref()),
            None => None,
        }
    }

    pub fn as_deref_mut(&mut self) -> Option<&mut T::Target>
    where
        T: DerefMut,
    {
        match self {
            Some(x) => Some(x.deref_mut()),
            None => None,
        }
    }

    pub fn iter(&self) -> Iter<'_, T> {
        Iter { inner: self.as_ref() }
    }

    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut { inner: self.as_mut() }
    }

    /// The value as a slice of at most one element.
    pub fn as_slice(&self) -> &[T] {
        match self {
            Some(x) => crate::slice::from_ref(x),
            None => &[],
        }
    }

    pub fn as_mut_slice(&mut self) -> &mut [T] {
        match self {
            Some(x) => crate::slice::from_mut(x),
            None => &mut [],
        }
    }

    pub fn and<U>(self, other: Option<U>) -> Option<U> {
        match self {
            Some(_) => other,
            None => None,
        }
    }

    pub fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U> {
        match self {
            Some(x) => f(x),
            None => None,
        }
    }

    pub fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Option<T> {
        if let Some(x) = self {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }

    pub fn or(self, other: Option<T>) -> Option<T> {
        match self {
            Some(x) => Some(x),
            None => other,
        }
    }

    pub fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T> {
        match self {
            Some(x) => Some(x),
            None => f(),
        }
    }

    pub fn xor(self, other: Option<T>) -> Option<T> {
        match (self, other) {
            (Some(x), None) => Some(x),
            (None, Some(y)) => Some(y),
            _ => None,
        }
    }

    pub fn insert(&mut self, value: T) -> &mut T {
        *self = Some(value);
        match self {
            Some(x) => x,
            None => unsafe { crate::intrinsics::unreachable() },
        }
    }

    pub fn get_or_insert(&mut self, value: T) -> &mut T {
        self.get_or_insert_with(|| value)
    }

    pub fn get_or_insert_default(&mut self) -> &mut T
    where
        T: Default,
    {
        self.get_or_insert_with(T::default)
    }

    pub fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T {
        if self.is_none() {
            *self = Some(f());
        }
        match self {
            Some(x) => x,
            None => unsafe { crate::intrinsics::unreachable() },
        }
    }

    pub const fn take(&mut self) -> Option<T> {
        crate::mem::replace(self, None)
    }

    pub fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T> {
        let wanted = match self {
            Some(x) => predicate(x),
            None => false,
        };
        if wanted { self.take() } else { None }
    }

    pub const fn replace(&mut self, value: T) -> Option<T> {
        crate::mem::replace(self, Some(value))
    }

    pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)> {
        match (self, other) {
            (Some(a), Some(b)) => Some((a, b)),
            _ => None,
        }
    }
}

impl<T, U> Option<(T, U)> {
    pub fn unzip(self) -> (Option<T>, Option<U>) {
        match self {
            Some((a, b)) => (Some(a), Some(b)),
            None => (None, None),
        }
    }
}

impl<'a, T> Option<&'a T> {
    pub const fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(x) => Some(*x),
            None => None,
        }
    }

    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
}

impl<'a, T> Option<&'a mut T> {
    pub const fn copied(self) -> Option<T>
    where
        T: Copy,
    {
        match self {
            Some(x) => Some(*x),
            None => None,
        }
    }

    pub fn cloned(self) -> Option<T>
    where
        T: Clone,
    {
        match self {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
}

impl<T, E> Option<Result<T, E>> {
    pub fn transpose(self) -> Result<Option<T>, E> {
        match self {
            Some(Ok(x)) => Ok(Some(x)),
            Some(Err(e)) => Err(e),
            None => Ok(None),
        }
    }
}

impl<T> Option<Option<T>> {
    pub fn flatten(self) -> Option<T> {
        match self {
            Some(inner) => inner,
            None => None,
        }
    }
}

impl<T: Clone> Clone for Option<T> {
    fn clone(&self) -> Self {
        match self {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
}
impl<T: Copy> Copy for Option<T> {}
impl<T> Default for Option<T> {
    fn default() -> Self {
        None
    }
}
impl<T: PartialEq> PartialEq for Option<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => *a == *b,
            (None, None) => true,
            _ => false,
        }
    }
}
impl<T: Eq> Eq for Option<T> {}
impl<T: PartialOrd> PartialOrd for Option<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Some(a), Some(b)) => a.partial_cmp(b),
            (Some(_), None) => Some(Ordering::Greater),
            (None, Some(_)) => Some(Ordering::Less),
            (None, None) => Some(Ordering::Equal),
        }
    }
}
impl<T: Ord> Ord for Option<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Some(a), Some(b)) => a.cmp(b),
            (Some(_), None) => Ordering::Greater,
            (None, Some(_)) => Ordering::Less,
            (None, None) => Ordering::Equal,
        }
    }
}
impl<T> From<T> for Option<T> {
    fn from(value: T) -> Self {
        Some(value)
    }
}

impl<T> Try for Option<T> {
    type Output = T;
    type Residual = Option<Infallible>;

    fn from_output(output: T) -> Self {
        Some(output)
    }

    fn branch(self) -> ControlFlow<Option<Infallible>, T> {
        match self {
            Some(x) => ControlFlow::Continue(x),
            None => ControlFlow::Break(None),
        }
    }
}
impl<T> FromResidual<Option<Infallible>> for Option<T> {
    fn from_residual(_residual: Option<Infallible>) -> Self {
        None
    }
}

macro_rules! iterators {
    ($($(#[$doc:meta])* $Name:ident<$($lifetime:lifetime,)? T> $Item:ty;)*) => {$(
        $(#[$doc])*
        pub struct $Name<$($lifetime,)? T> {
            inner: Option<$Item>,
        }

        impl<$($lifetime,)? T> Iterator for $Name<$($lifetime,)? T> {
            type Item = $Item;

            fn next(&mut self) -> Option<$Item> {
                self.inner.take()
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = self.inner.is_some() as usize;
                (n, Some(n))
            }
        }
        impl<$($lifetime,)? T> DoubleEndedIterator for $Name<$($lifetime,)? T> {
            fn next_back(&mut self) -> Option<$Item> {
                self.inner.take()
            }
        }
        impl<$($lifetime,)? T> ExactSizeIterator for $Name<$($lifetime,)? T> {}
        impl<$($lifetime,)? T> crate::iter::FusedIterator for $Name<$($lifetime,)? T> {}
    )*};
}
iterators! {
    /// The iterator over the value of an Option by reference.
    Iter<'a, T> &'a T;
    /// The iterator over the value of an Option by mutable reference.
    IterMut<'a, T> &'a mut T;
    /// The iterator over the value of an Option.
    IntoIter<T> T;
}

impl<T> IntoIterator for Option<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { inner: self }
    }
}
impl<'a, T> IntoIterator for &'a Option<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}
impl<'a, T> IntoIterator for &'a mut Option<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}
impl<'a, T> From<&'a Option<T>> for Option<&'a T> {
    fn from(o: &'a Option<T>) -> Self {
        o.as_ref()
    }
}
impl<'a, T> From<&'a mut Option<T>> for Option<&'a mut T> {
    fn from(o: &'a mut Option<T>) -> Self {
        o.as_mut()
    }
}
