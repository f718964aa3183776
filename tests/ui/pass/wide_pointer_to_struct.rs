// A struct that ends in a slice is as wide behind a pointer as the slice.
use cuda_device::*;

#[repr(transparent)]
struct Outer<T: ?Sized>(Inner<T>);
#[repr(transparent)]
struct Inner<T: ?Sized>(T);

#[kernel]
pub fn k(x: &[u32], out: &mut [u32]) {
    let p = x as *const [u32] as *const Outer<[u32]>;
    let q = p as *const [u32];
    out[0] = unsafe { (*q)[0] } + p as *const u32 as usize as u32;
}
