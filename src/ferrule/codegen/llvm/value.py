"""Values and places while a function is being lowered."""

from __future__ import annotations

from ferrule.ty.layout import Layout


class Operand:
    """A value.  ``kind``: ``zst``; ``imm`` (``a`` is a register or constant); ``pair`` (``a``, ``b``); ``mem`` (``a``
    points
    to the value, which nobody changes until it is used)."""

    __slots__ = ("layout", "kind", "a", "b", "align")

    def __init__(self, layout: Layout, kind: str, a: str = "", b: str = "", align: int = 0) -> None:
        self.layout, self.kind, self.a, self.b = layout, kind, a, b
        self.align = align or layout.align

    def __repr__(self) -> str:
        return f"Operand({self.layout.ty}, {self.kind}, {self.a}, {self.b})"


class PlaceRef:
    """A place in memory: a pointer, the length where the place is unsized, the alignment that is known of the pointer.

    ``layout`` is that of a variant after a downcast."""

    __slots__ = ("layout", "ptr", "meta", "align")

    def __init__(self, layout: Layout, ptr: str, meta: str = "", align: int = 0) -> None:
        self.layout, self.ptr, self.meta = layout, ptr, meta
        self.align = align or layout.align

    def __repr__(self) -> str:
        return f"PlaceRef({self.layout.ty}, {self.ptr}, {self.meta}, align {self.align})"


def low_bit(n: int) -> int:
    """The largest power of two that divides ``n``; for 0 a large one."""
    return n & -n or 1 << 30
