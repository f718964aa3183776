"""One helper for the tests of the syntax phases: source in, messages and printed tree out."""

from __future__ import annotations

import textwrap

from ferrule.session import Options, Session
from ferrule.syntax import ast
from ferrule.syntax.expand import expand_crate
from ferrule.syntax.parser import parse_crate
from ferrule.syntax.pretty import pretty


class Checked:
    """What came out of a source: the session, the tree, and both as text."""

    def __init__(self, session: Session, crate: ast.Crate) -> None:
        self.session, self.crate = session, crate

    @property
    def errors(self) -> list[str]:
        """``line:column: [code] message`` of every error."""
        out = []
        for d in self.session.diag.diagnostics:
            if d.level == "error":
                at = self.session.source_map.location(d.span)
                out.append(f"{at.line}:{at.column}: {f'[{d.code}] ' if d.code else ''}{d.message}")
        return out

    @property
    def text(self) -> str:
        return pretty(self.crate)

    def fn(self, name: str = "f") -> str:
        """The body of a function, on one line."""
        for item in self.crate.items:
            if isinstance(item, ast.Fn) and item.ident.name == name and item.body is not None:
                return " ".join(pretty(item.body).split())
        raise AssertionError(f"no function {name}")


def check(source: str, *, expand: bool = False, errors: list[str] | None = None, **options: object) -> Checked:
    """Parses (and expands) ``source`` and compares its errors, none by default."""
    session = Session(Options(**options))  # type: ignore[arg-type]
    source = textwrap.dedent(source)
    crate = parse_crate(session, session.source_map.add("t.rs", source))
    if expand:
        expand_crate(session, crate, {}, "t")
    checked = Checked(session, crate)
    assert checked.errors == (errors or [])
    return checked
