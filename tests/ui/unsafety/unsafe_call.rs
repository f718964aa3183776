unsafe fn poke(p: *mut f32) {}

fn f(p: *mut f32) {
    poke(p); //~ ERROR E0133 call to unsafe function `poke` is unsafe and requires unsafe
}
