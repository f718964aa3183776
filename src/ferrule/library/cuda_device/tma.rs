//! Copies of tiles between global and shared memory by the tensor memory accelerator (sm_90).

use crate::barrier::Barrier;
use crate::intrinsics;

pub use crate::intrinsics::tma::*;

/// A description of an array and its tiles, which the host makes (`cuTensorMapEncodeTiled`).
#[repr(C, align(64))]
pub struct TmaDescriptor {
    opaque: [u64; 16],
}

crate::copy! { TmaDescriptor }

macro_rules! tiles {
    ($($load:ident $load_raw:ident, $store:ident $store_raw:ident ($($coord:ident)*);)*) => {$(
        /// The tile at these coordinates from global into shared memory; `barrier` counts its bytes.
        ///
        /// # Safety
        /// `dst` and `barrier` must lie in shared memory with room for the tile, `tensor_map` must describe an array of as many
        /// dimensions.
        pub unsafe fn $load(dst: *mut u8, tensor_map: *const TmaDescriptor, $($coord: i32,)* barrier: *mut Barrier) {
            unsafe { intrinsics::$load_raw(dst, tensor_map as *const u8, $($coord,)* barrier as *const u8) }
        }

        /// A tile from shared into global memory, at these coordinates.
        ///
        /// # Safety
        /// As for the other direction.
        pub unsafe fn $store(src: *const u8, tensor_map: *const TmaDescriptor, $($coord: i32),*) {
            unsafe { intrinsics::$store_raw(src, tensor_map as *const u8, $($coord),*) }
        }
    )*};
}
tiles! {
    cp_async_bulk_tensor_1d_g2s cp_async_bulk_tensor_1d_g2s_raw, cp_async_bulk_tensor_1d_s2g cp_async_bulk_tensor_1d_s2g_raw (coord0);
    cp_async_bulk_tensor_2d_g2s cp_async_bulk_tensor_2d_g2s_raw, cp_async_bulk_tensor_2d_s2g cp_async_bulk_tensor_2d_s2g_raw (coord0 coord1);
    cp_async_bulk_tensor_3d_g2s cp_async_bulk_tensor_3d_g2s_raw, cp_async_bulk_tensor_3d_s2g cp_async_bulk_tensor_3d_s2g_raw (coord0 coord1 coord2);
    cp_async_bulk_tensor_4d_g2s cp_async_bulk_tensor_4d_g2s_raw, cp_async_bulk_tensor_4d_s2g cp_async_bulk_tensor_4d_s2g_raw (coord0 coord1 coord2 coord3);
    cp_async_bulk_tensor_5d_g2s cp_async_bulk_tensor_5d_g2s_raw, cp_async_bulk_tensor_5d_s2g cp_async_bulk_tensor_5d_s2g_raw (coord0 coord1 coord2 coord3 coord4);
}

/// The tile into the shared memory of every block of the cluster that `cta_mask` names, at the same place in each.
///
/// # Safety
/// As `cp_async_bulk_tensor_2d_g2s`, in each of the blocks.
pub unsafe fn cp_async_bulk_tensor_2d_g2s_multicast(
    dst: *mut u8,
    tensor_map: *const TmaDescriptor,
    coord0: i32,
    coord1: i32,
    barrier: *mut Barrier,
    cta_mask: u16,
) {
    unsafe {
        intrinsics::cp_async_bulk_tensor_2d_g2s_multicast_raw(
            dst,
            tensor_map as *const u8,
            coord0,
            coord1,
            barrier as *const u8,
            cta_mask,
        )
    }
}

/// Waits until at most `n` groups of stores are under way; above 3 until all are done.
pub fn cp_async_bulk_wait_group(n: u32) {
    match n {
        1 => intrinsics::cp_async_bulk_wait_pending::<1>(),
        2 => intrinsics::cp_async_bulk_wait_pending::<2>(),
        3 => intrinsics::cp_async_bulk_wait_pending::<3>(),
        _ => intrinsics::cp_async_bulk_wait_pending::<0>(),
    }
}

/// As `cp_async_bulk_wait_group`, until shared memory is read; the stores may still be under way.
pub fn cp_async_bulk_wait_group_read(n: u32) {
    match n {
        1 => intrinsics::cp_async_bulk_wait_pending_read::<1>(),
        2 => intrinsics::cp_async_bulk_wait_pending_read::<2>(),
        3 => intrinsics::cp_async_bulk_wait_pending_read::<3>(),
        _ => intrinsics::cp_async_bulk_wait_pending_read::<0>(),
    }
}

/// As `cp_async_bulk_tensor_2d_g2s_multicast`, for pairs of blocks, where the barrier may be the other's (sm_100a).
///
/// # Safety
/// As there.
pub unsafe fn cp_async_bulk_tensor_2d_g2s_multicast_cg2(
    dst: *mut u8,
    tensor_map: *const TmaDescriptor,
    coord0: i32,
    coord1: i32,
    barrier: *mut Barrier,
    cta_mask: u16,
) {
    let map = tensor_map as *const u8;
    unsafe {
        intrinsics::cp_async_bulk_tensor_2d_g2s_multicast_cg2(dst, map, barrier as *mut u64, coord0, coord1, cta_mask)
    }
}
