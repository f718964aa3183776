use cuda_device::kernel;

#[kernel]
pub fn k(address: u64, small: u32, signed: i64, out: *mut usize) {
    let a = address as *mut u32;
    let b = small as *const u8;
    let c = signed as *const f32;
    unsafe { *out = a as usize ^ b as usize ^ c as usize };
}
