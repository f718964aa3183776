"""`macro_rules!`: definitions, matching, transcription.

Matching advances a set of threads over the input as rustc does (no backtracking: two threads that both want a
fragment are ambiguous, and a fragment that does not parse is an error).  A captured fragment stays tokens; those of
`expr`, `ty`, `pat`, `path`, `block`, `stmt` and multi-token `literal` come wrapped in invisible delimiters, kinds
`«expr` ... `»`, that keep their precedence.  Tokens from the macro's own text get the span of the invocation and, if
identifiers, the expansion's mark.
"""

from __future__ import annotations

from typing import NamedTuple

from ferrule.session import Session
from ferrule.syntax import ast, literals
from ferrule.syntax.hygiene import bare
from ferrule.syntax.lexer import KEYWORDS, OPENERS
from ferrule.syntax.parser import Parser, deep_recursion, fragment_parser
from ferrule.syntax.parser.control import EXPR_START
from ferrule.syntax.parser.tokens import LITERALS, PATH_START, PATH_WORDS, ParseFailure

SPECIFIERS = frozenset(
    [
        "block",
        "expr",
        "expr_2021",
        "ident",
        "item",
        "lifetime",
        "literal",
        "meta",
        "pat",
        "pat_param",
        "path",
        "stmt",
        "tt",
        "ty",
        "vis",
    ]
)
_WRAPPED = {
    "expr": "expr",
    "expr_2021": "expr",
    "ty": "ty",
    "pat": "pat",
    "pat_param": "pat",
    "path": "path",
    "block": "block",
    "stmt": "stmt",
}
_TYPE_START = frozenset(
    [
        "ident",
        "(",
        "[",
        "!",
        "*",
        "&",
        "&&",
        "?",
        "lifetime",
        "<",
        "<<",
        "::",
        "_",
        "unsafe",
        "extern",
        "fn",
        "impl",
        "dyn",
        "for",
        "Self",
        "self",
        "crate",
        "super",
        "«ty",
        "«path",
    ]
)
_PAT_START = (
    LITERALS
    | PATH_START
    | frozenset(
        ["ident", "(", "[", "&", "&&", "-", "..", "..=", "...", "_", "mut", "ref", "const", "«pat", "«literal", "«expr"]
    )
)
_NOT_EXPR = frozenset(("let", "«stmt"))
_FOLLOW: dict[str, tuple[str, ...]] = {
    "expr": ("=>", ",", ";"),
    "expr_2021": ("=>", ",", ";"),
    "stmt": ("=>", ",", ";"),
    "ty": ("{", "[", "=>", ",", ">", ">>", "=", ":", ";", "|", "as", "where", ":block"),
    "path": ("{", "[", "=>", ",", ">", ">>", "=", ":", ";", "|", "as", "where", ":block"),
    "pat": ("=>", ",", "=", "if", "in"),
    "pat_param": ("=>", ",", "=", "|", "if", "in"),
}
MAX_DEPTH = 64
_REPEAT = ("*", "+", "?")


class Tokens3(NamedTuple):
    """Tokens without a delimiter: kinds, texts, spans."""

    kinds: list[str]
    texts: list[str]
    spans: list[int]


class Loc(NamedTuple):
    """One step of a matcher.  kind: ``token``, ``decl``, ``seq``, ``sep``, ``loop``, ``eof``.

    ``seq`` starts a repetition: ``next`` is the step behind it.  ``sep`` wants the separator, ``loop`` goes back to
    ``next``.
    """

    kind: str
    token: str = ""  # kind of the token, or the fragment specifier
    text: str = ""  # its text, or the variable's name
    depth: int = 0
    next: int = 0
    op: str = ""
    variables: tuple[str, ...] = ()
    span: int = 0


class Piece(NamedTuple):
    """One piece of a transcriber.  kind: ``token``, ``var``, ``rep``, ``crate``."""

    kind: str
    token: str
    text: str
    body: tuple[Piece, ...] = ()
    separator: tuple[str, str] | None = None
    op: str = ""
    variables: tuple[str, ...] = ()
    span: int = 0


class Rule(NamedTuple):
    matcher: list[Loc]
    body: tuple[Piece, ...]


