use cuda_device::warps::shuffle; //~ ERROR E0432 unresolved import `cuda_device::warps`

fn f() {}
