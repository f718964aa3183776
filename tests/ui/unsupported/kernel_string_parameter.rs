use cuda_device::kernel;

#[kernel]
pub fn k(name: &str) {} //~ ERROR G0013 a launch cannot pass `&str` to kernel `k`
