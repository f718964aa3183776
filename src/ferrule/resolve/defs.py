"""Definitions: everything that has a name or a body of its own.

A ``Def`` is compared by identity and lives as long as its crate.  Facts about it that later phases compute are kept in
``Def.cache`` by the queries of ``ty.context.TyCtxt``; for the library, whose crates do not depend on user crates, they
are computed once a process.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrule.syntax import ast


class DefKind(Enum):
    """What a definition is; the value is how messages call it."""

    CRATE = "crate"
    MOD = "module"
    STRUCT = "struct"
    UNION = "union"
    ENUM = "enum"
    VARIANT = "variant"
    FIELD = "field"
    TRAIT = "trait"
    TRAIT_ALIAS = "trait alias"
    TY_ALIAS = "type alias"
    ASSOC_TY = "associated type"
    FN = "function"
    ASSOC_FN = "associated function"
    CONST = "constant"
    ASSOC_CONST = "associated constant"
    STATIC = "static"
    IMPL = "implementation"
    CLOSURE = "closure"
    ANON_CONST = "constant expression"
    OPAQUE = "opaque type"
    TY_PARAM = "type parameter"
    CONST_PARAM = "const parameter"
    LIFETIME_PARAM = "lifetime parameter"
    FOREIGN_MOD = "extern block"
    MACRO = "macro"
    UNRESOLVED = "unresolved import"  # an item of a crate Ferrule does not have; an error only where it is used


class Crate:
    """One crate: a crate of the library, a user's file or folder, or its path dependencies."""

    __slots__ = (
        "name",
        "root",
        "is_library",
        "lang_items",
        "impls",
        "bodies",
        "edition",
        "defs",
        "externs",
        "unlinked",
    )

    def __init__(self, name: str, is_library: bool = False) -> None:
        self.name = name
        self.is_library = is_library
        self.lang_items: dict[str, Def] = {}  # from #[lang = "..."]
        self.impls: list[Def] = []  # every impl block, function-local ones included
        self.bodies: list[Def] = []  # fns, consts and statics with a body, in source order
        self.defs: list[Def] = []
        self.root: Def = Def(DefKind.CRATE, name, None, self)  # defs[0]
        self.externs: dict[str, Crate] = {}  # crates nameable by an absolute path
        self.unlinked: set[str] = set()  # names of crates that exist and that Ferrule does not have
        self.edition = "2024"


class Def:
    """A definition.  ``node`` is its AST node; what a field means for a kind:

    ``parent``            the lexically enclosing definition (module, impl, trait, enum, fn)
    ``generics_parent``   whose parameters come before this one's own (impl or trait of an associated item, the enclosing
                          body owner of a closure or anonymous const, the enum of a variant); None for items
    ``children``          associated items of traits and impls, variants of enums, fields of structs, unions and variants
    ``attrs``             outer attributes after cfg
    """

    __slots__ = (
        "kind", "name", "parent", "crate", "node", "span", "name_span", "vis", "attrs", "children",
        "generics_parent", "scope", "cache", "index",
    )  # fmt: skip

    def __init__(
        self, kind: DefKind, name: str, parent: Def | None, crate: Crate, node: Any = None, span: int = 0
    ) -> None:
        self.kind = kind
        self.name = name
        self.parent = parent
        self.crate = crate
        self.node = node
        self.span = span
        self.name_span = span
        self.vis: Any = None  # resolve.visibility
        self.attrs: list[ast.Attr] = []
        self.children: list[Def] = []
        self.generics_parent: Def | None = None
        self.scope: Any = None  # modules, enums, traits: name -> item tables; owned by resolve
        self.cache: dict[str, Any] = {}
        self.index = len(crate.defs) if hasattr(crate, "defs") else 0  # position in crate.defs: stable per source
        if hasattr(crate, "defs"):
            crate.defs.append(self)

    @property
    def path(self) -> str:
        """``krate::module::Item``; impls show as their parent, closures as ``{closure}``."""
        if self.parent is None:
            return self.name
        if self.kind is DefKind.IMPL:
            return self.parent.path
        return f"{self.parent.path}::{self.name}" if self.name else self.parent.path

    def attr(self, name: str) -> ast.Attr | None:
        for a in self.attrs:
            if a.path == name:
                return a
        return None

    def __repr__(self) -> str:
        return f"<{self.kind.value} {self.path}>"
