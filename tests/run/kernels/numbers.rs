//! Numbers: wrapping and checked arithmetic, shifts, casts that saturate, signs, bits, constants, const functions, tuples.

use cuda_device::{DisjointSlice, kernel, thread};

const fn square(n: u32) -> u32 {
    n * n
}

const SIDE: u32 = square(12) + 1;

fn divide(a: i32, b: i32) -> (i32, i32) {
    (a / b, a % b)
}

/// Everything here is defined in Rust for every input: it must not depend on the device.
#[kernel]
pub fn integers(a: &[i32], mut out: DisjointSlice<u64>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) {
        let n = a[i];
        let u = n as u32;
        let (quotient, remainder) = divide(n, 7);
        let mut h: u64 = 14695981039346656037;
        let mut mix = |v: u64| h = (h ^ v).wrapping_mul(1099511628211);
        mix(n.wrapping_add(i32::MAX) as u64);
        mix(u.wrapping_mul(SIDE) as u64);
        mix((n as i8) as u64);
        mix((u >> 3 | u << 5) as u64);
        mix((n >> 2) as u64);
        mix(quotient as u64);
        mix(remainder as u64);
        mix(n.checked_add(1 << 30).map_or(3, |v| v as u64));
        mix(u.leading_zeros() as u64 + 100 * u.count_ones() as u64 + 10000 * u.trailing_zeros() as u64);
        mix(u.rotate_left(7) as u64);
        mix(n.saturating_sub(2_000_000_000) as u64);
        mix((!u & 0xff_u32 ^ 0b1010) as u64);
        mix(n.abs_diff(5) as u64 + n.signum() as u64);
        mix((n < 3 && n != -4 || n == 9) as u64);
        mix(i64::from(n).pow(2) as u64);
        mix((u as u8 as char) as u64);
        *out = h;
    }
}

#[kernel]
pub fn floats(a: &[f32], mut out: DisjointSlice<i32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) {
        let x = a[i];
        let saturated = (x as i8) as i32 + (x as u8) as i32;
        let rounded = x.floor() as i32 + x.ceil() as i32 * 3 + x.trunc() as i32 * 7;
        let class = if x.is_nan() {
            1
        } else if x.is_infinite() {
            2
        } else {
            4
        };
        let order = (x < 1.5) as i32 + 2 * (x >= 1.5) as i32 + 4 * (x != x) as i32;
        *out = (saturated ^ rounded).wrapping_mul(31) + class * 100 + order + (x.abs().min(2.0).max(-1.0) * 8.0) as i32;
    }
}
