//! Dropping what a pointer points to.

/// Types whose values can be dropped where they are: all that have a size, and slices of them.
pub trait DropInPlace {
    #[doc(hidden)]
    unsafe fn __drop_in_place(p: *mut Self);
}
impl<T> DropInPlace for T {
    unsafe fn __drop_in_place(p: *mut T) {
        crate::mem::drop(unsafe { p.read() });
    }
}
impl<T> DropInPlace for [T] {
    unsafe fn __drop_in_place(p: *mut [T]) {
        let mut i = 0;
        while i < p.len() {
            crate::mem::drop(unsafe { p.as_mut_ptr().add(i).read() });
            i += 1;
        }
    }
}

/// Drops the value at a pointer.
///
/// # Safety
/// The pointer must be valid for reads and writes, and the value must not be used again.
pub unsafe fn drop_in_place<T: DropInPlace + ?Sized>(to_drop: *mut T) {
    unsafe { T::__drop_in_place(to_drop) }
}
