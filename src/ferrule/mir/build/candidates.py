"""Match candidates: patterns flattened into tests of places, and how an outcome of a test sorts them."""

from __future__ import annotations

from typing import NamedTuple

from ferrule.mir import body as m
from ferrule.mir.build.builder import DEREF
from ferrule.thir import thir
from ferrule.thir.inhabited import variant_uninhabited
from ferrule.thir.pattern import order_key
from ferrule.ty import ty as t
from ferrule.ty.context import TyCtxt

SUCCESS, FAILURE = "success", "failure"
Key = tuple[object, ...]


class MatchPair(NamedTuple):
    """A refutable pattern for a place: a variant, constant, range, slice length or alternative."""

    place: m.Place
    pat: thir.Pat


class Binding(NamedTuple):
    place: m.Place
    pat: thir.PBinding


class Candidate:
    """One way to match an arm.  An arm with an or-pattern has a tree of them, whose leaves reach it."""

    __slots__ = ("bindings", "false_start", "has_guard", "otherwise", "pairs", "pre_binding", "subs")

    def __init__(self, has_guard: bool) -> None:
        self.pairs: list[MatchPair] = []
        self.bindings: list[Binding] = []
        self.has_guard = has_guard
        self.subs: list[Candidate] = []
        self.pre_binding = -1
        self.otherwise = -1
        self.false_start = -1

    def leaves(self, parent: tuple[Binding, ...] = ()) -> list[tuple[Candidate, tuple[Binding, ...]]]:
        """The leaves in order, each with all its bindings."""
        bindings = (*parent, *self.bindings)
        if not self.subs:
            return [(self, bindings)]
        return [leaf for s in self.subs for leaf in s.leaves(bindings)]


