//! Pointers that are not null: an Option of one is as large as the pointer.

use super::slice_from_raw_parts_mut;
use crate::cmp::Ordering;
use crate::num::NonZero;

/// A pointer that is not null.
#[repr(transparent)]
#[rustc_layout_scalar_valid_range_start(1)]
pub struct NonNull<T: ?Sized> {
    pointer: *const T,
}

impl<T: ?Sized> NonNull<T> {
    /// # Safety
    /// `ptr` must not be null.
    pub const unsafe fn new_unchecked(ptr: *mut T) -> NonNull<T> {
        unsafe { NonNull { pointer: ptr as *const T } }
    }

    pub fn new(ptr: *mut T) -> Option<NonNull<T>> {
        if ptr as *const u8 == 0usize as *const u8 { None } else { unsafe { Some(NonNull::new_unchecked(ptr)) } }
    }

    pub const fn from_ref(r: &T) -> NonNull<T> {
        unsafe { NonNull { pointer: r as *const T } }
    }

    pub const fn from_mut(r: &mut T) -> NonNull<T> {
        unsafe { NonNull { pointer: r as *mut T as *const T } }
    }

    pub const fn as_ptr(self) -> *mut T {
        self.pointer as *mut T
    }

    /// # Safety
    /// The pointer must be valid for reads for all of `'a`.
    pub const unsafe fn as_ref<'a>(&self) -> &'a T {
        unsafe { &*self.as_ptr() }
    }

    /// # Safety
    /// The pointer must be valid for reads and writes for all of `'a`, and unaliased.
    pub const unsafe fn as_mut<'a>(&mut self) -> &'a mut T {
        unsafe { &mut *self.as_ptr() }
    }

    pub const fn cast<U>(self) -> NonNull<U> {
        unsafe { NonNull { pointer: self.pointer as *const U } }
    }

    pub fn addr(self) -> NonZero<usize> {
        unsafe { NonZero::new_unchecked(self.pointer as *const u8 as usize) }
    }

    pub fn expose_provenance(self) -> NonZero<usize> {
        self.addr()
    }
}

// Methods that do what the raw pointer's do.
macro_rules! forwarded {
    ($($name:ident($($arg:ident: $t:ty),*) $(-> $result:ty)?;)*) => {$(
        /// # Safety
        /// As of the raw pointer's method.
        pub const unsafe fn $name(self $(, $arg: $t)*) $(-> $result)? {
            unsafe { self.as_ptr().$name($($arg),*) }
        }
    )*};
}
macro_rules! moved {
    ($($name:ident($count:ident: $t:ty);)*) => {$(
        /// # Safety
        /// As of the raw pointer's method.
        pub const unsafe fn $name(self, $count: $t) -> NonNull<T> {
            unsafe { NonNull::new_unchecked(self.as_ptr().$name($count)) }
        }
    )*};
}

impl<T> NonNull<T> {
    pub const fn dangling() -> NonNull<T> {
        unsafe { NonNull { pointer: super::dangling() } }
    }

    pub fn without_provenance(addr: NonZero<usize>) -> NonNull<T> {
        unsafe { NonNull { pointer: addr.get() as *const T } }
    }

    pub fn with_exposed_provenance(addr: NonZero<usize>) -> NonNull<T> {
        NonNull::without_provenance(addr)
    }

    pub fn with_addr(self, addr: NonZero<usize>) -> NonNull<T> {
        unsafe { NonNull::new_unchecked(self.as_ptr().with_addr(addr.get())) }
    }

    pub fn map_addr<F: FnOnce(NonZero<usize>) -> NonZero<usize>>(self, f: F) -> NonNull<T> {
        self.with_addr(f(self.addr()))
    }

    pub fn is_aligned(self) -> bool {
        self.as_ptr().is_aligned()
    }

    #[track_caller]
    pub fn align_offset(self, align: usize) -> usize {
        self.as_ptr().align_offset(align)
    }

    moved! {
        add(count: usize);
        sub(count: usize);
        offset(count: isize);
        byte_add(count: usize);
        byte_sub(count: usize);
        byte_offset(count: isize);
    }
    forwarded! {
        read() -> T;
        read_unaligned() -> T;
        write(value: T);
        write_unaligned(value: T);
        write_bytes(value: u8, count: usize);
        replace(value: T) -> T;
    }

