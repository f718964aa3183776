"""The types of items: generics, predicates, signatures, algebraic data types (rustc_hir_analysis::collect).

Answers queries of ``TyCtxt``; call those, not the functions here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ferrule.hir import nodes as hir
from ferrule.resolve.defs import Def, DefKind
from ferrule.syntax import ast
from ferrule.syntax.hygiene import words
from ferrule.ty import ty as t
from ferrule.ty.data import (
    AdtData,
    FieldData,
    FnSig,
    GenericParamDef,
    Generics,
    Predicate,
    ReprOptions,
    TraitPredicate,
    TraitRef,
    VariantData,
)
from ferrule.ty.lower import TyLowerer

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

_NO_OWN_GENERICS = (
    DefKind.CRATE, DefKind.MOD, DefKind.STATIC, DefKind.CLOSURE, DefKind.ANON_CONST, DefKind.VARIANT, DefKind.FIELD,
    DefKind.OPAQUE, DefKind.TY_PARAM, DefKind.CONST_PARAM, DefKind.LIFETIME_PARAM, DefKind.FOREIGN_MOD, DefKind.MACRO,
    DefKind.UNRESOLVED,
)  # fmt: skip


def generics_of(tcx: TyCtxt, d: Def) -> Generics:
    if d.kind is DefKind.FIELD or d.kind is DefKind.VARIANT:
        assert d.parent is not None
        return tcx.generics_of(d.parent)
    parent = d.generics_parent
    if parent is not None and parent.kind in (DefKind.CRATE, DefKind.MOD):
        parent = None
    count = tcx.generics_of(parent).count if parent is not None else 0
    params: list[GenericParamDef] = []
    if d.kind in _NO_OWN_GENERICS:
        return Generics(parent, count, params, False)
    index = count
    if d.kind is DefKind.TRAIT:
        params.append(GenericParamDef("Self", d, index, "type", False))
        index += 1
    for kind in (("lifetime",), ("type", "const")):
        for p in tcx.hir_generics(d).params:
            if p.kind in kind and not p.late_bound:
                params.append(
                    GenericParamDef(
                        p.def_.name, p.def_, index, p.kind, p.default is not None, p.def_.name.startswith("impl ")
                    )
                )
                index += 1
    return Generics(parent, count, params, d.kind is DefKind.TRAIT)


def identity_args(tcx: TyCtxt, d: Def) -> t.Args:
    g = tcx.generics_of(d)
    out: list[t.GenericArg] = list(tcx.identity_args(g.parent)) if g.parent is not None else []
    for p in g.params:
        if p.kind == "lifetime":
            out.append(t.mk_region("early", p.index, p.name))
        elif p.kind == "type":
            out.append(t.mk_param(p.index, p.name, p.def_))
        else:
            out.append(t.mk_const_param(tcx.type_of(p.def_), p.index, p.name, p.def_))
    return tuple(out)


def _sized(tcx: TyCtxt) -> Def | None:
    return tcx.lang_item("sized")


def predicates_of(tcx: TyCtxt, d: Def) -> list[Predicate]:
    g = tcx.generics_of(d)
    if d.kind is DefKind.VARIANT or d.kind is DefKind.FIELD:
        assert d.parent is not None
        return tcx.predicates_of(d.parent)
    out: list[Predicate] = []
    if g.parent is not None:
        out.extend(tcx.predicates_of(g.parent))
    if d.kind is DefKind.TRAIT:
        out.append(TraitPredicate(TraitRef(d, tcx.identity_args(d))))
    if d.kind in _NO_OWN_GENERICS:
        return out
    hg = tcx.hir_generics(d)
    low = TyLowerer(tcx, d)
    sized = _sized(tcx)
    if sized is not None:
        unsized = {_param_def(p.ty) for p in hg.predicates for b in p.bounds if b.maybe and p.ty is not None}
        for p in g.params:
            if p.kind == "type" and p.def_ is not d and p.def_ not in unsized:
                out.append(TraitPredicate(TraitRef(sized, (t.mk_param(p.index, p.name, p.def_),))))
    for wp in hg.predicates:
        out.extend(low.where_predicates(wp))
    if d.kind is DefKind.TRAIT:
        out.extend(tcx.super_predicates_of(d))
    return out


def _param_def(h: hir.Ty) -> Def | None:
    if isinstance(h, hir.TyPath) and isinstance(h.qpath, hir.QResolved) and isinstance(h.qpath.path.res, hir.ResDef):
        return h.qpath.path.res.def_
    return None


def super_predicates_of(tcx: TyCtxt, d: Def) -> list[Predicate]:
    low = TyLowerer(tcx, d)
    self_ty = t.mk_param(0, "Self", d)
    out = [p for b in tcx.hir_bounds(d) for p in low.bound_predicates(self_ty, b)]
    for wp in tcx.hir_generics(d).predicates:
        # `where Self: Other` is a supertrait too.
        if (
            isinstance(wp.ty, hir.TyPath)
            and isinstance(wp.ty.qpath, hir.QResolved)
            and isinstance(wp.ty.qpath.path.res, hir.ResSelfTyParam)
        ):
            out.extend(p for b in wp.bounds for p in low.bound_predicates(self_ty, b))
    return out


def item_bounds(tcx: TyCtxt, d: Def) -> list[Predicate]:
    low = TyLowerer(tcx, d.parent if d.kind is DefKind.OPAQUE and d.parent else d)
    if d.kind is DefKind.OPAQUE:
        owner = d.generics_parent
        self_ty: t.Ty = t.mk_opaque(d, tcx.identity_args(owner) if owner is not None else ())
        node: hir.TyOpaque | None = d.cache.get("hir_opaque")
        bounds = node.bounds if node is not None else tcx.hir_bounds(d)
    else:
        self_ty = t.mk_projection(d, tcx.identity_args(d))
        bounds = tcx.hir_bounds(d)
    out = [p for b in bounds for p in low.bound_predicates(self_ty, b)]
    sized = _sized(tcx)
    if sized is not None and not any(b.maybe for b in bounds):
        out.append(TraitPredicate(TraitRef(sized, (self_ty,))))
    return out


def type_of(tcx: TyCtxt, d: Def) -> t.Ty:
    kind = d.kind
    if kind in (DefKind.STRUCT, DefKind.ENUM, DefKind.UNION):
        return t.mk_adt(d, tcx.identity_args(d))
    if kind is DefKind.TY_PARAM:
        assert d.parent is not None
        for p in tcx.generics_of(d.parent).params:
            if p.def_ is d:
                return t.mk_param(p.index, p.name, d)
        return t.ERROR
    if kind is DefKind.CONST_PARAM:
        assert d.parent is not None
        for hp in tcx.hir_generics(d.parent).params:
            if hp.def_ is d and hp.ty is not None:
                return TyLowerer(tcx, d.parent).ty(hp.ty)
        return t.ERROR
    if kind in (DefKind.FN, DefKind.ASSOC_FN):
        return t.mk_fn_def(d, tcx.identity_args(d))
    if kind is DefKind.VARIANT:
        assert d.parent is not None
        return tcx.type_of(d.parent)
    if kind is DefKind.OPAQUE:
        assert d.parent is not None
        tcx.typeck(d.generics_parent or d.parent)
        return cast(t.Ty, d.cache.get("hidden_type", t.ERROR))
    if kind is DefKind.TRAIT:
        return t.mk_param(0, "Self", d)
    h = tcx.hir_type_of(d)
    if h is None:
        return t.ERROR
    owner = d.parent if kind is DefKind.FIELD else d
    if kind is DefKind.FIELD and owner is not None and owner.kind is DefKind.VARIANT:
        owner = owner.parent
    assert owner is not None
    low = TyLowerer(tcx, owner)
    ty = low.ty(h)
    if kind in (DefKind.CONST, DefKind.STATIC, DefKind.ASSOC_CONST):
        from ferrule.ty.fold import fold

        # Elided lifetimes of constants are 'static.
        ty = fold(ty, lambda x: t.STATIC if isinstance(x, t.Region) and x.kind == "late" else None, t.HAS_REGION)
    return ty


def fn_sig(tcx: TyCtxt, d: Def) -> FnSig:
    if d.kind in (DefKind.STRUCT, DefKind.VARIANT):
        fields = [c for c in d.children if c.kind is DefKind.FIELD]
        return FnSig(tuple(tcx.type_of(f) for f in fields), tcx.type_of(d))
    decl = tcx.hir_fn_decl(d)
    low = TyLowerer(tcx, d)
    inputs = tuple(low.ty(i) for i in decl.inputs)
    output = low.ty(decl.output) if decl.output is not None else t.UNIT
    node = d.node
    unsafe = isinstance(node, ast.Fn) and (
        node.header.unsafe or d.parent is not None and d.parent.kind is DefKind.FOREIGN_MOD and not node.header.safe
    )
    return FnSig(inputs, output, unsafe, isinstance(node, ast.Fn) and node.variadic)


def impl_trait_ref(tcx: TyCtxt, d: Def) -> TraitRef | None:
    path = tcx.hir_impl_trait(d)
    if path is None or not isinstance(path.res, hir.ResDef) or path.res.def_.kind is not DefKind.TRAIT:
        return None
    return TyLowerer(tcx, d).trait_ref(path, tcx.type_of(d))


# ---------------------------------------------------------------------------------------------------------------- adts
def adt(tcx: TyCtxt, d: Def) -> AdtData:
    node = d.node
    if isinstance(node, ast.Enum):
        variants, next_value = [], 0
        for i, v in enumerate(c for c in d.children if c.kind is DefKind.VARIANT):
            explicit = _discriminant(tcx, d, v)
            if explicit is not None:
                next_value = explicit
            variants.append(VariantData(v, i, v.name, v.node.kind, _fields(v), next_value))
            next_value += 1
        return AdtData(d, "enum", variants, repr_options(d))
    ctor = node.kind if isinstance(node, ast.Struct) else "named"
    variant = VariantData(d, 0, d.name, ctor, _fields(d), 0)
    return AdtData(d, "union" if isinstance(node, ast.Union) else "struct", [variant], repr_options(d))


def _fields(d: Def) -> list[FieldData]:
    return [FieldData(c.name, c) for c in d.children if c.kind is DefKind.FIELD]


def discriminant_ty(tcx: TyCtxt, d: Def) -> t.Ty:
    """The integer type of an enum's discriminant: its ``repr`` or ``isize``."""
    name = repr_options(d).int_
    return t.INT_TYPES[name] if name else t.ISIZE


