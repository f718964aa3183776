//! A value or an error.

use crate::cmp::Ordering;
use crate::convert::Infallible;
use crate::fmt::Debug;
use crate::ops::{ControlFlow, Deref, DerefMut, FromResidual, Try};

/// A value or an error.
#[lang = "Result"]
pub enum Result<T, E> {
    #[lang = "Ok"]
    Ok(T),
    #[lang = "Err"]
    Err(E),
}

#[track_caller]
#[cold]
fn unwrap_failed(what: &str) -> ! {
    panic!("{}", what)
}

impl<T, E> Result<T, E> {
    pub const fn is_ok(&self) -> bool {
        matches!(*self, Ok(_))
    }

    pub const fn is_err(&self) -> bool {
        !self.is_ok()
    }

    pub fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool {
        match self {
            Ok(x) => f(x),
            Err(_) => false,
        }
    }

    pub fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool {
        match self {
            Ok(_) => false,
            Err(e) => f(e),
        }
    }

    pub fn ok(self) -> Option<T> {
        match self {
            Ok(x) => Some(x),
            Err(_) => None,
        }
    }

    pub fn err(self) -> Option<E> {
        match self {
            Ok(_) => None,
            Err(e) => Some(e),
        }
    }

    pub const fn as_ref(&self) -> Result<&T, &E> {
        match self {
            Ok(x) => Ok(x),
            Err(e) => Err(e),
        }
    }

    pub const fn as_mut(&mut self) -> Result<&mut T, &mut E> {
        match self {
            Ok(x) => Ok(x),
            Err(e) => Err(e),
        }
    }

    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Result<U, E> {
        match self {
            Ok(x) => Ok(f(x)),
            Err(e) => Err(e),
        }
    }

    pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
        match self {
            Ok(x) => f(x),
            Err(_) => default,
        }
    }

    pub fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
        match self {
            Ok(x) => f(x),
            Err(e) => default(e),
        }
    }

    pub fn map_err<O, F: FnOnce(E) -> O>(self, f: F) -> Result<T, O> {
        match self {
            Ok(x) => Ok(x),
            Err(e) => Err(f(e)),
        }
    }

    pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Self {
        if let Ok(x) = &self {
            f(x);
        }
        self
    }

    pub fn inspect_err<F: FnOnce(&E)>(self, f: F) -> Self {
        if let Err(e) = &self {
            f(e);
        }
        self
    }

    pub fn as_deref(&self) -> Result<&T::Target, &E>
    where
        T: Deref,
    {
        match self {
            Ok(x) => Ok(x.deref()),
            Err(e) => Err(e),
        }
    }

    pub fn as_deref_mut(&mut self) -> Result<&mut T::Target, &mut E>
    where
        T: DerefMut,
    {
        match self {
            Ok(x) => Ok(x.deref_mut()),
            Err(e) => Err(e),
        }
    }

    pub fn iter(&self) -> crate::option::IntoIter<&T> {
        self.as_ref().ok().into_iter()
    }

    pub fn iter_mut(&mut self) -> crate::option::IntoIter<&mut T> {
        self.as_mut().ok().into_iter()
    }

    pub fn and<U>(self, other: Result<U, E>) -> Result<U, E> {
        match self {
            Ok(_) => other,
            Err(e) => Err(e),
        }
    }

    pub fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, f: F) -> Result<U, E> {
        match self {
            Ok(x) => f(x),
            Err(e) => Err(e),
        }
    }

    pub fn or<O>(self, other: Result<T, O>) -> Result<T, O> {
        match self {
            Ok(x) => Ok(x),
            Err(_) => other,
        }
    }

    pub fn or_else<O, F: FnOnce(E) -> Result<T, O>>(self, f: F) -> Result<T, O> {
        match self {
            Ok(x) => Ok(x),
            Err(e) => f(e),
        }
    }

    pub fn unwrap_or(self, default: T) -> T {
        match self {
            Ok(x) => x,
            Err(_) => default,
        }
    }

    pub fn unwrap_or_else<F: FnOnce(E) -> T>(self, f: F) -> T {
        match self {
            Ok(x) => x,
            Err(e) => f(e),
        }
    }

    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Ok(x) => x,
            Err(_) => T::default(),
        }
    }

    #[track_caller]
    pub fn expect(self, msg: &str) -> T
    where
        E: Debug,
    {
        match self {
            Ok(x) => x,
            Err(_) => unwrap_failed(msg),
        }
    }

    #[track_caller]
    pub fn unwrap(self) -> T
    where
        E: Debug,
    {
        match self {
            Ok(x) => x,
            Err(_) => unwrap_failed("called `Result::unwrap()` on an `Err` value"),
        }
    }

    #[track_caller]
    pub fn unwrap_err(self) -> E
    where
        T: Debug,
    {
        match self {
            Ok(_) => unwrap_failed("called `Result::unwrap_err()` on an `Ok` value"),
            Err(e) => e,
        }
    }

    #[track_caller]
    pub fn expect_err(self, msg: &str) -> E
    where
        T: Debug,
    {
        match self {
            Ok(_) => unwrap_failed(msg),
            Err(e) => e,
        }
    }

    /// # Safety
    /// `self` must be `Err`.
    pub unsafe fn unwrap_err_unchecked(self) -> E {
        match self {
            Ok(_) => unsafe { crate::intrinsics::unreachable() },
            Err(e) => e,
        }
    }

    /// # Safety
    /// `self` must be `Ok`.
    pub unsafe fn unwrap_unchecked(self) -> T {
        match self {
            Ok(x) => x,
            Err(_) => unsafe { crate::intrinsics::unreachable() },
        }
    }
}

