"""Facts about definitions, as the queries of TyCtxt answer them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.resolve.defs import Def


class GenericParamDef:
    """One parameter.  ``kind`` is lifetime, type or const; ``synthetic`` ones were made for argument-position ``impl Trait``."""

    __slots__ = ("name", "def_", "index", "kind", "has_default", "synthetic")

    def __init__(self, name: str, def_: Def, index: int, kind: str, has_default: bool, synthetic: bool = False) -> None:
        self.name, self.def_, self.index, self.kind = name, def_, index, kind
        self.has_default, self.synthetic = has_default, synthetic


class Generics:
    """The parameters of an item.  Indices count through the parent; late-bound lifetimes of functions are not here."""

    __slots__ = ("parent", "parent_count", "params", "has_self")

    def __init__(self, parent: Def | None, parent_count: int, params: list[GenericParamDef], has_self: bool) -> None:
        self.parent, self.parent_count, self.params, self.has_self = parent, parent_count, params, has_self

    @property
    def count(self) -> int:
        return self.parent_count + len(self.params)


class TraitRef(NamedTuple):
    """``args[0]: trait_<args[1..]>``."""

    trait_: Def
    args: t.Args

    @property
    def self_ty(self) -> t.Ty:
        assert isinstance(self.args[0], t.Ty)
        return self.args[0]


class TraitPredicate(NamedTuple):
    trait_ref: TraitRef


class ProjectionPredicate(NamedTuple):
    """``<args[0] as Trait>::Name == term``."""

    def_: Def
    args: t.Args
    term: t.Ty | t.Const


class OutlivesPredicate(NamedTuple):
    subject: t.Ty | t.Region
    region: t.Region


Predicate = TraitPredicate | ProjectionPredicate | OutlivesPredicate


class FnSig(NamedTuple):
    """A signature under one binder: its late-bound regions are ``bound`` regions."""

    inputs: tuple[t.Ty, ...]
    output: t.Ty
    unsafe: bool = False
    c_variadic: bool = False


class FieldData(NamedTuple):
    name: str
    def_: Def


class VariantData:
    __slots__ = ("def_", "index", "name", "ctor", "fields", "discr")

    def __init__(self, def_: Def, index: int, name: str, ctor: str, fields: list[FieldData], discr: int) -> None:
        self.def_, self.index, self.name, self.ctor, self.fields, self.discr = def_, index, name, ctor, fields, discr
        # ctor: named, tuple, unit; discr: the discriminant's value

    def field(self, name: str) -> int | None:
        for i, f in enumerate(self.fields):
            if f.name == name:
                return i
        return None


class ReprOptions(NamedTuple):
    c: bool = False
    transparent: bool = False
    packed: int | None = None
    align: int | None = None
    int_: str | None = None
    simd: bool = False


class AdtData:
    """A struct, union (one variant) or enum.  Field types: ``tcx.field_ty(field.def_, args)``."""

    __slots__ = ("def_", "kind", "variants", "repr")

    def __init__(self, def_: Def, kind: str, variants: list[VariantData], repr_: ReprOptions) -> None:
        self.def_, self.kind, self.variants, self.repr = def_, kind, variants, repr_  # kind: struct, union, enum

    @property
    def is_enum(self) -> bool:
        return self.kind == "enum"


class Instance(NamedTuple):
    """A function with all its generic arguments known.

    ``shim`` is empty for an ordinary function, closure or intrinsic; ``fn_ptr`` for calling a fn item, fn pointer or closure
    through an Fn trait (args are the trait method's), ``closure_once`` for FnOnce on a closure that implements Fn or FnMut,
    ``clone`` for built-in Clone (arrays, tuples, closures), ``ctor`` for a tuple constructor used as a function.
    """

    def_: Def
    args: t.Args
    shim: str = ""
