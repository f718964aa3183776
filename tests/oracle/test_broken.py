"""Programs with one mistake each, judged by rustc: Ferrule reports the same codes on the same lines.

``broken/*.rs`` holds programs, each under a line ``//# name``.  ``//~ E0308`` says which error its line gets (``//~`` alone: one
without a code); with rustc at hand these are compared with what rustc says.  ``entry`` is what a kernel calls.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

import ferrule as fe
from ferrule.driver import Compilation

HERE = Path(__file__).parent / "broken"
MARK = re.compile(r"//~ ?(E\d{4})?")
KERNEL = "\n#[cuda_device::kernel]\npub fn k() { entry(); }\n"

Found = list[tuple[int, str]]


class Program(NamedTuple):
    name: str
    text: str

    @property
    def marked(self) -> Found:
        """The errors that the annotations tell: (line, code)."""
        return sorted((n, m[1] or "") for n, line in enumerate(self.text.split("\n"), 1) for m in MARK.finditer(line))


def programs() -> list[Program]:
    out = []
    for path in sorted(HERE.glob("*.rs")):
        for part in path.read_text().split("//# ")[1:]:
            name, _, text = part.partition("\n")
            out.append(Program(f"{path.stem}-{name}", text))
    return out


PROGRAMS = programs()


def by_ferrule(text: str) -> Found:
    """(line, code) of the errors, each once."""
    try:
        compilation = Compilation(source=text + KERNEL)
        diagnostics, sources = compilation.check(), compilation.session.source_map
    except fe.CompileError as e:
        assert e.source_map is not None
        diagnostics, sources = e.diagnostics, e.source_map
    return sorted({(sources.location(d.span).line, d.code) for d in diagnostics if d.level == "error"})


def by_rustc(text: str, folder: Path) -> Found:
    """What ``cargo check`` would say; if that is nothing, what ``cargo build`` would: constants of instances come then."""
    source = folder / "broken.rs"
    source.write_text(text)
    return _errors(source, "metadata") or _errors(source, "obj")


def _errors(source: Path, emit: str) -> Found:
    args = ["rustc", "+stable", "--edition", "2024", "--crate-type", "lib", "--error-format", "json", "-A", "warnings"]
    done = subprocess.run([*args, "--emit", emit, "--out-dir", source.parent, source], capture_output=True, text=True)
    found = set()
    for line in filter(lambda text: text.startswith("{"), done.stderr.splitlines()):
        said = json.loads(line)
        where = [s for s in said.get("spans", ()) if s["is_primary"]]
        if said["level"] == "error" and where:
            # Inside a macro of the standard library, the place is where the program calls it.
            span = where[0]
            while span["file_name"] != str(source) and span.get("expansion"):
                span = span["expansion"]["span"]
            found.add((span["line_start"], (said["code"] or {}).get("code", "")))
    return sorted((n, code if code.startswith("E") else "") for n, code in found)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_ferrule_finds_the_mistake(program: Program) -> None:
    assert program.marked
    assert by_ferrule(program.text) == sorted(set(program.marked))


@pytest.mark.rustc
def test_rustc_finds_the_same_mistakes(tmp_path: Path) -> None:
    wrong = {
        p.name: (p.marked, said) for p in PROGRAMS if (said := by_rustc(p.text, tmp_path)) != sorted(set(p.marked))
    }
    assert not wrong


def test_names_are_unique() -> None:
    names = [p.name for p in PROGRAMS]
    assert len(set(names)) == len(names) > 100
