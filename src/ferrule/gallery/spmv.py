"""Sparse matrix times vector, one warp a row; used to paint over scratches of a photograph."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from ferrule.gallery import RAGGED, Array, Example, blocks, poisoned
from ferrule.gallery.harness import Backend

WARP, BLOCK = 32, 128


def inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    """``n`` rows of ragged lengths: none, some, and more entries than a warp has lanes."""
    lengths = rng.choice([0, 1, 5, 31, 32, 33, 100], n)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype("u4")
    columns = rng.integers(0, max(n, 1), starts[-1], np.uint32)
    values = rng.standard_normal(starts[-1], np.float32)
    x = rng.standard_normal(n, np.float32)
    return {"starts": starts, "columns": columns, "values": values, "x": x, "y": poisoned(n, "f4")}


def launch(module: Any, v: SimpleNamespace) -> Any:
    grid = blocks(v.y.shape[0] * WARP, BLOCK)
    module.spmv[grid, BLOCK](v.starts, v.columns, v.values, v.x, v.y)
    return v.y


def expected(v: SimpleNamespace) -> Array:
    rows = np.repeat(np.arange(v.y.size), np.diff(v.starts.astype(np.int64)))
    products = v.values.astype(np.float64) * v.x[v.columns]
    return np.bincount(rows, products, minlength=v.y.size)


def dot_inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    a, b = rng.uniform(0, 1, (2, n)).astype("f4")
    return {"a": a, "b": b, "total": np.zeros(1, "f4")}


def dot_launch(module: Any, v: SimpleNamespace) -> Any:
    module.dot[min(blocks(v.a.shape[0], BLOCK), 512), BLOCK](v.a, v.b, v.total)
    return v.total


def dot_expected(v: SimpleNamespace) -> Array:
    return np.array([v.a.astype(np.float64) @ v.b.astype(np.float64)])


class System(NamedTuple):
    """``A x = b`` with ``A`` in compressed rows."""

    starts: Array
    columns: Array
    values: Array
    right: Array


def laplace_system(grey: Array, missing: Array) -> System:
    """What makes every missing pixel the mean of its neighbours: the 5-point Laplacian of the graph of pixels, its rows
    and columns those of the missing pixels.  Known neighbours go to the right side."""
    number = np.full(grey.shape, -1)
    number[missing] = np.arange(np.count_nonzero(missing))
    degree = np.zeros(grey.shape)
    right = np.zeros(grey.shape)
    entries = []  # (row, column, value) of the matrix
    every, later, earlier = slice(None), slice(1, None), slice(None, -1)
    for here, there in (
        ((later, every), (earlier, every)),
        ((earlier, every), (later, every)),
        ((every, later), (every, earlier)),
        ((every, earlier), (every, later)),
    ):
        degree[here] += 1
        right[here] += np.where(missing[there], 0, grey[there])
        inner = missing[here] & missing[there]
        entries.append((number[here][inner], number[there][inner], np.full(np.count_nonzero(inner), -1.0)))
    diagonal = number[missing]
    entries.append((diagonal, diagonal, degree[missing]))
    rows, columns, values = (np.concatenate(parts) for parts in zip(*entries, strict=True))
    order = np.lexsort((columns, rows))
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=diagonal.size))])
    return System(
        starts.astype("u4"), columns[order].astype("u4"), values[order].astype("f4"), right[missing].astype("f4")
    )


def conjugate_gradients(module: Any, backend: Backend, system: System, tolerance: float = 1e-4) -> Array:
    """Solves a system whose matrix is symmetric and positive definite."""
    n = system.right.size
    starts, columns, values = (backend.put(a) for a in (system.starts, system.columns, system.values))
    x, product = backend.put(np.zeros(n, "f4")), backend.put(poisoned(n, "f4"))
    residual, direction = backend.put(system.right), backend.put(system.right)

    def dot(a: Any, b: Any) -> float:
        return float(
            backend.get(dot_launch(module, SimpleNamespace(a=a, b=b, total=backend.put(np.zeros(1, "f4")))))[0]
        )

    first = left = dot(residual, residual)
    while left > tolerance**2 * first:
        v = SimpleNamespace(starts=starts, columns=columns, values=values, x=direction, y=product)
        step = left / dot(direction, launch(module, v))
        module.axpby(step, direction, 1.0, x)
        module.axpby(-step, product, 1.0, residual)
        before, left = left, dot(residual, residual)
        module.axpby(1.0, residual, left / before, direction)
    return backend.get(x)


EXAMPLES = [
    Example("spmv", "spmv.rs", RAGGED, 1 << 13, inputs, launch, expected, 1e-6),
    Example("dot", "spmv.rs", RAGGED, 1 << 18, dot_inputs, dot_launch, dot_expected, 1e-5),
]
