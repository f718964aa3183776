"""From a path to syntax trees: the files of ``mod x;``, crate folders with ``Cargo.toml`` and their path dependencies.

Only what a manifest says of paths is read: package and library names, ``path`` dependencies (``workspace = true``
looked up in the workspace).  Other dependencies, procedural macros and crates of the host (``HOST``) are crates that kernels
do not have: naming them is an error only where a kernel uses what they hold.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from ferrule.errors import FerruleError
from ferrule.library import CRATES
from ferrule.syntax import ast, cfg
from ferrule.syntax.parser import parse_crate

if TYPE_CHECKING:
    from ferrule.session import Session

# Crates that the library stands in for, and the host side of CUDA's Rust, of which nothing runs on a device.
LIBRARY = (*CRATES, "std", "alloc")
HOST = ("cuda_core", "cuda_host", "cuda_async", "cuda_macros", "cuda_bindings", "cust")
_ROOTS = ("src/lib.rs", "src/main.rs", "lib.rs", "main.rs")


class Loaded(NamedTuple):
    """Crates in the order of their dependencies, the asked-for one last; ``externs[crate]`` maps the names in its paths
    to crates, or to None for those that Ferrule does not have."""

    crates: list[tuple[str, ast.Crate]]
    externs: dict[str, dict[str, str | None]]


def load_text(session: Session, name: str, source: str) -> Loaded:
    """One crate from text.  ``mod x;`` in it has no file to name, so it is an error (E0583)."""
    tree = parse_crate(session, session.source_map.add(name, source))
    _ModuleLoader(session, name).load(tree.items, None, name)
    return Loaded([(_crate_name(name), tree)], {})


def load_path(session: Session, path: str) -> ast.Crate:
    """The tree of the crate whose root is the file ``path``, with the files of its modules in it."""
    text = _read(session, path, path)
    if text is None:
        raise FerruleError(f"cannot read `{path}`: no such file")
    tree = parse_crate(session, session.source_map.add(path, text))
    _ModuleLoader(session, path).load(tree.items, os.path.dirname(path), path)
    return tree


def load_crates(session: Session, path: str) -> Loaded:
    """The crate at ``path`` (a ``.rs`` file, a ``Cargo.toml`` or a folder) after those that it depends on by path."""
    path = os.fspath(path)
    if os.path.basename(path) == "Cargo.toml":
        path = os.path.dirname(path) or "."
    if not os.path.isdir(path):
        if not os.path.exists(path):
            raise FerruleError(f"cannot read `{path}`: no such file or folder")
        return Loaded([(_crate_name(path), load_path(session, path))], {})
    loader = _PackageLoader(session)
    loader.package(path, main=True)
    return Loaded(loader.crates, loader.externs)


def _crate_name(path: str) -> str:
    stem = os.path.splitext(os.path.basename(path))[0]
    name = re.sub(r"\W", "_", stem)
    return f"_{name}" if not name or name[0].isdigit() else name


def _read(session: Session, path: str, shown: str, span: int = 0) -> str | None:
    """The text of a file; None if there is none.  Text that is not UTF-8 is reported and read as empty."""
    try:
        with open(path, encoding="utf-8", newline="") as f:
            return f.read()
    except UnicodeDecodeError:
        session.diag.error("", f"couldn't read `{shown}`: stream did not contain valid UTF-8", span)
        return ""
    except OSError:
        return None


# -------------------------------------------------------------------------------------------------------------- modules
class _ModuleLoader:
    """Fills ``mod x;`` of one crate."""

    def __init__(self, session: Session, root: str) -> None:
        self.session = session
        self.stack = [root]

    def load(self, items: list[ast.Item], folder: str | None, file: str, inline: bool = False) -> None:
        """``folder`` is where the files of modules in ``items`` lie; None where there are no files at all."""
        for item in items:
            if not isinstance(item, ast.Mod):
                continue
            if not cfg.process(self.session, item.attrs):
                if item.items is None:
                    item.items = []  # not configured in: its file need not be there
                continue
            name = item.ident.name
            path = self.attribute(item)
            if item.items is not None:
                inner = path if path is not None else name
                self.load(item.items, os.path.join(folder, inner) if folder is not None else None, file, inline=True)
            else:
                # A `path` is relative to the file that says so; inside an inline module to that module's folder.
                self.file(item, name, path, folder, folder if inline else os.path.dirname(file))

    @staticmethod
    def attribute(item: ast.Mod) -> str | None:
        for a in item.attrs:
            if a.path == "path" and a.value is not None:
                return str(a.value.value)
        return None

    def file(self, item: ast.Mod, name: str, path: str | None, folder: str | None, path_base: str | None) -> None:
        item.items = []
        if folder is None:
            self.missing(item, name, f"{name}.rs", f"{name}/mod.rs")
            return
        if path is not None:
            found = os.path.join(path_base or "", path)
            inner = os.path.dirname(found)
            if not os.path.isfile(found):
                self.session.diag.error("", f"couldn't read `{found}`: No such file or directory", item.span)
                return
        else:
            flat, nested = os.path.join(folder, f"{name}.rs"), os.path.join(folder, name, "mod.rs")
            here, there = os.path.isfile(flat), os.path.isfile(nested)
            if here and there:
                self.session.diag.error(
                    "E0761", f'file for module `{name}` found at both "{flat}" and "{nested}"', item.span
                ).help("delete or rename one of them to remove the ambiguity")
                return
            if not here and not there:
                self.missing(item, name, flat, nested)
                return
            found, inner = (flat if here else nested), os.path.join(folder, name)
        if found in self.stack:
            chain = " -> ".join(f'"{f}"' for f in [*self.stack[self.stack.index(found) :], found])
            self.session.diag.error("", f"circular modules: {chain}", item.span)
            return
        text = _read(self.session, found, found, item.span)
        if text is None:
            self.missing(item, name, found, found)
            return
        tree = parse_crate(self.session, self.session.source_map.add(found, text))
        item.items = tree.items
        item.inner_attrs = [*item.inner_attrs, *tree.attrs]
        self.stack.append(found)
        self.load(item.items, inner, found)
        self.stack.pop()

    def missing(self, item: ast.Mod, name: str, flat: str, nested: str) -> None:
        d = self.session.diag.error("E0583", f"file not found for module `{name}`", item.span)
        d.help(f'to create the module `{name}`, create file "{flat}" or "{nested}"')
        d.note(f"if there is a `mod {name}` elsewhere in the crate already, import it with `use crate::...` instead")


# ------------------------------------------------------------------------------------------------------------- packages
class _PackageLoader:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.crates: list[tuple[str, ast.Crate]] = []
        self.externs: dict[str, dict[str, str | None]] = {}
        self.names: dict[str, str] = {}  # folder -> crate name
        self.loading: list[str] = []

    def package(self, folder: str, main: bool = False) -> str | None:
        """Loads the package in ``folder`` after its dependencies; its crate's name, or None without Rust source."""
        key = os.path.realpath(folder)
        if key in self.names:
            return self.names[key]
        manifest = _manifest(folder)
        if manifest.get("lib", {}).get("proc-macro") and not main:
            return None  # runs inside rustc
        package = manifest.get("package", {})  # a package with both lib.rs and main.rs is its library
        lib = manifest.get("lib", {})
        root = self.root_file(folder, manifest, main)
        if root is None:
            if main:
                raise FerruleError(f"`{folder}` has no Rust source: expected src/lib.rs or src/main.rs")
            return None
        name = str(lib.get("name") or package.get("name") or os.path.basename(os.path.abspath(folder)))
        name = re.sub(r"\W", "_", name)
        if key in self.loading:
            raise FerruleError(f"cyclic package dependency: package `{name}` depends on itself")
        self.loading.append(key)
        externs: dict[str, str | None] = {}
        for alias, where in _dependencies(folder, manifest):
            if alias in LIBRARY:
                continue  # the library stands in for it
            externs[alias] = self.package(where) if where is not None and alias not in HOST else None
        self.loading.pop()
        while any(name == n for n, _ in self.crates):
            name += "_"
        self.names[key] = name
        self.externs[name] = externs
        self.crates.append((name, load_path(self.session, root)))
        return name

    @staticmethod
    def root_file(folder: str, manifest: dict[str, Any], main: bool) -> str | None:
        lib = manifest.get("lib", {}).get("path")
        if lib is not None:
            return os.path.join(folder, str(lib))
        for candidate in _ROOTS if main else ("src/lib.rs", "lib.rs"):
            path = os.path.join(folder, *candidate.split("/"))
            if os.path.isfile(path):
                return path
        for b in manifest.get("bin", []):
            if main and isinstance(b, dict) and "path" in b:
                return os.path.join(folder, str(b["path"]))
        return None


