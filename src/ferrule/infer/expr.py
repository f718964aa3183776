"""Types of expressions, in rustc's order: one forward pass with expectations (rustc_hir_typeck::expr).

``expected`` is a hint; ``check_has_type`` and coercion sites enforce.  None means no expectation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ferrule.hir import nodes as hir
from ferrule.infer import call, closure, op, path, struct_expr
from ferrule.infer.autoderef import Autoderef
from ferrule.infer.coerce import CoerceMany, demand_coerce
from ferrule.infer.fn_ctxt import Breakable, DeferredCast, FnCtxt
from ferrule.infer.method import confirm, lookup_in_trait, probe
from ferrule.infer.obligations import Cause
from ferrule.infer.pat import check_pat_top
from ferrule.infer.place import convert_place_to_mut, is_place
from ferrule.infer.results import Adjustment
from ferrule.resolve.defs import DefKind
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.resolve.defs import Def


def check_expr(fcx: FnCtxt, e: hir.Expr, expected: t.Ty | None) -> t.Ty:
    """Checks ``e`` and records its type (before adjustments)."""
    outer = fcx.diverges
    fcx.diverges = False
    if expected is not None:
        expected = fcx.shallow(expected)
    ty = _CHECKS[e.__class__](fcx, e, expected)
    fcx.write_ty(e.id, ty)
    if fcx.icx.shallow(ty) is t.NEVER and not is_place(e):
        fcx.diverges = True
    fcx.diverges = fcx.diverges or outer
    return ty


def check_has_type(fcx: FnCtxt, e: hir.Expr, expected: t.Ty, cause: Cause) -> t.Ty:
    """Checks ``e`` and coerces it to ``expected``."""
    return demand_coerce(fcx, e, check_expr(fcx, e, expected), expected, cause)


# ------------------------------------------------------------------------------------------------------------ literals
def _lit(fcx: FnCtxt, e: hir.Lit, expected: t.Ty | None) -> t.Ty:
    kind = e.kind
    if kind == "int":
        if e.suffix:
            ty = t.INT_TYPES.get(e.suffix) or t.FLOAT_TYPES.get(e.suffix)
            return ty if ty is not None else t.ERROR
        if expected is not None:
            if t.is_integral(expected):
                return expected
            if fcx.cast_operand is e:
                if expected is t.CHAR:
                    return t.U8
                if isinstance(expected, (t.Ptr, t.FnPtr, t.FnDef)):
                    return t.USIZE
        return fcx.icx.next_int_var(e.span)
    if kind == "float":
        if e.suffix:
            return t.FLOAT_TYPES.get(e.suffix, t.ERROR)
        if expected is not None and t.is_floating(expected):
            return expected
        return fcx.icx.next_float_var(e.span)
    if kind == "bytestr":
        if isinstance(expected, t.Ref) and isinstance(fcx.shallow(expected.ty), t.Slice):
            return (
                t.mk_ref(t.mk_slice(t.U8), False) if fcx.in_pattern else t.mk_ref(t.mk_array(t.U8, len(e.value)), False)
            )
        return t.mk_ref(t.mk_array(t.U8, len(e.value)), False)
    return {"bool": t.BOOL, "char": t.CHAR, "byte": t.U8, "str": t.mk_ref(t.STR, False)}.get(kind, t.ERROR)


def _path(fcx: FnCtxt, e: hir.ExprPath, expected: t.Ty | None) -> t.Ty:
    return path.check_expr_path(fcx, e)


def _let(fcx: FnCtxt, e: hir.Let, expected: t.Ty | None) -> t.Ty:
    init = check_expr(fcx, e.init, None)
    check_pat_top(fcx, e.pat, init, e.init)
    return t.BOOL


# ------------------------------------------------------------------------------------------------ assignment and borrows
def _assign(fcx: FnCtxt, e: hir.Assign, expected: t.Ty | None) -> t.Ty:
    # Writing a union's field is safe: the old value is not read.
    saved, fcx.assigned_field = fcx.assigned_field, e.lhs if isinstance(e.lhs, hir.Field) else None
    lhs = check_expr(fcx, e.lhs, None)
    fcx.assigned_field = saved
    if not is_place(e.lhs, fcx):
        d = fcx.error("E0070", "invalid left-hand side of assignment", e.op_span)
        d.label(e.lhs.span, "cannot assign to this expression")
    convert_place_to_mut(fcx, e.lhs, assigned=True)
    check_has_type(fcx, e.rhs, lhs, Cause(e.rhs.span, "assign", e.lhs.span))
    return t.UNIT


def _addr_of(fcx: FnCtxt, e: hir.AddrOf, expected: t.Ty | None) -> t.Ty:
    hint = None
    if isinstance(expected, (t.Ref, t.Ptr)):
        inner = fcx.shallow(expected.ty)
        # A slice expected behind the borrow says only what the elements of an array are.
        hint = inner if is_place(e.expr, fcx) or not isinstance(inner, (t.Slice, t.Str)) else None
        if isinstance(inner, t.Slice) and isinstance(e.expr, (hir.Array, hir.Repeat)):
            hint = inner
    if e.raw:
        # Taking a raw address reads nothing: neither `*ptr` nor a mutable static needs `unsafe` here.
        saved, fcx.raw_place = fcx.raw_place, True
        ty = check_expr(fcx, e.expr, hint)
        fcx.raw_place = saved
    else:
        ty = check_expr(fcx, e.expr, hint)
    if e.mut:
        convert_place_to_mut(fcx, e.expr)
    if e.raw:
        if not is_place(e.expr, fcx):
            fcx.error("E0745", "cannot take address of a temporary", e.expr.span, "temporary value")
        return t.mk_ptr(ty, e.mut)
    return t.mk_ref(ty, e.mut)


# ---------------------------------------------------------------------------------------------------------- control flow
def _if(fcx: FnCtxt, e: hir.If, expected: t.Ty | None) -> t.Ty:
    check_has_type(fcx, e.cond, t.BOOL, Cause(e.cond.span, "if_cond"))
    cond_diverges = fcx.diverges
    fcx.diverges = False
    hint = expected
    many = CoerceMany(fcx, hint if hint is not None and not isinstance(fcx.shallow(hint), t.Infer) else None)
    if e.else_ is None:
        ty = check_block(fcx, e.then, t.UNIT if expected is None else expected, many_unit=True)
        fcx.write_ty(e.then.id, ty)
        resolved = fcx.shallow(ty)
        if resolved is not t.NEVER and not fcx.icx.eq(resolved, t.UNIT):
            from ferrule.infer.errors import if_without_else

            wanted = None if expected is None else fcx.icx.resolve(expected)
            asked = wanted is not None and wanted is not t.UNIT and not isinstance(wanted, t.Infer)
            if_without_else(fcx, e, fcx.icx.resolve(ty), asked)
            fcx.diverges = cond_diverges
            return t.ERROR
        fcx.diverges = cond_diverges
        return t.UNIT
    then_ty = check_block(fcx, e.then, hint)
    fcx.write_ty(e.then.id, then_ty)
    then_diverges = fcx.diverges
    many.push(_BlockValue(e.then), then_ty, Cause(_tail_span(e.then), "if_then"))
    fcx.diverges = False
    else_ty = check_expr(fcx, e.else_, hint)
    many.push(e.else_, else_ty, Cause(_value_span(e.else_), "if_else", e.then))
    fcx.diverges = cond_diverges or then_diverges and fcx.diverges
    return many.complete()


class _BlockValue(hir.Expr):
    """Lets the value of a plain block (an if's branch) take part in coercion under the block's own id."""

    __slots__ = ("block",)

    def __init__(self, block: hir.Block) -> None:
        super().__init__(block.span, block.id)
        self.block = block


def _tail_span(b: hir.Block) -> int:
    return b.tail.span if b.tail is not None else b.span


def _value_span(e: hir.Expr) -> int:
    return _tail_span(e.block) if isinstance(e, hir.BlockExpr) else e.span


def _match(fcx: FnCtxt, e: hir.Match, expected: t.Ty | None) -> t.Ty:
    scrutinee = check_expr(fcx, e.scrutinee, None)
    scrut_diverges = fcx.diverges
    for arm in e.arms:
        check_pat_top(fcx, arm.pat, scrutinee, e.scrutinee)
    if not e.arms:
        fcx.diverges = True
        return t.NEVER
    hint = expected
    many = CoerceMany(fcx, hint if hint is not None and not isinstance(fcx.shallow(hint), t.Infer) else None)
    all_diverge = True
    for i, arm in enumerate(e.arms):
        fcx.diverges = False
        if arm.guard is not None:
            check_has_type(fcx, arm.guard, t.BOOL, Cause(arm.guard.span, "guard"))
        fcx.diverges = False
        ty = check_expr(fcx, arm.body, hint)
        all_diverge = all_diverge and fcx.diverges
        many.push(arm.body, ty, Cause(_value_span(arm.body), "match_arm", (e, i)))
    fcx.diverges = scrut_diverges or all_diverge
    return many.complete()


def _loop(fcx: FnCtxt, e: hir.Loop, expected: t.Ty | None) -> t.Ty:
    many = (
        CoerceMany(fcx, expected if expected is not None and not isinstance(fcx.shallow(expected), t.Infer) else None)
        if e.source == "loop"
        else None
    )
    ctx = Breakable(many)
    fcx.breakables[id(e)] = ctx
    before = fcx.diverges
    body = check_block(fcx, e.body, t.UNIT)
    fcx.write_ty(e.body.id, body)
    if fcx.shallow(body) is not t.NEVER and not fcx.icx.eq(body, t.UNIT):
        fcx.report_mismatch(_tail_span(e.body), t.UNIT, body, Cause(e.body.span, "loop_body"))
    fcx.diverges = before or not ctx.may_break
    if e.source != "loop":
        fcx.diverges = before
        return t.UNIT
    if not ctx.may_break:
        return t.NEVER
    assert many is not None
    return many.complete()


def _break(fcx: FnCtxt, e: hir.Break, expected: t.Ty | None) -> t.Ty:
    ctx = fcx.breakables.get(id(e.target)) if e.target is not None else None
    if ctx is None:
        if e.expr is not None:
            check_expr(fcx, e.expr, None)
        fcx.results.tainted = True
        return t.NEVER
    if ctx.coerce is None:
        if e.expr is not None:
            check_expr(fcx, e.expr, None)
        ctx.may_break = True
        return t.NEVER
    if e.expr is not None:
        hint = (
            ctx.coerce.merged
            if ctx.coerce.merged is not None and ctx.coerce.merged is not t.NEVER
            else ctx.coerce.expected
        )
        ty = check_expr(fcx, e.expr, hint)
        ctx.coerce.push(e.expr, ty, Cause(e.expr.span, "break"))
    else:
        ctx.coerce.push_unit(e.span, Cause(e.span, "break"))
    ctx.may_break = True
    return t.NEVER


def _continue(fcx: FnCtxt, e: hir.Continue, expected: t.Ty | None) -> t.Ty:
    return t.NEVER


def _return(fcx: FnCtxt, e: hir.Return, expected: t.Ty | None) -> t.Ty:
    if fcx.ret is None:
        if e.expr is not None:
            check_expr(fcx, e.expr, None)
        fcx.error("E0572", "return statement outside of function body", e.span)
        return t.NEVER
    if e.expr is not None:
        ty = check_expr(fcx, e.expr, fcx.ret.expected or fcx.ret.merged)
        fcx.ret.push(e.expr, ty, Cause(e.expr.span, "return"))
    else:
        target = fcx.ret.expected
        if target is not None and fcx.shallow(target) is not t.UNIT and not isinstance(fcx.shallow(target), t.Infer):
            fcx.error(
                "E0069", "`return;` in a function whose return type is not `()`", e.span, "return type is not `()`"
            )
        else:
            fcx.ret.push_unit(e.span, Cause(e.span, "return"))
    return t.NEVER


def _block_expr(fcx: FnCtxt, e: hir.BlockExpr, expected: t.Ty | None) -> t.Ty:
    if e.unsafe:
        fcx.unsafe_depth += 1
    if e.label is not None:
        many = CoerceMany(
            fcx, expected if expected is not None and not isinstance(fcx.shallow(expected), t.Infer) else None
        )
        ctx = Breakable(many)
        fcx.breakables[id(e)] = ctx
        before = fcx.diverges
        ty = check_block(fcx, e.block, expected)
        fcx.write_ty(e.block.id, ty)
        if fcx.shallow(ty) is not t.NEVER or not ctx.may_break:
            many.push(_BlockValue(e.block), ty, Cause(_tail_span(e.block), "block"))
        ty = many.complete()
        if ctx.may_break:
            fcx.diverges = before
    else:
        ty = check_block(fcx, e.block, expected)
        fcx.write_ty(e.block.id, ty)
    if e.unsafe:
        fcx.unsafe_depth -= 1
    return ty


def check_block(fcx: FnCtxt, b: hir.Block, expected: t.Ty | None, many_unit: bool = False) -> t.Ty:
    """The type of a block's value; ``!`` if its end is not reached and it has no tail."""
    for s in b.stmts:
        check_stmt(fcx, s)
    if b.tail is not None:
        hint = expected
        ty = check_expr(fcx, b.tail, hint)
        if hint is not None and not isinstance(fcx.shallow(hint), t.Infer) and not many_unit:
            from ferrule.infer.coerce import coerce

            adj = coerce(fcx, b.tail, ty, hint)
            if adj is not None:
                fcx.adjust(b.tail, adj)
                return hint
        return ty
    return t.NEVER if fcx.diverges else t.UNIT


def check_stmt(fcx: FnCtxt, s: hir.Stmt) -> None:
    outer = fcx.diverges
    fcx.diverges = False
    if isinstance(s, hir.StmtLet):
        _check_let(fcx, s)
    elif isinstance(s, hir.StmtExpr):
        if s.semi:
            check_expr(fcx, s.expr, None)
        else:
            ty = check_expr(fcx, s.expr, t.UNIT)
            if fcx.shallow(ty) is not t.NEVER and not fcx.icx.eq(ty, t.UNIT):
                fcx.report_mismatch(_value_span(s.expr), t.UNIT, ty, Cause(s.expr.span, "stmt"))
    fcx.diverges = fcx.diverges or outer


def _check_let(fcx: FnCtxt, s: hir.StmtLet) -> None:
    declared = fcx.lower_ty(s.ty) if s.ty is not None else None
    if s.init is not None:
        if declared is not None:
            ty = check_has_type(fcx, s.init, declared, Cause(s.init.span, "let", s.ty))
            ty = declared
        else:
            ty = check_expr(fcx, s.init, None)
    else:
        ty = declared if declared is not None else fcx.icx.next_ty_var(s.pat.span)
    diverges = fcx.diverges
    check_pat_top(fcx, s.pat, ty, s.init, s.ty)
    if s.els is not None:
        fcx.diverges = False
        els = check_block(fcx, s.els, t.NEVER)
        fcx.write_ty(s.els.id, els)
        if fcx.shallow(els) is not t.NEVER:
            fcx.report_mismatch(s.els.span, t.NEVER, els, Cause(s.els.span, "let_else"))
        fcx.diverges = diverges


# -------------------------------------------------------------------------------------------------- methods and fields
def _method_call(fcx: FnCtxt, e: hir.MethodCall, expected: t.Ty | None) -> t.Ty:
    receiver = check_expr(fcx, e.receiver, None)
    receiver = fcx.structurally_resolve(receiver, e.receiver.span)
    if receiver is t.ERROR:
        for a in e.args:
            check_expr(fcx, a, None)
        return t.ERROR
    name = e.segment.ident.name
    found = probe(fcx, receiver, name, e.segment.ident.span)
    if found.pick is None:
        from ferrule.infer.lookup_errors import no_method

        no_method(fcx, e, receiver, found)
        for a in e.args:
            check_expr(fcx, a, None)
        return t.ERROR
    callee = confirm(fcx, e, receiver, found.pick)
    fcx.results.callee[e.id] = (callee.def_, callee.args)
    call.check_arguments(
        fcx,
        e.span,
        e.segment.ident.span,
        callee.def_,
        list(callee.inputs[1:]),
        list(e.args),
        callee.output,
        expected,
        is_method=True,
    )
    return callee.output


def _field(fcx: FnCtxt, e: hir.Field, expected: t.Ty | None) -> t.Ty:
    base = check_expr(fcx, e.expr, None)
    base = fcx.structurally_resolve(base, e.expr.span)
    if base is t.ERROR:
        return t.ERROR
    name = e.ident.name
    auto = Autoderef(fcx, base, e.expr.span)
    private: Def | None = None
    for ty, n in auto:
        if isinstance(ty, t.Adt) and ty.def_.kind in (DefKind.STRUCT, DefKind.UNION):
            variant = fcx.tcx.adt(ty.def_).variants[0]
            i = variant.field(name)
            if i is not None:
                field = variant.fields[i].def_
                from ferrule.resolve.visibility import is_accessible

                if not is_accessible(field.vis, fcx.owner):
                    private = private or ty.def_
                    continue
                fcx.adjust(e.expr, auto.adjustments(n))
                fcx.results.field_index[e.id] = i
                if ty.def_.kind is DefKind.UNION and fcx.unsafe_depth == 0 and fcx.assigned_field is not e:
                    fcx.error(
                        "E0133",
                        "access to union field is unsafe and requires unsafe function or block",
                        e.span,
                        "access to union field",
                    )
                return fcx.normalize(fcx.tcx.field_ty(field, ty.args), e.span)
        elif isinstance(ty, t.Tuple) and name.isdigit() and int(name) < len(ty.elems):
            fcx.adjust(e.expr, auto.adjustments(n))
            fcx.results.field_index[e.id] = int(name)
            return ty.elems[int(name)]
    from ferrule.infer.lookup_errors import no_field

    no_field(fcx, e, fcx.icx.resolve(base), private)
    return t.ERROR


def _index(fcx: FnCtxt, e: hir.Index, expected: t.Ty | None) -> t.Ty:
    base = check_expr(fcx, e.expr, None)
    index = fcx.resolve_vars_with_obligations(check_expr(fcx, e.index, None))
    base = fcx.structurally_resolve(base, e.expr.span)
    if base is t.ERROR or index is t.ERROR:
        return t.ERROR
    trait = fcx.tcx.lang_item("index")
    auto = Autoderef(fcx, base, e.expr.span)
    steps: list[tuple[t.Ty, int, bool]] = []
    for ty, n in auto:
        steps.append((ty, n, False))
        result = _try_index(fcx, e, auto, ty, n, False, index, trait)
        if result is not None:
            return result
    last, n, _ = steps[-1]
    if isinstance(last, t.Array):
        result = _try_index(fcx, e, auto, t.mk_slice(last.ty), n, True, index, trait)
        if result is not None:
            return result
    from ferrule.infer.lookup_errors import cannot_index

    cannot_index(fcx, e, fcx.icx.resolve(base), fcx.icx.resolve(index), [s[0] for s in steps])
    return t.ERROR


def _try_index(
    fcx: FnCtxt, e: hir.Index, auto: Autoderef, ty: t.Ty, n: int, unsize: bool, index: t.Ty, trait: Def | None
) -> t.Ty | None:
    if (
        isinstance(ty, (t.Array, t.Slice))
        and not unsize
        and (index is t.USIZE or isinstance(index, t.Infer) and index.infer_kind in ("int", "ty"))
    ):
        fcx.adjust(e.expr, auto.adjustments(n))
        fcx.icx.eq(index, t.USIZE)
        return ty.ty
    if trait is None:
        return None
    index_var = fcx.icx.next_ty_var(e.index.span)
    callee = lookup_in_trait(fcx, trait, "index", (ty, index_var), e.span, Cause(e.index.span, "index", ty))
    if callee is None:
        return None
    # The index type is what the written index is; unifying it now lets selection pick the impl.
    if not fcx.icx.eq(index_var, index):
        return None
    fcx.icx.fulfill.select_where_possible()
    steps = auto.adjustments(n)
    if unsize:
        array = fcx.shallow(auto.steps[n - 1][0]) if n else fcx.shallow(auto.start)
        steps += [Adjustment("borrow", t.mk_ref(array, False)), Adjustment("unsize", t.mk_ref(ty, False))]
    else:
        steps.append(Adjustment("borrow", t.mk_ref(ty, False)))
    fcx.adjust(e.expr, steps)
    fcx.results.callee[e.id] = (callee.def_, callee.args)
    out = fcx.shallow(callee.output)
    return out.ty if isinstance(out, t.Ref) else t.ERROR


# ------------------------------------------------------------------------------------------------------------ aggregates
def _tuple(fcx: FnCtxt, e: hir.Tuple, expected: t.Ty | None) -> t.Ty:
    hints = expected.elems if isinstance(expected, t.Tuple) and len(expected.elems) == len(e.elems) else None
    out = []
    for i, x in enumerate(e.elems):
        if hints is not None and not isinstance(fcx.shallow(hints[i]), t.Infer):
            ty = check_expr(fcx, x, hints[i])
            from ferrule.infer.coerce import coerce

            adj = coerce(fcx, x, ty, hints[i])
            if adj is not None:
                fcx.adjust(x, adj)
                ty = hints[i]
            out.append(ty)
        else:
            out.append(check_expr(fcx, x, hints[i] if hints else None))
    return t.mk_tuple(tuple(out))


def _array(fcx: FnCtxt, e: hir.Array, expected: t.Ty | None) -> t.Ty:
    hint = expected.ty if isinstance(expected, (t.Array, t.Slice)) else None
    many = CoerceMany(fcx, hint if hint is not None and not isinstance(fcx.shallow(hint), t.Infer) else None)
    for x in e.elems:
        elem_hint = hint if hint is not None else many.merged
        many.push(x, check_expr(fcx, x, elem_hint), Cause(x.span, "array"))
    elem = many.complete() if e.elems else hint if hint is not None else fcx.icx.next_ty_var(e.span)
    if hint is not None and e.elems:
        fcx.icx.eq(elem, hint)
    return t.mk_array(elem, len(e.elems))


def _repeat(fcx: FnCtxt, e: hir.Repeat, expected: t.Ty | None) -> t.Ty:
    count = fcx.lowerer.anon_const(e.count, t.USIZE)
    hint = expected.ty if isinstance(expected, (t.Array, t.Slice)) else None
    if hint is not None and not isinstance(fcx.shallow(hint), t.Infer):
        elem = check_has_type(fcx, e.elem, hint, Cause(e.elem.span, "array"))
    else:
        elem = check_expr(fcx, e.elem, hint)
    count = fcx.icx.normalize(count, Cause(e.span, "misc"))
    copy = fcx.tcx.lang_item("copy")
    needs_copy = not (isinstance(count, t.ConstValue) and count.value <= 1) and not _is_const_path(fcx, e.elem)
    if copy is not None and needs_copy:
        from ferrule.ty.data import TraitPredicate, TraitRef

        fcx.icx.register(TraitPredicate(TraitRef(copy, (elem,))), Cause(e.elem.span, "repeat"))
    fcx.results.const_args[e.id] = count
    return t.mk_array(elem, count)


def _is_const_path(fcx: FnCtxt, e: hir.Expr) -> bool:
    found = fcx.results.path_res.get(e.id)
    return isinstance(e, hir.ConstBlock) or found is not None and found[0].kind in (DefKind.CONST, DefKind.ASSOC_CONST)


def _const_block(fcx: FnCtxt, e: hir.ConstBlock, expected: t.Ty | None) -> t.Ty:
    body = fcx.tcx.hir_body(e.def_)
    assert body is not None
    if expected is not None:
        # A block whose type its context knows is checked against it; otherwise its literals fall back by themselves.
        known = fcx.icx.resolve(expected)
        if not known.flags & (t.HAS_INFER | t.HAS_ERROR):
            e.def_.cache.setdefault("type_of", known)
    results = fcx.tcx.typeck(e.def_)
    if results.tainted:
        fcx.results.tainted = True
    return results.types.get(body.value.id, t.ERROR)


def _cast(fcx: FnCtxt, e: hir.Cast, expected: t.Ty | None) -> t.Ty:
    target = fcx.lower_ty(e.ty)
    target = fcx.resolve_vars_with_obligations(target)
    inner = e.expr
    while isinstance(inner, hir.Unary) and inner.op == "-":
        inner = inner.expr
    saved, fcx.cast_operand = fcx.cast_operand, inner
    # rustc's ExpectCastableToType: only literals and closures take a type from the cast; branches must not be coerced to it.
    ty = check_expr(fcx, e.expr, target if isinstance(inner, hir.Lit | hir.Closure) else None)
    fcx.cast_operand = saved
    ty = fcx.resolve_vars_with_obligations(ty)
    if ty is t.ERROR or target is t.ERROR:
        return target
    fcx.casts.append(DeferredCast(e, ty, target))
    return target


# ---------------------------------------------------------------------------------------------------------- other nodes
def _panic(fcx: FnCtxt, e: hir.Panic, expected: t.Ty | None) -> t.Ty:
    if e.fmt is not None:
        _check_format(fcx, e.fmt)
    return t.NEVER


def _printf(fcx: FnCtxt, e: hir.Printf, expected: t.Ty | None) -> t.Ty:
    _check_format(fcx, e.fmt)
    return t.I32


def _check_format(fcx: FnCtxt, f: hir.Format) -> None:
    for a in f.args:
        check_expr(fcx, a, None)


def _ptx_asm(fcx: FnCtxt, e: hir.PtxAsm, expected: t.Ty | None) -> t.Ty:
    if fcx.unsafe_depth == 0:
        fcx.error(
            "E0133",
            "use of inline assembly is unsafe and requires unsafe function or block",
            e.span,
            "use of inline assembly",
        )
    for o in e.operands:
        if o.expr is not None:
            check_expr(fcx, o.expr, None)
            if o.kind in ("out", "inout"):
                convert_place_to_mut(fcx, o.expr)
    return t.UNIT


def _builtin(fcx: FnCtxt, e: hir.MatchesBuiltin, expected: t.Ty | None) -> t.Ty:
    fcx.error("G0003", f"the macro `{e.name}!` is not supported in kernels", e.span)
    return t.ERROR


def _unsupported(fcx: FnCtxt, e: hir.Unsupported, expected: t.Ty | None) -> t.Ty:
    fcx.error(e.code, e.what, e.span, "not supported in device code")
    return t.ERROR


def _err(fcx: FnCtxt, e: hir.Err, expected: t.Ty | None) -> t.Ty:
    fcx.results.tainted = True
    return t.ERROR


_CHECKS: dict[type, Callable[[FnCtxt, Any, t.Ty | None], t.Ty]] = {
    hir.Lit: _lit,
    hir.ExprPath: _path,
    hir.Unary: op.check_unary,
    hir.Binary: op.check_binop,
    hir.Assign: _assign,
    hir.AssignOp: lambda fcx, e, _: op.check_assign_op(fcx, e),
    hir.AddrOf: _addr_of,
    hir.Call: call.check_call,
    hir.MethodCall: _method_call,
    hir.Field: _field,
    hir.Index: _index,
    hir.Cast: _cast,
    hir.Let: _let,
    hir.If: _if,
    hir.Match: _match,
    hir.Loop: _loop,
    hir.BlockExpr: _block_expr,
    hir.Closure: closure.check_closure,
    hir.Break: _break,
    hir.Continue: _continue,
    hir.Return: _return,
    hir.Struct: struct_expr.check_struct,
    hir.Tuple: _tuple,
    hir.Array: _array,
    hir.Repeat: _repeat,
    hir.ConstBlock: _const_block,
    hir.Panic: _panic,
    hir.Printf: _printf,
    hir.PtxAsm: _ptx_asm,
    hir.MatchesBuiltin: _builtin,
    hir.Unsupported: _unsupported,
    hir.Err: _err,
}
