struct Point {
    x: i32,
}

fn f(p: Point) -> i32 {
    let Point { x, z } = p; //~ ERROR E0026 struct `Point` does not have a field named `z`
    x
}
