"""Checks of items themselves: impls against their trait, types of finite size, kernel signatures
(rustc_hir_analysis::check)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.diagnostics import span as sp
from ferrule.resolve.defs import Def, DefKind
from ferrule.syntax import ast
from ferrule.ty import ty as t
from ferrule.ty.coherence import check_copy, check_inherent_overlap, check_super_traits, check_trait_impl, user_impls
from ferrule.ty.data import ProjectionPredicate
from ferrule.ty.fold import erase_regions, subst, walk
from ferrule.ty.pretty import show

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt


_GENERIC = (DefKind.STRUCT, DefKind.ENUM, DefKind.UNION, DefKind.FN, DefKind.ASSOC_FN, DefKind.TRAIT, DefKind.IMPL)


def check_item(tcx: TyCtxt, d: Def) -> None:
    """Reports what is wrong with the declaration of ``d``; bodies are checked elsewhere."""
    if d.kind in _GENERIC:
        _check_generics(tcx, d)
    if d.kind is DefKind.IMPL:
        _check_impl(tcx, d)
    elif d.kind in (DefKind.STRUCT, DefKind.ENUM, DefKind.UNION):
        _check_adt(tcx, d)


def check_kernel(tcx: TyCtxt, d: Def) -> None:
    """A kernel returns nothing and takes what can cross the launch."""
    sig = tcx.fn_sig(d)
    node = d.node
    assert isinstance(node, ast.Fn)
    diag = tcx.session.diag
    if sig.output is not t.UNIT and sig.output is not t.NEVER:
        span = node.output.span if node.output is not None else d.name_span
        diag.error(
            "G0013",
            f"kernel `{d.name}` returns `{show(sig.output)}`; a kernel returns nothing",
            span,
            "not allowed in a kernel",
        ).help("write the result through a `DisjointSlice` or `&mut` parameter")
    if node.header.async_:
        diag.error("G0013", f"kernel `{d.name}` is async", d.name_span, "kernels cannot be async")
    for p, ty in zip(node.params, sig.inputs):
        reason = _cannot_cross(erase_regions(ty))
        if reason:
            diag.error(
                "G0013", f"a launch cannot pass `{show(erase_regions(ty))}` to kernel `{d.name}`", p.ty.span, reason
            ).help(
                "kernels take numbers, slices `&[T]`, `DisjointSlice<T>`, pointers, and structs, tuples and arrays by value"
            )


def _cannot_cross(ty: t.Ty) -> str:
    """Why Python cannot pass a value of this type to a kernel; empty if it can."""
    match ty:
        case t.Ref(_, t.Str(), _):
            return "strings are not passed to kernels"
        case t.FnPtr() | t.FnDef():
            return "functions are not passed to kernels"
        case t.Slice() | t.Str():
            return "the size of the type is not known"
        case t.Tuple(elems):
            return next((r for r in map(_cannot_cross, elems) if r), "")
        case t.Array(inner, _):
            return _cannot_cross(inner)
    return ""


# --------------------------------------------------------------------------------------------------------------- impls
def _check_impl(tcx: TyCtxt, impl: Def) -> None:
    tr = tcx.impl_trait_ref(impl)
    _check_constrained(tcx, impl, (tcx.type_of(impl),) if tr is None else tr.args)
    if tr is None:
        return
    trait, diag = tr.trait_, tcx.session.diag
    have = {(c.name, c.kind) for c in impl.children}
    missing = [
        c for c in trait.children if c.kind in _ITEM_WORD and (c.name, c.kind) not in have and not _has_default(tcx, c)
    ]
    if missing and not impl.node.negative:
        names = ", ".join(f"`{c.name}`" for c in missing)
        d = diag.error(
            "E0046",
            f"not all trait items implemented, missing: {names}",
            sp.mk(sp.lo(impl.span), sp.hi(impl.node.self_ty.span)),
            f"missing {names} in implementation",
        )
        for c in missing:
            d.label(c.name_span or c.span, f"`{c.name}` from trait") if not c.crate.is_library else d.help(
                f"implement the missing item: {_ITEM_WORD[c.kind]} `{c.name}`"
            )
    for item in impl.children:
        for other in trait.children:
            if other.name == item.name and other.kind is item.kind is DefKind.ASSOC_FN:
                _compare_method(tcx, impl, item, other, tr.args)
    check_trait_impl(tcx, impl, trait)


def _check_constrained(tcx: TyCtxt, impl: Def, header: t.Args) -> None:
    """E0207: each type and const parameter follows from the impl's header, or from a projection that does."""
    known = {part.index for a in header for part in _outside_projections(erase_regions(a))}
    changed = True
    while changed:
        changed = False
        for p in tcx.predicates_of(impl):
            if not isinstance(p, ProjectionPredicate):
                continue
            if all(part.index in known for a in p.args for part in _outside_projections(erase_regions(a))):
                new = {part.index for part in _outside_projections(erase_regions(p.term))} - known
                known |= new
                changed |= bool(new)
    for g in tcx.generics_of(impl).params:
        if g.kind != "lifetime" and g.index not in known:
            what = "type" if g.kind == "type" else "const"
            where = "impl trait, self type, or predicates" if tcx.impl_trait_ref(impl) else "self type"
            tcx.session.diag.error(
                "E0207",
                f"the {what} parameter `{g.name}` is not constrained by the {where}",
                g.def_.name_span or g.def_.span,
                f"unconstrained {what} parameter",
            )


