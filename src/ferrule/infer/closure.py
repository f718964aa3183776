"""Closures: signature deduction from expectations, checking of the body (rustc_hir_typeck::closure)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.hir import nodes as hir
from ferrule.infer.coerce import CoerceMany
from ferrule.infer.obligations import Cause
from ferrule.infer.pat import check_pat_top
from ferrule.infer.results import ClosureInfo
from ferrule.traits.lang import lang_name
from ferrule.ty import ty as t
from ferrule.ty.data import Predicate, ProjectionPredicate, TraitPredicate, TraitRef
from ferrule.ty.fold import erase_regions

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt

_KINDS = {"fn": "Fn", "fn_mut": "FnMut", "fn_once": "FnOnce"}
_ORDER = ("Fn", "FnMut", "FnOnce")


class _Expected:
    __slots__ = ("inputs", "output", "kind", "cause")

    def __init__(self) -> None:
        self.inputs: tuple[t.Ty, ...] | None = None
        self.output: t.Ty | None = None
        self.kind: str | None = None
        self.cause: Cause | None = None


def check_closure(fcx: FnCtxt, e: hir.Closure, expected: t.Ty | None) -> t.Ty:
    from ferrule.infer.expr import _value_span, check_expr

    icx = fcx.icx
    want = _deduce(fcx, expected)
    info = ClosureInfo(e.def_, e)
    inputs: list[t.Ty] = []
    hints = want.inputs
    if hints is not None and len(hints) != len(e.params):
        from ferrule.infer.errors import closure_arg_count

        closure_arg_count(fcx, e, len(hints))
        hints = None
    for i, p in enumerate(e.params):
        declared = fcx.lower_ty(p.ty) if p.ty is not None else None
        hint = hints[i] if hints is not None else None
        if declared is None:
            declared = hint if hint is not None else icx.next_ty_var(p.span)
        elif hint is not None:
            # A declared type that differs is reported where the closure is used.
            icx.eq(declared, hint)
        inputs.append(declared)
    output = fcx.lower_ty(e.output) if e.output is not None else None
    if output is None:
        output = want.output if want.output is not None else icx.next_ty_var(e.body.span)
    info.inputs, info.output = tuple(inputs), output
    icx.closures[e.def_] = info
    icx.closure_kinds[e.def_] = want.kind
    args = fcx.tcx.identity_args(fcx.owner)

    outer = fcx.ret, fcx.diverges, fcx.breakables, fcx.const_context
    fcx.ret, fcx.diverges, fcx.breakables, fcx.const_context = CoerceMany(fcx, output), False, {}, ""
    for p, ty in zip(e.params, inputs):
        check_pat_top(fcx, p.pat, ty)
    body_ty = check_expr(fcx, e.body, output)
    fcx.ret.push(e.body, body_ty, Cause(_value_span(e.body), "closure_return" if e.output is not None else "return"))
    fcx.ret, fcx.diverges, fcx.breakables, fcx.const_context = outer
    fcx.closure_exprs.append(e)
    fcx.results.closures[e.def_] = info
    return t.mk_closure(e.def_, tuple(erase_regions(a) for a in args))


def _deduce(fcx: FnCtxt, expected: t.Ty | None) -> _Expected:
    """What the context says of the closure: from pending obligations on a variable, a function pointer, item bounds."""
    want = _Expected()
    if expected is None:
        return want
    expected = fcx.icx.shallow(expected)
    if isinstance(expected, t.FnPtr):
        want.inputs = tuple(erase_regions(i) for i in expected.inputs)
        want.output = erase_regions(expected.output)
        return want
    if not isinstance(expected, t.Infer):
        return want
    for o in list(fcx.icx.fulfill.pending):
        _deduce_from(fcx, want, o.predicate, expected, o.cause)
    return want


def _deduce_from(fcx: FnCtxt, want: _Expected, p: Predicate, var: t.Ty, cause: Cause) -> None:
    from ferrule.traits.env import elaborate

    icx = fcx.icx
    if isinstance(p, ProjectionPredicate):
        if lang_name(p.def_.parent) == "fn_once" and icx.shallow(p.args[0]) is var:  # type: ignore[arg-type]
            _take_inputs(fcx, want, p.args[1])
            if isinstance(p.term, t.Ty):
                want.output = icx.shallow(p.term)
        return
    if not isinstance(p, TraitPredicate) or icx.shallow(p.trait_ref.self_ty) is not var:
        return
    name = lang_name(p.trait_ref.trait_)
    if name in _KINDS:
        _take_kind(want, _KINDS[name], cause)
        _take_inputs(fcx, want, p.trait_ref.args[1])
        return
    if name in ("sized", "copy", "clone", "sync", "send"):
        return
    for q in elaborate(fcx.tcx, [TraitPredicate(TraitRef(p.trait_ref.trait_, p.trait_ref.args))])[1:]:
        if isinstance(q, TraitPredicate):
            sub = lang_name(q.trait_ref.trait_)
            if sub in _KINDS:
                _take_kind(want, _KINDS[sub], cause)
                _take_inputs(fcx, want, q.trait_ref.args[1])
        elif isinstance(q, ProjectionPredicate) and lang_name(q.def_.parent) == "fn_once" and isinstance(q.term, t.Ty):
            want.output = fcx.normalize(q.term, cause.span)


def _take_kind(want: _Expected, kind: str, cause: Cause) -> None:
    if want.kind is None or _ORDER.index(kind) < _ORDER.index(want.kind):
        want.kind = kind
        want.cause = cause


def _take_inputs(fcx: FnCtxt, want: _Expected, args: t.GenericArg) -> None:
    tup = fcx.icx.shallow(args) if isinstance(args, t.Ty) else None
    if isinstance(tup, t.Tuple):
        want.inputs = tup.elems
