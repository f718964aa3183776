"""Operators: built in between scalars, through the operator traits otherwise (rustc_hir_typeck::op)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ferrule.hir import nodes as hir
from ferrule.infer.coerce import demand_coerce
from ferrule.infer.method import MethodCallee, lookup_in_trait
from ferrule.infer.obligations import Cause
from ferrule.infer.place import convert_place_to_mut, is_place
from ferrule.infer.results import Adjustment
from ferrule.ty import ty as t
from ferrule.ty.data import TraitPredicate, TraitRef

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt


class OpTrait(NamedTuple):
    lang: str
    method: str
    category: str  # math, bit, shift, compare
    by_ref: bool
    verb: str


BINARY: dict[str, OpTrait] = {
    "+": OpTrait("add", "add", "math", False, "add"),
    "-": OpTrait("sub", "sub", "math", False, "subtract"),
    "*": OpTrait("mul", "mul", "math", False, "multiply"),
    "/": OpTrait("div", "div", "math", False, "divide"),
    "%": OpTrait("rem", "rem", "math", False, "calculate the remainder of"),
    "^": OpTrait("bitxor", "bitxor", "bit", False, ""),
    "&": OpTrait("bitand", "bitand", "bit", False, ""),
    "|": OpTrait("bitor", "bitor", "bit", False, ""),
    "<<": OpTrait("shl", "shl", "shift", False, ""),
    ">>": OpTrait("shr", "shr", "shift", False, ""),
    "==": OpTrait("eq", "eq", "compare", True, "compare"),
    "!=": OpTrait("eq", "ne", "compare", True, "compare"),
    "<": OpTrait("partial_ord", "lt", "compare", True, "compare"),
    "<=": OpTrait("partial_ord", "le", "compare", True, "compare"),
    ">": OpTrait("partial_ord", "gt", "compare", True, "compare"),
    ">=": OpTrait("partial_ord", "ge", "compare", True, "compare"),
}


def _both(lhs: t.Ty, rhs: t.Ty, test: Callable[[t.Ty], bool]) -> bool:
    return test(lhs) and test(rhs)


def is_builtin_binop(fcx: FnCtxt, lhs: t.Ty, rhs: t.Ty, op: str) -> bool:
    if lhs.flags & t.HAS_ERROR or rhs.flags & t.HAS_ERROR:
        return True
    match BINARY[op].category:
        case "shift":
            return _both(lhs, rhs, t.is_integral)
        case "math":
            return _both(lhs, rhs, t.is_integral) or _both(lhs, rhs, t.is_floating)
        case "bit":
            return _both(lhs, rhs, t.is_integral) or lhs is t.BOOL and rhs is t.BOOL
    return t.is_scalar(lhs) and t.is_scalar(rhs)


def check_binop(fcx: FnCtxt, e: hir.Binary, expected: t.Ty | None) -> t.Ty:
    from ferrule.infer.expr import check_expr, check_has_type

    if e.op in ("&&", "||"):
        check_has_type(fcx, e.lhs, t.BOOL, Cause(e.lhs.span, "op"))
        before = fcx.diverges
        check_has_type(fcx, e.rhs, t.BOOL, Cause(e.rhs.span, "op"))
        fcx.diverges = before  # the right side may not run
        return t.BOOL
    lhs = check_expr(fcx, e.lhs, None)
    lhs = fcx.resolve_vars_with_obligations(lhs)
    rhs_hint = lhs if BINARY[e.op].category != "shift" and t.is_numeric(lhs) else None
    if BINARY[e.op].by_ref and not t.is_scalar(lhs):
        rhs_hint = lhs
    rhs_var = None
    if not t.is_scalar(lhs):
        rhs_var = fcx.icx.next_ty_var(e.rhs.span)
        callee = _lookup(fcx, e, lhs, rhs_var)
        if callee is None:
            return _no_operator(fcx, e, lhs, check_expr(fcx, e.rhs, None))
        known = fcx.resolve_vars_with_obligations(rhs_var)
        if not isinstance(known, t.Infer):
            rhs_hint = known
        rhs = check_expr(fcx, e.rhs, rhs_hint)
        rhs = demand_coerce(fcx, e.rhs, rhs, rhs_var, Cause(e.rhs.span, "op"))
        rhs = fcx.resolve_vars_with_obligations(rhs)
        lhs = fcx.resolve_vars_with_obligations(lhs)
        _record(fcx, e, callee, lhs, rhs)
        fcx.icx.fulfill.select_where_possible()
        lhs, rhs = fcx.shallow(lhs), fcx.shallow(rhs)
        if t.is_scalar(lhs) and t.is_scalar(rhs) and is_builtin_binop(fcx, lhs, rhs, e.op):
            return _enforce_builtin(fcx, e, lhs, rhs)
        fcx.overloaded_ops.append((e, [e.lhs, e.rhs]))
        return t.BOOL if BINARY[e.op].category == "compare" else callee.output
    rhs = fcx.resolve_vars_with_obligations(check_expr(fcx, e.rhs, rhs_hint))
    lhs = fcx.resolve_vars_with_obligations(lhs)
    if rhs is t.NEVER:
        rhs_t = lhs
        fcx.adjust(e.rhs, [Adjustment("never_to_any", rhs_t)])
        rhs = rhs_t
    if lhs is t.ERROR or rhs is t.ERROR:
        return t.BOOL if BINARY[e.op].category == "compare" else t.ERROR
    if t.is_scalar(rhs) and is_builtin_binop(fcx, lhs, rhs, e.op):
        return _enforce_builtin(fcx, e, lhs, rhs)
    callee = _lookup(fcx, e, lhs, rhs)
    if callee is None:
        return _no_operator(fcx, e, lhs, rhs)
    _record(fcx, e, callee, lhs, rhs)
    fcx.overloaded_ops.append((e, [e.lhs, e.rhs]))
    return t.BOOL if BINARY[e.op].category == "compare" else callee.output


def _lookup(fcx: FnCtxt, e: hir.Binary | hir.AssignOp, lhs: t.Ty, rhs: t.Ty) -> MethodCallee | None:
    row = BINARY[e.op]
    trait = fcx.tcx.require_lang_item(row.lang)
    return lookup_in_trait(fcx, trait, row.method, (lhs, rhs), e.span, Cause(e.op_span, "op", (e.op, lhs, rhs)))


def _record(fcx: FnCtxt, e: hir.Binary, callee: MethodCallee, lhs: t.Ty, rhs: t.Ty) -> None:
    fcx.results.callee[e.id] = (callee.def_, callee.args)
    if BINARY[e.op].by_ref:
        fcx.adjust(e.lhs, [Adjustment("borrow", t.mk_ref(lhs, False))])
        fcx.adjust(e.rhs, [Adjustment("borrow", t.mk_ref(rhs, False))])


def _forget(fcx: FnCtxt, e: hir.Binary) -> None:
    """The operator turned out to be built in: drop the method and the borrows that served it."""
    if fcx.results.callee.pop(e.id, None) is not None and BINARY[e.op].by_ref:
        for side in (e.lhs, e.rhs):
            adj = fcx.results.adjustments.get(side.id)
            if adj and adj[-1].kind == "borrow":
                adj.pop()
                if not adj:
                    del fcx.results.adjustments[side.id]


def _enforce_builtin(fcx: FnCtxt, e: hir.Binary, lhs: t.Ty, rhs: t.Ty) -> t.Ty:
    _forget(fcx, e)
    category = BINARY[e.op].category
    if category == "shift":
        return lhs
    if not fcx.icx.eq(lhs, rhs):
        fcx.report_mismatch(e.rhs.span, lhs, rhs, Cause(e.rhs.span, "op", (e.op, lhs, rhs)))
        if category != "compare":
            _note_no_impl(fcx, e, lhs, rhs)
    return t.BOOL if category == "compare" else lhs


def _note_no_impl(fcx: FnCtxt, e: hir.Binary, lhs: t.Ty, rhs: t.Ty) -> None:
    """rustc adds E0277 "cannot add `u32` to `i32`" behind the E0308 of mixed number types."""
    from ferrule.infer.errors import no_operator_impl

    if not (lhs.flags | rhs.flags) & t.HAS_ERROR:
        no_operator_impl(fcx, e, lhs, rhs)


def _no_operator(fcx: FnCtxt, e: hir.Binary, lhs: t.Ty, rhs: t.Ty) -> t.Ty:
    from ferrule.infer.errors import no_operator

    lhs, rhs = fcx.icx.resolve(lhs), fcx.icx.resolve(rhs)
    if not (lhs.flags | rhs.flags) & t.HAS_ERROR:
        no_operator(fcx, e, lhs, rhs)
    fcx.results.tainted = True
    return t.BOOL if BINARY[e.op].category == "compare" else t.ERROR


def check_assign_op(fcx: FnCtxt, e: hir.AssignOp) -> t.Ty:
    from ferrule.infer.errors import no_operator
    from ferrule.infer.expr import check_expr

    lhs = fcx.resolve_vars_with_obligations(check_expr(fcx, e.lhs, None))
    row = BINARY[e.op]
    if not is_place(e.lhs, fcx):
        check_expr(fcx, e.rhs, None)
        fcx.error("E0067", "invalid left-hand side of assignment", e.op_span, "").label(
            e.lhs.span, "cannot assign to this expression"
        )
        return t.UNIT
    if t.is_scalar(lhs):
        rhs = fcx.resolve_vars_with_obligations(check_expr(fcx, e.rhs, lhs if row.category != "shift" else None))
        lhs = fcx.resolve_vars_with_obligations(lhs)
        if rhs is t.NEVER:
            fcx.adjust(e.rhs, [Adjustment("never_to_any", lhs)])
            rhs = lhs
        if lhs is t.ERROR or rhs is t.ERROR:
            return t.UNIT
        if t.is_scalar(rhs) and is_builtin_binop(fcx, lhs, rhs, e.op):
            if row.category != "shift" and not fcx.icx.eq(lhs, rhs):
                fcx.report_mismatch(e.rhs.span, lhs, rhs, Cause(e.rhs.span, "op", (e.op, lhs, rhs)))
            convert_place_to_mut(fcx, e.lhs, assigned=True)
            return t.UNIT
        checked: t.Ty | None = rhs
    else:
        checked = None
    trait = fcx.tcx.require_lang_item(row.lang + "_assign")
    rhs_var = checked if checked is not None else fcx.icx.next_ty_var(e.rhs.span)
    callee = lookup_in_trait(
        fcx, trait, row.method + "_assign", (lhs, rhs_var), e.span, Cause(e.op_span, "op", (e.op + "=", lhs, rhs_var))
    )
    if callee is None:
        rhs = checked if checked is not None else check_expr(fcx, e.rhs, None)
        rl, rr = fcx.icx.resolve(lhs), fcx.icx.resolve(rhs)
        if not (rl.flags | rr.flags) & t.HAS_ERROR:
            no_operator(fcx, e, rl, rr)
        fcx.results.tainted = True
        return t.UNIT
    if checked is None:
        known = fcx.resolve_vars_with_obligations(rhs_var)
        rhs = check_expr(fcx, e.rhs, known if not isinstance(known, t.Infer) else None)
        demand_coerce(fcx, e.rhs, rhs, rhs_var, Cause(e.rhs.span, "op"))
        fcx.icx.fulfill.select_where_possible()
        rhs_known, lhs = fcx.shallow(rhs_var), fcx.shallow(lhs)
        if t.is_scalar(lhs) and t.is_scalar(rhs_known) and is_builtin_binop(fcx, lhs, rhs_known, e.op):
            if row.category != "shift":
                fcx.icx.eq(lhs, rhs_known)
            convert_place_to_mut(fcx, e.lhs, assigned=True)
            return t.UNIT
    fcx.results.callee[e.id] = (callee.def_, callee.args)
    fcx.adjust(e.lhs, [Adjustment("borrow", t.mk_ref(lhs, True), True, two_phase=True)])
    convert_place_to_mut(fcx, e.lhs, assigned=True)
    fcx.overloaded_ops.append((e, [e.lhs]))
    return t.UNIT


def check_unary(fcx: FnCtxt, e: hir.Unary, expected: t.Ty | None) -> t.Ty:
    from ferrule.infer.autoderef import overloaded_deref_target
    from ferrule.infer.expr import check_expr

    if e.op == "*":
        ty = fcx.structurally_resolve(check_expr(fcx, e.expr, None), e.expr.span)
        if isinstance(ty, t.Ref):
            return ty.ty
        if isinstance(ty, t.Ptr):
            if fcx.unsafe_depth == 0 and not fcx.raw_place:
                fcx.error(
                    "E0133",
                    "dereference of raw pointer is unsafe and requires unsafe function or block",
                    e.span,
                    "dereference of raw pointer",
                ).note(
                    "raw pointers may be null, dangling or unaligned; they can violate aliasing rules and cause data races: all of these are undefined behavior"
                )
            return ty.ty
        if ty is t.ERROR:
            return ty
        target = overloaded_deref_target(fcx, ty, e.span) if isinstance(ty, (t.Adt, t.Param, t.Alias)) else None
        if target is None:
            fcx.error("E0614", f"type `{fcx.show(ty)}` cannot be dereferenced", e.span, "can't be dereferenced")
            return t.ERROR
        trait = fcx.tcx.require_lang_item("deref")
        callee = lookup_in_trait(fcx, trait, "deref", (ty,), e.span)
        assert callee is not None
        fcx.results.callee[e.id] = (callee.def_, callee.args)
        fcx.adjust(e.expr, [Adjustment("borrow", t.mk_ref(ty, False))])
        return target
    ty = check_expr(fcx, e.expr, expected)
    ty = fcx.structurally_resolve(ty, e.expr.span)
    if ty is t.ERROR:
        return ty
    if e.op == "-" and t.is_numeric(ty) or e.op == "!" and (t.is_integral(ty) or ty is t.BOOL):
        if e.op == "-" and isinstance(ty, t.Infer) and ty.infer_kind == "int":
            neg = fcx.tcx.require_lang_item("neg")
            fcx.icx.register(TraitPredicate(TraitRef(neg, (ty,))), Cause(e.span, "op", ("-", ty, ty)))
        if e.op == "-" and isinstance(ty, t.Int) and not ty.signed:
            fcx.error(
                "E0600", f"cannot apply unary operator `-` to type `{ty}`", e.span, "cannot apply unary operator `-`"
            ).note("unsigned values cannot be negated")
        return ty
    lang = "neg" if e.op == "-" else "not"
    trait = fcx.tcx.require_lang_item(lang)
    callee = lookup_in_trait(fcx, trait, lang, (ty,), e.span)
    if callee is None:
        d = fcx.error(
            "E0600",
            f"cannot apply unary operator `{e.op}` to type `{fcx.show(ty)}`",
            e.span,
            f"cannot apply unary operator `{e.op}`",
        )
        if isinstance(ty, t.Int) and not ty.signed:
            d.note("unsigned values cannot be negated")
        return t.ERROR
    fcx.results.callee[e.id] = (callee.def_, callee.args)
    return callee.output


def finish_overloaded_ops(fcx: FnCtxt) -> None:
    """Operators that were looked up before their operand types were known may have become built in (rustc: writeback)."""
    for e, _ in fcx.overloaded_ops:
        if isinstance(e, hir.Binary):
            lhs, rhs = (fcx.icx.resolve(_operand_ty(fcx, side)) for side in (e.lhs, e.rhs))
            if (
                e.id in fcx.results.callee
                and t.is_scalar(lhs)
                and t.is_scalar(rhs)
                and is_builtin_binop(fcx, lhs, rhs, e.op)
            ):
                _forget(fcx, e)
        elif isinstance(e, hir.AssignOp) and e.id in fcx.results.callee:
            lhs, rhs = fcx.icx.resolve(fcx.results.types[e.lhs.id]), fcx.icx.resolve(_operand_ty(fcx, e.rhs))
            if t.is_scalar(lhs) and t.is_scalar(rhs) and is_builtin_binop(fcx, lhs, rhs, e.op):
                del fcx.results.callee[e.id]
                adj = fcx.results.adjustments.get(e.lhs.id)
                if adj and adj[-1].kind == "borrow":
                    adj.pop()
                    if not adj:
                        del fcx.results.adjustments[e.lhs.id]


def _operand_ty(fcx: FnCtxt, e: hir.Expr) -> t.Ty:
    adj = fcx.results.adjustments.get(e.id)
    if adj and adj[-1].kind == "borrow":
        return adj[-2].target if len(adj) > 1 else fcx.results.types[e.id]
    return adj[-1].target if adj else fcx.results.types[e.id]
