"""Writes what follows from the intrinsic tables (``codegen/llvm/intrinsics/*.toml``): the table as a Python dict, the
Rust declarations of the library, and the page ``docs/intrinsics.md``.

    python tools/gen_intrinsics.py [--check]
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src" / "ferrule"
TABLES = SRC / "codegen" / "llvm" / "intrinsics"
CRATES = {"core": ("core", "core"), "device": ("cuda_device", "cuda_device")}  # table -> (crate, folder)
KEYS = {
    "sig", "doc", "const", "nvptx", "cpu", "llvm", "builtin", "nvptx_builtin", "cpu_builtin", "suspends", "convergent",
    "min_arch", "diverges", "result", "for", "fallback", "module", "arch_specific",
}  # fmt: skip
SIG = re.compile(r"(?P<unsafe>unsafe )?fn(?P<generics><.*?>(?=\())?(?P<rest>\(.*)", re.S)
REPEAT = re.compile(r"\[\[(\d+)\|(.*?)\|(.*?)\]\]", re.S)  # [[4|, |float {0[#]}]]
NUMBER = re.compile(r"#(?:\+(\d+))?")
GENERIC = re.compile(r"(?:const\s+)?(\w+)(?::\s*[^,]+)?")


def generics(text: str | None) -> list[str]:
    """Names of the generic parameters in ``<T, const N: u32>``."""
    if not text:
        return []
    return [m[1] for part in text[1:-1].split(",") if (m := GENERIC.match(part.strip()))]


def fill(value: Any, holes: dict[str, str]) -> Any:
    """``value`` with each ``<variable>`` and ``<variable.field>`` replaced."""
    if isinstance(value, str):
        for hole, text in holes.items():
            value = value.replace(f"<{hole}>", text)
        return value
    return {k: fill(v, holes) for k, v in value.items()} if isinstance(value, dict) else value


def numbered(text: str, number: int) -> str:
    """``text`` with # as the number, and #+2 as two more."""
    return NUMBER.sub(lambda m: str(number + int(m[1] or 0)), text)


def repeat(value: Any) -> Any:
    """``value`` with each ``[[count|separator|text]]`` written out; in the text # is the number of the copy, as in
    ``numbered``."""
    if isinstance(value, str):
        return REPEAT.sub(lambda m: m[2].join(numbered(m[3], i) for i in range(int(m[1]))), value)
    return {k: repeat(v) for k, v in value.items()} if isinstance(value, dict) else value


