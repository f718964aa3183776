//! Methods of `[u8]` on ASCII text.

impl [u8] {
    pub const fn is_ascii(&self) -> bool {
        let mut i = 0;
        while i < self.len() {
            if self[i] >= 0x80 {
                return false;
            }
            i += 1;
        }
        true
    }

    pub const fn eq_ignore_ascii_case(&self, other: &[u8]) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let mut i = 0;
        while i < self.len() {
            if !self[i].eq_ignore_ascii_case(&other[i]) {
                return false;
            }
            i += 1;
        }
        true
    }

    pub const fn make_ascii_uppercase(&mut self) {
        let mut i = 0;
        while i < self.len() {
            self[i] = self[i].to_ascii_uppercase();
            i += 1;
        }
    }

    pub const fn make_ascii_lowercase(&mut self) {
        let mut i = 0;
        while i < self.len() {
            self[i] = self[i].to_ascii_lowercase();
            i += 1;
        }
    }

    pub const fn trim_ascii_start(&self) -> &[u8] {
        let mut rest = self;
        while let [first, tail @ ..] = rest {
            if !first.is_ascii_whitespace() {
                break;
            }
            rest = tail;
        }
        rest
    }

    pub const fn trim_ascii_end(&self) -> &[u8] {
        let mut rest = self;
        while let [head @ .., last] = rest {
            if !last.is_ascii_whitespace() {
                break;
            }
            rest = head;
        }
        rest
    }

    pub const fn trim_ascii(&self) -> &[u8] {
        self.trim_ascii_start().trim_ascii_end()
    }
}
