"""gpu_printf! on the CPU formats as C does; the C library is the judge."""

from __future__ import annotations

import ctypes
import struct
import sys

import pytest

from ferrule.runtime.cpu.report import format_c, ranges
from ferrule.runtime.plan import Printf

INTS = [0, 1, -1, 42, -42, 2**31 - 1, -(2**31)]
WIDE = [0, 7, -7, 2**63 - 1, -(2**63)]
FLOATS = [0.0, -0.0, 1.0, -1.5, 3.14159, 1e10, 1e-10, 123456789.0, float("inf"), float("nan"), 5e-324, 2.0**-1030]


def c_printf(fmt: str, *args: object) -> str:
    buffer = ctypes.create_string_buffer(400)
    ctypes.CDLL(None).snprintf(buffer, 400, fmt.encode(), *args)
    return buffer.value.decode()


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="compares with the C library of POSIX systems")


INT_SPECS = "%d %5d %-5d| %05d %+d %.3d %8.3d %u %x %X %#x %o %#o %08x %#10x"


@pytest.mark.parametrize("spec", [*INT_SPECS.split(), "% d"])
