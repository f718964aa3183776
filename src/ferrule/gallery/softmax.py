"""Softmax of each row of a matrix."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import Array, Example, poisoned

BLOCK = 128
SIZES = ((1, 1), (1, 31), (2, 32), (3, 33), (7, 127), (5, 128), (4, 129), (2, 1009), (0, 5), (6, 0))


def inputs(size: tuple[int, int], rng: np.random.Generator) -> dict[str, Any]:
    x = (100 * rng.standard_normal(size)).astype("f4")  # exp(x) alone would overflow
    return {"x": x, "y": poisoned(size, "f4")}


def launch(module: Any, v: SimpleNamespace) -> Any:
    rows, columns = v.x.shape
    if rows:
        module.softmax[rows, BLOCK](columns, v.x, v.y)
    return v.y


def expected(v: SimpleNamespace) -> Array:
    x: Array = v.x.astype(np.float64)
    if not x.size:
        return x
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


EXAMPLES = [Example("softmax", "softmax.rs", SIZES, (256, 1000), inputs, launch, expected, 1e-5)]
