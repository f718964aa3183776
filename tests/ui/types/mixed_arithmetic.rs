use cuda_device::device;

#[device]
fn f(x: f32, n: i32) -> f32 {
    x * n //~ ERROR E0277 cannot multiply `f32` by `i32`
}
