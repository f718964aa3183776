"""Machine code as text, by NVIDIA's disassembler where one is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile

from ferrule.errors import DeviceError

INSTALL = "pip install nvidia-cuda-cuobjdump nvidia-cuda-nvdisasm, or install the CUDA toolkit"


def tool() -> tuple[str, list[str]] | None:
    """(path, arguments) of a disassembler, None if there is none."""
    for name, arguments in (("nvdisasm", ["-c"]), ("cuobjdump", ["-sass"])):
        path = shutil.which(name)
        for root in (os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH")):
            if path is None and root:
                path = shutil.which(name, path=os.path.join(root, "bin"))
        if path is not None:
            return path, arguments
    return None


def disassemble(cubin: bytes) -> str:
    found = tool()
    if found is None:
        raise DeviceError(f"no disassembler: neither nvdisasm nor cuobjdump is installed; {INSTALL}")
    path, arguments = found
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "kernel.cubin")
        with open(file, "wb") as f:
            f.write(cubin)
        done = subprocess.run([path, *arguments, file], capture_output=True, text=True, check=False)
    if done.returncode:
        raise DeviceError(f"{os.path.basename(path)} failed: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout
