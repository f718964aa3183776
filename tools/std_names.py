"""Writes src/ferrule/library/std_names.toml: the names of the stable methods of Rust's library, by type and trait.

    python tools/std_names.py [--check] [--missing]

The names are read from the documentation that rustup installs (`rustup component add rust-docs`).  The table tells a name that
Rust does not have (an error in the program, with rustc's code) from one that only Ferrule's library lacks (a G-code), and
``--missing`` lists the latter: what is left to write.
"""

from __future__ import annotations

import argparse
import html
import re
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "src/ferrule/library/std_names.toml"

# Section of the table -> pages of the documentation.  Integers share a section: their pages differ in a few names by sign.
PRIMITIVES = {
    "bool": ["bool"],
    "char": ["char"],
    "int": ["i8", "i16", "i32", "i64", "i128", "isize"],
    "uint": ["u8", "u16", "u32", "u64", "u128", "usize"],
    "float": ["f32", "f64"],
    "str": ["str"],
    "slice": ["slice"],
    "array": ["array"],
    "pointer": ["pointer"],
}
TYPES = {
    "Option": "option/enum.Option",
    "Result": "result/enum.Result",
    "Ordering": "cmp/enum.Ordering",
    "Reverse": "cmp/struct.Reverse",
    "Cell": "cell/struct.Cell",
    "UnsafeCell": "cell/struct.UnsafeCell",
    "RefCell": "cell/struct.RefCell",
    "MaybeUninit": "mem/union.MaybeUninit",
    "ManuallyDrop": "mem/struct.ManuallyDrop",
    "NonNull": "ptr/struct.NonNull",
    "NonZero": "num/struct.NonZero",
    "Wrapping": "num/struct.Wrapping",
    "Saturating": "num/struct.Saturating",
    "Range": "ops/struct.Range",
    "RangeFrom": "ops/struct.RangeFrom",
    "RangeTo": "ops/struct.RangeTo",
    "RangeInclusive": "ops/struct.RangeInclusive",
    "RangeToInclusive": "ops/struct.RangeToInclusive",
    "Bound": "ops/enum.Bound",
    "ControlFlow": "ops/enum.ControlFlow",
    "AtomicBool": "sync/atomic/struct.AtomicBool",
    "AtomicI32": "sync/atomic/struct.AtomicI32",
    "AtomicU32": "sync/atomic/struct.AtomicU32",
    "AtomicI64": "sync/atomic/struct.AtomicI64",
    "AtomicU64": "sync/atomic/struct.AtomicU64",
    "Peekable": "iter/struct.Peekable",
    "Chunks": "slice/struct.Chunks",
    "ChunksExact": "slice/struct.ChunksExact",
    "Duration": "time/struct.Duration",
}
TRAITS = {
    "Iterator": "iter/trait.Iterator",
    "DoubleEndedIterator": "iter/trait.DoubleEndedIterator",
    "ExactSizeIterator": "iter/trait.ExactSizeIterator",
    "Ord": "cmp/trait.Ord",
    "PartialOrd": "cmp/trait.PartialOrd",
}

_METHOD = re.compile(r'<section id="(?:ty)?method\.([A-Za-z0-9_]+?)(?:-\d+)?" class="method">')
_HEAD = '<div id="implementations-list">'
_END = re.compile(
    r'<h2 id="(?:trait-implementations|deref-methods-|synthetic-implementations|foreign-impls|implementors)'
)


def documentation() -> Path | None:
    """The folder of the installed documentation of std."""
    sysroot = subprocess.run(["rustc", "+stable", "--print", "sysroot"], capture_output=True, text=True, check=True)
    pages = Path(sysroot.stdout.strip()) / "share/doc/rust/html/std"
    return pages if pages.is_dir() else None


def stable_methods(page: str) -> set[str]:
    """Own methods and associated functions of a page; those of its trait implementations come later on it."""
    end = _END.search(page)
    body = page[: end.start()] if end else page
    start = body.find(_HEAD)
    body = body[max(start, 0) :]
    found = set()
    marks = list(_METHOD.finditer(body))
    for i, m in enumerate(marks):
        stop = marks[i + 1].start() if i + 1 < len(marks) else len(body)
        head = body[m.start() : stop].split('<div class="docblock">')[0]
        if "stab unstable" not in head:
            found.add(html.unescape(m.group(1)))
    return found


def collect() -> dict[str, dict[str, list[str]]]:
    pages = documentation()
    if pages is None:
        sys.exit("std_names.py: no documentation: rustup component add rust-docs")

    def read(name: str) -> set[str]:
        return stable_methods((pages / f"{name}.html").read_text())

    return {
        "primitive": {k: sorted(set().union(*(read(f"primitive.{p}") for p in ps))) for k, ps in PRIMITIVES.items()},
        "type": {k: sorted(read(p)) for k, p in TYPES.items()},
        "trait": {k: sorted(read(p)) for k, p in TRAITS.items()},
    }


def render(table: dict[str, dict[str, list[str]]], version: str) -> str:
    out = [
        f"# Written by tools/std_names.py from the documentation of {version}.  Names of stable methods, by receiver."
    ]
    for section, rows in table.items():
        out.append(f"\n[{section}]")
        for key, names in rows.items():
            text = textwrap.fill(" ".join(names), 118, break_long_words=False)
            out.append(f'{key} = """\n{text}"""')
    return "\n".join(out) + "\n"


def version() -> str:
    """The release that is installed: `rustc 1.95.0`."""
    return subprocess.run(["rustc", "+stable", "--version"], capture_output=True, text=True).stdout.split(" (")[0]


def current() -> str:
    """The table as the installed documentation has it."""
    return render(collect(), version())


def missing() -> None:
    from ferrule.driver.library import from_source
    from ferrule.library.std_names import lacking
    from ferrule.ty.context import TyCtxt

    library, session = from_source()
    for section, names in lacking(TyCtxt(session, library.crates)).items():
        print(f"{section} ({len(names)}):", *textwrap.wrap(" ".join(names), 116), sep="\n    ")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the file instead of writing it")
    parser.add_argument("--missing", action="store_true", help="list what Ferrule's library lacks")
    options = parser.parse_args()
    if options.missing:
        missing()
        return 0
    if options.check:
        return int(TABLE.read_text() != current())
    TABLE.write_text(current())
    return 0


if __name__ == "__main__":
    sys.exit(main())
