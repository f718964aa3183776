"""Arguments and steps that the verbs share which read Rust source."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ferrule.cli import Failure


def add_source_arguments(parser: argparse.ArgumentParser, metavar: str = "FILE") -> None:
    parser.add_argument("path", type=Path, metavar=metavar, help="a .rs file or the folder of a crate")
    parser.add_argument("--cfg", action="append", default=[], metavar="SPEC", help='NAME or NAME="VALUE"')
    parser.add_argument("--features", default="", metavar="A,B", help="features of the crate")
    parser.add_argument("--edition", default="2024", help="Rust edition (default: %(default)s)")


def load(options: argparse.Namespace, **more: Any) -> Any:
    import ferrule as fe

    path: Path = options.path
    if not path.exists():
        raise Failure(f"{path}: no such file or folder")
    features = tuple(f for f in options.features.split(",") if f)
    return fe.load(path, cfg=tuple(options.cfg), features=features, edition=options.edition, **more)


def kernel_of(module: Any, name: str) -> Any:
    """The kernel called ``name``: its path, or the last part of it where that is unique."""
    from ferrule.module import KernelNotFound

    try:
        return module.kernels[name]
    except KernelNotFound as e:
        raise Failure(str(e)) from e
