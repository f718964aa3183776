"""Constant memory from Python: ``m.constants.COEFFS = array``.

A value belongs to a module: it holds for all its kernels and on every device.  Each loaded kernel has memory of its own, so
a value is kept here as bytes and written wherever a kernel that reads it is, or comes to be, loaded.
"""

from __future__ import annotations

import sys
import threading
import weakref
from typing import TYPE_CHECKING, Any, NamedTuple

from ferrule.errors import FerruleError, LaunchError
from ferrule.runtime import dtypes, pack, schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ferrule.runtime.dispatch import Loaded
    from ferrule.runtime.plan import KernelPlan
    from ferrule.runtime.unit import Unit


class ConstantNotFound(FerruleError, AttributeError, KeyError):
    """A module has no static in constant memory of that name."""

    __str__ = FerruleError.__str__  # KeyError's shows the repr


class Constant(NamedTuple):
    """A static in constant memory: its path, its type in Rust and how that is laid out."""

    path: str
    rust: str
    type: schema.Schema


class Constants:
    """The statics of a module in constant memory, by name: ``m.constants.COEFFS = np.ones(16, "f4")``.

    Values are what a kernel takes for a parameter of that type by value: numbers, arrays (NumPy's, or a tensor's copy on the
    host), tuples, values of ``m.types``.  A value holds from the next launch on; setting it waits for kernels that run
    and may read the old one, so set it before a CUDA graph is captured.  A kernel that reads one that was never set is not
    launched.  Reading gives the value set last: a NumPy array for an array of numbers.

    Raises ConstantNotFound for other names, and ArgumentError for values of another type.
    """

    _found: dict[str, Constant] | None
    _values: dict[str, bytes]

    def __init__(self, unit: Unit, values: dict[str, bytes]) -> None:
        put = object.__setattr__
        put(self, "_unit", unit)
        put(self, "_values", values)
        put(self, "_found", None)
        put(self, "_loaded", weakref.WeakSet())
        put(self, "_lock", threading.Lock())

    # ------------------------------------------------------------------------------------------------------------ names
    def _all(self) -> dict[str, Constant]:
        if self._found is None:
            found = [Constant(path, rust, schema.from_text(text)) for path, rust, text in self._unit.constants()]
            object.__setattr__(self, "_found", {c.path: c for c in found})
        assert self._found is not None
        return self._found

    def _find(self, name: str) -> Constant:
        known = self._all()
        path = name.replace(".", "::")
        if path in known:
            return known[path]
        found = [c for c in known.values() if c.path.endswith(f"::{path}")]
        if len(found) == 1:
            return found[0]
        if found:
            paths = ", ".join(c.path for c in found)
            raise ConstantNotFound(
                f"there are {len(found)} constants named `{name}`: {paths}; use the path, as in m.constants[{found[0].path!r}]"
            )
        from difflib import get_close_matches

        near = get_close_matches(name, [c.rpartition("::")[2] for c in known], 1)
        hint = f"did you mean `{near[0]}`?" if near else f"it has {', '.join(known) or 'none'}"
        raise ConstantNotFound(f"module `{self._unit.name}` has no static `{name}` in constant memory; {hint}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __getitem__(self, name: str) -> Any:
        c = self._find(name)
        data = self._values.get(c.path)
        if data is None:
            raise LaunchError(f"`{c.path}` was never set: m.constants[{c.path!r}] = ... does it")
        rows = schema.rows(c.type) if isinstance(c.type, schema.Array) else None
        typestr = dtypes.TABLE[rows[0]].typestr if rows is not None else ""
        if rows is not None and typestr:
            import numpy as np

            return np.frombuffer(data, typestr).reshape(rows[1])
        return pack.unpack(c.type, c.path, data, 0)

    def __setitem__(self, name: str, value: Any) -> None:
        c = self._find(name)
        out = bytearray(c.type.size)
        pack.pack(c.type, c.path, _on_host(value), out, 0, None)
        with self._lock:
            self._values[c.path] = bytes(out)
            for loaded in list(self._loaded):
                _write(loaded, {c.path: self._values[c.path]})

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __dir__(self) -> list[str]:
        return sorted(path.rpartition("::")[2] for path in self._all())

    def __repr__(self) -> str:
        shown = ", ".join(f"{c.path}: {c.rust}" for c in self._all().values())
        return f"<constants of module `{self._unit.name}`: {shown or 'none'}>"

    # --------------------------------------------------------------------------------------------------------- kernels
    def _attach(self, loaded: Loaded) -> None:
        """Gives a kernel that was just loaded the values it reads, and those that are set later."""
        if loaded.plan.constants:
            with self._lock:
                _write(loaded, self._values)
                self._loaded.add(loaded)

    def _require(self, plan: KernelPlan) -> None:
        """Raises LaunchError if the kernel reads a value that was never set."""
        for path, _, _ in plan.constants:
            if path not in self._values:
                raise LaunchError(
                    f"`{plan.name}` reads `{path}` in constant memory, which was never set; set it first: "
                    f"m.constants[{path!r}] = ..."
                )


def _write(loaded: Loaded, values: dict[str, bytes]) -> None:
    data = [(symbol, values[path]) for path, symbol, _ in loaded.plan.constants if path in values]
    if data:
        loaded.write_constants(data)


def _on_host(value: Any) -> Any:
    """A tensor as a NumPy array; anything else as it is."""
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        return value.detach().cpu().numpy()
    return value
