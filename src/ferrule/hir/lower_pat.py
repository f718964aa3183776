"""Patterns: which names bind and which name constants, and that alternatives bind the same."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ferrule.hir import gcodes
from ferrule.hir import lower_report as report
from ferrule.hir import nodes as hir
from ferrule.hir.lower_report import PATTERN, STRUCT, TUPLE_STRUCT
from ferrule.hir.lower_ty import TyLowerer
from ferrule.resolve.collect_defs import head_span
from ferrule.resolve.defs import Def, DefKind
from ferrule.resolve.scope import VALUES
from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

_SHADOW = {
    "match": "match bindings",
    "let": "let bindings",
    "param": "function parameters",
    "for": "`for` loop bindings",
}


class PatLowerer(TyLowerer, ABC):
    def __init__(self, tcx: TyCtxt, owner: Def, in_body: bool) -> None:
        super().__init__(tcx, owner, in_body)
        self.bindings: dict[str, tuple[hir.Local, str, int]] = {}  # of the pattern being lowered: local, mode, span
        self.reuse: dict[str, tuple[hir.Local, str, int]] = {}  # from earlier alternatives
        self.pat_kind = "match"

    @abstractmethod
    def expr(self, e: ast.Expr) -> hir.Expr: ...

    def new_local(self, name: str, mut: bool, span: int) -> hir.Local:
        local = hir.Local(span, len(self.locals), bare(name), mut)
        self.locals.append(local)
        return local

    def pattern(self, p: ast.Pat, kind: str) -> hir.Pat:
        """A whole pattern; its names come into scope behind it."""
        saved = self.bindings, self.reuse, self.pat_kind
        self.bindings, self.reuse, self.pat_kind = {}, {}, kind
        out = self.pat(p)
        bound = self.bindings
        self.bindings, self.reuse, self.pat_kind = saved
        for name, (local, _, _) in bound.items():
            self.declare(name, local)
        return out

    def param_patterns(self, pats: list[ast.Pat]) -> list[hir.Pat]:
        """The patterns of a parameter list, which share one set of names."""
        saved = self.bindings, self.reuse, self.pat_kind
        self.bindings, self.reuse, self.pat_kind = {}, {}, "param"
        out = [self.pat(p) for p in pats]
        bound = self.bindings
        self.bindings, self.reuse, self.pat_kind = saved
        for name, (local, _, _) in bound.items():
            self.declare(name, local)
        return out

    def pat(self, p: ast.Pat) -> hir.Pat:
        match p:
            case ast.PatIdent():
                return self.pat_ident(p)
            case ast.PatWild():
                return hir.PatWild(p.span, self.id())
            case ast.PatParen():
                return self.pat(p.pat)
            case ast.PatRef():
                n = self.id()
                return hir.PatRef(p.span, n, p.mut, self.pat(p.pat))
            case ast.PatTuple():
                n = self.id()
                elems, rest = self.elements(p.elems)
                return hir.PatTuple(p.span, n, elems, rest)
            case ast.PatTupleStruct():
                n = self.id()
                q = self.qpath(p.path, TUPLE_STRUCT, p.span)
                elems, rest = self.elements(p.elems)
                return (
                    hir.PatErr(p.span, n) if self.bad_path(q, p.span) else hir.PatTupleStruct(p.span, n, q, elems, rest)
                )
            case ast.PatStruct():
                n = self.id()
                q = self.qpath(p.path, STRUCT, p.span)
                fields = [
                    hir.PatField(f.span, hir.Ident(f.ident.span, bare(f.ident.name)), self.pat(f.pat)) for f in p.fields
                ]
                return (
                    hir.PatErr(p.span, n) if self.bad_path(q, p.span) else hir.PatStruct(p.span, n, q, fields, p.rest)
                )
            case ast.PatPath():
                n = self.id()
                q = self.qpath(p.path, PATTERN, p.span)
                return hir.PatErr(p.span, n) if self.bad_path(q, p.span) else self.path_pattern(p.span, n, q)
            case ast.PatLit():
                n = self.id()
                return hir.PatLit(p.span, n, self.expr(p.expr))
            case ast.PatRange():
                n = self.id()
                lo = self.expr(p.lo) if p.lo is not None else None
                hi = self.expr(p.hi) if p.hi is not None else None
                return hir.PatRange(p.span, n, lo, hi, p.inclusive)
            case ast.PatOr():
                return self.pat_or(p)
            case ast.PatSlice():
                return self.pat_slice(p)
            case ast.PatRest():
                self.diag.error("", "`..` patterns are not allowed here", p.span).note(
                    "only allowed in tuple, tuple struct, and slice patterns"
                )
                return hir.PatErr(p.span, self.id())
            case ast.PatMacro():
                self.diag.error(*gcodes.host_macro(report.path_text(p.mac.path.segments)), p.span)
        return hir.PatErr(p.span, self.id())

    def bad_path(self, q: hir.QPath, span: int) -> bool:
        if isinstance(q, hir.QResolved):
            res = q.path.res
            if isinstance(res, hir.ResErr):
                return True
            if isinstance(res, hir.ResDef) and res.def_.kind is DefKind.UNRESOLVED:
                self.diag.error(*gcodes.unavailable(res.def_.name), span)
                return True
        return False

    def path_pattern(self, span: int, n: int, q: hir.QPath) -> hir.Pat:
        if isinstance(q, hir.QResolved) and isinstance(q.path.res, hir.ResDef):
            d = q.path.res.def_
            if d.kind is DefKind.CONST_PARAM:
                self.diag.error(
                    "E0158", "constant parameters cannot be referenced in patterns", span, "can't be used in patterns"
                )
                return hir.PatErr(span, n)
            if d.kind is DefKind.STATIC:
                self.diag.error(
                    "E0532",
                    f"expected unit struct, unit variant or constant, found static `{d.name}`",
                    span,
                    "not a unit struct, unit variant or constant",
                )
                return hir.PatErr(span, n)
        return hir.PatPath(span, n, q)

    def pat_ident(self, p: ast.PatIdent) -> hir.Pat:
        ident = p.ident
        name = ident.name
        item = self.lexical_item(p) if name != "self" else None
        if item is not None:
            return item
        n = self.id()
        mode = ("ref mut" if p.mut else "ref") if p.by_ref else ""
        old = self.bindings.get(name)
        if old is not None:
            if self.pat_kind == "param":
                self.diag.error(
                    "E0415",
                    f"identifier `{bare(name)}` is bound more than once in this parameter list",
                    ident.span,
                    "used as parameter more than once",
                )
            else:
                self.diag.error(
                    "E0416",
                    f"identifier `{bare(name)}` is bound more than once in the same pattern",
                    ident.span,
                    "used in a pattern more than once",
                )
            local = old[0]
        elif name in self.reuse:
            local, other, first = self.reuse[name]
            if other != mode:
                self.diag.error(
                    "E0409",
                    f"variable `{bare(name)}` is bound inconsistently across alternatives separated by `|`",
                    ident.span,
                    "bound in different ways",
                ).label(first, "first binding")
            local.mut = local.mut or p.mut and not p.by_ref
        else:
            local = self.new_local(name, p.mut and not p.by_ref, ident.span)
        if old is None:
            self.bindings[name] = (local, mode, ident.span)
        sub = self.pat(p.sub) if p.sub is not None else None
        return hir.PatBinding(p.span, n, mode, local, sub)

    def lexical_item(self, p: ast.PatIdent) -> hir.Pat | None:
        """A lone name that a constant, unit struct or unit variant has is no binding."""
        ident = p.ident
        name = bare(ident.name)
        binding = self.lexical_binding(name, VALUES, ident.span)
        if binding is None or isinstance(binding, hir.ResErr):
            return None
        res = binding if isinstance(binding, hir.Res) else hir.ResDef(binding.def_)
        if not isinstance(res, hir.ResDef):
            return None
        d = res.def_
        plain = not p.by_ref and not p.mut and p.sub is None
        is_ctor = d.kind in (DefKind.STRUCT, DefKind.VARIANT)
        if is_ctor and d.node.kind == "unit" or d.kind in (DefKind.CONST, DefKind.ASSOC_CONST, DefKind.CONST_PARAM):
            if plain:
                if not isinstance(binding, hir.Res) and binding.ambiguous is not None:
                    report.ambiguous(self.session, name, ident.span, binding)
                n = self.id()
                seg = hir.PathSegment(ident.span, hir.Ident(ident.span, name), None, res)
                return self.path_pattern(p.span, n, hir.QResolved(ident.span, None, hir.Path(ident.span, res, [seg])))
        elif is_ctor and d.node.kind == "named" or not is_ctor and d.kind is not DefKind.STATIC:
            return None
        if d.kind is DefKind.CONST_PARAM and not plain:
            return None
        what = report.describe(d)
        label = self.diag.error(
            "E0530",
            f"{_SHADOW.get(self.pat_kind, 'match bindings')} cannot shadow {what}s",
            ident.span,
            f"cannot be named the same as {report.article(what)} {what}",
        )
        label.label(head_span(self.session, d), f"the {what} `{name}` is defined here")
        return hir.PatErr(p.span, self.id())

    def elements(self, elems: list[ast.Pat]) -> tuple[list[hir.Pat], int | None]:
        out: list[hir.Pat] = []
        rest: int | None = None
        for e in elems:
            if isinstance(e, ast.PatRest):
                if rest is not None:
                    self.diag.error(
                        "",
                        "`..` can only be used once per tuple pattern",
                        e.span,
                        "can only be used once per tuple pattern",
                    )
                else:
                    rest = len(out)
            else:
                out.append(self.pat(e))
        return out, rest

    def pat_slice(self, p: ast.PatSlice) -> hir.Pat:
        n = self.id()
        before: list[hir.Pat] = []
        after: list[hir.Pat] = []
        middle: hir.Pat | None = None
        for e in p.elems:
            inner = e
            while isinstance(inner, ast.PatParen):
                inner = inner.pat
            is_rest = (
                isinstance(inner, ast.PatRest) or isinstance(inner, ast.PatIdent) and isinstance(inner.sub, ast.PatRest)
            )
            if not is_rest:
                (before if middle is None else after).append(self.pat(e))
                continue
            if middle is not None:
                self.diag.error(
                    "",
                    "`..` can only be used once per slice pattern",
                    e.span,
                    "can only be used once per slice pattern",
                )
                continue
            if isinstance(inner, ast.PatIdent):
                whole = ast.PatIdent(inner.span, inner.by_ref, inner.mut, inner.ident, None)
                middle = self.pat(whole)
            else:
                middle = hir.PatWild(e.span, self.id())
        return hir.PatSlice(p.span, n, before, middle, after)

    def pat_or(self, p: ast.PatOr) -> hir.Pat:
        n = self.id()
        before = self.bindings
        outer_reuse = self.reuse
        self.reuse = dict(outer_reuse)
        union: dict[str, tuple[hir.Local, str, int]] = {}
        sets: list[dict[str, tuple[hir.Local, str, int]]] = []
        alts: list[hir.Pat] = []
        for alt in p.alts:
            self.bindings = dict(before)
            alts.append(self.pat(alt))
            own = {k: v for k, v in self.bindings.items() if k not in before}
            sets.append(own)
            for k, v in own.items():
                union.setdefault(k, v)
                self.reuse.setdefault(k, v)
        for name, (_, _, span) in union.items():
            missing = [alt for alt, own in zip(p.alts, sets, strict=True) if name not in own]
            if missing:
                d = self.diag.error(
                    "E0408",
                    f"variable `{bare(name)}` is not bound in all patterns",
                    missing[0].span,
                    f"pattern doesn't bind `{bare(name)}`",
                )
                for alt in missing[1:]:
                    d.label(alt.span, f"pattern doesn't bind `{bare(name)}`")
                d.label(span, "variable not in all patterns")
        self.bindings = {**before, **union}
        self.reuse = outer_reuse
        return hir.PatOr(p.span, n, alts)
