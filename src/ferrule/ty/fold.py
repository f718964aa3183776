"""Structural maps over types: substitution of parameters, erasure of regions, replacement of leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar, cast

from ferrule.ty import ty as t

A = TypeVar("A", bound=t.GenericArg)
Leaf = Callable[[t.GenericArg], "t.GenericArg | None"]


def fold(value: A, leaf: Leaf, mask: int) -> A:
    """Rebuilds ``value`` with ``leaf`` applied to every part whose flags meet ``mask``.

    ``leaf`` sees a part before its children; a result other than None replaces the part and is not entered again.
    """
    return cast(A, _fold(value, leaf, mask))


def fold_args(args: t.Args, leaf: Leaf, mask: int) -> t.Args:
    for a in args:
        if a.flags & mask:
            return tuple(_fold(a, leaf, mask) for a in args)
    return args


def _fold(value: t.GenericArg, leaf: Leaf, mask: int) -> t.GenericArg:
    if not value.flags & mask:
        return value
    new = leaf(value)
    if new is not None:
        return new
    if isinstance(value, t.Region):
        return value
    if isinstance(value, t.Const):
        if isinstance(value, t.ConstUnevaluated):
            return t.mk_const_unevaluated(value.ty, value.def_, fold_args(value.args, leaf, mask))
        return value
    return super_fold(value, leaf, mask)


def super_fold(ty: t.Ty, leaf: Leaf, mask: int) -> t.Ty:
    """Folds the children of ``ty`` without asking ``leaf`` about ``ty`` itself."""

    def go(x: t.Ty) -> t.Ty:
        return cast(t.Ty, _fold(x, leaf, mask))

    match ty:
        case t.Adt(d, args):
            return t.mk_adt(d, fold_args(args, leaf, mask))
        case t.Ref(r, inner, mut):
            return t.mk_ref(go(inner), mut, cast(t.Region, _fold(r, leaf, mask)))
        case t.Ptr(inner, mut):
            return t.mk_ptr(go(inner), mut)
        case t.Slice(inner):
            return t.mk_slice(go(inner))
        case t.Array(inner, length):
            return t.mk_array(go(inner), cast(t.Const, _fold(length, leaf, mask)))
        case t.Tuple(elems):
            return t.mk_tuple(tuple(map(go, elems)))
        case t.FnDef(d, args):
            return t.mk_fn_def(d, fold_args(args, leaf, mask))
        case t.FnPtr(inputs, output, unsafe):
            return t.mk_fn_ptr(tuple(map(go, inputs)), go(output), unsafe)
        case t.Closure(d, args):
            return t.mk_closure(d, fold_args(args, leaf, mask))
        case t.Alias(kind, d, args):
            new = fold_args(args, leaf, mask)
            return t.mk_projection(d, new) if kind == "projection" else t.mk_opaque(d, new)
    return ty


def subst(value: A, args: t.Args) -> A:
    """Replaces type, const and early-bound region parameters by ``args[index]``."""
    if not args or not value.flags & (t.HAS_PARAM | t.HAS_REGION):
        return value

    def leaf(x: t.GenericArg) -> t.GenericArg | None:
        if isinstance(x, (t.Param, t.ConstParam)):
            return args[x.index] if x.index < len(args) else x
        if isinstance(x, t.Region) and x.kind == "early":
            return args[x.index] if x.index < len(args) else x
        return None

    return fold(value, leaf, t.HAS_PARAM | t.HAS_REGION)


def subst_args(values: t.Args, args: t.Args) -> t.Args:
    return tuple(subst(v, args) for v in values)


def erase_regions(value: A) -> A:
    if not value.flags & t.HAS_REGION:
        return value
    return fold(value, lambda x: t.ERASED if isinstance(x, t.Region) else None, t.HAS_REGION)


def walk(value: t.GenericArg) -> Iterator[t.GenericArg]:
    """Every part of ``value``, itself first."""
    yield value
    match value:
        case t.Adt(_, args) | t.FnDef(_, args) | t.Closure(_, args) | t.Alias(_, _, args):
            for a in args:
                yield from walk(a)
        case t.Ref(r, inner, _):
            yield r
            yield from walk(inner)
        case t.Ptr(inner, _) | t.Slice(inner):
            yield from walk(inner)
        case t.Array(inner, length):
            yield from walk(inner)
            yield from walk(length)
        case t.Tuple(elems):
            for e in elems:
                yield from walk(e)
        case t.FnPtr(inputs, output, _):
            for e in inputs:
                yield from walk(e)
            yield from walk(output)
        case t.ConstUnevaluated():
            for a in value.args:
                yield from walk(a)
