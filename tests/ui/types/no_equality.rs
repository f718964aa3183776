use cuda_device::device;

struct Point {
    x: i32,
}

#[device]
fn f(a: Point, b: Point) -> bool {
    a == b //~ ERROR E0369 binary operation `==` cannot be applied to type `Point`
}
