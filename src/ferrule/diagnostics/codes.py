"""The error codes: E-codes of rustc, G-codes of Ferrule for valid Rust that it does not support.

The table is ``codes.toml``; it is read when a code is explained, never on the way of a compilation.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import NamedTuple


class Code(NamedTuple):
    """One code with what it means and two examples: one that has the error and one that has not (either may be
    empty).
    """

    code: str
    title: str
    text: str
    bad: str
    good: str

    @property
    def explanation(self) -> str:
        """What `ferrule explain` prints, in Markdown as `rustc --explain`."""
        parts = [f"{self.code}: {self.title}\n\n{self.text}\n"]
        if self.bad:
            kind = f"compile_fail,{self.code}" if self.code[0] == "E" else "text"
            parts.append(f"Erroneous code:\n\n```{kind}\n{self.bad}```\n")
        if self.good and self.bad:
            parts.append(f"Mended:\n\n```\n{self.good}```\n")
        return "\n".join(parts)


@cache
def table() -> dict[str, Code]:
    """Every code."""
    text = resources.files("ferrule.diagnostics").joinpath("codes.toml").read_text(encoding="utf-8")
    return {code: Code(code, **row) for code, row in tomllib.loads(text).items()}


def lookup(code: str) -> Code | None:
    """The code, in any case of letters."""
    return table().get(code.upper())


def explain(code: str) -> str:
    """The explanation of a code; empty for one that does not exist."""
    entry = lookup(code)
    return entry.explanation if entry else ""
