"""The names of Rust's own library (``std_names.toml``), and which of them Ferrule's library lacks.

Read only for diagnostics: a method that Rust has and this library lacks is not an error of the program, so it gets a G-code.
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

TABLE = Path(__file__).with_name("std_names.toml")
# Traits whose methods every type of std may have, through blanket impls that need text or a heap.
ANY_TYPE = frozenset({"to_string", "to_owned", "type_id"})


@functools.cache
def names() -> dict[str, dict[str, frozenset[str]]]:
    """Names by section (``primitive``, ``type``, ``trait``) and receiver."""
    with TABLE.open("rb") as file:
        table = tomllib.load(file)
    return {section: {k: frozenset(v.split()) for k, v in rows.items()} for section, rows in table.items()}


def row_of(ty: t.Ty) -> frozenset[str]:
    """The names that std has for the outermost constructor of ``ty``; empty for types that are not std's."""
    rows = names()["primitive"]
    match ty:
        case t.Int():
            return rows["int" if ty.signed else "uint"]
        case t.Adt(d, _):
            return names()["type"].get(d.name, frozenset()) if d.crate.name == "core" else frozenset()
        case t.Float() | t.Bool() | t.Char() | t.Str() | t.Slice() | t.Array() | t.Ptr():
            return rows[{"ptr": "pointer"}.get(ty.kind, ty.kind)]
    return frozenset()


def std_has(steps: list[t.Ty], name: str) -> t.Ty | None:
    """The first of the autoderef ``steps`` for which std has an inherent method (or associated function) called ``name``."""
    return next((ty for ty in steps if name in row_of(ty)), None)


def std_trait_with(name: str) -> list[str]:
    """The traits of std that have a method called ``name``."""
    return [trait for trait, methods in names()["trait"].items() if name in methods]


def lacking(tcx: TyCtxt) -> dict[str, list[str]]:
    """What is left to write: the names in the table that no type or trait of the library has, by receiver."""
    wanted = {key: methods for rows in names().values() for key, methods in rows.items()}
    return {k: sorted(wanted[k] - have) for k, have in _library_names(tcx).items() if wanted[k] - have}


def surplus(tcx: TyCtxt) -> dict[str, list[str]]:
    """Public names of the library that the table does not have: a program that uses one is not Rust."""
    wanted = {key: methods for rows in names().values() for key, methods in rows.items()}
    return {k: sorted(have - wanted[k]) for k, have in _library_names(tcx).items() if have - wanted[k]}


def _library_names(tcx: TyCtxt) -> dict[str, set[str]]:
    """Public associated functions of the library, by receiver of the table."""
    from ferrule.resolve.defs import DefKind
    from ferrule.traits.index import inherent_impls

    core = tcx.crates[0]
    kinds = (DefKind.STRUCT, DefKind.ENUM, DefKind.UNION, DefKind.TRAIT)
    # The first of a name: `Ordering` is that of `cmp`, not that of atomics.
    by_name = {d.name: d for d in reversed(core.defs) if d.kind in kinds}
    samples: dict[str, list[t.Ty]] = {
        "bool": [t.BOOL],
        "char": [t.CHAR],
        "int": [t.I8, t.I32],
        "uint": [t.U8, t.U32],
        "float": [t.F32, t.F64],
        "str": [t.STR],
        "slice": [t.mk_slice(t.U8)],
        "array": [t.mk_array(t.U8, 1)],
        "pointer": [t.mk_ptr(t.U8, False), t.mk_ptr(t.U8, True)],
    }
    out: dict[str, set[str]] = {}
    for section, rows in names().items():
        for key in rows:
            if section == "primitive":
                containers = [impl for ty in samples[key] for impl in inherent_impls(tcx, ty)]
            elif key in by_name:
                d = by_name[key]
                containers = [d] if section == "trait" else inherent_impls(tcx, t.mk_adt(d, ()))
            else:
                containers = []
            out[key] = {
                c.name
                for container in containers
                for c in container.children
                if c.kind is DefKind.ASSOC_FN
                and not c.name.startswith("__")  # a trait's own machinery
                and (section == "trait" or c.vis.module is None)
            }
    return out
