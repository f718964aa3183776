"""The lexer: source text to tokens in three parallel lists.

Kinds: a keyword or punctuation is its own kind; the others are ``ident``, ``lifetime`` (text without the quote), ``int``,
``float``, ``str``, ``char``, ``byte``, ``bytestr``, ``cstr``, ``doc`` and ``idoc`` (outer and inner doc comments, text is
their content), ``eof``.  Spans are global (see diagnostics/span.py).  A raw identifier has kind ``ident`` and no ``r#``.

One regular expression does all the work; what it cannot say (nested comments, bad literals) is handled behind it.
"""

from __future__ import annotations

import re
import unicodedata

from ferrule.diagnostics.diagnostic import Diagnostic, Label
from ferrule.diagnostics.source_map import SourceFile
from ferrule.session import Session
from ferrule.syntax import literals

STRICT = (
    "as break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref return self "
    "Self static struct super trait true type unsafe use where while async await dyn"
).split()
RESERVED = "abstract become box do final macro override priv typeof unsized virtual yield try".split()
PUNCT = (
    "<<= >>= ... ..= -> => :: && || << >> <= >= == != += -= *= /= %= ^= &= |= .. - + * / % ^ ! & | = < > @ . , ; : # $ ? ~ "
    "( ) [ ] { }"
).split()
KEYWORDS = frozenset((*STRICT, *RESERVED, "gen"))
OPENERS = {"(": ")", "[": "]", "{": "}"}
CLOSERS = {")": "(", "]": "[", "}": "{"}

_FIXED: dict[str, str] = {k: k for k in (*STRICT, *RESERVED, *PUNCT, "_")}
_TOKEN = re.compile(
    r"""(?:[ \t\n\r]+|//(?:(?![/!])|//)[^\n]*)*(?:
   ((?!_\b)[^\W\d]\w*+(?!["'\#]))                                    # 1 identifier or keyword
  |([(){}\[\],;@\#$?~]|::?|->|=[=>]?|\.(?:\.[.=]?)?|&[&=]?|\|[|=]?|<<=|<[<=]?|>>=|>[>=]?|!=?|-=?|\+=?|\*=?|/(?![/*])=?|%=?|\^=?|_\b(?!["'\#]))
                                                                     # 2 punctuation
  |(0[xob]\w*(?:\.\d\w*)?|\d\w*(\.(?![._]|[^\W\d])(?:\d[\d_]*)?(?:[eE][+-]?\w+|\w*)|(?<=[0-9_][eE])[+-][\d_]\w*)?)
                                                                     # 3 number (4: has a fraction or a signed exponent)
  |([bc]?"[^"\\]*(?:\\.[^"\\]*)*")                                   # 5 string
  |('(?:r\#)?[^\W\d]\w*+(?!['\#]))                                   # 6 lifetime
  |(b?'(?:[^'\\\n]|\\.[^'\\\n]*)')                                   # 7 character, byte
  |(//[^\n]*)                                                        # 8 line doc comment
  |(/\*(?:[^*/]|\*(?!/)|/(?!\*))*\*/)                                # 9 block comment without one inside
  |((?:b|c)?r(\#*)".*?"\11)                                          # 10 raw string (11: hashes)
  |(r\#[^\W\d]\w*)                                                   # 12 raw identifier
  |(\Z)                                                              # 13 end
)""",
    re.X | re.S,
)
_BLOCK = re.compile(r"/\*|\*/")
_SPACE = "\x0b\x0c\x85\u200e\u200f\u2028\u2029"
_WORD = re.compile(r"[^\W\d]\w*")
_LOOKALIKE = {"`": ("Grave Accent", "'", "Single Quote"), "“": ("Left Double Quotation Mark", '"', "Quotation Mark"),
              "”": ("Right Double Quotation Mark", '"', "Quotation Mark"), "’": ("Right Single Quotation Mark", "'", "Single Quote"),
              "‘": ("Left Single Quotation Mark", "'", "Single Quote"), "–": ("En Dash", "-", "Minus/Hyphen"),
              "—": ("Em Dash", "-", "Minus/Hyphen"), "−": ("Minus Sign", "-", "Minus/Hyphen"), "；": ("Fullwidth Semicolon", ";", "Semicolon"),
              "，": ("Fullwidth Comma", ",", "Comma"), "（": ("Fullwidth Left Parenthesis", "(", "Left Parenthesis"),
              "）": ("Fullwidth Right Parenthesis", ")", "Right Parenthesis"), ";": ("Greek Question Mark", ";", "Semicolon")}


class Tokens:
    """The tokens of one file (closed by an ``eof``) or of one macro expansion.

    ``close[i]`` is the index of the token that closes the delimiter at ``i`` (0 where there is none).  ``ok`` is false when
    delimiters do not match; the parser then has nothing to work on.
    """

    __slots__ = ("kinds", "texts", "spans", "close", "ok")

    def __init__(self, kinds: list[str], texts: list[str], spans: list[int]) -> None:
        self.kinds, self.texts, self.spans = kinds, texts, spans
        self.close: list[int] = []
        self.ok = True


