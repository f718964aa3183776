use cuda_device::device;

#[device]
fn sum() -> usize {
    let a = [0u8; 1usize + true]; //~ ERROR E0277 cannot add `bool` to `usize`
    a.len()
}

#[device]
fn divide() -> usize {
    let a = [0u8; 1 / 0]; //~ ERROR E0080 attempt to divide `1_usize` by zero
    a.len()
}
