"""``as``: a coercion, or one of the primitive casts (rustc_hir_typeck::cast)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.infer.coerce import coerce
from ferrule.infer.fn_ctxt import DeferredCast
from ferrule.resolve.defs import DefKind
from ferrule.ty import ty as t
from ferrule.ty.fold import subst

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt


def check_casts(fcx: FnCtxt) -> None:
    for c in fcx.casts:
        _check(fcx, c)
    fcx.casts.clear()


def _check(fcx: FnCtxt, c: DeferredCast) -> None:
    icx, e = fcx.icx, c.expr
    source, target = icx.resolve(icx.shallow(c.expr_ty)), icx.resolve(icx.shallow(c.cast_ty))
    if (source.flags | target.flags) & t.HAS_ERROR:
        return
    if target.kind in ("slice", "str"):
        fcx.error("E0620", f"cast to unsized type: `{source}` as `{target}`", e.span, "")
        return
    snap = icx.snapshot()
    adjustments = coerce(fcx, e.expr, source, target)
    if adjustments is not None:
        fcx.adjust(e.expr, adjustments)
        fcx.results.coercion_casts.add(e.id)
        return
    icx.rollback(snap)
    error = _primitive(fcx, source, target)
    if error == "":
        if isinstance(source, t.FnDef):
            _reify(fcx, c, source)
        return
    _report(fcx, c, source, target, error)


def _reify(fcx: FnCtxt, c: DeferredCast, source: t.FnDef) -> None:
    from ferrule.infer.results import Adjustment
    from ferrule.traits.builtin import fn_item_sig

    sig = fn_item_sig(fcx.icx, source)
    assert sig is not None
    fcx.adjust(c.expr.expr, [Adjustment("reify_fn", t.mk_fn_ptr(sig.inputs, sig.output, sig.unsafe))])


def _is_fat(fcx: FnCtxt, pointee: t.Ty) -> bool:
    """Whether a pointer to ``pointee`` carries a length: a slice, or a struct that ends in one."""
    while True:
        pointee = fcx.icx.shallow(pointee)
        if not isinstance(pointee, t.Adt):
            return pointee.kind in ("slice", "str")
        adt = fcx.tcx.adt(pointee.def_)
        if adt.kind != "struct" or not adt.variants[0].fields:
            return False
        last = fcx.tcx.type_of(adt.variants[0].fields[-1].def_)
        pointee = subst(last, pointee.args)


def _fieldless_enum(fcx: FnCtxt, ty: t.Ty) -> bool:
    return (
        isinstance(ty, t.Adt)
        and ty.def_.kind is DefKind.ENUM
        and all(not v.fields for v in fcx.tcx.adt(ty.def_).variants)
    )


def _primitive(fcx: FnCtxt, source: t.Ty, target: t.Ty) -> str:
    """Empty if the cast is allowed, else why not."""
    if t.is_integral(target):
        if t.is_numeric(source) or source in (t.BOOL, t.CHAR) or _fieldless_enum(fcx, source):
            return ""
        if isinstance(source, t.Ptr):
            return "fat_to_int" if _is_fat(fcx, source.ty) else ""
        return "" if isinstance(source, (t.FnPtr, t.FnDef)) else "non_primitive"
    if t.is_floating(target):
        if t.is_numeric(source):
            return ""
        return "via_int" if source in (t.BOOL, t.CHAR) or isinstance(source, t.Ptr) else "non_primitive"
    if target is t.CHAR:
        if source is t.U8:
            return ""
        return "char" if t.is_numeric(source) else "non_primitive" if not t.is_scalar(source) else "char"
    if target is t.BOOL:
        return "bool" if t.is_numeric(source) else "non_primitive"
    if isinstance(target, t.Ptr):
        if isinstance(source, t.Ptr):
            # Fat to thin drops the length; thin to fat has no length to give.
            return "thin_to_fat" if _is_fat(fcx, target.ty) and not _is_fat(fcx, source.ty) else ""
        if t.is_integral(source):
            return "int_to_fat" if _is_fat(fcx, target.ty) else ""
        if isinstance(source, t.Ref):
            inner = fcx.icx.shallow(source.ty)
            if isinstance(inner, t.Array) and fcx.icx.eq(inner.ty, target.ty) and (source.mut or not target.mut):
                return ""
            return "ref_to_ptr"
        return "" if isinstance(source, (t.FnPtr, t.FnDef)) else "non_primitive"
    return "non_primitive"


def _report(fcx: FnCtxt, c: DeferredCast, source: t.Ty, target: t.Ty, why: str) -> None:
    e = c.expr
    s, g = fcx.show(source), fcx.show(target)
    if why == "char":
        fcx.error("E0604", f"only `u8` can be cast as `char`, not `{s}`", e.span, "invalid cast")
    elif why == "bool":
        fcx.error("E0054", f"cannot cast `{s}` as `bool`", e.span, "").help(
            f"compare with zero instead: `{fcx.tcx.session.source_map.snippet(e.expr.span)} != 0`"
        )
    elif why == "thin_to_fat":
        fcx.error("E0607", f"cannot cast thin pointer `{s}` to wide pointer `{g}`", e.span, "")
    elif why in ("via_int", "fat_to_int", "int_to_fat", "ref_to_ptr"):
        d = fcx.error("E0606", f"casting `{s}` as `{g}` is invalid", e.span, "")
        if why == "via_int":
            d.help("cast through an integer first")
    else:
        d = fcx.error(
            "E0605",
            f"non-primitive cast: `{s}` as `{g}`",
            e.span,
            "an `as` expression can only be used to convert between primitive types or to coerce to a specific trait object",
        )
        if isinstance(source, t.Ref) and t.is_numeric(fcx.icx.shallow(source.ty)) and t.is_numeric(target):
            d.code = "E0606"
            d.message = f"casting `{s}` as `{g}` is invalid"
            d.labels[0] = d.labels[0]._replace(text="")
            d.help(f"dereference the expression: `*{fcx.tcx.session.source_map.snippet(e.expr.span)}`")
