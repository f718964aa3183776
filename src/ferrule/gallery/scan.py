"""Inclusive scan over many blocks, with two ways to scan within a block."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import RAGGED, Array, Example, blocks, poisoned

BLOCK = 256  # as in scan.rs
# The last has more tiles than a tile has elements: the sums of the tiles are several tiles themselves.
SIZES = (*RAGGED, BLOCK * BLOCK + BLOCK + 1)


def inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    return {
        "x": rng.integers(0, 1000, n, np.uint32),
        "y": poisoned(n, "u4"),
        "sums": poisoned(blocks(n, BLOCK), "u4"),
    }


def launch_with(kernel: str) -> Callable[[Any, SimpleNamespace], Any]:
    def launch(module: Any, v: SimpleNamespace) -> Any:
        grid = v.sums.shape[0]
        getattr(module, kernel)[grid, BLOCK](v.x, v.y, v.sums)
        module.exclusive_scan[1, BLOCK](v.sums)
        module.add_before[grid, BLOCK](v.sums, v.y)
        return v.y

    return launch


def expected(v: SimpleNamespace) -> Array:
    return np.cumsum(v.x, dtype=np.float64)


EXAMPLES = [
    Example("Hillis-Steele", "scan.rs", SIZES, 1 << 18, inputs, launch_with("hillis_steele"), expected, 0.0),
    Example("Blelloch", "scan.rs", SIZES, 1 << 18, inputs, launch_with("blelloch"), expected, 0.0),
]
