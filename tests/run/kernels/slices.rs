//! Arrays and slices: literals, repetition, nested arrays, ranges, methods, mutable borrows of parts, references.

use cuda_device::{DisjointSlice, kernel, thread};

const TABLE: [[i32; 3]; 2] = [[1, 2, 3], [10, 20, 30]];
static WEIGHTS: [i32; 4] = [1, -1, 2, -2];

fn total(values: &[i32]) -> i32 {
    let mut sum = 0;
    for v in values {
        sum += v;
    }
    sum
}

fn bump(values: &mut [i32], by: i32) {
    for v in values.iter_mut() {
        *v += by;
    }
}

fn largest(values: &[i32]) -> Option<&i32> {
    let mut best = values.first()?;
    for v in values {
        if v > best {
            best = v;
        }
    }
    Some(best)
}

#[kernel]
pub fn slices(a: &[i32], mut out: DisjointSlice<i32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) {
        let n = a[i];
        let mut local = [n; 5];
        local[1] = TABLE[i % 2][i % 3];
        local[4] = WEIGHTS[i % 4];
        bump(&mut local[1..3], 100);
        let [first, .., last] = local;
        let matrix = [[first, last], [local[2], 1]];
        let window = &a[i.saturating_sub(2)..i];
        *out = total(&local)
            + matrix[1][0] * 2
            + total(window)
            + window.len() as i32
            + *largest(&local).unwrap_or(&0)
            + if a[..i].is_empty() { 5000 } else { 0 };
    }
}
