"""Raw pointers given as addresses."""

from __future__ import annotations

from ferrule.errors import ArgumentError


class UnsafePtr:
    """An address for a parameter `*const T` or `*mut T`.  Nothing about the memory behind it is checked."""

    __slots__ = ("address",)

    def __init__(self, address: int) -> None:
        self.address = address

    def __repr__(self) -> str:
        return f"unsafe_ptr({self.address:#x})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnsafePtr) and other.address == self.address

    def __hash__(self) -> int:
        return hash(self.address)


def unsafe_ptr(address: int) -> UnsafePtr:
    """An address as an argument for a raw pointer; 0 is the null pointer.

    You vouch for it: that it is memory of the device the kernel runs on, large enough, and alive until the kernel is done.
    It does not say where the kernel runs: other arrays do, or `fe.Launch(device=...)`.  Raises ArgumentError if
    ``address`` is no int of 64 bits.
    """
    if isinstance(address, bool) or not hasattr(address, "__index__"):
        raise ArgumentError(f"unsafe_ptr got {address!r}; pass an address as an int")
    number = address.__index__()
    if not 0 <= number < 1 << 64:
        raise ArgumentError(f"unsafe_ptr got {number}, which is no address: it has 64 bits and no sign")
    return UnsafePtr(number)
