//! Generated from the intrinsic tables by tools/gen_intrinsics.py; edit the tables, not this file.

use crate::software;

/// Index of the thread in its block along x (threadIdx.x).
#[ferrule::intrinsic]
pub fn thread_idx_x() -> u32;

/// Index of the thread in its block along y (threadIdx.y).
#[ferrule::intrinsic]
pub fn thread_idx_y() -> u32;

/// Index of the thread in its block along z (threadIdx.z).
#[ferrule::intrinsic]
pub fn thread_idx_z() -> u32;

/// Index of the block in the grid along x (blockIdx.x).
#[ferrule::intrinsic]
pub fn block_idx_x() -> u32;

/// Index of the block in the grid along y (blockIdx.y).
#[ferrule::intrinsic]
pub fn block_idx_y() -> u32;

/// Index of the block in the grid along z (blockIdx.z).
#[ferrule::intrinsic]
pub fn block_idx_z() -> u32;

/// Threads in a block along x (blockDim.x).
#[ferrule::intrinsic]
pub fn block_dim_x() -> u32;

/// Threads in a block along y (blockDim.y).
#[ferrule::intrinsic]
pub fn block_dim_y() -> u32;

/// Threads in a block along z (blockDim.z).
#[ferrule::intrinsic]
pub fn block_dim_z() -> u32;

/// Blocks in the grid along x (gridDim.x).
#[ferrule::intrinsic]
pub fn grid_dim_x() -> u32;

/// Blocks in the grid along y (gridDim.y).
#[ferrule::intrinsic]
pub fn grid_dim_y() -> u32;

/// Blocks in the grid along z (gridDim.z).
#[ferrule::intrinsic]
pub fn grid_dim_z() -> u32;

/// Index of the thread in its warp.
#[ferrule::intrinsic]
pub fn lane_id() -> u32;

/// Number of the warp as the hardware schedules it; compute the logical one from the thread index.
#[ferrule::intrinsic]
pub fn warpid() -> u32;

/// Warp slots of the multiprocessor.
#[ferrule::intrinsic]
pub fn nwarpid() -> u32;

/// Number of the multiprocessor.
#[ferrule::intrinsic]
pub fn smid() -> u32;

/// One more than the largest number of a multiprocessor.
#[ferrule::intrinsic]
pub fn nsmid() -> u32;

/// Number of the launch.
#[ferrule::intrinsic]
pub fn gridid() -> u64;

/// A half of the address of a cooperative launch's workspace.
#[ferrule::intrinsic]
pub fn envreg1() -> u32;

/// A half of the address of a cooperative launch's workspace.
#[ferrule::intrinsic]
pub fn envreg2() -> u32;

/// A mask of the lanes below the thread's own.
#[ferrule::intrinsic]
pub fn lanemask_lt() -> u32;

/// A mask of the lanes at or below the thread's own.
#[ferrule::intrinsic]
pub fn lanemask_le() -> u32;

/// A mask of the lanes at the thread's own.
#[ferrule::intrinsic]
pub fn lanemask_eq() -> u32;

/// A mask of the lanes at or above the thread's own.
#[ferrule::intrinsic]
pub fn lanemask_ge() -> u32;

/// A mask of the lanes above the thread's own.
#[ferrule::intrinsic]
pub fn lanemask_gt() -> u32;

/// The lanes of the warp that run this together.
#[ferrule::intrinsic]
pub fn active_mask() -> u32;

/// A counter of cycles, 32 bits.
#[ferrule::intrinsic]
pub fn clock() -> u32;

/// The upper half of the 64 bit counter of cycles.
#[ferrule::intrinsic]
pub fn clock_hi() -> u32;

/// A counter of cycles.
#[ferrule::intrinsic]
pub fn clock64() -> u64;

/// Nanoseconds since some moment.
#[ferrule::intrinsic]
pub fn globaltimer() -> u64;

/// Bytes of dynamic shared memory of this launch.
#[ferrule::intrinsic]
pub fn dynamic_smem_size() -> u32;

/// Bytes of shared memory of this launch in all.
#[ferrule::intrinsic]
pub fn total_smem_size() -> u32;

/// Waits for every thread of the block (__syncthreads).
#[ferrule::intrinsic]
pub fn sync_threads();

/// Waits for every thread of the block and counts the threads for which p holds (__syncthreads_count).
#[ferrule::intrinsic]
pub fn sync_threads_count(p: bool) -> u32;

/// Waits for every thread of the block and says whether p holds for all (__syncthreads_and).
#[ferrule::intrinsic]
pub fn sync_threads_and(p: bool) -> bool;

/// Waits for every thread of the block and says whether p holds for any (__syncthreads_or).
#[ferrule::intrinsic]
pub fn sync_threads_or(p: bool) -> bool;

/// Waits for the lanes of the mask (__syncwarp).
#[ferrule::intrinsic]
pub fn sync_mask(mask: u32);

/// The value of lane arg; the own one where there is no such lane.
#[ferrule::intrinsic]
pub fn shfl_idx(mask: u32, value: u32, arg: u32) -> u32;

/// The value of the lane whose number differs by the bits of arg; the own one where there is no such lane.
#[ferrule::intrinsic]
pub fn shfl_xor(mask: u32, value: u32, arg: u32) -> u32;

/// The value of the lane arg above; the own one where there is no such lane.
#[ferrule::intrinsic]
pub fn shfl_down(mask: u32, value: u32, arg: u32) -> u32;

/// The value of the lane arg below; the own one where there is no such lane.
#[ferrule::intrinsic]
pub fn shfl_up(mask: u32, value: u32, arg: u32) -> u32;

/// Whether p holds for all lanes of the mask.
#[ferrule::intrinsic]
pub fn vote_all(mask: u32, p: bool) -> bool;

/// Whether p holds for any lane of the mask.
#[ferrule::intrinsic]
pub fn vote_any(mask: u32, p: bool) -> bool;

/// The lanes of the mask for which p holds.
#[ferrule::intrinsic]
pub fn vote_ballot(mask: u32, p: bool) -> u32;

/// The lanes of the mask that hold the same value.
#[ferrule::intrinsic]
pub fn match_any_u32(mask: u32, v: u32) -> u32;

/// The mask if all its lanes hold the same value, else 0.
#[ferrule::intrinsic]
pub fn match_all_u32(mask: u32, v: u32) -> u32;

/// The lanes of the mask that hold the same value.
#[ferrule::intrinsic]
pub fn match_any_u64(mask: u32, v: u64) -> u32;

/// The mask if all its lanes hold the same value, else 0.
#[ferrule::intrinsic]
pub fn match_all_u64(mask: u32, v: u64) -> u32;

/// Sum of the values of the mask's lanes.
#[ferrule::intrinsic]
pub fn redux_add(mask: u32, v: u32) -> u32;

/// Bitwise and of the values of the mask's lanes.
#[ferrule::intrinsic]
pub fn redux_and(mask: u32, v: u32) -> u32;

/// Bitwise or of the values of the mask's lanes.
#[ferrule::intrinsic]
pub fn redux_or(mask: u32, v: u32) -> u32;

/// Bitwise exclusive or of the values of the mask's lanes.
#[ferrule::intrinsic]
pub fn redux_xor(mask: u32, v: u32) -> u32;

/// Smallest of the values of the mask's lanes.
#[ferrule::intrinsic]
pub fn redux_min_u32(mask: u32, v: u32) -> u32;

/// Smallest of the values of the mask's lanes.
#[ferrule::intrinsic]
pub fn redux_min_i32(mask: u32, v: i32) -> i32;

/// Largest of the values of the mask's lanes.
#[ferrule::intrinsic]
pub fn redux_max_u32(mask: u32, v: u32) -> u32;

/// Largest of the values of the mask's lanes.
#[ferrule::intrinsic]
pub fn redux_max_i32(mask: u32, v: i32) -> i32;

/// The lane that the hardware chose as leader of the mask.
#[ferrule::intrinsic]
pub fn elect_leader(mask: u32) -> u32;

/// The start of the block's dynamic shared memory.
#[ferrule::intrinsic]
pub fn dynamic_shared_base() -> *mut u8;

/// The offset in shared memory of a pointer into it.
#[ferrule::intrinsic]
pub unsafe fn cvta_generic_to_shared(p: *const u8) -> u32;

/// Whether the pointer leads into global memory.
#[ferrule::intrinsic]
pub fn is_global(p: *const u8) -> bool;

/// Whether the pointer leads into shared memory.
#[ferrule::intrinsic]
pub fn is_shared(p: *const u8) -> bool;

/// Whether the pointer leads into local memory.
#[ferrule::intrinsic]
pub fn is_local(p: *const u8) -> bool;

/// Whether the pointer leads into constant memory.
#[ferrule::intrinsic]
pub fn is_constant(p: *const u8) -> bool;

/// Orders memory accesses of this thread as seen by the block (membar.cta).
#[ferrule::intrinsic]
pub fn membar_block();

/// Orders memory accesses of this thread as seen by the device (membar.gl).
#[ferrule::intrinsic]
pub fn membar_device();

/// Orders memory accesses of this thread as seen by the system (membar.sys).
#[ferrule::intrinsic]
pub fn membar_system();

/// Asks for the cache line of p in L1.
#[ferrule::intrinsic]
pub fn prefetch_l1(p: *const u8);

/// Asks for the cache line of p in L2.
#[ferrule::intrinsic]
pub fn prefetch_l2(p: *const u8);

/// Ends the launch with an error; on the CPU a panic.
#[ferrule::intrinsic]
pub fn trap() -> !;

/// Ends this thread.
#[ferrule::intrinsic]
pub fn exit_thread() -> !;

/// Stops in a debugger.
#[ferrule::intrinsic]
pub fn breakpoint();

/// Sleeps for about so many nanoseconds.
#[ferrule::intrinsic]
pub fn nanosleep(ns: u32);

/// Counts an event of the profiler.
#[ferrule::intrinsic]
pub fn prof_trigger<const N: u32>();

/// Index of the block in its cluster along x.
#[ferrule::intrinsic]
pub fn cluster_ctaid_x() -> u32;

/// Blocks in the cluster along x.
#[ferrule::intrinsic]
pub fn cluster_nctaid_x() -> u32;

/// Index of the cluster in the grid along x.
#[ferrule::intrinsic]
pub fn cluster_id_x() -> u32;

/// Clusters in the grid along x.
#[ferrule::intrinsic]
pub fn num_clusters_x() -> u32;

/// Index of the block in its cluster along y.
#[ferrule::intrinsic]
pub fn cluster_ctaid_y() -> u32;

/// Blocks in the cluster along y.
#[ferrule::intrinsic]
pub fn cluster_nctaid_y() -> u32;

