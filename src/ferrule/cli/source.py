"""Arguments and steps that the verbs share which read Rust source."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ferrule.cli import Failure

if TYPE_CHECKING:
    from ferrule.driver import Compilation


def add_source_arguments(parser: argparse.ArgumentParser, metavar: str = "FILE") -> None:
    parser.add_argument("path", type=Path, metavar=metavar, help="a .rs file or the folder of a crate")
    parser.add_argument("--cfg", action="append", default=[], metavar="SPEC", help='NAME or NAME="VALUE"')
    parser.add_argument("--features", default="", metavar="A,B", help="features of the crate")
    parser.add_argument("--edition", default="2024", help="Rust edition (default: %(default)s)")


def source_options(options: argparse.Namespace) -> dict[str, Any]:
    """The arguments above as options of ``fe.load``."""
    if not options.path.exists():
        raise Failure(f"{options.path}: no such file or folder")
    features = tuple(f for f in options.features.split(",") if f)
    return {"cfg": tuple(options.cfg), "features": features, "edition": options.edition}


def load(options: argparse.Namespace) -> Any:
    """The module, through the cache."""
    import ferrule as fe

    return fe.load(options.path, **source_options(options))


def compilation(options: argparse.Namespace, **more: Any) -> Compilation:
    """The compiler's view of the source, for what a module does not show."""
    from ferrule.driver import Compilation
    from ferrule.runtime.unit import check_options
    from ferrule.session import Options

    chosen = check_options({**source_options(options), **more})
    path: Path = options.path
    return Compilation(path=str(path), name=path.stem, options=Options(**chosen))
