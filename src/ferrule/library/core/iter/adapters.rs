//! Iterators made from iterators.

// Structs with their constructors; `new` takes the fields in order.
macro_rules! adapters {
    ($($(#[$doc:meta])* $Name:ident<$($G:ident),*> { $($field:ident: $t:ty),* } $(+ $extra:ident: $et:ty = $init:expr)*;)*) => {$(
        $(#[$doc])*
        pub struct $Name<$($G),*> {
            $($field: $t,)*
            $($extra: $et,)*
        }
        impl<$($G),*> $Name<$($G),*> {
            pub(super) fn new($($field: $t),*) -> Self {
                $Name { $($field,)* $($extra: $init,)* }
            }
        }
    )*};
}
adapters! {
    /// See `Iterator::map`.
    Map<I, F> { iter: I, f: F };
    /// See `Iterator::filter`.
    Filter<I, P> { iter: I, predicate: P };
    /// See `Iterator::filter_map`.
    FilterMap<I, F> { iter: I, f: F };
    /// See `Iterator::enumerate`.
    Enumerate<I> { iter: I } + count: usize = 0;
    /// See `Iterator::zip`.
    Zip<A, B> { a: A, b: B };
    /// See `Iterator::rev`.
    Rev<I> { iter: I };
    /// See `Iterator::take`.
    Take<I> { iter: I, n: usize };
    /// See `Iterator::skip`.
    Skip<I> { iter: I, n: usize };
    /// See `Iterator::take_while`.
    TakeWhile<I, P> { iter: I, predicate: P } + done: bool = false;
    /// See `Iterator::skip_while`.
    SkipWhile<I, P> { iter: I, predicate: P } + started: bool = false;
    /// See `Iterator::map_while`.
    MapWhile<I, P> { iter: I, predicate: P };
    /// See `Iterator::scan`.
    Scan<I, S, F> { iter: I, state: S, f: F };
    /// See `Iterator::inspect`.
    Inspect<I, F> { iter: I, f: F };
    /// See `Iterator::copied`.
    Copied<I> { iter: I };
    /// See `Iterator::cloned`.
    Cloned<I> { iter: I };
}

impl<I: Iterator, B, F: FnMut(I::Item) -> B> Iterator for Map<I, F> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        match self.iter.next() {
            Some(x) => Some((self.f)(x)),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<I: DoubleEndedIterator, B, F: FnMut(I::Item) -> B> DoubleEndedIterator for Map<I, F> {
    fn next_back(&mut self) -> Option<B> {
        match self.iter.next_back() {
            Some(x) => Some((self.f)(x)),
            None => None,
        }
    }
}
impl<I: ExactSizeIterator, B, F: FnMut(I::Item) -> B> ExactSizeIterator for Map<I, F> {}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for Filter<I, P> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}
impl<I: DoubleEndedIterator, P: FnMut(&I::Item) -> bool> DoubleEndedIterator for Filter<I, P> {
    fn next_back(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next_back() {
            if (self.predicate)(&x) {
                return Some(x);
            }
        }
        None
    }
}

impl<I: Iterator, B, F: FnMut(I::Item) -> Option<B>> Iterator for FilterMap<I, F> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next() {
            if let Some(y) = (self.f)(x) {
                return Some(y);
            }
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }
}
impl<I: DoubleEndedIterator, B, F: FnMut(I::Item) -> Option<B>> DoubleEndedIterator for FilterMap<I, F> {
    fn next_back(&mut self) -> Option<B> {
        while let Some(x) = self.iter.next_back() {
            if let Some(y) = (self.f)(x) {
                return Some(y);
            }
        }
        None
    }
}

impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);

    fn next(&mut self) -> Option<(usize, I::Item)> {
        match self.iter.next() {
            Some(x) => {
                let i = self.count;
                self.count = i + 1;
                Some((i, x))
            }
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<(usize, I::Item)> {
        let x = self.iter.nth(n)?;
        let i = self.count + n;
        self.count = i + 1;
        Some((i, x))
    }
}
impl<I: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Enumerate<I> {
    fn next_back(&mut self) -> Option<(usize, I::Item)> {
        let x = self.iter.next_back()?;
        Some((self.count + self.iter.len(), x))
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Enumerate<I> {}

impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> {
    type Item = (A::Item, B::Item);

    fn next(&mut self) -> Option<(A::Item, B::Item)> {
        match self.a.next() {
            Some(x) => match self.b.next() {
                Some(y) => Some((x, y)),
                None => None,
            },
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a, a_most) = self.a.size_hint();
        let (b, b_most) = self.b.size_hint();
        let most = match (a_most, b_most) {
            (Some(x), Some(y)) => Some(x.min(y)),
            (Some(x), None) => Some(x),
            (None, y) => y,
        };
        (a.min(b), most)
    }
    fn nth(&mut self, n: usize) -> Option<(A::Item, B::Item)> {
        match self.a.nth(n) {
            Some(x) => match self.b.nth(n) {
                Some(y) => Some((x, y)),
                None => None,
            },
            None => None,
        }
    }
}
impl<A, B> DoubleEndedIterator for Zip<A, B>
where
    A: ExactSizeIterator + DoubleEndedIterator,
    B: ExactSizeIterator + DoubleEndedIterator,
{
    fn next_back(&mut self) -> Option<(A::Item, B::Item)> {
        while self.a.len() > self.b.len() {
            self.a.next_back();
        }
        while self.b.len() > self.a.len() {
            self.b.next_back();
        }
        match (self.a.next_back(), self.b.next_back()) {
            (Some(x), Some(y)) => Some((x, y)),
            _ => None,
        }
    }
}
impl<A: ExactSizeIterator, B: ExactSizeIterator> ExactSizeIterator for Zip<A, B> {}

/// Pairs up two sequences.
pub fn zip<A: IntoIterator, B: IntoIterator>(a: A, b: B) -> Zip<A::IntoIter, B::IntoIter> {
    Zip::new(a.into_iter(), b.into_iter())
}

impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.iter.next_back()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        self.iter.nth_back(n)
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        self.iter.next()
    }
}
impl<I: ExactSizeIterator + DoubleEndedIterator> ExactSizeIterator for Rev<I> {}

impl<I: Iterator> Iterator for Take<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        self.n -= 1;
        self.iter.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        let most = match most {
            Some(m) => m.min(self.n),
            None => self.n,
        };
        (least.min(self.n), Some(most))
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        if n < self.n {
            self.n -= n + 1;
            return self.iter.nth(n);
        }
        if self.n > 0 {
            self.iter.nth(self.n - 1);
            self.n = 0;
        }
        None
    }
}
impl<I: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Take<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.n == 0 {
            return None;
        }
        let len = self.iter.len();
        let surplus = if len > self.n { len - self.n } else { 0 };
        self.n -= 1;
        self.iter.nth_back(surplus)
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Take<I> {}

