"""Which impls can matter for a type: an index by trait, or by self type for inherent impls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ferrule.hir import nodes as hir
from ferrule.resolve.defs import Crate, Def
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

Key = Any  # what simplify returns; None matches everything


def simplify(ty: t.Ty) -> Key:
    """The outermost constructor of a type, or None where it is not known (parameters, projections, variables)."""
    match ty:
        case t.Adt(d, _) | t.FnDef(d, _) | t.Closure(d, _):
            return d
        case t.Ref(_, _, mut):
            return "ref", mut
        case t.Ptr(_, mut):
            return "ptr", mut
        case t.Slice():
            return "slice"
        case t.Array():
            return "array"
        case t.Tuple(elems):
            return "tuple", len(elems)
        case t.FnPtr(inputs, _, _):
            return "fn_ptr", len(inputs)
        case t.Param() | t.Alias() | t.Infer() | t.Error():
            return None
    return ty


def _crate_index(crate: Crate, tcx: TyCtxt) -> tuple[dict[Def, list[Def]], list[Def]]:
    """Impls of each trait, and inherent impls, of one crate; kept with the crate."""
    index = crate.root.cache.get("impl_index")
    if index is None:
        by_trait: dict[Def, list[Def]] = {}
        inherent: list[Def] = []
        for impl in crate.impls:
            if impl.node.trait_ is None:
                inherent.append(impl)
                continue
            path = tcx.hir_impl_trait(impl)
            if path is not None and isinstance(path.res, hir.ResDef):
                by_trait.setdefault(path.res.def_, []).append(impl)
        index = crate.root.cache["impl_index"] = by_trait, inherent
    return index


def trait_impls(tcx: TyCtxt, trait: Def) -> list[tuple[Def, Key]]:
    """Every impl of ``trait`` with the key of its self type."""
    cache = tcx.caches.setdefault("trait_impls", {})
    found = cache.get(trait)
    if found is None:
        found = []
        for crate in tcx.crates:
            # What the library says of its own traits is a fact of the trait, and so part of the image.
            home, key = (
                (trait, "library_impls:" + crate.name)
                if trait.crate.is_library and crate.is_library
                else (crate.root, f"trait_impls:{id(trait)}")
            )
            per_crate = home.cache.get(key)
            if per_crate is None:
                per_crate = []
                for impl in _crate_index(crate, tcx)[0].get(trait, ()):
                    if impl.node.negative:
                        continue
                    tr = tcx.impl_trait_ref(impl)
                    if tr is not None:
                        per_crate.append((impl, simplify(tr.self_ty)))
                home.cache[key] = per_crate
            found.extend(per_crate)
        cache[trait] = found
    return found


def inherent_impls(tcx: TyCtxt, ty: t.Ty) -> list[Def]:
    """Inherent impls whose self type has the constructor of ``ty``."""
    key = simplify(ty)
    cache = tcx.caches.setdefault("inherent_impls", {})
    table = cache.get("table")
    if table is None:
        table = {}
        for crate in tcx.crates:
            per_crate = crate.root.cache.get("inherent_table")
            if per_crate is None:
                per_crate = {}
                for impl in _crate_index(crate, tcx)[1]:
                    per_crate.setdefault(simplify(tcx.type_of(impl)), []).append(impl)
                crate.root.cache["inherent_table"] = per_crate
            for k, impls in per_crate.items():
                table.setdefault(k, []).extend(impls)
        cache["table"] = table
    return table.get(key, []) if key is not None else []


def may_unify(pattern: t.GenericArg, goal: t.GenericArg, depth: int = 3) -> bool:
    """A quick test that ``pattern`` (an impl's type, parameters stand for anything) could equal ``goal`` (variables
    resolved).  False is certain."""
    if isinstance(pattern, (t.Region, t.Const)) or isinstance(goal, (t.Region, t.Const)):
        if isinstance(pattern, t.ConstValue) and isinstance(goal, t.ConstValue):
            return pattern.value == goal.value
        return True
    if depth == 0 or isinstance(pattern, (t.Param, t.Alias, t.Error)) or isinstance(goal, (t.Error, t.Alias)):
        # An alias that is rigid in the goal equals only itself; that case is rare and decided by unification.
        return True
    if isinstance(goal, t.Infer):
        if goal.infer_kind == "int":
            return isinstance(pattern, t.Int)
        if goal.infer_kind == "float":
            return isinstance(pattern, t.Float)
        return True
    if pattern.__class__ is not goal.__class__:
        return False
    match pattern, goal:
        case (t.Adt(d1, x), t.Adt(d2, y)):
            return d1 is d2 and all(may_unify(p, q, depth - 1) for p, q in zip(x, y))
        case t.Ref(_, x1, m1), t.Ref(_, y1, m2):
            return m1 == m2 and may_unify(x1, y1, depth - 1)
        case t.Ptr(x1, m1), t.Ptr(y1, m2):
            return m1 == m2 and may_unify(x1, y1, depth - 1)
        case (t.Slice(x1), t.Slice(y1)) | (t.Array(x1, _), t.Array(y1, _)):
            return may_unify(x1, y1, depth - 1)
        case t.Tuple(xs), t.Tuple(ys):
            return len(xs) == len(ys) and all(may_unify(p, q, depth - 1) for p, q in zip(xs, ys))
        case ((t.FnDef() | t.Closure() | t.FnPtr()), _):
            return True
        case t.Param(), t.Param():
            return pattern is goal
    return pattern is goal
