"""Expressions as places and operands: projections, bounds checks, temporaries, constants."""

from __future__ import annotations

from ferrule.mir import body as m
from ferrule.mir.build.builder import FOREVER, Builder, deref, field
from ferrule.thir import thir
from ferrule.ty import ty as t

PLACES = (thir.VarRef, thir.UpvarRef, thir.Deref, thir.Field, thir.Index)


def is_pure(e: thir.Expr) -> bool:
    """Whether evaluating ``e`` writes nothing and borrows nothing uniquely: it commutes with reading a place."""
    while True:
        match e:
            case thir.VarRef() | thir.UpvarRef() | thir.Literal() | thir.Zst() | thir.StrLit() | thir.BytesLit():
                return True
            case thir.NamedConst() | thir.ConstParam() | thir.StaticAddr():
                return True
            case thir.Field():
                e = e.lhs
            case thir.Deref() | thir.Unary() | thir.Cast():
                e = e.arg
            case thir.Borrow():
                if e.kind != "shared" or not isinstance(e.arg, PLACES):
                    return False
                e = e.arg
            case thir.Index():
                if not is_pure(e.index):
                    return False
                e = e.lhs
            case thir.Binary():
                if not is_pure(e.rhs):
                    return False
                e = e.lhs
            case _:
                return False


def is_constant(e: thir.Expr) -> bool:
    return isinstance(e, (thir.Literal, thir.Zst, thir.StrLit, thir.BytesLit, thir.NamedConst, thir.ConstParam))


class Places(Builder):
    # ----------------------------------------------------------------------------------------------------------- places
    def as_place(self, e: thir.Expr, depth: int | None = None) -> m.Place:
        match e:
            case thir.VarRef():
                guard = self.guard_refs.get(e.local.id)
                if guard is not None:
                    return m.Place(guard, (m.Deref(),))
                return m.Place(self.vars[e.local.id])
            case thir.UpvarRef():
                return self.upvar(e)
            case thir.Field():
                return field(self.as_place(e.lhs, depth), e.index, e.ty)
            case thir.Deref():
                if isinstance(e.arg, PLACES):
                    return deref(self.as_place(e.arg, depth))
                return deref(self.into_temp(e.arg))
            case thir.Index():
                return self._index(e, depth)
        return self.as_temp(e, depth)

    def upvar(self, e: thir.UpvarRef) -> m.Place:
        assert self.closure is not None and self.closure.closure is not None
        info = self.closure.closure
        env = m.Place(1) if info.kind == "FnOnce" else m.Place(1, (m.Deref(),))
        capture = info.captures[e.index]
        if capture.mode == "value":
            return field(env, e.index, capture.ty)
        return deref(field(env, e.index, t.mk_ref(capture.ty, capture.mode == "mut")))

    def _index(self, e: thir.Index, depth: int | None) -> m.Place:
        base = self.as_place(e.lhs, depth)
        ty = e.lhs.ty
        index = self._index_local(e.index)
        if isinstance(ty, t.Array):
            length: m.Operand = self.const_usize(ty.len, e.span)
            literal = e.index
            if isinstance(literal, thir.Literal) and isinstance(ty.len, t.ConstValue) and literal.bits < ty.len.value:
                return m.Place(base.local, (*base.proj, m.PIndex(index)))
        else:
            length = m.Copy(self.length_of(base, e.span))
        ok = self.temp(t.BOOL, e.span)
        self.assign(ok, m.BinaryOp("lt", m.Copy(m.Place(index)), length), e.span)
        msg = m.AssertMessage("bounds_check", [length, m.Copy(m.Place(index))])
        self.check(m.Move(ok), True, msg, e.span)
        return m.Place(base.local, (*base.proj, m.PIndex(index)))

    def _index_local(self, e: thir.Expr) -> int:
        """The local that holds an index: the variable itself if nothing can change it."""
        if isinstance(e, thir.VarRef) and e.local.id not in self.guard_refs:
            local = self.vars[e.local.id]
            if not self.locals[local].mut:
                return local
        return self.into_temp(e).local

    def length_of(self, place: m.Place, span: int) -> m.Place:
        """The length of a slice place, from the metadata of the pointer it is reached through."""
        out = self.temp(t.USIZE, span)
        if place.proj and isinstance(place.proj[-1], m.Deref):
            pointer = m.Copy(m.Place(place.local, place.proj[:-1]))
            self.assign(out, m.UnaryOp("ptr_metadata", pointer), span)
        else:
            self.assign(out, m.Len(place), span)
        return out

    # ------------------------------------------------------------------------------------------------------ temporaries
    def as_temp(self, e: thir.Expr, depth: int | None = None) -> m.Place:
        """A temporary that may be borrowed: it has storage until the end of its scope."""
        if e.ty is t.NEVER:
            self.into(None, e)
            return m.Place(self.new_local(e.ty, e.span))
        where = self.temp_scope if depth is None else depth
        if where == FOREVER:
            place = m.Place(self.new_local(e.ty, e.span))
        else:
            place = self.temp_in(e.ty, e.span, where)
        self.into(place, e)
        return place

    def into_temp(self, e: thir.Expr) -> m.Place:
        """A temporary that is only read."""
        if e.ty is t.NEVER:
            self.into(None, e)
            return m.Place(self.new_local(e.ty, e.span))
        place = self.temp(e.ty, e.span)
        self.into(place, e)
        return place

    # --------------------------------------------------------------------------------------------------------- operands
    def as_operand(self, e: thir.Expr, direct: bool = False) -> m.Operand:
        c = self.as_constant(e)
        if c is not None:
            return c
        if e.ty is t.NEVER:
            self.into(None, e)
            return self.zst(e.ty, e.span)
        if direct and isinstance(e, PLACES):
            return self.consume(self.as_place(e), e.ty)
        return m.Move(self.into_temp(e))

    def operands(self, es: list[thir.Expr]) -> list[m.Operand]:
        """Operands evaluated from left to right; those that nothing after them can change are read in place."""
        n = len(es)
        direct = [False] * n
        pure = constant = True
        for i in range(n - 1, -1, -1):
            e = es[i]
            if isinstance(e, PLACES):
                direct[i] = constant or pure and self.is_copy(e.ty)
            if constant and not is_constant(e):
                constant = False
            if pure and not is_pure(e):
                pure = False
        return [self.as_operand(e, d) for e, d in zip(es, direct)]

    def as_constant(self, e: thir.Expr) -> m.Constant | None:
        match e:
            case thir.Literal():
                value: m.ConstantValue = m.CScalar(e.bits)
            case thir.Zst():
                value = m.CZst()
            case thir.StrLit():
                value = m.CStr(e.data)
            case thir.BytesLit():
                value = m.CBytes(e.data)
            case thir.NamedConst():
                value = m.CNamed(e.def_, e.args)
            case thir.ConstParam():
                value = m.CParam(e.const)
            case thir.StaticAddr():
                value = m.CStatic(e.def_)
            case _:
                return None
        return m.Constant(e.span, e.ty, value)
