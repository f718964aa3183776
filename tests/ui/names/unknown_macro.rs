use cuda_device::device;

#[device]
fn f() {
    shout!("hello"); //~ ERROR cannot find macro `shout` in this scope
}
