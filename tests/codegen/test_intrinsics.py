"""Every row of the intrinsic table, on every target that has it: compiled in a child process, since LLVM ends the
process on
what it cannot select, and assembled."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import traceback
from pathlib import Path
from typing import Any

import pytest

from ferrule.codegen.llvm import compile_kernel
from ferrule.codegen.llvm.intrinsics_table import INTRINSICS
from ferrule.errors import UnsupportedError
from ferrule.mir import body as m
from ferrule.resolve.defs import Def
from ferrule.ty import ty as t
from tests.helpers.fake import FakeTcx, MirBuilder, mv
from tests.helpers.tools import ARCHS, ptxas

ROOT = Path(__file__).resolve().parents[2]
TABLES = ROOT / "src" / "ferrule" / "codegen" / "llvm" / "intrinsics"
ROWS: dict[str, dict[str, Any]] = {
    k: v for name in ("core", "device") for k, v in tomllib.loads((TABLES / f"{name}.toml").read_text()).items()
}
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


def kernel(tcx: FakeTcx, name: str, index: int, args: t.Args, inputs: list[t.Ty], output: t.Ty) -> Def:
    """``fn(inputs..., out: *mut R)``: calls the intrinsic and stores its result."""
    params = [(f"p{i}", ty) for i, ty in enumerate(inputs)]
    b = MirBuilder(f"k_{name}_{index}", [*params, ("out", t.mk_ptr(output, True))])
    values: list[m.Operand] = [mv(i + 1) for i in range(len(inputs))]
    if output is t.NEVER:
        b.call(tcx.intrinsic(name), values, b.local(output), args, diverges=True)
    else:
        b.call(tcx.intrinsic(name), values, m.Place(len(inputs) + 1, (m.Deref(),)), args)
        b.ret()
    return tcx.function(b, "kernel")


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


def body_of(ptx: str) -> str:
    return ptx.split(".address_size 64", 1)[1]


@pytest.mark.parametrize("arch", ARCHS)
def test_every_row_compiles_to_ptx(arch: str) -> None:
    from ferrule.codegen.llvm import ptx

    ptx.machine(arch)  # LLVM is set up once, here: forks are cheap then
    header = ""
    bodies: list[str] = []
    failures: list[str] = []
    for name in INTRINSICS:
        if not available(name, "nvptx") or INTRINSICS[name].get("min_arch", 0) > int(arch[3:]):
            continue

        def work(name: str = name) -> str:
            tcx = FakeTcx()
            parts = []
            for i, (args, inputs, output) in enumerate(instances(name)):
                text = compile_kernel(
                    tcx, kernel(tcx, name, i, args, inputs, output), (), arch=arch, emit="ptx", opt=1, debug=False
                )
                parts.append(str(text))
            return "\0".join(parts)

        status, text = in_child(work)
        if status:
            failures.append(f"{name}: status {status}: {text[-600:]}")
            continue
        for part in text.split("\0"):
            header = header or part.split(".address_size 64", 1)[0] + ".address_size 64\n"
            bodies.append(body_of(part))
    assert not failures, f"{len(failures)} rows: " + "\n".join(failures)
    assert len(bodies) > 200
    ptxas(header + "\n".join(dict.fromkeys(line_groups(bodies))), arch)


def line_groups(bodies: list[str]) -> list[str]:
    """Whole bodies, with the declarations that several share taken apart so that they occur once."""
    out = []
    for b in bodies:
        kept = []
        for line in b.splitlines():
            if line.startswith((".extern", ".visible .global")):
                out.append(line)
            else:
                kept.append(line)
        out.append("\n".join(kept))
    return out


def test_every_row_compiles_for_the_cpu() -> None:
    failures: list[str] = []
    for name in INTRINSICS:
        if not available(name, "cpu"):
            continue

        def work(name: str = name) -> str:
            tcx = FakeTcx()
            for i, (args, inputs, output) in enumerate(instances(name)):
                compile_kernel(tcx, kernel(tcx, name, i, args, inputs, output), (), target="cpu", opt=1)
            return ""

        status, text = in_child(work)
        if status:
            failures.append(f"{name}: status {status}: {text[-600:]}")
    assert not failures, f"{len(failures)} rows: " + "\n".join(failures)


def test_unavailable_rows_are_unsupported() -> None:
    tcx = FakeTcx()
    with pytest.raises(UnsupportedError, match="elect_leader"):
        compile_kernel(tcx, kernel(tcx, "elect_leader", 0, (), [t.U32], t.U32), (), arch="sm_80", emit="ptx")
    with pytest.raises(UnsupportedError, match="does not exist"):
        compile_kernel(tcx, kernel(tcx, "no_such_thing", 0, (), [t.U32], t.U32), (), emit="ptx")


def test_generated_files_are_current() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "gen_intrinsics.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
