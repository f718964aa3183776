"""From instances to LLVM functions: signatures, attributes, and the worklist."""

from __future__ import annotations

from ferrule.codegen.describe import is_freeze
from ferrule.codegen.llvm import shims, terminators, types
from ferrule.codegen.llvm.context import FnAbi, ModuleCx
from ferrule.codegen.llvm.function import FunctionCx
from ferrule.codegen.llvm.kernel import KernelParam
from ferrule.codegen.llvm.value import Operand, PlaceRef
from ferrule.mir.mono import reachable_blocks
from ferrule.syntax.hygiene import words
from ferrule.ty import ty as t
from ferrule.ty.data import Instance
from ferrule.ty.layout import Layout


def lower_all(cx: ModuleCx) -> None:
    """Lowers every instance that was asked for, and what those ask for."""
    while (instance := cx.next_instance()) is not None:
        lower_instance(cx, instance)


def lower_instance(cx: ModuleCx, instance: Instance) -> None:
    body, args = cx.target.mir_of(cx, instance)
    fx = FunctionCx(cx, instance, body, args)
    abi = cx.abi(instance)
    symbol = cx.symbol(instance)
    fx.ret_type, fx.ret_layout = abi.ret_type, abi.output
    fx.name = instance.def_.path
    if cx.debug is not None:
        fx.debug = cx.debug.subprogram(fx.name, symbol, body.span)
        if fx.debug is not None:
            fx.dbg = f", !dbg {fx.debug.location(body.span)}"
    if abi.track_caller:
        fx.caller = "%caller"
    order = reachable_blocks(body)
    preds = fx.analyse(order)
    fx.block = "start"
    cx.target.prologue(fx)
    params = [f"{ty} {reg}" for ty, reg in cx.target.hidden_params]
    if abi.sret:
        params.append(f"ptr noalias writable dereferenceable({abi.output.size}) align {abi.output.align} %ret")
        fx.locals[0] = PlaceRef(abi.output, "%ret")
    for i, (lay, op) in enumerate(zip(abi.inputs, shims.bind(fx, abi.inputs))):
        params += param(cx, i, lay, op)
        fx.bind_argument(i + 1, op)
    if abi.track_caller:
        params.append("i32 %caller")
    terminators.lower_blocks(fx, order, preds)
    add_function(fx, symbol, abi, params)


def param(cx: ModuleCx, i: int, lay: Layout, op: Operand) -> list[str]:
    """The LLVM parameters of argument ``i`` with what its type promises."""
    if op.kind == "zst":
        return []
    if op.kind == "mem":
        return [f"ptr noalias dereferenceable({lay.size}) align {lay.align} {op.a}"]
    if op.kind == "imm":
        return [f"{types.imm_type(lay.scalar)}{pointer_attrs(cx, lay.ty, lay)} {op.a}"]
    a, b = lay.pair
    first = pointer_attrs(cx, lay.ty, lay) if isinstance(lay.ty, t.Ref) else ""
    return [f"{types.imm_type(a)}{first} {op.a}", f"{types.imm_type(b)} {op.b}"]


def pointer_attrs(cx: ModuleCx, ty: t.Ty, lay: Layout) -> str:
    """``noalias`` and friends for a reference."""
    if not isinstance(ty, t.Ref):
        return ""
    pointee = cx.layout(ty.ty)
    text = " nonnull"
    if pointee.size and not pointee.unsized:
        text += f" dereferenceable({pointee.size})"
    if pointee.align > 1:
        text += f" align {pointee.align}"
    if ty.mut:
        return text + " noalias"
    return text + " noalias readonly" if is_freeze(cx.tcx, ty.ty) else text


def add_function(fx: FunctionCx, symbol: str, abi: FnAbi, params: list[str]) -> None:
    cx = fx.cx
    assert fx.instance is not None
    attrs = [
        inline_attr(cx, fx.instance),
        "nounwind",
        cx.target.kernel_attrs,
        cx.target.function_attrs(cx, fx.instance),
    ]
    if abi.output.uninhabited and not cx.target.panic_returns:
        # It ends in a panic.  Inlined, its panics join the caller's (panic_blocks); a call left in the code costs registers.
        attrs[0] = "alwaysinline"
        attrs.append("noreturn")
    debug = f" !dbg {fx.debug.scope}" if fx.debug is not None else ""
    head = f"define internal {abi.ret_type} @{symbol}({', '.join(params)}) {' '.join(a for a in attrs if a)}{debug} {{"
    cx.functions.append("\n".join([head, "start:", *fx.allocas, *fx.out, *fx.tail, "}", ""]))


