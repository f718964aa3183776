"""The front end for tests: Rust text to definitions, with the real library crates."""

from __future__ import annotations

from ferrule.driver import Compilation
from ferrule.resolve.defs import Crate, Def
from ferrule.session import Options
from ferrule.ty.context import TyCtxt


def compile_text(text: str, overflow_checks: bool = False) -> tuple[TyCtxt, Crate]:
    """Resolves ``text`` as a crate; queries may then be asked of its definitions."""
    c = Compilation(source=text, name="user.rs", options=Options(overflow_checks=overflow_checks))
    return c.tcx, c.crate


def find(crate: Crate, name: str) -> Def:
    return next(d for d in crate.defs if d.name == name)


def errors(tcx: TyCtxt) -> list[str]:
    return [f"{d.code}: {d.message}" for d in tcx.session.diag.diagnostics if d.level == "error"]
