"""What the documents show is so: their examples run, and print what is written below them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ferrule as fe

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(path: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(path.read_text()) if kind == language]


def rust_blocks() -> list[tuple[str, str]]:
    return [(f"{p.name}-{i}", text) for p in DOCUMENTS for i, text in enumerate(blocks(p, "rust"))]


@pytest.mark.parametrize("source", [text for _, text in rust_blocks()], ids=[name for name, _ in rust_blocks()])
def test_rust_compiles(source: str) -> None:
    if "use cuda_device" not in source:
        source = "use cuda_device::{DisjointSlice, kernel, thread};\n" + source
    assert fe.rust(source).check() == []


def test_readme_example(tmp_path: Path) -> None:
    (tmp_path / "example.py").write_text(blocks(ROOT / "README.md", "python")[0])
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "example.py"], cwd=tmp_path, env=env, capture_output=True, text=True)
    error = done.stderr[done.stderr.rindex("\nferrule.") + 1 :]
    assert done.stdout + error == blocks(ROOT / "README.md", "text")[0]


def test_getting_started(tmp_path: Path) -> None:
    """The Rust blocks make up kernels.rs; the Python blocks run one after another, without those for a GPU."""
    page = ROOT / "docs" / "getting-started.md"
    uses, bodies = set(), []
    for text in blocks(page, "rust"):
        for line in text.splitlines():
            names = re.fullmatch(r"use (cuda_device(?:::atomic)?)::\{(.*)\};", line)
            if names:
                uses |= {f"use {names[1]}::{name.strip()};" for name in names[2].split(",")}
            else:
                bodies.append(line)
    (tmp_path / "kernels.rs").write_text("\n".join([*sorted(uses), *bodies]))
    program = [text for text in blocks(page, "python") if "cuda" not in text and ".check()" not in text]
    checks = "assert abs(total[0] - x.sum()) < 1e-2 * x.sum(), (total, x.sum())\n"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    code = "\n".join(program) + checks
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_links() -> None:
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#\s]+)[^)\s]*\)", path.read_text()):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_tables_are_those_of_the_results() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "report.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
