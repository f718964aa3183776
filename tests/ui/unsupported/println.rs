use cuda_device::{DisjointSlice, kernel, thread};


#[kernel]
pub fn k(mut y: DisjointSlice<f32>) {
    if let Some(y) = y.get_mut(thread::index_1d()) {
        println!("{}", *y); //~ ERROR G
    }
}
