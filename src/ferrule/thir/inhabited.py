"""Whether a type has a value at all: `!`, enums without variants, and what contains them."""

from __future__ import annotations

from ferrule.ty import ty as t
from ferrule.ty.context import TyCtxt
from ferrule.ty.data import VariantData


def is_uninhabited(tcx: TyCtxt, ty: t.Ty, depth: int = 0) -> bool:
    """True if ``ty`` visibly has no value.  References and unions count as inhabited, as in rustc."""
    if depth > 16:
        return False
    match ty:
        case t.Never():
            return True
        case t.Tuple(elems):
            return any(is_uninhabited(tcx, e, depth + 1) for e in elems)
        case t.Array(elem, t.ConstValue(_, n)):
            return n > 0 and is_uninhabited(tcx, elem, depth + 1)
        case t.Adt(d, args):
            cache = tcx.caches.setdefault("uninhabited", {})
            known = cache.get(ty)
            if known is None:
                cache[ty] = False  # a recursive type goes through a reference or has a value
                adt = tcx.adt(d)
                known = cache[ty] = adt.kind != "union" and all(
                    variant_uninhabited(tcx, v, args, depth + 1) for v in adt.variants
                )
            return bool(known)
    return False


def variant_uninhabited(tcx: TyCtxt, v: VariantData, args: t.Args, depth: int = 0) -> bool:
    return any(is_uninhabited(tcx, tcx.field_ty(f.def_, args), depth + 1) for f in v.fields)
