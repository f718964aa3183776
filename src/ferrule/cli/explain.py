"""``ferrule explain CODE``: what an error code means."""

from __future__ import annotations

import argparse

from ferrule.cli import OK, Failure


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="E0308, G0007, ...")


def main(options: argparse.Namespace) -> int:
    from ferrule.diagnostics import codes

    code = codes.lookup(options.code.strip())
    if code is None:
        raise Failure(f"`{options.code}` is no code of an error Ferrule reports; codes look like E0308 or G0007")
    print(code.explanation.rstrip())
    return OK
