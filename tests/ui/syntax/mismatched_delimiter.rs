fn f(x: i32) -> i32 {
    (x + 1] //~ ERROR mismatched closing delimiter: `]`
}
