"""``module.types``: the structs and enums of a Rust source as Python classes.

P = m.types.Particle
P(x=1.0, v=(0.0, 2.0))           # a value, checked field by field
np.zeros(100, P.dtype)           # an array for `&[Particle]`
m.types.Shape.Circle(2.0)        # a variant of an enum
m.types["Pair<f32>"]             # any other type, as Rust text
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ferrule.errors import ArgumentError, FerruleError
from ferrule.runtime import schema
from ferrule.runtime.pack import pack, unpack
from ferrule.runtime.scalars import show
from ferrule.runtime.schema import Enum, Schema, Struct, Variant
from ferrule.runtime.values import Value, arrange

if TYPE_CHECKING:
    from ferrule.runtime.unit import Unit


class TypeNotFound(FerruleError, AttributeError, KeyError):
    """A module has no type of this name."""

    __str__ = FerruleError.__str__  # KeyError's shows the repr


class RustType(type):
    """The class of the classes: what is known of a type without a value."""

    schema: Schema

    @property
    def rust(cls) -> str:
        """The type as Rust text."""
        return cls.schema.rust

    @property
    def size(cls) -> int:
        """Bytes of a value, as `size_of` gives them."""
        return cls.schema.size

    @property
    def align(cls) -> int:
        """Alignment in bytes, as `align_of` gives it."""
        return cls.schema.align

    @property
    def dtype(cls) -> Any:
        """NumPy's dtype with rustc's size and field offsets, for arrays that kernels take as slices of this type."""
        from ferrule.runtime.records import numpy_dtype

        return numpy_dtype(cls.schema)

    def from_bytes(cls, data: Any) -> Any:
        """The value in these bytes, or in an element of an array of ``dtype``.

        Raises ArgumentError if they are too few or too many, or no value of the type.
        """
        raw = data.tobytes() if hasattr(data, "tobytes") else bytes(data)
        if len(raw) != cls.schema.size:
            raise ArgumentError(f"`{cls.rust}` has {cls.schema.size} bytes and got {len(raw)}")
        return unpack(cls.schema, cls.rust, raw, 0)

    def __getattr__(cls, name: str) -> Any:
        s = cls.__dict__.get("schema")
        if not isinstance(s, Enum) or name.startswith("__"):
            raise AttributeError(name)
        for i, v in enumerate(s.variants):
            if v.name == name:
                return Value(s, i, ()) if v.style == "unit" else _Constructor(s, i)
        from difflib import get_close_matches

        near = get_close_matches(name, [v.name for v in s.variants], 1)
        hint = f"did you mean `{near[0]}`?" if near else f"variants: {', '.join(v.name for v in s.variants)}"
        raise AttributeError(f"`{s.rust}` has no variant `{name}`; {hint}")

    def __dir__(cls) -> list[str]:
        s = cls.__dict__.get("schema")
        return sorted({*type.__dir__(cls), *(v.name for v in s.variants)} if isinstance(s, Enum) else type.__dir__(cls))

    def __repr__(cls) -> str:
        return f"<ferrule type {cls.rust}: {cls.size} bytes>"

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Value) and bool(value._schema == cls.schema)


class _Constructor:
    """A variant with fields: called, it makes a value."""

    __slots__ = ("_schema", "_index")

    def __init__(self, s: Enum, index: int) -> None:
        self._schema = s
        self._index = index

    def __call__(self, *args: Any, **fields: Any) -> Value:
        return _make(self._schema, self._index, args, fields)

    def __repr__(self) -> str:
        v: Variant = self._schema.variants[self._index]
        inside = ", ".join(f"{f.name}: {f.type.rust}" if v.style == "named" else f.type.rust for f in v.fields)
        return f"<constructor {self._schema.rust}.{v.name}({inside})>"


def _make(s: Struct | Enum, index: int, args: tuple[Any, ...], given: dict[str, Any]) -> Value:
    shape = s.variants[index] if isinstance(s, Enum) else s
    name = f"{s.rust}.{shape.name}" if isinstance(shape, Variant) else s.rust
    if isinstance(shape, Variant) and not shape.exists:
        raise ArgumentError(f"`{name}` has no values")
    values = arrange(name, s.rust, [f.name for f in shape.fields], args, given)
    for f, item in zip(shape.fields, values, strict=True):
        # Each field is checked here, where its mistake was made.  Arrays are lent and so looked at by the launch.
        if not any(schema.borrows(f.type)):
            pack(f.type, f"{name}.{f.name}", item, bytearray(f.type.size), 0, None)
    return Value(s, index, tuple(values))


def make_class(s: Schema) -> Any:
    """The Python class of a Rust type."""

    def new(cls: Any, *args: Any, **fields: Any) -> Any:
        if isinstance(s, Struct):
            return _make(s, 0, args, fields)
        if isinstance(s, Enum):
            names = ", ".join(v.name for v in s.variants)
            raise ArgumentError(
                f"`{s.rust}` is an enum: name a variant, as in {s.rust}.{s.variants[0].name}; it has {names}"
            )
        raise ArgumentError(f"`{s.rust}` is no struct: pass a Python value of it to the kernel")

    doc = f"The Rust type `{s.rust}`: {s.size} bytes, aligned to {s.align}."
    if isinstance(s, Struct):
        doc += "".join(f"\n\n{f.name}: {f.type.rust} at byte {f.offset}" for f in s.fields)
    return RustType(s.rust, (), {"schema": s, "__new__": new, "__doc__": doc, "__slots__": ()})


class Types:
    """Types by name: those in modules as ``m.types.inner.Particle``, or by their short name where it is unique."""

    def __init__(self, unit: Unit, prefix: str = "") -> None:
        self._unit = unit
        self._prefix = prefix
        self._classes: dict[str, Any] = {}

    def _names(self) -> list[str]:
        return [n[len(self._prefix) :] for n in self._unit.type_names() if n.startswith(self._prefix)]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        names = self._names()
        if name in names:
            return self._class(self._prefix + name)
        if any(n.startswith(f"{name}::") for n in names):
            return Types(self._unit, f"{self._prefix}{name}::")
        found = [n for n in names if n.rsplit("::", 1)[-1] == name]
        if len(found) == 1:
            return self._class(self._prefix + found[0])
        if found:
            raise TypeNotFound(f"there are {len(found)} types named `{name}`: {', '.join(found)}; use the path")
        from difflib import get_close_matches

        near = get_close_matches(name, names, 1)
        if near:
            hint = f"did you mean `{near[0]}`?"
        else:
            hint = f"it has {', '.join(f'`{n}`' for n in names[:8])}" if names else "it has no structs and enums"
        raise TypeNotFound(
            f'module `{self._unit.name}` has no type `{name}`; {hint} (generic types: m.types["{name}<f32>"])'
        )

    def __getitem__(self, text: str) -> Any:
        """Any type as Rust text, read at the root of the source: ``m.types["[Particle; 4]"]``.

        Raises CompileError if it is none.
        """
        if not isinstance(text, str):
            raise ArgumentError(f"types[...] takes a Rust type as text and got {show(text)}")
        return self._class(self._prefix + text)

    def _class(self, text: str) -> Any:
        found = self._classes.get(text)
        if found is None:
            found = self._classes[text] = make_class(schema.from_text(self._unit.type_schema(text)))
        return found

    def __dir__(self) -> list[str]:
        return sorted({n.partition("::")[0] for n in self._names()})

    def __repr__(self) -> str:
        return f"<types of module `{self._unit.name}`: {', '.join(self._names())}>"
