//! Generated from the intrinsic tables by tools/gen_intrinsics.py; edit the tables, not this file.

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
pub fn sin_approx_f32(x: f32) -> f32;

/// sin.approx.ftz.f32
#[ferrule::intrinsic]
pub fn sin_approx_ftz_f32(x: f32) -> f32;

/// cos.approx.f32
#[ferrule::intrinsic]
pub fn cos_approx_f32(x: f32) -> f32;

/// cos.approx.ftz.f32
#[ferrule::intrinsic]
pub fn cos_approx_ftz_f32(x: f32) -> f32;

/// ex2.approx.f32
#[ferrule::intrinsic]
pub fn ex2_approx_f32(x: f32) -> f32;

/// ex2.approx.ftz.f32
#[ferrule::intrinsic]
pub fn ex2_approx_ftz_f32(x: f32) -> f32;

/// lg2.approx.f32
#[ferrule::intrinsic]
pub fn lg2_approx_f32(x: f32) -> f32;

/// lg2.approx.ftz.f32
#[ferrule::intrinsic]
pub fn lg2_approx_ftz_f32(x: f32) -> f32;

/// sqrt.approx.f32
#[ferrule::intrinsic]
pub fn sqrt_approx_f32(x: f32) -> f32;

/// sqrt.approx.ftz.f32
#[ferrule::intrinsic]
pub fn sqrt_approx_ftz_f32(x: f32) -> f32;

/// rsqrt.approx.f32
#[ferrule::intrinsic]
pub fn rsqrt_approx_f32(x: f32) -> f32;

/// rsqrt.approx.ftz.f32
#[ferrule::intrinsic]
pub fn rsqrt_approx_ftz_f32(x: f32) -> f32;

/// tanh.approx.f32
#[ferrule::intrinsic]
pub fn tanh_approx_f32(x: f32) -> f32;

/// rcp.approx.f32
#[ferrule::intrinsic]
pub fn rcp_approx_f32(x: f32) -> f32;

/// rcp.approx.ftz.f32
#[ferrule::intrinsic]
pub fn rcp_approx_ftz_f32(x: f32) -> f32;

/// rsqrt.approx.f64
#[ferrule::intrinsic]
pub fn rsqrt_approx_f64(x: f64) -> f64;

/// div.approx.f32
#[ferrule::intrinsic]
pub fn div_approx_f32(a: f32, b: f32) -> f32;

/// div.approx.ftz.f32
#[ferrule::intrinsic]
pub fn div_approx_ftz_f32(a: f32, b: f32) -> f32;

/// div.full.f32: within 2 ulp over the full range
#[ferrule::intrinsic]
pub fn div_full_f32(a: f32, b: f32) -> f32;

/// add.rn.f32
#[ferrule::intrinsic]
pub fn add_rn_f32(a: f32, b: f32) -> f32;

/// mul.rn.f32
#[ferrule::intrinsic]
pub fn mul_rn_f32(a: f32, b: f32) -> f32;

/// div.rn.f32
#[ferrule::intrinsic]
pub fn div_rn_f32(a: f32, b: f32) -> f32;

/// fma.rn.f32
#[ferrule::intrinsic]
pub fn fma_rn_f32(a: f32, b: f32, c: f32) -> f32;

/// sqrt.rn.f32
#[ferrule::intrinsic]
pub fn sqrt_rn_f32(x: f32) -> f32;

/// rcp.rn.f32
#[ferrule::intrinsic]
pub fn rcp_rn_f32(x: f32) -> f32;

/// add.rz.f32
#[ferrule::intrinsic]
pub fn add_rz_f32(a: f32, b: f32) -> f32;

/// mul.rz.f32
#[ferrule::intrinsic]
pub fn mul_rz_f32(a: f32, b: f32) -> f32;

/// div.rz.f32
#[ferrule::intrinsic]
pub fn div_rz_f32(a: f32, b: f32) -> f32;

/// fma.rz.f32
#[ferrule::intrinsic]
pub fn fma_rz_f32(a: f32, b: f32, c: f32) -> f32;

/// sqrt.rz.f32
#[ferrule::intrinsic]
pub fn sqrt_rz_f32(x: f32) -> f32;

/// rcp.rz.f32
#[ferrule::intrinsic]
pub fn rcp_rz_f32(x: f32) -> f32;

/// add.rm.f32
#[ferrule::intrinsic]
pub fn add_rm_f32(a: f32, b: f32) -> f32;

/// mul.rm.f32
#[ferrule::intrinsic]
pub fn mul_rm_f32(a: f32, b: f32) -> f32;

/// div.rm.f32
#[ferrule::intrinsic]
pub fn div_rm_f32(a: f32, b: f32) -> f32;

