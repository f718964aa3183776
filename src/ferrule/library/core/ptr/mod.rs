//! Raw pointers.

use crate::intrinsics;

pub use crate::intrinsics::{copy, copy_nonoverlapping, write_bytes};
pub use crate::intrinsics::{read, read_unaligned, volatile_load as read_volatile};
pub use crate::intrinsics::{volatile_store as write_volatile, write, write_unaligned};

pub use crate::{addr_of, addr_of_mut};
pub use drop::drop_in_place;
pub use fn_ptr::{FnPtr, fn_addr_eq};
pub use non_null::NonNull;

mod drop;
mod fn_ptr;
mod non_null;

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

pub const fn dangling_mut<T>() -> *mut T {
    intrinsics::align_of::<T>() as *mut T
}

/// A pointer with an address that need not be that of anything.
pub const fn without_provenance<T>(addr: usize) -> *const T {
    addr as *const T
}

pub const fn without_provenance_mut<T>(addr: usize) -> *mut T {
    addr as *mut T
}

pub fn with_exposed_provenance<T>(addr: usize) -> *const T {
    addr as *const T
}

pub fn with_exposed_provenance_mut<T>(addr: usize) -> *mut T {
    addr as *mut T
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

pub fn addr_eq<T: ?Sized, U: ?Sized>(p: *const T, q: *const U) -> bool {
    p as *const u8 == q as *const u8
}

/// Exchanges `count` elements.
///
/// # Safety
/// As of `read` and `write`; the two places must not overlap.
pub const unsafe fn swap_nonoverlapping<T>(x: *mut T, y: *mut T, count: usize) {
    let mut i = 0;
    while i < count {
        unsafe { swap(x.add(i), y.add(i)) };
        i += 1;
    }
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

            pub fn expose_provenance(self) -> usize {
                self as usize
            }

            pub fn with_addr(self, addr: usize) -> *$mutability T {
                self.wrapping_byte_offset(intrinsics::wrapping_sub(addr, self as usize) as isize)
            }

            pub fn map_addr<F: FnOnce(usize) -> usize>(self, f: F) -> *$mutability T {
                self.with_addr(f(self as usize))
            }

            /// How many elements further the pointer is aligned; usize::MAX if it never is.
            #[track_caller]
            pub fn align_offset(self, align: usize) -> usize {
                assert!(align.is_power_of_two(), "align_offset: align is not a power-of-two");
                let size = intrinsics::size_of::<T>();
                let mut at = self as usize & (align - 1);
                let mut n = 0;
                // The distances repeat after `align` elements at the latest.
                while at != 0 {
                    n += 1;
                    if n > align {
                        return usize::MAX;
                    }
                    at = (at + size) & (align - 1);
                }
                n
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

            pub const fn wrapping_byte_offset(self, count: isize) -> *$mutability T {
                intrinsics::arith_offset(self as *const u8, count) as *$mutability T
            }

            pub const fn wrapping_byte_add(self, count: usize) -> *$mutability T {
                self.wrapping_byte_offset(count as isize)
            }

            pub const fn wrapping_byte_sub(self, count: usize) -> *$mutability T {
                self.wrapping_byte_offset(intrinsics::wrapping_sub(0, count as isize))
            }

            pub const unsafe fn byte_offset_from<U>(self, origin: *const U) -> isize {
                unsafe { intrinsics::offset_from(self as *const u8, origin as *const u8) }
            }

            pub const unsafe fn byte_offset_from_unsigned<U>(self, origin: *const U) -> usize {
                unsafe { intrinsics::offset_from(self as *const u8, origin as *const u8) as usize }
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

            pub const unsafe fn as_ref_unchecked<'a>(self) -> &'a T {
                unsafe { &*self }
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

    pub unsafe fn drop_in_place(self) {
        unsafe { drop_in_place(self) }
    }

    pub const unsafe fn as_mut_unchecked<'a>(self) -> &'a mut T {
        unsafe { &mut *self }
    }

    pub unsafe fn as_mut<'a>(self) -> Option<&'a mut T> {
        if self.is_null() { None } else { unsafe { Some(&mut *self) } }
    }
}

impl<T> *const [T] {
    pub const fn len(self) -> usize {
        intrinsics::slice_len(self)
    }

    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The pointer to an array, if the length is that of the array.
    pub const fn as_array<const N: usize>(self) -> Option<*const [T; N]> {
        if self.len() == N { Some(self as *const T as *const [T; N]) } else { None }
    }

    pub const fn as_ptr(self) -> *const T {
        self as *const T
    }
}

impl<T> *mut [T] {
    pub const fn len(self) -> usize {
        intrinsics::slice_len(self as *const [T])
    }

    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The pointer to an array, if the length is that of the array.
    pub const fn as_mut_array<const N: usize>(self) -> Option<*mut [T; N]> {
        if self.len() == N { Some(self as *mut T as *mut [T; N]) } else { None }
    }

    pub const fn as_mut_ptr(self) -> *mut T {
        self as *mut T
    }
}
