struct S;

impl<T> S { //~ ERROR E0207 the type parameter `T` is not constrained
    fn f() {}
}
