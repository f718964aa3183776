mod inner {
    fn secret() -> i32 {
        1
    }
}

fn f() -> i32 {
    inner::secret() //~ ERROR E0603 function `secret` is private
}
