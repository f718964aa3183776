"""The macros of `core` and `cuda_device` that the compiler expands itself.

What becomes plain tree: `matches`, `addr_of`, `addr_of_mut`, `concat`, `stringify`, `line`, `column`, `file`,
`module_path`, `cfg`, `debug_assert*` (an `if` over the assertion).  The others become ``ExprBuiltinMacro(name, args,
fmt)``:

* ``panic``, ``unreachable``, ``todo``, ``unimplemented``, ``gpu_printf``: ``args`` are the arguments of the format;
* ``assert`` (also for `gpu_assert`): ``args[0]`` is the condition, the rest arguments of the format;
  ``assert_eq``, ``assert_ne``: ``args[:2]`` are the operands, the rest arguments of the format;
* ``ptx_asm``: ``fmt.text`` is the template; ``args[i]`` is an operand and ``fmt.named[i]`` says which: `in:r`,
  `out:=r`, `inout:+r`; `clobber:memory` and `option:register_only` go with an empty tuple as operand;
* ``offset_of``: ``args[0]`` is `_ as Type`, the rest paths that name the fields.

``fmt`` is None where no message was given.  ``fmt.text`` is the value of the literal (escapes undone).
``fmt.named`` runs parallel to ``args``: empty for positional ones and for conditions and operands.  A name captured
from the scope (`{x}`) is added to ``args``.

Host macros (`println!`, `format!`, `vec!`, those of other crates) are not here: they stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from ferrule.session import Session
from ferrule.syntax import ast, cfg
from ferrule.syntax.hygiene import bare
from ferrule.syntax.lexer import KEYWORDS
from ferrule.syntax.parser import Parser, deep_recursion, fragment_parser
from ferrule.syntax.parser.tokens import ParseFailure

HI = 0xFFFFFFFF


class Context(Protocol):
    """What a built-in macro needs of the expander."""

    session: Session

    def module_path(self) -> str: ...

    def expand_expr(self, e: ast.Expr) -> ast.Expr: ...


def expand(ctx: Context, name: str, call: ast.MacroCall, span: int) -> ast.Expr | None:
    """The tree of a call of a built-in macro; an ExprErr after an error."""
    handler = HANDLERS[name]
    with deep_recursion():
        try:
            return handler(_Call(ctx, name, call, span))
        except HostMacro:
            return ast.ExprMacro(span, call)
        except ParseFailure:
            return ast.ExprErr(span)


class HostMacro(Exception):
    """A text that only the host can make (`concat!(env!("X"))`): the call stays as it is."""


class _Call:
    def __init__(self, ctx: Context, name: str, call: ast.MacroCall, span: int) -> None:
        self.ctx, self.name, self.span, self.call, self.tokens = ctx, name, span, call, call.tokens
        first = call.path.segments[-1].ident
        self.path_span, self.mark = first.span, first.name[len(bare(first.name)) :]
        self.p: Parser
        self.p, self.end = fragment_parser(ctx.session, call.tokens)

    def fail(self, message: str, span: int = 0, label: str = "") -> ParseFailure:
        self.ctx.session.diag.error("", message, span or self.span, label)
        return ParseFailure()

    @property
    def at_end(self) -> bool:
        return self.p.p >= self.end

    def comma(self) -> None:
        """A comma or the end."""
        if not self.at_end and not self.p.eat(","):
            raise self.p.expected_one_of(self.p.after_expr(","))

    def exprs(self) -> list[ast.Expr]:
        out = []
        while not self.at_end:
            out.append(self.p.expr())
            self.comma()
        return out

    def no_more(self) -> None:
        if not self.at_end:
            raise self.fail(f"`{self.name}!` takes no more arguments", self.p.spans[self.p.p])

    # ---- formats
    def string(self, what: str = "format argument must be a string literal") -> ast.Lit:
        """A string literal, or a macro that expands to one."""
        e = self.p.expr()
        value = self.ctx.expand_expr(e)
        if isinstance(value, ast.ExprMacro):
            raise HostMacro
        lit = literal_of(value)
        if lit is None or lit.kind != "str":
            d = self.ctx.session.diag.error("", what, e.span)
            if what.startswith("format"):
                at = e.span >> 32
                d.suggest("you might be missing a string literal to format with", at << 32 | at, '"{}", ')
            raise ParseFailure
        return lit

    def format(self, before: list[ast.Expr]) -> tuple[list[ast.Expr], ast.FormatString | None]:
        """A format string and its arguments, behind the ``before`` that the macro takes first."""
        if self.at_end:
            return before, None
        lit = self.string()
        self.comma()
        args = list(before)
        named = [""] * len(before)
        p = self.p
        while not self.at_end:
            name = ""
            if (p.kinds[p.p] == "ident" or p.kinds[p.p] in KEYWORDS) and p.kinds[p.p + 1] == "=":
                name = bare(p.texts[p.p])
                p.p += 2
            elif any(named):
                raise self.fail(
                    "positional arguments cannot follow named arguments",
                    p.spans[p.p],
                    "positional arguments must be before named arguments",
                )
            args.append(p.expr())
            if name and name in named:
                self.ctx.session.diag.error(
                    "", f"duplicate argument named `{name}`", args[-1].span, "duplicate argument"
                )
            named.append(name)
            self.comma()
        # a literal from the macro's own text looks its names up there
        mark = self.mark if lit.span == self.path_span else ""
        for name in format_names(str(lit.value)):
            if name not in named:
                ident = ast.Ident(lit.span, name + mark)
                args.append(ast.ExprPath(lit.span, ast.Path(lit.span, [ast.PathSegment(lit.span, ident)])))
                named.append(name)
        return args, ast.FormatString(lit.span, str(lit.value), lit.span, named)


_HOLE = re.compile(r"\{\{|\}\}|\{([^{}:]*)(?::([^{}]*))?\}")
_COUNT = re.compile(r"([^\W\d]\w*)\$")


def format_names(text: str) -> list[str]:
    """The names a format string mentions: `{x}`, `{:width$}`, `{:.precision$}`."""
    out: list[str] = []
    for m in _HOLE.finditer(text):
        if m[1] is None:
            continue
        name = m[1].strip()
        if name and not name.isdigit() and name.isidentifier():
            out.append(name)
        if m[2]:
            out.extend(_COUNT.findall(m[2]))
    return list(dict.fromkeys(out))


def literal_of(e: ast.Expr) -> ast.Lit | None:
    """The literal that ``e`` is, brackets aside."""
    while isinstance(e, ast.ExprParen):
        e = e.expr
    return e if isinstance(e, ast.Lit) else None


def _str(span: int, text: str) -> ast.Lit:
    return ast.Lit(span, "str", text, "", text)


# ------------------------------------------------------------------------------------------------- panics, assertions
def _panic(c: _Call) -> ast.Expr:
    args, fmt = c.format([])
    return ast.ExprBuiltinMacro(c.span, c.name, args, fmt)


def _assert(c: _Call) -> ast.Expr:
    if c.at_end:
        raise c.fail("macro requires a boolean expression as an argument", c.span, "boolean expression required")
    cond = c.p.expr()
    if not c.at_end and c.p.kinds[c.p.p] == ";" and c.p.p + 1 == c.end:
        raise c.fail("macro requires an expression as an argument")
    c.comma()
    args, fmt = c.format([cond])
    return ast.ExprBuiltinMacro(c.span, "assert", args, fmt)


def _assert_compare(c: _Call) -> ast.Expr:
    sides = []
    for _ in range(2):
        if c.at_end:
            end = c.tokens.span & HI
            raise c.fail(
                "unexpected end of macro invocation", (end - 1) << 32 | end, "missing tokens in macro arguments"
            )
        sides.append(c.p.expr())
        c.comma()
    args, fmt = c.format(sides)
    return ast.ExprBuiltinMacro(c.span, c.name, args, fmt)


def _debug(of: Callable[[_Call], ast.Expr]) -> Callable[[_Call], ast.Expr]:
    def handler(c: _Call) -> ast.Expr:
        c.name = c.name.removeprefix("debug_")
        on = "debug_assertions" in cfg.active_set(c.ctx.session.options)
        check = ast.StmtExpr(c.span, of(c), True)
        cond = ast.Lit(c.span, "bool", on, "", "true" if on else "false")
        return ast.ExprIf(c.span, cond, ast.Block(c.span, [check], None), None)

    return handler


# ------------------------------------------------------------------------------------------------- plain tree
def _matches(c: _Call) -> ast.Expr:
    value = c.p.expr()
    if not c.p.eat(","):
        raise c.p.expected_one_of(c.p.after_expr(","))
    pat = c.p.pat()
    guard = c.p.expr() if c.p.eat("if") else None
    c.p.eat(",")
    c.no_more()
    yes, no = (ast.Lit(c.span, "bool", b, "", str(b).lower()) for b in (True, False))
    arms = [ast.Arm(c.span, [], pat, guard, yes), ast.Arm(c.span, [], ast.PatWild(c.span), None, no)]
    return ast.ExprMatch(c.span, value, arms)


def _addr_of(c: _Call) -> ast.Expr:
    place = c.p.expr()
    c.p.eat(",")
    c.no_more()
    return ast.ExprAddrOf(c.span, True, c.name == "addr_of_mut", place)


def _concat(c: _Call) -> ast.Expr:
    out = []
    for e in c.exprs():
        negative = isinstance(e, ast.ExprUnary) and e.op == "-"
        value = c.ctx.expand_expr(e.expr if isinstance(e, ast.ExprUnary) and negative else e)
        if isinstance(value, ast.ExprMacro):
            return ast.ExprMacro(c.span, c.call)  # `env!` and the like: the host's
        lit = literal_of(value)
        if lit is None or lit.kind in ("byte", "bytestr", "cstr"):
            if lit is not None:
                raise c.fail(
                    "cannot concatenate a byte string literal"
                    if lit.kind == "bytestr"
                    else "cannot concatenate a C string literal",
                    e.span,
                )
            c.ctx.session.diag.error("", "expected a literal", e.span).note(
                'only literals (like `"foo"`, `-42` and `3.14`) can be passed to `concat!()`'
            )
            raise ParseFailure
        text = (
            chr(lit.value) if lit.kind == "char" else str(lit.value).lower() if lit.kind == "bool" else str(lit.value)
        )
        out.append("-" + text if negative else text)
    return _str(c.span, "".join(out))


def stringify(session: Session, ts: ast.TokenStream) -> str:
    """Tokens as text: blanks where the source has them."""
    out: list[str] = []
    last_hi = -1
    last_kind = ""
    smap = session.source_map
    for k, t, s in zip(ts.kinds, ts.texts, ts.spans):
        if k[0] in "«»":
            continue
        shown = bare(t) if k == "ident" else "'" + bare(t) if k == "lifetime" else t
        if k == "ident" and shown in KEYWORDS:
            shown = "r#" + shown
        if out:
            lo = s >> 32
            if lo == last_hi:
                gap = False
            elif lo > last_hi >= 0 and smap.file_at(lo) is smap.file_at(last_hi):
                gap = True
            else:
                gap = k not in (",", ";", ".", ")", "]", "?", ":", "::") and last_kind not in (
                    "(",
                    "[",
                    ".",
                    "::",
                    "!",
                    "&",
                    "'",
                )
            if gap:
                out.append(" ")
        out.append(shown)
        last_hi, last_kind = s & HI, k
    return "".join(out)


def _stringify(c: _Call) -> ast.Expr:
    return _str(c.span, stringify(c.ctx.session, c.tokens))


def _position(c: _Call) -> ast.Expr:
    c.no_more()
    at = c.ctx.session.source_map.location(c.span)
    if c.name == "file":
        return _str(c.span, at.file)
    if c.name == "module_path":
        return _str(c.span, c.ctx.module_path())
    value = at.line if c.name == "line" else at.column
    return ast.Lit(c.span, "int", value, "u32", str(value))


def _cfg(c: _Call) -> ast.Expr:
    parts = cfg.split_commas(c.tokens)
    if len(parts) != 1:
        message = "macro requires a cfg-pattern as an argument" if not parts else "expected 1 cfg-pattern"
        raise c.fail(message, c.span, "cfg-pattern required" if not parts else "")
    value = cfg.evaluate(c.ctx.session, parts[0])
    return ast.Lit(c.span, "bool", value, "", str(value).lower())


def _compile_error(c: _Call) -> ast.Expr:
    if c.at_end:
        raise c.fail("compile_error! takes 1 argument")
    raise c.fail(str(c.string("argument must be a string literal").value))


def _offset_of(c: _Call) -> ast.Expr:
    ty = c.p.ty()
    if not c.p.eat(","):
        raise c.p.expected_one_of((",",))
    args: list[ast.Expr] = [ast.ExprCast(ty.span, ast.ExprUnderscore(ty.span), ty)]
    while not c.at_end:
        p = c.p.p
        kind, text, span = c.p.kinds[p], bare(c.p.texts[p]), c.p.spans[p]
        if kind not in ("ident", "int", "float"):
            raise c.p.unexpected("identifier")
        c.p.p += 1
        for part in text.split("."):
            args.append(ast.ExprPath(span, ast.Path(span, [ast.PathSegment(span, ast.Ident(span, part))])))
        if not c.p.eat("."):
            c.p.eat(",")
            break
    c.no_more()
    return ast.ExprBuiltinMacro(c.span, "offset_of", args, None)


# ------------------------------------------------------------------------------------------------- inline PTX
def _ptx_asm(c: _Call) -> ast.Expr:
    template = c.string("asm template must be a string literal")
    text = str(template.value)
    c.comma()
    args: list[ast.Expr] = []
    named: list[str] = []
    p = c.p

    def add(what: str, e: ast.Expr | None, span: int) -> None:
        args.append(e if e is not None else ast.ExprTuple(span, []))
        named.append(what)

    while not c.at_end:
        at = p.p
        kind, word, span = p.kinds[at], bare(p.texts[at]), p.spans[at]
        if kind == "str" and not args:
            # further template strings are further lines
            text += "\n" + str(c.string("asm template must be a string literal").value)
            c.comma()
            continue
        if word not in ("in", "out", "inout", "clobber", "options") or p.kinds[at + 1] != "(":
            raise c.fail(f"expected `in`, `out`, `inout`, `clobber` or `options`, found {p.found()}", span)
        p.p += 1
        group = p.token_tree()
        if word == "options":
            for part in cfg.split_commas(group):
                add(f"option:{bare(part.texts[0])}", None, part.span)
        elif word == "clobber":
            for part in cfg.split_commas(group):
                if part.kinds != ["str"]:
                    raise c.fail("a clobber must be a string literal", part.span)
                add(f"clobber:{part.texts[0][1:-1]}", None, part.span)
        else:
            if group.kinds != ["str"]:
                raise c.fail("the constraint of an operand is a string literal", group.span)
            if c.at_end or p.kinds[p.p] == ",":
                raise c.fail("missing operand expression", group.span)
            add(f"{word}:{group.texts[0][1:-1]}", p.expr(), group.span)
        c.comma()
    fmt = ast.FormatString(template.span, text, template.span, named)
    return ast.ExprBuiltinMacro(c.span, "ptx_asm", args, fmt)


HANDLERS: dict[str, Callable[[_Call], ast.Expr]] = {
    "panic": _panic,
    "unreachable": _panic,
    "todo": _panic,
    "unimplemented": _panic,
    "gpu_printf": _panic,
    "assert": _assert,
    "gpu_assert": _assert,
    "assert_eq": _assert_compare,
    "assert_ne": _assert_compare,
    "debug_assert": _debug(_assert),
    "debug_assert_eq": _debug(_assert_compare),
    "debug_assert_ne": _debug(_assert_compare),
    "matches": _matches,
    "addr_of": _addr_of,
    "addr_of_mut": _addr_of,
    "concat": _concat,
    "stringify": _stringify,
    "line": _position,
    "column": _position,
    "file": _position,
    "module_path": _position,
    "cfg": _cfg,
    "compile_error": _compile_error,
    "offset_of": _offset_of,
    "ptx_asm": _ptx_asm,
}
"""The built-in macros by name."""

HOMES = frozenset(("core", "std", "alloc", "cuda_device"))
"""Crates whose paths may lead to them."""
