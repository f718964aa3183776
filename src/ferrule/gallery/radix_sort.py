"""Radix sort, least significant digit first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import RAGGED, Array, Example, blocks, poisoned, share_different

BITS = 8  # as in radix_sort.rs, and the next
TILE = 256


def inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    # Half of the keys are small: digits that all keys of a tile have in common, and keys that occur often.
    keys = rng.integers(0, 1 << 32, n, np.uint32) >> rng.choice(np.array([0, 25], np.uint32), n)
    return {
        "keys": keys,
        "counts": poisoned((1 << BITS) * blocks(n, TILE), "u4"),
        "sorted": poisoned(n, "u4"),
    }


def launch(module: Any, v: SimpleNamespace) -> Any:
    grid = blocks(v.keys.shape[0], TILE)
    source, target = v.keys, v.sorted
    for shift in range(0, 32, BITS):
        module.count_digits[grid, TILE](shift, source, v.counts)
        module.scan_counts[1, TILE](v.counts)
        module.scatter[grid, TILE](shift, source, v.counts, target)
        source, target = target, source
    return source


def expected(v: SimpleNamespace) -> Array:
    return np.sort(v.keys)


EXAMPLES = [Example("radix sort", "radix_sort.rs", RAGGED, 1 << 17, inputs, launch, expected, 0.0, share_different)]
