use cuda_device::warp::shuffel; //~ ERROR E0432 unresolved import `cuda_device::warp::shuffel`

fn f() {}
