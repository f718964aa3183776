//! Which elements of a 16x8 accumulator a lane holds: the four registers of `mma_m16n8*`.
//!
//! Lanes go along rows in groups of four, each with two neighbouring columns; the last two registers are eight rows below the
//! first two.  Lanes and registers beyond the last start again.

pub const ACC_ROWS: usize = 16;
pub const ACC_COLS: usize = 8;
pub const ACC_PER_LANE: usize = 4;
pub const WARP_LANES: usize = 32;

/// Row and column of register `j` of `lane`.
pub const fn acc_coords(lane: usize, j: usize) -> (usize, usize) {
    let (lane, j) = (lane % WARP_LANES, j % ACC_PER_LANE);
    (lane / 4 + j / 2 * 8, lane % 4 * 2 + j % 2)
}

/// Where that is in the tile, row by row.
pub const fn acc_offset(lane: usize, j: usize) -> usize {
    let (row, col) = acc_coords(lane, j);
    row * ACC_COLS + col
}

/// Where that is in a matrix with rows of `row_stride`, if the tile starts at `tile_row` and `tile_col`; None if no `usize`
/// holds it.
pub fn acc_matrix_offset(
    lane: usize,
    j: usize,
    tile_row: usize,
    tile_col: usize,
    row_stride: usize,
) -> Option<usize> {
    let (row, col) = acc_coords(lane, j);
    let start = tile_row.checked_add(row)?.checked_mul(row_stride)?;
    start.checked_add(tile_col.checked_add(col)?)
}

/// The lane and register that hold the element at an offset in the tile.
pub const fn acc_decode(offset: usize) -> Option<(usize, usize)> {
    let (row, col) = (offset / ACC_COLS, offset % ACC_COLS);
    if row < ACC_ROWS { Some((row % 8 * 4 + col / 2, row / 8 * 2 + col % 2)) } else { None }
}

/// Whether register `j` of `lane` is in the first `valid_rows` rows and `valid_cols` columns.
pub const fn acc_is_valid(lane: usize, j: usize, valid_rows: usize, valid_cols: usize) -> bool {
    let (row, col) = acc_coords(lane, j);
    row < valid_rows && col < valid_cols
}

/// A bit for each register of `lane` that is in the first `valid_rows` rows and `valid_cols` columns.
pub const fn acc_valid_mask(lane: usize, valid_rows: usize, valid_cols: usize) -> u32 {
    let mut mask = 0;
    let mut j = 0;
    while j < ACC_PER_LANE {
        mask |= (acc_is_valid(lane, j, valid_rows, valid_cols) as u32) << j;
        j += 1;
    }
    mask
}

/// Whether a mask has all registers or none.
pub const fn acc_mask_is_uniform(mask: u32) -> bool {
    mask == 0 || mask == (1 << ACC_PER_LANE) - 1
}

/// The elements of the tile in the first `valid_rows` rows and `valid_cols` columns.
pub const fn acc_valid_count(valid_rows: usize, valid_cols: usize) -> usize {
    let rows = if valid_rows < ACC_ROWS { valid_rows } else { ACC_ROWS };
    let cols = if valid_cols < ACC_COLS { valid_cols } else { ACC_COLS };
    rows * cols
}