def lex(session: Session, file: SourceFile) -> Tokens:
    """The tokens of ``file``; errors go to ``session.diag``."""
    lexer = _Lexer(session, file)
    tokens = lexer.run()
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
        self.fixed = _FIXED if session.options.edition < "2024" else {**_FIXED, "gen": "gen"}

    def error(self, code: str, message: str, lo: int, hi: int, label: str = "") -> Diagnostic:
        return self.session.diag.error(code, message, (lo + self.base) << 32 | (hi + self.base), label)

    def run(self) -> Tokens:
        text, base = self.text, self.base
        fixed = self.fixed.get
        add_kind, add_text, add_span = self.kinds.append, self.texts.append, self.spans.append
        pos = self.start()
        while True:
            scan = _TOKEN.scanner(text, pos).match  # type: ignore[attr-defined]
            while True:
                m = scan()
                if m is None:
                    break
                g = m.lastindex
                if g == 1:
                    t = m[1]
                    k = fixed(t)
                    if k is None:
                        k = "ident"
                        if not t.isascii():
                            t = self.unicode_ident(t, m.start(1))
                    add_kind(k)
                    add_text(t)
                    lo, pos = m.span(1)
                    add_span((lo + base) << 32 | (pos + base))
                elif g == 2:
                    t = fixed(m[2])
                    add_kind(t)
                    add_text(t)
                    lo, pos = m.span(2)
                    add_span((lo + base) << 32 | (pos + base))
                elif g == 13:
                    end = len(text) + base
                    add_kind("eof")
                    add_text("")
                    add_span(end << 32 | end)
                    return Tokens(self.kinds, self.texts, self.spans)
                else:
                    self.other(m, g)
                    pos = m.end()
            pos = self.irregular(pos)

    def start(self) -> int:
        """Skips a byte order mark and a shebang line."""
        pos = 1 if self.text.startswith("\ufeff") else 0
        if self.text.startswith("#!", pos):
            rest = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*\[", re.S).match(self.text, pos + 2)
            if rest is None:
                end = self.text.find("\n", pos)
                return len(self.text) if end < 0 else end
        return pos

    def push(self, kind: str, text: str, lo: int, hi: int) -> None:
        self.kinds.append(kind)
        self.texts.append(text)
        self.spans.append((lo + self.base) << 32 | (hi + self.base))

    def unicode_ident(self, t: str, lo: int) -> str:
        normal = unicodedata.normalize("NFC", t)
        if not normal.isidentifier():
            self.error("", f"unknown start of token: {t}", lo, lo + len(t))
        return normal

    def other(self, m: re.Match[str], group: int) -> None:
        lo, hi = m.span(group)
        t = m[group]
        if group == 3:
            has_point = m[4] is not None
            base10 = t[:2] not in ("0x", "0o", "0b")
            kind = "float" if base10 and has_point else "int"
            if base10 and not has_point and not t.isdigit():
                rest = t.lstrip("0123456789_")
                if rest[:1] in ("e", "E") or rest in literals.FLOAT_SUFFIXES:
                    kind = "float"
            self.push(kind, t, lo, hi)
        elif group == 5 or group == 10:
            kind = {"b": "bytestr", "c": "cstr"}.get(t[0], "str")
            self.text_token(kind, t, lo, hi)
        elif group == 6:
            name = t[1:]
            self.push("lifetime", name[2:] if name.startswith("r#") else name, lo, hi)
        elif group == 7:
            self.text_token("byte" if t[0] == "b" else "char", t, lo, hi)
        elif group == 8:
            self.doc_comment(t[2] == "!", t[3:], lo, hi)
        elif group == 9:
            self.block_comment(t, lo, hi)
        else:
            name = unicodedata.normalize("NFC", t[2:])
            if name in ("crate", "self", "super", "Self", "_"):
                self.error("", f"`{name}` cannot be a raw identifier", lo, hi)
            self.push("ident", name, lo, hi)

    def text_token(self, kind: str, t: str, lo: int, hi: int) -> None:
        if kind != "str" or "\\" in t:
            before = lo

            def report(code: str, message: str, a: int, b: int, label: str) -> None:
                self.error(code, message, before + a, before + b, label)

            literals.text_literal(kind, t, 0, report)
        suffix = _WORD.match(self.text, hi)
        if suffix is not None:
            what = {"str": "string", "bytestr": "byte string", "cstr": "C string"}.get(kind, kind)
            self.error("", f"suffixes on {what} literals are invalid", lo, suffix.end(), f"invalid suffix `{suffix[0]}`")
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
        """The expression found nothing at ``pos`` (after blanks and comments): nested comments and errors.  Returns where to go on."""
        text = self.text
        blank = re.compile(r"(?:[ \t\n\r]+|//(?:(?![/!])|//)[^\n]*)*").match(text, pos)
        pos = blank.end() if blank else pos
        ch = text[pos : pos + 1]
        if ch in _SPACE:
            return pos + 1
        if text.startswith("/*", pos):
            depth, end = 1, pos + 2
            while depth:
                m = _BLOCK.search(text, end)
                if m is None:
                    self.error("E0758", "unterminated block comment", pos, len(text))
                    return len(text)
                depth += 1 if m[0] == "/*" else -1
                end = m.end()
            self.block_comment(text[pos:end], pos, end)
            return end
        raw = re.compile(r'(?:b|c)?r(#*)"').match(text, pos)
        if raw:
            d = self.error("E0748", "unterminated raw string", pos, raw.end(), "unterminated raw string")
            d.note(f'this raw string should be terminated with `"{raw[1]}`')
            return len(text)
        string = re.compile(r'([bc]?)"').match(text, pos)
        if string:
            code, what = {"b": ("E0766", "double quote byte string"), "c": ("E0767", "C string")}.get(
                string[1], ("E0765", "double quote string")
            )
            if string[1] == "c":
                code = ""
            self.error(code, f"unterminated {what}", pos, len(text))
            return len(text)
        quote = re.compile(r"b?'([^'\n]*)(')?").match(text, pos)
        if quote:
            kind = "byte" if ch == "b" else "char"
            if quote[2] is None:
                code = "E0763" if kind == "byte" else "E0762"
                what = "byte constant" if kind == "byte" else "character literal"
                self.error(code, f"unterminated {what}", pos, quote.end())
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