class MacroDef:
    """One `macro_rules!` macro.

    ``crate`` is the name of its crate; ``offset`` the position of its definition when that lies in a function body
    (see hygiene.py).
    """

    __slots__ = ("_rules", "crate", "exported", "name", "offset", "span", "tokens")

    def __init__(self, node: ast.MacroRules, crate: str, in_body: bool, exported: bool) -> None:
        self.name, self.crate, self.span, self.exported = node.ident.name, crate, node.span, exported
        self.offset = node.span >> 32 if in_body else 0
        self.tokens = plain_docs(node.tokens)
        self._rules: list[Rule] | None = None

    def rules(self, session: Session) -> list[Rule]:
        if self._rules is None:
            self._rules = _Compiler(session, self).rules()
        return self._rules


def plain_docs(ts: ast.TokenStream) -> ast.TokenStream:
    """Doc comments as the attributes they stand for: macros see `#[doc = "..."]`."""
    if "doc" not in ts.kinds and "idoc" not in ts.kinds:
        return ts
    kinds: list[str] = []
    texts: list[str] = []
    spans: list[int] = []
    for k, t, s in zip(ts.kinds, ts.texts, ts.spans):
        if k == "doc" or k == "idoc":
            new = ["#", "!", "["] if k == "idoc" else ["#", "["]
            kinds += [*new, "ident", "=", "str", "]"]
            texts += [*new, "doc", "=", literals.raw_quoted(t), "]"]
            spans += [s] * (len(new) + 4)
        else:
            kinds.append(k)
            texts.append(t)
            spans.append(s)
    return ast.TokenStream(ts.span, ts.delim, kinds, texts, spans)


def closing(kinds: list[str], start: int) -> int:
    """Index of the token that closes the group opened at ``start``."""
    depth, i = 0, start
    while True:
        k = kinds[i]
        if k in OPENERS or k[0] == "«":
            depth += 1
        elif k in (")", "]", "}", "»"):
            depth -= 1
            if depth == 0:
                return i
        i += 1


