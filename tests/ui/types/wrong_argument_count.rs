use cuda_device::device;

#[device]
fn add(a: i32, b: i32) -> i32 {
    a + b
}

#[device]
fn f() -> i32 {
    add(1) //~ ERROR E0061 this function takes 2 arguments but 1 argument was supplied
}
