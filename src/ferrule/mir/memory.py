"""Memory of constant evaluation: value trees reached along paths.

An allocation is a list with one value.  A path names a part of it: field and element numbers from the root.  A
pointer to a slice or str is a path to its first element (which an empty slice does not have) and a length; a pointer to
anything else has no length.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ferrule.mir.value import VAggregate, Value, VBytes, VRef, VScalar, VUninit, VZst
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.resolve.defs import Def


class MemoryError_(Exception):
    """An access outside of an allocation: undefined behaviour, or a case the evaluator does not model."""


class Allocation(list[Value]):
    """An allocation that knows the type of its root value, for those who lay it out in bytes."""

    __slots__ = ("ty",)

    def __init__(self, value: Value, ty: t.Ty | None = None) -> None:
        super().__init__((value,))
        self.ty = ty


class StaticMemory(Allocation):
    """The memory of a static: a pointer into it is the static's address and an offset, not a copy.

    Its value is computed when something reads it, as a static may hold its own address."""

    __slots__ = ("static", "mut", "_evaluate")

    def __init__(self, static: Def, ty: t.Ty, mut: bool, evaluate: Callable[[], Value]) -> None:
        super().__init__(VUninit(), ty)
        self.static, self.mut = static, mut
        self._evaluate: Callable[[], Value] | None = evaluate

    def __getitem__(self, i: Any) -> Any:
        if self._evaluate is not None:
            self[0] = self._evaluate()
            self._evaluate = None
        return super().__getitem__(i)


def load(alloc: list[Value], path: tuple[int, ...]) -> Value:
    """The value at ``path``.  Aggregates are not copied: see ``clone``."""
    v = alloc[0]
    for i in path:
        if isinstance(v, VAggregate):
            if v.union_field is not None:
                i = 0
            if not 0 <= i < len(v.fields):
                raise MemoryError_("memory access out of bounds of its allocation")
            v = v.fields[i]
        elif isinstance(v, VBytes):
            if not 0 <= i < len(v.data):
                raise MemoryError_("memory access out of bounds of its allocation")
            v = VScalar(v.data[i])
        elif isinstance(v, (VZst, VUninit)):
            return v
        elif i == 0:
            continue  # the only element of what is no array: a pointer made by array_to_ptr or ref
        else:
            raise MemoryError_("memory access out of bounds of its allocation")
    return v


def store(alloc: list[Value], path: tuple[int, ...], value: Value) -> None:
    if not path:
        alloc[0] = value
        return
    v = alloc[0]
    parent: list[Value] = alloc
    at = 0
    for i in path:
        if isinstance(v, VBytes):
            v = parent[at] = VAggregate([VScalar(b) for b in v.data])
        if isinstance(v, VAggregate):
            if v.union_field is not None:
                i = 0
            if not 0 <= i < len(v.fields):
                raise MemoryError_("memory access out of bounds of its allocation")
            parent, at = v.fields, i
            v = v.fields[i]
        elif i:
            raise MemoryError_("memory access out of bounds of its allocation")
    parent[at] = value


def clone(v: Value) -> Value:
    """A copy that shares nothing mutable."""
    if isinstance(v, VAggregate):
        out = VAggregate([clone(f) for f in v.fields], v.variant, v.union_field)
        out.rest = v.rest
        return out
    return v


def spell_out(v: Value, ty: t.Ty) -> Value:
    """What was loaded as a ``ty``: literal bytes stand for their array in an allocation, for a pointer in a value."""
    return VAggregate([VScalar(b) for b in v.data]) if isinstance(v, VBytes) and isinstance(ty, t.Array) else v


def as_ref(v: Value, pointee: t.Ty) -> VRef | None:
    """A pointer value as a VRef; literals from other constants are stored as bare bytes."""
    if isinstance(v, VRef):
        return v
    if isinstance(v, VBytes):
        if isinstance(pointee, (t.Slice, t.Str)):
            return VRef(Allocation(v), (0,), len(v.data))
        return VRef(Allocation(v))
    return None


def export(v: Value, seen: set[int] | None = None) -> Value:
    """A finished constant as other phases see it: a pointer to literal bytes becomes the bytes themselves."""
    seen = set() if seen is None else seen
    if isinstance(v, VAggregate):
        v.fields = [export(f, seen) for f in v.fields]
    elif isinstance(v, VRef) and not isinstance(v.alloc, StaticMemory):
        root = v.alloc[0]
        if isinstance(root, VBytes):
            if v.length is not None:
                start = v.path[-1] if v.path else 0
                return VBytes(root.data[start : start + v.length])
            if not v.path:
                return root
            v.alloc[0] = VAggregate([VScalar(b) for b in root.data])
        elif id(v.alloc) not in seen:
            seen.add(id(v.alloc))
            v.alloc[0] = export(root, seen)
    return v