# ------------------------------------------------------------------------------------------------- definitions
class _Compiler:
    """Reads the rules of a definition."""

    def __init__(self, session: Session, macro: MacroDef) -> None:
        self.session, self.macro = session, macro
        self.ts = macro.tokens
        self.ok = True

    def error(self, message: str, span: int, label: str = "") -> None:
        self.session.diag.error("", message, span, label)
        self.ok = False

    def rules(self) -> list[Rule]:
        ts = self.ts
        kinds, n, i = ts.kinds, len(ts.kinds), 0
        out: list[Rule] = []
        if not n:
            self.error("macros must contain at least one rule", self.macro.span)
        while i < n:
            if kinds[i] not in OPENERS:
                self.error("invalid macro matcher; matchers must be contained in balanced delimiters", ts.spans[i])
                return out
            end = closing(kinds, i)
            locs: list[Loc] = []
            names = self.matcher(i + 1, end, locs, 0)
            locs.append(Loc("eof"))
            self.check_follow(locs)
            if end + 1 >= n or kinds[end + 1] != "=>":
                at = ts.spans[min(end + 1, n - 1)]
                found = "end of macro arm" if end + 1 >= n else f"`{ts.texts[end + 1]}`"
                self.error(f"expected `=>`, found {found}", at)
                return out
            i = end + 2
            if i >= n or kinds[i] not in OPENERS:
                if i >= n:
                    self.error(
                        "macro definition ended unexpectedly", ts.spans[-1], "expected right-hand side of macro rule"
                    )
                else:
                    self.error("macro rhs must be delimited", ts.spans[i])
                return out
            end = closing(kinds, i)
            body = self.body(i + 1, end, names)
            if self.ok:
                out.append(Rule(locs, body))
            i = end + 1
            if i < n:
                if kinds[i] != ";":
                    self.error(f"expected `;`, found `{ts.texts[i]}`", ts.spans[i])
                    return out
                i += 1
        return out

    def matcher(self, i: int, end: int, locs: list[Loc], depth: int) -> dict[str, int]:
        """Steps for tokens ``i`` to ``end``; gives the variables with their depths."""
        kinds, texts, spans = self.ts.kinds, self.ts.texts, self.ts.spans
        names: dict[str, int] = {}
        while i < end:
            k = kinds[i]
            if k != "$":
                locs.append(Loc("token", k, texts[i], span=spans[i]))
                i += 1
                continue
            k = kinds[i + 1] if i + 1 < end else ""
            if k == "(":
                close = closing(kinds, i + 1)
                at = len(locs)
                if depth > MAX_DEPTH:
                    self.session.diag.error("G0012", "this code is nested too deeply", spans[i])
                    self.ok = False
                    return names
                locs.append(Loc("seq"))
                inner = self.matcher(i + 2, close, locs, depth + 1)
                separator, op, i = self.repetition(close + 1, end)
                if separator is not None:
                    locs.append(Loc("sep", separator[0], separator[1], depth, span=spans[close]))
                elif op != "?" and len(locs) == at + 1:
                    self.error("repetition matches empty token tree", spans[close])
                locs.append(Loc("loop", op=op, next=at + 1, depth=depth))
                locs[at] = Loc("seq", op=op, next=len(locs), depth=depth, variables=tuple(inner))
                self.merge(names, inner, spans[close])
            elif (k == "ident" or k in KEYWORDS) and k != "crate":
                name = texts[i + 1]
                if i + 3 >= end or kinds[i + 2] != ":":
                    self.error("missing fragment specifier", spans[i])
                    i += 2
                    continue
                spec = bare(texts[i + 3])
                if spec not in SPECIFIERS:
                    self.session.diag.error("", f"invalid fragment specifier `{spec}`", spans[i]).help(
                        "valid fragment specifiers are `ident`, `block`, `stmt`, `expr`, `pat`, "
                        "`ty`, `lifetime`, `literal`, `path`, "
                        "`meta`, `tt`, `item` and `vis`, along with `expr_2021` and `pat_param` "
                        "for edition compatibility"
                    )
                    self.ok = False
                locs.append(Loc("decl", spec, name, depth, span=spans[i] & ~0xFFFFFFFF | spans[i + 3] & 0xFFFFFFFF))
                self.merge(names, {name: depth}, spans[i + 1])
                i += 4
            elif k == "crate":
                locs.append(Loc("token", "crate", "crate"))
                i += 2
            else:
                self.error(
                    f"expected identifier, found `{bare(texts[i + 1]) if k else ')'}`", spans[min(i + 1, end - 1)]
                )
                i += 2
        return names

    def check_follow(self, locs: list[Loc]) -> None:
        """A fragment may only be followed by what can never become a part of it in a later Rust."""
        for i, loc in enumerate(locs):
            allowed = _FOLLOW.get(loc.token) if loc.kind == "decl" else None
            if allowed is None:
                continue
            work, seen = [i + 1], set()
            while work:
                at = work.pop()
                if at in seen:
                    continue
                seen.add(at)
                nxt = locs[at]
                if nxt.kind == "seq":
                    work.append(at + 1)
                    if nxt.op != "+":
                        work.append(nxt.next)
                elif nxt.kind == "loop":
                    work.append(at + 1)  # rustc does not look at the next round either
                elif nxt.kind != "eof":
                    if nxt.kind == "sep":
                        work.append(at + 2)
                    shown = (
                        f"${bare(nxt.text)}:{nxt.token}"
                        if nxt.kind == "decl"
                        else bare(nxt.text)
                        if nxt.token == "ident"
                        else nxt.text
                    )
                    ok = (
                        f":{nxt.token}" in allowed
                        if nxt.kind == "decl"
                        else nxt.token in (")", "]", "}") or nxt.token in allowed
                    )
                    if not ok:
                        what = f"`${bare(loc.text)}:{loc.token}`"
                        d = self.session.diag.error(
                            "",
                            f"{what} is followed by `{shown}`, which is not allowed for `{loc.token}` fragments",
                            nxt.span,
                            f"not allowed after `{loc.token}` fragments",
                        )
                        names = [f"`{a}`" for a in allowed if a[0] != ":"]
                        d.note(f"allowed there are: {', '.join(names[:-1])} or {names[-1]}")
                        self.ok = False

    def merge(self, names: dict[str, int], more: dict[str, int], span: int) -> None:
        for name, depth in more.items():
            if name in names:
                self.error("duplicate matcher binding", span, "duplicate binding")
            names[name] = depth

    def repetition(self, i: int, end: int) -> tuple[tuple[str, str] | None, str, int]:
        """Separator, operator and the index behind them."""
        kinds, texts = self.ts.kinds, self.ts.texts
        if i < end and kinds[i] in _REPEAT:
            if kinds[i] == "?" or i + 1 >= end or kinds[i + 1] not in _REPEAT:
                return None, kinds[i], i + 1
            # `$(..)+*`: the first is a separator
            if kinds[i] != "?":
                return (kinds[i], texts[i]), kinds[i + 1], i + 2
        if i + 1 < end and kinds[i + 1] in _REPEAT:
            if kinds[i + 1] == "?":
                self.error("the `?` macro repetition operator does not take a separator", self.ts.spans[i])
            return (kinds[i], texts[i]), kinds[i + 1], i + 2
        at = self.ts.spans[min(i, len(kinds) - 1)]
        self.error("expected one of: `*`, `+`, or `?`", at)
        return None, "*", end

    def body(self, i: int, end: int, names: dict[str, int]) -> tuple[Piece, ...]:
        kinds, texts, spans = self.ts.kinds, self.ts.texts, self.ts.spans
        out: list[Piece] = []
        while i < end:
            k = kinds[i]
            if k == "$" and i + 1 < end:
                k = kinds[i + 1]
                if k == "(":
                    close = closing(kinds, i + 1)
                    inner = self.body(i + 2, close, names)
                    separator, op, after = self.repetition(close + 1, end)
                    variables = tuple(dict.fromkeys(_variables(inner)))
                    if not variables:
                        self.error(
                            "attempted to repeat an expression containing no syntax variables "
                            "matched as repeating at this depth",
                            spans[i + 1] & ~0xFFFFFFFF | spans[close] & 0xFFFFFFFF,
                        )
                    out.append(Piece("rep", "", "", inner, separator, op, variables, spans[i]))
                    i = after
                    continue
                if k == "crate":
                    out.append(Piece("crate", "crate", "crate"))
                    i += 2
                    continue
                if texts[i + 1] in names:
                    out.append(Piece("var", "", texts[i + 1], variables=(texts[i + 1],), span=spans[i]))
                    i += 2
                    continue
            out.append(Piece("token", kinds[i], texts[i]))
            i += 1
        return tuple(out)


