use cuda_device::device;

struct Point {
    x: f32,
}

#[device]
fn f() -> Point {
    Point { x: 1.0, w: 2.0 } //~ ERROR E0560 struct `Point` has no field named `w`
}
