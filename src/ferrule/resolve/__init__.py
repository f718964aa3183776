"""Name resolution of items: crates, modules, imports, visibility.

``resolve_crates`` turns expanded syntax trees into crates of definitions.  Names inside signatures and bodies are
resolved when those are lowered (``ferrule.hir.lower``), so that what no kernel reaches costs and reports nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ferrule.resolve.collect_defs import collect_crate
from ferrule.resolve.defs import Crate, Def, DefKind
from ferrule.resolve.imports import BUILTIN_MACROS, resolve_imports
from ferrule.resolve.scope import MACROS, Binding
from ferrule.resolve.visibility import PUBLIC

if TYPE_CHECKING:
    from ferrule.session import Session
    from ferrule.syntax import ast


def resolve_crates(
    session: Session,
    crates: Iterable[tuple[str, ast.Crate, bool]],
    libraries: Iterable[Crate] = (),
    externs: Mapping[str, Mapping[str, str | None]] | None = None,
) -> list[Crate]:
    """Resolves ``(name, tree, is_library)`` crates in order; each sees ``libraries`` and the crates before it by name.

    ``externs`` narrows that for a crate with a manifest: ``{crate: {name in its paths: crate}}``, with None for a crate that
    the manifest names and Ferrule does not have.  Libraries are always visible.  ``std`` is another name of ``core``.
    Returns the new crates only.
    """
    known: dict[str, Crate] = {}
    always: dict[str, Crate] = {}
    for c in libraries:
        known[c.name] = always[c.name] = c
    out: list[Crate] = []
    for name, tree, is_library in crates:
        crate = Crate(name, is_library)
        crate.edition = session.options.edition
        if externs is not None and name in externs:
            crate.externs = {
                **always,
                **{alias: known[target] for alias, target in externs[name].items() if target in known},
            }
            crate.unlinked = {alias for alias, target in externs[name].items() if target is None} - set(always)
        else:
            crate.externs = dict(known)
        if name == "core":
            crate.externs["core"] = crate
        if "core" in crate.externs:
            crate.externs["std"] = crate.externs["core"]
        imports = collect_crate(session, crate, tree)
        for macro in BUILTIN_MACROS.get(name, ()):
            table = crate.root.scope.tables[MACROS]
            if macro not in table:
                table[macro] = Binding(Def(DefKind.MACRO, macro, crate.root, crate), PUBLIC, 0)
        resolve_imports(session, crate, imports)
        known[name] = crate
        if is_library:
            always[name] = crate
        out.append(crate)
    return out


def _has_attr(d: Def, name: str) -> bool:
    return any(a.path == name or a.path.endswith("::" + name) for a in d.attrs)


def kernels(crate: Crate) -> list[Def]:
    """The functions of a crate with attribute ``kernel``, in source order, from every module."""
    return [d for d in crate.bodies if d.kind is DefKind.FN and d.attrs and _has_attr(d, "kernel")]


def device_fns(crate: Crate) -> list[Def]:
    """The functions of a crate with attribute ``device``, or that rust-gpu starts from, in source order."""
    return [d for d in crate.bodies if d.attrs and (_has_attr(d, "device") or _has_attr(d, "spirv"))]
