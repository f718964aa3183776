"""Runs the kernels of NVlabs/cuda-oxide's examples with Ferrule and checks what they compute.

    python tools/corpus_run.py CHECKOUT [--device cpu|cuda] [--only NAME ...] [--json FILE]

CHECKOUT is a folder with the project's repository.  For each example there is a driver in tools/corpus_drivers, which runs
in a process of its own, with a time limit.  With ``--device cuda`` the arrays are torch tensors on the first GPU.

The verdict of a driver is `ok`, `wrong` (a kernel computed something else), `refused` (Ferrule raised an error), `crash`
(anything else, also the end of the time limit) or `skipped` (the example needs the other device).  The exit status is 1 if
there is one that is neither `ok` nor `skipped`.

Tiers, by what of the language an example needs: A scalars, slices and control flow, B helper functions and methods of
numbers, C raw pointers, D structs, enums and their layout, E shared, constant and static memory and two dimensions,
F generics, traits, closures and iterators, G attributes and several crates, H warps and atomics, J printing and panics,
K transmute, unions, 128-bit integers, recursion and drop.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

from corpus_drivers import DRIVERS, Context, Driver
from corpus_drivers.context import EXAMPLES, Wrong

TIME_LIMIT = 180  # seconds a driver


def judge(driver: Driver, checkout: Path, device: str) -> dict[str, Any]:
    """The verdict of one driver, in this process."""
    from ferrule.errors import FerruleError

    out = {"name": driver.name, "tier": driver.tier, "verdict": "ok", "said": ""}
    start = time.perf_counter()
    if driver.only not in ("", device):
        return {**out, "verdict": "skipped", "said": f"needs {driver.only}", "seconds": 0.0}
    context = Context(checkout, driver.name, device)
    try:
        if not context.folder.is_dir():
            raise FileNotFoundError(f"the checkout has no {EXAMPLES}/{driver.name}")
        driver.run(context)
    except Wrong as e:
        out |= {"verdict": "wrong", "said": f"{e}\nseed {context.seed}"}
    except FerruleError as e:
        out |= {"verdict": "refused", "said": str(e)}
    except BaseException:
        out |= {"verdict": "crash", "said": traceback.format_exc()[-3000:]}
    return {**out, "seconds": round(time.perf_counter() - start, 2)}


def _child(queue: Any, driver: Driver, checkout: Path, device: str) -> None:
    queue.put(judge(driver, checkout, device))


def run(driver: Driver, checkout: Path, device: str) -> dict[str, Any]:
    """``judge`` in a process of its own."""
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    process = context.Process(target=_child, args=(queue, driver, checkout, device))
    start = time.perf_counter()
    process.start()
    process.join(TIME_LIMIT)
    said = f"the process ended with status {process.exitcode}"
    if process.is_alive():
        process.kill()
        process.join()
        said = f"more than {TIME_LIMIT} s"
    elif not queue.empty():
        found: dict[str, Any] = queue.get()
        return found
    seconds = round(time.perf_counter() - start, 2)
    return {"name": driver.name, "tier": driver.tier, "verdict": "crash", "said": said, "seconds": seconds}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    if not (options.checkout / EXAMPLES).is_dir():
        parser.error(f"{options.checkout} has no {EXAMPLES}")
    if unknown := [n for n in options.only if n not in DRIVERS]:
        parser.error(f"no driver for {', '.join(unknown)}")
    if options.device == "cuda":
        import torch  # noqa: F401  # once, before the processes split off; it touches no GPU until it is used
    import ferrule.codegen.llvm
    import ferrule.driver.library

    ferrule.driver.library.library()
    chosen = [d for d in DRIVERS.values() if not options.only or d.name in options.only]
    results = []
    for d in sorted(chosen, key=lambda d: (d.tier, d.name)):
        r = run(d, options.checkout, options.device)
        results.append(r)
        print(f"{r['name']:32} {r['tier']:3} {r['verdict']:8} {r['seconds']:7.2f} s", flush=True)
        if r["verdict"] not in ("ok", "skipped"):
            print("\n".join(f"    {line}" for line in r["said"].splitlines()[:30]), flush=True)
    print(f"\n{len(results)} examples on {options.device}: {dict(Counter(r['verdict'] for r in results))}")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    return int(any(r["verdict"] not in ("ok", "skipped") for r in results))


if __name__ == "__main__":
    sys.exit(main())
