//! A sparse matrix in compressed rows (CSR) times a vector, one warp a row; and the other kernels that solve a system with
//! such a matrix by conjugate gradients.

use cuda_device::atomic::{AtomicOrdering, DeviceAtomicF32};
use cuda_device::thread::WarpIndex;
use cuda_device::{DisjointSlice, kernel, thread, warp};

/// Entry `k` stands in column `columns[k]`; those of row `r` are at `starts[r]..starts[r + 1]`.
struct Csr<'a> {
    starts: &'a [u32],
    columns: &'a [u32],
    values: &'a [f32],
}

impl<'a> Csr<'a> {
    fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The columns of a row and its values.
    fn row(&self, r: usize) -> (&'a [u32], &'a [f32]) {
        let (start, end) = (self.starts[r] as usize, self.starts[r + 1] as usize);
        (&self.columns[start..end], &self.values[start..end])
    }
}

/// `y = A x`
#[kernel]
pub fn spmv(starts: &[u32], columns: &[u32], values: &[f32], x: &[f32], mut y: DisjointSlice<f32, WarpIndex>) {
    let matrix = Csr { starts, columns, values };
    let r = (thread::blockIdx_x() * thread::blockDim_x() + thread::threadIdx_x()) as usize / 32;
    // All lanes of a warp leave together: the shuffles below need them all.
    if r >= matrix.rows() {
        return;
    }
    let (columns, values) = matrix.row(r);
    // Lane by lane through the row, so that a warp reads neighbouring entries at once.
    let mine = columns.iter().zip(values).skip(warp::lane_id() as usize).step_by(32);
    let mut sum: f32 = mine.map(|(&c, v)| v * x[c as usize]).sum();
    for distance in [16, 8, 4, 2, 1] {
        sum += warp::shuffle_down_f32(sum, distance);
    }
    // Only lane 0 gets an index, and only lane 0 has the whole sum.
    if let Some(idx) = thread::warp_index() {
        if let Some(y) = y.get_mut(idx) {
            *y = sum;
        }
    }
}

/// Adds the scalar product of `a` and `b` to `total[0]`. The block is a whole number of warps.
#[kernel]
pub fn dot(a: &[f32], b: &[f32], total: &[DeviceAtomicF32]) {
    let stride = thread::blockDim_x() as usize * thread::gridDim_x() as usize;
    let mine = a.iter().zip(b).skip(thread::index_1d().get()).step_by(stride);
    let sum = warp::reduce_sum_f32(mine.map(|(a, b)| a * b).sum());
    if warp::lane_id() == 0 {
        total[0].fetch_add(sum, AtomicOrdering::Relaxed);
    }
}

/// `y = a x + b y`
#[kernel]
pub fn axpby(a: f32, x: &[f32], b: f32, mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) {
        *y = a * x[i] + b * *y;
    }
}
