from __future__ import annotations

import re
from pathlib import Path

import pytest

import ferrule
from ferrule.diagnostics.codes import Code, explain, lookup, table
from ferrule.session import Session
from ferrule.syntax.expand import expand_crate
from ferrule.syntax.parser import parse_crate

SYNTAX = (
    "E0537",
    "E0561",
    "E0585",
    "E0586",
    "E0665",
    "E0704",
    "E0748",
    "E0753",
    "E0758",
    "E0762",
    "E0763",
    "E0765",
    "E0766",
    "E0768",
    "E0774",
    "E0783",
)


def found(source: str) -> list[str]:
    session = Session()
    expand_crate(session, parse_crate(session, session.source_map.add("t.rs", source)))
    return [d.code or d.message for d in session.diag.diagnostics if d.level == "error"]


@pytest.mark.parametrize("code", table().values(), ids=lambda c: c.code)
def test_entry(code: Code) -> None:
    assert re.fullmatch(r"[EG]\d{4}", code.code) and code.title and code.text.endswith(".")
    assert code.code[0] == "G" or code.bad or "compilers" in code.text
    assert found(code.good) == []
    if code.code in SYNTAX:
        assert found(code.bad) == [code.code]


def test_every_code_is_explained() -> None:
    used: set[str] = set()
    for path in Path(ferrule.__file__).parent.rglob("*.py"):
        used.update(re.findall(r'"([EG]\d{4})"', path.read_text(encoding="utf-8")))
    assert {"E0765", "G0012"} <= used
    assert sorted(used - set(table())) == []


def test_lookup() -> None:
    entry = lookup("e0308")
    assert entry is not None and entry.title == "mismatched types"
    assert entry.explanation.startswith("E0308: mismatched types\n") and "Mended:" in entry.explanation
    assert lookup("E9999") is None and explain("E9999") == "" and explain("G0007").startswith("G0007: ")
