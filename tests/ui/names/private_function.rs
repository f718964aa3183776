use cuda_device::device;

mod inner {
    fn secret() -> i32 {
        1
    }
}

#[device]
fn f() -> i32 {
    inner::secret() //~ ERROR E0603 function `secret` is private
}
