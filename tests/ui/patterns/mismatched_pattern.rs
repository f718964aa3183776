use cuda_device::device;

#[device]
fn f(n: i32) -> i32 {
    match n {
        Some(m) => m, //~ ERROR E0308 mismatched types
        _ => 0,
    }
}
