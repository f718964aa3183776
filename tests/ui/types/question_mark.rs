use cuda_device::device;

#[device]
fn f(x: Option<i32>) -> i32 {
    x? + 1 //~ ERROR E0277 the `?` operator can only be used in a function that returns `Result` or `Option`
}
