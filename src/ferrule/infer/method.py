"""Method lookup and confirmation (rustc_hir_typeck::method).

Lookup walks the autoderef steps of the receiver, with one unsizing step at the end; at each step it tries the method by
value, then with ``&``, then with ``&mut``; inherent candidates go before traits.  Lookup commits nothing to inference;
``confirm`` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ferrule.hir import nodes as hir
from ferrule.infer.autoderef import Autoderef
from ferrule.infer.obligations import Cause
from ferrule.infer.results import Adjustment
from ferrule.resolve.defs import Def, DefKind
from ferrule.resolve.visibility import is_accessible
from ferrule.syntax import ast
from ferrule.traits.index import inherent_impls
from ferrule.traits.predicates import subst_predicate
from ferrule.traits.select import evaluate
from ferrule.ty import ty as t
from ferrule.ty.data import TraitPredicate, TraitRef
from ferrule.ty.fold import erase_regions, subst

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt

ASSOC_VALUES = (DefKind.ASSOC_FN, DefKind.ASSOC_CONST)


class Candidate(NamedTuple):
    item: Def
    kind: str  # inherent, where, trait
    container: Def  # impl or trait
    trait_ref: TraitRef | None  # of a where-clause


class Pick(NamedTuple):
    candidate: Candidate
    autoderefs: int
    autoref: str  # ``, `ref`, `mut`, `const_ptr`
    unsize: bool
    self_ty: t.Ty  # after adjustment


class MethodCallee(NamedTuple):
    def_: Def
    args: t.Args
    inputs: tuple[t.Ty, ...]
    output: t.Ty


class Probe(NamedTuple):
    """Outcome of lookup: a pick, several candidates (E0034), or what was looked at (for E0599)."""

    pick: Pick | None
    ambiguous: list[Candidate]
    steps: list[t.Ty]
    unsatisfied: list[tuple[Candidate, str]]
    private: Def | None = None  # a method that would do, were it visible here


# --------------------------------------------------------------------------------------------------------- candidates
def has_self_param(item: Def) -> bool:
    params = getattr(item.node, "params", None) or []
    return bool(params) and bool(params[0].is_self)


def assoc_item(container: Def, name: str) -> Def | None:
    table: dict[tuple[str, bool], Def] | None = container.cache.get("assoc_by_name")
    if table is None:
        table = {}
        for c in container.children:
            table.setdefault((c.name, c.kind is DefKind.ASSOC_TY), c)
        container.cache["assoc_by_name"] = table
    return table.get((name, False))


def scope_traits_with(fcx: FnCtxt, name: str) -> list[tuple[Def, Def]]:
    """(trait, item) for each trait in scope that has an associated value called ``name``."""
    if fcx.trait_scopes is None:
        from ferrule.hir.lower import trait_scopes

        fcx.trait_scopes = trait_scopes(fcx.tcx, fcx.owner)
    own, scopes = fcx.trait_scopes
    out: list[tuple[Def, Def]] = []
    for trait in own:
        item = assoc_item(trait, name)
        if item is not None and item.kind in ASSOC_VALUES:
            out.append((trait, item))
    for scope in scopes:
        for found in scope.traits_with(name):
            if found not in out:
                out.append(found)
    return out


def where_candidates(fcx: FnCtxt, ty: t.Ty, name: str) -> list[Candidate]:
    """Methods that where-clauses or item bounds give a parameter or projection."""
    out: list[Candidate] = []
    seen: set[Def] = set()
    for trait, refs in fcx.icx.env.traits.items():
        item = assoc_item(trait, name)
        if item is None:
            continue
        for tr in refs:
            if tr.args[0] is ty and item not in seen:
                seen.add(item)
                matching = [r for r in refs if r.args[0] is ty]
                # Several instances of one generic trait count as one candidate; which one, unification will say.
                out.append(Candidate(item, "where", trait, tr if len(matching) == 1 else None))
    if isinstance(ty, t.Alias):
        from ferrule.traits.env import elaborate

        for p in elaborate(fcx.tcx, fcx.tcx.item_bounds(ty.def_)):
            if isinstance(p, TraitPredicate):
                item = assoc_item(p.trait_ref.trait_, name)
                if item is not None and item not in seen:
                    seen.add(item)
                    inst = subst_predicate(p, ty.args)
                    assert isinstance(inst, TraitPredicate)
                    out.append(Candidate(item, "where", p.trait_ref.trait_, inst.trait_ref))
    return out


def is_visible(fcx: FnCtxt, c: Candidate) -> bool:
    """Whether the item of an impl may be named here; a trait's items are as visible as the trait."""
    return c.kind != "inherent" or c.item.vis is None or is_accessible(c.item.vis, fcx.owner)


