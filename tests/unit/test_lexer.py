from __future__ import annotations

import pytest
from syntax_check import check

from ferrule.session import Session
from ferrule.syntax.lexer import lex
from ferrule.syntax.literals import literal


def tokens(source: str) -> list[tuple[str, str]]:
    session = Session()
    t = lex(session, session.source_map.add("t.rs", source))
    assert [d.message for d in session.diag.diagnostics] == []
    return list(zip(t.kinds, t.texts))[:-1]


def kinds(source: str) -> str:
    return " ".join(k for k, _ in tokens(source))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a _ _b r#type type", "ident _ ident ident type"),
        ("<<= >>= ... ..= .. . -> => :: : && & || |", "<<= >>= ... ..= .. . -> => :: : && & || |"),
        (
            "1 1u8 0x1F 0b1_0 0o7 1.5 1. 1e5 1e-5 1.5e+3f32 1f32 1_000.0",
            "int int int int int float float float float float float float",
        ),
        ("1..2 1.foo a.0.1", "int .. int int . ident ident . float"),
        ("0x1E-1", "int - int"),
        ("'a 'static 'a' '\\'' b'x' '\\u{1F600}' '\\\\'", "lifetime lifetime char char byte char char"),
        ('"a\\"b" b"x" c"x" r"\\" r#"a"b"# br##"x"#y"## r####"a"###b"####', "str bytestr cstr str str bytestr str"),
        ("a // x\n//// y\nb /* c /* d */ e */ f /**/ /***/ g", "ident ident ident ident"),
        ("/// a\n//! b\n/** c */ /*! d */ x", "doc idoc doc idoc ident"),
        ("\ufeffx", "ident"),
        ("#!/usr/bin/env run\nx", "ident"),
        ("#![a]", "# ! [ ident ]"),
        ("a\r\nb", "ident ident"),
        ("größe", "ident"),
        ("loop{}", "loop { }"),
    ],
)
def test_kinds(source: str, expected: str) -> None:
    assert kinds(source) == expected


def test_texts_and_spans() -> None:
    session = Session()
    session.source_map.add("first", "xyz")
    f = session.source_map.add("t.rs", "ab  'x r#fn")
    t = lex(session, f)
    assert t.texts == ["ab", "x", "fn", ""]
    assert [session.source_map.snippet(s) for s in t.spans[:-1]] == ["ab", "'x", "r#fn"]


@pytest.mark.parametrize(
    ("kind", "text", "value", "suffix"),
    [
        ("int", "0xFF_u8", 255, "u8"),
        ("int", "1_000", 1000, ""),
        ("int", "0b101usize", 5, "usize"),
        ("int", str((1 << 128) - 1), (1 << 128) - 1, ""),
        ("float", "1_0.5e-3f32", "10.5e-3", "f32"),
        ("float", "1f16", "1", "f16"),
        ("float", "2.", "2.", ""),
        ("float", "1.0bf16", "1.0", "bf16"),
        ("str", r'"a\n\x41\u{e9}\\\"\0"', 'a\nAé\\"\0', ""),
        ("str", '"a\\\n    b"', "ab", ""),
        ("str", '"a\r\nb"', "a\nb", ""),
        ("str", r'r#"\n"#', r"\n", ""),
        ("char", r"'\u{1F600}'", 0x1F600, ""),
        ("char", r"'\''", ord("'"), ""),
        ("byte", r"b'\xff'", 255, ""),
        ("bytestr", r'b"\xff\0a"', b"\xff\0a", ""),
        ("cstr", r'c"\xffé"', b"\xff\xc3\xa9", ""),
        ("true", "true", True, ""),
    ],
)
def test_literal_values(kind: str, text: str, value: object, suffix: str) -> None:
    lit = literal(kind, text, 0)
    assert (lit.value, lit.suffix) == (value, suffix)


@pytest.mark.parametrize(
    ("source", "errors"),
    [
        ('fn f() { "abc }', ["1:10: [E0765] unterminated double quote string"]),
        ('fn f() { b"abc }', ["1:10: [E0766] unterminated double quote byte string"]),
        ("/* abc", ["1:1: [E0758] unterminated block comment"]),
        ('r#"abc', ["1:1: [E0748] unterminated raw string"]),
        ("fn f() { 'ab'; }", ["1:10: character literal may only contain one codepoint"]),
        ("fn f() { ''; }", ["1:11: empty character literal"]),
        ("fn f() { '\\q'; }", ["1:12: unknown character escape: `q`"]),
        ('fn f() { "\\xff"; }', ["1:11: out of range hex escape"]),
        ('fn f() { b"\\u{41}"; }', ["1:12: unicode escape in byte string"]),
        ('fn f() { "\\u{110000}"; }', ["1:11: invalid unicode character escape"]),
        ("fn f() { 0b12; }", ["1:13: invalid digit for a base 2 literal"]),
        ("fn f() { 0x; }", ["1:10: [E0768] no valid digits found for number"]),
        ("fn f() { 1e; }", ["1:10: expected at least one digit in exponent"]),
        ("fn f() { 1u99; }", ["1:10: invalid width `99` for integer literal"]),
        ("fn f() { 1f33; }", ["1:10: invalid width `33` for float literal"]),
        ("fn f() { 1foo; }", ["1:10: invalid suffix `foo` for number literal"]),
        ("fn f() { 0x1.0; }", ["1:10: hexadecimal float literal is not supported"]),
        (f"fn f() {{ {1 << 128}; }}", ["1:10: integer literal is too large"]),
        ("fn f() { `a`; }", ["1:10: unknown start of token: `", "1:12: unknown start of token: `"]),
        (
            'fn f() { x"a"; }',
            [
                "1:10: prefix `x` is unknown",
                '1:11: expected one of `!`, `.`, `::`, `;`, `?`, `{`, `}`, or an operator, found `"a"`',
            ],
        ),
    ],
)
def test_errors(source: str, errors: list[str]) -> None:
    check(source, errors=errors)


def test_unclosed_delimiter_is_shown_at_its_opener() -> None:
    checked = check("fn k() { foo(a, b", errors=["1:18: this file contains an unclosed delimiter"])
    d = checked.session.diag.diagnostics[0]
    at = checked.session.source_map.location
    assert [(at(x.span).column, x.text) for x in d.labels[1:]] == [
        (8, "unclosed delimiter"),
        (13, "unclosed delimiter"),
    ]


def test_mismatched_delimiter() -> None:
    check("fn f() { (1, 2 }", errors=["1:10: mismatched closing delimiter: `}`"])
    check("fn f() }", errors=["1:8: unexpected closing delimiter: `}`"])
