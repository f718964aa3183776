"""Python values to the bytes of Rust types, and back.  Everything is checked: a field's number as a scalar parameter's
would be, and bytes that come ready-made against what the type allows."""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

from ferrule.errors import ArgumentError
from ferrule.runtime import dtypes, scalars
from ferrule.runtime.closures import Closure
from ferrule.runtime.lend import lend
from ferrule.runtime.plan import ParamPlan
from ferrule.runtime.schema import Array, Borrow, Enum, Field, Scalar, Schema, Struct, borrows, newtype, rows
from ferrule.runtime.values import Value, arrange
from ferrule.runtime.views import View


class Lent(NamedTuple):
    """An array inside a value: ``length`` elements for ``param``, whose name is the path to the field."""

    param: ParamPlan
    view: View | None
    start: int
    length: int


class Lender:
    """Turns what stands for a slice, reference or pointer inside a value into its address; remembers what was lent."""

    def __init__(self, views: list[View | None]) -> None:
        self.views = views
        self.lent: list[Lent] = []

    def address(self, p: ParamPlan, value: Any) -> tuple[int, int]:
        """(address, length in elements)."""
        view = next((v for v in self.views if v is not None and _is_of(v, value)), None)
        start, length = lend(p, value, view)
        if view is not None:
            self.lent.append(Lent(p, view, start, length))
        return start, length


def _is_of(view: View, value: Any) -> bool:
    owner = view.owner
    return owner is value or (isinstance(owner, tuple) and bool(owner) and owner[0] is value)


def pack(s: Schema, path: str, value: Any, out: bytearray, at: int, lender: Lender | None) -> None:
    """Write ``value`` at ``at``.  ``path`` names it in messages; without a ``lender``, slices and references are refused.

    Raises ArgumentError.
    """
    if isinstance(s, Scalar):
        _pack_scalar(s, path, value, out, at)
    elif isinstance(s, Borrow):
        _pack_borrow(s, path, value, out, at, lender)
    elif isinstance(s, Struct) and s.style == "closure":
        if not isinstance(value, Closure):
            raise ArgumentError(f"`{path}` got {scalars.show(value)}; pass the fe.closure(...) it was specialized with")
        for f in s.fields:
            pack(f.type, f"{path}.{f.name}", value.captures[f.name], out, at + f.offset, lender)
    elif isinstance(value, Value) and isinstance(s, (Struct, Enum)):
        _pack_own(s, path, value, out, at, lender)
    elif isinstance(value, (bytes, bytearray)) or _has_dtype(s, value):
        _pack_raw(s, path, value, out, at)
    elif isinstance(s, Struct):
        _pack_struct(s, path, value, out, at, lender)
    elif isinstance(s, Array):
        _check_dtype(s, path, value)
        for i, item in enumerate(_items(path, s.rust, s.length, value)):
            pack(s.elem, f"{path}[{i}]", item, out, at + i * s.elem.size, lender)
    elif isinstance(s, Enum):
        _pack_enum(s, path, value, out, at, lender)
    else:
        raise ArgumentError(
            f"`{path}: {s.rust}` got {scalars.show(value)}; pass {s.size} bytes with the layout of {s.rust}"
        )


def _pack_scalar(s: Scalar, path: str, value: Any, out: bytearray, at: int) -> None:
    d = dtypes.TABLE[s.dtype]
    if s.dtype == "char" and _is_numpy_scalar(value) and value.dtype.str == "<u4":
        value = chr(value) if value <= 0x10FFFF else value  # as arrays of `char` fields hold them
    number = scalars.convert(path, s.rust, s.dtype, value)
    if d.kind in ("int", "uint"):
        bits = number & ((1 << 8 * d.size) - 1)
        if not s.holds(bits):
            raise ArgumentError(f"`{path}: {s.rust}` got {number}, which {s.rust} cannot be{_range(s)}")
        out[at : at + d.size] = bits.to_bytes(d.size, "little")
    else:
        struct.pack_into("<" + (d.code or "H"), out, at, number)  # bf16 comes as its bits


def _range(s: Scalar) -> str:
    return "; pass a number that is not 0" if s.valid is not None and not s.holds(0) else ""


def _pack_borrow(s: Borrow, path: str, value: Any, out: bytearray, at: int, lender: Lender | None) -> None:
    p = s.param._replace(name=path)
    if lender is None:
        raise ArgumentError(f"`{path}: {s.rust}` is known only at the launch: the array is lent, not copied")
    start, length = lender.address(p, value)
    struct.pack_into("<Q", out, at, start)
    if p.kind == "slice":
        struct.pack_into("<Q", out, at + 8, length)


def _pack_own(s: Struct | Enum, path: str, value: Value, out: bytearray, at: int, lender: Lender | None) -> None:
    """A value of a generated class."""
    if value._schema != s:
        if isinstance(s, Enum) and s.is_option:
            _pack_variant(s, path, 1, [value], out, at, lender)
            return
        if isinstance(s, Struct) and newtype(s) is not None:
            _pack_struct(s, path, value, out, at, lender)
            return
        raise ArgumentError(f"`{path}: {s.rust}` got a value of `{value._schema.rust}`; pass one of `{s.rust}`")
    if isinstance(s, Enum):
        _pack_variant(s, path, value._variant, list(value._fields), out, at, lender)
    else:
        _pack_fields(s.fields, path, list(value._fields), out, at, lender)