/// Index of the cluster in the grid along y.
#[ferrule::intrinsic]
pub fn cluster_id_y() -> u32;

/// Clusters in the grid along y.
#[ferrule::intrinsic]
pub fn num_clusters_y() -> u32;

/// Index of the block in its cluster along z.
#[ferrule::intrinsic]
pub fn cluster_ctaid_z() -> u32;

/// Blocks in the cluster along z.
#[ferrule::intrinsic]
pub fn cluster_nctaid_z() -> u32;

/// Index of the cluster in the grid along z.
#[ferrule::intrinsic]
pub fn cluster_id_z() -> u32;

/// Clusters in the grid along z.
#[ferrule::intrinsic]
pub fn num_clusters_z() -> u32;

/// Rank of the block in its cluster.
#[ferrule::intrinsic]
pub fn cluster_ctarank() -> u32;

/// Blocks in the cluster.
#[ferrule::intrinsic]
pub fn cluster_nctarank() -> u32;

/// barrier.cluster.arrive
#[ferrule::intrinsic]
pub fn barrier_cluster_arrive();

/// barrier.cluster.arrive.relaxed
#[ferrule::intrinsic]
pub fn barrier_cluster_arrive_relaxed();

/// barrier.cluster.wait
#[ferrule::intrinsic]
pub fn barrier_cluster_wait();

/// barrier.cluster.arrive.aligned
#[ferrule::intrinsic]
pub fn barrier_cluster_arrive_aligned();

/// barrier.cluster.arrive.relaxed.aligned
#[ferrule::intrinsic]
pub fn barrier_cluster_arrive_relaxed_aligned();

/// barrier.cluster.wait.aligned
#[ferrule::intrinsic]
pub fn barrier_cluster_wait_aligned();

/// The address, in the block of that rank, of a place in shared memory.
#[ferrule::intrinsic]
pub unsafe fn mapa(p: *const u8, rank: u32) -> *mut u8;

/// sin.approx.f32
#[ferrule::intrinsic]
pub fn sin_approx_f32(x: f32) -> f32 {
    x.sin()
}

/// sin.approx.ftz.f32
#[ferrule::intrinsic]
pub fn sin_approx_ftz_f32(x: f32) -> f32 {
    x.sin()
}

/// cos.approx.f32
#[ferrule::intrinsic]
pub fn cos_approx_f32(x: f32) -> f32 {
    x.cos()
}

/// cos.approx.ftz.f32
#[ferrule::intrinsic]
pub fn cos_approx_ftz_f32(x: f32) -> f32 {
    x.cos()
}

/// ex2.approx.f32
#[ferrule::intrinsic]
pub fn ex2_approx_f32(x: f32) -> f32 {
    x.exp2()
}

/// ex2.approx.ftz.f32
#[ferrule::intrinsic]
pub fn ex2_approx_ftz_f32(x: f32) -> f32 {
    x.exp2()
}

/// lg2.approx.f32
#[ferrule::intrinsic]
pub fn lg2_approx_f32(x: f32) -> f32 {
    x.log2()
}

/// lg2.approx.ftz.f32
#[ferrule::intrinsic]
pub fn lg2_approx_ftz_f32(x: f32) -> f32 {
    x.log2()
}

/// sqrt.approx.f32
#[ferrule::intrinsic]
pub fn sqrt_approx_f32(x: f32) -> f32 {
    x.sqrt()
}

/// sqrt.approx.ftz.f32
#[ferrule::intrinsic]
pub fn sqrt_approx_ftz_f32(x: f32) -> f32 {
    x.sqrt()
}

/// rsqrt.approx.f32
#[ferrule::intrinsic]
pub fn rsqrt_approx_f32(x: f32) -> f32 {
    1.0 / x.sqrt()
}

/// rsqrt.approx.ftz.f32
#[ferrule::intrinsic]
pub fn rsqrt_approx_ftz_f32(x: f32) -> f32 {
    1.0 / x.sqrt()
}

/// rcp.approx.f32
#[ferrule::intrinsic]
pub fn rcp_approx_f32(x: f32) -> f32 {
    1.0 / x
}

/// rcp.approx.ftz.f32
#[ferrule::intrinsic]
pub fn rcp_approx_ftz_f32(x: f32) -> f32 {
    1.0 / x
}

/// tanh.approx.f32
#[ferrule::intrinsic]
pub fn tanh_approx_f32(x: f32) -> f32 {
    x.tanh()
}

/// rsqrt.approx.f64
#[ferrule::intrinsic]
pub fn rsqrt_approx_f64(x: f64) -> f64 {
    1.0 / x.sqrt()
}

/// rsqrt.approx.ftz.f64
#[ferrule::intrinsic]
pub fn rsqrt_approx_ftz_f64(x: f64) -> f64 {
    1.0 / x.sqrt()
}

/// rcp.approx.ftz.f64
#[ferrule::intrinsic]
pub fn rcp_approx_ftz_f64(x: f64) -> f64 {
    1.0 / x
}

/// div.approx.f32
#[ferrule::intrinsic]
pub fn div_approx_f32(a: f32, b: f32) -> f32;

/// div.approx.ftz.f32
#[ferrule::intrinsic]
pub fn div_approx_ftz_f32(a: f32, b: f32) -> f32;

/// div.full.f32
#[ferrule::intrinsic]
pub fn div_full_f32(a: f32, b: f32) -> f32;

/// add.rn.f32
#[ferrule::intrinsic]
pub fn add_rn_f32(a: f32, b: f32) -> f32 {
    a + b
}

/// add.rn.f64
#[ferrule::intrinsic]
pub fn add_rn_f64(a: f64, b: f64) -> f64 {
    a + b
}

/// mul.rn.f32
#[ferrule::intrinsic]
pub fn mul_rn_f32(a: f32, b: f32) -> f32 {
    a * b
}

/// mul.rn.f64
#[ferrule::intrinsic]
pub fn mul_rn_f64(a: f64, b: f64) -> f64 {
    a * b
}

/// div.rn.f32
#[ferrule::intrinsic]
pub fn div_rn_f32(a: f32, b: f32) -> f32 {
    a / b
}

/// div.rn.f64
#[ferrule::intrinsic]
pub fn div_rn_f64(a: f64, b: f64) -> f64 {
    a / b
}

/// fma.rn.f32
#[ferrule::intrinsic]
pub fn fma_rn_f32(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}

/// fma.rn.f64
#[ferrule::intrinsic]
pub fn fma_rn_f64(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

/// sqrt.rn.f32
#[ferrule::intrinsic]
pub fn sqrt_rn_f32(x: f32) -> f32 {
    x.sqrt()
}

/// sqrt.rn.f64
#[ferrule::intrinsic]
pub fn sqrt_rn_f64(x: f64) -> f64 {
    x.sqrt()
}

/// rcp.rn.f32
#[ferrule::intrinsic]
pub fn rcp_rn_f32(x: f32) -> f32 {
    1.0 / x
}

/// rcp.rn.f64
#[ferrule::intrinsic]
pub fn rcp_rn_f64(x: f64) -> f64 {
    1.0 / x
}

/// add.rz.f32
#[ferrule::intrinsic]
pub fn add_rz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RZ, software::PLAIN) as u32)
}

/// add.rz.f64
#[ferrule::intrinsic]
pub fn add_rz_f64(a: f64, b: f64) -> f64 {
    f64::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F64, software::RZ, software::PLAIN) as u64)
}

/// add.rm.f32
#[ferrule::intrinsic]
pub fn add_rm_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RM, software::PLAIN) as u32)
}

/// add.rm.f64
#[ferrule::intrinsic]
pub fn add_rm_f64(a: f64, b: f64) -> f64 {
    f64::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F64, software::RM, software::PLAIN) as u64)
}

/// add.rp.f32
#[ferrule::intrinsic]
pub fn add_rp_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RP, software::PLAIN) as u32)
}

/// add.rp.f64
#[ferrule::intrinsic]
pub fn add_rp_f64(a: f64, b: f64) -> f64 {
    f64::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F64, software::RP, software::PLAIN) as u64)
}

/// mul.rz.f32
#[ferrule::intrinsic]
pub fn mul_rz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::mul_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RZ, software::PLAIN) as u32)
}

/// mul.rz.f64
#[ferrule::intrinsic]
pub fn mul_rz_f64(a: f64, b: f64) -> f64 {
    f64::from_bits(software::mul_bits(a.to_bits() as u64, b.to_bits() as u64, software::F64, software::RZ, software::PLAIN) as u64)
}

/// mul.rm.f32
#[ferrule::intrinsic]
pub fn mul_rm_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::mul_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RM, software::PLAIN) as u32)
}

/// mul.rm.f64
#[ferrule::intrinsic]
pub fn mul_rm_f64(a: f64, b: f64) -> f64 {
    f64::from_bits(software::mul_bits(a.to_bits() as u64, b.to_bits() as u64, software::F64, software::RM, software::PLAIN) as u64)
}

/// mul.rp.f32
#[ferrule::intrinsic]
pub fn mul_rp_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::mul_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RP, software::PLAIN) as u32)
}

/// mul.rp.f64
#[ferrule::intrinsic]
pub fn mul_rp_f64(a: f64, b: f64) -> f64 {
    f64::from_bits(software::mul_bits(a.to_bits() as u64, b.to_bits() as u64, software::F64, software::RP, software::PLAIN) as u64)
}

/// div.rz.f32
#[ferrule::intrinsic]
pub fn div_rz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::div_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RZ, software::PLAIN) as u32)
}

/// div.rz.f64
#[ferrule::intrinsic]
pub fn div_rz_f64(a: f64, b: f64) -> f64 {
    f64::from_bits(software::div_bits(a.to_bits() as u64, b.to_bits() as u64, software::F64, software::RZ, software::PLAIN) as u64)
}

/// div.rm.f32
#[ferrule::intrinsic]
pub fn div_rm_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::div_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RM, software::PLAIN) as u32)
}

/// div.rm.f64
#[ferrule::intrinsic]
pub fn div_rm_f64(a: f64, b: f64) -> f64 {
    f64::from_bits(software::div_bits(a.to_bits() as u64, b.to_bits() as u64, software::F64, software::RM, software::PLAIN) as u64)
}

/// div.rp.f32
#[ferrule::intrinsic]
pub fn div_rp_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::div_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RP, software::PLAIN) as u32)
}

/// div.rp.f64
#[ferrule::intrinsic]
pub fn div_rp_f64(a: f64, b: f64) -> f64 {
    f64::from_bits(software::div_bits(a.to_bits() as u64, b.to_bits() as u64, software::F64, software::RP, software::PLAIN) as u64)
}

/// fma.rz.f32
#[ferrule::intrinsic]
pub fn fma_rz_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RZ, software::PLAIN) as u32)
}

