"""Diagnostics as text, in rustc's layout.

The placing of carets and labels follows rustc's rules: labels of one line are laid from right to left, one that
would run into its neighbour moves down, and a span of several lines gets a bar at the left.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from ferrule.diagnostics import span as sp
from ferrule.diagnostics.diagnostic import Diagnostic, Label, Suggestion
from ferrule.diagnostics.source_map import SourceFile, SourceMap

TAB = 4
_RESET = "\x1b[0m"
_STYLES = {
    "error": "\x1b[1m\x1b[91m",
    "warning": "\x1b[1m\x1b[93m",
    "note": "\x1b[1m\x1b[92m",
    "help": "\x1b[1m\x1b[96m",
    "bold": "\x1b[1m",
    "gutter": "\x1b[1m\x1b[94m",
    "secondary": "\x1b[1m\x1b[94m",
    "add": "\x1b[92m",
    "remove": "\x1b[91m",
}


def char_width(ch: str) -> int:
    """Columns that a character takes on a terminal."""
    if ch == "\t":
        return TAB
    if unicodedata.east_asian_width(ch) in "WF":
        return 2
    return 0 if unicodedata.combining(ch) or unicodedata.category(ch) in ("Cf", "Mn", "Me") else 1


def _width(text: str) -> int:
    return len(text) + text.count("\t") * (TAB - 1) if text.isascii() else sum(map(char_width, text))


def _shown(text: str) -> str:
    """Source text as printed: tabs widened, control characters made visible."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " " * TAB
        if ch == "\t"
        else chr(0x2400 + ord(ch))
        if ord(ch) < 32
        else "\ufffd"
        if unicodedata.category(ch) in ("Cc", "Cf")
        else ch
        for ch in text
    )


class _Canvas:
    """Rows of characters with a style each."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.styles: list[list[str]] = []

    def put(self, row: int, col: int, text: str, style: str = "") -> None:
        while len(self.rows) <= row:
            self.rows.append([])
            self.styles.append([])
        chars, styles = self.rows[row], self.styles[row]
        end = col + len(text)
        if len(chars) < end:
            chars.extend([" "] * (end - len(chars)))
            styles.extend([""] * (end - len(styles)))
        chars[col:end] = text
        styles[col:end] = [style] * len(text)

    def lines(self, color: bool) -> list[str]:
        out = []
        for chars, styles in zip(self.rows, self.styles):
            n = len(chars)
            while n and chars[n - 1] == " ":
                n -= 1
            if not color:
                out.append("".join(chars[:n]))
                continue
            text, last = "", ""
            for ch, style in zip(chars[:n], styles[:n]):
                if style != last:
                    text += (_RESET if last else "") + _STYLES.get(style, "")
                    last = style
                text += ch
            out.append(text + (_RESET if last else ""))
        return out


class _Mark:
    """What one label means for one line.  kind: ``single``, ``start``, ``end`` (of a span of several lines)."""

    __slots__ = ("depth", "end", "kind", "label", "primary", "start")

    def __init__(self, start: int, end: int, label: str, primary: bool, kind: str = "single", depth: int = 0) -> None:
        self.start, self.end, self.label, self.primary, self.kind, self.depth = start, end, label, primary, kind, depth

    @property
    def takes_space(self) -> bool:
        return self.kind != "single"


class _FileMarks:
    """The labels of one file, by line; ``bars[line]`` holds the depths of the bars that pass it."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.marks: dict[int, list[_Mark]] = {}
        self.bars: dict[int, list[tuple[int, bool]]] = {}
        self.depth = 0
        self.primary: tuple[int, int] | None = None

    def line_col(self, offset: int) -> tuple[int, int]:
        """Line and display column (from 0) of a global offset."""
        line, col = self.position(offset)
        return line, _width(self.file.line_text(line)[:col])

    def position(self, offset: int) -> tuple[int, int]:
        from bisect import bisect_right

        pos = min(max(offset - self.file.base, 0), len(self.file.text))
        line = bisect_right(self.file.lines, pos)
        return line, pos - self.file.lines[line - 1]

    def add(self, labels: list[Label]) -> None:
        multi: list[tuple[int, int, int, int, Label]] = []
        for label in labels:
            lo, hi = sp.lo(label.span), max(sp.hi(label.span), sp.lo(label.span))
            line, start = self.line_col(lo)
            end_line, end = self.line_col(hi)
            if label.primary and self.primary is None:
                at = self.position(lo)
                self.primary = (at[0], at[1] + 1)
            if end_line > line and end == 0:  # up to and with a line's end
                end_line -= 1
                end = _width(self.file.line_text(end_line)) + 1
            if line == end_line:
                self.marks.setdefault(line, []).append(_Mark(start, max(end, start + 1), label.text, label.primary))
            else:
                multi.append((line, start, end_line, end, label))
        multi.sort(key=lambda m: (m[0], -m[2]))
        taken: list[tuple[int, int, int]] = []
        for line, start, end_line, end, label in multi:
            depth = 1
            while any(d == depth and first <= end_line and line <= last for first, last, d in taken):
                depth += 1
            taken.append((line, end_line, depth))
            self.depth = max(self.depth, depth)
            self.marks.setdefault(line, []).append(_Mark(start, start + 1, "", label.primary, "start", depth))
            self.marks.setdefault(end_line, []).append(
                _Mark(max(end - 1, 0), max(end, 1), label.text, label.primary, "end", depth)
            )
            for between in range(line + 1, end_line):
                self.bars.setdefault(between, []).append((depth, label.primary))
            # some of the lines between are shown
            shown = range(line + 1, end_line) if end_line - line <= 5 else (*range(line + 1, line + 4), end_line - 1)
            for between in shown:
                self.marks.setdefault(between, [])


