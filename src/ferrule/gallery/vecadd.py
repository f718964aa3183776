"""``c = a + b``."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import RAGGED, Array, Example, poisoned


def inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    return {
        "a": rng.standard_normal(n, np.float32),
        "b": rng.standard_normal(n, np.float32),
        "c": poisoned(n, "f4"),
    }


def launch(module: Any, v: SimpleNamespace) -> Any:
    module.vecadd(v.a, v.b, v.c)
    return v.c


def expected(v: SimpleNamespace) -> Array:
    return np.asarray(v.a.astype(np.float64) + v.b)


EXAMPLES = [Example("vecadd", "vecadd.rs", RAGGED, 1 << 20, inputs, launch, expected, 1e-6)]
