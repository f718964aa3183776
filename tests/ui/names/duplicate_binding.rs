use cuda_device::device;

#[device]
fn f(x: i32, x: i32) -> i32 { //~ ERROR E0415 identifier `x` is bound more than once in this parameter list
    x
}
