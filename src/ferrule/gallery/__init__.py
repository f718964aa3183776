"""Example kernels that ship with Ferrule: each a ``.rs`` file and a small driver of the same name beside it.

``ferrule demo`` runs them; ``tests/run/test_gallery.py`` checks them at ragged sizes.  A driver holds, for each kernel,
how to make its inputs, how to launch it (the same line for NumPy arrays, torch tensors and Ferrule's own arrays), and
what NumPy says the result is, in float64.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import ferrule as fe

Array = NDArray[Any]

RAGGED = (0, 1, 31, 32, 33, 127, 256, 257, 1009, 4101)
"""Lengths around a warp and a block, a prime, and one of several blocks."""

POISON = {"f": np.nan, "u": 0xAB, "i": -0x55}


def poisoned(shape: Any, dtype: str) -> Array:
    """An output no kernel has written yet: an element left as it is will not pass."""
    return np.full(shape, POISON[np.dtype(dtype).kind], dtype)


def blocks(n: int, block: int) -> int:
    """How many blocks cover ``n`` elements; one at least, since a grid is never empty."""
    return max(1, -(-n // block))


def relative_error(got: Array, expected: Array) -> float:
    """``|got - expected| / |expected|`` in the Euclidean norm; not a number where ``got`` is not."""
    if got.shape != expected.shape:
        return float("inf")
    difference = float(np.linalg.norm(got.astype(np.float64) - expected))
    size = float(np.linalg.norm(expected))
    return difference / size if size else difference


def share_different(got: Array, expected: Array) -> float:
    """The share of elements that differ: for results where one rounding may change a value altogether."""
    if got.shape != expected.shape:
        return float("inf")
    return float(np.mean(got != expected)) if got.size else 0.0


class Example(NamedTuple):
    """One kernel of the gallery.

    ``inputs`` returns NumPy arrays and numbers by name; ``launch`` gets the module and the same names with the arrays
    on some device, and returns the array with the result; ``expected`` gets the NumPy values as before the launch.
    """

    name: str
    file: str
    sizes: tuple[Any, ...]
    demo_size: Any
    inputs: Callable[[Any, np.random.Generator], dict[str, Any]]
    launch: Callable[[Any, SimpleNamespace], Any]
    expected: Callable[[SimpleNamespace], Array]
    tolerance: float
    measure: Callable[[Array, Array], float] = relative_error

    @property
    def path(self) -> Path:
        return Path(__file__).parent / self.file


@cache
def module(file: str) -> Any:
    """The compiled module of a file of the gallery."""
    return fe.load(Path(__file__).parent / file)


def examples() -> list[Example]:
    """Every example, simplest first."""
    from ferrule.gallery import (
        bitonic_sort,
        black_scholes,
        hash_map,
        histogram,
        image,
        life,
        mandelbrot,
        map,
        matmul,
        nbody,
        radix_sort,
        reduce,
        saxpy,
        scan,
        softmax,
        spmv,
        vecadd,
    )

    drivers = (
        vecadd,
        saxpy,
        map,
        black_scholes,
        reduce,
        softmax,
        scan,
        bitonic_sort,
        radix_sort,
        histogram,
        hash_map,
        matmul,
        spmv,
        nbody,
        mandelbrot,
        image,
        life,
    )  # fmt: skip
    return [example for driver in drivers for example in driver.EXAMPLES]
