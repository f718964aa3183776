"""Ferrule against CUDA C++ and against PyTorch, on one GPU in one run.

    python benchmarks/gpu_kernels.py [--output FILE] [--quick]

The gallery's kernels and the same algorithms in ``cuda/*.cu`` (compiled here by ``nvcc -O3`` for this GPU) run on the
same tensors, and so does what PyTorch offers for the job.  Every result is compared with float64 before anything is
timed.  A time is the median over repetitions of several launches between two CUDA events.  Sizes exceed the L2 cache
where the kernel is bound by memory; for those the table says which share of a large device-to-device copy's bandwidth
was reached.

Needs a GPU, PyTorch, nvcc on the PATH and cuda.bindings.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

HERE = Path(__file__).parent
BLOCK = 256
Launch = Callable[[], Any]


class Job(NamedTuple):
    name: str
    size: str
    bytes_moved: int  # the fewest; 0 where arithmetic is the limit
    operations: int
    ferrule: Launch
    cuda: Launch
    torch: Launch
    torch_name: str
    prepare: Launch  # poisons outputs and resets inputs that are changed in place
    result: Callable[[], torch.Tensor]
    torch_result: Callable[[Any], torch.Tensor]
    expected: torch.Tensor
    tolerance: float


class CudaFunction:
    """A kernel of a .cu file, launched on torch's current stream."""

    def __init__(self, file: str, name: str, folder: str) -> None:
        from cuda.bindings import driver

        self.driver = driver
        cubin = Path(folder) / f"{file}.cubin"
        if not cubin.exists():
            major, minor = torch.cuda.get_device_capability()
            command = ["nvcc", "-O3", "-cubin", f"-arch=sm_{major}{minor}", "-o", cubin, HERE / "cuda" / f"{file}.cu"]
            subprocess.run(command, check=True)
        self.image = cubin.read_bytes()
        self.module = self.call("cuModuleLoadData", self.image)
        self.function = self.call("cuModuleGetFunction", self.module, name.encode())

    def call(self, function: str, *args: Any) -> Any:
        status, *result = getattr(self.driver, function)(*args)
        if status != self.driver.CUresult.CUDA_SUCCESS:
            raise RuntimeError(f"{function}: {status}")
        return result[0] if result else None

    def bind(self, grid: tuple[int, int], block: tuple[int, int], *args: Any) -> Launch:
        """A launch with these arguments: tensors, or (ctypes type, number)."""
        values = tuple(a.data_ptr() if isinstance(a, torch.Tensor) else a[1] for a in args)
        types = tuple(ctypes.c_void_p if isinstance(a, torch.Tensor) else a[0] for a in args)

        def launch() -> None:
            stream = torch.cuda.current_stream().cuda_stream
            dims = (*grid, 1, *block, 1)
            self.call("cuLaunchKernel", self.function, *dims, 0, stream, (values, types), 0)

        return launch


