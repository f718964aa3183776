"""Functions without MIR of their own: what a function pointer to a constructor, closure or #[track_caller] function
runs,
and drop glue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.codegen.llvm import types
from ferrule.codegen.llvm.function import FunctionCx
from ferrule.codegen.llvm.value import Operand, PlaceRef
from ferrule.mir import body as m
from ferrule.mir.mono import Callee
from ferrule.ty.data import Instance
from ferrule.ty.layout import Layout

if TYPE_CHECKING:
    from ferrule.codegen.llvm.context import ModuleCx


def reify(cx: ModuleCx, callee: Callee, span: int) -> str:
    """The address of a function that behaves as calling ``callee`` does, with the plain calling convention."""
    instance = callee.instance
    if callee.kind == "fn" and not cx.abi(instance).track_caller and not instance.shim:
        return f"@{cx.symbol(instance)}"
    if callee.kind == "fn" and not instance.shim:
        abi = cx.abi(instance)
        return _shim(cx, ("reify", instance), abi.inputs, abi.output, callee)
    if callee.kind == "ctor":
        from ferrule.ty.fold import erase_regions, subst

        sig = cx.tcx.fn_sig(instance.def_)
        inputs = tuple(cx.layout(cx.tcx.normalize(erase_regions(subst(i, instance.args)))) for i in sig.inputs)
        output = cx.layout(cx.tcx.normalize(erase_regions(subst(sig.output, instance.args))))
        return _shim(cx, ("ctor", instance), inputs, output, callee)
    raise cx.unsupported("G0104", f"a function pointer to `{instance.def_.name}` is not supported", span)


def closure_pointer(cx: ModuleCx, instance: Instance) -> str:
    """The address of a closure without captures, called without its environment."""
    key = ("closure", instance)
    found = cx.shims.get(key)
    if found is None:
        abi = cx.abi(instance)
        found = cx.shims[key] = f"@{cx.unique('_Rclosure_fn')}"
        fx = new_function(cx, "closure")
        args = bind(fx, abi.inputs[1:])
        env_lay = abi.inputs[0]
        env = Operand(env_lay, "zst") if env_lay.size == 0 else Operand(env_lay, "imm", "inttoptr (i64 1 to ptr)")
        from ferrule.codegen.llvm import calls

        dest = PlaceRef(abi.output, "%ret") if abi.sret else None
        result = calls.call_instance(fx, instance, [env, *args], dest)
        finish(fx, found[1:], abi.inputs[1:], abi.output, result)
    return found


def _shim(cx: ModuleCx, key: tuple[str, Instance], inputs: tuple[Layout, ...], output: Layout, callee: Callee) -> str:
    found = cx.shims.get(key)
    if found is None:
        found = cx.shims[key] = f"@{cx.unique('_R' + key[0] + '_' + callee.instance.def_.name)}"
        fx = new_function(cx, callee.instance.def_.name)
        from ferrule.codegen.llvm import calls

        args = bind(fx, inputs)
        sret = output.abi == "memory" and not output.uninhabited
        dest = PlaceRef(output, "%ret") if sret else None
        result = calls.dispatch(fx, callee, args, output, dest)
        finish(fx, found[1:], inputs, output, result)
    return found


def new_function(cx: ModuleCx, name: str) -> FunctionCx:
    """A function context without a body."""
    assert cx.root is not None, "a shim belongs to the kernel that is being compiled"
    body = m.Body(cx.root.def_, name, [], 0, [], 0, {})
    fx = FunctionCx(cx, None, body, ())
    fx.block = "start"
    return fx


def bind(fx: FunctionCx, inputs: tuple[Layout, ...]) -> list[Operand]:
    """The parameters ``%p0 ...`` as operands."""
    out = []
    for i, lay in enumerate(inputs):
        if lay.size == 0:
            out.append(Operand(lay, "zst"))
        elif lay.abi == "scalar":
            out.append(Operand(lay, "imm", f"%p{i}"))
        elif lay.abi == "pair":
            out.append(Operand(lay, "pair", f"%p{i}.0", f"%p{i}.1"))
        else:
            out.append(Operand(lay, "mem", f"%p{i}"))
    return out


def param_texts(inputs: tuple[Layout, ...]) -> list[str]:
    out: list[str] = []
    for i, lay in enumerate(inputs):
        if lay.size == 0:
            continue
        if lay.abi == "scalar":
            out.append(f"{types.imm_type(lay.scalar)} %p{i}")
        elif lay.abi == "pair":
            a, b = lay.pair
            out += [f"{types.imm_type(a)} %p{i}.0", f"{types.imm_type(b)} %p{i}.1"]
        else:
            out.append(f"ptr %p{i}")
    return out


def finish(fx: FunctionCx, symbol: str, inputs: tuple[Layout, ...], output: Layout, result: Operand | None) -> None:
    """Returns ``result`` and adds the function to the module."""
    from ferrule.codegen.llvm.context import FnAbi

    abi = FnAbi(inputs, output, False)
    fx.ret_type, fx.ret_layout = abi.ret_type, output
    if result is None or output.uninhabited:
        fx.emit("unreachable")
    elif abi.sret:
        fx.store(result, PlaceRef(output, "%ret"))
        fx.target.emit_return(fx, "void")
    else:
        fx.target.emit_return(fx, return_value(fx, result))
    params = [f"{ty} {reg}" for ty, reg in fx.target.hidden_params]
    if abi.sret:
        params.append("ptr noalias %ret")
    params += param_texts(inputs)
    fx.cx.functions.append(
        "\n".join(
            [
                f"define internal {abi.ret_type} @{symbol}({', '.join(params)}) nounwind {fx.target.kernel_attrs} {{",
                "start:",
                *fx.allocas,
                *fx.out,
                *fx.tail,
                "}",
                "",
            ]
        )
    )


def return_value(fx: FunctionCx, op: Operand) -> str:
    """``type value`` of a result in registers."""
    lay = op.layout
    if op.kind == "mem":
        op = fx.load(PlaceRef(lay, op.a, "", op.align))
    if op.kind == "imm":
        return f"{types.imm_type(lay.scalar)} {op.a}"
    if op.kind == "pair":
        ty = types.value_type(lay)
        a, b = lay.pair
        first = fx.let(f"insertvalue {ty} poison, {types.imm_type(a)} {op.a}, 0")
        return f"{ty} {fx.let(f'insertvalue {ty} {first}, {types.imm_type(b)} {op.b}, 1')}"
    return "void"
