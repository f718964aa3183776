"""The source map: every file of a session, laid end to end in one space of character offsets."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from ferrule.diagnostics import span as sp


class Location(NamedTuple):
    """``line`` and ``column`` count from 1; columns are characters."""

    file: str
    line: int
    column: int


class SourceFile:
    __slots__ = ("_lines", "base", "name", "text")

    def __init__(self, name: str, text: str, base: int) -> None:
        self.name, self.text, self.base = name, text, base
        self._lines: list[int] | None = None

    @property
    def lines(self) -> list[int]:
        """Offset of the first character of each line."""
        if self._lines is None:
            starts, pos = [0], self.text.find("\n")
            while pos >= 0:
                starts.append(pos + 1)
                pos = self.text.find("\n", pos + 1)
            self._lines = starts
        return self._lines

    def line_text(self, line: int) -> str:
        """Text of line ``line`` (from 1) without its end."""
        starts = self.lines
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r")


class SourceMap:
    """Files are added in order; a session starts from the library's map (``SourceMap(parent)``)."""

    __slots__ = ("_bases", "files")

    def __init__(self, parent: SourceMap | None = None) -> None:
        self.files: list[SourceFile] = list(parent.files) if parent else []
        self._bases = [f.base for f in self.files]

    def add(self, name: str, text: str) -> SourceFile:
        last = self.files[-1] if self.files else None
        base = last.base + len(last.text) + 1 if last else 1  # 0 is DUMMY; a gap keeps empty spans at ends apart
        f = SourceFile(name, text, base)
        self.files.append(f)
        self._bases.append(base)
        return f

    def file_at(self, offset: int) -> SourceFile | None:
        i = bisect_right(self._bases, offset) - 1
        return self.files[i] if i >= 0 else None

    def locate(self, offset: int) -> Location:
        f = self.file_at(offset)
        if f is None:
            return Location("<unknown>", 0, 0)
        pos = offset - f.base
        line = bisect_right(f.lines, pos)
        return Location(f.name, line, pos - f.lines[line - 1] + 1)

    def location(self, span: sp.Span) -> Location:
        return self.locate(sp.lo(span)) if span else Location("<unknown>", 0, 0)

    def snippet(self, span: sp.Span) -> str:
        f = self.file_at(sp.lo(span))
        return f.text[sp.lo(span) - f.base : sp.hi(span) - f.base] if f and span else ""
