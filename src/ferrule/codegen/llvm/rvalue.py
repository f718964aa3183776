"""Rvalues: operators, borrows, aggregates.  Casts are in ``casts.py``, enum encodings in ``enums.py``."""

from __future__ import annotations

from typing import cast

from ferrule.codegen.llvm import casts, enums, types
from ferrule.codegen.llvm.function import FunctionCx, VariantOperand, poison
from ferrule.codegen.llvm.value import Operand, PlaceRef
from ferrule.mir import body as m
from ferrule.ty import ty as t
from ferrule.ty.layout import Layout, Scalar

_INT_OPS = {"add": "add", "sub": "sub", "mul": "mul", "bitand": "and", "bitor": "or", "bitxor": "xor"}
_FLOAT_OPS = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_FLOAT_CMP = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}
_COMPARES = frozenset(_FLOAT_CMP)
_CONTRACTIBLE = frozenset(("add", "sub", "mul"))
_ZEROS = frozenset(("0", "false", "null", "0x0000000000000000", "0xH0000", "0xR0000"))


def assign(fx: FunctionCx, place: m.Place, rv: m.Rvalue) -> None:
    """``place = rv``."""
    if isinstance(rv, m.MRef) and rv.kind == "fake":
        return
    dest = fx.dest(place)
    if dest is None:
        lay = fx.layout(fx.body.locals[place.local].ty)
        fx.locals[place.local] = evaluate(fx, rv, lay)
    elif dest.layout.size or dest.layout.uninhabited:
        into(fx, dest, rv)
    else:
        evaluate(fx, rv, dest.layout)


def into(fx: FunctionCx, dest: PlaceRef, rv: m.Rvalue) -> None:
    """Evaluates ``rv`` into memory; aggregates are built in place."""
    match rv:
        case m.Repeat(op, count):
            n = fx.cx.mono.const(count, fx.args)
            assert isinstance(n, t.ConstValue)
            fill(fx, dest, fx.operand(op), n.value)
        case m.Aggregate(kind, operands) if dest.layout.abi == "memory":
            aggregate_into(fx, dest, kind, operands)
        case _:
            fx.store(evaluate(fx, rv, dest.layout), dest)


def evaluate(fx: FunctionCx, rv: m.Rvalue, lay: Layout) -> Operand:
    """The value of ``rv``, whose type has the layout ``lay``."""
    match rv:
        case m.Use(op):
            return retyped(fx.operand(op), lay)
        case m.BinaryOp(op, lhs, rhs):
            return Operand(lay, "imm", binary(fx, op, fx.operand(lhs), fx.operand(rhs)))
        case m.CheckedBinaryOp(op, lhs, rhs):
            return checked(fx, op, fx.operand(lhs), fx.operand(rhs), lay)
        case m.UnaryOp(op, operand):
            return unary(fx, op, fx.operand(operand), lay)
        case m.Cast(kind, operand, _):
            return casts.cast(fx, kind, operand, lay)
        case m.MRef(_, place) | m.AddressOf(_, place):
            at = fx.memory(place)
            return Operand(lay, "pair", at.ptr, at.meta) if lay.abi == "pair" else Operand(lay, "imm", at.ptr)
        case m.Len(place):
            base = fx.place(place)
            if base.layout.unsized:
                assert isinstance(base, PlaceRef)
                return Operand(lay, "imm", base.meta)
            return Operand(lay, "imm", str(base.layout.count))
        case m.Discriminant(place):
            found = fx.place(place)
            if isinstance(found, VariantOperand):
                found = found.whole
            return Operand(lay, "imm", enums.discriminant(fx, found, lay.scalar))
        case m.Aggregate(kind, operands):
            return aggregate(fx, kind, operands, lay)
        case m.Printf(fmt, operands):
            from ferrule.codegen.llvm import printf

            text = printf.inline_strings(fmt, operands)
            return Operand(lay, "imm", fx.target.emit_printf(fx, text, [fx.operand(o) for o in operands]))
        case m.Repeat():  # of a ZST, or no elements
            return poison(lay)
    raise AssertionError(rv)


