"""One table of element types: Rust name, size, and what each array library calls it.

Everything that converts between the worlds reads this table; nothing else names a dtype of NumPy, torch or DLPack.
"""

from __future__ import annotations

from typing import NamedTuple


class DType(NamedTuple):
    """``code`` is the struct format of one scalar, empty where struct has none."""

    rust: str
    size: int
    kind: str  # int, uint, float, bool, char
    code: str
    numpy: str  # NumPy name; empty: NumPy has none
    typestr: str  # array interface, little-endian; empty: none
    torch: str
    dlpack: tuple[int, int]  # (type code, bits)
    low: int = 0
    high: int = 0


def _int(rust: str, bits: int, code: str, signed: bool) -> DType:
    name = f"{'int' if signed else 'uint'}{bits}"
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    kind, letter = ("int", "i") if signed else ("uint", "u")
    if bits == 128:  # no array library has it
        return DType(rust, 16, kind, "", "", "", "", (0, 0), low, high)
    typestr = f"{'|' if bits == 8 else '<'}{letter}{bits // 8}"
    return DType(rust, bits // 8, kind, code, name, typestr, name, (0 if signed else 1, bits), low, high)


TABLE: dict[str, DType] = {
    d.rust: d
    for d in (
        _int("i8", 8, "b", True),
        _int("i16", 16, "h", True),
        _int("i32", 32, "i", True),
        _int("i64", 64, "q", True),
        _int("isize", 64, "q", True),
        _int("i128", 128, "", True),
        _int("u8", 8, "B", False),
        _int("u16", 16, "H", False),
        _int("u32", 32, "I", False),
        _int("u64", 64, "Q", False),
        _int("usize", 64, "Q", False),
        _int("u128", 128, "", False),
        DType("f16", 2, "float", "e", "float16", "<f2", "float16", (2, 16)),
        DType("bf16", 2, "float", "", "bfloat16", "", "bfloat16", (4, 16)),
        DType("f32", 4, "float", "f", "float32", "<f4", "float32", (2, 32)),
        DType("f64", 8, "float", "d", "float64", "<f8", "float64", (2, 64)),
        DType("bool", 1, "bool", "?", "bool", "|b1", "bool", (6, 8)),
        DType("char", 4, "char", "I", "", "", "", (0, 0), 0, 0x10FFFF),
    )
}

# Array libraries have one 64-bit integer where Rust has two: an array of `u64` also serves `&[usize]`.
_ALIAS = {"usize": "u64", "isize": "i64"}


def canonical(rust: str) -> str:
    """The name under which arrays report this type."""
    return _ALIAS.get(rust, rust)


# Built from the table once; the canonical name wins over its alias.
BY_NUMPY: dict[str, str] = {d.numpy: canonical(d.rust) for d in TABLE.values() if d.numpy}
BY_TORCH: dict[str, str] = {d.torch: canonical(d.rust) for d in TABLE.values() if d.torch}
BY_TYPESTR: dict[str, str] = {d.typestr: canonical(d.rust) for d in TABLE.values() if d.typestr}
BY_DLPACK: dict[tuple[int, int], str] = {d.dlpack: canonical(d.rust) for d in TABLE.values() if d.dlpack != (0, 0)}
_DLPACK_NAMES = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 5: "complex", 6: "bool"}


def dlpack_name(code: int, bits: int, lanes: int) -> str:
    """Name of a DLPack type for messages, also of types that have no Rust counterpart."""
    known = BY_DLPACK.get((code, bits))
    base = TABLE[known].numpy if known else f"{_DLPACK_NAMES.get(code, f'type{code}_')}{bits}"
    return base if lanes == 1 else f"{base}x{lanes}"


def rust_name(dtype: object) -> str:
    """Rust name of what a user passes as a dtype: `f32`, `"float32"`, `np.float32`, `np.dtype`, `torch.float32`,
    `float`.

    Raises KeyError if there is none.
    """
    if isinstance(dtype, str):
        if dtype in TABLE:
            return dtype
        return BY_NUMPY[dtype] if dtype in BY_NUMPY else BY_TYPESTR[dtype]
    if dtype is bool:
        return "bool"
    text = str(dtype)
    if text.startswith("torch."):
        return BY_TORCH[text[6:]]
    name = getattr(dtype, "name", None) or getattr(dtype, "__name__", "")
    return BY_NUMPY[str(name)]
