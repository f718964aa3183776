"""What the CPU device has of the asynchronous modules: copies that are done at once, and the layout of fragments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ferrule as fe
from tests.helpers.async_kernels import SOURCE


@pytest.fixture(scope="module")
def k() -> Any:
    return fe.rust(SOURCE, name="async.rs")


@pytest.mark.parametrize("some", [0, 4, 8])
def test_copies_to_shared_memory(k: Any, some: int) -> None:
    x = np.arange(224, dtype=np.uint32) * 3 + 1
    out = np.zeros(256, np.uint32)
    k.stage[1, 32](x, out, some)
    tile = x.copy()
    tile[160:].reshape(32, 2)[:, some // 4 :] = 0
    assert (out[:32] == x[3:128:4]).all()
    assert (out[32:] == np.roll(tile, -1)).all()


def test_the_elements_of_a_lane(k: Any) -> None:
    out = np.full(32, 99, np.uint32)
    k.fragments[1, 32](out)
    assert not out.any()
