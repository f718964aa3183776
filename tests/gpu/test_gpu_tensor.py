"""Matrix products in registers, matrix loads, asynchronous copies and barriers in memory on a GPU."""

from __future__ import annotations

import numpy as np
import pytest

import ferrule as fe
from tests.run import test_device_tensor as cpu

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("kind", cpu.KINDS)
def test_products(kind: str) -> None:
    cpu.products(kind, "cuda")


def test_product_of_doubles() -> None:
    cpu.product_of_doubles("cuda")


def test_matrix_loads() -> None:
    cpu.matrix_loads("cuda")


def test_copies_that_fill_with_zeros() -> None:
    cpu.copies_that_fill_with_zeros("cuda")


def test_barriers_in_memory() -> None:
    out = fe.to_device(np.zeros(256, "u4"), "cuda")
    cpu.module().meet[2, 128](out)
    assert (out.to_host() == 1).all()
