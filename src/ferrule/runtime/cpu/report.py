"""What a launch has to tell: text of gpu_printf!, and the exception for a panic or a block that cannot go on."""

from __future__ import annotations

import ctypes
import struct
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from ferrule.errors import KernelPanic
from ferrule.runtime.cpu import abi
from ferrule.runtime.plan import KernelPlan, Printf

if TYPE_CHECKING:
    from ferrule.diagnostics.source_map import Location


# ------------------------------------------------------------------------------------------------------------- panics
def failure(plan: KernelPlan, record: bytes, stall: bytes, block_dims: tuple[int, int, int]) -> KernelPanic:
    """The exception for a filled panic record; ``stall`` is the table of waiting threads."""
    site = struct.unpack_from("<I", record, abi.RECORD["site"])[0]
    block = struct.unpack_from("<3I", record, abi.RECORD["block"])
    thread = struct.unpack_from("<3I", record, abi.RECORD["thread"])
    if site == abi.SITE_ABORT:
        return KernelPanic("the thread was aborted", None, block, thread, plan.name)
    if site == abi.SITE_STALL:
        return _stall(plan, stall, block, block_dims)
    from ferrule.runtime import panic

    return panic.decode(record, plan, ctypes.string_at)


def _stall(plan: KernelPlan, table: bytes, block: tuple[int, int, int], dims: tuple[int, int, int]) -> KernelPanic:
    """Says which threads wait where.  The first line names the place that the rest of the block does not reach."""
    groups: dict[tuple[int, int, int, int], list[int]] = {}
    exited: list[int] = []
    for t, (state, op, site, mask) in enumerate(struct.iter_unpack("<4I", table)):
        if state == abi.STATE_EXITED:
            exited.append(t)
        else:
            groups.setdefault((state, op, site, mask if state == abi.STATE_WARP else 0), []).append(t)
    waits = sorted(groups.items(), key=lambda item: (item[0][0] != abi.STATE_WARP, item[1][0]))
    (state, op, site, mask), threads = waits[0]
    parts = [_where(plan, key, ts) for key, ts in waits]
    if exited:
        parts.append(f"threads {ranges(exited)} have ended")
    listing = "".join(f"\n  {p}" for p in parts)
    if state == abi.STATE_WARP:
        missing = _missing(groups, threads, mask, op, site)
        text = f"deadlock of a warp: {_name(plan, op, site)} waits for lanes {ranges(missing)} that never come{listing}"
    else:
        text = f"divergent barrier: not all threads of the block reach the same barrier{listing}"
    first = threads[0]
    thread = (first % dims[0], first // dims[0] % dims[1], first // (dims[0] * dims[1]))
    return KernelPanic(text, _location(plan, site), block, thread, plan.name)


def _missing(
    groups: dict[tuple[int, int, int, int], list[int]], threads: list[int], mask: int, op: int, site: int
) -> list[int]:
    """Lanes of the mask, in the warp of the first thread, that wait elsewhere."""
    warp = threads[0] // abi.WARP
    out = []
    for (_, other_op, other_site, other_mask), others in groups.items():
        if (other_op, other_site, other_mask) != (op, site, mask):
            out += [t % abi.WARP for t in others if t // abi.WARP == warp and mask >> t % abi.WARP & 1]
    return sorted(out)


def _where(plan: KernelPlan, key: tuple[int, int, int, int], threads: list[int]) -> str:
    state, op, site, mask = key
    location = _location(plan, site)
    place = f" at {location.file}:{location.line}:{location.column}" if location else ""
    text = f"threads {ranges(threads)} wait in {_name(plan, op, site)}{place}"
    return text + (f", mask {mask:#010x}" if state == abi.STATE_WARP and mask != 0xFFFFFFFF else "")


def _name(plan: KernelPlan, op: int, site: int) -> str:
    if site < len(plan.sites) and plan.sites[site].message:
        return f"`{plan.sites[site].message}`"
    return f"`{abi.OPS[op]}`" if op < len(abi.OPS) else "an unknown operation"


def _location(plan: KernelPlan, site: int) -> Location | None:
    from ferrule.diagnostics.source_map import Location

    if site >= len(plan.sites):
        return None
    s = plan.sites[site]
    return Location(s.file, s.line, s.column)


def ranges(numbers: Iterable[int]) -> str:
    """``0-15, 17, 20-31`` from increasing numbers."""
    out: list[list[int]] = []
    for n in numbers:
        if out and out[-1][1] == n - 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in out) or "none"


# ------------------------------------------------------------------------------------------------------------- printf
def write_printf(plan: KernelPlan, buffers: list[bytes], out: TextIO | None) -> None:
    """Formats all records in the order of blocks and threads and writes them."""
    records: list[tuple[int, int, str]] = []
    for data in buffers:
        at = 0
        while at + abi.PRINTF_HEADER <= len(data):
            block, thread, fmt = struct.unpack_from("<QII", data, at)
            at += abi.PRINTF_HEADER
            p = plan.printfs[fmt]
            size = sum(map(_size, p.operands))
            records.append((block, thread, format_c(p, data[at : at + size])))
            at += size
    records.sort(key=lambda r: (r[0], r[1]))  # stable: a thread's own lines keep their order
    stream = out if out is not None else sys.stdout
    stream.write("".join(r[2] for r in records))
    stream.flush()


_SIGNED = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "isize": 64}
Value = int | float | str


