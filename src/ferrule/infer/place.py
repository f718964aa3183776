"""Places in mutable contexts: ``Deref`` becomes ``DerefMut``, ``Index`` becomes ``IndexMut`` along the way to the root."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ferrule.hir import nodes as hir
from ferrule.infer.obligations import Cause
from ferrule.infer.results import Adjustment
from ferrule.ty import ty as t
from ferrule.ty.data import TraitPredicate, TraitRef

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt


def is_place(e: hir.Expr, fcx: FnCtxt | None = None) -> bool:
    """Whether ``e`` names a memory location (may be assigned to or borrowed in place)."""
    match e:
        case hir.ExprPath(qpath):
            if isinstance(qpath, hir.QResolved) and isinstance(qpath.path.res, hir.ResLocal):
                return True
            if fcx is not None:
                from ferrule.resolve.defs import DefKind

                found = fcx.results.path_res.get(e.id)
                return found is not None and found[0].kind is DefKind.STATIC
            return False
        case hir.Field() | hir.Index():
            return True
        case hir.Unary("*", _):
            return True
    return False


def convert_place_to_mut(fcx: FnCtxt, e: hir.Expr, assigned: bool = False) -> None:
    """Called once ``e`` is known to be borrowed mutably or assigned."""
    chain = [e]
    while True:
        cur = chain[-1]
        if isinstance(cur, hir.Field):
            chain.append(cur.expr)
        elif isinstance(cur, hir.Index):
            chain.append(cur.expr)
        elif isinstance(cur, hir.Unary) and cur.op == "*":
            chain.append(cur.expr)
        else:
            break
    _check_not_shared(fcx, chain, assigned)
    for node in reversed(chain):
        for a in fcx.results.adjustments.get(node.id, ()):
            if a.kind == "overloaded_deref" and not a.mut:
                a.mut = True
        if isinstance(node, (hir.Index, hir.Unary)) and node.id in fcx.results.callee:
            _convert_overloaded(fcx, node)


def _check_not_shared(fcx: FnCtxt, chain: list[hir.Expr], assigned: bool) -> None:
    """E0594 and E0596 where the place lies behind a `&` reference or `*const` pointer.  (Whether a variable is declared `mut` is
    the borrow checker's question.)"""
    results = fcx.results
    for node in chain:
        ty = results.types.get(node.id)
        if ty is None:
            continue
        pointers = []
        source = fcx.icx.shallow(ty)
        for a in results.adjustments.get(node.id, ()):
            if a.kind == "deref":
                pointers.append(source)
            elif a.kind in ("borrow", "raw_borrow") and node is chain[0]:
                break  # the mutable borrow itself
            elif a.kind in ("borrow", "raw_borrow", "overloaded_deref", "unsize"):
                return  # from here on a new place: the operand of an overloaded step
            source = fcx.icx.shallow(a.target)
        if isinstance(node, hir.Unary) and node.op == "*" and node.id not in results.callee:
            inner = results.adjustments.get(node.expr.id)
            inner_ty = inner[-1].target if inner else results.types.get(node.expr.id)
            if inner_ty is not None:
                pointers.append(fcx.icx.shallow(inner_ty))
        elif isinstance(node, hir.Index | hir.Unary) and node.id in results.callee:
            return
        for p in reversed(pointers):
            if isinstance(p, (t.Ref, t.Ptr)) and not p.mut:
                _report_shared(fcx, chain[0], p, assigned)
                return
            if isinstance(p, t.Ptr):
                return  # `*mut`: how one came by it does not matter


def _report_shared(fcx: FnCtxt, place: hir.Expr, pointer: t.Ref | t.Ptr, assigned: bool) -> None:
    snippet = re.sub(r"\[[^\[\]]*\]", "[_]", fcx.tcx.session.source_map.snippet(place.span))
    if any(a.kind == "deref" for a in fcx.results.adjustments.get(place.id, ())):
        snippet = f"*{snippet}"
    what = "`&` reference" if isinstance(pointer, t.Ref) else "`*const` pointer"
    if assigned:
        d = fcx.error(
            "E0594", f"cannot assign to `{snippet}`, which is behind a {what}", place.span, "cannot be written"
        )
    else:
        d = fcx.error(
            "E0596",
            f"cannot borrow `{snippet}` as mutable, as it is behind a {what}",
            place.span,
            "cannot be borrowed as mutable",
        )
    if isinstance(pointer, t.Ref) and isinstance(fcx.icx.shallow(pointer.ty), t.Slice):
        d.help("a kernel writes through a `DisjointSlice` or `&mut` parameter")


def _convert_overloaded(fcx: FnCtxt, node: hir.Index | hir.Unary) -> None:
    d, args = fcx.results.callee[node.id]
    index = isinstance(node, hir.Index)
    trait = fcx.tcx.lang_item("index_mut" if index else "deref_mut")
    name = "index_mut" if index else "deref_mut"
    if trait is None or d.name == name:
        return
    from ferrule.infer.method import assoc_item

    item = assoc_item(trait, name)
    if item is None:
        return
    fcx.icx.register(TraitPredicate(TraitRef(trait, args)), Cause(node.span, "mut_place"))
    fcx.results.callee[node.id] = (item, args)
    base = node.expr
    adj = fcx.results.adjustments.get(base.id)
    if adj and adj[-1].kind == "borrow" and not adj[-1].mut:
        last = adj[-1]
        assert isinstance(last.target, t.Ref)
        adj[-1] = Adjustment("borrow", t.mk_ref(last.target.ty, True), True, last.two_phase)
        for a in adj[:-1]:
            if a.kind == "overloaded_deref":
                a.mut = True
    elif adj and adj[-1].kind == "unsize" and len(adj) > 1 and adj[-2].kind == "borrow":
        last, borrow = adj[-1], adj[-2]
        assert isinstance(last.target, t.Ref) and isinstance(borrow.target, t.Ref)
        adj[-2] = Adjustment("borrow", t.mk_ref(borrow.target.ty, True), True)
        adj[-1] = Adjustment("unsize", t.mk_ref(last.target.ty, True))
