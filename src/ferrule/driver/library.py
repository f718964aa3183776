"""The library crates, loaded once a process and shared by every compilation.

They come from the library image (``ferrule.library.image``): the one inside the package if it fits the sources beside it, else
one from the cache, else a new one, which takes a while and is then kept in the cache.  ``FERRULE_IMAGE=off`` compiles the library
from source every time, which is what one wants while changing the front end.
"""

from __future__ import annotations

import gc
import mmap
import os
import sys
from pathlib import Path
from typing import Any

from ferrule.diagnostics.source_map import SourceMap
from ferrule.library import CRATES
from ferrule.resolve.defs import Crate
from ferrule.runtime import cache

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE / "library"
PACKAGED_IMAGE = ROOT / "library.image"
# What an image depends on: the sources of the library, and every phase up to MIR.
_PHASES = ("diagnostics", "syntax", "resolve", "ty", "hir", "infer", "traits", "thir", "mir", "library")


class Library:
    """``source_map`` is the start of every session's, so that spans of the library and of a user's file live together."""

    __slots__ = ("source_map", "crates", "macros")

    def __init__(self, source_map: SourceMap, crates: list[Crate], macros: dict[str, Any]) -> None:
        self.source_map, self.crates, self.macros = source_map, crates, macros


_library: Library | None = None


def library() -> Library:
    global _library
    if _library is None:
        if os.environ.get("FERRULE_IMAGE", "on").strip().lower() in ("off", "0", "no"):
            _library = from_source()[0]
        else:
            from ferrule.library.image import Image

            image = Image(image_bytes())
            _library = Library(image.source_map, image.crates, image.macros)
    return _library


def image_key() -> str:
    """A hash of everything an image is made from."""
    parts: list[bytes | str] = ["library-image"]
    for phase in _PHASES:
        for path in sorted((PACKAGE / phase).rglob("*")):
            if path.suffix in (".py", ".rs") and path.is_file():
                parts += [path.relative_to(PACKAGE).as_posix(), path.read_bytes()]
    return cache.key_of(*parts)


def image_bytes() -> bytes | memoryview:
    key = image_key()
    try:
        # Mapped: a compilation reads a few hundredths of it.
        with PACKAGED_IMAGE.open("rb") as file:
            packaged = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        if packaged[:64] == key.encode():
            return packaged[64:]
    except (OSError, ValueError):  # ValueError: an empty file
        pass
    store = cache.default()
    entry = store.get(key)
    if entry is not None:
        return entry[1]
    if sys.stderr.isatty():
        print("ferrule: compiling the library (once) ...", file=sys.stderr, flush=True)
    data = build_image()
    store.put(key, {"what": "library image"}, data)
    return data


def write_packaged_image() -> Path:
    """Builds the image that ships inside the package; the wheel build calls this."""
    PACKAGED_IMAGE.write_bytes(image_key().encode() + build_image())
    return PACKAGED_IMAGE


def build_image() -> bytes:
    from ferrule.diagnostics.render import render_all
    from ferrule.library.image_build import build
    from ferrule.ty.context import TyCtxt

    enabled = gc.isenabled()
    gc.disable()
    try:
        lib, session = from_source()
        data = build(TyCtxt(session, lib.crates), lib.macros)
    finally:
        if enabled:
            gc.enable()
    if session.diag.error_count:
        raise AssertionError(
            "the library does not compile:\n" + render_all(session.diag.diagnostics, session.source_map)
        )
    return data


def from_source() -> tuple[Library, Any]:
    """The library parsed and resolved from its sources, and the session that holds its diagnostics."""
    from ferrule.diagnostics.render import render_all
    from ferrule.resolve import resolve_crates
    from ferrule.resolve.loader import load_path
    from ferrule.session import Session
    from ferrule.syntax.expand import expand_crate

    session = Session(source_map=SourceMap())
    trees = []
    macros: dict[str, Any] = {}
    for name in CRATES:
        tree = load_path(session, str(ROOT / name / "lib.rs"))
        macros.update(expand_crate(session, tree, macros, name))
        trees.append((name, tree, True))
    for f in session.source_map.files:
        # Messages and line tables name library files alike on every machine.
        f.name = "<library>/" + Path(f.name).relative_to(ROOT).as_posix()
    crates = resolve_crates(session, trees)
    if session.diag.error_count:
        raise AssertionError(
            "the library does not resolve:\n" + render_all(session.diag.diagnostics, session.source_map)
        )
    return Library(session.source_map, crates, macros), session
