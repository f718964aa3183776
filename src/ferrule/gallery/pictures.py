"""The pictures that ``ferrule demo`` writes."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from ferrule.gallery import Array, black_scholes, image, life, mandelbrot, module, nbody, spmv
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


def write_animation(path: Path, frames: list[Array], milliseconds: int = 50) -> None:
    """An animated PNG that begins again after its last frame."""
    from PIL import Image

    first, *others = (Image.fromarray(frame) for frame in frames)
    first.save(path, save_all=True, append_images=others, duration=milliseconds, loop=0)


def write(path: Path, made: Array | list[Array]) -> None:
    """A picture or, of several, an animation."""
    if isinstance(made, list):
        write_animation(path, made)
    else:
        write_png(path, made)


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


def coloured(values: Array, colours: tuple[tuple[int, int, int], ...]) -> Array:
    """Red-green-blue-alpha: values from 0 to 1 as colours at equal distances and what lies between them."""
    at = np.linspace(0, 1, len(colours))
    channels = [np.interp(values, at, channel) for channel in zip(*colours, strict=True)]
    return np.stack([*channels, np.full(values.shape, 255)], axis=-1).round().astype(np.uint8)


def option_picture(backend: Backend, size: tuple[int, int] = (480, 640)) -> Array:
    """The value of a right to buy at 100: to the right the price of the share from 50 to 150, upwards the time left, from
    none to two years.  Lines are drawn at 1, 5, 10, 15, ... of value."""
    years, spots = np.meshgrid(np.linspace(2, 1e-3, size[0]), np.linspace(50, 150, size[1]), indexing="ij")
    values = place(black_scholes.contracts(spots, np.full(size, 100.0), years), backend)
    calls = backend.get(black_scholes.calls_launch(module("black_scholes.rs"), values))
    pixels = coloured(calls / calls.max(), ((13, 8, 60), (90, 20, 140), (200, 60, 90), (250, 160, 40), (250, 250, 180)))
    band = np.digitize(calls, [1, *range(5, 100, 5)])
    line = np.zeros(size, bool)
    line[:, 1:] |= band[:, 1:] != band[:, :-1]
    line[1:] |= band[1:] != band[:-1]
    pixels[line, :3] = 255
    return pixels


def galaxy_picture(backend: Backend, bodies: int = 1024, steps: int = 260, side: int = 720) -> Array:
    """The ways of two disks of stars that meet, as on a plate exposed all the time: the large one blue, the small one
    orange, and brighter where they are at the end."""
    v = place(nbody.galaxies(bodies, np.random.default_rng(3)), backend)
    small = np.arange(bodies) >= bodies - bodies // 4
    light = np.zeros((2, side, side))
    before = backend.get(v.positions).copy()
    for step in range(steps):
        now = backend.get(nbody.steps(module("nbody.rs"), v, 1, 0.012)).copy()
        for part in np.linspace(0, 1, 4, endpoint=False):
            x, y = (((before + part * (now - before))[:, :2] / 2.2 + 1) / 2 * side).astype(int).T
            inside = (x >= 0) & (x < side) & (y >= 0) & (y < side)
            brightness = 1.0 if step < steps - 12 else 8.0
            np.add.at(light, (small[inside].astype(int), side - 1 - y[inside], x[inside]), brightness)
        before = now
    exposed = 1 - np.exp(-0.12 * light)
    blue, orange = np.array([0.45, 0.7, 1.0]), np.array([1.0, 0.6, 0.2])
    return to_bytes(exposed[0][..., None] * blue + exposed[1][..., None] * orange)


def scratches(size: tuple[int, int], count: int = 8) -> Array:
    """Where a photograph is damaged: thin lines across it."""
    from PIL import Image, ImageDraw

    rng = np.random.default_rng(11)
    mask = Image.new("1", (size[1], size[0]))
    draw = ImageDraw.Draw(mask)
    for _ in range(count):
        x, y = rng.uniform(0, size[1], 4), np.linspace(0, size[0], 4) + rng.uniform(-60, 60, 4)
        draw.line(list(zip(x.tolist(), y.tolist(), strict=True)), fill=1, width=int(rng.integers(2, 5)))
    return np.asarray(mask)


def inpainting_pictures(backend: Backend, grey: Array) -> tuple[Array, Array]:
    """The photograph with scratches, and with the solution of Laplace's equation in their place."""
    missing = scratches(grey.shape)
    restored = grey.copy()
    system = spmv.laplace_system(grey, missing)
    restored[missing] = spmv.conjugate_gradients(module("spmv.rs"), backend, system, 1e-3)
    return to_bytes(np.where(missing, 1.0, grey)), to_bytes(restored)


def life_frames(backend: Backend, generations: int = 220, scale: int = 4) -> list[Array]:
    """Two guns that shoot past each other; cells that died glow for a while."""
    gun = life.pattern(life.GUN)
    cells = np.zeros((90, 120), np.uint8)
    cells[4 : 4 + gun.shape[0], 4 : 4 + gun.shape[1]] = gun
    cells[52 : 52 + gun.shape[0], 80 : 80 + gun.shape[1]] = gun[::-1, ::-1]
    glow = np.zeros(cells.shape)
    frames = []
    for now in life.film(backend, cells, generations):
        glow = np.maximum(0.8 * glow, now)
        shown = np.where(now > 0, 1.0, 0.6 * glow)
        pixels = coloured(shown, ((10, 12, 30), (20, 90, 120), (250, 250, 210)))
        frames.append(pixels.repeat(scale, 0).repeat(scale, 1))
    return frames


Maker = Callable[[Backend], "Array | list[Array] | None"]


def of_photograph(make: Callable[[Backend, Array], Array]) -> Maker:
    """A picture made of the photograph; None without one."""

    def picture(backend: Backend) -> Array | None:
        photo = photograph()
        return None if photo is None else make(backend, read_grey(photo))

    return picture


ALL: dict[str, Maker] = {
    "mandelbrot": mandelbrot_picture,
    "blur": of_photograph(lambda backend, grey: photo_pictures(backend, grey)["blur"]),
    "edges": of_photograph(lambda backend, grey: photo_pictures(backend, grey)["edges"]),
    "inpainting": of_photograph(lambda backend, grey: np.hstack(inpainting_pictures(backend, grey))),
    "options": option_picture,
    "galaxies": galaxy_picture,
    "life": life_frames,
}
"""What the demo writes, by name: a picture, or the frames of an animation."""