def retyped(op: Operand, lay: Layout) -> Operand:
    """The same value with the layout of the place it goes to (types may differ in erased regions only)."""
    if op.layout is lay or lay.uninhabited:
        return op
    return Operand(lay, op.kind, op.a, op.b, op.align) if op.kind == "mem" else op


# ========================================================================================================= operators
def int_signed(ty: t.Ty) -> bool:
    return isinstance(ty, t.Int) and ty.signed


def binary(fx: FunctionCx, op: str, lhs: Operand, rhs: Operand) -> str:
    ty = lhs.layout.ty
    if lhs.kind == "zst":
        return {"eq": "true", "le": "true", "ge": "true"}.get(op, "false")
    if lhs.kind == "pair":
        return compare_fat(fx, op, lhs, rhs)
    s = lhs.layout.scalar
    lt = types.imm_type(s)
    a, b = lhs.a, rhs.a
    if isinstance(ty, t.Float):
        return float_binary(fx, op, ty, lt, a, b)
    if op in _COMPARES:
        sign = "" if op in ("eq", "ne") else ("s" if int_signed(ty) else "u")
        return fx.let(f"icmp {sign}{op} {lt} {a}, {b}")
    if op == "offset":
        assert isinstance(ty, (t.Ptr, t.Ref))
        elem = fx.cx.layout(ty.ty)
        return a if elem.is_zst else fx.let(f"getelementptr inbounds {types.elem_type(elem)}, ptr {a}, i64 {b}")
    if op in ("shl", "shr"):
        name = "shl" if op == "shl" else "ashr" if int_signed(ty) else "lshr"
        return fx.let(f"{name} {lt} {a}, {shift_amount(fx, s.bits, rhs)}")
    if op in ("div", "rem"):
        return fx.let(f"{'s' if int_signed(ty) else 'u'}{op} {lt} {a}, {b}")
    return fx.let(f"{_INT_OPS[op]} {lt} {a}, {b}")


def shift_amount(fx: FunctionCx, bits: int, rhs: Operand) -> str:
    """The right side of a shift in the type of the left one, masked to its width."""
    rs = rhs.layout.scalar
    if rhs.a.isdigit():
        return str(int(rhs.a) & bits - 1)
    value = rhs.a
    if rs.bits != bits:
        value = fx.let(f"{'zext' if rs.bits < bits else 'trunc'} i{rs.bits} {value} to i{bits}")
    return fx.let(f"and i{bits} {value}, {bits - 1}")


def float_binary(fx: FunctionCx, op: str, ty: t.Float, lt: str, a: str, b: str) -> str:
    if op in _COMPARES:
        return fx.let(f"fcmp {_FLOAT_CMP[op]} {lt} {a}, {b}")
    if op == "rem":
        return fmod(fx, ty, lt, a, b)
    flags = "contract " if fx.target.fp_contract and op in _CONTRACTIBLE else ""
    return fx.let(f"{_FLOAT_OPS[op]} {flags}{lt} {a}, {b}")


def fmod(fx: FunctionCx, ty: t.Float, lt: str, a: str, b: str) -> str:
    """``%`` on floats, exactly: a library function, since LLVM's frem is inexact on GPUs and a libm call elsewhere."""
    from ferrule.codegen.llvm import calls
    from ferrule.ty.data import Instance

    wide = ty
    if ty.bits == 16:  # exact in f32, and so is the way back
        wide = t.F32
        a, b = (fx.let(f"fpext {lt} {x} to float") for x in (a, b))
    d = fx.cx.tcx.lang_item(f"fmod_{wide.name}")
    if d is None:
        raise fx.cx.unsupported("G0101", f"the remainder of `{ty.name}` is not supported on this target", fx.span)
    lay = fx.cx.layout(wide)
    result = calls.call_instance(fx, Instance(d, ()), [Operand(lay, "imm", a), Operand(lay, "imm", b)])
    return result.a if wide is ty else fx.let(f"fptrunc float {result.a} to {lt}")


