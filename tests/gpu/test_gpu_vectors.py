"""Vectors and 16 bit atomics on a GPU: the tests of the CPU device there."""

from __future__ import annotations

import pytest

import ferrule as fe
from tests.run import test_device_vectors as cpu

pytestmark = pytest.mark.gpu


@pytest.fixture(scope="module")
def m() -> fe.Module:
    return fe.rust(cpu.SOURCE, name="k.rs")


@pytest.mark.parametrize("n", [4, 100, 1028])
def test_slices_as_vectors(m: fe.Module, n: int) -> None:
    cpu.slices_as_vectors(m, n, "cuda")


def test_atomics_of_halves(m: fe.Module) -> None:
    cpu.atomics_of_halves(m, "cuda")
