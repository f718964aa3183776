"""Macros that the front end implements itself: assertions, panics, ``gpu_printf!``, ``ptx_asm!``, ``addr_of!``."""

from __future__ import annotations

from ferrule.diagnostics import span as sp
from ferrule.hir import gcodes
from ferrule.hir import nodes as hir
from ferrule.hir.lower_control import ControlLowerer
from ferrule.hir.lower_fmt import FormatError, Hole, parse
from ferrule.hir.lower_report import path_text
from ferrule.resolve.imports import BUILTIN_MACROS
from ferrule.resolve.scope import MACROS, Scope
from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare

_PANICS = {
    "panic": ("explicit panic", ""),
    "unreachable": ("internal error: entered unreachable code", "internal error: entered unreachable code: "),
    "todo": ("not yet implemented", "not yet implemented: "),
    "unimplemented": ("not implemented", "not implemented: "),
}


class MacroLowerer(ControlLowerer):
    # --------------------------------------------------------------------------------------------- unexpanded macros
    def expr_macro(self, e: ast.ExprMacro) -> hir.Expr:
        return self.macro_call(e.mac, e.span)

    def macro_call(self, mac: ast.MacroCall, span: int) -> hir.Expr:
        """A macro that expansion left alone: one of the host's, or an unknown one."""
        name = path_text(mac.path.segments)
        last = name.rpartition("::")[2]
        known = last in BUILTIN_MACROS["core"] or len(mac.path.segments) > 1
        scope: Scope | None = self.scope
        while scope is not None and not known:
            known = last in scope.tables[MACROS] or bool(scope.unknown_globs)
            scope = scope.parent
        if not known:
            self.diag.error("", f"cannot find macro `{name}` in this scope", mac.path.span)
            return hir.Err(span, self.id())
        return self.unsupported(span, gcodes.host_macro(name))

    # ----------------------------------------------------------------------------------------------- built-in macros
    def builtin_macro(self, e: ast.ExprBuiltinMacro) -> hir.Expr:
        name = e.name.rpartition("::")[2]
        if name.startswith("debug_assert"):
            # Release semantics: checked by the type checker, never run, unless the configuration says otherwise.
            if "debug_assertions" not in self.session.options.cfg:
                never = hir.Lit(e.span, self.id(), "bool", False, "")
                n = self.id()
                inner = self.assertion(e, name.removeprefix("debug_"))
                then = hir.Block(e.span, self.id(), [hir.StmtExpr(e.span, inner, True)], None)
                return hir.If(e.span, n, never, then, None)
            name = name.removeprefix("debug_")
        if name in ("assert", "assert_eq", "assert_ne", "gpu_assert"):
            return self.assertion(e, name)
        if name in _PANICS:
            return self.panic(e, name)
        if name == "gpu_printf":
            n = self.id()
            fmt = self.format(e, 0, printf=True)
            return hir.Printf(e.span, n, fmt) if fmt is not None else hir.Err(e.span, n)
        if name in ("addr_of", "addr_of_mut") and e.args:
            n = self.id()
            return hir.AddrOf(e.span, n, True, name == "addr_of_mut", self.expr(e.args[0]))
        if name == "ptx_asm":
            return self.ptx_asm(e)
        if name == "offset_of" and isinstance(e.args[0], ast.ExprCast):
            # The type rides on a cast of nothing; the fields are names.
            n = self.id()
            ty = e.args[0]
            args: list[hir.Expr] = [hir.Cast(ty.span, self.id(), hir.Err(ty.span, self.id()), self.ty(ty.ty))]
            for f in e.args[1:]:
                if isinstance(f, ast.ExprPath):
                    args.append(hir.Lit(f.span, self.id(), "str", f.path.segments[-1].ident.name, ""))
            return hir.MatchesBuiltin(e.span, n, name, args)
        return self.unsupported(e.span, gcodes.host_macro(name))

    def ptx_asm(self, e: ast.ExprBuiltinMacro) -> hir.Expr:
        """``args[i]`` is an operand and ``fmt.named[i]`` its kind and constraint; see syntax/builtin_macros.py."""
        n = self.id()
        operands: list[hir.AsmOperand] = []
        options: list[str] = []
        if e.fmt is None:
            return hir.Err(e.span, n)
        for a, what in zip(e.args, e.fmt.named, strict=False):
            kind, _, constraint = what.partition(":")
            if kind == "option":
                options.append(constraint)
            elif kind == "clobber":
                operands.append(hir.AsmOperand(a.span, kind, constraint, None))
            else:
                operands.append(hir.AsmOperand(a.span, kind, constraint, self.expr(a)))
        return hir.PtxAsm(e.span, n, e.fmt.text, operands, options)

    def panic(self, e: ast.ExprBuiltinMacro, name: str) -> hir.Expr:
        n = self.id()
        alone, prefix = _PANICS[name]
        if e.fmt is None:
            return hir.Panic(e.span, n, name, hir.Format(e.span, [alone], [], e.span))
        fmt = self.format(e, 0)
        if fmt is None:
            return hir.Err(e.span, n)
        return hir.Panic(e.span, n, name, _prefixed(fmt, prefix))

    def assertion(self, e: ast.ExprBuiltinMacro, name: str) -> hir.Expr:
        if name in ("assert", "gpu_assert"):
            if not e.args:
                return hir.Err(e.span, self.id())
            cond = e.args[0]
            n = self.id()
            test = hir.Unary(cond.span, self.id(), "!", self.expr(cond))
            fmt: hir.Format | None
            if e.fmt is not None:
                fmt = self.format(e, 1)
            else:
                text = " ".join(self.session.source_map.snippet(cond.span).split())
                fmt = hir.Format(e.span, [f"assertion failed: {text}"], [], e.span)
            return self.panic_if(e.span, n, test, "assert", fmt)
        if len(e.args) < 2:
            return hir.Err(e.span, self.id())
        # match (&a, &b) { (left_val, right_val) => if !(*left_val == *right_val) { panic } }
        n = self.id()
        span = e.span
        operands = []
        for a in e.args[:2]:
            m = self.id()
            operands.append(hir.AddrOf(a.span, m, False, False, self.expr(a)))
        scrutinee = hir.Tuple(span, self.id(), list(operands))
        left = self.new_local("left_val", False, e.args[0].span)
        right = self.new_local("right_val", False, e.args[1].span)
        pats: list[hir.Pat] = [
            hir.PatBinding(e.args[0].span, self.id(), "", left, None),
            hir.PatBinding(e.args[1].span, self.id(), "", right, None),
        ]  # fmt: skip
        pat = hir.PatTuple(span, self.id(), pats, None)
        k = self.id()
        equal = hir.Binary(span, self.id(), "==", span, self.deref(left, span), self.deref(right, span))
        test2: hir.Expr = equal if name == "assert_ne" else hir.Unary(span, self.id(), "!", equal)
        args: list[hir.Expr] = [self.deref(left, span), self.deref(right, span)]
        op = "!=" if name == "assert_ne" else "=="
        pieces: list[str | hir.FormatSpec] = [f"assertion `left {op} right` failed"]
        if e.fmt is not None:
            user = self.format(e, 2)
            if user is not None:
                pieces[0] = f"assertion `left {op} right` failed: "
                for p in user.pieces:
                    if isinstance(p, hir.FormatSpec):
                        p.arg += 2
                        p.width_arg = p.width_arg + 2 if p.width_arg is not None else None
                        p.precision_arg = p.precision_arg + 2 if p.precision_arg is not None else None
                    pieces.append(p)
                args += user.args
        pieces += [
            "\n  left: ",
            hir.FormatSpec(span, 0, "?", "", None, None),
            "\n right: ",
            hir.FormatSpec(span, 1, "?", "", None, None),
        ]
        fmt2 = hir.Format(span, _joined(pieces), args, span)
        body = self.panic_if(span, k, test2, name, fmt2)
        return hir.Match(span, n, scrutinee, [hir.Arm(span, pat, None, body)], "match")

    def deref(self, local: hir.Local, span: int) -> hir.Expr:
        n = self.id()
        return hir.Unary(span, n, "*", self.local_path(local, span))

    def panic_if(self, span: int, n: int, test: hir.Expr, kind: str, fmt: hir.Format | None) -> hir.Expr:
        fail = hir.Panic(span, self.id(), kind, fmt)
        then = hir.Block(span, self.id(), [hir.StmtExpr(span, fail, True)], None)
        return hir.If(span, n, test, then, None)

    # ------------------------------------------------------------------------------------------------------- formats
    def format(self, e: ast.ExprBuiltinMacro, lead: int, printf: bool = False) -> hir.Format | None:
        """The format string of a macro with the arguments behind its first ``lead`` ones; None after an error."""
        f = e.fmt
        if f is None:
            return None
        args = e.args[lead:]
        named = list(f.named)
        if len(named) == len(e.args):
            named = named[lead:]
        named += [""] * (len(args) - len(named))
        try:
            parts = parse(f.text, printf)
        except FormatError as err:
            d = self.diag.error("", err.message, self.inside(f, err.start, err.end), err.label)
            if err.note:
                d.note(err.note)
            for a in args:
                self.expr(a)
            return None
        self.place_captures(f, parts, args)
        lowered = [self.expr(a) for a in args]
        return _FormatArgs(self, f, parts, lowered, named, args).build()

    def place_captures(self, f: ast.FormatString, parts: list[str | Hole], args: list[ast.Expr]) -> None:
        """Gives names that the string captures (`{x}`) their own place in it, for messages."""
        holes = {h.arg: h for h in reversed(parts) if isinstance(h, Hole) and isinstance(h.arg, str)}
        for a in args:
            if a.span == f.lit_span and isinstance(a, ast.ExprPath):
                ident = a.path.segments[0].ident
                h = holes.get(bare(ident.name))
                if h is not None:
                    start = h.start + 1 + f.text[h.start + 1 : h.end].find(str(h.arg))
                    at = self.inside(f, start, start + len(str(h.arg)))
                    a.span = a.path.span = a.path.segments[0].span = ident.span = at

    def inside(self, f: ast.FormatString, start: int, end: int) -> int:
        """The span of ``[start, end)`` of a format string, or of the whole literal where escapes hide it."""
        text = self.session.source_map.snippet(f.lit_span)
        quote = text.find('"') + 1
        if quote and text[quote : quote + len(f.text)] == f.text:
            lo = sp.lo(f.lit_span) + quote
            return sp.mk(lo + start, lo + end)
        return f.lit_span


