"""External tools of code generation tests."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

PTXAS = shutil.which("ptxas")
ARCHS = ("sm_80", "sm_90")


def ptxas(ptx: str, arch: str = "") -> str:
    """Assembles PTX for ``arch`` (by default the one it is for) and returns what the assembler says; fails the test
    on errors.

    Where no assembler is installed the text is only looked at."""
    assert ".version" in ptx
    if PTXAS is None:
        return ""
    if not arch:
        found = re.search(r"\.target (\w+)", ptx)
        assert found is not None
        arch = found[1]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx)
        done = subprocess.run(
            [PTXAS, "-v", f"-arch={arch}", str(source), "-o", str(Path(folder) / "kernel.cubin")],
            capture_output=True,
            text=True,
        )
    assert done.returncode == 0, done.stderr + "\n" + ptx
    return done.stderr
