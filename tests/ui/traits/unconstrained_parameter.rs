use cuda_device::device;

struct S;

impl<T> S { //~ ERROR E0207 the type parameter `T` is not constrained
    fn g() {}
}

#[device]
fn f(s: S) {}
