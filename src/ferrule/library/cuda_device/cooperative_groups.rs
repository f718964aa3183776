//! Groups of threads as values: the grid, the cluster, the block, tiles of a warp, and the threads that run together.

use crate::shared::SharedArray;
use crate::thread::{
    blockDim_x, blockDim_y, blockDim_z, blockIdx_x, blockIdx_y, blockIdx_z, gridDim_x, gridDim_y, gridDim_z, sync_threads,
    threadIdx_x, threadIdx_y, threadIdx_z,
};
use crate::warp;

/// What every group has.
pub trait ThreadGroup: Copy {
    /// Threads of the group.
    fn size(&self) -> u32;
    /// The number of this thread in the group.
    fn thread_rank(&self) -> u32;
    /// Waits for the threads of the group.
    fn sync(&self);
}

/// How the members of a group lie in their warp.
#[doc(hidden)]
pub trait Lanes: ThreadGroup {
    /// The members.
    fn __mask(&self) -> u32;
    /// The lane of the member of that rank; this lane if there is none.
    fn __lane(&self, rank: u32) -> u32;
    /// Lane that a shuffle by `delta` up or down, or by exclusive or, reads; this lane if the group has it not.
    fn __down(&self, delta: u32) -> u32;
    fn __up(&self, delta: u32) -> u32;
    fn __xor(&self, lane_mask: u32) -> u32;
    /// Lanes of the group as the group numbers them.
    fn __number(&self, lanes: u32) -> u32;
}

/// What the threads of a warp can do without memory.  All threads of the group must take part.
pub trait WarpCollective: Lanes {
    /// A bit for each member, set where the predicate holds: by rank in a tile, by lane in coalesced threads.
    fn ballot(&self, predicate: bool) -> u32 {
        self.__number(warp::ballot_sync(self.__mask(), predicate) & self.__mask())
    }
    /// Whether the predicate holds in all members.
    fn all(&self, predicate: bool) -> bool {
        warp::all_sync(self.__mask(), predicate)
    }
    /// Whether the predicate holds in a member.
    fn any(&self, predicate: bool) -> bool {
        warp::any_sync(self.__mask(), predicate)
    }
    /// The value of the member of rank `src_rank`.
    fn shfl(&self, var: u32, src_rank: u32) -> u32 {
        warp::shuffle_sync(self.__mask(), var, self.__lane(src_rank))
    }
    /// The value of the member whose number differs in the bits of `lane_mask`.
    fn shfl_xor(&self, var: u32, lane_mask: u32) -> u32 {
        warp::shuffle_sync(self.__mask(), var, self.__xor(lane_mask))
    }
    /// The value of the member `delta` above; the own one at the end.
    fn shfl_down(&self, var: u32, delta: u32) -> u32 {
        warp::shuffle_sync(self.__mask(), var, self.__down(delta))
    }
    /// The value of the member `delta` below; the own one at the start.
    fn shfl_up(&self, var: u32, delta: u32) -> u32 {
        warp::shuffle_sync(self.__mask(), var, self.__up(delta))
    }
    fn shfl_f32(&self, var: f32, src_rank: u32) -> f32 {
        f32::from_bits(self.shfl(var.to_bits(), src_rank))
    }
    fn shfl_xor_f32(&self, var: f32, lane_mask: u32) -> f32 {
        f32::from_bits(self.shfl_xor(var.to_bits(), lane_mask))
    }
    fn shfl_down_f32(&self, var: f32, delta: u32) -> f32 {
        f32::from_bits(self.shfl_down(var.to_bits(), delta))
    }
    fn shfl_up_f32(&self, var: f32, delta: u32) -> f32 {
        f32::from_bits(self.shfl_up(var.to_bits(), delta))
    }
    /// The lanes of the members that have the same value.
    fn match_any(&self, value: u32) -> u32 {
        warp::match_any_sync(self.__mask(), value) & self.__mask()
    }
    fn match_any_i64(&self, value: u64) -> u32 {
        warp::match_any_i64_sync(self.__mask(), value) & self.__mask()
    }
    /// The lanes of the group if all have the same value, else 0.
    fn match_all(&self, value: u32) -> u32 {
        warp::match_all_sync(self.__mask(), value)
    }
    fn match_all_i64(&self, value: u64) -> u32 {
        warp::match_all_i64_sync(self.__mask(), value)
    }
}

