"""What the runtime knows of a Rust type that is no plain scalar: a tree of data with rustc's offsets.

Code generation describes types so (`codegen/describe.py`), plans carry the tree as JSON, and `pack` follows it between
Python values and bytes.  Every node has ``rust`` (the type as text), ``size`` and ``align`` in bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from ferrule.runtime import dtypes
from ferrule.runtime.plan import ParamPlan


class Scalar(NamedTuple):
    """A number, `bool` or `char`.  ``valid`` is the range of its bits as (low, high), wrapping where low > high; None:
    all are valid."""

    rust: str
    dtype: str  # its row in `dtypes.TABLE`
    valid: tuple[int, int] | None = None

    @property
    def size(self) -> int:
        return dtypes.TABLE[self.dtype].size

    @property
    def align(self) -> int:
        return self.size

    def holds(self, bits: int) -> bool:
        """Whether these bits are a value of the type."""
        if self.valid is None:
            return True
        low, high = self.valid
        return low <= bits <= high if low <= high else bits >= low or bits <= high


class Field(NamedTuple):
    name: str
    offset: int
    type: Schema


class Struct(NamedTuple):
    """A struct, tuple or closure.  ``style``: `named`, `tuple` (fields are numbered), `closure`; ``path`` names the type in
    Rust text, empty where nothing does."""

    rust: str
    path: str
    style: str
    size: int
    align: int
    fields: tuple[Field, ...]


class Array(NamedTuple):
    rust: str
    elem: Schema
    length: int

    @property
    def size(self) -> int:
        return self.elem.size * self.length

    @property
    def align(self) -> int:
        return self.elem.align


class Tag(NamedTuple):
    """Where an enum keeps its variant: as `ty/layout.py` says.  Not ``niche``: the bits are the discriminant."""

    offset: int
    size: int
    niche: bool
    untagged: int
    first: int
    last: int
    start: int

    @property
    def mask(self) -> int:
        return (1 << 8 * self.size) - 1


class Variant(NamedTuple):
    """``style`` as of a `Struct`, or `unit`.  ``exists`` is false where a field has no values."""

    name: str
    discriminant: int
    style: str
    exists: bool
    fields: tuple[Field, ...]


class Enum(NamedTuple):
    """``tag`` is None where only variant ``single`` can exist."""

    rust: str
    path: str
    size: int
    align: int
    signed: bool  # whether the tag is shown as a signed number
    tag: Tag | None
    single: int
    variants: tuple[Variant, ...]

    @property
    def fieldless(self) -> bool:
        return all(v.style == "unit" for v in self.variants)

    @property
    def is_option(self) -> bool:
        return self.path.startswith("core::option::Option<")


class Borrow(NamedTuple):
    """A slice, reference or raw pointer inside another value."""

    param: ParamPlan

    @property
    def rust(self) -> str:
        return self.param.rust

    @property
    def size(self) -> int:
        return self.param.size

    @property
    def align(self) -> int:
        return 8


class Opaque(NamedTuple):
    """Bytes whose meaning Python does not know: unions, function pointers, slices with an index space."""

    rust: str
    size: int
    align: int


Schema = Scalar | Struct | Array | Enum | Borrow | Opaque
_KINDS: dict[str, Any] = {c.__name__: c for c in (Scalar, Struct, Array, Enum, Borrow, Opaque)}


# ------------------------------------------------------------------------------------------------------------- as JSON
def to_text(s: Schema) -> str:
    return json.dumps(_plain(s), separators=(",", ":"))


def _plain(s: Any) -> Any:
    if isinstance(s, ParamPlan):
        return list(s)
    if isinstance(s, tuple):
        head = [type(s).__name__] if type(s).__name__ in _KINDS else []
        return [*head, *map(_plain, s)]
    return s


@lru_cache(maxsize=1024)
def from_text(text: str) -> Schema:
    """Inverse of `to_text`.  Raises ValueError if it is none."""
    return _schema(json.loads(text))


def _schema(d: list[Any]) -> Schema:
    try:
        kind, rest = d[0], d[1:]
        if kind == "Scalar":
            return Scalar(rest[0], rest[1], None if rest[2] is None else (rest[2][0], rest[2][1]))
        if kind == "Struct":
            rust, path, style, size, align, fields = rest
            return Struct(rust, path, style, size, align, _fields(fields))
        if kind == "Array":
            return Array(rest[0], _schema(rest[1]), rest[2])
        if kind == "Enum":
            rust, path, size, align, signed, tag, single, variants = rest
            return Enum(
                rust,
                path,
                size,
                align,
                signed,
                None if tag is None else Tag(*tag),
                single,
                tuple(map(_variant, variants)),
            )
        if kind == "Borrow":
            return Borrow(ParamPlan(*rest[0]))
        if kind == "Opaque":
            return Opaque(*rest)
    except (LookupError, TypeError) as e:
        raise ValueError(f"no description of a type: {e}") from e
    raise ValueError(f"no description of a type: {kind!r}")


def _variant(item: list[Any]) -> Variant:
    name, discriminant, style, exists, fields = item
    return Variant(name, discriminant, style, exists, _fields(fields))


def _fields(items: list[Any]) -> tuple[Field, ...]:
    return tuple(Field(name, offset, _schema(ty)) for name, offset, ty in items)


# ------------------------------------------------------------------------------------------------------------- queries
def borrows(s: Schema) -> Iterator[ParamPlan]:
    """Every slice, reference and raw pointer inside."""
    if isinstance(s, Borrow):
        yield s.param
    elif isinstance(s, Array):
        yield from borrows(s.elem)
    elif isinstance(s, Struct):
        for f in s.fields:
            yield from borrows(f.type)
    elif isinstance(s, Enum):
        for v in s.variants:
            for f in v.fields:
                yield from borrows(f.type)


def rows(s: Schema) -> tuple[str, tuple[int, ...]] | None:
    """(element type, shape) if a value is nothing but equal scalars one after the other, in the order of its fields:
    such values are also rows of a plain array.  None if not."""
    if isinstance(s, Scalar):
        return (s.dtype, ()) if s.valid is None or s.dtype == "bool" else None
    if isinstance(s, Array):
        inner = rows(s.elem)
        return None if inner is None else (inner[0], (s.length, *inner[1]))
    if isinstance(s, Struct) and s.fields:
        inner = rows(s.fields[0].type)
        step = s.fields[0].type.size
        alike = all(rows(f.type) == inner and f.offset == i * step for i, f in enumerate(s.fields))
        if inner is None or not alike or step * len(s.fields) != s.size:
            return None
        return inner[0], (len(s.fields), *inner[1])
    return None


def newtype(s: Schema) -> Field | None:
    """The one field of a tuple struct that holds nothing else."""
    if isinstance(s, Struct) and s.style == "tuple" and s.path:
        real = [f for f in s.fields if f.type.size]
        return real[0] if len(real) == 1 else None
    return None
