"""Maps over predicates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ferrule.ty import ty as t
from ferrule.ty.data import OutlivesPredicate, Predicate, ProjectionPredicate, TraitPredicate, TraitRef
from ferrule.ty.fold import erase_regions, subst
from ferrule.ty.pretty import show


def map_predicate(p: Predicate, f: Callable[[Any], Any], keep_projection: bool = False) -> Predicate:
    """Applies ``f`` to each argument.  ``keep_projection`` leaves the projection itself alone (its arguments are mapped)."""
    if isinstance(p, TraitPredicate):
        return TraitPredicate(TraitRef(p.trait_ref.trait_, tuple(f(a) for a in p.trait_ref.args)))
    if isinstance(p, ProjectionPredicate):
        return ProjectionPredicate(p.def_, tuple(f(a) for a in p.args), f(p.term))
    return OutlivesPredicate(f(p.subject), f(p.region)) if not keep_projection else p


def subst_predicate(p: Predicate, args: t.Args) -> Predicate:
    return map_predicate(p, lambda a: erase_regions(subst(a, args)))


def erase_predicate(p: Predicate) -> Predicate:
    return map_predicate(p, lambda a: erase_regions(a))


def show_trait_ref(tr: TraitRef) -> str:
    """``Trait<A, B>`` without the self type."""
    args = [show(a) for a in tr.args[1:] if not isinstance(a, t.Region)]
    return tr.trait_.name + (f"<{', '.join(args)}>" if args else "")


def show_predicate(p: Predicate) -> str:
    if isinstance(p, TraitPredicate):
        tr = p.trait_ref
        if is_fn_trait(tr.trait_) and len(tr.args) == 2:
            inputs = cast(t.Ty, tr.args[1])
            inner = ", ".join(show(e) for e in inputs.elems) if isinstance(inputs, t.Tuple) else show(inputs)
            return f"{show(tr.args[0])}: {tr.trait_.name}({inner})"
        return f"{show(tr.args[0])}: {show_trait_ref(tr)}"
    if isinstance(p, ProjectionPredicate):
        return f"{show(t.mk_projection(p.def_, p.args))} == {show(p.term)}"
    return f"{show(p.subject)}: {show(p.region)}"


def is_fn_trait(d: Any) -> bool:
    from ferrule.traits.lang import lang_name

    return lang_name(d) in ("fn", "fn_mut", "fn_once")
