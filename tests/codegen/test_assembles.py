"""Every kernel that ships, and every kernel of the language tests, is PTX that ptxas accepts for sm_80 and sm_90."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ferrule.driver import Compilation
from tests.helpers.tools import ARCHS, ptxas

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(
    [*(ROOT / "src" / "ferrule" / "gallery").glob("*.rs"), *(ROOT / "tests" / "run" / "kernels").glob("*.rs")]
)


@cache
def compilation(path: Path) -> Compilation:
    return Compilation(path=str(path))


@pytest.mark.ptxas
@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.stem)
@pytest.mark.parametrize("arch", ARCHS)
def test_kernels_assemble(path: Path, arch: str) -> None:
    kernels = compilation(path).kernels
    assert kernels
    for k in kernels:
        chosen = {name: "f32" if kind == "type" else "4" for name, kind, _ in k.generics}
        ptxas(compilation(path).emit(k.path, chosen, "ptx", arch), arch)
