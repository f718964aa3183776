"""The parser.

``parse_crate`` parses a file, ``parse_fragment`` the tokens of a macro expansion.  Neither raises on any input:
errors go to ``session.diag``, and what could not be read is left out of the tree.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ferrule.diagnostics.source_map import SourceFile
from ferrule.session import Session
from ferrule.syntax import ast
from ferrule.syntax.lexer import Tokens, lex, match_delimiters
from ferrule.syntax.parser.items import ItemParser
from ferrule.syntax.parser.tokens import MAX_CHAIN, MAX_DEPTH, ParseFailure

_FRAMES = 12 * MAX_DEPTH + 6 * MAX_CHAIN


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Room for passes that recurse over the deepest tree the parser builds."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class Parser(ItemParser):
    """The whole parser; see the modules of this package for its parts."""


def parse_crate(session: Session, source_file: SourceFile) -> ast.Crate:
    """The tree of one file: that of a crate's root or of a `mod x;`."""
    tokens = lex(session, source_file)
    span = source_file.base << 32 | (source_file.base + len(source_file.text))
    crate = ast.Crate(span, [], [])
    if not tokens.ok:
        return crate  # as rustc: with delimiters astray, anything more would be guesswork
    p = Parser(session, _with_sentinels(tokens))
    with deep_recursion():
        try:
            crate.attrs = p.inner_attrs()
            crate.items = p.items(len(tokens.kinds) - _SENTINELS, "module")
        except ParseFailure:
            pass
        except RecursionError:
            p.too_deep()
    return crate


_SENTINELS = 4


def _with_sentinels(tokens: Tokens) -> Tokens:
    """More end tokens, so that looking ahead needs no test."""
    n = _SENTINELS - 1
    tokens.kinds.extend(["eof"] * n)
    tokens.texts.extend([""] * n)
    tokens.spans.extend([tokens.spans[-1]] * n)
    tokens.close.extend([0] * n)
    return tokens


def fragment_parser(session: Session, stream: ast.TokenStream) -> tuple[Parser, int]:
    """A parser over a copy of ``stream`` and the index of its end."""
    end = stream.span & 0xFFFFFFFF
    last = (end - 1) << 32 | end if stream.delim else end << 32 | end
    tokens = Tokens([*stream.kinds, "eof"], [*stream.texts, ""], [*stream.spans, last])
    match_delimiters(session, tokens)
    p = Parser(session, _with_sentinels(tokens))
    if stream.delim:
        p.end_name = "end of macro arguments"
    return p, len(stream.kinds)


Fragment = ast.Expr | ast.Pat | ast.Type | ast.Block | list[ast.Item] | None


def parse_fragment(session: Session, stream: ast.TokenStream, kind: str, context: str = "module") -> Fragment:
    """The tokens of a macro expansion as ``expr``, ``stmts`` (a Block), ``items`` (a list), ``pat`` or ``type``.

    ``context`` says where items stand: ``module``, ``impl``, ``trait`` or ``extern``.  Gives None (an empty list, an
    empty block) after an error.
    """
    p, end = fragment_parser(session, stream)
    with deep_recursion():
        try:
            if kind == "items":
                p.inner_attrs()
                return p.items(end, context)
            if kind == "stmts":
                block = p.statements(0, end)
                block.span = stream.span
                return block
            result: ast.Expr | ast.Pat | ast.Type
            if kind == "expr":
                if p.kinds[0] in ("#", "doc"):
                    p.outer_attrs()
                result = p.expr()
                if p.p < end and p.kinds[p.p] == ";":
                    p.p += 1
            elif kind == "pat":
                result = p.pat()
            elif kind == "type":
                result = p.ty()
            else:
                raise ValueError(f"unknown fragment kind {kind!r}")
            if p.p < end:
                what = {"expr": "expressions", "pat": "patterns", "type": "types"}[kind]
                d = p.report(f"macro expansion ignores {p.found()} and any tokens following", p.spans[p.p])
                d.note(f"the usage of this macro is likely invalid in {what} position")
            return result
        except (ParseFailure, RecursionError) as e:
            if isinstance(e, RecursionError):
                p.too_deep()
            return [] if kind == "items" else ast.Block(stream.span, [], None) if kind == "stmts" else None


def parse_attr(session: Session, stream: ast.TokenStream, inner: bool) -> ast.Attr | None:
    """The inside of `#[...]` as an attribute, as `cfg_attr` carries it."""
    brackets = ast.TokenStream(
        stream.span,
        "",
        ["#", "[", *stream.kinds, "]"],
        ["#", "[", *stream.texts, "]"],
        [stream.span, stream.span, *stream.spans, stream.span],
    )
    p, _ = fragment_parser(session, brackets)
    try:
        attr = p.attr(False)
    except ParseFailure:
        return None
    attr.inner = inner
    attr.span = stream.span
    return attr