impl<I: Iterator> Iterator for Skip<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.n > 0 {
            let n = self.n;
            self.n = 0;
            self.iter.nth(n)
        } else {
            self.iter.next()
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        let most = match most {
            Some(m) => Some(if m > self.n { m - self.n } else { 0 }),
            None => None,
        };
        (if least > self.n { least - self.n } else { 0 }, most)
    }
    // Without this, each step of `skip(i).step_by(stride)`, a thread's way through a slice, would be a loop.
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        let skipped = self.n;
        self.n = 0;
        if let Some(both) = skipped.checked_add(n) {
            return self.iter.nth(both);
        }
        self.iter.nth(skipped - 1)?;
        self.iter.nth(n)
    }
}
impl<I: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Skip<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.iter.len() > self.n { self.iter.next_back() } else { None }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Skip<I> {}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for TakeWhile<I, P> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.done {
            return None;
        }
        let x = self.iter.next()?;
        if (self.predicate)(&x) {
            Some(x)
        } else {
            self.done = true;
            None
        }
    }
}

impl<I: Iterator, P: FnMut(&I::Item) -> bool> Iterator for SkipWhile<I, P> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        while let Some(x) = self.iter.next() {
            if self.started || !(self.predicate)(&x) {
                self.started = true;
                return Some(x);
            }
        }
        None
    }
}

