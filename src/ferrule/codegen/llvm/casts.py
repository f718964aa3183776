"""``as`` casts, coercions and transmutes."""

from __future__ import annotations

from ferrule.codegen.llvm import enums, types
from ferrule.codegen.llvm.function import FunctionCx, register_parts
from ferrule.codegen.llvm.value import Operand, PlaceRef
from ferrule.mir import body as m
from ferrule.ty import ty as t
from ferrule.ty.data import Instance
from ferrule.ty.layout import Layout


def cast(fx: FunctionCx, kind: str, operand: m.Operand, lay: Layout) -> Operand:
    """A value of layout ``lay``: see CAST_KINDS in mir/ops.py."""
    match kind:
        case "reify_fn" | "closure_fn":
            return Operand(lay, "imm", fn_address(fx, fx.operand_ty(operand)))
        case "unsize":
            return unsize(fx, fx.operand(operand), lay)
        case "transmute":
            return transmute(fx, fx.operand(operand), lay)
    x = fx.operand(operand)
    match kind:
        case "int_to_int":
            return Operand(lay, "imm", int_to_int(fx, x, lay.scalar.bits, lay.scalar.is_bool))
        case "int_to_float":
            value, bits, signed = as_int(fx, x)
            if bits == 128:
                return Operand(lay, "imm", _float_from_128(fx, value, signed, lay))
            name = "sitofp" if signed else "uitofp"
            return Operand(lay, "imm", fx.let(f"{name} i{bits} {value} to {types.imm_type(lay.scalar)}"))
        case "float_to_int":
            return Operand(lay, "imm", float_to_int(fx, x, lay))
        case "float_to_float":
            return Operand(lay, "imm", float_to_float(fx, x, lay))
        case "ptr_to_int" | "fn_ptr_to_ptr" if lay.scalar.prim == "int":
            bits = lay.scalar.bits
            return Operand(lay, "imm", fx.let(f"ptrtoint ptr {x.a} to i{bits}"))
        case "int_to_ptr":
            value, bits, signed = as_int(fx, x)
            return Operand(
                lay, "imm", fx.let(f"inttoptr i64 {enums.resize(fx, value, f'i{bits}', bits, signed, 64)} to ptr")
            )
        case "ptr_to_ptr" | "mut_to_const" | "array_to_ptr" | "unsafe_fn" | "fn_ptr_to_ptr":
            if lay.abi == "pair":
                return Operand(lay, "pair", x.a, x.b)
            return Operand(lay, "imm", x.a)
    raise AssertionError(kind)


def as_int(fx: FunctionCx, x: Operand) -> tuple[str, int, bool]:
    """(value, bits, signed) of an integer, bool, char or enum; a bool is i1."""
    ty = x.layout.ty
    if x.layout.variants is not None:
        assert isinstance(ty, t.Adt)
        adt = fx.cx.tcx.adt(ty.def_)
        it = t.INT_TYPES[adt.repr.int_ or "isize"]
        return enums.discriminant(fx, x, fx.cx.layout(it).scalar), it.bits, it.signed
    s = x.layout.scalar
    return x.a, 1 if s.is_bool else s.bits, isinstance(ty, t.Int) and ty.signed


def int_to_int(fx: FunctionCx, x: Operand, want: int, to_bool: bool = False) -> str:
    value, bits, signed = as_int(fx, x)
    if to_bool:
        return value
    if value.isdigit() and not signed:
        return str(int(value) & (1 << want) - 1)
    return enums.resize(fx, value, f"i{bits}", bits, signed, want)


def float_to_int(fx: FunctionCx, x: Operand, lay: Layout) -> str:
    """Saturating, NaN to zero: Rust's `as`."""
    ty = lay.ty
    ft = types.imm_type(x.layout.scalar)
    bits = lay.scalar.bits
    sign = "s" if isinstance(ty, t.Int) and ty.signed else "u"
    if bits == 128:
        return _float_to_128(fx, x.a if ft == "double" else fx.let(f"fpext {ft} {x.a} to double"), sign == "s")
    suffix = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}[ft]
    return fx.call_llvm(f"i{bits}", f"llvm.fpto{sign}i.sat.i{bits}.{suffix}", [(ft, x.a)])


def _float_from_128(fx: FunctionCx, x: str, signed: bool, lay: Layout) -> str:
    """A 128-bit integer as a float, rounded once, without the library call that LLVM would make."""
    ft = types.imm_type(lay.scalar)
    negative = fx.let(f"icmp slt i128 {x}, 0") if signed else "false"
    negated = fx.let(f"sub i128 0, {x}")
    value = fx.let(f"select i1 {negative}, i128 {negated}, i128 {x}")
    if lay.scalar.bits == 16 and lay.scalar.name == "f16":
        # Everything from 65520 on is infinite.
        small = fx.let(f"icmp ult i128 {value}, 131072")
        low = fx.let(f"trunc i128 {fx.let(f'select i1 {small}, i128 {value}, i128 131072')} to i64")
        result = fx.let(f"uitofp i64 {low} to {ft}")
    else:
        # The upper 64 significant bits, with a last one that stands for all that follow; then a power of two.
        zeros = fx.call_llvm("i128", "llvm.ctlz.i128", [("i128", value), ("i1", "false")])
        shift = fx.let(f"and i128 {zeros}, 127")
        digits = fx.let(f"shl i128 {value}, {shift}")
        rest = fx.let(f"icmp ne i64 {fx.let(f'trunc i128 {digits} to i64')}, 0")
        top = fx.let(f"trunc i128 {fx.let(f'lshr i128 {digits}, 64')} to i64")
        top = fx.let(f"or i64 {top}, {fx.let(f'zext i1 {rest} to i64')}")
        wide = ft == "double"
        at = "double" if wide else "float"
        n, bias, digits_of = (64, 1023, 52) if wide else (32, 127, 23)
        exponent = fx.let(f"sub i{n} {bias + 64}, {fx.let(f'trunc i128 {shift} to i{n}')}")
        scale = fx.let(f"bitcast i{n} {fx.let(f'shl i{n} {exponent}, {digits_of}')} to {at}")
        scaled = fx.let(f"fmul {at} {fx.let(f'uitofp i64 {top} to {at}')}, {scale}")
        result = scaled if ft in ("double", "float") else fx.let(f"fptrunc float {scaled} to {ft}")
    return fx.let(f"select i1 {negative}, {ft} {fx.let(f'fneg {ft} {result}')}, {ft} {result}") if signed else result


