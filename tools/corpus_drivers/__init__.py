"""Drivers for the examples of NVlabs/cuda-oxide: each launches the kernels of one example and checks what they computed.

A module holds the drivers of one tier of the language, as tools/corpus_run.py lists them.  Expected values come from NumPy
or from the definition of what the example shows, never from the example's own host code.
"""

from __future__ import annotations

from importlib import import_module

from .context import DRIVERS, Context, Driver

MODULES = ("basics", "structs", "memory", "generic", "warps", "traps", "corners")

for _name in MODULES:
    import_module(f".{_name}", __name__)

__all__ = ["DRIVERS", "Context", "Driver"]
