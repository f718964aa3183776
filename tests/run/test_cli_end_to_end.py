"""The command line as a user runs it: in its own process, with a real compiler behind it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ferrule.gallery.pictures

GALLERY = Path(ferrule.gallery.__file__).parent
SAXPY = str(GALLERY / "saxpy.rs")
BROKEN = "#[cuda_device::kernel]\npub fn k(x: &[f32]) {\n    let y: i32 = x[0];\n    missing(y);\n}\n"


def ferrule_command(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ferrule", *words]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env, timeout=240, check=False)


def test_run(tmp_path: Path) -> None:
    x = np.arange(10, dtype="f4")
    np.save(tmp_path / "x.npy", x)
    done = ferrule_command(
        "run", SAXPY, "saxpy", "--arg", "a=2", "--arg", "x=x.npy", "--arg", "y=zeros:10:f32", "--out", "y=y.npy",
        cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "fn saxpy(a: f32, x: &[f32]" in done.stdout and "wrote y.npy" in done.stdout
    assert (np.load(tmp_path / "y.npy") == 2 * x).all()


def test_run_with_grid_prints_the_result(tmp_path: Path) -> None:
    done = ferrule_command(
        "run", SAXPY, "saxpy", "--arg", "a=3", "--arg", "x=rand:4:f32", "--arg", "y=zeros:4:f32", "--grid", "1",
        "--block", "32", "--seed", "5",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    x = np.random.default_rng(5).random(4).astype("f4")
    assert np.array2string(np.float32(3) * x, separator=", ") in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["run", SAXPY, "saxpi"], 2, "did you mean `saxpy`?"),
        (["run", SAXPY, "saxpy", "--arg", "a=1"], 2, "missing --arg x=VALUE --arg y=VALUE"),
        (["run", SAXPY, "saxpy", "--arg", "b=1"], 2, "--arg b: the kernel has no such parameter"),
        (["run", SAXPY, "saxpy", "--arg", "a=1", "--arg", "x=zeros:4:f64", "--arg", "y=zeros:4:f32"], 1, "float64"),
        (["run", SAXPY, "saxpy", "--arg", "a=1", "--arg", "x=zeros:3:f32", "--arg", "y=zeros:4:f32"], 1,
         "index out of bounds: the len is 3 but the index is 3"),
        (["run", SAXPY, "saxpy", "--arg", "a=1", "--arg", "x=zeros:4:f32", "--arg", "y=zeros:4:f32", "--grid", "1",
          "--block", "4096"], 1, "4096"),
        (["run", SAXPY, "saxpy", "--arg", "a=1", "--arg", "x=nowhere.npy", "--arg", "y=zeros:4:f32"], 2, "nowhere.npy"),
        (["run", SAXPY, "saxpy", "--arg", "a=1", "--arg", "x=zeros:4:f32", "--arg", "y=zeros:4:f32", "--device",
          "npu:0"], 3, "npu"),
        (["build", SAXPY, "--emit", "wasm"], 2, "no stage `wasm`"),
        (["build", SAXPY, "--kernel", "nope"], 2, "no kernel `nope`"),
        (["build", SAXPY, "--arch", "sm_9999"], 1, "sm_9999"),
        (["build", str(GALLERY / "map.rs"), "--kernel", "scale"], 2, "--inst scale:T=f32"),
    ],
)  # fmt: skip
def test_failures(words: list[str], code: int, message: str) -> None:
    done = ferrule_command(*words)
    assert done.returncode == code, done.stderr
    assert message in done.stderr and "Traceback" not in done.stderr and len(done.stderr.splitlines()) < 12


def test_check() -> None:
    done = ferrule_command("check", SAXPY)
    assert done.returncode == 0 and "1 kernel, no errors" in done.stderr


def test_check_of_broken_source(tmp_path: Path) -> None:
    (tmp_path / "broken.rs").write_text(BROKEN)
    done = ferrule_command("check", "broken.rs", cwd=tmp_path)
    assert done.returncode == 1
    for words in ("error[E0308]: mismatched types", "broken.rs:3:18", "error[E0425]", "broken.rs:4:5"):
        assert words in done.stderr


def test_check_as_json(tmp_path: Path) -> None:
    (tmp_path / "broken.rs").write_text(BROKEN)
    done = ferrule_command("check", "broken.rs", "--json", cwd=tmp_path)
    assert done.returncode == 1
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    found = {m["code"]["code"]: m["spans"][0] for m in messages if m["level"] == "error" and m["code"]}
    assert found["E0308"]["line_start"] == 3 and found["E0425"]["line_start"] == 4
    assert found["E0308"]["file_name"] == "broken.rs" and found["E0308"]["is_primary"]


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("ast", "saxpy"), ("hir", "x"), ("thir", "x"), ("mir", "bb0"), ("llvm-ir", "define"), ("ptx", ".entry saxpy"),
        ("asm", "saxpy"),
    ],
)  # fmt: skip
def test_build(stage: str, words: str) -> None:
    done = ferrule_command("build", SAXPY, "--emit", stage, "--arch", "sm_80")
    assert done.returncode == 0, done.stderr
    assert words in done.stdout


def test_build_files(tmp_path: Path) -> None:
    done = ferrule_command(
        "build", str(GALLERY / "map.rs"), "--emit", "mir,ptx", "--inst", "scale:T=f64", "--arch", "sm_90", "-o", "out",
        cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    names = {p.name for p in (tmp_path / "out").iterdir()}
    assert names == {"scale_f64.mir", "scale_f64.ptx", "polynomial.mir", "polynomial.ptx"}
    assert ".target sm_90" in (tmp_path / "out" / "scale_f64.ptx").read_text()


def test_doctor() -> None:
    done = ferrule_command("doctor")
    assert done.returncode == 0, done.stdout
    for words in ("numpy", "llvmlite", "device cpu"):
        assert words in done.stdout


@pytest.mark.parametrize("code", ["E0308", "e0425"])
def test_explain(code: str) -> None:
    done = ferrule_command("explain", code)
    assert done.returncode == 0 and len(done.stdout) > 100


def test_demo(tmp_path: Path) -> None:
    done = ferrule_command("demo", "--device", "cpu", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WRONG" not in done.stdout and done.stdout.count(" ok") == len(ferrule.gallery.examples())
    pictures = {p.name for p in (tmp_path / "ferrule-demo").iterdir()}
    assert pictures == {f"{name}-cpu.png" for name in ferrule.gallery.pictures.ALL}
    assert "the most frequent words" in done.stdout


def test_demo_of_one_kernel(tmp_path: Path) -> None:
    done = ferrule_command("demo", "--device", "cpu", "--kernel", "saxpy", cwd=tmp_path)
    assert done.returncode == 0 and done.stdout.count(" ok") == 1 and not list(tmp_path.iterdir())
    assert ferrule_command("demo", "--kernel", "nothing").returncode == 2
