//! Addresses of functions.

/// Function pointers.
pub trait FnPtr: Copy {}

macro_rules! fn_pointers {
    ($($A:ident)*) => {
        impl<R, $($A),*> FnPtr for fn($($A),*) -> R {}
        impl<R, $($A),*> FnPtr for unsafe fn($($A),*) -> R {}
    };
}
fn_pointers! {}
fn_pointers! { A }
fn_pointers! { A B }
fn_pointers! { A B C }
fn_pointers! { A B C D }
fn_pointers! { A B C D E }
fn_pointers! { A B C D E F }

/// Whether two function pointers are equal.
pub fn fn_addr_eq<T: FnPtr, U: FnPtr>(f: T, g: U) -> bool {
    unsafe { crate::mem::transmute_copy::<T, usize>(&f) == crate::mem::transmute_copy::<U, usize>(&g) }
}
