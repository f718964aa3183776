"""The front end for tests: Rust text to definitions, with the real library crates."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import ferrule
from ferrule.resolve import resolve_crates
from ferrule.resolve.defs import Crate, Def
from ferrule.session import Options, Session
from ferrule.syntax import ast
from ferrule.syntax.expand import expand_crate
from ferrule.syntax.parser import parse_crate
from ferrule.ty.context import TyCtxt

LIBRARY = Path(ferrule.__file__).parent / "library"


def parse_tree(session: Session, path: Path) -> ast.Crate:
    """A crate in files: `mod x;` is loaded from beside its parent."""
    krate = parse_crate(session, session.source_map.add(path.name, path.read_text()))

    def load(items: list[ast.Item], folder: Path) -> None:
        for item in items:
            if not isinstance(item, ast.Mod):
                continue
            if item.items is None:
                given = next((a.value.value for a in item.attrs if a.path == "path" and a.value is not None), None)
                name = item.ident.name
                at = folder / given if given else folder / f"{name}.rs"
                inner = folder / name
                if not at.exists():
                    at = folder / name / "mod.rs"
                sub = parse_crate(session, session.source_map.add(str(at.relative_to(path.parent)), at.read_text()))
                item.items = sub.items
                item.inner_attrs = sub.attrs
                load(item.items, inner)
            else:
                load(item.items, folder / item.ident.name)

    load(krate.items, path.parent)
    return krate


@cache
def library(root: Path = LIBRARY) -> tuple[Session, list[Crate], dict]:
    session = Session()
    macros: dict = {}
    crates: list[Crate] = []
    for name in ("core", "cuda_device"):
        if not (root / name / "lib.rs").exists():
            continue
        krate = parse_tree(session, root / name / "lib.rs")
        macros |= expand_crate(session, krate, macros, name)
        crates += resolve_crates(session, [(name, krate, True)], crates)
    assert not session.diag.error_count, [(d.message, session.source_map.location(d.span)) for d in session.diag.diagnostics][:20]
    return session, crates, macros


def compile_text(text: str, overflow_checks: bool = False, root: Path = LIBRARY) -> tuple[TyCtxt, Crate]:
    """Resolves ``text`` as crate `user`."""
    lib_session, crates, macros = library(root)
    session = Session(Options(overflow_checks=overflow_checks))
    session.source_map = type(lib_session.source_map)(lib_session.source_map)
    krate = parse_crate(session, session.source_map.add("user.rs", text))
    expand_crate(session, krate, macros, "user")
    (user,) = resolve_crates(session, [("user", krate, False)], crates)
    return TyCtxt(session, [*crates, user]), user


def find(crate: Crate, name: str) -> Def:
    return next(d for d in crate.defs if d.name == name)


def errors(tcx: TyCtxt) -> list[str]:
    return [f"{d.code}: {d.message}" for d in tcx.session.diag.diagnostics if d.level == "error"]