def compare_fat(fx: FunctionCx, op: str, lhs: Operand, rhs: Operand) -> str:
    """Comparison of fat pointers: address first, then length."""
    first = fx.let(f"icmp eq ptr {lhs.a}, {rhs.a}")
    if op in ("eq", "ne"):
        second = fx.let(f"icmp eq i64 {lhs.b}, {rhs.b}")
        both = fx.let(f"and i1 {first}, {second}")
        return both if op == "eq" else fx.let(f"xor i1 {both}, true")
    strict = fx.let(f"icmp u{op[0]}t ptr {lhs.a}, {rhs.a}")
    lengths = fx.let(f"icmp u{op} i64 {lhs.b}, {rhs.b}")
    return fx.let(f"select i1 {first}, i1 {lengths}, i1 {strict}")


def checked(fx: FunctionCx, op: str, lhs: Operand, rhs: Operand, lay: Layout) -> Operand:
    """(result, overflowed)"""
    bits = lhs.layout.scalar.bits
    name = f"llvm.{'s' if int_signed(lhs.layout.ty) else 'u'}{op}.with.overflow.i{bits}"
    r = fx.call_llvm(f"{{ i{bits}, i1 }}", name, [(f"i{bits}", lhs.a), (f"i{bits}", rhs.a)])
    value = fx.let(f"extractvalue {{ i{bits}, i1 }} {r}, 0")
    flag = fx.let(f"extractvalue {{ i{bits}, i1 }} {r}, 1")
    return Operand(lay, "pair", value, flag)


def unary(fx: FunctionCx, op: str, x: Operand, lay: Layout) -> Operand:
    if op == "ptr_metadata":
        return Operand(lay, "imm", x.b) if x.kind == "pair" else Operand(lay, "zst")
    lt = types.imm_type(lay.scalar)
    if op == "not":
        return Operand(lay, "imm", fx.let(f"xor {lt} {x.a}, {'true' if lt == 'i1' else '-1'}"))
    if isinstance(lay.ty, t.Float):
        return Operand(lay, "imm", fx.let(f"fneg {lt} {x.a}"))
    return Operand(lay, "imm", fx.let(f"sub {lt} 0, {x.a}"))


# ======================================================================================================== aggregates
def aggregate_layout(kind: m.AggregateKind, lay: Layout) -> Layout:
    """The struct-like layout that the operands of an aggregate fill."""
    if isinstance(kind, m.AggAdt) and lay.variants is not None:
        return lay.variants[kind.variant]
    return lay


def aggregate_into(fx: FunctionCx, dest: PlaceRef, kind: m.AggregateKind, operands: list[m.Operand]) -> None:
    lay = dest.layout
    if isinstance(kind, m.AggArray):
        for i, o in enumerate(operands):
            fx.store(fx.operand(o), fx.index(dest, str(i)))
        return
    v = aggregate_layout(kind, lay)
    place = PlaceRef(v, dest.ptr, "", dest.align)
    indices = field_indices(kind, operands)
    for i, o in zip(indices, operands):
        op = fx.operand(o)
        if op.kind != "zst":
            fx.store(op, fx.field(place, i))
    if isinstance(kind, m.AggAdt) and lay.variants is not None:
        enums.set_discriminant(fx, dest, kind.variant)


def field_indices(kind: m.AggregateKind, operands: list[m.Operand]) -> list[int]:
    if isinstance(kind, m.AggAdt) and kind.union_field is not None:
        return [kind.union_field]
    return list(range(len(operands)))


def aggregate(fx: FunctionCx, kind: m.AggregateKind, operands: list[m.Operand], lay: Layout) -> Operand:
    ops = [fx.operand(o) for o in operands]
    if isinstance(kind, m.AggRawPtr):
        return Operand(lay, "pair", ops[0].a, ops[1].a) if lay.abi == "pair" else Operand(lay, "imm", ops[0].a)
    return build(fx, lay, kind.variant if isinstance(kind, m.AggAdt) else 0, field_indices(kind, operands), ops)


