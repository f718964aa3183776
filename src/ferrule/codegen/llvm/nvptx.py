"""NVIDIA GPUs: LLVM's NVPTX back end."""

from __future__ import annotations

from ferrule.codegen.llvm import consts, printf
from ferrule.codegen.llvm.context import ModuleCx, Static
from ferrule.codegen.llvm.function import FunctionCx
from ferrule.codegen.llvm.target import Target
from ferrule.codegen.llvm.value import Operand
from ferrule.mir import body as m
from ferrule.runtime.plan import NO_CALLER, PANIC_SYMBOL

GLOBAL, SHARED, CONSTANT = 1, 3, 4
DYNAMIC_SHARED = "__ferrule_dynamic_shared"


class NvptxTarget(Target):
    """One GPU architecture (``sm_80``, ``sm_90a`` ...).

    A panic fills the module's record, if the host gave it one, and ends the thread: the context stays usable."""

    name = "nvptx"
    triple = "nvptx64-nvidia-cuda"
    # Any function may reach a barrier, and until it is inlined LLVM must not copy a call of it into both sides of a branch.  LLVM
    # takes the attribute away again where nothing below needs it.
    kernel_attrs = "convergent"
    data_layout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

    def __init__(self, arch: str = "sm_80", fp_contract: bool = True) -> None:
        self.arch = arch
        self.fp_contract = fp_contract

    # ------------------------------------------------------------------------------------------------------ panics
    def emit_panic(self, fx: FunctionCx, site: int, caller: str, values: list[str]) -> None:
        args = ", ".join(f"i64 {v}" for v in values)
        count = len(values)
        fx.emit(f"call void @__ferrule_panic_{count}(i32 {site}, i32 {caller}{', ' if args else ''}{args})")
        fx.emit("unreachable")
        _panic_function(fx.cx, count)

    def emit_abort(self, fx: FunctionCx) -> None:
        fx.call_llvm("void", "llvm.trap", [])
        fx.emit("unreachable")

    # ----------------------------------------------------------------------------------------------------- statics
    def define_static(self, cx: ModuleCx, static: Static) -> str:
        lay, name = static.layout, static.symbol
        if static.kind == "shared":
            cx.globals.append(
                f"@{name} = internal addrspace({SHARED}) global [{lay.size} x i8] undef, align {static.align}"
            )
            return _generic(name, SHARED)
        if static.kind == "constant":  # written by the host: visible, and not a constant to LLVM
            body = f"[{lay.size} x i8] zeroinitializer"
            head = f"@{name} = addrspace({CONSTANT}) externally_initialized global"
            cx.globals.append(f"{head} {body}, align {static.align}")
            return _generic(name, CONSTANT)
        cx.globals.append("")  # keeps the place: an initialiser may define other globals
        at = len(cx.globals) - 1
        static.address = _generic(name, GLOBAL)
        body = consts.initialiser(cx, cx.tcx.const_eval(static.def_, ()), lay)
        kind = "global" if static.mutable else "constant"
        linkage = "" if static.mutable else "internal "
        cx.globals[at] = f"@{name} = {linkage}addrspace({GLOBAL}) {kind} {body}, align {static.align}"
        return static.address

    def constant_table(self, cx: ModuleCx, symbol: str, body: str, align: int) -> str:
        cx.globals.append(f"@{symbol} = private unnamed_addr addrspace({GLOBAL}) constant {body}, align {align}")
        return _generic(symbol, GLOBAL)

    def dynamic_shared(self, fx: FunctionCx) -> str:
        if fx.cx.once(DYNAMIC_SHARED):
            k = fx.cx.kernel
            align = max(128, k.shared_alignment if k is not None else 1)
            fx.cx.globals.append(f"@{DYNAMIC_SHARED} = external addrspace({SHARED}) global [0 x i8], align {align}")
        return _generic(DYNAMIC_SHARED, SHARED)

    # ------------------------------------------------------------------------------------------------------ printf
    def emit_printf(self, fx: FunctionCx, fmt: m.Format, operands: list[Operand]) -> str:
        """vprintf takes the format and a buffer of the promoted operands, each at its natural alignment."""
        text, args = printf.c_format(fx, fmt, operands)
        format_ = fx.cx.blob(consts.byte_body(text.encode() + b"\0"), 1, "fmt")
        size = 0
        offsets = []
        for a in args:
            size = -(-size // a.size) * a.size
            offsets.append(size)
            size += a.size
        buffer = "null"
        if args:
            buffer = fx.raw_alloca(f"[{size} x i8]", 8)
            for a, offset in zip(args, offsets):
                at = fx.let(f"getelementptr inbounds nuw i8, ptr {buffer}, i64 {offset}") if offset else buffer
                fx.emit(f"store {a.ty} {a.value}, ptr {at}, align {a.size}")
        return fx.call_llvm("i32", "vprintf", [("ptr", format_), ("ptr", buffer)])

    # ------------------------------------------------------------------------------------------------------- entry
    def kernel_pointer_type(self) -> str:
        return f"ptr addrspace({GLOBAL})"  # the host passes addresses of global memory: loads become ld.global

    def kernel_pointer(self, fx: FunctionCx, register: str) -> str:
        return fx.let(f"addrspacecast ptr addrspace({GLOBAL}) {register} to ptr")

    def kernel_head(self, cx: ModuleCx, fx: FunctionCx, params: list[str]) -> str:
        assert cx.kernel is not None
        k = cx.kernel
        attrs = ["nounwind"]
        if k.exact_block is not None:
            attrs.append(f'"nvvm.reqntid"="{_dims(k.exact_block)}"')
        elif k.max_threads is not None:
            attrs.append(f'"nvvm.maxntid"="{k.max_threads}"')
        if k.min_blocks:
            attrs.append(f'"nvvm.minctasm"="{k.min_blocks}"')
        if k.cluster is not None:
            attrs.append(f'"nvvm.cluster_dim"="{_dims(k.cluster)}"')
        debug = f" !dbg {fx.debug.scope}" if fx.debug is not None else ""
        return f"define ptx_kernel void @{k.entry}({', '.join(params)}) {' '.join(attrs)}{debug} {{"

    def finish(self, cx: ModuleCx) -> None:
        if not cx.once("panic-global"):
            cx.globals.append(f"@{PANIC_SYMBOL} = addrspace({GLOBAL}) externally_initialized global i64 0, align 8")


def _dims(dims: tuple[int, int, int]) -> str:
    return ",".join(map(str, dims))


def _generic(symbol: str, space: int) -> str:
    return f"addrspacecast (ptr addrspace({space}) @{symbol} to ptr)"


def _panic_function(cx: ModuleCx, count: int) -> None:
    """``__ferrule_panic_N(site, caller, values...)``: the first thread to come fills the record (layout in
    runtime/plan.py)."""
    if not cx.once(f"panic{count}"):
        return
    cx.once("panic-global")
    params = ", ".join(f"i64 %v{i}" for i in range(count))
    lines = [
        f"define internal void @__ferrule_panic_{count}(i32 %site, i32 %caller{', ' if count else ''}{params}) "
        "cold noinline noreturn nounwind {",
        f"  %at = load i64, ptr addrspace({GLOBAL}) @{PANIC_SYMBOL}, align 8",
        "  %none = icmp eq i64 %at, 0",
        "  br i1 %none, label %end, label %claim",
        "claim:",
        f"  %record = inttoptr i64 %at to ptr addrspace({GLOBAL})",
        f"  %old = cmpxchg ptr addrspace({GLOBAL}) %record, i32 0, i32 1 "
        'syncscope("device") monotonic monotonic, align 4',
        "  %won = extractvalue { i32, i1 } %old, 1",
        "  br i1 %won, label %write, label %end",
        "write:",
    ]

    def put(offset: int, ty: str, value: str) -> None:
        lines.append(f"  %f{offset} = getelementptr i8, ptr addrspace({GLOBAL}) %record, i64 {offset}")
        lines.append(f"  store {ty} {value}, ptr addrspace({GLOBAL}) %f{offset}, align {4 if ty == 'i32' else 8}")

    put(4, "i32", "%site")
    put(8, "i32", "%caller")
    for base, register in ((16, "ctaid"), (28, "tid")):
        for i, axis in enumerate("xyz"):
            name = f"llvm.nvvm.read.ptx.sreg.{register}.{axis}"
            cx.declare(name, "i32", "")
            lines.append(f"  %{register}{axis} = call i32 @{name}()")
            put(base + 4 * i, "i32", f"%{register}{axis}")
    for i in range(count):
        put(40 + 8 * i, "i64", f"%v{i}")
    cx.declare("llvm.nvvm.exit", "void", "")
    lines += [
        "  fence release",
        f"  store atomic i32 2, ptr addrspace({GLOBAL}) %record release, align 4",
        "  br label %end",
        "end:",
        "  call void @llvm.nvvm.exit()",
        "  unreachable",
        "}",
        "",
    ]
    assert NO_CALLER == 0xFFFFFFFF  # -1 as i32
    cx.functions.append("\n".join(lines))
