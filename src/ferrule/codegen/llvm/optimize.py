"""LLVM through llvmlite: parsing, verification, the pass pipeline."""

from __future__ import annotations

import threading
from typing import Any

from ferrule.codegen.llvm.context import InternalError

HUGE = 10_000  # instructions; beyond that O1, since some passes are worse than linear

_lock = threading.Lock()
_ready = False


def binding() -> Any:
    """llvmlite's binding module, with the back ends set up."""
    import llvmlite.binding as llvm

    global _ready
    with _lock:
        if not _ready:
            llvm.initialize_all_targets()
            llvm.initialize_all_asmprinters()
            _ready = True
    return llvm


def parse(ir: str) -> Any:
    """A verified module.  What LLVM refuses here is a bug of code generation."""
    llvm = binding()
    try:
        module = llvm.parse_assembly(ir)
        module.verify()
    except RuntimeError as e:
        raise InternalError(f"LLVM refused the generated code: {e}\n{_excerpt(ir, str(e))}") from e
    return module


def _excerpt(ir: str, message: str) -> str:
    """The lines around the position in LLVM's message."""
    for part in message.replace(",", ":").split(":"):
        if part.strip().isdigit():
            n = int(part)
            lines = ir.splitlines()
            if 0 < n <= len(lines):
                return "\n".join(f"{i + 1:5} | {lines[i]}" for i in range(max(0, n - 4), min(len(lines), n + 3)))
    return ""


def instruction_count(ir: str) -> int:
    """Roughly: lines of function bodies that are no labels."""
    return sum(line.startswith("  ") for line in ir.splitlines())


def run_pipeline(module: Any, machine: Any, opt: int) -> None:
    """LLVM's own pipeline for that level, in place."""
    llvm = binding()
    options = llvm.create_pipeline_tuning_options(speed_level=opt)
    if opt >= 2:
        options.loop_vectorization = True
        options.slp_vectorization = True
        options.loop_interleaving = True
        options.loop_unrolling = True
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    passes.run(module, builder)


def level(ir: str, opt: int) -> int:
    """The level to use for a module of that size."""
    return 1 if opt > 1 and instruction_count(ir) > HUGE else opt
