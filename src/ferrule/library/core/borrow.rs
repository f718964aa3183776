//! Borrowed forms of types.

/// A type that can be borrowed as `B`.
pub trait Borrow<B: ?Sized> {
    fn borrow(&self) -> &B;
}

/// A type that can be mutably borrowed as `B`.
pub trait BorrowMut<B: ?Sized>: Borrow<B> {
    fn borrow_mut(&mut self) -> &mut B;
}

impl<T: ?Sized> Borrow<T> for T {
    fn borrow(&self) -> &T {
        self
    }
}
impl<T: ?Sized> BorrowMut<T> for T {
    fn borrow_mut(&mut self) -> &mut T {
        self
    }
}
