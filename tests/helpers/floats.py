"""Floats of any format in exact arithmetic: the reference for what the device API computes with rounding modes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Format:
    """Bits of exponent and mantissa; without infinities, the largest code is the only NaN."""

    exponent: int
    mantissa: int
    infinities: bool = True

    @property
    def sign(self) -> int:
        return 1 << (self.exponent + self.mantissa)

    @property
    def bias(self) -> int:
        return (1 << (self.exponent - 1)) - 1

    @property
    def infinity(self) -> int:
        return ((1 << self.exponent) - 1) << self.mantissa

    @property
    def largest(self) -> int:
        return self.infinity - 1 if self.infinities else self.sign - 2

    def value(self, bits: int) -> Fraction | float:
        """A fraction; NaN and infinities as floats.  (Zeros lose their sign.)"""
        negative, magnitude = bits & self.sign, bits & (self.sign - 1)
        if magnitude > self.largest:
            infinite = self.infinities and magnitude == self.infinity
            return (-math.inf if negative else math.inf) if infinite else math.nan
        field, fraction = magnitude >> self.mantissa, magnitude & ((1 << self.mantissa) - 1)
        exponent = max(field, 1) - self.bias - self.mantissa
        whole = fraction | (1 << self.mantissa if field else 0)
        return Fraction(-whole if negative else whole) * Fraction(2) ** exponent

    def magnitude(self, bits: int) -> Fraction:
        """As ``value``, with the step beyond the largest number as the infinity's."""
        field, fraction = bits >> self.mantissa, bits & ((1 << self.mantissa) - 1)
        whole = fraction | (1 << self.mantissa if field else 0)
        return Fraction(whole) * Fraction(2) ** (max(field, 1) - self.bias - self.mantissa)

    def round(self, x: Fraction, mode: str, below: bool = False) -> int:
        """The bits of ``x`` rounded; ``below`` says that the true magnitude is a little more than that of ``x``."""
        negative, a = x < 0, abs(x)
        low, high = 0, self.largest + 1
        while high - low > 1:  # the largest code not above the magnitude
            middle = (low + high) // 2
            low, high = (middle, high) if self.magnitude(middle) <= a else (low, middle)
        floor, step = self.magnitude(low), self.magnitude(low + 1) - self.magnitude(low)
        exact = floor == a and not below
        beyond = (a - floor) * 2
        nearest_up = beyond > step or (beyond == step and (below or low & 1 == 1))
        away = {
            "rn": nearest_up,
            "rna": beyond >= step,
            "rz": False,
            "rm": negative and not exact,
            "rp": not negative and not exact,
        }[mode]
        bits = low + (away and not exact)
        return bits | (self.sign if negative else 0)


F64, F32, F16, BF16 = Format(11, 52), Format(8, 23), Format(5, 10), Format(8, 7)
TF32, E4M3, E5M2 = Format(8, 10), Format(4, 3, infinities=False), Format(5, 2)


def root(x: Fraction, bits: int = 160) -> tuple[Fraction, bool]:
    """The square root cut off, and whether something is missing."""
    scale = 2 * bits + 2 * max(0, x.denominator.bit_length())
    n = x.numerator * (1 << scale) // x.denominator
    exact = x.numerator * (1 << scale) % x.denominator == 0
    r = math.isqrt(n)
    return Fraction(r, 1 << (scale // 2)), not (exact and r * r == n)
