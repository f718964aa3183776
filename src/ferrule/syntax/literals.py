"""Values of literals: the text of a token to the ``value`` of ``ast.Lit``, with rustc's messages for bad ones."""

from __future__ import annotations

import re
from collections.abc import Callable

from ferrule.syntax import ast

INT_SUFFIXES = frozenset(["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"])
FLOAT_SUFFIXES = frozenset(("f16", "bf16", "f32", "f64", "f128"))
_BASES = {"0x": (16, "hexadecimal"), "0o": (8, "octal"), "0b": (2, "binary")}
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "0": "\0", "'": "'", '"': '"'}
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F][0-9a-fA-F_]*)\}|(\r?\n[ \t\r\n]*)|(.))", re.DOTALL)
_MAX_INT = (1 << 128) - 1

Report = Callable[[str, str, int, int, str], None]
"""Called as ``report(code, message, lo, hi, label)`` with offsets into the token's text."""


def _silent(code: str, message: str, lo: int, hi: int, label: str) -> None:
    pass


def number_parts(text: str) -> tuple[int, str, str]:
    """(base, digits, suffix) of the text of a number token."""
    base = _BASES.get(text[:2], (10, ""))[0]
    rest = text[2:] if base != 10 else text
    if base == 16:
        m = re.match(r"[0-9a-fA-F_]*", rest)
    elif base != 10:
        m = re.match(r"[0-9_]*", rest)
    else:
        m = re.match(r"[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?_*[0-9][0-9_]*)?", rest)
    end = m.end() if m else 0
    return base, rest[:end].replace("_", ""), rest[end:]


def number(text: str, span: int, report: Report = _silent) -> ast.Lit:
    """An ``int`` or ``float`` literal; a bad one is reported and gets the value 0."""
    base, digits, suffix = number_parts(text)
    end = len(text)
    if base == 10 and suffix[:1] in ("e", "E") and (len(suffix) == 1 or suffix[1] in "+-_"):
        report("", "expected at least one digit in exponent", 0, end, "")
        return ast.Lit(span, "float", "0", "", text)
    if base == 10 and ("." in digits or "e" in digits or "E" in digits or suffix in FLOAT_SUFFIXES):
        if suffix and suffix not in FLOAT_SUFFIXES:
            _bad_suffix(suffix, "float", end, report)
            suffix = ""
        return ast.Lit(span, "float", digits, suffix, text)
    if base != 10 and not digits:
        report("E0768", "no valid digits found for number", 0, end, "")
        return ast.Lit(span, "int", 0, "", text)
    if base in (2, 8):
        for at, ch in enumerate(text[2:], 2):
            if not (ch.isdigit() or ch == "_"):
                break
            if ch != "_" and int(ch) >= base:
                report("", f"invalid digit for a base {base} literal", at, at + 1, "")
                return ast.Lit(span, "int", 0, "", text)
    if base != 10 and (suffix in FLOAT_SUFFIXES or suffix[:1] in (".", "e", "E")):
        report("", f"{_BASES[text[:2]][1]} float literal is not supported", 0, end, "not supported")
        return ast.Lit(span, "float", "0", "", text)
    value = int(digits, base) if len(digits) < 4000 else _MAX_INT + 1
    if value > _MAX_INT:
        report("", "integer literal is too large", 0, end, "")
        value = 0
    if suffix and suffix not in INT_SUFFIXES:
        _bad_suffix(suffix, "integer", end, report)
        suffix = ""
    return ast.Lit(span, "int", value, suffix, text)


def _bad_suffix(suffix: str, kind: str, end: int, report: Report) -> None:
    if re.fullmatch(r"[iu]\d+" if kind == "integer" else r"f\d+", suffix) or re.fullmatch(r"f\d+", suffix):
        which = "float" if suffix[0] == "f" else kind
        report("", f"invalid width `{suffix[1:]}` for {which} literal", 0, end, "")
    elif kind == "float":
        report("", f"invalid suffix `{suffix}` for float literal", 0, end, f"invalid suffix `{suffix}`")
    else:
        report("", f"invalid suffix `{suffix}` for number literal", 0, end, f"invalid suffix `{suffix}`")


