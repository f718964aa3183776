use cuda_device::device;

#[device]
fn f() -> u32 {
    let x = None; //~ ERROR E0282 type annotations needed
    3
}
