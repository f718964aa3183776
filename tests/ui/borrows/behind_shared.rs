//! What lies behind a shared reference cannot be written or mutably borrowed.
use cuda_device::{DisjointSlice, kernel, thread};

struct Point {
    v: f32,
}

impl Point {
    fn bump(&mut self) {
        self.v += 1.0;
    }
}

#[kernel]
pub fn k(x: &[f32], p: *const f32, q: *mut f32, mut y: DisjointSlice<f32>) {
    x[0] = 1.0; //~ ERROR E0594 cannot assign to `x[_]`, which is behind a `&` reference
    x[1] += 2.0; //~ ERROR E0594 cannot assign to `x[_]`, which is behind a `&` reference
    unsafe {
        *p = 1.0; //~ ERROR E0594 cannot assign to `*p`, which is behind a `*const` pointer
        *q = 2.0;
    }
    let s = Point { v: 0.0 };
    let r = &s;
    r.v = 2.0; //~ ERROR E0594 cannot assign to `r.v`, which is behind a `&` reference
    r.bump(); //~ ERROR E0596 cannot borrow `*r` as mutable, as it is behind a `&` reference
    let _ = &mut r.v; //~ ERROR E0596 cannot borrow `r.v` as mutable, as it is behind a `&` reference
    let mut a = [1.0f32; 4];
    let m = &mut a;
    m[0] = 3.0;
    let again = &mut *m;
    again[1] += 1.0;
    for e in m.iter_mut() {
        *e += 1.0;
    }
    if let Some(o) = y.get_mut(thread::index_1d()) {
        *o = a[0];
    }
}
