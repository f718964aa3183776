"""Format strings: `{}`, `{:?}`, `{x}`, `{0:>5.2}`, `{:1$}`, `{:.*}`; those of ``gpu_printf!`` end in a C letter."""

from __future__ import annotations

import re
from typing import NamedTuple

_SPEC = re.compile(
    r"(?P<fill>.[<^>]|[<^>])?(?P<sign>[+-])?(?P<alt>#)?(?P<zero>0(?!\$))?"
    r"(?P<width>\d+\$?|[A-Za-z_]\w*\$)?(?:\.(?P<precision>\*|\d+\$?|[A-Za-z_]\w*\$))?(?P<type>[A-Za-z_]\w*\??|\?|[xX]\?|)\s*$",
    re.DOTALL,
)
_PRINTF = re.compile(
    r"(?P<flags>[-+ #0]*)(?P<width>\*|\d+\$?|[A-Za-z_]\w*\$)?"
    r"(?:\.(?P<precision>\*|\d+\$?|[A-Za-z_]\w*\$))?(?P<type>[A-Za-z]|)\s*$"
)
_ARG = re.compile(r"\s*(\d+|[A-Za-z_]\w*)?\s*$")
_TRAITS_NOTE = "the only appropriate formatting traits are:" + "".join(
    f"\n- `{letter}`, which uses the `{trait}` trait"
    for letter, trait in (
        ("", "Display"),
        ("?", "Debug"),
        ("e", "LowerExp"),
        ("E", "UpperExp"),
        ("o", "Octal"),
        ("p", "Pointer"),
        ("b", "Binary"),
        ("x", "LowerHex"),
        ("X", "UpperHex"),
    )
)
RUST_TRAITS = frozenset(("", "?", "x", "X", "o", "b", "e", "E", "p", "x?", "X?"))
C_LETTERS = frozenset("duxXoeEfFgGaApcsi")


class Hole(NamedTuple):
    """One placeholder; counts and the argument are an index, a name, or None (``{}``: the next one)."""

    arg: int | str | None
    trait_: str
    flags: str
    width: int | None
    width_arg: int | str | None
    precision: int | None
    precision_arg: int | str | None
    precision_star: bool
    width_star: bool
    start: int
    end: int


class FormatError(Exception):
    """``message`` in rustc's words, with the label and note that go with it, at [start, end) of the text."""

    def __init__(self, message: str, start: int, end: int, label: str = "", note: str = "") -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.label, self.note = message, start, end, label, note


def parse(text: str, printf: bool = False) -> list[str | Hole]:
    """Splits a format string into literal text and placeholders."""
    out: list[str | Hole] = []
    literal: list[str] = []
    i, n = 0, len(text)
    while i < n:
        j = _next_brace(text, i)
        literal.append(text[i:j])
        if j == n:
            break
        c = text[j]
        if text[j + 1 : j + 2] == c:
            literal.append(c)
            i = j + 2
            continue
        if c == "}":
            raise FormatError(
                "invalid format string: unmatched `}` found",
                j,
                j + 1,
                "unmatched `}` in format string",
                "if you intended to print `}`, you can escape it using `}}`",
            )
        end = text.find("}", j)
        # A fill character may itself be a brace: `{:}<5}`.
        if end > 0 and text[end - 1] == ":" and text[end + 1 : end + 2] in ("<", "^", ">"):
            end = text.find("}", end + 1)
        if end < 0:
            raise FormatError(
                "invalid format string: expected `}` but string was terminated",
                n,
                n,
                "expected `}` in format string",
                "if you intended to print `{`, you can escape it using `{{`",
            )
        if any(literal):
            out.append("".join(literal))
        literal = []
        out.append(_hole(text, j, end, printf))
        i = end + 1
    if any(literal):
        out.append("".join(literal))
    return out


def _next_brace(text: str, i: int) -> int:
    a, b = text.find("{", i), text.find("}", i)
    if a < 0:
        a = len(text)
    return a if b < 0 else min(a, b)


def _count(text: str | None) -> tuple[int | None, int | str | None]:
    """A width or precision: (number, argument)."""
    if not text or text == "*":
        return None, None
    if text.endswith("$"):
        name = text[:-1]
        return None, int(name) if name.isdigit() else name
    return int(text), None


def _hole(text: str, start: int, end: int, printf: bool) -> Hole:
    inner = text[start + 1 : end]
    name, colon, spec = inner.partition(":")
    m = _ARG.match(name)
    if m is None:
        raise FormatError(
            f"invalid format string: expected `}}`, found `{name.strip()[:1] or inner[:1]}`",
            start + 1,
            end,
            "expected `}` in format string",
        )
    arg: int | str | None = m[1] if m[1] is None or not m[1].isdigit() else int(m[1])
    m2 = (_PRINTF if printf else _SPEC).match(spec)
    if m2 is None:
        raise FormatError(
            f"invalid format string: expected `}}`, found `{spec[:1]}`", start + 1, end, "expected `}` in format string"
        )
    letter = m2["type"]
    if printf:
        if letter and letter not in C_LETTERS:
            raise FormatError(f"unknown conversion `{letter}` in `gpu_printf!`", start, end + 1)
        flags = m2["flags"]
    else:
        if letter not in RUST_TRAITS:
            raise FormatError(
                f"unknown format trait `{letter}`",
                end - len(letter),
                end,
                "",
                _TRAITS_NOTE,
            )
        flags = "".join(m2[k] or "" for k in ("fill", "sign", "alt", "zero"))
        if letter in ("x?", "X?"):
            flags, letter = flags + letter[0], "?"
    width, width_arg = _count(m2["width"])
    precision, precision_arg = _count(m2["precision"])
    return Hole(
        arg,
        letter,
        flags,
        width,
        width_arg,
        precision,
        precision_arg,
        m2["precision"] == "*",
        printf and m2["width"] == "*",
        start,
        end + 1,
    )
