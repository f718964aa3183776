use cuda_device::device;

#[device]
fn f(n: u32) -> char {
    n as char //~ ERROR E0604 only `u8` can be cast as `char`, not `u32`
}
