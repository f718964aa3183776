use cuda_device::device;
use cuda_device::warps::shuffle; //~ ERROR E0432 unresolved import `cuda_device::warps`

#[device]
fn f() {}
