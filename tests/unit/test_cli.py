"""The command line without a compiler behind it: values, messages, exit codes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ferrule import cli
from ferrule.cli import values
from ferrule.errors import ArgumentError, BorrowError, CompileError, DeviceError, LaunchError, UnsupportedError


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = cli.main(list(words))
    except SystemExit as exit:  # argparse
        code = int(exit.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


# --------------------------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3), ("-7", -7), ("1_000", 1000), ("0x10", 16), ("-0b11", -3), ("0o17", 15), ("007", 7),
        ("2.5", 2.5), ("1e3", 1000.0), ("-inf", -np.inf), ("true", True), ("false", False),
    ],
)  # fmt: skip
def test_numbers(text: str, value: Any, rng: np.random.Generator) -> None:
    got = values.parse(text, rng)
    assert got == value and type(got) is type(value)


def test_made_arrays(rng: np.random.Generator) -> None:
    zeros = values.parse("zeros:3x4:f32", rng)
    assert zeros.shape == (3, 4) and zeros.dtype == np.float32 and not zeros.any()
    assert values.parse("zeros:2,3,4:i64", rng).shape == (2, 3, 4)
    floats, bytes_ = values.parse("rand:1000:f64", rng), values.parse("rand:1000:u8", rng)
    assert 0 <= floats.min() < 0.1 and 0.9 < floats.max() < 1
    assert bytes_.min() == 0 and bytes_.max() == 255
    assert values.parse("rand:100:bool", rng).dtype == np.bool_
    assert values.parse("rand:4:i64", rng).dtype == np.int64


def test_rand_follows_the_seed() -> None:
    a, b, c = (values.parse("rand:9:f32", np.random.default_rng(s)).tolist() for s in (1, 1, 2))
    assert a == b != c


def test_npy(tmp_path: Path, rng: np.random.Generator) -> None:
    array = np.arange(12, dtype="i4").reshape(3, 4)
    np.save(tmp_path / "a.npy", array.T)
    got = values.parse(str(tmp_path / "a.npy"), rng)
    assert (got == array.T).all() and got.flags.c_contiguous
    assert values.parse(f"{tmp_path / 'a.npy'}:f32", rng).dtype == np.float32


def test_images(tmp_path: Path, rng: np.random.Generator) -> None:
    pixels = rng.integers(0, 256, (5, 7, 3), np.uint8)
    values.save(tmp_path / "p.png", pixels)
    assert (values.parse(str(tmp_path / "p.png"), rng) == pixels).all()
    assert values.parse(f"{tmp_path / 'p.png'}:grey", rng).shape == (5, 7)
    grey = values.parse(f"{tmp_path / 'p.png'}:grey:f32", rng)
    assert grey.dtype == np.float32 and 0 <= grey.min() and grey.max() <= 1


def test_save_makes_images_of_what_kernels_write(tmp_path: Path, rng: np.random.Generator) -> None:
    packed = np.array([[0xFF0000FF, 0xFF00FF00]], np.uint32)  # red, green
    values.save(tmp_path / "packed.png", packed)
    assert values.parse(str(tmp_path / "packed.png"), rng)[0].tolist() == [[255, 0, 0, 255], [0, 255, 0, 255]]
    values.save(tmp_path / "float.png", np.array([[0.0, 0.5, 2.0, np.nan]], np.float32))
    assert values.parse(str(tmp_path / "float.png"), rng).tolist() == [[0, 128, 255, 0]]
    with pytest.raises(cli.Failure, match="no image"):
        values.save(tmp_path / "line.png", np.zeros(4, np.uint8))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "none of the forms"),
        ("zeros:4", "expected zeros:SHAPE:DTYPE"),
        ("zeros:4xfour:f32", "expected zeros:SHAPE:DTYPE"),
        ("rand:4:float", "`float` is no element type"),
        ("zeros:99999999999x99999999999:f64", "cannot be made"),
    ],
)
def test_bad_values(text: str, words: str, rng: np.random.Generator) -> None:
    with pytest.raises(cli.Failure, match=words):
        values.parse(text, rng)


@pytest.mark.parametrize("name", ["a.npy", "a.png"])
def test_files_with_other_contents(name: str, tmp_path: Path, rng: np.random.Generator) -> None:
    (tmp_path / name).write_text("something else")
    with pytest.raises(cli.Failure, match="not a"):
        values.parse(str(tmp_path / name), rng)


@pytest.mark.parametrize("text", ["x", "=3", "x=", "3x=4"])
def test_bad_pairs(text: str) -> None:
    with pytest.raises(cli.Failure, match="NAME=VALUE"):
        values.pair(text, "--arg")


# ----------------------------------------------------------------------------------------------------------- exit codes


class Verb(ModuleType):
    """Stands in for a verb: raises what it is told to."""

    def __init__(self, exception: BaseException) -> None:
        super().__init__("verb")
        self.exception = exception

    def arguments(self, parser: Any) -> None:
        parser.add_argument("--json", action="store_true")

    def main(self, options: Any) -> int:
        raise self.exception


@pytest.mark.parametrize(
    ("exception", "code", "words"),
    [
        (CompileError("error[E0308]: mismatched types\n --> a.rs:1:1"), 1, "error[E0308]"),
        (UnsupportedError("error[G0007]: trait objects"), 1, "G0007"),
        (ArgumentError("`x: &[f32]` got a list"), 1, "error: `x: &[f32]`"),
        (BorrowError("`y` overlaps `x`"), 1, "error: `y` overlaps"),
        (LaunchError("block is 2048"), 1, "error: block is 2048"),
        (DeviceError("no NVIDIA driver"), 3, "error: no NVIDIA driver"),
        (cli.Failure("no kernel `k`"), 2, "error: no kernel"),
        (FileNotFoundError(2, "No such file or directory", "a.npy"), 2, "error: a.npy: No such file"),
        (ModuleNotFoundError("No module named 'cuda'", name="cuda"), 3, "`cuda` is not installed"),
        (KeyError("oops"), 3, "bug in Ferrule"),
        (RecursionError("maximum recursion depth exceeded"), 3, "bug in Ferrule"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_every_failure_is_a_message(
    exception: BaseException, code: int, words: str, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FERRULE_TRACEBACK", raising=False)
    monkeypatch.setattr(cli, "verb_module", lambda name: Verb(exception))
    got, out, err = run(capsys, "check")
    assert got == code and words in err and not out
    assert "Traceback" not in err and len(err.splitlines()) < 20


def test_traceback_on_request(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "verb_module", lambda name: Verb(KeyError("oops")))
    monkeypatch.setenv("FERRULE_TRACEBACK", "1")
    with pytest.raises(KeyError):
        cli.main(["check"])


@pytest.mark.parametrize("words", [[], ["launch"], ["run"], ["check", "--nonsense", "x.rs"]])
def test_bad_command_lines(words: list[str], capsys: Any) -> None:
    code, _, err = run(capsys, *words)
    assert code == 2 and "usage: ferrule" in err


@pytest.mark.parametrize("verb", ["check", "build"])
def test_missing_source(verb: str, capsys: Any) -> None:
    code, _, err = run(capsys, verb, "nowhere.rs")
    assert code == 2 and err == "error: nowhere.rs: no such file or folder\n"


def test_unknown_error_code(capsys: Any) -> None:
    code, _, err = run(capsys, "explain", "X99")
    assert code == 2 and "`X99` is no code" in err


@pytest.mark.parametrize("verb", sorted(cli.VERBS))
def test_help(verb: str, capsys: Any) -> None:
    code, out, _ = run(capsys, verb, "--help")
    assert code == 0 and out.startswith(f"usage: ferrule {verb}")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from ferrule.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'llvmlite', 'ferrule.syntax', 'ferrule.runtime', 'torch'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert all(verb in done.stdout for verb in cli.VERBS)


def test_cache(capsys: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FERRULE_CACHE_DIR", str(tmp_path / "cache"))
    from ferrule.runtime import cache

    cache.default().put(cache.key_of("a"), {}, b"payload")
    code, out, _ = run(capsys, "cache")
    assert code == 0 and "1 entry" in out and str(tmp_path) in out
    code, out, _ = run(capsys, "cache", "--clear")
    assert code == 0 and out.startswith("removed 1 entry")
    assert cache.default().stats().entries == 0