/// fma.rz.f64
#[ferrule::intrinsic]
pub fn fma_rz_f64(a: f64, b: f64, c: f64) -> f64 {
    f64::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F64, software::RZ, software::PLAIN) as u64)
}

/// fma.rm.f32
#[ferrule::intrinsic]
pub fn fma_rm_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RM, software::PLAIN) as u32)
}

/// fma.rm.f64
#[ferrule::intrinsic]
pub fn fma_rm_f64(a: f64, b: f64, c: f64) -> f64 {
    f64::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F64, software::RM, software::PLAIN) as u64)
}

/// fma.rp.f32
#[ferrule::intrinsic]
pub fn fma_rp_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RP, software::PLAIN) as u32)
}

/// fma.rp.f64
#[ferrule::intrinsic]
pub fn fma_rp_f64(a: f64, b: f64, c: f64) -> f64 {
    f64::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F64, software::RP, software::PLAIN) as u64)
}

/// sqrt.rz.f32
#[ferrule::intrinsic]
pub fn sqrt_rz_f32(x: f32) -> f32 {
    f32::from_bits(software::sqrt_bits(x.to_bits() as u64, software::F32, software::RZ, software::PLAIN) as u32)
}

/// sqrt.rz.f64
#[ferrule::intrinsic]
pub fn sqrt_rz_f64(x: f64) -> f64 {
    f64::from_bits(software::sqrt_bits(x.to_bits() as u64, software::F64, software::RZ, software::PLAIN) as u64)
}

/// sqrt.rm.f32
#[ferrule::intrinsic]
pub fn sqrt_rm_f32(x: f32) -> f32 {
    f32::from_bits(software::sqrt_bits(x.to_bits() as u64, software::F32, software::RM, software::PLAIN) as u32)
}

/// sqrt.rm.f64
#[ferrule::intrinsic]
pub fn sqrt_rm_f64(x: f64) -> f64 {
    f64::from_bits(software::sqrt_bits(x.to_bits() as u64, software::F64, software::RM, software::PLAIN) as u64)
}

/// sqrt.rp.f32
#[ferrule::intrinsic]
pub fn sqrt_rp_f32(x: f32) -> f32 {
    f32::from_bits(software::sqrt_bits(x.to_bits() as u64, software::F32, software::RP, software::PLAIN) as u32)
}

/// sqrt.rp.f64
#[ferrule::intrinsic]
pub fn sqrt_rp_f64(x: f64) -> f64 {
    f64::from_bits(software::sqrt_bits(x.to_bits() as u64, software::F64, software::RP, software::PLAIN) as u64)
}

/// rcp.rz.f32
#[ferrule::intrinsic]
pub fn rcp_rz_f32(x: f32) -> f32 {
    f32::from_bits(software::div_bits((1.0 as f32).to_bits() as u64, x.to_bits() as u64, software::F32, software::RZ, software::PLAIN) as u32)
}

/// rcp.rz.f64
#[ferrule::intrinsic]
pub fn rcp_rz_f64(x: f64) -> f64 {
    f64::from_bits(software::div_bits((1.0 as f64).to_bits() as u64, x.to_bits() as u64, software::F64, software::RZ, software::PLAIN) as u64)
}

/// rcp.rm.f32
#[ferrule::intrinsic]
pub fn rcp_rm_f32(x: f32) -> f32 {
    f32::from_bits(software::div_bits((1.0 as f32).to_bits() as u64, x.to_bits() as u64, software::F32, software::RM, software::PLAIN) as u32)
}

/// rcp.rm.f64
#[ferrule::intrinsic]
pub fn rcp_rm_f64(x: f64) -> f64 {
    f64::from_bits(software::div_bits((1.0 as f64).to_bits() as u64, x.to_bits() as u64, software::F64, software::RM, software::PLAIN) as u64)
}

/// rcp.rp.f32
#[ferrule::intrinsic]
pub fn rcp_rp_f32(x: f32) -> f32 {
    f32::from_bits(software::div_bits((1.0 as f32).to_bits() as u64, x.to_bits() as u64, software::F32, software::RP, software::PLAIN) as u32)
}

/// rcp.rp.f64
#[ferrule::intrinsic]
pub fn rcp_rp_f64(x: f64) -> f64 {
    f64::from_bits(software::div_bits((1.0 as f64).to_bits() as u64, x.to_bits() as u64, software::F64, software::RP, software::PLAIN) as u64)
}

/// add.rn.ftz.f32
#[ferrule::intrinsic]
pub fn add_rn_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RN, software::FTZ) as u32)
}

/// add.rz.ftz.f32
#[ferrule::intrinsic]
pub fn add_rz_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RZ, software::FTZ) as u32)
}

/// add.rm.ftz.f32
#[ferrule::intrinsic]
pub fn add_rm_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RM, software::FTZ) as u32)
}

/// add.rp.ftz.f32
#[ferrule::intrinsic]
pub fn add_rp_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RP, software::FTZ) as u32)
}

/// mul.rn.ftz.f32
#[ferrule::intrinsic]
pub fn mul_rn_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::mul_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RN, software::FTZ) as u32)
}

/// mul.rz.ftz.f32
#[ferrule::intrinsic]
pub fn mul_rz_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::mul_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RZ, software::FTZ) as u32)
}

/// mul.rm.ftz.f32
#[ferrule::intrinsic]
pub fn mul_rm_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::mul_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RM, software::FTZ) as u32)
}

/// mul.rp.ftz.f32
#[ferrule::intrinsic]
pub fn mul_rp_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::mul_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RP, software::FTZ) as u32)
}

/// div.rn.ftz.f32
#[ferrule::intrinsic]
pub fn div_rn_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::div_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RN, software::FTZ) as u32)
}

/// div.rz.ftz.f32
#[ferrule::intrinsic]
pub fn div_rz_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::div_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RZ, software::FTZ) as u32)
}

/// div.rm.ftz.f32
#[ferrule::intrinsic]
pub fn div_rm_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::div_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RM, software::FTZ) as u32)
}

/// div.rp.ftz.f32
#[ferrule::intrinsic]
pub fn div_rp_ftz_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::div_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RP, software::FTZ) as u32)
}

/// fma.rn.ftz.f32
#[ferrule::intrinsic]
pub fn fma_rn_ftz_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RN, software::FTZ) as u32)
}

/// fma.rz.ftz.f32
#[ferrule::intrinsic]
pub fn fma_rz_ftz_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RZ, software::FTZ) as u32)
}

/// fma.rm.ftz.f32
#[ferrule::intrinsic]
pub fn fma_rm_ftz_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RM, software::FTZ) as u32)
}

/// fma.rp.ftz.f32
#[ferrule::intrinsic]
pub fn fma_rp_ftz_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RP, software::FTZ) as u32)
}

/// sqrt.rn.ftz.f32
#[ferrule::intrinsic]
pub fn sqrt_rn_ftz_f32(x: f32) -> f32 {
    f32::from_bits(software::sqrt_bits(x.to_bits() as u64, software::F32, software::RN, software::FTZ) as u32)
}

/// sqrt.rz.ftz.f32
#[ferrule::intrinsic]
pub fn sqrt_rz_ftz_f32(x: f32) -> f32 {
    f32::from_bits(software::sqrt_bits(x.to_bits() as u64, software::F32, software::RZ, software::FTZ) as u32)
}

/// sqrt.rm.ftz.f32
#[ferrule::intrinsic]
pub fn sqrt_rm_ftz_f32(x: f32) -> f32 {
    f32::from_bits(software::sqrt_bits(x.to_bits() as u64, software::F32, software::RM, software::FTZ) as u32)
}

/// sqrt.rp.ftz.f32
#[ferrule::intrinsic]
pub fn sqrt_rp_ftz_f32(x: f32) -> f32 {
    f32::from_bits(software::sqrt_bits(x.to_bits() as u64, software::F32, software::RP, software::FTZ) as u32)
}

/// rcp.rn.ftz.f32
#[ferrule::intrinsic]
pub fn rcp_rn_ftz_f32(x: f32) -> f32 {
    f32::from_bits(software::div_bits((1.0 as f32).to_bits() as u64, x.to_bits() as u64, software::F32, software::RN, software::FTZ) as u32)
}

/// rcp.rz.ftz.f32
#[ferrule::intrinsic]
pub fn rcp_rz_ftz_f32(x: f32) -> f32 {
    f32::from_bits(software::div_bits((1.0 as f32).to_bits() as u64, x.to_bits() as u64, software::F32, software::RZ, software::FTZ) as u32)
}

/// rcp.rm.ftz.f32
#[ferrule::intrinsic]
pub fn rcp_rm_ftz_f32(x: f32) -> f32 {
    f32::from_bits(software::div_bits((1.0 as f32).to_bits() as u64, x.to_bits() as u64, software::F32, software::RM, software::FTZ) as u32)
}

/// rcp.rp.ftz.f32
#[ferrule::intrinsic]
pub fn rcp_rp_ftz_f32(x: f32) -> f32 {
    f32::from_bits(software::div_bits((1.0 as f32).to_bits() as u64, x.to_bits() as u64, software::F32, software::RP, software::FTZ) as u32)
}

/// add.rn.sat.f32
#[ferrule::intrinsic]
pub fn add_rn_sat_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RN, software::SAT) as u32)
}

/// add.rn.ftz.sat.f32
#[ferrule::intrinsic]
pub fn add_rn_ftz_sat_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RN, software::FTZ | software::SAT) as u32)
}

/// add.rz.sat.f32
#[ferrule::intrinsic]
pub fn add_rz_sat_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RZ, software::SAT) as u32)
}

/// add.rz.ftz.sat.f32
#[ferrule::intrinsic]
pub fn add_rz_ftz_sat_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RZ, software::FTZ | software::SAT) as u32)
}

/// add.rm.sat.f32
#[ferrule::intrinsic]
pub fn add_rm_sat_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RM, software::SAT) as u32)
}

/// add.rm.ftz.sat.f32
#[ferrule::intrinsic]
pub fn add_rm_ftz_sat_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RM, software::FTZ | software::SAT) as u32)
}

/// add.rp.sat.f32
#[ferrule::intrinsic]
pub fn add_rp_sat_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RP, software::SAT) as u32)
}

/// add.rp.ftz.sat.f32
#[ferrule::intrinsic]
pub fn add_rp_ftz_sat_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::add_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::RP, software::FTZ | software::SAT) as u32)
}

/// fma.rn.sat.f32
#[ferrule::intrinsic]
pub fn fma_rn_sat_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RN, software::SAT) as u32)
}

/// fma.rn.ftz.sat.f32
#[ferrule::intrinsic]
pub fn fma_rn_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RN, software::FTZ | software::SAT) as u32)
}

