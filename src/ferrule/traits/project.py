"""Associated types: ``<T as Trait>::Name`` to the type it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from ferrule.infer.obligations import RECURSION_LIMIT, Cause, Obligation
from ferrule.resolve.defs import Def
from ferrule.traits import builtin
from ferrule.traits.lang import lang_name
from ferrule.traits.predicates import subst_predicate
from ferrule.ty import ty as t
from ferrule.ty.data import ProjectionPredicate, TraitPredicate, TraitRef
from ferrule.ty.fold import erase_regions, fold, subst

if TYPE_CHECKING:
    from ferrule.infer.table import InferCtxt

A = TypeVar("A", bound=t.GenericArg)


class _Marker:
    pass


AMBIGUOUS = _Marker()  # types are not known well enough
RIGID = _Marker()  # known to exist, but stands for itself (a parameter's associated type)
FAILED = _Marker()  # the trait does not hold


def normalize(icx: InferCtxt, value: A, cause: Cause, depth: int = 0) -> A:
    def leaf(x: t.GenericArg) -> t.GenericArg | None:
        if isinstance(x, t.ConstUnevaluated):
            from ferrule.ty.lower import evaluate_const

            c = icx.resolve(x)
            return evaluate_const(icx.tcx, c)
        if not isinstance(x, t.Alias):
            return None
        args = tuple(fold(a, leaf, t.NEEDS_NORMALIZE) for a in x.args)
        if x.alias_kind == "opaque":
            if x.def_ in icx.opaque_defs:
                return icx.opaque_defs[x.def_]
            if icx.reveal_all:
                hidden = erase_regions(subst(icx.tcx.type_of(x.def_), args))
                return normalize(icx, hidden, cause, depth + 1)
            return t.mk_opaque(x.def_, args)
        result = project(icx, x.def_, args, cause, depth)
        if result is RIGID:
            return t.mk_projection(x.def_, icx.resolve_args(args))
        if result is FAILED:
            trait = x.def_.parent
            assert trait is not None
            n = icx.tcx.generics_of(trait).count
            icx.fulfill.errors.append(Obligation(TraitPredicate(TraitRef(trait, args[:n])), cause, depth))
            return t.ERROR
        if result is AMBIGUOUS:
            var = icx.next_ty_var(cause.span)
            icx.fulfill.register(Obligation(ProjectionPredicate(x.def_, args, var), cause, depth))
            return var
        return cast(t.Ty, result)

    return fold(value, leaf, t.NEEDS_NORMALIZE)


def project(icx: InferCtxt, assoc: Def, args: t.Args, cause: Cause, depth: int = 0) -> t.Ty | _Marker:
    """What ``<args[0] as Trait<args[1..]>>::assoc`` is."""
    from ferrule.traits import select as sel

    tcx = icx.tcx
    if depth > RECURSION_LIMIT:
        return FAILED
    trait = assoc.parent
    assert trait is not None
    args = icx.resolve_args(args)
    if any(a.flags & t.HAS_ERROR for a in args):
        return t.ERROR
    for pp in icx.env.projections.get(assoc, ()):
        if pp.args == args or _eq_in_env(icx, pp.args, args):
            term = cast(t.Ty, pp.term)
            if isinstance(term, t.Alias) and term.def_ is assoc and term.args == args:
                continue
            return normalize(icx, term, cause, depth + 1)
    self_ty = args[0]
    if isinstance(self_ty, t.Alias):
        found = _from_item_bounds(icx, assoc, args, self_ty, cause, depth)
        if found is not None:
            return found
    if lang_name(assoc) == "fn_once_output" or assoc.name == "Output" and lang_name(trait) == "fn_once":
        assert isinstance(self_ty, t.Ty)
        parts = builtin.callable_parts(icx, self_ty) if not isinstance(self_ty, (t.Param, t.Infer, t.Alias)) else None
        if parts is not None:
            inputs = t.mk_tuple(parts[0])
            if inputs.flags & t.NEEDS_NORMALIZE:
                inputs = normalize(icx, inputs, cause, depth + 1)
            if not icx.eq(args[1], inputs):
                return FAILED
            return normalize(icx, parts[1], cause, depth + 1)
    n = tcx.generics_of(trait).count
    selection = sel.select(icx, TraitRef(trait, args[:n]))
    if selection is sel.AMBIGUOUS:
        return AMBIGUOUS
    if selection is None:
        return FAILED
    if selection.kind == "error":
        return t.ERROR
    if selection.kind == "param" or selection.impl is None:
        return RIGID
    for nested in selection.nested:
        icx.fulfill.register(
            Obligation(
                icx.normalize_predicate(nested, cause),
                cause.derived(TraitPredicate(TraitRef(trait, args[:n])), selection.impl),
                depth + 1,
            )
        )
    item = assoc_item_of_impl(selection.impl, assoc)
    if item is not None:
        ty = subst(tcx.type_of(item), (*selection.args, *args[n:]))
    elif tcx.hir_type_of(assoc) is not None:
        ty = subst(tcx.type_of(assoc), args)
    else:
        return t.ERROR  # E0046 is reported for the impl
    return normalize(icx, erase_regions(ty), cause, depth + 1)


def assoc_item_of_impl(impl: Def, trait_item: Def) -> Def | None:
    """The item of ``impl`` that implements ``trait_item``; None if the trait's default is used."""
    for child in impl.children:
        if child.name == trait_item.name and child.kind is trait_item.kind:
            return child
    return None


def _eq_in_env(icx: InferCtxt, a: t.Args, b: t.Args) -> bool:
    """Matches a projection of the environment; a variable as self type must not be guessed by it."""
    if isinstance(b[0], t.Infer):
        return False
    return icx.eq_args(a, b)


def _from_item_bounds(
    icx: InferCtxt, assoc: Def, args: t.Args, alias: t.Alias, cause: Cause, depth: int
) -> t.Ty | None:
    for p in icx.tcx.item_bounds(alias.def_):
        if isinstance(p, ProjectionPredicate) and p.def_ is assoc:
            inst = subst_predicate(p, alias.args)
            assert isinstance(inst, ProjectionPredicate)
            if icx.eq_args(inst.args, args):
                return normalize(icx, cast(t.Ty, inst.term), cause, depth + 1)
    return None


def process_projection(icx: InferCtxt, p: ProjectionPredicate, o: Obligation | None) -> bool | None:
    """Tries to show ``<..>::def_ == term``: True done, None not yet, False impossible (recorded as an error if ``o``)."""
    cause = o.cause if o is not None else Cause(0, "misc")
    depth = o.depth + 1 if o is not None else 1
    result = project(icx, p.def_, p.args, cause, depth)
    if result is AMBIGUOUS:
        return None
    ok = False
    if result is RIGID:
        ok = icx.eq(t.mk_projection(p.def_, icx.resolve_args(p.args)), p.term)
    elif result is not FAILED:
        term = p.term
        if term.flags & t.NEEDS_NORMALIZE:
            term = normalize(icx, term, cause, depth)
        ok = icx.eq(cast(t.Ty, result), term)
    if ok:
        return True
    if o is not None:
        icx.fulfill.fail(o)
        return True
    return False
