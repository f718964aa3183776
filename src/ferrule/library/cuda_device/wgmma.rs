//! Products of matrices in shared memory by the four warps of a warp group (sm_90a).
//!
//! A sequence is: `wgmma_fence`, products, `wgmma_commit_group`, `wgmma_wait_group`.  All 128 threads execute each together, and
//! use accumulators only after the wait.

use crate::intrinsics;

/// Orders this thread's accesses of accumulators and shared memory before products that follow.
pub use crate::intrinsics::wgmma_fence;
/// The products since the last one become a group.
pub use crate::intrinsics::wgmma_commit_group;

/// Waits until at most `N` groups are under way.
pub use crate::intrinsics::wgmma_wait_group;

/// What a lane holds of a 64x64 accumulator: as four rows of eight, PTX's registers d0 to d31.
pub type Acc64x64 = [[f32; 8]; 4];

pub const fn zero_accumulator() -> Acc64x64 {
    [[0.0; 8]; 4]
}

/// Describes a matrix in shared memory: both offsets 128 bytes, and 3 in the field for swizzling, which is 32 bytes.
///
/// # Safety
/// `ptr` points into shared memory.
pub unsafe fn make_smem_desc(ptr: *const u8) -> u64 {
    unsafe { describe(ptr, 128, 128, 3) }
}

/// Describes a matrix in shared memory by the bytes from one core matrix to the next along the leading dimension and along the
/// other, with swizzling over 128 bytes or none.
///
/// # Safety
/// `ptr` points into shared memory.
pub unsafe fn make_smem_desc_custom(ptr: *const u8, leading_dim: u32, stride: u32, swizzle_128b: bool) -> u64 {
    unsafe { describe(ptr, leading_dim, stride, swizzle_128b as u64) }
}

// Addresses and offsets are in units of 16 bytes, 14 bits each.
unsafe fn describe(ptr: *const u8, leading: u32, stride: u32, swizzle: u64) -> u64 {
    let field = |bytes: u32| (bytes >> 4 & 0x3FFF) as u64;
    let start = field(unsafe { intrinsics::cvta_generic_to_shared(ptr) });
    start | field(leading) << 16 | field(stride) << 32 | swizzle << 62
}

macro_rules! products {
    ($($name:ident)*) => {$(
        /// Adds the product of a 64x16 and a 16x64 matrix, each with the contraction index running fastest.
        ///
        /// # Safety
        /// The descriptors are of such matrices in shared memory, which the async proxy sees; all threads of the warp group come
        /// here, after `wgmma_fence`.
        pub unsafe fn $name(acc: &mut Acc64x64, desc_a: u64, desc_b: u64) {
            unsafe { intrinsics::$name(acc as *mut Acc64x64 as *mut f32, desc_a, desc_b) }
        }
    )*};
}
products! { wgmma_mma_m64n64k16_f32_bf16 wgmma_mma_m64n64k16_f32_f16 }
