use cuda_device::{DisjointSlice, kernel, thread};


fn half(x: f32) -> f32 {
    x / 2.0
}

#[kernel]
pub fn k(n: &[i32], mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) {
        *y = half(n[i]); //~ ERROR E0308 mismatched types
    }
}
