//! What a text can be searched for: a char, several chars, a predicate on chars, a text.

/// Something to search for.
pub trait Pattern: Sized {
    /// The first match within `from..to`, as a range of bytes.
    #[doc(hidden)]
    fn __next(&mut self, text: &str, from: usize, to: usize) -> Option<(usize, usize)>;
    /// The last match within `from..to`.
    #[doc(hidden)]
    fn __prev(&mut self, text: &str, from: usize, to: usize) -> Option<(usize, usize)>;
    /// The length of a match at the start of the text.
    #[doc(hidden)]
    fn __prefix(&mut self, text: &str) -> Option<usize>;
    /// The length of a match at the end of the text.
    #[doc(hidden)]
    fn __suffix(&mut self, text: &str) -> Option<usize>;
}

/// A pattern that matches one char at a time; a split by one can be consumed from both ends.
pub trait CharPattern: Pattern {
    #[doc(hidden)]
    fn __matches(&mut self, c: char) -> bool;
}

macro_rules! char_pattern {
    ([$($generics:tt)*] $t:ty: |$pattern:ident, $c:ident| $matches:expr) => {
        impl<$($generics)*> CharPattern for $t {
            fn __matches(&mut self, $c: char) -> bool {
                let $pattern = self;
                $matches
            }
        }
        impl<$($generics)*> Pattern for $t {
            fn __next(&mut self, text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
                let mut at = from;
                let mut chars = unsafe { text.get_unchecked(from..to) }.chars();
                while let Some(c) = chars.next() {
                    let end = at + c.len_utf8();
                    if self.__matches(c) {
                        return Some((at, end));
                    }
                    at = end;
                }
                None
            }
            fn __prev(&mut self, text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
                let mut end = to;
                let mut chars = unsafe { text.get_unchecked(from..to) }.chars();
                while let Some(c) = chars.next_back() {
                    let at = end - c.len_utf8();
                    if self.__matches(c) {
                        return Some((at, end));
                    }
                    end = at;
                }
                None
            }
            fn __prefix(&mut self, text: &str) -> Option<usize> {
                let c = text.chars().next()?;
                if self.__matches(c) { Some(c.len_utf8()) } else { None }
            }
            fn __suffix(&mut self, text: &str) -> Option<usize> {
                let c = text.chars().next_back()?;
                if self.__matches(c) { Some(c.len_utf8()) } else { None }
            }
        }
    };
}
char_pattern! { [] char: |p, c| *p == c }
char_pattern! { ['a] &'a [char]: |p, c| p.contains(&c) }
char_pattern! { [const N: usize] [char; N]: |p, c| p.contains(&c) }
char_pattern! { ['a, const N: usize] &'a [char; N]: |p, c| p.contains(&c) }
char_pattern! { [F: FnMut(char) -> bool] F: |p, c| p(c) }

impl<'b> Pattern for &'b str {
    fn __next(&mut self, text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
        let (bytes, needle) = (text.as_bytes(), self.as_bytes());
        let mut at = from;
        while at + needle.len() <= to {
            if bytes[at..at + needle.len()] == *needle {
                return Some((at, at + needle.len()));
            }
            at += 1;
        }
        None
    }
    fn __prev(&mut self, text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
        let (bytes, needle) = (text.as_bytes(), self.as_bytes());
        let mut end = to;
        while end >= from + needle.len() {
            if bytes[end - needle.len()..end] == *needle {
                return Some((end - needle.len(), end));
            }
            if end == 0 {
                break;
            }
            end -= 1;
        }
        None
    }
    fn __prefix(&mut self, text: &str) -> Option<usize> {
        if text.as_bytes().starts_with(self.as_bytes()) { Some(self.len()) } else { None }
    }
    fn __suffix(&mut self, text: &str) -> Option<usize> {
        if text.as_bytes().ends_with(self.as_bytes()) { Some(self.len()) } else { None }
    }
}

impl<'b, 'c> Pattern for &'c &'b str {
    fn __next(&mut self, text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
        let mut pattern = **self;
        pattern.__next(text, from, to)
    }
    fn __prev(&mut self, text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
        let mut pattern = **self;
        pattern.__prev(text, from, to)
    }
    fn __prefix(&mut self, text: &str) -> Option<usize> {
        let mut pattern = **self;
        pattern.__prefix(text)
    }
    fn __suffix(&mut self, text: &str) -> Option<usize> {
        let mut pattern = **self;
        pattern.__suffix(text)
    }
}
