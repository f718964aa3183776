"""``C = A @ B`` in shared-memory tiles."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import Array, Example, blocks, poisoned

TILE = 16  # as in matmul.rs
SIZES = ((1, 1, 1), (16, 16, 16), (17, 31, 33), (5, 64, 1), (33, 1, 100), (3, 4, 0), (0, 7, 5), (7, 0, 5), (61, 67, 71))


def inputs(size: tuple[int, int, int], rng: np.random.Generator) -> dict[str, Any]:
    rows, columns, inner = size
    return {
        "a": rng.standard_normal((rows, inner), np.float32),
        "b": rng.standard_normal((inner, columns), np.float32),
        "c": poisoned((rows, columns), "f4"),
    }


def launch(module: Any, v: SimpleNamespace) -> Any:
    rows, columns = v.c.shape
    grid = (blocks(columns, TILE), blocks(rows, TILE))
    module.matmul[grid, (TILE, TILE)](v.a.shape[1], v.a, v.b, v.c)
    return v.c


def expected(v: SimpleNamespace) -> Array:
    return np.asarray(v.a.astype(np.float64) @ v.b.astype(np.float64))


EXAMPLES = [Example("matmul", "matmul.rs", SIZES, (256, 256, 256), inputs, launch, expected, 2e-6)]
