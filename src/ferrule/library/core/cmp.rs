//! Comparison and ordering.

use Ordering::{Equal, Greater, Less};

/// `==` and `!=`
#[lang = "eq"]
pub trait PartialEq<Rhs: ?Sized = Self> {
    fn eq(&self, other: &Rhs) -> bool;

    fn ne(&self, other: &Rhs) -> bool {
        !self.eq(other)
    }
}

/// Equality that is reflexive.
pub trait Eq: PartialEq {}

/// Used by `#[derive(Eq)]`.
pub struct AssertParamIsEq<T: Eq + ?Sized> {
    _field: crate::marker::PhantomData<T>,
}

/// The result of a comparison.
#[lang = "Ordering"]
#[repr(i8)]
pub enum Ordering {
    Less = -1,
    Equal = 0,
    Greater = 1,
}

impl Clone for Ordering {
    fn clone(&self) -> Ordering {
        *self
    }
}
impl Copy for Ordering {}
impl PartialEq for Ordering {
    fn eq(&self, other: &Ordering) -> bool {
        *self as i8 == *other as i8
    }
}
impl Eq for Ordering {}
impl PartialOrd for Ordering {
    fn partial_cmp(&self, other: &Ordering) -> Option<Ordering> {
        Some((*self as i8).cmp(&(*other as i8)))
    }
}
impl Ord for Ordering {
    fn cmp(&self, other: &Ordering) -> Ordering {
        (*self as i8).cmp(&(*other as i8))
    }
}

impl Ordering {
    pub const fn is_eq(self) -> bool {
        self as i8 == 0
    }
    pub const fn is_ne(self) -> bool {
        self as i8 != 0
    }
    pub const fn is_lt(self) -> bool {
        (self as i8) < 0
    }
    pub const fn is_gt(self) -> bool {
        self as i8 > 0
    }
    pub const fn is_le(self) -> bool {
        self as i8 <= 0
    }
    pub const fn is_ge(self) -> bool {
        self as i8 >= 0
    }
    pub const fn reverse(self) -> Ordering {
        match self {
            Less => Greater,
            Equal => Equal,
            Greater => Less,
        }
    }
    pub const fn then(self, other: Ordering) -> Ordering {
        match self {
            Equal => other,
            _ => self,
        }
    }
    pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering {
        match self {
            Equal => f(),
            _ => self,
        }
    }
}

/// `<`, `<=`, `>`, `>=`
#[lang = "partial_ord"]
pub trait PartialOrd<Rhs: ?Sized = Self>: PartialEq<Rhs> {
    fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;

    fn lt(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Less))
    }
    fn le(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Less | Equal))
    }
    fn gt(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Greater))
    }
    fn ge(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Greater | Equal))
    }
}

/// Total order.
pub trait Ord: Eq + PartialOrd {
    fn cmp(&self, other: &Self) -> Ordering;

    fn max(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other < self { self } else { other }
    }

    fn min(self, other: Self) -> Self
    where
        Self: Sized,
    {
        if other < self { other } else { self }
    }

    #[track_caller]
    fn clamp(self, min: Self, max: Self) -> Self
    where
        Self: Sized,
    {
        assert!(min <= max);
        if self < min {
            min
        } else if self > max {
            max
        } else {
            self
        }
    }
}

pub fn min<T: Ord>(a: T, b: T) -> T {
    a.min(b)
}

pub fn max<T: Ord>(a: T, b: T) -> T {
    a.max(b)
}

pub fn min_by<T, F: FnOnce(&T, &T) -> Ordering>(a: T, b: T, compare: F) -> T {
    if compare(&a, &b).is_le() { a } else { b }
}

pub fn max_by<T, F: FnOnce(&T, &T) -> Ordering>(a: T, b: T, compare: F) -> T {
    if compare(&a, &b).is_gt() { a } else { b }
}

/// Reverses the order of a type.
pub struct Reverse<T>(pub T);

impl<T: Clone> Clone for Reverse<T> {
    fn clone(&self) -> Self {
        Reverse(self.0.clone())
    }
}
impl<T: Copy> Copy for Reverse<T> {}
impl<T: PartialEq> PartialEq for Reverse<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T: Eq> Eq for Reverse<T> {}
impl<T: PartialOrd> PartialOrd for Reverse<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        other.0.partial_cmp(&self.0)
    }
}
impl<T: Ord> Ord for Reverse<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.cmp(&self.0)
    }
}

