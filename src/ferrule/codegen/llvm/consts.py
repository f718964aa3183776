"""Constants: MIR constants and value trees as operands, and as initialisers of immutable globals.

A value in memory becomes bytes plus relocations: a packed struct of byte arrays and pointers.  LLVM folds loads from
it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ferrule.codegen.llvm import types
from ferrule.codegen.llvm.value import Operand
from ferrule.mir import body as m
from ferrule.mir import value as v
from ferrule.mir.image import encode as image_of
from ferrule.mir.memory import Allocation, StaticMemory
from ferrule.ty import ty as t
from ferrule.ty.layout import Layout

if TYPE_CHECKING:
    from ferrule.codegen.llvm.context import ModuleCx
    from ferrule.codegen.llvm.function import FunctionCx
    from ferrule.resolve.defs import Def


class Initialiser(NamedTuple):
    """The bytes of a constant and the pointers in it (offset -> LLVM constant of a generic pointer)."""

    data: bytearray
    relocs: dict[int, str]

    def body(self) -> str:
        """``type initialiser`` of a global."""
        if not self.relocs:
            if not any(self.data):
                return f"[{len(self.data)} x i8] zeroinitializer"
            return f"[{len(self.data)} x i8] {types.quote_bytes(bytes(self.data))}"
        tys: list[str] = []
        vals: list[str] = []
        pos = 0

        def raw(end: int) -> None:
            if end > pos:
                tys.append(f"[{end - pos} x i8]")
                vals.append(f"[{end - pos} x i8] {types.quote_bytes(bytes(self.data[pos:end]))}")

        for at in sorted(self.relocs):
            raw(at)
            tys.append("ptr")
            vals.append(f"ptr {self.relocs[at]}")
            pos = at + 8
        raw(len(self.data))
        return f"<{{ {', '.join(tys)} }}> <{{ {', '.join(vals)} }}>"


def encode(cx: ModuleCx, value: v.Value, ty: t.Ty) -> Initialiser:
    """A value in memory, its undefined bytes zero, with the symbols of what it points to."""
    image = image_of(cx.tcx, value, ty)
    relocs: dict[int, str] = {}
    for at, (target, pointer_ty) in image.pointers.items():
        relocs[at], length = pointer(cx, target, pointer_ty)
        if cx.layout(pointer_ty).abi == "pair":
            image.data[at + 8 : at + 16] = (length or 0).to_bytes(8, "little")
    return Initialiser(image.data, relocs)


# ======================================================================================================== operands
def operand(fx: FunctionCx, c: m.Constant) -> Operand:
    """A constant of a body."""
    lay = fx.layout(c.ty)
    match c.value:
        case m.CScalar(bits):
            return scalar(lay, bits)
        case m.CZst():
            return Operand(lay, "zst")
        case m.CStr(data):
            return Operand(lay, "pair", fx.cx.blob(byte_body(data), 1, "str"), str(len(data)))
        case m.CBytes(data):
            at = fx.cx.blob(byte_body(data), 1, "str")
            return Operand(lay, "imm", at) if lay.abi == "scalar" else Operand(lay, "pair", at, str(len(data)))
        case m.CParam(const):
            value = fx.cx.mono.const(const, fx.args)
            assert isinstance(value, t.ConstValue), value
            return scalar(lay, value.value)
        case m.CNamed(d, args, promoted):
            return from_value(fx.cx, named_value(fx, d, fx.cx.mono.args(args, fx.args), promoted), lay)
        case m.CStatic(d):
            return Operand(lay, "imm", fx.target.static_address(fx, fx.cx.static(d)))
    raise AssertionError(c.value)


def named_value(fx: FunctionCx, d: Def, args: t.Args, promoted: int | None) -> v.Value:
    tcx = fx.cx.tcx
    cache: dict[object, v.Value] = tcx.caches.setdefault("codegen_consts", {})
    key = (d, args, promoted)
    found = cache.get(key)
    if found is None:
        if promoted is None:
            found = tcx.const_eval(d, args)
        else:
            from ferrule.mir import interpret

            found = interpret.eval_promoted(tcx, d, args, promoted)
        cache[key] = found
    return found


def scalar(lay: Layout, bits: int) -> Operand:
    if lay.abi == "zst":
        return Operand(lay, "zst")
    return Operand(lay, "imm", types.scalar_const(lay.scalar, bits))


def byte_body(data: bytes) -> str:
    return f"[{len(data)} x i8] {types.quote_bytes(data)}" if data else "[0 x i8] zeroinitializer"


def from_value(cx: ModuleCx, value: v.Value, lay: Layout) -> Operand:
    """A value tree as an operand."""
    if lay.size == 0:
        return Operand(lay, "zst")
    if isinstance(value, v.VScalar) and lay.abi == "scalar":
        return scalar(lay, value.bits)
    if isinstance(value, (v.VRef, v.VBytes, v.VStatic, v.VFn)):
        at, length = pointer(cx, value, lay.ty)
        return Operand(lay, "pair", at, str(length or 0)) if lay.abi == "pair" else Operand(lay, "imm", at)
    image = encode(cx, value, lay.ty)
    if lay.abi == "scalar":
        s = lay.scalar
        return Operand(lay, "imm", image.relocs.get(0) or types.scalar_const(s, _bits(image, 0, s.size)))
    if lay.abi == "pair":
        a, b = lay.pair
        parts = [
            image.relocs.get(at)
            if s.prim == "ptr" and at in image.relocs
            else types.scalar_const(s, _bits(image, at, s.size))
            for at, s in ((0, a), (lay.b_offset, b))
        ]
        return Operand(lay, "pair", str(parts[0]), str(parts[1]))
    return Operand(lay, "mem", cx.blob(image.body(), lay.align), "", lay.align)


def _bits(image: Initialiser, at: int, size: int) -> int:
    return int.from_bytes(image.data[at : at + size], "little")


def pointer(cx: ModuleCx, value: v.Value, ty: t.Ty) -> tuple[str, int | None]:
    """(generic pointer, length) for a pointer in a constant."""
    match value:
        case v.VBytes(data=data):
            return cx.blob(byte_body(data), 1, "str"), len(data)
        case v.VStatic(def_=d):
            return _static_address(cx, d), None
        case v.VFn(instance=instance):
            from ferrule.codegen.llvm import shims

            return shims.reify(cx, cx.mono.callee(instance.def_, instance.args), 0), None
    assert isinstance(value, v.VRef), value
    lay = pointee_layout(cx, value, ty)
    static = value.alloc.static if isinstance(value.alloc, StaticMemory) else None
    if lay.size == 0 and static is None:
        return f"inttoptr (i64 {lay.align} to ptr)", value.length
    if static is not None:
        base = _static_address(cx, static)
    else:
        base = cx.blob(encode(cx, value.alloc[0], lay.ty).body(), lay.align)
    offset = _path_offset(cx, lay, value.path)
    if offset:
        base = f"getelementptr inbounds (i8, ptr {base}, i64 {offset})"
    return base, value.length


def _static_address(cx: ModuleCx, d: Def) -> str:
    address = cx.static(d).address
    if not address:
        raise cx.unsupported("G0103", "the address of shared memory is not a constant")
    return address


def pointee_layout(cx: ModuleCx, ref: v.VRef, ty: t.Ty) -> Layout:
    """The layout of a constant allocation: it knows its type, or else the pointer's type tells it, except inside an
    array."""
    assert isinstance(ty, (t.Ref, t.Ptr)), ty
    if isinstance(ref.alloc, Allocation) and ref.alloc.ty is not None:
        return cx.layout(cx.mono.ty(ref.alloc.ty, ()))
    inner = ty.ty
    root = ref.alloc[0]
    if isinstance(inner, (t.Slice, t.Str)):
        elem = inner.ty if isinstance(inner, t.Slice) else t.U8
        if isinstance(root, v.VAggregate):
            return cx.layout(t.mk_array(elem, len(root.fields)))
        if isinstance(root, v.VBytes):
            return cx.layout(t.mk_array(elem, len(root.data)))
    if ref.path and isinstance(root, v.VAggregate):  # a pointer to an element: the allocation is the array around it
        return cx.layout(t.mk_array(inner, len(root.fields)))
    return cx.layout(inner)


def _path_offset(cx: ModuleCx, lay: Layout, path: tuple[int, ...]) -> int:
    offset = 0
    for i in path:
        if lay.elem is not None:
            e = cx.layout(lay.elem)
            offset += i * e.size
            lay = e
        elif i < len(lay.offsets):
            offset += lay.offsets[i]
            lay = cx.layout(lay.fields[i])
    return offset


def initialiser(cx: ModuleCx, value: v.Value, lay: Layout) -> str:
    """``type initialiser`` of a static."""
    return encode(cx, value, lay.ty).body()
