"""Source positions.

A span is one ``int``: ``lo << 32 | hi``, both offsets into the session's source map in *characters*, half-open.  Files
are laid one after another in the map, so a span also says which file it lies in.  ``DUMMY`` (0) is "no position".
"""

from __future__ import annotations

Span = int
DUMMY: Span = 0
_MASK = 0xFFFFFFFF


def mk(lo: int, hi: int) -> Span:
    return lo << 32 | hi


def lo(span: Span) -> int:
    return span >> 32


def hi(span: Span) -> int:
    return span & _MASK


def to(first: Span, last: Span) -> Span:
    """The span from the start of ``first`` to the end of ``last``."""
    return first & ~_MASK | last & _MASK
