"""From an exception to the message a person reads and the exit code a script reads."""

from __future__ import annotations

import sys

from ferrule.cli import COMMAND_LINE_AT_FAULT, INPUT_AT_FAULT, MACHINE_AT_FAULT
from ferrule.errors import CompileError, DeviceError, FerruleError


def report(exception: Exception, json: bool = False) -> int:
    if isinstance(exception, CompileError):
        if json:
            print_json(exception)
        else:
            print(str(exception).rstrip(), file=sys.stderr)
        return INPUT_AT_FAULT
    if isinstance(exception, DeviceError):
        print(f"error: {exception}", file=sys.stderr)
        return MACHINE_AT_FAULT
    if isinstance(exception, FerruleError):
        print(f"error: {exception}", file=sys.stderr)
        return INPUT_AT_FAULT
    if isinstance(exception, OSError):
        what = exception.strerror or str(exception)
        name = f"{exception.filename}: " if exception.filename else ""
        print(f"error: {name}{what}", file=sys.stderr)
        return COMMAND_LINE_AT_FAULT
    if isinstance(exception, ModuleNotFoundError):
        print(f"error: the package `{exception.name}` is not installed; `ferrule doctor` says which command brings it",
              file=sys.stderr)  # fmt: skip
        return MACHINE_AT_FAULT
    text = str(exception).split("\n", 1)[0][:300]
    print(
        f"error: internal error: {type(exception).__name__}: {text}\n"
        "This is a bug in Ferrule, not in what you gave it.\n"
        "Set FERRULE_TRACEBACK=1 to see where it happened, and report it with the source that shows it.",
        file=sys.stderr,
    )
    return MACHINE_AT_FAULT


def print_json(error: CompileError) -> None:
    """One line a diagnostic, in rustc's format."""
    from ferrule.diagnostics.json import dumps
    from ferrule.diagnostics.source_map import SourceMap

    sys.stdout.write(dumps(error.diagnostics, error.source_map or SourceMap()))
