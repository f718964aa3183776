"""First phase of name resolution: every item of a crate becomes a ``Def`` in the table of its scope.

Function bodies are searched for items only where their text can hold some: a library of thousands of functions has a
handful of those, and walking every body would cost more than the rest of resolution.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from ferrule.diagnostics import span as sp
from ferrule.resolve.defs import Crate, Def, DefKind
from ferrule.resolve.imports import Import, imports_of
from ferrule.resolve.scope import MACROS, NS_NAMES, TYPES, VALUES, Binding, Scope, block_scopes
from ferrule.resolve.visibility import PUBLIC, Vis, is_at_least, parent_module
from ferrule.syntax import ast
from ferrule.syntax.parser import deep_recursion

if TYPE_CHECKING:
    from ferrule.session import Session

AST_NODE = (ast.Node, ast.Type, ast.Pat, ast.Expr, ast.Stmt, ast.Item)  # the roots of the syntax tree's classes
# No word boundary in front: the expression then starts with a set of characters, which searches several times faster.
_ITEM_WORDS = r"(?:fn|struct|enum|impl|trait|static|use|mod|type|union|extern|macro_rules)[\s!(<]|const\s+\w+\s*:"
_MAY_HOLD_ITEMS = re.compile(_ITEM_WORDS + r"|!\s*[\[({]|\$")  # `m!(..)` and `$x` may have become items
# The library passes no items to its macros; if it did, lowering would find them (collect_block).
_LIBRARY_MAY_HOLD_ITEMS = re.compile(_ITEM_WORDS)
_KIND_WORDS = {
    DefKind.MOD: "module", DefKind.CRATE: "extern crate", DefKind.TRAIT: "trait", DefKind.MACRO: "macro",
}  # fmt: skip


def kind_word(d: Def, ns: int) -> str:
    """How a message about a duplicate calls ``d``."""
    return _KIND_WORDS.get(d.kind, NS_NAMES[ns])


def head_span(session: Session, node: Any) -> int:
    """The span of an item up to its body, as rustc shows declarations."""
    text = session.source_map.snippet(node.span)
    cut = text.find("{")
    if cut > 0:
        text = text[:cut].rstrip()
        return sp.mk(sp.lo(node.span), sp.lo(node.span) + len(text))
    return node.span  # type: ignore[no-any-return]


class Collector:
    def __init__(self, session: Session, crate: Crate) -> None:
        self.session = session
        self.crate = crate
        self.blocks = block_scopes(crate)
        self.imports: list[Import] = []
        self.item_words = _LIBRARY_MAY_HOLD_ITEMS if crate.is_library else _MAY_HOLD_ITEMS
        self.places: dict[int, list[int]] = {}  # by base of a file: where its text has such words

    # ------------------------------------------------------------------------------------------------------- helpers
    def define(self, scope: Scope, ns: int, name: str, d: Def, vis: Vis) -> None:
        if not name or name == "_":
            return
        table = scope.tables[ns]
        old = table.get(name)
        if old is not None and not old.glob:
            self.duplicate(scope, ns, name, old, d)
            return
        table[name] = Binding(d, vis, d.span)

    def duplicate(self, scope: Scope, ns: int, name: str, old: Binding, d: Def) -> None:
        kind = scope.def_.kind
        place = (
            "block"
            if scope.block
            else "enum"
            if kind is DefKind.ENUM
            else "trait"
            if kind is DefKind.TRAIT
            else "module"
        )
        short = d.kind is DefKind.VARIANT
        first, again = old.def_, d
        self.session.diag.error(
            "E0428",
            f"the name `{name}` is defined multiple times",
            again.name_span if short else head_span(self.session, again),
            f"`{name}` redefined here",
        ).label(
            first.name_span if short else head_span(self.session, first),
            f"previous definition of the {kind_word(first, ns)} `{name}` here",
        ).note(f"`{name}` must be defined only once in the {NS_NAMES[ns]} namespace of this {place}")

    def new(self, kind: DefKind, node: Any, parent: Def, scope: Scope | None, vis: Vis) -> Def:
        ident = node.ident
        d = Def(kind, ident.name, parent, self.crate, node, node.span)
        d.name_span = ident.span
        d.vis = vis
        if node.attrs:
            d.attrs = node.attrs
            for a in node.attrs:
                if a.path == "lang" and a.value is not None:
                    self.crate.lang_items[a.value.value] = d
        if scope is not None and scope.block:
            d.cache["block_scope"] = scope
        return d

    def vis(self, v: ast.Visibility, module: Def) -> Vis:
        if v.kind == "pub":
            return PUBLIC
        if v.kind == "crate":
            return Vis(self.crate.root)
        if v.kind == "super":
            up = parent_module(module)
            if up is None:
                self.session.diag.error(
                    "E0433", "too many leading `super` keywords", v.span, "there are too many leading `super` keywords"
                )
                return PUBLIC
            return Vis(up)
        if v.kind == "in" and v.path is not None:
            return self.restricted(v.path, module)
        return Vis(module)

    def restricted(self, path: ast.Path, module: Def) -> Vis:
        """``pub(in path)``: the path must name an ancestor, so it is followed from the root through ancestors only."""
        ancestors = [module]
        while (up := parent_module(ancestors[-1])) is not None:
            ancestors.append(up)
        at: Def | None = None
        for i, seg in enumerate(path.segments):
            name = seg.ident.name
            if i == 0 and name in ("crate", "self"):
                at = ancestors[-1] if name == "crate" else module
            elif name == "super":
                at = parent_module(at or module)
            else:
                at = next((a for a in ancestors if a.name == name and parent_module(a) is (at or ancestors[-1])), None)
            if at is None:
                self.session.diag.error("E0742", "visibilities can only be restricted to ancestor modules", path.span)
                return Vis(module)
        return Vis(at or module)

    # --------------------------------------------------------------------------------------------------------- items
    def collect(self, krate: ast.Crate) -> None:
        root = self.crate.root
        root.node = krate
        root.attrs = krate.attrs
        root.vis = PUBLIC
        root.scope = Scope(root, None, root)
        self.items(krate.items, root.scope, root)

    def items(self, items: list[ast.Item], scope: Scope, parent: Def) -> None:
        for item in items:
            _COLLECT[type(item)](self, item, scope, parent)

    def fn(self, node: ast.Fn, scope: Scope, parent: Def) -> None:
        vis = self.vis(node.vis, scope.module)
        d = self.new(DefKind.FN, node, parent, scope, vis)
        self.define(scope, VALUES, d.name, d, vis)
        self.fn_body(node, d, scope)

    def fn_body(self, node: ast.Fn, d: Def, scope: Scope) -> None:
        if node.body is not None:
            self.crate.bodies.append(d)
            self.search(node.body, d, scope)

    def struct(self, node: ast.Struct, scope: Scope, parent: Def) -> None:
        vis = self.vis(node.vis, scope.module)
        d = self.new(DefKind.STRUCT, node, parent, scope, vis)
        self.define(scope, TYPES, d.name, d, vis)
        self.fields(node.fields, d, scope.module)
        if node.kind != "named":
            ctor = vis
            for f in d.children:
                if not is_at_least(f.vis, ctor):
                    ctor = f.vis
            self.define(scope, VALUES, d.name, d, ctor)

    def union(self, node: ast.Union, scope: Scope, parent: Def) -> None:
        vis = self.vis(node.vis, scope.module)
        d = self.new(DefKind.UNION, node, parent, scope, vis)
        self.define(scope, TYPES, d.name, d, vis)
        self.fields(node.fields, d, scope.module)

    def fields(self, fields: list[ast.FieldDef], owner: Def, module: Def, public: bool = False) -> None:
        seen: dict[str, Def] = {}
        for f in fields:
            d = self.new(DefKind.FIELD, f, owner, None, PUBLIC if public else self.vis(f.vis, module))
            d.generics_parent = owner
            old = seen.setdefault(d.name, d)
            if old is not d:
                self.session.diag.error(
                    "E0124", f"field `{d.name}` is already declared", f.span, "field already declared"
                ).label(old.span, f"`{d.name}` first declared here")
                continue
            owner.children.append(d)

    def enum(self, node: ast.Enum, scope: Scope, parent: Def) -> None:
        vis = self.vis(node.vis, scope.module)
        d = self.new(DefKind.ENUM, node, parent, scope, vis)
        self.define(scope, TYPES, d.name, d, vis)
        d.scope = inner = Scope(d, None, scope.module)
        for v in node.variants:
            variant = self.new(DefKind.VARIANT, v, d, None, vis)
            variant.generics_parent = d
            if v.ident.name in inner.tables[TYPES]:
                self.duplicate(inner, TYPES, v.ident.name, inner.tables[TYPES][v.ident.name], variant)
                continue
            d.children.append(variant)
            # Variants with named fields take their name in the value namespace too.
            inner.tables[TYPES][variant.name] = inner.tables[VALUES][variant.name] = Binding(variant, vis, v.span)
            self.fields(v.fields, variant, scope.module, public=True)
            if v.disc is not None:
                disc = Def(DefKind.ANON_CONST, "", d, self.crate, v.disc, v.disc.span)
                disc.generics_parent = d
                variant.cache["discriminant_const"] = disc

    def trait(self, node: ast.Trait, scope: Scope, parent: Def) -> None:
        vis = self.vis(node.vis, scope.module)
        d = self.new(DefKind.TRAIT, node, parent, scope, vis)
        self.define(scope, TYPES, d.name, d, vis)
        d.scope = inner = Scope(d, None, scope.module)
        self.assoc_items(node.items, d, scope, vis, inner)

    def impl(self, node: ast.Impl, scope: Scope, parent: Def) -> None:
        d = self.new(DefKind.IMPL, node, parent, scope, PUBLIC)
        self.crate.impls.append(d)
        self.assoc_items(node.items, d, scope, PUBLIC if node.trait_ is not None else None, None)

    def assoc_items(
        self, items: list[ast.Item], owner: Def, scope: Scope, vis: Vis | None, table: Scope | None
    ) -> None:
        seen: dict[tuple[int, str], Def] = {}
        for item in items:
            if isinstance(item, ast.Fn):
                kind, ns = DefKind.ASSOC_FN, VALUES
            elif isinstance(item, ast.Const):
                kind, ns = DefKind.ASSOC_CONST, VALUES
            elif isinstance(item, ast.TyAlias):
                kind, ns = DefKind.ASSOC_TY, TYPES
            else:
                continue
            d = self.new(kind, item, owner, None, vis if vis is not None else self.vis(item.vis, scope.module))
            d.generics_parent = owner
            if table is not None:
                old_binding = table.tables[ns].get(d.name)
                if old_binding is not None:
                    self.duplicate(table, ns, d.name, old_binding, d)
                    continue
                table.tables[ns][d.name] = Binding(d, vis or PUBLIC, d.span)
            elif vis is not None:  # an impl of a trait; duplicates among inherent impls are found by type (E0592)
                old = seen.setdefault((ns, d.name), d)
                if old is not d:
                    self.session.diag.error(
                        "E0201", f"duplicate definitions with name `{d.name}`:", item.span, "duplicate definition"
                    ).label(old.span, "previous definition here")
                    continue
            owner.children.append(d)
            if isinstance(item, ast.Fn):
                self.fn_body(item, d, scope)
            elif isinstance(item, ast.Const) and item.expr is not None:
                self.crate.bodies.append(d)
                self.search(item.expr, d, scope)

    def ty_alias(self, node: ast.TyAlias, scope: Scope, parent: Def) -> None:
        vis = self.vis(node.vis, scope.module)
        d = self.new(DefKind.TY_ALIAS, node, parent, scope, vis)
        self.define(scope, TYPES, d.name, d, vis)

    def trait_alias(self, node: ast.TraitAlias, scope: Scope, parent: Def) -> None:
        vis = self.vis(node.vis, scope.module)
        d = self.new(DefKind.TRAIT_ALIAS, node, parent, scope, vis)
        self.define(scope, TYPES, d.name, d, vis)

    def const(self, node: ast.Const, scope: Scope, parent: Def) -> None:
        vis = self.vis(node.vis, scope.module)
        d = self.new(DefKind.CONST, node, parent, scope, vis)
        self.define(scope, VALUES, d.name, d, vis)
        if node.expr is not None:
            self.crate.bodies.append(d)
            self.search(node.expr, d, scope)

    def static(self, node: ast.Static, scope: Scope, parent: Def) -> None:
        vis = self.vis(node.vis, scope.module)
        d = self.new(DefKind.STATIC, node, parent, scope, vis)
        self.define(scope, VALUES, d.name, d, vis)
        if node.expr is not None:
            self.crate.bodies.append(d)
            self.search(node.expr, d, scope)

    def mod(self, node: ast.Mod, scope: Scope, parent: Def) -> None:
        vis = self.vis(node.vis, scope.module)
        d = self.new(DefKind.MOD, node, parent, scope, vis)
        if node.inner_attrs:
            d.attrs = [*d.attrs, *node.inner_attrs]
        self.define(scope, TYPES, d.name, d, vis)
        d.scope = Scope(d, None, d)
        self.items(node.items or [], d.scope, d)

    def foreign_mod(self, node: ast.ForeignMod, scope: Scope, parent: Def) -> None:
        block = self.new(DefKind.FOREIGN_MOD, node, parent, scope, PUBLIC)
        for item in node.items:
            vis = self.vis(item.vis, scope.module)
            if isinstance(item, ast.Fn):
                kind = DefKind.FN
            elif isinstance(item, ast.Static):
                kind = DefKind.STATIC
            else:
                continue
            d = self.new(kind, item, block, scope, vis)
            block.children.append(d)
            self.define(scope, VALUES, d.name, d, vis)

    def macro(self, node: ast.MacroRules, scope: Scope, parent: Def) -> None:
        exported = any(a.path == "macro_export" for a in node.attrs)
        vis = PUBLIC if exported else Vis(self.crate.root)
        d = self.new(DefKind.MACRO, node, parent, scope, vis)
        if exported:
            self.crate.root.scope.tables[MACROS][d.name] = Binding(d, vis, d.span)
        else:
            scope.textual_macros[d.name] = Binding(d, vis, d.span)

    def use(self, node: ast.Use, scope: Scope, parent: Def) -> None:
        self.imports.extend(imports_of(self.session, node, scope, self.vis(node.vis, scope.module)))

    def extern_crate(self, node: ast.ExternCrate, scope: Scope, parent: Def) -> None:
        self.imports.append(Import.extern_crate(node, scope, self.vis(node.vis, scope.module)))

    def nothing(self, node: ast.Item, scope: Scope, parent: Def) -> None:
        """Items that are gone after expansion, or that expansion could not expand."""

    # -------------------------------------------------------------------------------------------------------- bodies
    def search(self, body: ast.Block | ast.Expr, owner: Def, scope: Scope) -> None:
        """Collects the items in blocks of ``body``, if its text says there may be some."""
        span = body.span
        lo, hi = span >> 32, span & 0xFFFFFFFF
        f = self.session.source_map.file_at(lo) if span else None
        if f is not None and lo < hi <= f.base + len(f.text):
            places = self.places.get(f.base)
            if places is None:
                places = self.places[f.base] = [f.base + m.start() for m in self.item_words.finditer(f.text)]
            i = bisect_left(places, lo)
            if i == len(places) or places[i] >= hi:
                return
        self.walk(body, owner, scope)

    def walk(self, node: Any, owner: Def, scope: Scope) -> None:
        cls = type(node)
        if cls is ast.Block:
            items = [s.item for s in node.stmts if type(s) is ast.StmtItem]
            if items:
                scope = self.block(node, items, owner, scope)
            for s in node.stmts:
                if type(s) is not ast.StmtItem:
                    self.walk(s, owner, scope)
            if node.tail is not None:
                self.walk(node.tail, owner, scope)
            return
        slots = _SLOTS.get(cls)
        if slots is None:
            slots = _SLOTS[cls] = _child_slots(cls)
        for slot in slots:
            child = getattr(node, slot)
            if type(child) is list:
                for c in child:
                    if isinstance(c, AST_NODE):
                        self.walk(c, owner, scope)
            elif isinstance(child, AST_NODE):
                self.walk(child, owner, scope)

    def block(self, node: ast.Block, items: list[ast.Item], owner: Def, scope: Scope) -> Scope:
        inner = Scope(owner, scope, scope.module, block=True)
        self.blocks[id(node)] = inner
        self.items(items, inner, owner)
        return inner


_LEAVES = (ast.Lit, ast.ExprPath, ast.Attr, ast.TokenStream, ast.Ident, ast.Lifetime, ast.FormatString)
_SLOTS: dict[type, tuple[str, ...]] = {}


def _child_slots(cls: type) -> tuple[str, ...]:
    if issubclass(cls, (*_LEAVES, ast.Pat)):
        return ()
    skip = ("span", "attrs", "pat", "label", "ident", "vis")
    return tuple(s for k in reversed(cls.__mro__) for s in getattr(k, "__slots__", ()) if s not in skip)


_COLLECT: dict[type, Any] = {
    ast.Fn: Collector.fn,
    ast.Struct: Collector.struct,
    ast.Union: Collector.union,
    ast.Enum: Collector.enum,
    ast.Trait: Collector.trait,
    ast.TraitAlias: Collector.trait_alias,
    ast.Impl: Collector.impl,
    ast.TyAlias: Collector.ty_alias,
    ast.Const: Collector.const,
    ast.Static: Collector.static,
    ast.Mod: Collector.mod,
    ast.ForeignMod: Collector.foreign_mod,
    ast.MacroRules: Collector.macro,
    ast.Use: Collector.use,
    ast.ExternCrate: Collector.extern_crate,
    ast.ItemMacro: Collector.nothing,
}


def collect_crate(session: Session, crate: Crate, krate: ast.Crate) -> list[Import]:
    """Fills ``crate`` from its syntax tree; returns its imports, still to be resolved."""
    collector = Collector(session, crate)
    with deep_recursion():
        collector.collect(krate)
    return collector.imports


def collect_block(session: Session, crate: Crate, node: ast.Block, owner: Def, scope: Scope) -> Scope:
    """The scope of a block with items that lies where bodies are not searched (inside a type, say)."""
    from ferrule.resolve.imports import resolve_imports

    found = block_scopes(crate).get(id(node))
    if found is None:
        collector = Collector(session, crate)
        collector.walk(node, owner, scope)
        resolve_imports(session, crate, collector.imports)
        found = block_scopes(crate)[id(node)]
    return found
