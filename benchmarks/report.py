"""Writes the tables of README.md and docs/performance.md from the measured results.

    python benchmarks/report.py [--check]

A table stands between ``<!-- NAME: begin -->`` and ``<!-- NAME: end -->`` and comes from ``results/NAME.json``; where
there is no such file, the text says which command makes it.  Nothing between the markers is written by hand.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DOCUMENTS = ("README.md", "docs/performance.md")
Result = dict[str, Any]


def table(head: list[str], rows: list[list[str]]) -> str:
    align = [":--"] + ["--:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (head, align, *rows))


def origin(r: Result) -> str:
    return f"{r['cpu']}, Python {r['python']}, {r['date']}. Made by `{r['command']}`."


def gpu_kernels(r: Result) -> str:
    rows = [
        [
            row["kernel"], row["size"], f"{row['ferrule_ms']:.3f}", f"{row['cuda_ms']:.3f}", f"{row['torch_ms']:.3f}",
            f"{row['against_cuda']:.2f}x", f"{row['share_of_copy']:.0%}" if "share_of_copy" in row else "",
        ]
        for row in r["rows"]
    ]  # fmt: skip
    head = ["kernel", "size", "Ferrule, ms", "CUDA C++, ms", "torch, ms", "speed against CUDA C++", "of copy bandwidth"]
    where = f"{r['gpu']}, driver {r['driver']}, nvcc {r['nvcc']} -O3, PyTorch {r['torch']}, {r['date']}"
    names = ", ".join(f"{row['torch_name']}" for row in r["rows"])
    return (
        f"{table(head, rows)}\n\n{where}. A copy on the device reached {r['copy_bandwidth_gb_s']:.0f} GB/s."
        f" PyTorch runs, in this order: {names}. Made by `{r['command']}`."
    )


def launch_import(r: Result) -> str:
    rows = [[x["what"], f"{x['ms']:.1f}", f"{x['budget_ms']}" if x["budget_ms"] else ""] for x in r["rows"]]
    return f"{table(['what', 'ms', 'budget, ms'], rows)}\n\n{origin(r)}"


def compile_time(r: Result) -> str:
    kernels = [[x["kernel"], f"{x['lines']}", f"{x['ms']:.0f}"] for x in r["kernels"]]
    front = [[f"{x['lines']:,}", f"{x['ms']:.0f}", f"{x['lines_per_second']:,.0f}"] for x in r["front_end"]]
    return (
        f"{table(['kernel', 'lines of the file', 'to PTX, ms'], kernels)}\n\n"
        f"{table(['lines type-checked', 'ms', 'lines a second'], front)}\n\n"
        f"{origin(r)}"
    )


def cpu_kernels(r: Result) -> str:
    rows = [
        [x["kernel"], x["size"], f"{x['ferrule_ms']:.3f}", f"{x['rustc_ms']:.3f}", f"{x['ratio']:.2f}x"]
        for x in r["rows"]
    ]
    head = ["kernel", "size", "Ferrule, ms", "rustc -O, ms", "time against rustc"]
    return f"{table(head, rows)}\n\nOne core, rustc {r['rustc']}; {origin(r)}"


def safety_cost(r: Result) -> str:
    rows = [[x["kernel"], f"{x['safe_ms']:.3f}", f"{x['unchecked_ms']:.3f}", f"{x['cost']:+.1%}"] for x in r["rows"]]
    head = ["kernel", "safe, ms", "unchecked, ms", "cost of the checks"]
    return f"{table(head, rows)}\n\n{r['gpu']}; {origin(r)}"


TABLES: dict[str, Callable[[Result], str]] = {
    "gpu_kernels": gpu_kernels,
    "launch_import": launch_import,
    "compile_time": compile_time,
    "cpu_kernels": cpu_kernels,
    "safety_cost": safety_cost,
}


def text_of(name: str) -> str:
    path = HERE / "results" / f"{name}.json"
    if not path.exists():
        return f"Not measured yet: `python benchmarks/{name}.py` measures, `python benchmarks/report.py` fills this in."
    return TABLES[name](json.loads(path.read_text()))


def filled(document: str) -> str:
    for name in TABLES:
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        document = pattern.sub(lambda _, b=begin, e=end, n=name: f"{b}\n{text_of(n)}\n{e}", document)
    return document


def main() -> None:
    stale = []
    for name in DOCUMENTS:
        path = HERE.parent / name
        old = path.read_text()
        new = filled(old)
        if new != old:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(new)
    if "--check" in sys.argv and stale:
        sys.exit(f"tables are stale: {', '.join(stale)}; run python benchmarks/report.py")


if __name__ == "__main__":
    main()