def _outside_projections(arg: t.GenericArg) -> list[t.Param | t.ConstParam]:
    """The parameters that determine ``arg``: those inside a projection do not."""
    if isinstance(arg, (t.Param, t.ConstParam)):
        return [arg]
    if isinstance(arg, t.Alias) or not arg.flags & t.HAS_PARAM:
        return []
    match arg:
        case t.Adt(_, args) | t.FnDef(_, args):
            parts: tuple[t.GenericArg, ...] = args
        case t.Tuple(elems):
            parts = elems
        case t.Array(inner, length):
            parts = (inner, length)
        case t.Slice(inner) | t.Ptr(inner, _) | t.Ref(_, inner, _):
            parts = (inner,)
        case _:
            return [p for p in walk(arg) if isinstance(p, (t.Param, t.ConstParam))]
    return [p for part in parts for p in _outside_projections(part)]


_ITEM_WORD = {DefKind.ASSOC_FN: "fn", DefKind.ASSOC_TY: "type", DefKind.ASSOC_CONST: "const"}


def _has_default(tcx: TyCtxt, c: Def) -> bool:
    if c.kind is DefKind.ASSOC_FN:
        return c.node.body is not None
    if c.kind is DefKind.ASSOC_TY:
        return c.node.ty is not None
    return c.node.expr is not None


def _compare_method(tcx: TyCtxt, impl: Def, item: Def, other: Def, trait_args: t.Args) -> None:
    from ferrule.infer.obligations import Cause
    from ferrule.infer.table import InferCtxt
    from ferrule.traits.env import param_env

    diag = tcx.session.diag
    name = item.name
    trait = other.parent
    assert trait is not None
    params, trait_params = item.node.params, other.node.params
    has_self = bool(params) and params[0].is_self
    trait_self = bool(trait_params) and trait_params[0].is_self
    if has_self and not trait_self:
        diag.error(
            "E0185",
            f"method `{name}` has a `&self` declaration in the impl, but not in the trait",
            item.span,
            "`&self` used in impl",
        )
        return
    if trait_self and not has_self:
        diag.error(
            "E0186",
            f"method `{name}` has a `&self` declaration in the trait, but not in the impl",
            item.span,
            "expected `&self` in impl",
        )
        return
    own, theirs = tcx.generics_of(item), tcx.generics_of(other)
    mine = [p for p in own.params if p.kind != "lifetime"]
    want = [p for p in theirs.params if p.kind != "lifetime"]
    if len(mine) != len(want):
        diag.error(
            "E0049",
            f"{'method' if has_self else 'associated function'} `{name}` has {len(mine)} type parameter{'s' * (len(mine) != 1)} but its trait "
            f"declaration has {len(want)} type parameter{'s' * (len(want) != 1)}",
            item.name_span or item.span,
            f"found {len(mine)} type parameter{'s' * (len(mine) != 1)}",
        )
        return
    sig, trait_sig = tcx.fn_sig(item), tcx.fn_sig(other)
    if len(sig.inputs) != len(trait_sig.inputs):
        diag.error(
            "E0050",
            f"method `{name}` has {len(sig.inputs)} parameter{'s' * (len(sig.inputs) != 1)} but the declaration in trait `{trait.name}::{name}` has {len(trait_sig.inputs)}",
            item.name_span or item.span,
            f"expected {len(trait_sig.inputs)} parameter{'s' * (len(trait_sig.inputs) != 1)}, found {len(sig.inputs)}",
        )
        return
    icx = InferCtxt(tcx, param_env(tcx, item))
    cause = Cause(item.span, "misc")
    args = (*(erase_regions(a) for a in trait_args), *tcx.identity_args(item)[own.parent_count :])
    if len(own.params) != len(theirs.params):
        return  # lifetimes are bound in one and not in the other; regions are the borrow checker's
    for i, (a, b) in enumerate(zip((*sig.inputs, sig.output), (*trait_sig.inputs, trait_sig.output))):
        mine_ty = icx.normalize(erase_regions(a), cause)
        want_ty = icx.normalize(erase_regions(subst(erase_regions(b), args)), cause)
        opaque = want_ty.flags & t.HAS_ALIAS
        if not icx.eq(mine_ty, want_ty) and not opaque:
            span = (
                params[i].ty.span
                if i < len(params)
                else item.node.output.span
                if item.node.output is not None
                else item.span
            )
            diag.error(
                "E0053",
                f"method `{name}` has an incompatible type for trait",
                span,
                f"expected `{show(icx.resolve(want_ty))}`, found `{show(icx.resolve(mine_ty))}`",
            )
            return


