"""The CPU as a target: what lowering asks of it, and compilation to a loadable artifact.

How a kernel runs is told in ``host_entry.py``; what it finds in memory, in ``runtime/cpu/abi.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.codegen.llvm import (
    consts,
    host_builtins,
    host_coroutine,
    host_entry,
    host_object,
    host_runtime,
    host_wide,
    intrinsics,
    lower_module,
    optimize,
    printf,
)
from ferrule.codegen.llvm.context import ModuleCx, Static
from ferrule.codegen.llvm.function import FunctionCx
from ferrule.codegen.llvm.target import Target
from ferrule.codegen.llvm.value import Operand
from ferrule.mir import body as m
from ferrule.mir.passes.inline import SuspendingInliner
from ferrule.runtime.cpu import abi
from ferrule.runtime.plan import Artifact, Printf
from ferrule.ty import ty as t
from ferrule.ty.data import Instance
from ferrule.ty.layout import align_to

if TYPE_CHECKING:
    from ferrule.resolve.defs import Def
    from ferrule.ty.context import TyCtxt


_TWICE = 2000  # lines of IR: larger kernels are not compiled a second time for launches along x


class HostTarget(Target):
    """This machine's processor.  One instance serves one kernel."""

    name = "cpu"
    hidden_params = (("ptr", "%rt"),)
    panic_returns = True
    builtins = host_builtins.BUILTINS

    def __init__(self, fp_contract: bool = False) -> None:
        self.triple = host_object.host_triple()
        self.data_layout = host_object.data_layout()
        self.arch = f"{host_object.host_cpu()} {host_object.host_features()}"
        self.fp_contract = fp_contract
        self.shared_size = 0
        self._inliner: SuspendingInliner | None = None
        self.coroutine = False
        self._symbol = ""  # of the kernel's function

    # ------------------------------------------------------------------------------------------------------ bodies
    def inliner(self, cx: ModuleCx) -> SuspendingInliner:
        if self._inliner is None:
            assert cx.root is not None

            def suspends(d: Def) -> bool:
                return intrinsics.suspends(d.name)

            self._inliner = SuspendingInliner(cx.mono, cx.root, suspends, cx.unsupported)
            self.coroutine = self._inliner.needed
        return self._inliner

    def mir_of(self, cx: ModuleCx, instance: Instance) -> tuple[m.Body, t.Args]:
        if instance == cx.root and self.inliner(cx).needed:
            return self.inliner(cx).body(), ()
        return cx.tcx.mir(instance.def_), instance.args

    def is_coroutine(self, fx: FunctionCx) -> bool:
        """Whether ``fx`` is the kernel's own function, and threads can wait in it."""
        return fx.is_kernel and self.coroutine

    def waiting_name(self, span: int, intrinsic: str) -> str:
        """What the user calls at ``span``: the name in messages about threads that wait there."""
        path = self._inliner.names.get(span, "") if self._inliner is not None else ""
        parts = path.split("::")
        return "::".join(parts[-2:]) + "()" if path else intrinsic

    # ----------------------------------------------------------------------------------------------------- control
    def emit_return(self, fx: FunctionCx, value: str) -> None:
        if self.is_coroutine(fx):
            fx.out.extend(host_coroutine.exit_lines(fx.reg().lstrip("%")))
        else:
            fx.emit(f"ret {value}")

    def emit_panic(self, fx: FunctionCx, site: int, caller: str, values: list[str]) -> None:
        name = host_runtime.panic_name(self.coroutine, len(values), caller != "-1")
        args = [f"i32 {site}"] + ([f"i32 {caller}"] if caller != "-1" else []) + [f"i64 {v}" for v in values]
        fx.emit(f"call void @{name}(ptr %rt, {', '.join(args)})")
        fx.default_return()

    def emit_abort(self, fx: FunctionCx) -> None:
        self.emit_panic(fx, abi.SITE_ABORT, "-1", [])

    def after_call(self, fx: FunctionCx) -> None:
        at = fx.let(f"getelementptr inbounds i8, ptr %rt, i64 {abi.THREAD['panicked']}")
        flag = fx.let(f"load i32, ptr {at}")
        bad = fx.let(f"icmp ne i32 {flag}, 0")
        with fx.cold_block("panicked") as label:
            fx.default_return()
        go = fx.label()
        fx.emit(f"br i1 {bad}, label %{label}, label %{go}")
        fx.begin(go)

    # ----------------------------------------------------------------------------------------------------- statics
    def define_static(self, cx: ModuleCx, static: Static) -> str:
        lay, name = static.layout, static.symbol
        if static.kind == "shared":
            align = max(static.align, 16)  # a later view as vectors finds them aligned
            static.offset = (self.shared_size + align - 1) // align * align
            self.shared_size = static.offset + lay.size
            return ""
        align = max(lay.align, 16 if lay.size >= 16 else lay.align)
        if static.kind == "constant":  # written by the host: not a constant to LLVM
            cx.globals.append(f"@{name} = dso_local global [{lay.size} x i8] zeroinitializer, align {align}")
            return f"@{name}"
        cx.globals.append("")  # keeps the place: an initialiser may define other globals
        at = len(cx.globals) - 1
        static.address = f"@{name}"
        body = consts.initialiser(cx, cx.tcx.const_eval(static.def_, ()), lay)
        kind = "dso_local global" if static.mutable else "internal constant"
        cx.globals[at] = f"@{name} = {kind} {body}, align {align}"
        return static.address

    def static_address(self, fx: FunctionCx, static: Static) -> str:
        if static.kind != "shared":
            return static.address
        base = fx.let("call ptr @fe.shared(ptr %rt)")
        if not static.offset:
            return base
        return fx.let(f"getelementptr inbounds i8, ptr {base}, i64 {static.offset}")

    def dynamic_shared(self, fx: FunctionCx) -> str:
        """Behind the statics, whose size is known when all functions are done: ``finish`` defines the constant."""
        base = fx.let("call ptr @fe.shared(ptr %rt)")
        size = fx.let("load i64, ptr @fe.dynamic_offset")
        return fx.let(f"getelementptr inbounds i8, ptr {base}, i64 {size}")

    # ------------------------------------------------------------------------------------------------------ printf
    def emit_printf(self, fx: FunctionCx, fmt: m.Format, operands: list[Operand]) -> str:
        text, args = printf.c_format(fx, fmt, operands)
        lengths = {o.a: o.b for o in operands if o.kind == "pair"}
        slots: list[tuple[str, str]] = []  # (type, value)
        for a in args:
            slots.append((a.ty, a.value))
            if a.dtype == "str":
                slots.append(("i64", lengths[a.value]))
        record = Printf(text, tuple(a.dtype for a in args))
        if record not in fx.cx.printfs:
            fx.cx.printfs.append(record)
        number = fx.cx.printfs.index(record)
        at = fx.let(f"call ptr @fe.printf(ptr %rt, i32 {number}, i64 {8 * len(slots)})")
        for i, (ty, value) in enumerate(slots):
            p = fx.let(f"getelementptr inbounds i8, ptr {at}, i64 {8 * i}") if i else at
            if ty == "i32":
                ty, value = "i64", fx.let(f"zext i32 {value} to i64")
            fx.emit(f"store {ty} {value}, ptr {p}, align 8")
        return str(len(args))

    # ------------------------------------------------------------------------------------------------------ kernel
    def prologue(self, fx: FunctionCx) -> None:
        if not fx.is_kernel:
            return
        if self.coroutine:
            fx.out.extend(host_coroutine.begin_lines())
            fx.block = "coro.start"
        assert fx.cx.kernel is not None
        for f in fx.cx.kernel.flat:
            if f.byval:  # each thread has a copy of its own, under the name that lowering uses
                fx.allocas.append(f"  {f.register} = alloca [{f.size} x i8], align {f.align}")
                fx.cx.stack += f.size
                at = min(f.offset & -f.offset or 16, 16)
                fx.copy_bytes(f.register, f.align, f"{f.register}.in", at, str(f.size))

    def kernel_head(self, cx: ModuleCx, fx: FunctionCx, params: list[str]) -> str:
        assert cx.kernel is not None
        params = [
            f"ptr noalias readonly {f.register}.in" if f.byval else p
            for p, f in zip(params, cx.kernel.flat, strict=True)
        ]
        self._symbol = cx.unique("_Rkernel")
        if not self.coroutine:
            return f"define internal void @{self._symbol}({', '.join(['ptr %rt', *params])}) alwaysinline nounwind {{"
        fx.tail.extend(host_coroutine.end_lines())
        head = ", ".join(["ptr %rt", "ptr %frame", *params])
        return f"define internal ptr @{self._symbol}({head}) {host_coroutine.ATTRIBUTES} {{"

    def after_kernel(self, cx: ModuleCx) -> None:
        assert cx.kernel is not None
        flat = [host_entry.EntryParam(f.type, f.offset, f.byval) for f in cx.kernel.flat]
        starts, n = [], 0
        for p in cx.kernel.params:
            starts.append(n)
            n += len(p.flat)
        # The quick loop assumes indices below every length: an absent slice must not keep the others from it.
        slices = [p.plan.kind == "slice" and not p.plan.optional for p in cx.kernel.params]
        lengths = [at + 1 for at, is_slice in zip(starts, slices, strict=True) if is_slice]
        small = sum(f.count("\n") for f in cx.functions) < _TWICE
        entry = host_entry.entry_ir(entry_symbol(cx), self._symbol, flat, self.coroutine, small, lengths)
        cx.functions.append(entry)

    def function_attrs(self, cx: ModuleCx, instance: Instance) -> str:
        return "noredzone" if "windows" in self.triple else ""

    def finish(self, cx: ModuleCx) -> None:
        # The dynamic part begins where the statics end, at a multiple of `abi.SHARED_ALIGN`.
        assert cx.kernel is not None
        if cx.kernel.shared_alignment > abi.SHARED_ALIGN:
            self.shared_size = align_to(self.shared_size, cx.kernel.shared_alignment)
        cx.globals.append(f"@fe.shared_static = internal constant i32 {self.shared_size}")
        cx.globals.append(f"@fe.dynamic_offset = internal constant i64 {abi.dynamic_offset(self.shared_size)}")


