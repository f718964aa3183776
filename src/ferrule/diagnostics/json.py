"""Diagnostics as JSON with rustc's field names (`rustc --error-format=json`)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ferrule.diagnostics import codes
from ferrule.diagnostics import span as sp
from ferrule.diagnostics.diagnostic import Diagnostic
from ferrule.diagnostics.render import render
from ferrule.diagnostics.source_map import SourceMap


def to_dict(d: Diagnostic, source_map: SourceMap) -> dict[str, Any]:
    """One diagnostic as the object rustc writes for it."""
    children: list[dict[str, Any]] = [_child("note", text) for text in d.notes]
    children += [_child("help", text) for text in d.helps]
    for s in d.suggestions:
        child = _child("help", s.message)
        if s.span:
            child["spans"] = [_span(s.span, "", True, source_map, s.replacement)]
        children.append(child)
    code: dict[str, Any] | None = None
    if d.code:
        entry = codes.lookup(d.code)
        code = {"code": d.code, "explanation": entry.explanation if entry else None}
    return {
        "$message_type": "diagnostic",
        "message": d.message,
        "code": code,
        "level": d.level,
        "spans": [_span(x.span, x.text, x.primary, source_map) for x in d.labels if x.span],
        "children": children,
        "rendered": render(d, source_map) + "\n\n",
    }


def dumps(diagnostics: Iterable[Diagnostic], source_map: SourceMap) -> str:
    """One JSON object a line."""
    return "".join(json.dumps(to_dict(d, source_map), ensure_ascii=False) + "\n" for d in diagnostics)


def _child(level: str, message: str) -> dict[str, Any]:
    return {"message": message, "code": None, "level": level, "spans": [], "children": [], "rendered": None}


def _span(
    span: int, label: str, primary: bool, source_map: SourceMap, replacement: str | None = None
) -> dict[str, Any]:
    file = source_map.file_at(sp.lo(span))
    start, end = source_map.locate(sp.lo(span)), source_map.locate(sp.hi(span))
    text: list[dict[str, Any]] = []
    byte_start = byte_end = 0
    if file is not None:
        lo, hi = sp.lo(span) - file.base, sp.hi(span) - file.base
        byte_start = len(file.text[:lo].encode("utf-8", "surrogatepass"))
        byte_end = byte_start + len(file.text[lo:hi].encode("utf-8", "surrogatepass"))
        for line in range(start.line, end.line + 1):
            source = file.line_text(line)
            text.append(
                {
                    "text": source,
                    "highlight_start": start.column if line == start.line else 1,
                    "highlight_end": end.column if line == end.line else len(source) + 1,
                }
            )
    return {
        "file_name": start.file,
        "byte_start": byte_start,
        "byte_end": byte_end,
        "line_start": start.line,
        "line_end": end.line,
        "column_start": start.column,
        "column_end": end.column,
        "is_primary": primary,
        "text": text,
        "label": label or None,
        "suggested_replacement": replacement,
        "suggestion_applicability": "MaybeIncorrect" if replacement is not None else None,
        "expansion": None,
    }