def inherent_candidates(fcx: FnCtxt, ty: t.Ty, name: str) -> list[Candidate]:
    if isinstance(ty, (t.Param, t.Alias)):
        return where_candidates(fcx, ty, name)
    out = []
    for impl in inherent_impls(fcx.tcx, ty):
        item = assoc_item(impl, name)
        if item is not None and item.kind in ASSOC_VALUES:
            out.append(Candidate(item, "inherent", impl, None))
    return out


# -------------------------------------------------------------------------------------------------------------- probing
def _container_args(fcx: FnCtxt, c: Candidate, self_ty: t.Ty | None) -> t.Args:
    if c.trait_ref is not None:
        return c.trait_ref.args
    if c.kind == "inherent":
        return fcx.icx.fresh_args_for(c.container)
    prefix = (self_ty,) if self_ty is not None else ()
    return fcx.icx.fresh_args_for(c.container, 0, prefix)


def _consider(fcx: FnCtxt, c: Candidate, self_ty: t.Ty, why: list[tuple[Candidate, str]]) -> bool:
    """Whether the candidate's ``self`` parameter can be ``self_ty`` (probe only)."""
    icx = fcx.icx
    snap = icx.snapshot()
    errors = len(icx.fulfill.errors)
    try:
        parent_args = _container_args(fcx, c, None)
        args = icx.fresh_args_for(c.item, 0, parent_args)
        sig = fcx.tcx.fn_sig(c.item)
        xform = icx.normalize(erase_regions(subst(sig.inputs[0], args)), Cause(0, "misc"))
        if not icx.eq(xform, self_ty):
            return False
        if c.kind == "inherent":
            for p in fcx.tcx.predicates_of(c.container):
                q = icx.normalize_predicate(subst_predicate(p, args), Cause(0, "misc"))
                if len(icx.fulfill.errors) > errors or evaluate(icx, q) == "no":
                    from ferrule.traits.predicates import map_predicate, show_predicate

                    why.append((c, show_predicate(map_predicate(q, icx.resolve))))
                    return False
            return True
        n = fcx.tcx.generics_of(c.container).count
        goal = TraitPredicate(TraitRef(c.container, args[:n]))
        if evaluate(icx, goal) == "no":
            from ferrule.traits.predicates import map_predicate, show_predicate

            why.append((c, show_predicate(map_predicate(goal, icx.resolve))))
            return False
        return True
    finally:
        icx.rollback(snap)
        del icx.fulfill.errors[errors:]


