"""Bitonic sort of any number of keys."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import RAGGED, Array, Example, blocks, share_different

BLOCK = 256  # as in bitonic_sort.rs
TILE = 2 * BLOCK


def inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    return {"keys": rng.integers(0, 1 << 32, n, np.uint32)}


def launch(module: Any, v: SimpleNamespace) -> Any:
    n = v.keys.shape[0]
    grid = blocks(n, TILE)
    module.sort_tiles[grid, BLOCK](v.keys)
    run = TILE
    while run < n:
        # A pair may reach beyond the end, so that there are as many as for whole runs.
        pairs = blocks(n, 2 * run) * run // BLOCK
        module.merge[pairs, BLOCK](run, v.keys)
        distance = run // 2
        while distance >= TILE:
            module.merge_step[pairs, BLOCK](distance, v.keys)
            distance //= 2
        module.merge_tiles[grid, BLOCK](v.keys)
        run *= 2
    return v.keys


def expected(v: SimpleNamespace) -> Array:
    return np.sort(v.keys)


SIZES = (*RAGGED, TILE, TILE + 1)
EXAMPLES = [Example("bitonic sort", "bitonic_sort.rs", SIZES, 1 << 17, inputs, launch, expected, 0.0, share_different)]
