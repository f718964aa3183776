"""Sums by warps, by blocks and by cooperative groups."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import RAGGED, Array, Example, blocks, poisoned

WARP, BLOCK = 32, 256


def warp_inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    return {"x": rng.uniform(0, 1, n).astype("f4"), "sums": poisoned(-(-n // WARP), "f4")}


def warp_launch(module: Any, v: SimpleNamespace) -> Any:
    module.warp_sums[blocks(v.x.shape[0], BLOCK), BLOCK](v.x, v.sums)
    return v.sums


def warp_expected(v: SimpleNamespace) -> Array:
    padded = np.zeros(v.sums.shape[0] * WARP)
    padded[: v.x.shape[0]] = v.x
    return np.asarray(padded.reshape(-1, WARP).sum(axis=1))


def block_inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    return {"x": rng.uniform(0, 1, n).astype("f4"), "total": np.zeros(1, "f4")}


def block_launch(module: Any, v: SimpleNamespace) -> Any:
    grid = min(blocks(v.x.shape[0], BLOCK), 1024)
    module.block_sum[grid, BLOCK](v.x, v.total)
    return v.total


def block_expected(v: SimpleNamespace) -> Array:
    return np.array([v.x.sum(dtype=np.float64)])


def group_inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    sums = min(blocks(n, BLOCK), 512)
    return {"x": rng.uniform(0, 1, n).astype("f4"), "sums": poisoned(sums, "f4"), "total": poisoned(1, "f4")}


def group_launch(module: Any, v: SimpleNamespace) -> Any:
    module.group_sum[v.sums.shape[0], BLOCK](v.x, v.sums)
    module.group_sum[1, BLOCK](v.sums, v.total)
    return v.total


EXAMPLES = [
    Example("warp_sums", "reduce.rs", RAGGED, 1 << 18, warp_inputs, warp_launch, warp_expected, 1e-6),
    Example("block_sum", "reduce.rs", RAGGED, 1 << 18, block_inputs, block_launch, block_expected, 1e-5),
    Example("group_sum", "reduce.rs", RAGGED, 1 << 18, group_inputs, group_launch, block_expected, 1e-6),
]
