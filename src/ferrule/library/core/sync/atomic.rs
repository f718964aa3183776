//! Atomic integers, visible to every thread of the system, the host included.

use crate::cell::UnsafeCell;

/// How an atomic operation orders the memory accesses around it.
pub enum Ordering {
    Relaxed,
    Release,
    Acquire,
    AcqRel,
    SeqCst,
}

impl Clone for Ordering {
    fn clone(&self) -> Ordering {
        *self
    }
}
impl Copy for Ordering {}
impl PartialEq for Ordering {
    fn eq(&self, other: &Ordering) -> bool {
        *self as u8 == *other as u8
    }
}
impl Eq for Ordering {}
impl crate::fmt::Debug for Ordering {}

/// Atomic operations with the ordering as a value and the scope as a parameter.  Orderings are nearly always constants, so
/// after inlining one arm is left.  `cuda_device` builds its scoped atomics on these.
#[doc(hidden)]
pub mod raw {
    use super::Ordering;
    use crate::intrinsics;

    pub const SYSTEM: u32 = 0;
    pub const DEVICE: u32 = 1;
    pub const BLOCK: u32 = 2;

    pub const XCHG: u32 = 0;
    pub const ADD: u32 = 1;
    pub const SUB: u32 = 2;
    pub const AND: u32 = 3;
    pub const OR: u32 = 4;
    pub const XOR: u32 = 5;
    pub const MAX: u32 = 6;
    pub const MIN: u32 = 7;
    pub const NAND: u32 = 8;

    const RELAXED: u32 = 0;
    const ACQUIRE: u32 = 1;
    const RELEASE: u32 = 2;
    const ACQ_REL: u32 = 3;
    const SEQ_CST: u32 = 4;

    #[track_caller]
    pub unsafe fn load<T, const SCOPE: u32>(p: *const T, order: Ordering) -> T {
        unsafe {
            match order {
                Ordering::Relaxed => intrinsics::atomic_load::<T, RELAXED, SCOPE>(p),
                Ordering::Acquire => intrinsics::atomic_load::<T, ACQUIRE, SCOPE>(p),
                Ordering::SeqCst => intrinsics::atomic_load::<T, SEQ_CST, SCOPE>(p),
                Ordering::Release => panic!("there is no such thing as a release load"),
                Ordering::AcqRel => panic!("there is no such thing as an acquire-release load"),
            }
        }
    }

    #[track_caller]
    pub unsafe fn store<T, const SCOPE: u32>(p: *mut T, v: T, order: Ordering) {
        unsafe {
            match order {
                Ordering::Relaxed => intrinsics::atomic_store::<T, RELAXED, SCOPE>(p, v),
                Ordering::Release => intrinsics::atomic_store::<T, RELEASE, SCOPE>(p, v),
                Ordering::SeqCst => intrinsics::atomic_store::<T, SEQ_CST, SCOPE>(p, v),
                Ordering::Acquire => panic!("there is no such thing as an acquire store"),
                Ordering::AcqRel => panic!("there is no such thing as an acquire-release store"),
            }
        }
    }

    pub unsafe fn rmw<T, const OP: u32, const SCOPE: u32>(p: *mut T, v: T, order: Ordering) -> T {
        unsafe {
            match order {
                Ordering::Relaxed => intrinsics::atomic_rmw::<T, OP, RELAXED, SCOPE>(p, v),
                Ordering::Acquire => intrinsics::atomic_rmw::<T, OP, ACQUIRE, SCOPE>(p, v),
                Ordering::Release => intrinsics::atomic_rmw::<T, OP, RELEASE, SCOPE>(p, v),
                Ordering::AcqRel => intrinsics::atomic_rmw::<T, OP, ACQ_REL, SCOPE>(p, v),
                Ordering::SeqCst => intrinsics::atomic_rmw::<T, OP, SEQ_CST, SCOPE>(p, v),
            }
        }
    }

