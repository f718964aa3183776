"""The queries that phases ask each other.  Each is memoised on the definition it is about; a query that asks itself is a
cycle and is reported as E0391 by whoever owns the query.

Each method names the module that answers it.  This file holds no logic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ferrule.hir import nodes as hir
    from ferrule.infer.results import ClosureInfo, TypeckResults
    from ferrule.mir.body import Body
    from ferrule.mir.value import Value
    from ferrule.resolve.defs import Crate, Def
    from ferrule.session import Session
    from ferrule.ty.data import AdtData, FnSig, Generics, Instance, Predicate, TraitRef
    from ferrule.ty.layout import Layout
    from ferrule.ty.ty import Args, Const, Ty

R = TypeVar("R")


class QueryCycle(Exception):
    """A query was asked for while it was being answered; the owner of the outermost query reports E0391."""

    def __init__(self, query: str, def_: Any) -> None:
        super().__init__(f"{query}({def_})")
        self.query, self.def_ = query, def_


_IN_PROGRESS = object()


class TyCtxt:
    """One compilation: the library crates and one user crate with its path dependencies."""

    def __init__(self, session: Session, crates: list[Crate]) -> None:
        self.session = session
        self.crates = crates  # library first
        self.caches: dict[str, dict[Any, Any]] = {}  # per compilation: layouts, instances, trait goals

    def _def_query(self, name: str, d: Def, answer: Callable[[TyCtxt, Def], R]) -> R:
        value = d.cache.get(name, self)
        if value is self:
            d.cache[name] = _IN_PROGRESS
            try:
                value = d.cache[name] = answer(self, d)
            except BaseException:
                d.cache.pop(name, None)
                raise
        elif value is _IN_PROGRESS:
            raise QueryCycle(name, d)
        return value  # type: ignore[no-any-return]

    def lang_item(self, name: str) -> Def | None:
        for c in self.crates:
            d = c.lang_items.get(name)
            if d is not None:
                return d
        return None

    def require_lang_item(self, name: str) -> Def:
        d = self.lang_item(name)
        if d is None:
            raise LookupError(f"the library has no lang item `{name}`")
        return d

    # ------------------------------------------------------------------------ ferrule.hir.lower: AST to HIR, names resolved
    def hir_generics(self, d: Def) -> hir.Generics:
        from ferrule.hir import lower

        return self._def_query("hir_generics", d, lower.generics)

    def hir_fn_decl(self, d: Def) -> hir.FnDecl:
        """Of a fn, associated fn or foreign fn."""
        from ferrule.hir import lower

        return self._def_query("hir_fn_decl", d, lower.fn_decl)

    def hir_type_of(self, d: Def) -> hir.Ty | None:
        """The written type of a const, static, type alias, field, associated type (default), impl (self type), const param."""
        from ferrule.hir import lower

        return self._def_query("hir_type_of", d, lower.type_of)

    def hir_bounds(self, d: Def) -> list[hir.Bound]:
        """Supertraits of a trait, bounds of an associated type."""
        from ferrule.hir import lower

        return self._def_query("hir_bounds", d, lower.bounds)

    def hir_impl_trait(self, d: Def) -> hir.Path | None:
        from ferrule.hir import lower

        return self._def_query("hir_impl_trait", d, lower.impl_trait)

    def hir_body(self, d: Def) -> hir.Body | None:
        """Of a fn, const, static, anonymous const; None where there is none (required trait methods, intrinsics)."""
        from ferrule.hir import lower

        return self._def_query("hir_body", d, lower.body)

    def traits_in_scope(self, d: Def) -> list[Def]:
        """Traits whose methods can be called by name inside ``d``: imported, declared, prelude; innermost module first."""
        from ferrule.hir import lower

        return self._def_query("traits_in_scope", d, lower.traits_in_scope)

    # --------------------------------------------------------------- ferrule.ty.collect: signatures and declarations as types
    def generics_of(self, d: Def) -> Generics:
        from ferrule.ty import collect

        return self._def_query("generics_of", d, collect.generics_of)

    def predicates_of(self, d: Def) -> list[Predicate]:
        """All that must hold for ``d``, its parents' included; a trait's contain ``Self: Trait``."""
        from ferrule.ty import collect

        return self._def_query("predicates_of", d, collect.predicates_of)

    def super_predicates_of(self, d: Def) -> list[Predicate]:
        from ferrule.ty import collect

        return self._def_query("super_predicates_of", d, collect.super_predicates_of)

    def item_bounds(self, d: Def) -> list[Predicate]:
        """What is known of an associated or opaque type (its Self is the projection itself)."""
        from ferrule.ty import collect

        return self._def_query("item_bounds", d, collect.item_bounds)

    def type_of(self, d: Def) -> Ty:
        """Of a struct/enum/union, alias, const, static, field, parameter, impl (self type), associated type (in an impl), fn
        (its FnDef), closure."""
        from ferrule.ty import collect

        return self._def_query("type_of", d, collect.type_of)

    def fn_sig(self, d: Def) -> FnSig:
        """Of functions and tuple constructors, with the definition's own parameters in it."""
        from ferrule.ty import collect

        return self._def_query("fn_sig", d, collect.fn_sig)

    def adt(self, d: Def) -> AdtData:
        from ferrule.ty import collect

        return self._def_query("adt", d, collect.adt)

    def field_ty(self, field: Def, args: Args) -> Ty:
        from ferrule.ty.fold import erase_regions, subst

        return erase_regions(subst(self.type_of(field), args))

    def impl_trait_ref(self, d: Def) -> TraitRef | None:
        from ferrule.ty import collect

        return self._def_query("impl_trait_ref", d, collect.impl_trait_ref)

    def identity_args(self, d: Def) -> Args:
        """The parameters of ``d`` as arguments."""
        from ferrule.ty import collect

        return self._def_query("identity_args", d, collect.identity_args)

    # ------------------------------------------------------------------------------------------------- ferrule.infer, traits
    def typeck(self, d: Def) -> TypeckResults:
        """Of the body owner ``d`` (a closure's results are its owner's)."""
        from ferrule.infer import check

        return self._def_query("typeck", d, check.typeck)

    def closure_info(self, d: Def) -> ClosureInfo:
        """Of a closure definition; in the types of its enclosing item (substitute the closure type's args)."""
        from ferrule.infer import check

        return self._def_query("closure_info", d, check.closure_info)

    def normalize(self, ty: Ty) -> Ty:
        """Resolves projections, opaque types and unevaluated constants in a type without parameters; regions are erased."""
        from ferrule.traits import mono

        return mono.normalize(self, ty)

    def normalize_const(self, c: Const) -> Const:
        from ferrule.traits import mono

        return mono.normalize_const(self, c)

    def resolve_instance(self, d: Def, args: Args) -> Instance:
        """The function that a call of ``d`` with monomorphic ``args`` runs: trait methods go to their impl."""
        from ferrule.traits import mono

        return mono.resolve_instance(self, d, args)

    def is_copy(self, ty: Ty, env: Def | None = None) -> bool:
        """Whether ``ty: Copy`` holds, in the where-clauses of ``env`` if the type has parameters."""
        from ferrule.traits import mono

        return mono.is_copy(self, ty, env)

    def needs_drop(self, ty: Ty, env: Def | None = None) -> bool:
        from ferrule.traits import mono

        return mono.needs_drop(self, ty, env)

    # ------------------------------------------------------------------------------------------------------------------- MIR
    def mir(self, d: Def) -> Body:
        """Of a fn, closure, const, static, anonymous const or tuple constructor; generic."""
        from ferrule.mir.build import build

        return self._def_query("mir", d, build)

    def const_eval(self, d: Def, args: Args) -> Value:
        """The value of a const, associated const, static initialiser or anonymous const with monomorphic ``args``."""
        from ferrule.mir import interpret

        return interpret.const_eval(self, d, args)

    # ---------------------------------------------------------------------------------------------------------------- layout
    def layout_of(self, ty: Ty) -> Layout:
        """Size, alignment and field offsets of a monomorphic type."""
        from ferrule.ty import layout

        return layout.layout_of(self, ty)
