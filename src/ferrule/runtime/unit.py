"""A source and what has been made of it: the cache in front of the compiler.

The compiler is imported only when something is missing from the cache.  Two levels of entries: one for a source, with
the declarations of its kernels, and one for each compiled kernel.
"""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any

from ferrule.errors import FerruleError
from ferrule.runtime import cache
from ferrule.runtime.plan import VERSION, Artifact, KernelDecl, KernelPlan

if TYPE_CHECKING:
    from collections.abc import Callable

    from ferrule.diagnostics.diagnostic import Diagnostic
    from ferrule.driver import Compilation

OPTION_DEFAULTS: dict[str, Any] = {
    "cfg": (),
    "features": (),
    "edition": "2024",
    "overflow_checks": False,
    "fp_contract": True,
    "opt_level": 3,
}
_EDITIONS = ("2015", "2018", "2021", "2024")


def check_options(options: dict[str, Any]) -> dict[str, Any]:
    """Options of `load` and `rust`, complete and of the right types."""
    out = dict(OPTION_DEFAULTS)
    for name, value in options.items():
        if name not in out:
            raise FerruleError(f"there is no option `{name}`; the options are {', '.join(out)}")
        if name in ("cfg", "features"):
            if isinstance(value, str):
                raise FerruleError(f"{name}={value!r}: pass a tuple of strings, ({value!r},)")
            value = tuple(value)
            if not all(isinstance(v, str) for v in value):
                raise FerruleError(f"{name}={value!r}: every entry must be a string")
        elif name == "edition":
            value = str(value)
            if value not in _EDITIONS:
                raise FerruleError(f"edition={value!r}: use one of {', '.join(_EDITIONS)}")
        elif name == "opt_level":
            if value not in (0, 1, 2, 3) or isinstance(value, bool):
                raise FerruleError(f"opt_level={value!r}: use 0 to 3")
        else:
            value = bool(value)
        out[name] = value
    return out


