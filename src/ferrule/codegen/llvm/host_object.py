"""From LLVM IR text to a relocatable object for this machine."""

from __future__ import annotations

import platform
import sys
from typing import Any

from ferrule.codegen.llvm import host_runtime, optimize


def host_triple() -> str:
    """The ELF form of this machine's triple: one object format, and so one loader, on every system."""
    arch = {"amd64": "x86_64", "x64": "x86_64", "arm64": "aarch64"}.get(
        platform.machine().lower(), platform.machine().lower()
    )
    if sys.platform == "win32":
        return f"{arch}-pc-windows-msvc-elf"  # calling convention of Windows
    return f"{arch}-unknown-linux-gnu"


def host_features() -> str:
    features: str = optimize.binding().get_host_cpu_features().flatten()
    if sys.platform == "darwin" and "arm64" in platform.machine():
        features += ",+reserve-x18"  # the system's own register
    return features


def host_cpu() -> str:
    name: str = optimize.binding().get_host_cpu_name()
    return name


def target_machine(triple: str = "", cpu: str = "", features: str = "", opt: int = 3) -> Any:
    """A machine for position-independent code: of this processor, unless a triple is given."""
    llvm = optimize.binding()
    if not triple:
        triple, cpu, features = host_triple(), host_cpu(), host_features()
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(cpu=cpu, features=features, opt=opt, reloc="pic", codemodel="small")


def data_layout() -> str:
    return str(target_machine().target_data)


class HostCode:
    """An optimised module; ``object`` is the ELF file, ``ir`` and ``asm`` are for people."""

    def __init__(self, module: Any, machine: Any) -> None:
        self._module, self._machine = module, machine

    @property
    def object(self) -> bytes:
        code: bytes = self._machine.emit_object(self._module)
        return code

    @property
    def asm(self) -> str:
        text: str = self._machine.emit_assembly(self._module)
        return text

    @property
    def ir(self) -> str:
        return str(self._module)


def optimise(ir: str, opt: int = 3, machine: Any = None) -> HostCode:
    """Parses, verifies and optimises a module."""
    machine = machine or target_machine(opt=opt)
    module = optimize.parse(ir)
    optimize.run_pipeline(module, machine, opt)
    return HostCode(module, machine)


def join(*texts: str) -> str:
    """Concatenates texts of IR, dropping repeated declarations and those of functions that some text defines."""
    defined: set[str] = set()
    for text in texts:
        defined |= host_runtime.defined(text)
    seen: set[str] = set()
    out = []
    for line in "\n".join(texts).split("\n"):
        if line.startswith("declare "):
            name = line[line.index("@") + 1 : line.index("(", line.index("@"))].strip('"')
            if name in seen or name in defined:
                continue
            seen.add(name)
        out.append(line)
    return "\n".join(out)
