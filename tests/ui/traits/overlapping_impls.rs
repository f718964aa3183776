use cuda_device::device;

trait Size {
    const SIZE: u32;
}

impl<T> Size for T {
    const SIZE: u32 = 0;
}

impl Size for i32 { //~ ERROR E0119 conflicting implementations of trait `Size` for type `i32`
    const SIZE: u32 = 4;
}

#[device]
fn f() -> u32 {
    u8::SIZE
}
