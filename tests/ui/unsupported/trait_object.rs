use cuda_device::{DisjointSlice, kernel, thread};


trait Area {
    fn area(&self) -> f32;
}

struct Square(f32);

impl Area for Square {
    fn area(&self) -> f32 {
        self.0 * self.0
    }
}

#[kernel]
pub fn k(mut y: DisjointSlice<f32>) {
    let square = Square(2.0);
    let shape: &dyn Area = &square; //~ ERROR G
    if let Some(y) = y.get_mut(thread::index_1d()) {
        *y = shape.area();
    }
}
