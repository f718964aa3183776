use cuda_device::device;

#[device]
fn add<T>(a: T, b: T) -> T {
    a + b //~ ERROR E0369 cannot add `T` to `T`
}
