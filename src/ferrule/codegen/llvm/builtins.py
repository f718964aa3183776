"""Intrinsics that need more than text: they depend on layouts, signedness, or const generic arguments."""

from __future__ import annotations

from ferrule.codegen.llvm import casts, enums, ptx_atomics, types
from ferrule.codegen.llvm.function import poison
from ferrule.codegen.llvm.intrinsics import Builtin, IntrinsicCall
from ferrule.codegen.llvm.value import Operand, PlaceRef
from ferrule.ty import ty as t

ORDERS = ("monotonic", "acquire", "release", "acq_rel", "seq_cst")
SCOPES = ("", "device", "block", "cluster")
RMW = ("xchg", "add", "sub", "and", "or", "xor", "max", "min", "nand")


# =============================================================================================================== types
def size_of(c: IntrinsicCall) -> Operand:
    return c.imm(str(c.fx.cx.layout(c.ty()).size))


def align_of(c: IntrinsicCall) -> Operand:
    return c.imm(str(c.fx.cx.layout(c.ty()).align))


def needs_drop(c: IntrinsicCall) -> Operand:
    return c.imm("true" if c.fx.cx.tcx.needs_drop(c.ty()) else "false")


def is_inhabited(c: IntrinsicCall) -> Operand:
    return c.imm("false" if c.fx.cx.layout(c.ty()).uninhabited else "true")


def size_of_val(c: IntrinsicCall) -> Operand:
    place = c.fx.deref(c.operands[0])
    if not place.layout.unsized:
        return c.imm(str(place.layout.size))
    assert place.layout.elem is not None
    size = c.fx.cx.layout(place.layout.elem).size
    return c.imm(place.meta if size == 1 else c.fx.let(f"mul nuw i64 {place.meta}, {size}"))


def transmute(c: IntrinsicCall) -> Operand:
    return casts.transmute(c.fx, c.operands[0], c.out)


def discriminant_value(c: IntrinsicCall) -> Operand:
    return c.imm(enums.discriminant(c.fx, c.fx.deref(c.operands[0]), c.out.scalar))


# ============================================================================================================== memory
def _pointee(c: IntrinsicCall, index: int, align: int = 0) -> PlaceRef:
    lay = c.fx.cx.layout(c.ty())
    return PlaceRef(lay, c.operands[index].a, "", align)


def _read(c: IntrinsicCall, align: int, volatile: str = "") -> Operand:
    lay = c.out
    if lay.abi != "memory":
        return c.fx.load(_pointee(c, 0, align), volatile)
    # A copy, since what the pointer leads to may change before the result is used.
    place = c.dest if c.dest is not None else PlaceRef(lay, c.fx.alloca(lay))
    c.fx.copy_bytes(place.ptr, place.align, c.operands[0].a, align or lay.align, str(lay.size), bool(volatile))
    return Operand(lay, "mem", place.ptr, "", place.align)


def _write(c: IntrinsicCall, align: int, volatile: str = "") -> Operand:
    if c.operands[1].kind != "zst":
        c.fx.store(c.operands[1], _pointee(c, 0, align), volatile)
    return c.unit()


def ptr_read(c: IntrinsicCall) -> Operand:
    return _read(c, 0)


def ptr_write(c: IntrinsicCall) -> Operand:
    return _write(c, 0)


def ptr_read_unaligned(c: IntrinsicCall) -> Operand:
    return _read(c, 1)


def ptr_write_unaligned(c: IntrinsicCall) -> Operand:
    return _write(c, 1)


def volatile_load(c: IntrinsicCall) -> Operand:
    return _read(c, 0, "volatile ")


def volatile_store(c: IntrinsicCall) -> Operand:
    return _write(c, 0, "volatile ")


def _byte_count(c: IntrinsicCall, count: str, size: int) -> str:
    if count.isdigit():
        return str(int(count) * size)
    return count if size == 1 else c.fx.let(f"mul nuw i64 {count}, {size}")


def copy_nonoverlapping(c: IntrinsicCall) -> Operand:
    return _copy(c, "memcpy")


def copy(c: IntrinsicCall) -> Operand:
    return _copy(c, "memmove")


def _copy(c: IntrinsicCall, name: str) -> Operand:
    lay = c.fx.cx.layout(c.ty())
    if lay.size:
        src, dst, count = c.operands
        n = _byte_count(c, count.a, lay.size)
        c.fx.cx.declare(f"llvm.{name}.p0.p0.i64", "void", "ptr, ptr, i64, i1")
        a = f"ptr align {lay.align}"
        c.fx.emit(f"call void @llvm.{name}.p0.p0.i64({a} {dst.a}, {a} {src.a}, i64 {n}, i1 false)")
    return c.unit()