def _discriminant(tcx: TyCtxt, enum: Def, variant: Def) -> int | None:
    const: Def | None = variant.cache.get("discriminant_const")
    if const is None:
        return None
    from ferrule.ty.lower import evaluate_const

    ty = discriminant_ty(tcx, enum)
    const.cache.setdefault("type_of", ty)
    low = TyLowerer(tcx, enum)
    value = low.anon_const(hir.AnonConst(const.span, 0, const), ty)
    value = evaluate_const(tcx, value)
    return value.value if isinstance(value, t.ConstValue) else None


def repr_options(d: Def) -> ReprOptions:
    c = transparent = False
    packed: int | None = None
    align: int | None = None
    int_: str | None = None
    for a in d.attrs:
        if a.path != "repr":
            continue
        texts = words(a.tokens.texts)
        i = 0
        while i < len(texts):
            word = texts[i]
            arg = (
                int(texts[i + 2].split("_")[0])
                if i + 2 < len(texts) and texts[i + 1] == "(" and texts[i + 2].isdigit()
                else None
            )
            if word == "C":
                c = True
            elif word == "transparent":
                transparent = True
            elif word == "packed":
                packed = arg or 1
            elif word == "align" and arg is not None:
                align = max(align or 1, arg)
            elif word in t.INT_TYPES:
                int_ = word
            i += 1
    return ReprOptions(c, transparent, packed, align, int_)