impl<I: Iterator, B, P: FnMut(I::Item) -> Option<B>> Iterator for MapWhile<I, P> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        let x = self.iter.next()?;
        (self.predicate)(x)
    }
}

impl<I: Iterator, S, B, F: FnMut(&mut S, I::Item) -> Option<B>> Iterator for Scan<I, S, F> {
    type Item = B;

    fn next(&mut self) -> Option<B> {
        let x = self.iter.next()?;
        (self.f)(&mut self.state, x)
    }
}

impl<I: Iterator, F: FnMut(&I::Item)> Iterator for Inspect<I, F> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let x = self.iter.next()?;
        (self.f)(&x);
        Some(x)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<I: DoubleEndedIterator, F: FnMut(&I::Item)> DoubleEndedIterator for Inspect<I, F> {
    fn next_back(&mut self) -> Option<I::Item> {
        let x = self.iter.next_back()?;
        (self.f)(&x);
        Some(x)
    }
}
impl<I: ExactSizeIterator, F: FnMut(&I::Item)> ExactSizeIterator for Inspect<I, F> {}

impl<'a, T: Copy + 'a, I: Iterator<Item = &'a T>> Iterator for Copied<I> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(x) => Some(*x),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
    fn nth(&mut self, n: usize) -> Option<T> {
        match self.iter.nth(n) {
            Some(x) => Some(*x),
            None => None,
        }
    }
}
impl<'a, T: Copy + 'a, I: DoubleEndedIterator<Item = &'a T>> DoubleEndedIterator for Copied<I> {
    fn next_back(&mut self) -> Option<T> {
        match self.iter.next_back() {
            Some(x) => Some(*x),
            None => None,
        }
    }
}
impl<'a, T: Copy + 'a, I: ExactSizeIterator<Item = &'a T>> ExactSizeIterator for Copied<I> {}

impl<'a, T: Clone + 'a, I: Iterator<Item = &'a T>> Iterator for Cloned<I> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.iter.size_hint()
    }
}
impl<'a, T: Clone + 'a, I: DoubleEndedIterator<Item = &'a T>> DoubleEndedIterator for Cloned<I> {
    fn next_back(&mut self) -> Option<T> {
        match self.iter.next_back() {
            Some(x) => Some(x.clone()),
            None => None,
        }
    }
}
impl<'a, T: Clone + 'a, I: ExactSizeIterator<Item = &'a T>> ExactSizeIterator for Cloned<I> {}

/// See `Iterator::step_by`.
pub struct StepBy<I> {
    iter: I,
    step: usize,
    first: bool,
}

impl<I> StepBy<I> {
    #[track_caller]
    pub(super) fn new(iter: I, step: usize) -> Self {
        assert!(step != 0);
        StepBy { iter, step, first: true }
    }

    // How many of `n` elements are yielded.  With `first` the next one is; iterators that step by themselves stay in that state.
    fn steps(&self, n: usize) -> usize {
        if self.first { n.div_ceil(self.step) } else { n / self.step }
    }
}

impl<I: Iterator> Iterator for StepBy<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.iter.__next_step(self.step, &mut self.first)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.iter.size_hint();
        let most = match most {
            Some(n) => Some(self.steps(n)),
            None => None,
        };
        (self.steps(least), most)
    }
}
impl<I: DoubleEndedIterator + ExactSizeIterator> DoubleEndedIterator for StepBy<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        let (left, _) = self.size_hint();
        if left == 0 {
            return None;
        }
        // The last element that a step reaches, and what lies behind it.
        let len = self.iter.len();
        let first = if self.first { 0 } else { self.step - 1 };
        self.iter.nth_back(len - 1 - first - (left - 1) * self.step)
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for StepBy<I> {}