def probe(fcx: FnCtxt, receiver_ty: t.Ty, name: str, span: int) -> Probe:
    auto = Autoderef(fcx, receiver_ty, span, include_raw=False)
    steps: list[tuple[t.Ty, int, bool]] = [(ty, n, False) for ty, n in auto]
    last = steps[-1][0]
    if isinstance(last, t.Array):
        steps.append((t.mk_slice(last.ty), steps[-1][1], True))
    every = [
        c
        for ty, _, _ in steps
        for c in inherent_candidates(fcx, ty, name)
        if c.item.kind is DefKind.ASSOC_FN and has_self_param(c.item)
    ]
    inherent = [c for c in every if is_visible(fcx, c)]
    hidden = next((c.item for c in every if c not in inherent), None)
    where_traits = {c.container for c in inherent if c.kind == "where"}
    extension = [
        Candidate(item, "trait", trait, None)
        for trait, item in scope_traits_with(fcx, name)
        if item.kind is DefKind.ASSOC_FN and has_self_param(item) and trait not in where_traits
    ]
    extension += [Candidate(c.item, "trait", c.container, None) for c in inherent if c.kind == "where"]
    why: list[tuple[Candidate, str]] = []

    def pick_in(self_ty: t.Ty) -> list[Candidate]:
        for group in (inherent, extension):
            applicable = [c for c in group if _consider(fcx, c, self_ty, why)]
            if applicable:
                unique: list[Candidate] = []
                for c in applicable:
                    if all(c.item is not u.item for u in unique):
                        unique.append(c)
                return unique
        return []

    tys = [s[0] for s in steps]
    for ty, n, unsize in steps:
        if ty is t.ERROR:
            continue
        if not unsize:
            found = pick_in(ty)
            if found:
                if len(found) > 1:
                    return Probe(None, found, tys, why)
                if isinstance(ty, t.Ref):
                    # `&*` or `&mut *`: a reborrow, so that a `&mut` receiver is not moved.
                    return Probe(Pick(found[0], n + 1, "mut" if ty.mut else "ref", False, ty), [], tys, why)
                return Probe(Pick(found[0], n, "", False, ty), [], tys, why)
        for autoref, mut in (("ref", False), ("mut", True)):
            self_ty = t.mk_ref(ty, mut)
            found = pick_in(self_ty)
            if found:
                if len(found) > 1:
                    return Probe(None, found, tys, why)
                return Probe(Pick(found[0], n, autoref, unsize, self_ty), [], tys, why)
        if isinstance(ty, t.Ptr) and ty.mut:
            found = pick_in(t.mk_ptr(ty.ty, False))
            if found:
                return Probe(Pick(found[0], n, "const_ptr", False, t.mk_ptr(ty.ty, False)), [], tys, why)
    return Probe(None, [], tys, why, hidden)


# ---------------------------------------------------------------------------------------------------------- confirmation
def confirm(fcx: FnCtxt, e: hir.MethodCall, receiver_ty: t.Ty, pick: Pick) -> MethodCallee:
    icx = fcx.icx
    item = pick.candidate.item
    refuse_drop(fcx, item, e.segment.ident.span)
    auto = Autoderef(fcx, receiver_ty, e.receiver.span)
    ty = next(ty for ty, n in auto if n == pick.autoderefs)
    mut = pick.autoref == "mut"
    adjustments = auto.adjustments(pick.autoderefs, mut)
    base = icx.shallow(ty)
    if pick.autoref == "const_ptr":
        adjustments.append(Adjustment("mut_to_const", pick.self_ty))
    elif pick.autoref:
        adjustments.append(Adjustment("borrow", t.mk_ref(base, mut), mut, two_phase=mut))
        if pick.unsize:
            adjustments.append(Adjustment("unsize", pick.self_ty))
    fcx.adjust(e.receiver, adjustments)
    if mut:
        from ferrule.infer.place import convert_place_to_mut

        convert_place_to_mut(fcx, e.receiver)
    parent_args = _container_args(fcx, pick.candidate, None)
    args = fcx.lowerer.args_for(item, e.segment.args, parent_args, e.segment.span)
    if fcx.const_context:
        require_const(fcx, item, e.segment.span)
    return _instantiate(fcx, item, args, pick.self_ty, e.span)


def _instantiate(fcx: FnCtxt, item: Def, args: t.Args, self_ty: t.Ty | None, span: int) -> MethodCallee:
    icx = fcx.icx
    sig = fcx.tcx.fn_sig(item)
    cause = Cause(span, "bound")
    inputs = [erase_regions(subst(i, args)) for i in sig.inputs]
    if self_ty is not None:
        # The self type first: it decides what the projections in the other parameters are.
        icx.eq(icx.normalize(inputs[0], cause), self_ty)
    inputs = [icx.normalize(i, cause) for i in inputs]
    output = icx.normalize(erase_regions(subst(sig.output, args)), cause)
    icx.register_predicates_of(item, args, cause)
    if sig.unsafe:
        require_unsafe(fcx, item, span)
    return MethodCallee(item, args, tuple(inputs), output)


def refuse_drop(fcx: FnCtxt, item: Def, span: int) -> None:
    """E0040: a destructor is called by the end of a value, never by hand."""
    if item.name == "drop" and item.parent is not None and item.parent is fcx.tcx.lang_item("drop"):
        d = fcx.error("E0040", "explicit use of destructor method", span, "explicit destructor calls not allowed")
        d.help("consider using the `drop` function: `drop(value)`")


