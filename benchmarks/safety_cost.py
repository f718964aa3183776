"""What checks cost: safe kernels against twins that index through raw pointers, on a GPU, in one run.

python benchmarks/safety_cost.py [--output FILE]
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import torch
from launch_import import cpu_name

import ferrule as fe

HERE = Path(__file__).parent
SOURCE = """
use cuda_device::{DisjointSlice, kernel, thread};

#[kernel]
pub fn saxpy(a: f32, x: &[f32], mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) { *y += a * x[i]; }
}

#[kernel]
pub fn saxpy_unchecked(a: f32, x: &[f32], mut y: DisjointSlice<f32>) {
    let i = thread::index_1d().get();
    if i < y.len() { unsafe { *y.get_unchecked_mut(i) += a * *x.as_ptr().add(i) } }
}

/// Each thread sums a column of a 64-row panel: one check an element.
#[kernel]
pub fn columns(width: u32, x: &[f32], mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let (i, width) = (idx.get(), width as usize);
    if let Some(y) = y.get_mut(idx) {
        let mut sum = 0.0;
        for r in 0..64 { sum += x[r * width + i]; }
        *y = sum;
    }
}

#[kernel]
pub fn columns_unchecked(width: u32, x: &[f32], mut y: DisjointSlice<f32>) {
    let (i, width) = (thread::index_1d().get(), width as usize);
    if i < y.len() {
        let mut sum = 0.0;
        for r in 0..64 { sum += unsafe { *x.as_ptr().add(r * width + i) }; }
        unsafe { *y.get_unchecked_mut(i) = sum };
    }
}
"""


def milliseconds(run: Callable[[], object], times: int = 40) -> float:
    run()
    torch.cuda.synchronize()
    spent = []
    for _ in range(times):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        run()
        end.record()
        end.synchronize()
        spent.append(start.elapsed_time(end))
    return statistics.median(spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=HERE / "results" / "safety_cost.json")
    options = parser.parse_args()
    m = fe.rust(SOURCE)
    n = 1 << 26
    x = torch.rand(n, device="cuda")
    rows = []
    for name, head, size in (("saxpy", 2.0, n), ("columns", n // 64, n // 64)):
        y, z = (torch.zeros(size, device="cuda") for _ in range(2))
        safe, unchecked = m.kernels[name], m.kernels[f"{name}_unchecked"]
        safe(head, x, y)
        unchecked(head, x, z)
        assert torch.equal(y, z) and bool(y.any())
        runs = partial(safe, head, x, y), partial(unchecked, head, x, z)
        times = [tuple(milliseconds(run) for run in runs) for _ in range(5)]
        checked_ms, unchecked_ms = (statistics.median(t[i] for t in times) for i in (0, 1))
        rows.append(
            {"kernel": name, "safe_ms": checked_ms, "unchecked_ms": unchecked_ms, "cost": checked_ms / unchecked_ms - 1}
        )
        print(
            f"{name:10} safe {checked_ms:.4f} ms, unchecked {unchecked_ms:.4f} ms, {rows[-1]['cost']:+.1%}", flush=True
        )
    result = {
        "command": "python benchmarks/safety_cost.py",
        "date": time.strftime("%Y-%m-%d"),
        "gpu": torch.cuda.get_device_name(),
        "cpu": cpu_name(),
        "python": platform.python_version(),
        "rows": rows,
    }
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
