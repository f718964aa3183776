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


INT_SPECS = "%d %5d %-5d| %05d %+d %.3d %8.3d %u %x %X %#x %o %#o %08x %#10x".split()
FLOAT_SPECS = "%f %e %g %G %E %.2f %10.3f %-12.1e| %+g %010.2f %#g %.0f %#.0f %a %A".split()


@pytest.mark.parametrize("spec", [*INT_SPECS, "% d"])
def test_int(spec: str) -> None:
    for v in INTS:
        ours = format_c(Printf(spec, ("i32",)), struct.pack("<q", v & 0xFFFFFFFF))
        assert ours == c_printf(spec, ctypes.c_int32(v)), (spec, v)


@pytest.mark.parametrize("spec", ["%lld", "%llu", "%llx", "%20lld", "%-20lld|", "%#llX"])
def test_wide(spec: str) -> None:
    for v in WIDE:
        ours = format_c(Printf(spec, ("i64",)), struct.pack("<q", v))
        assert ours == c_printf(spec, ctypes.c_int64(v)), (spec, v)


@pytest.mark.parametrize("spec", [*FLOAT_SPECS, "% f"])
def test_float(spec: str) -> None:
    for v in FLOATS:
        if spec in ("%a", "%A") and abs(v) < 1e-300:
            continue  # C libraries differ in how they write denormals here
        ours = format_c(Printf(spec, ("f64",)), struct.pack("<d", v))
        assert ours == c_printf(spec, ctypes.c_double(v)), (spec, v)


def test_several_and_stars() -> None:
    p = Printf("%*d|%-*d|%.*f|100%%|%c", ("i32", "i32", "i32", "i32", "i32", "f64", "char"))
    raw = b"".join(struct.pack("<q", v) for v in (6, 42, 6, 42, 2)) + struct.pack("<dq", 2.375, 0x1F600)
    assert format_c(p, raw) == "    42|42    |2.38|100%|\U0001f600"


def test_string_operand() -> None:
    text = ctypes.create_string_buffer("grüße".encode())
    raw = struct.pack("<QQd", ctypes.addressof(text), 7, 1.5)
    assert format_c(Printf("%s: %g", ("str", "f64")), raw) == "grüße: 1.5"


def test_ranges() -> None:
    assert ranges([]) == "none"
    assert ranges([5]) == "5"
    assert ranges([0, 1, 2, 4, 6, 7]) == "0-2, 4, 6-7"
