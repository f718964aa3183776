use cuda_device::device;

#[device]
fn f(n: i32) -> i32 {
    *n //~ ERROR E0614 type `i32` cannot be dereferenced
}
