"""``gpu_printf!``: Rust placeholders as a C format, and the promotion of its operands as C varargs."""

from __future__ import annotations

from typing import Any, NamedTuple

from ferrule.codegen.llvm import types
from ferrule.codegen.llvm.function import FunctionCx
from ferrule.codegen.llvm.value import Operand
from ferrule.mir import body as m
from ferrule.ty import ty as t


def inline_strings(fmt: m.Format, operands: list[m.Operand]) -> m.Format:
    """The format with string constants written into its text: they need no argument at run time."""
    pieces: list[Any] = []
    for piece in fmt.pieces:
        op = None if isinstance(piece, str) else operands[piece.arg]
        if isinstance(op, m.Constant) and isinstance(op.value, m.CStr):
            text = op.value.data.decode("utf-8", "replace")
            if piece.trait_ == "?":
                text = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
            pieces.append(text.ljust(piece.width or 0))
        else:
            pieces.append(piece)
    return m.Format(pieces, fmt.span)


class Vararg(NamedTuple):
    """One promoted operand: its LLVM type, value, size, and the dtype of ``plan.Printf``."""

    ty: str
    value: str
    size: int
    dtype: str


def c_format(fx: FunctionCx, fmt: m.Format, operands: list[Operand]) -> tuple[str, list[Vararg]]:
    """(C format, varargs).  A placeholder of a bool, char or string constant becomes what C prints alike."""
    out: list[str] = []
    args: list[Vararg] = []
    for piece in fmt.pieces:
        if isinstance(piece, str):
            out.append(piece.replace("%", "%%"))
            continue
        star = ""
        for which in (piece.width_arg, piece.precision_arg):
            if which is not None:
                arg = promote(fx, operands[which])
                args.append(_to_i32(fx, arg))
        star = "*" if piece.width_arg is not None else ""
        arg = promote(fx, operands[piece.arg])
        args.append(arg)
        out.append(_spec(piece, arg, star))
    return "".join(out), args


def _to_i32(fx: FunctionCx, arg: Vararg) -> Vararg:
    if arg.size == 4:
        return arg
    return Vararg("i32", fx.let(f"trunc {arg.ty} {arg.value} to i32"), 4, "i32")


_INTS = {"": "", "d": "", "i": "", "u": "", "x": "x", "X": "X", "o": "o", "?": "", "c": "c", "p": "p"}
_FLOATS = {"": "f", "?": "f", "f": "f", "F": "F", "e": "e", "E": "E", "g": "g", "G": "G", "a": "a", "A": "A"}


def _spec(piece: Any, arg: Vararg, star: str) -> str:
    flags = "".join(f for f in "-+ #0" if f in (piece.flags or ""))
    width = star or ("" if piece.width is None else str(piece.width))
    precision = ""
    if piece.precision_arg is not None:
        precision = ".*"
    elif piece.precision is not None:
        precision = f".{piece.precision}"
    head = f"%{flags}{width}{precision}"
    if arg.dtype == "f64":
        return head + _FLOATS.get(piece.trait_, "f")
    if arg.dtype == "char":
        return head + "c"
    if piece.trait_ == "p" or arg.ty == "ptr":
        return head + "p"
    if piece.trait_ == "c":
        return head + "c"
    kind = _INTS.get(piece.trait_, "") or ("u" if piece.trait_ == "u" or arg.dtype.startswith("u") else "d")
    return f"{head}{'ll' if arg.size == 8 else ''}{kind}"


def promote(fx: FunctionCx, op: Operand) -> Vararg:
    """An operand as C passes it: at least int, f32 as double."""
    ty = op.layout.ty
    while isinstance(ty, t.Ref) and op.kind == "imm":
        op = fx.load(fx.deref(op))
        ty = op.layout.ty
    if op.kind == "imm":
        match ty:
            case t.Bool():
                return Vararg("i32", fx.let(f"zext i1 {op.a} to i32"), 4, "u32")
            case t.Char():
                return Vararg("i32", op.a, 4, "char")
            case t.Int() if ty.bits <= 64:
                if ty.bits >= 32:
                    return Vararg(f"i{ty.bits}", op.a, ty.bits // 8, f"{'i' if ty.signed else 'u'}{ty.bits}")
                ext = "sext" if ty.signed else "zext"
                return Vararg("i32", fx.let(f"{ext} i{ty.bits} {op.a} to i32"), 4, "i32" if ty.signed else "u32")
            case t.Float():
                lt = types.imm_type(op.layout.scalar)
                value = op.a if lt == "double" else fx.let(f"fpext {lt} {op.a} to double")
                return Vararg("double", value, 8, "f64")
            case t.Ptr():
                return Vararg("ptr", op.a, 8, "u64")
    raise fx.cx.unsupported("G0109", f"`gpu_printf!` cannot print a value of type `{ty}`", fx.span)
