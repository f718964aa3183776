//! Explicit duplication.

/// A type whose values can be duplicated.
///
/// The compiler knows how to clone references, raw pointers, arrays, tuples, closures, function items and pointers.
#[lang = "clone"]
pub trait Clone: Sized {
    #[lang = "clone_fn"]
    fn clone(&self) -> Self;

    fn clone_from(&mut self, source: &Self) {
        *self = source.clone();
    }
}

/// Used by `#[derive(Clone)]` on types that are Copy.
pub struct AssertParamIsClone<T: Clone + ?Sized> {
    _field: crate::marker::PhantomData<T>,
}
/// Used by `#[derive(Copy)]`.
pub struct AssertParamIsCopy<T: Copy + ?Sized> {
    _field: crate::marker::PhantomData<T>,
}

macro_rules! clone {
    ($($t:ty)*) => {$( impl Clone for $t { fn clone(&self) -> $t { *self } } )*};
}
clone! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 bool char }
