//! Structs: named, tuple and unit, nested, generic, with methods, associated constants and functions, update syntax.

use cuda_device::{DisjointSlice, kernel, thread};

#[derive(Clone, Copy, Default, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}

impl Point {
    const ORIGIN: Point = Point { x: 0, y: 0 };

    fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    fn shift(&mut self, by: Point) -> &mut Self {
        self.x += by.x;
        self.y += by.y;
        self
    }

    fn taxicab(&self) -> i32 {
        self.x.abs() + self.y.abs()
    }
}

#[derive(Clone, Copy)]
struct Pair<A, B>(A, B);

impl<A: Copy, B: Copy> Pair<A, B> {
    fn swap(self) -> Pair<B, A> {
        Pair(self.1, self.0)
    }
}

struct Unit;

impl Unit {
    fn value(&self) -> i32 {
        7
    }
}

struct Line {
    from: Point,
    to: Point,
}

impl Line {
    fn middle(&self) -> Point {
        let Line { from: Point { x: x0, y: y0 }, to } = *self;
        Point { x: (x0 + to.x) / 2, y: (y0 + to.y) / 2 }
    }
}

#[kernel]
pub fn structs(a: &[i32], mut out: DisjointSlice<i32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) {
        let mut p = Point::new(a[i], -3);
        p.shift(Point { x: 1, ..Point::ORIGIN }).shift(Point::new(10, 20));
        let Pair(y, x) = Pair(p.x, p.y).swap();
        let line = Line { from: p, to: Point { x: y, ..p } };
        let same = if line.middle() == Point::default() { 1000 } else { 0 };
        *out = p.taxicab() * 3 + line.middle().x + x + Unit.value() + same;
    }
}
