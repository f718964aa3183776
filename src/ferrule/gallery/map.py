"""Kernels over a generic helper: a product for any number type, and a polynomial as a closure."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import RAGGED, Array, Example, poisoned


def scale_inputs(dtype: str) -> Callable[[int, np.random.Generator], dict[str, Any]]:
    def inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
        x = rng.integers(-1000, 1000, n).astype(dtype)
        return {"factor": 3 if x.dtype.kind == "i" else 0.3, "x": x, "y": poisoned(n, dtype)}

    return inputs


def scale_launch(module: Any, v: SimpleNamespace) -> Any:
    module.scale(v.factor, v.x, v.y)  # `T` is what the arrays hold
    return v.y


def scale_expected(v: SimpleNamespace) -> Array:
    return np.asarray(v.factor * v.x.astype(np.float64))


def polynomial_inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    return {
        "coefficients": np.array([0.5, -1.0, 0.25, 3.0], "f4"),
        "x": rng.uniform(-2, 2, n).astype("f4"),
        "y": poisoned(n, "f4"),
    }


def polynomial_launch(module: Any, v: SimpleNamespace) -> Any:
    module.polynomial(v.coefficients, v.x, v.y)
    return v.y


def polynomial_expected(v: SimpleNamespace) -> Array:
    return np.asarray(np.polyval(v.coefficients.astype(np.float64), v.x.astype(np.float64)))


EXAMPLES = [
    Example(f"scale<{rust}>", "map.rs", RAGGED, 1 << 20, scale_inputs(dtype), scale_launch, scale_expected, tolerance)
    for rust, dtype, tolerance in (("f32", "f4", 1e-6), ("f64", "f8", 1e-14), ("i32", "i4", 0.0))
] + [Example("polynomial", "map.rs", RAGGED, 1 << 20, polynomial_inputs, polynomial_launch, polynomial_expected, 1e-6)]
