"""Sizes, alignments, field offsets and enum encodings of monomorphic types, as rustc 1.95 computes them for 64-bit
targets.

The algorithm is rustc's (``rustc_abi::layout``): fields of ``repr(Rust)`` types are reordered by alignment groups,
with the
largest niche moved to an edge; enums take the better of a niche-filled and a tagged encoding.  The names are rustc's
too.

``Layout.abi`` says how a value travels through registers: ``zst``, ``scalar``, ``pair`` (two scalars), or ``memory``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ferrule.ty import ty as t
from ferrule.ty.data import AdtData, ReprOptions

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

_U128 = (1 << 128) - 1


class LayoutError(Exception):
    """A type whose layout cannot be known: it still has parameters, or it was reported as an error before."""

    def __init__(self, ty: t.Ty, why: str) -> None:
        super().__init__(f"no layout for `{ty}`: {why}")
        self.ty = ty


class Scalar(NamedTuple):
    """A primitive in a register, with its valid range ``lo..=hi`` (wrapping) or, with ``uninit``, no validity at
    all."""

    prim: str  # int, float, ptr
    bits: int
    signed: bool
    lo: int
    hi: int
    name: str = ""  # floats: f16, bf16, f32, f64
    uninit: bool = False

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1

    @property
    def is_bool(self) -> bool:
        """An i1 in a register: a byte that is 0 or 1."""
        return self.bits == 8 and self.lo == 0 and self.hi == 1 and self.prim == "int" and not self.uninit

    @property
    def is_full(self) -> bool:
        """Every bit pattern is valid."""
        return self.uninit or (self.hi + 1 & self.mask) == self.lo

    def to_union(self) -> Scalar:
        return self._replace(lo=0, hi=self.mask, uninit=True)

    def same_primitive(self, other: Scalar) -> bool:
        return self.prim == other.prim and self.bits == other.bits and self.name == other.name


class Niche(NamedTuple):
    """Invalid bit patterns that an enclosing enum may use."""

    offset: int
    scalar: Scalar

    @property
    def available(self) -> int:
        s = self.scalar
        return s.lo - s.hi - 1 & s.mask

    def reserve(self, count: int) -> tuple[int, Scalar] | None:
        """Takes ``count`` patterns: the first of them, and the scalar with its range widened."""
        if count > self.available:
            return None
        s = self.scalar
        start = (s.lo - count & s.mask, s._replace(lo=s.lo - count & s.mask))
        end = (s.hi + 1 & s.mask, s._replace(hi=s.hi + count & s.mask))
        # Zero is the cheapest pattern to test for; move the bound that reaches it without passing it.
        if s.lo > s.hi:
            return end
        if s.lo <= s.mask - s.hi:
            return start if count <= s.lo else end
        return start if 1 <= (s.hi + count & s.mask) <= s.hi else end


class Tag(NamedTuple):
    """Where an enum keeps which variant it is.

    Direct: the tag holds the discriminant.  Niche: variant ``first + k`` (``k <= last - first``) is stored as
    ``niche_start + k``; every other value means ``untagged``.
    """

    scalar: Scalar
    offset: int
    niche: bool = False
    untagged: int = 0
    first: int = 0
    last: int = 0
    niche_start: int = 0


class Layout:
    """The layout of one type, or of one variant of an enum (``ty`` is the enum then)."""

    __slots__ = (
        "ty", "size", "align", "abi", "a", "b", "b_offset", "fields", "offsets", "variants", "tag", "variant",
        "niche", "uninhabited", "unsized", "elem", "count", "max_repr_align",
    )  # fmt: skip

    def __init__(self, ty: t.Ty, size: int, align: int) -> None:
        self.ty, self.size, self.align = ty, size, align
        self.abi = "zst" if size == 0 else "memory"
        self.a: Scalar | None = None  # scalar, and first of a pair
        self.b: Scalar | None = None
        self.b_offset = 0
        self.fields: tuple[t.Ty, ...] = ()  # structs, tuples, closures, unions, and each variant
        self.offsets: tuple[int, ...] = ()
        self.variants: tuple[Layout, ...] | None = None  # of an enum, all of them
        self.tag: Tag | None = None  # absent where only one variant can exist
        self.variant: int | None = None  # the only variant of a tagless enum
        self.niche: Niche | None = None
        self.uninhabited = False
        self.unsized = False  # slices, str, and structs that end in one
        self.elem: t.Ty | None = None  # arrays and slices
        self.count = 0
        self.max_repr_align: int = 0

    @property
    def is_zst(self) -> bool:
        return self.abi == "zst"

    @property
    def is_1zst(self) -> bool:
        return self.size == 0 and self.align == 1 and not self.unsized

    @property
    def scalar(self) -> Scalar:
        assert self.a is not None, f"{self.ty} is no scalar"
        return self.a

    @property
    def pair(self) -> tuple[Scalar, Scalar]:
        assert self.a is not None and self.b is not None, f"{self.ty} is no pair"
        return self.a, self.b

    def __repr__(self) -> str:
        return f"Layout({self.ty}, size={self.size}, align={self.align}, abi={self.abi}, offsets={self.offsets})"


def align_to(offset: int, align: int) -> int:
    return (offset + align - 1) & -align


def int_scalar(bits: int, signed: bool = False) -> Scalar:
    return Scalar("int", bits, signed, 0, (1 << bits) - 1)


PTR = Scalar("ptr", 64, False, 0, (1 << 64) - 1)
USIZE = int_scalar(64)
BOOL = Scalar("int", 8, False, 0, 1)
CHAR = Scalar("int", 32, False, 0, 0x10FFFF)


# ============================================================================================================ query
def layout_of(tcx: TyCtxt, ty: t.Ty) -> Layout:
    """The layout of a monomorphic type; memoised per compilation."""
    cache: dict[t.Ty, Layout] = tcx.caches.setdefault("layout", {})
    found = cache.get(ty)
    if found is None:
        found = cache[ty] = _compute(tcx, ty)
    return found


def _compute(tcx: TyCtxt, ty: t.Ty) -> Layout:
    if ty.flags & t.NEEDS_NORMALIZE:
        return layout_of(tcx, tcx.normalize(ty))
    match ty:
        case t.Bool():
            return scalar_layout(ty, BOOL)
        case t.Char():
            return scalar_layout(ty, CHAR)
        case t.Int():
            return scalar_layout(ty, int_scalar(ty.bits, ty.signed))
        case t.Float():
            return scalar_layout(ty, Scalar("float", ty.bits, False, 0, (1 << ty.bits) - 1, ty.name))
        case t.Ref(_, inner, _):
            return _pointer(tcx, ty, inner, PTR._replace(lo=1))
        case t.Ptr(inner, _):
            return _pointer(tcx, ty, inner, PTR)
        case t.FnPtr():
            return scalar_layout(ty, PTR._replace(lo=1))
        case t.FnDef():
            return Layout(ty, 0, 1)
        case t.Never():
            never = Layout(ty, 0, 1)
            never.uninhabited = True
            return never
        case t.Slice(inner):
            return _slice(tcx, ty, inner)
        case t.Str():
            return _slice(tcx, ty, t.U8)
        case t.Array(inner, length):
            return _array(tcx, ty, inner, const_usize(tcx, length, ty))
        case t.Tuple(elems):
            lays = [layout_of(tcx, e) for e in elems]
            return univariant(ty, elems, lays, ReprOptions(), "maybe_unsized" if elems else "sized")
        case t.Closure(d, args):
            from ferrule.ty.fold import erase_regions, subst

            tys = tuple(tcx.normalize(erase_regions(subst(f, args))) for f in tcx.closure_info(d).field_tys())
            return univariant(ty, tys, [layout_of(tcx, f) for f in tys], ReprOptions(), "sized")
        case t.Adt(d, args):
            return _adt(tcx, ty, tcx.adt(d), args)
    raise LayoutError(ty, "the type is not known")


def const_usize(tcx: TyCtxt, c: t.Const, ty: t.Ty) -> int:
    """The value of a length or const argument."""
    if not isinstance(c, t.ConstValue):
        c = tcx.normalize_const(c)
    if not isinstance(c, t.ConstValue):
        raise LayoutError(ty, "its length is not known")
    return c.value


def scalar_layout(ty: t.Ty, s: Scalar) -> Layout:
    lay = Layout(ty, s.size, s.size)
    lay.abi, lay.a = "scalar", s
    lay.niche = _niche(0, s)
    return lay


def _niche(offset: int, s: Scalar) -> Niche | None:
    n = Niche(offset, s)
    return n if not s.uninit and n.available else None


def is_unsized(tcx: TyCtxt, ty: t.Ty) -> bool:
    """Whether pointers to ``ty`` carry a length."""
    while True:
        match ty:
            case t.Slice() | t.Str():
                return True
            case t.Adt(d, args):
                adt = tcx.adt(d)
                if adt.kind != "struct" or not adt.variants[0].fields:
                    return False
                last = adt.variants[0].fields[-1].def_
                if not tcx.type_of(last).flags & (t.HAS_PARAM | t.NEEDS_NORMALIZE) and tcx.type_of(last).kind not in (
                    "slice",
                    "str",
                    "adt",
                ):
                    return False
                ty = tcx.normalize(tcx.field_ty(last, args))
            case t.Tuple(elems) if elems:
                ty = elems[-1]
            case _:
                return False


def _pointer(tcx: TyCtxt, ty: t.Ty, pointee: t.Ty, data: Scalar) -> Layout:
    if pointee.flags & t.NEEDS_NORMALIZE:
        pointee = tcx.normalize(pointee)
    return pair_layout(ty, data, USIZE) if is_unsized(tcx, pointee) else scalar_layout(ty, data)


def pair_layout(ty: t.Ty, a: Scalar, b: Scalar) -> Layout:
    b_offset = align_to(a.size, b.size)
    align = max(a.size, b.size)
    lay = Layout(ty, align_to(b_offset + b.size, align), align)
    lay.abi, lay.a, lay.b, lay.b_offset = "pair", a, b, b_offset
    na, nb = _niche(0, a), _niche(b_offset, b)
    lay.niche = nb if nb and (not na or nb.available > na.available) else na
    return lay


def _slice(tcx: TyCtxt, ty: t.Ty, elem: t.Ty) -> Layout:
    lay = Layout(ty, 0, layout_of(tcx, elem).align)
    lay.abi, lay.unsized, lay.elem = "memory", True, elem
    return lay


def _array(tcx: TyCtxt, ty: t.Ty, elem: t.Ty, count: int) -> Layout:
    e = layout_of(tcx, elem)
    lay = Layout(ty, e.size * count, e.align)
    lay.elem, lay.count = elem, count
    lay.niche = e.niche if count else None
    lay.uninhabited = count != 0 and e.uninhabited
    lay.max_repr_align = e.max_repr_align
    return lay


# ============================================================================================================ structs
def univariant(
    ty: t.Ty, tys: Sequence[t.Ty], fields: list[Layout], repr_: ReprOptions, kind: str, prefix: tuple[int, int] = (0, 1)
) -> Layout:
    """One struct-like layout.  ``kind``: ``sized``, ``maybe_unsized`` (the last field stays last), ``prefixed`` (by a
    tag)."""
    lay = _univariant_biased(ty, tys, fields, repr_, kind, prefix, False)
    if kind != "sized" or lay.niche is None or len(fields) < 2:
        return lay
    # Enums prefer niches close to an edge, so that other variants fit beside it: try the far edge too.
    head = lay.niche.offset
    tail = lay.size - head - lay.niche.scalar.size
    if head != 0 and tail > 0:
        alt = _univariant_biased(ty, tys, fields, repr_, kind, prefix, True)
        assert alt.niche is not None
        alt_head = alt.niche.offset
        alt_tail = alt.size - alt_head - alt.niche.scalar.size
        if min(head, tail) > min(alt_head, alt_tail):
            return alt
    return lay


def _trailing_zeros(n: int) -> int:
    return (n & -n).bit_length() - 1


def _memory_order(fields: list[Layout], repr_: ReprOptions, kind: str, bias_end: bool) -> list[int]:
    order = list(range(len(fields)))
    if repr_.c or repr_.simd or repr_.int_ is not None or len(fields) < 2:
        return order
    end = len(fields) - 1 if kind == "maybe_unsized" else len(fields)
    head = fields[:end]
    niches = [f.niche.available if f.niche else 0 for f in fields]
    max_align = max((f.align for f in head), default=1)
    largest_niche = max(niches[:end], default=0)

    def group(i: int) -> int:
        f = fields[i]
        if repr_.packed is not None:
            return min(f.align, repr_.packed)
        size_as_align = _trailing_zeros(max(f.align, f.size))
        if largest_niche > 0:
            if not bias_end:
                return min(_trailing_zeros(max_align), size_as_align)
            if niches[i] == largest_niche:
                return _trailing_zeros(f.align)
        return size_as_align

    def inner(i: int) -> int:
        f = fields[i]
        if f.niche is None:
            return 0
        return ~(f.size - f.niche.scalar.size - f.niche.offset) & _U128 if bias_end else f.niche.offset

    if kind == "prefixed":
        order[:end] = sorted(order[:end], key=lambda i: (group(i), niches[i]))
    else:
        order[:end] = sorted(
            order[:end], key=lambda i: (-group(i), niches[i] if bias_end else ~niches[i] & _U128, inner(i))
        )
    return order


def _univariant_biased(
    ty: t.Ty,
    tys: Sequence[t.Ty],
    fields: list[Layout],
    repr_: ReprOptions,
    kind: str,
    prefix: tuple[int, int],
    bias_end: bool,
) -> Layout:
    pack = repr_.packed
    align, offset = 1, 0
    if kind == "prefixed":
        prefix_align = min(prefix[1], pack) if pack is not None else prefix[1]
        align, offset = prefix_align, align_to(prefix[0], prefix_align)
    offsets = [0] * len(fields)
    niche: Niche | None = None
    best = 0
    uninhabited = unsized = False
    max_repr = repr_.align or 0
    for i in _memory_order(fields, repr_, kind, bias_end):
        f = fields[i]
        uninhabited = uninhabited or f.uninhabited
        unsized = unsized or f.unsized
        f_align = min(f.align, pack) if pack is not None else f.align
        offset = align_to(offset, f_align)
        align = max(align, f_align)
        max_repr = max(max_repr, f.max_repr_align)
        offsets[i] = offset
        if f.niche is not None:
            available = f.niche.available
            if available > best or bias_end and available == best:
                best, niche = available, Niche(f.niche.offset + offset, f.niche.scalar)
        offset += f.size
    align = max(align, repr_.align or 1)
    lay = Layout(ty, align_to(offset, align), align)
    lay.fields, lay.offsets = tuple(tys), tuple(offsets)
    lay.niche, lay.uninhabited, lay.unsized, lay.max_repr_align = niche, uninhabited, unsized, max_repr
    if unsized:
        lay.abi = "memory"
    elif lay.size:
        _struct_abi(lay, fields)
    return lay


def _struct_abi(lay: Layout, fields: list[Layout]) -> None:
    """Newtypes travel as what they hold; two scalars as a pair, where that matches the memory layout."""
    real = [(o, f) for o, f in zip(lay.offsets, fields) if f.size]
    if len(real) == 1:
        o, f = real[0]
        if o == 0 and f.align == lay.align and f.size == lay.size and f.abi in ("scalar", "pair"):
            lay.abi, lay.a, lay.b, lay.b_offset = f.abi, f.a, f.b, f.b_offset
    elif len(real) == 2:
        (oa, fa), (ob, fb) = sorted(real, key=lambda x: x[0])
        if fa.abi == fb.abi == "scalar":
            pair = pair_layout(lay.ty, fa.scalar, fb.scalar)
            if (oa, ob, lay.size, lay.align) == (0, pair.b_offset, pair.size, pair.align):
                lay.abi, lay.a, lay.b, lay.b_offset = "pair", pair.a, pair.b, pair.b_offset


# =============================================================================================================== ADTs
def _adt(tcx: TyCtxt, ty: t.Ty, adt: AdtData, args: t.Args) -> Layout:
    tys = [tuple(tcx.normalize(tcx.field_ty(f.def_, args)) for f in v.fields) for v in adt.variants]
    fields = [[layout_of(tcx, f) for f in v] for v in tys]
    if adt.kind == "union":
        return _union(ty, tys[0], fields[0], adt.repr)
    if adt.kind == "enum":
        return _enum(tcx, ty, adt, tys, fields)
    kind = "maybe_unsized" if fields[0] and _may_be_unsized(tcx, adt) else "sized"
    lay = univariant(ty, tys[0], fields[0], adt.repr, kind)
    if adt.def_ is tcx.lang_item("unsafe_cell"):
        lay.niche = None  # what lies behind may change under a shared reference: its niches are not usable from outside
        if lay.a is not None:
            lay.a = lay.a.to_union()._replace(uninit=lay.a.uninit)
        if lay.b is not None:
            lay.b = lay.b.to_union()._replace(uninit=lay.b.uninit)
    else:
        _valid_range(adt, lay)
    return lay


def _may_be_unsized(tcx: TyCtxt, adt: AdtData) -> bool:
    """Whether the declaration allows an unsized last field (``T: ?Sized``, ``[T]``): it then stays last in memory."""
    last = tcx.type_of(adt.variants[0].fields[-1].def_)
    if last.kind in ("slice", "str"):
        return True
    if not isinstance(last, t.Param):
        return False
    sized = tcx.lang_item("sized")
    if sized is None:
        return False
    from ferrule.ty.data import TraitPredicate

    return not any(
        isinstance(p, TraitPredicate) and p.trait_ref.trait_ is sized and p.trait_ref.args[0] is last
        for p in tcx.predicates_of(adt.def_)
    )


def _valid_range(adt: AdtData, lay: Layout) -> None:
    """``rustc_layout_scalar_valid_range_{start,end}`` on library types such as NonZero."""
    for end in ("start", "end"):
        attr = adt.def_.attr(f"rustc_layout_scalar_valid_range_{end}")
        if attr is None or lay.a is None or attr.tokens is None:
            continue
        value = int("".join(attr.tokens.texts).strip("()").replace("_", ""), 0)
        lay.a = lay.a._replace(lo=value) if end == "start" else lay.a._replace(hi=value)
        lay.niche = _niche(0, lay.a)


def _union(ty: t.Ty, tys: tuple[t.Ty, ...], fields: list[Layout], repr_: ReprOptions) -> Layout:
    align = max(
        [repr_.align or 1, *(min(f.align, repr_.packed) if repr_.packed is not None else f.align for f in fields)]
    )
    lay = Layout(ty, align_to(max((f.size for f in fields), default=0), align), align)
    lay.fields, lay.offsets = tys, (0,) * len(fields)
    lay.max_repr_align = max([repr_.align or 0, *(f.max_repr_align for f in fields)])
    real = [f for f in fields if f.size]
    first = real[0] if real else None
    if first is not None and lay.size == first.size and lay.align == first.align:
        if all(f.abi == "scalar" and f.scalar.same_primitive(first.scalar) for f in real if first.abi == "scalar"):
            if first.abi == "scalar":
                lay.abi, lay.a = "scalar", first.scalar.to_union()
        if first.abi == "pair" and len(real) == 1:
            lay.abi, lay.a, lay.b, lay.b_offset = (
                "pair",
                first.pair[0].to_union(),
                first.pair[1].to_union(),
                first.b_offset,
            )
    return lay


def _absent(fields: list[Layout]) -> bool:
    return any(f.uninhabited for f in fields) and all(f.is_1zst for f in fields)


def _enum(tcx: TyCtxt, ty: t.Ty, adt: AdtData, tys: list[tuple[t.Ty, ...]], fields: list[list[Layout]]) -> Layout:
    repr_ = adt.repr
    plain = not repr_.c and repr_.int_ is None  # layout optimisations are allowed
    present = [i for i, f in enumerate(fields) if repr_.c or not _absent(f)]
    if not present:
        lay = Layout(ty, 0, 1)
        lay.uninhabited, lay.variants = True, _stand_ins(ty, tys, fields, {})
        return lay
    if len(present) == 1 and plain:
        i = present[0]
        lay = univariant(ty, tys[i], fields[i], repr_, "sized")
        one = univariant(ty, tys[i], fields[i], repr_, "sized")
        lay.variant, lay.variants = i, _stand_ins(ty, tys, fields, {i: one})
        return lay
    tagged = _tagged(ty, adt, tys, fields)
    filled = _niche_filled(ty, tys, fields, repr_) if plain and len(fields) > 1 else None
    if filled is not None:
        n_tagged = tagged.niche.available if tagged.niche else 0
        n_filled = filled.niche.available if filled.niche else 0
        if tagged.size > filled.size or tagged.size == filled.size and n_tagged < n_filled:
            return filled
    return tagged


def _stand_ins(
    ty: t.Ty, tys: list[tuple[t.Ty, ...]], fields: list[list[Layout]], known: dict[int, Layout]
) -> tuple[Layout, ...]:
    """Layouts of all variants; those that cannot exist get field offsets all the same, for code that is never run."""
    out = []
    for i, (ft, fl) in enumerate(zip(tys, fields)):
        lay = known.get(i)
        if lay is None:
            lay = univariant(ty, ft, fl, ReprOptions(), "sized")
            lay.uninhabited = True
        lay.variant = i
        out.append(lay)
    return tuple(out)


def _niche_filled(
    ty: t.Ty, tys: list[tuple[t.Ty, ...]], fields: list[list[Layout]], repr_: ReprOptions
) -> Layout | None:
    variants = [univariant(ty, ft, fl, repr_, "sized") for ft, fl in zip(tys, fields)]
    align = max(v.align for v in variants)
    largest = max(range(len(variants)), key=lambda i: (variants[i].size, i))
    need = [i for i, f in enumerate(fields) if i != largest and not _absent(f)]
    big = variants[largest]
    if not need or big.niche is None:
        return None
    first, last = need[0], need[-1]
    reserved = big.niche.reserve(last - first + 1)
    if reserved is None:
        return None
    niche_start, scalar = reserved
    at, niche_size = big.niche.offset, big.niche.scalar.size
    size = align_to(big.size, align)
    for i, v in enumerate(variants):
        v.niche, v.variant = None, i
        if i == largest or v.size <= at:
            continue  # fits in front of the niche
        shift = align_to(at + niche_size, v.align)
        if shift + v.size > size:
            return None
        v.offsets = tuple(o + shift for o in v.offsets)
        v.size += shift
        if v.abi != "zst":
            v.abi, v.a, v.b = "memory", None, None
    lay = Layout(ty, size, align)
    lay.variants = tuple(variants)
    lay.tag = Tag(scalar, at, True, largest, first, last, niche_start)
    lay.niche = _niche(at, scalar)
    lay.uninhabited = all(v.uninhabited for v in variants)
    lay.max_repr_align = max(v.max_repr_align for v in variants)
    others_zst = all(i == largest or v.size == 0 for i, v in enumerate(variants))
    if size == big.size and align == big.align and others_zst:
        if big.abi == "scalar":
            lay.abi, lay.a = "scalar", scalar
        elif big.abi == "pair":
            a, b = big.pair
            lay.abi, lay.b_offset = "pair", big.b_offset
            lay.a, lay.b = (scalar, b.to_union()) if at == 0 else (a.to_union(), scalar)
    return lay


def discriminant_values(adt: AdtData, fields: list[list[Layout]]) -> list[int]:
    """Discriminants that decide the width of the tag: those of variants that can exist."""
    live = [v.discr for v, f in zip(adt.variants, fields) if adt.repr.c or not any(x.uninhabited for x in f)]
    return live or [0]


def _tag_int(adt: AdtData, low: int, high: int) -> tuple[int, bool]:
    """Bits and signedness of the smallest tag that holds ``low..=high``."""
    if adt.repr.int_ is not None:
        it = t.INT_TYPES[adt.repr.int_]
        return it.bits, it.signed
    at_least = 32 if adt.repr.c else 8
    signed = low < 0
    for bits in (8, 16, 32, 64, 128):
        if bits >= at_least and (-(1 << bits - 1) <= low and high < 1 << bits - 1 if signed else high < 1 << bits):
            return bits, signed
    raise AssertionError("a discriminant has at most 128 bits")


def _tagged(ty: t.Ty, adt: AdtData, tys: list[tuple[t.Ty, ...]], fields: list[list[Layout]]) -> Layout:
    repr_ = adt.repr
    values = discriminant_values(adt, fields)
    low, high = min(values), max(values)
    bits, signed = _tag_int(adt, low, high)
    tag_size = bits // 8
    prefix_align = tag_size
    if repr_.c:  # tag, then a union of the variants
        prefix_align = max([prefix_align, *(f.align for v in fields for f in v)])
    start_align, size, align = 256, 0, 1
    variants: list[Layout] = []
    for ft, fl in zip(tys, fields):
        v = univariant(ty, ft, fl, repr_, "prefixed", (tag_size, prefix_align))
        for i in sorted(range(len(fl)), key=lambda k: v.offsets[k]):
            if not fl[i].is_1zst:
                start_align = min(start_align, fl[i].align)
                break
        size, align = max(size, v.size), max(align, v.align)
        variants.append(v)
    size = align_to(size, align)
    # A wider tag that fills the padding before the first field spares LLVM the care for padding bytes.
    wide = start_align if plain_tag(repr_) and start_align in (1, 2, 4, 8, 16) else tag_size
    if wide > tag_size:
        for v in variants:
            v.offsets = tuple(wide if o <= tag_size else o for o in v.offsets)
            if v.size <= tag_size:
                v.size = wide
        tag_size, bits = wide, wide * 8
    mask = (1 << bits) - 1
    lo, hi = _valid_tags(values, low, high, mask)
    tag = Scalar("int", bits, signed, lo, hi)
    lay = Layout(ty, size, align)
    for i, v in enumerate(variants):
        v.variant, v.abi, v.a, v.b, v.niche = i, "memory", None, None, None
    lay.variants, lay.tag, lay.niche = tuple(variants), Tag(tag, 0), _niche(0, tag)
    lay.uninhabited = all(v.uninhabited for v in variants)
    lay.max_repr_align = max(v.max_repr_align for v in variants)
    if tag_size == size:
        lay.abi, lay.a = "scalar", tag
    else:
        _tagged_pair(lay, tag, fields)
    return lay


def plain_tag(repr_: ReprOptions) -> bool:
    return not repr_.c and repr_.int_ is None


def _valid_tags(values: list[int], low: int, high: int, mask: int) -> tuple[int, int]:
    """The one (wrapping) range of valid tags: everything but the largest gap between discriminants."""
    tags = sorted({v & mask for v in values})
    best, lo, hi = -1, low & mask, high & mask
    for i, v in enumerate(tags):
        prev = tags[i - 1]
        gap = v - prev - 1 & mask if len(tags) > 1 else mask
        if gap > best:
            best, lo, hi = gap, v, prev
    return lo, hi


def _tagged_pair(lay: Layout, tag: Scalar, fields: list[list[Layout]]) -> None:
    """(tag, scalar) if every variant holds at most one scalar, all at one place and of one kind."""
    common: Scalar | None = None
    offset, everywhere = 0, True
    assert lay.variants is not None
    for v, fl in zip(lay.variants, fields):
        real = [(o, f) for o, f in zip(v.offsets, fl) if f.size]
        if not real:
            everywhere = False
            continue
        if len(real) > 1 or real[0][1].abi != "scalar":
            return
        o, s = real[0][0], real[0][1].scalar
        everywhere = everywhere and not s.uninit
        if common is None:
            common, offset = s, o
            continue
        if o != offset:
            return
        if not common.same_primitive(s):
            if {common.prim, s.prim} != {"int", "ptr"} or common.bits != s.bits:
                return
            common = int_scalar(common.bits)  # an integer that may hold a pointer
    if common is None:
        return
    second = common._replace(lo=0, hi=common.mask, uninit=not everywhere)
    pair = pair_layout(lay.ty, tag, second)
    if (pair.b_offset, pair.align, pair.size) == (offset, lay.align, lay.size):
        lay.abi, lay.a, lay.b, lay.b_offset = "pair", tag, second, offset
