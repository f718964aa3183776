//! Softmax of each row of a matrix, one block a row: the maximum, the sum of exponentials, the quotient.

use cuda_device::{DisjointSlice, SharedArray, device, kernel, sync_threads, thread, warp};

const WARP: usize = 32;

static mut SCRATCH: SharedArray<f32, WARP> = SharedArray::UNINIT;

/// Combines `v` over the block; every thread gets the result. The block is a whole number of warps.
#[device]
fn block_reduce(mut v: f32, neutral: f32, combine: impl Fn(f32, f32) -> f32) -> f32 {
    let tid = thread::threadIdx_x() as usize;
    let warps = thread::blockDim_x() as usize / WARP;
    for shift in [16, 8, 4, 2, 1] {
        v = combine(v, warp::shuffle_xor_f32(v, shift));
    }
    // SAFETY: one lane of each warp writes its own place; reads lie behind a barrier, and a second barrier keeps them
    // from the writes of the next reduction.
    if tid % WARP == 0 {
        unsafe { SCRATCH[tid / WARP] = v };
    }
    sync_threads();
    let mut all = neutral;
    for w in 0..warps {
        all = combine(all, unsafe { SCRATCH[w] });
    }
    sync_threads();
    all
}

/// `y[r, c] = exp(x[r, c]) / sum over c of exp(x[r, c])`, without overflow for large values.
#[kernel]
pub fn softmax(columns: u32, x: &[f32], mut y: DisjointSlice<f32>) {
    let columns = columns as usize;
    let start = thread::blockIdx_x() as usize * columns;
    let row = &x[start..start + columns];
    let (tid, step) = (thread::threadIdx_x() as usize, thread::blockDim_x() as usize);

    let mut largest = f32::NEG_INFINITY;
    let mut c = tid;
    while c < row.len() {
        largest = largest.max(row[c]);
        c += step;
    }
    largest = block_reduce(largest, f32::NEG_INFINITY, |a, b| a.max(b));

    let mut sum = 0.0;
    c = tid;
    while c < row.len() {
        sum += (row[c] - largest).exp();
        c += step;
    }
    sum = block_reduce(sum, 0.0, |a, b| a + b);

    assert!(start + columns <= y.len(), "the output has fewer elements than the input");
    c = tid;
    while c < row.len() {
        // SAFETY: inside `y` by the assertion; rows belong to one block, and each column to one of its threads.
        unsafe { *y.get_unchecked_mut(start + c) = (row[c] - largest).exp() / sum };
        c += step;
    }
}