/// See `Iterator::chain`.
pub struct Chain<A, B> {
    a: Option<A>,
    b: B,
}

impl<A, B> Chain<A, B> {
    pub(super) fn new(a: A, b: B) -> Self {
        Chain { a: Some(a), b }
    }
}

impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Chain<A, B> {
    type Item = A::Item;

    fn next(&mut self) -> Option<A::Item> {
        if let Some(a) = &mut self.a {
            if let Some(x) = a.next() {
                return Some(x);
            }
            self.a = None;
        }
        self.b.next()
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a, a_most) = match &self.a {
            Some(a) => a.size_hint(),
            None => (0, Some(0)),
        };
        let (b, b_most) = self.b.size_hint();
        let most = match (a_most, b_most) {
            (Some(x), Some(y)) => x.checked_add(y),
            _ => None,
        };
        (a.saturating_add(b), most)
    }
}
impl<A: DoubleEndedIterator, B: DoubleEndedIterator<Item = A::Item>> DoubleEndedIterator for Chain<A, B> {
    fn next_back(&mut self) -> Option<A::Item> {
        if let Some(x) = self.b.next_back() {
            return Some(x);
        }
        match &mut self.a {
            Some(a) => a.next_back(),
            None => None,
        }
    }
}

/// `a`, then `b`.
pub fn chain<A: IntoIterator, B: IntoIterator<Item = A::Item>>(a: A, b: B) -> Chain<A::IntoIter, B::IntoIter> {
    Chain::new(a.into_iter(), b.into_iter())
}

/// See `Iterator::cycle`.
pub struct Cycle<I> {
    whole: I,
    iter: I,
}

impl<I: Clone> Cycle<I> {
    pub(super) fn new(iter: I) -> Self {
        Cycle { whole: iter.clone(), iter }
    }
}

impl<I: Clone + Iterator> Iterator for Cycle<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        match self.iter.next() {
            Some(x) => Some(x),
            None => {
                self.iter = self.whole.clone();
                self.iter.next()
            }
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.whole.size_hint() {
            (0, Some(0)) => (0, Some(0)),
            (0, _) => (0, None),
            _ => (usize::MAX, None),
        }
    }
}

/// See `Iterator::fuse`.
pub struct Fuse<I> {
    iter: Option<I>,
}

impl<I> Fuse<I> {
    pub(super) fn new(iter: I) -> Self {
        Fuse { iter: Some(iter) }
    }
}

impl<I: Iterator> Iterator for Fuse<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if let Some(iter) = &mut self.iter {
            if let Some(x) = iter.next() {
                return Some(x);
            }
            self.iter = None;
        }
        None
    }
}
impl<I: Iterator> super::FusedIterator for Fuse<I> {}

/// See `Iterator::peekable`.
pub struct Peekable<I: Iterator> {
    iter: I,
    peeked: Option<Option<I::Item>>,
}

impl<I: Iterator> Peekable<I> {
    pub(super) fn new(iter: I) -> Self {
        Peekable { iter, peeked: None }
    }

