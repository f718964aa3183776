//! The blocks of a cluster (sm_90).

use crate::intrinsics;

macro_rules! registers {
    ($($(#[$doc:meta])* $name:ident = $intrinsic:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name() -> u32 {
            intrinsics::$intrinsic()
        }
    )*};
}
registers! {
    /// Index of the block in its cluster along x.
    cluster_ctaidX = cluster_ctaid_x;
    cluster_ctaidY = cluster_ctaid_y;
    cluster_ctaidZ = cluster_ctaid_z;
    /// Blocks of the cluster along x.
    cluster_nctaidX = cluster_nctaid_x;
    cluster_nctaidY = cluster_nctaid_y;
    cluster_nctaidZ = cluster_nctaid_z;
    /// The number of the block in its cluster.
    block_rank = cluster_ctarank;
    /// Blocks of the cluster.
    cluster_size = cluster_nctarank;
    /// Index of the cluster in the grid along x.
    cluster_idx = cluster_id_x;
    /// Clusters of the grid along x.
    num_clusters = num_clusters_x;
}

/// Waits for every thread of the cluster; memory written before is visible after.
pub fn cluster_sync() {
    intrinsics::barrier_cluster_arrive_aligned();
    intrinsics::barrier_cluster_wait_aligned();
}

pub use crate::intrinsics::{
    barrier_cluster_arrive, barrier_cluster_arrive_aligned, barrier_cluster_arrive_relaxed,
    barrier_cluster_arrive_relaxed_aligned, barrier_cluster_wait, barrier_cluster_wait_aligned,
};

/// The place in the shared memory of the block of that rank where this block has `ptr`.
///
/// # Safety
/// `ptr` must point into shared memory and the cluster must have such a block.
pub unsafe fn map_shared_rank<T>(ptr: *const T, rank: u32) -> *const T {
    unsafe { intrinsics::mapa(ptr as *const u8, rank) as *const T }
}

/// As `map_shared_rank`, to write.
///
/// # Safety
/// As there.
pub unsafe fn map_shared_rank_mut<T>(ptr: *mut T, rank: u32) -> *mut T {
    unsafe { intrinsics::mapa(ptr as *const u8, rank) as *mut T }
}

/// A word of the shared memory of the block of that rank.
///
/// # Safety
/// As `map_shared_rank`, and that block must still run.
pub unsafe fn dsmem_read_u32(ptr: *const u32, rank: u32) -> u32 {
    unsafe { *map_shared_rank(ptr, rank) }
}
