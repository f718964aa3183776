use cuda_device::{DisjointSlice, kernel, thread};


use core::ops::Add;

#[kernel]
pub fn add<T: Copy + Add<Output = T>>(a: &[T], b: &[T], mut c: DisjointSlice<T>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(c) = c.get_mut(idx) {
        *c = a[i] + b[i];
    }
}
