"""The instructions behind the arithmetic of the device API, against the same exact fractions as the CPU device."""

from __future__ import annotations

import pytest

from tests.helpers.floats import BF16, F16, F32, F64, Format
from tests.run import test_device_arithmetic as cpu

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("op", cpu.OPERANDS)
@pytest.mark.parametrize(("name", "f"), [("f32", F32), ("f64", F64)])
def test_rounding_modes(op: str, name: str, f: Format) -> None:
    cpu.rounding_modes(op, name, f, "cuda")


@pytest.mark.parametrize(("name", "f", "ops"), cpu.PACKED, ids=lambda x: x if isinstance(x, str) else "")
def test_packed_arithmetic(name: str, f: Format, ops: list[str]) -> None:
    cpu.packed_arithmetic(name, f, ops, "cuda")


@pytest.mark.parametrize(("name", "f"), [("f16", F16), ("bf16", BF16)])
@pytest.mark.parametrize("op", ["min", "max"])
def test_minimum_and_maximum(op: str, name: str, f: Format) -> None:
    cpu.minimum_and_maximum(op, name, f, "cuda")


def test_conversions_of_pairs() -> None:
    cpu.conversions_of_pairs("cuda")
