"""Hand-written kernels in the form that lowering gives, and a way to load them: for tests of the CPU device alone."""

from __future__ import annotations

import ctypes
import struct
from typing import Any

from ferrule.codegen.llvm import host_coroutine, host_entry, host_object, host_runtime
from ferrule.codegen.llvm.host_entry import EntryParam
from ferrule.runtime.cpu import abi
from ferrule.runtime.cpu.device import CpuKernel, load
from ferrule.runtime.plan import Artifact, KernelPlan, Printf, Site

F32_SLICES = (EntryParam("ptr", 0), EntryParam("i64", 8), EntryParam("ptr", 16), EntryParam("i64", 24))


def module_ir(body: str, params: tuple[EntryParam, ...], coroutine: bool, fast: bool = True) -> str:
    lengths = [i + 1 for i, p in enumerate(params[:-1]) if p.type == "ptr" and params[i + 1].type == "i64"]
    entry = host_entry.entry_ir("k", "kernel", params, coroutine, fast, lengths)
    return host_object.join(host_runtime.runtime_ir(coroutine), entry, body)


def plan(coroutine: bool, size: int, **kw: Any) -> KernelPlan:
    sites = kw.pop("sites", (Site("bounds_check", "index out of bounds: the len is {0} but the index is {1}",
                                  ("usize", "usize"), "k.rs", 7, 9, "k"),))  # fmt: skip
    return KernelPlan("k", "k", "fn k()", "", "cpu", "", (), size, sites, coroutine=coroutine, **kw)


def compile_kernel(
    body: str, params: tuple[EntryParam, ...], size: int, coroutine: bool = False, **kw: Any
) -> CpuKernel:
    code = host_object.optimise(module_ir(body, params, coroutine))
    return load(Artifact(plan(coroutine, size, **kw), "elf", code.object))


def coroutine(args: str, body: str) -> str:
    """A kernel whose body uses ``$barrier N$``, ``$op NAME ...$`` for suspensions and ``$exit$`` for its end."""
    out, n = [], 0
    for line in body.splitlines():
        word = line.strip()
        if word.startswith("$"):
            n += 1
            parts = word.strip("$").split()
            if parts[0] == "exit":
                out.extend("  " + t for t in host_coroutine.exit_lines(f"e{n}"))
            elif parts[0] == "barrier":
                out.extend(host_coroutine.suspend_lines(f"s{n}", abi.STATE_BARRIER, "barrier", parts[1], "-1"))
            elif parts[0] == "reduce":
                _, op, site, value, result = parts
                wait = host_coroutine.suspend_lines(
                    f"s{n}", abi.STATE_BARRIER, op, site, "-1", value, result=f"%{result}"
                )
                out.extend(wait)
            elif parts[0] == "yield":
                out.extend(host_coroutine.suspend_lines(f"s{n}", abi.STATE_YIELD, "yield", parts[1], "-1"))
            else:  # op NAME SITE MASK VALUE ARG CLAMP -> RESULT
                _, name, site, mask, value, arg, clamp, result = parts
                out.extend(
                    host_coroutine.suspend_lines(
                        f"s{n}", abi.STATE_WARP, name, site, mask, value, arg, clamp, f"%{result}"
                    )
                )
        else:
            out.append(line)
    head = "\n".join(host_coroutine.begin_lines())
    tail = "\n".join(host_coroutine.end_lines())
    return (
        f"define internal ptr @kernel(ptr noundef %rt, ptr %frame{args}) presplitcoroutine nounwind {{\nentry:\n"
        f"{head}\n" + "\n".join(out) + f"\n{tail}\n}}\n"
    )


def pack_slices(*arrays: Any) -> bytes:
    """(pointer, length) for each array."""
    return b"".join(struct.pack("<QQ", ctypes.addressof(a), len(a)) for a in arrays)


def printf(fmt: str, *operands: str) -> Printf:
    return Printf(fmt, operands)
