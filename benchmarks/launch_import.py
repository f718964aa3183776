"""The time before the first result: import, a cached kernel in a new process, and saxpy from source to PTX.

    python benchmarks/launch_import.py [--output FILE]

Each number is the median over new processes (or, for the warm compilation, over compilations in one process), less what
the interpreter itself takes where the budget says so.  Runs on any machine; the times are those of its CPU.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
SAXPY = HERE.parent / "src" / "ferrule" / "gallery" / "saxpy.rs"

EMPTY = "import time; print(0.0)"
IMPORT = "import time; t = time.perf_counter(); import ferrule; print(time.perf_counter() - t)"
# Ready: the artifact is loaded and the kernel may be launched; the launch itself is not in the time.
CACHED = """
import time
t = time.perf_counter()
import ferrule as fe
import numpy as np
x, y = np.zeros(1024, "f4"), np.zeros(1024, "f4")
numpy_time = time.perf_counter()
m = fe.load({path!r})
m.saxpy(2.0, x, y)
print(time.perf_counter() - numpy_time)
"""
# The first compilation pays for the library's image and LLVM's start; each later source differs, so that no cache
# answers.
WARM = """
import os, time
os.environ["FERRULE_CACHE"] = "off"
import ferrule as fe
source = open({path!r}).read()
fe.rust(source).saxpy.ptx("sm_90")
times = []
for i in range(9):
    text = source + f"// {{i}}\\n"
    t = time.perf_counter()
    fe.rust(text).saxpy.ptx("sm_90")
    times.append(time.perf_counter() - t)
print(sorted(times)[len(times) // 2])
"""


def run(code: str, env: dict[str, str]) -> tuple[float, float]:
    """What the program prints, and how long it took in all."""
    start = time.perf_counter()
    out = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if out.returncode:
        sys.exit(out.stderr)
    return float(out.stdout.split()[-1]), seconds


def median(code: str, env: dict[str, str], times: int = 11) -> tuple[float, float]:
    runs = [run(code, env) for _ in range(times)]
    return statistics.median(r[0] for r in runs), statistics.median(r[1] for r in runs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=HERE / "results" / "launch_import.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        env = dict(os.environ, FERRULE_CACHE_DIR=os.path.join(cache, "c"))
        env.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode
        cached = CACHED.format(path=str(SAXPY))
        run(IMPORT, env)
        run(cached, env)  # fills the cache
        _, interpreter = median(EMPTY, env)
        imported, _ = median(IMPORT, env)
        ready, _ = median(cached, env)
        _, whole = median(cached, env)
        warm, _ = run(WARM.format(path=str(SAXPY)), env)
    rows = [
        {"what": "`import ferrule`", "ms": imported * 1e3, "budget_ms": 40},
        {"what": "cached kernel, new process: load and first launch", "ms": ready * 1e3, "budget_ms": 40},
        {"what": "the same, whole process with NumPy less the interpreter", "ms": (whole - interpreter) * 1e3,
         "budget_ms": None},
        {"what": "saxpy from source to PTX, process warm", "ms": warm * 1e3, "budget_ms": 50},
    ]  # fmt: skip
    result = {
        "command": "python benchmarks/launch_import.py",
        "date": time.strftime("%Y-%m-%d"),
        "cpu": cpu_name(),
        "python": platform.python_version(),
        "rows": rows,
    }
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=2) + "\n")
    for row in rows:
        budget = f"budget {row['budget_ms']} ms" if row["budget_ms"] else ""
        print(f"{row['what']:60} {row['ms']:8.1f} ms   {budget}")
    print(f"wrote {options.output}")


def cpu_name() -> str:
    try:
        with open("/proc/cpuinfo") as f:
            return next(line.split(":", 1)[1].strip() for line in f if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
