use cuda_device::device;

struct Point {
    x: i32,
    y: i32,
}

#[device]
fn f(p: Point) -> i32 {
    let Point { x } = p; //~ ERROR E0027 pattern does not mention field `y`
    x
}
