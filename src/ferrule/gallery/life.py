"""Conway's game of life."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import Array, Example, module, poisoned, share_different
from ferrule.gallery.harness import Backend, place

GENERATIONS = 5
SIZES = ((1, 1), (1, 33), (33, 1), (2, 2), (3, 3), (16, 16), (17, 31), (67, 101), (0, 4))

# Bill Gosper's gun of 1970: a glider every 30 generations.
GUN = """
........................O...........
......................O.O...........
............OO......OO............OO
...........O...O....OO............OO
OO........O.....O...OO..............
OO........O...O.OO....O.O...........
..........O.....O.......O...........
...........O...O....................
............OO......................
"""


def inputs(size: tuple[int, int], rng: np.random.Generator) -> dict[str, Any]:
    return first((rng.uniform(size=size) < 0.35).astype(np.uint8))


def first(cells: Array) -> dict[str, Any]:
    return {"cells": cells, "next": poisoned(cells.shape, "u1")}


def step(module: Any, v: SimpleNamespace) -> Any:
    module.generation(v.cells, v.next)
    v.cells, v.next = v.next, v.cells
    return v.cells


def launch(module: Any, v: SimpleNamespace) -> Any:
    for _ in range(GENERATIONS):
        step(module, v)
    return v.cells


def expected(v: SimpleNamespace) -> Array:
    cells = v.cells.astype(np.int64)
    for _ in range(GENERATIONS):
        shifts = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
        neighbours = sum(np.roll(cells, shift, (0, 1)) for shift in shifts)
        cells = ((neighbours == 3) | (cells == 1) & (neighbours == 2)).astype(np.int64)
    return np.asarray(cells)


def pattern(text: str) -> Array:
    return np.array([[c == "O" for c in line] for line in text.split()], np.uint8)


def film(backend: Backend, cells: Array, generations: int) -> Iterator[Array]:
    """Every generation, the first included."""
    v = place(first(cells), backend)
    yield cells
    for _ in range(generations):
        yield backend.get(step(module("life.rs"), v)).copy()


EXAMPLES = [Example("life", "life.rs", SIZES, (512, 512), inputs, launch, expected, 0.0, share_different)]
