"""Structs, enums, closures and options on their way to a GPU: the bytes of the parameter buffer, over a driver that only
remembers.  The code is the compiler's own, so its `.param` declarations are there to compare with."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from ferrule.runtime.cuda import link
from tests.helpers.fake_cuda import FakeCuda
from tests.unit.test_cuda_fake import use_fake

SOURCE = """
use cuda_device::{DisjointSlice, kernel, thread};
#[derive(Clone, Copy)]
pub struct P { pub a: u8, pub b: f32, pub c: [u16; 2] }
#[derive(Clone, Copy)]
pub enum Shape { Circle(f32), Rect { w: f32, h: f32 }, Nothing }
#[kernel]
pub fn k(p: P, s: Shape, t: (u8, u64), o: Option<&[f32]>, r: Option<&f32>, n: Option<bool>, mut y: DisjointSlice<f32>) {
    let i = thread::index_1d();
    let j = i.get();
    if let Some(y) = y.get_mut(i) {
        let v = match s { Shape::Circle(r) => r, Shape::Rect { w, h } => w * h, Shape::Nothing => 0.0 };
        let o = match o { Some(o) => o[j], None => 0.0 };
        let r = match r { Some(r) => *r, None => 0.0 };
        *y = v + o + r + p.b + p.a as f32 + p.c[1] as f32 + t.1 as f32 + t.0 as f32 + n.unwrap_or(false) as u32 as f32;
    }
}
#[kernel]
pub fn map<F: Fn(f32) -> f32>(f: F, mut y: DisjointSlice<f32>) {
    if let Some(y) = y.get_mut(thread::index_1d()) { *y = f(*y); }
}
#[kernel]
pub fn grow(p: &[P], mut y: DisjointSlice<P>) {
    let i = thread::index_1d();
    let j = i.get();
    if let Some(y) = y.get_mut(i) { *y = p[j]; y.a += 1; }
}
"""


@cache
def module() -> Any:
    return fe.rust(SOURCE)


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeCuda]:
    monkeypatch.setattr(link, "_nvjitlink", False)
    yield from use_fake(FakeCuda(2))
    for kernel in module().kernels:
        kernel._loaded.clear()


def on_gpu(n: int, device: str = "cuda:0") -> fe.DeviceArray:
    return fe.to_device(np.zeros(n, np.float32), device)


def param_bytes(gpu: FakeCuda) -> int:
    """Size of all parameters as the PTX that the driver got declares them."""
    text = gpu.named("cuLibraryLoadData")[-1][0].decode()
    head = text[text.index(".entry") : text.index("\n)", text.index(".entry"))]
    at = 0
    for align, kind, size in re.findall(
        r"\.param (?:\.align (\d+) )?\.(b8|[bufs]\d+|u64)[^,\n]*?(?:\[(\d+)\])?,?\n", head + "\n"
    ):
        n = int(size) if size else int(kind[1:]) // 8
        step = int(align) if align else n
        at = -(-at // step) * step + n
    return at


def test_the_bytes_of_every_kind(gpu: FakeCuda) -> None:
    m = module()
    x, one, y = on_gpu(5), on_gpu(1), on_gpu(5)
    m.k({"a": 7, "b": 1.5, "c": [8, 9]}, m.types.Shape.Rect(2.0, 3.0), (3, 4), x, one, None, y)
    m.k((7, 1.5, (8, 9)), "Nothing", (3, 4), None, None, True, y)
    first, second = gpu.launches
    p = struct.pack("<f2HB3x", 1.5, 8, 9, 7)  # the order rustc gives the fields
    t = struct.pack("<B7xQ", 3, 4)  # the last field of a tuple stays last
    head = p + struct.pack("<I2f", 1, 2.0, 3.0) + t
    assert first.params == head + struct.pack("<QQQB7xQQ", x.ptr, 5, one.ptr, 2, y.ptr, 5)
    head = p + struct.pack("<I8x", 2) + t
    assert second.params == head + struct.pack("<QQQB7xQQ", 0, 0, 0, 1, y.ptr, 5)
    assert param_bytes(gpu) == len(first.params)


def test_closures_carry_their_values(gpu: FakeCuda) -> None:
    m, y, table = module(), on_gpu(4), on_gpu(3)
    f = fe.closure("|x| x * a + t[k]", a=2.0, t=table, k=1)
    m.map(f, y)
    m.map(f.replace(a=5.0, k=2), y)
    assert len(gpu.named("cuLibraryLoadData")) == 1
    for launched, a, k in zip(gpu.launches, (2.0, 5.0), (1, 2), strict=True):
        closure, rest = launched.params[:-16], launched.params[-16:]
        assert rest == struct.pack("<QQ", y.ptr, 4)
        assert len(closure) == 32 and struct.pack("<QQ", table.ptr, 3) in closure
        assert struct.pack("<f", a) in closure and struct.pack("<Q", k) in closure
    assert param_bytes(gpu) == len(gpu.launches[0].params)


def test_devices_and_aliasing_hold_inside_arguments(gpu: FakeCuda) -> None:
    m, y = module(), on_gpu(4)
    with pytest.raises(
        fe.ArgumentError, match=r"two devices: `y: .* on cuda:0, `f\.t` is a float32 DeviceArray .* on cuda:1"
    ):
        m.map(fe.closure("|x| x + t[0]", t=on_gpu(4, "cuda:1")), y)
    with pytest.raises(fe.ArgumentError, match=r"`f\.t` is a float32 NumPy array .* on cpu; pass fe\.to_device\(f\.t"):
        m.map(fe.closure("|x| x + t[0]", t=np.zeros(4, "f4")), y)
    with pytest.raises(fe.BorrowError, match=r"`f\.t: &\[f32\]`"):
        m.map(fe.closure("|x| x + t[0]", t=y), y)
    assert gpu.launches == []


def test_structs_in_device_memory(gpu: FakeCuda) -> None:
    m = module()
    P = m.types.P
    host = np.zeros(3, P.dtype)
    host["b"] = 1.5
    a, b = fe.to_device(host, "cuda:0"), fe.zeros(3, P, "cuda:0")
    m.grow(a, b)
    assert gpu.launches[0].params == struct.pack("<QQQQ", a.ptr, 3, b.ptr, 3)
    assert (a.to_host() == host).all() and not b.to_host()["b"].any()