def _unescape(text: str, lo: int, hi: int, kind: str, report: Report) -> str:
    """``text[lo:hi]`` without escapes.  Code points above 0xFF mark ``\\u`` in byte kinds; those are errors there."""
    bytes_only = kind in ("byte", "bytestr")

    def one(m: re.Match[str]) -> str:
        at, end = lo + m.start(), lo + m.end()
        if m[1] is not None:
            code = int(m[1], 16)
            if code > 0x7F and kind in ("char", "str"):
                report("", "out of range hex escape", at, end, "must be a character in the range [\\x00-\\x7f]")
                return "?"
            if code > 0x7F and kind == "cstr":
                return chr(0xDC00 + code)  # surrogateescape: a raw byte
            return chr(code)
        if m[2] is not None:
            if bytes_only:
                report("", "unicode escape in byte string", at, end, "unicode escape in byte string")
                return "?"
            digits = m[2].replace("_", "")
            code = int(digits, 16)
            if len(digits) > 6:
                report("", "overlong unicode escape", at, end, "must have at most 6 hex digits")
                return "?"
            if code > 0x10FFFF or 0xD800 <= code < 0xE000:
                what = "surrogate" if code <= 0xDFFF else "out of range"
                message = "must not be a surrogate" if what == "surrogate" else "must be at most 10FFFF"
                report("", "invalid unicode character escape", at, end, message)
                return "?"
            return chr(code)
        if m[3] is not None:
            if kind in ("char", "byte"):
                report("", "unknown character escape: `\\n`", at, end, "unknown character escape")
            return ""
        ch = m[4]
        if ch == "'" or ch in _SIMPLE:
            return _SIMPLE[ch]
        if ch == "x":
            report("", "numeric character escape is too short", at, end, "")
        elif ch == "u":
            report("", "incorrect unicode escape sequence", at, end, "incorrect unicode escape sequence")
        else:
            what = "byte" if bytes_only else "character"
            report("", f"unknown {what} escape: `{ch}`", at + 1, end, f"unknown {what} escape")
        return "?"

    body = text[lo:hi]
    out = _ESCAPE.sub(one, body) if "\\" in body else body
    return out.replace("\r\n", "\n") if "\r" in out and "\r\n" in body else out


def text_literal(kind: str, text: str, span: int, report: Report = _silent) -> ast.Lit:
    """A ``str``, ``char``, ``byte``, ``bytestr`` or ``cstr`` literal."""
    quote = "'" if kind in ("char", "byte") else '"'
    start = text.find(quote)
    prefix = text[:start]
    end = text.rfind(quote)
    if "r" in prefix:
        body = text[start + 1 : end].replace("\r\n", "\n")
    else:
        body = _unescape(text, start + 1, end, kind, report)
    suffix = text[end + 1 :].lstrip("#")
    value: int | str | bytes
    if kind in ("char", "byte"):
        raw = text[start + 1 : end]
        if not body:
            report("", "empty character literal", start + 1, start + 1, "empty character literal")
            body = "?"
        elif len(body) > 1:
            what = "one codepoint" if kind == "char" else "one byte"
            report("", f"{'character' if kind == 'char' else 'byte'} literal may only contain {what}", 0, len(text), "")
        elif raw == body and body in "\n\r\t":
            shown = repr(body)[1:-1]
            report("", f"{kind} constant must be escaped: `{shown}`", start + 1, end, "")
        elif kind == "byte" and raw == body and ord(body) > 0x7F:
            report("", "non-ASCII character in byte literal", start + 1, end, "must be ASCII")
            body = "?"
        value = ord(body[0])
    elif kind == "str":
        value = body
    elif kind == "bytestr":
        if not text.isascii():
            at = next(i for i, ch in enumerate(text) if ord(ch) > 0x7F)
            report("", "non-ASCII character in byte string literal", at, at + 1, "must be ASCII")
        value = body.encode("latin-1", "replace")
    else:
        value = body.encode("utf-8", "surrogateescape")
        if b"\0" in value:
            report("", "null characters in C string literals are not supported", 0, len(text), "")
    return ast.Lit(span, kind, value, suffix, text)


def literal(kind: str, text: str, span: int, report: Report = _silent) -> ast.Lit:
    """The literal of one token."""
    if kind == "int" or kind == "float":
        return number(text, span, report)
    if kind == "true" or kind == "false":
        return ast.Lit(span, "bool", kind == "true", "", text)
    return text_literal(kind, text, span, report)


def raw_quoted(value: str) -> str:
    """``value`` as the text of a raw string token."""
    hashes = "#"
    while '"' + hashes in value:
        hashes += "#"
    return f'r{hashes}"{value}"{hashes}'
