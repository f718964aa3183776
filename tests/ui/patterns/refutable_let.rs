use cuda_device::device;

#[device]
fn f(x: Option<i32>) -> i32 {
    let Some(y) = x; //~ ERROR E0005 refutable pattern in local binding
    y
}
