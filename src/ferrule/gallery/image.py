"""Blur and edges of a grey image."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import Array, Example, poisoned

SIZES = ((1, 1), (1, 33), (33, 1), (16, 16), (17, 31), (67, 101))


def gaussian(sigma: float) -> Array:
    """Weights that sum to one, up to three standard deviations."""
    radius = int(3 * sigma + 0.5)
    weights = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
    return np.asarray(weights / weights.sum())


def inputs(size: tuple[int, int], rng: np.random.Generator) -> dict[str, Any]:
    return filter_inputs(rng.uniform(0, 1, size).astype("f4"))


def filter_inputs(image: Array) -> dict[str, Any]:
    return {
        "weights": gaussian(2.0).astype("f4"),
        "image": image,
        "across": poisoned(image.shape, "f4"),
        "out": poisoned(image.shape, "f4"),
    }


def blur_launch(module: Any, v: SimpleNamespace) -> Any:
    module.blur_rows(v.weights, v.image, v.across)
    module.blur_columns(v.weights, v.across, v.out)
    return v.out


def sobel_launch(module: Any, v: SimpleNamespace) -> Any:
    module.sobel(v.image, v.out)
    return v.out


def blur_expected(v: SimpleNamespace) -> Array:
    weights = v.weights.astype(np.float64)
    radius = len(weights) // 2
    out = v.image.astype(np.float64)
    for axis in (1, 0):
        pad = [(0, 0), (0, 0)]
        pad[axis] = (radius, radius)
        padded, n = np.pad(out, pad, mode="edge"), out.shape[axis]
        out = sum(w * np.take(padded, range(i, i + n), axis) for i, w in enumerate(weights))
    return np.asarray(out)


def sobel_expected(v: SimpleNamespace) -> Array:
    rows, columns = v.image.shape
    p = np.pad(v.image.astype(np.float64), 1, mode="edge")

    def at(dr: int, dc: int) -> Array:
        return p[1 + dr : 1 + dr + rows, 1 + dc : 1 + dc + columns]

    gx = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)
    gy = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)
    return np.asarray(np.hypot(gx, gy))


EXAMPLES = [
    Example("gaussian blur", "image.rs", SIZES, (600, 512), inputs, blur_launch, blur_expected, 2e-6),
    Example("sobel", "image.rs", SIZES, (600, 512), inputs, sobel_launch, sobel_expected, 2e-6),
]