def render(d: Diagnostic, source_map: SourceMap, color: bool = False) -> str:
    """One diagnostic as rustc prints it, without a newline at the end."""
    files = _by_file(d, source_map)
    last_line = max([0, *(max(f.marks) for f in files), *(_last_line(s, source_map) for s in d.suggestions)])
    gutter = len(str(last_line))
    out = [_header(d.level, d.code, d.message, color)]
    for i, f in enumerate(files):
        out.extend(_snippet(f, gutter, i > 0, d.level, color))
    pad = " " * gutter
    bar = _paint(f"{pad} |", "gutter", color)
    if files and (d.notes or d.helps):
        out.append(bar)
    for kind, texts in (("note", d.notes), ("help", d.helps)):
        for text in texts:
            equals = _paint(f"{pad} =", "gutter", color)
            indent = "\n" + " " * (gutter + 3 + len(kind) + 2)
            out.append(f"{equals} {_paint(kind, 'bold', color)}: {text.replace(chr(10), indent)}")
    previous = bool(files) and not (d.notes or d.helps)
    for s in d.suggestions:
        if previous:
            out.append(bar)
        out.extend(_suggestion(s, source_map, gutter, color))
        previous = False
    return "\n".join(out)


def render_all(diagnostics: Iterable[Diagnostic], source_map: SourceMap, color: bool = False) -> str:
    """Every diagnostic in the order of the source, errors counted at the end."""
    sorted_ = sorted(diagnostics, key=lambda d: sp.lo(d.span))
    parts = [render(d, source_map, color) for d in sorted_]
    errors = sum(d.level == "error" for d in sorted_)
    if errors:
        what = "1 previous error" if errors == 1 else f"{errors} previous errors"
        parts.append(_header("error", "", f"aborting due to {what}", color))
    return "\n\n".join(parts) + "\n" if parts else ""


def _paint(text: str, style: str, color: bool) -> str:
    return f"{_STYLES[style]}{text}{_RESET}" if color else text


def _header(level: str, code: str, message: str, color: bool) -> str:
    name = f"{level}[{code}]" if code else level
    first, *rest = message.split("\n")
    indent = " " * (len(level) + 2)
    text = "\n".join([first, *(indent + r for r in rest)])
    return f"{_paint(name, level, color)}{_paint(': ' + text, 'bold', color)}"


def _by_file(d: Diagnostic, source_map: SourceMap) -> list[_FileMarks]:
    """The labels by file, the file of the primary label first."""
    groups: dict[int, tuple[SourceFile, list[Label]]] = {}
    for label in sorted(d.labels, key=lambda x: not x.primary):
        file = source_map.file_at(sp.lo(label.span)) if label.span else None
        if file is not None:
            groups.setdefault(file.base, (file, []))[1].append(label)
    out = []
    for file, labels in groups.values():
        marks = _FileMarks(file)
        marks.add(labels)
        out.append(marks)
    return out


