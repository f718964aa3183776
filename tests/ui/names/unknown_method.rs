use cuda_device::device;

#[device]
fn f(x: f32) -> f32 {
    x.squared() //~ ERROR E0599 no method named `squared` found for type `f32`
}
