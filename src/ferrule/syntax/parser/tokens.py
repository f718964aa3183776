"""The token cursor under the parser: looking, eating, splitting, spans, and rustc's way of saying what was expected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ferrule.diagnostics.diagnostic import Diagnostic
from ferrule.session import Session
from ferrule.syntax import ast, cfg, literals
from ferrule.syntax.hygiene import bare
from ferrule.syntax.lexer import KEYWORDS, OPENERS, RESERVED, Tokens

HI = 0xFFFFFFFF
LO = HI << 32
MAX_DEPTH = 256
"""How deep expressions, types, patterns and blocks may nest."""
MAX_CHAIN = 3000
"""How long a chain of operators or postfix operations may be."""
LITERALS = frozenset(("int", "float", "str", "char", "byte", "bytestr", "cstr", "true", "false"))
PATH_START = frozenset(("ident", "self", "Self", "super", "crate", "::", "<", "<<", "«path", "«ty"))
PATH_WORDS = frozenset(("ident", "self", "Self", "super", "crate"))
_RESERVED = frozenset((*RESERVED, "gen"))
_SPLIT = {">>": ">", ">=": "=", ">>=": ">=", "<<": "<", "&&": "&", "||": "|", "<<=": "<="}


class ParseFailure(Exception):
    """An error has been reported; the nearest recovery point goes on.  Never leaves the parser."""


class Cursor:
    """Position in a token list.  ``kinds``, ``texts`` and ``spans`` are read directly by the parser's hot paths."""

    def __init__(self, session: Session, tokens: Tokens) -> None:
        self.session = session
        self.kinds, self.texts, self.spans, self.close = tokens.kinds, tokens.texts, tokens.spans, tokens.close
        self.p = 0
        self.depth = 0
        self.no_struct = False
        self.end_name = "`<eof>`"
        self.path_end = -1  # index behind the last path of an expression; tells what else could have come there
        self.type_end = -1  # the same for types

    if TYPE_CHECKING:  # what the modules of the parser need of those built on top of them

        def expr(self) -> ast.Expr: ...

        def block(self) -> ast.Block: ...

        def pat(self) -> ast.Pat: ...

        def pat_no_top_alt(self) -> ast.Pat: ...

        def ty(self) -> ast.Type: ...

        def unary(self) -> ast.Expr: ...

        def item(self, attrs: list[ast.Attr], start: int, context: str) -> ast.Item | None: ...

        def inner_attrs(self) -> list[ast.Attr]: ...

    # ---- spans
    def sp(self, start: int) -> int:
        """From token ``start`` to the last token eaten."""
        spans = self.spans
        lo, hi = spans[start] & LO, spans[self.p - 1] & HI
        return lo | hi if lo >> 32 <= hi else spans[start]

    def sp_from(self, first: int) -> int:
        """From the start of the span ``first`` to the last token eaten."""
        lo, hi = first & LO, self.spans[self.p - 1] & HI
        return lo | hi if lo >> 32 <= hi else first

    # ---- errors
    def found(self, p: int | None = None) -> str:
        """The token as rustc names it."""
        at = self.p if p is None else p
        k, t = self.kinds[at], self.texts[at]
        if k == "ident" or k == "lifetime":
            t = bare(t)
        if k == "eof":
            return self.end_name
        if k == "doc" or k == "idoc":
            return f"doc comment `{self.session.source_map.snippet(self.spans[at])}`"
        if k[0] == "«":
            return f"`{k[1:]}` metavariable"
        if k == "lifetime":
            return f"`'{t}`"
        if k in KEYWORDS and k != "_":
            return f"{'reserved keyword' if k in _RESERVED else 'keyword'} `{t}`"
        if k == "_":
            return "reserved identifier `_`"
        return f"`{t}`"

    def here(self) -> int:
        """Span of the current token; at the end of the file that of the last one, as rustc does."""
        if self.kinds[self.p] == "eof" and self.p and self.end_name == "`<eof>`":
            return self.spans[self.p - 1]
        return self.spans[self.p]

    def report(self, message: str, span: int, label: str = "", code: str = "") -> Diagnostic:
        return self.session.diag.error(code, message, span, label)

    def fail(self, message: str, span: int, label: str = "", code: str = "") -> ParseFailure:
        """Reports and gives the exception to raise."""
        self.report(message, span, label, code)
        return ParseFailure()

    def unexpected(self, what: str) -> ParseFailure:
        """``expected WHAT, found TOKEN``."""
        found = self.found()
        label = f"expected {what}"
        if what == "identifier" and found.startswith(("keyword", "reserved")):
            label += f", found {found[: found.index('`') - 1]}"
        d = self.report(f"expected {what}, found {found}", self.here(), label)
        k = self.kinds[self.p]
        if what == "identifier" and k in KEYWORDS and k not in ("self", "Self", "super", "crate", "_"):
            start = self.spans[self.p] >> 32
            d.suggest(f"escape `{k}` to use it as an identifier", start << 32 | start, "r#")
        return ParseFailure()

    def expected_one_of(self, tokens: Iterable[str], missing_comma: bool = False) -> ParseFailure:
        """``expected one of `a`, `b`, or `c`, found `x` ``.  Names with a blank are shown as they are."""
        names = sorted({t if " " in t or t in ("identifier", "type", "lifetime") else f"`{t}`" for t in tokens})
        found = self.found()
        here = self.here()
        if "`;`" in names and "`,`" not in names and self.missing_semicolon():
            prev = self.spans[self.p - 1] & HI
            d = self.report(f"expected `;`, found {found}", prev << 32 | prev, "help: add `;` here")
            d.label(self.spans[self.p], "unexpected token")
            return ParseFailure()
        if len(names) == 1:
            text = names[0]
        elif len(names) == 2:
            text = f"one of {names[0]} or {names[1]}"
        else:
            text = f"one of {', '.join(names[:-1])}, or {names[-1]}"
        label = f"expected one of {len(names)} possible tokens" if len(names) > 6 else f"expected {text}"
        d = self.report(f"expected {text}, found {found}", here, label)
        if missing_comma and self.p:
            prev = self.spans[self.p - 1] & HI
            d.suggest("missing `,`", prev << 32 | prev, ",")
        return ParseFailure()

    def missing_semicolon(self) -> bool:
        """Whether a `;` was forgotten at the end of the line before the current token."""
        if not self.p:
            return False
        k = self.kinds[self.p]
        if k in (";", "#", ",", ":", "eof") or k in (")", "]"):
            return False
        smap = self.session.source_map
        gap = (self.spans[self.p - 1] & HI) << 32 | self.spans[self.p] >> 32
        return "\n" in smap.snippet(gap)

    # ---- eating
    def eat(self, kind: str) -> bool:
        if self.kinds[self.p] == kind:
            self.p += 1
            return True
        return False

    def expect(self, kind: str) -> None:
        if self.kinds[self.p] == kind:
            self.p += 1
        elif not self.eat_split(kind):
            raise self.expected_one_of((kind,))

    def eat_split(self, kind: str) -> bool:
        """Eats the one-character token ``kind``, if need be off the front of a longer one (`>>` closing two lists).

        The longer token becomes its rest and the last eaten token's span grows over the part eaten, so that indices
        stay.
        """
        p = self.p
        k = self.kinds[p]
        if k == kind:
            self.p += 1
            return True
        rest = _SPLIT.get(k)
        if rest is None or k[0] != kind:
            return False
        span = self.spans[p]
        cut = min((span >> 32) + 1, span & HI)
        self.kinds[p] = self.texts[p] = rest
        self.spans[p] = cut << 32 | span & HI
        if p:
            self.spans[p - 1] = self.spans[p - 1] & LO | cut
        return True

    def word(self, text: str) -> bool:
        """Whether the current token is the contextual keyword ``text``."""
        return self.kinds[self.p] == "ident" and bare(self.texts[self.p]) == text

    def ident(self) -> ast.Ident:
        """A name that is neither a local nor a label: any hygiene mark goes."""
        p = self.p
        if self.kinds[p] != "ident":
            raise self.unexpected("identifier")
        self.p = p + 1
        t = self.texts[p]
        return ast.Ident(self.spans[p], bare(t) if "#" in t else t)

    def local_ident(self) -> ast.Ident:
        """A name with its hygiene mark."""
        p = self.p
        if self.kinds[p] != "ident":
            raise self.unexpected("identifier")
        self.p = p + 1
        return ast.Ident(self.spans[p], self.texts[p])

    def lifetime(self) -> ast.Lifetime:
        p = self.p
        self.p = p + 1
        t = self.texts[p]
        return ast.Lifetime(self.spans[p], bare(t) if "#" in t else t)

    def lit(self) -> ast.Lit:
        """The literal token at the cursor."""
        p = self.p
        self.p = p + 1
        span = self.spans[p]

        def report(code: str, message: str, lo: int, hi: int, label: str) -> None:
            start = span >> 32
            d = self.session.diag.error(code, message, start + lo << 32 | (start + hi), label)
            if message.startswith("invalid width"):
                widths = "32 and 64" if "float" in message else "8, 16, 32, 64 and 128"
                d.help(f"valid widths are {widths}")
            elif message == "integer literal is too large":
                d.note("value exceeds limit of `340282366920938463463374607431768211455`")

        kind = self.kinds[p]
        if kind == "int" or kind == "float":
            return literals.number(self.texts[p], span, report)
        return literals.literal(kind, self.texts[p], span)  # the lexer has reported bad escapes

    # ---- nesting
    def deeper(self) -> None:
        """Called on entry to whatever nests; the caller lowers ``depth`` on the way out."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.too_deep()

    def too_deep(self) -> ParseFailure:
        d = self.report("this code is nested too deeply", self.here(), "nested too deeply here", "G0012")
        d.note(
            f"at most {MAX_DEPTH} levels of expressions, types, patterns and blocks and chains "
            f"of {MAX_CHAIN} are supported"
        )
        self.p = len(self.kinds) - 1  # nothing behind it would make sense
        return ParseFailure()

    # ---- token trees
    def token_tree(self) -> ast.TokenStream:
        """The delimited tokens at the cursor, without the delimiters; the span covers them."""
        p = self.p
        k = self.kinds[p]
        if k not in OPENERS:
            raise self.expected_one_of(("(", "[", "{"))
        q = self.close[p]
        self.p = q + 1
        a = p + 1
        return ast.TokenStream(self.sp(p), k, self.kinds[a:q], self.texts[a:q], self.spans[a:q])

    def skip_to(self, start: int, fail: int, stops: tuple[str, ...], end: int) -> None:
        """Recovery: walks from ``start`` over whole groups beyond ``fail`` to a stop token or to index ``end``."""
        kinds, close, q = self.kinds, self.close, start
        while q < end:
            k = kinds[q]
            if q >= fail and k in stops:
                break
            if k in OPENERS and close[q]:
                q = close[q] + 1
                if k == "{" and q > fail and "{}" in stops:
                    break
            else:
                q += 1
        self.p = min(q, end)

    # ---- attributes
    def outer_attrs(self) -> list[ast.Attr]:
        """`#[...]` and doc comments in front of something."""
        out: list[ast.Attr] = []
        kinds = self.kinds
        while True:
            k = kinds[self.p]
            if k == "#" and kinds[self.p + 1] != "!":
                if kinds[self.p + 1] != "[":
                    self.p += 1
                    raise self.expected_one_of(("!", "["))
                out.append(self.attr(False))
            elif k == "doc":
                out.append(self.doc_attr(False))
            elif k == "#" and kinds[self.p + 2] == "[":
                start = self.p
                self.attr(True)
                self.report("an inner attribute is not permitted in this context", self.sp(start))
            elif k == "idoc":
                self.report("expected outer doc comment", self.spans[self.p], "", "E0753")
                self.p += 1
            else:
                return out

    def doc_attr(self, inner: bool) -> ast.Attr:
        p = self.p
        self.p = p + 1
        span, text = self.spans[p], self.texts[p]
        lit = ast.Lit(span, "str", text, "", text)
        return ast.Attr(span, inner, "doc", ast.TokenStream(span, "", [], [], []), lit)

    def attr(self, inner: bool) -> ast.Attr:
        """One `#[...]` or `#![...]`; the cursor is on `#`."""
        start = self.p
        self.p += 2 if inner else 1
        opener = self.p
        end = self.close[opener]
        self.p = opener + 1
        unsafe = self.kinds[self.p] == "unsafe" and self.kinds[self.p + 1] == "("
        stop = end
        if unsafe:
            stop = self.close[self.p + 1]
            self.p += 2
        path = self.attr_path()
        tokens, value = self.attr_args(stop)
        if self.p != stop or (unsafe and stop + 1 != end):
            raise self.expected_one_of(("(", "::", "=", "[", "]", "{"))
        self.p = end + 1
        return ast.Attr(self.sp(start), inner, path, tokens, value)

    def attr_path(self) -> str:
        parts = []
        self.eat("::")
        while True:
            if self.kinds[self.p] not in PATH_WORDS and self.kinds[self.p] not in KEYWORDS:
                raise self.unexpected("identifier")
            parts.append(bare(self.texts[self.p]))
            self.p += 1
            if not self.eat("::"):
                return "::".join(parts)

    def attr_args(self, stop: int) -> tuple[ast.TokenStream, ast.Lit | None]:
        """What follows the path of an attribute, up to token ``stop``."""
        p = self.p
        if self.kinds[p] in OPENERS and p < stop:
            return self.token_tree(), None
        value: ast.Lit | None = None
        if self.kinds[p] == "=" and p < stop:
            first = p + 2 if self.kinds[p + 1][0] == "«" else p + 1
            if first + (first - p) == stop and self.kinds[first] in LITERALS:
                self.p = first
                value = self.lit()
                self.p = stop
            else:
                # `#[doc = concat!(..)]`: kept as tokens for the expander
                self.p = stop
                a = p + 1
                return ast.TokenStream(self.sp(p), "", self.kinds[a:stop], self.texts[a:stop], self.spans[a:stop]), None
        return ast.TokenStream(self.spans[p - 1], "", [], [], []), value

    def active(self, attrs: list[ast.Attr]) -> bool:
        """Evaluates `#[cfg]` where the tree has no room for attributes: arguments, elements, tail expressions."""
        return not attrs or cfg.process(self.session, attrs)
