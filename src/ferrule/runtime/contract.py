"""The launch contract of a kernel (``#[launch_contract]``), checked on the host before each launch.

What a grid, a block and shared memory must be is part of the rules of `runtime.launch`, and checked once for each
configuration.  Relations between lengths and numbers depend on the arguments, so they are checked each time: on the packed
parameters, which are what the kernel will see.
"""

from __future__ import annotations

import operator
import struct
from collections.abc import Callable
from typing import Any

from ferrule.errors import LaunchError
from ferrule.runtime.plan import KernelPlan, Requirement, Term

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge, ">": operator.gt, "<=": operator.le, "<": operator.lt, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_LENGTH = struct.Struct("<Q")
_LENGTH_AT = 8  # behind the address of a slice


class _Overflow(Exception):
    pass


def check_requirements(plan: KernelPlan, packed: bytes | bytearray) -> None:
    """Raises ``LaunchError`` for the first relation that does not hold, or whose arithmetic leaves u64."""
    if plan.contract is None:
        return
    for r in plan.contract.requires:
        try:
            left, right = _evaluate(plan, r.left, packed), _evaluate(plan, r.right, packed)
        except _Overflow as e:
            raise LaunchError(
                f"`{plan.name}` requires `{r.text}`, and {e} is no u64 ({_operands(plan, r, packed)})"
            ) from None
        if not _COMPARISONS[r.op](left, right):
            raise LaunchError(
                f"`{plan.name}` requires `{r.text}`: the left side is {left}, the right side {right} "
                f"({_operands(plan, r, packed)})"
            )


def _evaluate(plan: KernelPlan, program: tuple[Term, ...], packed: bytes | bytearray) -> int:
    stack: list[int] = []
    for kind, operand in program:
        if kind == "int":
            stack.append(operand)
        elif kind in _ARITHMETIC:
            b, a = stack.pop(), stack.pop()
            value = _ARITHMETIC[kind](a, b)
            if not 0 <= value < 1 << 64:
                raise _Overflow(f"{a} {kind} {b}")
            stack.append(value)
        else:
            stack.append(_operand(plan, kind, operand, packed))
    return stack.pop()


def _operand(plan: KernelPlan, kind: str, index: int, packed: bytes | bytearray) -> int:
    p = plan.params[index]
    if kind == "len":
        length: int = _LENGTH.unpack_from(packed, p.offset + _LENGTH_AT)[0]
        return length
    return int.from_bytes(packed[p.offset : p.offset + p.size], "little")


def _operands(plan: KernelPlan, r: Requirement, packed: bytes | bytearray) -> str:
    """``a.len() = 5, n = 2``: each once, in the order of the text."""
    seen: dict[str, Any] = {}
    for kind, index in (*r.left, *r.right):
        if kind in ("len", "value"):
            name = plan.params[index].name
            seen[f"{name}.len()" if kind == "len" else name] = _operand(plan, kind, index, packed)
    return ", ".join(f"{name} = {value}" for name, value in seen.items()) or "no parameters"
