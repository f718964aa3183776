"""Rust types as `runtime.schema` trees: fields, offsets, valid ranges and enum encodings, from rustc's layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.runtime import schema
from ferrule.runtime.plan import ParamPlan
from ferrule.ty import ty as t
from ferrule.ty.layout import Layout, Scalar, layout_of
from ferrule.ty.pretty import show

if TYPE_CHECKING:
    from ferrule.resolve.defs import Def
    from ferrule.ty.context import TyCtxt


def describe(tcx: TyCtxt, ty: t.Ty) -> schema.Schema:
    """The description of a monomorphic type."""
    return _Describer(tcx).type(ty)


def plain_dtype(tcx: TyCtxt, ty: t.Ty) -> str:
    """The Rust name of a primitive, seen through newtypes; empty for other types."""
    if ty.kind in ("bool", "char", "int", "float"):
        return str(ty)
    lay = layout_of(tcx, ty)
    return _scalar_name(lay.scalar) if lay.abi == "scalar" and lay.variants is None else ""


def _scalar_name(s: Scalar) -> str:
    if s.prim == "float":
        return s.name
    if s.prim == "int":
        return "bool" if s.is_bool else f"{'i' if s.signed else 'u'}{s.bits}"
    return ""


def element(tcx: TyCtxt, ty: t.Ty, stack: frozenset[t.Ty] = frozenset()) -> tuple[str, str]:
    """(dtype, schema) of what a slice or pointer points to, as `ParamPlan` holds them."""
    if ty.kind in ("bool", "char", "int", "float"):
        return str(ty), ""
    if ty in stack:  # a type that points to its own kind: what lies behind the inner pointer is not described
        return "", ""
    return plain_dtype(tcx, ty), schema.to_text(_Describer(tcx, stack | {ty}).type(ty))


def constant_path(tcx: TyCtxt, d: Def) -> str:
    """How a static in constant memory is called from Python: without the crate, unless that is a dependency."""
    return d.path.split("::", 1)[-1] if d.crate is tcx.crates[-1] else d.path


def is_option(ty: t.Ty) -> bool:
    return isinstance(ty, t.Adt) and ty.def_.crate.is_library and ty.def_.name == "Option"


def is_freeze(tcx: TyCtxt, ty: t.Ty) -> bool:
    """Whether a shared reference to ``ty`` forbids writes: no UnsafeCell lies inside (behind no pointer)."""
    known: dict[t.Ty, bool] = tcx.caches.setdefault("freeze", {})
    found = known.get(ty)
    if found is None:
        known[ty] = True  # recursion goes through pointers, which freeze
        found = known[ty] = _compute_freeze(tcx, ty)
    return found


def _compute_freeze(tcx: TyCtxt, ty: t.Ty) -> bool:
    match ty:
        case t.Adt(d, args):
            if d is tcx.lang_item("unsafe_cell"):
                return False
            fields = [f for v in tcx.adt(d).variants for f in v.fields]
            return all(is_freeze(tcx, tcx.normalize(tcx.field_ty(f.def_, args))) for f in fields)
        case t.Array(inner, _) | t.Slice(inner):
            return is_freeze(tcx, inner)
        case t.Tuple(elems):
            return all(is_freeze(tcx, e) for e in elems)
        case t.Closure():
            return all(is_freeze(tcx, f) for f in layout_of(tcx, ty).fields)
    return True


def borrow(tcx: TyCtxt, name: str, ty: t.Ty, stack: frozenset[t.Ty] = frozenset()) -> ParamPlan | None:
    """The plan, at offset 0, of a slice, reference or raw pointer, also in an `Option`; None for other types."""
    optional = False
    inner = ty
    if isinstance(ty, t.Adt) and is_option(ty):
        inside = ty.args[0]
        if not isinstance(inside, t.Ref):
            return None
        optional, inner = True, inside
    match inner:
        case t.Ref(_, t.Str(), _) | t.Ptr(t.Str(), _):
            return None
        case t.Ref(_, t.Slice(elem), mut) | t.Ptr(t.Slice(elem), mut):
            kind, size = "slice", 16
        case t.Ref(_, elem, mut) | t.Ptr(elem, mut) if layout_of(tcx, inner).abi == "scalar":
            kind, size = "pointer", 8
        case _:
            return None
    dtype, described = element(tcx, elem, stack)
    atomic = isinstance(inner, t.Ref) and not is_freeze(tcx, elem)
    return ParamPlan(
        name,
        show(ty),
        kind,
        dtype,
        0,
        size,
        8,
        layout_of(tcx, elem).size,
        mut or atomic,
        atomic,
        schema=described,
        optional=optional,
        elem_align=layout_of(tcx, elem).align,
    )


class _Describer:
    """``stack`` holds the types behind pointers that are being described."""

    def __init__(self, tcx: TyCtxt, stack: frozenset[t.Ty] = frozenset()) -> None:
        self.tcx = tcx
        self.stack = stack

    def type(self, ty: t.Ty) -> schema.Schema:
        if ty.flags & t.NEEDS_NORMALIZE:
            ty = self.tcx.normalize(ty)
        lay = layout_of(self.tcx, ty)
        rust = show(ty)
        loan = borrow(self.tcx, "", ty, self.stack)
        if loan is not None:
            return schema.Borrow(loan)
        match ty:
            case t.Bool():
                return schema.Scalar(rust, "bool", (0, 1))
            case t.Int() | t.Float():
                return schema.Scalar(rust, rust)
            case t.Char():
                return schema.Scalar(rust, "char", (0, 0x10FFFF))
            case t.Array(elem, _):
                return schema.Array(rust, self.type(elem), lay.count)
            case t.Tuple():
                return self.struct(rust, "", "tuple", lay, [str(i) for i in range(len(lay.fields))])
            case t.Closure(d, _):
                names = [c.local.name for c in self.tcx.closure_info(d).captures]
                return self.struct(rust, "", "closure", lay, names)
            case t.Adt(d, _) if d is not self.tcx.lang_item("disjoint_slice"):
                adt = self.tcx.adt(d)
                path = self.path(ty)
                if adt.kind == "enum":
                    return self.enum(ty, path, lay)
                if adt.kind == "struct":
                    limited = self.limited(rust, lay)
                    if limited is not None:
                        return limited
                    names = [f.name for f in adt.variants[0].fields]
                    style = "tuple" if adt.variants[0].ctor == "tuple" else "named"
                    return self.struct(rust, path, style, lay, names)
        return schema.Opaque(rust, lay.size, lay.align)

    def path(self, ty: t.Adt) -> str:
        """The type in Rust text, from the root of the crate being compiled."""
        own = self.tcx.crates[-1].name
        path = show(ty, paths=True)
        for before in ("", "<", " ", "(", "["):
            path = path.replace(f"{before}{own}::", f"{before}crate::") if before or path.startswith(own) else path
        return path

    def limited(self, rust: str, lay: Layout) -> schema.Scalar | None:
        """`NonZero` and its kind: a scalar with fewer values than its integer, which no field of it tells."""
        if lay.abi != "scalar" or lay.scalar.is_full or lay.scalar.prim != "int":
            return None
        inner = [f for f in lay.fields if layout_of(self.tcx, f).size]
        if len(inner) == 1 and not layout_of(self.tcx, inner[0]).scalar.is_full:
            return None  # the field itself is limited: a newtype of bool, or of NonZero
        return schema.Scalar(rust, _scalar_name(lay.scalar), (lay.scalar.lo, lay.scalar.hi))

    def fields(self, lay: Layout, names: list[str]) -> tuple[schema.Field, ...]:
        return tuple(schema.Field(n, o, self.type(f)) for n, f, o in zip(names, lay.fields, lay.offsets, strict=True))

    def struct(self, rust: str, path: str, style: str, lay: Layout, names: list[str]) -> schema.Struct:
        return schema.Struct(rust, path, style, lay.size, lay.align, self.fields(lay, names))

    def enum(self, ty: t.Adt, path: str, lay: Layout) -> schema.Enum:
        adt = self.tcx.adt(ty.def_)
        variants = []
        for v, inner in zip(adt.variants, lay.variants or (), strict=True):
            style = v.ctor if v.ctor in ("unit", "tuple") else "named"
            fields = self.fields(inner, [f.name for f in v.fields])
            variants.append(schema.Variant(v.name, v.discr, style, not inner.uninhabited, fields))
        tag = None
        if lay.tag is not None:
            g = lay.tag
            tag = schema.Tag(g.offset, g.scalar.size, g.niche, g.untagged, g.first, g.last, g.niche_start)
        signed = lay.tag is not None and lay.tag.scalar.signed
        return schema.Enum(show(ty), path, lay.size, lay.align, signed, tag, lay.variant or 0, tuple(variants))
