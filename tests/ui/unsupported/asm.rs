use cuda_device::{DisjointSlice, kernel, thread};


use std::arch::asm;

#[kernel]
pub fn k(mut y: DisjointSlice<f32>) {
    unsafe { asm!("nop") }; //~ ERROR G
    if let Some(y) = y.get_mut(thread::index_1d()) {
        *y = 1.0;
    }
}
