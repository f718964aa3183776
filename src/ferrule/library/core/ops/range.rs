//! `a..b` and its kin.

/// `start..end`
#[lang = "Range"]
pub struct Range<Idx> {
    pub start: Idx,
    pub end: Idx,
}

/// `start..`
#[lang = "RangeFrom"]
pub struct RangeFrom<Idx> {
    pub start: Idx,
}

/// `..end`
#[lang = "RangeTo"]
pub struct RangeTo<Idx> {
    pub end: Idx,
}

/// `..`
#[lang = "RangeFull"]
pub struct RangeFull;

/// `start..=end`
#[lang = "RangeInclusiveStruct"]
pub struct RangeInclusive<Idx> {
    pub(crate) start: Idx,
    pub(crate) end: Idx,
    // Set by iteration once `end` has been yielded.
    pub(crate) exhausted: bool,
}

/// `..=end`
#[lang = "RangeToInclusive"]
pub struct RangeToInclusive<Idx> {
    pub end: Idx,
}

/// One end of a range.
pub enum Bound<T> {
    Included(T),
    Excluded(T),
    Unbounded,
}

impl<T> Bound<T> {
    pub const fn as_ref(&self) -> Bound<&T> {
        match self {
            Bound::Included(x) => Bound::Included(x),
            Bound::Excluded(x) => Bound::Excluded(x),
            Bound::Unbounded => Bound::Unbounded,
        }
    }

    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Bound<U> {
        match self {
            Bound::Included(x) => Bound::Included(f(x)),
            Bound::Excluded(x) => Bound::Excluded(f(x)),
            Bound::Unbounded => Bound::Unbounded,
        }
    }
}

impl<T: Clone> Bound<&T> {
    pub fn cloned(self) -> Bound<T> {
        self.map(|x| x.clone())
    }
}

impl<T: Clone> Clone for Bound<T> {
    fn clone(&self) -> Self {
        self.as_ref().cloned()
    }
}
impl<T: Copy> Copy for Bound<T> {}
impl<T: PartialEq> PartialEq for Bound<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Bound::Included(a), Bound::Included(b)) => *a == *b,
            (Bound::Excluded(a), Bound::Excluded(b)) => *a == *b,
            (Bound::Unbounded, Bound::Unbounded) => true,
            _ => false,
        }
    }
}
impl<T: Eq> Eq for Bound<T> {}
impl<T: crate::fmt::Debug> crate::fmt::Debug for Bound<T> {}

/// Any of the range types.
pub trait RangeBounds<T: ?Sized> {
    fn start_bound(&self) -> Bound<&T>;
    fn end_bound(&self) -> Bound<&T>;

    fn contains<U>(&self, item: &U) -> bool
    where
        T: PartialOrd<U>,
        U: PartialOrd<T> + ?Sized,
    {
        (match self.start_bound() {
            Bound::Included(start) => *start <= *item,
            Bound::Excluded(start) => *start < *item,
            Bound::Unbounded => true,
        }) && (match self.end_bound() {
            Bound::Included(end) => *item <= *end,
            Bound::Excluded(end) => *item < *end,
            Bound::Unbounded => true,
        })
    }
}

impl<T> RangeBounds<T> for Range<T> {
    fn start_bound(&self) -> Bound<&T> {
        Bound::Included(&self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Bound::Excluded(&self.end)
    }
}
impl<T> RangeBounds<T> for RangeFrom<T> {
    fn start_bound(&self) -> Bound<&T> {
        Bound::Included(&self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }
}
impl<T> RangeBounds<T> for RangeTo<T> {
    fn start_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Bound::Excluded(&self.end)
    }
}
impl<T: ?Sized> RangeBounds<T> for RangeFull {
    fn start_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }
}
impl<T> RangeBounds<T> for RangeInclusive<T> {
    fn start_bound(&self) -> Bound<&T> {
        Bound::Included(&self.start)
    }
    fn end_bound(&self) -> Bound<&T> {
        if self.exhausted { Bound::Excluded(&self.end) } else { Bound::Included(&self.end) }
    }
}
impl<T> RangeBounds<T> for RangeToInclusive<T> {
    fn start_bound(&self) -> Bound<&T> {
        Bound::Unbounded
    }
    fn end_bound(&self) -> Bound<&T> {
        Bound::Included(&self.end)
    }
}

impl<T> RangeBounds<T> for (Bound<T>, Bound<T>) {
    fn start_bound(&self) -> Bound<&T> {
        self.0.as_ref()
    }
    fn end_bound(&self) -> Bound<&T> {
        self.1.as_ref()
    }
}

