"""Values of constant evaluation as bytes in memory and back: for transmutes, other fields of unions, ``write_bytes``, and for
the initialisers that code generation writes.

Constant evaluation works on trees of values; only here does it ask how a type is laid out.  A byte may be undefined
(padding, `MaybeUninit`), and a pointer has no bytes that constants could see: it stands in a table beside them, as
relocations do in an object file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.mir import arith
from ferrule.mir.value import VAggregate, Value, VBytes, VFn, VRef, VScalar, VStatic, VUninit, VZst
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt
    from ferrule.ty.layout import Layout

_POINTERS = (VRef, VBytes, VFn, VStatic)
_THIN = 8  # bytes of a pointer without metadata


class InvalidValue(Exception):
    """Bytes that are no value of the type asked for: E0080, in rustc's words."""


class Image:
    """Bytes, which of them are defined, and the pointers among them by offset."""

    __slots__ = ("data", "defined", "pointers")

    def __init__(self, size: int, fill: int | None = None) -> None:
        """All bytes undefined, or all ``fill``."""
        self.data = bytearray([fill or 0]) * size
        self.defined = bytearray([fill is not None]) * size
        self.pointers: dict[int, tuple[Value, t.Ty]] = {}

    def copy_from(self, at: int, other: Image) -> None:
        end = at + len(other.data)
        self.data[at:end], self.defined[at:end] = other.data, other.defined
        self.pointers.update({at + offset: pointer for offset, pointer in other.pointers.items()})

    def put(self, at: int, size: int, bits: int) -> None:
        self.put_bytes(at, (bits & (1 << 8 * size) - 1).to_bytes(size, "little"))

    def put_bytes(self, at: int, data: bytes) -> None:
        end = at + len(data)
        self.data[at:end] = data
        self.defined[at:end] = b"\1" * len(data)
        for p in [p for p in self.pointers if at - _THIN < p < end]:  # of a union's other field
            del self.pointers[p]

    def get(self, at: int, size: int) -> int | None:
        """The bits, None if some of them are undefined."""
        if 0 in self.defined[at : at + size]:
            return None
        return int.from_bytes(self.data[at : at + size], "little")


def encode(tcx: TyCtxt, v: Value, ty: t.Ty) -> Image:
    image = Image(tcx.layout_of(ty).size)
    _encode(tcx, image, 0, v, ty)
    return image


def decode(tcx: TyCtxt, image: Image, ty: t.Ty) -> Value:
    """Raises E0080 where the bytes are no value of the type."""
    return _decode(tcx, image, 0, ty)


def _parts(tcx: TyCtxt, lay: Layout) -> list[tuple[int, t.Ty]]:
    return [(offset, ty) for offset, ty in zip(lay.offsets, lay.fields, strict=True)]


# -------------------------------------------------------------------------------------------------------------- encoding
def _encode(tcx: TyCtxt, image: Image, at: int, v: Value, ty: t.Ty) -> None:
    if isinstance(v, (VUninit, VZst)):
        return
    if isinstance(v, VScalar):
        image.put(at, tcx.layout_of(ty).size, v.bits)
        return
    if isinstance(ty, t.Array):
        _encode_array(tcx, image, at, v, ty)
        return
    if isinstance(v, _POINTERS):
        image.put_bytes(at, bytes(tcx.layout_of(ty).size))
        image.pointers[at] = v, ty
        return
    assert isinstance(v, VAggregate), v
    lay = tcx.layout_of(ty)
    if v.union_field is not None:
        assert isinstance(ty, t.Adt)
        if v.rest is not None:
            image.copy_from(at, v.rest)
        field = tcx.adt(ty.def_).variants[0].fields[v.union_field]
        _encode(tcx, image, at, v.fields[0], tcx.field_ty(field.def_, ty.args))
        return
    if v.variant is not None:
        _encode_tag(tcx, image, at, v.variant, ty, lay)
        if lay.variants is not None:
            lay = lay.variants[v.variant]
    for part, (offset, part_ty) in zip(v.fields, _parts(tcx, lay), strict=False):
        _encode(tcx, image, at + offset, part, part_ty)


