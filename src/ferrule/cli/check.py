"""``ferrule check PATH``: the errors and warnings of a file or crate."""

from __future__ import annotations

import argparse
import sys

from ferrule.cli import INPUT_AT_FAULT, OK
from ferrule.cli.source import add_source_arguments, compilation


def arguments(parser: argparse.ArgumentParser) -> None:
    add_source_arguments(parser, "PATH")
    parser.add_argument("--json", action="store_true", help="one JSON object a diagnostic, with rustc's field names")


def main(options: argparse.Namespace) -> int:
    checked = compilation(options)
    diagnostics = checked.check()
    errors = sum(d.level == "error" for d in diagnostics)
    if options.json:
        from ferrule.diagnostics.json import dumps

        sys.stdout.write(dumps(diagnostics, checked.session.source_map))
    elif diagnostics:
        from ferrule.diagnostics.render import render_all

        color = sys.stderr.isatty()
        print(render_all(diagnostics, checked.session.source_map, color).rstrip(), file=sys.stderr)
    if errors:
        return INPUT_AT_FAULT
    if not options.json:
        count = len(checked.kernels)
        print(f"{options.path}: {count} kernel{'' if count == 1 else 's'}, no errors", file=sys.stderr)
    return OK
