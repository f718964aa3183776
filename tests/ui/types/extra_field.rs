struct Point {
    x: f32,
}

fn f() -> Point {
    Point { x: 1.0, w: 2.0 } //~ ERROR E0560 struct `Point` has no field named `w`
}
