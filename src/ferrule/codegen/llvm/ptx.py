"""NVPTX: from LLVM IR to PTX."""

from __future__ import annotations

import re
from typing import Any

from ferrule.codegen.llvm import optimize, panic_blocks
from ferrule.codegen.llvm.context import InternalError
from ferrule.errors import FerruleError

# The oldest PTX version with everything that code generation uses on an architecture: old drivers can load the result.
_VERSIONS = ((120, 87), (110, 90), (103, 88), (100, 86), (90, 83), (0, 80))

# By suffix: LLVM ends the process on an architecture it does not know, or one without the memory model of sm_70.
_ARCHES = {
    "": (70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121),
    "a": (90, 100, 101, 103, 110, 120, 121),
    "f": (100, 101, 103, 110, 120, 121),
}

_KERNEL_HEAD = re.compile(r"^define ptx_kernel .*$", re.MULTILINE)


def ptx_version(arch: str) -> int:
    """The PTX version to emit for ``arch``, times ten: 80 is 8.0."""
    found = re.fullmatch(r"sm_(\d+)([af]?)", arch)
    if found is None or int(found[1]) not in _ARCHES.get(found[2], ()):
        known = ", ".join(f"sm_{n}{suffix}" for suffix, numbers in _ARCHES.items() for n in numbers)
        raise FerruleError(f"`{arch}` is no GPU architecture that Ferrule compiles for; there are {known}")
    number = int(found[1])
    for least, version in _VERSIONS:
        if number >= least:
            # Architecture-specific instructions of 10.x came with later PTX versions.
            return max(version, 88) if found[2] == "f" else version
    raise AssertionError(arch)


def machine(arch: str, opt: int = 3) -> Any:
    llvm = optimize.binding()
    target = llvm.Target.from_triple("nvptx64-nvidia-cuda")
    return target.create_target_machine(cpu=arch, features=f"+ptx{ptx_version(arch)}", opt=opt)


def optimised(ir: str, arch: str, opt: int) -> tuple[Any, Any]:
    """(module, machine) after the pipeline."""
    opt = optimize.level(ir, opt)
    tm = machine(arch, max(opt, 1))
    module = optimize.parse(ir)
    optimize.run_pipeline(module, tm, opt)
    text = str(module)
    changed = _atomic_loads(panic_blocks.inline(text))
    return (module if changed is text else optimize.parse(changed)), tm


def _atomic_loads(text: str) -> str:
    """Takes ``readonly`` from the kernel's parameters if there are atomic loads.

    LLVM selects ``ld.global.nc`` for loads through parameters that are ``noalias readonly``, and ends the process where such a
    load is atomic.  A reference to atomics is never declared so, but LLVM infers ``readonly`` where a kernel only loads them.
    """
    if " = load atomic " not in text:
        return text
    return _KERNEL_HEAD.sub(lambda head: head[0].replace(" readonly", ""), text)


def emit(ir: str, arch: str, opt: int) -> str:
    """PTX text."""
    module, tm = optimised(ir, arch, opt)
    text: str = tm.emit_assembly(module)
    if ".version" not in text:
        raise InternalError("LLVM produced no PTX")
    return text.rstrip("\0")
