"""The CPU device against loops that rustc compiles with -O, one thread each.

    python benchmarks/cpu_kernels.py [--output FILE]

Needs rustc on the PATH.  Ferrule runs on one core here (the process is pinned), since a plain loop does too.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from launch_import import cpu_name

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # before any thread pool looks

HERE = Path(__file__).parent

LOOPS = """
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vecadd(a: *const f32, b: *const f32, c: *mut f32, n: usize) {
    let (a, b) = unsafe { (std::slice::from_raw_parts(a, n), std::slice::from_raw_parts(b, n)) };
    let c = unsafe { std::slice::from_raw_parts_mut(c, n) };
    for i in 0..n {
        c[i] = a[i] + b[i];
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn saxpy(k: f32, x: *const f32, y: *mut f32, n: usize) {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let y = unsafe { std::slice::from_raw_parts_mut(y, n) };
    for i in 0..n {
        y[i] += k * x[i];
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn polynomial(p: *const f32, m: usize, x: *const f32, y: *mut f32, n: usize) {
    let (p, x) = unsafe { (std::slice::from_raw_parts(p, m), std::slice::from_raw_parts(x, n)) };
    let y = unsafe { std::slice::from_raw_parts_mut(y, n) };
    for i in 0..n {
        let mut sum = 0.0;
        for c in p {
            sum = sum * x[i] + *c;
        }
        y[i] = sum;
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn escape_steps(
    left: f32, top: f32, scale: f32, limit: u32, out: *mut u32, rows: usize, columns: usize,
) {
    let out = unsafe { std::slice::from_raw_parts_mut(out, rows * columns) };
    for row in 0..rows {
        for col in 0..columns {
            let (cr, ci) = (left + scale * col as f32, top - scale * row as f32);
            let (mut zr, mut zi) = (0.0f32, 0.0f32);
            let mut steps = 0;
            while steps < limit && zr * zr + zi * zi <= 256.0 {
                (zr, zi) = (zr * zr - zi * zi + cr, zr * zi + zi * zr + ci);
                steps += 1;
            }
            out[row * columns + col] = steps;
        }
    }
}
"""


def compiled(folder: str) -> ctypes.CDLL:
    source = Path(folder) / "loops.rs"
    source.write_text(LOOPS)
    library = Path(folder) / "libloops.so"
    flags = ["--edition", "2024", "--crate-type", "cdylib", "-O", "-C", "target-cpu=native"]
    subprocess.run(["rustc", *flags, "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


def milliseconds(launch: Callable[[], Any], times: int = 25) -> float:
    launch()
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        launch()
        spent.append(time.perf_counter() - start)
    return statistics.median(spent) * 1e3


def jobs(loops: ctypes.CDLL) -> list[tuple[str, str, Callable[[], Any], Callable[[], Any], np.ndarray[Any, Any]]]:
    from ferrule.gallery import module

    rng, n = np.random.default_rng(0), 1 << 20
    a, b, c = (rng.standard_normal(n, np.float32) for _ in range(3))
    p = np.array([0.5, -1.0, 0.25, 3.0], "f4")
    rows, columns = 384, 512
    steps = np.zeros((rows, columns), "u4")
    view = (-2.3, 1.2, 3.2 / columns)

    def ptr(array: np.ndarray[Any, Any]) -> ctypes.c_void_p:
        return ctypes.c_void_p(array.ctypes.data)

    size, single, word = ctypes.c_size_t, ctypes.c_float, ctypes.c_uint32
    view_c = [single(v) for v in view]
    add, saxpy = module("vecadd.rs").vecadd, module("saxpy.rs").saxpy
    polynomial, escape = module("map.rs").polynomial, module("mandelbrot.rs").escape_steps
    return [
        ("vecadd", f"{n:,}", lambda: add(a, b, c), lambda: loops.vecadd(ptr(a), ptr(b), ptr(c), size(n)), c),
        ("saxpy", f"{n:,}", lambda: saxpy(1e-3, a, c), lambda: loops.saxpy(single(1e-3), ptr(a), ptr(c), size(n)), c),
        (
            "polynomial", f"{n:,}", lambda: polynomial(p, a, c),
            lambda: loops.polynomial(ptr(p), size(len(p)), ptr(a), ptr(c), size(n)), c,
        ),
        (
            "escape_steps", f"{rows}x{columns}", lambda: escape(*view, 200, steps),
            lambda: loops.escape_steps(*view_c, word(200), ptr(steps), size(rows), size(columns)), steps,
        ),
    ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=HERE / "results" / "cpu_kernels.json")
    options = parser.parse_args()
    if shutil.which("rustc") is None:
        sys.exit("rustc is not on the PATH: this compares with it")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, size, ours, theirs, out in jobs(compiled(folder)):
            results = []
            for launch in (theirs, ours):
                out[:] = 7  # where the launch begins, for saxpy too
                launch()
                results.append(out.copy())
            if not np.allclose(*results, rtol=1e-5, atol=1e-5):
                sys.exit(f"{name}: Ferrule and rustc disagree")
            rust_ms, ferrule_ms = milliseconds(theirs), milliseconds(ours)
            rows.append({"kernel": name, "size": size, "ferrule_ms": ferrule_ms, "rustc_ms": rust_ms,
                         "ratio": ferrule_ms / rust_ms})  # fmt: skip
            times = f"Ferrule {ferrule_ms:8.3f} ms  rustc {rust_ms:8.3f} ms"
            print(f"{name:14} {size:>12} {times}  {ferrule_ms / rust_ms:.2f}x", flush=True)
    version = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    result = {
        "command": "python benchmarks/cpu_kernels.py",
        "date": time.strftime("%Y-%m-%d"),
        "cpu": cpu_name(),
        "python": platform.python_version(),
        "rustc": version,
        "rows": rows,
    }
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=2) + "\n")
    print(f"wrote {options.output}")


if __name__ == "__main__":
    main()
