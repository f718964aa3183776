"""``ferrule run FILE KERNEL --arg NAME=VALUE ...``: one launch."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from ferrule.cli import OK, Failure
from ferrule.cli.source import add_source_arguments, load


def arguments(parser: argparse.ArgumentParser) -> None:
    from ferrule.cli.values import FORMS

    add_source_arguments(parser)
    parser.add_argument("kernel", metavar="KERNEL")
    parser.add_argument("--arg", action="append", default=[], metavar="NAME=VALUE", help=f"VALUE is {FORMS}")
    parser.add_argument("--out", action="append", default=[], metavar="NAME=FILE",
                        help="write an argument after the launch, to a .npy or image file")  # fmt: skip
    parser.add_argument("--grid", type=dims, help="blocks: N, N,N or N,N,N (default: from the arguments)")
    parser.add_argument("--block", type=dims, help="threads of a block: N, N,N or N,N,N")
    parser.add_argument("--shared", type=int, default=0, metavar="BYTES", help="dynamic shared memory")
    parser.add_argument("--device", default="cpu", help="cpu, cuda:0, ... (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of rand: (default: %(default)s)")


def dims(text: str) -> tuple[int, ...]:
    parts = tuple(int(p) for p in text.replace("x", ",").split(","))
    if not 1 <= len(parts) <= 3:
        raise ValueError
    return parts


def main(options: argparse.Namespace) -> int:
    import numpy as np

    import ferrule as fe
    from ferrule.cli import values

    kernel = find_kernel(load(options), options.kernel)
    rng = np.random.default_rng(options.seed)
    given = {name: values.parse(text, rng) for name, text in (values.pair(a, "--arg") for a in options.arg)}
    outputs = {name: Path(file) for name, file in (values.pair(o, "--out") for o in options.out)}
    types = {p.name: str(p.annotation) for p in kernel.__signature__.parameters.values()}
    match_names(kernel, list(types), given, outputs)

    device = fe.device(options.device)
    on_cpu = str(device) == "cpu"
    placed: dict[str, Any] = {
        name: fe.to_device(v, device) if isinstance(v, np.ndarray) and not on_cpu else v for name, v in given.items()
    }
    call: Any = kernel
    if options.grid or options.block or options.shared:
        call = kernel[fe.Launch(grid=options.grid, block=options.block, shared=options.shared)]
    start = time.perf_counter()
    call(**placed)
    fe.synchronize(device)
    seconds = time.perf_counter() - start

    print(f"{kernel.signature}\nran on {device} in {seconds * 1e3:.2f} ms, compilation included")
    for name, rust in types.items():
        value = placed[name]
        if not isinstance(given[name], np.ndarray) or not (is_written(rust) or name in outputs):
            continue
        array = value if on_cpu else value.to_host()
        if name in outputs:
            values.save(outputs[name], array)
            print(f"wrote {outputs[name]}")
        else:
            print(f"{name} = {np.array2string(array, threshold=12, edgeitems=4, separator=', ')}")
    return OK


def is_written(rust: str) -> bool:
    """Whether a kernel may write through a parameter of this type."""
    return rust.startswith(("DisjointSlice", "&mut", "*mut")) or "Atomic" in rust


def find_kernel(module: Any, name: str) -> Any:
    """By path, or by name where that is unique."""
    from ferrule.module import KernelNotFound

    try:
        return module.kernels[name]
    except KernelNotFound as e:
        raise Failure(str(e)) from e


def match_names(kernel: Any, names: list[str], given: dict[str, Any], outputs: dict[str, Path]) -> None:
    for kind, got in (("--arg", given), ("--out", outputs)):
        unknown = [n for n in got if n not in names]
        if unknown:
            raise Failure(f"{kind} {unknown[0]}: the kernel has no such parameter\n  {kernel.signature}")
    missing = [n for n in names if n not in given]
    if missing:
        raise Failure(f"missing --arg {' --arg '.join(f'{n}=VALUE' for n in missing)}\n  {kernel.signature}")
