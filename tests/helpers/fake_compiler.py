"""A stand-in for the compiler and for compiled code, so that modules and launches are tested without either.

`FakeCompilation` has the surface of `ferrule.driver.Compilation` over declarations that a test writes down; the
artifacts it makes carry a plan laid out as CUDA does it.  `FakeRunner` stands for the loaded code of the CPU device and
records launches.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ferrule.errors import CompileError
from ferrule.runtime.args import Encoder
from ferrule.runtime.dtypes import TABLE, canonical
from ferrule.runtime.launch import Dim3, Launch, Limits, validate
from ferrule.runtime.plan import Artifact, KernelDecl, KernelPlan, ParamDecl, ParamPlan, Site


def param(name: str, rust: str) -> ParamDecl:
    """A declaration from its Rust text, for the forms the tests use."""
    text = rust.replace("'_ ", "")
    if text.startswith("DisjointSlice<"):
        inner = text[len("DisjointSlice<") : -1]
        elem, _, space = inner.partition(",")
        return ParamDecl(name, rust, "slice", elem.strip(), True, space.strip() or "Index1D")
    if text.startswith(("&mut [", "&[")):
        return ParamDecl(name, rust, "slice", text[text.index("[") + 1 : -1], text.startswith("&mut"))
    if text.startswith("*"):
        _, mut, elem = text.split(" ", 1)[0][0], text.startswith("*mut"), text.split(" ", 1)[1]
        return ParamDecl(name, rust, "pointer", elem, mut)
    if text.startswith("PhantomData"):
        return ParamDecl(name, rust, "zst", "")
    if text in TABLE:
        return ParamDecl(name, rust, "scalar", text)
    if text.startswith("&") or "<" in text:
        return ParamDecl(name, rust, "value", "")
    return ParamDecl(name, rust, "generic", text)


def decl(
    name: str, *params: tuple[str, str], generics: tuple[tuple[str, str, str], ...] = (), path: str = "", doc: str = ""
) -> KernelDecl:
    declared = tuple(param(n, r) for n, r in params)
    given = ", ".join(f"{n}: {r}" for n, r in params)
    head = ", ".join(f"const {n}: {t}" if k == "const" else n for n, k, t in generics)
    return KernelDecl(
        name, path or name, declared, generics, f"fn {name}{f'<{head}>' if head else ''}({given})", doc, 1
    )


def plan_of(d: KernelDecl, generics: dict[str, str], target: str = "cpu", arch: str = "", **fields: Any) -> KernelPlan:
    """Lay the parameters out as CUDA does."""
    params, at = [], 0
    for p in d.params:
        elem = generics.get(p.elem, p.elem)
        space = p.space
        for name, value in generics.items():
            space = space.replace(f"<{name}>", f"<{value}>")
        row_width = space.startswith("Runtime")
        known = TABLE.get(elem)
        size_of = known.size if known else 0
        kind = "scalar" if p.kind == "generic" else p.kind
        size, align = {"slice": (24 if row_width else 16, 8), "pointer": (8, 8), "zst": (0, 1)}.get(
            kind, (size_of, size_of or 1)
        )
        at = -(-at // align) * align
        params.append(ParamPlan(p.name, p.rust, kind, elem, at, size, align, size_of, p.mut, False, space, row_width))
        at += size
    grid = next((i for i, p in enumerate(params) if p.space), -1)
    base = KernelPlan(
        d.name, f"{d.name}_entry", d.signature, d.doc, target, arch, tuple(params), at, fields.pop("sites", ()),
        grid_param=grid, grid_space=params[grid].space if grid >= 0 else "",
    )  # fmt: skip
    return base._replace(**fields)


class FakeCompilation:
    """One instance a module; ``log`` collects what the runtime asked for."""

    declarations: list[KernelDecl] = []
    constant_decls: list[tuple[str, str, str]] = []
    plan_fields: dict[str, Any] = {}
    log: list[tuple[Any, ...]] = []
    files: list[str] = []

    def __init__(self, *, source: str | None, path: str | None, name: str, options: Any) -> None:
        self.log.append(("new", name))
        self.source, self.path, self.name, self.options = source, path, name, options
        text = source if source is not None else Path(path or "").read_text(encoding="utf-8")
        if "syntax error" in text:
            raise CompileError("error: expected item")
        self.text = text
        self.files = [] if path is None else [path]

    @property
    def kernels(self) -> list[KernelDecl]:
        return self.declarations

    def constants(self) -> list[tuple[str, str, str]]:
        return self.constant_decls

    def source_key(self) -> bytes:
        return self.text.encode()

    def check(self) -> list[Any]:
        return []

    def compile(self, kernel_path: str, generic_args: dict[str, str], target: str, arch: str) -> Artifact:
        self.log.append(("compile", kernel_path, dict(generic_args), target, arch))
        d = next(k for k in self.declarations if k.path == kernel_path)
        code = b"// ptx of " + kernel_path.encode() if target == "nvptx" else b"host code"
        return Artifact(
            plan_of(d, generic_args, target, arch, **self.plan_fields), "ptx" if target == "nvptx" else "elf", code
        )

    def emit(self, kernel_path: str, generic_args: dict[str, str], stage: str, arch: str) -> str:
        self.log.append(("emit", kernel_path, dict(generic_args), stage, arch))
        return f"{stage} of {kernel_path}"


class FakeRunner:
    """Stands for `CpuLoaded`: checks and packs for real, and records instead of running."""

    runs: list[FakeRunner.Run] = []

    class Run:
        def __init__(self, plan: KernelPlan, grid: Dim3, block: Dim3, launch: Launch, params: bytes) -> None:
            self.plan, self.grid, self.block, self.launch, self.params = plan, grid, block, launch, params

    def __init__(self, artifact: Artifact) -> None:
        self.plan = artifact.plan
        self.encoder = Encoder(artifact.plan)
        self.limits = Limits()

    def run(self, launch: Launch, grid: Dim3, block: Dim3, fields: list[Any], views: list[Any]) -> None:
        validate(self.plan, self.limits, launch, grid, block)
        FakeRunner.runs.append(FakeRunner.Run(self.plan, grid, block, launch, self.encoder.packer.pack(*fields)))


@contextmanager
def installed(*declarations: KernelDecl, **plan_fields: Any) -> Iterator[type[FakeCompilation]]:
    """Put the fakes in place of `ferrule.driver` and of the CPU device."""
    from ferrule.runtime import dispatch

    fake = type(
        "FakeCompilation",
        (FakeCompilation,),
        {"declarations": list(declarations), "plan_fields": plan_fields, "log": []},
    )
    module = types.ModuleType("ferrule.driver")
    module.Compilation = fake  # type: ignore[attr-defined]
    old_module, old_loaded = sys.modules.get("ferrule.driver"), dispatch.CpuLoaded
    sys.modules["ferrule.driver"] = module
    dispatch.CpuLoaded = FakeRunner  # type: ignore[assignment, misc]
    FakeRunner.runs = []
    try:
        yield fake
    finally:
        dispatch.CpuLoaded = old_loaded  # type: ignore[misc]
        if old_module is None:
            del sys.modules["ferrule.driver"]
        else:
            sys.modules["ferrule.driver"] = old_module


__all__ = ["FakeCompilation", "FakeRunner", "Site", "canonical", "decl", "installed", "param", "plan_of"]

# A program that launches one kernel and then says whether it compiled it; on a hit it checks what was imported.
COUNTING = """
import sys
from tests.helpers.fake_compiler import FakeRunner, decl, installed
import ferrule as fe

SAXPY = decl("saxpy", ("a", "f32"), ("x", "&[f32]"), ("y", "DisjointSlice<f32>"))
with installed(SAXPY) as fake:
    m = fe.rust("text")
    m.saxpy(2.0, fe.empty(300, "f32", "cpu"), fe.empty(300, "f32", "cpu"))
    assert len(FakeRunner.runs) == 1
    compiled = sum(c[0] == "compile" for c in fake.log)
    if not compiled:
        assert fake.log == [], fake.log
        heavy = {"numpy", "llvmlite", "torch", "cuda", "dataclasses", "inspect", "ferrule.session"}
        parts = ("syntax", "resolve", "hir", "infer", "traits", "thir", "mir", "borrowck", "codegen", "ty", "library")
        front = tuple(f"ferrule.{p}" for p in parts)
        found = heavy & set(sys.modules) | {n for n in sys.modules if n.startswith(front)}
        assert not found, found
    print("compiled", compiled)
"""
