"""Values of constant evaluation: trees, independent of any target's layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrule.mir.image import Image
    from ferrule.resolve.defs import Def
    from ferrule.ty.data import Instance


class Value:
    __slots__ = ()


class VScalar(Value):
    """Bits of a bool, char, integer (two's complement), float (IEEE) or integer-valued raw pointer."""

    __slots__ = ("bits",)
    __match_args__ = ("bits",)

    def __init__(self, bits: int) -> None:
        self.bits = bits


class VAggregate(Value):
    """A struct, tuple, array, closure (variant None) or enum value.

    A union holds the ``union_field`` that was last touched, and in ``rest`` the bytes beyond it that others left.
    """

    __slots__ = ("fields", "rest", "union_field", "variant")
    __match_args__ = ("fields", "variant")

    def __init__(self, fields: list[Value], variant: int | None = None, union_field: int | None = None) -> None:
        self.fields, self.variant, self.union_field = fields, variant, union_field
        self.rest: Image | None = None


class VRef(Value):
    """A pointer or reference to a place: an anonymous constant allocation (``target[0]``) or inside it along ``path``.

    ``length`` is the metadata of a slice or str pointer."""

    __slots__ = ("alloc", "path", "length")

    def __init__(self, alloc: list[Value], path: tuple[int, ...] = (), length: int | None = None) -> None:
        self.alloc, self.path, self.length = alloc, path, length


class VBytes(Value):
    """What a `&str` or `&[u8; N]` literal points to."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data


class VStatic(Value):
    """The address of a static."""

    __slots__ = ("def_",)

    def __init__(self, def_: Def) -> None:
        self.def_ = def_


class VFn(Value):
    """A function pointer to an instance."""

    __slots__ = ("instance",)

    def __init__(self, instance: Instance) -> None:
        self.instance = instance


class VZst(Value):
    """A value without bytes: function items, unit structs."""

    __slots__ = ()


class VUninit(Value):
    __slots__ = ()
