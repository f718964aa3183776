"""Arguments of a kernel as written on the command line: ``NAME=VALUE``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ferrule.cli import MACHINE_AT_FAULT, Failure

DTYPES = {
    "f16": "f2", "f32": "f4", "f64": "f8", "bool": "?",
    "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "isize": "i8",
    "u8": "u1", "u16": "u2", "u32": "u4", "u64": "u8", "usize": "u8",
}  # fmt: skip
IMAGES = {".png", ".jpg", ".jpeg", ".bmp", ".gif", ".tif", ".tiff", ".webp"}
MODES = {"grey": "L", "gray": "L", "rgb": "RGB", "rgba": "RGBA"}
FORMS = "a number, true, false, FILE.npy, an image file, zeros:SHAPE:DTYPE or rand:SHAPE:DTYPE"


def pair(text: str, flag: str) -> tuple[str, str]:
    name, eq, value = text.partition("=")
    if not eq or not name.strip().isidentifier() or not value.strip():
        raise Failure(f"{flag} {text}: expected NAME=VALUE")
    return name.strip(), value.strip()


def parse(text: str, rng: np.random.Generator) -> Any:
    """The value that ``text`` stands for: an int, a float, a bool or an array."""
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"[+-]?(\d[\d_]*|0x[\da-fA-F_]+|0b[01_]+|0o[0-7_]+)", text):
        return int(text.replace("_", ""), 0 if re.match(r"[+-]?0[xbo]", text) else 10)
    try:
        return float(text)
    except ValueError:
        pass
    kind, _, rest = text.partition(":")
    if kind in ("zeros", "rand"):
        return made(kind, rest, text, rng)
    path, *options = text.split(":")
    if Path(path).suffix.lower() == ".npy":
        return converted(load_npy(Path(path)), options, text)
    if Path(path).suffix.lower() in IMAGES:
        return load_image(Path(path), options, text)
    raise Failure(f"`{text}` is none of the forms of a value: {FORMS}")


def dtype(name: str, text: str) -> np.dtype[Any]:
    if name not in DTYPES:
        raise Failure(f"{text}: `{name}` is no element type; there are {', '.join(DTYPES)}")
    return np.dtype(DTYPES[name])


def made(kind: str, rest: str, text: str, rng: np.random.Generator) -> NDArray[Any]:
    shape_text, _, name = rest.partition(":")
    if not re.fullmatch(r"\d+([x,]\d+)*", shape_text) or not name:
        raise Failure(f"{text}: expected {kind}:SHAPE:DTYPE, for example {kind}:1024:f32 or {kind}:480x640:u8")
    shape = tuple(int(n) for n in re.split("[x,]", shape_text))
    dt = dtype(name, text)
    try:
        if kind == "zeros":
            return np.zeros(shape, dt)
        if dt.kind == "f":
            return rng.random(shape).astype(dt)
        if dt.kind == "b":
            return rng.integers(0, 2, shape).astype(dt)
        limits = np.iinfo(dt)
        return rng.integers(limits.min, limits.max, shape, dt, endpoint=True)
    except (MemoryError, ValueError) as e:
        raise Failure(f"{text}: an array of this size cannot be made here", MACHINE_AT_FAULT) from e


def load_npy(path: Path) -> NDArray[Any]:
    try:
        array = np.load(path, allow_pickle=False)
    except ValueError as e:
        raise Failure(f"{path}: not a .npy file of numbers") from e
    return np.ascontiguousarray(array)


def converted(array: NDArray[Any], options: list[str], text: str) -> NDArray[Any]:
    for option in options:
        array = array.astype(dtype(option, text))
    return array


def load_image(path: Path, options: list[str], text: str) -> NDArray[Any]:
    """Bytes as the file has them; ``:grey``, ``:rgb``, ``:rgba`` convert, a float type scales to 0..1."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ModuleNotFoundError as e:
        raise Failure("images need Pillow: pip install 'ferrule[images]'", MACHINE_AT_FAULT) from e
    mode = next((MODES[o] for o in options if o in MODES), None)
    types = [dtype(o, text) for o in options if o not in MODES]
    try:
        with Image.open(path) as image:
            wanted = mode or (image.mode if image.mode in ("L", "RGB", "RGBA") else "RGBA")
            array = np.asarray(image.convert(wanted))
    except UnidentifiedImageError as e:
        raise Failure(f"{path}: not an image") from e
    for dt in types:
        array = (array / 255).astype(dt) if dt.kind == "f" else array.astype(dt)
    return np.ascontiguousarray(array)


def save(path: Path, array: NDArray[Any]) -> None:
    """Writes ``.npy``, or an image: bytes as they are, floats from 0..1, packed u32 as four bytes a pixel."""
    if path.suffix.lower() == ".npy":
        np.save(path, array)
        return
    try:
        from PIL import Image
    except ModuleNotFoundError as e:
        raise Failure("images need Pillow: pip install 'ferrule[images]'", MACHINE_AT_FAULT) from e
    if array.dtype == np.uint32 and array.ndim == 2:
        array = array.view(np.uint8).reshape(*array.shape, 4)
    elif array.dtype.kind == "f":
        array = (np.nan_to_num(np.clip(array, 0, 1)) * 255 + 0.5).astype(np.uint8)
    if array.dtype != np.uint8 or array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (3, 4)):
        raise Failure(
            f"{path}: an array of {array.dtype} and shape {array.shape} is no image; an image has two axes, or a third"
            " of 3 or 4 channels, of bytes or of floats from 0 to 1"
        )
    Image.fromarray(array).save(path)
