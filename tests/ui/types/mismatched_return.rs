use cuda_device::device;

#[device]
fn f(x: u32) -> u64 {
    x //~ ERROR E0308 mismatched types
}