    #[track_caller]
    pub unsafe fn compare_exchange<T: Copy + PartialEq, const SCOPE: u32>(
        p: *mut T,
        old: T,
        new: T,
        success: Ordering,
        failure: Ordering,
    ) -> Result<T, T> {
        // A failure ordering may be stronger than the success ordering; the stronger of the two serves both.
        let order = match failure {
            Ordering::Relaxed => success,
            Ordering::Acquire => match success {
                Ordering::Relaxed => Ordering::Acquire,
                Ordering::Release => Ordering::AcqRel,
                _ => success,
            },
            Ordering::SeqCst => Ordering::SeqCst,
            Ordering::Release => panic!("there is no such thing as a release failure ordering"),
            Ordering::AcqRel => panic!("there is no such thing as an acquire-release failure ordering"),
        };
        let found = unsafe {
            match order {
                Ordering::Relaxed => intrinsics::atomic_cxchg::<T, RELAXED, RELAXED, SCOPE>(p, old, new),
                Ordering::Acquire => intrinsics::atomic_cxchg::<T, ACQUIRE, ACQUIRE, SCOPE>(p, old, new),
                Ordering::Release => intrinsics::atomic_cxchg::<T, RELEASE, RELAXED, SCOPE>(p, old, new),
                Ordering::AcqRel => intrinsics::atomic_cxchg::<T, ACQ_REL, ACQUIRE, SCOPE>(p, old, new),
                Ordering::SeqCst => intrinsics::atomic_cxchg::<T, SEQ_CST, SEQ_CST, SCOPE>(p, old, new),
            }
        };
        if found == old { Ok(found) } else { Err(found) }
    }

    #[track_caller]
    pub fn fence<const SCOPE: u32>(order: Ordering) {
        match order {
            Ordering::Relaxed => panic!("there is no such thing as a relaxed fence"),
            Ordering::Acquire => intrinsics::atomic_fence::<ACQUIRE, SCOPE>(),
            Ordering::Release => intrinsics::atomic_fence::<RELEASE, SCOPE>(),
            Ordering::AcqRel => intrinsics::atomic_fence::<ACQ_REL, SCOPE>(),
            Ordering::SeqCst => intrinsics::atomic_fence::<SEQ_CST, SCOPE>(),
        }
    }
}

/// A fence that only the compiler sees.
#[track_caller]
pub fn compiler_fence(order: Ordering) {
    // The fence of a block costs little and orders at least as much.
    raw::fence::<{ raw::BLOCK }>(order)
}

/// A memory fence among all threads of the system.
#[track_caller]
pub fn fence(order: Ordering) {
    raw::fence::<{ raw::SYSTEM }>(order)
}

// What all atomic types do by comparing and exchanging.
macro_rules! updates {
    ($t:ty) => {
        #[track_caller]
        pub fn compare_exchange_weak(&self, current: $t, new: $t, success: Ordering, failure: Ordering) -> Result<$t, $t> {
            self.compare_exchange(current, new, success, failure)
        }
        #[track_caller]
        pub fn compare_and_swap(&self, current: $t, new: $t, order: Ordering) -> $t {
            let failure = match order {
                Ordering::Release => Ordering::Relaxed,
                Ordering::AcqRel => Ordering::Acquire,
                _ => order,
            };
            match self.compare_exchange(current, new, order, failure) {
                Ok(x) => x,
                Err(x) => x,
            }
        }
        /// Stores what `f` makes of the value, until it stays the same meanwhile; `f` may refuse.
        #[track_caller]
        pub fn try_update<F: FnMut($t) -> Option<$t>>(&self, set_order: Ordering, fetch_order: Ordering, f: F) -> Result<$t, $t> {
            let mut f = f;
            let mut previous = self.load(fetch_order);
            while let Some(next) = f(previous) {
                match self.compare_exchange(previous, next, set_order, fetch_order) {
                    Ok(x) => return Ok(x),
                    Err(found) => previous = found,
                }
            }
            Err(previous)
        }
        #[track_caller]
        pub fn fetch_update<F: FnMut($t) -> Option<$t>>(&self, set_order: Ordering, fetch_order: Ordering, f: F) -> Result<$t, $t> {
            self.try_update(set_order, fetch_order, f)
        }
        #[track_caller]
        pub fn update<F: FnMut($t) -> $t>(&self, set_order: Ordering, fetch_order: Ordering, f: F) -> $t {
            let mut f = f;
            match self.try_update(set_order, fetch_order, |x| Some(f(x))) {
                Ok(x) => x,
                Err(x) => x,
            }
        }
    };
}

