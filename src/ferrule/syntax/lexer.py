"""The lexer: source text to tokens in three parallel lists.

Kinds: a keyword or punctuation is its own kind; the others are ``ident``, ``lifetime`` (text without the quote),
``int``, ``float``, ``str``, ``char``, ``byte``, ``bytestr``, ``cstr``, ``doc`` and ``idoc`` (outer and inner doc
comments, text is their content), ``eof``.  Spans are global (see diagnostics/span.py).  A raw identifier has kind
``ident`` and no ``r#``.

One regular expression does all the work; what it cannot say (nested comments, bad literals) is handled behind it.
"""

from __future__ import annotations

import re
import unicodedata

from ferrule.diagnostics.diagnostic import Diagnostic, Label
from ferrule.diagnostics.source_map import SourceFile
from ferrule.session import Session
from ferrule.syntax import literals

STRICT = [
    "as",
    "break",
    "const",
    "continue",
    "crate",
    "else",
    "enum",
    "extern",
    "false",
    "fn",
    "for",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "match",
    "mod",
    "move",
    "mut",
    "pub",
    "ref",
    "return",
    "self",
    "Self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "type",
    "unsafe",
    "use",
    "where",
    "while",
    "async",
    "await",
    "dyn",
]
RESERVED = [
    "abstract",
    "become",
    "box",
    "do",
    "final",
    "macro",
    "override",
    "priv",
    "typeof",
    "unsized",
    "virtual",
    "yield",
    "try",
]
PUNCT = [
    "<<=",
    ">>=",
    "...",
    "..=",
    "->",
    "=>",
    "::",
    "&&",
    "||",
    "<<",
    ">>",
    "<=",
    ">=",
    "==",
    "!=",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
    "^=",
    "&=",
    "|=",
    "..",
    "-",
    "+",
    "*",
    "/",
    "%",
    "^",
    "!",
    "&",
    "|",
    "=",
    "<",
    ">",
    "@",
    ".",
    ",",
    ";",
    ":",
    "#",
    "$",
    "?",
    "~",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
]
KEYWORDS = frozenset((*STRICT, *RESERVED, "gen"))
OPENERS = {"(": ")", "[": "]", "{": "}"}
CLOSERS = {")": "(", "]": "[", "}": "{"}

_FIXED: dict[str, str] = {k: k for k in (*STRICT, *RESERVED, *PUNCT, "_")}
_TOKEN = re.compile(
    r"""
   [ \t\n\r]+                                                       # blanks
  |(?!_\b)[^\W\d]\w*+(?!["'\#])                                     # identifier, keyword
  |[(){}\[\],;@\#$?~]|::?|->|=[=>]?|\.(?:\.[.=]?)?|&[&=]?|\|[|=]?|<<=|<[<=]?|>>=|>[>=]?|!=?|-=?|\+=?|\*=?|%=?|\^=?
  |_\b(?!["'\#])
  |/(?:/[^\n]*|\*(?:[^*/]|\*(?!/)|/(?!\*))*\*/|(?!\*)=?)             # comments, none inside another; division
  |0[xob]\w*(?:\.\d\w*)?|\d\w*(?:\.(?![._]|[^\W\d])(?:\d[\d_]*)?(?:[eE][+-]?\w+|\w*)   # number
     |(?<=[0-9_][eE])[+-][\d_]\w*)?
  |[bc]?"[^"\\]*(?:\\.[^"\\]*)*"                                    # string
  |'(?:r\#)?[^\W\d]\w*+(?!['\#])                                    # lifetime
  |b?'(?:[^'\\\n]|\\.[^'\\\n]*)'                                    # character, byte
  |[bc]?r(?:"[^"]*"|\#"(?:[^"]|"(?!\#))*"\#|\#\#"(?:[^"]|"(?!\#\#))*"\#\#)   # raw string
  |r\#[^\W\d]\w*                                                    # raw identifier
  |/\*|[^\W\d]\w*["'\#]|.                                           # a comment with comments inside; whatever is wrong
""",
    re.VERBOSE | re.DOTALL,
)
_BLOCK = re.compile(r"/\*|\*/")
_SPACE = "\x0b\x0c\x85\u200e\u200f\u2028\u2029"
_WORD = re.compile(r"[^\W\d]\w*")
_LOOKALIKE = {
    "`": ("Grave Accent", "'", "Single Quote"),
    "“": ("Left Double Quotation Mark", '"', "Quotation Mark"),
    "”": ("Right Double Quotation Mark", '"', "Quotation Mark"),
    "’": ("Right Single Quotation Mark", "'", "Single Quote"),
    "‘": ("Left Single Quotation Mark", "'", "Single Quote"),
    "–": ("En Dash", "-", "Minus/Hyphen"),
    "—": ("Em Dash", "-", "Minus/Hyphen"),
    "−": ("Minus Sign", "-", "Minus/Hyphen"),
    "；": ("Fullwidth Semicolon", ";", "Semicolon"),
    "，": ("Fullwidth Comma", ",", "Comma"),
    "（": ("Fullwidth Left Parenthesis", "(", "Left Parenthesis"),
    "）": ("Fullwidth Right Parenthesis", ")", "Right Parenthesis"),
    ";": ("Greek Question Mark", ";", "Semicolon"),
}