/// fma.rz.sat.f32
#[ferrule::intrinsic]
pub fn fma_rz_sat_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RZ, software::SAT) as u32)
}

/// fma.rz.ftz.sat.f32
#[ferrule::intrinsic]
pub fn fma_rz_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RZ, software::FTZ | software::SAT) as u32)
}

/// fma.rm.sat.f32
#[ferrule::intrinsic]
pub fn fma_rm_sat_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RM, software::SAT) as u32)
}

/// fma.rm.ftz.sat.f32
#[ferrule::intrinsic]
pub fn fma_rm_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RM, software::FTZ | software::SAT) as u32)
}

/// fma.rp.sat.f32
#[ferrule::intrinsic]
pub fn fma_rp_sat_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RP, software::SAT) as u32)
}

/// fma.rp.ftz.sat.f32
#[ferrule::intrinsic]
pub fn fma_rp_ftz_sat_f32(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(software::fma_bits(a.to_bits() as u64, b.to_bits() as u64, c.to_bits() as u64, software::F32, software::RP, software::FTZ | software::SAT) as u32)
}

/// min.xorsign.abs.f32
#[ferrule::intrinsic]
pub fn min_xorsign_abs_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::min_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::XORSIGN_ABS) as u32)
}

/// min.ftz.xorsign.abs.f32
#[ferrule::intrinsic]
pub fn min_ftz_xorsign_abs_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::min_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::FTZ | software::XORSIGN_ABS) as u32)
}

/// min.NaN.xorsign.abs.f32
#[ferrule::intrinsic]
pub fn min_nan_xorsign_abs_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::min_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::NAN | software::XORSIGN_ABS) as u32)
}

/// min.ftz.NaN.xorsign.abs.f32
#[ferrule::intrinsic]
pub fn min_ftz_nan_xorsign_abs_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::min_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::FTZ | software::NAN | software::XORSIGN_ABS) as u32)
}

/// max.xorsign.abs.f32
#[ferrule::intrinsic]
pub fn max_xorsign_abs_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::max_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::XORSIGN_ABS) as u32)
}

/// max.ftz.xorsign.abs.f32
#[ferrule::intrinsic]
pub fn max_ftz_xorsign_abs_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::max_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::FTZ | software::XORSIGN_ABS) as u32)
}

/// max.NaN.xorsign.abs.f32
#[ferrule::intrinsic]
pub fn max_nan_xorsign_abs_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::max_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::NAN | software::XORSIGN_ABS) as u32)
}

/// max.ftz.NaN.xorsign.abs.f32
#[ferrule::intrinsic]
pub fn max_ftz_nan_xorsign_abs_f32(a: f32, b: f32) -> f32 {
    f32::from_bits(software::max_bits(a.to_bits() as u64, b.to_bits() as u64, software::F32, software::FTZ | software::NAN | software::XORSIGN_ABS) as u32)
}

/// x clamped to 0..=1; NaN gives 0 (__saturatef).
#[ferrule::intrinsic]
pub fn saturate_f32(x: f32) -> f32;

/// Dot product of four bytes each, plus c.
#[ferrule::intrinsic]
pub fn dp4a_s32(a: u32, b: u32, c: i32) -> i32;

/// Dot product of the halves of a with the lower two bytes of b, plus c.
#[ferrule::intrinsic]
pub fn dp2a_lo_s32(a: u32, b: u32, c: i32) -> i32;

/// Dot product of the halves of a with the upper two bytes of b, plus c.
#[ferrule::intrinsic]
pub fn dp2a_hi_s32(a: u32, b: u32, c: i32) -> i32;

/// Dot product of four bytes each, plus c.
#[ferrule::intrinsic]
pub fn dp4a_u32(a: u32, b: u32, c: u32) -> u32;

/// Dot product of the halves of a with the lower two bytes of b, plus c.
#[ferrule::intrinsic]
pub fn dp2a_lo_u32(a: u32, b: u32, c: u32) -> u32;

/// Dot product of the halves of a with the upper two bytes of b, plus c.
#[ferrule::intrinsic]
pub fn dp2a_hi_u32(a: u32, b: u32, c: u32) -> u32;

/// Bytes of b:a chosen by the four nibbles of the selector (__byte_perm).
#[ferrule::intrinsic]
pub fn prmt(a: u32, b: u32, selector: u32) -> u32;

/// prmt.b32.f4e: four bytes of b:a, forwards from the one chosen.
#[ferrule::intrinsic]
pub fn prmt_f4e(a: u32, b: u32, selector: u32) -> u32 {
    prmt(a, b, 0x3210 + 0x1111 * (selector & 3))
}

/// prmt.b32.b4e: four bytes of b:a, backwards from the one chosen.
#[ferrule::intrinsic]
pub fn prmt_b4e(a: u32, b: u32, selector: u32) -> u32 {
    prmt(a, b, 0x5670 + 0x1111 * (selector & 3) & 0x7777)
}

/// prmt.b32.rc8: the chosen byte four times.
#[ferrule::intrinsic]
pub fn prmt_rc8(a: u32, selector: u32) -> u32 {
    prmt(a, a, 0x1111 * (selector & 3))
}

/// prmt.b32.rc16: the chosen half twice.
#[ferrule::intrinsic]
pub fn prmt_rc16(a: u32, selector: u32) -> u32 {
    prmt(a, a, 0x1010 + 0x2222 * (selector & 1))
}

/// prmt.b32.ecl: bytes below the chosen one become it.
#[ferrule::intrinsic]
pub fn prmt_ecl(a: u32, selector: u32) -> u32 {
    prmt(a, a, [0x3210, 0x3211, 0x3222, 0x3333][(selector & 3) as usize])
}

/// prmt.b32.ecr: bytes above the chosen one become it.
#[ferrule::intrinsic]
pub fn prmt_ecr(a: u32, selector: u32) -> u32 {
    prmt(a, a, [0x0000, 0x1110, 0x2210, 0x3210][(selector & 3) as usize])
}

/// The upper half of the product.
#[ferrule::intrinsic]
pub fn mul_hi<T>(a: T, b: T) -> T;

/// The upper 32 bits of high:low shifted left by n modulo 32 (__funnelshift_l).
#[ferrule::intrinsic]
pub fn funnel_shift_l(low: u32, high: u32, n: u32) -> u32;

/// The lower 32 bits of high:low shifted right by n modulo 32 (__funnelshift_r).
#[ferrule::intrinsic]
pub fn funnel_shift_r(low: u32, high: u32, n: u32) -> u32;

/// Adds two packed f16 each on its own; the result is the old pair.
#[ferrule::intrinsic]
pub unsafe fn atom_add_f16x2(p: *mut u32, v: u32) -> u32 {
    unsafe { crate::atomic::update(p, |old| f16x2::add_f16x2(old, v)) }
}

/// Adds two packed bf16 each on its own; the result is the old pair.
#[ferrule::intrinsic]
pub unsafe fn atom_add_bf16x2(p: *mut u32, v: u32) -> u32 {
    unsafe { crate::atomic::update(p, |old| bf16x2::add_bf16x2(old, v)) }
}

/// add.rn.f16x2: both halves
#[ferrule::intrinsic]
pub fn add_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::add_bits(a, b, software::F16, software::RN, software::PLAIN))
}

/// sub.rn.f16x2: both halves
#[ferrule::intrinsic]
pub fn sub_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::sub_bits(a, b, software::F16, software::RN, software::PLAIN))
}

/// mul.rn.f16x2: both halves
#[ferrule::intrinsic]
pub fn mul_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::mul_bits(a, b, software::F16, software::RN, software::PLAIN))
}

/// add.rn.bf16x2: both halves
#[ferrule::intrinsic]
pub fn add_bf16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::add_bits(a, b, software::BF16, software::RN, software::PLAIN))
}

/// sub.rn.bf16x2: both halves
#[ferrule::intrinsic]
pub fn sub_bf16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::sub_bits(a, b, software::BF16, software::RN, software::PLAIN))
}

/// mul.rn.bf16x2: both halves
#[ferrule::intrinsic]
pub fn mul_bf16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::mul_bits(a, b, software::BF16, software::RN, software::PLAIN))
}

/// fma.rn.f16x2: both halves
#[ferrule::intrinsic]
pub fn fma_f16x2(a: u32, b: u32, c: u32) -> u32 {
    software::halves3(a, b, c, |a, b, c| software::fma_bits(a, b, c, software::F16, software::RN, software::PLAIN))
}

/// fma.rn.ftz.f16x2: both halves
#[ferrule::intrinsic]
pub fn fma_ftz_f16x2(a: u32, b: u32, c: u32) -> u32 {
    software::halves3(a, b, c, |a, b, c| software::fma_bits(a, b, c, software::F16, software::RN, software::FTZ))
}

/// fma.rn.sat.f16x2: both halves
#[ferrule::intrinsic]
pub fn fma_sat_f16x2(a: u32, b: u32, c: u32) -> u32 {
    software::halves3(a, b, c, |a, b, c| software::fma_bits(a, b, c, software::F16, software::RN, software::SAT))
}

/// fma.rn.ftz.sat.f16x2: both halves
#[ferrule::intrinsic]
pub fn fma_ftz_sat_f16x2(a: u32, b: u32, c: u32) -> u32 {
    software::halves3(a, b, c, |a, b, c| software::fma_bits(a, b, c, software::F16, software::RN, software::FTZ | software::SAT))
}

/// fma.rn.relu.f16x2: both halves
#[ferrule::intrinsic]
pub fn fma_relu_f16x2(a: u32, b: u32, c: u32) -> u32 {
    software::halves3(a, b, c, |a, b, c| software::fma_bits(a, b, c, software::F16, software::RN, software::RELU))
}

/// fma.rn.ftz.relu.f16x2: both halves
#[ferrule::intrinsic]
pub fn fma_ftz_relu_f16x2(a: u32, b: u32, c: u32) -> u32 {
    software::halves3(a, b, c, |a, b, c| software::fma_bits(a, b, c, software::F16, software::RN, software::FTZ | software::RELU))
}

/// fma.rn.bf16x2: both halves
#[ferrule::intrinsic]
pub fn fma_bf16x2(a: u32, b: u32, c: u32) -> u32 {
    software::halves3(a, b, c, |a, b, c| software::fma_bits(a, b, c, software::BF16, software::RN, software::PLAIN))
}

/// fma.rn.relu.bf16x2: both halves
#[ferrule::intrinsic]
pub fn fma_relu_bf16x2(a: u32, b: u32, c: u32) -> u32 {
    software::halves3(a, b, c, |a, b, c| software::fma_bits(a, b, c, software::BF16, software::RN, software::RELU))
}

/// abs.f16x2: both halves
#[ferrule::intrinsic]
pub fn abs_f16x2(a: u32) -> u32 {
    software::halves1(a, |a| software::abs_bits(a, software::F16))
}

