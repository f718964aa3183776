"""The table of calls as Rust: one text for Ferrule and for rustc, and the values they are called with.

Each call's result is folded into 64 bits, so that any type compares as one word.
"""

# The text of Rust is laid out as Rust.
# ruff: noqa: E501

from __future__ import annotations

import ctypes
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from tests.oracle.library_table import GROUPS, PANICS, Group

WORDS = 5  # of an input: two for `a`, two for `b`, one for `n`
NAMES = [f"{name}_{ty}" for name, group in GROUPS.items() for ty in group.types]

PRELUDE = r"""
#![feature(f16)]
#![allow(unused, deprecated, unstable_features, internal_features)]
use core::cmp::Ordering;
use core::hint::black_box;
use core::num::{IntErrorKind, NonZero, ParseIntError, Saturating, Wrapping};
use core::ops::Bound;

const TEXTS: [&str; 24] = [
    "", "+", "-", "0", "-0", "+7", "12", "127", "128", "-128", "-129", "255", "256", "ff", "zz", " 1", "99999999999999999999",
    "a", "aXbaa ab ", "  x \u{e9}\u{20ac} y\t", "line\nnext\r\n\nlast", "true", "\u{1f600}", "aa",
];

pub struct H(u64);
impl H {
    fn word(&mut self, w: u64) {
        self.0 = (self.0 ^ w).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }
}
pub trait Put { fn put(&self, h: &mut H); }
fn dg<T: Put>(x: T) -> u64 { let mut h = H(1); x.put(&mut h); h.0 }
pub trait Digest { fn digest(&self) -> u64; }
impl<T: Put> Digest for T { fn digest(&self) -> u64 { let mut h = H(1); self.put(&mut h); h.0 } }
pub trait DigestAll: Iterator + Sized { fn digest_all(self) -> u64; }
impl<I: Iterator> DigestAll for I where I::Item: Put {
    fn digest_all(self) -> u64 { let mut h = H(2); for x in self { x.put(&mut h); h.word(7); } h.0 }
}
macro_rules! words { ($($t:ident)*) => {$( impl Put for $t { fn put(&self, h: &mut H) { h.word(*self as u64) } } )*}; }
words! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize bool char }
macro_rules! wide { ($($t:ident)*) => {$( impl Put for $t { fn put(&self, h: &mut H) { h.word(*self as u64); h.word((*self >> 64) as u64) } } )*}; }
wide! { u128 i128 }
// Which NaN comes out of an operation is not specified.
macro_rules! floats { ($($t:ident)*) => {$(
    impl Put for $t { fn put(&self, h: &mut H) { h.word(if *self != *self { 77 } else { self.to_bits() as u64 }) } }
)*}; }
floats! { f16 f32 f64 }
impl Put for () { fn put(&self, h: &mut H) { h.word(3) } }
impl Put for Ordering { fn put(&self, h: &mut H) { h.word(*self as i8 as u64) } }
impl Put for str { fn put(&self, h: &mut H) { self.as_bytes().put(h) } }
impl<T: Put> Put for Wrapping<T> { fn put(&self, h: &mut H) { self.0.put(h) } }
impl<T: Put> Put for Saturating<T> { fn put(&self, h: &mut H) { self.0.put(h) } }
macro_rules! nonzero { ($($t:ident)*) => {$( impl Put for NonZero<$t> { fn put(&self, h: &mut H) { self.get().put(h) } } )*}; }
nonzero! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
impl Put for core::time::Duration { fn put(&self, h: &mut H) { self.as_nanos().put(h) } }
impl Put for core::num::TryFromIntError { fn put(&self, h: &mut H) { h.word(4) } }
impl Put for core::convert::Infallible { fn put(&self, h: &mut H) { h.word(5) } }
impl<T: Put + ?Sized> Put for &T { fn put(&self, h: &mut H) { (**self).put(h) } }
impl<T: Put + ?Sized> Put for &mut T { fn put(&self, h: &mut H) { (**self).put(h) } }
impl<T: Put> Put for [T] { fn put(&self, h: &mut H) { h.word(self.len() as u64); for x in self { x.put(h) } } }
impl<T: Put, const N: usize> Put for [T; N] { fn put(&self, h: &mut H) { for x in self { x.put(h) } } }
impl<T: Put> Put for Option<T> {
    fn put(&self, h: &mut H) { match self { Some(x) => { h.word(1); x.put(h) } None => h.word(0) } }
}
impl<T: Put, E: Put> Put for Result<T, E> {
    fn put(&self, h: &mut H) { match self { Ok(x) => { h.word(1); x.put(h) } Err(e) => { h.word(2); e.put(h) } } }
}
macro_rules! tuples { ($($A:ident $i:tt)*) => { impl<$($A: Put),*> Put for ($($A,)*) { fn put(&self, h: &mut H) { $( self.$i.put(h); )* } } }; }
tuples! { A 0 } tuples! { A 0 B 1 } tuples! { A 0 B 1 C 2 } tuples! { A 0 B 1 C 2 D 3 } tuples! { A 0 B 1 C 2 D 3 E 4 }
tuples! { A 0 B 1 C 2 D 3 E 4 F 5 } tuples! { A 0 B 1 C 2 D 3 E 4 F 5 G 6 } tuples! { A 0 B 1 C 2 D 3 E 4 F 5 G 6 I 7 }
tuples! { A 0 B 1 C 2 D 3 E 4 F 5 G 6 I 7 J 8 } tuples! { A 0 B 1 C 2 D 3 E 4 F 5 G 6 I 7 J 8 K 9 }
tuples! { A 0 B 1 C 2 D 3 E 4 F 5 G 6 I 7 J 8 K 9 L 10 } tuples! { A 0 B 1 C 2 D 3 E 4 F 5 G 6 I 7 J 8 K 9 L 10 M 11 }

fn kind(e: &ParseIntError) -> u8 {
    match e.kind() {
        IntErrorKind::Empty => 1,
        IntErrorKind::InvalidDigit => 2,
        IntErrorKind::PosOverflow => 3,
        IntErrorKind::NegOverflow => 4,
        IntErrorKind::Zero => 5,
        _ => 6,
    }
}
fn bound(b: Bound<i8>) -> (u8, i8) {
    match b { Bound::Included(x) => (1, x), Bound::Excluded(x) => (2, x), Bound::Unbounded => (3, 0) }
}
macro_rules! atomics { ($A:ident, $t:ident) => {{
    let mut c = $A::new(unsafe { SEED } as $t);
    let (a, b) = (c.load(R) ^ 85, c.load(R) >> 1);
    let k = (c.fetch_add(a, R), c.fetch_sub(b, R), c.fetch_and(a | 15, R), c.fetch_or(b, R), c.fetch_xor(a, R), c.fetch_nand(b, R), c.fetch_max(a, R), c.fetch_min(b, R), c.swap(a, R));
    let l = (c.compare_exchange(a, b, R, R), c.compare_exchange_weak(a, b, R, R), c.compare_and_swap(b, a, R), c.update(R, R, |x| x ^ 9), c.try_update(R, R, |x| if x > 9 { Some(3) } else { None }), c.fetch_update(R, R, |x| Some(x ^ 1)));
    c.store(b, R);
    *c.get_mut() ^= 6;
    (k, l, unsafe { *c.as_ptr() }, unsafe { $A::from_ptr(c.as_ptr()).load(R) }, c.into_inner()).digest()
}}; }
pub trait Make { fn make(low: u64, high: u64) -> Self; }
macro_rules! ints { ($($t:ident)*) => {$(
    impl Make for $t { fn make(low: u64, high: u64) -> $t { (low as u128 | (high as u128) << 64) as $t } }
)*}; }
ints! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
impl Make for f16 { fn make(low: u64, _high: u64) -> f16 { f16::from_bits(low as u16) } }
impl Make for f32 { fn make(low: u64, _high: u64) -> f32 { f32::from_bits(low as u32) } }
impl Make for f64 { fn make(low: u64, _high: u64) -> f64 { f64::from_bits(low) } }
impl Make for char { fn make(low: u64, _high: u64) -> char { char::from_u32(low as u32 & 0x1F_FFFF).unwrap_or((low as u8 & 127) as char) } }
"""


