"""Panic records: from 80 bytes a failing thread left behind to a `KernelPanic` with the Rust place and message."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ferrule.errors import KernelPanic
from ferrule.runtime.plan import NO_CALLER, PANIC_RECORD_SIZE, KernelPlan, Site

if TYPE_CHECKING:
    from ferrule.diagnostics.source_map import Location

_HEADER = struct.Struct("<4I3I3I")
MAX_TEXT = 4096  # bytes of a str that a message shows
READY = 2  # state of a record that is complete


Read = Callable[[int, int], bytes]  # (address, length): the bytes of a str in the memory of the device


def decode(record: bytes, plan: KernelPlan, read: Read | None = None) -> KernelPanic:
    """The exception for a complete record.  Without ``read`` strings are shown by their type."""
    head = _HEADER.unpack_from(record)
    site_index, caller = head[1], head[2]
    block, thread = head[4:7], head[7:10]
    if site_index >= len(plan.sites):
        return KernelPanic(f"panic at unknown site {site_index}", None, block, thread, plan.name)
    site = plan.sites[site_index]
    place = plan.sites[caller] if caller != NO_CALLER and caller < len(plan.sites) else site
    return KernelPanic(message(site, record, read), _location(place), block, thread, plan.name)


def take(address: int, plan: KernelPlan) -> KernelPanic:
    """Decode the complete record at ``address`` and make it ready for the next panic."""
    record = ctypes.string_at(address, PANIC_RECORD_SIZE)
    ctypes.memset(address, 0, PANIC_RECORD_SIZE)
    return decode(record, plan)


def message(site: Site, record: bytes, read: Read | None = None) -> str:
    values: list[Any] = []
    at = 40
    for dtype in site.operands:
        if dtype == "str":
            address, length = struct.unpack_from("<QQ", record, at)
            values.append("<&str>" if read is None else read(address, min(length, MAX_TEXT)).decode(errors="replace"))
            at += 16
        else:
            values.append(operand(dtype, record[at : at + 8]))
            at += 8
    try:
        return site.message.format(*values)
    except (IndexError, KeyError, ValueError):  # a message with braces of its own still has to reach the user
        return site.message


class _Float(str):
    """A float as Rust shows it.  A format spec works on the number; without a type it pads the text."""

    value: float

    def __format__(self, spec: str) -> str:
        if spec[-1:] in ("f", "e"):
            return format(self.value, spec)
        sign = "+" if spec.startswith("+") and self.value >= 0 else ""
        width = spec.lstrip("+")
        text = sign + self
        return text.zfill(int(width)) if width.startswith("0") else text.rjust(int(width or 0))


_CODES = {
    "i8": "b",
    "i16": "h",
    "i32": "i",
    "i64": "q",
    "isize": "q",
    "u8": "B",
    "u16": "H",
    "u32": "I",
    "u64": "Q",
    "usize": "Q",
    "f16": "e",
    "f32": "f",
    "f64": "d",
}


def operand(dtype: str, raw: bytes) -> Any:
    """One operand as Rust's `Display` shows it."""
    if dtype == "bool":
        return "true" if raw[0] else "false"
    if dtype == "char":
        return chr(struct.unpack("<I", raw[:4])[0])
    code = _CODES.get(dtype, "Q")
    (value,) = struct.unpack_from("<" + code, raw)
    if code not in "efd":
        return value
    shown = _Float(_float(value, code))
    shown.value = value
    return shown


def _float(value: float, code: str) -> str:
    """The shortest decimal that reads back as the same number, without an exponent, as Rust prints floats."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    text = repr(value)
    if code != "d":
        for digits in range(1, 10):
            text = f"{value:.{digits}g}"
            if struct.pack(code, float(text)) == struct.pack(code, value):
                break
    if "e" in text:
        from decimal import Decimal

        text = format(Decimal(text), "f")
    return text.removesuffix(".0")


def _location(site: Site) -> Location:
    from ferrule.diagnostics.source_map import Location

    return Location(site.file, site.line, site.column)
