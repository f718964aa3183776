"""The library's math functions: errors below the bounds that their documentation states.

Against stored results of mpmath, through Ferrule on the CPU device; and densely against long double, through rustc.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from tests.oracle.math_crate import MathCrate
from tests.oracle.math_reference import ALL, BINARY, GOLDENS, UNARY, arguments, bound, ulp_distance

TYPES = {"f32": np.float32, "f64": np.float64}


def worst(name: str, got: Any, want: Any, x: Any, y: Any) -> None:
    """Fails with the argument of the largest error, if that is beyond the bound."""
    distance = ulp_distance(got, want)
    i = int(np.argmax(distance))
    where = f"{name}({float(x[i])!r}, {float(y[i])!r}) = {got[i]!r}, not {want[i]!r}"
    assert distance[i] <= bound(name, got.dtype), f"{float(distance[i]):.3g} ulp: {where}"


def kernel(ty: str) -> str:
    """One kernel with every function, so that there is one compilation."""
    lines = [f"*out.get_unchecked_mut(i * {len(ALL)} + {k}) = a.{ALL[n][0]}();" for k, n in enumerate(UNARY)]
    for k, name in enumerate(BINARY, start=len(UNARY)):
        value = "a % b" if name == "fmod" else f"a.{ALL[name][0]}(b)"
        lines.append(f"*out.get_unchecked_mut(i * {len(ALL)} + {k}) = {value};")
    return f"""
        #[kernel]
        pub fn all_{ty}(x: &[{ty}], y: &[{ty}], mut out: DisjointSlice<{ty}>) {{
            let i = thread::index_1d().get();
            if i < x.len() {{
                let (a, b) = (x[i], y[i]);
                unsafe {{ {" ".join(lines)} }}
            }}
        }}
    """


@pytest.fixture(scope="module")
def kernels() -> Any:
    return fe.rust("use cuda_device::*;\n" + kernel("f32") + kernel("f64"), name="math.rs")


@pytest.mark.parametrize("ty", ["f32", "f64"])
def test_against_mpmath(kernels: Any, ty: str) -> None:
    goldens = np.load(GOLDENS)
    tag = np.dtype(TYPES[ty]).name
    x, y = goldens[f"{tag}_x"], goldens[f"{tag}_y"]
    out = np.zeros((x.size, len(ALL)), TYPES[ty])
    k = getattr(kernels, f"all_{ty}")
    k[-(-x.size // 64), 64](x, y, out.reshape(-1))
    for column, name in enumerate(ALL):
        worst(name, out[:, column], goldens[f"{tag}_{name}"], x, y)


@pytest.fixture(scope="module")
def crate(tmp_path_factory: pytest.TempPathFactory) -> MathCrate:
    return MathCrate(Path(tmp_path_factory.mktemp("math")))


@pytest.mark.rustc
@pytest.mark.parametrize("ty", ["f32", "f64"])
@pytest.mark.parametrize("name", ALL)
def test_densely(crate: MathCrate, name: str, ty: str) -> None:
    x, y = arguments(TYPES[ty], 20_000 if ty == "f32" else 4_000, seed=5)
    got = crate.call(name, x, y)
    with np.errstate(all="ignore"):
        wide = (x.astype(np.longdouble), y.astype(np.longdouble))
        want = ALL[name][1](*wide) if name in BINARY else ALL[name][1](wide[0])
    worst(name, got, want, x, y)


@pytest.mark.rustc
def test_goldens_are_right(crate: MathCrate) -> None:
    """The stored results agree with long double to half an ulp and a bit, so a stale file shows."""
    goldens = np.load(GOLDENS)
    x, y = arguments(np.float64, 24, seed=11)
    assert np.array_equal(x, goldens["float64_x"], equal_nan=True)
    for name in ("exp", "sin", "pow"):
        with np.errstate(all="ignore"):
            a, b = x.astype(np.longdouble), y.astype(np.longdouble)
            want = ALL[name][1](a, b) if name in BINARY else ALL[name][1](a)
        assert np.max(ulp_distance(goldens[f"float64_{name}"], want)) <= 0.51