    /// # Safety
    /// As of the function `drop_in_place`.
    pub unsafe fn drop_in_place(self) {
        unsafe { self.as_ptr().drop_in_place() }
    }
    /// # Safety
    /// As of `read_volatile`.
    pub unsafe fn read_volatile(self) -> T {
        unsafe { self.as_ptr().read_volatile() }
    }
    /// # Safety
    /// As of `write_volatile`.
    pub unsafe fn write_volatile(self, value: T) {
        unsafe { self.as_ptr().write_volatile(value) }
    }
    /// # Safety
    /// As of `offset_from`.
    pub const unsafe fn offset_from(self, origin: NonNull<T>) -> isize {
        unsafe { self.as_ptr().offset_from(origin.pointer) }
    }
    /// # Safety
    /// As of `offset_from`, and `self` must not be before `origin`.
    pub const unsafe fn offset_from_unsigned(self, origin: NonNull<T>) -> usize {
        unsafe { self.as_ptr().offset_from_unsigned(origin.pointer) }
    }
    /// # Safety
    /// As of `offset_from`.
    pub const unsafe fn byte_offset_from<U>(self, origin: NonNull<U>) -> isize {
        unsafe { self.as_ptr().byte_offset_from(origin.pointer) }
    }
    /// # Safety
    /// As of `offset_from`, and `self` must not be before `origin`.
    pub const unsafe fn byte_offset_from_unsigned<U>(self, origin: NonNull<U>) -> usize {
        unsafe { self.as_ptr().byte_offset_from_unsigned(origin.pointer) }
    }
    /// # Safety
    /// As of `copy`.
    pub const unsafe fn copy_to(self, dest: NonNull<T>, count: usize) {
        unsafe { self.as_ptr().copy_to(dest.as_ptr(), count) }
    }
    /// # Safety
    /// As of `copy_nonoverlapping`.
    pub const unsafe fn copy_to_nonoverlapping(self, dest: NonNull<T>, count: usize) {
        unsafe { self.as_ptr().copy_to_nonoverlapping(dest.as_ptr(), count) }
    }
    /// # Safety
    /// As of `copy`.
    pub const unsafe fn copy_from(self, src: NonNull<T>, count: usize) {
        unsafe { self.as_ptr().copy_from(src.pointer, count) }
    }
    /// # Safety
    /// As of `copy_nonoverlapping`.
    pub const unsafe fn copy_from_nonoverlapping(self, src: NonNull<T>, count: usize) {
        unsafe { self.as_ptr().copy_from_nonoverlapping(src.pointer, count) }
    }
    /// # Safety
    /// As of `swap`.
    pub const unsafe fn swap(self, with: NonNull<T>) {
        unsafe { self.as_ptr().swap(with.as_ptr()) }
    }
}

impl<T> NonNull<[T]> {
    pub const fn slice_from_raw_parts(data: NonNull<T>, len: usize) -> NonNull<[T]> {
        unsafe { NonNull::new_unchecked(slice_from_raw_parts_mut(data.as_ptr(), len)) }
    }

    pub const fn len(self) -> usize {
        self.as_ptr().len()
    }

    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl<T: ?Sized> Clone for NonNull<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: ?Sized> Copy for NonNull<T> {}
impl<T: ?Sized> crate::fmt::Debug for NonNull<T> {}
impl<T> PartialEq for NonNull<T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_ptr() == other.as_ptr()
    }
}
impl<T> Eq for NonNull<T> {}
impl<T> PartialOrd for NonNull<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for NonNull<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_ptr().cmp(&other.as_ptr())
    }
}
impl<'a, T: ?Sized> From<&'a T> for NonNull<T> {
    fn from(r: &'a T) -> Self {
        NonNull::from_ref(r)
    }
}
impl<'a, T: ?Sized> From<&'a mut T> for NonNull<T> {
    fn from(r: &'a mut T) -> Self {
        NonNull::from_mut(r)
    }
}