class Tokens:
    """The tokens of one file (closed by an ``eof``) or of one macro expansion.

    ``close[i]`` is the index of the token that closes the delimiter at ``i`` (0 where there is none).  ``ok`` is
    false when delimiters do not match; the parser then has nothing to work on.
    """

    __slots__ = ("close", "kinds", "ok", "spans", "texts")

    def __init__(self, kinds: list[str], texts: list[str], spans: list[int]) -> None:
        self.kinds, self.texts, self.spans = kinds, texts, spans
        self.close: list[int] = []
        self.ok = True


def lex(session: Session, file: SourceFile) -> Tokens:
    """The tokens of ``file``; errors go to ``session.diag``."""
    lexer = _Lexer(session, file)
    tokens = lexer.run()
    if lexer.unterminated:
        tokens.ok = False  # whatever delimiters are astray, that is why
    else:
        match_delimiters(session, tokens)
    return tokens


def match_delimiters(session: Session, tokens: Tokens) -> None:
    """Fills ``tokens.close``; reports unclosed and mismatched delimiters where rustc does."""
    kinds, spans = tokens.kinds, tokens.spans
    close = tokens.close = [0] * len(kinds)
    stack: list[int] = []
    closers, openers = CLOSERS, OPENERS
    for i, k in enumerate(kinds):
        if k in openers:
            stack.append(i)
        elif k in closers:
            if stack and kinds[stack[-1]] == closers[k]:
                close[stack.pop()] = i
                continue
            tokens.ok = False
            if not stack:
                session.diag.error("", f"unexpected closing delimiter: `{k}`", spans[i], "unexpected closing delimiter")
                continue
            d = Diagnostic("error", "", f"mismatched closing delimiter: `{k}`", spans[stack[-1]], "unclosed delimiter")
            d.labels.append(Label(spans[i], "mismatched closing delimiter", True))
            earlier = next((s for s in reversed(stack) if kinds[s] == closers[k]), None)
            if earlier is not None:
                d.label(spans[earlier], "closing delimiter possibly meant for this")
            session.diag.emit(d)
            stack.pop()
            while earlier is not None and stack and stack.pop() != earlier:
                pass
    if stack:
        tokens.ok = False
        d = Diagnostic("error", "", "this file contains an unclosed delimiter", spans[-1])
        for s in stack:
            d.label(spans[s], "unclosed delimiter")
        session.diag.emit(d)


