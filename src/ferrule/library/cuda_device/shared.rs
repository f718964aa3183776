//! Memory that the threads of a block share.

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{Index, IndexMut};

use crate::intrinsics;

/// An array in the block's shared memory: `static mut TILE: SharedArray<f32, 256> = SharedArray::UNINIT;`
///
/// The compiler puts statics of this type into shared memory, aligned to `ALIGN` (0: as T is).
#[lang = "shared_array"]
#[repr(C)]
pub struct SharedArray<T, const N: usize, const ALIGN: usize = 0> {
    data: MaybeUninit<[T; N]>,
}

unsafe impl<T, const N: usize, const ALIGN: usize> Sync for SharedArray<T, N, ALIGN> {}

impl<T, const N: usize, const ALIGN: usize> SharedArray<T, N, ALIGN> {
    /// Contents are not initialised: each block starts with what was there.
    pub const UNINIT: Self = SharedArray { data: MaybeUninit::uninit() };

    pub const fn len() -> usize {
        N
    }

    pub const fn is_empty() -> bool {
        N == 0
    }

    pub const fn alignment() -> usize {
        if ALIGN == 0 { core::mem::align_of::<T>() } else { ALIGN }
    }

    pub const fn as_ptr(&self) -> *const T {
        self as *const Self as *const T
    }

    pub const fn as_mut_ptr(&mut self) -> *mut T {
        self as *mut Self as *mut T
    }

    /// The first element, from a pointer to the array: `SharedArray::as_raw_mut_ptr(&raw mut TILE)`.
    ///
    /// # Safety
    /// `this` must point to a shared array.
    pub const unsafe fn as_raw_mut_ptr(this: *mut Self) -> *mut T {
        this as *mut T
    }
}

impl<T, const N: usize, const ALIGN: usize> Index<usize> for SharedArray<T, N, ALIGN> {
    type Output = T;

    #[track_caller]
    fn index(&self, index: usize) -> &T {
        let array = unsafe { &*(self as *const Self as *const [T; N]) };
        &array[index]
    }
}

impl<T, const N: usize, const ALIGN: usize> IndexMut<usize> for SharedArray<T, N, ALIGN> {
    #[track_caller]
    fn index_mut(&mut self, index: usize) -> &mut T {
        let array = unsafe { &mut *(self as *mut Self as *mut [T; N]) };
        &mut array[index]
    }
}

/// The shared memory whose size the launch decides, as elements of `T`; its start is aligned to `ALIGN`.
#[lang = "dynamic_shared"]
pub struct DynamicSharedArray<T, const ALIGN: usize = 16> {
    _marker: PhantomData<T>,
}

impl<T, const ALIGN: usize> DynamicSharedArray<T, ALIGN> {
    pub const fn alignment() -> usize {
        ALIGN
    }

    /// The start.
    pub fn get() -> *mut T {
        intrinsics::dynamic_shared_base() as *mut T
    }

    /// The start, as bytes.
    pub fn get_raw() -> *mut u8 {
        intrinsics::dynamic_shared_base()
    }

    /// The start plus a number of bytes: several arrays can share the memory.
    pub fn offset(byte_offset: usize) -> *mut T {
        unsafe { intrinsics::dynamic_shared_base().add(byte_offset) as *mut T }
    }
}

/// Bytes of dynamic shared memory of this launch.
pub fn dynamic_smem_size() -> u32 {
    intrinsics::dynamic_smem_size()
}

/// Bytes of shared memory of this launch in all.
pub fn total_smem_size() -> u32 {
    intrinsics::total_smem_size()
}

/// The offset of a pointer into shared memory in the shared address space.
///
/// # Safety
/// `ptr` must point into shared memory.
pub unsafe fn cvta_generic_to_shared_offset(ptr: *const u8) -> u64 {
    unsafe { intrinsics::cvta_generic_to_shared(ptr) as u64 }
}
