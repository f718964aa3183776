use cuda_device::device;

enum Mode {
    Fast,
    Exact,
    Off,
}

#[device]
fn f(m: Mode) -> i32 {
    match m { //~ ERROR E0004 non-exhaustive patterns: `Mode::Off` not covered
        Mode::Fast => 1,
        Mode::Exact => 2,
    }
}