/// abs.bf16x2: both halves
#[ferrule::intrinsic]
pub fn abs_bf16x2(a: u32) -> u32 {
    software::halves1(a, |a| software::abs_bits(a, software::BF16))
}

/// neg.f16x2: both halves
#[ferrule::intrinsic]
pub fn neg_f16x2(a: u32) -> u32 {
    software::halves1(a, |a| software::neg_bits(a, software::F16))
}

/// neg.bf16x2: both halves
#[ferrule::intrinsic]
pub fn neg_bf16x2(a: u32) -> u32 {
    software::halves1(a, |a| software::neg_bits(a, software::BF16))
}

/// min.f16x2: both halves
#[ferrule::intrinsic]
pub fn min_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::F16, software::PLAIN))
}

/// min.ftz.f16x2: both halves
#[ferrule::intrinsic]
pub fn min_ftz_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::F16, software::FTZ))
}

/// min.NaN.f16x2: both halves
#[ferrule::intrinsic]
pub fn min_nan_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::F16, software::NAN))
}

/// min.ftz.NaN.f16x2: both halves
#[ferrule::intrinsic]
pub fn min_ftz_nan_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::F16, software::FTZ | software::NAN))
}

/// max.f16x2: both halves
#[ferrule::intrinsic]
pub fn max_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::F16, software::PLAIN))
}

/// max.ftz.f16x2: both halves
#[ferrule::intrinsic]
pub fn max_ftz_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::F16, software::FTZ))
}

/// max.NaN.f16x2: both halves
#[ferrule::intrinsic]
pub fn max_nan_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::F16, software::NAN))
}

/// max.ftz.NaN.f16x2: both halves
#[ferrule::intrinsic]
pub fn max_ftz_nan_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::F16, software::FTZ | software::NAN))
}

/// min.xorsign.abs.f16x2: both halves
#[ferrule::intrinsic]
pub fn min_xorsign_abs_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::F16, software::XORSIGN_ABS))
}

/// min.ftz.xorsign.abs.f16x2: both halves
#[ferrule::intrinsic]
pub fn min_ftz_xorsign_abs_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::F16, software::FTZ | software::XORSIGN_ABS))
}

/// min.NaN.xorsign.abs.f16x2: both halves
#[ferrule::intrinsic]
pub fn min_nan_xorsign_abs_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::F16, software::NAN | software::XORSIGN_ABS))
}

/// min.ftz.NaN.xorsign.abs.f16x2: both halves
#[ferrule::intrinsic]
pub fn min_ftz_nan_xorsign_abs_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::F16, software::FTZ | software::NAN | software::XORSIGN_ABS))
}

/// max.xorsign.abs.f16x2: both halves
#[ferrule::intrinsic]
pub fn max_xorsign_abs_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::F16, software::XORSIGN_ABS))
}

/// max.ftz.xorsign.abs.f16x2: both halves
#[ferrule::intrinsic]
pub fn max_ftz_xorsign_abs_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::F16, software::FTZ | software::XORSIGN_ABS))
}

/// max.NaN.xorsign.abs.f16x2: both halves
#[ferrule::intrinsic]
pub fn max_nan_xorsign_abs_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::F16, software::NAN | software::XORSIGN_ABS))
}

/// max.ftz.NaN.xorsign.abs.f16x2: both halves
#[ferrule::intrinsic]
pub fn max_ftz_nan_xorsign_abs_f16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::F16, software::FTZ | software::NAN | software::XORSIGN_ABS))
}

/// min.bf16x2: both halves
#[ferrule::intrinsic]
pub fn min_bf16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::BF16, software::PLAIN))
}

/// min.NaN.bf16x2: both halves
#[ferrule::intrinsic]
pub fn min_nan_bf16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::BF16, software::NAN))
}

/// max.bf16x2: both halves
#[ferrule::intrinsic]
pub fn max_bf16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::BF16, software::PLAIN))
}

/// max.NaN.bf16x2: both halves
#[ferrule::intrinsic]
pub fn max_nan_bf16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::BF16, software::NAN))
}

/// min.xorsign.abs.bf16x2: both halves
#[ferrule::intrinsic]
pub fn min_xorsign_abs_bf16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::BF16, software::XORSIGN_ABS))
}

/// min.NaN.xorsign.abs.bf16x2: both halves
#[ferrule::intrinsic]
pub fn min_nan_xorsign_abs_bf16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::min_bits(a, b, software::BF16, software::NAN | software::XORSIGN_ABS))
}

/// max.xorsign.abs.bf16x2: both halves
#[ferrule::intrinsic]
pub fn max_xorsign_abs_bf16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::BF16, software::XORSIGN_ABS))
}

/// max.NaN.xorsign.abs.bf16x2: both halves
#[ferrule::intrinsic]
pub fn max_nan_xorsign_abs_bf16x2(a: u32, b: u32) -> u32 {
    software::halves2(a, b, |a, b| software::max_bits(a, b, software::BF16, software::NAN | software::XORSIGN_ABS))
}

/// min.f16
#[ferrule::intrinsic]
pub fn min_f16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::F16, software::PLAIN) as u16
}

/// min.ftz.f16
#[ferrule::intrinsic]
pub fn min_ftz_f16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::F16, software::FTZ) as u16
}

/// min.NaN.f16
#[ferrule::intrinsic]
pub fn min_nan_f16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::F16, software::NAN) as u16
}

/// min.ftz.NaN.f16
#[ferrule::intrinsic]
pub fn min_ftz_nan_f16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::F16, software::FTZ | software::NAN) as u16
}

/// max.f16
#[ferrule::intrinsic]
pub fn max_f16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::F16, software::PLAIN) as u16
}

/// max.ftz.f16
#[ferrule::intrinsic]
pub fn max_ftz_f16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::F16, software::FTZ) as u16
}

/// max.NaN.f16
#[ferrule::intrinsic]
pub fn max_nan_f16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::F16, software::NAN) as u16
}

/// max.ftz.NaN.f16
#[ferrule::intrinsic]
pub fn max_ftz_nan_f16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::F16, software::FTZ | software::NAN) as u16
}

/// min.xorsign.abs.f16
#[ferrule::intrinsic]
pub fn min_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::F16, software::XORSIGN_ABS) as u16
}

/// min.ftz.xorsign.abs.f16
#[ferrule::intrinsic]
pub fn min_ftz_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::F16, software::FTZ | software::XORSIGN_ABS) as u16
}

/// min.NaN.xorsign.abs.f16
#[ferrule::intrinsic]
pub fn min_nan_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::F16, software::NAN | software::XORSIGN_ABS) as u16
}

/// min.ftz.NaN.xorsign.abs.f16
#[ferrule::intrinsic]
pub fn min_ftz_nan_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::F16, software::FTZ | software::NAN | software::XORSIGN_ABS) as u16
}

/// max.xorsign.abs.f16
#[ferrule::intrinsic]
pub fn max_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::F16, software::XORSIGN_ABS) as u16
}

/// max.ftz.xorsign.abs.f16
#[ferrule::intrinsic]
pub fn max_ftz_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::F16, software::FTZ | software::XORSIGN_ABS) as u16
}

/// max.NaN.xorsign.abs.f16
#[ferrule::intrinsic]
pub fn max_nan_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::F16, software::NAN | software::XORSIGN_ABS) as u16
}

/// max.ftz.NaN.xorsign.abs.f16
#[ferrule::intrinsic]
pub fn max_ftz_nan_xorsign_abs_f16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::F16, software::FTZ | software::NAN | software::XORSIGN_ABS) as u16
}

/// min.bf16
#[ferrule::intrinsic]
pub fn min_bf16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::BF16, software::PLAIN) as u16
}

/// min.NaN.bf16
#[ferrule::intrinsic]
pub fn min_nan_bf16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::BF16, software::NAN) as u16
}

/// max.bf16
#[ferrule::intrinsic]
pub fn max_bf16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::BF16, software::PLAIN) as u16
}

/// max.NaN.bf16
#[ferrule::intrinsic]
pub fn max_nan_bf16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::BF16, software::NAN) as u16
}

/// min.xorsign.abs.bf16
#[ferrule::intrinsic]
pub fn min_xorsign_abs_bf16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::BF16, software::XORSIGN_ABS) as u16
}

/// min.NaN.xorsign.abs.bf16
#[ferrule::intrinsic]
pub fn min_nan_xorsign_abs_bf16(a: u16, b: u16) -> u16 {
    software::min_bits(a as u64, b as u64, software::BF16, software::NAN | software::XORSIGN_ABS) as u16
}

/// max.xorsign.abs.bf16
#[ferrule::intrinsic]
pub fn max_xorsign_abs_bf16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::BF16, software::XORSIGN_ABS) as u16
}

/// max.NaN.xorsign.abs.bf16
#[ferrule::intrinsic]
pub fn max_nan_xorsign_abs_bf16(a: u16, b: u16) -> u16 {
    software::max_bits(a as u64, b as u64, software::BF16, software::NAN | software::XORSIGN_ABS) as u16
}

/// cvt.rn.f16x2.f32: two floats as the halves of a word
#[ferrule::intrinsic]
pub fn cvt_f16x2_f32(lo: f32, hi: f32) -> u32 {
    software::pack(lo, hi, software::F16, software::RN, software::PLAIN)
}

/// cvt.rn.bf16x2.f32: two floats as the halves of a word
#[ferrule::intrinsic]
pub fn cvt_rn_bf16x2_f32(lo: f32, hi: f32) -> u32 {
    software::pack(lo, hi, software::BF16, software::RN, software::PLAIN)
}

/// cvt.rn.relu.f16x2.f32: two floats as the halves of a word
#[ferrule::intrinsic]
pub fn cvt_rn_relu_f16x2_f32(lo: f32, hi: f32) -> u32 {
    software::pack(lo, hi, software::F16, software::RN, software::RELU)
}

/// cvt.rn.relu.bf16x2.f32: two floats as the halves of a word
#[ferrule::intrinsic]
pub fn cvt_rn_relu_bf16x2_f32(lo: f32, hi: f32) -> u32 {
    software::pack(lo, hi, software::BF16, software::RN, software::RELU)
}

/// cvt.rz.f16x2.f32: two floats as the halves of a word
#[ferrule::intrinsic]
pub fn cvt_rz_f16x2_f32(lo: f32, hi: f32) -> u32 {
    software::pack(lo, hi, software::F16, software::RZ, software::PLAIN)
}

/// cvt.rz.bf16x2.f32: two floats as the halves of a word
#[ferrule::intrinsic]
pub fn cvt_rz_bf16x2_f32(lo: f32, hi: f32) -> u32 {
    software::pack(lo, hi, software::BF16, software::RZ, software::PLAIN)
}

