"""Promotion: `&CONSTANT_EXPRESSION` in a function is a reference to a constant, so that it may be `'static`.

Each promoted expression becomes an anonymous constant of its own with MIR that is already built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.mir import body as m
from ferrule.resolve.defs import Def, DefKind
from ferrule.thir import thir
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.mir.build.builder import Builder

ARITHMETIC = frozenset(("add", "sub", "mul", "bitand", "bitor", "bitxor", "eq", "ne", "lt", "le", "gt", "ge"))


def promotable(b: Builder, e: thir.Expr) -> bool:
    """Whether evaluating ``e`` at compile time cannot fail and gives a value without interior mutability or Drop."""
    match e:
        case thir.Borrow():
            if isinstance(e.arg, thir.Array) and not e.arg.elems:
                return not e.ty.flags & t.HAS_PARAM
            return e.kind == "shared" and promotable(b, e.arg) and is_frozen(b, e.arg.ty)
        case thir.Literal() | thir.StrLit() | thir.BytesLit():
            return True
        case thir.Zst():
            return not e.ty.flags & t.HAS_PARAM
        case thir.Tuple() | thir.Array():
            return all(promotable(b, x) for x in e.elems) and not b.needs_drop(e.ty)
        case thir.Repeat():
            return isinstance(e.count, t.ConstValue) and promotable(b, e.elem) and not b.needs_drop(e.ty)
        case thir.Adt():
            if e.base is not None or e.union or b.needs_drop(e.ty):
                return False
            return all(promotable(b, f.expr) for f in e.fields)
        case thir.Unary():
            return promotable(b, e.arg) and not (e.op == "neg" and b.overflow_checks)
        case thir.Binary():
            if isinstance(e.lhs.ty, t.Int) and (
                e.op not in ARITHMETIC or b.overflow_checks and e.op in ("add", "sub", "mul")
            ):
                return False
            return promotable(b, e.lhs) and promotable(b, e.rhs)
        case thir.Cast():
            scalar = isinstance(e.arg.ty, (t.Int, t.Float, t.Bool, t.Char)) and isinstance(
                e.ty, (t.Int, t.Float, t.Char)
            )
            return (scalar or e.kind in ("unsize", "use")) and promotable(b, e.arg)
        case thir.NamedConst():
            return not any(a.flags & t.HAS_PARAM for a in e.args) and not b.needs_drop(e.ty)
        case thir.Field():
            return promotable(b, e.lhs)
    return False


def is_frozen(b: Builder, ty: t.Ty, depth: int = 0) -> bool:
    """Whether values of ``ty`` have no UnsafeCell outside of references."""
    match ty:
        case t.Param() | t.Alias():
            return False
        case t.Tuple(elems):
            return all(is_frozen(b, x, depth) for x in elems)
        case t.Array(elem):
            return is_frozen(b, elem, depth)
        case t.Adt(d, args):
            if d is b.tcx.lang_item("unsafe_cell") or depth > 8:
                return False
            fields = (f for v in b.tcx.adt(d).variants for f in v.fields)
            return all(is_frozen(b, b.tcx.field_ty(f.def_, args), depth + 1) for f in fields)
    return True


def promote(b: Builder, e: thir.Borrow) -> m.Constant:
    """A constant that holds the reference ``e``."""
    from ferrule.mir.build import build_constant

    d = Def(DefKind.ANON_CONST, f"{{promoted#{b.promoted}}}", b.owner, b.owner.crate, None, e.span)
    b.promoted += 1
    d.generics_parent = b.owner
    value = thir.Borrow(e.span, e.ty, e.kind, e.arg, -1)
    d.cache["mir"] = build_constant(b.tcx, d, b.env, value)
    d.cache["type_of"] = e.ty
    args = b.tcx.identity_args(b.env) if has_params(b) else ()
    return m.Constant(e.span, e.ty, m.CNamed(d, args))


def has_params(b: Builder) -> bool:
    """Whether the item around the promoted expression is generic, so that its constant takes its arguments."""
    return b.env.kind in (DefKind.FN, DefKind.ASSOC_FN, DefKind.ASSOC_CONST) and bool(b.tcx.generics_of(b.env).count)