fn rank_in_block() -> u32 {
    (threadIdx_z() * blockDim_y() + threadIdx_y()) * blockDim_x() + threadIdx_x()
}

fn block_size() -> u32 {
    blockDim_x() * blockDim_y() * blockDim_z()
}

/// All threads of the launch.
pub struct Grid {
    _private: (),
}

pub fn this_grid() -> Grid {
    Grid { _private: () }
}

impl Grid {
    pub fn num_blocks(&self) -> u32 {
        gridDim_x() * gridDim_y() * gridDim_z()
    }

    pub fn block_rank(&self) -> u32 {
        (blockIdx_z() * gridDim_y() + blockIdx_y()) * gridDim_x() + blockIdx_x()
    }
}

impl ThreadGroup for Grid {
    fn size(&self) -> u32 {
        self.num_blocks() * block_size()
    }
    fn thread_rank(&self) -> u32 {
        self.block_rank() * block_size() + rank_in_block()
    }
    /// Needs a cooperative launch.
    fn sync(&self) {
        crate::grid::sync()
    }
}

/// The threads of the cluster (sm_90).
pub struct Cluster {
    _private: (),
}

pub fn this_cluster() -> Cluster {
    Cluster { _private: () }
}

impl Cluster {
    pub fn num_blocks(&self) -> u32 {
        crate::intrinsics::cluster_nctarank()
    }

    pub fn block_rank(&self) -> u32 {
        crate::intrinsics::cluster_ctarank()
    }
}

impl ThreadGroup for Cluster {
    fn size(&self) -> u32 {
        self.num_blocks() * block_size()
    }
    fn thread_rank(&self) -> u32 {
        self.block_rank() * block_size() + rank_in_block()
    }
    fn sync(&self) {
        crate::intrinsics::barrier_cluster_arrive();
        crate::intrinsics::barrier_cluster_wait();
    }
}

/// The threads of the block.
pub struct ThreadBlock {
    _private: (),
}

pub fn this_thread_block() -> ThreadBlock {
    ThreadBlock { _private: () }
}

impl ThreadBlock {
    /// Tiles of `N` threads, a power of two up to 32; the block's size must be a multiple of it.
    pub fn tiled_partition<const N: u32>(self) -> WarpTile<N> {
        const { assert!(N.is_power_of_two() && N <= 32, "a tile has 1, 2, 4, 8, 16 or 32 threads") };
        WarpTile { _private: () }
    }
}

impl ThreadGroup for ThreadBlock {
    fn size(&self) -> u32 {
        block_size()
    }
    fn thread_rank(&self) -> u32 {
        rank_in_block()
    }
    fn sync(&self) {
        sync_threads()
    }
}

/// `N` threads of a warp that follow one another.
pub struct WarpTile<const N: u32> {
    _private: (),
}

impl<const N: u32> Clone for WarpTile<N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<const N: u32> Copy for WarpTile<N> {}

impl<const N: u32> WarpTile<N> {
    fn start() -> u32 {
        warp::lane_id() & !(N - 1)
    }
}

impl<const N: u32> ThreadGroup for WarpTile<N> {
    fn size(&self) -> u32 {
        N
    }
    fn thread_rank(&self) -> u32 {
        warp::lane_id() & (N - 1)
    }
    fn sync(&self) {
        warp::sync_mask(self.__mask())
    }
}

impl<const N: u32> Lanes for WarpTile<N> {
    fn __mask(&self) -> u32 {
        (0xFFFF_FFFF >> (32 - N)) << Self::start()
    }
    fn __lane(&self, rank: u32) -> u32 {
        Self::start() + (rank & (N - 1))
    }
    fn __down(&self, delta: u32) -> u32 {
        let lane = warp::lane_id();
        if delta < N && self.thread_rank() + delta < N { lane + delta } else { lane }
    }
    fn __up(&self, delta: u32) -> u32 {
        let lane = warp::lane_id();
        if delta <= self.thread_rank() { lane - delta } else { lane }
    }
    fn __xor(&self, lane_mask: u32) -> u32 {
        let lane = warp::lane_id();
        if lane_mask < N { lane ^ lane_mask } else { lane }
    }
    fn __number(&self, lanes: u32) -> u32 {
        lanes >> Self::start()
    }
}

impl<const N: u32> WarpCollective for WarpTile<N> {}

