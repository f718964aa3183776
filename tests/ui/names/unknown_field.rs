use cuda_device::device;

struct Point {
    x: f32,
    y: f32,
}

#[device]
fn f(p: Point) -> f32 {
    p.x + p.z //~ ERROR E0609 no field `z` on type `Point`
}
