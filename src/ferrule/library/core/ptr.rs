//! Raw pointers.

use crate::cmp::Ordering;
use crate::intrinsics;

pub use crate::intrinsics::{copy, copy_nonoverlapping, write_bytes};
pub use crate::intrinsics::{read, read_unaligned, volatile_load as read_volatile};
pub use crate::intrinsics::{volatile_store as write_volatile, write, write_unaligned};

pub use crate::{addr_of, addr_of_mut};

#[macro_export]
macro_rules! addr_of {
    ($place:expr) => {
        &raw const $place
    };
}
#[macro_export]
macro_rules! addr_of_mut {
    ($place:expr) => {
        &raw mut $place
    };
}

pub const fn null<T>() -> *const T {
    0usize as *const T
}

pub const fn null_mut<T>() -> *mut T {
    0usize as *mut T
}

/// A dangling but aligned pointer.
pub const fn dangling<T>() -> *const T {
    intrinsics::align_of::<T>() as *const T
}

pub const fn slice_from_raw_parts<T>(data: *const T, len: usize) -> *const [T] {
    intrinsics::slice_from_raw_parts(data, len)
}

pub const fn slice_from_raw_parts_mut<T>(data: *mut T, len: usize) -> *mut [T] {
    intrinsics::slice_from_raw_parts(data as *const T, len) as *mut [T]
}

/// p, with the optimiser told that it is not null.  An Option of a reference at p plus an index then needs no test.
///
/// # Safety
/// p must not be null.
#[doc(hidden)]
pub unsafe fn __not_null<T>(p: *mut T) -> *mut T {
    unsafe { intrinsics::assume(!p.is_null()) };
    p
}

/// # Safety
/// As of `read` and `write`.
pub const unsafe fn replace<T>(dst: *mut T, src: T) -> T {
    unsafe {
        let old = read(dst as *const T);
        write(dst, src);
        old
    }
}

/// # Safety
/// As of `read` and `write`.
pub const unsafe fn swap<T>(a: *mut T, b: *mut T) {
    unsafe {
        let x = read(a as *const T);
        let y = read(b as *const T);
        write(a, y);
        write(b, x);
    }
}

pub fn eq<T>(a: *const T, b: *const T) -> bool {
    a == b
}

pub const fn from_ref<T>(r: &T) -> *const T {
    r
}

pub const fn from_mut<T>(r: &mut T) -> *mut T {
    r
}

macro_rules! pointer {
    ($mutability:tt) => {
        impl<T> *$mutability T {
            pub fn is_null(self) -> bool {
                self as *const u8 == 0usize as *const u8
            }

            pub const fn cast<U>(self) -> *$mutability U {
                self as *$mutability U
            }

            pub fn addr(self) -> usize {
                self as usize
            }

            pub fn is_aligned(self) -> bool {
                self as usize & (intrinsics::align_of::<T>() - 1) == 0
            }

            pub const unsafe fn offset(self, count: isize) -> *$mutability T {
                unsafe { intrinsics::offset(self as *const T, count) as *$mutability T }
            }

            pub const unsafe fn add(self, count: usize) -> *$mutability T {
                unsafe { intrinsics::offset(self as *const T, count as isize) as *$mutability T }
            }

            pub const unsafe fn sub(self, count: usize) -> *$mutability T {
                unsafe { intrinsics::offset(self as *const T, intrinsics::wrapping_sub(0, count as isize)) as *$mutability T }
            }

            pub const unsafe fn byte_add(self, count: usize) -> *$mutability T {
                unsafe { intrinsics::offset(self as *const u8, count as isize) as *$mutability T }
            }

            pub const unsafe fn byte_sub(self, count: usize) -> *$mutability T {
                unsafe { intrinsics::offset(self as *const u8, intrinsics::wrapping_sub(0, count as isize)) as *$mutability T }
            }

            pub const unsafe fn byte_offset(self, count: isize) -> *$mutability T {
                unsafe { intrinsics::offset(self as *const u8, count) as *$mutability T }
            }

            pub const fn wrapping_offset(self, count: isize) -> *$mutability T {
                intrinsics::arith_offset(self as *const T, count) as *$mutability T
            }

            pub const fn wrapping_add(self, count: usize) -> *$mutability T {
                intrinsics::arith_offset(self as *const T, count as isize) as *$mutability T
            }

            pub const fn wrapping_sub(self, count: usize) -> *$mutability T {
                intrinsics::arith_offset(self as *const T, intrinsics::wrapping_sub(0, count as isize)) as *$mutability T
            }

            pub const unsafe fn offset_from(self, origin: *const T) -> isize {
                unsafe { intrinsics::offset_from(self as *const T, origin) }
            }

            pub const unsafe fn offset_from_unsigned(self, origin: *const T) -> usize {
                unsafe { intrinsics::offset_from(self as *const T, origin) as usize }
            }

            pub const unsafe fn read(self) -> T {
                unsafe { intrinsics::read(self as *const T) }
            }

            pub unsafe fn read_volatile(self) -> T {
                unsafe { intrinsics::volatile_load(self as *const T) }
            }

            pub const unsafe fn read_unaligned(self) -> T {
                unsafe { intrinsics::read_unaligned(self as *const T) }
            }

            pub const unsafe fn copy_to(self, dest: *mut T, count: usize) {
                unsafe { intrinsics::copy(self as *const T, dest, count) }
            }

            pub const unsafe fn copy_to_nonoverlapping(self, dest: *mut T, count: usize) {
                unsafe { intrinsics::copy_nonoverlapping(self as *const T, dest, count) }
            }

            pub unsafe fn as_ref<'a>(self) -> Option<&'a T> {
                if self.is_null() { None } else { unsafe { Some(&*self) } }
            }
        }
    };
}
pointer! { const }
pointer! { mut }

