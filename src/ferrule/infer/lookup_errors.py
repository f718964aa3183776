"""What is reported where a name is looked up in a type: methods, fields, variants, associated items, indices
(rustc_hir_typeck's ``method/suggest.rs`` and ``expr.rs``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.hir import nodes as hir
from ferrule.infer.errors import cast_operand, similar
from ferrule.infer.std_gap import report_std_gap
from ferrule.resolve.defs import Def, DefKind
from ferrule.traits.lang import lang_name
from ferrule.ty import ty as t
from ferrule.ty.pretty import show

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt
    from ferrule.infer.method import Probe


def private_item(fcx: FnCtxt, item: Def, span: int) -> None:
    kind = "method" if item.node.params and item.node.params[0].is_self else "associated function"
    fcx.error("E0624", f"{kind} `{item.name}` is private", span, f"private {kind}").label(
        item.name_span, f"private {kind} defined here"
    )


def no_method(fcx: FnCtxt, e: hir.MethodCall, receiver: t.Ty, found: Probe) -> None:
    name = e.segment.ident.name
    span = e.segment.ident.span
    if found.private is not None:
        private_item(fcx, found.private, span)
        return
    ty = fcx.icx.resolve(receiver)
    if ty.flags & t.HAS_ERROR:
        fcx.results.tainted = True
        return
    if found.ambiguous:
        d = fcx.error("E0034", "multiple applicable items in scope", span, f"multiple `{name}` found")
        for i, c in enumerate(found.ambiguous, 1):
            where = "an impl for the type" if c.kind == "inherent" else "the trait"
            what = c.container.name or show(fcx.tcx.type_of(c.container))
            d.note(f"candidate #{i} is defined in {where} `{what}`")
        return
    if isinstance(ty, t.Infer):
        d = fcx.error("E0689", f"can't call method `{name}` on ambiguous numeric type `{show(ty)}`", span, "")
        suffix = "f32" if ty.infer_kind == "float" else "i32"
        d.help(f"you must specify a concrete type for this numeric value, like `{suffix}`")
        return
    kind = _kind_of(ty)
    if found.unsatisfied:
        d = fcx.error(
            "E0599",
            f"the method `{name}` exists for {kind} `{show(ty)}`, but its trait bounds were not satisfied",
            span,
            "method cannot be called due to unsatisfied trait bounds",
        )
        for _, why in dict.fromkeys((None, w) for _, w in found.unsatisfied):
            d.note(f"the following trait bounds were not satisfied: `{why}`")
        return
    if not _has_field(fcx, ty, name) and report_std_gap(fcx, found.steps, name, span):
        return
    d = fcx.error("E0599", f"no method named `{name}` found for {kind} `{show(ty)}` in the current scope", span, "")
    if _has_field(fcx, ty, name):
        d.labels[0] = d.labels[0]._replace(text="field, not a method")
        d.help(f"remove the arguments to read the field: `.{name}`")
        return
    names = _method_names(fcx, found.steps)
    near = similar(name, names)
    if near:
        d.labels[0] = d.labels[0]._replace(text="method not found in `" + show(ty) + "`")
        d.suggest("there is a method with a similar name", span, near)
    else:
        d.labels[0] = d.labels[0]._replace(text=f"method not found in `{show(ty)}`")
    for trait in _traits_with(fcx, name):
        d.help(f"items from traits can only be used if the trait is in scope: `use {trait.path};`")
        break
    if isinstance(ty, t.Param):
        d.help(f"restrict the type parameter: `{ty.name}: Trait` with a trait that has `{name}`")


def _kind_of(ty: t.Ty) -> str:
    match ty:
        case t.Adt(d, _):
            return d.kind.value
        case t.Ref():
            return "reference"
        case t.Param():
            return "type parameter"
        case t.Array():
            return "array"
        case t.Tuple():
            return "tuple" if ty.elems else "unit type"
        case t.Closure():
            return "closure"
        case t.FnDef():
            return "fn item"
        case t.Ptr():
            return "raw pointer"
        case t.Alias():
            return "associated type"
    return "type"


def _has_field(fcx: FnCtxt, ty: t.Ty, name: str) -> bool:
    while isinstance(ty, t.Ref):
        ty = fcx.shallow(ty.ty)
    return (
        isinstance(ty, t.Adt)
        and ty.def_.kind in (DefKind.STRUCT, DefKind.UNION)
        and fcx.tcx.adt(ty.def_).variants[0].field(name) is not None
    )


def _method_names(fcx: FnCtxt, steps: list[t.Ty]) -> list[str]:
    from ferrule.infer.method import has_self_param
    from ferrule.traits.index import inherent_impls

    out: list[str] = []
    for ty in steps:
        for impl in inherent_impls(fcx.tcx, ty):
            out.extend(c.name for c in impl.children if c.kind is DefKind.ASSOC_FN and has_self_param(c))
    return out


def _traits_with(fcx: FnCtxt, name: str) -> list[Def]:
    scope = set(fcx.tcx.traits_in_scope(fcx.owner))
    return [
        d
        for crate in fcx.tcx.crates
        if not crate.is_library
        for d in crate.defs
        if d.kind is DefKind.TRAIT and d not in scope and any(c.name == name for c in d.children)
    ]


def no_field(fcx: FnCtxt, e: hir.Field, ty: t.Ty, private: Def | None) -> None:
    name = e.ident.name
    span = e.ident.span
    if private is not None:
        fcx.error("E0616", f"field `{name}` of {private.kind.value} `{private.name}` is private", span, "private field")
        return
    base = ty
    while isinstance(base, t.Ref):
        base = fcx.icx.resolve(base.ty)
    if isinstance(base, t.Infer) or t.is_scalar(base) and base.kind not in ("ptr",):
        fcx.error("E0610", f"`{show(base)}` is a primitive type and therefore doesn't have fields", span, "")
        return
    from ferrule.infer.method import inherent_candidates

    if inherent_candidates(fcx, base, name):
        fcx.error(
            "E0615", f"attempted to take value of method `{name}` on type `{show(ty)}`", span, "method, not a field"
        ).help(f"use parentheses to call the method: `.{name}()`")
        return
    d = fcx.error("E0609", f"no field `{name}` on type `{show(ty)}`", span, "unknown field")
    if isinstance(base, t.Ptr):
        pointer = fcx.tcx.session.source_map.snippet(e.expr.span)
        d.help(f"`{pointer}` is a raw pointer; try dereferencing it: `(*{pointer}).{name}`")
    if isinstance(base, t.Adt) and base.def_.kind in (DefKind.STRUCT, DefKind.UNION):
        names = [f.name for f in fcx.tcx.adt(base.def_).variants[0].fields]
        near = similar(name, names)
        if near:
            d.suggest("a field with a similar name exists", span, near)
        elif names:
            d.note("available fields are: " + ", ".join(f"`{n}`" for n in names[:5]))


def no_assoc_item(fcx: FnCtxt, self_ty: t.Ty, segment: hir.PathSegment, span: int) -> None:
    name = segment.ident.name
    ty = fcx.icx.resolve(self_ty)
    if ty.flags & t.HAS_ERROR:
        fcx.results.tainted = True
        return
    if isinstance(ty, t.Infer):
        fcx.error("E0282", "type annotations needed", span, "cannot infer type")
        return
    if isinstance(ty, t.Adt) and ty.def_.kind is DefKind.ENUM:
        if not report_std_gap(fcx, [ty], name, segment.ident.span):
            no_variant(fcx, ty, segment.ident, "variant or associated item")
        return
    if report_std_gap(fcx, [ty], name, segment.ident.span):
        return
    d = fcx.error(
        "E0599",
        f"no function or associated item named `{name}` found for {_kind_of(ty)} `{show(ty)}` in the current scope",
        segment.ident.span,
        f"function or associated item not found in `{show(ty)}`",
    )
    from ferrule.traits.index import inherent_impls

    near = similar(name, [c.name for impl in inherent_impls(fcx.tcx, ty) for c in impl.children])
    if near:
        d.suggest("there is an associated function with a similar name", segment.ident.span, near)


def no_variant(fcx: FnCtxt, ty: t.Adt, ident: hir.Ident, what: str = "variant") -> None:
    d = fcx.error(
        "E0599",
        f"no {what} named `{ident.name}` found for enum `{show(ty)}`"
        + (" in the current scope" if what != "variant" else ""),
        ident.span,
        f"{what} not found in `{show(ty)}`",
    )
    near = similar(ident.name, [c.name for c in ty.def_.children])
    if near:
        d.suggest("there is a variant with a similar name", ident.span, near)


def cannot_index(fcx: FnCtxt, e: hir.Index, base: t.Ty, index: t.Ty, steps: list[t.Ty]) -> None:
    if (base.flags | index.flags) & t.HAS_ERROR:
        fcx.results.tainted = True
        return
    elem = next((s for s in (fcx.icx.resolve(x) for x in steps) if isinstance(s, (t.Array, t.Slice))), None)
    if elem is not None:
        shown = show(t.mk_slice(elem.ty)) if isinstance(elem, t.Slice) else show(elem)
        d = fcx.error(
            "E0277",
            f"the type `{shown}` cannot be indexed by `{show(index)}`",
            e.index.span,
            "slice indices are of type `usize` or ranges of `usize`",
        )
        if isinstance(index, t.Int):
            d.suggest(
                "convert the index",
                e.index.span,
                f"{cast_operand(fcx.tcx.session.source_map.snippet(e.index.span))} as usize",
            )
        return
    trait = fcx.tcx.lang_item("index")
    if trait is not None and isinstance(base, t.Adt):
        from ferrule.traits.index import trait_impls

        if any(key is base.def_ for _, key in trait_impls(fcx.tcx, trait)):
            d = fcx.error(
                "E0277",
                f"the type `{show(base)}` cannot be indexed by `{show(index)}`",
                e.index.span,
                f"`{show(base)}` cannot be indexed by `{show(index)}`",
            )
            if isinstance(index, t.Int) and index is not t.USIZE:
                d.suggest(
                    "convert the index",
                    e.index.span,
                    f"{cast_operand(fcx.tcx.session.source_map.snippet(e.index.span))} as usize",
                )
            return
    d = fcx.error("E0608", f"cannot index into a value of type `{show(base)}`", e.span, "")
    if isinstance(base, t.Adt) and lang_name(base.def_) == "disjoint_slice":
        d.help(
            "a DisjointSlice is written through `get_mut(thread::index_1d())`, which gives each thread its own element"
        )
