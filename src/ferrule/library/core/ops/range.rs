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
impl<Idx: PartialEq> PartialEq for Range<Idx> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.end == other.end
    }
}
impl<Idx: Default> Default for Range<Idx> {
    fn default() -> Self {
        Range { start: Default::default(), end: Default::default() }
    }
}
