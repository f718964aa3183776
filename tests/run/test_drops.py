"""Destructors run once: not for what was moved away, not for what was forgotten."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

import ferrule as fe

SOURCE = """
use cuda_device::atomic::{AtomicOrdering, DeviceAtomicU32};
use cuda_device::kernel;

struct Count<'a>(&'a DeviceAtomicU32, u32);
impl Drop for Count<'_> {
    fn drop(&mut self) { self.0.fetch_add(self.1, AtomicOrdering::Relaxed); }
}
fn eat(_c: Count) {}

#[kernel]
pub fn once(c: &[DeviceAtomicU32]) {
    eat(Count(&c[0], 1));
    let a = Count(&c[0], 10);
    let b = a;
    { let _inner = Count(&c[0], 100); }
    core::mem::forget(Count(&c[0], 1_000));
    let mut again = Count(&c[0], 10_000);
    again = Count(&c[0], 100_000);
    let _ = (b.1, again.1);
}
"""


def test_each_value_is_dropped_once() -> None:
    counts = np.zeros(1, "u4")
    fe.rust(SOURCE).once[1, 1](counts)
    assert counts[0] == 110_111


SOMETIMES = """
use cuda_device::atomic::{AtomicOrdering, DeviceAtomicU32};
use cuda_device::kernel;

/// Writes its number at the next place of the log when it is dropped.
struct Log<'a> { log: &'a [DeviceAtomicU32], id: u32 }
impl Drop for Log<'_> {
    fn drop(&mut self) {
        let at = self.log[0].fetch_add(1, AtomicOrdering::Relaxed) as usize;
        self.log[1 + at].store(self.id, AtomicOrdering::Relaxed);
    }
}
fn eat<T>(_: T) {}
fn keep<T>(v: T) -> u32 { core::mem::forget(v); 0 }
struct Pair<'a> { first: Log<'a>, second: Log<'a>, number: u32 }
enum Shape<'a> { Empty, One(Log<'a>), Two { a: Log<'a>, b: Log<'a> } }

