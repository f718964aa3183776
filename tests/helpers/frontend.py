"""The front end for tests: Rust text to definitions, with the real library crates."""

from __future__ import annotations

from ferrule.diagnostics.source_map import SourceMap
from ferrule.driver.library import library
from ferrule.resolve import resolve_crates
from ferrule.resolve.defs import Crate, Def
from ferrule.session import Options, Session
from ferrule.syntax.expand import expand_crate
from ferrule.syntax.parser import parse_crate
from ferrule.ty.context import TyCtxt


def compile_text(text: str, overflow_checks: bool = False) -> tuple[TyCtxt, Crate]:
    """Resolves ``text`` as crate `user`; queries may then be asked of its definitions."""
    lib = library()
    session = Session(Options(overflow_checks=overflow_checks), SourceMap(lib.source_map))
    krate = parse_crate(session, session.source_map.add("user.rs", text))
    expand_crate(session, krate, lib.macros, "user")
    (user,) = resolve_crates(session, [("user", krate, False)], lib.crates)
    return TyCtxt(session, [*lib.crates, user]), user


def find(crate: Crate, name: str) -> Def:
    return next(d for d in crate.defs if d.name == name)


def errors(tcx: TyCtxt) -> list[str]:
    return [f"{d.code}: {d.message}" for d in tcx.session.diag.diagnostics if d.level == "error"]
