"""``ferrule cache``: what the cache of compiled kernels holds."""

from __future__ import annotations

import argparse

from ferrule.cli import OK


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--clear", action="store_true", help="remove every entry")


def main(options: argparse.Namespace) -> int:
    from ferrule.runtime import cache

    store = cache.default()
    if options.clear:
        print(f"removed {entries(store.clear())} from {store.directory}")
        return OK
    stats = store.stats()
    size = f"{stats.size / 1e6:.1f} of {stats.limit / 1e6:.0f} MB"
    print(f"{stats.directory} ({stats.mode}): {entries(stats.entries)}, {size}")
    if store.why_off:
        print(f"off because {store.why_off}")
    return OK


def entries(n: int) -> str:
    return f"{n} {'entry' if n == 1 else 'entries'}"
