//! Closures: by reference, by mutable reference, by move; returned, stored in structs, passed as Fn, FnMut, FnOnce; functions
//! as values.

use cuda_device::{DisjointSlice, kernel, thread};

fn apply<F: Fn(i32) -> i32>(f: F, x: i32) -> i32 {
    f(x)
}

fn apply_ref(f: &impl Fn(i32) -> i32, x: i32) -> i32 {
    f(f(x))
}

fn repeat(n: i32, mut f: impl FnMut(i32)) {
    let mut k = 0;
    while k < n {
        f(k);
        k += 1;
    }
}

fn once<T>(f: impl FnOnce() -> T) -> T {
    f()
}

fn adder(k: i32) -> impl Fn(i32) -> i32 {
    move |x| x + k
}

fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

struct Machine<F> {
    step: F,
    state: i32,
}

impl<F: Fn(i32) -> i32> Machine<F> {
    fn advance(&mut self) -> i32 {
        self.state = (self.step)(self.state);
        self.state
    }
}

fn triple(x: i32) -> i32 {
    3 * x
}

#[kernel]
pub fn closures(a: &[i32], mut out: DisjointSlice<i32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) {
        let n = a[i];
        let by_reference = |x| x + n;
        let mut sum = 0;
        repeat(4, |k| sum += k * n);
        let pair = (n, 2);
        let moved = once(move || pair.0 * pair.1);
        let both = compose(adder(1), |x: i32| x as i64 * 10);
        let mut machine = Machine { step: |x| 2 * x + 1, state: n };
        machine.advance();
        let branch: fn(i32) -> i32 = if n % 2 == 0 { triple } else { |x| x - 1 };
        *out = apply(by_reference, 1)
            + apply_ref(&adder(n), 3)
            + sum
            + moved
            + both(n) as i32
            + machine.advance()
            + apply(triple, n)
            + branch(n);
    }
}