class Flattener:
    """Breaks patterns down into candidates.  Equal places are the same object."""

    def __init__(self, tcx: TyCtxt) -> None:
        self.tcx = tcx
        self.places: dict[tuple[int, object], m.Place] = {}
        self.keep: list[m.Place] = []  # the memo is keyed by id, so places must live

    def project(self, place: m.Place, key: object, proj: m.Proj) -> m.Place:
        found = self.places.get((id(place), key))
        if found is None:
            found = self.places[id(place), key] = m.Place(place.local, (*place.proj, proj))
            self.keep.append(place)
        return found

    def candidate(self, place: m.Place, pat: thir.Pat, has_guard: bool) -> Candidate:
        c = Candidate(has_guard)
        self.flatten(c, place, pat)
        self.sort_or_last(c)
        return c

    def sort_or_last(self, c: Candidate) -> None:
        """Or-patterns are tested after everything else of a candidate."""
        if len(c.pairs) > 1:
            c.pairs.sort(key=lambda p: isinstance(p.pat, thir.POr))

    def flatten(self, c: Candidate, place: m.Place, pat: thir.Pat) -> None:
        match pat:
            case thir.PWild() | thir.PErr():
                pass
            case thir.PBinding():
                # What a subpattern binds comes first: `x @ Some(ref y)` borrows before x is bound.
                if pat.sub is not None:
                    self.flatten(c, place, pat.sub)
                c.bindings.append(Binding(place, pat))
            case thir.PDeref():
                self.flatten(c, self.project(place, "deref", DEREF), pat.pat)
            case thir.PLeaf():
                self.fields(c, place, pat.fields, pat.ty)
            case thir.PVariant():
                if self.irrefutable_variant(pat):
                    self.variant_fields(c, place, pat)
                else:
                    c.pairs.append(MatchPair(place, pat))
            case thir.PSlice():
                irrefutable = isinstance(pat.ty, t.Array) or pat.slice is not None and not pat.prefix and not pat.suffix
                if irrefutable:
                    self.slice_elems(c, place, pat)
                else:
                    c.pairs.append(MatchPair(place, pat))
            case thir.PRange() if covers_type(pat):
                pass
            case _:
                c.pairs.append(MatchPair(place, pat))

    def irrefutable_variant(self, pat: thir.PVariant) -> bool:
        variants = self.tcx.adt(pat.def_).variants
        return all(v.index == pat.variant or variant_uninhabited(self.tcx, v, pat.args) for v in variants)

    def fields(self, c: Candidate, place: m.Place, fields: list[thir.FieldPat], ty: t.Ty) -> None:
        for f in fields:
            if isinstance(f.pat, thir.PWild):
                continue
            field_ty = self.field_ty(ty, 0, f.index)
            self.flatten(c, self.project(place, f.index, m.PField(f.index, field_ty)), f.pat)

    def variant_fields(self, c: Candidate, place: m.Place, pat: thir.PVariant) -> None:
        down = self.project(place, ("variant", pat.variant), m.PDowncast(pat.variant))
        for f in pat.fields:
            if isinstance(f.pat, thir.PWild):
                continue
            field_ty = self.field_ty(pat.ty, pat.variant, f.index)
            self.flatten(c, self.project(down, f.index, m.PField(f.index, field_ty)), f.pat)

    def field_ty(self, ty: t.Ty, variant: int, index: int) -> t.Ty:
        if isinstance(ty, t.Tuple):
            return ty.elems[index]
        assert isinstance(ty, t.Adt)
        return self.tcx.field_ty(self.tcx.adt(ty.def_).variants[variant].fields[index].def_, ty.args)

    def slice_elems(self, c: Candidate, place: m.Place, pat: thir.PSlice) -> None:
        n_pre, n_suf = len(pat.prefix), len(pat.suffix)
        least = n_pre + n_suf
        length = None
        if isinstance(pat.ty, t.Array) and isinstance(pat.ty.len, t.ConstValue):
            length = pat.ty.len.value
        for i, p in enumerate(pat.prefix):
            self.flatten(c, self.project(place, ("[", i), m.PConstIndex(i, length or least, False)), p)
        if pat.slice is not None and not isinstance(pat.slice, thir.PWild):
            proj = m.PSubslice(n_pre, n_suf, True) if length is None else m.PSubslice(n_pre, length - n_suf, False)
            self.flatten(c, self.project(place, ("..", n_pre, n_suf), proj), pat.slice)
        for i, p in enumerate(pat.suffix):
            if length is not None:
                at = length - n_suf + i
                self.flatten(c, self.project(place, ("[", at), m.PConstIndex(at, length, False)), p)
            else:
                back = n_suf - i
                self.flatten(c, self.project(place, ("]", back), m.PConstIndex(back, least, True)), p)

    # ---------------------------------------------------------------------------------------------------------- sorting
    def sort(self, c: Candidate, test: MatchPair, branches: dict[Key, list[Candidate]]) -> Key | None:
        """The one outcome of ``test`` under which ``c`` can still match; None if it can match under several.

        What the outcome proves of ``c`` is taken out of it."""
        index = next((i for i, p in enumerate(c.pairs) if p.place is test.place), -1)
        if index < 0:
            return None
        pat, by = c.pairs[index].pat, test.pat
        key: Key | None = None
        proved = False
        match by, pat:
            case thir.PVariant(), thir.PVariant():
                key, proved = ("variant", pat.variant), True
            case thir.PConst(), thir.PConst():
                if isinstance(pat.ty, t.Float):
                    same = pat.bits == by.bits
                    key, proved = ((SUCCESS,), True) if same else ((FAILURE,), False)
                else:
                    # A value that a range sorted into the failure branch covers must stay behind that range.
                    blocked = any(
                        p.place is test.place and isinstance(p.pat, thir.PRange) and in_range(pat.bits, p.pat)
                        for other in branches.get((FAILURE,), ())
                        for p in other.pairs
                    )
                    key, proved = (None, False) if blocked else (("value", pat.bits), True)
            case thir.PConst(), thir.PRange():
                if isinstance(pat.ty, t.Float):
                    key = None if in_range(by.bits, pat) else (FAILURE,)
                else:
                    tested = [k[1] for k in branches if k[0] == "value"]
                    hit = any(isinstance(v, int) and in_range(v, pat) for v in tested)
                    key = None if hit else (FAILURE,)
            case thir.PRange(), thir.PRange():
                if (by.lo, by.hi, by.inclusive) == (pat.lo, pat.hi, pat.inclusive):
                    key, proved = (SUCCESS,), True
                elif disjoint(by, pat):
                    key = (FAILURE,)
            case thir.PRange(), thir.PConst():
                key = None if in_range(pat.bits, by) else (FAILURE,)
            case thir.PStr(), thir.PStr():
                key, proved = ((SUCCESS,), True) if pat.data == by.data else ((FAILURE,), False)
            case thir.PSlice(), thir.PSlice():
                key, proved = sort_slices(by, pat)
        if key is not None and proved:
            del c.pairs[index]
            if isinstance(pat, thir.PVariant):
                self.variant_fields(c, test.place, pat)
            elif isinstance(pat, thir.PSlice):
                self.slice_elems(c, test.place, pat)
            self.sort_or_last(c)
        return key


def sort_slices(test: thir.PSlice, pat: thir.PSlice) -> tuple[Key | None, bool]:
    n, k = len(test.prefix) + len(test.suffix), len(pat.prefix) + len(pat.suffix)
    test_least, pat_least = test.slice is not None, pat.slice is not None
    if n == k and test_least == pat_least:
        return (SUCCESS,), True
    if not test_least:  # len == n
        if not pat_least or k > n:
            return (FAILURE,), False
        return None, False
    # len >= n
    if pat_least:
        return ((SUCCESS,), False) if k > n else (None, False)
    return ((FAILURE,), False) if k < n else ((SUCCESS,), False)


def in_range(bits: int, r: thir.PRange) -> bool:
    x = order_key(bits, r.ty)
    if r.lo is not None and x < order_key(r.lo, r.ty):
        return False
    if r.hi is None:
        return True
    hi = order_key(r.hi, r.ty)
    return x <= hi if r.inclusive else x < hi


def disjoint(a: thir.PRange, b: thir.PRange) -> bool:
    def below(x: thir.PRange, y: thir.PRange) -> bool:
        if x.hi is None or y.lo is None:
            return False
        hi, lo = order_key(x.hi, x.ty), order_key(y.lo, y.ty)
        return hi < lo or hi == lo and not x.inclusive

    return below(a, b) or below(b, a)


def covers_type(r: thir.PRange) -> bool:
    """Whether a range holds every value of its integer type."""
    if not isinstance(r.ty, t.Int):
        return False
    lo = r.lo is None or order_key(r.lo, r.ty) == r.ty.min
    hi = r.hi is None or r.inclusive and order_key(r.hi, r.ty) == r.ty.max
    return lo and hi
