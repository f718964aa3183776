"""Interned types, regions and type-level constants.

Every value here is interned: two structurally equal types are the same object, so ``is`` compares types.  Types are made
by the ``mk_*`` functions (or the constants ``BOOL``, ``I32`` ...), never by calling a class.  ``flags`` say what lies
inside a type, so that folds stop early.

Regions have a slot in every type that has one in Rust.  Type inference works on types whose regions are ``ERASED``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferrule.resolve.defs import Def

# ---- flags
HAS_INFER = 1
HAS_PARAM = 2
HAS_ALIAS = 4
HAS_REGION = 8  # a region other than ERASED
HAS_BOUND = 16
HAS_ERROR = 32
HAS_UNEVALUATED = 64
NEEDS_NORMALIZE = HAS_ALIAS | HAS_UNEVALUATED

_table: dict[tuple[Any, ...], Any] = {}


class Interned:
    """Base of everything interned.  Equality and hash are identity."""

    __slots__ = ("flags",)
    flags: int

    def __repr__(self) -> str:
        from ferrule.ty.pretty import show

        return show(self)

    def __copy__(self) -> Interned:
        return self

    def __deepcopy__(self, memo: Any) -> Interned:
        return self


# ======================================================================================================== regions
class Region(Interned):
    __slots__ = ("kind", "index", "name")
    kind: str  # erased, static, early, bound, late, var, error
    index: int  # early: parameter index; bound: binder-local index; late: index; var: number
    name: str


def mk_region(kind: str, index: int = 0, name: str = "") -> Region:
    key = (Region, kind, index, name)
    r = _table.get(key)
    if r is None:
        r = Region()
        r.kind, r.index, r.name = kind, index, name
        r.flags = 0 if kind == "erased" else HAS_REGION | (HAS_BOUND if kind == "bound" else 0)
        _table[key] = r
    return r


ERASED = mk_region("erased")
STATIC = mk_region("static")


# ====================================================================================================== constants
class Const(Interned):
    """A constant at the type level, e.g. an array length or a const generic argument."""

    __slots__ = ("ty",)
    ty: Ty


class ConstValue(Const):
    """A known value.  ``value`` is an int (integers: mathematical value; bool: 0/1; char: code point)."""

    __slots__ = ("value",)
    __match_args__ = ("ty", "value")
    value: int


class ConstParam(Const):
    __slots__ = ("index", "name", "def_")
    index: int
    name: str
    def_: Def


class ConstInfer(Const):
    __slots__ = ("vid",)
    vid: int


class ConstUnevaluated(Const):
    """An anonymous constant or associated const that still depends on ``args``."""

    __slots__ = ("def_", "args")
    def_: Def
    args: Args


class ConstError(Const):
    __slots__ = ()


# ========================================================================================================== types
class Ty(Interned):
    __slots__ = ()
    kind: str = ""


class Bool(Ty):
    __slots__ = ()
    kind = "bool"


class Char(Ty):
    __slots__ = ()
    kind = "char"


class Str(Ty):
    __slots__ = ()
    kind = "str"


class Never(Ty):
    __slots__ = ()
    kind = "never"


class Error(Ty):
    """The type of what has been reported already; it unifies with everything silently."""

    __slots__ = ()
    kind = "error"


class Int(Ty):
    """A signed or unsigned integer type."""

    __slots__ = ("name", "bits", "signed")
    __match_args__ = ("name",)
    kind = "int"
    name: str
    bits: int  # usize/isize: 64 on every present target; ask layout, not this, where the target matters
    signed: bool

    @property
    def min(self) -> int:
        return -(1 << self.bits - 1) if self.signed else 0

    @property
    def max(self) -> int:
        return (1 << self.bits - self.signed) - 1


class Float(Ty):
    __slots__ = ("name", "bits")
    __match_args__ = ("name",)
    kind = "float"
    name: str
    bits: int


class Adt(Ty):
    """A struct, enum or union applied to its arguments (regions, types, consts in declaration order)."""

    __slots__ = ("def_", "args")
    __match_args__ = ("def_", "args")
    kind = "adt"
    def_: Def
    args: Args


class Ref(Ty):
    __slots__ = ("region", "ty", "mut")
    __match_args__ = ("region", "ty", "mut")
    kind = "ref"
    region: Region
    ty: Ty
    mut: bool


class Ptr(Ty):
    __slots__ = ("ty", "mut")
    __match_args__ = ("ty", "mut")
    kind = "ptr"
    ty: Ty
    mut: bool


class Slice(Ty):
    __slots__ = ("ty",)
    __match_args__ = ("ty",)
    kind = "slice"
    ty: Ty


class Array(Ty):
    __slots__ = ("ty", "len")
    __match_args__ = ("ty", "len")
    kind = "array"
    ty: Ty
    len: Const


class Tuple(Ty):
    __slots__ = ("elems",)
    __match_args__ = ("elems",)
    kind = "tuple"
    elems: tuple[Ty, ...]


class FnDef(Ty):
    """The zero-sized type of one function item, tuple-struct constructor or variant constructor."""

    __slots__ = ("def_", "args")
    __match_args__ = ("def_", "args")
    kind = "fn_def"
    def_: Def
    args: Args


class FnPtr(Ty):
    __slots__ = ("inputs", "output", "unsafe")
    __match_args__ = ("inputs", "output", "unsafe")
    kind = "fn_ptr"
    inputs: tuple[Ty, ...]  # may hold bound regions: the type is its own binder
    output: Ty
    unsafe: bool


class Closure(Ty):
    """A closure.  ``args`` are the generic arguments of the enclosing item; signature, kind and captures are looked up
    by ``def_`` in the results of the body that holds it (TyCtxt.closure_info)."""

    __slots__ = ("def_", "args")
    __match_args__ = ("def_", "args")
    kind = "closure"
    def_: Def
    args: Args


class Param(Ty):
    """A type parameter; ``Self`` of a trait is index 0."""

    __slots__ = ("index", "name", "def_")
    __match_args__ = ("index", "name")
    kind = "param"
    index: int
    name: str
    def_: Def


class Alias(Ty):
    """``<args[0] as Trait>::Name`` (projection: def_ is the trait's associated type, args are the trait's followed by its
    own) or a return-position ``impl Trait`` (opaque)."""

    __slots__ = ("alias_kind", "def_", "args")
    __match_args__ = ("alias_kind", "def_", "args")
    kind = "alias"
    alias_kind: str  # projection, opaque
    def_: Def
    args: Args


class Infer(Ty):
    """An inference variable; ``infer_kind`` is ``ty``, ``int`` or ``float``."""

    __slots__ = ("infer_kind", "vid")
    __match_args__ = ("infer_kind", "vid")
    kind = "infer"
    infer_kind: str
    vid: int


GenericArg = Ty | Region | Const
Args = tuple[GenericArg, ...]


def _flags(parts: Iterable[Interned]) -> int:
    flags = 0
    for p in parts:
        flags |= p.flags
    return flags


def _mk(cls: type[Any], flags: int, *values: Any) -> Any:
    key = (cls, *values)
    obj = _table.get(key)
    if obj is None:
        obj = cls()
        for name, value in zip(cls.__slots__, values):
            setattr(obj, name, value)
        obj.flags = flags
        _table[key] = obj
    return obj


BOOL: Bool = _mk(Bool, 0)
CHAR: Char = _mk(Char, 0)
STR: Str = _mk(Str, 0)
NEVER: Never = _mk(Never, 0)
ERROR: Error = _mk(Error, HAS_ERROR)
INT_TYPES: dict[str, Int] = {
    f"{'i' if signed else 'u'}{name}": _mk(Int, 0, f"{'i' if signed else 'u'}{name}", bits, signed)
    for signed in (True, False)
    for name, bits in (("8", 8), ("16", 16), ("32", 32), ("64", 64), ("128", 128), ("size", 64))
}
FLOAT_TYPES: dict[str, Float] = {
    n: _mk(Float, 0, n, b) for n, b in (("f16", 16), ("bf16", 16), ("f32", 32), ("f64", 64))
}
I8, I16, I32, I64, I128, ISIZE = (INT_TYPES[n] for n in ("i8", "i16", "i32", "i64", "i128", "isize"))
U8, U16, U32, U64, U128, USIZE = (INT_TYPES[n] for n in ("u8", "u16", "u32", "u64", "u128", "usize"))
F16, BF16, F32, F64 = (FLOAT_TYPES[n] for n in ("f16", "bf16", "f32", "f64"))
UNIT: Tuple = _mk(Tuple, 0, ())
PRIMITIVES: dict[str, Ty] = {"bool": BOOL, "char": CHAR, "str": STR, **INT_TYPES, **FLOAT_TYPES}


def mk_adt(def_: Def, args: Args) -> Adt:
    return _mk(Adt, _flags(args), def_, args)  # type: ignore[no-any-return]


def mk_ref(ty: Ty, mut: bool, region: Region = ERASED) -> Ref:
    return _mk(Ref, ty.flags | region.flags, region, ty, mut)  # type: ignore[no-any-return]


def mk_ptr(ty: Ty, mut: bool) -> Ptr:
    return _mk(Ptr, ty.flags, ty, mut)  # type: ignore[no-any-return]


def mk_slice(ty: Ty) -> Slice:
    return _mk(Slice, ty.flags, ty)  # type: ignore[no-any-return]


def mk_array(ty: Ty, length: Const | int) -> Array:
    if isinstance(length, int):
        length = mk_const(USIZE, length)
    return _mk(Array, ty.flags | length.flags, ty, length)  # type: ignore[no-any-return]


def mk_tuple(elems: tuple[Ty, ...]) -> Tuple:
    return _mk(Tuple, _flags(elems), elems)  # type: ignore[no-any-return]


def mk_fn_def(def_: Def, args: Args) -> FnDef:
    return _mk(FnDef, _flags(args), def_, args)  # type: ignore[no-any-return]


def mk_fn_ptr(inputs: tuple[Ty, ...], output: Ty, unsafe: bool = False) -> FnPtr:
    return _mk(FnPtr, _flags(inputs) | output.flags, inputs, output, unsafe)  # type: ignore[no-any-return]


def mk_closure(def_: Def, args: Args) -> Closure:
    return _mk(Closure, _flags(args), def_, args)  # type: ignore[no-any-return]


def mk_param(index: int, name: str, def_: Def) -> Param:
    return _mk(Param, HAS_PARAM, index, name, def_)  # type: ignore[no-any-return]


def mk_projection(def_: Def, args: Args) -> Alias:
    return _mk(Alias, _flags(args) | HAS_ALIAS, "projection", def_, args)  # type: ignore[no-any-return]


def mk_opaque(def_: Def, args: Args) -> Alias:
    return _mk(Alias, _flags(args) | HAS_ALIAS, "opaque", def_, args)  # type: ignore[no-any-return]


def mk_infer(infer_kind: str, vid: int) -> Infer:
    return _mk(Infer, HAS_INFER, infer_kind, vid)  # type: ignore[no-any-return]


def _mk_const(cls: type[Any], flags: int, ty: Ty, *values: Any) -> Any:
    key = (cls, ty, *values)
    obj = _table.get(key)
    if obj is None:
        obj = cls()
        obj.ty = ty
        for name, value in zip(cls.__slots__, values):
            setattr(obj, name, value)
        obj.flags = flags
        _table[key] = obj
    return obj


def mk_const(ty: Ty, value: int) -> ConstValue:
    return _mk_const(ConstValue, ty.flags, ty, value)  # type: ignore[no-any-return]


def mk_const_param(ty: Ty, index: int, name: str, def_: Def) -> ConstParam:
    return _mk_const(ConstParam, HAS_PARAM, ty, index, name, def_)  # type: ignore[no-any-return]


def mk_const_infer(ty: Ty, vid: int) -> ConstInfer:
    return _mk_const(ConstInfer, HAS_INFER, ty, vid)  # type: ignore[no-any-return]


def mk_const_unevaluated(ty: Ty, def_: Def, args: Args) -> ConstUnevaluated:
    return _mk_const(ConstUnevaluated, _flags(args) | HAS_UNEVALUATED, ty, def_, args)  # type: ignore[no-any-return]


def mk_const_error(ty: Ty) -> ConstError:
    return _mk_const(ConstError, HAS_ERROR, ty)  # type: ignore[no-any-return]


# ======================================================================================================== queries
def is_integral(ty: Ty) -> bool:
    return isinstance(ty, Int) or isinstance(ty, Infer) and ty.infer_kind == "int"


def is_floating(ty: Ty) -> bool:
    return isinstance(ty, Float) or isinstance(ty, Infer) and ty.infer_kind == "float"


def is_numeric(ty: Ty) -> bool:
    return is_integral(ty) or is_floating(ty)


def is_scalar(ty: Ty) -> bool:
    """Bool, char, numbers, raw pointers, function pointers and items (rustc's ``Ty::is_scalar``)."""
    return (
        ty.kind in ("bool", "char", "int", "float", "ptr", "fn_ptr", "fn_def")
        or isinstance(ty, Infer)
        and ty.infer_kind != "ty"
    )
