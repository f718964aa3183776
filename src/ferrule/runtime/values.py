"""Values of Rust structs and enums in Python.

`Value` is what a kernel takes by value and what `from_bytes` gives back.  The classes in ``module.types`` (`rust_types`)
derive from it; values read out of memory that no such class made are plain `Value` objects.
"""

from __future__ import annotations

from typing import Any

from ferrule.errors import ArgumentError
from ferrule.runtime.schema import Enum, Struct, Variant


class Value:
    """A struct or one variant of an enum: its type, and a Python value for each field.  Immutable."""

    __slots__ = ("_schema", "_variant", "_fields")

    def __init__(self, schema: Struct | Enum, variant: int, fields: tuple[Any, ...]) -> None:
        object.__setattr__(self, "_schema", schema)
        object.__setattr__(self, "_variant", variant)
        object.__setattr__(self, "_fields", fields)

    @property
    def _shape(self) -> Struct | Variant:
        s: Struct | Enum = self._schema
        return s.variants[self._variant] if isinstance(s, Enum) else s

    @property
    def variant(self) -> str:
        """Name of the variant of an enum, or of the struct."""
        return self._shape.name if isinstance(self._shape, Variant) else self._schema.rust

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        names = [f.name for f in self._shape.fields]
        # Fields of tuple structs are numbers, which Python cannot write behind a dot.
        wanted = name[1:] if name.startswith("_") and name[1:].isdigit() else name
        if wanted not in names:
            have = ", ".join(names) or "none"
            raise AttributeError(f"`{self._schema.rust}` has no field `{name}`; fields: {have}")
        return self._fields[names.index(wanted)]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"`{self._schema.rust}` values do not change; make another")

    def __getitem__(self, index: int) -> Any:
        return self._fields[index]

    def __len__(self) -> int:
        return len(self._fields)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return (self._schema, self._variant, self._fields) == (other._schema, other._variant, other._fields)

    def __hash__(self) -> int:
        return hash((self._schema, self._variant, self._fields))

    def __repr__(self) -> str:
        shape = self._shape
        head = f"{self._schema.rust}.{shape.name}" if isinstance(shape, Variant) else self._schema.rust
        if isinstance(shape, Variant) and shape.style == "unit":
            return head
        named = shape.style == "named"
        parts = [f"{f.name}={v!r}" if named else repr(v) for f, v in zip(shape.fields, self._fields, strict=True)]
        return f"{head}({', '.join(parts)})"

    def __index__(self) -> int:
        """The discriminant of an enum without fields."""
        s = self._schema
        if not isinstance(s, Enum) or not s.fieldless:
            raise TypeError(f"`{s.rust}` is no enum without fields, so it is no number")
        number: int = s.variants[self._variant].discriminant
        return number

    def __ferrule_parts__(self) -> list[tuple[str, Any]]:
        """Fields by name, for the launch to find the arrays among them."""
        return [(f.name, v) for f, v in zip(self._shape.fields, self._fields, strict=True)]

    def to_bytes(self) -> bytes:
        """The bytes as rustc lays them out, padding as zeros.  ArgumentError if slices or references lie inside."""
        from ferrule.runtime.pack import pack

        out = bytearray(self._schema.size)
        pack(self._schema, self._schema.rust, self, out, 0, None)
        return bytes(out)

    def to_numpy(self) -> Any:
        """A NumPy scalar of the type's dtype, to put into an array."""
        import numpy

        from ferrule.runtime.records import numpy_dtype

        return numpy.frombuffer(self.to_bytes(), numpy_dtype(self._schema))[0]

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        import numpy

        out = numpy.array(self.to_numpy())
        return out if dtype is None else out.astype(dtype)


def arrange(path: str, rust: str, names: list[str], args: tuple[Any, ...], given: dict[str, Any]) -> list[Any]:
    """One value a field, from positional and keyword arguments.  ``path`` says where, for messages.

    Raises ArgumentError for a missing, unknown, doubled or superfluous field.
    """
    what = f"fields: {', '.join(names)}" if names else "it has no fields"
    if len(args) > len(names):
        raise ArgumentError(f"`{path}: {rust}` got {len(args)} fields and has {len(names)}: {', '.join(names)}")
    found = dict(zip(names, args, strict=False))
    for name, value in given.items():
        if name not in names:
            from difflib import get_close_matches

            near = get_close_matches(str(name), names, 1)
            hint = f"; did you mean `{near[0]}`?" if near else f"; {what}"
            raise ArgumentError(f"`{path}: {rust}` got an unknown field `{name}`{hint}")
        if name in found:
            raise ArgumentError(f"`{path}: {rust}` got two values for the field `{name}`")
        found[name] = value
    missing = [n for n in names if n not in found]
    if missing:
        raise ArgumentError(f"`{path}: {rust}` got no field `{missing[0]}`; {what}")
    return [found[n] for n in names]
