"""Drivers for the examples of NVlabs/cuda-oxide: each launches the kernels of one example and checks what they computed.

The modules follow the tiers of the language that tools/corpus_run.py lists.  Expected values come from NumPy or from the
definition of what the example shows, never from the example's own host code.
"""

from __future__ import annotations

from importlib import import_module

from .context import DRIVERS, Context, Driver

MODULES = ("basics", "structs", "memory", "generic", "warps", "traps", "corners", "tables")

for _name in MODULES:
    import_module(f".{_name}", __name__)

__all__ = ["DRIVERS", "Context", "Driver"]