def write_bytes(c: IntrinsicCall) -> Operand:
    lay = c.fx.cx.layout(c.ty())
    if lay.size:
        dst, value, count = c.operands
        n = _byte_count(c, count.a, lay.size)
        c.fx.cx.declare("llvm.memset.p0.i64", "void", "ptr, i8, i64, i1")
        c.fx.emit(f"call void @llvm.memset.p0.i64(ptr align {lay.align} {dst.a}, i8 {value.a}, i64 {n}, i1 false)")
    return c.unit()


def _offset(c: IntrinsicCall, flags: str) -> Operand:
    lay = c.fx.cx.layout(c.ty())
    p, n = c.operands
    if lay.size == 0:
        return c.imm(p.a)
    return c.imm(c.fx.let(f"getelementptr {flags}{types.elem_type(lay)}, ptr {p.a}, i64 {n.a}"))


def ptr_offset(c: IntrinsicCall) -> Operand:
    return _offset(c, "inbounds ")


def ptr_arith_offset(c: IntrinsicCall) -> Operand:
    return _offset(c, "")


def ptr_offset_from(c: IntrinsicCall) -> Operand:
    size = c.fx.cx.layout(c.ty()).size
    a, b = (c.fx.let(f"ptrtoint ptr {o.a} to i64") for o in c.operands)
    diff = c.fx.let(f"sub i64 {a}, {b}")
    return c.imm(diff if size <= 1 else c.fx.let(f"sdiv exact i64 {diff}, {size}"))


def slice_len(c: IntrinsicCall) -> Operand:
    return c.imm(c.operands[0].b)


def slice_from_raw_parts(c: IntrinsicCall) -> Operand:
    return Operand(c.out, "pair", c.operands[0].a, c.operands[1].a)


def mul_hi(c: IntrinsicCall) -> Operand:
    """The upper half of a product, by way of the doubled width."""
    ty = c.ty()
    assert isinstance(ty, t.Int)
    bits, ext = ty.bits, "sext" if ty.signed else "zext"
    a, b = (c.fx.let(f"{ext} i{bits} {o.a} to i{2 * bits}") for o in c.operands)
    product = c.fx.let(f"mul i{2 * bits} {a}, {b}")
    high = c.fx.let(f"lshr i{2 * bits} {product}, {bits}")
    return c.imm(c.fx.let(f"trunc i{2 * bits} {high} to i{bits}"))


# ============================================================================================================= control
def unreachable(c: IntrinsicCall) -> None:
    return None


def abort(c: IntrinsicCall) -> None:
    c.fx.target.emit_abort(c.fx)
    c.fx.begin(c.fx.label())  # the caller ends this block


def select(c: IntrinsicCall) -> Operand:
    cond, a, b = c.operands
    fx, lay = c.fx, c.out
    if lay.abi == "scalar":
        ty = types.imm_type(lay.scalar)
        return c.imm(fx.let(f"select i1 {cond.a}, {ty} {a.a}, {ty} {b.a}"))
    if lay.abi == "pair":
        ta, tb = (types.imm_type(s) for s in lay.pair)
        first = fx.let(f"select i1 {cond.a}, {ta} {a.a}, {ta} {b.a}")
        return Operand(lay, "pair", first, fx.let(f"select i1 {cond.a}, {tb} {a.b}, {tb} {b.b}"))
    if lay.size == 0:
        return c.unit()
    ptr = fx.let(f"select i1 {cond.a}, ptr {fx.spill(a).ptr}, ptr {fx.spill(b).ptr}")
    return Operand(lay, "mem", ptr)


def black_box(c: IntrinsicCall) -> Operand:
    """Through a register where there is one of that class, else through memory."""
    op, fx = c.operands[0], c.fx
    if op.kind == "zst":
        return op
    nvptx = fx.target.name == "nvptx"
    if op.kind == "imm" and not op.layout.scalar.is_bool and op.layout.scalar.bits in (16, 32, 64):
        s = op.layout.scalar
        reg = {16: "h", 32: "r", 64: "l"}[s.bits] if nvptx else "r"
        if s.prim == "float":
            if s.bits == 16:
                return _black_box_memory(c, op)
            reg = {32: "f", 64: "d"}[s.bits] if nvptx else "x"
        ty = types.imm_type(s)
        return Operand(op.layout, "imm", fx.let(f'call {ty} asm sideeffect "", "={reg},0"({ty} {op.a})'))
    return _black_box_memory(c, op)


def _black_box_memory(c: IntrinsicCall, op: Operand) -> Operand:
    place = PlaceRef(op.layout, c.fx.alloca(op.layout))
    c.fx.store(op, place)
    reg = "l" if c.fx.target.name == "nvptx" else "r"
    c.fx.emit(f'call void asm sideeffect "", "{reg},~{{memory}}"(ptr {place.ptr})')
    return c.fx.load(place)


