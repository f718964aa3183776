"""Types of places, operands and rvalues."""

from __future__ import annotations

from ferrule.mir import body as m
from ferrule.mir.ops import BIN_OPS
from ferrule.ty import ty as t
from ferrule.ty.context import TyCtxt


class PlaceError(Exception):
    """A projection that does not fit the type it is applied to."""


def place_ty(body: m.Body, place: m.Place) -> t.Ty:
    """The type of ``place``.  After a Downcast it is still the enum: fields carry their own types."""
    ty = body.locals[place.local].ty
    for p in place.proj:
        ty = proj_ty(ty, p)
    return ty


def proj_ty(ty: t.Ty, p: m.Proj) -> t.Ty:
    if isinstance(p, m.PField):
        return p.ty
    if isinstance(p, m.Deref):
        if isinstance(ty, (t.Ref, t.Ptr)):
            return ty.ty
    elif isinstance(p, (m.PIndex, m.PConstIndex)):
        if isinstance(ty, (t.Array, t.Slice)):
            return ty.ty
    elif isinstance(p, m.PSubslice):
        if isinstance(ty, t.Array):
            if isinstance(ty.len, t.ConstValue):
                n = ty.len.value - p.start - p.end if p.from_end else p.end - p.start
                return t.mk_array(ty.ty, n)
            return ty
        if isinstance(ty, t.Slice):
            return ty
    elif isinstance(p, m.PDowncast):
        return ty
    raise PlaceError(f"{type(p).__name__} of a value of type {ty}")


def operand_ty(body: m.Body, op: m.Operand) -> t.Ty:
    if isinstance(op, (m.Copy, m.Move)):
        return place_ty(body, op.place)
    assert isinstance(op, m.Constant)
    return op.ty


def discriminant_ty(tcx: TyCtxt, ty: t.Ty) -> t.Int:
    """The type of an enum's discriminants: `#[repr(int)]` or isize."""
    if isinstance(ty, t.Adt):
        name = tcx.adt(ty.def_).repr.int_
        if name is not None:
            return t.INT_TYPES[name]
        return t.ISIZE
    return t.U8


def binary_ty(op: str, lhs: t.Ty) -> t.Ty:
    return t.BOOL if BIN_OPS[op].kind == "compare" else lhs


def rvalue_ty(tcx: TyCtxt, body: m.Body, rv: m.Rvalue) -> t.Ty:
    match rv:
        case m.Use(op):
            return operand_ty(body, op)
        case m.Repeat(op, count):
            return t.mk_array(operand_ty(body, op), count)
        case m.MRef(kind, place):
            return t.mk_ref(place_ty(body, place), kind in ("mut", "two_phase", "unique"))
        case m.AddressOf(mut, place):
            return t.mk_ptr(place_ty(body, place), mut)
        case m.Len():
            return t.USIZE
        case m.Cast(_, _, ty):
            return ty
        case m.BinaryOp(op, lhs, _):
            return binary_ty(op, operand_ty(body, lhs))
        case m.CheckedBinaryOp(_, lhs, _):
            return t.mk_tuple((operand_ty(body, lhs), t.BOOL))
        case m.UnaryOp(op, x):
            return t.USIZE if op == "ptr_metadata" else operand_ty(body, x)
        case m.Discriminant(place):
            return discriminant_ty(tcx, place_ty(body, place))
        case m.Printf():
            return t.I32
        case m.Aggregate(kind, ops):
            match kind:
                case m.AggTuple():
                    return t.mk_tuple(tuple(operand_ty(body, o) for o in ops))
                case m.AggArray(elem):
                    return t.mk_array(elem, len(ops))
                case m.AggAdt(d, _, args):
                    return t.mk_adt(d, args)
                case m.AggClosure(d, args):
                    return t.mk_closure(d, args)
                case m.AggRawPtr(pointee, mut):
                    return t.mk_ptr(pointee, mut)
    raise AssertionError(rv)
