"""Rules between impls, and between an impl and what it is for (rustc_hir_analysis::coherence)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.diagnostics import span as sp
from ferrule.resolve.defs import Def, DefKind
from ferrule.ty import ty as t
from ferrule.ty.data import TraitPredicate
from ferrule.ty.fold import erase_regions, subst
from ferrule.ty.pretty import show

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt


def check_trait_impl(tcx: TyCtxt, impl: Def, trait: Def) -> None:
    """What the impl of a trait must meet besides having the trait's items."""
    check_orphan(tcx, impl, trait)
    if not _is_local(impl, tcx.type_of(impl)):  # else looked at with the type
        check_super_traits(tcx, impl, trait)
    check_overlap(tcx, impl, trait)
    if tcx.lang_item("copy") is trait:
        check_copy(tcx, impl)


def header_span(impl: Def) -> int:
    """From `impl` to the type, which is what messages about an impl as a whole point at."""
    return sp.mk(sp.lo(impl.span), sp.hi(impl.node.self_ty.span))


def check_orphan(tcx: TyCtxt, impl: Def, trait: Def) -> None:
    """E0117: the trait or one of the types is of this crate."""
    tr = tcx.impl_trait_ref(impl)
    assert tr is not None
    if trait.crate is impl.crate or any(_is_local(impl, a) for a in tr.args if isinstance(a, t.Ty)):
        return
    if any(isinstance(a, t.Param) for a in tr.args):
        name = next(a.name for a in tr.args if isinstance(a, t.Param))
        tcx.session.diag.error(
            "E0210",
            f"type parameter `{name}` must be used as an argument to some local type",
            header_span(impl),
            f"type parameter `{name}` must be used as an argument to some local type",
        )
        return
    d = tcx.session.diag.error(
        "E0117",
        "only traits defined in the current crate can be implemented for types defined outside of the crate",
        header_span(impl),
        f"`{show(erase_regions(tr.self_ty))}` is not defined in the current crate",
    )
    d.help("define a trait of your own, or wrap the type in a struct")


def _is_local(impl: Def, ty: t.Ty) -> bool:
    """Whether the coherence rules count the type as the crate's own."""
    while isinstance(ty, t.Ref):
        ty = ty.ty
    return isinstance(ty, t.Adt) and ty.def_.crate is impl.crate or isinstance(ty, t.Error)


def check_super_traits(tcx: TyCtxt, impl: Def, trait: Def) -> None:
    """E0277: the type has the traits that this one builds on."""
    from ferrule.infer.table import InferCtxt
    from ferrule.traits.env import param_env
    from ferrule.traits.predicates import show_trait_ref, subst_predicate
    from ferrule.traits.select import evaluate

    tr = tcx.impl_trait_ref(impl)
    assert tr is not None
    args = tuple(erase_regions(a) for a in tr.args)
    if impl.node.negative or any(a.flags & t.HAS_ERROR for a in args):
        return
    icx = InferCtxt(tcx, param_env(tcx, impl))
    for p in tcx.super_predicates_of(trait):
        q = subst_predicate(p, args)
        if isinstance(q, TraitPredicate) and q.trait_ref.trait_ is not trait and evaluate(icx, q) == "no":
            d = tcx.session.diag.error(
                "E0277",
                f"the trait bound `{show_trait_ref(q.trait_ref)}` is not satisfied",
                impl.node.self_ty.span,
                f"the trait `{q.trait_ref.trait_.name}` is not implemented for `{show(args[0])}`",
            )
            d.note(f"required by a bound in `{trait.name}`")
            return


def check_copy(tcx: TyCtxt, impl: Def) -> None:
    """E0204, E0184: a type with a destructor, or with a field that is not Copy, is not Copy either."""
    self_ty = erase_regions(tcx.type_of(impl))
    if not isinstance(self_ty, t.Adt) or impl.node.negative:
        return
    from ferrule.traits.mono import drop_impl

    derived = impl.attr("automatically_derived") is not None  # pointed at by the type's name
    span = self_ty.def_.name_span if derived else impl.node.trait_.span
    if drop_impl(tcx, self_ty.def_) is not None:
        tcx.session.diag.error(
            "E0184",
            "the trait `Copy` cannot be implemented for this type; the type has a destructor",
            span,
            "`Copy` not allowed on types with destructors",
        )
        return
    for v in tcx.adt(self_ty.def_).variants:
        for f in v.fields:
            ty = erase_regions(subst(tcx.type_of(f.def_), self_ty.args))
            if not ty.flags & t.HAS_ERROR and not tcx.is_copy(ty, impl):
                d = tcx.session.diag.error(
                    "E0204", "the trait `Copy` cannot be implemented for this type", span or self_ty.def_.name_span
                )
                d.label(f.def_.span, "this field does not implement `Copy`")
                return


