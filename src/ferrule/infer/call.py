"""Calls: of functions, pointers, closures and anything that implements an Fn trait; arguments against parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.hir import nodes as hir
from ferrule.infer.autoderef import Autoderef
from ferrule.infer.coerce import demand_coerce
from ferrule.infer.method import MethodCallee, lookup_in_trait, require_const, require_unsafe
from ferrule.infer.obligations import Cause
from ferrule.infer.results import Adjustment
from ferrule.resolve.defs import Def
from ferrule.traits import builtin
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt

_FN_FAMILY = (("fn", "call", "ref"), ("fn_mut", "call_mut", "mut"), ("fn_once", "call_once", ""))


def check_call(fcx: FnCtxt, e: hir.Call, expected: t.Ty | None) -> t.Ty:
    from ferrule.infer.expr import check_expr

    callee_ty = fcx.resolve_vars_with_obligations(check_expr(fcx, e.func, None))
    if callee_ty is t.ERROR:
        for a in e.args:
            check_expr(fcx, a, None)
        return t.ERROR
    auto = Autoderef(fcx, callee_ty, e.func.span)
    for ty, n in auto:
        if isinstance(ty, (t.FnDef, t.FnPtr)):
            fcx.adjust(e.func, auto.adjustments(n))
            sig = builtin.fn_item_sig(fcx.icx, ty)
            assert sig is not None
            if sig.unsafe:
                if isinstance(ty, t.FnDef):
                    require_unsafe(fcx, ty.def_, e.span)
                elif fcx.unsafe_depth == 0:
                    fcx.error(
                        "E0133",
                        "call to unsafe function is unsafe and requires unsafe function or block",
                        e.span,
                        "call to unsafe function",
                    )
            if fcx.const_context and isinstance(ty, t.FnDef):
                require_const(fcx, ty.def_, e.span)
            inputs = tuple(fcx.normalize(i, e.span) for i in sig.inputs)
            output = fcx.normalize(sig.output, e.span)
            def_ = ty.def_ if isinstance(ty, t.FnDef) else None
            check_arguments(fcx, e.span, e.func.span, def_, list(inputs), list(e.args), output, expected)
            for part, span in ((output, e.span), *zip(inputs, (a.span for a in e.args))):
                require_sized(fcx, part, span, "function arguments and results have a statically known size")
            return output
        if isinstance(ty, t.Closure) and ty.def_ in fcx.icx.closures and fcx.icx.closure_kinds.get(ty.def_) is None:
            # Which Fn trait is called is known once the closure's captures are.
            fcx.adjust(e.func, auto.adjustments(n))
            inputs, output = builtin.closure_sig(fcx.icx, ty)
            fcx.deferred_calls.append((e, ty))
            check_arguments(fcx, e.span, e.func.span, ty.def_, list(inputs), list(e.args), output, expected)
            return output
        if isinstance(ty, t.Infer) and ty.infer_kind == "ty":
            fcx.structurally_resolve(ty, e.func.span)
            for a in e.args:
                check_expr(fcx, a, None)
            return t.ERROR
        found = _overloaded(fcx, e, ty)
        if found is not None:
            callee, autoref = found
            steps = auto.adjustments(n, autoref == "mut")
            if autoref:
                steps.append(Adjustment("borrow", t.mk_ref(ty, autoref == "mut"), autoref == "mut"))
            fcx.adjust(e.func, steps)
            if autoref == "mut":
                from ferrule.infer.place import convert_place_to_mut

                convert_place_to_mut(fcx, e.func)
            fcx.results.callee[e.id] = (callee.def_, callee.args)
            fcx.icx.fulfill.select_where_possible()
            tuple_ty = fcx.icx.resolve(callee.inputs[1])
            if not isinstance(tuple_ty, t.Tuple):
                tuple_ty = t.mk_tuple(tuple(fcx.icx.next_ty_var(a.span) for a in e.args))
                fcx.icx.eq(callee.inputs[1], tuple_ty)
            check_arguments(fcx, e.span, e.func.span, None, list(tuple_ty.elems), list(e.args), callee.output, expected)
            return callee.output
    from ferrule.infer.errors import not_callable

    not_callable(fcx, e, callee_ty)
    for a in e.args:
        check_expr(fcx, a, None)
    return t.ERROR


def _overloaded(fcx: FnCtxt, e: hir.Call, ty: t.Ty) -> tuple[MethodCallee, str] | None:
    for lang, method, autoref in _FN_FAMILY:
        trait = fcx.tcx.lang_item(lang)
        if trait is None:
            continue
        args_var = (
            t.mk_tuple(tuple(fcx.icx.next_ty_var(a.span) for a in e.args))
            if isinstance(ty, t.Closure)
            else fcx.icx.next_ty_var(e.span)
        )
        callee = lookup_in_trait(fcx, trait, method, (ty, args_var), e.span, Cause(e.span, "call"))
        if callee is not None:
            return callee, autoref
    return None


def check_arguments(
    fcx: FnCtxt,
    span: int,
    callee_span: int,
    def_: Def | None,
    formal: list[t.Ty],
    args: list[hir.Expr],
    output: t.Ty,
    expected: t.Ty | None,
    is_method: bool = False,
) -> None:
    """Coerces each argument to its parameter; closures last, so that the other arguments can say what they take."""
    from ferrule.infer.expr import check_expr

    if len(formal) != len(args):
        from ferrule.infer.errors import wrong_arg_count

        wrong_arg_count(fcx, span, callee_span, def_, formal, args, is_method)
        formal = (formal + [t.ERROR] * len(args))[: len(args)]
    hints = expected_inputs(fcx, formal, output, expected)
    for closures in (False, True):
        if closures:
            if not any(isinstance(a, hir.Closure) for a in args):
                break
            fcx.icx.fulfill.select_where_possible()
        for i, (a, ty) in enumerate(zip(args, formal)):
            if isinstance(a, hir.Closure) is not closures:
                continue
            hint = hints[i] if hints is not None else ty
            actual = check_expr(fcx, a, hint)
            cause = Cause(a.span, "arg", (def_, i, callee_span))
            # To the expectation first, as rustc does: `Some(&[])` for an `Option<&[T]>` is a coercion inside of the call.
            if demand_coerce(fcx, a, actual, hint, cause, two_phase=True) is not t.ERROR and hint is not ty:
                fcx.demand_eq(a.span, ty, hint, cause)


def require_sized(fcx: FnCtxt, ty: t.Ty, span: int, rule: str) -> None:
    """E0277 for a value of a type without a size."""
    if not isinstance(ty, (t.Slice, t.Str)):
        return
    d = fcx.error(
        "E0277",
        f"the size for values of type `{fcx.show(ty)}` cannot be known at compilation time",
        span,
        "doesn't have a size known at compile-time",
    )
    d.note(rule)
    d.help("use a reference: `&" + fcx.show(ty) + "`")


def expected_inputs(fcx: FnCtxt, formal: list[t.Ty], output: t.Ty, expected: t.Ty | None) -> list[t.Ty] | None:
    """What the expected result says about the parameters, without committing to it."""
    if expected is None:
        return None
    expected = fcx.icx.resolve(expected)
    if isinstance(expected, t.Infer) or not any(f.flags & t.HAS_INFER for f in formal):
        return None
    icx = fcx.icx
    snap = icx.snapshot()
    if not icx.eq(output, expected):
        icx.rollback(snap)
        return None
    hints = [icx.resolve(f) for f in formal]
    icx.rollback(snap)
    count = len(icx.values)
    from ferrule.ty.fold import walk

    for h in hints:
        if h.flags & t.HAS_INFER and any(isinstance(x, (t.Infer, t.ConstInfer)) and x.vid >= count for x in walk(h)):
            return None
    return hints


def resolve_deferred_calls(fcx: FnCtxt) -> None:
    """Calls of closures of this body, once closure kinds are known."""
    for e, ty in fcx.deferred_calls:
        kind = fcx.icx.closure_kinds.get(ty.def_) or "Fn"
        lang, method, autoref = _FN_FAMILY[("Fn", "FnMut", "FnOnce").index(kind)]
        trait = fcx.tcx.require_lang_item(lang)
        inputs, _ = builtin.closure_sig(fcx.icx, ty)
        from ferrule.infer.method import assoc_item

        item = assoc_item(trait, method)
        assert item is not None
        args: t.Args = (ty, t.mk_tuple(inputs))
        fcx.results.callee[e.id] = (item, args)
        if autoref:
            fcx.adjust(e.func, [Adjustment("borrow", t.mk_ref(ty, autoref == "mut"), autoref == "mut")])
            if autoref == "mut":
                from ferrule.infer.place import convert_place_to_mut

                convert_place_to_mut(fcx, e.func)
    fcx.deferred_calls.clear()
