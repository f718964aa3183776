"""Rust's aliasing rule at the launch boundary: what a kernel writes overlaps nothing else it was given."""

from __future__ import annotations

from typing import NamedTuple

from ferrule.errors import BorrowError


class Loan(NamedTuple):
    """Bytes ``[start, end)`` lent to parameter ``name``."""

    name: str
    rust: str
    start: int
    end: int
    mut: bool
    atomic: bool = False  # interior mutability: two such may overlap
    raw: bool = False  # a raw pointer: two such may alias
    size: int = 0  # of an element: atomics of different sizes do not go together


def check(loans: list[Loan]) -> None:
    """Raise BorrowError if two loans overlap and at least one writes.  Empty loans never overlap."""
    ordered = sorted((loan for loan in loans if loan.end > loan.start), key=lambda loan: loan.start)
    # Sorted by start, only loans that have not ended can overlap the next one; usually that is none.
    open_loans: list[Loan] = []
    for loan in ordered:
        open_loans = [o for o in open_loans if o.end > loan.start]
        for other in open_loans:
            atomic = loan.atomic and other.atomic and loan.size == other.size
            if (loan.mut or other.mut) and not atomic and not (loan.raw and other.raw):
                raise BorrowError(_message(other, loan, loans))
        open_loans.append(loan)


def _message(a: Loan, b: Loan, loans: list[Loan]) -> str:
    if loans.index(a) > loans.index(b):
        a, b = b, a
    writer = a if a.mut else b
    same = (a.start, a.end) == (b.start, b.end)
    lo, hi = max(a.start, b.start), min(a.end, b.end)
    text = (
        f"`{a.name}: {a.rust}` and `{b.name}: {b.rust}` overlap in memory, and the kernel writes `{writer.name}`\n"
        f"  `{a.name}` is bytes {a.start:#x}..{a.end:#x}\n"
        f"  `{b.name}` is bytes {b.start:#x}..{b.end:#x}"
    )
    text += " (the same bytes)\n" if same else f" ({hi - lo} bytes shared: {lo:#x}..{hi:#x})\n"
    return text + f"  help: pass a copy for one of them, or let the kernel reach this memory by `{writer.name}` alone"
