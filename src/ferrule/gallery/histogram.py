"""How often each byte occurs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import RAGGED, Array, Example, blocks

BLOCK = 128


def inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    data = np.clip(rng.normal(128, 30, n), 0, 255).astype(np.uint8)  # a hill: some bins are fought for, some stay empty
    return {"data": data, "counts": np.zeros(256, np.uint32)}


def launch(module: Any, v: SimpleNamespace) -> Any:
    grid = min(blocks(v.data.shape[0], 4 * BLOCK), 512)
    module.histogram[grid, BLOCK](v.data, v.counts)
    return v.counts


def expected(v: SimpleNamespace) -> Array:
    return np.bincount(v.data, minlength=256).astype(np.float64)


EXAMPLES = [Example("histogram", "histogram.rs", RAGGED, 1 << 20, inputs, launch, expected, 0.0)]
