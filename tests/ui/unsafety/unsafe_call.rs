use cuda_device::device;

#[device]
unsafe fn poke(p: *mut f32) {}

#[device]
fn f(p: *mut f32) {
    poke(p); //~ ERROR E0133 call to unsafe function `poke` is unsafe and requires unsafe
}