def _size(dtype: str) -> int:
    """Bytes of an operand in the buffer: a string is a pointer and a length."""
    return 16 if dtype == "str" else 8


def _value(dtype: str, raw: bytes) -> Value:
    if dtype == "f64":
        return float(struct.unpack("<d", raw)[0])
    if dtype == "f32":
        return float(struct.unpack("<f", raw[:4])[0])
    if dtype == "str":
        address, length = struct.unpack("<QQ", raw)
        return ctypes.string_at(address, length).decode(errors="replace")
    bits = int.from_bytes(raw, "little")
    if dtype in _SIGNED:
        width = _SIGNED[dtype]
        bits &= (1 << width) - 1
        return bits - (1 << width) if bits >> (width - 1) else bits
    return bits


def format_c(p: Printf, raw: bytes) -> str:
    """C's printf over the operands of one record."""
    values: list[tuple[Value, str]] = []
    at = 0
    for d in p.operands:
        values.append((_value(d, raw[at : at + _size(d)]), d))
        at += _size(d)
    out: list[str] = []
    at, text = 0, p.format
    while True:
        start = text.find("%", at)
        if start < 0:
            out.append(text[at:])
            return "".join(out)
        out.append(text[at:start])
        at = start + 1
        spec = ""
        while at < len(text) and text[at] in "-+ #0123456789.*":
            spec += str(int(values.pop(0)[0])) if text[at] == "*" and values else text[at]
            at += 1
        while at < len(text) and text[at] in "hlLqjzt":
            at += 1
        conversion = text[at : at + 1]
        at += 1
        if conversion == "%":
            out.append("%")
        elif not values:
            out.append(text[start:at])
        else:
            out.append(_convert(spec, conversion, *values.pop(0)))


def _convert(spec: str, conversion: str, value: Value, dtype: str) -> str:
    if isinstance(value, str) or conversion == "s":
        return ("%" + spec + "s") % value
    if conversion in "di":
        return ("%" + _no_zeros(spec) + "d") % int(value)
    if conversion in "ouxX":
        return _unsigned(spec, conversion, int(value), dtype)
    if conversion in "eEfFgG":
        if value != value or value in (float("inf"), float("-inf")):
            spec = _no_zeros(spec.partition(".")[0] + ".")[:-1]  # C pads no infinity with zeros
        return ("%" + spec + conversion) % float(value)
    if conversion in "aA":
        return _hex_float(spec, conversion, float(value))
    if conversion == "c":
        return ("%" + spec + "s") % chr(int(value) & (0x1FFFFF if dtype == "char" else 0xFF))
    if conversion == "p":
        return ("%" + spec + "s") % f"{int(value):#x}"
    return ("%" + spec + "s") % str(value)


def _no_zeros(spec: str) -> str:
    """C ignores the flag 0 of an integer that has a precision."""
    if "." not in spec:
        return spec
    flags = spec[: len(spec) - len(spec.lstrip("-+ #0"))]
    return flags.replace("0", "") + spec[len(flags) :]


def _unsigned(spec: str, conversion: str, number: int, dtype: str) -> str:
    if number < 0:
        number &= (1 << max(_SIGNED.get(dtype, 32), 32)) - 1
    spec = _no_zeros(spec)
    if conversion == "u":
        return ("%" + spec.replace("+", "").replace(" ", "") + "d") % number
    if "#" in spec and (number == 0 or conversion == "o"):
        # No prefix before zero, and octal's is a single 0: as one more digit of precision.
        spec = spec.replace("#", "")
        if conversion == "o" and number and "." not in spec:
            head = spec
            if head.lstrip("-").startswith("0"):
                return (
                    ("%" + head + "o") % number
                    if len(("%" + head + "o") % number) > len(f"{number:o}")
                    else f"0{number:o}"
                )
            return ("%" + head + f".{len(f'{number:o}') + 1}o") % number
    return ("%" + spec + conversion) % number


def _hex_float(spec: str, conversion: str, value: float) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        text = str(value)
    else:
        text = value.hex()  # 0x1.8000000000000p+1; C drops trailing zeros
        mantissa, p, exponent = text.partition("p")
        if "." in mantissa:
            mantissa = mantissa.rstrip("0").rstrip(".")
        text = mantissa + p + exponent
    if "+" in spec and not text.startswith("-"):
        text = "+" + text
    width = spec.lstrip("-+ #0").partition(".")[0]
    text = text.rjust(int(width or 0)) if "-" not in spec else text.ljust(int(width or 0))
    return text.upper() if conversion == "A" else text
