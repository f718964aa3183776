"""Language features inside kernels: each file of ``kernels/`` against the same computation in Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ferrule as fe

KERNELS = Path(__file__).parent / "kernels"
SIZES = (1, 33, 300)


@cache
def module(file: str) -> Any:
    return fe.load(KERNELS / file)


def tdiv(a: int, b: int) -> int:
    """Rust's division: towards zero."""
    return -(-a // b) if (a < 0) != (b < 0) else a // b


def wrap(v: int, bits: int) -> int:
    """A signed number of that many bits."""
    v &= (1 << bits) - 1
    return v - (1 << bits) if v >> (bits - 1) else v


def structs(a: list[int], i: int) -> int:
    x, y = a[i] + 11, 17
    mx, my = tdiv(x + y, 2), tdiv(y + y, 2)
    return (abs(x) + abs(y)) * 3 + mx + x + 7 + (1000 if (mx, my) == (0, 0) else 0)


def enums(a: list[int], i: int) -> int:
    n = a[i]
    match n % 5:
        case 0:
            shape: tuple[Any, ...] | None = None
        case 1:
            shape = ("empty",)
        case 2:
            shape = ("circle", n)
        case _:
            shape = ("rectangle", n, 1) if n > 20 else ("rectangle", 2, n)
    low, middle, high = 1, 5, 6
    if n <= 9:
        level = low
    elif n in (10, 14):
        level = high
    else:
        level = middle if n < 20 else high

    def measure(s: tuple[Any, ...]) -> int:
        if s[0] == "empty":
            return -1
        if s[0] == "circle":
            return int(3 * s[1] * s[1])
        return int(s[1] * s[1] * 100 if s[1] == s[2] else s[1] * s[2])

    if shape is None:
        described = 11 if level == low else 12
    elif shape[0] == "circle" and 1 <= n <= 9:
        described = n + level
    else:
        described = measure(shape) + (0 if level == low else 1)
    doubled = 2 * shape[1] if shape is not None and shape[0] == "rectangle" else -7
    return described * 1000 + doubled + high


def traits(a: list[int], i: int) -> int:
    n = a[i]
    v = (-(2 * n + 1) + 100, -5, -7)
    return 2 * n * n + 40 + v[0] + v[1] * v[2] + (3 * n + 4) + (n - 5) + 4


def closures(a: list[int], i: int) -> int:
    n = a[i]
    machine = 2 * (2 * n + 1) + 1
    branch = 3 * n if n % 2 == 0 else n - 1
    return (1 + n) + (3 + 2 * n) + 6 * n + 2 * n + (n + 1) * 10 + machine + 3 * n + branch


def loops(a: list[int], i: int) -> int:
    n = a[i]
    steps, m = 0, n
    while m > 1:
        m, steps = (m // 2 if m % 2 == 0 else 3 * m + 1), steps + 1
    factor = next((x << 8 | y for x in range(2, n) for y in range(2, x + 1) if x * y == n), 0)
    block = 2 if n > 50 else 1 if n > 20 else 0
    return steps + 1000 * factor + 7 * sum(map(int, str(n))) + sum(range(1, n + 1, 2)) + block + 1


def iterators(a: list[int], b: list[int], i: int) -> int:
    n = a[i]
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    weighted = sum(k * v for k, v in enumerate(b))
    down = 0
    for k in reversed(range(n % 7)):
        down = down * 10 + k
    return dot + 3 * weighted + sum(k * k for k in range(n % 10)) + b[i] + down + sum(k + n for k in range(4))


def slices(a: list[int], i: int) -> int:
    n = a[i]
    table, weights = [[1, 2, 3], [10, 20, 30]], [1, -1, 2, -2]
    local = [n, table[i % 2][i % 3] + 100, n + 100, n, weights[i % 4]]
    window = a[max(i - 2, 0) : i]
    return sum(local) + local[2] * 2 + sum(window) + len(window) + max(local) + (5000 if i == 0 else 0)


def integers(a: list[int], i: int) -> int:
    n = a[i]
    m32, m64 = 0xFFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF
    u = n & m32
    bits = f"{u:032b}"
    leading, trailing = len(bits) - len(bits.lstrip("0")), len(bits) - len(bits.rstrip("0"))
    q = tdiv(n, 7)
    total = n + (1 << 30)
    parts = [
        wrap(n + 0x7FFF_FFFF, 32),
        u * 145 & m32,
        wrap(n, 8),
        (u >> 3 | u << 5) & m32,
        n >> 2,
        q,
        n - 7 * q,
        total if total < 1 << 31 else 3,
        leading + 100 * bits.count("1") + 10000 * trailing,
        (u << 7 | u >> 25) & m32,
        max(n - 2_000_000_000, -(1 << 31)),
        (~u & 0xFF) ^ 0b1010,
        abs(n - 5) + (n > 0) - (n < 0),
        int((n < 3 and n != -4) or n == 9),
        n * n,
        u & 0xFF,
    ]
    h = 14695981039346656037
    for part in parts:
        h = (h ^ (part & m64)) * 1099511628211 & m64
    return h


def floats(a: list[float], i: int) -> int:
    x = a[i]
    nan, infinite = x != x, abs(x) == float("inf")

    def saturate(v: float, low: int, high: int) -> int:
        return 0 if v != v else int(max(low, min(high, v)))

    def to_i32(f: Callable[[float], float]) -> int:
        return saturate(x if nan or infinite else f(x), -(1 << 31), (1 << 31) - 1)

    small = saturate(x, -128, 127) + saturate(x, 0, 255)
    rounded = wrap(to_i32(np.floor) + wrap(to_i32(np.ceil) * 3, 32) + wrap(to_i32(np.trunc) * 7, 32), 32)
    order = int(x < 1.5) + 2 * int(x >= 1.5) + 4 * int(nan)
    clipped = 2.0 if nan else max(min(abs(x), 2.0), -1.0)
    kind = 1 if nan else 2 if infinite else 4
    return wrap(wrap((small ^ rounded) * 31, 32) + kind * 100 + order + int(clipped * 8), 32)


def modules(a: list[int], i: int) -> int:
    x = 2 * a[i] + 1 + 7
    return x + 8 + 40


CASES = [
    ("structs.rs", structs, "i4", "i4", (-60, 60)),
    ("enums.rs", enums, "i4", "i4", (-30, 60)),
    ("traits.rs", traits, "i8", "i8", (-1000, 1000)),
    ("closures.rs", closures, "i4", "i4", (-100, 100)),
    ("loops.rs", loops, "u4", "u4", (0, 70)),
    ("slices.rs", slices, "i4", "i4", (-100, 100)),
    ("modules.rs", modules, "i4", "i4", (-100, 100)),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("file", "expected", "dtype", "result", "limits"), CASES, ids=[c[1].__name__ for c in CASES])
def test_feature(
    file: str, expected: Callable[..., int], dtype: str, result: str, limits: tuple[int, int], size: int
) -> None:
    a = np.random.default_rng(size).integers(*limits, size).astype(dtype)
    out = np.full(size, 0x55, result)
    getattr(module(file), expected.__name__)(a, out)
    assert out.tolist() == [expected(a.tolist(), i) for i in range(size)]


@pytest.mark.parametrize("size", SIZES)
def test_iterators(size: int) -> None:
    rng = np.random.default_rng(size)
    a, b = rng.integers(0, 100, size).astype("u4"), rng.integers(0, 100, size).astype("u4")
    out = np.full(size, 0x55, "u4")
    module("iterators.rs").iterators(a, b, out)
    assert out.tolist() == [iterators(a.tolist(), b.tolist(), i) for i in range(size)]


def test_integers() -> None:
    edges = [0, 1, -1, 2, -4, 5, 9, 127, 128, 255, 256, -128, -129, 1 << 30, (1 << 31) - 1, -(1 << 31), 1 - (1 << 31)]
    a = np.array(edges + np.random.default_rng(1).integers(-(1 << 31), 1 << 31, 100).tolist(), "i4")
    out = np.zeros(len(a), "u8")
    module("numbers.rs").integers(a, out)
    assert out.tolist() == [integers(a.tolist(), i) for i in range(len(a))]


def test_floats() -> None:
    edges = [0.0, -0.0, 0.5, 1.5, -1.5, 2.49, 127.9, 128.0, -128.9, -129, 255.5, 256, 1e10, -1e10, 3e38]
    a = np.array([*edges, np.inf, -np.inf, np.nan, *np.random.default_rng(2).uniform(-300, 300, 100)], "f4")
    out = np.zeros(len(a), "i4")
    module("numbers.rs").floats(a, out)
    assert out.tolist() == [floats(a.tolist(), i) for i in range(len(a))]


@pytest.mark.parametrize("n", [1, 3, 8])
@pytest.mark.parametrize("dtype", ["f4", "i8"])
def test_const_generics(n: int, dtype: str) -> None:
    rng = np.random.default_rng(n)
    rows, weights = rng.integers(-9, 9, (50, n)).astype(dtype), rng.integers(-9, 9, n).astype(dtype)
    out = np.full(50, 99, dtype)
    module("traits.rs").dot_rows.specialize(N=n)(rows, weights, out)
    assert out.tolist() == (rows @ weights).tolist()


def test_const_arguments_as_rust_text() -> None:
    m = fe.rust("""
        pub struct Eight;
        impl Eight { pub const VALUE: usize = 8; }
        const fn twice(n: usize) -> usize { 2 * n }
        pub mod kernels {
            use super::*;
            const HERE: usize = 5;
            #[cuda_device::kernel]
            pub unsafe fn number<const N: usize, const C: char>(out: *mut u32) {
                unsafe { *out = N as u32 * 1000 + C as u32; }
            }
        }
    """)
    for text, value in (("Eight::VALUE", 8), ("twice(HERE) + 1", 11), ("4usize", 4), ("0x10", 16)):
        out = np.zeros(1, "u4")
        m.number.specialize(N=text, C="A")[1, 1](out)
        assert out[0] == value * 1000 + ord("A")
    with pytest.raises(fe.CompileError, match="cannot find value `nine`"):
        m.number.specialize(N="nine", C="A")[1, 1](np.zeros(1, "u4"))


def test_a_coercion_inside_of_a_call() -> None:
    """``Some(&[])`` for an ``Option<&[T]>``: the argument coerces to what the expected type makes of the parameter."""
    m = fe.rust("""
        pub struct Wrapper<T>(T);
        fn len(values: Option<&[u32]>) -> usize {
            match values { Some(values) => values.len(), None => 7 }
        }
        fn wrap(flag: bool) -> Wrapper<&'static [u8]> {
            if flag { Wrapper(&[1, 2]) } else { Wrapper(&[]) }
        }
        #[cuda_device::kernel]
        pub unsafe fn lengths(out: *mut [usize; 6]) {
            let empty: Option<&[u32]> = Some(&[]);
            unsafe {
                *out = [len(Some(&[])), len(Some(&[4, 5])), len(None), len(empty), wrap(true).0.len(), wrap(false).0.len()];
            }
        }
    """)
    out = np.full((1, 6), 99, "u8")
    m.lengths[1, 1](out)
    assert out.tolist() == [[0, 2, 7, 0, 2, 0]]