#[kernel]
pub fn run(log: &[DeviceAtomicU32], case: u32, f: bool, g: bool) {
    let new = |id| Log { log, id };
    let pair = |id| Pair { first: new(id), second: new(id + 1), number: 7 };
    match case {
        // a branch moves the value away
        0 => { let a = new(1); let _b = new(2); if f { eat(a) } }
        // moved, and written again on one path
        1 => { let mut a = new(1); if f { eat(a); a = new(2); } if g { eat(a) } }
        // overwritten while it may be gone
        2 => { let mut a = new(1); if f { eat(a) } a = new(2); if g { eat(a) } }
        // one field moves
        3 => { let p = pair(1); eat(p.first); let _ = p.number; }
        4 => { let p = pair(1); if f { eat(p.second) } if g { eat(p.first) } }
        // a field moves and comes back
        5 => { let mut p = pair(1); if f { eat(p.first); p.first = new(3); } if g { eat(p) } }
        // variants
        6 => {
            let s = if f { Shape::One(new(1)) } else if g { Shape::Two { a: new(2), b: new(3) } } else { Shape::Empty };
            match s {
                Shape::One(x) if g => eat(x),
                Shape::Two { a, .. } => eat(a),
                _ => {}
            }
        }
        7 => {
            let o = if f { Some(new(1)) } else { None };
            let v = if g { o } else { eat(new(9)); None };
            if let Some(x) = v { eat(x) } else { eat(new(5)) }
        }
        // loops
        8 => {
            let mut held = None;
            for i in 0..3 {
                let x = new(i);
                if i == 1 && f { held = Some(x); continue; }
                if i == 2 && g { break; }
                eat(new(10 + i));
            }
            eat(new(20));
            let _ = held.is_some();
        }
        // tuples, arrays, nested parts
        9 => { let t = (new(1), (new(2), new(3)), 4u32); if f { eat(t.1.0) } if g { eat(t.0) } }
        10 => { let [a, _, c] = [new(1), new(2), new(3)]; if f { eat(c) } eat(a); }
        // arguments and closures
        11 => { fn last(a: Log, b: Log, f: bool) { if f { eat(b) } eat(new_at(&a, 30)); } last(new(1), new(2), f) }
        12 => { let a = new(1); let c = move || a.id; if f { eat(c) } else { let _ = c(); } }
        // left by `?` and by a value of a block
        13 => {
            let step = |ok: bool, v: Log| -> Option<u32> { let w = new(40); if !ok { return None; } eat(v); Some(w.id) };
            let all = || -> Option<u32> { let a = new(50); Some(step(f, new(1))? + step(g, new(2))? + keep(a)) };
            let _ = all();
        }
        14 => { let a = new(1); let b = if f { a } else { new(2) }; if g { eat(new(3)) } let _ = b.id; }
        15 => { let [.., last] = [new(1), new(2), new(3)]; if f { eat(last) } }
        _ => { let a; if f { a = new(1); if g { eat(a) } } }
    }
}
fn new_at<'a>(like: &Log<'a>, id: u32) -> Log<'a> { Log { log: like.log, id } }
"""

HOST = """
use std::sync::atomic::{AtomicU32, Ordering};
pub mod cuda_device {
    pub mod atomic {
        pub enum AtomicOrdering { Relaxed }
        pub struct DeviceAtomicU32(pub super::super::AtomicU32);
        impl DeviceAtomicU32 {
            pub fn fetch_add(&self, v: u32, _: AtomicOrdering) -> u32 { self.0.fetch_add(v, super::super::Ordering::Relaxed) }
            pub fn store(&self, v: u32, _: AtomicOrdering) { self.0.store(v, super::super::Ordering::Relaxed) }
        }
    }
}
fn main() {
    for case in 0..17 {
        for flags in 0..4 {
            let log: Vec<_> = (0..32).map(|_| cuda_device::atomic::DeviceAtomicU32(AtomicU32::new(0))).collect();
            run(&log, case, flags & 1 != 0, flags & 2 != 0);
            let text: Vec<_> = log.iter().map(|v| v.0.load(Ordering::Relaxed).to_string()).collect();
            println!("{}", text.join(" "));
        }
    }
}
"""


def dropped(case: int, f: bool, g: bool) -> list[int]:
    log = np.zeros(32, "u4")
    fe.rust(SOMETIMES).run[1, 1](log, case, f, g)
    return log.tolist()


@pytest.mark.rustc
def test_what_is_dropped_and_when_is_what_rustc_drops(tmp_path: Path) -> None:
    source = SOMETIMES.replace("use cuda_device::kernel;", "").replace("#[kernel]", "")
    (tmp_path / "drops.rs").write_text(source.replace("use cuda_device", "use crate::cuda_device") + HOST)
    args = ["rustc", "--edition", "2024", "-A", "warnings", "-o", str(tmp_path / "drops"), str(tmp_path / "drops.rs")]
    subprocess.run(args, check=True)
    said = subprocess.run([tmp_path / "drops"], check=True, capture_output=True, text=True).stdout.splitlines()
    want = [[int(v) for v in line.split()] for line in said]
    assert len(want) == 68
    for n, log in enumerate(want):
        case, f, g = n // 4, bool(n & 1), bool(n & 2)
        assert dropped(case, f, g) == log, (case, f, g)


def test_a_value_moved_on_some_paths_is_dropped_on_the_others() -> None:
    assert dropped(0, True, False)[:4] == [2, 1, 2, 0]
    assert dropped(0, False, False)[:4] == [2, 2, 1, 0]
    assert dropped(4, True, False)[:4] == [2, 2, 1, 0]
    assert dropped(6, False, True)[:4] == [2, 2, 3, 0]


def test_a_part_without_a_name_that_moves_is_refused() -> None:
    source = (
        SOMETIMES.split("#[kernel]")[0]
        + """
        #[kernel]
        pub fn k(log: &[DeviceAtomicU32]) {
            let new = |id| Log { log, id };
            let [_, rest @ ..] = [new(1), new(2), new(3)];
            eat(rest);
        }
    """
    )
    with pytest.raises(fe.UnsupportedError, match="G0014"):
        fe.rust(source).k[1, 1](np.zeros(8, "u4"))
