//! Which thread this is; barriers and fences.

use crate::glam::{UVec2, UVec3, uvec2, uvec3};
use cuda_device::{debug, fence, thread};

macro_rules! registers {
    ($($all:ident: $x:ident = $dx:ident, $y:ident = $dy:ident, $z:ident = $dz:ident;)*) => {$(
        pub fn $x() -> u32 {
            thread::$dx()
        }
        pub fn $y() -> u32 {
            thread::$dy()
        }
        pub fn $z() -> u32 {
            thread::$dz()
        }
        pub fn $all() -> UVec3 {
            uvec3($x(), $y(), $z())
        }
    )*};
}
registers! {
    thread_idx: thread_idx_x = threadIdx_x, thread_idx_y = threadIdx_y, thread_idx_z = threadIdx_z;
    block_idx: block_idx_x = blockIdx_x, block_idx_y = blockIdx_y, block_idx_z = blockIdx_z;
    block_dim: block_dim_x = blockDim_x, block_dim_y = blockDim_y, block_dim_z = blockDim_z;
    grid_dim: grid_dim_x = gridDim_x, grid_dim_y = gridDim_y, grid_dim_z = gridDim_z;
}

/// The thread's number in a grid along x.
pub fn index_1d() -> u32 {
    block_idx_x() * block_dim_x() + thread_idx_x()
}

/// Column and row of the thread in a grid along x and y.
pub fn index_2d() -> UVec2 {
    let i = index_3d();
    uvec2(i.x, i.y)
}

/// Position of the thread in the grid.
pub fn index_3d() -> UVec3 {
    block_idx() * block_dim() + thread_idx()
}

/// The thread's number in the grid, whatever its dimensions: x varies fastest in a block, and blocks in the grid.
pub fn index() -> u32 {
    let (grid, block) = (grid_dim(), block_dim());
    let (b, t) = (block_idx(), thread_idx());
    let block_id = b.x + b.y * grid.x + b.z * grid.x * grid.y;
    block_id * (block.x * block.y * block.z) + t.x + t.y * block.x + t.z * block.x * block.y
}

/// Whether this is the first thread of the grid.
pub fn first() -> bool {
    block_idx() == UVec3::ZERO && thread_idx() == UVec3::ZERO
}

/// Waits until every thread of the block has come here; memory written before is visible after.
pub fn sync_threads() {
    thread::sync_threads()
}

/// Orders memory accesses as other threads of the device see them.
pub fn device_fence() {
    fence::threadfence()
}
/// Orders memory accesses as the other threads of the block see them.
pub fn block_fence() {
    fence::threadfence_block()
}
/// Orders memory accesses as the host and other devices see them.
pub fn system_fence() {
    fence::threadfence_system()
}

/// Waits about that long.
pub fn nanosleep(nanos: u32) {
    debug::nanosleep(nanos)
}