def _variables(pieces: tuple[Piece, ...]) -> list[str]:
    return [v for p in pieces for v in p.variables]


# ------------------------------------------------------------------------------------------------- matching
Match = Tokens3 | list["Match"]
_Log = tuple[
    "_Log | None", str, int, Tokens3 | None
]  # (earlier, variable, depth, value or None for "a repetition starts")


class MatchFailure(NamedTuple):
    """How far the best rule came; ``fatal`` when the error has been reported."""

    at: int
    message: str
    fatal: bool = False


class _Thread(NamedTuple):
    loc: int
    log: _Log | None


def _match(session: Session, name: str, rule: Rule, stream: ast.TokenStream) -> dict[str, Match] | MatchFailure:
    locs = rule.matcher
    kinds, texts = stream.kinds, stream.texts
    n = len(kinds)
    parser: Parser | None = None
    pos = 0
    threads = [_Thread(0, None)]
    while True:
        if parser is not None and parser.kinds is not kinds:
            kinds, texts = parser.kinds, parser.texts  # a fragment may have split a `>>`
        k = kinds[pos] if pos < n else "eof"
        moved: list[_Thread] = []
        wanting: list[_Thread] = []
        done: list[_Thread] = []
        seen: set[int] = set()
        work = list(reversed(threads))
        while work:
            th = work.pop()
            loc = locs[th.loc]
            kind = loc.kind
            if kind == "token":
                if pos < n and loc.token == k and _same(k, loc.text, texts[pos]):
                    moved.append(_Thread(th.loc + 1, th.log))
            elif kind == "decl":
                if _may_start(loc.token, kinds, texts, pos, n):
                    wanting.append(th)
            elif kind == "seq":
                log = th.log
                for v in loc.variables:
                    log = (log, v, loc.depth, None)
                if loc.op != "+":
                    work.append(_Thread(loc.next, log))
                work.append(_Thread(th.loc + 1, log))
            elif kind == "sep":
                # the end of one round: on with the separator, or out of the repetition (behind the `loop` step)
                work.append(_Thread(th.loc + 2, th.log))
                if pos < n and loc.token == k and _same(k, loc.text, texts[pos]):
                    moved.append(_Thread(locs[th.loc + 1].next, th.log))
            elif kind == "loop":
                if th.loc in seen:
                    continue
                seen.add(th.loc)
                work.append(_Thread(th.loc + 1, th.log))
                if loc.op != "?":
                    work.append(_Thread(loc.next, th.log))
            elif pos >= n:
                done.append(th)
        if pos >= n and done:
            if len(done) > 1:
                session.diag.error("", "ambiguity: multiple successful parses", stream.span)
                return MatchFailure(pos, "", True)
            return _collect(done[0].log)
        if wanting and not moved and len(wanting) == 1:
            th = wanting[0]
            loc = locs[th.loc]
            if parser is None:
                parser, _ = fragment_parser(session, stream)
                kinds, texts = parser.kinds, parser.texts
            try:
                value, pos = _fragment(parser, loc.token, pos, n, stream)
            except ParseFailure:
                return MatchFailure(pos, "", True)
            threads = [_Thread(th.loc + 1, (th.log, loc.text, loc.depth, value))]
        elif wanting and (moved or len(wanting) > 1):
            options = " or ".join(sorted(f"{locs[t.loc].token} ('{bare(locs[t.loc].text)}')" for t in wanting))
            extra = f" or {len(moved)} other option{'s' if len(moved) > 1 else ''}" if moved else ""
            at = stream.spans[pos] if pos < n else stream.span
            session.diag.error(
                "",
                f"local ambiguity when calling macro `{name}`: multiple parsing options: "
                f"built-in NTs {options}{extra}.",
                at,
            )
            return MatchFailure(pos, "", True)
        elif moved:
            threads = moved
            pos += 1
        else:
            return MatchFailure(pos, "")


