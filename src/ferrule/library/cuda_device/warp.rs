//! The 32 threads that run together: lanes, shuffles, votes, reductions.
//!
//! All lanes named by a mask must execute the operation; the forms without a mask name all 32.

use crate::intrinsics;

const ALL: u32 = 0xFFFF_FFFF;

/// The lane of this thread in its warp.
pub fn lane_id() -> u32 {
    intrinsics::lane_id()
}

/// The warp of this thread in its block, from the thread's indices.
pub fn warp_id() -> u32 {
    let (x, y, z) = (intrinsics::thread_idx_x(), intrinsics::thread_idx_y(), intrinsics::thread_idx_z());
    let (nx, ny) = (intrinsics::block_dim_x(), intrinsics::block_dim_y());
    ((z * ny + y) * nx + x) / 32
}

/// The warp's number on its multiprocessor; it may change while the kernel runs.
pub fn warpid() -> u32 {
    intrinsics::warpid()
}

/// Number of warp identifiers.
pub fn nwarpid() -> u32 {
    intrinsics::nwarpid()
}

/// The bit of each lane below this one.
pub fn lanemask_lt() -> u32 {
    lanemask_eq() - 1
}

/// The bit of each lane below this one, and its own.
pub fn lanemask_le() -> u32 {
    lanemask_lt() | lanemask_eq()
}

/// The bit of this lane.
pub fn lanemask_eq() -> u32 {
    1 << lane_id()
}

/// The bit of each lane above this one, and its own.
pub fn lanemask_ge() -> u32 {
    !lanemask_lt()
}

/// The bit of each lane above this one.
pub fn lanemask_gt() -> u32 {
    !lanemask_le()
}

/// The lanes that execute this now.
pub fn active_mask() -> u32 {
    intrinsics::active_mask()
}

/// Waits for the lanes of `mask`; memory written before is visible to them after.
pub fn sync_mask(mask: u32) {
    intrinsics::sync_mask(mask)
}

// 64-bit values travel as two words.
fn low(v: u64) -> u32 {
    v as u32
}
fn high(v: u64) -> u32 {
    (v >> 32) as u32
}
fn join(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << 32
}

