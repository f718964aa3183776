"""Constructors of patterns and how a column of them splits the values of a type (rustc_pattern_analysis)."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from ferrule.mir import floats
from ferrule.thir import thir
from ferrule.thir.inhabited import is_uninhabited, variant_uninhabited
from ferrule.thir.pattern import order_key
from ferrule.ty import ty as t
from ferrule.ty.context import TyCtxt

INF = 1 << 200  # beyond every value of usize and isize: their patterns are not tied to a width


class Ctor:
    """What the head of a pattern fixes about a value."""

    __slots__ = ()


class Wild(Ctor):
    __slots__ = ()


class Single(NamedTuple):
    """A struct, tuple or reference."""


class Variant(NamedTuple):
    variant: int


class IntRange(NamedTuple):
    """Bool, char and integer values in [lo, hi), signed types shifted to start at 0."""

    lo: int
    hi: int


class FloatRange(NamedTuple):
    lo: float
    hi: float
    inclusive: bool


class StrConst(NamedTuple):
    data: bytes


class SliceCtor(NamedTuple):
    """Slices of length ``prefix`` (fixed), or at least ``prefix + suffix``."""

    prefix: int
    suffix: int
    fixed: bool

    @property
    def arity(self) -> int:
        return self.prefix + self.suffix


AnyCtor = Wild | Single | Variant | IntRange | FloatRange | StrConst | SliceCtor
WILD = Wild()
SINGLE = Single()


class DPat:
    """A deconstructed pattern: a constructor and the patterns of its fields; ``alts`` for an or-pattern."""

    __slots__ = ("alts", "ctor", "fields", "span", "ty", "useful")

    def __init__(
        self, ctor: AnyCtor, fields: list[DPat], ty: t.Ty, span: int = 0, alts: list[DPat] | None = None
    ) -> None:
        self.ctor, self.fields, self.ty, self.span, self.alts = ctor, fields, ty, span, alts
        self.useful = False


def wild(ty: t.Ty) -> DPat:
    return DPat(WILD, [], ty)


def bias(ty: t.Ty) -> int:
    return 1 << ty.bits - 1 if isinstance(ty, t.Int) and ty.signed else 0


def full_ranges(ty: t.Ty) -> list[IntRange]:
    match ty:
        case t.Bool():
            return [IntRange(0, 2)]
        case t.Char():
            return [IntRange(0, 0xD800), IntRange(0xE000, 0x110000)]
        case t.Int("usize"):
            return [IntRange(0, INF)]
        case t.Int("isize"):
            return [IntRange(-INF, INF)]
    assert isinstance(ty, t.Int)
    return [IntRange(0, 1 << ty.bits)]


class Deconstructor:
    """Turns THIR patterns into deconstructed ones and knows the fields of each constructor."""

    def __init__(self, tcx: TyCtxt) -> None:
        self.tcx = tcx

    def lower(self, pat: thir.Pat) -> DPat:
        ty, span = pat.ty, pat.span
        match pat:
            case thir.PBinding():
                return self.lower(pat.sub) if pat.sub is not None else DPat(WILD, [], ty, span)
            case thir.PDeref():
                return DPat(SINGLE, [self.lower(pat.pat)], ty, span)
            case thir.PLeaf():
                return DPat(SINGLE, self.fill(SINGLE, ty, pat.fields), ty, span)
            case thir.PVariant():
                ctor = Variant(pat.variant)
                return DPat(ctor, self.fill(ctor, ty, pat.fields), ty, span)
            case thir.PConst():
                if isinstance(ty, t.Float):
                    x = floats.decode(pat.bits, ty.name)
                    return DPat(FloatRange(x, x, True), [], ty, span)
                at = int(order_key(pat.bits, ty)) + bias(ty)
                return DPat(IntRange(at, at + 1), [], ty, span)
            case thir.PRange():
                return DPat(self.range_ctor(pat), [], ty, span)
            case thir.PStr():
                inner = ty.ty if isinstance(ty, t.Ref) else t.STR
                return DPat(SINGLE, [DPat(StrConst(pat.data), [], inner, span)], ty, span)
            case thir.PSlice():
                return self.lower_slice(pat)
            case thir.POr():
                return DPat(WILD, [], ty, span, [self.lower(a) for a in pat.alts])
        return DPat(WILD, [], ty, span)

    def range_ctor(self, pat: thir.PRange) -> AnyCtor:
        ty = pat.ty
        if isinstance(ty, t.Float):
            lo = floats.decode(pat.lo, ty.name) if pat.lo is not None else -float("inf")
            hi = floats.decode(pat.hi, ty.name) if pat.hi is not None else float("inf")
            return FloatRange(lo, hi, pat.inclusive or pat.hi is None)
        whole = full_ranges(ty)
        lo_int = int(order_key(pat.lo, ty)) + bias(ty) if pat.lo is not None else whole[0].lo
        hi_int = int(order_key(pat.hi, ty)) + bias(ty) + pat.inclusive if pat.hi is not None else whole[-1].hi
        return IntRange(lo_int, hi_int)

    def lower_slice(self, pat: thir.PSlice) -> DPat:
        elem = pat.ty.ty if isinstance(pat.ty, (t.Slice, t.Array)) else t.ERROR
        before, after = [self.lower(p) for p in pat.prefix], [self.lower(p) for p in pat.suffix]
        if isinstance(pat.ty, t.Array) and isinstance(pat.ty.len, t.ConstValue):
            n = pat.ty.len.value
            middle = self.lower_middle(pat, elem, n - len(before) - len(after))
            fields = [*before, *middle, *after]
            return DPat(SliceCtor(n, 0, True), fields, pat.ty, pat.span)
        if pat.slice is None:
            return DPat(SliceCtor(len(before), 0, True), before + after, pat.ty, pat.span)
        return DPat(SliceCtor(len(before), len(after), False), before + after, pat.ty, pat.span)

    def lower_middle(self, pat: thir.PSlice, elem: t.Ty, n: int) -> list[DPat]:
        inner = pat.slice
        while isinstance(inner, thir.PBinding) and inner.sub is not None:
            inner = inner.sub
        if isinstance(inner, thir.PSlice) and inner.slice is None and len(inner.prefix) == n:
            return [self.lower(p) for p in inner.prefix]
        return [wild(elem) for _ in range(max(n, 0))]

    def fill(self, ctor: AnyCtor, ty: t.Ty, given: list[thir.FieldPat]) -> list[DPat]:
        out = [wild(x) for x in self.field_tys(ctor, ty)]
        for f in given:
            out[f.index] = self.lower(f.pat)
        return out

    # ----------------------------------------------------------------------------------------------------------- fields
    def field_tys(self, ctor: AnyCtor, ty: t.Ty) -> list[t.Ty]:
        match ctor:
            case Single():
                if isinstance(ty, t.Tuple):
                    return list(ty.elems)
                if isinstance(ty, (t.Ref, t.Ptr)):
                    return [ty.ty]
                if isinstance(ty, t.Adt):
                    return self.variant_tys(ty, 0)
            case Variant(index):
                assert isinstance(ty, t.Adt)
                return self.variant_tys(ty, index)
            case SliceCtor():
                elem = ty.ty if isinstance(ty, (t.Slice, t.Array)) else t.ERROR
                return [elem] * ctor.arity
        return []

    def variant_tys(self, ty: t.Adt, index: int) -> list[t.Ty]:
        variants = self.tcx.adt(ty.def_).variants
        return [self.tcx.field_ty(f.def_, ty.args) for f in variants[index].fields] if variants else []

    # -------------------------------------------------------------------------------------------------------- splitting
    def split(self, ty: t.Ty, heads: list[AnyCtor], valid: bool) -> tuple[list[AnyCtor], list[AnyCtor], bool]:
        """The constructors of ``ty`` as ``heads`` tell them apart: (seen, missing, whether a missing one has no name).

        ``valid``: the place surely holds a value, so that empty variants need no arm."""
        match ty:
            case t.Bool() | t.Char() | t.Int():
                return self.split_ranges(ty, [h for h in heads if isinstance(h, IntRange)])
            case t.Adt():
                adt = self.tcx.adt(ty.def_)
                if adt.kind == "enum":
                    seen_v = {h.variant for h in heads if isinstance(h, Variant)}
                    seen: list[AnyCtor] = []
                    missing: list[AnyCtor] = []
                    for v in adt.variants:
                        if v.index in seen_v:
                            seen.append(Variant(v.index))
                        elif not (valid and variant_uninhabited(self.tcx, v, ty.args)):
                            missing.append(Variant(v.index))
                    return seen, missing, not adt.variants and not valid
                return self.one(SINGLE, ty, heads, valid)
            case t.Tuple() | t.Ref():
                return self.one(SINGLE, ty, heads, valid)
            case t.Never():
                return [], [], not valid
            case t.Array(_, t.ConstValue(_, n)):
                return self.one(SliceCtor(n, 0, True), ty, heads, valid)
            case t.Slice():
                return self.split_slices([h for h in heads if isinstance(h, SliceCtor)])
        # str, floats, raw pointers, parameters: whatever is listed never covers all
        seen_other: list[AnyCtor] = []
        for h in heads:
            if h not in seen_other:
                seen_other.append(h)
        return seen_other, [], True

    def one(
        self, ctor: AnyCtor, ty: t.Ty, heads: list[AnyCtor], valid: bool
    ) -> tuple[list[AnyCtor], list[AnyCtor], bool]:
        if heads:
            return [ctor], [], False
        if valid and is_uninhabited(self.tcx, ty):
            return [], [], False
        return [], [ctor], False

    def split_ranges(self, ty: t.Ty, ranges: list[IntRange]) -> tuple[list[AnyCtor], list[AnyCtor], bool]:
        seen: list[AnyCtor] = []
        missing: list[AnyCtor] = []
        whole = full_ranges(ty)
        cuts = {x for r in (*whole, *ranges) for x in r}
        if isinstance(ty, t.Int) and ty.name in ("usize", "isize") and any(r.hi == 1 << 64 for r in ranges):
            cuts.add(1 << 64)
        points = sorted(cuts)
        for lo, hi in pairwise(points):
            if not any(w.lo <= lo and hi <= w.hi for w in whole):
                continue
            covered = any(r.lo <= lo and hi <= r.hi for r in ranges)
            if (
                not covered
                and missing
                and isinstance(missing[-1], IntRange)
                and missing[-1].hi == lo
                and ty is not t.BOOL
            ):
                missing[-1] = IntRange(missing[-1].lo, hi)
            elif ty is t.BOOL and hi - lo == 2:
                (seen if covered else missing).extend((IntRange(0, 1), IntRange(1, 2)))
            else:
                (seen if covered else missing).append(IntRange(lo, hi))
        return seen, missing, False

    def split_slices(self, slices: list[SliceCtor]) -> tuple[list[AnyCtor], list[AnyCtor], bool]:
        """Lengths up to the longest that a pattern tells apart, and all longer ones together."""
        longest = max((s.arity for s in slices if s.fixed), default=0)
        prefix = max((s.prefix for s in slices if not s.fixed), default=0)
        suffix = max((s.suffix for s in slices if not s.fixed), default=0)
        if longest + 1 >= prefix + suffix:
            prefix = longest + 1 - suffix
        if not slices:
            return [], [SliceCtor(0, 0, False)], False
        seen: list[AnyCtor] = []
        missing: list[AnyCtor] = []
        candidates = [SliceCtor(n, 0, True) for n in range(prefix + suffix)] + [SliceCtor(prefix, suffix, False)]
        for c in candidates:
            covered = any(covers(s, c) for s in slices)
            (seen if covered else missing).append(c)
        return seen, missing, False


def covers(pattern: AnyCtor, c: AnyCtor) -> bool:
    """Whether all values of ``c``, a split constructor, have the shape of ``pattern``."""
    match pattern, c:
        case Wild(), _:
            return True
        case IntRange(lo, hi), IntRange(a, b):
            return lo <= a and b <= hi
        case FloatRange(), FloatRange():
            if pattern.lo > c.lo:
                return False
            return c.hi < pattern.hi or c.hi == pattern.hi and (pattern.inclusive or not c.inclusive)
        case SliceCtor(), SliceCtor():
            if pattern.fixed:
                return c.fixed and pattern.arity == c.arity
            return pattern.arity <= c.arity
    return pattern == c
