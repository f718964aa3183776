"""The kernels of NVlabs/cuda-oxide's examples on the CPU, where FERRULE_CORPUS names a checkout; and the tool that runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import corpus_run
import pytest
from corpus_drivers import DRIVERS
from corpus_drivers.context import EXAMPLES

TOOLS = Path(__file__).resolve().parents[2] / "tools"
CHECKOUT = os.environ.get("FERRULE_CORPUS", "")


@pytest.mark.skipif(not CHECKOUT, reason="FERRULE_CORPUS names no checkout of NVlabs/cuda-oxide")
@pytest.mark.parametrize("name", sorted(n for n, d in DRIVERS.items() if d.only in ("", "cpu")))
def test_example(name: str) -> None:
    result = corpus_run.run(DRIVERS[name], Path(CHECKOUT), "cpu")
    assert result["verdict"] == "ok", result["said"]


# What the driver of `vecadd` takes: the right kernel, one that computes something else, and one that does not compile.
KERNEL = """
use cuda_device::{DisjointSlice, kernel, thread};

#[kernel]
pub fn vecadd(a: &[f32], b: &[f32], mut c: DisjointSlice<f32>) {
    let i = thread::index_1d();
    let at = i.get();
    if let Some(c) = c.get_mut(i) {
        *c = a[at] + b[at];
    }
}
"""
CASES = {
    "ok": KERNEL,
    "wrong": KERNEL.replace("a[at] + b[at]", "a[at] + b[at / 2]"),
    "refused": KERNEL.replace("a[at] + b[at]", "a[at] + b"),
}


@pytest.mark.parametrize("verdict", CASES)
def test_the_tool_tells_right_from_wrong(tmp_path: Path, verdict: str) -> None:
    crate = tmp_path / EXAMPLES / "vecadd"
    (crate / "src").mkdir(parents=True)
    (crate / "Cargo.toml").write_text('[package]\nname = "vecadd"\nversion = "0.1.0"\nedition = "2024"\n')
    (crate / "src/main.rs").write_text(CASES[verdict] + "\nfn main() {}\n")
    done, results = tool(tmp_path, "--only", "vecadd")
    assert done.returncode == (verdict != "ok"), done.stderr
    assert [(r["name"], r["tier"], r["verdict"]) for r in results] == [("vecadd", "A", verdict)]
    said = {"ok": "", "wrong": "expected", "refused": "error[E0277]"}[verdict]
    assert said in results[0]["said"] and said in done.stdout
    assert f"1 examples on cpu: {{'{verdict}': 1}}" in done.stdout


def test_a_driver_without_its_example_or_its_device(tmp_path: Path) -> None:
    (tmp_path / EXAMPLES).mkdir(parents=True)
    done, results = tool(tmp_path, "--only", "vecadd", "inline_ptx")
    assert {r["name"]: r["verdict"] for r in results} == {"vecadd": "crash", "inline_ptx": "skipped"}
    assert done.returncode == 1 and f"has no {EXAMPLES}/vecadd" in done.stdout


def test_a_process_that_dies_is_a_crash(tmp_path: Path) -> None:
    (tmp_path / EXAMPLES / "abort").mkdir(parents=True)
    result = corpus_run.run(corpus_run.Driver("abort", "A", lambda c: os._exit(3)), tmp_path, "cpu")
    assert result["verdict"] == "crash" and "status 3" in result["said"]


def tool(checkout: Path, *options: str) -> tuple[subprocess.CompletedProcess[str], list[dict[str, Any]]]:
    out = checkout / "results.json"
    command = [sys.executable, str(TOOLS / "corpus_run.py"), str(checkout), *options, "--json", str(out)]
    done = subprocess.run(command, capture_output=True, text=True)
    return done, json.loads(out.read_text())
