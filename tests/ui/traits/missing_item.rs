use cuda_device::device;

trait Area {
    fn area(&self) -> f32;
    fn scale(&mut self, by: f32);
}

struct Square(f32);

impl Area for Square { //~ ERROR E0046 not all trait items implemented, missing: `scale`
    fn area(&self) -> f32 {
        self.0 * self.0
    }
}

#[device]
fn f(s: Square) -> f32 {
    s.area()
}
