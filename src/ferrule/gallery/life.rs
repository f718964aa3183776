//! Conway's game of life on a torus: what leaves on one side comes in on the other.

use cuda_device::thread::Runtime2DIndex;
use cuda_device::{DisjointSlice, kernel, thread};

/// The cell itself and its neighbours, at these distances along both axes.
const AROUND: [usize; 3] = [0, 1, 2];

/// A living cell is 1, a dead one 0.
#[kernel]
pub fn generation(cells: &[u8], mut next: DisjointSlice<u8, Runtime2DIndex>) {
    let width = next.row_width() as usize;
    let height = cells.len() / width;
    if let Some(idx) = thread::index_2d_runtime(&next) {
        let (row, col) = (idx.row(), idx.col());
        if let Some(next) = next.get_mut(idx) {
            // One side further, so that no difference is negative.
            let cell =
                |dr: usize, dc: usize| cells[(row + height + dr - 1) % height * width + (col + width + dc - 1) % width];
            let living: u8 = AROUND.iter().map(|&dr| AROUND.iter().map(|&dc| cell(dr, dc)).sum::<u8>()).sum();
            *next = match (cell(1, 1), living) {
                (_, 3) | (1, 4) => 1,
                _ => 0,
            };
        }
    }
}
