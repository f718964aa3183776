//! Iterators over the parts of a text.

use super::pattern::{CharPattern, Pattern};
use crate::iter::FusedIterator;

// The search for a pattern from either end.  After an empty match the next search starts at the next char.
struct Search<'a, P> {
    text: &'a str,
    pattern: P,
    from: usize,
    to: usize,
    done: bool,
}

impl<'a, P: Pattern> Search<'a, P> {
    fn new(text: &'a str, pattern: P) -> Self {
        Search { text, pattern, from: 0, to: text.len(), done: false }
    }

    fn next(&mut self) -> Option<(usize, usize)> {
        if self.done {
            return None;
        }
        let (start, end) = self.pattern.__next(self.text, self.from, self.to)?;
        if start < end {
            self.from = end;
        } else if end < self.to {
            self.from = self.text.ceil_char_boundary(end + 1);
        } else {
            self.done = true;
        }
        Some((start, end))
    }

    fn prev(&mut self) -> Option<(usize, usize)> {
        if self.done {
            return None;
        }
        let (start, end) = self.pattern.__prev(self.text, self.from, self.to)?;
        if start < end {
            self.to = start;
        } else if start > self.from {
            self.to = self.text.floor_char_boundary(start - 1);
        } else {
            self.done = true;
        }
        Some((start, end))
    }
}

// What is left of a text that is being split.  With `terminator` an empty last part does not count.
struct Parts<'a, P> {
    search: Search<'a, P>,
    start: usize,
    end: usize,
    terminator: bool,
    finished: bool,
}

impl<'a, P: Pattern> Parts<'a, P> {
    fn new(text: &'a str, pattern: P, terminator: bool) -> Self {
        Parts { search: Search::new(text, pattern), start: 0, end: text.len(), terminator, finished: false }
    }

    fn part(&self, start: usize, end: usize) -> &'a str {
        unsafe { self.search.text.get_unchecked(start..end) }
    }

    fn rest(&mut self) -> Option<&'a str> {
        if self.finished {
            return None;
        }
        self.finished = true;
        if self.terminator && self.start == self.end { None } else { Some(self.part(self.start, self.end)) }
    }

    fn next(&mut self, inclusive: bool) -> Option<&'a str> {
        if self.finished {
            return None;
        }
        match self.search.next() {
            Some((start, end)) => {
                let part = self.part(self.start, if inclusive { end } else { start });
                self.start = end;
                Some(part)
            }
            None => self.rest(),
        }
    }

    fn next_back(&mut self) -> Option<&'a str> {
        if self.finished {
            return None;
        }
        if self.terminator {
            self.terminator = false;
            // A delimiter at the very end ends the last part; it does not start another.
            match self.next_back() {
                Some(part) if !part.is_empty() => return Some(part),
                _ => {}
            }
            if self.finished {
                return None;
            }
        }
        match self.search.prev() {
            Some((start, end)) => {
                let part = self.part(end, self.end);
                self.end = start;
                Some(part)
            }
            None => {
                self.finished = true;
                Some(self.part(self.start, self.end))
            }
        }
    }

    // As `next_back`, with each part taken up to its delimiter.
    fn next_back_inclusive(&mut self) -> Option<&'a str> {
        if self.finished {
            return None;
        }
        if self.terminator {
            self.terminator = false;
            match self.next_back_inclusive() {
                Some(part) if !part.is_empty() => return Some(part),
                _ => {}
            }
            if self.finished {
                return None;
            }
        }
        match self.search.prev() {
            Some((_, end)) => {
                let part = self.part(end, self.end);
                self.end = end;
                Some(part)
            }
            None => {
                self.finished = true;
                Some(self.part(self.start, self.end))
            }
        }
    }
}

macro_rules! splits {
    ($($(#[$doc:meta])* $Name:ident($terminator:literal) |$parts:ident| $next:expr $(, back $next_back:expr)?;)*) => {$(
        $(#[$doc])*
        pub struct $Name<'a, P> {
            parts: Parts<'a, P>,
        }

        impl<'a, P: Pattern> $Name<'a, P> {
            pub(super) fn new(text: &'a str, pattern: P) -> Self {
                $Name { parts: Parts::new(text, pattern, $terminator) }
            }
        }
        impl<'a, P: Pattern> Iterator for $Name<'a, P> {
            type Item = &'a str;

            fn next(&mut self) -> Option<&'a str> {
                let $parts = &mut self.parts;
                $next
            }
        }
        $(
            impl<'a, P: CharPattern> DoubleEndedIterator for $Name<'a, P> {
                fn next_back(&mut self) -> Option<&'a str> {
                    let $parts = &mut self.parts;
                    $next_back
                }
            }
        )?
        impl<'a, P: Pattern> FusedIterator for $Name<'a, P> {}
    )*};
}
splits! {
    /// See `str::split`.
    Split(false) |parts| parts.next(false), back parts.next_back();
    /// See `str::split_terminator`.
    SplitTerminator(true) |parts| parts.next(false), back parts.next_back();
    /// See `str::split_inclusive`.
    SplitInclusive(true) |parts| parts.next(true), back parts.next_back_inclusive();
    /// See `str::rsplit`.
    RSplit(false) |parts| parts.next_back(), back parts.next(false);
    /// See `str::rsplit_terminator`.
    RSplitTerminator(true) |parts| parts.next_back(), back parts.next(false);
}

