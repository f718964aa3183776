"""The intrinsics that constant evaluation knows, by the names of the intrinsic table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.mir import arith
from ferrule.mir.image import Image, decode
from ferrule.mir.memory import as_ref, clone, load, spell_out, store
from ferrule.mir.value import VAggregate, Value, VRef, VScalar, VUninit, VZst
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.mir.interpret import Machine
    from ferrule.ty.layout import Layout

INT_UNARY = frozenset(("ctpop", "ctlz", "cttz", "bswap", "bitreverse"))
FLOAT_UNARY = frozenset(("sqrt", "fabs", "floor", "ceil", "trunc", "roundeven"))
FLOAT_BINARY = frozenset(("copysign", "minnum", "maxnum"))
WRAPPING = {"wrapping_add": "add", "wrapping_sub": "sub", "wrapping_mul": "mul"}
CHECKED = {"add_with_overflow": "add", "sub_with_overflow": "sub", "mul_with_overflow": "mul"}
SATURATING = {"saturating_add": "add", "saturating_sub": "sub"}
UNCHECKED = {
    "unchecked_add": "add", "unchecked_sub": "sub", "unchecked_mul": "mul", "unchecked_div": "div",
    "unchecked_rem": "rem", "unchecked_shl": "shl", "unchecked_shr": "shr", "exact_div": "div",
}  # fmt: skip


def call_intrinsic(vm: Machine, name: str, generics: t.Args, args: list[Value], tys: list[t.Ty]) -> Value:
    """The result of an intrinsic; raises E0080 for one that has no meaning at compile time."""
    ty = next((g for g in generics if isinstance(g, t.Ty)), tys[0] if tys else t.UNIT)
    bits = [a.bits if isinstance(a, VScalar) else 0 for a in args]
    if isinstance(ty, t.Int):
        if name in WRAPPING or name in UNCHECKED:
            return VScalar(arith.binary(WRAPPING.get(name) or UNCHECKED[name], bits[0], bits[1], ty, tys[1]))
        if name in CHECKED:
            value, over = arith.checked(CHECKED[name], bits[0], bits[1], ty)
            return VAggregate([VScalar(value), VScalar(int(over))])
        if name in SATURATING:
            exact = arith.exact(SATURATING[name], arith.to_int(bits[0], ty), arith.to_int(bits[1], ty))
            return VScalar(arith.from_int(min(max(exact, ty.min), ty.max), ty))
        if name in INT_UNARY:
            return VScalar(arith.int_unary(name, bits[0], ty))
        if name in ("rotate_left", "rotate_right"):
            return VScalar(arith.rotate(bits[0], bits[1], ty, name == "rotate_left"))
    if isinstance(ty, t.Float):
        if name in FLOAT_UNARY:
            return VScalar(arith.float_unary(name, bits[0], ty))
        if name in FLOAT_BINARY:
            return VScalar(arith.float_binary_intrinsic(name, bits[0], bits[1], ty))
        if name == "fma":
            return VScalar(arith.fma(bits[0], bits[1], bits[2], ty))
    return other(vm, name, generics, args, tys, ty)


def other(vm: Machine, name: str, generics: t.Args, args: list[Value], tys: list[t.Ty], ty: t.Ty) -> Value:
    match name:
        case "size_of":
            return VScalar(vm.tcx.layout_of(ty).size)
        case "align_of":
            return VScalar(vm.tcx.layout_of(ty).align)
        case "size_of_val" | "align_of_val":
            return VScalar(size_of_val(vm, args[0], ty, name == "align_of_val"))
        case "is_inhabited":
            return VScalar(int(not vm.tcx.layout_of(ty).uninhabited))
        case "needs_drop":
            return VScalar(int(vm.tcx.needs_drop(ty)))
        case "transmute":
            to = [g for g in generics if isinstance(g, t.Ty)][1]
            return vm.transmute(args[0], ty, to)
        case "discriminant_value":
            place = pointer(vm, args[0], ty)
            return VScalar(vm.discriminant(load(place.alloc, place.path), ty))
        case "likely" | "unlikely" | "black_box":
            return args[0]
        case "assume" | "assert_unchecked":
            if not vm.scalar(args[0]):
                raise vm.error("`assume` called with `false`")
            return VZst()
        case "unreachable" | "unreachable_unchecked":
            raise vm.error("entering unreachable code")
        case "abort" | "trap":
            raise vm.error("the program aborted")
        case "read" | "read_unaligned" | "volatile_load" | "ptr_read" | "ptr_read_unaligned":
            place = pointer(vm, args[0], ty)
            return clone(spell_out(load(place.alloc, place.path), ty))
        case "write" | "write_unaligned" | "volatile_store" | "ptr_write" | "ptr_write_unaligned":
            place = pointer(vm, args[0], ty)
            store(place.alloc, place.path, args[1])
            return VZst()
        case "copy" | "copy_nonoverlapping":
            copy(vm, pointer(vm, args[0], ty), pointer(vm, args[1], ty), vm.scalar(args[2]))
            return VZst()
        case "write_bytes":
            write_bytes(vm, pointer(vm, args[0], ty), vm.scalar(args[1]), vm.scalar(args[2]), ty)
            return VZst()
        case "offset" | "arith_offset" | "ptr_offset":
            return vm.offset(args[0], arith.to_int(vm.scalar(args[1]), t.ISIZE), ty)
        case "offset_from":
            a, b = pointer(vm, args[0], ty), pointer(vm, args[1], ty)
            if a.alloc is not b.alloc or a.path[:-1] != b.path[:-1]:
                raise vm.error("`ptr_offset_from` called on two pointers that are not derived from the same allocation")
            return VScalar(arith.from_int((a.path or (0,))[-1] - (b.path or (0,))[-1], t.ISIZE))
        case "slice_len":
            ref = as_ref(args[0], t.mk_slice(ty))
            return VScalar(ref.length or 0 if ref is not None else 0)
        case "slice_from_raw_parts" | "slice_from_raw_parts_mut":
            data = args[0]
            if isinstance(data, VRef):
                return VRef(data.alloc, data.path or (0,), vm.scalar(args[1]))
            return data
        case "uninit" | "maybe_uninit":
            return VUninit()
    raise vm.error(f"calling intrinsic `{name}` in a constant is not supported")


def pointer(vm: Machine, v: Value, pointee: t.Ty) -> VRef:
    return vm.pointer(v, pointee)


def size_of_val(vm: Machine, v: Value, ty: t.Ty, align: bool) -> int:
    elem = ty.ty if isinstance(ty, t.Slice) else t.U8 if ty is t.STR else None
    layout: Layout = vm.tcx.layout_of(elem if elem is not None else ty)
    if align:
        return layout.align
    if elem is None:
        return layout.size
    ref = as_ref(v, ty)
    return layout.size * (ref.length or 0 if ref is not None else 0)


def copy(vm: Machine, src: VRef, dst: VRef, count: int) -> None:
    values = [clone(load(src.alloc, _element(src, i))) for i in range(count)]
    for i, v in enumerate(values):
        store(dst.alloc, _element(dst, i), v)
    vm.steps += count


def write_bytes(vm: Machine, dst: VRef, byte: int, count: int, ty: t.Ty) -> None:
    image = Image(vm.tcx.layout_of(ty).size, byte)
    for i in range(count):
        store(dst.alloc, _element(dst, i), decode(vm.tcx, image, ty))
    vm.steps += count


def _element(p: VRef, i: int) -> tuple[int, ...]:
    """The path of the element ``i`` behind a pointer to the first."""
    if not p.path:
        return () if i == 0 else (i,)
    return (*p.path[:-1], p.path[-1] + i)
