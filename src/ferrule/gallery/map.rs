//! One kernel for every number type, and a helper that takes any closure.

use core::ops::Mul;
use cuda_device::{DisjointSlice, device, kernel, thread};

/// `y[i] = factor * x[i]` for whatever `T` the arrays hold.
#[kernel]
pub fn scale<T: Copy + Mul<Output = T>>(factor: T, x: &[T], y: DisjointSlice<T>) {
    map(x, y, |v| factor * v);
}

/// Evaluates a polynomial at every `x[i]`; `coefficients` begins with the highest power.
#[kernel]
pub fn polynomial(coefficients: &[f32], x: &[f32], y: DisjointSlice<f32>) {
    map(x, y, |v| {
        let mut sum = 0.0;
        for c in coefficients {
            sum = sum * v + *c;
        }
        sum
    });
}

/// Applies `f` to the element of this thread.
#[device]
fn map<T: Copy, U>(x: &[T], mut y: DisjointSlice<U>, f: impl Fn(T) -> U) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) {
        *y = f(x[i]);
    }
}
