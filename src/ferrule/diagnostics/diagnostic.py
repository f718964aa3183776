"""Diagnostics as data, and the context that collects them.  Rendering is in ``render.py`` (text) and ``json.py``."""

from __future__ import annotations

from typing import NamedTuple

from ferrule.diagnostics.span import DUMMY, Span


class Label(NamedTuple):
    span: Span
    text: str = ""
    primary: bool = False


class Suggestion(NamedTuple):
    message: str
    span: Span
    replacement: str


class Diagnostic:
    """One message in rustc's form.

    ``level`` is ``error``, ``warning``, ``note`` or ``help``; ``code`` an E-code of rustc, a G-code of ours (valid Rust that
    Ferrule does not support) or empty (syntax errors).  The first primary label says where.
    """

    __slots__ = ("code", "helps", "labels", "level", "message", "notes", "suggestions")

    def __init__(self, level: str, code: str, message: str, span: Span = DUMMY, label: str = "") -> None:
        self.level, self.code, self.message = level, code, message
        self.labels: list[Label] = [Label(span, label, True)] if span else []
        self.notes: list[str] = []
        self.helps: list[str] = []
        self.suggestions: list[Suggestion] = []

    @property
    def span(self) -> Span:
        for label in self.labels:
            if label.primary:
                return label.span
        return DUMMY

    def label(self, span: Span, text: str) -> Diagnostic:
        self.labels.append(Label(span, text))
        return self

    def note(self, text: str) -> Diagnostic:
        self.notes.append(text)
        return self

    def help(self, text: str) -> Diagnostic:
        self.helps.append(text)
        return self

    def suggest(self, message: str, span: Span, replacement: str) -> Diagnostic:
        self.suggestions.append(Suggestion(message, span, replacement))
        return self


class DiagCtxt:
    """Collects the diagnostics of one session; one (code, primary span) is reported once."""

    __slots__ = ("_seen", "diagnostics")

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._seen: set[tuple[str, str, Span]] = set()

    def emit(self, d: Diagnostic) -> Diagnostic:
        key = (d.level, d.code or d.message, d.span)
        if key not in self._seen:
            self._seen.add(key)
            self.diagnostics.append(d)
        return d

    def error(self, code: str, message: str, span: Span = DUMMY, label: str = "") -> Diagnostic:
        return self.emit(Diagnostic("error", code, message, span, label))

    def warning(self, message: str, span: Span = DUMMY, label: str = "") -> Diagnostic:
        return self.emit(Diagnostic("warning", "", message, span, label))

    def forget_since(self, count: int) -> None:
        """Takes back all but the first ``count``."""
        del self.diagnostics[count:]
        self._seen = {(d.level, d.code or d.message, d.span) for d in self.diagnostics}

    @property
    def error_count(self) -> int:
        return sum(d.level == "error" for d in self.diagnostics)
