"""Constant memory and launch contracts on a GPU: as on the CPU device."""

from __future__ import annotations

import numpy as np
import pytest

import ferrule as fe
from tests.run.test_constants import SOURCE as CONSTANTS
from tests.run.test_launch_contract import SOURCE as CONTRACTS

pytestmark = pytest.mark.gpu


def test_constants_hold_from_the_next_launch_on() -> None:
    m = fe.rust(CONSTANTS)
    x = fe.to_device(np.arange(5, dtype="f4"), "cuda:0")
    with pytest.raises(fe.LaunchError, match="never set"):
        m.polynomial(x, fe.zeros(5, "f32", "cuda:0"))
    for coefficients in ([1, 2, 3, 4], [0, 0, 1, 0.5]):
        m.constants.COEFFS = np.array(coefficients, "f4")
        y = fe.empty(5, "f32", "cuda:0")
        m.polynomial(x, y)
        assert y.to_host().tolist() == np.polyval(coefficients, np.arange(5)).tolist()
    m.constants.SCALE, m.constants.STEP, m.constants.GRID = -(2**40), (7, 3), np.arange(6, dtype="u2").reshape(3, 2)
    out = fe.empty(3, "i64", "cuda:0")
    m.others(2, out)
    assert out.to_host().tolist() == [-(2**40) + 21 + 5] * 3


def test_a_constant_is_not_changed_under_launches_that_wait() -> None:
    m = fe.rust(CONSTANTS)
    n = 1 << 22
    x = fe.zeros(n, "f32", "cuda:0")
    outs = []
    for value in range(8):
        m.constants.COEFFS = np.array([0, 0, 0, value], "f4")
        outs.append(fe.empty(n, "f32", "cuda:0"))
        m.polynomial(x, outs[-1])
    for value, out in enumerate(outs):
        assert (out.to_host() == value).all()


def test_contracts() -> None:
    m = fe.rust(CONTRACTS)
    x, out = fe.to_device(np.arange(20, dtype="f4"), "cuda:0"), fe.zeros(5, "f32", "cuda:0")
    m.strided(5, 4, 1, x, out)
    assert out.to_host().tolist() == [0, 4, 8, 12, 16]
    with pytest.raises(fe.LaunchError, match="the left side is 20, the right side 25"):
        m.strided(5, 5, 1, x, out)
    with pytest.raises(fe.LaunchError, match="says domain = 1"):
        m.strided[(1, 2), 32](5, 4, 1, x, out)
    few = fe.zeros(100, "u32", "cuda:0")
    m.policy.specialize(P="Small")(4, few)
    assert few.to_host().tolist() == [6 * 64] * 100


def test_dynamic_shared_memory_of_a_contract() -> None:
    if fe.device("cuda:0").cuda.capability < (9, 0):
        pytest.skip("the kernel's contract asks for compute capability 9.0")
    out = fe.to_device(np.full(5, 9, "u8"), "cuda:0")
    fe.rust(CONTRACTS).exact(out)
    assert out.to_host().tolist() == [0] * 5