class _Lexer:
    def __init__(self, session: Session, file: SourceFile) -> None:
        self.session, self.text, self.base = session, file.text, file.base
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.spans: list[int] = []
        self.unterminated = False
        self.unknown = 0
        self.fixed = _FIXED if session.options.edition < "2024" else {**_FIXED, "gen": "gen"}

    def error(self, code: str, message: str, lo: int, hi: int, label: str = "") -> Diagnostic:
        return self.session.diag.error(code, message, (lo + self.base) << 32 | (hi + self.base), label)

    def run(self) -> Tokens:
        text, base = self.text, self.base
        fixed = self.fixed.get
        kinds, texts, spans = self.kinds, self.texts, self.spans
        add_kind, add_text, add_span = kinds.append, texts.append, spans.append
        lo, size = self.start(), len(text)
        while lo < size:
            # The pieces of one scan join on without gaps, so their lengths give their positions.
            skip = lo
            for t in _TOKEN.findall(text, lo):
                hi = lo + len(t)
                if lo < skip:  # inside something irregular
                    if hi > skip:
                        lo = skip
                        break
                    lo = hi
                    continue
                k = fixed(t)
                if k is not None:
                    add_kind(k)
                    add_text(k)
                    add_span((lo + base) << 32 | (hi + base))
                else:
                    c = t[0]
                    if c == " " or c == "\n" or c == "\t" or c == "\r":
                        pass
                    elif t.isidentifier():
                        add_kind("ident")
                        add_text(t if t.isascii() else unicodedata.normalize("NFC", t))
                        add_span((lo + base) << 32 | (hi + base))
                    else:
                        skip = self.other(t, c, lo, hi)
                        if skip < hi:
                            lo = skip
                            break
                lo = hi
        end = size + base
        if size and text[-1] == "\n":
            end -= 1  # an error at the end is shown on the last line
        add_kind("eof")
        add_text("")
        add_span(end << 32 | end)
        return Tokens(kinds, texts, spans)

    def start(self) -> int:
        """Skips a byte order mark and a shebang line."""
        pos = 1 if self.text.startswith("\ufeff") else 0
        if self.text.startswith("#!", pos):
            rest = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*\[", re.DOTALL).match(self.text, pos + 2)
            if rest is None:
                end = self.text.find("\n", pos)
                return len(self.text) if end < 0 else end
        return pos

    def push(self, kind: str, text: str, lo: int, hi: int) -> None:
        self.kinds.append(kind)
        self.texts.append(text)
        self.spans.append((lo + self.base) << 32 | (hi + self.base))

    def other(self, t: str, c: str, lo: int, hi: int) -> int:
        """Any piece that is not blank, fixed or an identifier.  Returns where to go on."""
        if c == "/" and len(t) > 2:
            if t[1] == "/":
                if (t[2] == "/" and not t.startswith("////")) or t[2] == "!":
                    self.doc_comment(t[2] == "!", t[3:], lo, hi)
            else:
                self.block_comment(t, lo, hi)
        elif c == "/" and t == "//":
            pass
        elif c in "0123456789":
            self.push(self.number_kind(t), t, lo, hi)
        elif c == "'" and len(t) > 1 and not t.endswith("'"):
            name = t[1:]
            self.push("lifetime", name.removeprefix("r#"), lo, hi)
        elif c == "'" and len(t) > 2:
            self.text_token("char", t, lo, hi)
        elif c == "b" and len(t) > 3 and t[1] == "'":
            self.text_token("byte", t, lo, hi)
        elif len(t) > 1 and c in '"bcr' and t[-1] in '"#' and (c == '"' or t.count('"') > 1):
            self.text_token({"b": "bytestr", "c": "cstr"}.get(c, "str"), t, lo, hi)
        elif c == "r" and t.startswith("r#") and len(t) > 2:
            name = unicodedata.normalize("NFC", t[2:])
            if name in ("crate", "self", "super", "Self", "_"):
                self.error("", f"`{name}` cannot be a raw identifier", lo, hi)
            self.push("ident", name, lo, hi)
        else:
            return self.irregular(lo)
        return hi

    @staticmethod
    def number_kind(t: str) -> str:
        if t[:2] in ("0x", "0o", "0b") or t.isdigit():
            return "int"
        rest = t.lstrip("0123456789_")
        return "float" if rest[:1] in (".", "e", "E") or rest in literals.FLOAT_SUFFIXES else "int"

    def text_token(self, kind: str, t: str, lo: int, hi: int) -> None:
        if kind != "str" or "\\" in t:
            before = lo

            def report(code: str, message: str, a: int, b: int, label: str) -> None:
                self.error(code, message, before + a, before + b, label)

            literals.text_literal(kind, t, 0, report)
        suffix = _WORD.match(self.text, hi)
        if suffix is not None:
            what = {"str": "string", "bytestr": "byte string", "cstr": "C string"}.get(kind, kind)
            self.error(
                "", f"suffixes on {what} literals are invalid", lo, suffix.end(), f"invalid suffix `{suffix[0]}`"
            )
        self.push(kind, t, lo, hi)

    def doc_comment(self, inner: bool, body: str, lo: int, hi: int) -> None:
        if body.endswith("\r"):
            body = body[:-1]
            hi -= 1
        self.push("idoc" if inner else "doc", body, lo, hi)

    def block_comment(self, t: str, lo: int, hi: int) -> None:
        # `/**/` and `/***/` are not documentation.
        if t.startswith("/*!"):
            self.doc_comment(True, t[3:-2], lo, hi)
        elif t.startswith("/**") and len(t) > 5 and t[3] != "*":
            self.doc_comment(False, t[3:-2], lo, hi)

    def irregular(self, pos: int) -> int:
        """Nested comments and errors.  Returns where to go on."""
        text = self.text
        ch = text[pos : pos + 1]
        if ch in _SPACE:
            return pos + 1
        end = self.unfinished(text, ch, pos)
        return end if end >= 0 else self.wrong(text, ch, pos)

    def unfinished(self, text: str, ch: str, pos: int) -> int:
        """Comments and literals that go on to the end of the file; -1 where there is none."""
        if text.startswith("/*", pos):
            depth, end = 1, pos + 2
            while depth:
                m = _BLOCK.search(text, end)
                if m is None:
                    self.error("E0758", "unterminated block comment", pos, len(text))
                    self.unterminated = True
                    return len(text)
                depth += 1 if m[0] == "/*" else -1
                end = m.end()
            self.block_comment(text[pos:end], pos, end)
            return end
        raw = re.compile(r'[bc]?r(#*)"').match(text, pos)
        if raw:
            stop = text.find('"' + raw[1], raw.end())
            if stop >= 0:  # more hashes than the expression knows
                end = stop + 1 + len(raw[1])
                self.text_token({"b": "bytestr", "c": "cstr"}.get(ch, "str"), text[pos:end], pos, end)
                return end
            d = self.error("E0748", "unterminated raw string", pos, raw.end(), "unterminated raw string")
            d.note(f'this raw string should be terminated with `"{raw[1]}`')
            self.unterminated = True
            return len(text)
        string = re.compile(r'([bc]?)"').match(text, pos)
        if string:
            code, what = {"b": ("E0766", "double quote byte string"), "c": ("E0767", "C string")}.get(
                string[1], ("E0765", "double quote string")
            )
            if string[1] == "c":
                code = ""
            self.error(code, f"unterminated {what}", pos, len(text))
            self.unterminated = True
            return len(text)
        return -1

    def wrong(self, text: str, ch: str, pos: int) -> int:
        """Everything else that is no token."""
        quote = re.compile(r"b?'([^'\n]*)(')?").match(text, pos)
        if quote:
            kind = "byte" if ch == "b" else "char"
            if quote[2] is None:
                code = "E0763" if kind == "byte" else "E0762"
                what = "byte constant" if kind == "byte" else "character literal"
                self.error(code, f"unterminated {what}", pos, quote.end())
                self.unterminated = True
            else:
                self.text_token(kind, quote[0], pos, quote.end())
                return quote.end()
            self.push(kind, "'?'" if kind == "char" else "b'?'", pos, quote.end())
            return quote.end()
        word = _WORD.match(text, pos)
        if word:
            d = self.error("", f"prefix `{word[0]}` is unknown", pos, word.end(), "unknown prefix")
            d.note("prefixed identifiers and literals are reserved since Rust 2021")
            self.push(self.fixed.get(word[0], "ident"), word[0], pos, word.end())
            return word.end()
        self.unknown += 1
        if self.unknown > 50:
            return pos + 1
        shown = ch if ch.isprintable() else f"\\u{{{ord(ch):x}}}"
        d = self.error("", f"unknown start of token: {shown}", pos, pos + 1)
        if ch in _LOOKALIKE:
            name, plain, plain_name = _LOOKALIKE[ch]
            d.suggest(
                f"Unicode character '{ch}' ({name}) looks like '{plain}' ({plain_name}), but it is not",
                (pos + self.base) << 32 | (pos + 1 + self.base),
                plain,
            )
        return pos + 1
