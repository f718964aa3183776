//! Matrix product in tiles: each block computes a square of `C` and stages the squares of `A` and `B` that it needs in
//! shared memory, so that every value is read from global memory once a block instead of once a thread.

use cuda_device::thread::Runtime2DIndex;
use cuda_device::{DisjointSlice, SharedArray, kernel, launch_contract, sync_threads, thread};

/// Side of a tile; the kernel is launched with blocks of `TILE` x `TILE` threads.
const TILE: usize = 16;

/// `C = A B` with `A` of `inner` columns; all three row-major. The width of `C` comes with the slice.
#[kernel]
#[launch_contract(domain = 2, block = (16, 16, 1))]
pub fn matmul(inner: u32, a: &[f32], b: &[f32], mut c: DisjointSlice<f32, Runtime2DIndex>) {
    static mut A_TILE: SharedArray<f32, { TILE * TILE }> = SharedArray::UNINIT;
    static mut B_TILE: SharedArray<f32, { TILE * TILE }> = SharedArray::UNINIT;

    let inner = inner as usize;
    let width = c.row_width() as usize;
    let (tx, ty) = (thread::threadIdx_x() as usize, thread::threadIdx_y() as usize);
    let (row, col) = (thread::index_2d_row(), thread::index_2d_col());
    let a_row = if row * inner < a.len() { &a[row * inner..(row + 1) * inner] } else { &a[..0] };

    let mut sum = 0.0f32;
    for t in 0..inner.div_ceil(TILE) {
        let (k, b_row) = (t * TILE + tx, t * TILE + ty);
        let a_value = if k < a_row.len() { a_row[k] } else { 0.0 };
        let b_value = if b_row < inner && col < width { b[b_row * width + col] } else { 0.0 };
        // SAFETY: each thread writes its own place; the barriers keep the writes of one step from the reads of another.
        unsafe {
            A_TILE[ty * TILE + tx] = a_value;
            B_TILE[ty * TILE + tx] = b_value;
        }
        sync_threads();
        for j in 0..TILE {
            sum += unsafe { A_TILE[ty * TILE + j] * B_TILE[j * TILE + tx] };
        }
        sync_threads();
    }

    if let Some(idx) = thread::index_2d_runtime(&c) {
        if let Some(c) = c.get_mut(idx) {
            *c = sum;
        }
    }
}
