"""What the math functions should return: arguments, correctly rounded results, distances in ulp.

python -m tests.oracle.math_reference       writes math_goldens.npz from mpmath
"""

# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

GOLDENS = Path(__file__).with_name("math_goldens.npz")
Array = np.ndarray[Any, Any]

# name -> (Rust method, NumPy function, bound on the error in ulp for f32 and f64).  The bounds stand in the library's sources.
UNARY: dict[str, tuple[str, Callable[..., Any], float, float]] = {
    "exp": ("exp", np.exp, 1, 2), "exp2": ("exp2", np.exp2, 1, 2), "expm1": ("exp_m1", np.expm1, 2, 2),
    "ln": ("ln", np.log, 1, 1), "log2": ("log2", np.log2, 2, 1), "log10": ("log10", np.log10, 2, 1),
    "log1p": ("ln_1p", np.log1p, 2, 2), "sin": ("sin", np.sin, 2, 2), "cos": ("cos", np.cos, 2, 2), "tan": ("tan", np.tan, 2, 2),
    "asin": ("asin", np.arcsin, 2, 2), "acos": ("acos", np.arccos, 2, 2), "atan": ("atan", np.arctan, 2, 2),
    "sinh": ("sinh", np.sinh, 2, 2), "cosh": ("cosh", np.cosh, 2, 2), "tanh": ("tanh", np.tanh, 2, 2),
    "asinh": ("asinh", np.arcsinh, 3, 3), "acosh": ("acosh", np.arccosh, 3, 3), "atanh": ("atanh", np.arctanh, 3, 3),
    "cbrt": ("cbrt", np.cbrt, 1, 1),
}  # fmt: skip
BINARY: dict[str, tuple[str, Callable[..., Any], float, float]] = {
    "atan2": ("atan2", np.arctan2, 2, 2), "hypot": ("hypot", np.hypot, 2, 2), "pow": ("powf", np.power, 2, 2),
    "fmod": ("%", np.fmod, 0, 0),
}  # fmt: skip
ALL = UNARY | BINARY


def bound(name: str, dtype: Any) -> float:
    return ALL[name][2 if np.dtype(dtype) == np.float32 else 3]


def special(dtype: Any) -> Array:
    info = np.finfo(dtype)
    return np.array(
        [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, info.tiny, -info.tiny, info.max, -info.max, info.smallest_subnormal,
         0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 1.5, np.pi, np.pi / 2, 22.0, 1e10, 1e-10],
        dtype=dtype,
    )  # fmt: skip


def arguments(dtype: Any, n: int, seed: int) -> tuple[Array, Array]:
    """(x, y): every bit pattern is as likely as another in one part; the others lie where functions have their features."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    bits = np.uint32 if dtype == np.float32 else np.uint64
    parts = [rng.integers(0, np.iinfo(bits).max, n, dtype=bits, endpoint=True).view(dtype)]
    parts += [(rng.standard_normal(n) * s).astype(dtype) for s in (1e-3, 1.0, 4.0, 20.0, 300.0, 1e5)]
    parts += [(1 + rng.standard_normal(n) * 0.01).astype(dtype), rng.uniform(-1, 1, n).astype(dtype)]
    x = np.concatenate(parts)
    y = x[rng.permutation(x.size)]
    # For powers: results that neither overflow nor vanish.
    base = rng.lognormal(0, 2, 2 * n).astype(dtype)
    exponent = (rng.standard_normal(2 * n) * (15 if dtype == np.float32 else 100)).astype(dtype)
    s = special(dtype)
    return np.concatenate([x, base, np.repeat(s, s.size)]), np.concatenate([y, exponent, np.tile(s, s.size)])


def ulp_distance(got: Array, want: Array) -> Array:
    """|got - want| in units of the last place of ``want``, which has more precision than ``got``.

    NaN goes with NaN only, zeros must have the sign of the other; next to overflow the infinity and the largest float are one
    ulp apart.
    """
    info = np.finfo(got.dtype)
    digits, lowest = (24, -149) if got.dtype == np.float32 else (53, -1074)
    with np.errstate(all="ignore"):
        rounded = want.astype(got.dtype)
        exponent = np.frexp(np.abs(want))[1]
        ulp = np.ldexp(np.longdouble(1), np.maximum(exponent - digits, lowest))
        distance = np.abs(got.astype(np.longdouble) - want.astype(np.longdouble)) / ulp
        same = (np.isnan(got) & np.isnan(rounded)) | ((got == rounded) & (np.signbit(got) == np.signbit(rounded)))
        finite = np.isfinite(got) & np.isfinite(rounded)
        wrong_zero = (got == 0) & (rounded == 0) & ~same
        edge = ~finite & ~np.isnan(got) & ~np.isnan(rounded) & (np.sign(got) == np.sign(rounded))
        edge &= np.minimum(np.abs(got), np.abs(rounded)) == info.max
    distance = np.where(finite, distance, np.where(same, 0, np.where(edge, 1, np.inf)))
    return np.where(wrong_zero, np.inf, distance)


def exact(name: str, x: float, y: float, dtype: Any) -> float:
    """The result by mpmath, correctly rounded where it is an ordinary number; by C's rules elsewhere."""
    import mpmath as mp

    with np.errstate(all="ignore"):
        numpy_result = ALL[name][1](np.longdouble(x), *([np.longdouble(y)] if name in BINARY else []))
    ordinary = np.isfinite(numpy_result) and numpy_result != 0 and np.isfinite(x) and x != 0
    if not ordinary or (name in BINARY and (not np.isfinite(y) or y == 0)):
        return float(np.dtype(dtype).type(numpy_result))
    if name == "fmod":
        return float(np.fmod(np.dtype(dtype).type(x), np.dtype(dtype).type(y)))
    functions: dict[str, Callable[..., Any]] = {
        "exp2": lambda a: mp.mpf(2) ** a, "ln": mp.log, "log2": lambda a: mp.log(a, 2), "cbrt": lambda a: mp.sign(a) * mp.cbrt(abs(a)),
        "pow": lambda a, b: mp.mpf(a) ** mp.mpf(b),
    }  # fmt: skip
    f = functions.get(name) or getattr(mp, name)
    with mp.workprec(1400 if name in ("sin", "cos", "tan", "log1p", "expm1", "asinh", "acosh", "atanh") else 300):
        result = f(mp.mpf(x), mp.mpf(y)) if name in BINARY else f(mp.mpf(x))
        return float(mp.re(result))


def main() -> None:
    store: dict[str, Array] = {}
    for dtype in (np.float32, np.float64):
        x, y = arguments(dtype, 24, seed=11)
        tag = np.dtype(dtype).name
        store[f"{tag}_x"], store[f"{tag}_y"] = x, y
        for name in ALL:
            results = [exact(name, float(a), float(b), dtype) for a, b in zip(x, y)]
            # For f32 the results keep the precision of f64.
            store[f"{tag}_{name}"] = np.array(results, np.float64)
    np.savez_compressed(GOLDENS, **store)
    print(GOLDENS.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
