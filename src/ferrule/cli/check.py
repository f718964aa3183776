"""``ferrule check PATH``: the errors and warnings of a file or crate."""

from __future__ import annotations

import argparse
import sys

from ferrule.cli import OK
from ferrule.cli.source import add_source_arguments, load


def arguments(parser: argparse.ArgumentParser) -> None:
    add_source_arguments(parser, "PATH")
    parser.add_argument("--json", action="store_true", help="one JSON object a diagnostic, with rustc's field names")


def main(options: argparse.Namespace) -> int:
    module = load(options)
    module.check()  # raises CompileError
    count = len(module.kernels)
    if not options.json:
        print(f"{options.path}: {count} kernel{'s' if count != 1 else ''}, no errors", file=sys.stderr)
        if not count:
            print("note: nothing is marked #[kernel], so only device functions were checked", file=sys.stderr)
    return OK
