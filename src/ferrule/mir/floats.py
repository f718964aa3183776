"""IEEE formats as bit patterns: parsing, rounding and decoding for f16, bf16, f32 and f64.

Python's float is f64.  A sum, difference, product, quotient or square root of two narrower floats computed in f64 and
rounded once more is correctly rounded, because f64 has more than twice their digits; a decimal literal or an integer is
not, so those go through exact fractions.
"""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import NamedTuple


class Format(NamedTuple):
    bits: int
    mantissa: int  # stored bits
    bias: int

    @property
    def inf(self) -> int:
        return (1 << self.bits - 1) - (1 << self.mantissa)

    @property
    def nan(self) -> int:
        return self.inf | 1 << self.mantissa - 1

    @property
    def sign(self) -> int:
        return 1 << self.bits - 1


FORMATS = {
    "f16": Format(16, 10, 15),
    "bf16": Format(16, 7, 127),
    "f32": Format(32, 23, 127),
    "f64": Format(64, 52, 1023),
}


def round_fraction(x: Fraction, name: str) -> int:
    """Bits of the number nearest to ``x``, ties to even."""
    f = FORMATS[name]
    if x == 0:
        return 0
    sign = f.sign if x < 0 else 0
    x = abs(x)
    e = x.numerator.bit_length() - x.denominator.bit_length()
    if Fraction(2) ** e > x:
        e -= 1
    e = max(e, 1 - f.bias)
    scaled = x / Fraction(2) ** (e - f.mantissa)
    q, r = divmod(scaled.numerator, scaled.denominator)
    twice = 2 * r
    if twice > scaled.denominator or twice == scaled.denominator and q & 1:
        q += 1
    # q counts units in the last place of exponent e; added to the exponent's bits, a carry runs into the exponent.
    bits = q + ((e + f.bias - 1) << f.mantissa)
    return sign | min(bits, f.inf)


def encode(x: float, name: str) -> int:
    """Bits of ``x`` rounded to the format."""
    f = FORMATS[name]
    if math.isnan(x):
        return f.nan
    if name == "f64":
        return int.from_bytes(struct.pack("<d", x), "little")
    sign = f.sign if math.copysign(1.0, x) < 0 else 0
    if math.isinf(x):
        return sign | f.inf
    return sign | round_fraction(Fraction(abs(x)), name)


def decode(bits: int, name: str) -> float:
    if name == "f64":
        return float(struct.unpack("<d", bits.to_bytes(8, "little"))[0])
    if name == "f32":
        return float(struct.unpack("<f", bits.to_bytes(4, "little"))[0])
    if name == "f16":
        return float(struct.unpack("<e", bits.to_bytes(2, "little"))[0])
    return float(struct.unpack("<f", (bits << 16).to_bytes(4, "little"))[0])


def parse(text: str, name: str) -> int:
    """Bits of a Rust float (or integer) literal without its suffix."""
    text = text.replace("_", "").rstrip(".")
    mantissa, _, exponent = text.lower().partition("e")
    if int(exponent or 0) > 5000 and Fraction(mantissa):
        return FORMATS[name].inf
    if int(exponent or 0) < -50000:
        return 0
    return round_fraction(Fraction(text), name)


def show(bits: int, name: str) -> str:
    """The shortest decimal that reads back as ``bits``, as Rust's Debug prints it."""
    f = FORMATS[name]
    if bits & ~f.sign > f.inf:
        return "NaN"
    x = decode(bits, name)
    if math.isinf(x):
        return "inf" if x > 0 else "-inf"
    if name == "f64":
        text = repr(x)
    else:
        text = next(s for digits in range(1, 20) if encode(float(s := f"{x:.{digits}g}"), name) == bits)
        text = repr(float(text))
    if "e" in text:
        m, _, e = text.partition("e")
        return f"{m.removesuffix('.0')}e{int(e)}"
    return text