def _snippet(f: _FileMarks, gutter: int, secondary: bool, level: str, color: bool) -> list[str]:
    pad = " " * gutter
    first = min(f.marks)
    line, col = f.primary if f.primary is not None else (first, min((m.start for m in f.marks[first]), default=0) + 1)
    arrow = ":::" if secondary else "-->"
    bar = _paint(f"{pad} |", "gutter", color)
    out = [bar] if secondary else []
    out.append(f"{pad}{_paint(arrow, 'gutter', color)} {f.file.name}:{line}:{col}")
    out.append(bar)
    code = gutter + 3 + (f.depth + 1 if f.depth else 0)
    lines = sorted(f.marks)
    for i, number in enumerate(lines):
        if i:
            gap = number - lines[i - 1]
            between = [(d, p) for d, p in f.bars.get(lines[i - 1] + 1, [])]
            if gap == 2:
                out.extend(_source_line(f, number - 1, [], between, gutter, code, level, color))
            elif gap > 2:
                canvas = _Canvas()
                canvas.put(0, 0, "...", "gutter")
                for depth, primary in between:
                    canvas.put(0, gutter + 2 + depth, "|", level if primary else "secondary")
                out.extend(canvas.lines(color))
        out.extend(_source_line(f, number, f.marks[number], f.bars.get(number, []), gutter, code, level, color))
    return out


def _overlap(a: _Mark, b: _Mark, padding: int) -> bool:
    return b.start <= a.start < b.end or a.start <= b.start < a.end + padding


def _positions(marks: list[_Mark]) -> tuple[list[tuple[int, _Mark]], int]:
    """Row of each label below the carets (0: beside them), and the number of rows.  rustc's algorithm."""
    out: list[tuple[int, _Mark]] = []
    row = rows = 0
    for i, mark in enumerate(marks):
        later = marks[i + 1 :]
        if row == 0 and mark.label:
            for other in later:
                if _overlap(other, mark, 0):
                    if (other.start, other.end) == (mark.start, mark.end) and not other.label:
                        continue
                    row += 1
                    break
        out.append((row, mark))
        for other in later:
            pad = len(other.label) + 2 if other.label else 0
            if (
                (_overlap(other, mark, pad) and mark.label and other.label)
                or (mark.takes_space and other.label)
                or (mark.label and other.takes_space)
                or (mark.takes_space and other.takes_space)
                or (_overlap(other, mark, pad) and other.end <= mark.end and other.label and row == 0)
            ):
                row += 1
                break
        rows = max(rows, row)
    return out, rows + 1 if rows else 0


