use cuda_device::device;

#[device]
fn f(x: &[f32], i: u32) -> f32 {
    x[i] //~ ERROR E0277 the type `[f32]` cannot be indexed by `u32`
}
