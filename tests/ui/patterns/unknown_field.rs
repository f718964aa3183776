use cuda_device::device;

struct Point {
    x: i32,
}

#[device]
fn f(p: Point) -> i32 {
    let Point { x, z } = p; //~ ERROR E0026 struct `Point` does not have a field named `z`
    x
}
