"""Division of 128 bit integers and their conversions on the CPU device, against Python."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from tests.helpers.floats import F32, F64, Format

N = 400
HEAD = """
use cuda_device::*;
#[kernel]
pub fn k(al: &[u64], ah: &[u64], bl: &[u64], bh: &[u64], mut low: DisjointSlice<u64>, mut high: DisjointSlice<u64>) {
    let i = thread::index_1d().get();
    if i >= al.len() { return; }
    let (a, b) = ((al[i] as u128 | (ah[i] as u128) << 64) as TYPE, (bl[i] as u128 | (bh[i] as u128) << 64) as TYPE);
    let r = (EXPR) as u128;
    if let Some(x) = low.get_mut(thread::index_1d()) { *x = r as u64; }
    if let Some(x) = high.get_mut(thread::index_1d()) { *x = (r >> 64) as u64; }
}
"""


def words(seed: int) -> np.ndarray:
    """Pairs of words of numbers of every length."""
    rng = np.random.default_rng(seed)
    bits = [int.from_bytes(rng.bytes(16), "little") >> int(s) for s in rng.integers(0, 128, N)]
    bits[:4] = [1, (1 << 128) - 1, 1 << 127, 1 << 64]
    return np.array([[b & (1 << 64) - 1, b >> 64] for b in bits], np.uint64).T.copy()


def run(ty: str, expr: str, a: np.ndarray, b: np.ndarray) -> list[int]:
    m: Any = fe.rust(HEAD.replace("TYPE", ty).replace("EXPR", expr), name="k.rs")
    low, high = np.zeros(N, "u8"), np.zeros(N, "u8")
    m.k[-(-N // 64), 64](a[0], a[1], b[0], b[1], low, high)
    return [int(x) | int(y) << 64 for x, y in zip(low, high)]


def numbers(pairs: np.ndarray, signed: bool) -> list[int]:
    whole = [int(x) | int(y) << 64 for x, y in pairs.T]
    return [x - (1 << 128) if signed and x >> 127 else x for x in whole]


@pytest.mark.parametrize("ty", ["u128", "i128"])
def test_division(ty: str) -> None:
    a, b = words(1), words(2)
    b[:, (b == 0).all(0)] = 3
    b[:, 1] = 5  # MIN / -1 is a panic
    quotients, rests = run(ty, "a / b", a, b), run(ty, "a % b", a, b)
    for x, y, q, r in zip(numbers(a, ty == "i128"), numbers(b, ty == "i128"), quotients, rests):
        size = abs(x) // abs(y)
        want = -size if (x < 0) != (y < 0) else size
        assert (q, r) == (want % (1 << 128), (x - want * y) % (1 << 128)), (x, y)


@pytest.mark.parametrize("ty", ["u128", "i128"])
@pytest.mark.parametrize(("name", "f"), [("f32", F32), ("f64", F64)])
def test_conversions(ty: str, name: str, f: Format) -> None:
    from fractions import Fraction

    a = words(3)
    for x, got in zip(numbers(a, ty == "i128"), run(ty, f"(a as {name}).to_bits()", a, a)):
        assert got == f.round(Fraction(x), "rn"), x
    code, size = ("f", 4) if name == "f32" else ("d", 8)
    rng = np.random.default_rng(4)
    values = (rng.normal(size=N) * 2.0 ** rng.integers(-3, 127, N)).astype(f"f{size}")
    bits = np.array([int.from_bytes(struct.pack(code, v), "little") for v in values], np.uint64)
    low, top = (-(1 << 127), (1 << 127) - 1) if ty == "i128" else (0, (1 << 128) - 1)
    for v, got in zip(values, run(ty, f"{name}::from_bits(a as u{8 * size}) as {ty}", np.array([bits, bits * 0]), a)):
        want = top if v == np.inf else low if v == -np.inf else min(max(int(v), low), top)
        assert got == want % (1 << 128), v