# ============================================================================================================= atomics
def _scope(c: IntrinsicCall, index: int) -> str:
    scope = SCOPES[c.const(index)] if c.fx.target.name == "nvptx" else ""
    return f'syncscope("{scope}") ' if scope else ""


def atomic_load(c: IntrinsicCall) -> Operand:
    s = c.out.scalar
    text = f"load atomic {types.mem_type(s)}, ptr {c.operands[0].a} {_scope(c, 1)}{ORDERS[c.const(0)]}, align {s.size}"
    value = c.fx.let(text)
    return c.imm(c.fx.let(f"trunc nuw i8 {value} to i1") if s.is_bool else value)


def atomic_store(c: IntrinsicCall) -> Operand:
    p, v = c.operands
    s = v.layout.scalar
    value = c.fx.let(f"zext i1 {v.a} to i8") if s.is_bool else v.a
    c.fx.emit(f"store atomic {types.mem_type(s)} {value}, ptr {p.a} {_scope(c, 1)}{ORDERS[c.const(0)]}, align {s.size}")
    return c.unit()


def atomic_rmw(c: IntrinsicCall) -> Operand:
    p, v = c.operands
    s = v.layout.scalar
    ty = v.layout.ty
    op = RMW[c.const(0)]
    if isinstance(ty, t.Float):
        if op not in ("xchg", "add", "sub", "max", "min"):
            raise c.fx.cx.unsupported("G0108", f"there is no atomic `{op}` of `{ty}`", c.fx.span)
        op = op if op == "xchg" else f"f{op}"
    elif op in ("max", "min") and not (isinstance(ty, t.Int) and ty.signed):
        op = f"u{op}"
    value = c.fx.let(f"zext i1 {v.a} to i8") if s.is_bool else v.a
    mem, order = types.mem_type(s), ORDERS[c.const(1)]
    if c.fx.target.name == "nvptx":
        old = ptx_atomics.rmw(c.fx, op, p.a, mem, value, order, SCOPES[c.const(2)])
    else:
        old = c.fx.let(f"atomicrmw {op} ptr {p.a}, {mem} {value} {order}, align {s.size}")
    return c.imm(c.fx.let(f"trunc nuw i8 {old} to i1") if s.is_bool else old)


def atomic_cxchg(c: IntrinsicCall) -> Operand:
    p, old, new = c.operands
    s = c.out.scalar
    fx = c.fx
    ty = "ptr" if s.prim == "ptr" else f"i{s.bits}"
    values = [_bits(c, old, ty), _bits(c, new, ty)]
    how = f"{_scope(c, 2)}{ORDERS[c.const(0)]} {ORDERS[c.const(1)]}, align {s.size}"
    r = fx.let(f"cmpxchg ptr {p.a}, {ty} {values[0]}, {ty} {values[1]} {how}")
    found = fx.let(f"extractvalue {{ {ty}, i1 }} {r}, 0")
    if s.is_bool:
        return c.imm(fx.let(f"trunc nuw i8 {found} to i1"))
    return c.imm(fx.let(f"bitcast {ty} {found} to {types.imm_type(s)}") if s.prim == "float" else found)


def _bits(c: IntrinsicCall, op: Operand, ty: str) -> str:
    s = op.layout.scalar
    if s.is_bool:
        return c.fx.let(f"zext i1 {op.a} to i8")
    return c.fx.let(f"bitcast {types.imm_type(s)} {op.a} to {ty}") if s.prim == "float" else op.a


def atomic_fence(c: IntrinsicCall) -> Operand:
    order = ORDERS[c.const(0)]
    if order != "monotonic":
        c.fx.emit(f"fence {_scope(c, 1)}{order}")
    return c.unit()


# ====================================================================================================== shared memory
def dynamic_shared_base(c: IntrinsicCall) -> Operand:
    """The start of the block's dynamic shared memory."""
    c.fx.cx.uses_dynamic_shared = True
    return c.imm(c.fx.target.dynamic_shared(c.fx))


def uninit(c: IntrinsicCall) -> Operand:
    return poison(c.out)


BUILTINS: dict[str, Builtin] = {
    f.__name__: f
    for f in (
        size_of, align_of, needs_drop, is_inhabited, size_of_val, transmute, discriminant_value, ptr_read,
        ptr_write, ptr_read_unaligned, ptr_write_unaligned, volatile_load, volatile_store,
        copy_nonoverlapping, copy, write_bytes, ptr_offset, ptr_arith_offset, ptr_offset_from,
        slice_len, slice_from_raw_parts, mul_hi, unreachable, abort, select, black_box, atomic_load,
        atomic_store, atomic_rmw, atomic_cxchg, atomic_fence, dynamic_shared_base,
    )
}  # fmt: skip