class _FormatArgs:
    """Connects the placeholders of one format string with its arguments."""

    def __init__(
        self,
        low: MacroLowerer,
        f: ast.FormatString,
        parts: list[str | Hole],
        args: list[hir.Expr],
        named: list[str],
        written: list[ast.Expr],
    ) -> None:
        self.low, self.f, self.parts, self.args = low, f, parts, args
        self.names = {n: i for i, n in enumerate(named) if n}
        self.named = named
        self.positional = sum(not n for n in named)
        # Captured names come last and lie in the literal; they do not count as arguments.
        self.explicit = sum(not sp.lo(f.lit_span) <= sp.lo(a.span) < sp.hi(f.lit_span) for a in written)
        self.written = written
        self.used = [False] * len(args)
        self.failed = False
        self.next = 0
        self.implicit_holes = 0

    def build(self) -> hir.Format | None:
        pieces: list[str | hir.FormatSpec] = []
        for p in self.parts:
            pieces.append(p if isinstance(p, str) else self.spec(p))
        missing = self.next - self.explicit
        if missing > 0:
            self.failed = True
            self.report_missing()
        if not self.failed:
            self.report_unused()
        return None if self.failed else hir.Format(self.f.span, pieces, self.args, self.f.lit_span)

    def spec(self, h: Hole) -> hir.FormatSpec:
        span = self.low.inside(self.f, h.start, h.end)
        width_arg = self.take(span) if h.width_star else self.resolve(h.width_arg, span, h)
        precision_arg = self.take(span) if h.precision_star else self.resolve(h.precision_arg, span, h)
        if h.arg is None:
            self.implicit_holes += 1
            arg: int | None = self.take(span)
        else:
            arg = self.resolve(h.arg, span, h)
        return hir.FormatSpec(span, arg or 0, h.trait_, h.flags, h.width, h.precision, width_arg, precision_arg)

    def take(self, span: int) -> int:
        i = self.next
        self.next += 1
        if i < self.explicit:
            self.used[i] = True
        return i

    def resolve(self, arg: int | str | None, span: int, h: Hole) -> int | None:
        if arg is None:
            return None
        if isinstance(arg, int):
            if arg >= self.explicit:
                n = self.explicit
                count = (
                    "no arguments were given"
                    if n == 0
                    else f"there is {n} argument"
                    if n == 1
                    else f"there are {n} arguments"
                )
                self.low.diag.error("", f"invalid reference to positional argument {arg} ({count})", span).note(
                    "positional arguments are zero-based"
                )
                self.failed = True
                return 0
            self.used[arg] = True
            return arg
        found = self.names.get(arg)
        if found is None:
            at = self.low.inside(self.f, h.start + 1, h.start + 1 + len(arg)) if h.arg == arg else span
            seg = ast.PathSegment(at, ast.Ident(at, arg))
            found = self.names[arg] = len(self.args)
            self.args.append(self.low.expr(ast.ExprPath(at, ast.Path(at, [seg]))))
            self.used.append(True)
        self.used[found] = True
        return found

    def report_missing(self) -> None:
        holes = self.next
        n = self.explicit
        plural = "s" if holes != 1 else ""
        given = (
            "no arguments were given" if n == 0 else f"there is {n} argument" if n == 1 else f"there are {n} arguments"
        )
        spans = [self.low.inside(self.f, p.start, p.end) for p in self.parts if isinstance(p, Hole) and p.arg is None]
        d = self.low.diag.error(
            "",
            f"{holes} positional argument{plural} in format string, but {given}",
            spans[0] if spans else self.f.lit_span,
        )
        for s in spans[1:]:
            d.label(s, "")

    def report_unused(self) -> None:
        unused = [i for i in range(self.explicit) if not self.used[i]]
        if not unused:
            return
        self.failed = True
        first = self.written[unused[0]].span
        if len(unused) == 1:
            what = "named argument" if self.named[unused[0]] else "argument"
            self.low.diag.error("", f"{what} never used", first, f"{what} never used").label(
                self.f.lit_span, "formatting specifier missing"
            )
            return
        d = self.low.diag.error("", "multiple unused formatting arguments", first, "argument never used")
        for i in unused[1:]:
            d.label(self.written[i].span, "argument never used")
        d.label(self.f.lit_span, "multiple missing formatting specifiers")


def _prefixed(fmt: hir.Format, prefix: str) -> hir.Format:
    if prefix:
        fmt.pieces = _joined([prefix, *fmt.pieces])
    return fmt


def _joined(pieces: list[str | hir.FormatSpec]) -> list[str | hir.FormatSpec]:
    """Neighbouring literal texts as one."""
    out: list[str | hir.FormatSpec] = []
    for p in pieces:
        if isinstance(p, str) and out and isinstance(out[-1], str):
            out[-1] += p
        else:
            out.append(p)
    return out
