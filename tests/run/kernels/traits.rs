//! Traits: default methods, associated types and constants, generic impls, bounds, where-clauses, operators, supertraits.

use core::ops::{Add, AddAssign, Index, Mul, Neg, Sub};
use cuda_device::{DisjointSlice, kernel, thread};

trait Zero {
    const ZERO: Self;
}

impl Zero for f32 {
    const ZERO: f32 = 0.0;
}

impl Zero for i64 {
    const ZERO: i64 = 0;
}

trait Area {
    type Unit: Copy + Add<Output = Self::Unit>;
    fn area(&self) -> Self::Unit;

    fn twice(&self) -> Self::Unit {
        self.area() + self.area()
    }
}

struct Square<T>(T);

impl<T> Area for Square<T>
where
    T: Copy + Mul<Output = T> + Add<Output = T>,
{
    type Unit = T;

    fn area(&self) -> T {
        self.0 * self.0
    }
}

trait Named: Area {
    const NUMBER: i64;

    fn tag(&self) -> i64 {
        Self::NUMBER * 10
    }
}

impl Named for Square<i64> {
    const NUMBER: i64 = 4;
}

#[derive(Clone, Copy, PartialEq)]
struct V3<T> {
    x: T,
    y: T,
    z: T,
}

impl<T: Add<Output = T>> Add for V3<T> {
    type Output = V3<T>;

    fn add(self, o: V3<T>) -> V3<T> {
        V3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

impl<T: Copy + Mul<Output = T>> Mul<T> for V3<T> {
    type Output = V3<T>;

    fn mul(self, k: T) -> V3<T> {
        V3 { x: self.x * k, y: self.y * k, z: self.z * k }
    }
}

impl<T: Neg<Output = T>> Neg for V3<T> {
    type Output = V3<T>;

    fn neg(self) -> V3<T> {
        V3 { x: -self.x, y: -self.y, z: -self.z }
    }
}

impl<T: Copy + AddAssign> AddAssign<&V3<T>> for V3<T> {
    fn add_assign(&mut self, o: &V3<T>) {
        self.x += o.x;
        self.y += o.y;
        self.z += o.z;
    }
}

impl<T> Index<usize> for V3<T> {
    type Output = T;

    fn index(&self, i: usize) -> &T {
        match i {
            0 => &self.x,
            1 => &self.y,
            _ => &self.z,
        }
    }
}

fn dot<T, const N: usize>(a: &[T; N], b: &[T; N]) -> T
where
    T: Copy + Zero + Add<Output = T> + Mul<Output = T>,
{
    let mut sum = T::ZERO;
    for i in 0..N {
        sum = sum + a[i] * b[i];
    }
    sum
}

fn difference<A, B>(a: A, b: B) -> <A as Sub<B>>::Output
where
    A: Sub<B>,
{
    a - b
}

#[kernel]
pub fn traits(a: &[i64], mut out: DisjointSlice<i64>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) {
        let n = a[i];
        let square = Square(n);
        let mut v = -(V3 { x: n, y: 2, z: 3 } * 2 + V3 { x: 1, y: 1, z: 1 });
        v += &V3 { x: 100, y: 0, z: 0 };
        let rounded = Square(1.5f32).twice() as i64;
        *out = square.twice() + square.tag() + v[0] + v[1] * v[2] + dot(&[n, 1], &[3, 4]) + difference(n, 5) + rounded;
    }
}

#[kernel]
pub fn dot_rows<T: Copy + Zero + Add<Output = T> + Mul<Output = T>, const N: usize>(
    rows: &[T],
    weights: &[T],
    mut out: DisjointSlice<T>,
) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) {
        let (mut row, mut weight) = ([T::ZERO; N], [T::ZERO; N]);
        for k in 0..N {
            row[k] = rows[i * N + k];
            weight[k] = weights[k];
        }
        *out = dot(&row, &weight);
    }
}