def check_overlap(tcx: TyCtxt, impl: Def, trait: Def) -> bool:
    """E0119: two impls that apply to one type.  True if there are."""
    from ferrule.infer.table import InferCtxt
    from ferrule.traits.env import EMPTY_ENV
    from ferrule.traits.index import may_unify, trait_impls
    from ferrule.traits.predicates import subst_predicate
    from ferrule.traits.select import evaluate

    mine = tcx.impl_trait_ref(impl)
    assert mine is not None
    for other, _ in trait_impls(tcx, trait):
        if other is impl or not other.crate.is_library and other.index > impl.index:
            continue
        theirs = tcx.impl_trait_ref(other)
        assert theirs is not None
        icx = InferCtxt(tcx, EMPTY_ENV)
        a_args, b_args = icx.fresh_args_for(impl), icx.fresh_args_for(other)
        if not all(may_unify(x, y) or isinstance(y, t.Param) for x, y in zip(mine.args, theirs.args)):
            continue
        if not all(
            icx.eq(erase_regions(subst(x, a_args)), erase_regions(subst(y, b_args)))
            for x, y in zip(mine.args, theirs.args)
        ):
            continue
        predicates = [subst_predicate(p, a_args) for p in tcx.predicates_of(impl)] + [
            subst_predicate(p, b_args) for p in tcx.predicates_of(other)
        ]
        if any(evaluate(icx, p) == "no" for p in predicates):
            continue
        shown = show(icx.resolve(erase_regions(subst(mine.args[0], a_args))))
        d = tcx.session.diag.error(
            "E0119",
            f"conflicting implementations of trait `{trait.name}` for type `{shown}`",
            impl.span,
            f"conflicting implementation for `{shown}`",
        )
        if not other.crate.is_library:
            d.label(other.span, "first implementation here")
        else:
            d.note(f"conflicting implementation in crate `{other.crate.name}`")
        return True
    return False


def overlapping(tcx: TyCtxt, trait: Def) -> bool:
    """Reports the user's impls of a trait that overlap; True if there are any."""
    from ferrule.traits.index import trait_impls

    found = [check_overlap(tcx, i, trait) for i, _ in trait_impls(tcx, trait) if not i.crate.is_library]
    return any(found)


def check_inherent_overlap(tcx: TyCtxt, adt: Def) -> None:
    """E0592: two items of one name in the impls of a type."""
    from ferrule.infer.table import InferCtxt
    from ferrule.traits.env import EMPTY_ENV
    from ferrule.traits.index import inherent_impls

    first: dict[tuple[str, bool], list[Def]] = {}
    for impl in inherent_impls(tcx, tcx.type_of(adt)):
        for item in impl.children:
            earlier = first.setdefault((item.name, item.kind is DefKind.ASSOC_TY), [])
            for other in earlier:
                icx = InferCtxt(tcx, EMPTY_ENV)
                a, b = (
                    erase_regions(subst(tcx.type_of(i), icx.fresh_args_for(i)))
                    for i in (impl, other.generics_parent)
                    if i is not None
                )
                if other.generics_parent is impl or icx.eq(a, b):
                    d = tcx.session.diag.error(
                        "E0592",
                        f"duplicate definitions with name `{item.name}`",
                        other.name_span,
                        f"duplicate definitions for `{item.name}`",
                    )
                    d.label(item.name_span, f"other definition for `{item.name}`")
                    break
            earlier.append(item)


def user_impls(tcx: TyCtxt, adt: Def) -> list[Def]:
    """The trait impls that a crate has for one of its own types."""
    from ferrule.traits.index import simplify

    table: dict[object, list[Def]] | None = adt.crate.root.cache.get("impls_by_type")
    if table is None:
        table = adt.crate.root.cache["impls_by_type"] = {}
        for impl in adt.crate.impls:
            if impl.node.trait_ is not None and tcx.impl_trait_ref(impl) is not None:
                table.setdefault(simplify(tcx.type_of(impl)), []).append(impl)
    return table.get(adt, [])