def build(fx: FunctionCx, lay: Layout, variant: int, indices: list[int], ops: list[Operand]) -> Operand:
    """A struct, tuple, closure or enum value from its fields; in registers, or in a fresh stack slot."""
    v = lay.variants[variant] if lay.variants is not None else lay
    if lay.size == 0 or lay.uninhabited:
        return poison(lay) if lay.size else Operand(lay, "zst")
    if lay.abi == "memory" or v.elem is not None:
        place = PlaceRef(lay, fx.alloca(lay))
        inner = PlaceRef(v, place.ptr)
        for i, op in zip(indices, ops):
            if op.kind != "zst":
                fx.store(op, fx.index(inner, str(i)) if v.elem is not None else fx.field(inner, i))
        if lay.variants is not None:
            enums.set_discriminant(fx, place, variant)
        return fx.load(place)
    slots: dict[int, tuple[str, Scalar]] = {}
    for i, op in zip(indices, ops):
        if op.kind == "mem":  # e.g. an array of one element
            return build_in_memory(fx, lay, v, variant, indices, ops)
        from ferrule.codegen.llvm.function import register_parts

        for at, value, s in register_parts(op):
            slots[v.offsets[i] + at] = (value, s)
    if lay.variants is not None:
        tag = enums.tag_value(fx, lay, variant)
        if tag is not None:
            slots[cast("enums.Tag", lay.tag).offset] = (tag, cast("enums.Tag", lay.tag).scalar)
    if lay.abi == "scalar":
        return Operand(lay, "imm", slot(fx, slots, 0, lay.scalar))
    a, b = lay.pair
    return Operand(lay, "pair", slot(fx, slots, 0, a), slot(fx, slots, lay.b_offset, b))


def build_in_memory(
    fx: FunctionCx, lay: Layout, v: Layout, variant: int, indices: list[int], ops: list[Operand]
) -> Operand:
    place = PlaceRef(lay, fx.alloca(lay))
    for i, op in zip(indices, ops):
        if op.kind != "zst":
            fx.store(op, fx.field(PlaceRef(v, place.ptr), i))
    if lay.variants is not None:
        enums.set_discriminant(fx, place, variant)
    return fx.load(place)


def slot(fx: FunctionCx, slots: dict[int, tuple[str, Scalar]], offset: int, want: Scalar) -> str:
    found = slots.get(offset)
    if found is None:
        return "poison"
    value, s = found
    if s.bits != want.bits:  # a union's narrower field
        place = fx.raw_alloca(f"i{want.bits}", want.size)
        fx.store_scalar(place, s, value, want.size)
        return fx.load_scalar(place, want, want.size)
    return fx.convert(value, s, want)


def fill(fx: FunctionCx, dest: PlaceRef, value: Operand, count: int) -> None:
    """``[value; count]``"""
    lay = value.layout
    if value.kind == "zst" or count == 0:
        return
    zero = value.kind in ("imm", "pair") and value.a in _ZEROS and (value.kind == "imm" or value.b in _ZEROS)
    if zero or value.kind == "imm" and lay.size == 1 and not lay.scalar.is_bool:
        byte = "0" if zero else value.a
        fx.cx.declare("llvm.memset.p0.i64", "void", "ptr, i8, i64, i1")
        at = f"ptr align {dest.align} {dest.ptr}"
        fx.emit(f"call void @llvm.memset.p0.i64({at}, i8 {byte}, i64 {lay.size * count}, i1 false)")
        return
    if count <= 8:
        for i in range(count):
            fx.store(value, fx.index(dest, str(i)))
        return
    head, done, before = fx.label(), fx.label(), fx.block
    fx.emit(f"br label %{head}")
    fx.begin(head)
    k, nxt = fx.reg(), fx.reg()
    fx.emit(f"{k} = phi i64 [ 0, %{before} ], [ {nxt}, %{head} ]")
    fx.store(value, fx.index(dest, k))
    fx.emit(f"{nxt} = add nuw nsw i64 {k}, 1")
    more = fx.let(f"icmp ult i64 {nxt}, {count}")
    fx.emit(f"br i1 {more}, label %{head}, label %{done}")
    fx.begin(done)
