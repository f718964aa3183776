"""Every row of the intrinsic table, on every target that has it: compiled in a child process, since LLVM ends the
process on
what it cannot select, and assembled."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import gen_intrinsics
import pytest

from ferrule.codegen.llvm import compile_kernel
from ferrule.codegen.llvm.intrinsics_table import INTRINSICS
from ferrule.errors import UnsupportedError
from ferrule.mir import body as m
from ferrule.resolve.defs import Def
from ferrule.ty import ty as t
from tests.helpers.fake import FakeTcx, MirBuilder, const, mv
from tests.helpers.tools import ARCHS, ptxas

ROOT = Path(__file__).resolve().parents[2]

ROWS: dict[str, dict[str, Any]] = gen_intrinsics.load()
SIG = re.compile(r"(?:unsafe )?fn(?:<(.*?)>(?=\())?\((.*)\)(?: -> (.+))?")

INTS: tuple[t.Ty, ...] = (t.U8, t.I16, t.U32, t.I32, t.U64, t.I64, t.U128)
FLOATS: tuple[t.Ty, ...] = (t.F32, t.F64)
FLOAT_ROWS = {
    k for k, r in ROWS.items() if any(".f{T.bits}" in str(x) for x in r.values())
}  # fmt: skip
ATOMIC: dict[str, tuple[t.Ty, ...]] = {
    "atomic_load": (t.U8, t.BOOL, t.U32, t.I64, t.F32), "atomic_store": (t.U8, t.BOOL, t.U32, t.I64, t.F32),
    "atomic_rmw": (t.U32, t.I32, t.U64, t.I64), "atomic_cxchg": (t.U32, t.I64), "mul_hi": (t.U32, t.I32, t.U64, t.I64),
    "bswap": (t.U16, t.U32, t.I64, t.U128),
}  # fmt: skip


def parse(text: str, env: dict[str, t.Ty]) -> t.Ty:
    text = text.strip()
    if text in env:
        return env[text]
    if text in ("()", ""):
        return t.UNIT
    if text == "!":
        return t.NEVER
    for prefix, make in (
        ("*const ", lambda x: t.mk_ptr(x, False)),
        ("*mut ", lambda x: t.mk_ptr(x, True)),
        ("&", lambda x: t.mk_ref(x, False)),
    ):
        if text.startswith(prefix):
            return make(parse(text[len(prefix) :], env))
    if text.startswith("[") and ";" in text:
        element, _, count = text[1:-1].partition(";")
        return t.mk_array(parse(element, env), int(count))
    if text.startswith("["):
        return t.mk_slice(parse(text[1:-1], env))
    return t.PRIMITIVES[text]


def instances(name: str) -> list[tuple[t.Args, list[t.Ty], t.Ty]]:
    """(generic arguments, inputs, output) to try for a row."""
    found = SIG.fullmatch(ROWS[name]["sig"])
    assert found is not None, ROWS[name]["sig"]
    generics = [g.strip() for g in (found[1] or "").split(",") if g.strip()]
    types = [g.partition(":")[0].strip() for g in generics if not g.startswith("const")]
    consts = [g.removeprefix("const ").partition(":")[0].strip() for g in generics if g.startswith("const")]
    if not types:
        choices: list[dict[str, t.Ty]] = [{}]
    elif name == "transmute":
        choices = [
            {"T": t.U32, "U": t.F32},
            {"T": t.U64, "U": t.mk_array(t.U8, 8)},
            {"T": t.mk_array(t.F32, 2), "U": t.F64},
        ]
    else:
        tys = ATOMIC.get(name) or (FLOATS if name in FLOAT_ROWS else INTS)
        choices = [dict.fromkeys(types, ty) for ty in tys]
    values: list[dict[str, int]] = [{}]
    for c in consts:
        options = {"OP": range(9), "SCOPE": range(3), "ORDER": (0, 1, 2, 3, 4), "FAIL": (0,)}.get(c, (1,))
        if name == "atomic_load" and c == "ORDER":
            options = (0, 1, 4)
        if name == "atomic_store" and c == "ORDER":
            options = (0, 2, 4)
        if len(values) * len(tuple(options)) > 30:
            options = tuple(options)[:2]
        values = [{**v, c: o} for v in values for o in options]
    out = []
    for i, env in enumerate(choices):
        for v in values if i == 0 else values[:2]:
            args: list[t.GenericArg] = [env[x] for x in types]
            args += [t.mk_const(t.U32, v[c]) for c in consts]
            inputs = [parse(p.partition(":")[2], env) for p in found[2].split(",") if p.strip()]
            out.append((tuple(args), inputs, parse(found[3] or "", env)))
    return out


Call = tuple[str, t.Args, list[t.Ty], t.Ty]


def calls_of(names: list[str]) -> list[Call]:
    return [(n, *instance) for n in names for instance in instances(n)]


def is_thin(ty: t.Ty) -> bool:
    return isinstance(ty, t.Ptr) and not isinstance(ty.ty, t.Slice)


def kernel(tcx: FakeTcx, calls: list[Call]) -> Def:
    """A kernel that makes all ``calls``, with parameters as operands, and stores each result in a place of its own.

    Pointers come as numbers: what is known to lead into global memory is no operand of rows for shared memory."""
    inputs = list(dict.fromkeys(ty for c in calls for ty in c[2]))
    outputs = list(dict.fromkeys(c[3] for c in calls if c[3] is not t.NEVER))
    params = [(f"p{i}", t.USIZE if is_thin(ty) else ty) for i, ty in enumerate(inputs)]
    params += [(f"out{i}", t.mk_ptr(ty, True)) for i, ty in enumerate(outputs)]
    b = MirBuilder(f"k_{calls[0][0]}", params)
    pointers = {ty: b.let(ty, m.Cast("int_to_ptr", mv(i + 1), ty)) for i, ty in enumerate(inputs) if is_thin(ty)}
    for i, (name, args, tys, output) in enumerate(calls):
        values: list[m.Operand] = [mv(pointers.get(ty, inputs.index(ty) + 1)) for ty in tys]
        if output is t.NEVER:
            b.call(tcx.intrinsic(name), values, b.local(output), args, diverges=True)
            return tcx.function(b, "kernel")
        out = len(inputs) + outputs.index(output) + 1
        at = b.let(t.mk_ptr(output, True), m.BinaryOp("offset", mv(out), const(t.USIZE, i)))
        b.call(tcx.intrinsic(name), values, m.Place(at, (m.Deref(),)), args)
    b.ret()
    return tcx.function(b, "kernel")


def groups(target: str, arch: str = "") -> list[list[str]]:
    """Rows that the target has, some at a time; those that do not return are alone."""
    number = int(arch.removeprefix("sm_").rstrip("a") or 0)
    names = [
        n
        for n, row in INTRINSICS.items()
        if available(n, target)
        and (target == "cpu" or row.get("min_arch", 0) <= number)
        and not (row.get("arch_specific") and arch != f"sm_{row['min_arch']}a")
    ]
    alone = [[n] for n in names if ROWS[n]["sig"].endswith("-> !")]
    rest = [n for n in names if [n] not in alone]
    return alone + [rest[i : i + 16] for i in range(0, len(rest), 16)]


def compile_group(names: list[str], **how: Any) -> tuple[list[str], str]:
    """(failures, the text): if a group fails, its rows are tried one by one."""

    def work() -> str:
        tcx = FakeTcx()
        text = compile_kernel(tcx, kernel(tcx, calls_of(names)), (), opt=1, debug=False, **how)
        return text if isinstance(text, str) else ""

    status, text = in_child(work)
    if not status:
        return [], text
    if len(names) == 1:
        return [f"{names[0]}: status {status}: {text[-600:]}"], ""
    return [f for n in names for f in compile_group([n], **how)[0]], ""


def in_child(work: Any) -> tuple[int, str]:
    """Runs ``work() -> str`` in a forked process: (exit status, its result or error)."""
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(r)
        status = 1
        try:
            text, status = work(), 0
        except BaseException:
            text = traceback.format_exc()
        with os.fdopen(w, "w") as f:
            f.write(text)
        os._exit(status)
    os.close(w)
    with os.fdopen(r) as f:
        text = f.read()
    return os.waitpid(pid, 0)[1], text


def available(name: str, target: str) -> bool:
    row = INTRINSICS[name]
    return any(k in row for k in (target, f"{target}_builtin", "llvm", "builtin"))


@pytest.mark.parametrize("arch", (*ARCHS, "sm_90a", "sm_100a"))
def test_every_row_compiles_to_ptx(arch: str) -> None:
    from ferrule.codegen.llvm import ptx

    ptx.machine(arch)  # LLVM is set up once, here: forks are cheap then
    failures: list[str] = []
    for names in groups("nvptx", arch):
        failed, text = compile_group(names, arch=arch, emit="ptx")
        failures += failed
        if not failed:
            ptxas(text, arch)
    assert not failures, f"{len(failures)} rows: " + "\n".join(failures)


def test_every_row_compiles_for_the_cpu() -> None:
    failures = [f for names in groups("cpu") for f in compile_group(names, target="cpu")[0]]
    assert not failures, f"{len(failures)} rows: " + "\n".join(failures)


def test_unavailable_rows_are_unsupported() -> None:
    tcx = FakeTcx()
    with pytest.raises(UnsupportedError, match="elect_leader"):
        compile_kernel(tcx, kernel(tcx, calls_of(["elect_leader"])), (), arch="sm_80", emit="ptx")
    with pytest.raises(UnsupportedError, match="needs sm_90a"):
        compile_kernel(tcx, kernel(tcx, calls_of(["wgmma_fence"])), (), arch="sm_90", emit="ptx")
    with pytest.raises(UnsupportedError, match="does not exist"):
        compile_kernel(tcx, kernel(tcx, [("no_such_thing", (), [t.U32], t.U32)]), (), emit="ptx")


def test_generated_files_are_current() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "gen_intrinsics.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
