"""How long compilation takes: each kernel of the gallery to PTX, and the front end on growing sources.

python benchmarks/compile_time.py [--output FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from pathlib import Path

from launch_import import cpu_name

os.environ["FERRULE_CACHE"] = "off"

import ferrule as fe  # noqa: E402

HERE = Path(__file__).parent
GALLERY = HERE.parent / "src" / "ferrule" / "gallery"

GENERICS = {"scale": {"T": "f32"}}

# One unit of the synthetic source: a struct, a trait impl, a generic function with a closure, a loop and a match.
UNIT = """
#[derive(Clone, Copy)]
struct S{i} {{
    a: f32,
    b: u32,
}}

trait T{i} {{
    fn weigh(&self, k: f32) -> f32;
}}

impl T{i} for S{i} {{
    fn weigh(&self, k: f32) -> f32 {{
        match self.b % 3 {{
            0 => self.a * k,
            1 | 2 if k > 0.0 => self.a + k,
            _ => -self.a,
        }}
    }}
}}

fn fold{i}<X: T{i}>(items: &[X], f: impl Fn(f32) -> f32) -> f32 {{
    let mut sum = 0.0;
    for (n, item) in items.iter().enumerate() {{
        sum += f(item.weigh(n as f32));
    }}
    sum
}}

#[device]
fn use{i}(x: &[f32]) -> f32 {{
    let items = [S{i} {{ a: x[0], b: {i} }}, S{i} {{ a: x[1], b: 2 }}];
    let scale = x.len() as f32;
    fold{i}(&items, |v| v * scale) + if x.len() > {i} {{ x[{i}] }} else {{ 0.0 }}
}}
"""


def synthetic(lines: int) -> str:
    count = -(-lines // UNIT.count("\n"))
    return "use cuda_device::device;\n" + "".join(UNIT.format(i=i) for i in range(count))


def one_kernel(lines: int) -> str:
    """A kernel that reaches all of ``synthetic(lines)``."""
    source = synthetic(lines)
    uses = " + ".join(f"use{i}(x)" for i in range(source.count("struct S")))
    return source + (
        "use cuda_device::{kernel, thread, DisjointSlice};\n#[kernel]\npub fn all(x: &[f32], mut y: DisjointSlice<f32>) {\n"
        f"    if let Some(y) = y.get_mut(thread::index_1d()) {{\n        *y = {uses};\n    }}\n}}\n"
    )


def median_seconds(action: object, source: str, times: int) -> float:
    """Of ``action(source)``, each time on a text no earlier call has seen."""
    spent = []
    for i in range(times):
        text = f"{source}// {i} {time.monotonic_ns()}\n"
        start = time.perf_counter()
        action(text)  # type: ignore[operator]
        spent.append(time.perf_counter() - start)
    return statistics.median(spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=HERE / "results" / "compile_time.json")
    parser.add_argument("--lines", type=int, nargs="*", default=[500, 1000, 2000, 4000])
    options = parser.parse_args()
    fe.rust((GALLERY / "saxpy.rs").read_text()).saxpy.ptx("sm_90")  # the library's image and LLVM are ready now

    kernels = []
    for path in sorted(GALLERY.glob("*.rs")):
        source = path.read_text()
        for name in [kernel.path for kernel in fe.rust(source).kernels]:

            def to_ptx(text: str, name: str = name) -> None:
                kernel = fe.rust(text).kernels[name]
                (kernel.specialize(**GENERICS[name]) if name in GENERICS else kernel).ptx("sm_90")

            spent = median_seconds(to_ptx, source, 5)
            kernels.append({"kernel": f"{path.name} {name}", "lines": source.count("\n"), "ms": spent * 1e3})
            print(f"{path.name:16} {name:14} {source.count(chr(10)):5} lines {spent * 1e3:9.1f} ms to PTX", flush=True)

    large = one_kernel(300)
    spent = median_seconds(lambda text: fe.rust(text).all.ptx("sm_90"), large, 3)
    count = large.count("\n")
    kernels.append({"kernel": "one kernel with generics, closures, iterators", "lines": count, "ms": spent * 1e3})
    print(
        f"one kernel of {count} lines with generics, closures, iterators {spent * 1e3:.1f} ms to PTX (budget 400 ms)",
        flush=True,
    )

    front_end = []
    for lines in options.lines:
        source = synthetic(lines)
        spent = median_seconds(lambda text: fe.rust(text).check(), source, 3)
        count = source.count("\n")
        front_end.append({"lines": count, "ms": spent * 1e3, "lines_per_second": count / spent})
        print(f"front end: {count:6} lines {spent * 1e3:9.1f} ms, {count / spent:9.0f} lines/s", flush=True)

    result = {
        "command": "python benchmarks/compile_time.py",
        "date": time.strftime("%Y-%m-%d"),
        "cpu": cpu_name(),
        "python": platform.python_version(),
        "kernels": kernels,
        "front_end": front_end,
    }
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=2) + "\n")
    print(f"wrote {options.output}")


if __name__ == "__main__":
    main()
