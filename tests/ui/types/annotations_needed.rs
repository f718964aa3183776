fn f() -> u32 {
    let x = None; //~ ERROR E0282 type annotations needed
    3
}
