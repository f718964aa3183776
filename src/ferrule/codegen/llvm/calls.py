"""Calls: of functions, closures and constructors, through Fn traits and pointers; intrinsics are in
``intrinsics.py``."""

from __future__ import annotations

from ferrule.codegen.llvm import intrinsics, rvalue, types
from ferrule.codegen.llvm.context import FnAbi, is_track_caller
from ferrule.codegen.llvm.function import FunctionCx, poison
from ferrule.codegen.llvm.value import Operand, PlaceRef
from ferrule.mir import body as m
from ferrule.mir.mono import Callee
from ferrule.resolve.defs import DefKind
from ferrule.ty import ty as t
from ferrule.ty.data import Instance
from ferrule.ty.layout import Layout

Result = Operand | None  # None: the call does not return


def lower_call(fx: FunctionCx, call: m.Call) -> bool:
    """Emits the call and stores its result; False where control does not come back."""
    ty = fx.operand_ty(call.func)
    dest = fx.dest(call.dest)
    out = dest.layout if dest is not None else fx.layout(fx.body.locals[call.dest.local].ty)
    args = [argument(fx, a) for a in call.args]
    if isinstance(ty, t.FnDef):
        callee = fx.cx.mono.callee(ty.def_, ty.args)
        result = dispatch(fx, callee, args, out, dest, call.fn_span or call.span)
    else:
        result = call_pointer(fx, fx.operand(call.func), args, out, dest)
    if result is None:
        return False
    if dest is None:
        fx.locals[call.dest.local] = result
    elif result.kind != "zst":
        fx.store(result, dest)
    return True


def argument(fx: FunctionCx, op: m.Operand) -> Operand:
    """An argument; what is passed in memory and copied gets a copy that the callee may change."""
    value = fx.operand(op)
    if value.kind == "mem" and not isinstance(op, m.Move):
        return private_copy(fx, value)
    return value


def private_copy(fx: FunctionCx, value: Operand) -> Operand:
    place = PlaceRef(value.layout, fx.alloca(value.layout))
    fx.store(value, place)
    return Operand(value.layout, "mem", place.ptr)


def dispatch(
    fx: FunctionCx, callee: Callee, args: list[Operand], out: Layout, dest: PlaceRef | None, span: int = 0
) -> Result:
    """Calls ``callee``; the result is stored by the caller unless it is returned as memory at ``dest`` already."""
    instance = callee.instance
    match callee.kind:
        case "intrinsic":
            return intrinsics.emit(fx, instance, args, out, dest)
        case "ctor":
            variant = variant_index(fx, instance)
            return rvalue.build(fx, out, variant, list(range(len(args))), args)
        case "shim" if instance.shim == "clone":
            return clone(fx, instance, args[0], out, dest)
        case "shim":
            return call_fn_trait(fx, instance, args, out, dest, span)
    if instance.def_.kind is DefKind.CLOSURE:
        env = args[0]
        if instance.shim == "closure_once":  # by value, but the body takes a reference
            place = fx.spill(env)
            env = Operand(self_layout(fx, instance), "imm", place.ptr)
        return call_instance(fx, instance._replace(shim=""), [env, *untuple(fx, args[1:])], dest, span)
    return call_instance(fx, instance, args, dest, span)


def self_layout(fx: FunctionCx, instance: Instance) -> Layout:
    return fx.cx.abi(instance._replace(shim="")).inputs[0]


def variant_index(fx: FunctionCx, instance: Instance) -> int:
    d = instance.def_
    if d.kind is not DefKind.VARIANT:
        return 0
    assert d.parent is not None
    adt = fx.cx.tcx.adt(d.parent)
    return next(v.index for v in adt.variants if v.def_ is d)


def untuple(fx: FunctionCx, args: list[Operand]) -> list[Operand]:
    """The arguments in the tuple that Fn traits pass."""
    if not args:
        return []
    (tup,) = args
    if isinstance(tup.layout.ty, t.Tuple):
        return [own_field(fx, tup, i) for i in range(len(tup.layout.fields))]
    return [tup]


def own_field(fx: FunctionCx, op: Operand, index: int) -> Operand:
    return fx.extract_field(op, index)


def call_fn_trait(
    fx: FunctionCx, instance: Instance, args: list[Operand], out: Layout, dest: PlaceRef | None, span: int
) -> Result:
    """A call of a fn item, fn pointer, or closure behind references through an Fn trait."""
    mono = fx.cx.mono
    callee = mono.through_fn_trait(instance)
    self_op = args[0]
    rest = untuple(fx, args[1:])
    while isinstance(self_op.layout.ty, t.Ref) and not isinstance(self_op.layout.ty.ty, t.Closure):
        inner = fx.deref(self_op)
        if isinstance(inner.layout.ty, t.FnDef):
            break
        self_op = fx.load(inner)
    if callee is None:
        return call_pointer(fx, self_op, rest, out, dest)
    if callee.instance.def_.kind is DefKind.CLOSURE:
        if not isinstance(self_op.layout.ty, t.Ref):
            self_op = Operand(self_layout(fx, callee.instance), "imm", fx.spill(self_op).ptr)
        return call_instance(fx, callee.instance, [self_op, *rest], dest, span)
    return dispatch(fx, callee, rest, out, dest, span)


