"""The intrinsic engine: rows of the table (LLVM text with holes, or a Python function) become code.

What no row says is not emitted: LLVM would end the process on some of its own math intrinsics.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ferrule.codegen.llvm import types
from ferrule.codegen.llvm.context import ModuleCx
from ferrule.codegen.llvm.function import FunctionCx
from ferrule.codegen.llvm.value import Operand, PlaceRef
from ferrule.ty import ty as t
from ferrule.ty.data import Instance
from ferrule.ty.layout import Layout

_HOLE = re.compile(r"\{(r|tr|t?\d+(?:\.[ab])?|\d+\[\d+\]|tmp\d+|[A-Z]\w*(?:\.\w+)?)\}")
_OPERAND = re.compile(r"\{(?:r|tmp\d+|\d+(?:\.[ab])?|\d+\[\d+\])\}")
_CALL = re.compile(r"\bcall ((?:(?:afn|contract|fast|nnan|ninf|nsz|arcp|reassoc|tail) )*)(.+?) @([\w.$]+)\((.*)\)")


class IntrinsicCall(NamedTuple):
    """What a builtin gets: ``dest`` is where a result in memory may be put."""

    fx: FunctionCx
    name: str
    args: t.Args
    operands: list[Operand]
    out: Layout
    dest: PlaceRef | None

    def ty(self, index: int = 0) -> t.Ty:
        """Generic argument ``index``, a type."""
        tys = [a for a in self.args if isinstance(a, t.Ty)]
        return tys[index]

    def const(self, index: int) -> int:
        """The ``index``-th const generic argument."""
        consts = [a for a in self.args if isinstance(a, t.Const)]
        c = consts[index]
        if not isinstance(c, t.ConstValue):
            c = self.fx.cx.tcx.normalize_const(c)
        assert isinstance(c, t.ConstValue)
        return c.value

    def imm(self, value: str) -> Operand:
        return Operand(self.out, "imm", value)

    def unit(self) -> Operand:
        return Operand(self.out, "zst")


Builtin = Callable[[IntrinsicCall], "Operand | None"]


def table() -> dict[str, dict[str, Any]]:
    from ferrule.codegen.llvm.intrinsics_table import INTRINSICS

    return INTRINSICS


def suspends(name: str) -> bool:
    """Whether the intrinsic is a point where a CPU thread waits for others."""
    row = table().get(name)
    return bool(row and row.get("suspends"))


def implementation(cx: ModuleCx, name: str, args: t.Args, span: int) -> tuple[str, str]:
    """(``text`` or ``builtin``, the LLVM text or the function's name) of an intrinsic on the module's target."""
    row = table().get(name)
    if row is None:
        raise cx.unsupported("G0106", f"the intrinsic `{name}` does not exist", span)
    target = cx.target.name
    arch = row.get("min_arch")
    if arch is not None and target == "nvptx" and arch_number(cx.target.arch) < arch:
        raise cx.unsupported(
            "G0107", f"`{name}` needs sm_{arch} or newer, but the kernel is compiled for {cx.target.arch}", span
        )
    if row.get("arch_specific") and target == "nvptx" and cx.target.arch != f"sm_{arch}a":
        raise cx.unsupported(
            "G0107", f"`{name}` needs sm_{arch}a, but the kernel is compiled for {cx.target.arch}", span
        )
    for column in (target, "llvm"):
        found = row.get(column)
        if isinstance(found, dict):
            key = next((str(a) for a in args if isinstance(a, t.Ty)), "")
            found = found.get(key)
        if found is not None:
            return "text", found
        found = row.get(f"{target}_builtin" if column == target else "builtin")
        if found is not None:
            return "builtin", found
    raise cx.unsupported("G0106", f"`{name}` is not available on the {target} target", span)


def arch_number(arch: str) -> int:
    digits = re.search(r"\d+", arch)
    return int(digits[0]) if digits else 0


def emit(
    fx: FunctionCx, instance: Instance, operands: list[Operand], out: Layout, dest: PlaceRef | None
) -> Operand | None:
    """Emits an intrinsic; None where control does not come back."""
    name = instance.def_.name
    kind, text = implementation(fx.cx, name, instance.args, fx.span)
    if kind == "builtin":
        from ferrule.codegen.llvm.builtins import BUILTINS

        fn: Builtin | None = fx.target.builtins.get(text) or BUILTINS.get(text)
        if fn is None:
            raise fx.cx.unsupported("G0106", f"`{name}` is not available on the {fx.target.name} target", fx.span)
        return fn(IntrinsicCall(fx, name, instance.args, operands, out, dest))
    return expand(fx, table()[name], text, instance.args, operands, out, dest)


def expand(
    fx: FunctionCx,
    row: dict[str, Any],
    text: str,
    args: t.Args,
    operands: list[Operand],
    out: Layout,
    dest: PlaceRef | None,
) -> Operand | None:
    """Fills the holes of a template and emits its lines."""
    names: dict[str, t.GenericArg] = dict(
        zip(row.get("generics", ()), (a for a in args if not isinstance(a, t.Region)))
    )
    registers: dict[str, str] = {}

    def hole(found: re.Match[str]) -> str:
        key = found[1]
        if key == "r" or key.startswith("tmp"):
            if key not in registers:
                registers[key] = fx.reg()
            return registers[key]
        if key == "tr":
            return types.value_type(out)
        if key[0] == "t" and key[1:].isdigit():
            return types.value_type(operands[int(key[1:])].layout)
        if key[0].isdigit():
            return operand_text(fx, operands, key)
        return generic_text(fx, names, key)

    for line in text.strip().splitlines():
        template = line.strip()
        if not template:
            continue
        if "call " in template and "@" in template:
            declare(fx, template, hole)
        line = _HOLE.sub(hole, template)
        # LLVM knows of its own intrinsics that threads meet in them, but not of inline PTX.
        fx.emit(f"{line} convergent" if row.get("convergent") and " asm " in template else line)
    if row.get("diverges"):
        fx.emit("unreachable")
        return None
    r = registers.get("r")
    if r is None or out.size == 0:
        return Operand(out, "zst")
    if out.abi == "scalar":
        return Operand(out, "imm", r)
    if out.abi == "pair":
        ty = types.value_type(out)
        return Operand(out, "pair", fx.let(f"extractvalue {ty} {r}, 0"), fx.let(f"extractvalue {ty} {r}, 1"))
    place = dest if dest is not None else PlaceRef(out, fx.alloca(out))
    fx.emit(f"store {row['result']} {r}, ptr {place.ptr}, align {place.align}")
    return Operand(out, "mem", place.ptr, "", place.align)


def declare(fx: FunctionCx, template: str, hole: Callable[[re.Match[str]], str]) -> None:
    """Declares the function a template line calls; the types come from the call itself."""
    plain = _HOLE.sub(hole, _OPERAND.sub("%x", template))
    found = _CALL.search(plain)
    if found is None:
        return
    params = ", ".join(p.rsplit(" ", 1)[0] for p in split_top(found[4]))
    fx.cx.declare(found[3], found[2], params)


def split_top(text: str) -> list[str]:
    """Splits at commas outside brackets."""
    out, depth, cur = [], 0, ""
    for ch in text:
        if ch in "([{<":
            depth += 1
        elif ch in ")]}>":
            depth -= 1
        if ch == "," and depth == 0:
            out.append(cur.strip())
            cur = ""
        else:
            cur += ch
    if cur.strip():
        out.append(cur.strip())
    return out


def operand_text(fx: FunctionCx, operands: list[Operand], key: str) -> str:
    number, _, rest = key.partition("[") if "[" in key else key.partition(".")
    op = operands[int(number)]
    if "[" in key:  # an element of an array
        return fx.load(fx.index(fx.spill(op), rest.rstrip("]"))).a
    if rest == "b":
        return op.b
    return op.a


def generic_text(fx: FunctionCx, names: dict[str, t.GenericArg], key: str) -> str:
    name, _, what = key.partition(".")
    arg = names[name]
    if isinstance(arg, t.Const):
        if not isinstance(arg, t.ConstValue):
            arg = fx.cx.tcx.normalize_const(arg)
        assert isinstance(arg, t.ConstValue)
        return str(arg.value)
    assert isinstance(arg, t.Ty)
    lay = fx.cx.layout(arg)
    match what:
        case "":
            return types.value_type(lay)
        case "bits":
            return str(lay.size * 8)
        case "size":
            return str(lay.size)
        case "align":
            return str(lay.align)
        case "s":
            return "s" if isinstance(arg, t.Int) and arg.signed else "u"
    raise AssertionError(key)
