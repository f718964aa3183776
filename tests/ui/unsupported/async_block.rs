use cuda_device::{DisjointSlice, kernel, thread};


async fn later(x: f32) -> f32 {
    x
}

#[kernel]
pub fn k(mut y: DisjointSlice<f32>) {
    let wait = later(1.0); //~ ERROR G
    if let Some(y) = y.get_mut(thread::index_1d()) {
        *y = 1.0;
    }
}
