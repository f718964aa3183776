"""AST to HIR, on demand: the answers to the ``hir_*`` queries of ``TyCtxt``.

Signatures and bodies are lowered one definition at a time, so that names in host functions that no kernel reaches are
never looked up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ferrule.hir import gcodes
from ferrule.hir import nodes as hir
from ferrule.hir.lower_expr import BodyLowerer
from ferrule.hir.lower_path import own_params
from ferrule.hir.lower_ty import Elision, ElisionSource, TyLowerer
from ferrule.resolve.collect_defs import AST_NODE
from ferrule.resolve.defs import Def, DefKind
from ferrule.resolve.scope import TYPES, VALUES, Scope, lexical_scope, prelude
from ferrule.resolve.suggest import best_match
from ferrule.syntax import ast
from ferrule.syntax.parser import deep_recursion

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt


class _Header(NamedTuple):
    """What is lowered in one go, since its parts share anonymous parameters."""

    generics: hir.Generics
    decl: hir.FnDecl | None = None
    trait_: hir.Path | None = None
    self_ty: hir.Ty | None = None


_FNS = (DefKind.FN, DefKind.ASSOC_FN)


def _header(tcx: TyCtxt, d: Def) -> _Header:
    h: _Header | None = d.cache.get("hir_header")
    if h is None:
        if d.kind in _FNS and isinstance(d.node, ast.Fn):
            h = _fn_header(tcx, d, d.node)
        elif d.kind is DefKind.IMPL:
            h = _impl_header(tcx, d, d.node)
        else:
            h = _Header(_item_generics(tcx, d))
        d.cache["hir_header"] = h
    return h


def _where(low: TyLowerer, node: ast.Generics | None) -> list[hir.WherePredicate]:
    return [low.where_predicate(w) for w in node.where] if node is not None else []


def _item_generics(tcx: TyCtxt, d: Def) -> hir.Generics:
    node: ast.Generics | None = getattr(d.node, "generics", None)
    if node is None:
        return hir.Generics(d.span, [], [])
    low = TyLowerer(tcx, d, in_body=False)
    low.elision = Elision("where")
    params, predicates = low.generic_params(own_params(tcx, d))
    return hir.Generics(node.span, params, predicates + _where(low, node))


def _impl_header(tcx: TyCtxt, d: Def, node: ast.Impl) -> _Header:
    low = TyLowerer(tcx, d, in_body=False)
    low.elision = fresh = Elision("fresh")
    fresh.header = True
    trait = low.trait_path(node.trait_) if node.trait_ is not None else None
    self_ty = low.ty(node.self_ty)
    low.elision = Elision("where")
    params, predicates = low.generic_params(own_params(tcx, d))
    predicates += _where(low, node.generics)
    anonymous = [hir.GenericParam(p.span, p, "lifetime", None, None) for p in fresh.fresh]
    if trait is not None and isinstance(trait.res, hir.ResDef) and trait.res.def_.kind is DefKind.TRAIT:
        _check_members(tcx, d, trait.res.def_, trait)
    return _Header(hir.Generics(node.generics.span, anonymous + params, predicates), None, trait, self_ty)


_MEMBER = {
    DefKind.ASSOC_FN: ("method", "E0407", VALUES, "associated function"),
    DefKind.ASSOC_TY: ("type", "E0437", TYPES, "associated type"),
    DefKind.ASSOC_CONST: ("const", "E0438", VALUES, "associated constant"),
}
_MISMATCH = {
    DefKind.ASSOC_CONST: ("E0323", "an associated const"),
    DefKind.ASSOC_FN: ("E0324", "an associated method"),
    DefKind.ASSOC_TY: ("E0325", "an associated type"),
}


def _check_members(tcx: TyCtxt, impl: Def, trait: Def, path: hir.Path) -> None:
    """Every item of an impl must be one of the trait."""
    name = "::".join(s.ident.name for s in path.segments)
    for item in impl.children:
        word, code, ns, similar = _MEMBER[item.kind]
        b = trait.scope.tables[ns].get(item.name)
        if b is not None and b.def_.kind is item.kind:
            continue
        other = b or trait.scope.tables[TYPES if ns == VALUES else VALUES].get(item.name)
        if other is not None:
            code, what = _MISMATCH[item.kind]
            tcx.session.diag.error(
                code,
                f"item `{item.name}` is {what}, which doesn't match its trait `{name}`",
                item.span,
                "does not match trait",
            ).label(other.def_.span, "item in trait")
            continue
        near = best_match(item.name, [c.name for c in trait.children if c.kind is item.kind])
        if trait.crate.is_library and not impl.crate.is_library and near is None:
            continue  # std's trait may have it where the library's has not
        d = tcx.session.diag.error(
            code,
            f"{word} `{item.name}` is not a member of trait `{name}`",
            item.span,
            f"not a member of trait `{name}`",
        )
        if near is not None:
            d.suggest(f"there is an {similar} with a similar name", item.name_span, near)


def _is_self(t: ast.Type) -> bool:
    if isinstance(t, ast.TyPath):
        p = t.path
        return p.qself is None and len(p.segments) == 1 and p.segments[0].ident.name == "Self"
    return isinstance(t, ast.TySelfImplicit)


def _self_kind(node: ast.Fn) -> str:
    if not node.params or not node.params[0].is_self:
        return "none"
    t = node.params[0].ty
    if _is_self(t):
        return "value"
    if isinstance(t, ast.TyRef) and _is_self(t.ty):
        return "ref_mut" if t.mut else "ref"
    return "other"


def _self_lifetime(tcx: TyCtxt, d: Def, t: hir.Ty) -> hir.Lifetime | None:
    """The one lifetime of references to something with Self in it, in the type of ``self``; None unless just one."""
    found: list[hir.Lifetime] = []
    _self_references(tcx, d, t, found)
    distinct = {(lt.kind, lt.def_) for lt in found}
    return found[0] if len(distinct) == 1 else None


def _self_references(tcx: TyCtxt, d: Def, t: hir.Ty, out: list[hir.Lifetime]) -> bool:
    """Collects the lifetimes of references around Self; whether ``t`` holds Self."""
    if isinstance(t, (hir.TyRef, hir.TyPtr, hir.TySlice, hir.TyArray)):
        holds = _self_references(tcx, d, t.ty, out)
        if holds and isinstance(t, hir.TyRef):
            out.append(t.lifetime)
        return holds
    if isinstance(t, hir.TyTuple):
        held = [_self_references(tcx, d, e, out) for e in t.elems]  # every one: they collect
        return any(held)
    if isinstance(t, hir.TyPath) and isinstance(t.qpath, hir.QResolved):
        args = [a for s in t.qpath.path.segments if s.args is not None for a in s.args.args]
        held = [_self_references(tcx, d, a, out) for a in args if isinstance(a, hir.Ty)]
        return any(held) or _names_self(tcx, d, t)
    return False


def _names_self(tcx: TyCtxt, d: Def, t: hir.Ty) -> bool:
    """Whether a type is `Self`, or the type of the impl by its name."""
    if not isinstance(t, hir.TyPath) or not isinstance(t.qpath, hir.QResolved):
        return False
    res = t.qpath.path.res
    if isinstance(res, (hir.ResSelfTyAlias, hir.ResSelfTyParam)):
        return True
    if isinstance(res, hir.ResDef) and d.parent is not None and d.parent.kind is DefKind.IMPL:
        own = tcx.hir_type_of(d.parent)
        if isinstance(own, hir.TyPath) and isinstance(own.qpath, hir.QResolved):
            other = own.qpath.path.res
            return isinstance(other, hir.ResDef) and other.def_ is res.def_
    return False


def _param_name(p: ast.Pat) -> str:
    return f"`{p.ident.name}`" if isinstance(p, ast.PatIdent) else "argument"


def _fn_header(tcx: TyCtxt, d: Def, node: ast.Fn) -> _Header:
    low = TyLowerer(tcx, d, in_body=False)
    low.elision = Elision("where")
    params_ast = own_params(tcx, d)
    in_where: set[Def] = set()
    low.recorder = low.where_recorder = in_where
    params, predicates = low.generic_params(params_ast)
    in_where.update(p.lifetime.def_ for p in predicates if p.lifetime is not None and p.lifetime.def_ is not None)
    predicates += _where(low, node.generics)

    in_inputs: set[Def] = set()
    low.recorder = in_inputs
    low.elision = fresh = Elision("fresh")
    impls: list[hir.GenericParam] = []
    low.arg_impls, low.arg_impl_predicates = impls, []
    inputs: list[hir.Ty] = []
    sources: list[ElisionSource] = []
    self_kind = _self_kind(node)
    self_lifetime: hir.Lifetime | None = None
    for i, p in enumerate(node.params):
        fresh.seen = []
        inputs.append(low.ty(p.ty))
        sources.append(ElisionSource(_param_name(p.pat), p.ty.span, fresh.seen))
        if i == 0 and self_kind in ("ref", "ref_mut", "other"):
            self_lifetime = _self_lifetime(tcx, d, inputs[0])
    low.arg_impls = None

    output: hir.Ty | None = None
    if node.header.async_:
        output = hir.TyUnsupported(
            node.output.span if node.output is not None else node.ident.span, low.id(), *gcodes.ASYNC
        )
    elif node.output is not None:
        low.recorder = None
        low.elision = low.output_elision(sources, self_lifetime)
        in_trait = d.parent is not None and d.parent.kind is DefKind.TRAIT
        low.return_impl = not in_trait
        output = low.ty(node.output)
    for hp in params:
        if hp.kind == "lifetime":
            hp.late_bound = hp.def_ not in in_where and (
                hp.def_ in in_inputs or not _mentions(node.output, hp.def_.name)
            )
    anonymous = [hir.GenericParam(f.span, f, "lifetime", None, None, f not in in_where) for f in fresh.fresh]
    generics = hir.Generics(node.generics.span, params + anonymous + impls, predicates + low.arg_impl_predicates)
    return _Header(generics, hir.FnDecl(node.ident.span, inputs, output, self_kind))


def _mentions(t: object, lifetime: str) -> bool:
    """Whether a written type mentions a lifetime."""
    if isinstance(t, ast.Lifetime):
        return f"'{t.name}" == lifetime
    if isinstance(t, list):
        return any(_mentions(x, lifetime) for x in t)
    if isinstance(t, AST_NODE):
        return any(_mentions(getattr(t, s), lifetime) for k in type(t).__mro__ for s in getattr(k, "__slots__", ()))
    return False


# ------------------------------------------------------------------------------------------------------------- queries
def generics(tcx: TyCtxt, d: Def) -> hir.Generics:
    return _header(tcx, d).generics


def fn_decl(tcx: TyCtxt, d: Def) -> hir.FnDecl:
    decl = _header(tcx, d).decl
    assert decl is not None, d
    return decl


def impl_trait(tcx: TyCtxt, d: Def) -> hir.Path | None:
    return _header(tcx, d).trait_


def type_of(tcx: TyCtxt, d: Def) -> hir.Ty | None:
    kind = d.kind
    if kind is DefKind.IMPL:
        return _header(tcx, d).self_ty
    t: ast.Type | None = getattr(d.node, "ty", None)
    if t is None:
        if kind in (DefKind.CONST, DefKind.STATIC) and d.node is not None:
            tcx.session.diag.error(
                "", f"missing type for `{'const' if kind is DefKind.CONST else 'static'}` item", d.name_span
            )
        return None
    low = TyLowerer(tcx, d, in_body=False)
    if kind in (DefKind.CONST, DefKind.STATIC, DefKind.ASSOC_CONST):
        low.elision = Elision("to", hir.Lifetime(t.span, "static"))
        low.elision.header = kind is DefKind.ASSOC_CONST
    elif kind is DefKind.ASSOC_TY and d.parent is not None and d.parent.kind is DefKind.IMPL:
        low.elision = Elision("assoc")
    else:
        low.elision = Elision("missing")
    return low.ty(t)


def bounds(tcx: TyCtxt, d: Def) -> list[hir.Bound]:
    written: list[ast.Bound] = getattr(d.node, "bounds", None) or []
    low = TyLowerer(tcx, d, in_body=False)
    low.elision = Elision("where")
    return low.bounds(written)


def body(tcx: TyCtxt, d: Def) -> hir.Body | None:
    with deep_recursion():
        return _body(tcx, d)


def _body(tcx: TyCtxt, d: Def) -> hir.Body | None:
    node = d.node
    if d.kind in _FNS:
        if not isinstance(node, ast.Fn) or node.body is None:
            return None
        return BodyLowerer(tcx, d).fn_body(node)
    if d.kind is DefKind.ANON_CONST:
        return BodyLowerer(tcx, d).const_body(node)
    expr = getattr(node, "expr", None)
    return BodyLowerer(tcx, d).const_body(expr) if expr is not None else None


def traits_in_scope(tcx: TyCtxt, d: Def) -> list[Def]:
    out, scopes = trait_scopes(tcx, d)
    for s in scopes:
        out.extend(t for t in s.traits() if t not in out)
    return out


def trait_scopes(tcx: TyCtxt, d: Def) -> tuple[list[Def], list[Scope]]:
    """The trait whose declaration or impl ``d`` is in, if any, and the scopes whose traits ``d`` sees, innermost first."""
    out: list[Def] = []
    owner: Def | None = d
    while owner is not None and owner.kind not in (DefKind.IMPL, DefKind.TRAIT, DefKind.MOD, DefKind.CRATE):
        owner = owner.parent
    if owner is not None and owner.kind is DefKind.TRAIT:
        out.append(owner)
    elif owner is not None and owner.kind is DefKind.IMPL and owner.node.trait_ is not None:
        path = tcx.hir_impl_trait(owner)
        if path is not None and isinstance(path.res, hir.ResDef) and path.res.def_.kind is DefKind.TRAIT:
            out.append(path.res.def_)
    lex = d.cache.get("lex")
    scope: Scope | None = lex.scope if lex is not None else lexical_scope(d)
    scopes = _inner_blocks(d) if d.kind in _FNS else []
    while scope is not None:
        scopes.append(scope)
        scope = scope.parent
    p = prelude(d.crate)
    if p is not None:
        scopes.append(p)
    return out, scopes


def _inner_blocks(d: Def) -> list[Scope]:
    """Blocks of a body that declare or import traits.  They count for the whole body: a wider scope than rustc's, which
    ends with the block."""
    from ferrule.resolve.scope import block_scopes

    return [s for s in block_scopes(d.crate).values() if s.def_ is d and s.traits()]


__all__ = ["body", "bounds", "fn_decl", "generics", "impl_trait", "traits_in_scope", "type_of"]
