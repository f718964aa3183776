"""Each ``.rs`` file here and the diagnostics Ferrule gives for it.

In the source, ``//~ ERROR E0308 part of the message`` says which error the line gets; ``//~^`` speaks of the line
above, ``//~v`` of the line below.  A syntax error has no code; ``G`` alone stands for any G-code.  All errors of a
file are annotated.  Beside the source lies the whole rendered text in a ``.stderr``.  ``FERRULE_BLESS=1`` writes these
anew; read the diff.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

import pytest

import ferrule as fe
from ferrule.diagnostics.render import render_all
from ferrule.driver import Compilation

HERE = Path(__file__).parent
ANNOTATION = re.compile(r"//~(?P<where>\^+|v+)?\s*ERROR\s*(?P<code>[EG]\d{4}|G\b)?\s*(?P<text>.*)$")
ERROR = re.compile(r"^error(?:\[(?P<code>\w+)\])?: (?P<text>.*)\n +--> (?P<file>.*?):(?P<line>\d+):\d+", re.MULTILINE)
SOURCES = sorted(HERE.rglob("*.rs"))


class Expected(NamedTuple):
    line: int
    code: str
    text: str

    def matches(self, line: int, code: str, text: str) -> bool:
        same_code = code.startswith("G") if self.code == "G" else code == self.code
        return line == self.line and same_code and self.text in text


def annotations(source: str) -> list[Expected]:
    found = []
    for number, line in enumerate(source.split("\n"), 1):
        if m := ANNOTATION.search(line):
            where = m["where"] or ""
            offset = -len(where) if where.startswith("^") else len(where)
            found.append(Expected(number + offset, m["code"] or "", m["text"].strip()))
    return found


def diagnose(path: Path) -> str:
    """The rendered diagnostics; empty where there are none."""
    try:
        compilation = Compilation(path=str(path), name=path.stem)
    except fe.CompileError as error:  # what does not parse or resolve goes no further
        return str(error)
    return render_all(compilation.check(), compilation.session.source_map)


@pytest.mark.parametrize("path", SOURCES, ids=[str(p.relative_to(HERE)) for p in SOURCES])
def test_diagnostics(path: Path) -> None:
    rendered = diagnose(path).replace(str(HERE) + os.sep, "")
    sidecar = path.with_suffix(".stderr")
    if os.environ.get("FERRULE_BLESS"):
        sidecar.write_text(rendered.rstrip() + "\n") if rendered else sidecar.unlink(missing_ok=True)
    got = [(int(m["line"]), m["code"] or "", m["text"]) for m in ERROR.finditer(rendered)]
    expected = annotations(path.read_text())
    unexpected = [g for g in got if not any(e.matches(*g) for e in expected)]
    missing = [e for e in expected if not any(e.matches(*g) for g in got)]
    assert not unexpected and not missing, f"unexpected: {unexpected}\nmissing: {missing}\n\n{rendered}"
    stored = sidecar.read_text() if sidecar.exists() else ""
    assert rendered.rstrip() == stored.rstrip(), "the text has changed; FERRULE_BLESS=1 rewrites it"


def test_all_errors_are_annotated_somewhere() -> None:
    """A source outside ``pass`` without an annotation would pass by saying nothing."""
    bare = [p.name for p in SOURCES if p.parent.name != "pass" and not annotations(p.read_text())]
    assert not bare
