//! Memory that can change behind a shared reference.

mod ref_cell;

pub use ref_cell::{BorrowError, BorrowMutError, Ref, RefCell, RefMut};

use crate::cmp::Ordering;
use crate::mem;

/// The one way to get at mutable memory through `&`.
#[lang = "unsafe_cell"]
#[repr(transparent)]
pub struct UnsafeCell<T: ?Sized> {
    value: T,
}

impl<T> UnsafeCell<T> {
    pub const fn new(value: T) -> UnsafeCell<T> {
        UnsafeCell { value }
    }

    pub const fn into_inner(self) -> T {
        self.value
    }
}

impl<T: ?Sized> UnsafeCell<T> {
    pub const fn get(&self) -> *mut T {
        &self.value as *const T as *mut T
    }

    pub const fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }

    pub const fn from_mut(value: &mut T) -> &mut UnsafeCell<T> {
        unsafe { &mut *(value as *mut T as *mut UnsafeCell<T>) }
    }

    pub const fn raw_get(this: *const UnsafeCell<T>) -> *mut T {
        this as *const T as *mut T
    }
}

impl<T: Default> Default for UnsafeCell<T> {
    fn default() -> Self {
        UnsafeCell::new(T::default())
    }
}

/// A cell whose content is moved in and out.
#[repr(transparent)]
pub struct Cell<T: ?Sized> {
    value: UnsafeCell<T>,
}

impl<T> Cell<T> {
    pub const fn new(value: T) -> Cell<T> {
        Cell { value: UnsafeCell::new(value) }
    }

    pub fn set(&self, value: T) {
        self.replace(value);
    }

    pub fn replace(&self, value: T) -> T {
        mem::replace(unsafe { &mut *self.value.get() }, value)
    }

    pub fn swap(&self, other: &Cell<T>) {
        if self.as_ptr() != other.as_ptr() {
            unsafe { mem::swap(&mut *self.value.get(), &mut *other.value.get()) }
        }
    }

    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }

    pub fn get(&self) -> T
    where
        T: Copy,
    {
        unsafe { *self.value.get() }
    }

    pub fn update<F: FnOnce(T) -> T>(&self, f: F)
    where
        T: Copy,
    {
        self.set(f(self.get()));
    }

    pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }
}

impl<T: ?Sized> Cell<T> {
    pub const fn as_ptr(&self) -> *mut T {
        self.value.get()
    }

    pub const fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }

    pub const fn from_mut(t: &mut T) -> &Cell<T> {
        unsafe { &*(t as *mut T as *const Cell<T>) }
    }
}

impl<T> Cell<[T]> {
    pub const fn as_slice_of_cells(&self) -> &[Cell<T>] {
        unsafe { &*(self as *const Cell<[T]> as *const [Cell<T>]) }
    }
}

impl<T, const N: usize> Cell<[T; N]> {
    pub const fn as_array_of_cells(&self) -> &[Cell<T>; N] {
        unsafe { &*(self as *const Cell<[T; N]> as *const [Cell<T>; N]) }
    }
}

impl<T: Copy> Clone for Cell<T> {
    fn clone(&self) -> Self {
        Cell::new(self.get())
    }
}
impl<T: Default> Default for Cell<T> {
    fn default() -> Self {
        Cell::new(T::default())
    }
}
impl<T: PartialEq + Copy> PartialEq for Cell<T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}
impl<T: Eq + Copy> Eq for Cell<T> {}
impl<T: PartialOrd + Copy> PartialOrd for Cell<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.get().partial_cmp(&other.get())
    }
}
impl<T: Ord + Copy> Ord for Cell<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.get().cmp(&other.get())
    }
}
impl<T> From<T> for Cell<T> {
    fn from(value: T) -> Self {
        Cell::new(value)
    }
}
