use cuda_device::kernel;

#[kernel]
pub fn k(x: &[f32]) -> f32 { //~ ERROR G0013 a kernel returns nothing
    x[0]
}