/// cvt.rn.satfinite.e4m3x2.f32: two floats as bytes
#[ferrule::intrinsic]
pub fn cvt_rn_satfinite_e4m3x2_f32(lo: f32, hi: f32) -> u16 {
    software::pack(lo, hi, software::E4M3, software::RN, software::SATFINITE) as u16
}

/// cvt.rn.satfinite.e5m2x2.f32: two floats as bytes
#[ferrule::intrinsic]
pub fn cvt_rn_satfinite_e5m2x2_f32(lo: f32, hi: f32) -> u16 {
    software::pack(lo, hi, software::E5M2, software::RN, software::SATFINITE) as u16
}

/// cvt.rn.satfinite.relu.e4m3x2.f32: two floats as bytes
#[ferrule::intrinsic]
pub fn cvt_rn_satfinite_relu_e4m3x2_f32(lo: f32, hi: f32) -> u16 {
    software::pack(lo, hi, software::E4M3, software::RN, software::SATFINITE | software::RELU) as u16
}

/// cvt.rn.satfinite.relu.e5m2x2.f32: two floats as bytes
#[ferrule::intrinsic]
pub fn cvt_rn_satfinite_relu_e5m2x2_f32(lo: f32, hi: f32) -> u16 {
    software::pack(lo, hi, software::E5M2, software::RN, software::SATFINITE | software::RELU) as u16
}

/// cvt.rn.satfinite.e4m3x2.f16x2: two halves as bytes
#[ferrule::intrinsic]
pub fn cvt_rn_satfinite_e4m3x2_f16x2(packed: u32) -> u16 {
    software::narrow(packed, software::E4M3, software::SATFINITE)
}

/// cvt.rn.satfinite.e5m2x2.f16x2: two halves as bytes
#[ferrule::intrinsic]
pub fn cvt_rn_satfinite_e5m2x2_f16x2(packed: u32) -> u16 {
    software::narrow(packed, software::E5M2, software::SATFINITE)
}

/// cvt.rn.satfinite.relu.e4m3x2.f16x2: two halves as bytes
#[ferrule::intrinsic]
pub fn cvt_rn_satfinite_relu_e4m3x2_f16x2(packed: u32) -> u16 {
    software::narrow(packed, software::E4M3, software::SATFINITE | software::RELU)
}

/// cvt.rn.satfinite.relu.e5m2x2.f16x2: two halves as bytes
#[ferrule::intrinsic]
pub fn cvt_rn_satfinite_relu_e5m2x2_f16x2(packed: u32) -> u16 {
    software::narrow(packed, software::E5M2, software::SATFINITE | software::RELU)
}

/// cvt.rn.f16x2.e4m3x2: two bytes as halves
#[ferrule::intrinsic]
pub fn cvt_rn_f16x2_e4m3x2(packed: u16) -> u32 {
    software::widen(packed, software::E4M3, software::PLAIN)
}

/// cvt.rn.f16x2.e5m2x2: two bytes as halves
#[ferrule::intrinsic]
pub fn cvt_rn_f16x2_e5m2x2(packed: u16) -> u32 {
    software::widen(packed, software::E5M2, software::PLAIN)
}

/// cvt.rn.relu.f16x2.e4m3x2: two bytes as halves
#[ferrule::intrinsic]
pub fn cvt_rn_relu_f16x2_e4m3x2(packed: u16) -> u32 {
    software::widen(packed, software::E4M3, software::RELU)
}

/// cvt.rn.relu.f16x2.e5m2x2: two bytes as halves
#[ferrule::intrinsic]
pub fn cvt_rn_relu_f16x2_e5m2x2(packed: u16) -> u32 {
    software::widen(packed, software::E5M2, software::RELU)
}

/// cvt.rna.tf32.f32
#[ferrule::intrinsic]
pub fn cvt_rna_tf32_f32(value: f32) -> u32 {
    software::tf32(value, software::RNA, software::PLAIN)
}

/// cvt.rna.satfinite.tf32.f32
#[ferrule::intrinsic]
pub fn cvt_rna_satfinite_tf32_f32(value: f32) -> u32 {
    software::tf32(value, software::RNA, software::SATFINITE)
}

/// cvt.rn.tf32.f32
#[ferrule::intrinsic]
pub fn cvt_rn_tf32_f32(value: f32) -> u32 {
    software::tf32(value, software::RN, software::PLAIN)
}

/// cvt.rn.relu.tf32.f32
#[ferrule::intrinsic]
pub fn cvt_rn_relu_tf32_f32(value: f32) -> u32 {
    software::tf32(value, software::RN, software::RELU)
}

/// cvt.rn.satfinite.tf32.f32
#[ferrule::intrinsic]
pub fn cvt_rn_satfinite_tf32_f32(value: f32) -> u32 {
    software::tf32(value, software::RN, software::SATFINITE)
}

/// cvt.rn.relu.satfinite.tf32.f32
#[ferrule::intrinsic]
pub fn cvt_rn_relu_satfinite_tf32_f32(value: f32) -> u32 {
    software::tf32(value, software::RN, software::RELU | software::SATFINITE)
}

/// cvt.rz.tf32.f32
#[ferrule::intrinsic]
pub fn cvt_rz_tf32_f32(value: f32) -> u32 {
    software::tf32(value, software::RZ, software::PLAIN)
}

/// cvt.rz.relu.tf32.f32
#[ferrule::intrinsic]
pub fn cvt_rz_relu_tf32_f32(value: f32) -> u32 {
    software::tf32(value, software::RZ, software::RELU)
}

/// cvt.rz.satfinite.tf32.f32
#[ferrule::intrinsic]
pub fn cvt_rz_satfinite_tf32_f32(value: f32) -> u32 {
    software::tf32(value, software::RZ, software::SATFINITE)
}

/// cvt.rz.relu.satfinite.tf32.f32
#[ferrule::intrinsic]
pub fn cvt_rz_relu_satfinite_tf32_f32(value: f32) -> u32 {
    software::tf32(value, software::RZ, software::RELU | software::SATFINITE)
}

/// cp.async.ca.shared.global: 4 bytes.
#[ferrule::intrinsic]
pub unsafe fn cp_async_ca_4(shared_dst: *mut u32, global_src: *const u32) {
    unsafe { crate::async_copy::copy::<4>(shared_dst, global_src as *const u8, 4) }
}

/// cp.async.ca.shared.global: 8 bytes.
#[ferrule::intrinsic]
pub unsafe fn cp_async_ca_8(shared_dst: *mut u32, global_src: *const u32) {
    unsafe { crate::async_copy::copy::<8>(shared_dst, global_src as *const u8, 8) }
}

/// cp.async.ca.shared.global: 16 bytes.
#[ferrule::intrinsic]
pub unsafe fn cp_async_ca_16(shared_dst: *mut u32, global_src: *const u32) {
    unsafe { crate::async_copy::copy::<16>(shared_dst, global_src as *const u8, 16) }
}

/// cp.async.cg.shared.global: 16 bytes, past L1.
#[ferrule::intrinsic]
pub unsafe fn cp_async_cg_16(shared_dst: *mut u32, global_src: *const u32) {
    unsafe { crate::async_copy::copy::<16>(shared_dst, global_src as *const u8, 16) }
}

/// cp.async.ca.shared.global: src_size of 4 bytes, then zeros.
#[ferrule::intrinsic]
pub unsafe fn cp_async_ca_zfill_4(shared_dst: *mut u32, global_src: *const u8, src_size: u32) {
    unsafe { crate::async_copy::copy::<4>(shared_dst, global_src, src_size) }
}

/// cp.async.ca.shared.global: src_size of 8 bytes, then zeros.
#[ferrule::intrinsic]
pub unsafe fn cp_async_ca_zfill_8(shared_dst: *mut u32, global_src: *const u8, src_size: u32) {
    unsafe { crate::async_copy::copy::<8>(shared_dst, global_src, src_size) }
}

/// cp.async.ca.shared.global: src_size of 16 bytes, then zeros.
#[ferrule::intrinsic]
pub unsafe fn cp_async_ca_zfill_16(shared_dst: *mut u32, global_src: *const u8, src_size: u32) {
    unsafe { crate::async_copy::copy::<16>(shared_dst, global_src, src_size) }
}

/// cp.async.cg.shared.global: src_size of 16 bytes, then zeros, past L1.
#[ferrule::intrinsic]
pub unsafe fn cp_async_cg_zfill_16(shared_dst: *mut u32, global_src: *const u8, src_size: u32) {
    unsafe { crate::async_copy::copy::<16>(shared_dst, global_src, src_size) }
}

/// cp.async.commit_group
#[ferrule::intrinsic]
pub unsafe fn cp_async_commit_group() {
    ()
}

/// cp.async.wait_all
#[ferrule::intrinsic]
pub unsafe fn cp_async_wait_all() {
    ()
}

/// cp.async.wait_group: waits until at most N groups are under way.
#[ferrule::intrinsic]
pub unsafe fn cp_async_wait_pending<const N: u32>();

/// cp.async.mbarrier.arrive: the barrier hears of this thread when its copies are done.
#[ferrule::intrinsic]
pub unsafe fn cp_async_mbarrier_arrive_raw(barrier: *const u8);

/// cp.async.mbarrier.arrive.noinc: the barrier hears of this thread when its copies are done.
#[ferrule::intrinsic]
pub unsafe fn cp_async_mbarrier_arrive_noinc_raw(barrier: *const u8);

/// mbarrier.init
#[ferrule::intrinsic]
pub unsafe fn mbarrier_init_raw(barrier: *const u8, count: u32);

/// mbarrier.inval
#[ferrule::intrinsic]
pub unsafe fn mbarrier_inval_raw(barrier: *const u8);

/// mbarrier.arrive
#[ferrule::intrinsic]
pub unsafe fn mbarrier_arrive_raw(barrier: *const u8) -> u64;

/// mbarrier.arrive_no_complete
#[ferrule::intrinsic]
pub unsafe fn mbarrier_arrive_no_complete_raw(barrier: *const u8, count: u32) -> u64;

/// mbarrier.arrive_expect_tx
#[ferrule::intrinsic]
pub unsafe fn mbarrier_arrive_expect_tx_raw(barrier: *const u8, bytes: u32) -> u64;

/// mbarrier.test_wait
#[ferrule::intrinsic]
pub unsafe fn mbarrier_test_wait_raw(barrier: *const u8, token: u64) -> u32;

/// mbarrier.try_wait
#[ferrule::intrinsic]
pub unsafe fn mbarrier_try_wait_raw(barrier: *const u8, token: u64) -> u32;

/// mbarrier.try_wait_parity
#[ferrule::intrinsic]
pub unsafe fn mbarrier_try_wait_parity_raw(barrier: *const u8, parity: u32) -> u32;

