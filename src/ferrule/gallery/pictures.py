"""The pictures that ``ferrule demo`` writes."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from ferrule.gallery import Array, image, mandelbrot, module
from ferrule.gallery.harness import Backend, place


def photograph() -> Path | None:
    """A photograph that comes with Matplotlib (Grace Hopper; a work of the US Navy, in the public domain)."""
    spec = find_spec("matplotlib")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "mpl-data" / "sample_data" / "grace_hopper.jpg"
    return path if path.is_file() else None


def read_grey(path: Path) -> Array:
    """An image file as grey values from 0 to 1."""
    from PIL import Image

    with Image.open(path) as picture:
        return np.asarray(picture.convert("L"), np.float32) / np.float32(255)


def write_png(path: Path, pixels: Array) -> None:
    """``pixels``: rows, columns and, for colour, red-green-blue-alpha; bytes."""
    from PIL import Image

    Image.fromarray(pixels).save(path)


def to_bytes(grey: Array) -> Array:
    return np.asarray((np.clip(grey, 0, 1) * 255 + 0.5).astype(np.uint8))


def mandelbrot_picture(backend: Backend, size: tuple[int, int] = (960, 1280)) -> Array:
    values = mandelbrot.inputs(size, np.random.default_rng(0))
    pixels = backend.get(mandelbrot.picture_launch(module("mandelbrot.rs"), place(values, backend)))
    return pixels.view(np.uint8).reshape(*size, 4)


def photo_pictures(backend: Backend, grey: Array) -> dict[str, Array]:
    """The photograph blurred, and its edges."""
    filters: Any = module("image.rs")
    blurred = image.blur_launch(filters, place(image.filter_inputs(grey), backend))
    values = place(image.filter_inputs(grey), backend)
    values.image = blurred  # still where the kernel left it
    edges = image.sobel_launch(filters, values)
    return {"blur": to_bytes(backend.get(blurred)), "edges": to_bytes(backend.get(edges))}
