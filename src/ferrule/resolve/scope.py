"""Name tables: what a module, enum, trait or block with items knows by name, in each of the three namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.resolve.defs import Crate, Def, DefKind
from ferrule.resolve.visibility import Vis

if TYPE_CHECKING:
    from ferrule.resolve.imports import Import

TYPES, VALUES, MACROS = 0, 1, 2
NAMESPACES = (TYPES, VALUES, MACROS)
NS_NAMES = ("type", "value", "macro")

MODULE_LIKE = frozenset({DefKind.CRATE, DefKind.MOD, DefKind.ENUM, DefKind.TRAIT})


class Binding:
    """One name in one namespace of a scope; ``import_`` is the ``use`` that made it, None for a declaration."""

    __slots__ = ("def_", "vis", "span", "import_", "glob", "ambiguous")

    def __init__(self, def_: Def, vis: Vis, span: int, import_: Import | None = None, glob: bool = False) -> None:
        self.def_ = def_
        self.vis = vis
        self.span = span
        self.import_ = import_
        self.glob = glob
        self.ambiguous: Binding | None = None  # another glob gives the same name to something else


class Scope:
    """The names of a module, enum or trait (``def_``), or of a block that declares items (then ``block`` is set and
    ``def_`` is the function, const or static whose body holds it)."""

    __slots__ = (
        "def_",
        "parent",
        "module",
        "block",
        "tables",
        "unnamed_traits",
        "unknown_globs",
        "trait_list",
        "trait_items",
        "textual_macros",
    )

    def __init__(self, def_: Def, parent: Scope | None, module: Def, block: bool = False) -> None:
        self.def_ = def_
        self.parent = parent  # lexically enclosing scope of a block; None for modules, which see no outer names
        self.module = module  # the nearest module: what `self::` names and what privacy is relative to
        self.block = block
        self.tables: tuple[dict[str, Binding], dict[str, Binding], dict[str, Binding]] = ({}, {}, {})
        self.unnamed_traits: list[Binding] = []  # `use Trait as _`
        self.unknown_globs: list[str] = []  # crates that a glob import names and Ferrule does not have
        self.trait_list: list[Def] | None = None
        self.trait_items: dict[str, list[tuple[Def, Def]]] | None = None
        self.textual_macros: dict[
            str, Binding
        ] = {}  # macro_rules! without #[macro_export]: no path leads to them but `use name`

    def get(self, ns: int, name: str) -> Binding | None:
        return self.tables[ns].get(name)

    def traits(self) -> list[Def]:
        """Traits that this scope itself brings into scope for method calls."""
        if self.trait_list is None:
            found = [b.def_ for b in self.tables[TYPES].values() if b.def_.kind is DefKind.TRAIT]
            found += [b.def_ for b in self.unnamed_traits if b.def_ not in found]
            self.trait_list = found
        return self.trait_list

    def traits_with(self, name: str) -> list[tuple[Def, Def]]:
        """(trait, item) for each of those traits that has an associated function or constant ``name``."""
        if self.trait_items is None:
            self.trait_items = {}
            for trait in self.traits():
                for item in trait.children:
                    if item.kind in (DefKind.ASSOC_FN, DefKind.ASSOC_CONST):
                        self.trait_items.setdefault(item.name, []).append((trait, item))
        return self.trait_items.get(name, [])


def lexical_scope(d: Def) -> Scope:
    """The scope in which ``d`` is declared: a block with items, or a module."""
    while True:
        block = d.cache.get("block_scope")
        if block is not None:
            return block  # type: ignore[no-any-return]
        if d.kind in (DefKind.MOD, DefKind.CRATE):
            return d.scope  # type: ignore[no-any-return]
        assert d.parent is not None
        d = d.parent


def block_scopes(crate: Crate) -> dict[int, Scope]:
    """Scopes of the blocks of a crate that declare items, by ``id`` of the block's syntax node."""
    return crate.root.cache.setdefault("block_scopes", {})  # type: ignore[no-any-return]


def prelude(crate: Crate) -> Scope | None:
    """The scope of ``core::prelude::v1``, or None while the library has none."""
    cached: Scope | None = crate.root.cache.get("prelude_scope")
    if cached is None:
        core = crate.externs.get("core")
        d = core.root if core else None
        for name in ("prelude", "v1"):
            b = d.scope.get(TYPES, name) if d is not None else None
            d = b.def_ if b is not None else None
        if d is not None and d.scope is not None:
            cached = crate.root.cache["prelude_scope"] = d.scope
    return cached


def unresolved(crate: Crate, path: str) -> Def:
    """The definition that stands for an item of a crate, or a library item, that Ferrule does not have."""
    table: dict[str, Def] = crate.root.cache.setdefault("unresolved", {})
    d = table.get(path)
    if d is None:
        d = table[path] = Def(DefKind.UNRESOLVED, path, crate.root, crate)
    return d
