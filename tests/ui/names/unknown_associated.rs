use cuda_device::device;

enum Mode {
    Fast,
    Exact,
}

#[device]
fn f() -> Mode {
    Mode::Slow //~ ERROR E0599 no variant
}
