use cuda_device::device;

#[device]
fn f(n: i32) -> i32 {
    n(1) //~ ERROR E0618 expected function, found `i32`
}
