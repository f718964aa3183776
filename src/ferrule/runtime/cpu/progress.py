"""A line on the terminal for launches that last."""

from __future__ import annotations

import os
import struct
import sys
import time
from typing import TextIO

from ferrule.runtime.cpu import abi

_AFTER = 1.0  # seconds before anything is shown
_EVERY = 0.2
_NEXT = struct.Struct("<Q")


def wanted(out: TextIO) -> bool:
    """``FERRULE_PROGRESS`` is ``on`` or ``off``; without it, on a terminal."""
    setting = os.environ.get("FERRULE_PROGRESS", "").strip().lower()
    if setting in ("on", "1", "yes"):
        return True
    return setting not in ("off", "0", "no") and out.isatty()


class Progress:
    """How many blocks of a launch have been taken, read from its LAUNCH structure."""

    def __init__(self, kernel: str, launch: memoryview, blocks: int, out: TextIO | None = None) -> None:
        self.kernel, self.launch, self.blocks = kernel, launch, blocks
        self.out = out or sys.stderr
        self.start = self.shown = time.monotonic()
        self.width = 0
        self.on: bool | None = None

    def tick(self) -> None:
        """Called now and then while the launch runs."""
        now = time.monotonic()
        if now - self.start < _AFTER or now - self.shown < _EVERY:
            return
        if self.on is None:
            self.on = wanted(self.out)
        if not self.on:
            return
        self.shown = now
        taken = min(_NEXT.unpack_from(self.launch, abi.LAUNCH["next_block"])[0], self.blocks)
        text = f"{self.kernel}: {taken:,} of {self.blocks:,} blocks begun, {now - self.start:.0f} s"
        self.write(text)

    def write(self, text: str) -> None:
        self.out.write("\r" + text.ljust(self.width))
        self.out.flush()
        self.width = len(text)

    def close(self) -> None:
        """Takes the line away."""
        if self.width:
            self.write("")
            self.out.write("\r")
            self.out.flush()
