use cuda_device::device;

struct Point {
    x: f32,
    y: f32,
}

#[device]
fn f() -> Point {
    Point { x: 1.0 } //~ ERROR E0063 missing field `y` in initializer of `Point`
}