def _same(kind: str, a: str, b: str) -> bool:
    """Whether two tokens of one kind are the same; marks of hygiene do not count."""
    return a == b or (kind in ("ident", "lifetime") and bare(a) == bare(b))


def _collect(log: _Log | None) -> dict[str, Match]:
    events: list[_Log] = []
    while log is not None:
        events.append(log)
        log = log[0]
    out: dict[str, Match] = {}
    for _, name, depth, value in reversed(events):
        item: Match = value if value is not None else []
        if depth == 0:
            out[name] = item
            continue
        slot = out.get(name)
        for _ in range(depth - 1):
            assert isinstance(slot, list)
            slot = slot[-1]
        assert isinstance(slot, list)
        slot.append(item)
    return out


def _may_start(spec: str, kinds: list[str], texts: list[str], pos: int, n: int) -> bool:
    """Whether the token at ``pos`` can begin such a fragment."""
    if pos >= n:
        return False
    k = kinds[pos]
    if spec == "ident":
        return k == "ident" or (k in KEYWORDS and k != "_")
    if spec in ("expr", "expr_2021"):
        if spec == "expr_2021" and k in ("_", "const"):
            return k == "const" and kinds[pos + 1] == "|"
        return k == "#" or (k in EXPR_START and k not in _NOT_EXPR)
    if spec in ("tt", "item", "stmt"):
        return k not in (")", "]", "}", "»")
    if spec == "ty":
        return k in _TYPE_START
    if spec in ("pat", "pat_param"):
        return k in _PAT_START or (spec == "pat" and k in ("|", "||"))
    if spec == "lifetime":
        return k == "lifetime"
    if spec == "literal":
        return k in LITERALS or k == "«literal" or (k == "-" and pos + 1 < n and kinds[pos + 1] in ("int", "float"))
    if spec == "block":
        return k == "{" or k == "«block"
    if spec == "vis":
        return k == "," or k == "ident" or k in KEYWORDS or k in _TYPE_START
    return k in PATH_START  # path, meta