macro_rules! limited {
    ($($(#[$doc:meta])* $Name:ident($Split:ident);)*) => {$(
        $(#[$doc])*
        pub struct $Name<'a, P> {
            split: $Split<'a, P>,
            left: usize,
        }

        impl<'a, P: Pattern> $Name<'a, P> {
            pub(super) fn new(split: $Split<'a, P>, n: usize) -> Self {
                $Name { split, left: n }
            }
        }
        impl<'a, P: Pattern> Iterator for $Name<'a, P> {
            type Item = &'a str;

            fn next(&mut self) -> Option<&'a str> {
                if self.left == 0 {
                    return None;
                }
                self.left -= 1;
                if self.left == 0 { self.split.parts.rest() } else { self.split.next() }
            }
        }
        impl<'a, P: Pattern> FusedIterator for $Name<'a, P> {}
    )*};
}
limited! {
    /// See `str::splitn`.
    SplitN(Split);
    /// See `str::rsplitn`.
    RSplitN(RSplit);
}

macro_rules! matches {
    ($($(#[$doc:meta])* $Indices:ident $Texts:ident $next:ident $prev:ident;)*) => {$(
        $(#[$doc])*
        pub struct $Indices<'a, P> {
            search: Search<'a, P>,
        }
        $(#[$doc])*
        pub struct $Texts<'a, P> {
            indices: $Indices<'a, P>,
        }

        impl<'a, P: Pattern> $Indices<'a, P> {
            pub(super) fn new(text: &'a str, pattern: P) -> Self {
                $Indices { search: Search::new(text, pattern) }
            }
            fn item(&self, found: Option<(usize, usize)>) -> Option<(usize, &'a str)> {
                let (start, end) = found?;
                unsafe { Some((start, self.search.text.get_unchecked(start..end))) }
            }
        }
        impl<'a, P: Pattern> $Texts<'a, P> {
            pub(super) fn new(indices: $Indices<'a, P>) -> Self {
                $Texts { indices }
            }
        }
        impl<'a, P: Pattern> Iterator for $Indices<'a, P> {
            type Item = (usize, &'a str);

            fn next(&mut self) -> Option<(usize, &'a str)> {
                let found = self.search.$next();
                self.item(found)
            }
        }
        impl<'a, P: CharPattern> DoubleEndedIterator for $Indices<'a, P> {
            fn next_back(&mut self) -> Option<(usize, &'a str)> {
                let found = self.search.$prev();
                self.item(found)
            }
        }
        impl<'a, P: Pattern> Iterator for $Texts<'a, P> {
            type Item = &'a str;

            fn next(&mut self) -> Option<&'a str> {
                let (_, text) = self.indices.next()?;
                Some(text)
            }
        }
        impl<'a, P: CharPattern> DoubleEndedIterator for $Texts<'a, P> {
            fn next_back(&mut self) -> Option<&'a str> {
                let (_, text) = self.indices.next_back()?;
                Some(text)
            }
        }
    )*};
}
matches! {
    /// See `str::match_indices` and `str::matches`.
    MatchIndices Matches next prev;
    /// See `str::rmatch_indices` and `str::rmatches`.
    RMatchIndices RMatches prev next;
}

macro_rules! words {
    ($($(#[$doc:meta])* $Name:ident $trim_start:ident $trim_end:ident |$c:ident| $space:expr;)*) => {$(
        $(#[$doc])*
        pub struct $Name<'a> {
            rest: &'a str,
        }

        impl<'a> $Name<'a> {
            pub(super) fn new(text: &'a str) -> Self {
                $Name { rest: text }
            }
        }
        impl<'a> Iterator for $Name<'a> {
            type Item = &'a str;

            fn next(&mut self) -> Option<&'a str> {
                let text = self.rest.$trim_start();
                if text.is_empty() {
                    return None;
                }
                let end = text.find(|$c: char| $space).unwrap_or(text.len());
                let (word, rest) = text.split_at(end);
                self.rest = rest;
                Some(word)
            }
        }
        impl<'a> DoubleEndedIterator for $Name<'a> {
            fn next_back(&mut self) -> Option<&'a str> {
                let text = self.rest.$trim_end();
                if text.is_empty() {
                    return None;
                }
                let start = match text.rfind(|$c: char| $space) {
                    Some(at) => text.ceil_char_boundary(at + 1),
                    None => 0,
                };
                let (rest, word) = text.split_at(start);
                self.rest = rest;
                Some(word)
            }
        }
        impl<'a> FusedIterator for $Name<'a> {}
        impl<'a> Clone for $Name<'a> {
            fn clone(&self) -> Self {
                $Name { rest: self.rest }
            }
        }
    )*};
}
words! {
    /// See `str::split_whitespace`.
    SplitWhitespace trim_start trim_end |c| c.is_whitespace();
    /// See `str::split_ascii_whitespace`.
    SplitAsciiWhitespace trim_ascii_start trim_ascii_end |c| c.is_ascii_whitespace();
}

/// See `str::lines`.
pub struct Lines<'a> {
    lines: SplitInclusive<'a, char>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lines { lines: text.split_inclusive('\n') }
    }
}

// A carriage return belongs to the end of a line only before a line feed.
fn without_end(line: &str) -> &str {
    match line.strip_suffix('\n') {
        Some(line) => line.strip_suffix('\r').unwrap_or(line),
        None => line,
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        Some(without_end(self.lines.next()?))
    }
}
impl<'a> DoubleEndedIterator for Lines<'a> {
    fn next_back(&mut self) -> Option<&'a str> {
        Some(without_end(self.lines.next_back()?))
    }
}
impl<'a> FusedIterator for Lines<'a> {}
