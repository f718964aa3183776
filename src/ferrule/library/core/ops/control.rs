//! The `?` operator.

use crate::convert::Infallible;

/// Whether to go on with a value or to leave with another.
#[lang = "ControlFlow"]
pub enum ControlFlow<B, C = ()> {
    #[lang = "Continue"]
    Continue(C),
    #[lang = "Break"]
    Break(B),
}

/// A type that `?` can be applied to.
#[lang = "Try"]
pub trait Try: FromResidual<<Self as Try>::Residual> {
    type Output;
    type Residual;

    #[lang = "from_output"]
    fn from_output(output: Self::Output) -> Self;

    #[lang = "branch"]
    fn branch(self) -> ControlFlow<Self::Residual, Self::Output>;
}

/// A type that a function with `?` inside can return.
#[lang = "FromResidual"]
pub trait FromResidual<R> {
    #[lang = "from_residual"]
    fn from_residual(residual: R) -> Self;
}

impl<B, C> ControlFlow<B, C> {
    pub const fn is_break(&self) -> bool {
        matches!(*self, ControlFlow::Break(_))
    }

    pub const fn is_continue(&self) -> bool {
        matches!(*self, ControlFlow::Continue(_))
    }

    pub fn break_value(self) -> Option<B> {
        match self {
            ControlFlow::Continue(_) => None,
            ControlFlow::Break(b) => Some(b),
        }
    }

    pub fn map_break<T, F: FnOnce(B) -> T>(self, f: F) -> ControlFlow<T, C> {
        match self {
            ControlFlow::Continue(c) => ControlFlow::Continue(c),
            ControlFlow::Break(b) => ControlFlow::Break(f(b)),
        }
    }

    pub fn map_continue<T, F: FnOnce(C) -> T>(self, f: F) -> ControlFlow<B, T> {
        match self {
            ControlFlow::Continue(c) => ControlFlow::Continue(f(c)),
            ControlFlow::Break(b) => ControlFlow::Break(b),
        }
    }

    pub fn continue_value(self) -> Option<C> {
        match self {
            ControlFlow::Continue(c) => Some(c),
            ControlFlow::Break(_) => None,
        }
    }
}

impl<B, C> Try for ControlFlow<B, C> {
    type Output = C;
    type Residual = ControlFlow<B, Infallible>;

    fn from_output(output: C) -> Self {
        ControlFlow::Continue(output)
    }

    fn branch(self) -> ControlFlow<ControlFlow<B, Infallible>, C> {
        match self {
            ControlFlow::Continue(c) => ControlFlow::Continue(c),
            ControlFlow::Break(b) => ControlFlow::Break(ControlFlow::Break(b)),
        }
    }
}

impl<B, C> FromResidual<ControlFlow<B, Infallible>> for ControlFlow<B, C> {
    fn from_residual(residual: ControlFlow<B, Infallible>) -> Self {
        match residual {
            ControlFlow::Break(b) => ControlFlow::Break(b),
        }
    }
}

impl<B: Clone, C: Clone> Clone for ControlFlow<B, C> {
    fn clone(&self) -> Self {
        match self {
            ControlFlow::Continue(c) => ControlFlow::Continue(c.clone()),
            ControlFlow::Break(b) => ControlFlow::Break(b.clone()),
        }
    }
}
impl<B: Copy, C: Copy> Copy for ControlFlow<B, C> {}
impl<B: PartialEq, C: PartialEq> PartialEq for ControlFlow<B, C> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (ControlFlow::Continue(a), ControlFlow::Continue(b)) => *a == *b,
            (ControlFlow::Break(a), ControlFlow::Break(b)) => *a == *b,
            _ => false,
        }
    }
}
impl<B: Eq, C: Eq> Eq for ControlFlow<B, C> {}
impl<B: crate::fmt::Debug, C: crate::fmt::Debug> crate::fmt::Debug for ControlFlow<B, C> {}
