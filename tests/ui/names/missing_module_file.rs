use cuda_device::device;

mod nowhere; //~ ERROR E0583 file not found for module `nowhere`

#[device]
fn f() {}
