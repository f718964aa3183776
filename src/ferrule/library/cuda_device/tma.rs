//! Copies of tiles of tensors between global and shared memory by the TMA unit (sm_90).
//!
//! One thread starts a copy.  Into shared memory it counts its bytes at a barrier; out of it, copies are waited for in groups.

use crate::barrier::Barrier;
use crate::intrinsics;

/// What the unit knows of a tensor; the host makes it with `cuTensorMapEncodeTiled`.
#[repr(C, align(64))]
pub struct TmaDescriptor {
    opaque: [u64; 16],
}

impl TmaDescriptor {
    pub const UNINIT: Self = TmaDescriptor { opaque: [0; 16] };
}

crate::copy! { TmaDescriptor }

macro_rules! copies {
    ($($g2s:ident $s2g:ident($($coord:ident)*);)*) => {$(
        /// Starts to copy the tile at these coordinates to shared memory; its bytes count at `barrier`.
        ///
        /// # Safety
        /// `dst`, in shared memory and aligned to 128 bytes, has room for the tile; nobody touches it before the barrier's phase
        /// ends.  `tensor_map` points to a descriptor of a tensor of that rank, `barrier` to an initialised barrier.
        pub unsafe fn $g2s(dst: *mut u8, tensor_map: *const TmaDescriptor, $($coord: i32,)* barrier: *mut Barrier) {
            unsafe { intrinsics::$g2s(dst, tensor_map as *const u8, barrier as *mut u64, $($coord),*) }
        }

        /// Starts to copy a tile from shared memory to these coordinates, as part of the next group.
        ///
        /// # Safety
        /// `src`, in shared memory and aligned to 128 bytes, holds the tile until the group is done.  `tensor_map` points to a
        /// descriptor of a tensor of that rank.
        pub unsafe fn $s2g(src: *const u8, tensor_map: *const TmaDescriptor, $($coord: i32),*) {
            unsafe { intrinsics::$s2g(src, tensor_map as *const u8, $($coord),*) }
        }
    )*};
}
copies! {
    cp_async_bulk_tensor_1d_g2s cp_async_bulk_tensor_1d_s2g(coord0);
    cp_async_bulk_tensor_2d_g2s cp_async_bulk_tensor_2d_s2g(coord0 coord1);
    cp_async_bulk_tensor_3d_g2s cp_async_bulk_tensor_3d_s2g(coord0 coord1 coord2);
    cp_async_bulk_tensor_4d_g2s cp_async_bulk_tensor_4d_s2g(coord0 coord1 coord2 coord3);
    cp_async_bulk_tensor_5d_g2s cp_async_bulk_tensor_5d_s2g(coord0 coord1 coord2 coord3 coord4);
}

macro_rules! multicasts {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// As for `cp_async_bulk_tensor_2d_g2s`, in each of those blocks.
        pub unsafe fn $name(
            dst: *mut u8,
            tensor_map: *const TmaDescriptor,
            coord0: i32,
            coord1: i32,
            barrier: *mut Barrier,
            cta_mask: u16,
        ) {
            unsafe {
                intrinsics::$name(dst, tensor_map as *const u8, barrier as *mut u64, coord0, coord1, cta_mask)
            }
        }
    )*};
}
multicasts! {
    /// Starts to copy the tile to the same place in each block of the cluster that `cta_mask` names, and counts its bytes at the
    /// barrier in the same place there.
    cp_async_bulk_tensor_2d_g2s_multicast;
    /// The same for pairs of blocks, where the barrier may be the other's (sm_100a).
    cp_async_bulk_tensor_2d_g2s_multicast_cg2;
}

/// The copies from shared memory that this thread has started since the last one become a group.
pub use crate::intrinsics::cp_async_bulk_commit_group;

macro_rules! waits {
    ($($(#[$doc:meta])* $name:ident $intrinsic:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// The instruction wants a constant: give one, and the rest of this disappears.  Beyond 7 it waits for more than it must.
        pub fn $name(n: u32) {
            match n {
                0 => intrinsics::$intrinsic::<0>(),
                1 => intrinsics::$intrinsic::<1>(),
                2 => intrinsics::$intrinsic::<2>(),
                3 => intrinsics::$intrinsic::<3>(),
                4 => intrinsics::$intrinsic::<4>(),
                5 => intrinsics::$intrinsic::<5>(),
                6 => intrinsics::$intrinsic::<6>(),
                _ => intrinsics::$intrinsic::<7>(),
            }
        }
    )*};
}
waits! {
    /// Waits until at most `n` of this thread's groups are under way.
    cp_async_bulk_wait_group cp_async_bulk_wait_pending;
    /// Waits until at most `n` of this thread's groups have still to read shared memory.
    cp_async_bulk_wait_group_read cp_async_bulk_wait_pending_read;
}
