use cuda_device::device;

#[device]
fn f() {
    loop {
        break 'outer; //~ ERROR E0426 use of undeclared label `'outer`
    }
}
