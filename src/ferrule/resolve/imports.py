"""Imports: ``use`` trees are flattened, then resolved together until nothing changes.

An import binds a name in every namespace in which its path names something.  Declared and singly imported names shadow
names from globs.  A path into a crate that Ferrule does not have, or to a part of ``std`` that the library lacks, is no
error here: the name is bound to an ``UNRESOLVED`` definition, reported where a kernel uses it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.diagnostics import span as sp
from ferrule.resolve.defs import Crate, Def, DefKind
from ferrule.resolve.scope import (
    MACROS,
    MODULE_LIKE,
    NAMESPACES,
    NS_NAMES,
    TYPES,
    VALUES,
    Binding,
    Scope,
    prelude,
    unresolved,
)
from ferrule.resolve.suggest import best_match
from ferrule.resolve.visibility import PUBLIC, Vis, is_accessible, is_at_least, parent_module
from ferrule.syntax import ast
from ferrule.syntax.ast import UseTree

if TYPE_CHECKING:
    from ferrule.session import Session

# Attribute and function-like macros that the front end implements itself; they are importable like items.
BUILTIN_MACROS = {
    "cuda_device": (
        "kernel",
        "device",
        "cuda_module",
        "launch_bounds",
        "launch_contract",
        "cluster_launch",
        "cooperative_launch",
        "unroll",
        "constant",
        "convergent",
        "pure",
        "readonly",
        "gpu_printf",
        "gpu_assert",
        "ptx_asm",
    ),
    "cuda_std": ("kernel", "address_space", "externally_visible"),
    "spirv_std": ("spirv",),
    "core": (
        "assert",
        "assert_eq",
        "assert_ne",
        "debug_assert",
        "debug_assert_eq",
        "debug_assert_ne",
        "panic",
        "unreachable",
        "todo",
        "unimplemented",
        "matches",
        "concat",
        "stringify",
        "line",
        "column",
        "file",
        "cfg",
        "env",
        "option_env",
        "include",
        "include_str",
        "include_bytes",
        "compile_error",
        "format_args",
        "write",
        "writeln",
        "print",
        "println",
        "eprint",
        "eprintln",
        "dbg",
        "format",
        "vec",
        "thread_local",
        "module_path",
        "derive",
        "test",
    ),
}


class Import:
    """One flattened ``use``: ``path`` as written, and the name it binds (empty for a glob)."""

    __slots__ = (
        "scope",
        "vis",
        "path",
        "global_",
        "glob",
        "name",
        "span",
        "ident_span",
        "type_only",
        "crate_name",
        "private",
        "failed_at",
        "failed_in",
        "unknown",
        "bound",
        "reported",
        "rename",
    )

    def __init__(
        self,
        scope: Scope,
        vis: Vis,
        path: list[tuple[str, int]],
        global_: bool,
        name: str,
        span: int,
        ident_span: int,
        glob: bool = False,
    ) -> None:
        self.scope, self.vis, self.path, self.global_ = scope, vis, path, global_
        self.name, self.span, self.ident_span, self.glob = name, span, ident_span, glob
        self.type_only = False  # `use a::{self}`
        self.rename = False
        self.crate_name = ""  # of an `extern crate`
        self.private: Binding | None = None
        self.failed_at = -1  # index of the segment that named nothing
        self.failed_in: Def | None = None
        self.unknown = ""  # path into what Ferrule does not have
        self.bound = [False, False, False]
        self.reported = False

    @classmethod
    def extern_crate(cls, node: ast.ExternCrate, scope: Scope, vis: Vis) -> Import:
        imp = cls(scope, vis, [(node.name, node.span)], True, node.ident.name, node.span, node.ident.span)
        imp.crate_name = node.name
        return imp


def imports_of(session: Session, node: ast.Use, scope: Scope, vis: Vis) -> list[Import]:
    out: list[Import] = []
    _flatten(session, node.tree, [], node.tree.prefix.global_, scope, vis, out, nested=False)
    return out


def _flatten(
    session: Session,
    tree: UseTree,
    prefix: list[tuple[str, int]],
    global_: bool,
    scope: Scope,
    vis: Vis,
    out: list[Import],
    nested: bool,
) -> None:
    own = [(s.ident.name, s.ident.span) for s in tree.prefix.segments]
    path = prefix + own
    if tree.kind == "glob":
        out.append(Import(scope, vis, path, global_, "", tree.span, tree.span, glob=True))
        return
    if tree.kind == "nested":
        for child in tree.children:
            _flatten(session, child, path, global_, scope, vis, out, nested=True)
        return
    last, last_span = path[-1]
    type_only = False
    if last == "self" and len(path) > 1:
        if not (nested and len(own) == 1):
            session.diag.error(
                "E0429",
                "`self` imports are only allowed within a { } list",
                sp.mk(max(sp.lo(last_span) - 2, 0), sp.hi(last_span)),
            ).help("consider importing the module directly")
        path = path[:-1]
        type_only = True
    name = tree.rename.name if tree.rename is not None else path[-1][0]
    if name in ("self", "super", "crate"):
        session.diag.error("", "imports need to be explicitly named", tree.span)
        return
    imp = Import(scope, vis, path, global_, name, tree.span, (tree.rename or tree).span)
    imp.type_only = type_only
    imp.rename = tree.rename is not None
    out.append(imp)


def lookup_first(crate: Crate, scope: Scope, name: str, ns: int, skip: Import | None = None) -> Binding | Def | None:
    """A path's first segment, found lexically: blocks, the module, crate names, the prelude."""
    s: Scope | None = scope
    while s is not None:
        b = s.tables[ns].get(name)
        if b is not None and (skip is None or b.import_ is not skip):
            return b
        if ns == MACROS and name in s.textual_macros:
            return s.textual_macros[name]
        s = s.parent
    root: Scope = crate.root.scope
    if ns == MACROS and name in root.textual_macros:
        return root.textual_macros[name]
    if ns == TYPES:
        ext = crate.externs.get(name)
        if ext is not None:
            return ext.root
    p = prelude(crate)
    return p.tables[ns].get(name) if p is not None else None