def calls(lines: str) -> list[tuple[str, str]]:
    """(condition, expression) of each call; an empty condition always holds."""
    out = []
    for line in lines.strip().splitlines():
        depth, start = 0, 0
        text = line.strip()
        for i, c in enumerate(text + ";"):
            depth += (c in "([{") - (c in ")]}")
            if c == ";" and depth == 0:
                condition, arrow, expression = text[start:i].strip().partition(" => ")
                if "{" in condition or not arrow:  # the arrow of a match, or none
                    condition, expression = "", text[start:i].strip()
                if expression:
                    out.append((condition, expression))
                start = i + 1
    return out


def other_sign(ty: str) -> str:
    return {"i": "u", "u": "i"}.get(ty[0], ty[0]) + ty[1:]


def body(name: str, group: Group, ty: str) -> str:
    """A function that writes the digests of all calls for all inputs."""
    items = calls(group.lines)
    text = [
        f"fn body_{name}_{ty}(x: &[u64], out: &mut [u64]) {{",
        f"    type T = {ty}; type U = {other_sign(ty)};",
        f"    for i in 0..x.len() / {WORDS} {{",
        f"        let w = &x[i * {WORDS}..];",
        "        let (a, b, n) = (T::make(w[0], w[1]), T::make(w[2], w[3]), w[4] as u32);",
        "        let s = n as usize % 12;",
        f"        {group.setup.replace('SEED', 'n')}",
    ]
    for k, (condition, expression) in enumerate(items):
        expression = expression.replace("atomics!(", "atomics!(n; ")
        value = f"dg({expression})"
        text.append(
            f"        out[i * {len(items)} + {k}] = {f'if {condition} {{ {value} }} else {{ 0 }}' if condition else value};"
        )
    return "\n".join(text) + "\n    }\n}\n"


