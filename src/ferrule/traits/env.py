"""Parameter environments: what the where-clauses of an item let its body assume."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.resolve.defs import Def
from ferrule.traits.predicates import erase_predicate, map_predicate, subst_predicate
from ferrule.ty import ty as t
from ferrule.ty.data import Predicate, ProjectionPredicate, TraitPredicate, TraitRef

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt


class ParamEnv:
    """Elaborated where-clauses: ``traits[trait]`` and ``projections[assoc]`` list what is assumed."""

    __slots__ = ("traits", "projections", "owner")

    def __init__(self, predicates: list[Predicate], owner: Def | None) -> None:
        self.owner = owner
        self.traits: dict[Def, list[TraitRef]] = {}
        self.projections: dict[Def, list[ProjectionPredicate]] = {}
        for p in predicates:
            if isinstance(p, TraitPredicate):
                known = self.traits.setdefault(p.trait_ref.trait_, [])
                if p.trait_ref not in known:
                    known.append(p.trait_ref)
            elif isinstance(p, ProjectionPredicate):
                known_p = self.projections.setdefault(p.def_, [])
                if p not in known_p:
                    known_p.append(p)


EMPTY_ENV = ParamEnv([], None)


def elaborate(tcx: TyCtxt, predicates: list[Predicate]) -> list[Predicate]:
    """Adds what supertraits imply."""
    out: list[Predicate] = []
    seen = set()
    todo = list(predicates)
    while todo:
        p = todo.pop(0)
        if p in seen:
            continue
        seen.add(p)
        out.append(p)
        if isinstance(p, TraitPredicate):
            todo.extend(subst_predicate(q, p.trait_ref.args) for q in tcx.super_predicates_of(p.trait_ref.trait_))
    return out


def param_env(tcx: TyCtxt, d: Def) -> ParamEnv:
    """The environment of ``d``'s body, its projections normalised with respect to each other."""
    env = d.cache.get("param_env")
    if env is None:
        predicates = elaborate(tcx, [erase_predicate(p) for p in tcx.predicates_of(d)])
        env = ParamEnv(predicates, d)
        if any(_mentions_alias(p) for p in predicates):
            from ferrule.infer.obligations import Cause
            from ferrule.infer.table import InferCtxt

            icx = InferCtxt(tcx, env)
            cause = Cause(d.span, "misc")

            def norm(a: t.GenericArg) -> t.GenericArg:
                new = icx.resolve(icx.normalize(a, cause)) if a.flags & t.NEEDS_NORMALIZE else a
                return a if new.flags & t.HAS_INFER else new

            normalized = [map_predicate(p, norm) for p in predicates]
            env = ParamEnv([*predicates, *normalized], d)
        d.cache["param_env"] = env
    return env


def _mentions_alias(p: Predicate) -> bool:
    if isinstance(p, TraitPredicate):
        return any(a.flags & t.HAS_ALIAS for a in p.trait_ref.args)
    if isinstance(p, ProjectionPredicate):
        return any(a.flags & t.HAS_ALIAS for a in (*p.args, p.term))
    return False
