fn f(match: i32) -> i32 { //~ ERROR expected identifier, found keyword `match`
    1
}
