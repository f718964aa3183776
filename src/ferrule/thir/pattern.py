"""HIR patterns to THIR patterns: default binding modes become dereferences, constants become values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.hir import nodes as hir
from ferrule.mir import floats
from ferrule.mir.value import VAggregate, Value, VBytes, VRef, VScalar, VZst
from ferrule.resolve.defs import Def, DefKind
from ferrule.thir import thir
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.infer.results import TypeckResults
    from ferrule.ty.context import TyCtxt


class PatternBuilder:
    """Translates the patterns of one body."""

    def __init__(self, tcx: TyCtxt, results: TypeckResults) -> None:
        self.tcx, self.results = tcx, results

    def pat(self, p: hir.Pat) -> thir.Pat:
        out = self._pat(p)
        for ref_ty in reversed(self.results.pat_adjustments.get(p.id, ())):
            out = thir.PDeref(p.span, ref_ty, out)
        return out

    def _pat(self, p: hir.Pat) -> thir.Pat:
        ty = self.results.types.get(p.id, t.ERROR)
        match p:
            case hir.PatWild():
                return thir.PWild(p.span, ty)
            case hir.PatBinding():
                return self._binding(p)
            case hir.PatLit():
                return self._literal(p, ty)
            case hir.PatRange():
                return self._range(p)
            case hir.PatRef():
                return thir.PDeref(p.span, ty, self.pat(p.pat))
            case hir.PatTuple():
                assert isinstance(ty, t.Tuple)
                return thir.PLeaf(p.span, ty, self._positional(p.elems, p.rest, len(ty.elems)))
            case hir.PatTupleStruct() | hir.PatStruct() | hir.PatPath():
                return self._path_like(p, ty)
            case hir.PatOr():
                return thir.POr(p.span, ty, [self.pat(a) for a in p.alts])
            case hir.PatSlice():
                middle = self.pat(p.middle) if p.middle is not None else None
                return thir.PSlice(p.span, ty, [self.pat(x) for x in p.before], middle, [self.pat(x) for x in p.after])
        return thir.PErr(p.span, ty)

    def _binding(self, p: hir.PatBinding) -> thir.Pat:
        mode = self.results.binding_modes.get(p.id) or p.by_ref or "move"
        ty = self.results.local_types[p.local.id]
        if mode != "move":
            assert isinstance(ty, t.Ref)
            ty = ty.ty
        return thir.PBinding(p.span, ty, p.local, mode, self.pat(p.sub) if p.sub is not None else None)

    def _positional(self, elems: list[hir.Pat], rest: int | None, count: int) -> list[thir.FieldPat]:
        out = []
        for i, x in enumerate(elems):
            index = i if rest is None or i < rest else count - len(elems) + i
            out.append(thir.FieldPat(index, self.pat(x)))
        return out

    def _path_like(self, p: hir.PatTupleStruct | hir.PatStruct | hir.PatPath, ty: t.Ty) -> thir.Pat:
        res = self.results.path_res.get(p.id)
        if res is not None and res[0].kind in (DefKind.CONST, DefKind.ASSOC_CONST):
            return self._named_const(p.span, ty, res[0], res[1])
        if not isinstance(ty, t.Adt):
            return thir.PErr(p.span, ty)
        adt = self.tcx.adt(ty.def_)
        index = self.results.pat_variants.get(p.id)
        if index is None:
            index = next((v.index for v in adt.variants if res is not None and v.def_ is res[0]), 0)
        variant = adt.variants[index]
        fields: list[thir.FieldPat] = []
        if isinstance(p, hir.PatTupleStruct):
            fields = self._positional(p.elems, p.rest, len(variant.fields))
        elif isinstance(p, hir.PatStruct):
            for f in p.fields:
                i = variant.field(f.ident.name)
                if i is not None:
                    fields.append(thir.FieldPat(i, self.pat(f.pat)))
        if adt.is_enum:
            return thir.PVariant(p.span, ty, ty.def_, index, ty.args, fields)
        return thir.PLeaf(p.span, ty, fields)

    # -------------------------------------------------------------------------------------------------------- constants
    def _literal(self, p: hir.PatLit, ty: t.Ty) -> thir.Pat:
        e, negative = p.expr, False
        if isinstance(e, hir.Unary) and e.op == "-":
            e, negative = e.expr, True
        if isinstance(e, hir.Lit):
            lit_ty = self.results.types.get(e.id, ty)
            if e.kind == "str":
                return thir.PStr(p.span, lit_ty, e.value.encode())
            if e.kind in ("bytestr", "cstr"):
                return self._bytes(p.span, lit_ty, e.value)
            bits = literal_bits(e, lit_ty, negative)
            return thir.PConst(p.span, lit_ty, bits) if bits is not None else thir.PErr(p.span, ty)
        if isinstance(e, hir.ExprPath) and (res := self.results.path_res.get(e.id)) is not None:
            return self._named_const(p.span, ty, *res)
        if isinstance(e, hir.ConstBlock):
            return self._named_const(p.span, ty, e.def_, ())
        return thir.PErr(p.span, ty)

    def _bytes(self, span: int, ty: t.Ty, data: bytes) -> thir.Pat:
        inner = ty.ty if isinstance(ty, t.Ref) else t.mk_array(t.U8, len(data))
        elems: list[thir.Pat] = [thir.PConst(span, t.U8, b) for b in data]
        return thir.PDeref(span, ty, thir.PSlice(span, inner, elems, None, []))

    def _range(self, p: hir.PatRange) -> thir.Pat:
        ty = self.results.types.get(p.id, t.ERROR)
        lo = self._range_end(p.lo) if p.lo is not None else None
        hi = self._range_end(p.hi) if p.hi is not None else None
        if p.lo is not None and lo is None or p.hi is not None and hi is None:
            return thir.PErr(p.span, ty)
        if lo is not None and hi is not None:
            a, b = order_key(lo, ty), order_key(hi, ty)
            if p.inclusive and a > b:
                self.tcx.session.diag.error(
                    "E0030",
                    "lower range bound must be less than or equal to upper",
                    p.span,
                    "lower bound larger than upper bound",
                )
                return thir.PErr(p.span, ty)
            if not p.inclusive and a >= b:
                self.tcx.session.diag.error("E0579", "lower range bound must be less than upper", p.span)
                return thir.PErr(p.span, ty)
        return thir.PRange(p.span, ty, lo, hi, p.inclusive)

    def _range_end(self, e: hir.Expr) -> int | None:
        inner, negative = (e.expr, True) if isinstance(e, hir.Unary) and e.op == "-" else (e, False)
        ty = self.results.types.get(inner.id, t.ERROR)
        if isinstance(inner, hir.Lit):
            return literal_bits(inner, ty, negative)
        res = self.results.path_res.get(inner.id)
        if isinstance(inner, hir.ConstBlock):
            res = (inner.def_, ())
        if res is not None and not negative:
            pat = self._named_const(e.span, ty, *res)
            if isinstance(pat, thir.PConst):
                return pat.bits
        return None

    def _named_const(self, span: int, ty: t.Ty, def_: Def, args: t.Args) -> thir.Pat:
        if any(a.flags & t.HAS_PARAM for a in args):
            self.tcx.session.diag.error(
                "E0158",
                "constant pattern cannot depend on generic parameters",
                span,
                "`const` depends on a generic parameter",
            )
            return thir.PErr(span, ty)
        from ferrule.mir.interpret import ConstEvalError

        try:
            value = self.tcx.const_eval(def_, args)
        except ConstEvalError as e:
            e.report(self.tcx)
            return thir.PErr(span, ty)
        return self._value(span, ty, value)

    def _value(self, span: int, ty: t.Ty, v: Value) -> thir.Pat:
        """The pattern that matches exactly ``v`` (rustc's const_to_pat)."""
        match ty, v:
            case ((t.Bool() | t.Char() | t.Int() | t.Float()), VScalar(bits)):
                return thir.PConst(span, ty, bits)
            case t.Ref(_, t.Str()), VBytes(data=data):
                return thir.PStr(span, ty, data)
            case t.Ref(_, (t.Slice() | t.Array())), VBytes(data=data):
                return self._bytes(span, ty, data)
            case t.Ref(_, inner), VRef():
                from ferrule.mir.memory import load

                if isinstance(inner, t.Slice):
                    assert v.length is not None
                    elems = [
                        self._value(span, inner.ty, load(v.alloc, (*v.path[:-1], v.path[-1] + i)))
                        for i in range(v.length)
                    ]
                    return thir.PDeref(span, ty, thir.PSlice(span, inner, elems, None, []))
                return thir.PDeref(span, ty, self._value(span, inner, load(v.alloc, v.path)))
            case t.Tuple(elem_tys), VAggregate(fields):
                return thir.PLeaf(
                    span,
                    ty,
                    [thir.FieldPat(i, self._value(span, x, f)) for i, (x, f) in enumerate(zip(elem_tys, fields))],
                )
            case t.Tuple(()), _:
                return thir.PLeaf(span, ty, [])
            case t.Array(elem), VAggregate(fields):
                return thir.PSlice(span, ty, [self._value(span, elem, f) for f in fields], None, [])
            case t.Adt(def_, args), (VAggregate() | VZst()):
                adt = self.tcx.adt(def_)
                if adt.kind != "union":
                    fields = v.fields if isinstance(v, VAggregate) else []
                    index = (v.variant if isinstance(v, VAggregate) else None) or 0
                    subs = [
                        thir.FieldPat(i, self._value(span, self.tcx.field_ty(f.def_, args), x))
                        for i, (f, x) in enumerate(zip(adt.variants[index].fields, fields))
                    ]
                    return (
                        thir.PVariant(span, ty, def_, index, args, subs) if adt.is_enum else thir.PLeaf(span, ty, subs)
                    )
        self.tcx.session.diag.error("", f"{t.Ty.__repr__(ty)} cannot be used in patterns", span)
        return thir.PErr(span, ty)


def literal_bits(e: hir.Lit, ty: t.Ty, negative: bool = False) -> int | None:
    """The bit pattern of a scalar literal of type ``ty``; None if the two do not fit together."""
    match ty:
        case t.Int():
            if isinstance(e.value, int) and not isinstance(e.value, bool):
                return (-e.value if negative else e.value) & (1 << ty.bits) - 1
        case t.Float():
            bits = floats.parse(str(e.value), ty.name)
            return bits | floats.FORMATS[ty.name].sign if negative else bits
        case t.Bool():
            return int(bool(e.value))
        case t.Char():
            return e.value if isinstance(e.value, int) else ord(e.value)
    return None


def order_key(bits: int, ty: t.Ty) -> int | float:
    """A number that orders bit patterns as the values of ``ty`` are ordered."""
    if isinstance(ty, t.Int) and ty.signed:
        return bits - (1 << ty.bits) if bits >> ty.bits - 1 else bits
    if isinstance(ty, t.Float):
        return floats.decode(bits, ty.name)
    return bits
