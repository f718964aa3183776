//! Atomic operations that are seen by the device, the block or the system.

use core::cell::UnsafeCell;
use core::sync::atomic::raw;

pub use core::sync::atomic::Ordering as AtomicOrdering;

macro_rules! atomic {
    ($($Name:ident $t:ident $scope:ident $align:literal $kind:ident;)*) => {$(
        #[repr(C, align($align))]
        pub struct $Name {
            value: UnsafeCell<$t>,
        }

        unsafe impl Sync for $Name {}

        impl $Name {
            pub const fn new(value: $t) -> Self { $Name { value: UnsafeCell::new(value) } }

            /// # Safety
            /// The pointer must be valid and aligned for all of `'a`, and accessed only atomically meanwhile.
            pub const unsafe fn from_ptr<'a>(ptr: *mut $t) -> &'a $Name { unsafe { &*(ptr as *mut $Name) } }
            pub const fn as_ptr(&self) -> *mut $t { self.value.get() }

            #[track_caller]
            pub fn load(&self, order: AtomicOrdering) -> $t {
                unsafe { raw::load::<$t, { raw::$scope }>(self.value.get() as *const $t, order) }
            }
            #[track_caller]
            pub fn store(&self, value: $t, order: AtomicOrdering) {
                unsafe { raw::store::<$t, { raw::$scope }>(self.value.get(), value, order) }
            }
            pub fn swap(&self, value: $t, order: AtomicOrdering) -> $t {
                unsafe { raw::rmw::<$t, { raw::XCHG }, { raw::$scope }>(self.value.get(), value, order) }
            }
            pub fn fetch_add(&self, value: $t, order: AtomicOrdering) -> $t {
                unsafe { raw::rmw::<$t, { raw::ADD }, { raw::$scope }>(self.value.get(), value, order) }
            }
        }
        $kind! { $Name $t $scope }
    )*};
}

macro_rules! integer {
    ($Name:ident $t:ident $scope:ident) => {
        impl $Name {
            pub fn fetch_sub(&self, value: $t, order: AtomicOrdering) -> $t {
                unsafe { raw::rmw::<$t, { raw::SUB }, { raw::$scope }>(self.value.get(), value, order) }
            }
            pub fn fetch_and(&self, value: $t, order: AtomicOrdering) -> $t {
                unsafe { raw::rmw::<$t, { raw::AND }, { raw::$scope }>(self.value.get(), value, order) }
            }
            pub fn fetch_or(&self, value: $t, order: AtomicOrdering) -> $t {
                unsafe { raw::rmw::<$t, { raw::OR }, { raw::$scope }>(self.value.get(), value, order) }
            }
            pub fn fetch_xor(&self, value: $t, order: AtomicOrdering) -> $t {
                unsafe { raw::rmw::<$t, { raw::XOR }, { raw::$scope }>(self.value.get(), value, order) }
            }
            pub fn fetch_max(&self, value: $t, order: AtomicOrdering) -> $t {
                unsafe { raw::rmw::<$t, { raw::MAX }, { raw::$scope }>(self.value.get(), value, order) }
            }
            pub fn fetch_min(&self, value: $t, order: AtomicOrdering) -> $t {
                unsafe { raw::rmw::<$t, { raw::MIN }, { raw::$scope }>(self.value.get(), value, order) }
            }
            #[track_caller]
            pub fn compare_exchange(
                &self,
                current: $t,
                new: $t,
                success: AtomicOrdering,
                failure: AtomicOrdering,
            ) -> Result<$t, $t> {
                unsafe {
                    raw::compare_exchange::<$t, { raw::$scope }>(self.value.get(), current, new, success, failure)
                }
            }
        }
    };
}

macro_rules! float {
    ($Name:ident $t:ident $scope:ident) => {
        impl $Name {
            pub fn fetch_sub(&self, value: $t, order: AtomicOrdering) -> $t {
                self.fetch_add(-value, order)
            }
        }
    };
}

atomic! {
    DeviceAtomicU32 u32 DEVICE 4 integer;
    DeviceAtomicI32 i32 DEVICE 4 integer;
    DeviceAtomicU64 u64 DEVICE 8 integer;
    DeviceAtomicI64 i64 DEVICE 8 integer;
    DeviceAtomicF16 f16 DEVICE 2 float;
    DeviceAtomicF32 f32 DEVICE 4 float;
    DeviceAtomicF64 f64 DEVICE 8 float;
    BlockAtomicU32 u32 BLOCK 4 integer;
    BlockAtomicI32 i32 BLOCK 4 integer;
    BlockAtomicU64 u64 BLOCK 8 integer;
    BlockAtomicI64 i64 BLOCK 8 integer;
    BlockAtomicF16 f16 BLOCK 2 float;
    BlockAtomicF32 f32 BLOCK 4 float;
    BlockAtomicF64 f64 BLOCK 8 float;
    SystemAtomicU32 u32 SYSTEM 4 integer;
    SystemAtomicI32 i32 SYSTEM 4 integer;
    SystemAtomicU64 u64 SYSTEM 8 integer;
    SystemAtomicI64 i64 SYSTEM 8 integer;
    SystemAtomicF16 f16 SYSTEM 2 float;
    SystemAtomicF32 f32 SYSTEM 4 float;
    SystemAtomicF64 f64 SYSTEM 8 float;
}

pub use crate::intrinsics::{atom_add_bf16x2, atom_add_f16x2};

/// A word changed atomically by an operation that the machine has not.
pub(crate) unsafe fn update(p: *mut u32, change: impl Fn(u32) -> u32) -> u32 {
    let word = unsafe { DeviceAtomicU32::from_ptr(p) };
    let mut old = word.load(AtomicOrdering::Relaxed);
    loop {
        match word.compare_exchange(old, change(old), AtomicOrdering::Relaxed, AtomicOrdering::Relaxed) {
            Ok(found) => return found,
            Err(found) => old = found,
        }
    }
}
