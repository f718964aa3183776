use cuda_device::device;

#[device]
fn f(x: &[f32]) {
    let y: &mut [f32] = x; //~ ERROR E0308 mismatched types
}
