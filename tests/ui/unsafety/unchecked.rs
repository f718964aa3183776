use cuda_device::{DisjointSlice, kernel, thread};


#[kernel]
pub fn k(mut y: DisjointSlice<f32>) {
    *y.get_unchecked_mut(thread::index_1d().get()) = 1.0; //~ ERROR E0133 requires unsafe
}
