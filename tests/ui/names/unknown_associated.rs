enum Mode {
    Fast,
    Exact,
}

fn f() -> Mode {
    Mode::Slow //~ ERROR E0599 no variant
}
