trait Area {
    fn area(&self) -> f32;
}

struct Square(f32);

impl Area for Square {
    fn area(&self) -> f64 { //~ ERROR E0053 method `area` has an incompatible type for trait
        0.0
    }
}
