use cuda_device::{DisjointSlice, kernel, thread};


#[kernel]
pub fn k(x: &[f32], mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    if let Some(y) = y.get_mut(idx) {
        *y = x[i]; //~ ERROR E0425 cannot find value `i` in this scope
    }
}
