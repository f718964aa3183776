"""``ferrule cache``: what the cache of compiled kernels holds."""

from __future__ import annotations

import argparse

from ferrule.cli import OK


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--clear", action="store_true", help="remove every entry")


def main(options: argparse.Namespace) -> int:
    from ferrule.runtime import cache

    folder = cache.directory()
    if options.clear:
        print(f"removed {cache.clear()} entries from {folder}")
        return OK
    count, size = cache.usage()
    print(f"{folder}: {count} entries, {size / 1e6:.1f} MB")
    return OK