macro_rules! atomic {
    ($($Atomic:ident $t:ty, $align:literal;)*) => {$(
        #[repr(C, align($align))]
        pub struct $Atomic {
            value: UnsafeCell<$t>,
        }

        unsafe impl Sync for $Atomic {}

        impl Default for $Atomic {
            fn default() -> Self { Self::new(0) }
        }

        impl From<$t> for $Atomic {
            fn from(value: $t) -> Self { Self::new(value) }
        }
        impl crate::fmt::Debug for $Atomic {}

        impl $Atomic {
            pub const fn new(value: $t) -> Self { $Atomic { value: UnsafeCell::new(value) } }

            /// # Safety
            /// The pointer must be valid and aligned for all of `'a`, and accessed only atomically meanwhile.
            pub const unsafe fn from_ptr<'a>(ptr: *mut $t) -> &'a $Atomic { unsafe { &*(ptr as *mut $Atomic) } }
            pub const fn get_mut(&mut self) -> &mut $t { self.value.get_mut() }
            pub const fn into_inner(self) -> $t { self.value.into_inner() }
            pub const fn as_ptr(&self) -> *mut $t { self.value.get() }

            #[track_caller]
            pub fn load(&self, order: Ordering) -> $t {
                unsafe { raw::load::<$t, { raw::SYSTEM }>(self.value.get() as *const $t, order) }
            }
            #[track_caller]
            pub fn store(&self, val: $t, order: Ordering) {
                unsafe { raw::store::<$t, { raw::SYSTEM }>(self.value.get(), val, order) }
            }
            pub fn swap(&self, val: $t, order: Ordering) -> $t {
                unsafe { raw::rmw::<$t, { raw::XCHG }, { raw::SYSTEM }>(self.value.get(), val, order) }
            }
            pub fn fetch_add(&self, val: $t, order: Ordering) -> $t {
                unsafe { raw::rmw::<$t, { raw::ADD }, { raw::SYSTEM }>(self.value.get(), val, order) }
            }
            pub fn fetch_sub(&self, val: $t, order: Ordering) -> $t {
                unsafe { raw::rmw::<$t, { raw::SUB }, { raw::SYSTEM }>(self.value.get(), val, order) }
            }
            pub fn fetch_and(&self, val: $t, order: Ordering) -> $t {
                unsafe { raw::rmw::<$t, { raw::AND }, { raw::SYSTEM }>(self.value.get(), val, order) }
            }
            pub fn fetch_or(&self, val: $t, order: Ordering) -> $t {
                unsafe { raw::rmw::<$t, { raw::OR }, { raw::SYSTEM }>(self.value.get(), val, order) }
            }
            pub fn fetch_xor(&self, val: $t, order: Ordering) -> $t {
                unsafe { raw::rmw::<$t, { raw::XOR }, { raw::SYSTEM }>(self.value.get(), val, order) }
            }
            pub fn fetch_nand(&self, val: $t, order: Ordering) -> $t {
                unsafe { raw::rmw::<$t, { raw::NAND }, { raw::SYSTEM }>(self.value.get(), val, order) }
            }
            pub fn fetch_max(&self, val: $t, order: Ordering) -> $t {
                unsafe { raw::rmw::<$t, { raw::MAX }, { raw::SYSTEM }>(self.value.get(), val, order) }
            }
            pub fn fetch_min(&self, val: $t, order: Ordering) -> $t {
                unsafe { raw::rmw::<$t, { raw::MIN }, { raw::SYSTEM }>(self.value.get(), val, order) }
            }
            #[track_caller]
            pub fn compare_exchange(&self, current: $t, new: $t, success: Ordering, failure: Ordering) -> Result<$t, $t> {
                unsafe {
                    raw::compare_exchange::<$t, { raw::SYSTEM }>(self.value.get(), current, new, success, failure)
                }
            }
            updates! { $t }
        }
    )*};
}
atomic! {
    AtomicU8 u8, 1;
    AtomicI8 i8, 1;
    AtomicU16 u16, 2;
    AtomicI16 i16, 2;
    AtomicU32 u32, 4;
    AtomicI32 i32, 4;
    AtomicU64 u64, 8;
    AtomicI64 i64, 8;
    AtomicUsize usize, 8;
    AtomicIsize isize, 8;
}

/// An atomic bool, kept as a byte that is 0 or 1.
#[repr(transparent)]
pub struct AtomicBool {
    value: AtomicU8,
}