def entry_symbol(cx: ModuleCx) -> str:
    """A name that no function of the C library has: LLVM must not take the entry of a kernel `memcpy` for that."""
    assert cx.kernel is not None
    return f"kernel.{cx.kernel.entry}"


def compile_kernel(
    tcx: TyCtxt, def_: Def, args: t.Args, *, arch: str = "", emit: str = "artifact", opt: int = 3
) -> Artifact | str:
    """Compiles the kernel ``def_`` for this machine (``arch`` must be empty or ``cpu``).

    ``emit``: ``artifact``, or text: ``llvm-ir``, ``llvm-ir-opt``, ``asm``.
    """
    if arch not in ("", "cpu"):
        raise ValueError(f"the CPU device compiles for this machine only, not for {arch!r}")
    target = HostTarget()
    cx = lower_module(tcx, target, def_, args)
    text = cx.render()
    ir = host_object.join(text, host_runtime.runtime_ir(target.coroutine), host_wide.wide_ir(text))
    if emit == "llvm-ir":
        return ir
    code = host_object.optimise(ir, optimize.level(ir, opt))
    if emit == "llvm-ir-opt":
        return code.ir
    if emit != "artifact":
        return code.asm
    assert cx.kernel is not None
    plan = cx.kernel.plan(cx, target.shared_size)
    return Artifact(plan._replace(entry=entry_symbol(cx), coroutine=target.coroutine), "elf", code.object)
