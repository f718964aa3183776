//! Splitting where a predicate says so.

use crate::iter::FusedIterator;
use crate::mem;

// `whole` leaves an empty slice behind, so that parts of a mutable slice are given away once.
macro_rules! splits {
    ($Slice:ty, $split_at:ident, $take:expr;
     $Split:ident $SplitInclusive:ident $RSplit:ident $SplitN:ident $RSplitN:ident $ChunkBy:ident) => {
        /// The parts between the elements that the predicate matches.
        pub struct $Split<'a, T, P> {
            rest: $Slice,
            pred: P,
            finished: bool,
        }

        impl<'a, T, P: FnMut(&T) -> bool> $Split<'a, T, P> {
            pub(super) fn new(slice: $Slice, pred: P) -> Self {
                $Split { rest: slice, pred, finished: false }
            }

            fn rest(&mut self) -> Option<$Slice> {
                if self.finished {
                    return None;
                }
                self.finished = true;
                Some($take(&mut self.rest))
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> Iterator for $Split<'a, T, P> {
            type Item = $Slice;

            fn next(&mut self) -> Option<$Slice> {
                let mut i = 0;
                while i < self.rest.len() {
                    if (self.pred)(&self.rest[i]) {
                        let (part, tail) = $take(&mut self.rest).$split_at(i);
                        self.rest = tail.$split_at(1).1;
                        return Some(part);
                    }
                    i += 1;
                }
                self.rest()
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for $Split<'a, T, P> {
            fn next_back(&mut self) -> Option<$Slice> {
                let mut i = self.rest.len();
                while i > 0 {
                    i -= 1;
                    if (self.pred)(&self.rest[i]) {
                        let (head, part) = $take(&mut self.rest).$split_at(i);
                        self.rest = head;
                        return Some(part.$split_at(1).1);
                    }
                }
                self.rest()
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for $Split<'a, T, P> {}

        /// The parts up to and with the elements that the predicate matches.
        pub struct $SplitInclusive<'a, T, P> {
            rest: $Slice,
            pred: P,
        }

        impl<'a, T, P: FnMut(&T) -> bool> $SplitInclusive<'a, T, P> {
            pub(super) fn new(slice: $Slice, pred: P) -> Self {
                $SplitInclusive { rest: slice, pred }
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> Iterator for $SplitInclusive<'a, T, P> {
            type Item = $Slice;

            fn next(&mut self) -> Option<$Slice> {
                let n = self.rest.len();
                if n == 0 {
                    return None;
                }
                let mut i = 0;
                while i + 1 < n && !(self.pred)(&self.rest[i]) {
                    i += 1;
                }
                let (part, tail) = $take(&mut self.rest).$split_at(i + 1);
                self.rest = tail;
                Some(part)
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for $SplitInclusive<'a, T, P> {
            fn next_back(&mut self) -> Option<$Slice> {
                let n = self.rest.len();
                if n == 0 {
                    return None;
                }
                let mut i = n - 1;
                while i > 0 && !(self.pred)(&self.rest[i - 1]) {
                    i -= 1;
                }
                let (head, part) = $take(&mut self.rest).$split_at(i);
                self.rest = head;
                Some(part)
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for $SplitInclusive<'a, T, P> {}

        /// The parts between the elements that the predicate matches, from the back.
        pub struct $RSplit<'a, T, P> {
            split: $Split<'a, T, P>,
        }

        impl<'a, T, P: FnMut(&T) -> bool> $RSplit<'a, T, P> {
            pub(super) fn new(slice: $Slice, pred: P) -> Self {
                $RSplit { split: $Split::new(slice, pred) }
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> Iterator for $RSplit<'a, T, P> {
            type Item = $Slice;

            fn next(&mut self) -> Option<$Slice> {
                self.split.next_back()
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for $RSplit<'a, T, P> {
            fn next_back(&mut self) -> Option<$Slice> {
                self.split.next()
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for $RSplit<'a, T, P> {}

        splits! { @limited $Slice, $SplitN, $Split, next }
        splits! { @limited $Slice, $RSplitN, $Split, next_back }

        /// The longest parts in which the predicate holds for each two neighbours.
        pub struct $ChunkBy<'a, T, P> {
            rest: $Slice,
            pred: P,
        }

        impl<'a, T, P: FnMut(&T, &T) -> bool> $ChunkBy<'a, T, P> {
            pub(super) fn new(slice: $Slice, pred: P) -> Self {
                $ChunkBy { rest: slice, pred }
            }
        }
        impl<'a, T, P: FnMut(&T, &T) -> bool> Iterator for $ChunkBy<'a, T, P> {
            type Item = $Slice;

            fn next(&mut self) -> Option<$Slice> {
                let n = self.rest.len();
                if n == 0 {
                    return None;
                }
                let mut i = 1;
                while i < n && (self.pred)(&self.rest[i - 1], &self.rest[i]) {
                    i += 1;
                }
                let (part, tail) = $take(&mut self.rest).$split_at(i);
                self.rest = tail;
                Some(part)
            }
        }
        impl<'a, T, P: FnMut(&T, &T) -> bool> DoubleEndedIterator for $ChunkBy<'a, T, P> {
            fn next_back(&mut self) -> Option<$Slice> {
                let n = self.rest.len();
                if n == 0 {
                    return None;
                }
                let mut i = n - 1;
                while i > 0 && (self.pred)(&self.rest[i - 1], &self.rest[i]) {
                    i -= 1;
                }
                let (head, part) = $take(&mut self.rest).$split_at(i);
                self.rest = head;
                Some(part)
            }
        }
        impl<'a, T, P: FnMut(&T, &T) -> bool> FusedIterator for $ChunkBy<'a, T, P> {}
    };
    (@limited $Slice:ty, $Name:ident, $Split:ident, $next:ident) => {
        /// At most a number of parts; the last one is all that is left.
        pub struct $Name<'a, T, P> {
            split: $Split<'a, T, P>,
            left: usize,
        }

        impl<'a, T, P: FnMut(&T) -> bool> $Name<'a, T, P> {
            pub(super) fn new(slice: $Slice, n: usize, pred: P) -> Self {
                $Name { split: $Split::new(slice, pred), left: n }
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> Iterator for $Name<'a, T, P> {
            type Item = $Slice;

            fn next(&mut self) -> Option<$Slice> {
                if self.left == 0 {
                    return None;
                }
                self.left -= 1;
                if self.left == 0 { self.split.rest() } else { self.split.$next() }
            }
        }
        impl<'a, T, P: FnMut(&T) -> bool> FusedIterator for $Name<'a, T, P> {}
    };
}
splits! {
    &'a [T], split_at, whole;
    Split SplitInclusive RSplit SplitN RSplitN ChunkBy
}
splits! {
    &'a mut [T], split_at_mut, whole_mut;
    SplitMut SplitInclusiveMut RSplitMut SplitNMut RSplitNMut ChunkByMut
}

fn whole<'a, T>(slice: &mut &'a [T]) -> &'a [T] {
    mem::replace(slice, &[])
}

fn whole_mut<'a, T>(slice: &mut &'a mut [T]) -> &'a mut [T] {
    mem::replace(slice, &mut [])
}

impl<T> [T] {
    pub fn split<F: FnMut(&T) -> bool>(&self, pred: F) -> Split<'_, T, F> {
        Split::new(self, pred)
    }
    pub fn split_mut<F: FnMut(&T) -> bool>(&mut self, pred: F) -> SplitMut<'_, T, F> {
        SplitMut::new(self, pred)
    }
    pub fn split_inclusive<F: FnMut(&T) -> bool>(&self, pred: F) -> SplitInclusive<'_, T, F> {
        SplitInclusive::new(self, pred)
    }
    pub fn split_inclusive_mut<F: FnMut(&T) -> bool>(&mut self, pred: F) -> SplitInclusiveMut<'_, T, F> {
        SplitInclusiveMut::new(self, pred)
    }
    pub fn rsplit<F: FnMut(&T) -> bool>(&self, pred: F) -> RSplit<'_, T, F> {
        RSplit::new(self, pred)
    }
    pub fn rsplit_mut<F: FnMut(&T) -> bool>(&mut self, pred: F) -> RSplitMut<'_, T, F> {
        RSplitMut::new(self, pred)
    }
    pub fn splitn<F: FnMut(&T) -> bool>(&self, n: usize, pred: F) -> SplitN<'_, T, F> {
        SplitN::new(self, n, pred)
    }
    pub fn splitn_mut<F: FnMut(&T) -> bool>(&mut self, n: usize, pred: F) -> SplitNMut<'_, T, F> {
        SplitNMut::new(self, n, pred)
    }
    pub fn rsplitn<F: FnMut(&T) -> bool>(&self, n: usize, pred: F) -> RSplitN<'_, T, F> {
        RSplitN::new(self, n, pred)
    }
    pub fn rsplitn_mut<F: FnMut(&T) -> bool>(&mut self, n: usize, pred: F) -> RSplitNMut<'_, T, F> {
        RSplitNMut::new(self, n, pred)
    }
    pub fn chunk_by<F: FnMut(&T, &T) -> bool>(&self, pred: F) -> ChunkBy<'_, T, F> {
        ChunkBy::new(self, pred)
    }
    pub fn chunk_by_mut<F: FnMut(&T, &T) -> bool>(&mut self, pred: F) -> ChunkByMut<'_, T, F> {
        ChunkByMut::new(self, pred)
    }
}
