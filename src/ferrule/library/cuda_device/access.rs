//! Plans of wide accesses, and how many cache lines an access touches.  All of it runs at compile time too.

use crate::swizzle::WARP_LANES;

/// Bytes that a thread moves with one instruction.
pub const TXN_32: usize = 4;
pub const TXN_64: usize = 8;
pub const TXN_128: usize = 16;

pub const LINE_BYTES: usize = 128;
pub const SECTOR_BYTES: usize = 32;

/// What a block moves when every thread moves one transaction.
pub struct AccessPlan {
    pub txn_bytes: usize,
    pub align: usize,
    pub elems_per_thread: usize,
    pub threads: usize,
    pub elems_per_block: usize,
}

crate::copy! { AccessPlan }

impl AccessPlan {
    /// The extent of a dimension if the other has `other` elements; None if they do not divide evenly.
    pub const fn min_extent(&self, other: usize) -> Option<usize> {
        if other == 0 || other % self.elems_per_thread != 0 || self.elems_per_block % other != 0 {
            return None;
        }
        Some(self.elems_per_block / other)
    }

    /// Whether a tile is a whole number of what the block moves at once.
    pub const fn fits_tile(&self, tile_elems: usize) -> bool {
        self.elems_per_block != 0 && tile_elems != 0 && tile_elems % self.elems_per_block == 0
    }

    /// How often the block must move to cover a tile.
    pub const fn passes_for_tile(&self, tile_elems: usize) -> Option<usize> {
        if self.fits_tile(tile_elems) { Some(tile_elems / self.elems_per_block) } else { None }
    }
}

/// The plan with transactions of 4, 8 or 16 bytes; None if elements do not fill them.
pub const fn plan<T>(txn_bytes: usize, threads: usize) -> Option<AccessPlan> {
    plan_for_elem_size(core::mem::size_of::<T>(), txn_bytes, threads)
}

pub const fn plan_for_elem_size(elem_size: usize, txn_bytes: usize, threads: usize) -> Option<AccessPlan> {
    let known = txn_bytes == TXN_32 || txn_bytes == TXN_64 || txn_bytes == TXN_128;
    if !known || threads == 0 || elem_size == 0 || elem_size > txn_bytes || txn_bytes % elem_size != 0 {
        return None;
    }
    let elems_per_thread = txn_bytes / elem_size;
    match elems_per_thread.checked_mul(threads) {
        Some(elems_per_block) => {
            Some(AccessPlan { txn_bytes, align: txn_bytes, elems_per_thread, threads, elems_per_block })
        }
        None => None,
    }
}

/// The plan with the widest transactions that covers the tile evenly.
pub const fn widest<T>(tile_elems: usize, threads: usize) -> Option<AccessPlan> {
    let mut bytes = TXN_128;
    while bytes >= TXN_32 {
        match plan::<T>(bytes, threads) {
            Some(p) => {
                if p.fits_tile(tile_elems) {
                    return Some(p);
                }
            }
            None => {}
        }
        bytes /= 2;
    }
    None
}

/// Cache lines that a warp touches when lane i accesses element `offsets[i]`.
pub const fn lines_touched(offsets: &[usize; WARP_LANES], elem_size: usize) -> usize {
    if elem_size == 0 {
        return 0;
    }
    let mut count = 0;
    let mut i = 0;
    while i < WARP_LANES {
        let first = offsets[i] * elem_size / LINE_BYTES;
        let last = (offsets[i] * elem_size + elem_size - 1) / LINE_BYTES;
        let mut line = first;
        while line <= last {
            if !touched_before(offsets, elem_size, i, line) {
                count += 1;
            }
            line += 1;
        }
        i += 1;
    }
    count
}

const fn touched_before(offsets: &[usize; WARP_LANES], elem_size: usize, lanes: usize, line: usize) -> bool {
    let mut i = 0;
    while i < lanes {
        let start = offsets[i] * elem_size;
        if start / LINE_BYTES <= line && line <= (start + elem_size - 1) / LINE_BYTES {
            return true;
        }
        i += 1;
    }
    false
}

/// The fewest lines that hold so many bytes.
pub const fn minimum_lines(total_bytes: usize) -> usize {
    total_bytes / LINE_BYTES + (total_bytes % LINE_BYTES != 0) as usize
}

/// Lines touched beyond the fewest possible.
pub const fn wasted_lines(offsets: &[usize; WARP_LANES], elem_size: usize) -> usize {
    let (touched, fewest) = (lines_touched(offsets, elem_size), minimum_lines(WARP_LANES * elem_size));
    if touched > fewest { touched - fewest } else { 0 }
}

pub const fn is_fully_coalesced(offsets: &[usize; WARP_LANES], elem_size: usize) -> bool {
    wasted_lines(offsets, elem_size) == 0
}
