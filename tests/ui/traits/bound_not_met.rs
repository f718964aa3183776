use cuda_device::device;

trait Area {
    fn area(&self) -> f32;
}

#[device]
fn twice<S: Area>(s: S) -> f32 {
    2.0 * s.area()
}

#[device]
fn f() -> f32 {
    twice(3u32) //~ ERROR E0277 the trait bound `u32: Area` is not satisfied
}
