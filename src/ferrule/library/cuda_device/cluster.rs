//! Blocks of a cluster, which run together and reach each other's shared memory (sm_90).

use crate::intrinsics;

macro_rules! registers {
    ($($(#[$doc:meta])* $name:ident $intrinsic:ident;)*) => {$(
        $(#[$doc])*
        #[allow(non_snake_case)]
        pub fn $name() -> u32 {
            intrinsics::$intrinsic()
        }
    )*};
}
registers! {
    /// Index of the block in its cluster along x.
    cluster_ctaidX cluster_ctaid_x;
    cluster_ctaidY cluster_ctaid_y;
    cluster_ctaidZ cluster_ctaid_z;
    /// Blocks of the cluster along x.
    cluster_nctaidX cluster_nctaid_x;
    cluster_nctaidY cluster_nctaid_y;
    cluster_nctaidZ cluster_nctaid_z;
    /// Rank of the block in its cluster.
    block_rank cluster_ctarank;
    /// Blocks of the cluster.
    cluster_size cluster_nctarank;
}

/// Number of the cluster in the grid, x first.
pub fn cluster_idx() -> u32 {
    let (x, y, z) = (intrinsics::cluster_id_x(), intrinsics::cluster_id_y(), intrinsics::cluster_id_z());
    (z * intrinsics::num_clusters_y() + y) * intrinsics::num_clusters_x() + x
}

/// Clusters of the grid.
pub fn num_clusters() -> u32 {
    intrinsics::num_clusters_x() * intrinsics::num_clusters_y() * intrinsics::num_clusters_z()
}

/// All threads of the cluster wait for each other; memory written before is visible to them after.
pub fn cluster_sync() {
    intrinsics::barrier_cluster_arrive_aligned();
    intrinsics::barrier_cluster_wait_aligned();
}

macro_rules! barriers {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// Every thread of the cluster arrives once, then waits once; `_aligned` wants all lanes of a warp together.
        pub unsafe fn $name() {
            intrinsics::$name()
        }
    )*};
}
barriers! {
    /// Arrives at the cluster's barrier.
    barrier_cluster_arrive;
    barrier_cluster_arrive_aligned;
    /// Arrives without making memory written before visible.
    barrier_cluster_arrive_relaxed;
    barrier_cluster_arrive_relaxed_aligned;
    /// Waits at the cluster's barrier.
    barrier_cluster_wait;
    barrier_cluster_wait_aligned;
}

/// The address of the same place in the shared memory of the block of that rank; loads and stores through it go there.
///
/// # Safety
/// `local_ptr` points into shared memory, and the cluster has a block of that rank, which runs while the result is used.
pub unsafe fn map_shared_rank<T>(local_ptr: *const T, target_rank: u32) -> *const T {
    unsafe { intrinsics::mapa(local_ptr as *const u8, target_rank) as *const T }
}

/// The same for writing.
///
/// # Safety
/// As for `map_shared_rank`.
pub unsafe fn map_shared_rank_mut<T>(local_ptr: *mut T, target_rank: u32) -> *mut T {
    unsafe { intrinsics::mapa(local_ptr as *const u8, target_rank) as *mut T }
}

/// The word at the same place in the shared memory of the block of that rank.
///
/// # Safety
/// As for `map_shared_rank`; the other block has written the word before a barrier of the cluster.
pub unsafe fn dsmem_read_u32(local_ptr: *const u32, target_rank: u32) -> u32 {
    unsafe { *map_shared_rank(local_ptr, target_rank) }
}