def jobs(folder: str, quick: bool) -> list[Job]:
    from ferrule.gallery import module

    device, f32 = "cuda", torch.float32
    n = 1 << (22 if quick else 26)
    u64, u32, single = ctypes.c_uint64, ctypes.c_uint32, ctypes.c_float
    generator = torch.Generator(device).manual_seed(1)

    def randn(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, device=device, dtype=f32, generator=generator)

    def same(out: Any) -> torch.Tensor:
        return out  # type: ignore[no-any-return]

    made = []
    grid = -(-n // BLOCK)

    a, b, c = randn(n), randn(n), torch.empty(n, device=device)
    ours = module("vecadd.rs").vecadd[grid, BLOCK]
    made.append(Job(
        "vecadd", f"{n:,}", 12 * n, n, lambda: ours(a, b, c),
        CudaFunction("vecadd", "vecadd", folder).bind((grid, 1), (BLOCK, 1), a, b, c, (u64, n)),
        lambda: torch.add(a, b, out=c), "torch.add", lambda: c.fill_(float("nan")), lambda: c, same,
        a.double() + b.double(), 1e-6,
    ))  # fmt: skip

    x, y, y0 = a, c, b
    ours_saxpy = module("saxpy.rs").saxpy[grid, BLOCK]
    made.append(Job(
        "saxpy", f"{n:,}", 12 * n, 2 * n, lambda: ours_saxpy(2.5, x, y),
        CudaFunction("saxpy", "saxpy", folder).bind((grid, 1), (BLOCK, 1), (single, 2.5), x, y, (u64, n)),
        lambda: torch.add(y, x, alpha=2.5, out=y), "torch.add(alpha=)", lambda: y.copy_(y0), lambda: y, same,
        2.5 * x.double() + y0.double(), 1e-6,
    ))  # fmt: skip

    blocks = 8 * torch.cuda.get_device_properties(0).multi_processor_count
    positive, total = torch.rand(n, device=device, generator=generator), torch.zeros(1, device=device)
    ours_sum = module("reduce.rs").block_sum[blocks, BLOCK]
    made.append(Job(
        "reduction", f"{n:,}", 4 * n, n, lambda: ours_sum(positive, total),
        CudaFunction("reduce", "block_sum", folder).bind((blocks, 1), (BLOCK, 1), positive, (u64, n), total),
        positive.sum, "torch.sum", total.zero_, lambda: total, lambda out: out.reshape(1),
        positive.double().sum().reshape(1), 1e-5,
    ))  # fmt: skip

    rows, columns = (512 if quick else 16384), 4096
    s, t = 10 * randn(rows, columns), torch.empty(rows, columns, device=device)
    ours_softmax = module("softmax.rs").softmax[rows, BLOCK]
    made.append(Job(
        "softmax", f"{rows:,}x{columns:,}", 8 * rows * columns, 0, lambda: ours_softmax(columns, s, t),
        CudaFunction("softmax", "softmax", folder).bind((rows, 1), (BLOCK, 1), (u32, columns), s, t),
        lambda: torch.softmax(s, 1), "torch.softmax", lambda: t.fill_(float("nan")), lambda: t, same,
        torch.softmax(s.double(), 1), 1e-5,
    ))  # fmt: skip

    m = 512 if quick else 4096
    p, q, r = randn(m, m), randn(m, m), torch.empty(m, m, device=device)
    tiles = -(-m // 16)
    ours_matmul = module("matmul.rs").matmul[(tiles, tiles), (16, 16)]
    made.append(Job(
        "tiled matmul", f"{m:,}x{m:,}x{m:,}", 0, 2 * m**3, lambda: ours_matmul(m, p, q, r),
        CudaFunction("matmul", "matmul", folder).bind(
            (tiles, tiles), (16, 16), (u32, m), p, q, r, (u32, m), (u32, m)
        ),
        lambda: torch.mm(p, q, out=r), "torch.mm (cuBLAS, no TF32)", lambda: r.fill_(float("nan")), lambda: r, same,
        p.double() @ q.double(), 1e-5,
    ))  # fmt: skip
    return made


def relative_error(got: torch.Tensor, expected: torch.Tensor) -> float:
    return float((got.double() - expected).norm() / expected.norm())


def milliseconds(launch: Launch, target: float) -> list[float]:
    """Times of one launch: each the mean of enough launches to fill some milliseconds, many times over."""

    def timed(count: int) -> float:
        start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(count):
            launch()
        stop.record()
        stop.synchronize()
        return start.elapsed_time(stop) / count

    for _ in range(3):
        once = timed(2)
    count = max(1, min(50, round(target / once)))
    return [timed(count) for _ in range(25)]


def copy_bandwidth(quick: bool) -> float:
    """Bytes a second of a large copy on the device, read and written both counted."""
    size = 1 << (26 if quick else 30)
    source = torch.randint(0, 255, (size,), device="cuda", dtype=torch.uint8)
    target = torch.empty_like(source)
    return 2 * size / (statistics.median(milliseconds(lambda: target.copy_(source), 10)) * 1e-3)


def measure(job: Job, bandwidth: float) -> dict[str, Any]:
    row: dict[str, Any] = {"kernel": job.name, "size": job.size, "torch_name": job.torch_name}
    for side, launch in (("ferrule", job.ferrule), ("cuda", job.cuda), ("torch", job.torch)):
        job.prepare()
        out = launch()
        torch.cuda.synchronize()
        got = job.torch_result(out) if side == "torch" else job.result()
        error = relative_error(got, job.expected)
        if not error <= job.tolerance:
            raise SystemExit(f"{job.name} by {side}: error {error}, tolerance {job.tolerance}")
        row[f"{side}_error"] = error
    # Interleaved, so that a drift of the clocks falls on all alike.
    times: dict[str, list[float]] = {"ferrule": [], "cuda": [], "torch": []}
    for _ in range(2):
        for side, launch in (("cuda", job.cuda), ("ferrule", job.ferrule), ("torch", job.torch)):
            times[side] += milliseconds(launch, 5)
    for side, values in times.items():
        values.sort()
        row[f"{side}_ms"] = statistics.median(values)
        row[f"{side}_ms_low_high"] = [values[len(values) // 10], values[-1 - len(values) // 10]]
    row["against_cuda"] = row["cuda_ms"] / row["ferrule_ms"]
    row["against_torch"] = row["torch_ms"] / row["ferrule_ms"]
    if job.bytes_moved:
        row["share_of_copy"] = job.bytes_moved / (row["ferrule_ms"] * 1e-3) / bandwidth
    if job.operations:
        row["gflops"] = job.operations / (row["ferrule_ms"] * 1e-3) / 1e9
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=HERE / "results" / "gpu_kernels.json")
    parser.add_argument("--quick", action="store_true", help="small sizes: to see that it runs, not to measure")
    options = parser.parse_args()
    if shutil.which("nvcc") is None:
        sys.exit("nvcc is not on the PATH: this compares with CUDA C++")
    if not torch.cuda.is_available():
        sys.exit("no GPU that PyTorch can use")
    torch.backends.cuda.matmul.allow_tf32 = False

    import llvmlite

    import ferrule

    nvcc = subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=True).stdout
    bandwidth = copy_bandwidth(options.quick)
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        for job in jobs(folder, options.quick):
            rows.append(measure(job, bandwidth))
            print(json.dumps(rows[-1]), flush=True)
    result = {
        "command": "python benchmarks/gpu_kernels.py" + (" --quick" if options.quick else ""),
        "date": time.strftime("%Y-%m-%d"),
        "gpu": torch.cuda.get_device_name(0),
        "driver": driver_version(),
        "nvcc": next((line.split("release ")[1].split(",")[0] for line in nvcc.splitlines() if "release" in line), "?"),
        "torch": torch.__version__,
        "llvmlite": llvmlite.__version__,
        "ferrule": getattr(ferrule, "__version__", ""),
        "numpy": np.__version__,
        "copy_bandwidth_gb_s": bandwidth / 1e9,
        "rows": rows,
    }
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=2) + "\n")
    print(f"\ncopy bandwidth {bandwidth / 1e9:.0f} GB/s")
    print(f"{'kernel':14} {'size':>20} {'Ferrule':>10} {'CUDA C++':>10} {'torch':>10} {'vs CUDA':>8} {'of copy':>8}")
    for row in rows:
        share = f"{row['share_of_copy']:.0%}" if "share_of_copy" in row else "-"
        print(
            f"{row['kernel']:14} {row['size']:>20} {row['ferrule_ms']:>8.4f}ms {row['cuda_ms']:>8.4f}ms "
            f"{row['torch_ms']:>8.4f}ms {row['against_cuda']:>7.3f}x {share:>8}"
        )
    print(f"wrote {options.output}")


def driver_version() -> str:
    command = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0].strip()
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "?"


if __name__ == "__main__":
    main()