def _fragment(p: Parser, spec: str, pos: int, n: int, stream: ast.TokenStream) -> tuple[Tokens3, int]:
    """Reads one fragment at ``pos``; gives its tokens and the position behind it."""
    kinds, texts = p.kinds, p.texts
    k = kinds[pos]
    if spec in ("ident", "lifetime"):
        return Tokens3([k], [texts[pos]], [p.spans[pos]]), pos + 1
    if spec == "tt" or (k[0] == "«" and spec == "literal"):
        end = closing(kinds, pos) if k in OPENERS or k[0] == "«" else pos
        return Tokens3(kinds[pos : end + 1], texts[pos : end + 1], p.spans[pos : end + 1]), end + 1
    if spec == "literal":
        end = pos + 2 if k == "-" else pos + 1
        tokens = Tokens3(kinds[pos:end], texts[pos:end], p.spans[pos:end])
        return (_wrap("literal", tokens) if k == "-" else tokens), end
    p.p = pos
    before = (kinds[:], texts[:], p.spans[:])
    with deep_recursion():
        if spec in ("expr", "expr_2021"):
            p.expr()
        elif spec == "ty":
            p.ty()
        elif spec == "pat":
            p.pat()
        elif spec == "pat_param":
            p.pat_no_top_alt()
        elif spec == "path":
            p.path(True)
        elif spec == "block":
            p.block()
        elif spec == "vis":
            p.visibility()
        elif spec == "meta":
            _meta(p)
        elif spec == "item":
            errors = p.session.diag.error_count
            p.item(p.outer_attrs(), p.p, "module")
            if p.session.diag.error_count > errors:
                raise ParseFailure
        else:
            _stmt(p, n)
    end = min(p.p, n)
    tokens = Tokens3(before[0][pos:end], before[1][pos:end], before[2][pos:end])
    if end < n and before[0][end] != kinds[end]:
        # the fragment ended inside a `>>`: its half belongs to it
        half = before[0][end][0]
        tokens.kinds.append(half)
        tokens.texts.append(half)
        tokens.spans.append(before[2][end])
    wrapped = _WRAPPED.get(spec)
    return (_wrap(wrapped, tokens) if wrapped else tokens), end


def _wrap(kind: str, t: Tokens3) -> Tokens3:
    """In invisible delimiters, unless it is one such group already."""
    if t.kinds and t.kinds[0] == "«" + kind and closing(t.kinds, 0) == len(t.kinds) - 1:
        return t
    if not t.kinds:
        return t
    return Tokens3(["«" + kind, *t.kinds, "»"], ["", *t.texts, ""], [t.spans[0], *t.spans, t.spans[-1]])


def _meta(p: Parser) -> None:
    """`path`, `path(...)` or `path = expr`: the inside of an attribute."""
    unsafe = p.kinds[p.p] == "unsafe" and p.kinds[p.p + 1] == "("
    if unsafe:
        p.token_tree()
        return
    if p.kinds[p.p] not in PATH_WORDS and p.kinds[p.p] != "::":
        raise p.unexpected("identifier")
    p.attr_path()
    if p.kinds[p.p] in OPENERS:
        p.token_tree()
    elif p.eat("="):
        p.expr()


def _stmt(p: Parser, n: int) -> None:
    """One statement without its `;`."""
    attrs = p.outer_attrs()
    k = p.kinds[p.p]
    if k == "«stmt":
        p.p = closing(p.kinds, p.p) + 1
    elif k == "let":
        # up to where the statement ends, whatever follows
        start = p.p
        p.p += 1
        p.pat()
        if p.eat(":"):
            p.ty()
        if p.eat_split("="):
            p.expr()
            if p.eat("else"):
                p.block()
        assert p.p > start
    elif p.at_item():
        p.item(attrs, p.p, "block")
    else:
        p.statement_like()


