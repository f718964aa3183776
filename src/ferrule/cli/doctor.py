"""``ferrule doctor``: what is here, what is missing, and the command that brings it."""

from __future__ import annotations

import argparse
import platform
import shutil
import subprocess
from importlib import metadata
from typing import NamedTuple

from ferrule.cli import MACHINE_AT_FAULT, OK


class Row(NamedTuple):
    status: str  # ok, none (fine to be without), BAD
    what: str
    detail: str


def arguments(parser: argparse.ArgumentParser) -> None:
    pass


def main(options: argparse.Namespace) -> int:
    rows = [
        Row("ok", "ferrule", ferrule_version()),
        Row("ok", "python", f"{platform.python_version()} on {platform.platform()}"),
    ]
    rows += [package("numpy", "needed", "pip install ferrule"), llvm()]
    rows += [
        package("cuda-core", "NVIDIA GPUs", "pip install 'ferrule[cuda]'"),
        package("cuda-bindings", "NVIDIA GPUs", "pip install 'ferrule[cuda]'"),
        nvjitlink(),
        package("torch", "kernels on tensors", "pip install torch"),
        package("pillow", "images", "pip install 'ferrule[images]'"),
        tool("ptxas", "assembles the tests' PTX"),
        tool("nvdisasm", "machine code as text: k.sass()"),
        tool("rustc", "the judge of the tests marked rustc"),
    ]
    rows += devices()
    width = max(len(r.what) for r in rows)
    for row in rows:
        print(f"{row.status:4} {row.what:{width}}  {row.detail}")
    bad = [r for r in rows if r.status == "BAD"]
    if bad:
        print(f"\n{len(bad)} thing{'s' if len(bad) > 1 else ''} to mend: see the lines marked BAD")
        return MACHINE_AT_FAULT
    return OK


def ferrule_version() -> str:
    try:
        return metadata.version("ferrule")
    except metadata.PackageNotFoundError:
        return "from a source tree that is not installed"


def package(name: str, purpose: str, command: str) -> Row:
    try:
        return Row("ok", name, metadata.version(name))
    except metadata.PackageNotFoundError:
        status = "BAD" if purpose == "needed" else "none"
        return Row(status, name, f"not installed ({purpose}); {command}")


def nvjitlink() -> Row:
    for name in ("nvidia-nvjitlink", "nvidia-nvjitlink-cu12"):
        row = package(name, "", "")
        if row.status == "ok":
            return row
    absent = (
        "not installed (only needed for `ferrule build --emit cubin` without a driver); pip install 'ferrule[cuda]'"
    )
    return Row("none", "nvidia-nvjitlink", absent)


def llvm() -> Row:
    row = package("llvmlite", "needed", "pip install ferrule")
    if row.status != "ok":
        return row
    try:
        import llvmlite.binding

        version = ".".join(map(str, llvmlite.binding.llvm_version_info))
    except Exception as e:  # a broken shared library raises whatever its loader likes
        return Row("BAD", "llvmlite", f"{row.detail}, but it does not load: {e}")
    return row._replace(detail=f"{row.detail} (LLVM {version})")


def tool(name: str, purpose: str) -> Row:
    path = shutil.which(name)
    if path is None:
        return Row("none", name, f"not found ({purpose})")
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired) as e:
        return Row("none", name, f"{path} does not run: {e}")
    version = next((line for line in reversed(done.stdout.splitlines()) if any(c.isdigit() for c in line)), "")
    return Row("ok", name, version)


def devices() -> list[Row]:
    import ferrule as fe

    try:
        found = fe.devices()
    except fe.FerruleError as e:
        return [Row("BAD", "devices", str(e))]
    rows = [Row("ok", f"device {d}", getattr(d, "name", "")) for d in found]
    if not any(str(d).startswith("cuda") for d in found):
        try:
            fe.device("cuda:0")
        except fe.FerruleError as e:
            rows.append(Row("none", "device cuda:0", str(e).split("\n", 1)[0]))
    return rows