/// mbarrier.try_wait_parity_cluster
#[ferrule::intrinsic]
pub unsafe fn mbarrier_try_wait_parity_cluster_raw(barrier: *const u8, parity: u32) -> u32;

/// mbarrier.arrive.release.cluster at an address in another block's shared memory.
#[ferrule::intrinsic]
pub unsafe fn mbarrier_arrive_cluster(remote_bar_addr: u64);

/// fence.mbarrier_init.release.cluster
#[ferrule::intrinsic]
pub unsafe fn fence_mbarrier_init_release_cluster();

/// fence.proxy.async.shared::cta
#[ferrule::intrinsic]
pub unsafe fn fence_proxy_async_shared_cta();

/// ldmatrix.sync.aligned.m8n8.x1.shared.b16: each eight lanes point to the rows of a matrix.
#[ferrule::intrinsic]
pub unsafe fn ldmatrix_x1(smem_ptr: *const u32) -> u32 {
    unsafe { crate::wmma::load_rows::<1>(smem_ptr)[0] }
}

/// ldmatrix.sync.aligned.m8n8.x2.shared.b16: each eight lanes point to the rows of a matrix.
#[ferrule::intrinsic]
pub unsafe fn ldmatrix_x2(smem_ptr: *const u32) -> [u32; 2] {
    unsafe { crate::wmma::load_rows::<2>(smem_ptr) }
}

/// ldmatrix.sync.aligned.m8n8.x4.shared.b16: each eight lanes point to the rows of a matrix.
#[ferrule::intrinsic]
pub unsafe fn ldmatrix_x4(smem_ptr: *const u32) -> [u32; 4] {
    unsafe { crate::wmma::load_rows::<4>(smem_ptr) }
}

/// ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16: each eight lanes point to the rows of a matrix.
#[ferrule::intrinsic]
pub unsafe fn ldmatrix_x1_trans(smem_ptr: *const u32) -> u32 {
    unsafe { crate::wmma::load_columns::<1>(smem_ptr)[0] }
}

/// ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16: each eight lanes point to the rows of a matrix.
#[ferrule::intrinsic]
pub unsafe fn ldmatrix_x2_trans(smem_ptr: *const u32) -> [u32; 2] {
    unsafe { crate::wmma::load_columns::<2>(smem_ptr) }
}

/// ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16: each eight lanes point to the rows of a matrix.
#[ferrule::intrinsic]
pub unsafe fn ldmatrix_x4_trans(smem_ptr: *const u32) -> [u32; 4] {
    unsafe { crate::wmma::load_columns::<4>(smem_ptr) }
}

/// movmatrix.sync.aligned.m8n8.trans.b16: the matrix that lies in the warp's registers, transposed.
#[ferrule::intrinsic]
pub unsafe fn movmatrix_trans_b16(value: u32) -> u32 {
    crate::wmma::transpose(value)
}

/// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32: a times b plus c, of a whole warp.
#[ferrule::intrinsic]
pub unsafe fn mma_m16n8k16_f32_f16(c: [f32; 4], a: [u32; 4], b: [u32; 2]) -> [f32; 4] {
    crate::wmma::multiply(c, a, b, crate::wmma::dot_f16)
}

/// mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32: a times b plus c, of a whole warp.
#[ferrule::intrinsic]
pub unsafe fn mma_m16n8k16_f32_bf16(c: [f32; 4], a: [u32; 4], b: [u32; 2]) -> [f32; 4] {
    crate::wmma::multiply(c, a, b, crate::wmma::dot_bf16)
}

/// mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32: a times b plus c, of a whole warp.
#[ferrule::intrinsic]
pub unsafe fn mma_m16n8k8_f32_tf32(c: [f32; 4], a: [u32; 4], b: [u32; 2]) -> [f32; 4] {
    crate::wmma::multiply(c, a, b, crate::wmma::dot_tf32)
}

/// mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32: a times b plus c, of a whole warp.
#[ferrule::intrinsic]
pub unsafe fn mma_m16n8k32_s32_s8(c: [i32; 4], a: [u32; 4], b: [u32; 2]) -> [i32; 4] {
    crate::wmma::multiply(c, a, b, crate::wmma::dot_s8)
}

/// mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64: a times b plus acc, of a whole warp.
#[ferrule::intrinsic]
pub unsafe fn mma_m8n8k4_f64(acc: [f64; 2], a: f64, b: f64) -> [f64; 2] {
    crate::wmma::multiply_f64(acc, a, b)
}

/// cp.async.bulk.tensor.1d: a tile of global memory into shared memory; the barrier counts its bytes.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_1d_g2s_raw(dst: *const u8, map: *const u8, c0: i32, barrier: *const u8);

/// cp.async.bulk.tensor.2d: a tile of global memory into shared memory; the barrier counts its bytes.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_2d_g2s_raw(dst: *const u8, map: *const u8, c0: i32, c1: i32, barrier: *const u8);

/// cp.async.bulk.tensor.3d: a tile of global memory into shared memory; the barrier counts its bytes.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_3d_g2s_raw(dst: *const u8, map: *const u8, c0: i32, c1: i32, c2: i32, barrier: *const u8);

/// cp.async.bulk.tensor.4d: a tile of global memory into shared memory; the barrier counts its bytes.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_4d_g2s_raw(dst: *const u8, map: *const u8, c0: i32, c1: i32, c2: i32, c3: i32, barrier: *const u8);

/// cp.async.bulk.tensor.5d: a tile of global memory into shared memory; the barrier counts its bytes.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_5d_g2s_raw(dst: *const u8, map: *const u8, c0: i32, c1: i32, c2: i32, c3: i32, c4: i32, barrier: *const u8);

/// cp.async.bulk.tensor.1d: a tile of shared memory into global memory.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_1d_s2g_raw(src: *const u8, map: *const u8, c0: i32);

/// cp.async.bulk.tensor.2d: a tile of shared memory into global memory.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_2d_s2g_raw(src: *const u8, map: *const u8, c0: i32, c1: i32);

/// cp.async.bulk.tensor.3d: a tile of shared memory into global memory.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_3d_s2g_raw(src: *const u8, map: *const u8, c0: i32, c1: i32, c2: i32);

/// cp.async.bulk.tensor.4d: a tile of shared memory into global memory.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_4d_s2g_raw(src: *const u8, map: *const u8, c0: i32, c1: i32, c2: i32, c3: i32);

/// cp.async.bulk.tensor.5d: a tile of shared memory into global memory.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_5d_s2g_raw(src: *const u8, map: *const u8, c0: i32, c1: i32, c2: i32, c3: i32, c4: i32);

/// cp.async.bulk.tensor.2d: the same into the shared memory of every block of the mask.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_2d_g2s_multicast_raw(dst: *const u8, map: *const u8, c0: i32, c1: i32, barrier: *const u8, cta_mask: u16);

/// cp.async.bulk.commit_group
#[ferrule::intrinsic]
pub fn cp_async_bulk_commit_group();

/// cp.async.bulk.wait_group: waits until at most N groups are under way.
#[ferrule::intrinsic]
pub fn cp_async_bulk_wait_pending<const N: u32>();

/// cp.async.bulk.wait_group.read: waits until at most N groups are under way.
#[ferrule::intrinsic]
pub fn cp_async_bulk_wait_pending_read<const N: u32>();

/// wgmma.fence.sync.aligned
#[ferrule::intrinsic]
pub fn wgmma_fence();

/// wgmma.commit_group.sync.aligned
#[ferrule::intrinsic]
pub fn wgmma_commit_group();

/// wgmma.wait_group.sync.aligned: waits until at most N groups of products are under way.
#[ferrule::intrinsic]
pub fn wgmma_wait_group<const N: u32>();

/// wgmma.mma_async.m64n64k16.f32.bf16: adds a * b, both in shared memory, to the lane's 32 accumulators.
#[ferrule::intrinsic]
pub unsafe fn wgmma_mma_m64n64k16_f32_bf16(acc: *mut f32, desc_a: u64, desc_b: u64);

/// wgmma.mma_async.m64n64k16.f32.f16: adds a * b, both in shared memory, to the lane's 32 accumulators.
#[ferrule::intrinsic]
pub unsafe fn wgmma_mma_m64n64k16_f32_f16(acc: *mut f32, desc_a: u64, desc_b: u64);

/// stmatrix.x2: stores 8x8 matrices of 16-bit elements; each lane gives the address of a row.
#[ferrule::intrinsic]
pub unsafe fn stmatrix_m8n8_x2(smem_ptr: *mut u8, r0: u32, r1: u32);

/// stmatrix.x4: stores 8x8 matrices of 16-bit elements; each lane gives the address of a row.
#[ferrule::intrinsic]
pub unsafe fn stmatrix_m8n8_x4(smem_ptr: *mut u8, r0: u32, r1: u32, r2: u32, r3: u32);

/// stmatrix.trans.x2: stores 8x8 matrices of 16-bit elements; each lane gives the address of a row.
#[ferrule::intrinsic]
pub unsafe fn stmatrix_m8n8_x2_trans(smem_ptr: *mut u8, r0: u32, r1: u32);

/// stmatrix.trans.x4: stores 8x8 matrices of 16-bit elements; each lane gives the address of a row.
#[ferrule::intrinsic]
pub unsafe fn stmatrix_m8n8_x4_trans(smem_ptr: *mut u8, r0: u32, r1: u32, r2: u32, r3: u32);

/// cp.async.bulk.tensor.2d.multicast.cta_group::2: the barrier may be the one of the other block of a pair.
#[ferrule::intrinsic]
pub unsafe fn cp_async_bulk_tensor_2d_g2s_multicast_cg2(dst: *mut u8, tensor_map: *const u8, barrier: *mut u64, c0: i32, c1: i32, cta_mask: u16);

/// fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster
#[ferrule::intrinsic]
pub unsafe fn fence_proxy_async_generic_acquire_shared_cluster_cluster();

/// fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster
#[ferrule::intrinsic]
pub unsafe fn fence_proxy_async_generic_release_shared_cta_cluster();

/// mbarrier.arrive.expect_tx.release.cluster: arrives, and the phase waits for so many bytes more.
#[ferrule::intrinsic]
pub unsafe fn mbarrier_arrive_expect_tx_cluster_raw(bar: *const u64, bytes: u32) -> u64;

/// clusterlaunchcontrol.try_cancel: asks for a block that has not started; 16 bytes of answer count at the barrier.
#[ferrule::intrinsic]
pub unsafe fn clc_try_cancel(response: *mut u8, mbar: *mut u64);

/// clusterlaunchcontrol.try_cancel.multicast: the same for a cluster; the answer goes to each of its blocks.
#[ferrule::intrinsic]
pub unsafe fn clc_try_cancel_multicast(response: *mut u8, mbar: *mut u64);