class Unit:
    """One source with its options.  ``source`` is text, or None for a file or crate at ``path``."""

    def __init__(self, source: str | None, path: str | None, name: str, options: dict[str, Any]) -> None:
        self.source = source
        self.path = path
        self.name = name
        self.options = options
        self._lock = threading.RLock()
        self._compilation: Compilation | None = None
        self._decls: list[KernelDecl] | None = None
        self._source_id = ""
        self._artifacts: dict[str, Artifact] = {}
        self._option_text = repr(sorted(options.items()))

    # ----------------------------------------------------------------------------------------------------------------
    # Declarations

    def kernels(self) -> list[KernelDecl]:
        """The kernels of the source, from the cache or the front end."""
        with self._lock:
            if self._decls is None:
                self._decls = self._from_cache()
                if self._decls is None:
                    self._decls = self._from_front_end()
            return self._decls

    def _index_key(self) -> str:
        where = "" if self.path is None else f"{self.path}\0{os.path.abspath(self.path)}"
        text = self.source if self.source is not None else ""
        return cache.key_of("index", str(VERSION), cache.compiler_hash(), self._option_text, self.name, where, text)

    def _from_cache(self) -> list[KernelDecl] | None:
        store = cache.default()
        if store.mode == "off":
            return None
        entry = store.get(self._index_key())
        if entry is None:
            return None
        header = entry[0]
        try:
            # A source on disk is only as old as its files: each must still be what it was.
            if any(_file_hash(path) != digest for path, digest in header["files"]):
                return None
            decls = [KernelDecl.from_json(d) for d in header["kernels"]]
            self._source_id = header["source"]
            return decls
        except (KeyError, TypeError, ValueError, OSError):
            return None

    def _from_front_end(self) -> list[KernelDecl]:
        compilation = self.compilation()
        decls = list(compilation.kernels)
        self._source_id = cache.key_of("source", self.name, str(self.path), compilation.source_key())
        try:
            files = [] if self.path is None else [[f, _file_hash(f)] for f in _with_manifests(compilation.files)]
        except OSError:  # gone again already: nothing to remember
            return decls
        header = {
            "kind": "index",
            "name": self.name,
            "source": self._source_id,
            "files": files,
            "kernels": [d.to_json() for d in decls],
        }
        cache.default().put(self._index_key(), header)
        return decls

    def compilation(self) -> Compilation:
        """The front end's view of the source.  Importing it is what the cache saves."""
        with self._lock:
            if self._compilation is None:
                from ferrule.driver import Compilation
                from ferrule.session import Options

                options = Options(**self.options)
                self._compilation = Compilation(source=self.source, path=self.path, name=self.name, options=options)
            return self._compilation

    def check(self) -> list[Diagnostic]:
        return self.compilation().check()

    # ----------------------------------------------------------------------------------------------------------------
    # Types

    def type_names(self) -> list[str]:
        """Paths of the structs, enums and unions of the source that have no type parameters."""
        names: list[str] = self._fact("types", "", lambda: self.compilation().type_names())
        return names

    def type_schema(self, text: str) -> str:
        """The description of a type (`runtime.schema`), given by its path or as Rust text."""
        described: str = self._fact("type", text, lambda: self.compilation().type_schema(text))
        return described

    def constants(self) -> list[tuple[str, str, str]]:
        """The statics in constant memory: (path, type in Rust, description as `runtime.schema` text)."""
        found = self._fact("constants", "", lambda: self.compilation().constants())
        return [(path, rust, text) for path, rust, text in found]

    def _fact(self, kind: str, text: str, compute: Callable[[], Any]) -> Any:
        """Something about the source, from the cache or the front end."""
        with self._lock:
            self.kernels()  # settles the source's identity
            key = cache.key_of(kind, text, str(VERSION), self._source_id, self._option_text, cache.compiler_hash())
            entry = cache.default().get(key)
            if entry is not None and "fact" in entry[0]:
                return entry[0]["fact"]
            fact = compute()
            cache.default().put(key, {"kind": kind, "fact": fact})
            return fact

    # ----------------------------------------------------------------------------------------------------------------
    # Code

    def artifact(self, kernel: str, generics: dict[str, str], target: str, arch: str) -> Artifact:
        """Compiled code of one kernel, from memory, disk or the compiler.  ``arch`` is empty for the CPU of this
        machine."""
        with self._lock:
            self.kernels()  # settles the source's identity
            host = cache.host_cpu() if target == "cpu" else ""
            parts = (
                kernel,
                repr(sorted(generics.items())),
                target,
                arch,
                host,
                self._option_text,
                cache.compiler_hash(),
            )
            key = cache.key_of("artifact", str(VERSION), self._source_id, *parts)
            found = self._artifacts.get(key)
            if found is None:
                found = self._artifacts[key] = self._load(key) or self._compile(key, kernel, generics, target, arch)
            return found

    def _load(self, key: str) -> Artifact | None:
        entry = cache.default().get(key)
        if entry is None:
            return None
        header, code = entry
        try:
            return Artifact(KernelPlan.from_json(header["plan"]), header["format"], code)
        except (KeyError, TypeError, ValueError, IndexError):
            return None

    def _compile(self, key: str, kernel: str, generics: dict[str, str], target: str, arch: str) -> Artifact:
        artifact = self.compilation().compile(kernel, generics, target, arch)
        header = {"kind": "artifact", "kernel": kernel, "plan": artifact.plan.to_json(), "format": artifact.format}
        cache.default().put(key, header, artifact.code)
        return artifact

    def emit(self, kernel: str, generics: dict[str, str], stage: str, arch: str) -> str:
        """Text of a stage of compilation."""
        with self._lock:
            return self.compilation().emit(kernel, generics, stage, arch)


def _with_manifests(files: list[str]) -> list[str]:
    """The source files, and the ``Cargo.toml`` of each one's crate: it says edition, features and dependencies."""
    manifests: dict[str, None] = {}
    for folder in {os.path.dirname(os.path.abspath(f)) for f in files}:
        while True:
            manifest = os.path.join(folder, "Cargo.toml")
            if os.path.isfile(manifest):
                manifests[manifest] = None
                break
            parent = os.path.dirname(folder)
            if parent == folder:
                break
            folder = parent
    return [*files, *manifests]


def _file_hash(path: str) -> str:
    with open(path, "rb") as f:
        return cache.key_of(f.read())
