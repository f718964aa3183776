"""HIR types, paths and bounds to interned types (rustc's ``hir_ty_lowering``).

One ``TyLowerer`` serves one item.  In bodies it works for an inference context: ``_`` and missing generic arguments become
inference variables and every region is erased.  In signatures regions keep their slot and ``_`` is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from ferrule.hir import nodes as hir
from ferrule.resolve.defs import Def, DefKind
from ferrule.ty import ty as t
from ferrule.ty.data import (
    OutlivesPredicate,
    Predicate,
    ProjectionPredicate,
    TraitPredicate,
    TraitRef,
)
from ferrule.ty.fold import subst

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt


class InferHooks(Protocol):
    """What lowering inside a body asks of inference."""

    def next_ty_var(self, span: int) -> t.Ty: ...

    def next_const_var(self, ty: t.Ty, span: int) -> t.Const: ...

    def normalize_at(self, ty: t.Ty, span: int) -> t.Ty: ...


def _is_literal_of(value: hir.Lit, ty: t.Ty) -> bool:
    """Whether a literal is a value of the type beyond doubt: type checking says what is wrong with any other."""
    if isinstance(ty, t.Int):
        return value.kind == "int" and value.suffix in ("", ty.name) and int(value.value) <= ty.max
    return value.kind == {t.BOOL: "bool", t.CHAR: "char"}.get(ty)


class TyLowerer:
    def __init__(self, tcx: TyCtxt, owner: Def, infer: InferHooks | None = None) -> None:
        self.tcx = tcx
        self.owner = owner
        self.infer = infer
        self.elided = 0
        self.infer_defaults = False  # an expression path (`Foo::new`) without arguments infers defaulted parameters too
        self.record: Callable[[hir.Ty, t.Ty], None] | None = None

    def error(self, code: str, message: str, span: int, label: str = "") -> t.Ty:
        self.tcx.session.diag.error(code, message, span, label)
        return t.ERROR

    # ------------------------------------------------------------------------------------------------------- regions
    def region(self, lt: hir.Lifetime | None) -> t.Region:
        if self.infer is not None:
            return t.ERASED
        if lt is None or lt.kind in ("elided", "infer"):
            self.elided += 1
            return t.mk_region("late", -self.elided, "")
        if lt.kind == "static":
            return t.STATIC
        if lt.kind == "param" and lt.def_ is not None:
            return self.region_param(lt.def_)
        return t.mk_region("error")

    def region_param(self, d: Def) -> t.Region:
        owner = d.parent
        if owner is not None:
            for p in self.tcx.generics_of(owner).params:
                if p.def_ is d:
                    return t.mk_region("early", p.index, d.name)
        return t.mk_region("late", d.index, d.name)

    # --------------------------------------------------------------------------------------------------------- types
    def ty(self, h: hir.Ty) -> t.Ty:
        result = self._ty(h)
        if self.record is not None:
            self.record(h, result)
        return result

    def _ty(self, h: hir.Ty) -> t.Ty:
        match h:
            case hir.TyPath(qpath):
                return self.qpath(qpath)
            case hir.TyRef(lifetime, mut, inner):
                region = self.region(lifetime)
                return t.mk_ref(self.ty(inner), mut, region)
            case hir.TyPtr(mut, inner):
                return t.mk_ptr(self.ty(inner), mut)
            case hir.TyTuple(elems):
                return t.mk_tuple(tuple(self.ty(e) for e in elems))
            case hir.TyArray(inner, length):
                return t.mk_array(self.ty(inner), self.anon_const(length, t.USIZE))
            case hir.TySlice(inner):
                return t.mk_slice(self.ty(inner))
            case hir.TyFnPtr(decl, unsafe, _, _):
                inputs = tuple(self.ty(i) for i in decl.inputs)
                return t.mk_fn_ptr(inputs, self.ty(decl.output) if decl.output else t.UNIT, unsafe)
            case hir.TyNever():
                return t.NEVER
            case hir.TyInfer():
                if self.infer is not None:
                    return self.infer.next_ty_var(h.span)
                return self.error(
                    "E0121",
                    "the placeholder `_` is not allowed within types on item signatures",
                    h.span,
                    "not allowed in type signatures",
                )
            case hir.TyOpaque(d, _):
                d.cache.setdefault("hir_opaque", h)
                return t.mk_opaque(d, self.tcx.identity_args(d.generics_parent) if d.generics_parent else ())
            case hir.TyUnsupported(code, what):
                return self.error(code, what, h.span)
        return t.ERROR

    def qpath(self, q: hir.QPath) -> t.Ty:
        match q:
            case hir.QResolved(self_ty, path):
                return self.resolved_path(self_ty, path)
            case hir.QTypeRelative(self_hir, segment):
                ty = self.ty(self_hir)
                return self.assoc_ty(ty, self_hir, segment, q.span)
            case hir.QLangItem(name):
                d = self.tcx.require_lang_item(name)
                return self.item_ty(d, None, q.span)
        return t.ERROR

    def resolved_path(self, self_hir: hir.Ty | None, path: hir.Path) -> t.Ty:
        last = path.segments[-1] if path.segments else None
        match path.res:
            case hir.ResPrim(name):
                if last is not None and last.args and last.args.args:
                    return self.error("E0109", f"generic arguments are not allowed on builtin type `{name}`", last.span)
                return (
                    t.PRIMITIVES[name]
                    if name in t.PRIMITIVES
                    else self.error("E0412", f"cannot find type `{name}` in this scope", path.span)
                )
            case hir.ResSelfTyParam(trait):
                return t.mk_param(0, "Self", trait)
            case hir.ResSelfTyAlias(impl):
                return self._maybe_erase(self.tcx.type_of(impl))
            case hir.ResDef(d):
                if d.kind is DefKind.ASSOC_TY and d.parent is not None and d.parent.kind is DefKind.TRAIT:
                    trait_seg = path.segments[-2]
                    if self_hir is None:
                        return self.error("E0223", "ambiguous associated type", path.span)
                    trait_ref = self.trait_ref_of_segment(d.parent, trait_seg, self.ty(self_hir))
                    own = self.args_for(d, last.args if last else None, trait_ref.args, path.span)
                    return self._norm(t.mk_projection(d, own), path.span)
                return self.item_ty(d, last.args if last else None, path.span)
        return t.ERROR

    def item_ty(self, d: Def, args: hir.GenericArgs | None, span: int) -> t.Ty:
        if d.kind in (DefKind.STRUCT, DefKind.ENUM, DefKind.UNION):
            return t.mk_adt(d, self.args_for(d, args, (), span))
        if d.kind is DefKind.TY_ALIAS:
            return self._norm(self._maybe_erase(subst(self.tcx.type_of(d), self.args_for(d, args, (), span))), span)
        if d.kind in (DefKind.TY_PARAM, DefKind.ASSOC_TY):
            return self.tcx.type_of(d)
        if d.kind is DefKind.UNRESOLVED:
            return self.error(
                "G0008",
                f"`{d.name}` comes from a crate that is not available to kernels",
                span,
                "not available in device code",
            )
        if d.kind is DefKind.TRAIT:
            return self.error("E0782", f"expected a type, found trait `{d.name}`", span, "this is a trait, not a type")
        return self.error("E0573", f"expected type, found {d.kind.value} `{d.name}`", span, "not a type")

    def _maybe_erase(self, ty: t.Ty) -> t.Ty:
        if self.infer is None:
            return ty
        from ferrule.ty.fold import erase_regions

        return erase_regions(ty)

    def _norm(self, ty: t.Ty, span: int) -> t.Ty:
        return self.infer.normalize_at(ty, span) if self.infer is not None and ty.flags & t.NEEDS_NORMALIZE else ty

    def assoc_ty(self, ty: t.Ty, self_hir: hir.Ty, segment: hir.PathSegment, span: int) -> t.Ty:
        """``T::Name`` for a type parameter, ``Self``, or an associated type of one."""
        name = segment.ident.name
        found = self.find_assoc_ty(ty, self_hir, name)
        if found is None:
            if ty is t.ERROR:
                return t.ERROR
            from ferrule.ty.pretty import show

            if isinstance(ty, t.Param):
                return self.error(
                    "E0220",
                    f"associated type `{name}` not found for `{show(ty)}`",
                    segment.ident.span,
                    f"associated type `{name}` not found",
                )
            return self.error(
                "E0223",
                "ambiguous associated type",
                span,
                f"use fully-qualified syntax: `<{show(ty)} as Trait>::{name}`",
            )
        assoc, trait_ref = found
        return self._norm(t.mk_projection(assoc, self.args_for(assoc, segment.args, trait_ref.args, span)), span)

    def find_assoc_ty(self, ty: t.Ty, self_hir: hir.Ty, name: str) -> tuple[Def, TraitRef] | None:
        for trait_ref in self.bounds_for_assoc_lookup(ty, self_hir):
            for tr in supertraits(self.tcx, trait_ref):
                for child in tr.trait_.children:
                    if child.kind is DefKind.ASSOC_TY and child.name == name:
                        return child, TraitRef(tr.trait_, tuple(self._maybe_erase_arg(a) for a in tr.args))
        return None

    def _maybe_erase_arg(self, a: t.GenericArg) -> t.GenericArg:
        from ferrule.ty.fold import erase_regions

        return erase_regions(a) if self.infer is not None else a

    def bounds_for_assoc_lookup(self, ty: t.Ty, self_hir: hir.Ty) -> list[TraitRef]:
        tcx = self.tcx
        out: list[TraitRef] = []
        res = (
            self_hir.qpath.path.res
            if isinstance(self_hir, hir.TyPath) and isinstance(self_hir.qpath, hir.QResolved)
            else None
        )
        if isinstance(res, hir.ResSelfTyAlias):
            tr = tcx.impl_trait_ref(res.impl)
            if tr is not None:
                out.append(tr)
        if isinstance(ty, t.Param):
            if ty.def_.kind is DefKind.TRAIT:
                out.append(TraitRef(ty.def_, tcx.identity_args(ty.def_)))
            owner: Def | None = self.owner
            while owner is not None:
                if owner.kind not in (DefKind.CRATE, DefKind.MOD):
                    out.extend(self.written_bounds(owner, ty))
                owner = owner.generics_parent
        elif isinstance(ty, t.Alias):
            for p in tcx.item_bounds(ty.def_):
                if isinstance(p, TraitPredicate):
                    out.append(TraitRef(p.trait_ref.trait_, tuple(subst(a, ty.args) for a in p.trait_ref.args)))
            owner = self.owner
            while owner is not None:
                if owner.kind not in (DefKind.CRATE, DefKind.MOD):
                    out.extend(self.written_bounds(owner, ty))
                owner = owner.generics_parent
        return out

    def written_bounds(self, owner: Def, ty: t.Ty) -> list[TraitRef]:
        """Traits that ``owner``'s own where-clauses state of ``ty``; lowers only what is needed, so that bounds may mention
        each other (rustc's ``type_param_predicates``)."""
        if owner.kind is DefKind.IMPL or owner.kind is DefKind.TRAIT or owner.kind in _HAS_GENERICS:
            generics = self.tcx.hir_generics(owner)
        else:
            return []
        out = []
        sub = TyLowerer(self.tcx, owner)
        for p in generics.predicates:
            if p.ty is None or not isinstance(p.ty, hir.TyPath):
                continue
            if isinstance(ty, t.Param):
                q = p.ty.qpath
                if not isinstance(q, hir.QResolved):
                    continue
                res = q.path.res
                same = (
                    isinstance(res, hir.ResDef)
                    and res.def_ is ty.def_
                    or isinstance(res, hir.ResSelfTyParam)
                    and res.trait_ is ty.def_
                )
            else:
                same = isinstance(p.ty.qpath, hir.QTypeRelative) and sub.ty(p.ty) is ty
            if same:
                for b in p.bounds:
                    if (
                        b.kind == "trait"
                        and b.trait_ is not None
                        and isinstance(b.trait_.res, hir.ResDef)
                        and b.trait_.res.def_.kind is DefKind.TRAIT
                    ):
                        out.append(sub.trait_ref(b.trait_, ty))
        return out

    # ------------------------------------------------------------------------------------------------------ constants
    def anon_const(self, c: hir.AnonConst, ty: t.Ty) -> t.Const:
        tcx = self.tcx
        body = tcx.hir_body(c.def_)
        if body is not None:
            value = body.value
            while isinstance(value, hir.BlockExpr) and not value.block.stmts and value.block.tail is not None:
                value = value.block.tail
            if isinstance(value, hir.Lit) and _is_literal_of(value, ty):
                return t.mk_const(ty, int(value.value))
            if isinstance(value, hir.ExprPath) and isinstance(value.qpath, hir.QResolved):
                res = value.qpath.path.res
                if isinstance(res, hir.ResDef) and res.def_.kind is DefKind.CONST_PARAM:
                    return self.const_param(res.def_)
            if isinstance(value, hir.ExprPath) and isinstance(value.qpath, hir.QLangItem) and value.qpath.name == "_":
                if self.infer is not None:
                    return self.infer.next_const_var(ty, c.span)
        c.def_.cache.setdefault("type_of", ty)
        args = tcx.identity_args(c.def_)
        unevaluated = t.mk_const_unevaluated(ty, c.def_, args)
        return evaluate_const(tcx, unevaluated)

    def const_param(self, d: Def) -> t.Const:
        assert d.parent is not None
        for p in self.tcx.generics_of(d.parent).params:
            if p.def_ is d:
                return t.mk_const_param(self.tcx.type_of(d), p.index, d.name, d)
        return t.mk_const_error(t.USIZE)

    # ------------------------------------------------------------------------------------------------ generic arguments
    def args_for(
        self, d: Def, args: hir.GenericArgs | None, parent_args: t.Args, span: int, self_ty: t.Ty | None = None
    ) -> t.Args:
        """Arguments of ``d`` for the path segment that names it; ``parent_args`` come first (trait args of an assoc item)."""
        tcx = self.tcx
        generics = tcx.generics_of(d)
        out: list[t.GenericArg] = list(parent_args)
        if not parent_args and generics.parent is not None and generics.parent_count:
            out.extend(self.args_for(generics.parent, None, (), span))
        params = generics.params
        if generics.has_self and self_ty is not None and not parent_args:
            out.append(self_ty)
            params = params[1:]
        given_lt = [a for a in args.args if isinstance(a, hir.Lifetime)] if args else []
        given = [a for a in args.args if not isinstance(a, hir.Lifetime)] if args else []
        lifetimes = [p for p in params if p.kind == "lifetime"]
        others = [p for p in params if p.kind != "lifetime" and not p.synthetic]
        required = sum(not p.has_default for p in others)
        if args is not None and len(given_lt) > len(lifetimes) and lifetimes or len(given) > len(others):
            self._wrong_count(
                d, "generic" if len(given) > len(others) else "lifetime", len(others), required, len(given), span
            )
        elif given and len(given) < required:
            self._wrong_count(d, "generic", len(others), required, len(given), span)
        elif not given and required and self.infer is None:
            missing = [p.name for p in others if not p.has_default]
            self.tcx.session.diag.error(
                "E0107",
                f"missing generics for {d.kind.value} `{d.name}`",
                span,
                f"expected {required} generic argument{'s' * (required != 1)}",
            ).help(f"add missing generic arguments: `{d.name}<{', '.join(missing)}>`")
        lt_iter, iter_ = iter(given_lt), iter(given)
        for p in params:
            if p.kind == "lifetime":
                out.append(self.region(next(lt_iter, None)))
                continue
            a = None if p.synthetic else next(iter_, None)
            if p.kind == "type":
                if isinstance(a, hir.Ty):
                    out.append(self.ty(a))
                elif isinstance(a, hir.AnonConst):
                    out.append(self.error("E0747", "constant provided when a type was expected", a.span))
                elif p.has_default and not (self.infer_defaults and not given):
                    out.append(self._default_ty(p.def_, tuple(out), self_ty))
                elif self.infer is not None:
                    out.append(self.infer.next_ty_var(span))
                else:
                    out.append(t.ERROR)
            else:
                cty = tcx.type_of(p.def_)
                if isinstance(a, hir.AnonConst):
                    out.append(self.anon_const(a, cty))
                elif isinstance(a, hir.TyInfer) and self.infer is not None:
                    out.append(self.infer.next_const_var(cty, a.span))
                elif isinstance(a, hir.Ty):
                    self.error("E0747", "type provided when a constant was expected", a.span)
                    out.append(t.mk_const_error(cty))
                elif p.has_default and not (self.infer_defaults and not given):
                    out.append(self._default_const(p.def_, cty, tuple(out)))
                elif self.infer is not None:
                    out.append(self.infer.next_const_var(cty, span))
                else:
                    out.append(t.mk_const_error(cty))
        return tuple(out)

    def _default_ty(self, param: Def, args: t.Args, self_ty: t.Ty | None) -> t.Ty:
        return self._norm(self._maybe_erase(subst(self.default_ty(param), args)), 0)

    def default_ty(self, param: Def) -> t.Ty:
        """The default of a type parameter, in terms of the parameters before it."""
        ty: t.Ty | None = param.cache.get("default_ty")
        if ty is None:
            assert param.parent is not None
            for hp in self.tcx.hir_generics(param.parent).params:
                if hp.def_ is param and isinstance(hp.default, hir.Ty):
                    ty = TyLowerer(self.tcx, param.parent).ty(hp.default)
            param.cache["default_ty"] = ty = ty or t.ERROR
        return ty

    def _default_const(self, param: Def, cty: t.Ty, args: t.Args) -> t.Const:
        return evaluate_const(self.tcx, subst(self.default_const(param, cty), args))

    def default_const(self, param: Def, cty: t.Ty) -> t.Const:
        """The default of a const parameter, in terms of the parameters before it."""
        value: t.Const | None = param.cache.get("default_const")
        if value is None:
            assert param.parent is not None
            for hp in self.tcx.hir_generics(param.parent).params:
                if hp.def_ is param and isinstance(hp.default, hir.AnonConst):
                    value = TyLowerer(self.tcx, param.parent).anon_const(hp.default, cty)
            param.cache["default_const"] = value = value or t.mk_const_error(cty)
        return value

    def _wrong_count(self, d: Def, what: str, most: int, least: int, got: int, span: int) -> None:
        expected = f"{most}" if most == least else f"at least {least}" if got < least else f"at most {most}"
        number = most if got > most else least
        self.error(
            "E0107",
            f"{d.kind.value} takes {expected} {what} argument{'s' * (number != 1)} but {got} {what} argument{'s' * (got != 1)} "
            f"{'were' if got != 1 else 'was'} supplied",
            span,
            f"expected {expected} {what} argument{'s' * (number != 1)}",
        )

    # -------------------------------------------------------------------------------------------------- traits and bounds
    def trait_ref(self, path: hir.Path, self_ty: t.Ty) -> TraitRef:
        assert isinstance(path.res, hir.ResDef)
        return self.trait_ref_of_segment(path.res.def_, path.segments[-1], self_ty)

    def trait_ref_of_segment(self, trait: Def, seg: hir.PathSegment, self_ty: t.Ty) -> TraitRef:
        return TraitRef(trait, self.args_for(trait, seg.args, (), seg.span, self_ty))

    def bound_predicates(self, self_ty: t.Ty, b: hir.Bound) -> list[Predicate]:
        if b.kind == "lifetime":
            return [OutlivesPredicate(self_ty, self.region(b.lifetime))]
        if b.maybe or b.trait_ is None or not isinstance(b.trait_.res, hir.ResDef):
            return []
        trait = b.trait_.res.def_
        if trait.kind is DefKind.UNRESOLVED:
            self.error("G0008", f"`{trait.name}` comes from a crate that is not available to kernels", b.span)
            return []
        if trait.kind is not DefKind.TRAIT:
            self.error("E0404", f"expected trait, found {trait.kind.value} `{trait.name}`", b.span, "not a trait")
            return []
        tr = self.trait_ref(b.trait_, self_ty)
        out: list[Predicate] = [TraitPredicate(tr)]
        args = b.trait_.segments[-1].args
        for c in args.constraints if args else ():
            found = None
            for super_ in supertraits(self.tcx, tr):
                for child in super_.trait_.children:
                    if child.kind is DefKind.ASSOC_TY and child.name == c.ident.name:
                        found = child, super_
                        break
                if found:
                    break
            if found is None:
                self.error(
                    "E0220",
                    f"associated type `{c.ident.name}` not found for `{trait.name}`",
                    c.ident.span,
                    f"associated type `{c.ident.name}` not found",
                )
                continue
            assoc, super_ = found
            pargs = self.args_for(assoc, c.args, super_.args, c.span)
            if isinstance(c.ty, hir.Ty):
                out.append(ProjectionPredicate(assoc, pargs, self.ty(c.ty)))
            for inner in c.bounds:
                out.extend(self.bound_predicates(t.mk_projection(assoc, pargs), inner))
        return out

    def where_predicates(self, p: hir.WherePredicate) -> list[Predicate]:
        if p.ty is None:
            if p.lifetime is None:
                return []
            r = self.region(p.lifetime)
            return [OutlivesPredicate(r, self.region(b.lifetime)) for b in p.bounds if b.kind == "lifetime"]
        self_ty = self.ty(p.ty)
        return [q for b in p.bounds for q in self.bound_predicates(self_ty, b)]


_HAS_GENERICS = (
    DefKind.FN, DefKind.ASSOC_FN, DefKind.STRUCT, DefKind.ENUM, DefKind.UNION, DefKind.TY_ALIAS, DefKind.ASSOC_TY,
    DefKind.CONST, DefKind.ASSOC_CONST,
)  # fmt: skip


def evaluate_const(tcx: TyCtxt, c: t.Const) -> t.Const:
    """Evaluates an unevaluated constant whose arguments have no parameters or inference variables left."""
    if isinstance(c, t.ConstUnevaluated) and not c.flags & (t.HAS_PARAM | t.HAS_INFER):
        from ferrule.mir.interpret import ConstEvalError
        from ferrule.mir.value import VScalar
        from ferrule.ty.context import QueryCycle

        try:
            value = tcx.const_eval(c.def_, c.args)
        except QueryCycle:
            tcx.session.diag.error("E0391", "cycle detected when evaluating a constant", c.def_.span)
            return t.mk_const_error(c.ty)
        except ConstEvalError as e:
            e.report(tcx)
            return t.mk_const_error(c.ty)
        if not isinstance(value, VScalar):
            return t.mk_const_error(c.ty)
        bits = value.bits
        if isinstance(c.ty, t.Int) and c.ty.signed and bits >> (c.ty.bits - 1):
            bits -= 1 << c.ty.bits
        return t.mk_const(c.ty, bits)
    return c


def supertraits(tcx: TyCtxt, tr: TraitRef) -> list[TraitRef]:
    """``tr`` and everything it implies, nearest first."""
    out, seen, todo = [], set(), [tr]
    while todo:
        cur = todo.pop(0)
        if cur in seen:
            continue
        seen.add(cur)
        out.append(cur)
        for p in tcx.super_predicates_of(cur.trait_):
            if (
                isinstance(p, TraitPredicate)
                and p.trait_ref.args
                and isinstance(p.trait_ref.args[0], t.Param)
                and p.trait_ref.args[0].index == 0
            ):
                todo.append(TraitRef(p.trait_ref.trait_, tuple(subst(a, cur.args) for a in p.trait_ref.args)))
    return out
