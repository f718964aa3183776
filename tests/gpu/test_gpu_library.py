"""The library on a GPU: a sample of the calls that tests/oracle compares with rustc's core, against the same stored results."""

from __future__ import annotations

import numpy as np
import pytest

import ferrule as fe
from tests.oracle.library_source import WORDS, calls, inputs, kernels
from tests.oracle.library_table import GROUPS
from tests.oracle.test_calls import GOLDENS, STORED_SEED, fold

pytestmark = [pytest.mark.gpu, pytest.mark.torch]

# Without cells: their atomics are local variables there, which PTX has no atomic operations for.  Text is slow to compile.
SAMPLE = (
    "byte",
    "char",
    "option",
    "result",
    "ordering",
    "range",
    "nonzero",
    "saturating",
    "duration",
    "half",
    "pointers",
)


@pytest.mark.parametrize("group", SAMPLE)
def test_as_stored(group: str) -> None:
    import torch

    lines = calls(GROUPS[group].lines)
    module = fe.rust(kernels(group), name=f"{group}.rs", fp_contract=False)
    with np.load(GOLDENS) as goldens:
        for ty in GROUPS[group].types:
            x = torch.from_numpy(inputs(ty, STORED_SEED).view(np.int64)).cuda().view(torch.uint64)
            out = torch.zeros(x.numel() // WORDS * len(lines), dtype=torch.int64, device="cuda").view(torch.uint64)
            getattr(module, f"{group}_{ty}")[1, 1](x, out)
            got = out.view(torch.int64).cpu().numpy().view(np.uint64).reshape(-1, len(lines))
            wrong = [lines[k] for k in np.nonzero(fold(got) != goldens[f"{group}_{ty}"])[0]]
            assert not wrong, f"{ty}: {wrong}"