/// fma.rm.f32
#[ferrule::intrinsic]
pub fn fma_rm_f32(a: f32, b: f32, c: f32) -> f32;

/// sqrt.rm.f32
#[ferrule::intrinsic]
pub fn sqrt_rm_f32(x: f32) -> f32;

/// rcp.rm.f32
#[ferrule::intrinsic]
pub fn rcp_rm_f32(x: f32) -> f32;

/// add.rp.f32
#[ferrule::intrinsic]
pub fn add_rp_f32(a: f32, b: f32) -> f32;

/// mul.rp.f32
#[ferrule::intrinsic]
pub fn mul_rp_f32(a: f32, b: f32) -> f32;

/// div.rp.f32
#[ferrule::intrinsic]
pub fn div_rp_f32(a: f32, b: f32) -> f32;

/// fma.rp.f32
#[ferrule::intrinsic]
pub fn fma_rp_f32(a: f32, b: f32, c: f32) -> f32;

/// sqrt.rp.f32
#[ferrule::intrinsic]
pub fn sqrt_rp_f32(x: f32) -> f32;

/// rcp.rp.f32
#[ferrule::intrinsic]
pub fn rcp_rp_f32(x: f32) -> f32;

/// add.rn.f64
#[ferrule::intrinsic]
pub fn add_rn_f64(a: f64, b: f64) -> f64;

/// mul.rn.f64
#[ferrule::intrinsic]
pub fn mul_rn_f64(a: f64, b: f64) -> f64;

/// div.rn.f64
#[ferrule::intrinsic]
pub fn div_rn_f64(a: f64, b: f64) -> f64;

/// fma.rn.f64
#[ferrule::intrinsic]
pub fn fma_rn_f64(a: f64, b: f64, c: f64) -> f64;

/// sqrt.rn.f64
#[ferrule::intrinsic]
pub fn sqrt_rn_f64(x: f64) -> f64;

/// rcp.rn.f64
#[ferrule::intrinsic]
pub fn rcp_rn_f64(x: f64) -> f64;

/// add.rz.f64
#[ferrule::intrinsic]
pub fn add_rz_f64(a: f64, b: f64) -> f64;

/// mul.rz.f64
#[ferrule::intrinsic]
pub fn mul_rz_f64(a: f64, b: f64) -> f64;

/// div.rz.f64
#[ferrule::intrinsic]
pub fn div_rz_f64(a: f64, b: f64) -> f64;

/// fma.rz.f64
#[ferrule::intrinsic]
pub fn fma_rz_f64(a: f64, b: f64, c: f64) -> f64;

/// sqrt.rz.f64
#[ferrule::intrinsic]
pub fn sqrt_rz_f64(x: f64) -> f64;

/// rcp.rz.f64
#[ferrule::intrinsic]
pub fn rcp_rz_f64(x: f64) -> f64;

/// add.rm.f64
#[ferrule::intrinsic]
pub fn add_rm_f64(a: f64, b: f64) -> f64;

/// mul.rm.f64
#[ferrule::intrinsic]
pub fn mul_rm_f64(a: f64, b: f64) -> f64;

/// div.rm.f64
#[ferrule::intrinsic]
pub fn div_rm_f64(a: f64, b: f64) -> f64;

/// fma.rm.f64
#[ferrule::intrinsic]
pub fn fma_rm_f64(a: f64, b: f64, c: f64) -> f64;

/// sqrt.rm.f64
#[ferrule::intrinsic]
pub fn sqrt_rm_f64(x: f64) -> f64;

/// rcp.rm.f64
#[ferrule::intrinsic]
pub fn rcp_rm_f64(x: f64) -> f64;

/// add.rp.f64
#[ferrule::intrinsic]
pub fn add_rp_f64(a: f64, b: f64) -> f64;

/// mul.rp.f64
#[ferrule::intrinsic]
pub fn mul_rp_f64(a: f64, b: f64) -> f64;

/// div.rp.f64
#[ferrule::intrinsic]
pub fn div_rp_f64(a: f64, b: f64) -> f64;

/// fma.rp.f64
#[ferrule::intrinsic]
pub fn fma_rp_f64(a: f64, b: f64, c: f64) -> f64;

/// sqrt.rp.f64
#[ferrule::intrinsic]
pub fn sqrt_rp_f64(x: f64) -> f64;

/// rcp.rp.f64
#[ferrule::intrinsic]
pub fn rcp_rp_f64(x: f64) -> f64;

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
pub unsafe fn atom_add_f16x2(p: *mut u32, v: u32) -> u32;

/// Adds two packed bf16 each on its own; the result is the old pair.
#[ferrule::intrinsic]
pub unsafe fn atom_add_bf16x2(p: *mut u32, v: u32) -> u32;
