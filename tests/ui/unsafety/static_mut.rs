use cuda_device::{SharedArray, kernel, thread};

static mut TILE: SharedArray<f32, 256> = SharedArray::UNINIT;

#[kernel]
pub fn k() {
    TILE[0] = 1.0; //~ ERROR E0133 use of mutable static is unsafe and requires unsafe
}
