use cuda_device::device;

#[device]
fn f() -> [i32; 3] {
    [1, 2] //~ ERROR E0308 mismatched types
}
