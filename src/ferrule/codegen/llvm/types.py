"""Layouts as LLVM types and bit patterns as LLVM constants."""

from __future__ import annotations

import struct

from ferrule.ty.layout import Layout, Scalar

_FLOATS = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double"}


def imm_type(s: Scalar) -> str:
    """The type of ``s`` in a register: i1 for what is a bool."""
    if s.prim == "float":
        return _FLOATS[s.name]
    if s.prim == "ptr":
        return "ptr"
    return "i1" if s.is_bool else f"i{s.bits}"


def mem_type(s: Scalar) -> str:
    """The type of ``s`` in memory."""
    return "i8" if s.is_bool else imm_type(s)


def value_type(lay: Layout) -> str:
    """The type of a whole value in a register: scalars and pairs only."""
    if lay.abi == "scalar":
        return imm_type(lay.scalar)
    if lay.abi == "pair":
        a, b = lay.pair
        return f"{{ {imm_type(a)}, {imm_type(b)} }}"
    return "void"


def elem_type(lay: Layout) -> str:
    """A type of the size of ``lay``, for address arithmetic over elements."""
    if lay.abi == "scalar":
        return mem_type(lay.scalar)
    return "i8" if lay.size == 1 else f"[{lay.size} x i8]"


def scalar_const(s: Scalar, bits: int) -> str:
    """The constant with bit pattern ``bits`` as an immediate."""
    bits &= s.mask
    if s.prim == "int":
        return ("true" if bits & 1 else "false") if s.is_bool else str(bits)
    if s.prim == "ptr":
        return "null" if bits == 0 else f"inttoptr (i64 {bits} to ptr)"
    return float_const(s.name, bits)


def float_const(name: str, bits: int) -> str:
    """A float constant by its bits.  LLVM reads `float` constants as doubles, which would quiet a signalling NaN."""
    if name == "f64":
        return f"0x{bits:016X}"
    if name == "f16":
        return f"0xH{bits:04X}"
    if name == "bf16":
        return f"0xR{bits:04X}"
    if bits & 0x7F800000 == 0x7F800000 and bits & 0x7FFFFF:
        return f"bitcast (i32 {bits} to float)"
    (value,) = struct.unpack("<f", struct.pack("<I", bits))
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def quote_bytes(data: bytes) -> str:
    """``c"..."`` of an LLVM byte array."""
    return 'c"' + "".join(chr(b) if 32 <= b < 127 and b not in (34, 92) else f"\\{b:02X}" for b in data) + '"'
