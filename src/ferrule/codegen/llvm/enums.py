"""Enum encodings: which variant a value is, and making it one."""

from __future__ import annotations

from ferrule.codegen.llvm import types
from ferrule.codegen.llvm.function import FunctionCx, register_parts
from ferrule.codegen.llvm.value import Operand, PlaceRef, low_bit
from ferrule.ty import ty as t
from ferrule.ty.layout import Layout, Scalar, Tag

__all__ = ["Tag", "discriminant", "set_discriminant", "tag_value"]


def discr_value(fx: FunctionCx, lay: Layout, variant: int) -> int:
    assert isinstance(lay.ty, t.Adt)
    return fx.cx.tcx.adt(lay.ty.def_).variants[variant].discr


def read_tag(fx: FunctionCx, found: Operand | PlaceRef, tag: Tag) -> str:
    if isinstance(found, PlaceRef) or found.kind == "mem":
        ptr = found.ptr if isinstance(found, PlaceRef) else found.a
        if tag.offset:
            ptr = fx.let(f"getelementptr inbounds nuw i8, ptr {ptr}, i64 {tag.offset}")
        return fx.load_scalar(ptr, tag.scalar, min(found.align, low_bit(tag.offset)))
    for at, value, s in register_parts(found):
        if at == tag.offset:
            return fx.convert(value, s, tag.scalar)
    raise AssertionError(f"no tag at {tag.offset} in {found}")


def discriminant(fx: FunctionCx, found: Operand | PlaceRef, want: Scalar) -> str:
    """The discriminant of an enum value as an integer; 0 for a type that is no enum."""
    lay = found.layout
    if lay.variants is None:
        return "0"
    if lay.tag is None:
        return "poison" if lay.variant is None else str(discr_value(fx, lay, lay.variant) & want.mask)
    tag = lay.tag
    value = read_tag(fx, found, tag)
    s = tag.scalar
    lt = types.imm_type(s)
    wt = f"i{want.bits}"
    if not tag.niche:
        return resize(fx, value, lt, s.bits, s.signed, want.bits)
    untagged = str(tag.untagged)
    if tag.first == tag.last:
        at = types.scalar_const(s, tag.niche_start)
        hit = fx.let(f"icmp eq {lt} {value}, {at}")
        return fx.let(f"select i1 {hit}, {wt} {tag.first}, {wt} {untagged}")
    if lt == "ptr":
        value, lt = fx.let(f"ptrtoint ptr {value} to i{s.bits}"), f"i{s.bits}"
    elif lt == "i1":
        value, lt = fx.let(f"zext i1 {value} to i8"), "i8"
    rel = value if tag.niche_start == 0 else fx.let(f"sub {lt} {value}, {tag.niche_start}")
    hit = fx.let(f"icmp ule {lt} {rel}, {tag.last - tag.first}")
    wide = resize(fx, rel, lt, s.bits, False, want.bits)
    index = wide if tag.first == 0 else fx.let(f"add {wt} {wide}, {tag.first}")
    return fx.let(f"select i1 {hit}, {wt} {index}, {wt} {untagged}")


def resize(fx: FunctionCx, value: str, lt: str, bits: int, signed: bool, want: int) -> str:
    if lt == "i1":
        return fx.let(f"zext i1 {value} to i{want}")
    if bits == want:
        return value
    return fx.let(f"{'trunc' if bits > want else 'sext' if signed else 'zext'} {lt} {value} to i{want}")


def tag_value(fx: FunctionCx, lay: Layout, variant: int) -> str | None:
    """What to store as the tag to make a value ``variant``; None where nothing is stored."""
    tag = lay.tag
    if tag is None or tag.niche and variant == tag.untagged:
        return None
    bits = tag.niche_start + (variant - tag.first) if tag.niche else discr_value(fx, lay, variant)
    return types.scalar_const(tag.scalar, bits)


def set_discriminant(fx: FunctionCx, place: PlaceRef, variant: int) -> None:
    lay = place.layout
    value = tag_value(fx, lay, variant)
    if value is None or lay.tag is None:
        return
    ptr = place.ptr
    if lay.tag.offset:
        ptr = fx.let(f"getelementptr inbounds nuw i8, ptr {ptr}, i64 {lay.tag.offset}")
    fx.store_scalar(ptr, lay.tag.scalar, value, min(place.align, low_bit(lay.tag.offset)))