def _encode_array(tcx: TyCtxt, image: Image, at: int, v: Value, ty: t.Array) -> None:
    if isinstance(v, VBytes):
        image.put_bytes(at, v.data)
        return
    assert isinstance(v, VAggregate), v
    size = tcx.layout_of(ty.ty).size
    scalars = [f.bits for f in v.fields if isinstance(f, VScalar)]
    if scalars and len(scalars) == len(v.fields):
        mask = (1 << 8 * size) - 1
        image.put_bytes(at, b"".join((bits & mask).to_bytes(size, "little") for bits in scalars))
        return
    for i, elem in enumerate(v.fields):
        _encode(tcx, image, at + i * size, elem, ty.ty)


def _encode_tag(tcx: TyCtxt, image: Image, at: int, variant: int, ty: t.Ty, lay: Layout) -> None:
    tag = lay.tag
    if tag is None:
        return
    assert isinstance(ty, t.Adt)
    if not tag.niche:
        image.put(at + tag.offset, tag.scalar.size, tcx.adt(ty.def_).variants[variant].discr)
    elif variant != tag.untagged:
        image.put(at + tag.offset, tag.scalar.size, tag.niche_start + variant - tag.first)


# -------------------------------------------------------------------------------------------------------------- decoding
def _decode(tcx: TyCtxt, image: Image, at: int, ty: t.Ty) -> Value:
    lay = tcx.layout_of(ty)
    match ty:
        case t.Int() | t.Float() | t.Bool() | t.Char():
            return _decode_scalar(tcx, image, at, ty, lay.size)
        case t.Ref() | t.Ptr() | t.FnPtr():
            if at in image.pointers:
                return image.pointers[at][0]
            bits = image.get(at, min(lay.size, _THIN))
            return VUninit() if bits is None else VScalar(bits)
        case t.Array(elem):
            size = tcx.layout_of(elem).size
            return VAggregate([_decode(tcx, image, at + i * size, elem) for i in range(lay.count)])
        case t.Adt(d, args) if tcx.adt(d).kind == "union":
            types = [tcx.field_ty(f.def_, args) for f in tcx.adt(d).variants[0].fields]
            widest = max(range(len(types)), key=lambda i: tcx.layout_of(types[i]).size)
            if not any(image.defined[at : at + lay.size]):
                return VUninit()
            return VAggregate([_decode(tcx, image, at, types[widest])], None, widest)
        case t.Adt(d) if tcx.adt(d).is_enum:
            return _decode_enum(tcx, image, at, ty, lay)
    parts = _parts(tcx, lay)
    return VAggregate([_decode(tcx, image, at + offset, part) for offset, part in parts]) if parts else VZst()


def _decode_scalar(tcx: TyCtxt, image: Image, at: int, ty: t.Ty, size: int) -> Value:
    if any(at - _THIN < p < at + size for p in image.pointers):
        raise InvalidValue("unable to turn pointer into integer")
    bits = image.get(at, size)
    if bits is None:
        return VUninit()
    if ty is t.BOOL and bits > 1:
        raise InvalidValue(f"constructing invalid value: encountered 0x{bits:02x}, but expected a boolean")
    if ty is t.CHAR and (bits > 0x10FFFF or 0xD800 <= bits <= 0xDFFF):
        raise InvalidValue(
            f"constructing invalid value: encountered 0x{bits:08x}, but expected a valid unicode scalar value"
        )
    return VScalar(bits if ty is t.BOOL else bits & (1 << arith.width(ty)) - 1)


def _decode_enum(tcx: TyCtxt, image: Image, at: int, ty: t.Adt, lay: Layout) -> Value:
    tag = lay.tag
    if lay.variants is None or tag is None and lay.variant is None:
        raise InvalidValue("unable to turn bytes into a value of this type")
    if tag is None:
        index = lay.variant or 0
    else:
        bits = image.get(at + tag.offset, tag.scalar.size)
        if at + tag.offset in image.pointers:
            index = tag.untagged
        elif bits is None:
            return VUninit()
        elif tag.niche:
            k = bits - tag.niche_start & tag.scalar.mask
            index = tag.first + k if k <= tag.last - tag.first else tag.untagged
        else:
            discriminants = [v.discr & tag.scalar.mask for v in tcx.adt(ty.def_).variants]
            if bits not in discriminants:
                shown = f"0x{bits:0{2 * tag.scalar.size}x}"
                raise InvalidValue(f"constructing invalid value: encountered {shown}, but expected a valid enum tag")
            index = discriminants.index(bits)
    parts = _parts(tcx, lay.variants[index])
    return VAggregate([_decode(tcx, image, at + offset, part) for offset, part in parts], index)
