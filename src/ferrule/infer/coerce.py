"""Coercions: reborrows, deref coercion, unsizing, function items to pointers (rustc_hir_typeck::coercion)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.hir import nodes as hir
from ferrule.infer.autoderef import Autoderef
from ferrule.infer.obligations import Cause
from ferrule.infer.results import Adjustment
from ferrule.traits import builtin
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt


def coerce(
    fcx: FnCtxt, e: hir.Expr | None, source: t.Ty, target: t.Ty, two_phase: bool = False
) -> list[Adjustment] | None:
    """Adjustments that turn a value of ``source`` into ``target``; None if there are none.  Unifies on success."""
    icx = fcx.icx
    source = fcx.resolve_vars_with_obligations(source)
    target = icx.shallow(target)
    if source is t.NEVER:
        if target is t.NEVER:
            return []
        if isinstance(target, t.Infer) and target.infer_kind == "ty":
            # What nothing else decides falls back to `!` (edition 2024).
            var = icx.next_ty_var(e.span if e is not None else 0)
            assert isinstance(var, t.Infer)
            icx.diverging.add(var.vid)
            icx.eq(target, var)
            icx.diverging.add(target.vid)
        return [Adjustment("never_to_any", target)]
    if isinstance(source, t.Infer) and source.infer_kind == "ty":
        return [] if icx.eq(source, target) else None
    unsized = _coerce_unsized(fcx, source, target)
    if unsized is not None:
        return unsized
    if isinstance(target, t.Ptr):
        return _coerce_ptr(fcx, source, target)
    if isinstance(target, t.Ref):
        return _coerce_ref(fcx, source, target, two_phase)
    if isinstance(source, t.FnDef):
        if isinstance(target, t.FnPtr):
            return _coerce_fn(fcx, source, target)
    elif isinstance(source, t.FnPtr) and isinstance(target, t.FnPtr) and target.unsafe and not source.unsafe:
        if icx.eq(t.mk_fn_ptr(source.inputs, source.output, True), target):
            return [Adjustment("unsafe_fn", target)]
        return None
    elif isinstance(source, t.Closure) and isinstance(target, t.FnPtr):
        inputs, output = builtin.closure_sig(icx, source)
        ptr = t.mk_fn_ptr(inputs, output, target.unsafe)
        return [Adjustment("closure_fn", target)] if icx.eq(ptr, target) else None
    return [] if icx.eq(source, target) else None


def _coerce_fn(fcx: FnCtxt, source: t.FnDef, target: t.FnPtr) -> list[Adjustment] | None:
    sig = builtin.fn_item_sig(fcx.icx, source)
    assert sig is not None
    inputs = tuple(fcx.normalize(i, 0) for i in sig.inputs)
    ptr = t.mk_fn_ptr(inputs, fcx.normalize(sig.output, 0), sig.unsafe or target.unsafe)
    return [Adjustment("reify_fn", target)] if fcx.icx.eq(ptr, target) else None


def _coerce_unsized(fcx: FnCtxt, source: t.Ty, target: t.Ty) -> list[Adjustment] | None:
    """``&[T; N]`` to ``&[T]``, and the same for raw pointers."""
    if not isinstance(source, (t.Ref, t.Ptr)) or not isinstance(target, (t.Ref, t.Ptr)):
        return None
    icx = fcx.icx
    from_, to = icx.shallow(source.ty), icx.shallow(target.ty)
    if not isinstance(from_, t.Array) or not isinstance(to, t.Slice) or target.mut and not source.mut:
        return None
    if isinstance(source, t.Ptr) and isinstance(target, t.Ref):
        return None
    if not icx.eq(from_.ty, to.ty):
        return None
    if isinstance(source, t.Ptr):
        steps = [] if source.mut == target.mut else [Adjustment("mut_to_const", t.mk_ptr(from_, target.mut))]
        return [*steps, Adjustment("unsize", target)]
    borrow = "borrow" if isinstance(target, t.Ref) else "raw_borrow"
    mid: t.Ty = t.mk_ref(from_, target.mut) if isinstance(target, t.Ref) else t.mk_ptr(from_, target.mut)
    return [Adjustment("deref", from_), Adjustment(borrow, mid, target.mut), Adjustment("unsize", target)]


def _coerce_ptr(fcx: FnCtxt, source: t.Ty, target: t.Ptr) -> list[Adjustment] | None:
    icx = fcx.icx
    if isinstance(source, t.Ref):
        if target.mut and not source.mut or not icx.eq(source.ty, target.ty):
            return None
        return [Adjustment("deref", source.ty), Adjustment("raw_borrow", target, target.mut)]
    if isinstance(source, t.Ptr) and source.mut and not target.mut:
        return [Adjustment("mut_to_const", target)] if icx.eq(source.ty, target.ty) else None
    return [] if icx.eq(source, target) else None


def _coerce_ref(fcx: FnCtxt, source: t.Ty, target: t.Ref, two_phase: bool) -> list[Adjustment] | None:
    """Reborrows ``&mut T`` and derefs as far as needed: ``&&T`` to ``&T``, ``&Wrapper`` to ``&Inner``."""
    icx = fcx.icx
    if not isinstance(source, t.Ref) or target.mut and not source.mut:
        return [] if icx.eq(source, target) else None
    auto = Autoderef(fcx, source, 0)
    for ty, derefs in auto:
        if derefs == 0:
            continue
        if icx.eq(t.mk_ref(ty, target.mut), target):
            if derefs == 1 and not target.mut and not source.mut:
                return []  # a shared reference is Copy: no reborrow needed
            return [
                *auto.adjustments(derefs, target.mut),
                Adjustment("borrow", t.mk_ref(ty, target.mut), target.mut, two_phase),
            ]
    return None


def demand_coerce(
    fcx: FnCtxt, e: hir.Expr, actual: t.Ty, expected: t.Ty, cause: Cause, two_phase: bool = False
) -> t.Ty:
    """Coerces ``e`` to ``expected`` or reports E0308.  Returns the type the context may go on with."""
    adjustments = coerce(fcx, e, actual, expected, two_phase)
    if adjustments is None:
        fcx.report_mismatch(e.span, expected, actual, cause)
        return expected if not expected.flags & t.HAS_INFER else t.ERROR
    fcx.adjust(e, adjustments)
    return expected


class CoerceMany:
    """The common type of several expressions: arms of a match, branches, array elements, break and return values."""

    def __init__(self, fcx: FnCtxt, expected: t.Ty | None) -> None:
        self.fcx = fcx
        self.expected = expected
        self.merged: t.Ty | None = None
        self.exprs: list[hir.Expr] = []

    def push(self, e: hir.Expr, ty: t.Ty, cause: Cause) -> None:
        fcx = self.fcx
        ty = fcx.resolve_vars_with_obligations(ty)
        if ty is t.ERROR:
            self.merged = t.ERROR
            return
        if self.merged is None and self.expected is not None:
            expected = fcx.shallow(self.expected)
            adj = coerce(fcx, e, ty, expected)
            if adj is None:
                fcx.report_mismatch(cause.span, expected, ty, cause)
                self.merged = t.ERROR
                return
            fcx.adjust(e, adj)
            self.merged = expected if ty is not t.NEVER or not isinstance(expected, t.Infer) else None
            if self.merged is None:
                self.merged = expected
            self.exprs.append(e)
            return
        if self.merged is None or self.merged is t.NEVER:
            if self.merged is t.NEVER:
                for p in self.exprs:
                    fcx.adjust(p, [Adjustment("never_to_any", ty)])
            self.merged = ty
            self.exprs.append(e)
            return
        merged = fcx.shallow(self.merged)
        adj = coerce(fcx, e, ty, merged)
        if adj is not None:
            fcx.adjust(e, adj)
            self.exprs.append(e)
            return
        if self._lub(e, ty, merged):
            return
        fcx.report_mismatch(cause.span, merged, ty, cause)
        self.merged = t.ERROR

    def _lub(self, e: hir.Expr, ty: t.Ty, merged: t.Ty) -> bool:
        """Two different functions or closures meet in a function pointer; else earlier expressions may coerce to the new type."""
        fcx = self.fcx
        if isinstance(ty, (t.FnDef, t.Closure)) and isinstance(merged, (t.FnDef, t.Closure)):
            parts = builtin.callable_parts(fcx.icx, merged)
            assert parts is not None
            target = t.mk_fn_ptr(parts[0], parts[1])
            new = coerce(fcx, e, ty, target)
            if new is None:
                return False
            kind = "reify_fn" if isinstance(merged, t.FnDef) else "closure_fn"
            for p in self.exprs:
                fcx.adjust(p, [Adjustment(kind, target)])
            fcx.adjust(e, new)
            self.merged = target
            self.exprs.append(e)
            return True
        snap = fcx.icx.snapshot()
        adjustments = []
        for p in self.exprs:
            if fcx.results.adjustments.get(p.id):
                fcx.icx.rollback(snap)
                return False
            step = coerce(fcx, p, fcx.results.types[p.id], ty)
            if step is None:
                fcx.icx.rollback(snap)
                return False
            adjustments.append((p, step))
        for p, step in adjustments:
            fcx.adjust(p, step)
        self.merged = ty
        self.exprs.append(e)
        return True

    def push_unit(self, span: int, cause: Cause) -> None:
        """A branch without a value: an `if` without else, a bare `break` or `return`."""
        fcx = self.fcx
        target = self.merged if self.merged is not None and self.merged is not t.NEVER else self.expected
        if target is None or fcx.shallow(target) is t.NEVER and self.merged is t.NEVER:
            self.merged = t.UNIT
            return
        if fcx.icx.eq(target, t.UNIT):
            self.merged = t.UNIT
            return
        fcx.report_mismatch(span, target, t.UNIT, cause)
        self.merged = t.ERROR

    def complete(self) -> t.Ty:
        return self.merged if self.merged is not None else t.NEVER
