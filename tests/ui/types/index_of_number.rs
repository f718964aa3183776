use cuda_device::device;

#[device]
fn f(n: i32) -> i32 {
    n[0] //~ ERROR E0608 cannot index into a value of type `i32`
}
