"""Every kernel of the gallery at ragged sizes against NumPy.

On the CPU device, and where there is a GPU on that too, with Ferrule's own arrays and with torch tensors.
"""

from __future__ import annotations

import re
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ferrule.gallery import Example, examples, harness, hash_map, life, module, pictures, relative_error, spmv

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
    pictures.write(tmp_path / "m.png", mandelbrot)
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")


def test_inpainting_mends_the_photograph() -> None:
    photo = pictures.photograph()
    assert photo is not None
    grey = pictures.read_grey(photo)[60:220, 120:280]
    damaged, restored = pictures.inpainting_pictures(harness.Host(), grey)
    missing = pictures.scratches(grey.shape)
    original = pictures.to_bytes(grey).astype(int)
    assert 0.05 < missing.mean() < 0.5 and (damaged[missing] == 255).all()
    assert (restored[~missing] == original[~missing]).all()
    wrong = np.abs(restored - original)[missing].mean()
    assert wrong < 0.15 * np.abs(damaged - original)[missing].mean()


def test_the_system_of_inpainting_is_that_of_the_mean_of_neighbours() -> None:
    """At its solution every missing pixel is the mean of its neighbours, and so a linear picture is found again."""
    rows, columns = np.mgrid[0:9, 0:11]
    grey = (0.05 * rows + 0.03 * columns).astype("f4")
    missing = np.zeros(grey.shape, bool)
    missing[2:6, 3:8] = True
    system = spmv.laplace_system(grey, missing)
    found = spmv.conjugate_gradients(module("spmv.rs"), harness.Host(), system, 1e-6)
    assert relative_error(found, grey[missing].astype(np.float64)) < 1e-5


def test_options_are_worth_more_with_time_and_price() -> None:
    picture = pictures.option_picture(harness.Host(), (48, 64))
    assert picture.shape == (48, 64, 4) and (picture[..., 3] == 255).all()
    light = picture[..., :3].sum(axis=-1, dtype=int)
    assert light[-1, -1] > light[-1, 1] + 100 and light[1, 32] > light[-1, 28]


def test_galaxies_fill_the_middle_of_the_plate() -> None:
    plate = pictures.galaxy_picture(harness.Host(), 128, 20, 120).astype(int)
    assert plate[30:90, 30:90].sum() > plate.sum() / 2
    assert (plate[..., 0] > plate[..., 2] + 20).any() and (plate[..., 2] > plate[..., 0] + 20).any()


def test_a_glider_moves_by_one_cell_in_four_generations(tmp_path: Path) -> None:
    cells = np.zeros((12, 12), np.uint8)
    cells[:3, :3] = life.pattern(".O. ..O OOO")
    film = list(life.film(harness.Host(), cells, 48))
    for k in range(13):  # through the border, and at last back where it began
        assert (film[4 * k] == np.roll(cells, (k, k), (0, 1))).all()
    pictures.write(tmp_path / "life.png", pictures.life_frames(harness.Host(), 10, 1))
    from PIL import Image

    with Image.open(tmp_path / "life.png") as animation:
        assert animation.n_frames == 11  # type: ignore[attr-defined]


def test_words_are_counted_as_python_counts_them() -> None:
    counts = Counter(re.findall(r"[a-z]+", hash_map.text().lower()))
    found = hash_map.most_frequent_words(harness.Host(), 20)
    assert [count for _, count in found] == [count for _, count in counts.most_common(20)]
    assert all(counts[word] == count for word, count in found)
