"""What the library computes, through Ferrule on the CPU device: integers against Python, iterators, slices, options."""

# One expression and its twin a line: longer lines read better here.
# ruff: noqa: E501

from __future__ import annotations

import functools
import itertools
import math
from typing import Any

import numpy as np
import pytest

import ferrule as fe


def run(source: str, x: Any, n: int, dtype: Any) -> list[Any]:
    """The body ``source`` writes ``out`` from ``x``; one thread."""
    rust = {"i4": "i32", "u4": "u32", "f4": "f32", "i8": "i64", "u8": "u64"}
    t_in, t_out = rust[np.dtype(x.dtype).str[1:]], rust[np.dtype(dtype).str[1:]]
    m = fe.rust(f"use cuda_device::*;\n#[kernel]\npub fn k(x: &[{t_in}], out: &mut [{t_out}]) {{ {source} }}")
    out = np.zeros(n, dtype)
    m.k[1, 1](x, out)
    return out.tolist()  # type: ignore[no-any-return]


EDGES = [0, 1, 2, 3, 7, 8, 100, 2**31 - 1, 2**31, 2**32 - 1, 12345678, 0x80000001]


def test_unsigned_methods_match_python() -> None:
    x = np.array(EDGES, "u4")
    methods = {
        "a.count_ones()": lambda a, b: bin(a).count("1"),
        "a.leading_zeros()": lambda a, b: 32 - a.bit_length(),
        "a.trailing_zeros()": lambda a, b: 32 if a == 0 else (a & -a).bit_length() - 1,
        "a.wrapping_add(b)": lambda a, b: (a + b) % 2**32,
        "a.wrapping_sub(b)": lambda a, b: (a - b) % 2**32,
        "a.wrapping_mul(b)": lambda a, b: a * b % 2**32,
        "a.saturating_add(b)": lambda a, b: min(a + b, 2**32 - 1),
        "a.saturating_sub(b)": lambda a, b: max(a - b, 0),
        "a.saturating_mul(b)": lambda a, b: min(a * b, 2**32 - 1),
        "a.checked_mul(b).is_none() as u32": lambda a, b: int(a * b >= 2**32),
        "a.checked_add(b).unwrap_or(7)": lambda a, b: a + b if a + b < 2**32 else 7,
        "a.checked_sub(b).is_some() as u32": lambda a, b: int(a >= b),
        "a.checked_div(b).unwrap_or(9)": lambda a, b: a // b if b else 9,
        "a.overflowing_sub(b).1 as u32": lambda a, b: int(a < b),
        "a.abs_diff(b)": lambda a, b: abs(a - b),
        "a.rotate_left(b % 40)": lambda a, b: ((a << b % 40 % 32) | (a >> (32 - b % 40 % 32))) % 2**32,
        "a.swap_bytes()": lambda a, b: int.from_bytes(a.to_bytes(4, "little"), "big"),
        "a.reverse_bits()": lambda a, b: int(f"{a:032b}"[::-1], 2),
        "a.div_ceil(b | 1)": lambda a, b: -(-a // (b | 1)),
        "a.is_power_of_two() as u32": lambda a, b: int(bin(a).count("1") == 1),
        "(a >> 1).next_power_of_two()": lambda a, b: 1 << max(((a >> 1) - 1).bit_length(), 0) if a >> 1 > 1 else 1,
        "(a | 1).ilog2()": lambda a, b: (a | 1).bit_length() - 1,
        "(a | 1).ilog10()": lambda a, b: len(str(a | 1)) - 1,
        "a.isqrt()": lambda a, b: math.isqrt(a),
        "(a % 10).pow(b % 9)": lambda a, b: (a % 10) ** (b % 9),
        "a.wrapping_pow(b % 50)": lambda a, b: pow(a, b % 50, 2**32),
        "a.midpoint(b)": lambda a, b: (a + b) // 2,
        "u32::from_be_bytes(a.to_le_bytes())": lambda a, b: int.from_bytes(a.to_bytes(4, "little"), "big"),
        "a.min(b) ^ a.max(b) ^ a.clamp(3, 100)": lambda a, b: min(a, b) ^ max(a, b) ^ min(max(a, 3), 100),
        "u8::try_from(a).map_or(300, |v| v as u32)": lambda a, b: a if a < 256 else 300,
        "i32::try_from(a).is_ok() as u32": lambda a, b: int(a < 2**31),
    }
    pairs = [(a, b) for a in EDGES for b in EDGES]
    body = "let n = x.len(); let mut k = 0; for i in 0..n { for j in 0..n { let (a, b) = (x[i], x[j]);"
    body += "".join(f"out[k] = {m}; k += 1;" for m in methods) + "} }"
    got = np.array(run(body, x, len(pairs) * len(methods), "u4")).reshape(-1, len(methods))
    for column, (name, f) in enumerate(methods.items()):
        want = [f(a, b) for a, b in pairs]
        assert got[:, column].tolist() == want, name


def test_signed_methods_match_python() -> None:
    edges = [0, 1, -1, 2, -2, 7, -8, 100, -100, 2**31 - 1, -(2**31), 46341]

    def wrap(v: int) -> int:
        return (v + 2**31) % 2**32 - 2**31

    def clamp(v: int) -> int:
        return min(max(v, -(2**31)), 2**31 - 1)

    methods = {
        "a.wrapping_add(b)": lambda a, b: wrap(a + b),
        "a.wrapping_abs()": lambda a, b: wrap(abs(a)),
        "a.saturating_add(b)": lambda a, b: clamp(a + b),
        "a.saturating_sub(b)": lambda a, b: clamp(a - b),
        "a.saturating_mul(b)": lambda a, b: clamp(a * b),
        "a.checked_mul(b).is_some() as i32": lambda a, b: int(clamp(a * b) == a * b),
        "a.checked_neg().is_none() as i32": lambda a, b: int(a == -(2**31)),
        "a.overflowing_add(b).1 as i32": lambda a, b: int(clamp(a + b) != a + b),
        "a.signum()": lambda a, b: (a > 0) - (a < 0),
        "if b == 0 { 5 } else { a.wrapping_rem(b).wrapping_add(0) }": lambda a, b: 5 if b == 0 else int(np.fmod(a, b)),
        "if b == 0 || (a == i32::MIN && b == -1) { 5 } else { a.rem_euclid(b) }":
            lambda a, b: 5 if b == 0 or (a == -(2**31) and b == -1) else a % abs(b),
        "if b == 0 || (a == i32::MIN && b == -1) { 5 } else { a.div_euclid(b) }":
            lambda a, b: 5 if b == 0 or (a == -(2**31) and b == -1) else (a - a % abs(b)) // b,
        "a.unsigned_abs() as i32": lambda a, b: wrap(abs(a)),
        "(a.cmp(&b)) as i32": lambda a, b: (a > b) - (a < b),
        "a.leading_zeros() as i32": lambda a, b: 32 - (a % 2**32).bit_length(),
    }  # fmt: skip
    pairs = [(a, b) for a in edges for b in edges]
    body = "let n = x.len(); let mut k = 0; for i in 0..n { for j in 0..n { let (a, b) = (x[i], x[j]);"
    body += "".join(f"out[k] = {m}; k += 1;" for m in methods) + "} }"
    got = np.array(run(body, np.array(edges, "i4"), len(pairs) * len(methods), "i4")).reshape(-1, len(methods))
    for column, (name, f) in enumerate(methods.items()):
        assert got[:, column].tolist() == [f(a, b) for a, b in pairs], name


ITERATORS: dict[str, Any] = {
    "x.iter().sum::<i32>()": lambda x: sum(x),
    "x.iter().map(|v| v * 2).filter(|v| v % 3 == 0).count() as i32": lambda x: sum(2 * v % 3 == 0 for v in x),
    "x.iter().zip(x.iter().skip(1)).map(|(a, b)| a * b).sum::<i32>()": lambda x: sum(a * b for a, b in zip(x, x[1:])),
    "x.iter().enumerate().map(|(i, v)| i as i32 * v).sum::<i32>()": lambda x: sum(i * v for i, v in enumerate(x)),
    "x.iter().rev().step_by(3).fold(0, |a, v| a * 3 + v)": lambda x: functools.reduce(lambda a, v: a * 3 + v, x[::-1][::3], 0),
    "x.chunks(4).map(|c| c[c.len() - 1] * c.len() as i32).sum::<i32>()": lambda x: sum(x[i : i + 4][-1] * len(x[i : i + 4]) for i in range(0, len(x), 4)),
    "x.chunks_exact(4).map(|c| c[0]).sum::<i32>() + x.chunks_exact(4).remainder().len() as i32": lambda x: sum(x[0 : len(x) // 4 * 4 : 4]) + len(x) % 4,
    "x.windows(3).map(|w| w[0] - w[1] + w[2]).max().unwrap()": lambda x: max(a - b + c for a, b, c in zip(x, x[1:], x[2:])),
    "x.iter().copied().take_while(|v| *v < 6).sum::<i32>()": lambda x: sum(itertools.takewhile(lambda v: v < 6, x)),
    "x.iter().skip_while(|v| **v < 6).count() as i32": lambda x: len(list(itertools.dropwhile(lambda v: v < 6, x))),
    "x.iter().position(|v| *v == 7).map_or(-1, |p| p as i32)": lambda x: x.index(7) if 7 in x else -1,
    "x.iter().min().copied().unwrap() * 100 + x.iter().max().copied().unwrap()": lambda x: min(x) * 100 + max(x),
    "x.iter().chain(x[..2].iter()).count() as i32": lambda x: len(x) + 2,
    "x.iter().flat_map(|v| 0..*v).sum::<i32>()": lambda x: sum(sum(range(v)) for v in x),
    "x.iter().scan(0, |s, v| { *s += v; Some(*s) }).last().unwrap()": lambda x: sum(x),
    "(1..=x.len() as i32).rev().map(|v| v * v).sum::<i32>()": lambda x: sum(v * v for v in range(1, len(x) + 1)),
    "x.iter().skip(2).step_by(3).fold(0, |a, v| a * 3 + v)": lambda x: functools.reduce(lambda a, v: a * 3 + v, x[2::3], 0),
    "x.iter().take(5).step_by(2).fold(0, |a, v| a * 3 + v)": lambda x: functools.reduce(lambda a, v: a * 3 + v, x[:5:2], 0),
    "x.iter().skip(usize::MAX).nth(1).is_none() as i32 + x.iter().take(2).nth(2).is_none() as i32": lambda x: 2,
    # Steps are not walked: `next` of this iterator would go far.
    "{ struct Far(i32); impl Iterator for Far { type Item = i32; fn next(&mut self) -> Option<i32> { self.0 += 1000; Some(self.0) } fn nth(&mut self, n: usize) -> Option<i32> { self.0 += n as i32 + 1; Some(self.0) } } Far(0).skip(2).take(9).step_by(3).sum::<i32>() }": lambda x: 3 + 6 + 9,
    "(0..20u8).step_by(6).map(|v| v as i32).sum::<i32>()": lambda x: sum(range(0, 20, 6)),
    "(0..=20i32).step_by(5).last().unwrap()": lambda x: 20,
    "x.iter().any(|v| *v > 8) as i32 * 2 + x.iter().all(|v| *v > 8) as i32": lambda x: 2 * any(v > 8 for v in x) + all(v > 8 for v in x),
    "{ let mut it = x.iter().peekable(); let mut n = 0; while let Some(v) = it.next() { if let Some(w) = it.peek() { if *w > v { n += 1; } } } n }":
        lambda x: sum(b > a for a, b in zip(x, x[1:])),
    "core::iter::successors(Some(1), |v| if *v < 100 { Some(v * 3) } else { None }).sum::<i32>()": lambda x: 1 + 3 + 9 + 27 + 81 + 243,
    "core::array::from_fn::<i32, 5, _>(|i| i as i32 + 1).map(|v| v * v).into_iter().sum::<i32>()": lambda x: 55,
    "{ let mut a = [5, 3, 9, 1, 7, 7, 0]; a.sort_unstable(); a.iter().fold(0, |s, v| s * 10 + v) }": lambda x: 135779,
    "{ let mut a = [1, 2, 3, 4, 5]; a.reverse(); a.swap(0, 4); a[1..4].fill(9); a.rotate_left(1); a.iter().fold(0, |s, v| s * 10 + v) }": lambda x: 99951,
    "{ let (a, b) = x.split_at(3); a.len() as i32 * 10 + b[0] }": lambda x: 30 + x[3],
    "x.get(1000).copied().or(x.first().copied()).unwrap_or_default()": lambda x: x[0],
    "x[2..5].contains(&x[3]) as i32 + x.starts_with(&x[..2]) as i32 + x.binary_search(&-5).is_err() as i32": lambda x: 3,
    "{ let s: Option<i32> = (|| { let v = x.first()?; let w = x.get(99)?; Some(v + w) })(); s.map_or(-7, |v| v) }": lambda x: -7,
    "x.iter().try_fold(0i32, |a, v| a.checked_add(*v)).unwrap()": lambda x: sum(x),
    "((1, 2.5, 'a') < (1, 2.5, 'b')) as i32 + ([1, 2] == [1, 2]) as i32 + (Some(1) > None) as i32": lambda x: 3,
}  # fmt: skip


def test_iterators_and_slices_match_python() -> None:
    x = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 7]
    body = "".join(f"out[{k}] = {e};" for k, e in enumerate(ITERATORS))
    got = run(body, np.array(x, "i4"), len(ITERATORS), "i4")
    for value, (text, f) in zip(got, ITERATORS.items()):
        assert value == f(x), text


@pytest.mark.parametrize("value", [0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, 8388607.5, -0.0, 1e10])
def test_rounding(value: float) -> None:
    body = "let a = x[0]; out[0] = a.round(); out[1] = a.round_ties_even(); out[2] = a.floor(); out[3] = a.ceil(); out[4] = a.trunc();"
    got = run(body, np.array([value], "f4"), 5, "f4")
    v = float(np.float32(value))
    away = np.copysign(np.floor(abs(v) + 0.5), v)
    assert got == [away, float(np.rint(v)), float(np.floor(v)), float(np.ceil(v)), float(np.trunc(v))]
    assert np.signbit(got[0]) == np.signbit(v)


def test_text_compares_and_gives_its_bytes() -> None:
    m = fe.rust(r"""
        use cuda_device::*;
        const WORDS: [&str; 6] = ["", "a", "even", "odd", "evening", "gr\u{fc}n"];
        const LENGTH: usize = WORDS[5].len();
        #[kernel]
        pub fn k(out: &mut [i32]) {
            let mut at = 0;
            for a in WORDS {
                for b in WORDS {
                    out[at] = a.cmp(b) as i32 * 10 + (a == b) as i32;
                    at += 1;
                }
                out[at] = a.bytes().map(|b| b as i32).sum::<i32>() * 100 + a.len() as i32 * 10
                    + a.is_ascii() as i32 * 2 + a.is_empty() as i32;
                at += 1;
            }
            out[at] = LENGTH as i32 * 100 + (0..7).filter(|&i| WORDS[5].is_char_boundary(i)).count() as i32;
        }
    """)
    words = ["", "a", "even", "odd", "evening", "gr\u00fcn"]
    want: list[int] = []
    for a in words:
        want += [((a > b) - (a < b)) * 10 + (a == b) for b in words]
        data = a.encode()
        want.append(sum(data) * 100 + len(data) * 10 + a.isascii() * 2 + (not a))
    want.append(5 * 100 + 5)
    out = np.full(len(want), -1, "i4")
    m.k[1, 1](out)
    assert out.tolist() == want


def test_a_value_of_a_type_without_values_is_a_panic() -> None:
    m = fe.rust("""
        use core::convert::Infallible;
        use core::mem::MaybeUninit;
        #[cuda_device::kernel]
        pub unsafe fn k(flag: u32, out: *mut u32) {
            unsafe {
                if flag == 1 {
                    MaybeUninit::<Infallible>::uninit().assume_init();
                }
                if flag == 2 {
                    let _ = MaybeUninit::<(u32, Infallible)>::uninit().assume_init_read();
                }
                *out = MaybeUninit::new(7).assume_init();
            }
        }
    """)
    out = np.zeros(1, "u4")
    m.k[1, 1](0, out)
    assert out[0] == 7
    for flag in (1, 2):
        with pytest.raises(fe.KernelPanic, match="attempted to instantiate an uninhabited type"):
            m.k[1, 1](flag, out)


def test_products_with_two_carries_of_signed_integers() -> None:
    edges = [-(2**31), -(2**31) + 1, -65537, -1, 0, 1, 2, 46341, 2**31 - 1]
    cases = np.array([(a, b, c, d) for a in edges for b in edges for c in edges for d in edges], "i4")
    out = np.zeros((len(cases), 2), "i4")
    m = fe.rust("""
        use cuda_device::*;
        #[kernel]
        pub fn k(x: &[[i32; 4]], out: &mut [[i32; 2]]) {
            for (o, [a, b, c, d]) in out.iter_mut().zip(x.iter().copied()) {
                let (low, high) = a.carrying_mul_add(b, c, d);
                *o = [low as i32, high];
            }
        }
    """)
    m.k[1, 1](cases, out)
    wide = [int(a) * int(b) + int(c) + int(d) for a, b, c, d in cases]
    assert [(int(h) << 32) + (int(low) & 0xFFFFFFFF) for low, h in out] == wide
