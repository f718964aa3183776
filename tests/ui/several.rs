use cuda_device::device;

struct Point {
    x: f32,
}

#[device]
fn one(p: Point) -> i32 {
    p.x //~ ERROR E0308 mismatched types
}

#[device]
fn two() -> f32 {
    let p = Point { x: 1 }; //~ ERROR E0308 mismatched types
    p.y //~ ERROR E0609 no field `y` on type `Point`
}

#[device]
fn three(n: u32) -> f32 {
    n.sqrt() //~ ERROR E0599 no method named `sqrt` found for type `u32`
}
