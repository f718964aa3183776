"""Trait selection: which impl, where-clause or built-in rule makes ``T: Trait`` true (rustc's SelectionContext).

Procedural, in rustc's order: where-clauses win over impls; built-in rules answer for lang traits; impls come from the
index, and if several remain their nested obligations decide ("winnowing").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ferrule.infer.obligations import RECURSION_LIMIT, Cause
from ferrule.resolve.defs import Def
from ferrule.traits import builtin
from ferrule.traits.index import may_unify, simplify, trait_impls
from ferrule.traits.predicates import subst_predicate
from ferrule.ty import ty as t
from ferrule.ty.data import OutlivesPredicate, Predicate, ProjectionPredicate, TraitPredicate, TraitRef
from ferrule.ty.fold import erase_regions, subst

if TYPE_CHECKING:
    from ferrule.infer.table import InferCtxt


class Selection:
    """How a trait goal holds.  ``kind``: impl, param, builtin, error; ``nested`` must hold too."""

    __slots__ = ("kind", "impl", "args", "nested")

    def __init__(
        self, kind: str, impl: Def | None = None, args: t.Args = (), nested: list[Predicate] | None = None
    ) -> None:
        self.kind, self.impl, self.args = kind, impl, args
        self.nested: list[Predicate] = nested or []


class _Ambiguous(Selection):
    pass


AMBIGUOUS: Final = _Ambiguous("ambiguous")
_ERROR = Selection("error")
_QUIET = Cause(0, "misc")


def select(icx: InferCtxt, goal: TraitRef) -> Selection | None:
    """The selection for ``goal``; AMBIGUOUS if types are not known well enough, None if it cannot hold.

    A successful selection has unified the goal with what was selected.
    """
    trait = goal.trait_
    args = icx.resolve_args(goal.args)
    self_ty = args[0]
    assert isinstance(self_ty, t.Ty)
    if any(a.flags & t.HAS_ERROR for a in args):
        return _ERROR
    if icx.reveal_all and self_ty.flags & t.HAS_ALIAS:
        self_ty = icx.normalize(self_ty, _QUIET)
        args = (self_ty, *args[1:])
    if isinstance(self_ty, t.Infer) and self_ty.infer_kind == "ty":
        return AMBIGUOUS
    if isinstance(self_ty, t.Alias) and self_ty.alias_kind == "opaque" and self_ty.def_ in icx.opaque_defs:
        return select(icx, TraitRef(trait, (icx.opaque_defs[self_ty.def_], *args[1:])))
    goal = TraitRef(trait, args)

    found = _from_env(icx, goal)
    if found is not None:
        return found
    if isinstance(self_ty, t.Alias):
        found = _from_item_bounds(icx, goal, self_ty)
        if found is not None:
            return found
    rule = builtin.lookup(icx, goal)
    if rule is builtin.AMBIGUOUS:
        return AMBIGUOUS
    if rule is builtin.NO:
        return None
    if rule is not None:
        return Selection("builtin", None, args, rule)  # type: ignore[arg-type]
    return _from_impls(icx, goal)


def _from_env(icx: InferCtxt, goal: TraitRef) -> Selection | None:
    matching: list[TraitRef] = []
    for tr in icx.env.traits.get(goal.trait_, ()):
        if tr.args == goal.args:
            return Selection("param", None, tr.args)
        snap = icx.snapshot()
        if icx.eq_args(tr.args, goal.args):
            matching.append(tr)
        icx.rollback(snap)
    if not matching:
        return None
    if len(matching) > 1:
        return AMBIGUOUS
    icx.eq_args(matching[0].args, goal.args)
    return Selection("param", None, matching[0].args)


def _from_item_bounds(icx: InferCtxt, goal: TraitRef, alias: t.Alias) -> Selection | None:
    from ferrule.traits.env import elaborate

    bounds = alias.def_.cache.get("elaborated_bounds")
    if bounds is None:
        bounds = alias.def_.cache["elaborated_bounds"] = elaborate(icx.tcx, icx.tcx.item_bounds(alias.def_))
    for p in bounds:
        if isinstance(p, TraitPredicate) and p.trait_ref.trait_ is goal.trait_:
            tr = subst_predicate(p, alias.args)
            assert isinstance(tr, TraitPredicate)
            args = tuple(icx.normalize(a, _QUIET) if i else a for i, a in enumerate(tr.trait_ref.args))
            if icx.eq_args(args, goal.args):
                return Selection("param", None, args)
    return None


def _from_impls(icx: InferCtxt, goal: TraitRef) -> Selection | None:
    tcx = icx.tcx
    key = simplify(goal.self_ty)
    candidates: list[Def] = []
    for impl, impl_key in trait_impls(tcx, goal.trait_):
        if impl_key is not None and key is not None and impl_key != key:
            continue
        tr = tcx.impl_trait_ref(impl)
        assert tr is not None
        if not all(may_unify(p, g) for p, g in zip(tr.args, goal.args)):
            continue
        snap = icx.snapshot()
        if _match_impl(icx, impl, goal) is not None:
            candidates.append(impl)
        icx.rollback(snap)
    if not candidates:
        return None
    if len(candidates) > 1:
        kept = [impl for impl in candidates if _impl_may_apply(icx, impl, goal)]
        if len(kept) > 1:
            return AMBIGUOUS  # coherence rules overlap out, so only types that are not known yet can leave several
        if not kept:
            return None
        candidates = kept
    impl = candidates[0]
    args = _match_impl(icx, impl, goal)
    assert args is not None
    nested = [subst_predicate(p, args) for p in tcx.predicates_of(impl)]
    return Selection("impl", impl, args, nested)


def _match_impl(icx: InferCtxt, impl: Def, goal: TraitRef) -> t.Args | None:
    """Arguments of ``impl`` under which its trait reference equals ``goal``."""
    tr = icx.tcx.impl_trait_ref(impl)
    assert tr is not None
    args = icx.fresh_args_for(impl)
    for p, g in zip(tr.args, goal.args):
        inst = erase_regions(subst(p, args))
        if inst.flags & t.NEEDS_NORMALIZE:
            inst = icx.normalize(inst, _QUIET)
        if not icx.eq(inst, g):
            return None
    return args


def _impl_may_apply(icx: InferCtxt, impl: Def, goal: TraitRef) -> bool:
    snap = icx.snapshot()
    try:
        args = _match_impl(icx, impl, goal)
        if args is None:
            return False
        return all(evaluate(icx, subst_predicate(p, args)) != "no" for p in icx.tcx.predicates_of(impl))
    finally:
        icx.rollback(snap)


def evaluate(icx: InferCtxt, p: Predicate, depth: int = 0) -> str:
    """``yes``, ``maybe`` or ``no``, without lasting effect on inference."""
    if isinstance(p, OutlivesPredicate):
        return "yes"
    key = None
    if isinstance(p, TraitPredicate):
        args = icx.resolve_args(p.trait_ref.args)
        p = TraitPredicate(TraitRef(p.trait_ref.trait_, args))
        if not any(a.flags & t.HAS_INFER for a in args) and not icx.closures and not icx.opaque_defs:
            key = (p, icx.env)
            cached = icx.tcx.caches.setdefault("evaluate", {}).get(key)
            if cached is not None:
                return cached  # type: ignore[no-any-return]
    if depth > RECURSION_LIMIT:
        return "no"
    result = _evaluate(icx, p, depth)
    if key is not None and not icx.stack:
        icx.tcx.caches["evaluate"][key] = result
    return result


def _evaluate(icx: InferCtxt, p: Predicate, depth: int) -> str:
    from ferrule.traits.project import process_projection

    snap = icx.snapshot()
    try:
        if isinstance(p, ProjectionPredicate):
            before = len(icx.fulfill.errors)
            done = process_projection(icx, p, None)
            failed = len(icx.fulfill.errors) > before
            del icx.fulfill.errors[before:]
            if failed or done is False:
                return "no"
            if done is None:
                return "maybe"
            nested: list[Predicate] = [o.predicate for o in icx.fulfill.pending[snap[2] :]]
        else:
            assert isinstance(p, TraitPredicate)
            if any(s == (p.trait_ref.trait_, p.trait_ref.args) for s in icx.stack):
                return "yes" if builtin.is_auto_trait(p.trait_ref.trait_) else "no"
            icx.stack.append((p.trait_ref.trait_, p.trait_ref.args))
            try:
                sel = select(icx, p.trait_ref)
                if sel is None:
                    return "no"
                if sel is AMBIGUOUS:
                    return "maybe"
                return _all(icx, [*sel.nested, *(o.predicate for o in icx.fulfill.pending[snap[2] :])], depth)
            finally:
                icx.stack.pop()
        return _all(icx, nested, depth)
    finally:
        icx.rollback(snap)


def _all(icx: InferCtxt, nested: list[Predicate], depth: int) -> str:
    worst = "yes"
    for n in nested:
        r = evaluate(icx, icx.normalize_predicate(n, _QUIET), depth + 1)
        if r == "no":
            return "no"
        if r == "maybe":
            worst = "maybe"
    return worst


def holds(icx: InferCtxt, trait: Def, args: t.Args) -> bool:
    return evaluate(icx, TraitPredicate(TraitRef(trait, args))) == "yes"


def may_hold(icx: InferCtxt, trait: Def, args: t.Args) -> bool:
    return evaluate(icx, TraitPredicate(TraitRef(trait, args))) != "no"
