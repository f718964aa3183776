"""Every kind of argument, from Python to the kernel and back: structs, enums, closures, options, pointers, atomics."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from ferrule.runtime.unit import Unit

TYPES = """
#[derive(Clone, Copy)]
pub struct Particle { pub mass: f32, pub id: u8, pub v: [f32; 3], pub on: bool }
#[derive(Clone, Copy)]
pub struct Vec3 { pub x: f32, pub y: f32, pub z: f32 }
#[derive(Clone, Copy)]
pub struct Meters(pub f32);
#[derive(Clone, Copy)]
pub enum Shape { Circle(f32), Rect { w: f32, h: f32 }, Nothing }
#[derive(Clone, Copy, PartialEq)]
pub enum Color { Red, Green = 5, Blue }
#[derive(Clone, Copy)]
pub enum Niche { A(bool), B, C }
#[derive(Clone, Copy)]
pub struct Scene { pub shape: Shape, pub color: Color, pub tint: Option<Color>, pub origin: (u16, char), pub n: Niche }
#[derive(Clone, Copy)]
pub struct Table<'a> { pub values: &'a [f32], pub scale: f32 }
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Packet { pub kind: u8, pub size: u64, pub tail: u16 }
"""
SOURCE = (
    """
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_device::atomic::{AtomicOrdering, DeviceAtomicU32, DeviceAtomicU64};
use cuda_device::{DisjointSlice, kernel, thread};
"""
    + TYPES
    + """
