use cuda_device::device;

#[device]
fn f(a: i32) -> i32 {
    a.pow() //~ ERROR E0061 this method takes 1 argument but 0 arguments were supplied
}
