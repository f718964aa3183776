//! A cell that counts the borrows of its content at run time.

use super::{Cell, UnsafeCell};
use crate::cmp::Ordering;
use crate::mem;
use crate::ops::{Deref, DerefMut};

/// Memory that is borrowed shared or mutably, with a check at run time.
pub struct RefCell<T: ?Sized> {
    // The number of shared borrows, or -1 for a mutable one.
    borrows: Cell<isize>,
    value: UnsafeCell<T>,
}

/// The content was borrowed mutably.
pub struct BorrowError(());
/// The content was borrowed.
pub struct BorrowMutError(());
impl crate::fmt::Debug for BorrowError {}
impl crate::fmt::Debug for BorrowMutError {}

impl<T> RefCell<T> {
    pub const fn new(value: T) -> RefCell<T> {
        RefCell { borrows: Cell::new(0), value: UnsafeCell::new(value) }
    }

    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }

    #[track_caller]
    pub fn replace(&self, t: T) -> T {
        mem::replace(&mut *self.borrow_mut(), t)
    }

    #[track_caller]
    pub fn replace_with<F: FnOnce(&mut T) -> T>(&self, f: F) -> T {
        let mut borrow = self.borrow_mut();
        let new = f(&mut *borrow);
        mem::replace(&mut *borrow, new)
    }

    #[track_caller]
    pub fn swap(&self, other: &RefCell<T>) {
        mem::swap(&mut *self.borrow_mut(), &mut *other.borrow_mut())
    }

    #[track_caller]
    pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }
}

impl<T: ?Sized> RefCell<T> {
    #[track_caller]
    pub fn borrow(&self) -> Ref<'_, T> {
        if self.borrows.get() < 0 {
            panic!("RefCell already mutably borrowed");
        }
        self.share()
    }

    pub fn try_borrow(&self) -> Result<Ref<'_, T>, BorrowError> {
        if self.borrows.get() < 0 { Err(BorrowError(())) } else { Ok(self.share()) }
    }

    fn share(&self) -> Ref<'_, T> {
        self.borrows.set(self.borrows.get() + 1);
        Ref { value: unsafe { &*self.value.get() }, borrow: Borrow { borrows: &self.borrows } }
    }

    #[track_caller]
    pub fn borrow_mut(&self) -> RefMut<'_, T> {
        if self.borrows.get() != 0 {
            panic!("RefCell already borrowed");
        }
        self.take_hold()
    }

    pub fn try_borrow_mut(&self) -> Result<RefMut<'_, T>, BorrowMutError> {
        if self.borrows.get() != 0 { Err(BorrowMutError(())) } else { Ok(self.take_hold()) }
    }

    fn take_hold(&self) -> RefMut<'_, T> {
        self.borrows.set(-1);
        RefMut { value: unsafe { &mut *self.value.get() }, borrow: Borrow { borrows: &self.borrows } }
    }

    /// # Safety
    /// Nothing may borrow the content mutably while the reference lives.
    pub unsafe fn try_borrow_unguarded(&self) -> Result<&T, BorrowError> {
        if self.borrows.get() < 0 { Err(BorrowError(())) } else { unsafe { Ok(&*self.value.get()) } }
    }

    pub const fn as_ptr(&self) -> *mut T {
        self.value.get()
    }

    pub const fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
}

// One borrow, which ends when this is dropped.
struct Borrow<'b> {
    borrows: &'b Cell<isize>,
}

impl<'b> Drop for Borrow<'b> {
    fn drop(&mut self) {
        let n = self.borrows.get();
        self.borrows.set(if n < 0 { n + 1 } else { n - 1 });
    }
}

/// A shared borrow of the content of a RefCell.
pub struct Ref<'b, T: ?Sized> {
    borrow: Borrow<'b>,
    value: &'b T,
}

impl<'b, T: ?Sized> Ref<'b, T> {
    pub fn clone(orig: &Ref<'b, T>) -> Ref<'b, T> {
        let borrows = orig.borrow.borrows;
        borrows.set(borrows.get() + 1);
        Ref { value: orig.value, borrow: Borrow { borrows } }
    }

    pub fn map<U: ?Sized, F: FnOnce(&T) -> &U>(orig: Ref<'b, T>, f: F) -> Ref<'b, U> {
        Ref { value: f(orig.value), borrow: orig.borrow }
    }
}

impl<'b, T: ?Sized> Deref for Ref<'b, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value
    }
}

/// A mutable borrow of the content of a RefCell.
pub struct RefMut<'b, T: ?Sized> {
    borrow: Borrow<'b>,
    value: &'b mut T,
}

impl<'b, T: ?Sized> RefMut<'b, T> {
    pub fn map<U: ?Sized, F: FnOnce(&mut T) -> &mut U>(orig: RefMut<'b, T>, f: F) -> RefMut<'b, U> {
        RefMut { value: f(orig.value), borrow: orig.borrow }
    }
}

impl<'b, T: ?Sized> Deref for RefMut<'b, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value
    }
}
impl<'b, T: ?Sized> DerefMut for RefMut<'b, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value
    }
}

impl<T: Clone> Clone for RefCell<T> {
    #[track_caller]
    fn clone(&self) -> Self {
        RefCell::new((*self.borrow()).clone())
    }
}
impl<T: Default> Default for RefCell<T> {
    fn default() -> Self {
        RefCell::new(T::default())
    }
}
impl<T: PartialEq> PartialEq for RefCell<T> {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        *self.borrow() == *other.borrow()
    }
}
impl<T: Eq> Eq for RefCell<T> {}
impl<T: PartialOrd> PartialOrd for RefCell<T> {
    #[track_caller]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (*self.borrow()).partial_cmp(&*other.borrow())
    }
}
impl<T: Ord> Ord for RefCell<T> {
    #[track_caller]
    fn cmp(&self, other: &Self) -> Ordering {
        (*self.borrow()).cmp(&*other.borrow())
    }
}
impl<T> From<T> for RefCell<T> {
    fn from(value: T) -> Self {
        RefCell::new(value)
    }
}
