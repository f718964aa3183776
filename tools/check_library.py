"""Type-checks and borrow-checks the library with rustc, as ``no_core`` crates.

    python tools/check_library.py            checks every crate of it
    python tools/check_library.py -o DIR     keeps the generated crates there

The library's sources are taken as they are, with a few textual changes for what rustc wants differently: lang items
that only Ferrule has are dropped, those that only rustc needs come from tools/lang_shim.rs, and the functions in
``core::intrinsics`` and ``cuda_device::intrinsics``, which have no body, get one.  Needs rustc 1.95 (RUSTC_BOOTSTRAP
enables the unstable features); the lang items are those of that version.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from gen_intrinsics import modules, table_rows

from ferrule.library import CRATES
from ferrule.resolve.imports import BUILTIN_MACROS

ROOT = Path(__file__).resolve().parent.parent

LIBRARY = ROOT / "src/ferrule/library"
TABLES = ROOT / "src/ferrule/codegen/llvm/intrinsics"

FEATURES = """\
#![feature(no_core, lang_items, intrinsics, rustc_attrs, auto_traits, decl_macro)]
#![feature(unboxed_closures, prelude_import)]
#![feature(register_tool, f16, never_type, negative_impls, transparent_unions, const_precise_live_drops)]
#![allow(internal_features, unused, unused_features, incomplete_features, non_snake_case)]
#![allow(unused_comparisons, non_upper_case_globals, clippy::all, stable_features, dead_code)]
#![no_core]
#![register_tool(ferrule)]
"""

PRELUDE = "#[macro_use]\nextern crate core;\n#[prelude_import]\nuse core::prelude::v1::*;\n"

# Lang items of ours that rustc does not know.
OUR_LANG_ITEMS = {
    "shared_array", "dynamic_shared", "barrier", "disjoint_slice", "constant_memory", "thread_index", "uniform",
    "fmod_f32", "fmod_f64", "Result", "ControlFlow", "Try", "FromResidual",
}  # fmt: skip


def signature(name: str, row: dict[str, object]) -> tuple[str, str]:
    """(head up to the parameter list, the rest) of the Rust declaration of an intrinsic."""
    sig = str(row["sig"])
    match = re.fullmatch(r"(unsafe )?fn(<.*?>)?(\(.*)", sig)
    if match is None:
        raise SystemExit(f"{name}: cannot read the signature {sig!r}")
    unsafe, generics, rest = match.groups(default="")
    const = "const " if row.get("const") else ""
    return f"pub {const}{unsafe}fn {name}{generics}", rest


def intrinsics(table: Path) -> str:
    """The module of intrinsics that a table describes, with bodies that do not return."""
    lines = ["use core::prelude::v1::*;" if table.stem == "device" else "use crate::prelude::v1::*;"]
    rows = table_rows(table.stem)
    if any("fallback" in row for row in rows.values()):
        lines.append("use crate::software;")
    for name, row in rows.items():
        head, rest = signature(name, row)
        lines.append(f"{head}{rest} {{ {row.get('fallback', 'loop {}')} }}")
    return "\n".join([*lines, *modules(rows)]) + "\n"


def convert(text: str) -> str:
    """Source of the library as rustc wants it."""

    def lang(match: re.Match[str]) -> str:
        return "" if match[1] in OUR_LANG_ITEMS else match[0]

    text = re.sub(r'#\[lang = "(\w+)"\]', lang, text)
    text = text.replace("pub trait Sized {}", "pub trait Sized: crate::lang_shim::MetaSized {}")
    text = re.sub(r"pub trait (Fn|FnMut|FnOnce)<Args>", r"pub trait \1<Args: crate::lang_shim::Tuple>", text)
    text = re.sub(r"impl<Args, F: Fn", "impl<Args: crate::lang_shim::Tuple, F: Fn", text)
    text = text.replace("RangeInclusiveStruct", "RangeInclusive")
    return text


def generate(out: Path) -> None:
    """Writes the crates as rustc wants them."""
    for crate in CRATES:
        source = LIBRARY / crate
        for path in sorted(source.rglob("*.rs")):
            target = out / crate / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(convert(path.read_text()))
    shim = (ROOT / "tools/lang_shim.rs").read_text()
    (out / "core/lang_shim.rs").write_text(shim)
    core = out / "core/lib.rs"
    text = core.read_text().replace("pub mod intrinsics;", "#[macro_use]\npub mod lang_shim;\npub mod intrinsics;", 1)
    core.write_text(FEATURES + "#![rustc_coherence_is_core]\n" + text)
    (out / "core/intrinsics.rs").write_text(intrinsics(TABLES / "core.toml"))
    (out / "cuda_device/intrinsics.rs").write_text(intrinsics(TABLES / "device.toml"))
    for crate in CRATES[1:]:
        # Attributes of ours stand for procedural macros, which these crates re-export: any macro will do.
        names = [n for n in BUILTIN_MACROS.get(crate, ()) if crate != "cuda_device"]
        macros = "".join(f"pub macro {n} {{ () => {{}} }}\n" for n in names)
        root = out / crate / "lib.rs"
        doc, _, rest = root.read_text().partition("\n\n")
        root.write_text(f"{FEATURES}{doc}\n{PRELUDE}{macros}{rest}")


def rustc(*args: str) -> subprocess.CompletedProcess[str]:
    env = dict(os.environ, RUSTC_BOOTSTRAP="1")
    return subprocess.run(["rustc", "--edition", "2024", *args], env=env, text=True, capture_output=True)


def check(out: Path) -> int:
    """Number of crates that rustc rejects."""
    failed = 0
    for crate in CRATES:
        root = out / crate / "lib.rs"
        if not root.exists():
            continue
        args = [
            "--crate-type",
            "lib",
            "--emit=metadata",
            "--crate-name",
            crate,
            "-L",
            str(out),
            "--out-dir",
            str(out),
            str(root),
        ]
        for other in CRATES[: CRATES.index(crate)]:
            args += ["--extern", f"{other}={out / f'lib{other}.rmeta'}"]
        done = rustc(*args)
        sys.stderr.write(done.stderr)
        print(f"{crate}: {'rejected' if done.returncode else 'accepted'}")
        failed += done.returncode != 0
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--out", type=Path, help="where to keep the generated crates")
    args = parser.parse_args()
    if args.out:
        generate(args.out)
        return check(args.out)
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        return check(Path(folder))


if __name__ == "__main__":
    sys.exit(main())
