"""The library's functions, through Ferrule on the CPU device, against rustc's core: bit for bit, on edges and random values.

Functions with a stated error have their own test (``test_math.py``).  Without rustc the results are compared with stored ones;
``python -m tests.oracle.test_calls`` writes those anew.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from tests.oracle.library_source import WORDS, Rustc, calls, inputs, kernels, panic_kernel
from tests.oracle.library_table import GROUPS, PANICS

GOLDENS = Path(__file__).with_name("library_goldens.npz")
STORED_SEED = 1


def fold(results: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """One word a call for all inputs: what is stored."""
    total = np.zeros(results.shape[1], np.uint64)
    for row in results:
        total = (total ^ row) * np.uint64(0x9E3779B97F4A7C15)
        total ^= total >> np.uint64(29)
    return total


class Compiled:
    """The kernels of each group, compiled when first asked for."""

    def __init__(self) -> None:
        self.modules: dict[str, fe.Module] = {}

    def call(self, group: str, ty: str, x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        if group not in self.modules:
            self.modules[group] = fe.rust(kernels(group), name=f"{group}.rs")
        out = np.zeros((x.size // WORDS, len(calls(GROUPS[group].lines))), np.uint64)
        getattr(self.modules[group], f"{group}_{ty}")[1, 1](x, out.reshape(-1))
        return out


@pytest.fixture(scope="module")
def compiled() -> Compiled:
    return Compiled()


@pytest.fixture(scope="module")
def rustc(tmp_path_factory: pytest.TempPathFactory) -> Rustc:
    return Rustc(tmp_path_factory.mktemp("library"))


@pytest.mark.parametrize("group", GROUPS)
def test_as_stored(compiled: Compiled, group: str) -> None:
    lines = calls(GROUPS[group].lines)
    with np.load(GOLDENS) as goldens:
        for ty in GROUPS[group].types:
            got = fold(compiled.call(group, ty, inputs(ty, STORED_SEED)))
            wrong = [lines[k] for k in np.nonzero(got != goldens[f"{group}_{ty}"])[0]]
            assert not wrong, f"{ty}: {wrong}"


@pytest.mark.rustc
@pytest.mark.parametrize("group", GROUPS)
def test_as_rustc(compiled: Compiled, rustc: Rustc, group: str) -> None:
    """With values that change from day to day; the message names the call and its input."""
    seed = int(np.datetime64("today").astype(int))
    lines = calls(GROUPS[group].lines)
    for ty in GROUPS[group].types:
        x = inputs(ty, seed)
        got = compiled.call(group, ty, x)
        want = rustc.call(f"{group}_{ty}", x, len(lines))
        wrong = [(lines[k], x.reshape(-1, WORDS)[i].tolist()) for i, k in np.argwhere(got != want)]
        assert not wrong, f"seed {seed}, {ty}: {len(wrong)} differences, such as {wrong[:3]}"


@pytest.mark.rustc
def test_stored_results_are_those_of_rustc(rustc: Rustc) -> None:
    with np.load(GOLDENS) as goldens:
        for name, group in GROUPS.items():
            for ty in group.types:
                want = rustc.call(f"{name}_{ty}", inputs(ty, STORED_SEED), len(calls(group.lines)))
                assert np.array_equal(fold(want), goldens[f"{name}_{ty}"]), (
                    f"{name}_{ty}: write the stored results anew"
                )


def test_what_must_panic() -> None:
    kernel = fe.rust(panic_kernel(), name="panics.rs").k
    out = np.zeros(1, np.uint64)
    for which, (_, expression) in enumerate(calls(PANICS)):
        try:
            kernel[1, 1](which, out)
        except fe.KernelPanic:
            continue
        pytest.fail(f"no panic: {expression}")


@pytest.mark.rustc
def test_what_must_panic_does_with_rustc(rustc: Rustc) -> None:
    assert [c for k, c in enumerate(calls(PANICS)) if not rustc.panics(k)] == []


# The math functions are compared within their errors by test_math.py.
MATH = """
    acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp exp2 exp_m1 hypot ln ln_1p log log10 log2 powf powi sin sin_cos
    sinh tan tanh
"""
EXCEPT = {
    "int": {"carrying_mul_add"},  # of signed integers not stable yet: tests/run/test_core_library.py
    "float": {*MATH.split(), "maximum", "minimum"},  # the latter are not stable yet
    "str": {"slice_unchecked", "slice_mut_unchecked", "as_str"},  # deprecated names of get_unchecked
    "pointer": {"as_ptr", "as_mut_ptr"},  # of raw slices: not stable yet
}


def test_every_method_is_called() -> None:
    from ferrule.driver.library import from_source
    from ferrule.library.std_names import _library_names
    from ferrule.ty.context import TyCtxt

    library, session = from_source()
    missing = {}
    for receiver, names in _library_names(TyCtxt(session, library.crates)).items():
        text = PRELUDE_CALLS + "".join(g.lines for g in GROUPS.values() if receiver in g.receivers)
        called = set(re.findall(r"(?:\.|::)(\w+)(?:\(|::<|\b)", text))
        left = sorted(names - called - EXCEPT.get(receiver, set()))
        if left:
            missing[receiver] = left
    assert missing == {}


# The macro for atomics in the prelude.
PRELUDE_CALLS = kernels("cells").partition("macro_rules! atomics")[2].partition("pub trait Make")[0]


def write_goldens() -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        rustc = Rustc(Path(folder))
        results = {
            f"{name}_{ty}": fold(rustc.call(f"{name}_{ty}", inputs(ty, STORED_SEED), len(calls(group.lines))))
            for name, group in GROUPS.items()
            for ty in group.types
        }
    np.savez_compressed(GOLDENS, **results)  # type: ignore[arg-type]


if __name__ == "__main__":
    write_goldens()
