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


def load(options: argparse.Namespace) -> Any:
    import ferrule as fe

    path: Path = options.path
    if not path.exists():
        raise Failure(f"{path}: no such file or folder")
    features = tuple(f for f in options.features.split(",") if f)
    return fe.load(path, cfg=tuple(options.cfg), features=features, edition=options.edition)


def kernel_of(module: Any, name: str) -> Any:
    """The kernel called ``name``: as written, or the last part of its path where that is unique."""
    from difflib import get_close_matches

    kernels = module.kernels
    found = [n for n in kernels if n == name] or [n for n in kernels if n.rsplit("::", 1)[-1] == name]
    if len(found) == 1:
        return kernels[found[0]]
    if found:
        raise Failure(f"`{name}` is ambiguous: {', '.join(found)}")
    if not kernels:
        raise Failure("the source has no kernel: mark one with #[kernel]")
    close = get_close_matches(name, list(kernels), 1)
    hint = f"; did you mean `{close[0]}`?" if close else ""
    raise Failure(f"no kernel `{name}`{hint} There are: {', '.join(kernels)}")
