"""What the machine lacks decides which tests there are.

Tests that need a GPU, PyTorch, rustc or ptxas are not collected where it is missing; the head of the report says so.
"""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from importlib.util import find_spec

import pytest


@cache
def has(need: str) -> bool:
    if need == "gpu":
        import ferrule as fe

        return any(str(d).startswith("cuda") for d in fe.devices())
    if need == "torch":
        return find_spec("torch") is not None
    if shutil.which(need) is None:
        return False
    # A rustup proxy without a toolchain is on the path and does nothing.
    return subprocess.run([need, "--version"], capture_output=True).returncode == 0


# Whole files that import what may be missing.
collect_ignore = [] if has("torch") else ["unit/test_fast_launcher.py"]

NEEDS = ("gpu", "torch", "rustc", "ptxas")


def pytest_report_header() -> list[str]:
    return [f"ferrule: without {', '.join(missing)}" for missing in [[n for n in NEEDS if not has(n)]] if missing]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    kept, left_out = [], []
    for item in items:
        possible = all(has(need) for need in NEEDS if item.get_closest_marker(need))
        (kept if possible else left_out).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept
