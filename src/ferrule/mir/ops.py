"""Tables of MIR operators, casts and panics.  They drive validation, pretty printing, code generation and evaluation."""

from __future__ import annotations

from typing import NamedTuple


class BinOp(NamedTuple):
    symbol: str
    kind: str  # arith, bit, shift, compare, offset
    checked: bool  # has a CheckedBinaryOp form


BIN_OPS: dict[str, BinOp] = {
    "add": BinOp("+", "arith", True),
    "sub": BinOp("-", "arith", True),
    "mul": BinOp("*", "arith", True),
    "div": BinOp("/", "arith", False),  # integers: zero and overflow are ruled out by Asserts before
    "rem": BinOp("%", "arith", False),
    "bitand": BinOp("&", "bit", False),
    "bitor": BinOp("|", "bit", False),
    "bitxor": BinOp("^", "bit", False),
    "shl": BinOp("<<", "shift", False),  # the right side may have another integer type; it is masked
    "shr": BinOp(">>", "shift", False),
    "eq": BinOp("==", "compare", False),
    "ne": BinOp("!=", "compare", False),
    "lt": BinOp("<", "compare", False),
    "le": BinOp("<=", "compare", False),
    "gt": BinOp(">", "compare", False),
    "ge": BinOp(">=", "compare", False),
    "offset": BinOp("offset", "offset", False),  # pointer + isize/usize, in elements
}

CAST_KINDS: dict[str, str] = {
    "int_to_int": "truncate, zero- or sign-extend (also from bool, char and fieldless enums' discriminants)",
    "int_to_float": "round to nearest even",
    "float_to_int": "saturating, NaN to 0",
    "float_to_float": "round to nearest even",
    "ptr_to_ptr": "raw pointer to raw pointer, fat to thin included",
    "ptr_to_int": "address of a thin pointer",
    "int_to_ptr": "pointer with that address",
    "fn_ptr_to_ptr": "function pointer to raw pointer or address",
    "reify_fn": "function item to function pointer",
    "closure_fn": "capture-free closure to function pointer",
    "unsafe_fn": "safe to unsafe function pointer",
    "mut_to_const": "*mut T to *const T",
    "array_to_ptr": "*const [T; N] to *const T",
    "unsize": "&[T; N] or *const [T; N] to &[T] or *const [T]",
    "transmute": "same size, other type",
}


class PanicKind(NamedTuple):
    message: str  # {0}, {1} are the operands
    operands: int


PANIC_KINDS: dict[str, PanicKind] = {
    "bounds_check": PanicKind("index out of bounds: the len is {0} but the index is {1}", 2),
    "overflow_add": PanicKind("attempt to add with overflow", 0),
    "overflow_sub": PanicKind("attempt to subtract with overflow", 0),
    "overflow_mul": PanicKind("attempt to multiply with overflow", 0),
    "overflow_div": PanicKind("attempt to divide with overflow", 0),
    "overflow_rem": PanicKind("attempt to calculate the remainder with overflow", 0),
    "overflow_neg": PanicKind("attempt to negate with overflow", 0),
    "overflow_shl": PanicKind("attempt to shift left with overflow", 0),
    "overflow_shr": PanicKind("attempt to shift right with overflow", 0),
    "division_by_zero": PanicKind("attempt to divide by zero", 0),
    "remainder_by_zero": PanicKind("attempt to calculate the remainder with a divisor of zero", 0),
    "panic": PanicKind("", -1),  # the text is the format
    "unreachable": PanicKind("internal error: entered unreachable code", -1),
    "todo": PanicKind("not yet implemented", -1),
    "unimplemented": PanicKind("not implemented", -1),
    "assert": PanicKind("assertion failed: {text}", -1),
    "assert_eq": PanicKind("assertion `left == right` failed\n  left: {0}\n right: {1}", 2),
    "assert_ne": PanicKind("assertion `left != right` failed\n  left: {0}\n right: {1}", 2),
}
