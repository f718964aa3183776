use cuda_device::device;

trait Area {
    fn area(&self) -> f32;
}

struct Square(f32);

impl Area for Square {
    fn area(&self) -> f32 {
        self.0 * self.0
    }

    fn sides(&self) -> u32 { //~ ERROR E0407 method `sides` is not a member of trait `Area`
        4
    }
}

#[device]
fn f(s: Square) -> f32 {
    s.area()
}
