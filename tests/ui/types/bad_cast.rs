use cuda_device::device;

struct Wrapper(i32);

#[device]
fn f(w: Wrapper) -> i32 {
    w as i32 //~ ERROR E0605 non-primitive cast: `Wrapper` as `i32`
}