def require_unsafe(fcx: FnCtxt, d: Def, span: int) -> None:
    if fcx.unsafe_depth == 0:
        fcx.error(
            "E0133",
            f"call to unsafe function `{d.path.partition('::')[2] or d.name}` is unsafe and requires unsafe function or block",
            span,
            "call to unsafe function",
        ).note("consult the function's documentation for information on how to avoid undefined behavior")


def require_const(fcx: FnCtxt, d: Def, span: int) -> None:
    """E0015, for functions of the user's: the library does not say of all of core's functions that they are const."""
    if d.crate.is_library or not isinstance(d.node, ast.Fn) or d.node.header.const:
        return
    where = fcx.const_context
    kind = "method" if has_self_param(d) else d.kind.value
    name = d.path.partition("::")[2] or d.name
    container = d.generics_parent
    trait = container is not None and (container.kind is DefKind.TRAIT or container.node.trait_ is not None)
    if container is not None and not trait:
        name = f"{fcx.show(fcx.tcx.type_of(container))}::{d.name}"
    error = fcx.error("E0015", f"cannot call non-const {kind} `{name}` in {where}", span)
    error.note(f"calls in {where} are limited to constant functions, tuple structs and tuple variants")
    if trait:
        error.help("const traits are not yet supported on stable Rust")
    else:
        error.label(d.name_span, f"{kind} `{d.name}` is not const").help(f"declare it as `const fn {d.name}`")


def lookup_in_trait(
    fcx: FnCtxt, trait: Def, name: str, trait_args: t.Args, span: int, cause: Cause | None = None
) -> MethodCallee | None:
    """The method ``name`` of ``trait`` for ``trait_args`` if the trait may hold; for operators, indexing, calls."""
    icx = fcx.icx
    goal = TraitPredicate(TraitRef(trait, trait_args))
    if evaluate(icx, goal) == "no":
        return None
    item = assoc_item(trait, name)
    assert item is not None
    args = icx.fresh_args_for(item, span, trait_args)
    cause = cause or Cause(span, "op")
    sig = fcx.tcx.fn_sig(item)
    icx.register(goal, cause)
    inputs = tuple(icx.normalize(erase_regions(subst(i, args)), cause) for i in sig.inputs)
    output = icx.normalize(erase_regions(subst(sig.output, args)), cause)
    return MethodCallee(item, args, inputs, output)


# ------------------------------------------------------------------------------------------------------ path-mode lookup
def lookup_assoc(fcx: FnCtxt, self_ty: t.Ty, name: str, span: int) -> tuple[Def, t.Args] | None:
    """``Type::name`` for associated functions and constants: the item and the arguments of its impl or trait."""
    icx = fcx.icx
    self_ty = icx.resolve(self_ty)
    for c in inherent_candidates(fcx, self_ty, name):
        if c.kind == "where":
            args = c.trait_ref.args if c.trait_ref is not None else icx.fresh_args_for(c.container, span, (self_ty,))
            return c.item, args
        snap = icx.snapshot()
        args = icx.fresh_args_for(c.container, span)
        impl_ty = icx.normalize(erase_regions(subst(fcx.tcx.type_of(c.container), args)), Cause(span, "misc"))
        if icx.eq(impl_ty, self_ty) and all(
            evaluate(icx, subst_predicate(p, args)) != "no" for p in fcx.tcx.predicates_of(c.container)
        ):
            if not is_visible(fcx, c):
                from ferrule.infer.lookup_errors import private_item

                private_item(fcx, c.item, span)
            return c.item, args
        icx.rollback(snap)
    found = []
    for trait, item in scope_traits_with(fcx, name):
        snap = icx.snapshot()
        args = icx.fresh_args_for(trait, span, (self_ty,))
        ok = evaluate(icx, TraitPredicate(TraitRef(trait, args))) != "no"
        icx.rollback(snap)
        if ok:
            found.append((trait, item))
    if not found:
        return None
    if len(found) > 1:
        fcx.error("E0034", "multiple applicable items in scope", span, f"multiple `{name}` found")
    trait, item = found[0]
    return item, icx.fresh_args_for(trait, span, (self_ty,))