#[kernel]
pub fn advance(ps: &[Particle], dt: f32, mut out: DisjointSlice<Particle>) {
    let i = thread::index_1d();
    let j = i.get();
    if let Some(o) = out.get_mut(i) {
        *o = ps[j];
        let mut k = 0;
        while k < 3 { o.v[k] += dt * ps[j].mass; k += 1; }
        o.on = !ps[j].on;
    }
}
#[kernel]
pub fn particle(p: Particle, out: &mut f32) { *out = p.mass + p.id as f32 + p.v[2] + if p.on { 100.0 } else { 0.0 }; }
#[kernel]
pub fn area(s: Shape, out: &mut f32) {
    *out = match s { Shape::Circle(r) => r * r, Shape::Rect { w, h } => w * h, Shape::Nothing => -1.0 };
}
#[kernel]
pub fn color(c: Color, o: Option<Color>, out: &mut u32) {
    *out = c as u32 * 10 + match o { None => 0, Some(Color::Red) => 1, Some(Color::Green) => 2, Some(Color::Blue) => 3 };
}
#[kernel]
pub fn scene(s: Scene, out: &mut [u32]) {
    out[0] = match s.shape { Shape::Circle(_) => 1, Shape::Rect { .. } => 2, Shape::Nothing => 3 };
    out[1] = s.color as u32;
    out[2] = match s.tint { None => 99, Some(c) => c as u32 };
    out[3] = s.origin.0 as u32;
    out[4] = s.origin.1 as u32;
    out[5] = match s.n { Niche::A(b) => b as u32, Niche::B => 10, Niche::C => 11 };
}
#[kernel]
pub fn lengths(v: &[Vec3], rows: &[[f32; 3]], pairs: &[(f32, f32)], mut out: DisjointSlice<f32>) {
    let i = thread::index_1d();
    let j = i.get();
    if let Some(o) = out.get_mut(i) { *o = v[j].x + v[j].z * 10.0 + rows[j][1] * 100.0 + pairs[j].1 * 1000.0; }
}
#[kernel]
pub fn many(t: (u8, f64, [i16; 3]), a: [[u8; 2]; 2], m: Meters, c: char, out: &mut f64) {
    *out = t.0 as f64 + t.1 + t.2[2] as f64 + a[1][0] as f64 + m.0 as f64 + c as u32 as f64;
}
#[kernel]
pub fn map<F: Fn(f32) -> f32>(x: &[f32], f: F, mut out: DisjointSlice<f32>) {
    let i = thread::index_1d();
    let j = i.get();
    if let Some(o) = out.get_mut(i) { *o = f(x[j]); }
}
#[kernel]
pub fn compose<T: Copy, F: Fn(T) -> T>(x: &[T], f: F, g: impl Fn(T) -> T, mut out: DisjointSlice<T>) {
    let i = thread::index_1d();
    let j = i.get();
    if let Some(o) = out.get_mut(i) { *o = g(f(x[j])); }
}
pub fn square(x: f32) -> f32 { x * x }
#[kernel]
pub fn biased(x: &[f32], bias: Option<&[f32]>, gain: Option<f32>, limit: Option<&f32>, mut out: DisjointSlice<f32>) {
    let i = thread::index_1d();
    let j = i.get();
    if let Some(o) = out.get_mut(i) {
        let b = match bias { Some(b) => b[j], None => 0.0 };
        let v = x[j] * gain.unwrap_or(1.0) + b;
        *o = match limit { Some(l) => v.min(*l), None => v };
    }
}
#[kernel]
pub fn note(seen: Option<&mut [u32]>, out: &mut u32) {
    *out = 0;
    if let Some(s) = seen { s[0] = 7; *out = s.len() as u32; }
}
#[kernel]
pub fn table(t: Table, pair: Option<(u32, &[f32])>, mut out: DisjointSlice<f32>) {
    let i = thread::index_1d();
    let j = i.get();
    if let Some(o) = out.get_mut(i) {
        *o = t.values[j] * t.scale + match pair { Some((k, s)) => s[k as usize], None => 0.0 };
    }
}
#[kernel]
pub unsafe fn copy(from: *const u32, to: *mut u32, n: usize) {
    let i = thread::index_1d().get();
    if i < n { unsafe { *to.add(i) = *from.add(i) + 1; } }
}
#[kernel]
pub fn count(x: &[u32], bins: &[DeviceAtomicU32], same: &[DeviceAtomicU32], total: &AtomicU32) {
    let i = thread::index_1d().get();
    if i < x.len() {
        bins[x[i] as usize].fetch_add(1, AtomicOrdering::Relaxed);
        same[0].fetch_add(0, AtomicOrdering::Relaxed);
        total.fetch_add(1, Ordering::Relaxed);
    }
}
#[kernel]
pub fn widths(a: &[DeviceAtomicU32], b: &[DeviceAtomicU64]) {
    a[0].load(AtomicOrdering::Relaxed);
    b[0].load(AtomicOrdering::Relaxed);
}
#[kernel]
pub fn fixed(k: &[f32; 4], one: &f32, out: &mut [f32; 2]) { out[0] = k[0] + k[3]; out[1] = *one; }
#[kernel]
pub fn first<T: Copy>(x: &[T], mut out: DisjointSlice<T>) { if let Some(o) = out.get_mut(thread::index_1d()) { *o = x[0]; } }
"""
)


@cache
def module() -> Any:
    return fe.rust(SOURCE, name="arguments.rs")


def f32(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


SIZES = [1, 2, 31, 32, 33, 255, 256, 257, 1000]


# ------------------------------------------------------------------------------------------------------ values, arrays
@pytest.mark.parametrize("n", SIZES)
def test_slices_of_structs(n: int) -> None:
    m = module()
    a = np.zeros(n, m.types.Particle.dtype)
    a["mass"], a["id"], a["on"] = np.arange(n), np.arange(n) % 256, np.arange(n) % 2 == 0
    a["v"] = np.random.default_rng(1).random((n, 3))
    out = np.zeros_like(a)
    m.advance(a, 0.5, out)
    assert np.allclose(out["v"], a["v"] + 0.5 * a["mass"][:, None]) and (out["on"] != a["on"]).all()
    assert (out["id"] == a["id"]).all() and (out["mass"] == a["mass"]).all()


@pytest.mark.parametrize("n", SIZES)
def test_rows_of_plain_arrays_are_arrays_structs_and_tuples(n: int) -> None:
    r = np.random.default_rng(2)
    v, rows, pairs = r.random((n, 3), np.float32), r.random((n, 3), np.float32), r.random((n, 2), np.float32)
    out = np.zeros(n, np.float32)
    module().lengths(v, rows, pairs, out)
    assert np.allclose(out, v[:, 0] + v[:, 2] * 10 + rows[:, 1] * 100 + pairs[:, 1] * 1000)


def test_structs_by_value_in_every_form() -> None:
    m, out = module(), f32(0)
    P = m.types.Particle
    value = P(mass=1.5, id=2, v=[1, 2, 3], on=True)
    forms: list[Any] = [
        value, value.to_numpy(), value.to_bytes(), np.array(value.to_numpy()), (1.5, 2, (1, 2, 3), True),
        {"v": f32(1, 2, 3), "on": np.True_, "mass": np.float32(1.5), "id": np.uint8(2)},
    ]  # fmt: skip
    for form in forms:
        out[0] = 0
        m.particle[1, 1](form, out)
        assert out[0] == 106.5
    assert P.from_bytes(value.to_numpy()) == P(mass=1.5, id=2, v=[1.0, 2.0, 3.0], on=True)
    assert isinstance(value, P) and not isinstance(value, m.types.Vec3) and value.mass == 1.5


def test_enums_and_niches() -> None:
    m, out, number = module(), f32(0), np.zeros(1, np.uint32)
    Shape, Color = m.types.Shape, m.types.Color
    for shape, want in (
        (Shape.Circle(3.0), 9),
        (Shape.Rect(w=2.0, h=5.0), 10),
        (Shape.Rect(2.0, 4.0), 8),
        ("Nothing", -1),
    ):
        m.area[1, 1](shape, out)
        assert out[0] == want
    for c, o, want in ((Color.Red, None, 0), ("Green", "Red", 51), ("Blue", Color.Green, 62), ("Red", "Blue", 3)):
        m.color[1, 1](c, o, number)
        assert number[0] == want
    assert (
        int(Color.Green) == 5
        and Color.dtype == np.uint8
        and Shape.from_bytes(Shape.Circle(2.0).to_bytes()) == Shape.Circle(2.0)
    )
    assert (m.types.Niche.size, m.types["Option<Option<bool>>"].size) == (1, 1)
    seen = np.zeros(6, np.uint32)
    niche = m.types.Niche
    for n, want in ((niche.A(True), 1), (niche.A(False), 0), ("B", 10), (niche.C, 11)):
        m.scene[1, 1](m.types.Scene(shape=Shape.Circle(1.0), color="Blue", tint="Green", origin=(7, "é"), n=n), seen)
        assert list(seen) == [1, 6, 5, 7, 0xE9, want]
    m.scene[1, 1](("Nothing", "Red", None, (1, "a"), "B"), seen)
    assert list(seen) == [3, 0, 99, 1, 97, 10]


def test_tuples_arrays_and_newtypes() -> None:
    out = np.zeros(1)
    for m in (2.5, module().types.Meters(2.5), (2.5,)):
        module().many[1, 1]((1, 0.5, [1, 2, -3]), np.array([[1, 2], [9, 4]], np.uint8), m, "A", out)
        assert out[0] == 1 + 0.5 - 3 + 9 + 2.5 + 65


# ------------------------------------------------------------------------------------------------------------ closures
@pytest.mark.parametrize("n", SIZES)
def test_closures(n: int) -> None:
    m = module()
    x, out = np.arange(n, dtype=np.float32), np.zeros(n, np.float32)
    f = fe.closure("|x: f32| a * x + b", a=2.0, b=1.0)
    m.map(x, f, out)
    assert (out == 2 * x + 1).all()
    m.map(x, f.replace(a=-1.0), out)
    assert (out == 1 - x).all()
    table = f32(5, 6, 7)
    m.map(x, fe.closure("|x| t[(x as usize + k) % t.len()]", t=table, k=1), out)
    assert (out == table[(np.arange(n) + 1) % 3]).all()
    m.map(x, fe.closure("square"), out)
    assert (out == x * x).all()


def test_closures_of_a_generic_kernel_and_an_impl_parameter() -> None:
    x, out = np.arange(5, dtype=np.int64), np.zeros(5, np.int64)
    module().compose(x, fe.closure("|x| x + k", k=3), fe.closure("|y| if on { y * y } else { 0 }", on=True), out)
    assert (out == (x + 3) ** 2).all()


def test_other_captured_values_compile_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    real = Unit._compile
    monkeypatch.setattr(Unit, "_compile", lambda self, *a: (compiled.append(a), real(self, *a))[1])
    monkeypatch.setenv("FERRULE_CACHE", "off")
    m = fe.rust(SOURCE, name="closures.rs")
    out = f32(0)
    for a in (1.0, 2.0, 3.5):
        m.map(f32(2), fe.closure("|x| x * a", a=a), out)
        assert out[0] == 2 * a
    assert len(compiled) == 1
    m.map(f32(2), fe.closure("|x| x * a", a=np.float32(1)), out)  # another type is other code
    assert len(compiled) == 2


def test_structs_captured_and_specialized() -> None:
    m = module()
    out = f32(0)
    m.map(f32(3), fe.closure("|x| x + p.y", p=m.types.Vec3(1.0, 2.0, 3.0)), out)
    assert out[0] == 5
    a, b = np.zeros(2, m.types.Packet.dtype), np.zeros(2, m.types.Packet.dtype)
    a[0] = (1, 2, 3)
    for T in ("Packet", m.types.Packet):
        b[:] = 0
        m.first.specialize(T=T)(a, b)
        assert b[1] == a[0]


# ------------------------------------------------------------------------------------- options, pointers, atomics, references
@pytest.mark.parametrize("n", SIZES)
def test_options(n: int) -> None:
    m = module()
    x, bias, out = np.arange(n, dtype=np.float32), np.ones(n, np.float32), np.zeros(n, np.float32)
    for b in (None, bias):
        for gain in (None, 3.0):
            for limit in (None, f32(10)):
                m.biased(x, b, gain, limit, out)
                want = x * (gain or 1) + (0 if b is None else b)
                assert (out == (want if limit is None else np.minimum(want, 10))).all()


def test_options_of_written_slices_and_slices_inside_values() -> None:
    m, seen, out = module(), np.zeros(5, np.uint32), np.zeros(1, np.uint32)
    m.note[1, 1](None, out)
    assert out[0] == 0 and not seen.any()
    m.note[1, 1](seen, out)
    assert out[0] == 5 and seen[0] == 7
    y = np.zeros(3, np.float32)
    m.table((f32(1, 2, 3), 2.0), None, y)
    assert list(y) == [2, 4, 6]
    m.table(m.types.Table(values=f32(1, 2, 3), scale=1.0), (1, f32(10, 20)), y)
    assert list(y) == [21, 22, 23]


def test_raw_pointers() -> None:
    a, b = np.arange(100, dtype=np.uint32), np.zeros(100, np.uint32)
    module().copy[1, 128](a, b, 100)
    assert (b == a + 1).all()
    b[:] = 0
    module().copy[1, 128](fe.unsafe_ptr(a.ctypes.data), fe.unsafe_ptr(b.ctypes.data), 100)
    assert (b == a + 1).all()


@pytest.mark.parametrize("n", SIZES)
def test_atomics_may_be_passed_twice(n: int) -> None:
    x, bins, total = np.arange(n, dtype=np.uint32) % 7, np.zeros(7, np.uint32), np.zeros((), np.uint32)
    module().count[(n + 127) // 128, 128](x, bins, bins, total)
    assert (bins == np.bincount(x, minlength=7)).all() and total == n


def test_references() -> None:
    out = f32(0, 0)
    module().fixed[1, 1](f32(1, 2, 3, 4), np.array(9, np.float32), out)
    assert list(out) == [5, 9]


# ------------------------------------------------------------------------------------------------------------- mistakes
def pad(dtype: Any) -> Any:
    return np.zeros(3, np.dtype([("mass", "f4"), ("id", "u1"), ("v", "f4", 3), ("on", "?")]))


PARTICLE = {"mass": 1.0, "id": 1, "v": [1, 2, 3], "on": True}
SCENE = {"shape": "Nothing", "color": "Red", "tint": None, "origin": (1, "a"), "n": "B"}
one = f32(0)
Case = tuple[str, Callable[[Any], Any]]
MISTAKES: dict[str, Case] = {
    "unknown_field": (
        "`p: Particle` got an unknown field `mas`; did you mean `mass`?",
        lambda m: m.particle[1, 1]({**PARTICLE, "mas": 1}, one),
    ),
    "missing_field": (
        "`p: Particle` got no field `id`; fields: mass, id, v, on",
        lambda m: m.particle[1, 1]({"mass": 1.0, "v": [1, 2, 3], "on": True}, one),
    ),
    "field_type": (
        "`p.mass: f32` got the str 'x'; pass a number",
        lambda m: m.particle[1, 1]({**PARTICLE, "mass": "x"}, one),
    ),
    "field_range": (
        "`p.id: u8` got 256, which does not fit: u8 holds 0 to 255",
        lambda m: m.particle[1, 1]({**PARTICLE, "id": 256}, one),
    ),
    "field_bool": (
        "`p.on: bool` got the int 1; pass True or False, or bool(...)",
        lambda m: m.particle[1, 1]({**PARTICLE, "on": 1}, one),
    ),
    "array_length": (
        "`p.v: [f32; 3]` got 2 elements; the array has 3",
        lambda m: m.particle[1, 1]({**PARTICLE, "v": [1, 2]}, one),
    ),
    "number_for_struct": (
        "`p: Particle` got the float 1.0; pass a tuple or dict of mass, id, v, on",
        lambda m: m.particle[1, 1](1.0, one),
    ),
    "array_for_struct": (
        "of shape (2,); it is one value: pass a tuple or dict of mass, id, v, on",
        lambda m: m.particle[1, 1](np.zeros(2, m.types.Particle.dtype), one),
    ),
    "wrong_record": (
        "its field `id` lies at byte 4 and must lie at byte 16",
        lambda m: m.particle[1, 1](pad(m)[0], one),
    ),
    "bytes_length": ("`p: Particle` got 3 bytes; its layout has 20", lambda m: m.particle[1, 1](b"abc", one)),
    "invalid_bool": (
        "`p.on: bool` got the bits 0x2, which are no bool",
        lambda m: m.particle[1, 1](bytes(17) + b"\2\0\0", one),
    ),
    "other_struct": (
        "`p: Particle` got a value of `Vec3`; pass one of `Particle`",
        lambda m: m.particle[1, 1](m.types.Vec3(1.0, 2.0, 3.0), one),
    ),
    "no_variant": (
        "`c: Color` got 'Rde', which is no variant; did you mean 'Red'?",
        lambda m: m.color[1, 1]("Rde", None, np.zeros(1, "u4")),
    ),
    "number_for_enum": (
        "`c: Color` got the int 5; pass 'Red' or Color.Red of `module.types`",
        lambda m: m.color[1, 1](5, None, np.zeros(1, "u4")),
    ),
    "name_with_fields": (
        "which has fields (w, h); pass Shape.Rect(...) of `module.types`",
        lambda m: m.area[1, 1]("Rect", one),
    ),
    "invalid_tag": (
        "got the tag 0x7, which is no variant of Color",
        lambda m: m.color[1, 1](np.uint8(7), None, np.zeros(1, "u4")),
    ),
    "invalid_niche": ("`s.n: Niche` got", lambda m: m.scene[1, 1]({**SCENE, "n": 3}, np.zeros(6, "u4"))),
    "constructor_count": ("`Shape.Circle: Shape` got 2 fields and has 1: 0", lambda m: m.types.Shape.Circle(1.0, 2.0)),
    "constructor_type": ("`Shape.Circle.0: f32` got the str 'r'; pass a number", lambda m: m.types.Shape.Circle("r")),
    "constructor_missing": ("`Vec3: Vec3` got no field `z`; fields: x, y, z", lambda m: m.types.Vec3(1.0, 2.0)),
    "enum_called": ("`Color` is an enum: name a variant, as in Color.Red", lambda m: m.types.Color(1)),
    "surrogate": ("the surrogate", lambda m: m.scene[1, 1]({**SCENE, "origin": (1, "\ud800")}, np.zeros(6, "u4"))),
    "slice_of_floats": (
        "pass an array of `module.types.Particle.dtype`",
        lambda m: m.advance(f32(1), 1.0, np.zeros(1, m.types.Particle.dtype)),
    ),
    "slice_of_other_records": (
        "its field `id` lies at byte 4 and must lie at byte 16; pass an array of `module.types.Particle.dtype`",
        lambda m: m.advance(pad(m), 1.0, pad(m)),
    ),
    "rows_of_two": (
        "`rows: &[[f32; 3]]` got a float32 NumPy array of shape (1, 2) on cpu; pass a float32 array of shape (n, 3)",
        lambda m: m.lengths(np.zeros((1, 3), "f4"), np.zeros((1, 2), "f4"), np.zeros((1, 2), "f4"), f32(0)),
    ),
    "two_for_reference": (
        "`one: &f32` got a float32 NumPy array of shape (2,) on cpu; a reference needs one element to point to, "
        "and the array has 2; pass one[i:i+1]",
        lambda m: m.fixed[1, 1](f32(1, 2, 3, 4), f32(1, 2), f32(0, 0)),
    ),
    "three_for_four": (
        "`k: &[f32; 4]` got a float32 NumPy array of shape (3,) on cpu; pass a float32 array of shape (4,)",
        lambda m: m.fixed[1, 1](f32(1, 2, 3), f32(1), f32(0, 0)),
    ),
    "bare_address": (
        "`from: *const u32` got the int 64; pass an array, or fe.unsafe_ptr(0x40) if the number is an address",
        lambda m: m.copy[1, 1](64, np.zeros(1, "u4"), 1),
    ),
    "option_of_list": (
        "`bias: Option<&[f32]>` got a list; pass np.array(bias, dtype=np.float32)",
        lambda m: m.biased(f32(1), [1.0], None, None, f32(0)),
    ),
    "option_of_scalar": (
        "`gain: f32` got the str 'x'; pass a number",
        lambda m: m.biased(f32(1), None, "x", None, f32(0)),
    ),
    "function_for_closure": (
        'pass Rust, such as fe.closure("|x| x * 2.0"), if it takes a closure',
        lambda m: m.map(f32(1), lambda x: x, f32(0)),
    ),
    "closure_of_function": ("closure() takes Rust text and got a function", lambda m: fe.closure(lambda x: x)),
    "unused_capture": (
        "closure() got a value for `b`, which `|x| x` does not use; leave it out",
        lambda m: fe.closure("|x| x", b=1),
    ),
    "keyword_capture": (
        "closure() got a value for `fn`, which is no name of a variable in Rust",
        lambda m: fe.closure("|x| fn", **{"fn": 1}),
    ),
    "list_capture": (
        "a closure cannot capture `t`, which is a list; pass np.array(...)",
        lambda m: fe.closure("|x| t[0]", t=[1.0]),
    ),
    "capture_range": (
        "`f.k: u8` got 300, which does not fit",
        lambda m: m.map(f32(1), fe.closure("|x| x + (k as u8) as f32 + { let q: u8 = k; q as f32 }", k=300), f32(0)),
    ),
    "replace_unknown": (
        "the closure captures no `z`; it captures `a`",
        lambda m: fe.closure("|x| x + a", a=1.0).replace(z=1),
    ),
    "no_type": ("has no type `Partcle`; did you mean `Particle`?", lambda m: m.types.Partcle),
    "not_an_address": ("unsafe_ptr got -1, which is no address", lambda m: fe.unsafe_ptr(-1)),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake(mistake: str) -> None:
    words, call = MISTAKES[mistake]
    with pytest.raises(fe.FerruleError) as caught:
        call(module())
    assert words in str(caught.value)


def test_aliasing_holds_for_arrays_inside_arguments() -> None:
    m, y = module(), f32(1, 2, 3)
    calls: list[Callable[[], Any]] = [
        lambda: m.table((y, 2.0), None, y),
        lambda: m.table((f32(1, 2, 3), 2.0), (0, y), y),
        lambda: m.map(f32(1, 2, 3), fe.closure("|x| x + t[0]", t=y), y),
        lambda: m.biased(f32(1, 2, 3), y, None, None, y),
        lambda: m.biased(f32(1, 2, 3), None, None, y[:1], y),
    ]
    for call in calls:
        with pytest.raises(fe.BorrowError, match="overlap in memory, and the kernel writes `out`"):
            call()
    buffer = np.zeros(2, np.uint64)
    with pytest.raises(fe.BorrowError, match="overlap"):  # atomics of two sizes on one memory
        m.widths[1, 1](buffer.view(np.uint32), buffer)


def test_mistakes_in_a_closure_show_its_own_lines() -> None:
    with pytest.raises(fe.CompileError) as caught:
        module().map(f32(1), fe.closure("|x: f32|\n    a * x", a=2), f32(0))
    text = str(caught.value)
    assert "cannot multiply `{integer}` by `f32`" in text and "<closure>:2:7" in text and "__ferrule" not in text
    with pytest.raises(fe.CompileError, match="expected to take 1 argument") as caught:
        module().map(f32(1), fe.closure("|x, y| x"), f32(0))
    assert "<closure>:1:1" in str(caught.value)
    with pytest.raises(fe.CompileError, match="unexpected closing delimiter"):
        module().map(f32(1), fe.closure("|x| x)"), f32(0))


def test_device_arrays_of_structs() -> None:
    m = module()
    P = m.types.Particle
    host = np.zeros(7, P.dtype)
    host["mass"] = np.arange(7)
    a, b = fe.to_device(host, "cpu"), fe.zeros(7, P, "cpu")
    assert (a.itemsize, a.nbytes, a.dtype, b.dtype) == (20, 140, P.dtype, P.dtype)
    m.advance(a, 1.0, b)
    assert (b.to_host()["v"] == host["mass"][:, None]).all() and b.reshape(7, 1).to_host().shape == (7, 1)
    assert (b.copy_from(a).to_host() == host).all() and "record (mass, id, v, on)" in repr(a)
    with pytest.raises(fe.ArgumentError, match="copy_from"):
        b.copy_from(np.zeros(7, m.types.Packet.dtype))
    with pytest.raises(fe.ArgumentError, match=r"pass an array of `module\.types\.Particle\.dtype`"):
        m.advance(fe.zeros(7, m.types.Packet, "cpu"), 1.0, b)
    with pytest.raises(BufferError, match="DLPack has no structs"):
        np.from_dlpack(a)
    with pytest.raises(fe.ArgumentError, match="no Rust counterpart"):
        fe.empty(3, np.dtype([("x", object)]))


# ------------------------------------------------------------------------------------------------------------- layouts
@pytest.mark.rustc
def test_dtypes_are_rustc_layouts(tmp_path: Path) -> None:
    """Sizes, field offsets and the bytes of values, as rustc lays them out."""
    types = module().types
    lines, want = [], []
    for name in ("Particle", "Vec3", "Meters", "Packet", "Scene"):
        cls = getattr(types, name)
        lines.append(f'println!("{{}} {{}}", size_of::<{name}>(), align_of::<{name}>());')
        want.append(f"{cls.size} {cls.align}")
        for field in cls.dtype.names:
            lines.append(f'println!("{{}}", std::mem::offset_of!({name}, {field}));')
            want.append(str(cls.dtype.fields[field][1]))
    S = types.Shape
    N = types.Niche
    values = [S.Circle(1.5), S.Nothing, types.Color.Green, N.A(True), N.B, N.C]
    for value in values:
        data = ", ".join(map(str, value.to_bytes()))
        kind = value._shape
        pattern = f"{value._schema.rust}::{kind.name}" + ("(..)" if kind.fields else "")
        lines.append(
            f"let v: {value._schema.rust} = unsafe {{ std::mem::transmute([{data}u8]) }}; "
            f'println!("{{}}", matches!(v, {pattern}));'
        )
        want.append("true")
    source = tmp_path / "layouts.rs"
    source.write_text("#![allow(warnings)]\nuse std::mem::*;\n" + TYPES + "fn main() {" + "\n".join(lines) + "}")
    done = subprocess.run(["rustc", "-o", tmp_path / "layouts", source], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    out = subprocess.run([tmp_path / "layouts"], capture_output=True, text=True, check=True).stdout.split("\n")
    assert out[:-1] == want
