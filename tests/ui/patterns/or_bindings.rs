use cuda_device::device;

#[device]
fn f(p: (Option<i32>, i32)) -> i32 {
    match p {
        (Some(x), _) | (None, y) => 1, //~ ERROR E0408 variable `y` is not bound in all patterns
        //~^ ERROR E0408 variable `x` is not bound in all patterns
    }
}
