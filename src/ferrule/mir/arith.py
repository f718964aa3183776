"""Operators, casts and arithmetic intrinsics on the bits of constants."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ferrule.mir import floats
from ferrule.ty import ty as t


class DivisionError(Exception):
    """Division by zero or MIN / -1: the MIR checks before, so this is undefined behaviour."""


COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
BITS: dict[str, Callable[[int, int], int]] = {"bitand": operator.and_, "bitor": operator.or_, "bitxor": operator.xor}


def width(ty: t.Ty) -> int:
    match ty:
        case t.Int() | t.Float():
            return ty.bits
        case t.Bool():
            return 8
        case t.Char():
            return 32
    return 64


def to_int(bits: int, ty: t.Ty) -> int:
    """The mathematical value of an integer's bits."""
    if isinstance(ty, t.Int) and ty.signed and bits >> ty.bits - 1:
        return bits - (1 << ty.bits)
    return bits


def from_int(value: int, ty: t.Ty) -> int:
    return value & (1 << width(ty)) - 1


def binary(op: str, a: int, b: int, ty: t.Ty, rhs_ty: t.Ty) -> int:
    """Bits of ``a op b`` for operands of type ``ty``; integers wrap, shifts mask."""
    if isinstance(ty, t.Float):
        return float_binary(op, a, b, ty)
    x, y = to_int(a, ty), to_int(b, rhs_ty)
    if op in COMPARE:
        return int(COMPARE[op](x, y))
    if op in BITS:
        return BITS[op](a, b)
    if op in ("shl", "shr"):
        amount = y & width(ty) - 1
        return from_int(x << amount if op == "shl" else x >> amount, ty)
    return from_int(exact(op, x, y), ty)


def exact(op: str, x: int, y: int) -> int:
    """Integer arithmetic without a width; division truncates."""
    if op == "add":
        return x + y
    if op == "sub":
        return x - y
    if op == "mul":
        return x * y
    if y == 0:
        raise DivisionError
    q = abs(x) // abs(y)
    q = q if (x < 0) == (y < 0) else -q
    return q if op == "div" else x - q * y


def checked(op: str, a: int, b: int, ty: t.Int) -> tuple[int, bool]:
    value = exact(op, to_int(a, ty), to_int(b, ty))
    return from_int(value, ty), not ty.min <= value <= ty.max


def float_binary(op: str, a: int, b: int, ty: t.Float) -> int:
    x, y = floats.decode(a, ty.name), floats.decode(b, ty.name)
    if op in COMPARE:
        return int(COMPARE[op](x, y))
    return floats.encode(float_op(op, x, y), ty.name)


def float_op(op: str, x: float, y: float) -> float:
    if op == "add":
        return x + y
    if op == "sub":
        return x - y
    if op == "mul":
        return x * y
    if op == "div":
        if y == 0:
            if x == 0 or math.isnan(x):
                return math.nan
            return math.copysign(math.inf, x) * math.copysign(1.0, y)
        return x / y
    if math.isinf(x) or y == 0 or math.isnan(x) or math.isnan(y):
        return math.nan
    return math.fmod(x, y)


def unary(op: str, a: int, ty: t.Ty) -> int:
    if isinstance(ty, t.Float):
        return a ^ floats.FORMATS[ty.name].sign
    if op == "neg":
        return from_int(-a, ty)
    return a ^ 1 if isinstance(ty, t.Bool) else from_int(~a, ty)


def cast(kind: str, bits: int, source: t.Ty, to: t.Ty) -> int:
    if kind == "int_to_float":
        assert isinstance(to, t.Float)
        return floats.round_fraction(Fraction(to_int(bits, source)), to.name)
    if kind == "float_to_int":
        assert isinstance(source, t.Float) and isinstance(to, t.Int)
        x = floats.decode(bits, source.name)
        if math.isnan(x):
            return 0
        if math.isinf(x):
            return from_int(to.max if x > 0 else to.min, to)
        return from_int(min(max(int(x), to.min), to.max), to)
    if kind == "float_to_float":
        assert isinstance(source, t.Float) and isinstance(to, t.Float)
        return floats.encode(floats.decode(bits, source.name), to.name)
    return from_int(to_int(bits, source), to)


# ----------------------------------------------------------------------------------------------------------- intrinsics
def reverse_bits(a: int, n: int) -> int:
    return int(format(a, f"0{n}b")[::-1], 2)


def int_unary(name: str, a: int, ty: t.Int) -> int:
    n = ty.bits
    if name == "ctpop":
        return a.bit_count()
    if name == "ctlz":
        return n - a.bit_length()
    if name == "cttz":
        return (a & -a).bit_length() - 1 if a else n
    if name == "bswap":
        return int.from_bytes(a.to_bytes(n // 8, "little"), "big")
    return reverse_bits(a, n)


def rotate(a: int, amount: int, ty: t.Int, left: bool) -> int:
    n = ty.bits
    k = amount % n
    if not left:
        k = (n - k) % n
    return from_int(a << k | a >> n - k, ty) if k else a


ROUND: dict[str, Callable[[float], int]] = {
    "floor": math.floor, "ceil": math.ceil, "trunc": math.trunc, "roundeven": lambda x: round(x),
}  # fmt: skip


def float_unary(name: str, a: int, ty: t.Float) -> int:
    f = floats.FORMATS[ty.name]
    if name == "fabs":
        return a & ~f.sign
    x = floats.decode(a, ty.name)
    if name == "sqrt":
        return floats.encode(math.nan if x < 0 else math.sqrt(x), ty.name)
    if math.isnan(x) or math.isinf(x):
        return a
    y = ROUND[name](x)
    return a & f.sign | floats.encode(float(abs(y)), ty.name)


def fma(a: int, b: int, c: int, ty: t.Float) -> int:
    x, y, z = (floats.decode(v, ty.name) for v in (a, b, c))
    if any(math.isnan(v) or math.isinf(v) for v in (x, y, z)):
        return floats.encode(float_op("add", x * y, z), ty.name)
    exact_sum = Fraction(x) * Fraction(y) + Fraction(z)
    if exact_sum == 0:
        return floats.encode(x * y + z, ty.name)  # keeps the sign of zero
    return floats.round_fraction(exact_sum, ty.name)


def float_binary_intrinsic(name: str, a: int, b: int, ty: t.Float) -> int:
    f = floats.FORMATS[ty.name]
    if name == "copysign":
        return a & ~f.sign | b & f.sign
    x, y = floats.decode(a, ty.name), floats.decode(b, ty.name)
    if math.isnan(x):
        return b
    if math.isnan(y):
        return a
    return a if (x < y) == (name == "minnum") else b
