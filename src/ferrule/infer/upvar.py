"""Closure captures: what each closure does with the variables of its surroundings (rustc_hir_typeck::upvar).

Whole variables are captured.  A variable is captured by value if the closure is ``move`` or moves it out, by unique
reference if it is assigned or mutably borrowed, by shared reference otherwise.  The strongest use also decides which Fn
traits the closure implements.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ferrule.hir import nodes as hir
from ferrule.infer.pat import walk_pat
from ferrule.infer.place import is_place
from ferrule.infer.results import Capture
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt

_RANK = {"copy": 0, "ref": 0, "mut": 1, "move": 2}


def analyze_closures(fcx: FnCtxt) -> None:
    """Fills captures and kinds of all closures of the body, inner ones first."""
    for e in fcx.closure_exprs:
        _Uses(fcx, e).run()


def children(node: Any) -> Iterator[Any]:
    """The HIR nodes directly below ``node``."""
    for cls in type(node).__mro__:
        for name in getattr(cls, "__slots__", ()):
            value = getattr(node, name, None)
            if isinstance(value, hir.Node | hir.Expr | hir.Stmt):
                yield value
            elif isinstance(value, list):
                yield from (v for v in value if isinstance(v, hir.Node | hir.Expr | hir.Stmt))


class _Uses:
    def __init__(self, fcx: FnCtxt, closure: hir.Closure) -> None:
        self.fcx = fcx
        self.closure = closure
        self.upvars = {local.id: local for local in closure.upvars}
        self.modes: dict[int, str] = {}
        self.spans: dict[int, int] = {}

    def run(self) -> None:
        fcx, e = self.fcx, self.closure
        self.consume(e.body)
        info = fcx.results.closures[e.def_]
        kind = "Fn"
        info.captures = []
        for lid, local in self.upvars.items():
            ty = fcx.icx.resolve(fcx.results.local_types.get(lid, t.ERROR))
            mode = self.modes.get(lid)
            if mode is None:
                continue  # mentioned only in a pattern that reads nothing
            if mode == "move":
                kind = "FnOnce"
            elif mode == "mut" and kind == "Fn":
                kind = "FnMut"
            how = "value" if e.move or mode == "move" else "mut" if mode == "mut" else "ref"
            info.captures.append(Capture(local, how, ty, self.spans[lid]))
        known = fcx.icx.closure_kinds.get(e.def_)
        if known is None:
            fcx.icx.closure_kinds[e.def_] = kind
            info.kind = kind
        else:
            order = ("Fn", "FnMut", "FnOnce")
            if order.index(kind) > order.index(known):
                from ferrule.infer.errors import closure_kind

                closure_kind(fcx, e, known, kind)
            info.kind = known

    def note(self, local: hir.Local, mode: str, span: int) -> None:
        if local.id not in self.upvars:
            return
        old = self.modes.get(local.id)
        if old is None or _RANK[mode] > _RANK[old]:
            self.modes[local.id] = mode
            self.spans[local.id] = span

    # ------------------------------------------------------------------------------------------------------------ uses
    def consume(self, e: hir.Expr) -> None:
        """``e`` is used as a value."""
        adjustments = self.fcx.results.adjustments.get(e.id, ())
        for i in range(len(adjustments) - 1, -1, -1):
            a = adjustments[i]
            if a.kind in ("borrow", "raw_borrow"):
                self.place(e, "mut" if a.mut else "ref", i)
                return
            if a.kind in ("deref", "overloaded_deref"):
                self.use_place(e, a.target, i + 1)
                return
        if is_place(e, self.fcx):
            self.use_place(e, self.fcx.results.types[e.id], 0)
        else:
            self.walk(e)

    def use_place(self, e: hir.Expr, ty: t.Ty, derefs: int) -> None:
        self.place(e, "copy" if self.fcx.is_copy(ty) else "move", derefs)

    def place(self, e: hir.Expr, mode: str, n_adjust: int | None = None) -> None:
        """The place ``e``, after the first ``n_adjust`` adjustments, is used in ``mode``."""
        adjustments = self.fcx.results.adjustments.get(e.id, [])
        if n_adjust is not None:
            adjustments = adjustments[:n_adjust]
        ty = self.fcx.results.types.get(e.id, t.ERROR)
        before = [ty, *(a.target for a in adjustments)]
        for a, source in zip(reversed(adjustments), reversed(before[: len(adjustments)])):
            if a.kind == "overloaded_deref":
                mode = "mut" if a.mut else "ref"
            elif a.kind == "deref":
                mode = self.through_deref(source, mode)
        self.base_place(e, mode)

    def through_deref(self, pointer: t.Ty, mode: str) -> str:
        """The use of a pointer by a use of what it points to."""
        pointer = self.fcx.icx.shallow(pointer)
        if isinstance(pointer, t.Ref) and pointer.mut:
            return "mut" if mode == "mut" else "ref" if mode != "move" else "move"
        return "copy"

    def base_place(self, e: hir.Expr, mode: str) -> None:
        results = self.fcx.results
        match e:
            case hir.ExprPath(qpath):
                if isinstance(qpath, hir.QResolved) and isinstance(qpath.path.res, hir.ResLocal):
                    self.note(qpath.path.res.local, mode, e.span)
            case hir.Field(base, _):
                self.place(base, mode)
            case hir.Unary("*", inner):
                if e.id in results.callee:
                    self.consume(inner)
                else:
                    self.place(inner, self.through_deref(self.adjusted(inner), mode))
            case hir.Index(base, index):
                if e.id in results.callee:
                    self.consume(base)
                else:
                    self.place(base, "copy" if mode == "move" else mode)
                self.consume(index)
            case _:
                self.walk(e)

    def adjusted(self, e: hir.Expr) -> t.Ty:
        adj = self.fcx.results.adjustments.get(e.id)
        return adj[-1].target if adj else self.fcx.results.types.get(e.id, t.ERROR)

    # ------------------------------------------------------------------------------------------------------------- walk
    def walk(self, e: hir.Expr) -> None:
        results = self.fcx.results
        match e:
            case hir.AddrOf(_, mut, inner):
                self.place(inner, "mut" if mut else "ref")
            case hir.Assign(lhs, rhs, _):
                self.consume(rhs)
                self.place(lhs, "mut")
            case hir.AssignOp(_, _, lhs, rhs):
                self.consume(rhs)
                if e.id in results.callee:
                    self.consume(lhs)
                else:
                    self.place(lhs, "mut")
            case hir.Match(scrutinee, arms, _):
                self.scrutinee(scrutinee, [a.pat for a in arms])
                for a in arms:
                    if a.guard is not None:
                        self.consume(a.guard)
                    self.consume(a.body)
            case hir.Let(pat, init):
                self.scrutinee(init, [pat])
            case hir.Closure():
                info = results.closures.get(e.def_)
                for c in info.captures if info is not None else ():
                    mode = {"ref": "ref", "mut": "mut"}.get(c.mode)
                    if mode is None:
                        mode = "copy" if self.fcx.is_copy(c.ty) else "move"
                    self.note(c.local, mode, c.span)
            case hir.BlockExpr(_, block, _):
                self.block(block)
            case hir.If(cond, then, else_):
                self.consume(cond)
                self.block(then)
                if else_ is not None:
                    self.consume(else_)
            case hir.Loop(_, body, _, _):
                self.block(body)
            case hir.Break(_, inner) | hir.Return(inner):
                if inner is not None:
                    self.consume(inner)
            case hir.Continue():
                pass
            case hir.Struct(_, fields, base):
                for f in fields:
                    self.consume(f.expr)
                if base is not None:
                    self.place(base, "copy")
            case _:
                if is_place(e, self.fcx):
                    self.base_place(e, "copy")
                    return
                for child in children(e):
                    if isinstance(child, hir.Expr):
                        self.consume(child)
                    elif isinstance(child, hir.Format):
                        for arg in child.args:
                            self.consume(arg)
                    elif isinstance(child, hir.AsmOperand) and child.expr is not None:
                        self.place(child.expr, "mut" if child.kind != "in" else "copy")

    def block(self, b: hir.Block) -> None:
        for s in b.stmts:
            if isinstance(s, hir.StmtLet):
                if s.init is not None:
                    self.scrutinee(s.init, [s.pat])
                if s.els is not None:
                    self.block(s.els)
            elif isinstance(s, hir.StmtExpr):
                self.consume(s.expr)
        if b.tail is not None:
            self.consume(b.tail)

    def scrutinee(self, e: hir.Expr, pats: list[hir.Pat]) -> None:
        """A matched place is used as its patterns bind it; a matched value is consumed."""
        if not is_place(e, self.fcx) or self.fcx.results.adjustments.get(e.id):
            self.consume(e)
            return
        mode = None
        for p in pats:
            for q in walk_pat(p):
                if isinstance(q, hir.PatBinding):
                    bm = self.fcx.results.binding_modes.get(q.id, "move")
                    if bm == "move":
                        ty = self.fcx.results.types.get(q.id, t.ERROR)
                        use = "copy" if self.fcx.is_copy(ty) else "move"
                    else:
                        use = "mut" if bm == "ref mut" else "ref"
                elif isinstance(q, hir.PatWild):
                    continue
                else:
                    use = "copy"
                if mode is None or _RANK[use] > _RANK[mode]:
                    mode = use
        if mode is not None:
            self.place(e, mode)
        elif not isinstance(e, hir.ExprPath):
            self.place(e, "copy")
