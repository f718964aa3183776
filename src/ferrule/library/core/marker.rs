//! Traits and types that stand for properties of types.

use crate::cmp::Ordering;

/// Types whose size is known at compile time.
#[lang = "sized"]
pub trait Sized {}

/// Types whose values are copied by copying bits.
#[lang = "copy"]
pub trait Copy: Clone {}

/// Types that may move to another thread.
pub unsafe auto trait Send {}

/// Types that threads may share by reference.
#[lang = "sync"]
pub unsafe auto trait Sync {}

/// Types that may move after being pinned.
#[lang = "unpin"]
pub auto trait Unpin {}

/// Makes a type behave as if it held a `T`.
#[lang = "phantom_data"]
pub struct PhantomData<T: ?Sized>;

impl<T: ?Sized> Clone for PhantomData<T> {
    fn clone(&self) -> Self {
        PhantomData
    }
}
impl<T: ?Sized> Copy for PhantomData<T> {}
impl<T: ?Sized> Default for PhantomData<T> {
    fn default() -> Self {
        PhantomData
    }
}
impl<T: ?Sized> PartialEq for PhantomData<T> {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}
impl<T: ?Sized> Eq for PhantomData<T> {}
impl<T: ?Sized> PartialOrd for PhantomData<T> {
    fn partial_cmp(&self, _other: &Self) -> Option<Ordering> {
        Some(Ordering::Equal)
    }
}
impl<T: ?Sized> Ord for PhantomData<T> {
    fn cmp(&self, _other: &Self) -> Ordering {
        Ordering::Equal
    }
}

macro_rules! copy {
    ($($t:ty)*) => {$( impl Copy for $t {} )*};
}
copy! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 bool char }
