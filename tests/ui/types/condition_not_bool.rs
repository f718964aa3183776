use cuda_device::device;

#[device]
fn f(n: i32) -> i32 {
    if n { //~ ERROR E0308 mismatched types
        return 1;
    }
    0
}