/// The threads of a warp that ran together when the group was made.
pub struct CoalescedThreads {
    mask: u32,
}

pub fn coalesced_threads() -> CoalescedThreads {
    CoalescedThreads { mask: warp::active_mask() }
}

impl CoalescedThreads {
    /// The lanes of the group.
    pub fn raw_mask(&self) -> u32 {
        self.mask
    }

    fn own_unless_member(&self, lane: u32) -> u32 {
        if lane < 32 && self.mask >> lane & 1 != 0 { lane } else { warp::lane_id() }
    }
}

impl ThreadGroup for CoalescedThreads {
    fn size(&self) -> u32 {
        self.mask.count_ones()
    }
    fn thread_rank(&self) -> u32 {
        (self.mask & warp::lanemask_lt()).count_ones()
    }
    fn sync(&self) {
        warp::sync_mask(self.mask)
    }
}

impl Lanes for CoalescedThreads {
    fn __mask(&self) -> u32 {
        self.mask
    }
    fn __lane(&self, rank: u32) -> u32 {
        if rank >= self.size() {
            return warp::lane_id();
        }
        let mut left = self.mask;
        let mut skip = rank;
        while skip > 0 {
            left &= left - 1;
            skip -= 1;
        }
        left.trailing_zeros()
    }
    fn __down(&self, delta: u32) -> u32 {
        self.own_unless_member(warp::lane_id().saturating_add(delta))
    }
    fn __up(&self, delta: u32) -> u32 {
        let lane = warp::lane_id();
        if delta <= lane { self.own_unless_member(lane - delta) } else { lane }
    }
    fn __xor(&self, lane_mask: u32) -> u32 {
        self.own_unless_member(warp::lane_id() ^ lane_mask)
    }
    fn __number(&self, lanes: u32) -> u32 {
        lanes
    }
}

impl WarpCollective for CoalescedThreads {}

crate::copy! { Grid Cluster ThreadBlock CoalescedThreads }

/// What reductions and scans combine values by.
pub mod ops {
    pub trait ReduceOp<T> {
        /// What changes nothing when combined.
        fn identity() -> T;
        fn combine(a: T, b: T) -> T;
    }

    pub struct Sum;
    pub struct Min;
    pub struct Max;
    pub struct BitAnd;
    pub struct BitOr;
    pub struct BitXor;

    macro_rules! ops {
        ($($Op:ident $t:ty: $identity:expr, |$a:ident, $b:ident| $combine:expr;)*) => {$(
            impl ReduceOp<$t> for $Op {
                fn identity() -> $t {
                    $identity
                }
                fn combine($a: $t, $b: $t) -> $t {
                    $combine
                }
            }
        )*};
    }
    ops! {
        Sum u32: 0, |a, b| a.wrapping_add(b);
        Min u32: u32::MAX, |a, b| if a < b { a } else { b };
        Max u32: 0, |a, b| if a > b { a } else { b };
        BitAnd u32: u32::MAX, |a, b| a & b;
        BitOr u32: 0, |a, b| a | b;
        BitXor u32: 0, |a, b| a ^ b;
        Sum i32: 0, |a, b| a.wrapping_add(b);
        Min i32: i32::MAX, |a, b| if a < b { a } else { b };
        Max i32: i32::MIN, |a, b| if a > b { a } else { b };
        Sum f32: 0.0, |a, b| a + b;
        Min f32: f32::INFINITY, |a, b| if a < b { a } else { b };
        Max f32: f32::NEG_INFINITY, |a, b| if a > b { a } else { b };
    }
}

use ops::ReduceOp;

/// Values that travel between lanes: those of 32 bits.
pub trait WarpShuffle: Copy + Sized {
    #[doc(hidden)]
    fn __to_word(self) -> u32;
    #[doc(hidden)]
    fn __from_word(word: u32) -> Self;
}

macro_rules! words {
    ($($t:ty: |$v:ident| $to:expr, |$w:ident| $from:expr;)*) => {$(
        impl WarpShuffle for $t {
            fn __to_word(self) -> u32 {
                let $v = self;
                $to
            }
            fn __from_word($w: u32) -> $t {
                $from
            }
        }
    )*};
}
words! {
    u32: |v| v, |w| w;
    i32: |v| v as u32, |w| w as i32;
    f32: |v| v.to_bits(), |w| f32::from_bits(w);
}