def chosen(values: Any, sets: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Value -> its fields, of a variable of a family: given in place, or as ``set`` or ``set: value value``."""
    if isinstance(values, list):
        return {v: {} for v in values}
    if isinstance(values, dict):
        return values
    name, _, some = values.partition(":")
    found: dict[str, dict[str, str]] = sets[name]
    return {v: found[v] for v in ("" if x == "_" else x for x in some.split())} if some else found


def expand(key: str, row: dict[str, Any], sets: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The rows that a family makes: one for each choice of its variables."""
    choices: list[dict[str, str]] = [{}]
    for variable, values in row.get("for", {}).items():
        choices = [
            {**c, variable: value, **{f"{variable}.{k}": v for k, v in fields.items()}}
            for c in choices
            for value, fields in chosen(values, sets).items()
        ]
    plain = {k: v for k, v in row.items() if k != "for"}
    rows = {}
    for c in choices:
        made = repeat(fill(fill(plain, c), c))  # twice: what is put in may have holes itself
        if "min_arch" in made:
            made["min_arch"] = int(made["min_arch"])
        rows[fill(key.partition("#")[0], c)] = made
    return rows


def table_rows(name: str) -> dict[str, dict[str, Any]]:
    """The rows of a table, families expanded."""
    rows: dict[str, dict[str, Any]] = {}
    table = tomllib.loads((TABLES / f"{name}.toml").read_text())
    sets = table.pop("sets", {})
    for key, row in table.items():
        for made, text in expand(key, row, sets).items():
            if made in rows:
                raise SystemExit(f"{name}.toml: [{made}] occurs twice")
            rows[made] = text
    return rows


def modules(rows: dict[str, dict[str, Any]]) -> list[str]:
    """Rust: a module for each that rows are given to kernels in."""
    names: dict[str, list[str]] = {}
    for key, row in rows.items():
        if "module" in row:
            names.setdefault(row["module"], []).append(key)
    out = []
    for module, keys in names.items():
        out += [f"pub mod {module} {{", "    pub use super::{"]
        out += [f"        {key}," for key in keys]
        out += ["    };", "}", ""]
    return out


def load() -> dict[str, dict[str, Any]]:
    """Row name -> row, with ``table``; a name may occur once in all tables."""
    rows: dict[str, dict[str, Any]] = {}
    for name in CRATES:
        for key, row in table_rows(name).items():
            unknown = set(row) - KEYS
            if unknown:
                raise SystemExit(f"{name}.toml: [{key}]: unknown keys {sorted(unknown)}")
            if key in rows:
                raise SystemExit(f"[{key}] is in {name}.toml and {rows[key]['table']}.toml")
            found = SIG.fullmatch(row["sig"])
            if found is None:
                raise SystemExit(f"{name}.toml: [{key}]: cannot read signature {row['sig']!r}")
            rows[key] = {**row, "table": name, "generics": generics(found["generics"])}
    return rows


def python_table(rows: dict[str, dict[str, Any]]) -> str:
    out = [
        '"""Generated from intrinsics/*.toml by tools/gen_intrinsics.py; edit the tables, not this file."""',
        "",
    ]
    out += [
        "from __future__ import annotations",
        "",
        "from typing import Any",
        "",
        "INTRINSICS: dict[str, dict[str, Any]] = {",
    ]
    for key, row in sorted(rows.items()):
        kept = {k: v for k, v in row.items() if k not in ("sig", "doc", "table", "const", "fallback", "module")}
        if "fallback" in row:
            kept["fallback"] = True
        out.append(f"    {key!r}: {kept!r},")
    return "\n".join([*out, "}", ""])


def rust(rows: dict[str, dict[str, Any]], table: str) -> str:
    out = ["//! Generated from the intrinsic tables by tools/gen_intrinsics.py; edit the tables, not this file.", ""]
    rows = {k: r for k, r in rows.items() if r["table"] == table}
    if any("fallback" in r for r in rows.values()):
        out += ["use crate::software;", ""]
    for key, row in rows.items():
        found = SIG.fullmatch(row["sig"])
        assert found is not None
        const = "const " if row.get("const") else ""
        if row.get("doc"):
            out.append(f"/// {row['doc']}")
        out.append("#[ferrule::intrinsic]")
        body = f" {{\n    {row['fallback']}\n}}" if "fallback" in row else ";"
        out.append(f"pub {const}{found['unsafe'] or ''}fn {key}{found['generics'] or ''}{found['rest']}{body}")
        out.append("")
    return "\n".join([*out, *modules(rows)])


def where(row: dict[str, Any]) -> str:
    both = "llvm" in row or "builtin" in row or "fallback" in row
    targets = [t for t in ("nvptx", "cpu") if both or t in row or f"{t}_builtin" in row]
    text = ", ".join(targets)
    if row.get("arch_specific"):
        return f"{text} (sm_{row['min_arch']}a)"
    return f"{text} (sm_{row['min_arch']}+)" if "min_arch" in row else text


def page(rows: dict[str, dict[str, Any]]) -> str:
    out = [
        "# Intrinsics",
        "",
        "Generated by `tools/gen_intrinsics.py`.  The library builds its API on these; kernels rarely name them.",
        "",
    ]
    for table, (crate, _) in CRATES.items():
        out += [f"## `{crate}::intrinsics`", "", "| name | signature | what | targets |", "|---|---|---|---|"]
        for key, row in rows.items():
            if row["table"] == table:
                sig, doc = row["sig"].replace("|", "\\|"), row.get("doc", "").replace("|", "\\|")
                out.append(f"| `{key}` | `{sig}` | {doc} | {where(row)} |")
        out.append("")
    return "\n".join(out)


def outputs() -> dict[Path, str]:
    rows = load()
    files = {
        SRC / "codegen" / "llvm" / "intrinsics_table.py": python_table(rows),
        ROOT / "docs" / "intrinsics.md": page(rows),
    }
    for table, (_, folder) in CRATES.items():
        files[SRC / "library" / folder / "intrinsics.rs"] = rust(rows, table)
    return files


def main() -> int:
    check = "--check" in sys.argv[1:]
    stale = []
    for path, text in outputs().items():
        if check:
            if not path.exists() or path.read_text() != text:
                stale.append(path.relative_to(ROOT).as_posix())
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    for name in stale:
        print(f"{name} is out of date; run python tools/gen_intrinsics.py", file=sys.stderr)
    return bool(stale)


if __name__ == "__main__":
    raise SystemExit(main())
