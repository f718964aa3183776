"""Values of European options, against the error function in float64."""

from __future__ import annotations

from math import erf
from types import SimpleNamespace
from typing import Any

import numpy as np

from ferrule.gallery import RAGGED, Array, Example, poisoned

RATE, VOLATILITY = 0.03, 0.25


def inputs(n: int, rng: np.random.Generator) -> dict[str, Any]:
    return contracts(rng.uniform(50, 150, n), rng.uniform(50, 150, n), rng.uniform(0.05, 3, n))


def contracts(spots: Array, strikes: Array, years: Array) -> dict[str, Any]:
    values = {"spots": spots, "strikes": strikes, "years": years}
    outputs = {"calls": poisoned(spots.shape, "f4"), "puts": poisoned(spots.shape, "f4")}
    return {name: a.astype("f4") for name, a in values.items()} | outputs


def launch(module: Any, v: SimpleNamespace) -> None:
    module.black_scholes(RATE, VOLATILITY, v.spots, v.strikes, v.years, v.calls, v.puts)


def calls_launch(module: Any, v: SimpleNamespace) -> Any:
    launch(module, v)
    return v.calls


def puts_launch(module: Any, v: SimpleNamespace) -> Any:
    launch(module, v)
    return v.puts


def calls_expected(v: SimpleNamespace) -> Array:
    spots, strikes, years = (a.astype(np.float64) for a in (v.spots, v.strikes, v.years))
    if not spots.size:
        return np.zeros(spots.shape)
    deviation = VOLATILITY * np.sqrt(years)
    d1 = (np.log(spots / strikes) + (RATE + VOLATILITY**2 / 2) * years) / deviation
    cdf = np.vectorize(lambda x: 0.5 + 0.5 * erf(x / np.sqrt(2)))
    return np.asarray(spots * cdf(d1) - strikes * np.exp(-RATE * years) * cdf(d1 - deviation))


def puts_expected(v: SimpleNamespace) -> Array:
    """By parity: a call and the discounted strike are worth a put and the share."""
    spots, strikes, years = (a.astype(np.float64) for a in (v.spots, v.strikes, v.years))
    return np.asarray(calls_expected(v) + strikes * np.exp(-RATE * years) - spots)


def largest_difference(got: Array, expected: Array) -> float:
    """In money: a contract that is worth next to nothing is the difference of two sums that are not."""
    if got.shape != expected.shape:
        return float("inf")
    return float(np.abs(got - expected).max()) if got.size else 0.0


EXAMPLES = [
    Example(
        kernel, "black_scholes.rs", RAGGED, 1 << 18, inputs, kernel_launch, kernel_expected, 2e-4, largest_difference
    )
    for kernel, kernel_launch, kernel_expected in (
        ("calls", calls_launch, calls_expected),
        ("puts", puts_launch, puts_expected),
    )
]
