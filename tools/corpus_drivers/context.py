"""What a driver gets: the module of its example, arrays on the device under test, and comparisons that say what differs."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import ferrule as fe

EXAMPLES = "crates/rustc-codegen-cuda/examples"

Array = Any  # np.ndarray, or a torch tensor on the GPU


class Driver(NamedTuple):
    name: str  # of the example
    tier: str  # what of the language it needs, by the letters of MODULES' comments
    run: Callable[[Context], None]
    only: str = ""  # the one device that has what the example uses; empty: both


DRIVERS: dict[str, Driver] = {}


def driver(tier: str, *, only: str = "") -> Callable[[Callable[[Context], None]], Callable[[Context], None]]:
    """Enters a function into the table under its own name, which is that of the example."""

    def enter(run: Callable[[Context], None]) -> Callable[[Context], None]:
        assert run.__name__ not in DRIVERS
        DRIVERS[run.__name__] = Driver(run.__name__, tier, run, only)
        return run

    return enter


class Wrong(AssertionError):
    """A kernel computed something else than it should."""


class Context:
    def __init__(self, checkout: Path, name: str, device: str = "cpu") -> None:
        self.folder = checkout / EXAMPLES / name
        self.device = device
        self.rng = np.random.default_rng()
        self.seed: Any = self.rng.bit_generator.seed_seq.entropy  # type: ignore[attr-defined]

    @cached_property
    def m(self) -> Any:
        """The example's module."""
        return fe.load(self.folder)

    def load(self, crate: str) -> Any:
        """The module of another crate of the example."""
        return fe.load(self.folder / crate)

    # ----------------------------------------------------------------------------------------------------------------
    # Arrays

    def put(self, values: Any, dtype: Any = None) -> Array:
        """A copy on the device."""
        array = np.ascontiguousarray(np.array(values, dtype))
        if self.device == "cpu":
            return array
        if array.dtype.kind == "V":  # torch has no structs
            return fe.to_device(array, "cuda")
        import torch

        return torch.from_numpy(array).to("cuda")

    def zeros(self, shape: Any, dtype: Any) -> Array:
        return self.put(np.zeros(shape, dtype))

    def full(self, shape: Any, value: Any, dtype: Any) -> Array:
        return self.put(np.full(shape, value, dtype))

    def get(self, array: Array) -> np.ndarray[Any, Any]:
        """The array as NumPy has it, after every launch."""
        if not hasattr(array, "device") or isinstance(array, (np.ndarray, np.generic)):
            return np.asarray(array)
        fe.synchronize()
        if isinstance(array, fe.DeviceArray):
            return array.to_host()  # type: ignore[no-any-return]
        host: np.ndarray[Any, Any] = array.cpu().numpy()
        return host

    def floats(self, shape: Any, dtype: str = "f4", low: float = -10.0, high: float = 10.0) -> np.ndarray[Any, Any]:
        found: np.ndarray[Any, Any] = self.rng.uniform(low, high, shape).astype(dtype)
        return found

    def ints(self, shape: Any, dtype: str, low: int | None = None, high: int | None = None) -> np.ndarray[Any, Any]:
        """Any values of the type; ``high`` is the first that does not come."""
        info = np.iinfo(dtype)
        least, most = info.min if low is None else low, info.max if high is None else high - 1
        found: np.ndarray[Any, Any] = self.rng.integers(least, most, shape, dtype, endpoint=True)
        return found

    # ----------------------------------------------------------------------------------------------------------------
    # Launches that return one array

    def run(
        self, kernel: Any, *args: Any, out: Any, dtype: Any, grid: Any = None, block: Any = None, shared: int = 0
    ) -> np.ndarray[Any, Any]:
        """Launches a kernel whose last parameter is its output, of shape ``out``, and returns that.

        NumPy arrays among the arguments are brought to the device.
        """
        result = self.zeros(out, dtype)
        given = [self.put(a) if isinstance(a, np.ndarray) and a.ndim else a for a in args]
        self.launch(kernel, *given, result, grid=grid, block=block, shared=shared)
        return self.get(result)

    def launch(self, kernel: Any, *args: Any, grid: Any = None, block: Any = None, shared: int = 0) -> None:
        if grid is None:
            kernel(*args)
        else:
            kernel.bind(grid, block, shared=shared)(*args)

    # ----------------------------------------------------------------------------------------------------------------
    # Verdicts

    def same(self, got: Any, want: Any, what: str = "") -> None:
        """Equal in every element, NaN to NaN."""
        g, w = self.get(got), np.asarray(want)
        if g.shape != w.shape:
            raise Wrong(f"{what}: shape {g.shape}, expected {w.shape}")
        nan = (g != g) & (w != w)
        self._report(g, w, (g != w) & ~nan, what)

    def bits(self, got: Any, want: Any, what: str = "") -> None:
        """Equal to the bit: zeros of either sign differ."""
        g, w = self.get(got), np.asarray(want)
        assert g.dtype == w.dtype, (g.dtype, w.dtype)
        unsigned = f"u{g.dtype.itemsize}"
        self.same(g.view(unsigned), w.view(unsigned), what)

    def near(self, got: Any, want: Any, what: str = "", *, rtol: float = 1e-5, atol: float = 1e-6) -> None:
        """Near the values of a float64 reference."""
        g, w = self.get(got), np.asarray(want)
        if g.shape != w.shape:
            raise Wrong(f"{what}: shape {g.shape}, expected {w.shape}")
        self._report(g, w, ~np.isclose(g.astype("f8"), w.astype("f8"), rtol, atol, equal_nan=True), what)

    def _report(self, g: Any, w: Any, bad: Any, what: str) -> None:
        if bad.any():
            at = tuple(int(i) for i in np.argwhere(bad)[0])
            where = f"[{', '.join(map(str, at))}]"
            raise Wrong(f"{what}{where} is {g[at]!r}, expected {w[at]!r} ({int(bad.sum())} of {bad.size} differ)")

    def check(self, condition: bool, what: str) -> None:
        if not condition:
            raise Wrong(what)

    @contextmanager
    def panics(self, message: str) -> Iterator[None]:
        """The launches of this block must panic with a message that matches."""
        try:
            yield
            fe.synchronize()
        except fe.KernelPanic as e:
            if not re.search(message, str(e)):
                raise Wrong(f"the panic says {str(e)!r}, expected {message!r}") from e
            return
        raise Wrong(f"no panic, expected {message!r}")

    def printed(self, launch: Callable[[], Any]) -> str:
        """What the kernels of ``launch`` print, which goes past sys.stdout."""
        sys.stdout.flush()
        saved = os.dup(1)
        with tempfile.TemporaryFile() as file:
            os.dup2(file.fileno(), 1)
            try:
                launch()
                fe.synchronize()
                sys.stdout.flush()
            finally:
                os.dup2(saved, 1)
                os.close(saved)
            file.seek(0)
            return file.read().decode()
