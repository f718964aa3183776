//! Memory that can change behind a shared reference.

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

    pub const fn as_ptr(&self) -> *mut T {
        self.value.get()
    }

    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
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
