fn f(x: u32) -> u64 {
    x //~ ERROR E0308 mismatched types
}
