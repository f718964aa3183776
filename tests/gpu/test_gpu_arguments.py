"""Every kind of argument on a GPU: each kernel gives what it gives on the CPU device."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ferrule as fe
from tests.run.test_arguments import SIZES, module

pytestmark = pytest.mark.gpu


def on(array: Any) -> fe.DeviceArray:
    return fe.to_device(array, "cuda:0")


@pytest.mark.parametrize("n", SIZES)
def test_slices_of_structs(n: int) -> None:
    m = module()
    a = np.zeros(n, m.types.Particle.dtype)
    a["mass"], a["id"], a["on"] = np.arange(n), np.arange(n) % 256, np.arange(n) % 2 == 0
    out = fe.zeros(n, m.types.Particle, "cuda:0")
    m.advance(on(a), 0.5, out)
    got = out.to_host()
    assert (
        np.allclose(got["v"], 0.5 * a["mass"][:, None])
        and (got["on"] != a["on"]).all()
        and (got["id"] == a["id"]).all()
    )


def test_structs_and_enums_by_value() -> None:
    m = module()
    t = m.types
    out = fe.zeros(1, "f32", "cuda:0")
    m.particle[1, 1](t.Particle(mass=1.5, id=2, v=[1, 2, 3], on=True), out)
    assert out.to_host()[0] == 106.5
    for shape, want in ((t.Shape.Circle(3.0), 9), (t.Shape.Rect(w=2.0, h=5.0), 10), ("Nothing", -1)):
        m.area[1, 1](shape, out)
        assert out.to_host()[0] == want
    seen = fe.zeros(6, "u32", "cuda:0")
    for n, want in ((t.Niche.A(True), 1), (t.Niche.A(False), 0), ("B", 10), (t.Niche.C, 11)):
        m.scene[1, 1](t.Scene(shape="Nothing", color="Blue", tint="Green", origin=(7, "é"), n=n), seen)
        assert seen.to_host().tolist() == [3, 6, 5, 7, 0xE9, want]
    wide = fe.zeros(1, "f64", "cuda:0")
    m.many[1, 1]((1, 0.5, [1, 2, -3]), [[1, 2], [9, 4]], 2.5, "A", wide)
    assert wide.to_host()[0] == 75


@pytest.mark.torch
@pytest.mark.parametrize("n", SIZES)
def test_torch_rows_closures_and_options(n: int) -> None:
    import torch

    m = module()
    v, rows, pairs = (torch.rand(n, k, device="cuda") for k in (3, 3, 2))
    out = torch.zeros(n, device="cuda")
    m.lengths(v, rows, pairs, out)
    assert torch.allclose(out, v[:, 0] + v[:, 2] * 10 + rows[:, 1] * 100 + pairs[:, 1] * 1000)
    x = torch.arange(n, device="cuda", dtype=torch.float32)
    table = torch.tensor([5.0, 6.0, 7.0], device="cuda")
    f = fe.closure("|x| x * a + t[x as usize % t.len()]", a=2.0, t=table)
    for a in (2.0, -1.0):
        m.map(x, f.replace(a=a), out)
        assert torch.equal(out, x * a + table[torch.arange(n, device="cuda") % 3])
    bias = torch.ones(n, device="cuda")
    limit = torch.full((1,), 10.0, device="cuda")
    for b in (None, bias):
        for g in (None, 3.0):
            for top in (None, limit):
                m.biased(x, b, g, top, out)
                want = x * (g or 1) + (0 if b is None else b)
                assert torch.equal(out, want if top is None else want.clamp(max=10.0))
    with pytest.raises(fe.BorrowError):
        m.map(x, f.replace(t=out), out)


@pytest.mark.torch
def test_torch_references_pointers_and_hot_loops() -> None:
    import torch

    m = module()
    four, one, two = (torch.arange(k, device="cuda", dtype=torch.float32) + 1 for k in (4, 1, 2))
    step = m.fixed.bind(grid=1, block=1)
    for _ in range(50):  # by the compiled launcher too, where there is one
        step(four, one, two.zero_())
    assert two.tolist() == [5, 1]
    with pytest.raises(fe.ArgumentError, match="a reference needs one element"):
        step(four, four, two)
    a = torch.arange(100, device="cuda", dtype=torch.int32).view(torch.uint32)
    b = torch.zeros(100, device="cuda", dtype=torch.int32).view(torch.uint32)
    launch = fe.Launch(1, 128, device="cuda:0")
    m.copy[launch](fe.unsafe_ptr(a.data_ptr()), fe.unsafe_ptr(b.data_ptr()), 100)
    fe.synchronize()
    assert (b.view(torch.int32) == torch.arange(1, 101, device="cuda")).all()


@pytest.mark.parametrize("n", SIZES)
def test_atomics(n: int) -> None:
    x = np.arange(n, dtype=np.uint32) % 7
    bins, total = fe.zeros(7, "u32", "cuda:0"), fe.zeros(1, "u32", "cuda:0")
    module().count[(n + 127) // 128, 128](on(x), bins, bins, total)
    assert (bins.to_host() == np.bincount(x, minlength=7)).all() and total.to_host()[0] == n