# ------------------------------------------------------------------------------------------------- transcription
class _Transcriber:
    def __init__(self, session: Session, macro: MacroDef, span: int, mark: str, own_crate: bool) -> None:
        self.session, self.macro, self.span, self.mark, self.own_crate = session, macro, span, mark, own_crate
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.spans: list[int] = []
        self.failed = False

    def error(self, message: str, span: int) -> None:
        self.session.diag.error("", message, span)
        self.failed = True

    def run(self, pieces: tuple[Piece, ...], matches: dict[str, Match]) -> None:
        kinds, texts, spans, span, mark = self.kinds, self.texts, self.spans, self.span, self.mark
        for piece in pieces:
            kind = piece.kind
            if kind == "token":
                k, t = piece.token, piece.text
                kinds.append(k)
                texts.append(t + mark if k == "ident" or k == "lifetime" and t != "static" and t != "_" else t)
                spans.append(span)
            elif kind == "var":
                value = matches[piece.text]
                if isinstance(value, list):
                    self.error(f"variable `{bare(piece.text)}` is still repeating at this depth", piece.span)
                    return
                kinds.extend(value.kinds)
                texts.extend(value.texts)
                spans.extend(value.spans)
            elif kind == "crate":
                if self.own_crate:
                    kinds.append("crate")
                    texts.append("crate")
                    spans.append(span)
                else:
                    kinds.extend(("::", "ident"))
                    texts.extend(("::", self.macro.crate))
                    spans.extend((span, span))
            else:
                self.repeat(piece, matches)
            if self.failed or len(kinds) > MAX_TOKENS:
                return

    def repeat(self, piece: Piece, matches: dict[str, Match]) -> None:
        lists = {v: m for v in piece.variables if isinstance(m := matches[v], list)}
        if not lists:
            self.error(
                "attempted to repeat an expression containing no syntax variables matched as repeating at this depth",
                piece.span,
            )
            return
        (first, items), *rest = lists.items()
        count = len(items)
        for name, other in rest:
            if len(other) != count:
                self.error(
                    f"meta-variable `{bare(first)}` repeats {_times(count)}, but `{bare(name)}` "
                    f"repeats {_times(len(other))}",
                    piece.span,
                )
                return
        if piece.op == "+" and not count:
            self.error("this must repeat at least once", piece.span)
            return
        inner = dict(matches)
        for i in range(count):
            if i and piece.separator is not None:
                self.kinds.append(piece.separator[0])
                self.texts.append(piece.separator[1])
                self.spans.append(self.span)
            for name, values in lists.items():
                inner[name] = values[i]
            self.run(piece.body, inner)
            if self.failed:
                return


def _times(n: int) -> str:
    return f"{n} time{'s' if n != 1 else ''}"


MAX_TOKENS = 4_000_000
"""How many tokens one expansion may produce."""


def expand(
    session: Session, macro: MacroDef, call: ast.MacroCall, span: int, mark: str, own_crate: bool
) -> ast.TokenStream | None:
    """The tokens that ``call`` stands for; None after an error.  ``span`` is what the macro's own tokens get."""
    stream = plain_docs(call.tokens)
    rules = macro.rules(session)
    best = MatchFailure(-1, "")
    for rule in rules:
        result = _match(session, macro.name, rule, stream)
        if isinstance(result, MatchFailure):
            if result.fatal:
                return None
            if result.at > best.at:
                best = result
            continue
        out = _Transcriber(session, macro, span, mark, own_crate)
        out.run(rule.body, result)
        if out.failed:
            return None
        return ast.TokenStream(span, "", out.kinds, out.texts, out.spans)
    if rules:
        _no_rule(session, macro, stream, call.span, best)
    return None


def _no_rule(session: Session, macro: MacroDef, stream: ast.TokenStream, call_span: int, best: MatchFailure) -> None:
    at = best.at
    if at < len(stream.kinds):
        k = stream.kinds[at]
        text = bare(stream.texts[at]) if k in ("ident", "lifetime") else stream.texts[at]
        shown = f"`{k[1:]}` metavariable" if k[0] == "«" else f"`'{text}`" if k == "lifetime" else f"`{text}`"
        if k in KEYWORDS and k != "_":
            shown = f"keyword {shown}"
        elif k == "_":
            shown = "reserved identifier `_`"
        d = session.diag.error(
            "", f"no rules expected {shown}", stream.spans[at], "no rules expected this token in macro call"
        )
    else:
        end = stream.span & 0xFFFFFFFF
        last = (end - 1) << 32 | end if stream.kinds else call_span
        d = session.diag.error("", "unexpected end of macro invocation", last, "missing tokens in macro arguments")
    d.label(macro.span, "when calling this macro")
