"""The library image: crates, signatures, trait index and MIR of the library, computed once and loaded piece by piece.

Loading an image creates no definition at all; ``ImageDef`` objects come into being when something asks for them, and each
decodes its syntax node, its facts (the answers of TyCtxt queries) and its MIR at first use.  saxpy touches 666 of the 12,350
definitions of the library.

File: magic, length of the header, header (``marshal``: class names, counts, crates, sources, macros), offsets (u32 arrays: types,
then for each crate PARTS + 1 numbers a definition), data.  Every piece of data is a ``marshal`` value (no pickle: it can hold
nothing but data); an empty piece is None.  None, bool, int, float, str and bytes stand for themselves; everything else is a
tuple that starts with a tag.  Types are referred to by number, definitions by (crate, index).
"""

from __future__ import annotations

import importlib
import marshal
from array import array
from collections.abc import Callable
from typing import Any

from ferrule.diagnostics.source_map import SourceMap
from ferrule.resolve.defs import Crate, Def, DefKind
from ferrule.ty import ty as t

MARSHAL = 4  # every Python from 3.4 on reads it
MAGIC = b"FERRULE-IMAGE-1\n"
RECORD, NODE, ATTRS, CHILDREN, VIS, SCOPE_PART, FACTS, MIR, PARTS = range(9)
LIST, TUPLE, DICT, OBJECT, NAMED, DEF, TYPE, KIND, SCOPE, SET = range(10)
KINDS = list(DefKind)
MIR_KEY = "mir"

_NODE: Any = Def.__dict__["node"]
_SCOPE: Any = Def.__dict__["scope"]
_CACHE: Any = Def.__dict__["cache"]
_ATTRS: Any = Def.__dict__["attrs"]
_CHILDREN: Any = Def.__dict__["children"]
_VIS: Any = Def.__dict__["vis"]


def _lazy(slot: Any, load: Callable[[ImageDef], Any]) -> property:
    """A property over a slot of Def that is filled by ``load`` when it is first read."""

    def get(self: ImageDef) -> Any:
        try:
            return slot.__get__(self)
        except AttributeError:
            value = load(self)
            slot.__set__(self, value)
            return value

    return property(get, slot.__set__)


class FactCache(dict[str, Any]):
    """``Def.cache`` of an image definition: its facts, and its MIR once asked for."""

    __slots__ = ("_owner",)

    def __init__(self, owner: ImageDef, facts: dict[str, Any]) -> None:
        super().__init__(facts)
        self._owner = owner

    def get(self, key: str, default: Any = None) -> Any:
        value = dict.get(self, key, self)
        if value is not self:
            return value
        if key == MIR_KEY:
            body = self._owner._image.mir_of(self._owner)
            if body is not None:
                self[MIR_KEY] = body
                return body
        return default


class ImageDef(Def):
    """A definition of the library that is decoded on demand."""

    __slots__ = ("_image",)
    _image: Image

    def __init__(self) -> None:  # made by Image.def_ only
        raise TypeError("ImageDef objects come from an Image")

    node = _lazy(_NODE, lambda d: d._image.field_of(d, NODE))
    attrs = _lazy(_ATTRS, lambda d: d._image.field_of(d, ATTRS))
    children = _lazy(_CHILDREN, lambda d: d._image.field_of(d, CHILDREN))
    vis = _lazy(_VIS, lambda d: d._image.field_of(d, VIS))
    scope = _lazy(_SCOPE, lambda d: d._image.field_of(d, SCOPE_PART))
    cache = _lazy(_CACHE, lambda d: FactCache(d, d._image.field_of(d, FACTS)))


