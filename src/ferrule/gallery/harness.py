"""Runs an example of the gallery somewhere and compares it with NumPy."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

import numpy as np

import ferrule as fe
from ferrule.gallery import Array, Example, module


class Backend(Protocol):
    """Where the arrays of a launch live."""

    name: str

    def put(self, array: Array) -> Any:
        """A copy of ``array`` that kernels of this backend can take."""

    def get(self, array: Any) -> Array:
        """The values, once the kernels before have ended."""

    def synchronize(self) -> None:
        """Returns when all kernels have ended."""


class Host:
    """NumPy arrays: the CPU device."""

    name = "cpu"

    def put(self, array: Array) -> Array:
        return array.copy()

    def get(self, array: Array) -> Array:
        return array

    def synchronize(self) -> None:
        pass  # a launch on the CPU returns when it is done


class Device:
    """Ferrule's own arrays on a GPU, for where there is no framework."""

    def __init__(self, device: Any) -> None:
        self.device = device
        self.name = str(device)

    def put(self, array: Array) -> Any:
        return fe.to_device(array, self.device)

    def get(self, array: Any) -> Array:
        return np.asarray(array.to_host())

    def synchronize(self) -> None:
        fe.synchronize(self.device)


class Torch:
    """Tensors of PyTorch, on any of its devices."""

    def __init__(self, device: str) -> None:
        import torch

        self.torch = torch
        self.name = device

    def put(self, array: Array) -> Any:
        return self.torch.from_numpy(array.copy()).to(self.name)

    def get(self, array: Any) -> Array:
        return np.asarray(array.cpu().numpy())

    def synchronize(self) -> None:
        if self.name.startswith("cuda"):
            self.torch.cuda.synchronize(self.name)


class Outcome(NamedTuple):
    error: float
    ok: bool
    seconds: float  # the fastest launch, from the call to the end of the kernels


def place(values: dict[str, Any], backend: Backend) -> SimpleNamespace:
    """The inputs with every array on the backend."""
    placed = {k: backend.put(v) if isinstance(v, np.ndarray) else v for k, v in values.items()}
    return SimpleNamespace(**placed)


def run(example: Example, size: Any, backend: Backend, seed: int = 0, repeat: int = 1) -> Outcome:
    """One example at one size: checked on the first launch, timed as the best of ``repeat`` more with fresh outputs."""
    compiled = module(example.file)
    values = example.inputs(size, np.random.default_rng(seed))
    placed = place(values, backend)
    got = backend.get(example.launch(compiled, placed))
    error = example.measure(got, example.expected(SimpleNamespace(**values)))
    best = float("inf")
    for _ in range(repeat):
        placed = place(values, backend)
        backend.synchronize()
        start = time.perf_counter()
        example.launch(compiled, placed)
        backend.synchronize()
        best = min(best, time.perf_counter() - start)
    return Outcome(error, error <= example.tolerance, best)
