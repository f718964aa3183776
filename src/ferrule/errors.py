"""The exceptions a user meets.  Each message says what was expected, what came, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrule.diagnostics.diagnostic import Diagnostic
    from ferrule.diagnostics.source_map import Location, SourceMap


class FerruleError(Exception):
    """Base of every error Ferrule raises on purpose."""


class CompileError(FerruleError):
    """The Rust source is at fault.  ``diagnostics`` holds every message; ``str()`` is their rendered text."""

    def __init__(
        self, rendered: str, diagnostics: Sequence[Diagnostic] = (), source_map: SourceMap | None = None
    ) -> None:
        super().__init__(rendered)
        self.diagnostics = list(diagnostics)
        self.source_map = source_map  # says where the spans of the diagnostics lie


class UnsupportedError(CompileError):
    """Valid Rust, or a valid request, that Ferrule does not support (G-codes)."""


class ArgumentError(FerruleError, TypeError):
    """An argument does not fit its parameter: names the parameter, its Rust type, and what came."""


class BorrowError(FerruleError, ValueError):
    """An argument that the kernel writes overlaps another argument: names both and their byte ranges."""


class LaunchError(FerruleError, ValueError):
    """The launch breaks a limit of the device or a contract of the kernel: names the rule."""


class KernelPanic(FerruleError, RuntimeError):
    """A thread panicked.  Other threads ran on; what the kernel wrote before is still there."""

    def __init__(
        self,
        message: str,
        location: Location | None = None,
        block: tuple[int, int, int] | None = None,
        thread: tuple[int, int, int] | None = None,
        kernel: str = "",
    ) -> None:
        where = f"{location.file}:{location.line}:{location.column}: " if location else ""
        at = f"\n  in kernel `{kernel}`, block {block}, thread {thread}" if block is not None else ""
        super().__init__(f"{where}{message}{at}")
        self.message, self.location, self.block, self.thread, self.kernel = message, location, block, thread, kernel


class DeviceError(FerruleError, RuntimeError):
    """The device or its driver is at fault: missing, out of memory, lost."""
