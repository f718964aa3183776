use cuda_device::kernel;

#[kernel]
pub fn k(x: &[f32]) -> f32 { //~ ERROR a kernel
    x[0]
}