    pub fn peek(&mut self) -> Option<&I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }

    pub fn peek_mut(&mut self) -> Option<&mut I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &mut self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }

    pub fn next_if<F: FnOnce(&I::Item) -> bool>(&mut self, func: F) -> Option<I::Item> {
        let wanted = match self.peek() {
            Some(x) => func(x),
            None => false,
        };
        if wanted { self.next() } else { None }
    }

    pub fn next_if_eq<T: ?Sized>(&mut self, expected: &T) -> Option<I::Item>
    where
        I::Item: PartialEq<T>,
    {
        self.next_if(|next| *next == *expected)
    }

    /// The next element as `f` maps it; what `f` gives back as an error stays the next element.
    pub fn next_if_map<R, F: FnOnce(I::Item) -> Result<R, I::Item>>(&mut self, f: F) -> Option<R> {
        match f(self.next()?) {
            Ok(r) => Some(r),
            Err(item) => {
                self.peeked = Some(Some(item));
                None
            }
        }
    }

    /// As `f` maps the next element, which is consumed if that is a value.
    pub fn next_if_map_mut<R, F: FnOnce(&mut I::Item) -> Option<R>>(&mut self, f: F) -> Option<R> {
        let r = f(self.peek_mut()?)?;
        self.next();
        Some(r)
    }
}

impl<I: Iterator> Iterator for Peekable<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        match self.peeked.take() {
            Some(x) => x,
            None => self.iter.next(),
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let peeked = match &self.peeked {
            Some(Some(_)) => 1,
            Some(None) => return (0, Some(0)),
            None => 0,
        };
        let (least, most) = self.iter.size_hint();
        let most = match most {
            Some(n) => n.checked_add(peeked),
            None => None,
        };
        (least.saturating_add(peeked), most)
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Peekable<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        match &self.peeked {
            Some(None) => None,
            Some(Some(_)) => match self.iter.next_back() {
                Some(x) => Some(x),
                None => self.peeked.take().flatten(),
            },
            None => self.iter.next_back(),
        }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Peekable<I> {}

/// See `Iterator::flat_map`.
pub struct FlatMap<I, U: IntoIterator, F> {
    iter: I,
    f: F,
    inner: Option<U::IntoIter>,
}

impl<I, U: IntoIterator, F> FlatMap<I, U, F> {
    pub(super) fn new(iter: I, f: F) -> Self {
        FlatMap { iter, f, inner: None }
    }
}

impl<I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U> Iterator for FlatMap<I, U, F> {
    type Item = U::Item;

    fn next(&mut self) -> Option<U::Item> {
        loop {
            if let Some(inner) = &mut self.inner {
                if let Some(x) = inner.next() {
                    return Some(x);
                }
            }
            match self.iter.next() {
                Some(x) => self.inner = Some((self.f)(x).into_iter()),
                None => {
                    self.inner = None;
                    return None;
                }
            }
        }
    }
}

/// See `Iterator::flatten`.
pub struct Flatten<I, U: IntoIterator> {
    iter: I,
    inner: Option<U::IntoIter>,
}

impl<I, U: IntoIterator> Flatten<I, U> {
    pub(super) fn new(iter: I) -> Self {
        Flatten { iter, inner: None }
    }
}

impl<U: IntoIterator, I: Iterator<Item = U>> Iterator for Flatten<I, U> {
    type Item = U::Item;

    fn next(&mut self) -> Option<U::Item> {
        loop {
            if let Some(inner) = &mut self.inner {
                if let Some(x) = inner.next() {
                    return Some(x);
                }
            }
            match self.iter.next() {
                Some(x) => self.inner = Some(x.into_iter()),
                None => {
                    self.inner = None;
                    return None;
                }
            }
        }
    }
}

macro_rules! clone_adapters {
    ($($Name:ident<$($G:ident),*> { $($field:ident),* };)*) => {$(
        impl<$($G: Clone),*> Clone for $Name<$($G),*> {
            fn clone(&self) -> Self {
                $Name { $($field: self.$field.clone()),* }
            }
        }
    )*};
}
clone_adapters! {
    Map<I, F> { iter, f };
    Filter<I, P> { iter, predicate };
    Enumerate<I> { iter, count };
    Zip<A, B> { a, b };
    Rev<I> { iter };
    Take<I> { iter, n };
    Skip<I> { iter, n };
    Copied<I> { iter };
    StepBy<I> { iter, step, first };
    Chain<A, B> { a, b };
}
