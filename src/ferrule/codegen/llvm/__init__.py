"""Code generation with LLVM: a kernel becomes PTX or native code, and a plan for its launchers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrule.codegen.llvm.context import ModuleCx
    from ferrule.codegen.llvm.target import Target
    from ferrule.resolve.defs import Def
    from ferrule.runtime.plan import Artifact
    from ferrule.ty.context import TyCtxt
    from ferrule.ty.ty import Args


def compile_kernel(
    tcx: TyCtxt,
    def_: Def,
    args: Args = (),
    *,
    target: str = "nvptx",
    arch: str = "",
    emit: str = "artifact",
    opt: int | None = None,
    debug: bool = True,
) -> Artifact | str:
    """Compiles the kernel ``def_`` with monomorphic ``args``.

    ``target``: ``nvptx`` or ``cpu``.  ``emit``: ``artifact``, or text: ``llvm-ir``, ``llvm-ir-opt``, ``ptx`` (nvptx),
    ``asm``.  ``debug`` adds source lines to the code.  ``opt`` defaults to the session's level.
    """
    from ferrule.runtime.plan import Artifact

    if opt is None:
        opt = tcx.session.options.opt_level
    if target == "cpu":
        from ferrule.codegen.llvm import host

        return host.compile_kernel(tcx, def_, args, arch=arch, emit=emit, opt=opt)
    if target != "nvptx":
        raise ValueError(f"unknown target {target!r}")
    from ferrule.codegen.llvm import ptx
    from ferrule.codegen.llvm.launch_facts import annotate
    from ferrule.codegen.llvm.nvptx import NvptxTarget

    arch = arch or "sm_80"
    ptx.ptx_version(arch)
    cx = lower_module(tcx, NvptxTarget(arch, tcx.session.options.fp_contract), def_, args, debug)
    assert cx.kernel is not None
    k = cx.kernel
    ir = annotate(cx.render(), k.max_threads, k.exact_block, k.contract.domain if k.contract is not None else 3)
    if emit == "llvm-ir":
        return ir
    if emit == "llvm-ir-opt":
        return str(ptx.optimised(ir, arch, opt)[0])
    text = ptx.emit(ir, arch, opt)
    if emit in ("ptx", "asm"):
        return text
    shared = sum(s.layout.size for s in cx.statics.values() if s.kind == "shared")
    return Artifact(cx.kernel.plan(cx, shared), "ptx", text.encode())


def lower_module(tcx: TyCtxt, target: Target, def_: Def, args: Args, debug: bool = False) -> ModuleCx:
    """Lowers the kernel and all it reaches; ``render()`` gives the LLVM IR."""
    from ferrule.codegen.llvm.context import ModuleCx
    from ferrule.codegen.llvm.debuginfo import DebugInfo
    from ferrule.codegen.llvm.kernel import KernelInfo
    from ferrule.codegen.llvm.lower import lower_all, lower_kernel
    from ferrule.ty.data import Instance

    cx = ModuleCx(tcx, target)
    cx.root = Instance(def_, args)
    if debug:
        cx.debug = DebugInfo(cx)
    cx.kernel = KernelInfo(cx, cx.root)
    cx.unique(cx.kernel.entry)
    lower_kernel(cx)
    lower_all(cx)
    target.after_kernel(cx)
    target.finish(cx)
    return cx
