"""Kernels that use what newer GPUs have: copies that go on by themselves, barriers in shared memory, clusters, products of
matrices.  Each is assembled, and has the instructions that its source asks for."""

from __future__ import annotations

import pytest

from ferrule.driver import Compilation
from ferrule.errors import UnsupportedError
from tests.helpers.async_kernels import KERNELS, SOURCE
from tests.helpers.tools import ptxas

NAMES = [(name, arch) for name, (archs, _) in KERNELS.items() for arch in archs]


@pytest.fixture(scope="module")
def compilation() -> Compilation:
    return Compilation(source=SOURCE, name="async.rs")


@pytest.mark.parametrize(("name", "arch"), NAMES)
def test_it_assembles(compilation: Compilation, name: str, arch: str) -> None:
    text = compilation.emit(name, {}, "ptx", arch)
    missing = [i for i in KERNELS[name][1] if i not in text]
    assert not missing, text
    ptxas(text, arch)


@pytest.mark.parametrize(
    ("name", "arch", "says"),
    [
        ("stage", "sm_75", "needs sm_80 or newer"),
        ("ring", "sm_80", "needs sm_90 or newer"),
        ("load_tile", "sm_80", "needs sm_90 or newer"),
        ("group_product", "sm_90", "needs sm_90a, but the kernel is compiled for sm_90"),
    ],
)
def test_older_gpus_are_refused(name: str, arch: str, says: str) -> None:
    compilation = Compilation(source=SOURCE, name="async.rs")  # of its own: it keeps its errors
    with pytest.raises(UnsupportedError, match=says):
        compilation.emit(name, {}, "ptx", arch)


def test_the_cpu_has_no_barriers_in_shared_memory() -> None:
    compilation = Compilation(source=SOURCE, name="async.rs")
    with pytest.raises(UnsupportedError, match=r"`mbarrier_\w+` is not available on the cpu target"):
        compilation.emit("meet", {}, "llvm-ir", "cpu")
