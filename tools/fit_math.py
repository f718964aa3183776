"""The polynomials of the library's math functions (library/core/num/math32, math64): minimax fits by Remez.

    python tools/fit_math.py [NAME ...]      prints coefficients, lowest degree first, and the error of each fit

Each fit approximates ``target(x)`` by a polynomial with the error weighted by ``weight(x)``, so that what is
minimised is the relative error of the function that the polynomial is part of.  Coefficients are rounded to the
float type one after the other, each time fitting the remaining ones again, which keeps nearly all of the accuracy
that rounding would cost.

Remez's algorithm: see e.g. J.-M. Muller, Elementary Functions: Algorithms and Implementation, chapter 3.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from typing import NamedTuple

import mpmath as mp

mp.mp.dps = 45
Fn = Callable[[mp.mpf], mp.mpf]


class Fit(NamedTuple):
    target: Fn
    degree: int
    lo: mp.mpf
    hi: mp.mpf
    weight: Fn


def rounded(x: mp.mpf, bits: int) -> mp.mpf:
    if bits == 32:
        return mp.mpf(struct.unpack("<f", struct.pack("<f", float(x)))[0])
    return mp.mpf(float(x))


def remez(fit: Fit, fixed: list[mp.mpf]) -> tuple[list[mp.mpf], mp.mpf]:
    """Coefficients after the ``fixed`` ones, and the largest weighted error."""
    first = len(fixed)
    n = fit.degree + 1 - first
    grid = [fit.lo + (fit.hi - fit.lo) * (1 - mp.cos(mp.pi * k / 400)) / 2 for k in range(401)]
    values = []
    for x in grid:
        base = sum(c * x**k for k, c in enumerate(fixed))
        values.append((x, fit.target(x) - base, abs(fit.weight(x))))
    # Not where the weight vanishes: there every polynomial is as good.
    heaviest = max(w for _, _, w in values)
    usable = [i for i, (_, _, w) in enumerate(values) if w > heaviest / 1000]
    picks = [usable[round((len(usable) - 1) * k / n)] for k in range(n + 1)]
    coefficients: list[mp.mpf] = []
    for _ in range(12):
        rows, right = [], []
        for k, i in enumerate(picks):
            x, f, w = values[i]
            rows.append([x ** (first + j) * w for j in range(n)] + [(-1) ** k])
            right.append(f * w)
        solution = mp.lu_solve(mp.matrix(rows), mp.matrix(right))
        coefficients = [solution[j] for j in range(n)]
        errors = [(f - sum(c * x ** (first + j) for j, c in enumerate(coefficients))) * w for x, f, w in values]
        # The largest error of each run of one sign; then the n + 1 neighbours with the largest errors.
        runs: list[int] = []
        for i, e in enumerate(errors):
            if not runs or (e < 0) != (errors[runs[-1]] < 0):
                runs.append(i)
            elif abs(e) > abs(errors[runs[-1]]):
                runs[-1] = i
        while len(runs) > n + 1:
            runs.pop(0 if abs(errors[runs[0]]) < abs(errors[runs[-1]]) else -1)
        if len(runs) < n + 1 or runs == picks:
            break
        picks = runs
    worst = max(abs(e) for e in errors)
    return coefficients, worst


def solve(fit: Fit, bits: int) -> tuple[list[mp.mpf], mp.mpf]:
    fixed: list[mp.mpf] = []
    while len(fixed) <= fit.degree:
        rest, _ = remez(fit, fixed)
        fixed.append(rounded(rest[0], bits))
    worst = mp.mpf(0)
    for k in range(1001):
        x = fit.lo + (fit.hi - fit.lo) * k / 1000
        worst = max(worst, abs((fit.target(x) - sum(c * x**j for j, c in enumerate(fixed))) * fit.weight(x)))
    return fixed, worst


def series(f: Fn, tiny: Fn) -> Fn:
    """``f`` away from 0, its series ``tiny`` next to it."""
    return lambda x: tiny(x) if abs(x) < mp.mpf(10) ** -9 else f(x)


def odd(f: Fn, c3: float, c5: float) -> Fn:
    """(f(x) - x) / x^3 as a function of z = x^2."""
    return series(lambda z: (f(mp.sqrt(z)) - mp.sqrt(z)) / mp.sqrt(z) ** 3, lambda z: mp.mpf(c3) + mp.mpf(c5) * z)


def odd_weight(f: Fn) -> Fn:
    return lambda z: z * mp.sqrt(z) / f(mp.sqrt(z)) if z else mp.mpf(0)


LN2 = mp.log(2)
QUARTER = mp.pi / 4 * mp.mpf("1.0001")
HALF_LN2 = LN2 / 2 * mp.mpf("1.0001")
HALF = mp.mpf("0.5001")
ROOT = mp.sqrt(2)
third = mp.mpf(1) / 3

log_target = series(lambda f: (mp.log1p(f) - f + f * f / 2) / f**3, lambda f: third - f / 4)
cos_target = series(lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2, lambda z: mp.mpf(1) / 24 - z / 720)
exp_target = series(lambda r: (mp.exp(r) - 1 - r) / r**2, lambda r: mp.mpf(1) / 2 + r / 6 + r * r / 24)
exp2_target = series(lambda r: (mp.mpf(2) ** r - 1) / r, lambda r: LN2 + LN2**2 * r / 2)
expm1_weight: Fn = lambda r: r**2 / mp.expm1(r) if r else mp.mpf(0)  # noqa: E731


def atanh_target(scale: mp.mpf, known: list[mp.mpf]) -> Fn:
    """scale * (atanh(s) - s) / s^3 as a function of z = s^2, after dividing out the ``known`` leading terms."""

    def f(z: mp.mpf) -> mp.mpf:
        if z < mp.mpf(10) ** -9:
            total = scale * (third + z / 5 + z * z / 7)
            total = total if not known else scale * (mp.mpf(1) / 5 + z / 7 + z * z / 9)
            return total
        s = mp.sqrt(z)
        value = scale * (mp.atanh(s) - s) / s**3
        return (value - known[0]) / z if known else value

    return f


S_MAX = ((ROOT - 1) / (ROOT + 1)) ** 2 * mp.mpf("1.001")

FITS32 = {
    "exp": Fit(exp_target, 4, -HALF_LN2, HALF_LN2, lambda r: r**2 / mp.exp(r)),
    "expm1": Fit(exp_target, 5, -HALF_LN2, HALF_LN2, expm1_weight),
    "exp2": Fit(exp2_target, 5, -HALF, HALF, lambda r: r / mp.mpf(2) ** r),
    "log": Fit(log_target, 8, 1 / ROOT - 1, ROOT - 1, lambda f: f**3 / mp.log1p(f) if f else mp.mpf(0)),
    "atanh2": Fit(atanh_target(2 / LN2, [2 / LN2 / 3]), 2, mp.mpf(0), S_MAX, lambda z: z * z),
    "sin": Fit(odd(mp.sin, -1 / 6, 1 / 120), 3, mp.mpf(0), QUARTER**2, odd_weight(mp.sin)),
    "cos": Fit(cos_target, 2, mp.mpf(0), QUARTER**2, lambda z: z * z / mp.cos(mp.sqrt(z))),
    "tan": Fit(odd(mp.tan, 1 / 3, 2 / 15), 6, mp.mpf(0), QUARTER**2, odd_weight(mp.tan)),
    "asin": Fit(odd(mp.asin, 1 / 6, 3 / 40), 6, mp.mpf(0), mp.mpf("0.3166"), odd_weight(mp.asin)),
    "atan": Fit(odd(mp.atan, -1 / 3, 1 / 5), 8, mp.mpf(0), mp.mpf(1), odd_weight(mp.atan)),
    "tanh": Fit(odd(mp.tanh, -1 / 3, 2 / 15), 4, mp.mpf(0), mp.mpf("0.375"), odd_weight(mp.tanh)),
    "sinh": Fit(odd(mp.sinh, 1 / 6, 1 / 120), 3, mp.mpf(0), mp.mpf(1), odd_weight(mp.sinh)),
}  # fmt: skip

FITS64 = {
    "exp": Fit(exp_target, 9, -HALF_LN2, HALF_LN2, lambda r: r**2 / mp.exp(r)),
    "expm1": Fit(exp_target, 10, -HALF_LN2, HALF_LN2, expm1_weight),
    "exp2": Fit(exp2_target, 10, -HALF, HALF, lambda r: r / mp.mpf(2) ** r),
    "log": Fit(atanh_target(mp.mpf(2), []), 7, mp.mpf(0), S_MAX, lambda z: z),
    "atanh2": Fit(atanh_target(2 / LN2, [2 / LN2 / 3]), 7, mp.mpf(0), S_MAX, lambda z: z * z),
    "sin": Fit(odd(mp.sin, -1 / 6, 1 / 120), 5, mp.mpf(0), QUARTER**2, odd_weight(mp.sin)),
    "cos": Fit(cos_target, 5, mp.mpf(0), QUARTER**2, lambda z: z * z / mp.cos(mp.sqrt(z))),
    "tan": Fit(odd(mp.tan, 1 / 3, 2 / 15), 14, mp.mpf(0), QUARTER**2, odd_weight(mp.tan)),
    "asin": Fit(odd(mp.asin, 1 / 6, 3 / 40), 12, mp.mpf(0), mp.mpf("0.2501"), odd_weight(mp.asin)),
    "atan": Fit(odd(mp.atan, -1 / 3, 1 / 5), 10, mp.mpf(0), (ROOT - 1) ** 2 * mp.mpf("1.0001"), odd_weight(mp.atan)),
    "tanh": Fit(odd(mp.tanh, -1 / 3, 2 / 15), 11, mp.mpf(0), mp.mpf("0.375"), odd_weight(mp.tanh)),
    "sinh": Fit(odd(mp.sinh, 1 / 6, 1 / 120), 7, mp.mpf(0), mp.mpf(1), odd_weight(mp.sinh)),
}  # fmt: skip


def literal(x: mp.mpf, bits: int) -> str:
    """The shortest decimal that reads back as ``x``."""
    if bits == 64:
        return repr(float(x))
    for digits in range(6, 12):
        text = f"{float(x):.{digits}g}"
        if struct.pack("<f", float(text)) == struct.pack("<f", float(x)):
            return text
    raise AssertionError(x)


def main(names: list[str]) -> None:
    for bits, fits in ((32, FITS32), (64, FITS64)):
        for name, fit in fits.items():
            if names and name not in names and f"{name}{bits}" not in names:
                continue
            coefficients, worst = solve(fit, bits)
            ulps = worst * mp.mpf(2) ** (24 if bits == 32 else 53)
            print(f"{name}{bits}: {mp.nstr(ulps, 3)} half-ulps")
            print("    " + ", ".join(literal(c, bits) for c in coefficients))


if __name__ == "__main__":
    main(sys.argv[1:])