/// clusterlaunchcontrol.query_cancel.is_canceled: 1 if the answer names a block to take over, else 0.
#[ferrule::intrinsic]
pub unsafe fn clc_query_is_canceled(resp_lo: u64, resp_hi: u64) -> u32;

/// clusterlaunchcontrol.query_cancel.get_first_ctaid::x: index along x of the first block to take over.
#[ferrule::intrinsic]
pub unsafe fn clc_query_get_first_ctaid_x(resp_lo: u64, resp_hi: u64) -> u32;

/// clusterlaunchcontrol.query_cancel.get_first_ctaid::y: index along y of the first block to take over.
#[ferrule::intrinsic]
pub unsafe fn clc_query_get_first_ctaid_y(resp_lo: u64, resp_hi: u64) -> u32;

/// clusterlaunchcontrol.query_cancel.get_first_ctaid::z: index along z of the first block to take over.
#[ferrule::intrinsic]
pub unsafe fn clc_query_get_first_ctaid_z(resp_lo: u64, resp_hi: u64) -> u32;

pub mod float {
    pub use super::{
        sin_approx_f32,
        sin_approx_ftz_f32,
        cos_approx_f32,
        cos_approx_ftz_f32,
        ex2_approx_f32,
        ex2_approx_ftz_f32,
        lg2_approx_f32,
        lg2_approx_ftz_f32,
        sqrt_approx_f32,
        sqrt_approx_ftz_f32,
        rsqrt_approx_f32,
        rsqrt_approx_ftz_f32,
        rcp_approx_f32,
        rcp_approx_ftz_f32,
        tanh_approx_f32,
        rsqrt_approx_f64,
        rsqrt_approx_ftz_f64,
        rcp_approx_ftz_f64,
        div_approx_f32,
        div_approx_ftz_f32,
        div_full_f32,
        add_rn_f32,
        add_rn_f64,
        mul_rn_f32,
        mul_rn_f64,
        div_rn_f32,
        div_rn_f64,
        fma_rn_f32,
        fma_rn_f64,
        sqrt_rn_f32,
        sqrt_rn_f64,
        rcp_rn_f32,
        rcp_rn_f64,
        add_rz_f32,
        add_rz_f64,
        add_rm_f32,
        add_rm_f64,
        add_rp_f32,
        add_rp_f64,
        mul_rz_f32,
        mul_rz_f64,
        mul_rm_f32,
        mul_rm_f64,
        mul_rp_f32,
        mul_rp_f64,
        div_rz_f32,
        div_rz_f64,
        div_rm_f32,
        div_rm_f64,
        div_rp_f32,
        div_rp_f64,
        fma_rz_f32,
        fma_rz_f64,
        fma_rm_f32,
        fma_rm_f64,
        fma_rp_f32,
        fma_rp_f64,
        sqrt_rz_f32,
        sqrt_rz_f64,
        sqrt_rm_f32,
        sqrt_rm_f64,
        sqrt_rp_f32,
        sqrt_rp_f64,
        rcp_rz_f32,
        rcp_rz_f64,
        rcp_rm_f32,
        rcp_rm_f64,
        rcp_rp_f32,
        rcp_rp_f64,
        add_rn_ftz_f32,
        add_rz_ftz_f32,
        add_rm_ftz_f32,
        add_rp_ftz_f32,
        mul_rn_ftz_f32,
        mul_rz_ftz_f32,
        mul_rm_ftz_f32,
        mul_rp_ftz_f32,
        div_rn_ftz_f32,
        div_rz_ftz_f32,
        div_rm_ftz_f32,
        div_rp_ftz_f32,
        fma_rn_ftz_f32,
        fma_rz_ftz_f32,
        fma_rm_ftz_f32,
        fma_rp_ftz_f32,
        sqrt_rn_ftz_f32,
        sqrt_rz_ftz_f32,
        sqrt_rm_ftz_f32,
        sqrt_rp_ftz_f32,
        rcp_rn_ftz_f32,
        rcp_rz_ftz_f32,
        rcp_rm_ftz_f32,
        rcp_rp_ftz_f32,
        add_rn_sat_f32,
        add_rn_ftz_sat_f32,
        add_rz_sat_f32,
        add_rz_ftz_sat_f32,
        add_rm_sat_f32,
        add_rm_ftz_sat_f32,
        add_rp_sat_f32,
        add_rp_ftz_sat_f32,
        fma_rn_sat_f32,
        fma_rn_ftz_sat_f32,
        fma_rz_sat_f32,
        fma_rz_ftz_sat_f32,
        fma_rm_sat_f32,
        fma_rm_ftz_sat_f32,
        fma_rp_sat_f32,
        fma_rp_ftz_sat_f32,
        min_xorsign_abs_f32,
        min_ftz_xorsign_abs_f32,
        min_nan_xorsign_abs_f32,
        min_ftz_nan_xorsign_abs_f32,
        max_xorsign_abs_f32,
        max_ftz_xorsign_abs_f32,
        max_nan_xorsign_abs_f32,
        max_ftz_nan_xorsign_abs_f32,
    };
}

pub mod prmt {
    pub use super::{
        prmt,
        prmt_f4e,
        prmt_b4e,
        prmt_rc8,
        prmt_rc16,
        prmt_ecl,
        prmt_ecr,
    };
}

pub mod f16x2 {
    pub use super::{
        add_f16x2,
        sub_f16x2,
        mul_f16x2,
        fma_f16x2,
        fma_ftz_f16x2,
        fma_sat_f16x2,
        fma_ftz_sat_f16x2,
        fma_relu_f16x2,
        fma_ftz_relu_f16x2,
        abs_f16x2,
        neg_f16x2,
        min_f16x2,
        min_ftz_f16x2,
        min_nan_f16x2,
        min_ftz_nan_f16x2,
        max_f16x2,
        max_ftz_f16x2,
        max_nan_f16x2,
        max_ftz_nan_f16x2,
        min_xorsign_abs_f16x2,
        min_ftz_xorsign_abs_f16x2,
        min_nan_xorsign_abs_f16x2,
        min_ftz_nan_xorsign_abs_f16x2,
        max_xorsign_abs_f16x2,
        max_ftz_xorsign_abs_f16x2,
        max_nan_xorsign_abs_f16x2,
        max_ftz_nan_xorsign_abs_f16x2,
    };
}

pub mod bf16x2 {
    pub use super::{
        add_bf16x2,
        sub_bf16x2,
        mul_bf16x2,
        fma_bf16x2,
        fma_relu_bf16x2,
        abs_bf16x2,
        neg_bf16x2,
        min_bf16x2,
        min_nan_bf16x2,
        max_bf16x2,
        max_nan_bf16x2,
        min_xorsign_abs_bf16x2,
        min_nan_xorsign_abs_bf16x2,
        max_xorsign_abs_bf16x2,
        max_nan_xorsign_abs_bf16x2,
    };
}

pub mod f16 {
    pub use super::{
        min_f16,
        min_ftz_f16,
        min_nan_f16,
        min_ftz_nan_f16,
        max_f16,
        max_ftz_f16,
        max_nan_f16,
        max_ftz_nan_f16,
        min_xorsign_abs_f16,
        min_ftz_xorsign_abs_f16,
        min_nan_xorsign_abs_f16,
        min_ftz_nan_xorsign_abs_f16,
        max_xorsign_abs_f16,
        max_ftz_xorsign_abs_f16,
        max_nan_xorsign_abs_f16,
        max_ftz_nan_xorsign_abs_f16,
    };
}

pub mod bf16 {
    pub use super::{
        min_bf16,
        min_nan_bf16,
        max_bf16,
        max_nan_bf16,
        min_xorsign_abs_bf16,
        min_nan_xorsign_abs_bf16,
        max_xorsign_abs_bf16,
        max_nan_xorsign_abs_bf16,
    };
}

pub mod convert {
    pub use super::{
        cvt_f16x2_f32,
        cvt_rn_bf16x2_f32,
        cvt_rn_relu_f16x2_f32,
        cvt_rn_relu_bf16x2_f32,
        cvt_rz_f16x2_f32,
        cvt_rz_bf16x2_f32,
        cvt_rn_satfinite_e4m3x2_f32,
        cvt_rn_satfinite_e5m2x2_f32,
        cvt_rn_satfinite_relu_e4m3x2_f32,
        cvt_rn_satfinite_relu_e5m2x2_f32,
        cvt_rn_satfinite_e4m3x2_f16x2,
        cvt_rn_satfinite_e5m2x2_f16x2,
        cvt_rn_satfinite_relu_e4m3x2_f16x2,
        cvt_rn_satfinite_relu_e5m2x2_f16x2,
        cvt_rn_f16x2_e4m3x2,
        cvt_rn_f16x2_e5m2x2,
        cvt_rn_relu_f16x2_e4m3x2,
        cvt_rn_relu_f16x2_e5m2x2,
        cvt_rna_tf32_f32,
        cvt_rna_satfinite_tf32_f32,
        cvt_rn_tf32_f32,
        cvt_rn_relu_tf32_f32,
        cvt_rn_satfinite_tf32_f32,
        cvt_rn_relu_satfinite_tf32_f32,
        cvt_rz_tf32_f32,
        cvt_rz_relu_tf32_f32,
        cvt_rz_satfinite_tf32_f32,
        cvt_rz_relu_satfinite_tf32_f32,
    };
}

pub mod async_copy {
    pub use super::{
        cp_async_ca_4,
        cp_async_ca_8,
        cp_async_ca_16,
        cp_async_cg_16,
        cp_async_ca_zfill_4,
        cp_async_ca_zfill_8,
        cp_async_ca_zfill_16,
        cp_async_cg_zfill_16,
        cp_async_commit_group,
        cp_async_wait_all,
    };
}

pub mod barrier {
    pub use super::{
        mbarrier_arrive_cluster,
        fence_mbarrier_init_release_cluster,
        fence_proxy_async_shared_cta,
        fence_proxy_async_generic_acquire_shared_cluster_cluster,
        fence_proxy_async_generic_release_shared_cta_cluster,
    };
}

pub mod wmma {
    pub use super::{
        ldmatrix_x1,
        ldmatrix_x2,
        ldmatrix_x4,
        ldmatrix_x1_trans,
        ldmatrix_x2_trans,
        ldmatrix_x4_trans,
        movmatrix_trans_b16,
        mma_m16n8k16_f32_f16,
        mma_m16n8k16_f32_bf16,
        mma_m16n8k8_f32_tf32,
        mma_m16n8k32_s32_s8,
        mma_m8n8k4_f64,
    };
}

pub mod tma {
    pub use super::{
        cp_async_bulk_commit_group,
    };
}
