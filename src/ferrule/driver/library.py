"""The library crates, loaded once a process and shared by every compilation."""

from __future__ import annotations

from pathlib import Path

from ferrule.diagnostics.render import render_all
from ferrule.diagnostics.source_map import SourceMap
from ferrule.resolve import resolve_crates
from ferrule.resolve.defs import Crate
from ferrule.resolve.loader import load_path
from ferrule.session import Session
from ferrule.syntax import ast
from ferrule.syntax.expand import expand_crate

CRATES = ("core", "cuda_device")
ROOT = Path(__file__).resolve().parent.parent / "library"


class Library:
    __slots__ = ("session", "crates", "macros")

    def __init__(self, session: Session, crates: list[Crate], macros: dict[str, ast.MacroRules]) -> None:
        self.session, self.crates, self.macros = session, crates, macros


_library: Library | None = None


def library() -> Library:
    """The library.  Its source map is the start of every session's, so that spans of both mean one thing."""
    global _library
    if _library is None:
        session = Session(source_map=SourceMap())
        trees = []
        macros: dict[str, ast.MacroRules] = {}
        for name in CRATES:
            tree = load_path(session, str(ROOT / name / "lib.rs"))
            macros.update(expand_crate(session, tree, macros, name))
            trees.append((name, tree, True))
        crates = resolve_crates(session, trees)
        if session.diag.error_count:
            raise AssertionError("the library does not resolve:\n" + render_all(session.diag.diagnostics, session.source_map))
        _library = Library(session, crates, macros)
    return _library
