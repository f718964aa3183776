"""``ptx_asm!``: inline PTX."""

from __future__ import annotations

import re

from ferrule.codegen.llvm import consts, types
from ferrule.codegen.llvm.function import FunctionCx
from ferrule.codegen.llvm.value import Operand
from ferrule.mir import body as m
from ferrule.mir import value as v
from ferrule.ty.layout import Layout

_CLASSES = {"h": 16, "r": 32, "l": 64, "q": 128, "f": 32, "d": 64}
_HOLE = re.compile(r"%%|%(\d+)|\$")


def ptx_asm(fx: FunctionCx, stmt: m.PtxAsm) -> None:
    """Outputs come first in the numbering, then inputs, as in CUDA; ``inout`` is an output and a tied input."""
    if fx.target.name != "nvptx":
        raise fx.cx.unsupported("G0105", "inline PTX is only supported on NVIDIA GPUs", stmt.span)
    outs = [(_class(fx, o.constraint, stmt.span, "=+"), o) for o in stmt.outputs]
    constraints = [f"={c}" for c, _ in outs]
    values: list[str] = []
    # An output that is also read (`+r`) is tied to its number.
    for n, (c, o) in enumerate(outs):
        if o.constraint.startswith("+") or o.value is not None:
            constraints.append(str(n))
            assert o.place is not None
            op = fx.operand(o.value if o.value is not None else m.Copy(o.place))
            values.append(f"{_type(c)} {_to_register(fx, c, op, stmt.span)}")
    texts: dict[int, str] = {}  # of operands that are part of the template
    numbers: dict[int, int] = {}  # of the others, as LLVM counts them
    for n, i in enumerate(stmt.inputs, len(outs)):
        assert i.value is not None
        if i.constraint == "C":
            texts[n] = _text(fx, i.value, stmt.span)
            continue
        numbers[n] = len(outs) + len(values)
        op = fx.operand(i.value)
        if i.constraint == "n":
            if not isinstance(i.value, m.Constant) or op.layout.abi != "scalar" or op.layout.scalar.prim != "int":
                raise fx.cx.unsupported("G0113", "an operand `n` of `ptx_asm!` is an integer constant", stmt.span)
            constraints.append("n")
            values.append(f"{types.imm_type(op.layout.scalar)} {op.a}")
        else:
            c = _class(fx, i.constraint, stmt.span)
            constraints.append(c)
            values.append(f"{_type(c)} {_to_register(fx, c, op, stmt.span)}")
    pure = "register_only" in stmt.options
    if not pure:
        constraints.append("~{memory}")
    template = _template(fx, stmt, texts, {**{n: n for n in range(len(outs))}, **numbers})
    lays = [fx.layout(fx.place_ty(o.place)) for _, o in outs if o.place is not None]
    for (c, _), lay in zip(outs, lays):
        _require_fit(fx, c, lay, stmt.span)
    rets = [_type(c) for c, _ in outs]
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


def _class(fx: FunctionCx, constraint: str, span: int, prefixes: str = "") -> str:
    """The register class of a constraint; ``prefixes`` may, and for an output must, come before it."""
    c = constraint[1:] if prefixes and constraint[:1] in tuple(prefixes) else constraint
    if c not in _CLASSES or prefixes and c == constraint:
        what = "an output" if prefixes else "an input"
        known = ", ".join(f"`{prefixes[:1]}{k}`" for k in _CLASSES) + ("" if prefixes else ", `n` and `C`")
        raise fx.cx.unsupported(
            "G0113", f"`{constraint}` is no constraint of {what} of `ptx_asm!`; there are {known}", span
        )
    return c


def _type(c: str) -> str:
    return {"f": "float", "d": "double"}.get(c, f"i{_CLASSES[c]}")


def _require_fit(fx: FunctionCx, c: str, lay: Layout, span: int) -> None:
    """Floats go into a class of their own or, as bits, into an integer class of their size; integers into a larger one too."""
    if lay.abi == "scalar":
        s = lay.scalar
        if s.prim == "float" and s.bits == _CLASSES[c]:
            return
        if s.prim != "float" and c not in "fd" and (64 if s.prim == "ptr" else s.bits) <= _CLASSES[c]:
            return
    fix = "cast the value, or choose a class by its size: `h` 16 bits, `r` 32, `l` 64, `q` 128, `f` an f32, `d` an f64"
    raise fx.cx.unsupported("G0113", f"a value of type `{lay.ty}` does not fit the register class `{c}`", span, fix)


def _to_register(fx: FunctionCx, c: str, op: Operand, span: int) -> str:
    """The operand in the type of its register class."""
    _require_fit(fx, c, op.layout, span)
    want = _type(c)
    s = op.layout.scalar
    have = types.imm_type(s)
    if have == want:
        return op.a
    if have == "ptr":
        at = fx.let(f"ptrtoint ptr {op.a} to i64")
        return at if want == "i64" else fx.let(f"zext i64 {at} to {want}")
    if s.prim == "float":
        return fx.let(f"bitcast {have} {op.a} to {want}")
    return fx.let(f"zext {have} {op.a} to {want}")


def _text(fx: FunctionCx, op: m.Operand, span: int) -> str:
    """The constant string of a `C` operand, up to a NUL."""
    data: bytes | None = None
    match op:
        case m.Constant(_, m.CStr(value) | m.CBytes(value)):
            data = value
        case m.Constant(_, m.CNamed(d, args, promoted)):
            found = consts.named_value(fx, d, fx.cx.mono.args(args, fx.args), promoted)
            if isinstance(found, v.VRef) and not found.path:
                found = found.alloc[0]
            if isinstance(found, v.VBytes):
                data = found.data
            elif isinstance(found, v.VAggregate):
                data = bytes(f.bits & 0xFF for f in found.fields if isinstance(f, v.VScalar))
    if data is None:
        raise fx.cx.unsupported("G0113", "an operand `C` of `ptx_asm!` is a constant string", span)
    return data.split(b"\0")[0].decode("latin-1")


def _store(fx: FunctionCx, o: m.AsmOperand, c: str, lay: Layout, value: str) -> None:
    assert o.place is not None
    s = lay.scalar
    have, want = _type(c), types.imm_type(s)
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


def _template(fx: FunctionCx, stmt: m.PtxAsm, texts: dict[int, str], numbers: dict[int, int]) -> str:
    """CUDA's ``%0`` and ``%%`` as LLVM's ``$0`` and ``%``."""

    def hole(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        if found[0] == "$":
            return "$$"
        n = int(found[1])
        if n in texts:
            return texts[n].replace("$", "$$")
        if n not in numbers:
            count = len(texts) + len(numbers)
            fix = "operands are counted from %0, outputs first; a register is written %%name"
            raise fx.cx.unsupported(
                "G0113", f"`%{n}` names no operand of this `ptx_asm!`, which has {count}", stmt.span, fix
            )
        return f"${numbers[n]}"

    text = _HOLE.sub(hole, stmt.template)
    return "".join(ch if 32 <= ord(ch) < 127 and ch not in '"\\' else f"\\{ord(ch):02X}" for ch in text)
