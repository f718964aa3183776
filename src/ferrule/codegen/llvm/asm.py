"""``ptx_asm!``: inline PTX."""

from __future__ import annotations

import re

from ferrule.codegen.llvm import types
from ferrule.codegen.llvm.function import FunctionCx
from ferrule.codegen.llvm.value import Operand
from ferrule.mir import body as m
from ferrule.ty.layout import Layout

_CLASSES = {"h": 16, "r": 32, "l": 64, "q": 128, "f": 32, "d": 64}
_HOLE = re.compile(r"%%|%(\d+)|\$")


def ptx_asm(fx: FunctionCx, stmt: m.PtxAsm) -> None:
    """Outputs come first in the numbering, then inputs, as in CUDA; ``inout`` is an output and a tied input."""
    if fx.target.name != "nvptx":
        raise fx.cx.unsupported("G0105", "inline PTX is only supported on NVIDIA GPUs", stmt.span)
    outs = [(o.constraint.lstrip("=+"), o) for o in stmt.outputs]
    constraints = [f"={_llvm_class(c)}" for c, _ in outs]
    values: list[str] = []
    # An output that is also read (`+r`) is tied to its number.
    for n, (c, o) in enumerate(outs):
        if o.constraint.startswith("+") or o.value is not None:
            constraints.append(str(n))
            assert o.place is not None
            op = fx.operand(o.value if o.value is not None else m.Copy(o.place))
            values.append(f"{_type(c, op.layout)} {_to_register(fx, c, op)}")
    for i in stmt.inputs:
        assert i.value is not None
        op = fx.operand(i.value)
        c = i.constraint
        if c == "n":
            constraints.append("n")
            values.append(f"{types.imm_type(op.layout.scalar)} {op.a}")
        else:
            constraints.append(_llvm_class(c))
            values.append(f"{_type(c, op.layout)} {_to_register(fx, c, op)}")
    pure = "register_only" in stmt.options
    if not pure:
        constraints.append("~{memory}")
    template = _template(stmt.template)
    lays = [fx.layout(fx.place_ty(o.place)) for _, o in outs if o.place is not None]
    rets = [_type(c, lay) for (c, _), lay in zip(outs, lays)]
    ret = "void" if not rets else rets[0] if len(rets) == 1 else f"{{ {', '.join(rets)} }}"
    effect = "" if pure else "sideeffect "
    attrs = "" if "may_diverge" in stmt.options else " convergent"
    text = f'call {ret} asm {effect}"{template}", "{",".join(constraints)}"({", ".join(values)}){attrs}'
    if not rets:
        fx.emit(text)
        return
    r = fx.let(text)
    for n, ((c, o), lay) in enumerate(zip(outs, lays)):
        value = r if len(rets) == 1 else fx.let(f"extractvalue {ret} {r}, {n}")
        _store(fx, o, c, lay, value)


def _llvm_class(c: str) -> str:
    if c not in _CLASSES:
        raise AssertionError(f"register class {c!r}")
    return c


def _type(c: str, lay: Layout) -> str:
    if c == "f":
        return "float"
    if c == "d":
        return "double"
    return f"i{_CLASSES[c]}"


def _to_register(fx: FunctionCx, c: str, op: Operand) -> str:
    """The operand in the type of its register class."""
    want = _type(c, op.layout)
    s = op.layout.scalar
    have = types.imm_type(s)
    if have == want:
        return op.a
    if have == "ptr":
        return fx.let(f"ptrtoint ptr {op.a} to {want}")
    if s.prim == "float":
        return fx.let(f"bitcast {have} {op.a} to {want}")
    return fx.let(f"{'zext' if have == 'i1' or s.bits < _CLASSES[c] else 'trunc'} {have} {op.a} to {want}")


def _store(fx: FunctionCx, o: m.AsmOperand, c: str, lay: Layout, value: str) -> None:
    assert o.place is not None
    s = lay.scalar
    have, want = _type(c, lay), types.imm_type(s)
    if have != want:
        if want == "ptr":
            value = fx.let(f"inttoptr {have} {value} to ptr")
        elif s.prim == "float":
            value = fx.let(f"bitcast {have} {value} to {want}")
        else:
            value = fx.let(f"trunc {have} {value} to {want}")
    op = Operand(lay, "imm", value)
    dest = fx.dest(o.place)
    if dest is None:
        fx.locals[o.place.local] = op
    else:
        fx.store(op, dest)


def _template(text: str) -> str:
    """CUDA's ``%0`` and ``%%`` as LLVM's ``$0`` and ``%``."""

    def hole(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        return "$$" if found[0] == "$" else f"${found[1]}"

    text = _HOLE.sub(hole, text)
    return "".join(ch if 32 <= ord(ch) < 127 and ch not in '"\\' else f"\\{ord(ch):02X}" for ch in text)
