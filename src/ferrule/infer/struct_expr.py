"""Struct literals: ``S { a, b: 1, ..base }``, of structs, unions and struct variants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.hir import nodes as hir
from ferrule.infer.obligations import Cause
from ferrule.infer.path import resolve_qpath
from ferrule.resolve.defs import Def, DefKind
from ferrule.ty import ty as t
from ferrule.ty.data import VariantData

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt


def resolve_variant(fcx: FnCtxt, q: hir.QPath, span: int, node_id: int) -> tuple[t.Adt, VariantData] | None:
    """The struct type and variant that a path in literal or pattern position names."""
    found = None
    if isinstance(q, hir.QTypeRelative):
        self_ty = fcx.resolve_vars_with_obligations(fcx.lower_path_ty(q.self_ty))
        if isinstance(self_ty, t.Adt) and self_ty.def_.kind is DefKind.ENUM:
            for v in fcx.tcx.adt(self_ty.def_).variants:
                if v.name == q.segment.ident.name:
                    fcx.results.pat_variants[node_id] = v.index
                    fcx.results.path_res[node_id] = (v.def_, self_ty.args)
                    return self_ty, v
            from ferrule.infer.lookup_errors import no_variant

            no_variant(fcx, self_ty, q.segment.ident)
            return None
        assoc = fcx.lowerer.assoc_ty(self_ty, q.self_ty, q.segment, span)
        assoc = fcx.resolve_vars_with_obligations(fcx.normalize(assoc, span))
        if isinstance(assoc, t.Adt):
            found = assoc.def_, assoc.args
    else:
        found = resolve_qpath(fcx, q, span)
    if found is None:
        fcx.results.tainted = True
        return None
    d, args = found
    if d.kind is DefKind.VARIANT:
        enum = d.parent
        assert enum is not None
        ty = t.mk_adt(enum, args)
        variant = next(v for v in fcx.tcx.adt(enum).variants if v.def_ is d)
    elif d.kind in (DefKind.STRUCT, DefKind.UNION):
        ty = t.mk_adt(d, args)
        variant = fcx.tcx.adt(d).variants[0]
    else:
        fcx.error(
            "E0574",
            f"expected struct, variant or union type, found {d.kind.value} `{d.name}`",
            span,
            "not a struct, variant or union type",
        )
        return None
    fcx.results.pat_variants[node_id] = variant.index
    fcx.results.path_res[node_id] = (d, args)
    return ty, variant


def check_struct(fcx: FnCtxt, e: hir.Struct, expected: t.Ty | None) -> t.Ty:
    from ferrule.infer.expr import check_expr, check_has_type

    found = resolve_variant(fcx, e.qpath, e.span, e.id)
    if found is None:
        for f in e.fields:
            check_expr(fcx, f.expr, None)
        if e.base is not None:
            check_expr(fcx, e.base, None)
        return t.ERROR
    ty, variant = found
    if expected is not None:
        # Only a hint: what the fields say must win, or the message would be about the wrong thing.
        snap = fcx.icx.snapshot()
        if not fcx.icx.eq(ty, expected):
            fcx.icx.rollback(snap)
    fcx.icx.register_predicates_of(ty.def_, ty.args, Cause(e.span, "bound"))
    seen: dict[str, int] = {}
    for f in e.fields:
        name = f.ident.name
        i = variant.field(name)
        if i is None:
            _unknown_field(fcx, ty, variant, f.ident)
            check_expr(fcx, f.expr, None)
            continue
        if name in seen:
            fcx.error("E0062", f"field `{name}` specified more than once", f.ident.span, "used more than once").label(
                seen[name], f"first use of `{name}`"
            )
        seen[name] = f.ident.span
        check_private(fcx, variant.fields[i].def_, ty.def_, f.ident)
        field_ty = fcx.normalize(fcx.tcx.field_ty(variant.fields[i].def_, ty.args), f.span)
        check_has_type(fcx, f.expr, field_ty, Cause(f.expr.span, "field", variant.fields[i].def_))
    if e.base is not None:
        check_has_type(fcx, e.base, ty, Cause(e.base.span, "misc"))
        return ty
    if ty.def_.kind is DefKind.UNION:
        if len(e.fields) != 1:
            fcx.error("E0784", "union expressions should have exactly one field", e.span)
        return ty
    missing = [f.name for f in variant.fields if f.name not in seen]
    if missing and not fcx.results.tainted:
        names = _list(missing)
        fcx.error(
            "E0063",
            f"missing field{'s' * (len(missing) > 1)} {names} in initializer of `{fcx.show(ty)}`",
            _path_span(e),
            f"missing {names}",
        )
    return ty


def _path_span(e: hir.Struct) -> int:
    return e.qpath.span


def _list(names: list[str]) -> str:
    quoted = [f"`{n}`" for n in names]
    if len(quoted) == 1:
        return quoted[0]
    if len(quoted) <= 3:
        return ", ".join(quoted[:-1]) + f" and {quoted[-1]}"
    return ", ".join(quoted[:3]) + f" and {len(quoted) - 3} other field{'s' * (len(quoted) > 4)}"


def check_private(fcx: FnCtxt, field: Def, adt: Def, ident: hir.Ident) -> None:
    from ferrule.resolve.visibility import is_accessible

    if not is_accessible(field.vis, fcx.owner):
        fcx.error(
            "E0451", f"field `{field.name}` of {adt.kind.value} `{adt.name}` is private", ident.span, "private field"
        )


def _unknown_field(fcx: FnCtxt, ty: t.Adt, variant: VariantData, ident: hir.Ident) -> None:
    from ferrule.infer.errors import similar

    names = [f.name for f in variant.fields]
    if ty.def_.kind is DefKind.ENUM:
        code, what = "E0559", f"variant `{ty.def_.name}::{variant.name}` has no field named `{ident.name}`"
        label = f"`{ty.def_.name}::{variant.name}` does not have this field"
    else:
        code, what = "E0560", f"{ty.def_.kind.value} `{fcx.show(ty)}` has no field named `{ident.name}`"
        label = f"`{fcx.show(ty)}` does not have this field"
    near = similar(ident.name, names)
    d = fcx.error(code, what, ident.span, "unknown field" if near else label)
    if near:
        d.suggest("a field with a similar name exists", ident.span, near)
    elif names:
        d.note("available fields are: " + ", ".join(f"`{n}`" for n in names))
