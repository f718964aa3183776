use cuda_device::device;

#[device]
fn f() {
    break; //~ ERROR E0268 `break` outside of a loop
}