# ======================================================================================================= functions
def flatten(fx: FunctionCx, args: list[Operand], inputs: tuple[Layout, ...]) -> list[str]:
    """Arguments as ``type value`` texts."""
    out: list[str] = []
    for op, lay in zip(args, inputs, strict=True):
        if lay.abi == "zst" or lay.size == 0:
            continue
        if lay.abi == "scalar":
            value = op.a if op.kind != "mem" else fx.load(PlaceRef(lay, op.a, "", op.align)).a
            out.append(f"{types.imm_type(lay.scalar)} {value}")
        elif lay.abi == "pair":
            if op.kind == "mem":
                op = fx.load(PlaceRef(lay, op.a, "", op.align))
            a, b = lay.pair
            out += [f"{types.imm_type(a)} {op.a}", f"{types.imm_type(b)} {op.b}"]
        else:
            if op.kind == "mem" and op.align < lay.align:  # a field of a packed struct
                op = private_copy(fx, op)
            out.append(f"ptr {op.a if op.kind == 'mem' else fx.spill(op).ptr}")
    return out


def call_instance(
    fx: FunctionCx, instance: Instance, args: list[Operand], dest: PlaceRef | None = None, span: int = 0
) -> Operand:
    """Calls a function with a body.  The result is poison where it does not return."""
    cx = fx.cx
    abi = cx.abi(instance)
    symbol = cx.symbol(instance)
    extra = f"i32 {caller_site(fx, span)}" if abi.track_caller else ""
    result = emit_call(fx, f"@{symbol}", abi, args, dest, extra)
    if fx.target.panic_returns and cx.may_panic(instance):
        fx.target.after_call(fx)
    return result


def caller_site(fx: FunctionCx, span: int) -> str:
    """What a #[track_caller] callee gets: this function's own caller if it is one too, else this place."""
    if fx.instance is not None and is_track_caller(fx.instance.def_):
        return fx.caller
    return str(fx.cx.site("caller", "", (), span or fx.span, fx.name))


def emit_call(
    fx: FunctionCx, function: str, abi: FnAbi, args: list[Operand], dest: PlaceRef | None, extra: str = ""
) -> Operand:
    texts = [f"{ty} {reg}" for ty, reg in fx.target.hidden_params]
    out = abi.output
    place = dest
    if abi.sret:
        if place is None or place.align < out.align or any(a.kind == "mem" and a.a == place.ptr for a in args):
            place = PlaceRef(out, fx.alloca(out))
        texts.append(f"ptr {place.ptr}")
    texts += flatten(fx, args, abi.inputs)
    if extra:
        texts.append(extra)
    ret = abi.ret_type
    text = f"call {ret} {function}({', '.join(texts)})"
    if function.startswith("%") and fx.target.kernel_attrs:  # of a pointer: no declaration says it
        text += f" {fx.target.kernel_attrs}"
    if ret == "void":
        fx.emit(text)
        if abi.sret:
            assert place is not None
            return Operand(out, "mem", place.ptr, "", place.align)
        return poison(out) if out.size else Operand(out, "zst")
    r = fx.let(text)
    if out.abi == "scalar":
        return Operand(out, "imm", r)
    return Operand(out, "pair", fx.let(f"extractvalue {ret} {r}, 0"), fx.let(f"extractvalue {ret} {r}, 1"))


def call_pointer(fx: FunctionCx, pointer: Operand, args: list[Operand], out: Layout, dest: PlaceRef | None) -> Result:
    """An indirect call."""
    ty = pointer.layout.ty
    assert isinstance(ty, t.FnPtr), ty
    inputs = tuple(fx.layout(i) for i in ty.inputs)
    result = emit_call(fx, pointer.a, FnAbi(inputs, out, False), args, dest)
    if fx.target.panic_returns:
        fx.target.after_call(fx)
    return result


# =========================================================================================================== clone
def clone(fx: FunctionCx, instance: Instance, self_op: Operand, out: Layout, dest: PlaceRef | None) -> Operand:
    """Built-in Clone: a copy where the type is Copy, else part by part."""
    ty = instance.args[0]
    assert isinstance(ty, t.Ty)
    src = fx.deref(self_op)
    if fx.cx.tcx.is_copy(ty) or out.size == 0:
        value = fx.load(src)
        return private_copy(fx, value) if value.kind == "mem" else value
    place = dest if dest is not None else PlaceRef(out, fx.alloca(out))
    rest = instance.args[1:]
    if isinstance(ty, t.Array):
        part = ty.ty
        for i in range(out.count):
            clone_part(fx, instance, part, rest, fx.index(src, str(i)), fx.index(place, str(i)))
    else:
        for i, part in enumerate(src.layout.fields):
            clone_part(fx, instance, part, rest, fx.field(src, i), fx.field(place, i))
    return fx.load(place)


def clone_part(fx: FunctionCx, instance: Instance, part: t.Ty, rest: t.Args, src: PlaceRef, dst: PlaceRef) -> None:
    callee = fx.cx.mono.callee(instance.def_, (part, *rest))
    ref = Operand(fx.cx.layout(t.mk_ref(part, False)), "imm", src.ptr)
    result = dispatch(fx, callee, [ref], dst.layout, dst)
    if result is not None:
        fx.store(result, dst)
