"""Trait questions about monomorphic types: after type checking, everything is known and opaque types are seen through."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from ferrule.infer.obligations import Cause
from ferrule.infer.table import InferCtxt
from ferrule.resolve.defs import Def, DefKind
from ferrule.traits.env import EMPTY_ENV, param_env
from ferrule.traits.lang import lang_name
from ferrule.traits.project import assoc_item_of_impl
from ferrule.traits.select import AMBIGUOUS, evaluate, select
from ferrule.ty import ty as t
from ferrule.ty.data import Instance, TraitPredicate, TraitRef
from ferrule.ty.fold import erase_regions, subst

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

A = TypeVar("A", bound=t.GenericArg)


def _icx(tcx: TyCtxt, env: Def | None = None) -> InferCtxt:
    return InferCtxt(tcx, param_env(tcx, env) if env is not None else EMPTY_ENV, reveal_all=True)


def _normalize(tcx: TyCtxt, value: A) -> A:
    value = erase_regions(value)
    if not value.flags & t.NEEDS_NORMALIZE:
        return value
    cache = tcx.caches.setdefault("normalize", {})
    found = cache.get(value)
    if found is None:
        icx = _icx(tcx)
        found = icx.normalize(value, Cause(0, "misc"))
        icx.fulfill.select_where_possible()
        found = cache[value] = icx.resolve(found)
    return cast(A, found)


def normalize(tcx: TyCtxt, ty: t.Ty) -> t.Ty:
    return _normalize(tcx, ty)


def normalize_const(tcx: TyCtxt, c: t.Const) -> t.Const:
    return _normalize(tcx, c)


def resolve_instance(tcx: TyCtxt, d: Def, args: t.Args) -> Instance:
    """See TyCtxt.resolve_instance.  Raises LookupError if no impl applies, which type checking rules out."""
    cache = tcx.caches.setdefault("instances", {})
    key = (d, args)
    found = cache.get(key)
    if found is None:
        found = cache[key] = _resolve_instance(tcx, d, tuple(_normalize(tcx, a) for a in args))
    return found


def _resolve_instance(tcx: TyCtxt, d: Def, args: t.Args) -> Instance:
    if d.kind in (DefKind.STRUCT, DefKind.VARIANT):
        return Instance(d, args, "ctor")
    trait = d.parent
    if trait is None or trait.kind is not DefKind.TRAIT:
        return Instance(d, args)
    n = tcx.generics_of(trait).count
    self_ty = args[0]
    name = lang_name(trait)
    if name in ("fn", "fn_mut", "fn_once"):
        if isinstance(self_ty, t.Closure):
            kind = tcx.closure_info(self_ty.def_).kind
            if name == "fn_once" and kind != "FnOnce":
                return Instance(self_ty.def_, self_ty.args, "closure_once")
            return Instance(self_ty.def_, self_ty.args)
        if isinstance(self_ty, (t.FnDef, t.FnPtr)):
            return Instance(d, args, "fn_ptr")
    icx = _icx(tcx)
    selection = select(icx, TraitRef(trait, args[:n]))
    if selection is None or selection is AMBIGUOUS:
        raise LookupError(f"no impl of {trait.path} for {self_ty}")
    for p in selection.nested:
        icx.register(icx.normalize_predicate(p, Cause(0, "misc")), Cause(0, "misc"))
    icx.fulfill.select_where_possible()
    if selection.impl is None:
        if name == "clone" and d.name == "clone":
            return Instance(d, args, "clone")
        return Instance(d, args)
    item = assoc_item_of_impl(selection.impl, d)
    if item is None:
        return Instance(d, args)  # the trait's default body, Self known
    impl_args = icx.resolve_args(selection.args)
    return Instance(item, (*impl_args, *args[n:]))


def is_copy(tcx: TyCtxt, ty: t.Ty, env: Def | None = None) -> bool:
    cache = tcx.caches.setdefault("is_copy", {})
    key = (ty, env if ty.flags & t.HAS_PARAM else None)
    found = cache.get(key)
    if found is None:
        trait = tcx.lang_item("copy")
        found = (
            trait is not None
            and evaluate(_icx(tcx, env), TraitPredicate(TraitRef(trait, (erase_regions(ty),)))) == "yes"
        )
        cache[key] = found
    return cast(bool, found)


def needs_drop(tcx: TyCtxt, ty: t.Ty, env: Def | None = None) -> bool:
    """Whether dropping a value of ``ty`` may run code: it or a part of it implements Drop."""
    cache = tcx.caches.setdefault("needs_drop", {})
    found = cache.get(ty)
    if found is None:
        cache[ty] = False  # recursive types: an owner decides
        found = cache[ty] = _needs_drop(tcx, ty, env)
    return cast(bool, found)


def _needs_drop(tcx: TyCtxt, ty: t.Ty, env: Def | None) -> bool:
    match ty:
        case t.Adt(d, args):
            if lang_name(d) in ("manually_drop", "maybe_uninit", "phantom_data") or d.kind is DefKind.UNION:
                return False
            if drop_impl(tcx, d) is not None:
                return True
            return any(needs_drop(tcx, tcx.field_ty(f.def_, args), env) for v in tcx.adt(d).variants for f in v.fields)
        case t.Tuple(elems):
            return any(needs_drop(tcx, e, env) for e in elems)
        case t.Array(inner, _) | t.Slice(inner):
            return needs_drop(tcx, inner, env)
        case t.Closure(d, args):
            return any(needs_drop(tcx, subst(f, args), env) for f in tcx.closure_info(d).field_tys())
        case t.Param() | t.Alias():
            return not is_copy(tcx, ty, env)
    return False


def drop_impl(tcx: TyCtxt, adt: Def) -> Def | None:
    from ferrule.traits.index import trait_impls

    trait = tcx.lang_item("drop")
    if trait is None:
        return None
    for impl, key in trait_impls(tcx, trait):
        if key is adt:
            return impl
    return None
