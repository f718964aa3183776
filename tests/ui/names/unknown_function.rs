use cuda_device::device;

#[device]
fn f(x: f32) -> f32 {
    smooth(x) //~ ERROR E0425 cannot find function `smooth` in this scope
}
