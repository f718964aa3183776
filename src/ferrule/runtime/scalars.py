"""Python numbers to Rust scalars.  Nothing is cut: what does not fit is an ArgumentError.

Floats round to `f32` and `f16` as Rust's `as` does (that is what passing 0.1 means), but a finite value never becomes
infinite.  Integers are range-checked.  `bool` is no integer and no integer is a `bool`.
"""

from __future__ import annotations

import struct
import sys
from typing import Any

from ferrule.errors import ArgumentError
from ferrule.runtime.dtypes import TABLE, DType


def convert(name: str, rust: str, dtype: str, value: Any) -> Any:
    """The value to pack for parameter ``name: rust``, of scalar type ``dtype``."""
    d = TABLE[dtype]
    if d.kind == "float":
        return _float(name, rust, d, value)
    if d.kind in ("int", "uint"):
        return _integer(name, rust, d, value)
    if d.kind == "bool":
        if value is True or value is False or _is_numpy(value, "bool_"):
            return bool(value)
        raise ArgumentError(f"`{name}: {rust}` got {show(value)}; pass True or False, or bool(...)")
    return _char(name, rust, value)


def show(value: Any) -> str:
    """A short text for a value that came where a scalar was expected."""
    cls = type(value)
    if value is None:
        return "None"
    if cls in (int, float, bool, str):
        text = repr(value)
        return f"the {cls.__name__} {text if len(text) < 60 else text[:57] + '...'}"
    return f"a {cls.__module__ + '.' if cls.__module__ != 'builtins' else ''}{cls.__qualname__}"


def _is_numpy(value: Any, kind: str) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, getattr(numpy, kind))


def _array_help(name: str, rust: str, value: Any) -> str:
    from ferrule.runtime.views import view_of

    view = view_of(value)
    if view is not None:
        pass_what = "x.item()" if view.size == 1 else "one number"
        return f"`{name}: {rust}` is a scalar and got a {view.describe()}; pass {pass_what}"
    return f"`{name}: {rust}` got {show(value)}; pass a number"


def _integer(name: str, rust: str, d: DType, value: Any) -> int:
    if type(value) is not int:
        if isinstance(value, bool) or _is_numpy(value, "bool_"):
            raise ArgumentError(f"`{name}: {rust}` got {show(value)}; pass int(...) if the number is meant")
        if isinstance(value, float) or _is_numpy(value, "floating"):
            fix = f"int({value!r})" if type(value) is float else "int(...)"
            raise ArgumentError(f"`{name}: {rust}` got {show(value)}; pass {fix}, floats are not cut to integers")
        if not (isinstance(value, int) or _is_numpy(value, "integer")):
            raise ArgumentError(_array_help(name, rust, value))
        value = int(value)
    if not d.low <= value <= d.high:
        raise ArgumentError(f"`{name}: {rust}` got {value}, which does not fit: {d.rust} holds {d.low} to {d.high}")
    return int(value)


def _float(name: str, rust: str, d: DType, value: Any) -> float | int:
    if type(value) is not float:
        if isinstance(value, bool) or _is_numpy(value, "bool_"):
            raise ArgumentError(f"`{name}: {rust}` got {show(value)}; pass float(...) if the number is meant")
        if isinstance(value, int) or _is_numpy(value, "integer"):
            return _exact_float(name, rust, d, int(value))
        if not (isinstance(value, float) or _is_numpy(value, "floating")):
            raise ArgumentError(_array_help(name, rust, value))
        value = float(value)
    if d.rust == "bf16":
        return _bf16(name, rust, value)
    if d.rust != "f64":
        try:
            struct.pack("<" + d.code, value)
        except OverflowError:
            raise ArgumentError(f"`{name}: {rust}` got {value!r}, which overflows {d.rust}") from None
    return float(value)


def _exact_float(name: str, rust: str, d: DType, value: int) -> float | int:
    """An integer for a float parameter: fine if the float is that number."""
    try:
        f = float(value)
        if d.rust == "bf16":
            bits = _bf16(name, rust, f)
            (back,) = struct.unpack("<f", struct.pack("<I", bits << 16))
        else:
            (back,) = struct.unpack("<" + d.code, struct.pack("<" + d.code, f))
    except OverflowError:
        raise ArgumentError(f"`{name}: {rust}` got {value}, which overflows {d.rust}") from None
    if back != value:
        raise ArgumentError(
            f"`{name}: {rust}` got the int {value}, which {d.rust} cannot hold exactly; pass float({value}) to round it"
        )
    return bits if d.rust == "bf16" else f


def _bf16(name: str, rust: str, value: float) -> int:
    """Bits of ``value`` rounded to nearest even, straight from f64 (no double rounding)."""
    if value != value:
        return 0x7FC0
    try:
        bits = int.from_bytes(struct.pack("<d", value), "little")
        sign, magnitude = bits >> 63, bits & ((1 << 63) - 1)
        if magnitude == 0x7FF << 52:
            return sign << 15 | 0x7F80
        # bf16 shares f32's exponent: f32 bits rounded to odd keep what the second rounding needs.
        f = struct.pack("<f", value)
    except OverflowError:
        raise ArgumentError(f"`{name}: {rust}` got {value!r}, which overflows bf16") from None
    (single,) = struct.unpack("<I", f)
    (back,) = struct.unpack("<f", f)
    if back != value and not single & 1:
        # The first rounding was inexact and even: step to the odd neighbour on the exact value's side.
        single += 1 if abs(back) < abs(value) else -1
    low, out = single & 0xFFFF, single >> 16
    if low > 0x8000 or (low == 0x8000 and out & 1):
        out += 1
    if out & 0x7FFF >= 0x7F80:
        raise ArgumentError(f"`{name}: {rust}` got {value!r}, which overflows bf16")
    return int(out)


def _char(name: str, rust: str, value: Any) -> int:
    if isinstance(value, str) and len(value) == 1:
        code = ord(value)
        if 0xD800 <= code <= 0xDFFF:
            raise ArgumentError(f"`{name}: {rust}` got the surrogate {value!r}; a Rust char is a Unicode scalar value")
        return code
    raise ArgumentError(f"`{name}: {rust}` got {show(value)}; pass a str of one character")