def _manifest(folder: str) -> dict[str, Any]:
    path = os.path.join(folder, "Cargo.toml")
    if not os.path.isfile(path):
        return {}
    import tomllib

    try:
        with open(path, "rb") as f:
            return tomllib.load(f)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise FerruleError(f"cannot parse `{path}`: {e}") from None


def _dependencies(folder: str, manifest: dict[str, Any]) -> list[tuple[str, str | None]]:
    """(name in paths, folder) of every dependency; no folder for those that are not given by a path."""
    tables = [manifest.get("dependencies", {})]
    tables += [t.get("dependencies", {}) for t in manifest.get("target", {}).values() if isinstance(t, dict)]
    out: dict[str, str | None] = {}
    for alias, value in (pair for table in tables for pair in table.items()):
        name = alias.replace("-", "_")
        out.setdefault(name, None)
        base = folder
        if isinstance(value, dict) and value.get("workspace"):
            base, value = _workspace_dependency(folder, alias) or (folder, None)
        if isinstance(value, dict) and isinstance(value.get("path"), str):
            out[name] = os.path.normpath(os.path.join(base, value["path"]))
    return list(out.items())


def _workspace_dependency(folder: str, name: str) -> tuple[str, dict[str, Any]] | None:
    here = os.path.abspath(folder)
    while True:
        manifest = _manifest(here)
        if "workspace" in manifest:
            value = manifest["workspace"].get("dependencies", {}).get(name)
            return (here, value) if isinstance(value, dict) else None
        parent = os.path.dirname(here)
        if parent == here:
            return None
        here = parent