def _float_to_128(fx: FunctionCx, x: str, signed: bool) -> str:
    """A double as a 128-bit integer, saturating, from two halves: LLVM would call a function that GPUs do not have.

    Scaling by 2^64 and the difference are exact, as the upper half has no more digits than ``x``."""

    def half(value: str) -> str:
        return fx.call_llvm("i64", "llvm.fptoui.sat.i64.f64", [("double", value)])

    magnitude = fx.call_llvm("double", "llvm.fabs.f64", [("double", x)]) if signed else x
    high = half(fx.let(f"fmul double {magnitude}, 0x3BF0000000000000"))
    above = fx.let(f"fmul double {fx.let(f'uitofp i64 {high} to double')}, 0x43F0000000000000")
    low = half(fx.let(f"fsub double {magnitude}, {above}"))
    shifted = fx.let(f"shl i128 {fx.let(f'zext i64 {high} to i128')}, 64")
    value = fx.let(f"or i128 {shifted}, {fx.let(f'zext i64 {low} to i128')}")
    if not signed:
        too_large = fx.let(f"fcmp oge double {x}, 0x47F0000000000000")
        return fx.let(f"select i1 {too_large}, i128 -1, i128 {value}")
    negated = fx.let(f"sub i128 0, {value}")
    value = fx.let(f"select i1 {fx.let(f'fcmp olt double {x}, 0.0')}, i128 {negated}, i128 {value}")
    for test, bound, limit in (
        ("oge", "0x47E0000000000000", (1 << 127) - 1),
        ("ole", "0xC7E0000000000000", -(1 << 127)),
    ):
        beyond = fx.let(f"fcmp {test} double {x}, {bound}")
        value = fx.let(f"select i1 {beyond}, i128 {limit}, i128 {value}")
    return value


def float_to_float(fx: FunctionCx, x: Operand, lay: Layout) -> str:
    a, b = x.layout.scalar, lay.scalar
    if a.name == b.name:
        return x.a
    at, bt = types.imm_type(a), types.imm_type(b)
    if a.bits == b.bits:  # f16 and bf16: through f32, which holds both
        wide = fx.let(f"fpext {at} {x.a} to float")
        return fx.let(f"fptrunc float {wide} to {bt}")
    return fx.let(f"{'fpext' if a.bits < b.bits else 'fptrunc'} {at} {x.a} to {bt}")


def unsize(fx: FunctionCx, x: Operand, lay: Layout) -> Operand:
    """A pointer to an array becomes a pointer to a slice."""
    src, dst = x.layout.ty, lay.ty
    if x.kind == "pair":  # unsized already
        return Operand(lay, "pair", x.a, x.b)
    if isinstance(src, (t.Ref, t.Ptr)) and isinstance(dst, (t.Ref, t.Ptr)):
        tail = fx.cx.layout(src.ty)
        if isinstance(dst.ty, t.Slice) and tail.elem is not None:
            return Operand(lay, "pair", x.a, str(tail.count))
    raise fx.cx.unsupported(
        "G0102", f"the unsizing coercion from `{src}` to `{dst}` is not supported in kernels", fx.span
    )


def transmute(fx: FunctionCx, x: Operand, lay: Layout) -> Operand:
    """The same bytes as another type."""
    if lay.size == 0:
        return Operand(lay, "zst")
    if x.kind == "zst":
        from ferrule.codegen.llvm.function import poison

        return poison(lay)
    if x.kind == "mem":
        if lay.abi == "memory":
            return Operand(lay, "mem", x.a, "", x.align)
        return fx.load(PlaceRef(lay, x.a, "", x.align))
    parts = register_parts(x)
    if lay.abi == "scalar" and len(parts) == 1 and parts[0][2].bits == lay.scalar.bits:
        return Operand(lay, "imm", fx.convert(parts[0][1], parts[0][2], lay.scalar))
    if lay.abi == "pair" and len(parts) == 2 and parts[1][0] == lay.b_offset:
        a, b = lay.pair
        if parts[0][2].bits == a.bits and parts[1][2].bits == b.bits:
            return Operand(
                lay, "pair", fx.convert(parts[0][1], parts[0][2], a), fx.convert(parts[1][1], parts[1][2], b)
            )
    big = lay if lay.align > x.layout.align else x.layout
    ptr = fx.alloca(big)
    fx.store(x, PlaceRef(x.layout, ptr, "", big.align))
    return fx.load(PlaceRef(lay, ptr, "", big.align))


def fn_address(fx: FunctionCx, ty: t.Ty) -> str:
    """The address of a function item or of a closure without captures, as a function pointer."""
    from ferrule.codegen.llvm import shims

    if isinstance(ty, t.Closure):
        return shims.closure_pointer(fx.cx, Instance(ty.def_, ty.args))
    assert isinstance(ty, t.FnDef), ty
    return shims.reify(fx.cx, fx.cx.mono.callee(ty.def_, ty.args), fx.span)
