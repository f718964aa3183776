from __future__ import annotations

import json
import textwrap

import pytest

from ferrule.diagnostics import span as sp
from ferrule.diagnostics.diagnostic import Diagnostic
from ferrule.diagnostics.json import dumps, to_dict
from ferrule.diagnostics.render import render, render_all
from ferrule.diagnostics.source_map import SourceMap


def at(source: str, base: int, part: str, nth: int = 0) -> int:
    """Span of the nth occurrence of ``part``."""
    i = -1
    for _ in range(nth + 1):
        i = source.index(part, i + 1)
    return sp.mk(base + i, base + i + len(part))


class Case:
    def __init__(self, source: str) -> None:
        self.source, self.map = source, SourceMap()
        self.base = self.map.add("t.rs", source).base

    def at(self, part: str, nth: int = 0) -> int:
        return at(self.source, self.base, part, nth)

    def shows(self, d: Diagnostic, expected: str) -> None:
        assert render(d, self.map) == textwrap.dedent(expected).strip("\n")


def test_one_label() -> None:
    c = Case("fn f() {\n    let x: u8 = true;\n}\n")
    d = Diagnostic("error", "E0308", "mismatched types", c.at("true"), "expected `u8`, found `bool`")
    d.label(c.at("u8"), "expected due to this")
    c.shows(
        d,
        """
        error[E0308]: mismatched types
         --> t.rs:2:17
          |
        2 |     let x: u8 = true;
          |            --   ^^^^ expected `u8`, found `bool`
          |            |
          |            expected due to this
        """,
    )


def test_three_labels_stack() -> None:
    c = Case("fn j() { x.foo(1, 2 }\n")
    d = Diagnostic("error", "", "m", c.at("("), "")
    d = Diagnostic("error", "", "m", c.at("(", 1), "unclosed delimiter")
    d.label(c.at("}"), "mismatched closing delimiter").label(c.at("{"), "closing delimiter possibly meant for this")
    c.shows(
        d,
        """
        error: m
         --> t.rs:1:15
          |
        1 | fn j() { x.foo(1, 2 }
          |        -      ^     - mismatched closing delimiter
          |        |      |
          |        |      unclosed delimiter
          |        closing delimiter possibly meant for this
        """,
    )


def test_lines_far_apart_and_notes() -> None:
    c = Case("a\nb\nc\nd\n" + "e\n" * 6 + "f g\n")
    d = Diagnostic("warning", "", "m", c.at("f"), "here").label(c.at("a"), "there").label(c.at("c"), "")
    d.note("first\nsecond").help("try")
    c.shows(
        d,
        """
        warning: m
          --> t.rs:11:1
           |
         1 | a
           | - there
         2 | b
         3 | c
           | -
        ...
        11 | f g
           | ^ here
           |
           = note: first
                   second
           = help: try
        """,
    )


def test_span_of_several_lines() -> None:
    c = Case("fn f() {\n    match x {\n        1 => 2,\n    }\n}\n")
    d = Diagnostic("error", "", "m", c.at("match x {\n        1 => 2,\n    }"), "whole").label(c.at("f", 1), "name")
    c.shows(
        d,
        """
        error: m
         --> t.rs:2:5
          |
        1 |   fn f() {
          |      - name
        2 | /     match x {
        3 | |         1 => 2,
        4 | |     }
          | |_____^ whole
        """,
    )


def test_span_of_several_lines_that_starts_inside_a_line() -> None:
    c = Case("let x = foo(\n    1,\n);\n")
    c.shows(
        Diagnostic("error", "", "m", c.at("foo(\n    1,\n)"), "call"),
        """
        error: m
         --> t.rs:1:9
          |
        1 |   let x = foo(
          |  _________^
        2 | |     1,
        3 | | );
          | |_^ call
        """,
    )


def test_tabs_and_wide_characters() -> None:
    c = Case('\tlet s = "日本"; bad\n')
    c.shows(
        Diagnostic("error", "", "m", c.at("bad"), "here"),
        """
        error: m
         --> t.rs:1:16
          |
        1 |     let s = "日本"; bad
          |                     ^^^ here
        """,
    )


@pytest.mark.parametrize(
    ("part", "replacement", "expected"),
    [
        ("", "r#", "1 | let r#ab = 1;\n  |     ++"),
        ("ab", "c", "1 - let ab = 1;\n1 + let c = 1;\n  |"),
        (" = 1", "", "1 - let ab = 1;\n1 + let ab;\n  |"),
    ],
)
def test_suggestions(part: str, replacement: str, expected: str) -> None:
    c = Case("let ab = 1;\n")
    span = c.at(part) if part else sp.mk(c.base + 4, c.base + 4)
    d = Diagnostic("error", "", "m", c.at("ab"), "here").suggest("do this", span, replacement)
    head = "error: m\n --> t.rs:1:5\n  |\n1 | let ab = 1;\n  |     ^^ here\n  |\nhelp: do this\n  |\n"
    assert render(d, c.map) == head + expected


def test_other_files_follow() -> None:
    c = Case("fn a() {}\n")
    other = c.map.add("u.rs", "fn b() {}\n")
    d = Diagnostic("error", "E0428", "m", c.at("a"), "again").label(at("fn b() {}\n", other.base, "b"), "first")
    c.shows(
        d,
        """
        error[E0428]: m
         --> t.rs:1:4
          |
        1 | fn a() {}
          |    ^ again
          |
         ::: u.rs:1:4
          |
        1 | fn b() {}
          |    - first
        """,
    )


def test_without_a_position_and_at_the_end_of_a_file() -> None:
    c = Case("fn")
    assert render(Diagnostic("error", "", "no source"), c.map) == "error: no source"
    end = c.base + 2
    assert "  |   ^" in render(Diagnostic("error", "", "m", sp.mk(end, end)), c.map)


def test_color_adds_only_escapes() -> None:
    import re

    c = Case("fn f() {\n    1\n}\n")
    d = (
        Diagnostic("error", "E0308", "m", c.at("{\n    1\n}"), "x")
        .label(c.at("1"), "y")
        .note("n")
        .suggest("s", c.at("1"), "2")
    )
    assert re.sub(r"\x1b\[\d+m", "", render(d, c.map, color=True)) == render(d, c.map)
    assert "\x1b[" in render(d, c.map, color=True)


def test_all_in_source_order_with_a_count() -> None:
    c = Case("a b\n")
    text = render_all(
        [Diagnostic("error", "", "second", c.at("b")), Diagnostic("error", "", "first", c.at("a"))], c.map
    )
    assert text.index("first") < text.index("second")
    assert text.endswith("error: aborting due to 2 previous errors\n")
    assert render_all([], c.map) == ""


def test_json_has_rustc_fields() -> None:
    c = Case("let é = 1;\nb\n")
    d = Diagnostic("error", "E0308", "m", c.at("1"), "x").note("n").suggest("s", c.at("1"), "2")
    out = to_dict(d, c.map)
    assert out["level"] == "error" and out["code"]["code"] == "E0308"
    (span,) = out["spans"]
    assert (span["byte_start"], span["line_start"], span["column_start"], span["column_end"]) == (9, 1, 9, 10)
    assert span["text"] == [{"text": "let é = 1;", "highlight_start": 9, "highlight_end": 10}]
    assert [ch["level"] for ch in out["children"]] == ["note", "help"]
    assert out["children"][1]["spans"][0]["suggested_replacement"] == "2"
    assert json.loads(dumps([d], c.map)) == out
