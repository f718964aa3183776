fn between(a: i32, x: i32, b: i32) -> bool {
    a < x < b //~ ERROR comparison operators cannot be chained
}
