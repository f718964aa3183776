//! Sum of two vectors, one thread an element.

use cuda_device::{DisjointSlice, kernel, thread};

/// `c[i] = a[i] + b[i]`
#[kernel]
pub fn vecadd(a: &[f32], b: &[f32], mut c: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(c) = c.get_mut(idx) {
        *c = a[i] + b[i];
    }
}
