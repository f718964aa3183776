//! Iterators over ranges and slices: map, enumerate, zip, sum, and an iterator of our own.

use cuda_device::{DisjointSlice, kernel, thread};

/// Counts down: an iterator written in the kernel's own file.
struct Down(u32);

impl Iterator for Down {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        self.0 -= 1;
        Some(self.0)
    }
}

#[kernel]
pub fn iterators(a: &[u32], b: &[u32], mut out: DisjointSlice<u32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) {
        let n = a[i];
        let dot: u32 = a.iter().zip(b.iter()).map(|(x, y)| x * y).sum();
        let mut weighted = 0;
        for (k, v) in b.iter().enumerate() {
            weighted += k as u32 * *v;
        }
        let squares: u32 = (0..n % 10).map(|k| k * k).sum();
        let mut last = 0;
        for v in &b[..i + 1] {
            last = *v;
        }
        let mut down = 0;
        for k in Down(n % 7) {
            down = down * 10 + k;
        }
        let mapped: u32 = Down(4).map(|k| k + n).sum();
        *out = dot + 3 * weighted + squares + last + down + mapped;
    }
}
