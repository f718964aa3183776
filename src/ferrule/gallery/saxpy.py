"""``y += a * x``, in place."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import RAGGED, Array, Example


def inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    return {"a": 2.5, "x": rng.standard_normal(n, np.float32), "y": rng.standard_normal(n, np.float32)}


def launch(module: Any, v: SimpleNamespace) -> Any:
    module.saxpy(v.a, v.x, v.y)
    return v.y


def expected(v: SimpleNamespace) -> Array:
    return np.asarray(v.a * v.x.astype(np.float64) + v.y)


EXAMPLES = [Example("saxpy", "saxpy.rs", RAGGED, 1 << 20, inputs, launch, expected, 1e-6)]
