use cuda_device::device;

#[device]
fn f(b: bool) -> i32 {
    let x = if b { 1 } else { 2.5 }; //~ ERROR E0308 `if` and `else` have incompatible types
    3
}
