//! Methods of `bool`.

impl bool {
    pub fn then_some<T>(self, value: T) -> Option<T> {
        if self { Some(value) } else { None }
    }

    pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T> {
        if self { Some(f()) } else { None }
    }
}
