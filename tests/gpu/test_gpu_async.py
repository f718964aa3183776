"""Asynchronous copies, barriers in shared memory, clusters and matrix units on a GPU, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ferrule as fe
from tests.helpers.async_kernels import SOURCE

pytestmark = [pytest.mark.gpu, pytest.mark.torch]


@pytest.fixture(scope="module")
def k() -> Any:
    return fe.rust(SOURCE, name="async.rs")


def needs(major: int, only: bool = False) -> None:
    import torch

    found = torch.cuda.get_device_capability()[0]
    if found < major or only and found != major:
        pytest.skip(f"needs sm_{major}0")


def zeros(count: int, dtype: str = "int32") -> Any:
    import torch

    return torch.zeros(count, dtype=getattr(torch, dtype), device="cuda")


def words(array: Any) -> Any:
    """The bytes of a NumPy array as u32 on the GPU."""
    import torch

    return torch.from_numpy(np.ascontiguousarray(array).view(np.int32).ravel()).cuda().view(torch.uint32)


def u32(count: int) -> Any:
    import torch

    return zeros(count).view(torch.uint32)


def host(tensor: Any) -> Any:
    import torch

    return tensor.view(torch.int32).cpu().numpy()


def bf16(array: Any) -> Any:
    """The upper halves of floats that bf16 holds."""
    return (np.ascontiguousarray(array, np.float32).view(np.uint32) >> 16).astype(np.uint16)


@pytest.mark.parametrize("some", [0, 4, 8])
def test_copies_to_shared_memory(k: Any, some: int) -> None:
    x = np.arange(224, dtype=np.int32) * 3 + 1
    out = u32(256)
    k.stage[1, 32](words(x), out, some)
    tile = x.copy()
    tile[160:].reshape(32, 2)[:, some // 4 :] = 0
    assert (host(out)[:32] == x[3:128:4]).all()
    assert (host(out)[32:] == np.roll(tile, -1)).all()


def test_copies_that_end_at_a_barrier(k: Any) -> None:
    needs(9)
    x = np.arange(64, dtype=np.int32) * 7
    out = u32(64)
    k.stage_barrier[1, 64](words(x), out)
    assert (host(out) == x[::-1]).all()


@pytest.mark.parametrize("rounds", [1, 2, 17])
def test_phases_of_a_barrier(k: Any, rounds: int) -> None:
    needs(9)
    out = u32(64)
    k.meet[1, 64](out, rounds)
    value = np.arange(64)
    for _ in range(rounds):
        value = np.roll(value, -33) + 1
    assert (host(out) == value).all()


def test_a_managed_barrier(k: Any) -> None:
    needs(9)
    out = u32(64)
    k.managed[1, 64](out)
    assert (host(out) == 3 * np.arange(63, -1, -1)).all()


def test_the_shared_memory_of_a_cluster(k: Any) -> None:
    needs(9)
    out = u32(512)
    k.ring[8, 32](out)
    block, i = np.arange(8)[:, None], np.arange(32)
    first = block // 4 * 4
    near = 1000 * (first + (block + 1) % 4) + i
    # The block before this one read this block's cells, and wrote them back in reverse.
    cells = 1000 * block + (31 - i) + 7
    got = host(out).reshape(8, 32, 2)
    assert (got[4, 0, 0] - near[4, 0], got[0, 0, 0] - near[0, 0]) == (2100000, 2000000)
    got[[0, 4], 0, 0] = near[[0, 4], 0]
    assert (got[..., 0] == near).all()
    assert (got[..., 1] == cells).all()


def test_a_product_of_bf16(k: Any) -> None:
    rng = np.random.default_rng(1)
    a, b = rng.integers(-8, 8, (16, 16)), rng.integers(-8, 8, (16, 8))
    c = zeros(128, "float32")
    k.product_bf16[1, 32](words(bf16(a)), words(bf16(b)), c)
    assert (c.cpu().numpy().reshape(16, 8) == a @ b).all()


def test_a_product_of_f64(k: Any) -> None:
    import torch

    rng = np.random.default_rng(2)
    a, b = rng.integers(-99, 99, (8, 4)).astype(float), rng.integers(-99, 99, (4, 8)).astype(float)
    c = zeros(64, "float64")
    k.product_f64[1, 32](torch.from_numpy(a.ravel()).cuda(), torch.from_numpy(b.ravel()).cuda(), c)
    assert (c.cpu().numpy().reshape(8, 8) == a @ b).all()


def test_a_product_of_bytes(k: Any) -> None:
    rng = np.random.default_rng(3)
    a, b = rng.integers(-128, 128, (16, 32)), rng.integers(-128, 128, (32, 8))
    c = zeros(128)
    k.product_s8[1, 32](words(a.astype(np.int8)), words(b.T.astype(np.int8)), c)
    assert (c.cpu().numpy().reshape(16, 8) == a @ b + 5).all()


def test_a_transposed_matrix(k: Any) -> None:
    x = np.arange(64, dtype=np.uint16).reshape(8, 8) * 31
    out = u32(32)
    k.transpose[1, 32](words(x), out)
    assert (host(out).view(np.uint16).reshape(8, 8) == x.T).all()


def test_the_elements_of_a_lane(k: Any) -> None:
    out = u32(32)
    k.fragments[1, 32](out)
    assert not host(out).any()


def test_a_product_of_a_warp_group(k: Any) -> None:
    needs(9, only=True)
    rng = np.random.default_rng(4)
    a, b = rng.integers(-8, 8, (64, 16)), rng.integers(-8, 8, (16, 64))
    c = zeros(4096, "float32")
    k.group_product[1, 128](words(bf16(a)), words(bf16(b.T)), c)
    assert (c.cpu().numpy().reshape(64, 64) == 2 * (a @ b)).all()


def test_blocks_that_others_take_over(k: Any) -> None:
    needs(10)
    out = u32(64 * 5000)
    k.steal[5000, 64](out)
    assert (host(out) == 1).all()
