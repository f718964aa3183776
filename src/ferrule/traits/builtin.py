"""Trait rules the compiler itself knows: Sized, Copy and Clone of structural types, the Fn family, auto traits.

``lookup`` returns the nested predicates under which a built-in rule makes the goal true, ``NO`` if it decides that the goal
is false, ``AMBIGUOUS`` if it must wait, and None if no built-in rule speaks: then impls are asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ferrule.resolve.defs import Def, DefKind
from ferrule.syntax import ast
from ferrule.traits.lang import lang_name
from ferrule.ty import ty as t
from ferrule.ty.data import FnSig, Predicate, TraitPredicate, TraitRef
from ferrule.ty.fold import erase_regions, subst

if TYPE_CHECKING:
    from ferrule.infer.table import InferCtxt

AMBIGUOUS: Final = "ambiguous"
NO: Final = "no"
Rule = list[Predicate] | str | None

_ALWAYS = frozenset(["tuple_trait", "destruct", "pointee_trait", "meta_sized", "pointee_sized", "freeze", "unpin"])
_COPY_KINDS = frozenset(["bool", "char", "int", "float", "never", "ptr", "fn_def", "fn_ptr", "error"])
_KIND_ORDER = {"Fn": 0, "FnMut": 1, "FnOnce": 2}
_FN_TRAITS = {"fn": "Fn", "fn_mut": "FnMut", "fn_once": "FnOnce"}


def is_auto_trait(trait: Def) -> bool:
    return isinstance(trait.node, ast.Trait) and trait.node.auto


def lookup(icx: InferCtxt, goal: TraitRef) -> Rule:
    name = lang_name(goal.trait_)
    if name in _FN_TRAITS:
        return _fn_trait(icx, goal, _FN_TRAITS[name])
    if name in ("copy", "clone"):
        return _copy(icx, goal, name == "clone")
    if name == "sized":
        return _sized(icx, goal)
    if name in _ALWAYS or is_auto_trait(goal.trait_):
        return []
    return None


def _each(goal: TraitRef, parts: list[t.Ty]) -> list[Predicate]:
    return [TraitPredicate(TraitRef(goal.trait_, (p,))) for p in parts]


def _sized(icx: InferCtxt, goal: TraitRef) -> Rule:
    ty = goal.self_ty
    match ty:
        case t.Slice() | t.Str():
            return NO
        case t.Param():
            return NO  # the environment said nothing: `?Sized`
        case t.Adt(d, args):
            if d.kind is DefKind.STRUCT:
                fields = icx.tcx.adt(d).variants[0].fields
                if fields:
                    tail = erase_regions(subst(icx.tcx.type_of(fields[-1].def_), args))
                    if tail.kind in ("param", "slice", "str", "adt") and tail is not ty:
                        return _each(goal, [tail]) if tail.kind != "adt" else []
            return []
    return []


def _copy(icx: InferCtxt, goal: TraitRef, clone: bool) -> Rule:
    ty = goal.self_ty
    kind = ty.kind
    if kind in _COPY_KINDS or kind == "infer":
        return []
    match ty:
        case t.Ref(_, _, mut):
            return NO if mut else []
        case t.Tuple(elems):
            return _each(goal, list(elems))
        case t.Array(inner, _):
            return _each(goal, [inner])
        case t.Closure(d, args):
            info = icx.closures.get(d)
            if info is not None and icx.closure_kinds.get(d) is None:
                return AMBIGUOUS
            if info is None:
                info = icx.tcx.closure_info(d)
            fields = [subst(f, args) for f in info.field_tys()]
            return _each(goal, fields)
        case t.Slice() | t.Str():
            return NO
    return None


def fn_item_sig(icx: InferCtxt, ty: t.Ty) -> FnSig | None:
    """The signature of a function item or pointer, instantiated, regions erased; None for other types."""
    if isinstance(ty, t.FnDef):
        sig = icx.tcx.fn_sig(ty.def_)
        inputs = tuple(erase_regions(subst(i, ty.args)) for i in sig.inputs)
        return FnSig(inputs, erase_regions(subst(sig.output, ty.args)), sig.unsafe, sig.c_variadic)
    if isinstance(ty, t.FnPtr):
        return FnSig(tuple(erase_regions(i) for i in ty.inputs), erase_regions(ty.output), ty.unsafe)
    return None


def closure_sig(icx: InferCtxt, ty: t.Closure) -> tuple[tuple[t.Ty, ...], t.Ty]:
    info = icx.closures.get(ty.def_)
    if info is not None:
        return info.inputs, info.output
    info = icx.tcx.closure_info(ty.def_)
    return tuple(subst(i, ty.args) for i in info.inputs), subst(info.output, ty.args)


def callable_parts(icx: InferCtxt, ty: t.Ty) -> tuple[tuple[t.Ty, ...], t.Ty] | None:
    """(inputs, output) of anything the Fn traits are built in for."""
    if isinstance(ty, t.Closure):
        return closure_sig(icx, ty)
    sig = fn_item_sig(icx, ty)
    return None if sig is None else (sig.inputs, sig.output)


def _fn_trait(icx: InferCtxt, goal: TraitRef, wanted: str) -> Rule:
    from ferrule.infer.obligations import Cause

    ty = goal.self_ty
    if isinstance(ty, t.Closure):
        if ty.def_ in icx.closures:
            kind = icx.closure_kinds.get(ty.def_)
            if kind is None and wanted != "FnOnce":
                # The signature is known even where the kind is not: let inference have it, then wait.
                icx.eq(goal.args[1], t.mk_tuple(closure_sig(icx, ty)[0]))
                return AMBIGUOUS
        else:
            kind = icx.tcx.closure_info(ty.def_).kind
        if kind is not None and _KIND_ORDER[kind] > _KIND_ORDER[wanted]:
            return NO
    elif isinstance(ty, (t.FnDef, t.FnPtr)):
        sig = fn_item_sig(icx, ty)
        if sig is None or sig.unsafe:
            return NO
    else:
        return None
    parts = callable_parts(icx, ty)
    assert parts is not None
    inputs = t.mk_tuple(parts[0])
    if inputs.flags & t.NEEDS_NORMALIZE:
        inputs = icx.normalize(inputs, Cause(0, "misc"))
    return [] if icx.eq(goal.args[1], inputs) else NO
