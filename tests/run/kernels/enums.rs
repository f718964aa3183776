//! Enums and matching: payloads, discriminants, nested patterns, guards, bindings, ranges, or-patterns, let-else.

use cuda_device::{DisjointSlice, kernel, thread};

#[derive(Clone, Copy)]
enum Shape {
    Empty,
    Circle(i32),
    Rectangle { width: i32, height: i32 },
}

use Shape::{Circle, Empty, Rectangle};

impl Shape {
    fn of(n: i32) -> Option<Shape> {
        match n.rem_euclid(5) {
            0 => None,
            1 => Some(Empty),
            2 => Some(Circle(n)),
            3 | 4 if n > 20 => Some(Rectangle { width: n, height: 1 }),
            _ => Some(Rectangle { width: 2, height: n }),
        }
    }

    fn measure(&self) -> i32 {
        match self {
            Empty => -1,
            Circle(r) => 3 * r * r,
            &Rectangle { width, height } if width == height => width * width * 100,
            Rectangle { width, height } => width * height,
        }
    }
}

#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Low = 1,
    Middle = 5,
    High,
}

fn level(n: i32) -> Level {
    match n {
        i32::MIN..=9 => Level::Low,
        m @ (10 | 12 | 14) if m % 4 == 2 => Level::High,
        10..20 => Level::Middle,
        _ => Level::High,
    }
}

fn describe(pair: (Option<Shape>, Level)) -> i32 {
    match pair {
        (None, Level::Low) => 11,
        (None, _) => 12,
        (Some(Circle(r @ 1..=9)), level) => r + level as i32,
        (Some(shape), Level::Middle | Level::High) => shape.measure() + 1,
        (Some(shape), Level::Low) => shape.measure(),
    }
}

fn doubled(n: i32) -> Option<i32> {
    let Some(Rectangle { width, .. }) = Shape::of(n) else {
        return None;
    };
    Some(width * 2)
}

#[kernel]
pub fn enums(a: &[i32], mut out: DisjointSlice<i32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) {
        let n = a[i];
        *out = describe((Shape::of(n), level(n))) * 1000 + doubled(n).unwrap_or(-7) + Level::High as i32;
    }
}
