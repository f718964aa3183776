use cuda_device::device;

#[device]
fn f(x: i32) -> i32 { //~ ERROR E0308 mismatched types
    x + 1;
}
