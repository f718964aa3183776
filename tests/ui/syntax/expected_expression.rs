fn f() -> i32 {
    let x = 3 + ; //~ ERROR expected expression, found `;`
    x
}