def _pack_fields(
    fields: tuple[Field, ...], path: str, values: list[Any], out: bytearray, at: int, lender: Lender | None
) -> None:
    for f, item in zip(fields, values, strict=True):
        pack(f.type, f"{path}.{f.name}", item, out, at + f.offset, lender)


def _pack_struct(s: Struct, path: str, value: Any, out: bytearray, at: int, lender: Lender | None) -> None:
    named = {f.name: f for f in s.fields}
    if isinstance(value, dict):
        # A field without a size says nothing and may be left out, as NumPy's dtype leaves it out.
        given = {f.name: () for f in s.fields if not f.type.size and f.name not in value} | value
        values = arrange(path, s.rust, list(named), (), given)
    elif isinstance(value, (tuple, list)):
        real = [n for n, f in named.items() if f.type.size]
        if len(value) == len(real) != len(named):
            _pack_struct(s, path, dict(zip(real, value, strict=True)), out, at, lender)
            return
        if len(value) != len(named):
            raise ArgumentError(f"`{path}: {s.rust}` got {len(value)} fields and has {len(named)}: {', '.join(named)}")
        values = list(value)
    else:
        inner = newtype(s)
        if inner is not None and getattr(getattr(value, "dtype", None), "names", None) is None:
            pack(inner.type, f"{path}.{inner.name}", value, out, at + inner.offset, lender)
            return
        raise ArgumentError(_no_struct(s, path, value))
    _pack_fields(s.fields, path, values, out, at, lender)


def _no_struct(s: Struct, path: str, value: Any) -> str:
    got = getattr(value, "dtype", None)
    names = ", ".join(f.name for f in s.fields)
    text = f"`{path}: {s.rust}` got {scalars.show(value)}"
    if got is not None and hasattr(got, "names"):
        from ferrule.runtime import records

        if getattr(value, "shape", ()) != ():
            return f"{text} of shape {value.shape}; it is one value: pass a tuple or dict of {names}"
        return (
            f"{text} of dtype {got}: {records.difference(records.numpy_dtype(s), got)}; pass a tuple or dict of {names}"
        )
    if not s.fields:
        return f"{text}; pass ()"
    return f"{text}; pass a tuple or dict of {names}"


def _pack_enum(s: Enum, path: str, value: Any, out: bytearray, at: int, lender: Lender | None) -> None:
    if s.is_option:
        if value is None:
            _pack_variant(s, path, 0, [], out, at, lender)
        else:
            _pack_variant(s, path, 1, [value], out, at, lender)
        return
    units = [v.name for v in s.variants if v.style == "unit" and v.exists]
    if isinstance(value, str):
        for i, v in enumerate(s.variants):
            if v.name == value:
                if v.style != "unit":
                    fields = ", ".join(f.name for f in v.fields)
                    raise ArgumentError(
                        f"`{path}: {s.rust}` got the name of `{v.name}`, which has fields ({fields}); "
                        f"pass {s.rust}.{v.name}(...) of `module.types`"
                    )
                _pack_variant(s, path, i, [], out, at, lender)
                return
        from difflib import get_close_matches

        near = get_close_matches(value, [v.name for v in s.variants], 1)
        hint = f"did you mean {near[0]!r}?" if near else f"variants: {', '.join(v.name for v in s.variants)}"
        raise ArgumentError(f"`{path}: {s.rust}` got {value!r}, which is no variant; {hint}")
    examples = [repr(units[0])] if units else []
    examples += [f"{s.rust}.{s.variants[0].name} of `module.types`"] if s.variants else []
    raise ArgumentError(f"`{path}: {s.rust}` got {scalars.show(value)}; pass {' or '.join(examples)}")


def _pack_variant(
    s: Enum, path: str, index: int, values: list[Any], out: bytearray, at: int, lender: Lender | None
) -> None:
    v = s.variants[index]
    if not v.exists:
        raise ArgumentError(f"`{path}: {s.rust}` got `{v.name}`, which has no values")
    inner = path if s.is_option else f"{path}.{v.name}"
    if s.is_option:
        pack(v.fields[0].type, inner, values[0], out, at + v.fields[0].offset, lender) if values else None
    else:
        _pack_fields(v.fields, inner, values, out, at, lender)
    g = s.tag
    if g is None or (g.niche and index == g.untagged):
        return
    bits = g.start + index - g.first if g.niche else v.discriminant
    out[at + g.offset : at + g.offset + g.size] = (bits & g.mask).to_bytes(g.size, "little")


# --------------------------------------------------------------------------------------------------- ready-made bytes
def _is_numpy_scalar(value: Any) -> bool:
    return hasattr(value, "dtype") and getattr(value, "shape", None) == ()


