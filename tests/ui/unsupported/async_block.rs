use cuda_device::{DisjointSlice, kernel, thread};


async fn later(x: f32) -> f32 { //~ ERROR G0001 async code is not supported in kernels
    x
}

#[kernel]
pub fn k(mut y: DisjointSlice<f32>) {
    let wait = later(1.0);
    if let Some(y) = y.get_mut(thread::index_1d()) {
        *y = 1.0;
    }
}
