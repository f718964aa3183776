use cuda_device::{DisjointSlice, kernel, thread};


#[kernel]
pub fn k(mut y: DisjointSlice<f32>) {
    let mut values = Vec::new(); //~ ERROR G
    values.push(1.0);
    if let Some(y) = y.get_mut(thread::index_1d()) {
        *y = values[0];
    }
}
