"""Types, generic arguments, bounds, lifetimes and generic parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ferrule.hir import gcodes
from ferrule.hir import lower_report as report
from ferrule.hir import nodes as hir
from ferrule.hir.lower_path import ERR, Lex, PathLowerer, make_param
from ferrule.hir.lower_report import TRAIT, TYPE, Source
from ferrule.resolve.collect_defs import AST_NODE
from ferrule.resolve.defs import Def, DefKind
from ferrule.resolve.scope import TYPES, VALUES, Binding
from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare

_LIFETIME_OWNERS = (DefKind.STRUCT, DefKind.ENUM, DefKind.UNION, DefKind.TY_ALIAS, DefKind.TRAIT)


class Elision:
    """What an elided lifetime means where a type is being lowered.

    ``mode``: ``infer`` (bodies), ``fresh`` (each is a new anonymous parameter, collected in ``fresh``), ``to``
    (``target``), ``missing`` (E0106, with ``help``), ``where`` (E0637), ``assoc`` (associated types of impls), ``impl``
    (bounds of `impl Trait` arguments, E0658).
    """

    __slots__ = ("mode", "fresh", "target", "help", "candidates", "seen", "header")

    def __init__(
        self, mode: str, target: hir.Lifetime | None = None, help_: str = "", candidates: Sequence[int] = ()
    ) -> None:
        self.mode = mode
        self.fresh: list[Def] = []
        self.target = target
        self.help = help_
        self.candidates = candidates
        self.header = False  # of an impl: paths must show their lifetimes
        self.seen: list[hir.Lifetime] = []  # distinct lifetimes met, for the elision rule of the output


class ElisionSource(NamedTuple):
    """One parameter for the elision rule: how messages call it, where its type is, the lifetimes it mentions."""

    name: str
    span: int
    lifetimes: list[hir.Lifetime]


class TyLowerer(PathLowerer):
    elision = Elision("infer")
    arg_impls: list[hir.GenericParam] | None = None  # parameters made for argument-position `impl Trait`
    arg_impl_predicates: list[hir.WherePredicate]
    where_recorder: set[Def] | None = None  # where bounds of `impl Trait` arguments record their lifetimes
    return_impl = False

    # --------------------------------------------------------------------------------------------------------- types
    def ty(self, t: ast.Type) -> hir.Ty:
        match t:
            case ast.TyPath():
                return self.ty_path(t)
            case ast.TyRef():
                lt = self.lifetime(t.lifetime, t.span, ampersand=True)
                return hir.TyRef(t.span, self.id(), lt, t.mut, self.ty(t.ty))
            case ast.TyPtr():
                return hir.TyPtr(t.span, self.id(), t.mut, self.ty(t.ty))
            case ast.TyTuple():
                return hir.TyTuple(t.span, self.id(), [self.ty(e) for e in t.elems])
            case ast.TyParen():
                return self.ty(t.ty)
            case ast.TyArray():
                n = self.id()
                return hir.TyArray(t.span, n, self.ty(t.ty), self.anon_const(t.len))
            case ast.TySlice():
                return hir.TySlice(t.span, self.id(), self.ty(t.ty))
            case ast.TyNever():
                return hir.TyNever(t.span, self.id())
            case ast.TyInfer():
                return hir.TyInfer(t.span, self.id())
            case ast.TyFn():
                return self.ty_fn(t)
            case ast.TyImplTrait():
                return self.ty_impl_trait(t)
            case ast.TyDyn():
                return hir.TyUnsupported(t.span, self.id(), *gcodes.DYN)
            case ast.TyMacro():
                return hir.TyUnsupported(t.span, self.id(), *gcodes.TYPE_MACRO)
            case ast.TySelfImplicit():
                return self.implicit_self(t.span)
        return hir.TyErr(t.span, self.id())

    def implicit_self(self, span: int) -> hir.Ty:
        res = self.self_res
        if res is None:
            self.diag.error(
                "",
                "`self` parameter is only allowed in associated functions",
                span,
                "not semantically valid as function parameter",
            ).note("associated functions are those in `impl` or `trait` definitions")
            return hir.TyErr(span, self.id())
        seg = hir.PathSegment(span, hir.Ident(span, "Self"), None, res)
        return hir.TyPath(span, self.id(), hir.QResolved(span, None, hir.Path(span, res, [seg])))

    def ty_path(self, t: ast.TyPath) -> hir.Ty:
        path = t.path
        if len(path.segments) == 1 and path.qself is None and bare(path.segments[0].ident.name) == "Self":
            if path.segments[0].args is None and self.self_res is not None:
                return self.implicit_self(t.span)
        n = self.id()
        q = self.qpath(path, TYPE, t.span)
        if isinstance(q, hir.QResolved):
            res = q.path.res
            if isinstance(res, hir.ResErr):
                return hir.TyErr(t.span, n)
            if isinstance(res, hir.ResDef):
                if res.def_.kind is DefKind.UNRESOLVED:
                    return hir.TyUnsupported(t.span, n, *gcodes.unavailable(res.def_.name))
                if res.def_.kind is DefKind.TRAIT:
                    name = report.path_text(path.segments)
                    self.diag.error("E0782", "expected a type, found a trait", t.span).help(
                        f"use a new generic type parameter, constrained by `{name}`"
                    )
                    return hir.TyErr(t.span, n)
        return hir.TyPath(t.span, n, q)

    def ty_fn(self, t: ast.TyFn) -> hir.Ty:
        params, bound = self.enter_binder(t.generics)
        decl = self.fn_sugar([p.ty for p in t.params], t.output, bound, "the type")
        self.leave_binder(params)
        return hir.TyFnPtr(t.span, self.id(), decl, t.unsafe, t.abi, bound)

    def fn_sugar(self, inputs: list[ast.Type], output: ast.Type | None, bound: list[Def], what: str) -> hir.FnDecl:
        """Inputs and output of a fn pointer or ``Fn(A) -> B`` bound: elided lifetimes belong to its own binder."""
        outer = self.elision
        impls, self.arg_impls = self.arg_impls, None
        returns, self.return_impl = self.return_impl, False
        if outer.mode == "infer":
            ins = [self.ty(i) for i in inputs]
            out = self.ty(output) if output is not None else None
        else:
            self.elision = inner = Elision("fresh")
            sources: list[ElisionSource] = []
            ins = []
            for k, i in enumerate(inputs):
                inner.seen = []
                ins.append(self.ty(i))
                sources.append(ElisionSource(f"argument {k + 1}", i.span, inner.seen))
            bound.extend(inner.fresh)
            self.elision = self.output_elision(sources, None)
            out = self.ty(output) if output is not None else None
            self.elision = outer
        self.arg_impls, self.return_impl = impls, returns
        return hir.FnDecl(0, ins, out, "none")

    def output_elision(self, params: list[ElisionSource], self_lifetime: hir.Lifetime | None) -> Elision:
        """The lifetime that elided ones in an output stand for: that of ``&self``, else the only one in the inputs."""
        if self_lifetime is not None:
            return Elision("to", self_lifetime)
        found = [p for p in params if p.lifetimes]
        if len(found) == 1 and len(found[0].lifetimes) == 1:
            return Elision("to", found[0].lifetimes[0])
        text = "this function's return type contains a borrowed value"
        if not found:
            text += ", but there is no value for it to be borrowed from"
        elif all(
            lt.kind == "static" or lt.def_ is not None and lt.def_.node is not None for p in found for lt in p.lifetimes
        ):
            text += " with an elided lifetime, but the lifetime cannot be derived from the arguments"
        else:
            names = [
                p.name if len(p.lifetimes) == 1 else f"one of {p.name}'s {len(p.lifetimes)} lifetimes" for p in found
            ]
            if len(names) == 1:
                text += f", but the signature does not say which {names[0]} it is borrowed from"
            else:
                last = " or " if len(names) == 2 else ", or "
                listed = f"{', '.join(names[:-1])}{last}{names[-1]}"
                text += f", but the signature does not say whether it is borrowed from {listed}"
        return Elision("missing", help_=text, candidates=[p.span for p in found])

    def ty_impl_trait(self, t: ast.TyImplTrait) -> hir.Ty:
        if self.arg_impls is not None:
            text = self.session.source_map.snippet(t.span) or "impl Trait"
            name = text if text.startswith("impl ") else f"impl {text}"
            d = Def(DefKind.TY_PARAM, name, self.owner, self.crate, t, t.span)
            self.arg_impls.append(hir.GenericParam(t.span, d, "type", None, None))
            outer, self.arg_impls = self.arg_impls, None
            recorder, self.recorder = self.recorder, self.where_recorder
            elision, self.elision = self.elision, Elision("impl")
            bounds = [self.bound(b) for b in t.bounds]
            self.arg_impls, self.recorder, self.elision = outer, recorder, elision
            res = hir.ResDef(d)

            def path(n: int) -> hir.Ty:
                seg = hir.PathSegment(t.span, hir.Ident(t.span, name), None, res)
                return hir.TyPath(t.span, n, hir.QResolved(t.span, None, hir.Path(t.span, res, [seg])))

            self.arg_impl_predicates.append(hir.WherePredicate(t.span, path(self.id()), None, bounds, []))
            return path(self.id())
        if self.return_impl:
            d = Def(DefKind.OPAQUE, "", self.owner, self.crate, t, t.span)
            d.generics_parent = self.owner
            node = hir.TyOpaque(t.span, self.id(), d, [])
            d.cache["hir_opaque"] = node
            node.bounds = [self.bound(b) for b in t.bounds]
            d.cache["hir_bounds"] = node.bounds
            return node
        if (
            self.owner.kind is DefKind.ASSOC_FN
            and self.owner.parent is not None
            and self.owner.parent.kind is DefKind.TRAIT
        ):
            return hir.TyUnsupported(t.span, self.id(), *gcodes.IMPL_TRAIT)
        self.diag.error("E0562", "`impl Trait` is not allowed in this position", t.span).note(
            "`impl Trait` is only allowed in arguments and return types of functions and methods"
        )
        return hir.TyErr(t.span, self.id())

    # ---------------------------------------------------------------------------------------------- anonymous constants
    def anon_const(self, e: ast.Expr, inline: bool = False) -> hir.AnonConst:
        d = Def(DefKind.ANON_CONST, "", self.owner, self.crate, e, e.span)
        d.generics_parent = (
            self.owner if self.owner.kind is not DefKind.ANON_CONST else self.owner.generics_parent or self.owner
        )
        inner = e
        while isinstance(inner, (ast.ExprBlock, ast.ExprParen)):
            if isinstance(inner, ast.ExprParen):
                inner = inner.expr
            elif not inner.kind and not inner.block.stmts and inner.block.tail is not None:
                inner = inner.block.tail
            else:
                break
        trivial = isinstance(inner, ast.ExprPath) and len(inner.path.segments) == 1
        d.cache["lex"] = Lex(self.scope, self.item, dict(self.names), inline, trivial)
        return hir.AnonConst(e.span, self.id(), d)

    # ---------------------------------------------------------------------------------------------------------- paths
    def qpath(self, path: ast.Path, source: Source, span: int) -> hir.QPath:
        """A path of any form.  Failures are reported and come back as a resolved path to an error."""
        segs = path.segments
        if path.qself is not None:
            return self.qualified(path, source, span)
        res, count, each = self.resolve(segs, path.global_, source, span)
        n = len(segs)
        if isinstance(res, hir.ResErr) or isinstance(res, hir.ResDef) and res.def_.kind is DefKind.UNRESOLVED:
            out = [hir.PathSegment(s.span, hir.Ident(s.ident.span, bare(s.ident.name)), None, ERR) for s in segs]
            return hir.QResolved(span, None, hir.Path(span, res, out))
        while len(each) < count:
            each.append(res)
        # Tables of locals have no use for arguments; the common path has one segment and none.
        base_ns_type = source.ns == TYPES or count < n
        lowered = [
            self.segment(s, r, base_ns_type and k == count - 1)
            for k, (s, r) in enumerate(zip(segs[:count], each, strict=False))
        ]
        base = hir.QResolved(span, None, hir.Path(span, res, lowered))
        if count == n:
            return base
        return self.relative(base, segs, count, span)

    def relative(self, base: hir.QPath, segs: list[ast.PathSegment], count: int, span: int) -> hir.QPath:
        """``base::segs[count]::...`` looked up by type."""
        q = base
        for k in range(count, len(segs)):
            self_ty = hir.TyPath(q.span, self.id(), q)
            q = hir.QTypeRelative(span, self_ty, self.segment(segs[k], ERR, False))
        return q

    def qualified(self, path: ast.Path, source: Source, span: int) -> hir.QPath:
        qself = path.qself
        assert qself is not None
        self_ty = self.ty(qself.ty)
        segs = path.segments
        k = qself.position
        if k == 0:
            q: hir.QPath = hir.QTypeRelative(span, self_ty, self.segment(segs[0], ERR, False))
            return self.relative(q, segs, 1, span)
        trait, _, each = self.resolve(segs[:k], path.global_, TRAIT, span)
        seg = segs[k]
        name = bare(seg.ident.name)
        res: hir.Res = ERR
        if isinstance(trait, hir.ResDef) and trait.def_.kind is DefKind.TRAIT:
            ns = TYPES if k < len(segs) - 1 else source.ns
            b: Binding | None = trait.def_.scope.tables[ns].get(name)
            if b is None:
                report.no_assoc_item(self.session, trait.def_, segs[:k], seg.ident, ns)
            else:
                res = hir.ResDef(b.def_)
        elif isinstance(trait, hir.ResDef) and trait.def_.kind is DefKind.UNRESOLVED:
            res = trait
        while len(each) < k:
            each.append(ERR)
        lowered = [self.segment(s, r, i == k - 1) for i, (s, r) in enumerate(zip(segs[:k], each, strict=False))]
        lowered.append(self.segment(seg, res, False))
        base = hir.QResolved(span, self_ty, hir.Path(span, res, lowered))
        return base if k == len(segs) - 1 else self.relative(base, segs, k + 1, span)

    def segment(self, s: ast.PathSegment, res: hir.Res, type_position: bool) -> hir.PathSegment:
        args = self.generic_args(s.args) if s.args is not None else None
        if type_position and not self.in_body and isinstance(res, hir.ResDef) and res.def_.kind in _LIFETIME_OWNERS:
            args = self.implicit_lifetimes(res.def_, args, s.ident.span)
        return hir.PathSegment(s.span, hir.Ident(s.ident.span, bare(s.ident.name)), args, res)

    def implicit_lifetimes(self, d: Def, args: hir.GenericArgs | None, span: int) -> hir.GenericArgs | None:
        """Writes out the lifetimes that a path in a signature leaves away."""
        if args is not None and any(isinstance(a, hir.Lifetime) for a in args.args):
            return args
        generics = getattr(d.node, "generics", None)
        count = sum(p.kind == "lifetime" for p in generics.params) if generics is not None else 0
        if not count:
            return args
        if self.elision.header:
            label = "expected lifetime parameter" if count == 1 else "expected lifetime parameters"
            self.diag.error("E0726", "implicit elided lifetime not allowed here", span, label).help(
                "indicate the anonymous lifetime"
            )
            fresh = [hir.Lifetime(span, "error") for _ in range(count)]
        elif self.elision.mode in ("missing", "where"):
            word = "" if count == 1 else "s"
            label = "expected named lifetime parameter" if count == 1 else f"expected {count} lifetime parameters"
            self.missing_lifetime(f"missing lifetime specifier{word}", span, label)
            fresh = [hir.Lifetime(span, "error") for _ in range(count)]
        else:
            fresh = [self.lifetime(None, span) for _ in range(count)]
        return hir.GenericArgs(
            span, [*fresh, *(args.args if args is not None else [])], args.constraints if args is not None else []
        )

    def generic_args(self, a: ast.AngleArgs | ast.ParenArgs) -> hir.GenericArgs:
        if isinstance(a, ast.ParenArgs):
            bound = self.binder_defs
            decl = self.fn_sugar(a.inputs, a.output, bound, "the bound")
            inputs = hir.TyTuple(a.span, self.id(), decl.inputs)
            output = decl.output if decl.output is not None else hir.TyTuple(a.span, self.id(), [])
            out_span = decl.output.span if decl.output is not None else a.span
            constraint = hir.AssocConstraint(out_span, hir.Ident(out_span, "Output"), None, output, [])
            return hir.GenericArgs(a.span, [inputs], [constraint], parenthesized=True)
        args: list[hir.Ty | hir.Lifetime | hir.AnonConst] = []
        for arg in a.args:
            if isinstance(arg, ast.Lifetime):
                args.append(self.lifetime(arg, arg.span))
            elif isinstance(arg, ast.Expr):
                args.append(self.anon_const(arg))
            elif (const := self.const_path(arg)) is not None:
                args.append(const)
            else:
                args.append(self.ty(arg))
        return hir.GenericArgs(a.span, args, [self.assoc_constraint(c) for c in a.constraints])

    def const_path(self, t: ast.Type) -> hir.AnonConst | None:
        """A lone path in type position that names only a value is a constant argument."""
        if (
            not isinstance(t, ast.TyPath)
            or len(t.path.segments) != 1
            or t.path.qself is not None
            or t.path.segments[0].args is not None
        ):
            return None
        ident = t.path.segments[0].ident
        name = bare(ident.name)
        if (
            name == "Self"
            or self.lexical(name, TYPES, ident.span) is not None
            or self.lexical(name, VALUES, ident.span) is None
        ):
            return None
        return self.anon_const(ast.ExprPath(t.span, t.path))

    def assoc_constraint(self, c: ast.AssocConstraint) -> hir.AssocConstraint:
        args = self.generic_args(c.args) if c.args is not None else None
        ty = None if c.ty is None else self.ty(c.ty) if isinstance(c.ty, ast.Type) else self.anon_const(c.ty)
        return hir.AssocConstraint(
            c.span, hir.Ident(c.ident.span, c.ident.name), args, ty, [self.bound(b) for b in c.bounds]
        )

    # ------------------------------------------------------------------------------------------------------ lifetimes
    def lifetime(self, lt: ast.Lifetime | None, span: int, ampersand: bool = False) -> hir.Lifetime:
        if lt is None or lt.name == "_":
            return self.elided(lt.span if lt is not None else span, ampersand and lt is None, lt is not None)
        if lt.name == "static":
            out = hir.Lifetime(lt.span, "static")
        else:
            d = self.find_lifetime(f"'{lt.name}", lt.span)
            out = hir.Lifetime(lt.span, "param", d) if d is not None else hir.Lifetime(lt.span, "error")
        self.note_lifetime(out)
        return out

    def note_lifetime(self, lt: hir.Lifetime) -> None:
        if self.recorder is not None and lt.def_ is not None:
            self.recorder.add(lt.def_)
        e = self.elision
        if (
            e.mode == "fresh"
            and lt.kind != "error"
            and not any(s.kind == lt.kind and s.def_ is lt.def_ for s in e.seen)
        ):
            if not any(lt.def_ is d for d in self.binder_defs):
                e.seen.append(lt)

    def elided(self, span: int, ampersand: bool, underscore: bool) -> hir.Lifetime:
        e = self.elision
        if e.mode == "infer":
            return hir.Lifetime(span, "infer")
        if e.mode == "fresh":
            d = Def(DefKind.LIFETIME_PARAM, "'_", self.owner, self.crate, None, span)
            e.fresh.append(d)
            lt = hir.Lifetime(span, "param", d)
            e.seen.append(lt)
            return lt
        if e.mode == "to":
            assert e.target is not None
            return hir.Lifetime(span, e.target.kind, e.target.def_)
        amp = span >> 32 << 32 | (span >> 32) + 1 if ampersand and span else span
        if e.mode == "where":
            if underscore:
                self.diag.error("E0637", "`'_` cannot be used here", span, "`'_` is a reserved lifetime name")
            else:
                self.diag.error(
                    "E0637",
                    "`&` without an explicit lifetime name cannot be used here",
                    amp,
                    "explicit lifetime name needed here",
                )
        elif e.mode == "impl":
            self.diag.error(
                "E0658", "anonymous lifetimes in `impl Trait` are unstable", amp, "expected named lifetime parameter"
            ).help("consider introducing a named lifetime parameter")
        elif e.mode == "assoc":
            self.diag.error(
                "", "missing lifetime in associated type", amp, "this lifetime must come from the implemented type"
            )
        else:
            self.missing_lifetime("missing lifetime specifier", amp, "expected named lifetime parameter")
        return hir.Lifetime(span, "error")

    def missing_lifetime(self, message: str, span: int, label: str) -> None:
        d = self.diag.error("E0106", message, span, label)
        for c in self.elision.candidates:
            d.label(c, "")
        if self.elision.help:
            d.help(self.elision.help)
        if not self.elision.help or "whether" in self.elision.help:
            d.help("consider introducing a named lifetime parameter")

    def find_lifetime(self, name: str, span: int) -> Def | None:
        for b in reversed(self.binders):
            d = b.get(name)
            if d is not None:
                return d
        d = self.params.get(name)
        if d is not None:
            return d
        scope = self.scope
        while scope.block:
            from ferrule.hir.lower_path import params_in_scope

            if scope.def_ is not self.item and (outer := params_in_scope(self.tcx, scope.def_).get(name)) is not None:
                report.outer_generic(self.session, name, span, outer, self.item)
                return None
            assert scope.parent is not None
            scope = scope.parent
        self.diag.error("E0261", f"use of undeclared lifetime name `{name}`", span, "undeclared lifetime").help(
            f"consider introducing lifetime `{name}` here"
        )
        return None

    # ---------------------------------------------------------------------------------------------- binders and bounds
    def enter_binder(self, generics: list[ast.GenericParam]) -> tuple[list[Def], list[Def]]:
        """Opens ``for<'a>``; returns what ``leave_binder`` wants and the list of bound lifetimes, which may grow."""
        defs = [make_param(self.tcx, p, self.owner) for p in generics if p.kind == "lifetime"]
        saved = self.binder_defs
        self.binder_defs = bound = list(defs)
        self.binders.append({d.name: d for d in defs})
        return saved, bound

    def leave_binder(self, saved: list[Def]) -> None:
        self.binder_defs = saved
        self.binders.pop()

    def bound(self, b: ast.Bound) -> hir.Bound:
        if b.kind == "lifetime":
            assert b.lifetime is not None
            return hir.Bound(b.span, "lifetime", None, [], False, self.lifetime(b.lifetime, b.span))
        if b.kind == "use" or b.path is None:
            return hir.Bound(b.span, "use", None, [])
        saved, bound = self.enter_binder(b.generics)
        path = self.trait_path(b.path)
        self.leave_binder(saved)
        return hir.Bound(b.span, "trait", path, bound, "?" in b.modifiers)

    def trait_path(self, path: ast.Path) -> hir.Path:
        q = self.qpath(path, TRAIT, path.span)
        if isinstance(q, hir.QResolved):
            return q.path
        name = report.path_text(path.segments)
        self.diag.error(
            "E0405",
            f"cannot find trait `{bare(path.segments[-1].ident.name)}` in `{name.rpartition('::')[0]}`",
            path.span,
        )
        return hir.Path(
            path.span,
            ERR,
            [hir.PathSegment(s.span, hir.Ident(s.ident.span, s.ident.name), None, ERR) for s in path.segments],
        )

    def bounds(self, bounds: list[ast.Bound]) -> list[hir.Bound]:
        return [self.bound(b) for b in bounds if b.kind != "use"]

    # ------------------------------------------------------------------------------------------------------- generics
    def generic_params(
        self, params: list[tuple[ast.GenericParam, Def]]
    ) -> tuple[list[hir.GenericParam], list[hir.WherePredicate]]:
        out: list[hir.GenericParam] = []
        predicates: list[hir.WherePredicate] = []
        for p, d in params:
            default: hir.Ty | hir.AnonConst | None = None
            if p.default is not None:
                self.check_default(p, d, params)
            if p.kind == "type" and isinstance(p.default, ast.Type):
                default = self.ty(p.default)
            elif p.kind == "const" and p.default is not None:
                default = self.anon_const(p.default if isinstance(p.default, ast.Expr) else _type_as_expr(p.default))
            ty = self.ty(p.ty) if p.ty is not None else None
            out.append(hir.GenericParam(p.span, d, p.kind, default, ty))
            if p.bounds:
                if p.kind == "lifetime":
                    lt = hir.Lifetime(p.ident.span, "param", d)
                    predicates.append(hir.WherePredicate(p.span, None, lt, self.bounds(p.bounds), []))
                else:
                    res = hir.ResDef(d)
                    seg = hir.PathSegment(p.ident.span, hir.Ident(p.ident.span, d.name), None, res)
                    path = hir.Path(p.ident.span, res, [seg])
                    subject = hir.TyPath(p.ident.span, self.id(), hir.QResolved(p.ident.span, None, path))
                    predicates.append(hir.WherePredicate(p.span, subject, None, self.bounds(p.bounds), []))
        return out, predicates

    def check_default(self, p: ast.GenericParam, d: Def, params: list[tuple[ast.GenericParam, Def]]) -> None:
        owner = d.parent
        if owner is not None and owner.kind in (DefKind.FN, DefKind.ASSOC_FN, DefKind.IMPL):
            self.diag.error("", "defaults for generic parameters are not allowed here", p.span)
            return
        later = {x.name for _, x in params[[x for _, x in params].index(d) :]}
        for path in _lone_paths(p.default):
            name = bare(path.segments[0].ident.name)
            if name in later:
                self.diag.error(
                    "E0128",
                    "generic parameter defaults cannot reference parameters before they are declared",
                    path.span,
                    f"cannot reference `{name}` before it is declared",
                )

    def where_predicate(self, w: ast.WherePredicate) -> hir.WherePredicate:
        if w.lifetime is not None:
            return hir.WherePredicate(w.span, None, self.lifetime(w.lifetime, w.span), self.bounds(w.bounds), [])
        assert w.ty is not None
        saved, bound = self.enter_binder(w.generics)
        ty = self.ty(w.ty)
        bounds = self.bounds(w.bounds)
        self.leave_binder(saved)
        return hir.WherePredicate(w.span, ty, None, bounds, bound)


def _type_as_expr(t: ast.Type) -> ast.Expr:
    """A constant default written as a lone path, which the parser takes for a type."""
    if isinstance(t, ast.TyPath):
        return ast.ExprPath(t.span, t.path)
    return ast.ExprErr(t.span)


def _lone_paths(node: object) -> Iterator[ast.Path]:
    """Paths in a type or constant whose first segment may be a generic parameter."""
    if isinstance(node, ast.Path):
        if node.qself is None and not node.global_:
            yield node
        for seg in node.segments:
            yield from _lone_paths(seg.args)
        yield from _lone_paths(node.qself)
    elif isinstance(node, list):
        for x in node:
            yield from _lone_paths(x)
    elif isinstance(node, AST_NODE):
        for k in type(node).__mro__:
            for slot in getattr(k, "__slots__", ()):
                yield from _lone_paths(getattr(node, slot))
