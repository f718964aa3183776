"""Destructors run once: not for what was moved away, not for what was forgotten."""

from __future__ import annotations

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

#[kernel]
pub fn sometimes(c: &[DeviceAtomicU32], f: bool) {
    let a = Count(&c[0], 10);
    if f { eat(a); }
}
"""


def test_each_value_is_dropped_once() -> None:
    counts = np.zeros(1, "u4")
    fe.rust(SOURCE).once[1, 1](counts)
    assert counts[0] == 110_111


def test_a_move_on_some_paths_is_refused() -> None:
    with pytest.raises(fe.UnsupportedError, match="G0014"):
        fe.rust(SOURCE).sometimes[1, 1](np.zeros(1, "u4"), True)