/// The reduction over the tile, in every thread of it.
pub fn warp_reduce<T: WarpShuffle, Op: ReduceOp<T>, const N: u32>(tile: &WarpTile<N>, value: T) -> T {
    let mut total = value;
    let mut distance = N / 2;
    while distance > 0 {
        total = Op::combine(total, T::__from_word(tile.shfl_xor(total.__to_word(), distance)));
        distance /= 2;
    }
    total
}

/// The reduction over the threads of the tile up to this one.
pub fn warp_scan<T: WarpShuffle, Op: ReduceOp<T>, const N: u32>(tile: &WarpTile<N>, value: T) -> T {
    let rank = tile.thread_rank();
    let mut total = value;
    let mut distance = 1;
    while distance < N {
        let below = T::__from_word(tile.shfl_up(total.__to_word(), distance));
        if rank >= distance {
            total = Op::combine(below, total);
        }
        distance *= 2;
    }
    total
}

/// The reduction over the warp's threads that the block has: those of its last warp may be fewer than 32.
fn live_warp_reduce<T: WarpShuffle, Op: ReduceOp<T>>(value: T, live: u32) -> T {
    let mask = 0xFFFF_FFFF >> (32 - live);
    let lane = warp::lane_id();
    let mut total = value;
    let mut distance = 16;
    while distance > 0 {
        let above = T::__from_word(warp::shuffle_down_sync(mask, total.__to_word(), distance));
        if lane + distance < live {
            total = Op::combine(total, above);
        }
        distance /= 2;
    }
    total
}

/// As `warp_scan`, with the first `live` lanes of a warp.
fn live_warp_scan<T: WarpShuffle, Op: ReduceOp<T>>(value: T, live: u32) -> T {
    let mask = 0xFFFF_FFFF >> (32 - live);
    let lane = warp::lane_id();
    let mut total = value;
    let mut distance = 1;
    while distance < 32 {
        let below = T::__from_word(warp::shuffle_up_sync(mask, total.__to_word(), distance));
        if lane >= distance {
            total = Op::combine(below, total);
        }
        distance *= 2;
    }
    total
}

/// Threads in this thread's warp.
fn live_lanes(block: &ThreadBlock) -> u32 {
    let left = block.size() - (block.thread_rank() & !31);
    if left < 32 { left } else { 32 }
}

/// The reduction over the block, in every thread of it.  `smem` has a place for each warp; all threads must take part.
pub fn block_reduce<T: WarpShuffle, Op: ReduceOp<T>, const NUM_WARPS: usize>(
    block: &ThreadBlock,
    value: T,
    smem: *mut SharedArray<T, NUM_WARPS>,
) -> T {
    let rank = block.thread_rank();
    let warps = (block.size() + 31) / 32;
    let partials = unsafe { SharedArray::as_raw_mut_ptr(smem) };
    let own = live_warp_reduce::<T, Op>(value, live_lanes(block));
    if rank & 31 == 0 && ((rank / 32) as usize) < NUM_WARPS {
        unsafe { *partials.add((rank / 32) as usize) = own };
    }
    block.sync();
    let mut total = Op::identity();
    let mut i = 0;
    while i < warps && (i as usize) < NUM_WARPS {
        total = Op::combine(total, unsafe { *partials.add(i as usize) });
        i += 1;
    }
    block.sync(); // the places may be used again
    total
}

/// The reduction over the threads of the block up to this one.  `smem` has a place for each warp; all threads must take part.
pub fn block_scan<T: WarpShuffle, Op: ReduceOp<T>, const NUM_WARPS: usize>(
    block: &ThreadBlock,
    value: T,
    smem: *mut SharedArray<T, NUM_WARPS>,
) -> T {
    let rank = block.thread_rank();
    let live = live_lanes(block);
    let own_warp = rank / 32;
    let partials = unsafe { SharedArray::as_raw_mut_ptr(smem) };
    let within = live_warp_scan::<T, Op>(value, live);
    if rank & 31 == live - 1 && (own_warp as usize) < NUM_WARPS {
        unsafe { *partials.add(own_warp as usize) = within };
    }
    block.sync();
    let mut before = Op::identity();
    let mut i = 0;
    while i < own_warp && (i as usize) < NUM_WARPS {
        before = Op::combine(before, unsafe { *partials.add(i as usize) });
        i += 1;
    }
    block.sync(); // the places may be used again
    Op::combine(before, within)
}