class Image:
    """A loaded image.  ``crates`` are ready for ``TyCtxt``; ``macros`` are the library's exported macros."""

    def __init__(self, data: bytes | memoryview) -> None:
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError("not a library image of this version")
        start = len(MAGIC) + 8
        end = start + int.from_bytes(data[len(MAGIC) : start], "little")
        self._class_names, n_types, n_defs, crates, files, macros = marshal.loads(data[start:end])
        counts = [n_types + 1, *(n * PARTS + 1 for n in n_defs)]
        offsets = array("I")
        offsets.frombytes(data[end : end + 4 * sum(counts)])
        self._data = memoryview(data)[end + 4 * sum(counts) :]
        self._type_offsets, *self._part_offsets = _split(offsets, counts)
        self._classes: list[Any] = [None] * len(self._class_names)
        self._ty: list[t.Interned | None] = [None] * n_types
        self._defs: list[list[ImageDef | None]] = [[None] * n for n in n_defs]
        self.source_map = SourceMap()
        for name, text in files:
            self.source_map.add(name, text)
        self.crates: list[Crate] = []
        for name, edition in crates[0]:
            crate = Crate.__new__(Crate)
            crate.name, crate.is_library, crate.edition = name, True, edition
            crate.externs, crate.lang_items, crate.impls, crate.bodies, crate.defs = {}, {}, [], [], []
            crate.unlinked = set()
            self.crates.append(crate)
        for crate, (root, externs, lang) in zip(self.crates, crates[1]):
            crate.root = self.def_(self.crates.index(crate), root)
            crate.externs = {alias: self.crates[i] for alias, i in externs}
            crate.lang_items = {k: self.def_(c, i) for k, c, i in lang}
        self.macros = self.decode(marshal.loads(macros))

    def def_(self, crate: int, index: int) -> ImageDef:
        d = self._defs[crate][index]
        if d is None:
            kind, name, parent, span, name_span, generics_parent = self._part(crate, index, RECORD)
            d = self._defs[crate][index] = ImageDef.__new__(ImageDef)
            d._image = self
            d.kind, d.name, d.span, d.name_span, d.index = KINDS[kind], name, span, name_span, index
            d.crate = self.crates[crate]
            d.parent = self.def_(*parent) if parent is not None else None
            d.generics_parent = self.def_(*generics_parent) if generics_parent is not None else None
        return d

    def _crate_index(self, d: ImageDef) -> int:
        return self.crates.index(d.crate)

    def field_of(self, d: ImageDef, which: int) -> Any:
        """One lazily decoded part of a definition."""
        value = self.decode(self._part(self._crate_index(d), d.index, which))
        return _EMPTY[which]() if value is None and which in _EMPTY else value

    def mir_of(self, d: ImageDef) -> Any:
        return self.decode(self._part(self._crate_index(d), d.index, MIR))

    def _part(self, crate: int, index: int, which: int) -> Any:
        offsets = self._part_offsets[crate]
        at = index * PARTS + which
        lo, hi = offsets[at], offsets[at + 1]
        return marshal.loads(self._data[lo:hi]) if hi > lo else None

    # ---------------------------------------------------------------------------------------------------------- decoding
    def decode(self, v: Any) -> Any:
        if v.__class__ is not tuple:
            return v
        tag = v[0]
        decode = self.decode
        if tag == OBJECT:
            cls, fields = self._class(v[1])
            obj = cls.__new__(cls)
            for name, value in zip(fields, v[2]):
                setattr(obj, name, decode(value) if value.__class__ is tuple else value)
            return obj
        if tag == TYPE:
            return self.ty(v[1])
        if tag == LIST:
            return [decode(x) for x in v[1]]
        if tag == TUPLE:
            return tuple(decode(x) for x in v[1])
        if tag == DEF:
            return self.def_(v[1], v[2])
        if tag == DICT:
            return {decode(k): decode(x) for k, x in v[1]}
        if tag == NAMED:
            cls, _ = self._class(v[1])
            return cls(*(decode(x) for x in v[2]))
        if tag == KIND:
            return KINDS[v[1]]
        if tag == SCOPE:
            return self.def_(v[1], v[2]).scope
        assert tag == SET
        return {decode(x) for x in v[1]}

    def _class(self, number: int) -> tuple[Any, list[str]]:
        entry = self._classes[number]
        if entry is None:
            module, name, fields = self._class_names[number]
            entry = self._classes[number] = (getattr(importlib.import_module(module), name), fields)
        return entry  # type: ignore[no-any-return]

    def ty(self, number: int) -> t.Interned:
        ty = self._ty[number]
        if ty is None:
            name, *parts = marshal.loads(self._data[self._type_offsets[number] : self._type_offsets[number + 1]])
            ty = self._ty[number] = _MAKE[name](*(self.decode(p) for p in parts))
        return ty


_EMPTY: dict[int, Callable[[], Any]] = {ATTRS: list, CHILDREN: list, FACTS: dict}


def _split(offsets: array[int], counts: list[int]) -> list[array[int]]:
    out, at = [], 0
    for n in counts:
        out.append(offsets[at : at + n])
        at += n
    return out


_MAKE: dict[str, Callable[..., t.Interned]] = {
    "Region": t.mk_region,
    "Prim": lambda name: t.PRIMITIVES[name],
    "Never": lambda: t.NEVER,
    "Error": lambda: t.ERROR,
    "Adt": t.mk_adt,
    "Ref": lambda r, ty, mut: t.mk_ref(ty, mut, r),
    "Ptr": t.mk_ptr,
    "Slice": t.mk_slice,
    "Array": t.mk_array,
    "Tuple": t.mk_tuple,
    "FnDef": t.mk_fn_def,
    "FnPtr": t.mk_fn_ptr,
    "Closure": t.mk_closure,
    "Param": t.mk_param,
    "Alias": lambda kind, d, args: t.mk_projection(d, args) if kind == "projection" else t.mk_opaque(d, args),
    "ConstValue": t.mk_const,
    "ConstParam": t.mk_const_param,
    "ConstUnevaluated": t.mk_const_unevaluated,
    "ConstError": t.mk_const_error,
}
