use cuda_device::device;
use cuda_device::warp::shuffel; //~ ERROR E0432 unresolved import `cuda_device::warp::shuffel`

#[device]
fn f() {}
