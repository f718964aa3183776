use cuda_device::device;

trait Area {
    fn area(&self) -> f32;
}

struct Square(f32);

impl Area for Square {
    fn area(&self) -> f64 { //~ ERROR E0053 method `area` has an incompatible type for trait
        0.0
    }
}

#[device]
fn f(s: Square) -> f32 {
    s.area();
    0.0
}