impl<'a, T, E> Result<&'a T, E> {
    pub fn copied(self) -> Result<T, E>
    where
        T: Copy,
    {
        self.map(|x| *x)
    }

    pub fn cloned(self) -> Result<T, E>
    where
        T: Clone,
    {
        self.map(|x| x.clone())
    }
}

impl<'a, T, E> Result<&'a mut T, E> {
    pub fn copied(self) -> Result<T, E>
    where
        T: Copy,
    {
        self.map(|x| *x)
    }

    pub fn cloned(self) -> Result<T, E>
    where
        T: Clone,
    {
        self.map(|x| x.clone())
    }
}

impl<T, E> Result<Result<T, E>, E> {
    pub fn flatten(self) -> Result<T, E> {
        match self {
            Ok(inner) => inner,
            Err(e) => Err(e),
        }
    }
}

impl<T, E> IntoIterator for Result<T, E> {
    type Item = T;
    type IntoIter = crate::option::IntoIter<T>;

    fn into_iter(self) -> crate::option::IntoIter<T> {
        self.ok().into_iter()
    }
}
impl<'a, T, E> IntoIterator for &'a Result<T, E> {
    type Item = &'a T;
    type IntoIter = crate::option::IntoIter<&'a T>;

    fn into_iter(self) -> crate::option::IntoIter<&'a T> {
        self.iter()
    }
}
impl<'a, T, E> IntoIterator for &'a mut Result<T, E> {
    type Item = &'a mut T;
    type IntoIter = crate::option::IntoIter<&'a mut T>;

    fn into_iter(self) -> crate::option::IntoIter<&'a mut T> {
        self.iter_mut()
    }
}

impl<T, E> Result<Option<T>, E> {
    pub fn transpose(self) -> Option<Result<T, E>> {
        match self {
            Ok(Some(x)) => Some(Ok(x)),
            Ok(None) => None,
            Err(e) => Some(Err(e)),
        }
    }
}

impl<T: Clone, E: Clone> Clone for Result<T, E> {
    fn clone(&self) -> Self {
        match self {
            Ok(x) => Ok(x.clone()),
            Err(e) => Err(e.clone()),
        }
    }
}
impl<T: Copy, E: Copy> Copy for Result<T, E> {}
impl<T: PartialEq, E: PartialEq> PartialEq for Result<T, E> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Ok(a), Ok(b)) => *a == *b,
            (Err(a), Err(b)) => *a == *b,
            _ => false,
        }
    }
}
impl<T: Eq, E: Eq> Eq for Result<T, E> {}
impl<T: PartialOrd, E: PartialOrd> PartialOrd for Result<T, E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Ok(a), Ok(b)) => a.partial_cmp(b),
            (Err(a), Err(b)) => a.partial_cmp(b),
            (Ok(_), Err(_)) => Some(Ordering::Less),
            (Err(_), Ok(_)) => Some(Ordering::Greater),
        }
    }
}
impl<T: Ord, E: Ord> Ord for Result<T, E> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Ok(a), Ok(b)) => a.cmp(b),
            (Err(a), Err(b)) => a.cmp(b),
            (Ok(_), Err(_)) => Ordering::Less,
            (Err(_), Ok(_)) => Ordering::Greater,
        }
    }
}

impl<T, E> Try for Result<T, E> {
    type Output = T;
    type Residual = Result<Infallible, E>;

    fn from_output(output: T) -> Self {
        Ok(output)
    }

    fn branch(self) -> ControlFlow<Result<Infallible, E>, T> {
        match self {
            Ok(x) => ControlFlow::Continue(x),
            Err(e) => ControlFlow::Break(Err(e)),
        }
    }
}
impl<T, E, F: From<E>> FromResidual<Result<Infallible, E>> for Result<T, F> {
    fn from_residual(residual: Result<Infallible, E>) -> Self {
        match residual {
            Err(e) => Err(From::from(e)),
        }
    }
}