// Ranges of references.
macro_rules! by_reference {
    ($($R:ident $start:ident $end:ident;)*) => {$(
        impl<'a, T> RangeBounds<T> for $R<&'a T> {
            fn start_bound(&self) -> Bound<&T> { by_reference!(self $start start) }
            fn end_bound(&self) -> Bound<&T> { by_reference!(self $end end) }
        }
    )*};
    ($self:ident Unbounded $field:ident) => { Bound::Unbounded };
    ($self:ident $Bound:ident $field:ident) => { Bound::$Bound($self.$field) };
}
by_reference! {
    Range Included Excluded;
    RangeFrom Included Unbounded;
    RangeTo Unbounded Excluded;
    RangeInclusive Included Included;
    RangeToInclusive Unbounded Included;
}

impl<Idx: PartialOrd> Range<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: PartialOrd<Idx> + ?Sized,
    {
        self.start <= *item && *item < self.end
    }

    pub fn is_empty(&self) -> bool {
        !(self.start < self.end)
    }
}

impl<Idx: PartialOrd> RangeFrom<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: PartialOrd<Idx> + ?Sized,
    {
        self.start <= *item
    }
}

impl<Idx: PartialOrd> RangeTo<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: PartialOrd<Idx> + ?Sized,
    {
        *item < self.end
    }
}

impl<Idx: PartialOrd> RangeToInclusive<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: PartialOrd<Idx> + ?Sized,
    {
        *item <= self.end
    }
}

impl<Idx> RangeInclusive<Idx> {
    #[lang = "range_inclusive_new"]
    pub const fn new(start: Idx, end: Idx) -> Self {
        RangeInclusive { start, end, exhausted: false }
    }

    pub const fn start(&self) -> &Idx {
        &self.start
    }

    pub const fn end(&self) -> &Idx {
        &self.end
    }

    pub fn into_inner(self) -> (Idx, Idx) {
        (self.start, self.end)
    }
}

impl<Idx: PartialOrd> RangeInclusive<Idx> {
    pub fn contains<U>(&self, item: &U) -> bool
    where
        Idx: PartialOrd<U>,
        U: PartialOrd<Idx> + ?Sized,
    {
        self.start <= *item && if self.exhausted { *item < self.end } else { *item <= self.end }
    }

    pub fn is_empty(&self) -> bool {
        self.exhausted || !(self.start <= self.end)
    }
}

impl<Idx: Clone> Clone for Range<Idx> {
    fn clone(&self) -> Self {
        Range { start: self.start.clone(), end: self.end.clone() }
    }
}
impl<Idx: Clone> Clone for RangeInclusive<Idx> {
    fn clone(&self) -> Self {
        RangeInclusive { start: self.start.clone(), end: self.end.clone(), exhausted: self.exhausted }
    }
}
impl<Idx: Clone> Clone for RangeFrom<Idx> {
    fn clone(&self) -> Self {
        RangeFrom { start: self.start.clone() }
    }
}
impl<Idx: Clone> Clone for RangeTo<Idx> {
    fn clone(&self) -> Self {
        RangeTo { end: self.end.clone() }
    }
}
impl<Idx: Copy> Copy for RangeTo<Idx> {}
impl Clone for RangeFull {
    fn clone(&self) -> Self {
        RangeFull
    }
}
impl Copy for RangeFull {}
macro_rules! traits {
    ($($R:ident { $($field:ident)* })*) => {$(
        impl<Idx: PartialEq> PartialEq for $R<Idx> {
            fn eq(&self, other: &Self) -> bool {
                $( self.$field == other.$field )&&*
            }
        }
        impl<Idx: Eq> Eq for $R<Idx> {}
        impl<Idx: crate::hash::Hash> crate::hash::Hash for $R<Idx> {}
        impl<Idx: crate::fmt::Debug> crate::fmt::Debug for $R<Idx> {}
    )*};
}
traits! {
    Range { start end }
    RangeFrom { start }
    RangeTo { end }
    RangeInclusive { start end exhausted }
    RangeToInclusive { end }
}
impl<Idx: Clone> Clone for RangeToInclusive<Idx> {
    fn clone(&self) -> Self {
        RangeToInclusive { end: self.end.clone() }
    }
}
impl<Idx: Copy> Copy for RangeToInclusive<Idx> {}
impl PartialEq for RangeFull {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}
impl Eq for RangeFull {}
impl<Idx: Default> Default for Range<Idx> {
    fn default() -> Self {
        Range { start: Default::default(), end: Default::default() }
    }
}
