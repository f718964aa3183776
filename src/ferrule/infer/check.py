"""Type checking of one body, start to end, in rustc's order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.hir import nodes as hir
from ferrule.infer import call, cast, errors, op, upvar, writeback
from ferrule.infer.coerce import CoerceMany, demand_coerce
from ferrule.infer.expr import _value_span, check_expr
from ferrule.infer.fn_ctxt import FnCtxt
from ferrule.infer.obligations import Cause
from ferrule.infer.pat import check_pat_top
from ferrule.infer.results import ClosureInfo, TypeckResults
from ferrule.resolve.defs import Def, DefKind
from ferrule.syntax import ast
from ferrule.traits.predicates import subst_predicate
from ferrule.ty import ty as t
from ferrule.ty.fold import erase_regions

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

_FNS = (DefKind.FN, DefKind.ASSOC_FN)


def body_owner(d: Def) -> Def:
    """The definition whose results hold those of ``d``: itself, or the body a closure is in."""
    while d.kind is DefKind.CLOSURE:
        assert d.generics_parent is not None
        d = d.generics_parent
    return d


def closure_info(tcx: TyCtxt, d: Def) -> ClosureInfo:
    return tcx.typeck(body_owner(d)).closures[d]


def typeck(tcx: TyCtxt, d: Def) -> TypeckResults:
    owner = body_owner(d)
    if owner is not d:
        return tcx.typeck(owner)
    fcx = FnCtxt(tcx, d)
    errors_before = tcx.session.diag.error_count
    body = tcx.hir_body(d)
    if tcx.session.diag.error_count > errors_before:
        fcx.results.tainted = True
    if body is None:
        return fcx.results
    if d.kind in _FNS:
        _check_fn(fcx, d, body)
    else:
        _check_const(fcx, d, body)
    _finish(fcx, body)
    if tcx.session.diag.error_count > errors_before:
        fcx.results.tainted = True
    return fcx.results


def _check_fn(fcx: FnCtxt, d: Def, body: hir.Body) -> None:
    sig = fcx.tcx.fn_sig(d)
    node = d.node
    if isinstance(node, ast.Fn) and node.header.unsafe:
        fcx.unsafe_depth = 1
    cause = Cause(d.span, "misc")
    inputs = [fcx.icx.normalize(erase_regions(i), cause) for i in sig.inputs]
    output = erase_regions(sig.output)
    output = _define_opaques(fcx, output, cause)
    output = fcx.icx.normalize(output, cause)
    if any(i.flags & t.HAS_ERROR for i in (*inputs, output)):
        fcx.results.tainted = True
    fcx.ret = CoerceMany(fcx, output)
    decl = fcx.tcx.hir_fn_decl(d)
    for p, ty in zip(body.params, inputs):
        check_pat_top(fcx, p.pat, ty)
        call.require_sized(fcx, ty, p.pat.span, "all function arguments must have a statically known size")
    span = decl.output.span if decl.output is not None else d.name_span
    call.require_sized(fcx, output, span, "the return type of a function must have a statically known size")
    ty = check_expr(fcx, body.value, output)
    fcx.ret.push(body.value, ty, Cause(_value_span(body.value), "return", (d, decl.output)))


def _define_opaques(fcx: FnCtxt, output: t.Ty, cause: Cause) -> t.Ty:
    """Replaces the ``impl Trait`` types this function defines by variables that must meet their bounds."""
    if not output.flags & t.HAS_ALIAS:
        return output
    from ferrule.ty.fold import walk

    for x in walk(output):
        if (
            isinstance(x, t.Alias)
            and x.alias_kind == "opaque"
            and x.def_.generics_parent is fcx.owner
            and x.def_ not in fcx.icx.opaque_defs
        ):
            var = fcx.icx.next_ty_var(cause.span)
            fcx.icx.opaque_defs[x.def_] = var
            for p in fcx.tcx.item_bounds(x.def_):
                inst = subst_predicate(p, x.args)
                fcx.icx.register(fcx.icx.normalize_predicate(inst, cause), cause._replace(kind="bound", item=x.def_))
    return output


def _check_const(fcx: FnCtxt, d: Def, body: hir.Body) -> None:
    declared = d.cache.get("type_of") if d.kind is DefKind.ANON_CONST else fcx.tcx.type_of(d)
    if declared is None:
        ty = check_expr(fcx, body.value, None)
        writeback.fallback(fcx)
        d.cache["type_of"] = fcx.icx.resolve(ty)
        return
    expected = fcx.icx.normalize(erase_regions(declared), Cause(d.span, "misc"))
    ty = check_expr(fcx, body.value, expected)
    demand_coerce(fcx, body.value, ty, expected, Cause(_value_span(body.value), "const"))


def _finish(fcx: FnCtxt, body: hir.Body) -> None:
    icx = fcx.icx
    writeback.fallback(fcx)
    cast.check_casts(fcx)
    icx.fulfill.select_where_possible()
    writeback.fallback(fcx)
    upvar.analyze_closures(fcx)
    call.resolve_deferred_calls(fcx)
    icx.fulfill.select_where_possible()
    writeback.fallback(fcx)
    errors.report_fulfillment(fcx)
    op.finish_overloaded_ops(fcx)
    writeback.Writeback(fcx, body).run()
    for d, var in icx.opaque_defs.items():
        d.cache["hidden_type"] = icx.resolve(var)
