"""Runs Ferrule over the kernel crates of a checkout of another project, and says what it makes of each.

    python tools/corpus.py CHECKOUT [--only NAME ...] [--ptx] [--json FILE] [--jobs N]

CHECKOUT is a folder with crates in it (NVlabs/cuda-oxide, Rust-GPU/rust-cuda, LegNeato/rust-gpu-chimera: CORPORA says where
their kernels lie).  Each crate is checked in a process of its own, with a time limit.  ``--ptx`` also compiles every kernel
without generic parameters for the GPU and assembles it with ptxas, where there is one.

The verdict of a crate is `ok`, `errors` (Ferrule's diagnostics), `refused` (another Ferrule error), `unbuilt` (checked, but a
kernel is refused for the GPU) or `crash`; the last must not be.  The exit status is 1 if there is a crash or PTX that ptxas does
not take.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

TIME_LIMIT = 120  # seconds a crate


class Corpus(NamedTuple):
    """Where the crates of a project lie, and which of them must be refused."""

    marker: str  # a path that only this project has
    crates: tuple[str, ...]  # glob patterns of folders
    negative: str = r"(?!)"  # names of crates that must not compile


CORPORA = (
    Corpus("crates/rustc-codegen-cuda/examples", ("crates/rustc-codegen-cuda/examples/*",), r"error(_.*)?"),
    Corpus("crates/cuda_std", ("examples/cuda/*/kernels", "examples/*/kernels", "examples/*/*/kernels")),
    Corpus("kernel", ("kernel", "shared")),
)


def crates(checkout: Path) -> tuple[list[Path], re.Pattern[str]]:
    """The folders of the corpus with a manifest, and the pattern of those that must be refused."""
    for corpus in CORPORA:
        if (checkout / corpus.marker).exists():
            found = {p.parent for g in corpus.crates for p in checkout.glob(f"{g}/Cargo.toml")}
            return sorted(found), re.compile(corpus.negative)
    sys.exit(f"corpus.py: {checkout} is none of the projects this tool knows")


def assemble(ptx: str, arch: str) -> str:
    """What ptxas says against the text; empty if it takes it, or if there is no ptxas."""
    ptxas = shutil.which("ptxas")
    if ptxas is None:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx)
        done = subprocess.run(
            [ptxas, f"-arch={arch}", source, "-o", Path(folder) / "kernel.cubin"], capture_output=True, text=True
        )
    return done.stderr if done.returncode else ""


def judge(folder: Path, ptx: bool) -> dict[str, Any]:
    """The verdict of one crate, with its errors and what became of its kernels."""
    from ferrule.driver import Compilation
    from ferrule.errors import FerruleError

    out: dict[str, Any] = {"name": folder.name, "kernels": 0, "built": 0, "errors": []}
    start = time.perf_counter()
    try:
        compilation = Compilation(path=str(folder), name=folder.name)
        errors = [d for d in compilation.check() if d.level == "error"]
        out["errors"] = [f"{d.code} {d.message}" for d in errors]
        out["verdict"] = "errors" if errors else "ok"
        if not errors:
            out["kernels"] = len(compilation.kernels)
            for kernel in compilation.kernels if ptx else ():
                if not kernel.generics:
                    build(compilation, kernel.path, out)
    except FerruleError as e:
        out["verdict"] = "refused"
        out["errors"] = [line for line in str(e).splitlines() if line.startswith("error")] or [str(e).split("\n")[0]]
    except BaseException:
        out["verdict"] = "crash"
        out["errors"] = [traceback.format_exc()[-2000:]]
    out["seconds"] = round(time.perf_counter() - start, 2)
    return out


def build(compilation: Any, path: str, out: dict[str, Any]) -> None:
    """Compiles a kernel for the oldest architecture that has what it uses, and assembles it."""
    from ferrule.errors import FerruleError

    failure = ""
    for arch in ("sm_80", "sm_90a", "sm_100a"):
        compilation.session.diag.diagnostics.clear()
        try:
            text = compilation.emit(path, {}, "ptx", arch)
        except FerruleError as e:
            failure = f"{path}: {str(e).splitlines()[0]}"
            continue
        said = assemble(text, arch)
        if not said:
            out["built"] += 1
            return
        failure = f"ptxas {path} {arch}: {said.splitlines()[0]}"  # inline PTX may be for a later architecture
    out["errors"].append(failure)
    out["verdict"] = "crash" if failure.startswith("ptxas") else "unbuilt"


def _child(queue: Any, folder: Path, ptx: bool) -> None:
    queue.put(judge(folder, ptx))


def run(folder: Path, ptx: bool) -> dict[str, Any]:
    """``judge`` in a process of its own."""
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    process = context.Process(target=_child, args=(queue, folder, ptx))
    process.start()
    process.join(TIME_LIMIT)
    if process.is_alive():
        process.kill()
        return {
            "name": folder.name,
            "verdict": "crash",
            "errors": [f"more than {TIME_LIMIT} s"],
            "kernels": 0,
            "built": 0,
        }
    if queue.empty():
        said = f"the process ended with status {process.exitcode}"
        return {"name": folder.name, "verdict": "crash", "errors": [said], "kernels": 0, "built": 0}
    found: dict[str, Any] = queue.get()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--ptx", action="store_true", help="compile the kernels to PTX and assemble it")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    folders, negative = crates(options.checkout)
    if options.only:
        folders = [f for f in folders if f.name in options.only]
    from concurrent.futures import ThreadPoolExecutor

    import ferrule.codegen.llvm
    import ferrule.driver.library

    ferrule.driver.library.library()  # once, before the processes split off
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda f: run(f, options.ptx), folders))
    for r in results:
        r["negative"] = bool(negative.fullmatch(r["name"]))
        if r["verdict"] != "ok":
            print(f"{r['name']}: {r['verdict']}")
            for e in r["errors"][:6]:
                print(f"    {e}")
    positive = [r for r in results if not r["negative"]]
    print(f"\n{len(positive)} crates: {dict(Counter(r['verdict'] for r in positive))}")
    print(
        f"{len(results) - len(positive)} that must fail: {dict(Counter(r['verdict'] for r in results if r['negative']))}"
    )
    print(f"{sum(r['kernels'] for r in results)} kernels, {sum(r['built'] for r in results)} built and assembled")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    return int(any(r["verdict"] == "crash" for r in results))


if __name__ == "__main__":
    sys.exit(main())