def inline_attr(cx: ModuleCx, instance: Instance) -> str:
    d = instance.def_
    attr = d.attr("inline")
    if attr is not None:
        texts = words(attr.tokens.texts) if attr.tokens is not None else []
        if "always" in texts:
            return "alwaysinline"
        if "never" in texts:
            return "noinline"
        return "inlinehint"
    if d.attr("cold") is not None:
        return "cold"
    return ""


def lower_kernel(cx: ModuleCx) -> None:
    """Lowers the kernel itself: its Rust arguments are put together from the flattened parameters of ``cx.kernel``."""
    kernel = cx.kernel
    assert kernel is not None
    instance = kernel.instance
    body, args = cx.target.mir_of(cx, instance)
    fx = FunctionCx(cx, instance, body, args)
    fx.is_kernel = True
    fx.ret_layout = cx.layout(fx.mono(body.locals[0].ty))
    fx.name = instance.def_.path
    if cx.debug is not None:
        fx.debug = cx.debug.subprogram(fx.name, kernel.entry, body.span)
        if fx.debug is not None:
            fx.dbg = f", !dbg {fx.debug.location(body.span)}"
    order = reachable_blocks(body)
    preds = fx.analyse(order)
    fx.block = "start"
    cx.target.prologue(fx)
    for i, p in enumerate(kernel.params):
        fx.bind_argument(i + 1, kernel_argument(fx, p))
    terminators.lower_blocks(fx, order, preds)
    pointer = cx.target.kernel_pointer_type()
    params = []
    for f in kernel.flat:
        ty = "ptr" if f.byval else pointer if f.type == "ptr" else f.type
        params.append(" ".join(x for x in (ty, f.attrs, f.register) if x))
    head = cx.target.kernel_head(cx, fx, params)
    cx.functions.append("\n".join([head, "start:", *fx.allocas, *fx.out, *fx.tail, "}", ""]))


def kernel_argument(fx: FunctionCx, p: KernelParam) -> Operand:
    """A Rust argument from the flat parameters that carry it."""
    lay = p.layout
    if not p.flat:
        return Operand(lay, "zst")
    if p.plan.kind == "value":
        return fx.load(PlaceRef(lay, p.flat[0].register))
    values = [fx.target.kernel_pointer(fx, f.register) if f.type == "ptr" else f.register for f in p.flat]
    if lay.abi == "scalar":
        value = fx.let(f"trunc nuw i8 {values[0]} to i1") if lay.scalar.is_bool else values[0]
        return Operand(lay, "imm", value)
    if lay.abi == "pair":
        # A DisjointSlice may keep its fields in either order.
        a, b = values if lay.pair[0].prim == "ptr" else values[::-1]
        return Operand(lay, "pair", a, b)
    return disjoint_with_width(fx, lay, values)


def disjoint_with_width(fx: FunctionCx, lay: Layout, values: list[str]) -> Operand:
    """A DisjointSlice of a runtime index space: pointer, length, row width, in the order of its own layout."""
    place = PlaceRef(lay, fx.alloca(lay))

    def put(lay: Layout, base: PlaceRef) -> None:
        for i, ty in enumerate(lay.fields):
            at = fx.field(base, i)
            if at.layout.size == 0:
                continue
            if isinstance(ty, t.Adt) and at.layout.abi != "scalar":
                put(at.layout, at)
                continue
            s = at.layout.scalar
            if s.prim == "ptr":
                fx.store_scalar(at.ptr, s, values[0], at.align)
            elif s.bits == 64:
                fx.store_scalar(at.ptr, s, values[1], at.align)
            else:
                fx.store_scalar(at.ptr, s, fx.let(f"trunc i64 {values[2]} to i32"), at.align)

    put(lay, place)
    return fx.load(place)