def module_name(d: Def) -> str:
    """How messages call a module: its path without the crate; empty for a crate root."""
    return d.path.partition("::")[2]


class ImportResolver:
    def __init__(self, session: Session, crate: Crate, imports: list[Import]) -> None:
        self.session, self.crate, self.imports = session, crate, imports
        self.changed = False

    # ---------------------------------------------------------------------------------------------------- one import
    def step(self, imp: Import, module: Def, ns: int, index: int) -> Def | None:
        """The definition that segment ``index`` names in ``module``; notes failures."""
        name, _ = imp.path[index]
        b: Binding | None = module.scope.tables[ns].get(name)
        if b is None:
            return None
        if not is_accessible(b.vis, imp.scope.module) and imp.private is None:
            imp.private = b
        return b.def_

    def prefix(self, imp: Import, count: int) -> Def | None:
        """The module that the first ``count`` segments name; None while it is not known."""
        at: Def | None = None
        path = imp.path
        for i in range(count):
            name, _ = path[i]
            if i == 0 and not imp.global_ and name == "crate":
                at = self.crate.root
            elif i == 0 and not imp.global_ and name == "self":
                at = imp.scope.module
            elif name == "super" and (at is None or path[i - 1][0] in ("self", "super")):
                up = parent_module(at or imp.scope.module)
                if up is None:
                    imp.failed_at, imp.failed_in = i, None
                    return None
                at = up
            elif i == 0:
                at = self.first(imp, name, TYPES)
                if at is None:
                    imp.failed_at, imp.failed_in = 0, None
                    return None
            else:
                assert at is not None
                found = self.step(imp, at, TYPES, i)
                if found is None:
                    imp.failed_at, imp.failed_in = i, at
                    return None
                at = found
            if at.kind is DefKind.UNRESOLVED:
                return at
            if at.kind not in MODULE_LIKE:
                imp.failed_at, imp.failed_in = i, at
                return None
        return at

    def first(self, imp: Import, name: str, ns: int) -> Def | None:
        if imp.global_:
            if ns != TYPES:
                return None
            ext = self.crate.root.crate if imp.crate_name == "self" else self.crate.externs.get(name)
            return ext.root if ext is not None else None
        found = lookup_first(self.crate, imp.scope, name, ns, imp)
        return found.def_ if isinstance(found, Binding) else found

    def attempt(self, imp: Import) -> None:
        imp.private = None
        imp.failed_at, imp.failed_in = -1, None
        path = imp.path
        n = len(path)
        if imp.glob:
            module = self.prefix(imp, n) if n else (None if imp.global_ else self.crate.root)
            if module is not None and module.kind is DefKind.UNRESOLVED:
                imp.unknown = module.name
            elif module is not None and module.scope is not imp.scope:
                self.glob(imp, module.scope)
            return
        if n == 1 or path[-1][0] == "super":
            self.attempt_short(imp)
            return
        module = self.prefix(imp, n - 1)
        if module is None:
            return
        if module.kind is DefKind.UNRESOLVED:
            imp.unknown = f"{module.name}::{path[-1][0]}"
            return
        for ns in (TYPES,) if imp.type_only else NAMESPACES:
            b = module.scope.tables[ns].get(path[-1][0])
            if b is None or b.import_ is imp:
                continue
            if not is_accessible(b.vis, imp.scope.module):
                if imp.private is None:
                    imp.private = b
                continue
            if b.def_.kind is DefKind.UNRESOLVED:
                imp.unknown = b.def_.name
                continue
            self.bind(imp, ns, b.def_, b.vis)
        if any(imp.bound):
            imp.private = None
        elif imp.private is None and not imp.unknown:
            imp.failed_at, imp.failed_in = n - 1, module

    def attempt_short(self, imp: Import) -> None:
        """`use name;`, `use name as other;`, `use self as x;`, `use super::super as x;`"""
        name, _ = imp.path[-1]
        if len(imp.path) > 1 or name in ("crate", "self", "super"):
            module = self.prefix(imp, len(imp.path))
            if module is not None:
                self.bind(imp, TYPES, module, PUBLIC)
            return
        for ns in (TYPES,) if imp.type_only else NAMESPACES:
            found = None if imp.global_ else lookup_first(self.crate, imp.scope, name, ns, imp)
            if isinstance(found, Binding):
                if found.def_.kind is DefKind.UNRESOLVED:
                    imp.unknown = found.def_.name
                    return
                self.bind(imp, ns, found.def_, found.vis)
            elif found is not None:
                self.bind(imp, ns, found, PUBLIC)
            elif ns == TYPES and (d := self.first(imp, name, ns)) is not None:
                self.bind(imp, ns, d, PUBLIC)
        if not any(imp.bound):
            imp.failed_at, imp.failed_in = 0, None

    # ------------------------------------------------------------------------------------------------------- binding
    def bind(self, imp: Import, ns: int, d: Def, vis: Vis) -> None:
        imp.bound[ns] = True
        scope = imp.scope
        narrowed = imp.vis if is_at_least(vis, imp.vis) else vis
        if imp.name == "_":
            if d.kind is DefKind.TRAIT and all(b.import_ is not imp for b in scope.unnamed_traits):
                scope.unnamed_traits.append(Binding(d, narrowed, imp.span, imp))
                self.changed = True
            return
        table = scope.tables[ns]
        old = table.get(imp.name)
        if old is not None and not old.glob:
            if old.import_ is not imp:
                self.conflict(imp, ns, old, d)
            elif old.def_ is not d:
                old.def_, old.vis = d, narrowed
                self.changed = True
            return
        table[imp.name] = Binding(d, narrowed, imp.span, imp)
        self.changed = True

    def glob(self, imp: Import, source: Scope) -> None:
        target = imp.scope
        for ns in NAMESPACES:
            table = target.tables[ns]
            for name, b in list(source.tables[ns].items()):
                if not is_accessible(b.vis, target.module):
                    continue
                vis = imp.vis if is_at_least(b.vis, imp.vis) else b.vis
                old = table.get(name)
                if old is None:
                    table[name] = Binding(b.def_, vis, imp.span, imp, glob=True)
                    self.changed = True
                elif old.glob:
                    if old.import_ is imp:
                        if old.def_ is not b.def_:
                            old.def_, old.vis = b.def_, vis
                            self.changed = True
                        if b.ambiguous is not None and old.ambiguous is None:
                            old.ambiguous = b.ambiguous
                    elif old.def_ is not b.def_:
                        if old.ambiguous is None:
                            old.ambiguous = Binding(b.def_, vis, imp.span, imp, glob=True)
                            self.changed = True
                    elif not is_at_least(old.vis, vis):
                        old.vis, old.import_, old.span = vis, imp, imp.span
                        self.changed = True
        for b in source.unnamed_traits:
            if is_accessible(b.vis, target.module) and all(o.def_ is not b.def_ for o in target.unnamed_traits):
                target.unnamed_traits.append(Binding(b.def_, imp.vis, imp.span, imp, glob=True))
                self.changed = True

    def conflict(self, imp: Import, ns: int, old: Binding, d: Def) -> None:
        from ferrule.resolve.collect_defs import head_span, kind_word

        if imp.reported:
            return
        imp.reported = True
        name = imp.name
        extern = bool(imp.crate_name)
        place = "block" if imp.scope.block else "module"
        if old.import_ is None:
            code = "E0260" if extern else "E0255"
            first_is_item = sp.lo(old.def_.span) < sp.lo(imp.span)
            if first_is_item:
                diag = self.session.diag.error(
                    code, f"the name `{name}` is defined multiple times", imp.span, f"`{name}` reimported here"
                )
                diag.label(
                    head_span(self.session, old.def_),
                    f"previous definition of the {kind_word(old.def_, ns)} `{name}` here",
                )
            else:
                diag = self.session.diag.error(
                    code,
                    f"the name `{name}` is defined multiple times",
                    head_span(self.session, old.def_),
                    f"`{name}` redefined here",
                )
                diag.label(imp.span, f"previous import of the {kind_word(d, ns)} `{name}` here")
        else:
            code = "E0254" if extern or old.import_.crate_name else "E0252"
            diag = self.session.diag.error(
                code, f"the name `{name}` is defined multiple times", imp.span, f"`{name}` reimported here"
            )
            diag.label(old.span, f"previous import of the {kind_word(old.def_, ns)} `{name}` here")
        diag.note(f"`{name}` must be defined only once in the {NS_NAMES[ns]} namespace of this {place}")
        diag.help("you can use `as` to change the binding name of the import")

    # -------------------------------------------------------------------------------------------------------- the end
    def run(self) -> None:
        self.changed = True
        while self.changed:
            self.changed = False
            for imp in self.imports:
                self.attempt(imp)
        # Names from crates that Ferrule lacks can be what later imports name, so settle those, then look again.
        if self.settle_unknown():
            self.changed = True
            while self.changed:
                self.changed = False
                for imp in self.imports:
                    self.attempt(imp)
                self.changed |= self.settle_unknown()
        for imp in self.imports:
            self.report(imp)

    def settle_unknown(self) -> bool:
        settled = False
        for imp in self.imports:
            if imp.unknown == "" and not any(imp.bound):
                imp.unknown = self.outside(imp)
            if imp.unknown and not any(imp.bound) and imp.private is None:
                imp.failed_at = -1
                if imp.glob:
                    if imp.unknown not in imp.scope.unknown_globs:
                        imp.scope.unknown_globs.append(imp.unknown)
                elif imp.name != "_":
                    d = unresolved(self.crate, imp.unknown)
                    for ns in NAMESPACES:
                        if imp.name not in imp.scope.tables[ns]:
                            imp.scope.tables[ns][imp.name] = Binding(d, imp.vis, imp.span, imp)
                            settled = True
        return settled

    def outside(self, imp: Import) -> str:
        """The path as text if it leads into an unknown crate, or to a part of std that the library lacks."""
        if imp.failed_at < 0 or imp.private is not None:
            return ""
        text = "::".join(name for name, _ in imp.path)
        first = imp.path[0][0] if imp.path else ""
        if imp.failed_at == 0:
            if first in ("crate", "self", "super"):
                return ""
            self.crate.unlinked.add(first)
            return text
        into = imp.failed_in
        return text if into is not None and into.crate.name == "core" and self.crate.name != "core" else ""

    def report(self, imp: Import) -> None:
        if imp.private is not None and not imp.glob and not any(imp.bound) and not imp.reported:
            imp.reported = True
            index = next((i for i, (n, _) in enumerate(imp.path) if n == imp.private.def_.name), len(imp.path) - 1)
            report_private(self.session, imp.private, imp.path[index][1])
            self.bind_all(imp, imp.private)
            return
        if imp.private is not None and (imp.glob or any(imp.bound)):
            index = next((i for i, (n, _) in enumerate(imp.path) if n == imp.private.def_.name), len(imp.path) - 1)
            report_private(self.session, imp.private, imp.path[index][1])
        if any(imp.bound) and not imp.glob and imp.name != "_":
            self.check_reexport(imp)
        if imp.failed_at >= 0 and not any(imp.bound):
            self.unresolved_import(imp)

    def bind_all(self, imp: Import, b: Binding) -> None:
        """After an error: bind the private item all the same, so that its uses are not reported again."""
        for ns in NAMESPACES:
            if b.def_.scope is None and ns == MACROS:
                continue
            imp.scope.tables[ns].setdefault(imp.name, Binding(b.def_, imp.vis, imp.span, imp))

    def check_reexport(self, imp: Import) -> None:
        worst: Binding | None = None
        for ns in NAMESPACES:
            b = imp.scope.tables[ns].get(imp.name)
            if b is None or b.import_ is not imp:
                continue
            if is_at_least(b.vis, imp.vis):
                return
            worst = b
        if worst is None or imp.vis.module is not None and worst.def_.kind is DefKind.CRATE:
            return
        name = worst.def_.name
        if worst.vis.module is self.crate.root and imp.vis.module is None:
            message = f"`{name}` is only public within the crate, and cannot be re-exported outside"
        else:
            message = f"`{name}` is private, and cannot be re-exported"
        code = "E0365" if worst.def_.kind in (DefKind.MOD,) else "E0364"
        self.session.diag.error(code, message, imp.span, f"re-export of private `{name}`" if code == "E0365" else "")

    def unresolved_import(self, imp: Import) -> None:
        if imp.reported:
            return
        imp.reported = True
        i = imp.failed_at
        names = [n for n, _ in imp.path]
        into = imp.failed_in
        if names[i] == "super" and into is None:
            self.session.diag.error(
                "E0433",
                "too many leading `super` keywords",
                imp.path[i][1],
                "there are too many leading `super` keywords",
            )
            self.poison(imp)
            return
        shown = "::".join(names[: i + 1])
        if into is not None and into.kind not in MODULE_LIKE:
            what = f"`{into.name}` is a {into.kind.value}, not a module"
            self.session.diag.error("E0432", f"unresolved import `{shown}`", imp.path[i][1], what)
        elif i < len(names) - 1 or imp.glob:
            where = f"`{into.name}`" if into is not None and into.parent is not None else "the crate root"
            if into is not None and into.kind is DefKind.CRATE and into.crate is not self.crate:
                where = f"`{into.name}`"
            d = self.session.diag.error(
                "E0432", f"unresolved import `{shown}`", imp.path[i][1], f"could not find `{names[i]}` in {where}"
            )
            near = (
                best_match(names[i], [n for n, b in into.scope.tables[TYPES].items() if b.def_.kind in MODULE_LIKE])
                if into
                else None
            )
            if near is not None:
                d.suggest("a similar name exists in the module", imp.path[i][1], near)
        else:
            where = "the root"
            if into is not None and module_name(into):
                where = f"`{module_name(into)}`"
            elif into is not None and into.crate is not self.crate:
                where = f"`{into.name}`"
            d = self.session.diag.error(
                "E0432", f"unresolved import `{shown}`", imp.span, f"no `{names[i]}` in {where}"
            )
            if into is not None:
                candidates = {n for ns in (TYPES, VALUES, MACROS) for n in into.scope.tables[ns]}
                near = best_match(names[i], sorted(candidates))
                if near is not None:
                    d.suggest("a similar name exists in the module", imp.path[i][1], near)
        self.poison(imp)

    def poison(self, imp: Import) -> None:
        """Binds the name of a failed import to nothing in particular, so that its uses are not reported again."""
        if imp.name and imp.name != "_":
            d = unresolved(self.crate, "")
            for ns in NAMESPACES:
                imp.scope.tables[ns].setdefault(imp.name, Binding(d, imp.vis, imp.span, imp))


def private_word(b: Binding) -> str:
    d = b.def_
    if b.import_ is not None and b.import_.name == d.name and b.span != d.span:
        return f"{d.kind.value} import" if d.kind is not DefKind.UNRESOLVED else "import"
    return {DefKind.VARIANT: "variant"}.get(d.kind, d.kind.value)


def report_private(session: Session, b: Binding, span: int, ctor: str = "") -> None:
    """E0603.  ``ctor`` is set when the constructor of a visible tuple struct is what is private."""
    from ferrule.resolve.collect_defs import head_span

    d = b.def_
    what = ctor or private_word(b)
    name = b.import_.name if b.import_ is not None else d.name
    diag = session.diag.error("E0603", f"{what} `{name}` is private", span, f"private {what}")
    if ctor:
        private = [f for f in d.children if f.vis is not None and f.vis.module is not None]
        for f in private[:1]:
            diag.label(f.span, "a constructor is private if any of the fields is private")
    diag.label(b.span if b.import_ is not None else head_span(session, d), f"the {what} `{name}` is defined here")


def resolve_imports(session: Session, crate: Crate, imports: list[Import]) -> None:
    ImportResolver(session, crate, imports).run()