def panics() -> str:
    arms = [f"        {k} => dg({expression})," for k, (_, expression) in enumerate(calls(PANICS))]
    return "fn panics(which: u32) -> u64 {\n    match which {\n" + "\n".join(arms) + "\n        _ => 0,\n    }\n}\n"


def shared(name: str) -> str:
    return PRELUDE.replace("($A:ident, $t:ident)", "($n:ident; $A:ident, $t:ident)").replace(
        "unsafe { SEED }", "$n"
    ) + "".join(body(name, GROUPS[name], ty) for ty in GROUPS[name].types)


def kernels(name: str) -> str:
    """The source of a group for Ferrule."""
    text = shared(name) + "use cuda_device::*;\n"
    for ty in GROUPS[name].types:
        text += f"#[kernel]\npub fn {name}_{ty}(x: &[u64], out: &mut [u64]) {{ body_{name}_{ty}(x, out) }}\n"
    return text


def panic_kernel() -> str:
    return (
        PRELUDE
        + panics()
        + "use cuda_device::*;\n#[kernel]\npub fn k(which: u32, out: &mut [u64]) { out[0] = panics(which); }\n"
    )


# Bit patterns near the limits of each width, as integers and as floats.
_EDGES = [
    0,
    1,
    2,
    3,
    5,
    7,
    10,
    64,
    100,
    127,
    128,
    129,
    255,
    256,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x10000,
    46341,
    (1 << 31) - 1,
    1 << 31,
]
_EDGES += [
    (1 << 32) - 1,
    1 << 32,
    (1 << 63) - 1,
    1 << 63,
    (1 << 64) - 1,
    1 << 64,
    (1 << 127) - 1,
    1 << 127,
    (1 << 128) - 1,
    (1 << 128) - 2,
]
_FLOATS = [
    0.0,
    0.5,
    1.0,
    1.5,
    2.5,
    3.0,
    1e3,
    65504.0,
    6e-8,
    1e-5,
    3.4e38,
    1e-45,
    1e308,
    5e-324,
    0.49999997,
    8388607.5,
    np.inf,
    np.nan,
]
_FORMATS: dict[str, tuple[type[np.floating[Any]], str]] = {
    "f16": (np.float16, "u2"),
    "f32": (np.float32, "u4"),
    "f64": (np.float64, "u8"),
}


