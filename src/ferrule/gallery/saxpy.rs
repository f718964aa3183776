//! The kernel of README: a scaled vector added to another, in place.

use cuda_device::{DisjointSlice, kernel, thread};

/// `y[i] += a * x[i]`
#[kernel]
pub fn saxpy(a: f32, x: &[f32], mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) {
        *y += a * x[i];
    }
}
