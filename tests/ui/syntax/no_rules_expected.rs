macro_rules! twice {
    ($x:ident) => {
        $x + $x
    };
}

fn f(x: i32) -> i32 {
    twice!(x + 1) //~ ERROR no rules expected `+`
}
