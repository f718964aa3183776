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
    let width = columns as usize;
    let start = thread::blockIdx_x() as usize * width;
    let row = &x[start..start + width];
    // Columns are counted in u32: half the registers and instructions of usize, and `row` is known to have that many.
    let (tid, step) = (thread::threadIdx_x(), thread::blockDim_x());

    let mut largest = f32::NEG_INFINITY;
    let mut c = tid;
    while c < columns {
        largest = largest.max(row[c as usize]);
        c += step;
    }
    largest = block_reduce(largest, f32::NEG_INFINITY, |a, b| a.max(b));

    let mut sum = 0.0;
    c = tid;
    while c < columns {
        sum += (row[c as usize] - largest).exp();
        c += step;
    }
    sum = block_reduce(sum, 0.0, |a, b| a + b);

    assert!(start + width <= y.len(), "the output has fewer elements than the input");
    c = tid;
    while c < columns {
        // SAFETY: inside `y` by the assertion; rows belong to one block, and each column to one of its threads.
        unsafe { *y.get_unchecked_mut(start + c as usize) = (row[c as usize] - largest).exp() / sum };
        c += step;
    }
}
