"""The Mandelbrot set: how soon each point escapes, and the picture."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import Array, Example, poisoned, share_different

LIMIT = 200
SIZES = ((1, 1), (31, 33), (16, 16), (17, 64), (67, 101), (0, 4), (4, 0))


def view(size: tuple[int, int]) -> tuple[float, float, float]:
    """Left, top and the side of a pixel, such that the whole set is in the picture."""
    rows, columns = size
    scale = max(3.2 / max(columns, 1), 2.4 / max(rows, 1))
    return -0.7 - scale * columns / 2, scale * rows / 2, scale


def inputs(size: tuple[int, int], rng: np.random.Generator) -> dict[str, Any]:
    left, top, scale = view(size)
    return {"left": left, "top": top, "scale": scale, "out": poisoned(size, "u4")}


def steps_launch(module: Any, v: SimpleNamespace) -> Any:
    module.escape_steps(v.left, v.top, v.scale, LIMIT, v.out)
    return v.out


def picture_launch(module: Any, v: SimpleNamespace) -> Any:
    module.mandelbrot(v.left, v.top, v.scale, LIMIT, v.out)
    return v.out


def orbits(v: SimpleNamespace) -> tuple[Array, Array]:
    """Steps and squared distance at escape, in float64."""
    rows, columns = v.out.shape
    # The points themselves are rounded as the kernel rounds them: near the border that alone changes the count.
    single = np.float32
    re = single(v.left) + single(v.scale) * np.arange(columns, dtype=single)
    im = single(v.top) - single(v.scale) * np.arange(rows, dtype=single)
    c = re.astype(np.float64)[None, :] + 1j * im.astype(np.float64)[:, None]
    z = np.zeros_like(c)
    steps = np.full(c.shape, LIMIT)
    distance = np.zeros(c.shape)
    running = np.ones(c.shape, bool)
    for step in range(LIMIT):
        norm = z.real**2 + z.imag**2
        left = running & (norm > 256)
        steps[left], distance[left] = step, norm[left]
        running &= ~left
        z[running] = z[running] ** 2 + c[running]
    return steps, distance


def steps_expected(v: SimpleNamespace) -> Array:
    return orbits(v)[0]


def picture_expected(v: SimpleNamespace) -> Array:
    steps, distance = orbits(v)
    escaped = steps < LIMIT
    smooth = steps + 1 - np.log2(0.5 * np.log(np.where(escaped, distance, 257)))
    t = (0.02 * smooth) % 1.0
    channels = [0.5 + 0.5 * np.cos(2 * np.pi * (t + phase)) for phase in (0.55, 0.45, 0.30)]
    early, dark = steps <= 4, (0.02, 0.02, 0.12)
    colour = [np.where(escaped, np.where(early, d, c), 0.0) for c, d in zip(channels, dark, strict=True)]
    return np.asarray(sum((np.clip(c, 0, 1) * 255 + 0.5).astype(np.uint32) << 8 * i for i, c in enumerate(colour)))


def share_of_other_colour(got: Array, expected: Array) -> float:
    """The share of pixels that are not opaque or differ by more than two levels in a channel."""
    if got.shape != expected.shape:
        return float("inf")
    wrong = got >> 24 != 0xFF
    for shift in (0, 8, 16):
        a, b = (got >> shift & 0xFF).astype(int), (expected >> shift & 0xFF).astype(int)
        wrong |= np.abs(a - b) > 2
    return float(np.mean(wrong)) if got.size else 0.0


# Along the border of the set the rounding of single precision changes some counts: a pixel in a hundred may differ.
EXAMPLES = [
    Example(
        "escape_steps", "mandelbrot.rs", SIZES, (384, 512), inputs, steps_launch, steps_expected, 0.01, share_different
    ),
    Example(
        "mandelbrot", "mandelbrot.rs", SIZES, (384, 512), inputs, picture_launch, picture_expected, 0.01,
        share_of_other_colour,
    ),
]  # fmt: skip
