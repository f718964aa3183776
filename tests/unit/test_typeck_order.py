"""Inference in rustc's order: pending obligations speak before a literal does."""

from __future__ import annotations

import numpy as np

import ferrule as fe

SOURCE = """
use cuda_device::{DisjointSlice, kernel, thread};

#[kernel]
pub fn next(x: &[f32], mut y: DisjointSlice<f32>) {
    let i = thread::index_1d();
    let v = x.get(i.get() + 1).copied().unwrap_or(-1.0);
    if let Some(o) = y.get_mut(i) { *o = v.abs(); }
}
"""


def test_a_projection_is_known_before_the_literal_beside_it() -> None:
    x, y = np.array([1, -2, 3], "f4"), np.zeros(3, "f4")
    fe.rust(SOURCE).next(x, y)
    assert y.tolist() == [2, 3, 1]
