"""Paths to definitions: lexical lookup through locals, blocks, generic parameters and modules, and what comes after.

``PathLowerer`` is the base of the classes that lower types, patterns and expressions; it holds the scopes of one owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ferrule.hir import lower_report as report
from ferrule.hir import nodes as hir
from ferrule.hir.lower_report import Source
from ferrule.resolve.defs import Crate, Def, DefKind
from ferrule.resolve.imports import report_private
from ferrule.resolve.scope import MACROS, MODULE_LIKE, TYPES, VALUES, Binding, Scope, lexical_scope, prelude, unresolved
from ferrule.resolve.visibility import is_accessible, parent_module
from ferrule.syntax import ast
from ferrule.syntax.hygiene import MARK, bare, lookup_names

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

PRIMITIVES = frozenset("bool char str i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f16 bf16 f32 f64".split()) - {
    "bf16"
}  # bf16 is a library type by its path, never a keyword-like name
_PRIM_RES = {n: hir.ResPrim(n) for n in PRIMITIVES}
ERR = hir.ResErr()

# Names that std's prelude has and a device library has not: valid Rust, so no E-code.
STD_ONLY = frozenset("Vec String Box ToString ToOwned Rc Arc HashMap drop".split()) - {"Rc", "Arc", "HashMap", "drop"}

_GENERIC_PARENTS = (DefKind.IMPL, DefKind.TRAIT)
_TYPES = (DefKind.STRUCT, DefKind.UNION, DefKind.TY_ALIAS, DefKind.ASSOC_TY, DefKind.TY_PARAM, DefKind.TRAIT_ALIAS)
_TRANSPARENT = (
    DefKind.CLOSURE,
    DefKind.ANON_CONST,
    DefKind.OPAQUE,
    DefKind.FIELD,
    DefKind.VARIANT,
    DefKind.TY_PARAM,
    DefKind.CONST_PARAM,
    DefKind.LIFETIME_PARAM,
)


class Lex(NamedTuple):
    """The lexical surroundings of a constant in a type or block, kept until its body is asked for."""

    scope: Scope
    item: Def
    names: dict[str, hir.Local | None]
    inline: bool  # `const { }`: sees the generic parameters around it
    trivial: bool  # a lone path, which may be a const parameter


def item_of(d: Def) -> Def:
    """The item around ``d`` whose generic parameters are in scope in it."""
    while d.kind in _TRANSPARENT and d.parent is not None:
        d = d.parent
    return d


def own_params(tcx: TyCtxt, d: Def) -> list[tuple[ast.GenericParam, Def]]:
    """The written generic parameters of an item as definitions."""
    found: list[tuple[ast.GenericParam, Def]] | None = d.cache.get("own_params")
    if found is None:
        generics = getattr(d.node, "generics", None)
        found = d.cache["own_params"] = (
            [(p, make_param(tcx, p, d)) for p in generics.params] if generics is not None else []
        )
        _check_params(tcx, d, found)
    return found


def make_param(tcx: TyCtxt, p: ast.GenericParam, owner: Def) -> Def:
    kind = {"lifetime": DefKind.LIFETIME_PARAM, "type": DefKind.TY_PARAM, "const": DefKind.CONST_PARAM}[p.kind]
    d = Def(kind, f"'{p.ident.name}" if p.kind == "lifetime" else bare(p.ident.name), owner, owner.crate, p, p.span)
    d.name_span = p.ident.span
    d.attrs = p.attrs
    if p.kind == "lifetime" and p.ident.name in ("static", "_"):
        if p.ident.name == "static":
            tcx.session.diag.error(
                "E0262",
                "invalid lifetime parameter name: `'static`",
                p.ident.span,
                "'static is a reserved lifetime name",
            )
        else:
            tcx.session.diag.error(
                "E0637", "`'_` cannot be used here", p.ident.span, "`'_` is a reserved lifetime name"
            )
    return d


def _check_params(tcx: TyCtxt, d: Def, params: list[tuple[ast.GenericParam, Def]]) -> None:
    outer = (
        params_in_scope(tcx, d.generics_parent)
        if d.generics_parent is not None and d.generics_parent.kind in _GENERIC_PARENTS
        else {}
    )
    seen: dict[str, Def] = {}
    for _, p in params:
        old = seen.get(p.name)
        if old is None:
            old = outer.get(p.name)
            if old is not None and p.kind is DefKind.LIFETIME_PARAM:
                tcx.session.diag.error(
                    "E0496",
                    f"lifetime name `{p.name}` shadows a lifetime name that is already in scope",
                    p.name_span,
                    f"lifetime `{p.name}` already in scope",
                ).label(old.name_span, "first declared here")
                old = None
        if old is not None:
            tcx.session.diag.error(
                "E0403",
                f"the name `{p.name}` is already used for a generic parameter in this item's generic parameters",
                p.name_span,
                "already used",
            ).label(old.name_span, f"first use of `{p.name}`")
        seen[p.name] = p


def params_in_scope(tcx: TyCtxt, d: Def) -> dict[str, Def]:
    """Generic parameters visible in item ``d`` by name (lifetimes with their quote), its impl's or trait's included."""
    table: dict[str, Def] | None = d.cache.get("params_in_scope")
    if table is None:
        parent = d.generics_parent
        table = dict(params_in_scope(tcx, parent)) if parent is not None and parent.kind in _GENERIC_PARENTS else {}
        for _, p in own_params(tcx, d):
            table[p.name] = p
        d.cache["params_in_scope"] = table
    return table


def self_res(item: Def) -> hir.Res | None:
    """What ``Self`` means in an item."""
    for d in (item, item.generics_parent):
        if d is None:
            continue
        if d.kind is DefKind.TRAIT:
            return hir.ResSelfTyParam(d)
        if d.kind in (DefKind.IMPL, DefKind.STRUCT, DefKind.ENUM, DefKind.UNION):
            return hir.ResSelfTyAlias(d)
    return None


class PathLowerer:
    def __init__(self, tcx: TyCtxt, owner: Def, in_body: bool) -> None:
        self.tcx = tcx
        self.session = tcx.session
        self.diag = tcx.session.diag
        self.owner = owner
        self.crate: Crate = owner.crate
        self.in_body = in_body
        lex: Lex | None = owner.cache.get("lex")
        self.lex = lex
        if lex is not None:
            self.item = lex.item
            self.scope = lex.scope
        else:
            self.item = item_of(owner)
            self.scope = lexical_scope(self.item)
        self.params = params_in_scope(tcx, self.item)
        self.self_res = self_res(self.item)
        self.names: dict[str, hir.Local | None] = {}  # None hides a local behind an item of an inner block
        self.locals: list[hir.Local] = []
        self.undo: list[tuple[str, hir.Local | None, bool]] = []
        self.next = 0
        self.binders: list[dict[str, Def]] = []  # lifetimes of `for<'a>`, innermost last
        self.binder_defs: list[Def] = []  # those of the innermost binder, anonymous ones included
        self.recorder: set[Def] | None = None  # lifetimes met, to tell late-bound from early-bound

    def id(self) -> int:
        """A fresh node id: bodies count up from 0, signatures down from -1, so that the two never meet."""
        n = self.next
        self.next = n + 1
        return n if self.in_body else -1 - n

    # -------------------------------------------------------------------------------------------------------- locals
    def declare(self, name: str, local: hir.Local | None) -> None:
        names = self.names
        self.undo.append((name, names.get(name), name in names))
        names[name] = local

    def leave(self, mark: int) -> None:
        undo, names = self.undo, self.names
        while len(undo) > mark:
            name, old, had = undo.pop()
            if had:
                names[name] = old
            else:
                del names[name]

    def find_local(self, name: str) -> hir.Local | None:
        names = self.names
        if MARK not in name:
            return names.get(name)
        for spelling, limit in lookup_names(name):
            local = names.get(spelling)
            if local is not None and (not limit or local.span >> 32 < limit >> 32):
                return local
        return None

    # ------------------------------------------------------------------------------------------------- lexical lookup
    def lexical(self, name: str, ns: int, span: int) -> hir.Res | None:
        """What a lone name means here, locals aside; None if nothing."""
        binding = self.lexical_binding(name, ns, span)
        if binding is None:
            return None
        if isinstance(binding, Binding):
            if binding.ambiguous is not None:
                report.ambiguous(self.session, name, span, binding)
            return hir.ResDef(binding.def_)
        return binding

    def lexical_binding(self, name: str, ns: int, span: int) -> Binding | hir.Res | None:
        scope, item, first = self.scope, self.item, True
        while True:
            while scope.block and scope.def_ is item:
                b = scope.tables[ns].get(name)
                if b is not None:
                    return b
                assert scope.parent is not None
                scope = scope.parent
            p = (self.params if first else params_in_scope(self.tcx, item)).get(name)
            if p is not None and (p.kind is DefKind.CONST_PARAM) == (ns == VALUES):
                if not first:
                    report.outer_generic(self.session, name, span, p, self.item)
                    return ERR
                return hir.ResDef(p)
            first = False
            if not scope.block:
                break
            item = scope.def_
        b = scope.tables[ns].get(name)
        if b is not None:
            return b
        if ns == TYPES:
            ext = self.crate.externs.get(name)
            if ext is not None:
                return hir.ResDef(ext.root)
        p2 = prelude(self.crate)
        if p2 is not None:
            b = p2.tables[ns].get(name)
            if b is not None:
                return b
        if ns == TYPES:
            return _PRIM_RES.get(name)
        return None

    def self_type(self, span: int) -> hir.Res | None:
        if self.self_res is not None:
            return self.self_res
        scope = self.scope
        while scope.block:  # an outer item's Self does not reach in here
            outer = self_res(scope.def_)
            if outer is not None and scope.def_ is not self.item:
                report.outer_self(self.session, span, outer, self.item)
                return ERR
            assert scope.parent is not None
            scope = scope.parent
        return None

    # ----------------------------------------------------------------------------------------------------- whole paths
    def resolve(
        self, segs: list[ast.PathSegment], global_: bool, source: Source, span: int
    ) -> tuple[hir.Res, int, list[hir.Res]]:
        """Resolves as many segments as name modules or items: (what they name, how many, each segment's own)."""
        n = len(segs)
        ident = segs[0].ident
        name = bare(ident.name)
        res: hir.Res | None
        if n == 1 and not global_:
            res = self.resolve_single(ident, name, source, span)
            return res, 1, [res]
        at: Def | None
        i = 1
        if global_:
            ext = self.crate.externs.get(name)
            if ext is None:
                report.no_such_crate(self.session, name, ident.span)
                return ERR, n, [ERR] * n
            at = ext.root
        elif name == "crate":
            at = self.crate.root
        elif name == "self":
            at = self.scope.module
        elif name == "super":
            at = self.scope.module
            i = 0
        elif name == "Self":
            res = self.self_type(ident.span)
            if res is None:
                report.no_self_type(self.session, ident.span)
                res = ERR
            return res, (n if res is ERR else 1), [res]
        else:
            res = self.lexical(name, TYPES, ident.span)
            if res is None:
                return self.first_segment_missing(segs, name, ident, source)
            if not isinstance(res, hir.ResDef):
                return res, (n if res is ERR else 1), [res]
            at = res.def_
        each: list[hir.Res] = [hir.ResDef(at)] if i else []
        private = False  # what lies behind something private is not reported again
        while True:
            assert at is not None
            if at.kind is DefKind.UNRESOLVED:
                if not at.name:
                    return ERR, n, each
                text = "::".join([at.name, *(bare(s.ident.name) for s in segs[i:])])
                return hir.ResDef(unresolved(self.crate, text)), n, each + [ERR] * (n - len(each))
            if i == n:
                if (
                    at.kind in (DefKind.MOD, DefKind.CRATE)
                    and source.ns == VALUES
                    or not source.accepts(hir.ResDef(at))
                ):
                    return self.wrong(hir.ResDef(at), segs, source, span), n, each
                return hir.ResDef(at), n, each
            if at.kind not in MODULE_LIKE:
                if at.kind not in _TYPES:
                    before = segs[i - 1].ident
                    report.not_a_module(self.session, bare(before.name), before.span, at)
                    return ERR, n, each
                return hir.ResDef(at), i, each
            seg = segs[i].ident
            name = bare(seg.name)
            if (
                name == "super"
                and at.kind in (DefKind.MOD, DefKind.CRATE)
                and all(bare(s.ident.name) in ("self", "super") for s in segs[:i])
            ):
                up = parent_module(at)
                if up is None:
                    report.too_many_supers(self.session, seg.span)
                    return ERR, n, each
                at = up
                each.append(hir.ResDef(at))
                i += 1
                continue
            last = i == n - 1
            ns = source.ns if last else TYPES
            b: Binding | None = at.scope.tables[ns].get(name)
            if b is None:
                if at.kind is DefKind.ENUM or at.kind is DefKind.TRAIT:
                    return hir.ResDef(at), i, each
                # A module named as a primitive type is hides the type only for what the module has.
                prim = _PRIM_RES.get(bare(ident.name)) if i == 1 and not global_ else None
                if prim is not None:
                    return prim, 1, [prim]
                return self.missing_in_module(at, segs, i, source, span), n, each
            if not private:
                private = self.check_private(b, seg.span, ns)
            if b.ambiguous is not None:
                report.ambiguous(self.session, name, seg.span, b)
            at = b.def_
            each.append(hir.ResDef(at))
            i += 1

    def check_private(self, b: Binding, span: int, ns: int) -> bool:
        """Reports a name that may not be used here (E0603)."""
        if b.vis.module is None or is_accessible(b.vis, self.scope.module):
            return False
        d = b.def_
        ctor = ""
        if ns == VALUES and d.kind is DefKind.STRUCT and is_accessible(d.vis, self.scope.module) and b.import_ is None:
            ctor = f"{d.node.kind} struct constructor"
        report_private(self.session, b, span, ctor)
        return True

    def resolve_single(self, ident: ast.Ident, name: str, source: Source, span: int) -> hir.Res:
        """A path of one segment in the namespace of ``source``."""
        ns = source.ns
        if ns == VALUES:
            local = self.find_local(ident.name)
            if local is not None:
                return self.use_local(local, ident.span)
        if name == "Self":
            res = self.self_type(ident.span)
            if ns == VALUES:
                if isinstance(res, hir.ResSelfTyAlias):
                    return hir.ResSelfCtor(res.impl)
                if res is not ERR:
                    report.not_found(self, "Self", ident.span, source)
                return ERR
            if res is None:
                report.self_not_allowed(self.session, ident.span, self.item)
                return ERR
            return res
        if name == "self" and ns == VALUES:
            report.no_self_value(self.session, ident.span, self.item)
            return ERR
        if name in ("crate", "super", "self"):
            module = {"crate": self.crate.root, "self": self.scope.module}.get(name) or parent_module(self.scope.module)
            if module is None:
                report.too_many_supers(self.session, ident.span)
                return ERR
            return self.wrong(hir.ResDef(module), [ast.PathSegment(ident.span, ident)], source, span)
        res = self.lexical(name, ns, ident.span)
        if res is None:
            return self.single_missing(ident, name, source, span)
        if isinstance(res, hir.ResDef):
            if res.def_.kind is DefKind.UNRESOLVED:
                return res if res.def_.name else ERR
            if ns == VALUES and res.def_.kind is DefKind.STRUCT:
                self.check_ctor(res.def_, ident.span)
            if (
                res.def_.kind is DefKind.CONST_PARAM
                and self.lex is not None
                and not self.lex.inline
                and not self.lex.trivial
            ):
                report.param_in_const(self.session, name, ident.span)
                return ERR
        if not source.accepts(res):
            if ns == TYPES and isinstance(res, hir.ResDef) and res.def_.kind is DefKind.MOD and name in _PRIM_RES:
                return _PRIM_RES[name]
            return self.wrong(res, [ast.PathSegment(ident.span, ident)], source, span)
        return res

    def check_ctor(self, d: Def, span: int) -> None:
        """A tuple struct that was imported by name may still have private fields."""
        module = self.scope.module
        if any(f.vis.module is not None and not is_accessible(f.vis, module) for f in d.children):
            report.private_ctor(self.session, d, span, module)

    def use_local(self, local: hir.Local, span: int) -> hir.Res:
        return hir.ResLocal(local)

    # ------------------------------------------------------------------------------------------------------- failures
    def single_missing(self, ident: ast.Ident, name: str, source: Source, span: int) -> hir.Res:
        if self.lex is not None and source.ns == VALUES and self.lex.names.get(ident.name) is not None:
            report.non_constant(self.session, ident.span)
            return ERR
        if source.ns == VALUES and report.captures_outer_local(self, name, ident.span):
            return ERR
        gap = self.outside_name(name)
        if gap is not None:
            return hir.ResDef(gap)
        if source.ns == VALUES:
            other = self.lexical(name, TYPES, ident.span)
            if other is not None and other is not ERR:
                if isinstance(other, hir.ResDef) and other.def_.kind is DefKind.UNRESOLVED:
                    return other
                if not (isinstance(other, hir.ResDef) and other.def_.kind is DefKind.TY_PARAM):
                    return self.wrong(other, [ast.PathSegment(ident.span, ident)], source, span)
        elif source.ns == TYPES:
            other = self.lexical(name, VALUES, ident.span)
            if isinstance(other, hir.ResDef) and other.def_.kind is not DefKind.UNRESOLVED:
                return self.wrong(other, [ast.PathSegment(ident.span, ident)], source, span)
        report.not_found(self, name, ident.span, source)
        return ERR

    def outside_name(self, name: str) -> Def | None:
        """A definition standing for ``name`` if it may come from std or through a glob import of an unknown crate."""
        if name in STD_ONLY:
            return unresolved(self.crate, f"std::{name}")
        scope: Scope | None = self.scope
        while scope is not None:
            if scope.unknown_globs:
                return unresolved(self.crate, f"{scope.unknown_globs[0]}::{name}")
            scope = scope.parent
        return None

    def first_segment_missing(
        self, segs: list[ast.PathSegment], name: str, ident: ast.Ident, source: Source
    ) -> tuple[hir.Res, int, list[hir.Res]]:
        n = len(segs)
        gap = self.outside_name(name)
        if gap is None and (name == "alloc" or name in self.crate.unlinked):
            gap = unresolved(self.crate, name)
        if gap is not None:
            text = "::".join([gap.name, *(bare(s.ident.name) for s in segs[1:])])
            return hir.ResDef(unresolved(self.crate, text)), n, [ERR] * n
        value = self.lexical(name, VALUES, ident.span)
        found = value.def_ if isinstance(value, hir.ResDef) else None
        report.no_such_module(self, name, ident.span, found)
        return ERR, n, [ERR] * n

    def missing_in_module(self, module: Def, segs: list[ast.PathSegment], i: int, source: Source, span: int) -> hir.Res:
        name = bare(segs[i].ident.name)
        if module.crate.name == "core" and self.crate.name != "core" or module.scope.unknown_globs:
            text = "::".join(bare(s.ident.name) for s in segs)
            if module.scope.unknown_globs:
                text = f"{module.scope.unknown_globs[0]}::{name}"
            return hir.ResDef(unresolved(self.crate, text))
        for ns in (TYPES, MACROS) if source.ns == VALUES else (VALUES,):
            b = module.scope.tables[ns].get(name) if i == len(segs) - 1 else None
            if b is None:
                continue
            if b.def_.kind is DefKind.UNRESOLVED:
                return hir.ResDef(b.def_) if b.def_.name else ERR
            return self.wrong(hir.ResDef(b.def_), segs, source, span)
        report.missing_in_module(self, module, segs, i, source)
        return ERR

    def wrong(self, res: hir.Res, segs: list[ast.PathSegment], source: Source, span: int) -> hir.Res:
        report.wrong_kind(self, res, segs, source, span)
        return ERR