def _has_dtype(s: Schema, value: Any) -> bool:
    """Whether ``value`` is a NumPy scalar or array that is, byte for byte, one value of the type."""
    own = getattr(value, "dtype", None)
    if own is None or not hasattr(value, "tobytes") or not hasattr(own, "subdtype"):
        return False
    from ferrule.runtime import records

    want = records.numpy_dtype(s)
    if want.subdtype is not None:
        base, shape = want.subdtype
        return bool(own == base and value.shape == shape)
    return bool(own == want and value.shape == ())


def _pack_raw(s: Schema, path: str, value: Any, out: bytearray, at: int) -> None:
    data = bytes(value) if isinstance(value, (bytes, bytearray)) else value.tobytes()
    if len(data) != s.size:
        raise ArgumentError(f"`{path}: {s.rust}` got {len(data)} bytes; its layout has {s.size}")
    if any(p.rust[0] != "*" for p in borrows(s)):
        raise ArgumentError(f"`{path}: {s.rust}` got bytes, and slices or references lie inside; pass a tuple or dict")
    unpack(s, path, data, 0)
    out[at : at + s.size] = data


def unpack(s: Schema, path: str, data: bytes, at: int) -> Any:
    """The value at ``at``.  Raises ArgumentError where the bytes are none: a `bool` of 2, a tag without a variant."""
    if isinstance(s, Scalar):
        return _unpack_scalar(s, path, data, at)
    if isinstance(s, Array):
        return [unpack(s.elem, f"{path}[{i}]", data, at + i * s.elem.size) for i in range(s.length)]
    if isinstance(s, Struct):
        values = _unpack_fields(s.fields, path, data, at)
        return Value(s, 0, values) if s.path else values
    if isinstance(s, Enum):
        i = _variant_at(s, path, data, at)
        values = _unpack_fields(s.variants[i].fields, path, data, at)
        if s.is_option:
            return values[0] if values else None
        return Value(s, i, values)
    return data[at : at + s.size]


def _unpack_fields(fields: tuple[Field, ...], path: str, data: bytes, at: int) -> tuple[Any, ...]:
    return tuple(unpack(f.type, f"{path}.{f.name}", data, at + f.offset) for f in fields)


def _unpack_scalar(s: Scalar, path: str, data: bytes, at: int) -> Any:
    d = dtypes.TABLE[s.dtype]
    raw = data[at : at + d.size]
    bits = int.from_bytes(raw, "little")
    if not s.holds(bits) or (d.kind == "char" and 0xD800 <= bits <= 0xDFFF):
        raise ArgumentError(f"`{path}: {s.rust}` got the bits {bits:#x}, which are no {s.rust}{_range(s)}")
    if d.kind == "bool":
        return bool(bits)
    if d.kind == "char":
        return chr(bits)
    if d.kind in ("int", "uint"):
        return int.from_bytes(raw, "little", signed=d.kind == "int")
    if s.dtype == "bf16":
        return struct.unpack("<f", bytes(2) + raw)[0]
    return struct.unpack("<" + d.code, raw)[0]


def _variant_at(s: Enum, path: str, data: bytes, at: int) -> int:
    g = s.tag
    if g is None:
        if not any(v.exists for v in s.variants):
            raise ArgumentError(f"`{path}: {s.rust}` has no values")
        return s.single
    bits = int.from_bytes(data[at + g.offset : at + g.offset + g.size], "little")
    index = -1
    if g.niche:
        relative = bits - g.start & g.mask
        index = g.first + relative if relative <= g.last - g.first else g.untagged
        if index == g.untagged and relative <= g.last - g.first:
            index = -1
    else:
        index = next((i for i, v in enumerate(s.variants) if v.discriminant & g.mask == bits), -1)
    if index < 0 or not s.variants[index].exists:
        raise ArgumentError(f"`{path}: {s.rust}` got the tag {bits:#x}, which is no variant of {s.rust}")
    return index


def _check_dtype(s: Array, path: str, value: Any) -> None:
    """A NumPy array of numbers has the type's own element type: arrays are not converted, here as elsewhere."""
    got: Any = getattr(value, "dtype", None)
    like = rows(s)
    if like is None or not hasattr(got, "subdtype") or not getattr(value, "shape", ()):
        return
    want = dtypes.TABLE[like[0]]
    if want.typestr and got.newbyteorder("<").str.replace("=", "<") != want.typestr:
        raise ArgumentError(
            f"`{path}: {s.rust}` got an array of {got}; its elements are {want.rust}: pass .astype(np.{want.numpy})"
        )


def _items(path: str, rust: str, count: int, value: Any) -> list[Any]:
    if isinstance(value, (str, bytes, dict)) or not hasattr(value, "__len__") or not hasattr(value, "__iter__"):
        raise ArgumentError(f"`{path}: {rust}` got {scalars.show(value)}; pass a sequence of {count}")
    try:
        n = len(value)
    except TypeError:  # an array without dimensions
        raise ArgumentError(f"`{path}: {rust}` got {scalars.show(value)}; pass a sequence of {count}") from None
    if n != count:
        raise ArgumentError(f"`{path}: {rust}` got {n} elements; the array has {count}")
    return list(value)