def inputs(ty: str, seed: int, count: int = 160) -> np.ndarray[Any, Any]:
    """Edges with edges, then random bits of random width."""
    rng = np.random.default_rng([seed, sum(map(ord, ty))])

    def value() -> int:
        if ty in _FORMATS and rng.random() < 0.6:
            float_, bits = _FORMATS[ty]
            v = (
                _FLOATS[rng.integers(len(_FLOATS))]
                if rng.random() < 0.5
                else float(rng.normal()) * 10.0 ** int(rng.integers(-4, 5))
            )
            with np.errstate(all="ignore"):
                return int(np.asarray(float_(v if rng.random() < 0.5 else -v)).view(bits))
        if rng.random() < 0.4:
            return _EDGES[rng.integers(len(_EDGES))]
        width = int(rng.integers(1, 129))
        return int.from_bytes(rng.bytes(16), "little") >> (128 - width)

    rows = []
    for _ in range(count):
        a, b = value(), value()
        n = _EDGES[rng.integers(21)] if rng.random() < 0.3 else int(rng.integers(1 << 32)) >> int(rng.integers(32))
        rows.append([a & (1 << 64) - 1, a >> 64, b & (1 << 64) - 1, b >> 64, n & 0xFFFFFFFF])
    return np.array(rows, np.uint64).reshape(-1)


class Rustc:
    """The same functions over rustc's own core."""

    def __init__(self, folder: Path, groups: list[str] | None = None) -> None:
        names = groups or list(GROUPS)
        text = (
            shared(names[0]) + "".join(body(g, GROUPS[g], ty) for g in names[1:] for ty in GROUPS[g].types) + panics()
        )
        for g in names:
            for ty in GROUPS[g].types:
                text += (
                    f'#[unsafe(no_mangle)] pub unsafe extern "C" fn {g}_{ty}(x: *const u64, n: usize, out: *mut u64, m: usize) {{\n'
                    f"    unsafe {{ body_{g}_{ty}(core::slice::from_raw_parts(x, n), core::slice::from_raw_parts_mut(out, m)) }}\n}}\n"
                )
        text += (
            '#[unsafe(no_mangle)] pub extern "C" fn does_panic(which: u32) -> bool {\n'
            "    std::panic::set_hook(Box::new(|_| {}));\n"
            "    std::panic::catch_unwind(|| panics(which)).is_err()\n}\n"
        )
        source, library = folder / "library.rs", folder / "liblibrary_oracle.so"
        source.write_text(text)
        env = dict(os.environ, RUSTC_BOOTSTRAP="1")
        args = [
            "rustc",
            "--edition",
            "2024",
            "-C",
            "opt-level=1",
            "--cap-lints",
            "allow",
            "--crate-type",
            "cdylib",
            "-o",
            str(library),
            str(source),
        ]
        done = subprocess.run(args, env=env, capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(done.stderr[-30000:])
        self.library = ctypes.CDLL(str(library))

    def call(self, name: str, x: np.ndarray[Any, Any], columns: int) -> np.ndarray[Any, Any]:
        out = np.zeros((x.size // WORDS, columns), np.uint64)
        getattr(self.library, name)(
            ctypes.c_void_p(x.ctypes.data),
            ctypes.c_size_t(x.size),
            ctypes.c_void_p(out.ctypes.data),
            ctypes.c_size_t(out.size),
        )
        return out

    def panics(self, which: int) -> bool:
        return bool(self.library.does_panic(ctypes.c_uint32(which)) & 1)