def _source_line(
    f: _FileMarks,
    number: int,
    marks: list[_Mark],
    bars: Sequence[tuple[int, bool]],
    gutter: int,
    code: int,
    level: str,
    color: bool,
) -> list[str]:
    """One line of source and what stands below it."""
    canvas = _Canvas()
    text = f.file.line_text(number)
    shown = _shown(text)
    canvas.put(0, 0, str(number).rjust(gutter), "gutter")
    canvas.put(0, gutter + 1, "|", "gutter")

    def style(primary: bool) -> str:
        return level if primary else "secondary"

    def bar_col(depth: int) -> int:
        return gutter + 2 + depth

    for depth, primary in bars:
        canvas.put(0, bar_col(depth), "|", style(primary))
    # a span that starts a line is drawn as `/` beside it
    below: list[_Mark] = []
    started: list[_Mark] = []
    for m in marks:
        if m.kind == "start" and not text[: _char_index(text, m.start)].strip():
            canvas.put(0, bar_col(m.depth), "/", style(m.primary))
            started.append(m)
        else:
            below.append(m)
    for m in below:
        if m.kind == "end":
            canvas.put(0, bar_col(m.depth), "|", style(m.primary))
    canvas.put(0, code, shown)
    if not below:
        return canvas.lines(color)
    below.sort(key=lambda m: m.start, reverse=True)
    positions, rows = _positions(below)
    for row in range(1, rows + 2):
        canvas.put(row, gutter + 1, "|", "gutter")
        for depth, primary in bars:
            canvas.put(row, bar_col(depth), "|", style(primary))
        for m in started:
            canvas.put(row, bar_col(m.depth), "|", style(m.primary))
    for row, m in positions:
        if m.takes_space:
            canvas.put(row + 1, bar_col(m.depth) + 1, "_" * (code + m.start - bar_col(m.depth) - 1), style(m.primary))
    for row, m in positions:
        if row > 0 and (m.label or m.takes_space):
            for r in range(1, row + (2 if m.label and not m.takes_space else 1)):
                canvas.put(r, code + m.start, "|", style(m.primary))
        if m.kind == "start":
            for r in range(row + 2, rows + 2):
                canvas.put(r, bar_col(m.depth), "|", style(m.primary))
        elif m.kind == "end":
            for r in range(1, row + 2):
                canvas.put(r, bar_col(m.depth), "|", style(m.primary))
    for row, m in positions:
        if m.label:
            at = (
                (1, code + m.end + 1)
                if row == 0
                else (row + (2 if not m.takes_space else 1), code + m.start + (2 if m.takes_space else 0))
            )
            lines = m.label.split("\n")
            canvas.put(at[0], at[1], lines[0], style(m.primary))
            for extra, more in enumerate(lines[1:], 1):
                if at[0] + extra > rows + 1:
                    canvas.put(at[0] + extra, gutter + 1, "|", "gutter")
                canvas.put(at[0] + extra, at[1], more, style(m.primary))
    for _, m in sorted(positions, key=lambda p: p[1].primary):
        row = 1
        if m.takes_space:
            canvas.put(
                next(r for r, x in positions if x is m) + 1, code + m.start, "^" if m.primary else "-", style(m.primary)
            )
        else:
            canvas.put(row, code + m.start, ("^" if m.primary else "-") * (m.end - m.start), style(m.primary))
    return canvas.lines(color)


def _char_index(text: str, column: int) -> int:
    """Index of the character at a display column."""
    width = 0
    for i, ch in enumerate(text):
        if width >= column:
            return i
        width += char_width(ch)
    return len(text)


# ------------------------------------------------------------------------------------------------- suggestions
def _last_line(s: Suggestion, source_map: SourceMap) -> int:
    if not s.span:
        return 0
    return source_map.locate(sp.hi(s.span)).line + s.replacement.count("\n")


def _suggestion(s: Suggestion, source_map: SourceMap, gutter: int, color: bool) -> list[str]:
    """The changed lines: insertions marked with `+`, replacements as removed and added lines."""
    out = [f"{_paint('help', 'help', color)}: {s.message}"]
    file = source_map.file_at(sp.lo(s.span)) if s.span else None
    if file is None:
        return out
    pad = " " * gutter
    bar = _paint(f"{pad} |", "gutter", color)
    out.append(bar)
    lo, hi = sp.lo(s.span) - file.base, sp.hi(s.span) - file.base
    first = source_map.locate(sp.lo(s.span))
    last = source_map.locate(sp.hi(s.span))
    start = file.lines[first.line - 1]
    end = file.lines[last.line - 1] + len(file.line_text(last.line))
    new = file.text[start:lo] + s.replacement + file.text[hi:end]

    def numbered(number: int, sign: str, text: str) -> str:
        style = {"+": "add", "-": "remove"}.get(sign)
        shown_sign = _paint(sign, style, color) if style else _paint(sign, "gutter", color)
        return f"{_paint(str(number).rjust(gutter), 'gutter', color)} {shown_sign} {_shown(text)}".rstrip()

    if lo == hi and "\n" not in s.replacement:
        out.append(numbered(first.line, "|", new))
        column = _width(file.text[start:lo]) + len(s.replacement) - len(s.replacement.lstrip(" "))
        out.append(f"{bar} {' ' * column}{_paint('+' * _width(s.replacement.strip(' ')), 'add', color)}")
        return out
    if lo != hi:
        for number in range(first.line, last.line + 1):
            out.append(numbered(number, "-", file.line_text(number)))
    for i, text in enumerate(new.split("\n")):
        out.append(numbered(first.line + i, "+", text))
    out.append(bar)
    return out
