"""Error codes."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    title: str
    explanation: str


def lookup(code: str) -> Entry | None:
    return None
