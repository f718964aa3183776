//! Constant memory: read by every thread, written by the host between launches.

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

/// Types that constant memory may hold: any bits must be a value, zero in particular.
///
/// # Safety
/// That must be so.
pub unsafe trait ConstantMemoryValue: Copy {}

macro_rules! values {
    ($($t:ty)*) => {$( unsafe impl ConstantMemoryValue for $t {} )*};
}
values! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f16 f32 f64 }
unsafe impl<T: ConstantMemoryValue, const N: usize> ConstantMemoryValue for [T; N] {}

/// A value in constant memory: `#[constant] static TABLE: ConstantMemory<[f32; 256]> = ConstantMemory::UNINIT;`
#[lang = "constant_memory"]
#[repr(transparent)]
pub struct ConstantMemory<T> {
    value: UnsafeCell<MaybeUninit<T>>,
}

unsafe impl<T> Sync for ConstantMemory<T> {}

impl<T: ConstantMemoryValue> ConstantMemory<T> {
    /// Zero until the host sets it.
    pub const UNINIT: Self = ConstantMemory { value: UnsafeCell::new(MaybeUninit::zeroed()) };

    pub fn get(&self) -> T {
        unsafe { *(self.value.get() as *const T) }
    }

    /// The value in place, which is what a table needs that is indexed at run time.
    pub fn get_ref(&self) -> &T {
        unsafe { &*(self.value.get() as *const T) }
    }
}
