fn f() -> i32 {
    let x = 1 //~ ERROR expected `;`, found keyword `let`
    let y = 2;
    x + y
}