impl Default for AtomicBool {
    fn default() -> Self {
        Self::new(false)
    }
}
impl From<bool> for AtomicBool {
    fn from(value: bool) -> Self {
        Self::new(value)
    }
}

impl AtomicBool {
    pub const fn new(value: bool) -> Self {
        AtomicBool { value: AtomicU8::new(value as u8) }
    }
    /// # Safety
    /// The pointer must be valid for all of `'a`, and accessed only atomically meanwhile.
    pub const unsafe fn from_ptr<'a>(ptr: *mut bool) -> &'a AtomicBool {
        unsafe { &*(ptr as *mut AtomicBool) }
    }
    pub const fn get_mut(&mut self) -> &mut bool {
        unsafe { &mut *self.as_ptr() }
    }
    pub const fn into_inner(self) -> bool {
        self.value.into_inner() != 0
    }
    pub const fn as_ptr(&self) -> *mut bool {
        self.value.as_ptr() as *mut bool
    }
    #[track_caller]
    pub fn load(&self, order: Ordering) -> bool {
        self.value.load(order) != 0
    }
    #[track_caller]
    pub fn store(&self, val: bool, order: Ordering) {
        self.value.store(val as u8, order)
    }
    pub fn swap(&self, val: bool, order: Ordering) -> bool {
        self.value.swap(val as u8, order) != 0
    }
    pub fn fetch_and(&self, val: bool, order: Ordering) -> bool {
        self.value.fetch_and(val as u8, order) != 0
    }
    pub fn fetch_or(&self, val: bool, order: Ordering) -> bool {
        self.value.fetch_or(val as u8, order) != 0
    }
    pub fn fetch_xor(&self, val: bool, order: Ordering) -> bool {
        self.value.fetch_xor(val as u8, order) != 0
    }
    pub fn fetch_not(&self, order: Ordering) -> bool {
        self.fetch_xor(true, order)
    }
    pub fn fetch_nand(&self, val: bool, order: Ordering) -> bool {
        // !(x & true) is !x, and !(x & false) is true.
        if val { self.fetch_xor(true, order) } else { self.swap(true, order) }
    }
    #[track_caller]
    pub fn compare_exchange(&self, current: bool, new: bool, success: Ordering, failure: Ordering) -> Result<bool, bool> {
        match self.value.compare_exchange(current as u8, new as u8, success, failure) {
            Ok(x) => Ok(x != 0),
            Err(x) => Err(x != 0),
        }
    }

    updates! { bool }
}

/// An atomic pointer, exchanged as its address.
#[repr(C, align(8))]
pub struct AtomicPtr<T> {
    value: UnsafeCell<*mut T>,
}

unsafe impl<T> Sync for AtomicPtr<T> {}

impl<T> Default for AtomicPtr<T> {
    fn default() -> Self {
        Self::new(crate::ptr::null_mut())
    }
}

impl<T> AtomicPtr<T> {
    pub const fn new(p: *mut T) -> Self {
        AtomicPtr { value: UnsafeCell::new(p) }
    }
    pub const fn get_mut(&mut self) -> &mut *mut T {
        self.value.get_mut()
    }
    pub const fn into_inner(self) -> *mut T {
        self.value.into_inner()
    }
    pub const fn as_ptr(&self) -> *mut *mut T {
        self.value.get()
    }
    fn address(&self) -> &AtomicUsize {
        unsafe { &*(self.value.get() as *const AtomicUsize) }
    }
    #[track_caller]
    pub fn load(&self, order: Ordering) -> *mut T {
        self.address().load(order) as *mut T
    }
    #[track_caller]
    pub fn store(&self, ptr: *mut T, order: Ordering) {
        self.address().store(ptr as usize, order)
    }
    pub fn swap(&self, ptr: *mut T, order: Ordering) -> *mut T {
        self.address().swap(ptr as usize, order) as *mut T
    }
    #[track_caller]
    pub fn compare_exchange(&self, current: *mut T, new: *mut T, success: Ordering, failure: Ordering) -> Result<*mut T, *mut T> {
        match self.address().compare_exchange(current as usize, new as usize, success, failure) {
            Ok(x) => Ok(x as *mut T),
            Err(x) => Err(x as *mut T),
        }
    }

    updates! { *mut T }
}