macro_rules! compare {
    ($($t:ty)*) => {$(
        impl PartialEq for $t {
            fn eq(&self, other: &$t) -> bool { *self == *other }
            fn ne(&self, other: &$t) -> bool { *self != *other }
        }
        impl PartialOrd for $t {
            fn partial_cmp(&self, other: &$t) -> Option<Ordering> {
                if *self < *other {
                    Some(Less)
                } else if *self == *other {
                    Some(Equal)
                } else if *self > *other {
                    Some(Greater)
                } else {
                    None // a NaN
                }
            }
            fn lt(&self, other: &$t) -> bool { *self < *other }
            fn le(&self, other: &$t) -> bool { *self <= *other }
            fn gt(&self, other: &$t) -> bool { *self > *other }
            fn ge(&self, other: &$t) -> bool { *self >= *other }
        }
    )*};
}
compare! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 bool char }

macro_rules! total_order {
    ($($t:ty)*) => {$(
        impl Eq for $t {}
        impl Ord for $t {
            fn cmp(&self, other: &$t) -> Ordering {
                if *self < *other { Less } else if *self == *other { Equal } else { Greater }
            }
        }
    )*};
}
total_order! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char }

impl PartialEq for () {
    fn eq(&self, _other: &()) -> bool {
        true
    }
}
impl Eq for () {}
impl PartialOrd for () {
    fn partial_cmp(&self, _other: &()) -> Option<Ordering> {
        Some(Equal)
    }
}
impl Ord for () {
    fn cmp(&self, _other: &()) -> Ordering {
        Equal
    }
}
impl PartialEq for ! {
    fn eq(&self, _other: &!) -> bool {
        *self
    }
}
impl Eq for ! {}

// ---- references compare what they point to
impl<'a, 'b, A: PartialEq<B> + ?Sized, B: ?Sized> PartialEq<&'b B> for &'a A {
    fn eq(&self, other: &&'b B) -> bool {
        PartialEq::eq(*self, *other)
    }
    fn ne(&self, other: &&'b B) -> bool {
        PartialEq::ne(*self, *other)
    }
}
impl<'a, 'b, A: PartialEq<B> + ?Sized, B: ?Sized> PartialEq<&'b mut B> for &'a mut A {
    fn eq(&self, other: &&'b mut B) -> bool {
        PartialEq::eq(&**self, &**other)
    }
}
impl<'a, A: Eq + ?Sized> Eq for &'a A {}
impl<'a, A: Eq + ?Sized> Eq for &'a mut A {}
impl<'a, 'b, A: PartialOrd<B> + ?Sized, B: ?Sized> PartialOrd<&'b B> for &'a A {
    fn partial_cmp(&self, other: &&'b B) -> Option<Ordering> {
        PartialOrd::partial_cmp(*self, *other)
    }
    fn lt(&self, other: &&'b B) -> bool {
        PartialOrd::lt(*self, *other)
    }
    fn le(&self, other: &&'b B) -> bool {
        PartialOrd::le(*self, *other)
    }
    fn gt(&self, other: &&'b B) -> bool {
        PartialOrd::gt(*self, *other)
    }
    fn ge(&self, other: &&'b B) -> bool {
        PartialOrd::ge(*self, *other)
    }
}
impl<'a, A: Ord + ?Sized> Ord for &'a A {
    fn cmp(&self, other: &Self) -> Ordering {
        Ord::cmp(*self, *other)
    }
}

// ---- raw pointers compare addresses
macro_rules! compare_pointers {
    ($($ptr:ty)*) => {$(
        impl<T> PartialEq for $ptr {
            fn eq(&self, other: &$ptr) -> bool { *self == *other }
        }
        impl<T> Eq for $ptr {}
        impl<T> PartialOrd for $ptr {
            fn partial_cmp(&self, other: &$ptr) -> Option<Ordering> { Some(self.cmp(other)) }
            fn lt(&self, other: &$ptr) -> bool { *self < *other }
            fn le(&self, other: &$ptr) -> bool { *self <= *other }
            fn gt(&self, other: &$ptr) -> bool { *self > *other }
            fn ge(&self, other: &$ptr) -> bool { *self >= *other }
        }
        impl<T> Ord for $ptr {
            fn cmp(&self, other: &$ptr) -> Ordering {
                if *self < *other { Less } else if *self == *other { Equal } else { Greater }
            }
        }
    )*};
}
compare_pointers! { *const T *mut T }
