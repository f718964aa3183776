"""Panics: the site table, and how a failing check reports its operands."""

from __future__ import annotations

from typing import Any

from ferrule.codegen.llvm import types
from ferrule.codegen.llvm.function import FunctionCx
from ferrule.codegen.llvm.value import Operand, PlaceRef
from ferrule.mir import body as m
from ferrule.mir.ops import PANIC_KINDS
from ferrule.ty import ty as t

MAX_VALUES = 4  # slots of the panic record


def emit(fx: FunctionCx, msg: m.AssertMessage, operands: list[Operand], span: int) -> None:
    """Ends the block by a panic."""
    slots = Slots(fx)
    if msg.fmt is not None:
        message = format_text(slots, msg.fmt, operands)  # lowering has put the prefix of its kind before it
    else:
        message = PANIC_KINDS[msg.kind].message
        for i in range(len(operands)):
            message = message.replace(f"{{{i}}}", f"\0{i}\0")
        for i, op in enumerate(operands):
            if f"\0{i}\0" in message:
                message = message.replace(f"\0{i}\0", slots.add(op, ""))
    site = fx.cx.site(msg.kind, message, tuple(slots.dtypes), span, fx.name)
    fx.target.emit_panic(fx, site, fx.caller, slots.values)


def message(msg: m.AssertMessage) -> m.AssertMessage:
    """The message with string constants written into its text."""
    if msg.fmt is None:
        return msg
    from ferrule.codegen.llvm.printf import inline_strings

    return m.AssertMessage(msg.kind, msg.operands, inline_strings(msg.fmt, msg.operands))


class Slots:
    """The operands that a panic record carries: up to four u64 with their dtypes.  A ``str`` takes two: address and
    length."""

    def __init__(self, fx: FunctionCx) -> None:
        self.fx = fx
        self.dtypes: list[str] = []
        self.values: list[str] = []

    def add(self, op: Operand, spec: str) -> str:
        """The placeholder for ``op`` in the message, ``{0}``; its type's name if its value cannot be carried."""
        fx = self.fx
        while isinstance(op.layout.ty, t.Ref) and not fx.is_unsized(op.layout.ty.ty) and op.kind == "imm":
            op = fx.load(fx.deref(op))  # `{}` of a reference shows what it points to
        dtype, values = encode(fx, op)
        if dtype is None or len(self.values) + len(values) > MAX_VALUES:
            return f"<{escape(str(op.layout.ty))}>"
        self.dtypes.append(dtype)
        self.values += values
        return f"{{{len(self.dtypes) - 1}{':' + spec if spec else ''}}}"


def encode(fx: FunctionCx, op: Operand) -> tuple[str | None, list[str]]:
    """(dtype, u64 values) of a primitive operand."""
    ty = op.layout.ty
    if op.kind == "mem":
        op = fx.load(PlaceRef(op.layout, op.a, "", op.align))
    if isinstance(ty, t.Ref) and isinstance(ty.ty, t.Str):
        return "str", [fx.let(f"ptrtoint ptr {op.a} to i64"), op.b]
    match ty:
        case t.Bool():
            return "bool", [widen(fx, op.a, "i1", 1, False)]
        case t.Char():
            return "char", [widen(fx, op.a, "i32", 32, False)]
        case t.Int(name):
            if ty.bits > 64:
                return None, []
            return name, [widen(fx, op.a, f"i{ty.bits}", ty.bits, ty.signed)]
        case t.Float(name):
            value, lt = op.a, types.imm_type(op.layout.scalar)
            if name not in ("f32", "f64"):
                value, lt, name = fx.let(f"fpext {lt} {value} to float"), "float", "f32"
            bits = 32 if name == "f32" else 64
            return name, [widen(fx, fx.let(f"bitcast {lt} {value} to i{bits}"), f"i{bits}", bits, False)]
        case t.Ptr() if op.kind == "imm":
            return "u64", [fx.let(f"ptrtoint ptr {op.a} to i64")]
    return None, []


def widen(fx: FunctionCx, value: str, lt: str, bits: int, signed: bool) -> str:
    if bits == 64:
        return value
    if value in ("true", "false"):
        return str(int(value == "true"))
    if value.isdigit() and not signed:
        return value
    return fx.let(f"{'sext' if signed else 'zext'} {lt} {value} to i64")


def escape(text: str) -> str:
    """Literal text in a str.format template."""
    return text.replace("{", "{{").replace("}", "}}")


def format_text(slots: Slots, fmt: m.Format, operands: list[Operand]) -> str:
    """The template of ``panic!("...", args)``."""
    out = []
    for piece in fmt.pieces:
        out.append(escape(piece) if isinstance(piece, str) else slots.add(operands[piece.arg], python_spec(piece)))
    return "".join(out)


def python_spec(spec: Any) -> str:
    """A Rust placeholder's options as a Python format spec (both follow the same grammar for what is kept)."""
    flags = spec.flags or ""
    width = "" if spec.width is None else str(spec.width)
    precision = "" if spec.precision is None else f".{spec.precision}"
    kind = {"x": "x", "X": "X", "o": "o", "b": "b", "e": "e"}.get(spec.trait_, "f" if precision else "")
    sign = "+" if "+" in flags else ""
    alternate = "#" if "#" in flags and kind in ("x", "X", "o", "b") else ""
    zero = "0" if "0" in flags else ""
    return f"{sign}{alternate}{zero}{width}{precision}{kind}"
