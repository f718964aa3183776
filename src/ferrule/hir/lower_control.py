"""Loops, jumps and ``?``: labels, targets and their desugaring; and the small helpers that desugaring needs."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, NamedTuple

from ferrule.hir import nodes as hir
from ferrule.hir.lower_pat import PatLowerer
from ferrule.resolve.defs import DefKind
from ferrule.resolve.suggest import best_match
from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare, lookup_names
from ferrule.syntax.parser import parse_fragment


class Target(NamedTuple):
    """Something that ``break`` can leave, or that it cannot cross.

    ``kind``: ``loop``, ``while``, ``for``, ``block`` (labelled), ``closure``, ``condition`` (of a while).
    """

    kind: str
    label: str  # as written, with hygiene marks
    node: hir.Expr | None
    span: int


class ControlLowerer(PatLowerer):
    def __init__(self, tcx: Any, owner: Any, in_body: bool) -> None:
        super().__init__(tcx, owner, in_body)
        self.targets: list[Target] = []
        self.unroll: hir.AnonConst | int | None = None
        self.depth = 0  # of closures
        self.local_depth: list[int] = []
        self.upvars: list[list[hir.Local]] = []

    @abstractmethod
    def block(self, b: ast.Block) -> hir.Block: ...

    # ------------------------------------------------------------------------------------------------------- helpers
    def new_local(self, name: str, mut: bool, span: int) -> hir.Local:
        self.local_depth.append(self.depth)
        return super().new_local(name, mut, span)

    def use_local(self, local: hir.Local, span: int) -> hir.Res:
        at = self.local_depth[local.id]
        for upvars in self.upvars[at:]:
            if local not in upvars:
                upvars.append(local)
        return hir.ResLocal(local)

    def local_path(self, local: hir.Local, span: int) -> hir.Expr:
        res = self.use_local(local, span) if self.depth else hir.ResLocal(local)
        seg = hir.PathSegment(span, hir.Ident(span, local.name), None, res)
        return hir.ExprPath(span, self.id(), hir.QResolved(span, None, hir.Path(span, res, [seg])))

    def lang_path(self, name: str, span: int) -> hir.Expr:
        return hir.ExprPath(span, self.id(), hir.QLangItem(span, name))

    def lang_call(self, name: str, args: list[hir.Expr], span: int) -> hir.Expr:
        n = self.id()
        return hir.Call(span, n, self.lang_path(name, span), args)

    def unsupported(self, span: int, what: tuple[str, str]) -> hir.Expr:
        return hir.Unsupported(span, self.id(), *what)

    @staticmethod
    def label_name(label: ast.Ident) -> str:
        return bare(label.name).lstrip("'")

    def unroll_of(self, attrs: list[ast.Attr]) -> hir.AnonConst | int | None:
        """``#[unroll]`` is 0 (in full), ``#[unroll(N)]`` the constant expression N."""
        for a in attrs:
            if a.path.rpartition("::")[2] == "unroll":
                if not a.tokens.texts:
                    return 0
                count = parse_fragment(self.tcx.session, a.tokens, "expr")
                return self.anon_const(count) if isinstance(count, ast.Expr) else None
        return None

    # --------------------------------------------------------------------------------------------------------- loops
    def make_loop(self, e: ast.ExprLoop | ast.ExprWhile | ast.ExprFor, source: str) -> hir.Loop:
        unroll, self.unroll = self.unroll, None
        if isinstance(e, ast.ExprFor) and e.attrs:
            unroll = self.unroll_of(e.attrs)
        label = self.label_name(e.label) if e.label is not None else None
        return hir.Loop(e.span, self.id(), label, hir.Block(e.body.span, -1, [], None), source, unroll)

    def target(self, e: ast.ExprLoop | ast.ExprWhile | ast.ExprFor, node: hir.Loop, head_end: int) -> Target:
        head = e.span >> 32 << 32 | head_end if e.span else 0
        return Target(node.source, e.label.name if e.label is not None else "", node, head)

    def loop(self, e: ast.ExprLoop) -> hir.Expr:
        node = self.make_loop(e, "loop")
        self.targets.append(self.target(e, node, e.body.span >> 32))
        node.body = self.block(e.body)
        self.targets.pop()
        return node

    def while_(self, e: ast.ExprWhile) -> hir.Expr:
        """``loop { if cond { body } else { break } }``"""
        node = self.make_loop(e, "while")
        mark = len(self.undo)
        self.targets.append(self.target(e, node, e.cond.span & 0xFFFFFFFF))
        self.targets.append(Target("condition", "", None, e.cond.span))
        n = self.id()
        cond = self.expr(e.cond)
        self.targets.pop()
        then = self.block(e.body)
        self.leave(mark)
        self.targets.pop()
        out = hir.Break(e.cond.span, self.id(), node, None)
        else_ = hir.BlockExpr(
            e.cond.span,
            self.id(),
            None,
            hir.Block(e.cond.span, self.id(), [hir.StmtExpr(e.cond.span, out, False)], None),
            False,
        )
        test = hir.If(e.span, n, cond, then, else_)
        node.body = hir.Block(e.body.span, self.id(), [], test)
        return node

    def for_(self, e: ast.ExprFor) -> hir.Expr:
        """``match IntoIterator::into_iter(e) { mut iter => loop { match Iterator::next(&mut iter) { None => break,
        Some(pat) => body } } }``"""
        n = self.id()
        head = e.iter.span
        into_iter = self.lang_call("into_iter", [self.expr(e.iter)], head)
        node = self.make_loop(e, "for")
        it = self.new_local("iter", True, head)
        binding = hir.PatBinding(head, self.id(), "", it, None)
        borrowed = hir.AddrOf(head, self.id(), False, True, self.local_path(it, head))
        next_ = self.lang_call("next", [borrowed], head)
        self.targets.append(self.target(e, node, head & 0xFFFFFFFF))
        mark = len(self.undo)
        none = hir.PatPath(head, self.id(), hir.QLangItem(head, "None"))
        stop = hir.Arm(head, none, None, hir.Break(head, self.id(), node, None))
        item = self.pattern(e.pat, "for")
        some = hir.PatTupleStruct(e.pat.span, self.id(), hir.QLangItem(e.pat.span, "Some"), [item], None)
        body = hir.BlockExpr(e.body.span, self.id(), None, self.block(e.body), False)
        self.leave(mark)
        self.targets.pop()
        step = hir.Match(head, self.id(), next_, [stop, hir.Arm(e.pat.span, some, None, body)], "for")
        node.body = hir.Block(e.body.span, self.id(), [hir.StmtExpr(e.body.span, step, False)], None)
        return hir.Match(e.span, n, into_iter, [hir.Arm(e.span, binding, None, node)], "for")

    def try_(self, e: ast.ExprTry) -> hir.Expr:
        """``match Try::branch(e) { Continue(val) => val, Break(r) => return FromResidual::from_residual(r) }``"""
        n = self.id()
        span = e.span
        branch = self.lang_call("branch", [self.expr(e.expr)], span)
        val = self.new_local("val", False, span)
        residual = self.new_local("residual", False, span)
        go = hir.PatTupleStruct(
            span, self.id(), hir.QLangItem(span, "Continue"), [hir.PatBinding(span, self.id(), "", val, None)], None
        )
        stop = hir.PatTupleStruct(
            span, self.id(), hir.QLangItem(span, "Break"), [hir.PatBinding(span, self.id(), "", residual, None)], None
        )
        back = hir.Return(span, self.id(), self.lang_call("from_residual", [self.local_path(residual, span)], span))
        arms = [hir.Arm(span, go, None, self.local_path(val, span)), hir.Arm(span, stop, None, back)]
        return hir.Match(span, n, branch, arms, "try")

    # --------------------------------------------------------------------------------------------------------- jumps
    def break_(self, e: ast.ExprBreak) -> hir.Expr:
        n = self.id()
        value = self.expr(e.expr) if e.expr is not None else None
        target = self.jump_target(e, "break")
        if target is None:
            return hir.Err(e.span, n)
        if value is not None and target.kind in ("while", "for"):
            d = self.diag.error(
                "E0571",
                f"`break` with value from a `{target.kind}` loop",
                e.span,
                "can only break with a value inside `loop` or breakable block",
            )
            d.label(target.span, f"you can't `break` with a value in a `{target.kind}` loop")
            label = f" '{bare(e.label.name)}" if e.label is not None else ""
            d.suggest(
                f"use `break` on its own without a value inside this `{target.kind}` loop", e.span, f"break{label}"
            )
            value = None
        return hir.Break(e.span, n, target.node, value)

    def continue_(self, e: ast.ExprContinue) -> hir.Expr:
        n = self.id()
        target = self.jump_target(e, "continue")
        if target is None:
            return hir.Err(e.span, n)
        if target.kind == "block":
            self.diag.error(
                "E0696", "`continue` pointing to a labeled block", e.span, "labeled blocks cannot be `continue`'d"
            ).label(target.node.span if target.node is not None else 0, "labeled block the `continue` points to")
            return hir.Err(e.span, n)
        return hir.Continue(e.span, n, target.node)

    def return_(self, e: ast.ExprReturn) -> hir.Expr:
        n = self.id()
        if not self.depth and self.owner.kind not in (DefKind.FN, DefKind.ASSOC_FN):
            self.diag.error("E0572", "return statement outside of function body", e.span)
            return hir.Err(e.span, n)
        return hir.Return(e.span, n, self.expr(e.expr) if e.expr is not None else None)

    def jump_target(self, e: ast.ExprBreak | ast.ExprContinue, word: str) -> Target | None:
        if e.label is not None:
            return self.labelled_target(e.label, e.span, word)
        for t in reversed(self.targets):
            if t.kind == "condition":
                self.diag.error(
                    "E0590",
                    "`break` or `continue` with no label in the condition of a `while` loop",
                    e.span,
                    f"unlabeled `{word}` in the condition of a `while` loop",
                )
                return None
            if t.kind == "closure":
                self.in_closure(t, e.span, word)
                return None
            if t.kind == "block":
                # Only an error if there is a loop it could mean; rustc says so in either case.
                self.diag.error(
                    "E0695",
                    f"unlabeled `{word}` inside of a labeled block",
                    e.span,
                    f"`{word}` statements that would diverge to or through a labeled block need to bear a label",
                )
                return None
            return t
        what = "a loop or labeled block" if word == "break" else "a loop"
        self.diag.error("E0268", f"`{word}` outside of {what}", e.span, f"cannot `{word}` outside of {what}")
        return None

    def in_closure(self, t: Target, span: int, word: str) -> None:
        self.diag.error("E0267", f"`{word}` inside of a closure", span, f"cannot `{word}` inside of a closure").label(
            t.span, "enclosing closure"
        )

    def labelled_target(self, label: ast.Ident, span: int, word: str) -> Target | None:
        crossed = False
        for spelling, _ in lookup_names(label.name):
            crossed = False
            for t in reversed(self.targets):
                if t.kind == "closure":
                    crossed = True
                elif t.label == spelling and t.kind != "condition":
                    if not crossed:
                        return t
                    name = "'" + bare(label.name).lstrip("'")
                    d = self.diag.error(
                        "E0767", f"use of unreachable label `{name}`", label.span, f"unreachable label `{name}`"
                    )
                    if t.node is not None:
                        d.label(t.node.span, "unreachable label defined here")
                    d.note("labels are unreachable through functions, closures, async blocks and modules")
                    self.in_closure(next(c for c in reversed(self.targets) if c.kind == "closure"), span, word)
                    return None
        name = bare(label.name).lstrip("'")
        near = best_match(name, [bare(t.label).lstrip("'") for t in self.targets if t.label])
        d = self.diag.error("E0426", f"use of undeclared label `'{name}`", label.span, f"undeclared label `'{name}`")
        if near is not None:
            d.suggest("try using similarly named label", label.span, f"'{near}")
        return None
