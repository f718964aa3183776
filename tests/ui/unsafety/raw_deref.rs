use cuda_device::device;

#[device]
fn f(p: *const f32) -> f32 {
    *p //~ ERROR E0133 dereference of raw pointer is unsafe and requires unsafe
}
