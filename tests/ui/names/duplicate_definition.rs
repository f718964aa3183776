fn f() {}

fn f() {} //~ ERROR E0428 the name `f` is defined multiple times
