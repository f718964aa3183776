"""Rust types as NumPy dtypes, and what an array of another dtype has different."""

from __future__ import annotations

from typing import Any

from ferrule.runtime import dtypes
from ferrule.runtime.schema import Array, Borrow, Enum, Scalar, Schema, Struct, rows


def numpy_dtype(s: Schema) -> Any:
    """The NumPy dtype with the size and field offsets of the type.  Fields without a size are left out; what NumPy has no
    number for (enums with fields, unions, 128-bit integers) is bytes, `V8`."""
    import numpy

    return numpy.dtype(_spec(s))


def _spec(s: Schema) -> Any:
    if isinstance(s, Scalar):
        if s.dtype in ("char", "bf16"):
            return "<u4" if s.dtype == "char" else "<u2"
        return dtypes.TABLE[s.dtype].typestr or f"V{s.size}"
    if isinstance(s, Array):
        return (_spec(s.elem), (s.length,))
    if isinstance(s, Struct):
        kept = [f for f in s.fields if f.type.size]
        if not kept:
            return f"V{s.size}"
        return {
            "names": [f.name for f in kept],
            "formats": [_spec(f.type) for f in kept],
            "offsets": [f.offset for f in kept],
            "itemsize": s.size,
        }
    if isinstance(s, Enum) and is_number(s):
        return f"<{'i' if s.signed else 'u'}{s.size}"
    if isinstance(s, Borrow) and s.size == 8:
        return "<u8"
    return f"V{s.size}"


def is_number(s: Enum) -> bool:
    """Whether an enum is in memory the number of its variant."""
    return s.fieldless and s.tag is not None and not s.tag.niche and s.tag.size == s.size and s.size <= 8


def element(s: Schema) -> tuple[str, tuple[int, ...]] | None:
    """The plain array whose rows are values of the type too: (element type, shape of a row); None if there is none."""
    if isinstance(s, Enum) and is_number(s):
        return f"{'i' if s.signed else 'u'}{8 * s.size}", ()
    return rows(s)


def difference(want: Any, got: Any) -> str:
    """The first thing in which a record dtype differs from the one wanted."""
    if want.names is None or got.names is None:
        return f"its dtype is {want}"
    for name in want.names:
        if name not in got.names:
            return f"it has no field `{name}`"
        (kind, offset), (kind_got, offset_got) = want.fields[name][:2], got.fields[name][:2]
        if kind != kind_got:
            return f"its field `{name}` is {kind_got} and must be {kind}"
        if offset != offset_got:
            return f"its field `{name}` lies at byte {offset_got} and must lie at byte {offset}"
    extra = [n for n in got.names if n not in want.names]
    if extra:
        return f"its field `{extra[0]}` is none of the type's"
    if want.itemsize != got.itemsize:
        return f"its elements have {got.itemsize} bytes and must have {want.itemsize}"
    return "its fields are in another order"
