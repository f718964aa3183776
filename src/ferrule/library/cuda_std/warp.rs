//! Warps: lanes, votes, barriers.

use cuda_device::warp;

/// The thread's place in its warp.
pub fn lane_id() -> u32 {
    warp::lane_id()
}
/// Waits until the lanes in `mask` have come here.
pub fn sync_warp(mask: u32) {
    warp::sync_mask(mask)
}
/// The lanes that execute this together now.
pub fn activemask() -> u32 {
    warp::active_mask()
}
/// Whether `predicate` holds on every lane in `mask`.
pub fn warp_vote_all(mask: u32, predicate: bool) -> bool {
    warp::all_sync(mask, predicate)
}
/// Whether `predicate` holds on some lane in `mask`.
pub fn warp_vote_any(mask: u32, predicate: bool) -> bool {
    warp::any_sync(mask, predicate)
}
/// The lanes in `mask` on which `predicate` holds.
pub fn warp_vote_ballot(mask: u32, predicate: bool) -> u32 {
    warp::ballot_sync(mask, predicate)
}