macro_rules! shuffles {
    ($(
        $(#[$doc:meta])*
        $intrinsic:ident $arg:ident: $plain:ident $sync:ident, $plain_f32:ident $sync_f32:ident,
        $plain_u64:ident $sync_u64:ident, $plain_f64:ident $sync_f64:ident;
    )*) => {$(
        $(#[$doc])*
        pub fn $sync(mask: u32, var: u32, $arg: u32) -> u32 {
            intrinsics::$intrinsic(mask, var, $arg)
        }
        pub fn $plain(var: u32, $arg: u32) -> u32 {
            $sync(ALL, var, $arg)
        }
        pub fn $sync_f32(mask: u32, var: f32, $arg: u32) -> f32 {
            f32::from_bits($sync(mask, var.to_bits(), $arg))
        }
        pub fn $plain_f32(var: f32, $arg: u32) -> f32 {
            $sync_f32(ALL, var, $arg)
        }
        pub fn $sync_u64(mask: u32, var: u64, $arg: u32) -> u64 {
            join($sync(mask, low(var), $arg), $sync(mask, high(var), $arg))
        }
        pub fn $plain_u64(var: u64, $arg: u32) -> u64 {
            $sync_u64(ALL, var, $arg)
        }
        pub fn $sync_f64(mask: u32, var: f64, $arg: u32) -> f64 {
            f64::from_bits($sync_u64(mask, var.to_bits(), $arg))
        }
        pub fn $plain_f64(var: f64, $arg: u32) -> f64 {
            $sync_f64(ALL, var, $arg)
        }
    )*};
}
shuffles! {
    /// The value of lane `src_lane`.
    shfl_idx src_lane: shuffle shuffle_sync, shuffle_f32 shuffle_f32_sync, shuffle_u64 shuffle_u64_sync,
    shuffle_f64 shuffle_f64_sync;
    /// The value of the lane whose number differs in the bits of `lane_mask`.
    shfl_xor lane_mask: shuffle_xor shuffle_xor_sync, shuffle_xor_f32 shuffle_xor_f32_sync,
    shuffle_xor_u64 shuffle_xor_u64_sync, shuffle_xor_f64 shuffle_xor_f64_sync;
    /// The value of the lane `delta` above; this lane's own at the end.
    shfl_down delta: shuffle_down shuffle_down_sync, shuffle_down_f32 shuffle_down_f32_sync,
    shuffle_down_u64 shuffle_down_u64_sync, shuffle_down_f64 shuffle_down_f64_sync;
    /// The value of the lane `delta` below; this lane's own at the start.
    shfl_up delta: shuffle_up shuffle_up_sync, shuffle_up_f32 shuffle_up_f32_sync,
    shuffle_up_u64 shuffle_up_u64_sync, shuffle_up_f64 shuffle_up_f64_sync;
}

/// Whether the predicate holds in all lanes of `mask`.
pub fn all_sync(mask: u32, predicate: bool) -> bool {
    intrinsics::vote_all(mask, predicate)
}

/// Whether the predicate holds in a lane of `mask`.
pub fn any_sync(mask: u32, predicate: bool) -> bool {
    intrinsics::vote_any(mask, predicate)
}

/// The lanes of `mask` in which the predicate holds.
pub fn ballot_sync(mask: u32, predicate: bool) -> u32 {
    intrinsics::vote_ballot(mask, predicate)
}

pub fn all(predicate: bool) -> bool {
    all_sync(ALL, predicate)
}

pub fn any(predicate: bool) -> bool {
    any_sync(ALL, predicate)
}

pub fn ballot(predicate: bool) -> u32 {
    ballot_sync(ALL, predicate)
}

/// The number of lanes in which the predicate holds.
pub fn popc(predicate: bool) -> u32 {
    ballot(predicate).count_ones()
}

/// The lanes of `mask` whose value is the same as this lane's.
pub fn match_any_sync(mask: u32, value: u32) -> u32 {
    intrinsics::match_any_u32(mask, value)
}

pub fn match_any_i64_sync(mask: u32, value: u64) -> u32 {
    intrinsics::match_any_u64(mask, value)
}

/// `mask` if all its lanes have the same value, else 0.
pub fn match_all_sync(mask: u32, value: u32) -> u32 {
    intrinsics::match_all_u32(mask, value)
}

pub fn match_all_i64_sync(mask: u32, value: u64) -> u32 {
    intrinsics::match_all_u64(mask, value)
}

macro_rules! redux {
    ($($name:ident $intrinsic:ident $t:ty;)*) => {$(
        /// One instruction for a reduction over the lanes of `mask` (sm_80).
        pub fn $name(mask: u32, value: $t) -> $t {
            intrinsics::$intrinsic(mask, value)
        }
    )*};
}
redux! {
    redux_sync_add redux_add u32;
    redux_sync_and redux_and u32;
    redux_sync_or redux_or u32;
    redux_sync_xor redux_xor u32;
    redux_sync_min_u32 redux_min_u32 u32;
    redux_sync_max_u32 redux_max_u32 u32;
    redux_sync_min_i32 redux_min_i32 i32;
    redux_sync_max_i32 redux_max_i32 i32;
}

/// Chooses one lane of `mask`: (its number, whether it is this one) (sm_90).
pub fn elect_sync(mask: u32) -> (u32, bool) {
    let leader = intrinsics::elect_leader(mask);
    (leader, leader == lane_id())
}

pub fn is_elected_sync(mask: u32) -> bool {
    elect_sync(mask).1
}

/// Lanes of this warp that the launch, which extends along x only, has filled.
pub fn live_lanes_1d() -> u32 {
    let first = intrinsics::thread_idx_x() & !31;
    let left = intrinsics::block_dim_x() - first;
    if left < 32 { left } else { 32 }
}

// With fewer than 32 lanes: lane i takes from lane i + delta if there is such a lane, so the total is right in lane 0, from
// where it is spread.
macro_rules! reductions {
    ($($full:ident $partial:ident $t:ty, $xor:ident, $down:ident, $spread:ident, |$a:ident, $b:ident| $combine:expr;)*) => {$(
        /// The reduction over all 32 lanes, in every lane.
        pub fn $full(val: $t) -> $t {
            let mut $a = val;
            let mut delta = 16;
            while delta > 0 {
                let $b = $xor($a, delta);
                $a = $combine;
                delta >>= 1;
            }
            $a
        }

        /// The reduction over the first `live_lanes` lanes, in each of them.
        pub fn $partial(val: $t, live_lanes: u32) -> $t {
            let mask = if live_lanes >= 32 { ALL } else { (1 << live_lanes) - 1 };
            let mut $a = val;
            let mut delta = 16;
            while delta > 0 {
                let $b = $down(mask, $a, delta);
                if lane_id() + delta < live_lanes {
                    $a = $combine;
                }
                delta >>= 1;
            }
            $spread(mask, $a, 0)
        }
    )*};
}
reductions! {
    reduce_sum_f32 reduce_sum_f32_partial f32, shuffle_xor_f32, shuffle_down_f32_sync, shuffle_f32_sync, |a, b| a + b;
    reduce_max_f32 reduce_max_f32_partial f32, shuffle_xor_f32, shuffle_down_f32_sync, shuffle_f32_sync, |a, b| a.max(b);
    reduce_min_f32 reduce_min_f32_partial f32, shuffle_xor_f32, shuffle_down_f32_sync, shuffle_f32_sync, |a, b| a.min(b);
    reduce_sum_f64 reduce_sum_f64_partial f64, shuffle_xor_f64, shuffle_down_f64_sync, shuffle_f64_sync, |a, b| a + b;
    reduce_max_f64 reduce_max_f64_partial f64, shuffle_xor_f64, shuffle_down_f64_sync, shuffle_f64_sync, |a, b| a.max(b);
    reduce_min_f64 reduce_min_f64_partial f64, shuffle_xor_f64, shuffle_down_f64_sync, shuffle_f64_sync, |a, b| a.min(b);
}
