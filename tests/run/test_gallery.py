"""Every kernel of the gallery at ragged sizes against NumPy.

On the CPU device, and where there is a GPU on that too, with Ferrule's own arrays and with torch tensors.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ferrule.gallery import Example, examples, harness, pictures, relative_error

EXAMPLES = examples()
CASES = [pytest.param(e, size, id=f"{e.name}-{size}".replace(" ", "")) for e in EXAMPLES for size in e.sizes]


def check(example: Example, size: Any, backend: harness.Backend) -> None:
    outcome = harness.run(example, size, backend, seed=1, repeat=0)
    assert outcome.ok, f"error {outcome.error}, tolerance {example.tolerance}"


@pytest.mark.parametrize(("example", "size"), CASES)
def test_cpu(example: Example, size: Any) -> None:
    check(example, size, harness.Host())


@pytest.mark.torch
@pytest.mark.parametrize(("example", "size"), CASES)
def test_torch_cpu(example: Example, size: Any) -> None:
    check(example, size, harness.Torch("cpu"))


@pytest.mark.gpu
@pytest.mark.parametrize(("example", "size"), CASES)
def test_cuda(example: Example, size: Any) -> None:
    import ferrule as fe

    check(example, size, harness.Device(fe.device("cuda:0")))


@pytest.mark.gpu
@pytest.mark.torch
@pytest.mark.parametrize(("example", "size"), CASES)
def test_torch_cuda(example: Example, size: Any) -> None:
    check(example, size, harness.Torch("cuda:0"))


def test_a_wrong_result_is_seen() -> None:
    example = next(e for e in EXAMPLES if e.name == "saxpy")
    broken = example._replace(expected=lambda v: 1.001 * example.expected(v))
    assert not harness.run(broken, 1009, harness.Host(), repeat=0).ok
    unwritten = example._replace(launch=lambda module, v: np.full_like(v.y, np.nan))
    assert not harness.run(unwritten, 1009, harness.Host(), repeat=0).ok


def test_every_file_has_a_driver() -> None:
    folder = EXAMPLES[0].path.parent
    assert {e.file for e in EXAMPLES} == {p.name for p in folder.glob("*.rs")}
    assert all((folder / e.file).with_suffix(".py").is_file() for e in EXAMPLES)


def test_pictures(tmp_path: Path) -> None:
    """The photograph is there, blurring smooths it, and the files are what a viewer would read."""
    photo = pictures.photograph()
    assert photo is not None and find_spec("matplotlib") is not None
    grey = pictures.read_grey(photo)
    made = pictures.photo_pictures(harness.Host(), grey)
    assert relative_error(made["blur"] / 255.0, grey.astype(np.float64)) < 0.2
    assert np.abs(np.diff(made["blur"].astype(int))).mean() < np.abs(np.diff(255 * grey)).mean() / 2
    mandelbrot = pictures.mandelbrot_picture(harness.Host(), (90, 120))
    assert (mandelbrot[45, 55] == (0, 0, 0, 255)).all(), "a point of the set is black"
    pictures.write_png(tmp_path / "m.png", mandelbrot)
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")
