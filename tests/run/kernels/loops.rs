//! Loops: labels, break with a value, continue, while let, ranges (open, inclusive, reversed), nested iteration.

use cuda_device::{DisjointSlice, kernel, thread};

/// Length of the Collatz sequence from `n` to 1.
fn collatz(mut n: u32) -> u32 {
    let mut steps = 0;
    loop {
        if n <= 1 {
            break steps;
        }
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
}

/// The first pair of a row of a multiplication table with this product, packed.
fn factor(n: u32) -> u32 {
    let mut found = 0;
    'rows: for a in 2..n {
        for b in 2..=a {
            if a * b == n {
                found = a << 8 | b;
                break 'rows;
            }
            if a * b > n {
                continue 'rows;
            }
        }
    }
    found
}

fn digits(n: u32) -> u32 {
    let mut rest = Some(n);
    let mut sum = 0;
    while let Some(m) = rest {
        sum += m % 10;
        rest = if m >= 10 { Some(m / 10) } else { None };
    }
    sum
}

fn block(n: u32) -> u32 {
    let value = 'found: {
        if n > 50 {
            break 'found 2;
        }
        if n > 20 {
            break 'found 1;
        }
        0
    };
    value + 1
}

#[kernel]
pub fn loops(a: &[u32], mut out: DisjointSlice<u32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) {
        let n = a[i];
        let mut odd = 0;
        for k in 0.. {
            if k > n {
                break;
            }
            if k % 2 == 0 {
                continue;
            }
            odd += k;
        }
        *out = collatz(n) + 1000 * factor(n) + 7 * digits(n) + odd + block(n);
    }
}
