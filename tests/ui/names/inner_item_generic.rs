use cuda_device::device;

#[device]
fn f<T>(x: T) {
    fn g(y: T) {} //~ ERROR E0401 can't use generic parameters from outer item
    g(x);
}
