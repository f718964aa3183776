trait Area {
    fn area(&self) -> f32;
}

fn twice<S: Area>(s: S) -> f32 {
    2.0 * s.area()
}

fn f() -> f32 {
    twice(3u32) //~ ERROR E0277 the trait bound `u32: Area` is not satisfied
}
