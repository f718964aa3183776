struct Point {
    x: f32,
    y: f32,
}

fn f() -> Point {
    Point { x: 1.0 } //~ ERROR E0063 missing field `y` in initializer of `Point`
}
