use cuda_device::device;

#[device]
fn f(n: i32) -> bool {
    n as bool //~ ERROR E0054 cannot cast `i32` as `bool`
}
