use cuda_device::device;

struct Point {
    x: i32,
}

#[device]
fn f(mut a: Point) {
    a += 1; //~ ERROR E0368 binary assignment operation `+=` cannot be applied to type `Point`
}
