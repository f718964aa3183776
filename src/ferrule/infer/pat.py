"""Patterns, with default binding modes (rustc_hir_typeck::pat)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.hir import nodes as hir
from ferrule.infer.obligations import Cause
from ferrule.infer.path import resolve_qpath
from ferrule.infer.place import convert_place_to_mut
from ferrule.resolve.defs import Def, DefKind
from ferrule.ty import ty as t
from ferrule.ty.fold import erase_regions, subst

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt


class _Ctx:
    """Where the top of a pattern comes from, for messages."""

    __slots__ = ("scrutinee", "declared")

    def __init__(self, scrutinee: hir.Expr | None, declared: hir.Ty | None) -> None:
        self.scrutinee, self.declared = scrutinee, declared


def check_pat_top(
    fcx: FnCtxt, p: hir.Pat, ty: t.Ty, scrutinee: hir.Expr | None = None, declared: hir.Ty | None = None
) -> None:
    check_pat(fcx, p, ty, "move", _Ctx(scrutinee, declared))
    if scrutinee is not None and _has_ref_mut(fcx, p):
        convert_place_to_mut(fcx, scrutinee)


def _has_ref_mut(fcx: FnCtxt, p: hir.Pat) -> bool:
    return any(isinstance(q, hir.PatBinding) and fcx.results.binding_modes.get(q.id) == "ref mut" for q in walk_pat(p))


def walk_pat(p: hir.Pat) -> list[hir.Pat]:
    """``p`` and all patterns inside it."""
    out = [p]
    for q in sub_patterns(p):
        out.extend(walk_pat(q))
    return out


def sub_patterns(p: hir.Pat) -> list[hir.Pat]:
    match p:
        case hir.PatBinding(_, _, sub):
            return [sub] if sub is not None else []
        case hir.PatRef(_, q):
            return [q]
        case hir.PatTuple(elems, _) | hir.PatTupleStruct(_, elems, _):
            return list(elems)
        case hir.PatStruct(_, fields, _):
            return [f.pat for f in fields]
        case hir.PatOr(alts):
            return list(alts)
        case hir.PatSlice(before, middle, after):
            return [*before, *([middle] if middle is not None else []), *after]
    return []


_PEELS = (hir.PatTuple, hir.PatTupleStruct, hir.PatStruct, hir.PatSlice, hir.PatLit, hir.PatRange)


def check_pat(fcx: FnCtxt, p: hir.Pat, expected: t.Ty, mode: str, ctx: _Ctx) -> None:
    """``mode`` is the default binding mode: move, ref, ref mut."""
    expected = fcx.resolve_vars_with_obligations(expected)
    if _peels_refs(fcx, p):
        peeled = []
        while isinstance(expected, t.Ref):
            peeled.append(expected)
            mode = "ref" if mode == "ref" or not expected.mut else "ref mut"
            expected = fcx.resolve_vars_with_obligations(expected.ty)
        if peeled:
            fcx.results.pat_adjustments[p.id] = list(peeled)
    ty = _check(fcx, p, expected, mode, ctx)
    fcx.write_ty(p.id, ty)


def _peels_refs(fcx: FnCtxt, p: hir.Pat) -> bool:
    if isinstance(p, hir.PatLit):
        # A string or byte-string literal is itself a reference.
        return not (isinstance(p.expr, hir.Lit) and p.expr.kind in ("str", "bytestr"))
    if isinstance(p, hir.PatPath):
        found = _path(fcx, p)
        return found is not None and found[0].kind not in (DefKind.CONST, DefKind.ASSOC_CONST)
    return isinstance(p, _PEELS)


def _path(fcx: FnCtxt, p: hir.PatPath) -> tuple[Def, t.Args] | None:
    found = fcx.results.path_res.get(p.id)
    if found is None and p.id not in fcx.results.user_types:
        found = resolve_qpath(fcx, p.qpath, p.span)
        if found is not None:
            fcx.results.path_res[p.id] = found
        else:
            fcx.results.user_types[p.id] = t.ERROR
    return found


def _demand(fcx: FnCtxt, p: hir.Pat, expected: t.Ty, actual: t.Ty, ctx: _Ctx) -> None:
    fcx.demand_eq(p.span, expected, actual, Cause(p.span, "pat", ctx))


def _check(fcx: FnCtxt, p: hir.Pat, expected: t.Ty, mode: str, ctx: _Ctx) -> t.Ty:
    match p:
        case hir.PatWild() | hir.PatErr():
            return expected
        case hir.PatBinding(by_ref, local, sub):
            return _binding(fcx, p, expected, mode, by_ref, local, sub, ctx)
        case hir.PatLit(expr):
            return _lit(fcx, p, expr, expected, ctx)
        case hir.PatRange(lo, hi, _):
            return _range(fcx, p, lo, hi, expected, ctx)
        case hir.PatRef(mut, inner):
            return _ref(fcx, p, mut, inner, expected, ctx)
        case hir.PatTuple(elems, rest):
            return _tuple(fcx, p, elems, rest, expected, mode, ctx)
        case hir.PatTupleStruct():
            return _tuple_struct(fcx, p, expected, mode, ctx)
        case hir.PatStruct():
            return _struct(fcx, p, expected, mode, ctx)
        case hir.PatPath():
            return _unit(fcx, p, expected, ctx)
        case hir.PatOr(alts):
            for a in alts:
                check_pat(fcx, a, expected, mode, ctx)
            return expected
        case hir.PatSlice():
            return _slice(fcx, p, expected, mode, ctx)
    return t.ERROR


def _binding(
    fcx: FnCtxt,
    p: hir.PatBinding,
    expected: t.Ty,
    mode: str,
    by_ref: str,
    local: hir.Local,
    sub: hir.Pat | None,
    ctx: _Ctx,
) -> t.Ty:
    bound = by_ref or ("move" if local.mut else mode)
    if by_ref == "" and local.mut and mode != "move":
        fcx.error("", "binding cannot be both mutable and by-reference under a default binding mode", p.span)
    if not by_ref:
        bound = mode
    fcx.results.binding_modes[p.id] = bound
    local_ty = expected if bound == "move" else t.mk_ref(expected, bound == "ref mut")
    known = fcx.results.local_types.get(local.id)
    if known is not None:
        if not fcx.icx.eq(known, local_ty):
            fcx.report_mismatch(p.span, known, local_ty, Cause(p.span, "or_pat"))
    else:
        fcx.results.local_types[local.id] = local_ty
    if sub is not None:
        check_pat(fcx, sub, expected, mode, ctx)
    return expected


def _lit(fcx: FnCtxt, p: hir.Pat, expr: hir.Expr, expected: t.Ty, ctx: _Ctx) -> t.Ty:
    from ferrule.infer.expr import check_expr

    fcx.in_pattern = True
    ty = check_expr(fcx, expr, expected)
    fcx.in_pattern = False
    _demand(fcx, p, expected, ty, ctx)
    return ty


def _range(fcx: FnCtxt, p: hir.Pat, lo: hir.Expr | None, hi: hir.Expr | None, expected: t.Ty, ctx: _Ctx) -> t.Ty:
    from ferrule.infer.expr import check_expr

    for end in (lo, hi):
        if end is None:
            continue
        ty = fcx.resolve_vars_with_obligations(check_expr(fcx, end, expected))
        if not (t.is_numeric(ty) or ty in (t.CHAR, t.ERROR)):
            fcx.error("E0029", "only `char` and numeric types are allowed in range patterns", p.span).label(
                end.span, f"this is of type `{fcx.show(ty)}` but it should be `char` or numeric"
            )
            return t.ERROR
        _demand(fcx, p, expected, ty, ctx)
    return expected


def _ref(fcx: FnCtxt, p: hir.Pat, mut: bool, inner: hir.Pat, expected: t.Ty, ctx: _Ctx) -> t.Ty:
    if isinstance(expected, t.Ref) and expected.mut == mut:
        check_pat(fcx, inner, expected.ty, "move", ctx)
        return expected
    var = fcx.icx.next_ty_var(inner.span)
    ty = t.mk_ref(var, mut)
    _demand(fcx, p, expected, ty, ctx)
    check_pat(fcx, inner, var, "move", ctx)
    return ty


def _tuple(
    fcx: FnCtxt, p: hir.Pat, elems: list[hir.Pat], rest: int | None, expected: t.Ty, mode: str, ctx: _Ctx
) -> t.Ty:
    count = len(elems)
    if isinstance(expected, t.Tuple) and rest is not None and len(expected.elems) >= count:
        count = len(expected.elems)
    parts = tuple(fcx.icx.next_ty_var(p.span) for _ in range(count))
    ty = t.mk_tuple(parts)
    ok = fcx.demand_eq(p.span, expected, ty, Cause(p.span, "pat", ctx))
    split = len(elems) if rest is None else rest
    tys: list[t.Ty] = list(parts) if ok else [t.ERROR] * count
    tail = len(elems) - split
    for sub, sub_ty in zip(elems, [*tys[:split], *tys[count - tail :]] if rest is not None else tys):
        check_pat(fcx, sub, sub_ty, mode, ctx)
    return ty if ok else t.ERROR


def _tuple_struct(fcx: FnCtxt, p: hir.PatTupleStruct, expected: t.Ty, mode: str, ctx: _Ctx) -> t.Ty:
    found = resolve_qpath(fcx, p.qpath, p.span)

    def bad() -> t.Ty:
        fcx.results.tainted = True
        for sub in p.elems:
            check_pat(fcx, sub, t.ERROR, mode, ctx)
        return t.ERROR

    if found is None:
        return bad()
    d, args = found
    if d.kind not in (DefKind.STRUCT, DefKind.VARIANT) or d.node.kind != "tuple":
        what = "unit variant" if d.kind is DefKind.VARIANT else d.kind.value
        fcx.error(
            "E0532" if d.kind is not DefKind.ASSOC_FN else "E0164",
            f"expected tuple struct or tuple variant, found {what} `{d.path.split('::', 1)[-1]}`",
            p.span,
            "not a tuple struct or tuple variant",
        )
        return bad()
    adt = d.parent if d.kind is DefKind.VARIANT else d
    assert adt is not None
    ty = t.mk_adt(adt, args)
    data = fcx.tcx.adt(adt)
    variant = next(v for v in data.variants if v.def_ is d)
    fcx.results.pat_variants[p.id] = variant.index
    fcx.results.path_res[p.id] = (d, args)
    if not fcx.demand_eq(p.span, expected, ty, Cause(p.span, "pat", ctx)):
        return bad()
    fields, n = variant.fields, len(p.elems)
    if n > len(fields) or p.rest is None and n < len(fields):
        what = "tuple variant" if d.kind is DefKind.VARIANT else "tuple struct"
        s = "s" * (n != 1)
        diag = fcx.error(
            "E0023",
            f"this pattern has {n} field{s}, but the corresponding {what} has {len(fields)} field{'s' * (len(fields) != 1)}",
            p.span,
            f"expected {len(fields)} field{'s' * (len(fields) != 1)}, found {n}",
        )
        if p.rest is None and n < len(fields):
            diag.help("use `..` to ignore the fields that are not named")
        return bad()
    split = n if p.rest is None else p.rest
    indices = [*range(split), *range(len(fields) - (n - split), len(fields))]
    for sub, i in zip(p.elems, indices):
        field_ty = fcx.normalize(fcx.tcx.field_ty(fields[i].def_, args), sub.span)
        check_pat(fcx, sub, field_ty, mode, ctx)
    return ty


def _struct(fcx: FnCtxt, p: hir.PatStruct, expected: t.Ty, mode: str, ctx: _Ctx) -> t.Ty:
    from ferrule.infer.struct_expr import check_private, resolve_variant

    found = resolve_variant(fcx, p.qpath, p.span, p.id)
    if found is None or not fcx.demand_eq(p.span, expected, found[0], Cause(p.span, "pat", ctx)):
        for f in p.fields:
            check_pat(fcx, f.pat, t.ERROR, mode, ctx)
        return t.ERROR
    ty, variant = found
    seen: dict[str, int] = {}
    for f in p.fields:
        i = variant.field(f.ident.name)
        if i is None:
            kind = "variant" if ty.def_.kind is DefKind.ENUM else ty.def_.kind.value
            owner = f"{ty.def_.name}::{variant.name}" if ty.def_.kind is DefKind.ENUM else ty.def_.name
            fcx.error(
                "E0026",
                f"{kind} `{owner}` does not have a field named `{f.ident.name}`",
                f.ident.span,
                f"{kind} `{owner}` does not have this field",
            )
            check_pat(fcx, f.pat, t.ERROR, mode, ctx)
            continue
        if f.ident.name in seen:
            fcx.error(
                "E0025",
                f"field `{f.ident.name}` bound multiple times in the pattern",
                f.ident.span,
                f"multiple uses of `{f.ident.name}` in pattern",
            ).label(seen[f.ident.name], f"first use of `{f.ident.name}`")
        seen[f.ident.name] = f.ident.span
        check_private(fcx, variant.fields[i].def_, ty.def_, f.ident)
        check_pat(fcx, f.pat, fcx.normalize(fcx.tcx.field_ty(variant.fields[i].def_, ty.args), f.span), mode, ctx)
    missing = [f.name for f in variant.fields if f.name not in seen]
    if missing and not p.rest and ty.def_.kind is not DefKind.UNION:
        from ferrule.infer.struct_expr import _list

        fcx.error(
            "E0027",
            f"pattern does not mention field{'s' * (len(missing) > 1)} {_list(missing)}",
            p.span,
            f"missing field{'s' * (len(missing) > 1)} {_list(missing)}",
        ).help("use `..` to ignore the fields that are not named")
    return ty


def _unit(fcx: FnCtxt, p: hir.PatPath, expected: t.Ty, ctx: _Ctx) -> t.Ty:
    found = _path(fcx, p)
    if found is None:
        fcx.results.tainted = True
        return t.ERROR
    d, args = found
    if d.kind in (DefKind.CONST, DefKind.ASSOC_CONST):
        ty = fcx.normalize(erase_regions(subst(fcx.tcx.type_of(d), args)), p.span)
        _demand(fcx, p, expected, ty, ctx)
        return ty
    if d.kind in (DefKind.STRUCT, DefKind.VARIANT) and d.node.kind == "unit":
        adt = d.parent if d.kind is DefKind.VARIANT else d
        assert adt is not None
        ty = t.mk_adt(adt, args)
        variant = next(v for v in fcx.tcx.adt(adt).variants if v.def_ is d)
        fcx.results.pat_variants[p.id] = variant.index
        _demand(fcx, p, expected, ty, ctx)
        return ty
    kind = "tuple variant" if d.kind is DefKind.VARIANT else d.kind.value
    fcx.error(
        "E0532",
        f"expected unit struct, unit variant or constant, found {kind} `{d.path.split('::', 1)[-1]}`",
        p.span,
        "not a unit struct, unit variant or constant",
    )
    return t.ERROR


def _slice(fcx: FnCtxt, p: hir.PatSlice, expected: t.Ty, mode: str, ctx: _Ctx) -> t.Ty:
    expected = fcx.structurally_resolve(expected, p.span)
    fixed = len(p.before) + len(p.after)
    middle: t.Ty = t.ERROR
    elem: t.Ty = t.ERROR
    if isinstance(expected, t.Array):
        elem = expected.ty
        length = fcx.icx.shallow_const(expected.len)
        if isinstance(length, t.ConstValue):
            if p.middle is None and length.value != fixed:
                fcx.error(
                    "E0527",
                    f"pattern requires {fixed} element{'s' * (fixed != 1)} but array has {length.value}",
                    p.span,
                    f"expected {length.value} element{'s' * (length.value != 1)}",
                )
            elif length.value < fixed:
                fcx.error(
                    "E0528",
                    f"pattern requires at least {fixed} element{'s' * (fixed != 1)} but array has {length.value}",
                    p.span,
                    f"pattern cannot match array of {length.value} element{'s' * (length.value != 1)}",
                )
            else:
                middle = t.mk_array(elem, length.value - fixed)
        elif p.middle is None:
            fcx.icx.eq(length, t.mk_const(t.USIZE, fixed))
        else:
            fcx.error("E0730", "cannot pattern-match on an array without a fixed length", p.span)
    elif isinstance(expected, t.Slice):
        elem = expected.ty
        middle = expected
    elif expected is not t.ERROR:
        fcx.error(
            "E0529",
            f"expected an array or slice, found `{fcx.show(expected)}`",
            p.span,
            f"pattern cannot match with input type `{fcx.show(expected)}`",
        )
    for sub in (*p.before, *p.after):
        check_pat(fcx, sub, elem, mode, ctx)
    if p.middle is not None:
        check_pat(fcx, p.middle, middle, mode, ctx)
    return expected