# ---------------------------------------------------------------------------------------------------------------- types
def _check_adt(tcx: TyCtxt, d: Def) -> None:
    _check_enum(tcx, d)
    check_inherent_overlap(tcx, d)
    for impl in user_impls(tcx, d):
        # Traits of the library are for host code as often as not: those impls are looked at where they are used.
        tr = tcx.impl_trait_ref(impl)
        if tr is not None and tr.trait_ is tcx.lang_item("copy"):
            check_copy(tcx, impl)
        elif tr is not None and not tr.trait_.crate.is_library:
            check_super_traits(tcx, impl, tr.trait_)
    cycle = _size_cycle(tcx, d, d, set())
    if cycle is not None:
        tcx.session.diag.error("E0072", f"recursive type `{d.name}` has infinite size", d.name_span or d.span).label(
            cycle.span, "recursive without indirection"
        )
    used: set[int] = set()
    for v in tcx.adt(d).variants:
        for f in v.fields:
            for part in walk(tcx.type_of(f.def_)):
                if isinstance(part, t.Param):
                    used.add(part.index)
                elif isinstance(part, t.Region) and part.kind == "early":
                    used.add(part.index)
    for p in tcx.generics_of(d).params:
        if p.kind != "const" and p.index not in used:
            what = "lifetime" if p.kind == "lifetime" else "type"
            name = f"'{p.name}" if p.kind == "lifetime" else p.name
            tcx.session.diag.error(
                "E0392",
                f"{what} parameter `{name}` is never used",
                p.def_.name_span or p.def_.span,
                f"unused {what} parameter",
            ).help(f"consider removing `{name}`, referring to it in a field, or using a marker such as `PhantomData`")


def _check_enum(tcx: TyCtxt, d: Def) -> None:
    """E0081, E0566, E0084: what a ``repr`` and explicit discriminants may be."""
    diag = tcx.session.diag
    reprs = [a for a in d.attrs if a.path == "repr"]
    ints = [(a, text, span) for a in reprs for text, span in zip(a.tokens.texts, a.tokens.spans) if text in t.INT_TYPES]
    if len({text for _, text, _ in ints}) > 1:
        diag.error("E0566", "conflicting representation hints", ints[0][2])
    if d.kind is not DefKind.ENUM:
        return
    variants = tcx.adt(d).variants
    if reprs and not variants:
        diag.error("E0084", "unsupported representation for zero-variant enum", reprs[0].span).label(
            d.name_span, "zero-variant enum"
        )
    seen: dict[int, Def] = {}
    for v in variants:
        first = seen.setdefault(v.discr, v.def_)
        if first is not v.def_:
            error = diag.error(
                "E0081", f"discriminant value `{v.discr}` assigned more than once", d.name_span or d.span
            )
            error.label(first.span, f"`{v.discr}` assigned here")
            error.label(v.def_.span, f"`{v.discr}` assigned here")
            return


_CONST_PARAM_TYPES = (t.Int, t.Bool, t.Char, t.Error)


def _check_generics(tcx: TyCtxt, d: Def) -> None:
    """Types of const parameters, and defaults, which come last."""
    default: Def | None = None
    for p in tcx.generics_of(d).params:
        if p.kind == "lifetime" or p.def_.parent is not d:
            continue
        node = p.def_.node
        if p.kind == "const" and not isinstance(ty := tcx.type_of(p.def_), _CONST_PARAM_TYPES):
            tcx.session.diag.error(
                "", f"`{show(ty)}` is forbidden as the type of a const generic parameter", node.ty.span
            ).note("the only supported types are integers, `bool`, and `char`")
        if getattr(node, "default", None) is not None:
            default = default or p.def_
        elif default is not None:
            tcx.session.diag.error(
                "", "generic parameters with a default must be trailing", default.name_span or default.span
            )
            return


def _size_cycle(tcx: TyCtxt, root: Def, d: Def, seen: set[Def]) -> Def | None:
    if d in seen:
        return None
    seen.add(d)
    for v in tcx.adt(d).variants:
        for f in v.fields:
            for inner in _by_value(tcx.type_of(f.def_)):
                if inner is root:
                    return f.def_
                if not inner.crate.is_library and _size_cycle(tcx, root, inner, seen) is not None:
                    return f.def_
    return None


def _by_value(ty: t.Ty) -> list[Def]:
    """Structs and enums that lie inside ``ty`` without indirection."""
    match ty:
        case t.Adt(d, args):
            out = [d]
            if d.crate.is_library and d.name in (
                "Option",
                "Result",
                "Cell",
                "UnsafeCell",
                "MaybeUninit",
                "ManuallyDrop",
            ):
                for a in args:
                    if isinstance(a, t.Ty):
                        out += _by_value(a)
            return out
        case t.Tuple(elems):
            return [x for e in elems for x in _by_value(e)]
        case t.Array(inner, _):
            return _by_value(inner)
    return []
