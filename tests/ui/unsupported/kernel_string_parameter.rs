use cuda_device::kernel;

#[kernel]
pub fn k(name: &str) {} //~ ERROR
