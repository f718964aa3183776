use cuda_device::device;

#[device]
fn f<T: Shape>(t: T) {} //~ ERROR E0405 cannot find trait `Shape` in this scope
