"""Cooperative groups and views on a GPU: the tests of the CPU device there."""

from __future__ import annotations

import pytest

from tests.run import test_device_groups as cpu

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("n", [1, 4, 8, 32])
def test_tiles(n: int) -> None:
    cpu.tiles(n, "cuda")


@pytest.mark.parametrize("block", [1, 31, 33, 64, 200, 1024])
def test_reductions_of_blocks(block: int) -> None:
    cpu.reductions_of_blocks(block, "cuda")


def test_coalesced_threads() -> None:
    cpu.coalesced("cuda")


@pytest.mark.parametrize("n", [1, 3, 4, 257, 1000])
def test_runs(n: int) -> None:
    cpu.runs(n, "cuda")


def test_tiles_of_rows() -> None:
    cpu.tiles_of_rows("cuda")


@pytest.mark.parametrize(("rows", "k", "cols"), [(1, 1, 1), (17, 5, 33), (40, 64, 24)])
def test_product_through_views(rows: int, k: int, cols: int) -> None:
    cpu.product_through_views(rows, k, cols, "cuda")
