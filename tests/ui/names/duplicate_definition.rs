use cuda_device::device;

#[device]
fn f() {}

#[device]
fn f() {} //~ ERROR E0428 the name `f` is defined multiple times
