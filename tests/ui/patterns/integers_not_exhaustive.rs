use cuda_device::device;

#[device]
fn f(n: u8) -> i32 {
    match n { //~ ERROR E0004 non-exhaustive patterns: `100_u8` not covered
        0..100 => 1,
        101.. => 2,
    }
}
