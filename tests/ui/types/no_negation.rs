use cuda_device::device;

#[device]
fn f(n: u32) -> u32 {
    -n //~ ERROR E0600 cannot apply unary operator `-` to type `u32`
}
