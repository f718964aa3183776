"""The command line: one module a verb, imported only when its verb is called, so that ``ferrule --help`` is quick.

A verb's module has ``arguments(parser)`` and ``main(options) -> int``.  Verbs use what any user of the package can use.
Whatever goes wrong ends in a message of one screen and an exit code that says who is at fault.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from types import ModuleType

OK, INPUT_AT_FAULT, COMMAND_LINE_AT_FAULT, MACHINE_AT_FAULT = range(4)

VERBS = {
    "demo": "compile the gallery, run it on every device found, check it against NumPy, write pictures",
    "run": "launch one kernel with arguments from the command line",
    "check": "report the errors of a file or crate: types, borrows, unsupported features",
    "build": "write any stage of a kernel, from syntax tree to machine code",
    "doctor": "say what is installed, which devices there are, and what is missing",
    "explain": "explain an error code",
    "cache": "show or clear the cache of compiled kernels",
}


class Failure(Exception):
    """Ends the command with a message and an exit code."""

    def __init__(self, message: str, code: int = COMMAND_LINE_AT_FAULT) -> None:
        super().__init__(message)
        self.code = code


def parser(verb: str | None) -> argparse.ArgumentParser:
    """The parser; only ``verb`` gets its own arguments, since the others are not needed to parse this line."""
    top = argparse.ArgumentParser(
        prog="ferrule",
        description="GPU kernels in Rust, from Python.",
        epilog="Exit codes: 0 done; at fault is 1 the input, 2 the command line, 3 the machine.",
    )
    top.add_argument("--version", action="store_true", help="print the version and exit")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", title="verbs")
    for name, text in VERBS.items():
        sub = verbs.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        if name == verb:
            verb_module(name).arguments(sub)
    return top


def verb_module(name: str) -> ModuleType:
    from importlib import import_module

    return import_module(f"ferrule.cli.{name}")


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    verb = next((w for w in words if w in VERBS), None)
    top = parser(verb)
    options = top.parse_args(words)
    if options.version:
        from ferrule.cli.doctor import ferrule_version

        print(f"ferrule {ferrule_version()}")
        return OK
    if options.verb is None:
        top.print_help(sys.stderr)
        return COMMAND_LINE_AT_FAULT
    try:
        return call(options)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output has seen enough; nothing more can be written, not even by the interpreter at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK


def call(options: argparse.Namespace) -> int:
    """Runs the verb; turns every exception into a message and a code."""
    try:
        return int(verb_module(options.verb).main(options))
    except (KeyboardInterrupt, BrokenPipeError):
        raise
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return failure.code
    except Exception as exception:
        if os.environ.get("FERRULE_TRACEBACK"):
            raise
        from ferrule.cli import failures

        return failures.report(exception, json=getattr(options, "json", False))
