"""Paths as values: what they name, with which generic arguments (rustc's ``instantiate_value_path``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.hir import nodes as hir
from ferrule.infer.method import refuse_drop
from ferrule.infer.obligations import Cause
from ferrule.resolve.defs import Def, DefKind
from ferrule.ty import ty as t
from ferrule.ty.fold import erase_regions, subst

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt

FNS = (DefKind.FN, DefKind.ASSOC_FN)
CONSTS = (DefKind.CONST, DefKind.ASSOC_CONST)


def check_expr_path(fcx: FnCtxt, e: hir.ExprPath) -> t.Ty:
    q = e.qpath
    if isinstance(q, hir.QResolved) and isinstance(q.path.res, hir.ResLocal):
        ty = fcx.results.local_types.get(q.path.res.local.id)
        return ty if ty is not None else t.ERROR
    found = resolve_qpath(fcx, q, e.span)
    if found is None:
        fcx.results.tainted = True
        return t.ERROR
    d, args = found
    return value_of_def(fcx, e, d, args)


def value_of_def(fcx: FnCtxt, e: hir.Expr, d: Def, args: t.Args) -> t.Ty:
    """The type of the value ``d::<args>``; registers what using it requires."""
    tcx = fcx.tcx
    fcx.results.path_res[e.id] = (d, args)
    if d.kind in FNS:
        refuse_drop(fcx, d, e.span)
        fcx.icx.register_predicates_of(d, args, Cause(e.span, "bound"))
        return t.mk_fn_def(d, args)
    if d.kind is DefKind.STRUCT or d.kind is DefKind.VARIANT:
        ctor = d.node.kind
        if ctor == "tuple":
            return t.mk_fn_def(d, args)
        if ctor == "unit":
            return adt_of_ctor(fcx, d, args)
        kind = "struct" if d.kind is DefKind.STRUCT else "struct variant"
        code = "E0423" if d.kind is DefKind.STRUCT else "E0533"
        fcx.error(
            code,
            f"expected value, found {kind} `{d.name}`",
            e.span,
            f"not a value: use struct literal syntax instead: `{d.name} {{ .. }}`",
        )
        return t.ERROR
    if d.kind in CONSTS or d.kind is DefKind.STATIC:
        fcx.icx.register_predicates_of(d, args, Cause(e.span, "bound"))
        if d.kind is DefKind.STATIC:
            require_unsafe_static(fcx, d, e.span)
        return fcx.normalize(erase_regions(subst(tcx.type_of(d), args)), e.span)
    if d.kind is DefKind.CONST_PARAM:
        return tcx.type_of(d)
    if d.kind is DefKind.UNRESOLVED:
        fcx.error(
            "G0008",
            f"`{d.name}` comes from a crate that is not available to kernels",
            e.span,
            "not available in device code",
        )
        return t.ERROR
    fcx.error("E0423", f"expected value, found {d.kind.value} `{d.name}`", e.span, "not a value")
    return t.ERROR


def require_unsafe_static(fcx: FnCtxt, d: Def, span: int) -> None:
    if d.node.mut and fcx.unsafe_depth == 0 and not fcx.raw_place:
        fcx.error(
            "E0133",
            "use of mutable static is unsafe and requires unsafe function or block",
            span,
            "use of mutable static",
        ).note(
            "mutable statics can be mutated by multiple threads: aliasing violations or data races will cause undefined behavior"
        )


def adt_of_ctor(fcx: FnCtxt, d: Def, args: t.Args) -> t.Ty:
    adt = d.parent if d.kind is DefKind.VARIANT else d
    assert adt is not None
    return t.mk_adt(adt, args)


def resolve_qpath(fcx: FnCtxt, q: hir.QPath, span: int) -> tuple[Def, t.Args] | None:
    """The definition and arguments of a path in expression, struct or pattern position; None after an error."""
    match q:
        case hir.QLangItem(name):
            d = fcx.tcx.require_lang_item(name)
            prefix: t.Args = ()
            return d, fcx.icx.fresh_args_for(d, span, prefix)
        case hir.QResolved(self_hir, path):
            return _resolved(fcx, self_hir, path, span)
        case hir.QTypeRelative(self_hir, segment):
            self_ty = fcx.lower_path_ty(self_hir)
            return resolve_assoc_value(fcx, self_ty, segment, span)
    return None


def _resolved(fcx: FnCtxt, self_hir: hir.Ty | None, path: hir.Path, span: int) -> tuple[Def, t.Args] | None:
    tcx, low = fcx.tcx, fcx.lowerer
    segs = path.segments
    match path.res:
        case hir.ResSelfCtor(impl):
            ty = erase_regions(tcx.type_of(impl))
            if isinstance(ty, t.Adt) and ty.def_.kind is DefKind.STRUCT:
                return ty.def_, ty.args
            fcx.error("E0423", "the `Self` constructor must be used with a tuple or unit struct", span)
            return None
        case hir.ResSelfTyAlias(impl):
            ty = fcx.normalize(erase_regions(tcx.type_of(impl)), span)
            if isinstance(ty, t.Adt):
                return ty.def_, ty.args
            return None
        case hir.ResDef(d):
            if (
                d.kind in (DefKind.ASSOC_FN, DefKind.ASSOC_CONST)
                and d.parent is not None
                and d.parent.kind is DefKind.TRAIT
            ):
                trait = d.parent
                self_ty = fcx.lower_ty(self_hir) if self_hir is not None else fcx.icx.next_ty_var(span)
                low.infer_defaults = self_hir is None  # `Trait::f` infers, `<T as Trait>::f` takes the defaults
                trait_args = low.args_for(trait, segs[-2].args if len(segs) > 1 else None, (), span, self_ty)
                low.infer_defaults = False
                return d, fcx.path_args(d, segs[-1].args, trait_args, span)
            if d.kind is DefKind.VARIANT:
                enum = d.parent
                assert enum is not None
                args = segs[-1].args or (segs[-2].args if len(segs) > 1 else None)
                return d, fcx.path_args(enum, args, (), span)
            if d.kind is DefKind.TY_ALIAS:
                ty = fcx.normalize(erase_regions(low.item_ty(d, segs[-1].args, span)), span)
                if isinstance(ty, t.Adt):
                    return ty.def_, ty.args
                return None
            if (
                d.kind in (DefKind.ASSOC_FN, DefKind.ASSOC_CONST)
                and d.generics_parent is not None
                and d.generics_parent.kind is DefKind.IMPL
            ):
                prefix = fcx.icx.fresh_args_for(d.generics_parent, span)
                return d, fcx.path_args(d, segs[-1].args, prefix, span)
            return d, fcx.path_args(d, segs[-1].args if segs else None, (), span)
    fcx.results.tainted = True
    return None


def resolve_assoc_value(fcx: FnCtxt, self_ty: t.Ty, segment: hir.PathSegment, span: int) -> tuple[Def, t.Args] | None:
    """``Type::name``: an enum variant, an inherent or trait associated function or constant."""
    from ferrule.infer.method import lookup_assoc

    self_ty = fcx.resolve_vars_with_obligations(self_ty)
    name = segment.ident.name
    if self_ty is t.ERROR:
        return None
    if isinstance(self_ty, t.Adt) and self_ty.def_.kind is DefKind.ENUM:
        for v in self_ty.def_.children:
            if v.kind is DefKind.VARIANT and v.name == name:
                return v, self_ty.args
    found = lookup_assoc(fcx, self_ty, name, span)
    if found is None:
        from ferrule.infer.lookup_errors import no_assoc_item

        no_assoc_item(fcx, self_ty, segment, span)
        return None
    d, parent_args = found
    return d, fcx.path_args(d, segment.args, parent_args, span)
