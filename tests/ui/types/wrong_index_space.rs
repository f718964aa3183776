use cuda_device::thread::Index2D;
use cuda_device::{DisjointSlice, kernel, thread};

#[kernel]
pub fn k(mut y: DisjointSlice<f32, Index2D<64>>) {
    if let Some(y) = y.get_mut(thread::index_1d()) { //~ ERROR E0308 mismatched types
        *y = 0.0;
    }
}
