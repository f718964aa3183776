"""Drop glue: what runs where a value ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ferrule.codegen.llvm.value import Operand, PlaceRef
from ferrule.mir import body as m
from ferrule.ty import ty as t
from ferrule.ty.layout import Layout

if TYPE_CHECKING:
    from ferrule.codegen.llvm.function import FunctionCx


def drop_place(fx: FunctionCx, place: PlaceRef, ty: t.Ty) -> None:
    """Drops the value at ``place``: its own ``Drop`` first, then its parts in declaration order."""
    tcx = fx.cx.tcx
    if not tcx.needs_drop(ty):
        return
    impl = fx.cx.mono.drop_impl(ty)
    if impl is not None:
        from ferrule.codegen.llvm import calls

        ref = Operand(fx.cx.layout(t.mk_ref(ty, True)), "imm", place.ptr)
        calls.call_instance(fx, impl, [ref])
    lay = place.layout
    if lay.variants is not None:
        drop_variants(fx, place)
    elif lay.elem is not None:
        drop_elements(fx, place, lay)
    elif not (isinstance(ty, t.Adt) and tcx.adt(ty.def_).kind == "union"):
        for i, part in enumerate(lay.fields):
            if tcx.needs_drop(part):
                drop_place(fx, fx.field(place, i), part)


def drop_variants(fx: FunctionCx, place: PlaceRef) -> None:
    def fields(_: int, lay: Layout, inner: PlaceRef) -> None:
        for k, part in enumerate(lay.fields):
            if fx.cx.tcx.needs_drop(part):
                drop_place(fx, fx.field(inner, k), part)

    by_variant(fx, place, fields)


def by_variant(fx: FunctionCx, place: PlaceRef, fields: Callable[[int, Layout, PlaceRef], None]) -> None:
    """Code for the variant that the enum at ``place`` is, of those with something to drop."""
    from ferrule.codegen.llvm import enums

    lay = place.layout
    assert lay.variants is not None
    done = fx.label()
    discr = enums.discriminant(fx, place, fx.cx.layout(t.ISIZE).scalar)
    for i, v in enumerate(lay.variants):
        if v.uninhabited or not any(fx.cx.tcx.needs_drop(f) for f in v.fields):
            continue
        hit, nxt = fx.label(), fx.label()
        value = enums.discr_value(fx, lay, i) & (1 << 64) - 1
        cond = fx.let(f"icmp eq i64 {discr}, {value}")
        fx.emit(f"br i1 {cond}, label %{hit}, label %{nxt}")
        fx.begin(hit)
        fields(i, v, PlaceRef(v, place.ptr, "", place.align))
        fx.emit(f"br label %{done}")
        fx.begin(nxt)
    fx.emit(f"br label %{done}")
    fx.begin(done)


def drop_elements(fx: FunctionCx, place: PlaceRef, lay: Layout) -> None:
    assert lay.elem is not None
    if lay.count == 0:
        return
    head, done, before = fx.label(), fx.label(), fx.block
    fx.emit(f"br label %{head}")
    fx.begin(head)
    i, nxt = fx.reg(), fx.reg()
    back = fx.label()
    fx.emit(f"{i} = phi i64 [ 0, %{before} ], [ {nxt}, %{back} ]")
    drop_place(fx, fx.index(place, i), lay.elem)
    fx.emit(f"br label %{back}")
    fx.begin(back)
    fx.emit(f"{nxt} = add nuw nsw i64 {i}, 1")
    more = fx.let(f"icmp ult i64 {nxt}, {lay.count}")
    fx.emit(f"br i1 {more}, label %{head}, label %{done}")
    fx.begin(done)


# ------------------------------------------------------------------------------------------------- moved in part or perhaps
def drop_rest(fx: FunctionCx, node: m.DropNode, span: int) -> None:
    """Drops what is left of a value that was moved in part or on some paths (mir/passes/drops.py)."""
    ty = fx.place_ty(node.place)
    if not fx.cx.tcx.needs_drop(ty):
        return
    if node.how == "unknown" or node.children and fx.cx.mono.drop_impl(ty) is not None:
        where = fx.body.locals[node.place.local].span or span
        fix = "move its elements one by one, or take the part by reference"
        raise fx.cx.unsupported(
            "G0014", f"only a part of a value of `{ty}`, which has a destructor, is moved", where, fix
        )
    place = fx.memory(node.place)
    if not node.children:
        with _if_there(fx, node) as there:
            if there:
                drop_place(fx, place, ty)
        return
    if isinstance(node.children[0].place.proj[-1], m.PDowncast):
        with _if_there(fx, node) as there:
            if there:
                _drop_rest_of_enum(fx, node, place, span)
        return
    lay = place.layout
    parts = [lay.elem] * lay.count if lay.elem is not None else list(lay.fields)
    moved = {_index(c): c for c in node.children}
    for i, part in enumerate(parts):
        if i in moved:
            drop_rest(fx, moved[i], span)
        elif fx.cx.tcx.needs_drop(part):
            with _if_there(fx, node) as there:
                if there:
                    drop_place(fx, fx.index(place, str(i)) if lay.elem is not None else fx.field(place, i), part)


def _index(node: m.DropNode) -> int:
    last = node.place.proj[-1]
    return last.offset if isinstance(last, m.PConstIndex) else last.index if isinstance(last, m.PField) else -1


@contextmanager
def _if_there(fx: FunctionCx, node: m.DropNode) -> Iterator[bool]:
    """The code of the block runs if the value is there; False if it never is."""
    if node.how != "flag":
        yield node.how == "always"
        return
    assert node.flag is not None
    yes, done = fx.label(), fx.label()
    fx.emit(f"br i1 {fx.operand(m.Copy(node.flag)).a}, label %{yes}, label %{done}")
    fx.begin(yes)
    yield True
    fx.emit(f"br label %{done}")
    fx.begin(done)


def _drop_rest_of_enum(fx: FunctionCx, node: m.DropNode, place: PlaceRef, span: int) -> None:
    moved = {c.place.proj[-1].variant: c for c in node.children if isinstance(c.place.proj[-1], m.PDowncast)}

    def fields(variant: int, lay: Layout, inner: PlaceRef) -> None:
        parts = {_index(c): c for c in moved[variant].children} if variant in moved else {}
        for k, part in enumerate(lay.fields):
            if k in parts:
                drop_rest(fx, parts[k], span)
            elif fx.cx.tcx.needs_drop(part):
                drop_place(fx, fx.field(inner, k), part)

    if place.layout.variants is None:
        fields(0, place.layout, place)
    else:
        by_variant(fx, place, fields)