impl<T> *const T {
    pub const fn cast_mut(self) -> *mut T {
        self as *mut T
    }
}

impl<T> *mut T {
    pub const fn cast_const(self) -> *const T {
        self as *const T
    }

    pub const unsafe fn write(self, value: T) {
        unsafe { intrinsics::write(self, value) }
    }

    pub unsafe fn write_volatile(self, value: T) {
        unsafe { intrinsics::volatile_store(self, value) }
    }

    pub const unsafe fn write_unaligned(self, value: T) {
        unsafe { intrinsics::write_unaligned(self, value) }
    }

    pub const unsafe fn write_bytes(self, value: u8, count: usize) {
        unsafe { intrinsics::write_bytes(self, value, count) }
    }

    pub const unsafe fn copy_from(self, src: *const T, count: usize) {
        unsafe { intrinsics::copy(src, self, count) }
    }

    pub const unsafe fn copy_from_nonoverlapping(self, src: *const T, count: usize) {
        unsafe { intrinsics::copy_nonoverlapping(src, self, count) }
    }

    pub const unsafe fn replace(self, value: T) -> T {
        unsafe { replace(self, value) }
    }

    pub const unsafe fn swap(self, with: *mut T) {
        unsafe { swap(self, with) }
    }

    pub unsafe fn as_mut<'a>(self) -> Option<&'a mut T> {
        if self.is_null() { None } else { unsafe { Some(&mut *self) } }
    }
}

impl<T> *const [T] {
    pub const fn len(self) -> usize {
        intrinsics::slice_len(self)
    }

    pub const fn as_ptr(self) -> *const T {
        self as *const T
    }
}

impl<T> *mut [T] {
    pub const fn len(self) -> usize {
        intrinsics::slice_len(self as *const [T])
    }

    pub const fn as_mut_ptr(self) -> *mut T {
        self as *mut T
    }
}

/// A pointer that is not null.
#[repr(transparent)]
pub struct NonNull<T> {
    pointer: *const T,
}

impl<T> NonNull<T> {
    pub const fn dangling() -> NonNull<T> {
        NonNull { pointer: dangling() }
    }

    /// # Safety
    /// `ptr` must not be null.
    pub const unsafe fn new_unchecked(ptr: *mut T) -> NonNull<T> {
        NonNull { pointer: ptr as *const T }
    }

    pub fn new(ptr: *mut T) -> Option<NonNull<T>> {
        if ptr.is_null() { None } else { Some(NonNull { pointer: ptr as *const T }) }
    }

    pub const fn as_ptr(self) -> *mut T {
        self.pointer as *mut T
    }

    /// # Safety
    /// The pointer must be valid for reads for all of `'a`.
    pub const unsafe fn as_ref<'a>(&self) -> &'a T {
        unsafe { &*self.pointer }
    }

    /// # Safety
    /// The pointer must be valid for reads and writes for all of `'a`, and unaliased.
    pub const unsafe fn as_mut<'a>(&mut self) -> &'a mut T {
        unsafe { &mut *(self.pointer as *mut T) }
    }

    pub const fn cast<U>(self) -> NonNull<U> {
        NonNull { pointer: self.pointer as *const U }
    }

    /// # Safety
    /// As of the raw pointer's `add`.
    pub const unsafe fn add(self, count: usize) -> NonNull<T> {
        NonNull { pointer: unsafe { self.pointer.add(count) } }
    }

    /// # Safety
    /// As of `read`.
    pub const unsafe fn read(self) -> T {
        unsafe { read(self.pointer) }
    }

    /// # Safety
    /// As of `write`.
    pub const unsafe fn write(self, value: T) {
        unsafe { write(self.pointer as *mut T, value) }
    }
}
impl<T> Clone for NonNull<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for NonNull<T> {}
impl<T> PartialEq for NonNull<T> {
    fn eq(&self, other: &Self) -> bool {
        self.pointer == other.pointer
    }
}
impl<T> Eq for NonNull<T> {}
impl<T> PartialOrd for NonNull<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.pointer.partial_cmp(&other.pointer)
    }
}
impl<'a, T> From<&'a T> for NonNull<T> {
    fn from(r: &'a T) -> Self {
        NonNull { pointer: r }
    }
}
impl<'a, T> From<&'a mut T> for NonNull<T> {
    fn from(r: &'a mut T) -> Self {
        NonNull { pointer: r }
    }
}
