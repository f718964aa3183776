"""``ferrule demo``: the whole way of every gallery kernel, on the CPU and on each GPU."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ferrule.cli import INPUT_AT_FAULT, MACHINE_AT_FAULT, OK, Failure


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--output", type=Path, default=Path("ferrule-demo"), metavar="DIR",
                        help="where the pictures go (default: %(default)s)")  # fmt: skip
    parser.add_argument("--device", help="only this device: cpu, cuda:0, ...")
    parser.add_argument("--kernel", help="only the kernels whose name contains this")


def main(options: argparse.Namespace) -> int:
    from ferrule.gallery import examples

    require_packages()
    chosen = [e for e in examples() if not options.kernel or options.kernel in e.name]
    if not chosen:
        raise Failure(f"no kernel of the gallery has `{options.kernel}` in its name")
    backends = list(devices(options.device))
    compile_all(sorted({e.file for e in chosen}))
    passed = run_all(chosen, backends)
    if not options.kernel:
        write_pictures(backends, options.output)
        count_words(backends[-1])
    if not passed:
        print("error: results outside their tolerance, see the table", file=sys.stderr)
        return INPUT_AT_FAULT
    return OK


def require_packages() -> None:
    from importlib.util import find_spec

    missing = [package for package in ("PIL", "matplotlib") if find_spec(package) is None]
    if missing:
        raise Failure("the demo needs Pillow and Matplotlib: pip install 'ferrule[demo]'", MACHINE_AT_FAULT)


def devices(only: str | None) -> Iterator[Any]:
    """A backend for each device asked for."""
    import ferrule as fe
    from ferrule.gallery.harness import Device, Host

    found = [fe.device(only)] if only else fe.devices()
    for device in found:
        yield Host() if str(device) == "cpu" else Device(device)


def compile_all(files: list[str]) -> None:
    """Front end first, on its own: its time is not that of the kernels."""
    from ferrule.gallery import module

    start = time.perf_counter()
    for i, file in enumerate(files, 1):
        with progress(f"[{i}/{len(files)}] checking {file}"):
            module(file).check()
    print(f"checked {len(files)} Rust files in {time.perf_counter() - start:.2f} s\n")


def run_all(chosen: list[Any], backends: list[Any]) -> bool:
    from ferrule.gallery.harness import run

    print(f"{'kernel':16} {'device':8} {'size':>16} {'error':>10} {'time':>11}   result")
    passed, total, done = True, len(chosen) * len(backends), 0
    for example in chosen:
        for backend in backends:
            done += 1
            with progress(f"[{done}/{total}] {example.name} on {backend.name}"):
                outcome = run(example, example.demo_size, backend, repeat=3)
            passed &= outcome.ok
            row = f"{example.name:16} {backend.name:8} {size(example.demo_size):>16} {outcome.error:10.1e}"
            print(f"{row} {duration(outcome.seconds):>11}   {'ok' if outcome.ok else 'WRONG'}", flush=True)
    return passed


def write_pictures(backends: list[Any], folder: Path) -> None:
    from ferrule.gallery import pictures

    folder.mkdir(parents=True, exist_ok=True)
    photo = pictures.photograph()
    print()
    for backend in backends:
        device = backend.name.replace(":", "")
        for name, make in pictures.ALL.items():
            with progress(f"{name} on {backend.name}"):
                made = make(backend)
                if made is None:
                    continue
                path = folder / f"{name}-{device}.png"
                pictures.write(path, made)
            frames, note = (made, f", {len(made)} frames") if isinstance(made, list) else ([made], "")
            print(f"wrote {path}  ({frames[0].shape[1]}x{frames[0].shape[0]}{note})", flush=True)
    if photo is None:
        print("no photograph: this Matplotlib comes without its sample data, so what is made of it was left out")


def count_words(backend: Any) -> None:
    """What the hash map is for, shown once."""
    from ferrule.gallery import hash_map

    counts = hash_map.most_frequent_words(backend, 8)
    words = ", ".join(f"{word} {count:,}" for word, count in counts)
    print(f"\nthe most frequent words of Python's reference, by the hash map on {backend.name}: {words}")


def size(value: Any) -> str:
    return "x".join(f"{n:,}" for n in value) if isinstance(value, tuple) else f"{value:,}"


def duration(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


@contextmanager
def progress(text: str) -> Iterator[None]:
    """Shows what is being done while it is done, where a person is watching."""
    shown = sys.stderr.isatty()
    if shown:
        print(f"\r\x1b[2K{text} ...", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if shown:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
