"""Writes the library image (see image.py): type-checks every body of the library and builds its MIR.

Run by the wheel build and, in a source checkout, by the first compilation; ``python -m ferrule.library.image_build``
does it by hand.
"""

from __future__ import annotations

import marshal
from array import array
from typing import Any

from ferrule.library import CRATES
from ferrule.library import image as im
from ferrule.resolve.defs import Crate, Def, DefKind
from ferrule.resolve.scope import Scope
from ferrule.syntax import ast
from ferrule.ty import ty as t
from ferrule.ty.context import TyCtxt

# Facts kept of a definition: answers of queries and the few tables that inference keeps beside them.
FACTS = frozenset([
    "generics_of", "predicates_of", "super_predicates_of", "item_bounds", "type_of", "fn_sig", "adt", "impl_trait_ref",
    "identity_args", "closure_info", "hidden_type", "lang_name", "default_ty", "default_const", "inherent_table",
    *(f"library_impls:{crate}" for crate in CRATES),
])  # fmt: skip
_DECLARED = (DefKind.FN, DefKind.ASSOC_FN, DefKind.VARIANT, DefKind.STRUCT)
_BODIES = (DefKind.FN, DefKind.ASSOC_FN, DefKind.CONST, DefKind.ASSOC_CONST, DefKind.STATIC, DefKind.ANON_CONST)


class _Writer:
    def __init__(self, crates: list[Crate]) -> None:
        self.crates = {c: i for i, c in enumerate(crates)}
        self.classes: dict[type, int] = {}
        self.class_names: list[tuple[str, str, list[str]]] = []
        self.types: list[tuple[Any, ...]] = []
        self.type_index: dict[t.Interned, int] = {}

    # ------------------------------------------------------------------------------------------------------------- values
    def enc(self, v: Any) -> Any:
        if v is None or isinstance(v, (bool, int, float, str, bytes)):
            return v
        if isinstance(v, t.Interned):
            return (im.TYPE, self.ty(v))
        if isinstance(v, Def):
            return (im.DEF, self.crates[v.crate], v.index)
        if isinstance(v, list):
            return (im.LIST, tuple(self.enc(x) for x in v))
        if isinstance(v, tuple) and hasattr(v, "_fields"):
            return (im.NAMED, self.cls(type(v), list(v._fields)), tuple(self.enc(x) for x in v))
        if isinstance(v, tuple):
            return (im.TUPLE, tuple(self.enc(x) for x in v))
        if isinstance(v, dict):
            return (im.DICT, tuple((self.enc(k), self.enc(x)) for k, x in v.items()))
        if isinstance(v, DefKind):
            return (im.KIND, im.KINDS.index(v))
        if isinstance(v, (set, frozenset)):
            return (im.SET, tuple(self.enc(x) for x in v))
        if isinstance(v, Scope) and v.def_.scope is v:
            return (im.SCOPE, self.crates[v.def_.crate], v.def_.index)
        return self.obj(v)

    def obj(self, v: Any, **replaced: Any) -> Any:
        fields = _fields(type(v))
        values = tuple(self.enc(replaced[f] if f in replaced else getattr(v, f, None)) for f in fields)
        return (im.OBJECT, self.cls(type(v), fields), values)

    def cls(self, c: type, fields: list[str]) -> int:
        n = self.classes.get(c)
        if n is None:
            n = self.classes[c] = len(self.class_names)
            self.class_names.append((c.__module__, c.__name__, fields))
        return n

    def ty(self, v: t.Interned) -> int:
        n = self.type_index.get(v)
        if n is None:
            row = self._ty_row(v)
            n = self.type_index[v] = len(self.types)
            self.types.append(row)
        return n

    def _ty_row(self, v: t.Interned) -> tuple[Any, ...]:
        e = self.enc
        match v:
            case t.Region():
                return ("Region", v.kind, v.index, v.name)
            case t.Bool() | t.Char() | t.Str():
                return ("Prim", v.kind)
            case t.Int(name) | t.Float(name):
                return ("Prim", name)
            case t.Never() | t.Error():
                return (type(v).__name__,)
            case t.Param():
                return ("Param", v.index, v.name, e(v.def_))
            case t.ConstValue():
                return ("ConstValue", e(v.ty), v.value)
            case t.ConstParam():
                return ("ConstParam", e(v.ty), v.index, v.name, e(v.def_))
            case t.ConstUnevaluated():
                return ("ConstUnevaluated", e(v.ty), e(v.def_), e(v.args))
            case t.ConstError():
                return ("ConstError", e(v.ty))
        fields = type(v).__slots__
        return (type(v).__name__, *(e(getattr(v, f)) for f in fields))

    # -------------------------------------------------------------------------------------------------------- definitions
    def node(self, d: Def) -> Any:
        """The syntax node without what only lowering a body needs: bodies are in the image as MIR."""
        n = d.node
        match n:
            case ast.Fn() if n.body is not None:
                return self.obj(n, body=ast.Block(n.body.span, [], None))
            case ast.Impl() | ast.Trait() | ast.Mod() | ast.ForeignMod():
                return self.obj(n, items=[])
            case ast.Const() | ast.Static() if n.expr is not None:
                return self.obj(n, expr=ast.ExprErr(n.expr.span))
            case ast.Block() | ast.Expr() | None:
                return None  # a closure's or anonymous constant's: never lowered again
            case ast.MacroRules():
                return None
        return self.obj(n) if isinstance(n, ast.Node | ast.Item) else None

    def scope(self, s: Scope | None) -> Any:
        if s is None:
            return None
        tables = tuple({name: _plain_binding(b) for name, b in table.items()} for table in s.tables)
        return self.obj(
            s,
            tables=tables,
            unnamed_traits=[_plain_binding(b) for b in s.unnamed_traits],
            textual_macros={},
            trait_list=s.traits(),
        )

    def parts(self, d: Def) -> tuple[Any, ...]:
        """The pieces of one definition, in the order of image.py's part numbers."""
        parent, generics = (
            (self.crates[p.crate], p.index) if p is not None else None for p in (d.parent, d.generics_parent)
        )
        record = (im.KINDS.index(d.kind), d.name, parent, d.span, d.name_span, generics)
        body = d.cache.get("mir")
        return (
            record, self.node(d), self.enc(d.attrs), self.enc(d.children), self.enc(d.vis), self.scope(d.scope), self.enc(self.facts(d)),
            self.enc(body) if body is not None else None,
        )  # fmt: skip

    def facts(self, d: Def) -> dict[str, Any]:
        return {k: _portable(v) for k, v in d.cache.items() if k in FACTS}


def _fields(c: type) -> list[str]:
    out: list[str] = []
    for base in reversed(c.__mro__):
        out.extend(s for s in getattr(base, "__slots__", ()) if not s.startswith("__"))
    return out


def _plain_binding(b: Any) -> Any:
    from ferrule.resolve.scope import Binding

    return Binding(b.def_, b.vis, b.span, None, b.glob)


def _portable(v: Any) -> Any:
    from ferrule.infer.results import ClosureInfo

    if isinstance(v, ClosureInfo):
        new = ClosureInfo(v.def_, v.expr)
        new.kind, new.inputs, new.output, new.captures = v.kind, v.inputs, v.output, v.captures
        new.expr = None  # type: ignore[assignment]
        return new
    return v


def compute_facts(tcx: TyCtxt) -> None:
    """Asks every query about every definition of the library, so that their answers are in the caches."""
    from ferrule.traits.index import inherent_impls, trait_impls
    from ferrule.traits.lang import lang_name

    inherent_impls(tcx, t.BOOL)
    for crate in tcx.crates:
        for d in list(crate.defs):
            _ask(tcx, d)
            lang_name(d)
            if d.kind is DefKind.TRAIT:
                trait_impls(tcx, d)
        for d in list(crate.bodies):
            if d.kind not in _BODIES:
                continue
            results = tcx.typeck(d)
            if tcx.hir_body(d) is None:
                continue
            tcx.mir(d)
            for c in results.closures:
                tcx.closure_info(c)
                tcx.mir(c)
        for d in list(crate.defs):
            if (
                d.kind is DefKind.ANON_CONST and d.node is not None
            ):  # promoted constants have MIR only, made with their body's
                # Array lengths and const arguments that depend on parameters: evaluated per instance.
                tcx.typeck(d)
                tcx.mir(d)
            if d.kind in (DefKind.STRUCT, DefKind.VARIANT) and getattr(d.node, "kind", "") == "tuple":
                tcx.mir(d)
            _ask(tcx, d)  # definitions that lowering bodies made


def _ask(tcx: TyCtxt, d: Def) -> None:
    kind = d.kind
    if kind in (DefKind.MACRO, DefKind.UNRESOLVED, DefKind.CRATE, DefKind.MOD):
        return
    tcx.generics_of(d)
    tcx.identity_args(d)
    if kind is DefKind.ANON_CONST or kind is DefKind.CLOSURE:
        return
    tcx.predicates_of(d)
    if kind in (DefKind.FN, DefKind.ASSOC_FN):
        tcx.fn_sig(d)
        tcx.type_of(d)
    elif kind in (DefKind.STRUCT, DefKind.ENUM, DefKind.UNION):
        tcx.adt(d)
        tcx.type_of(d)
    elif kind is DefKind.TRAIT:
        tcx.super_predicates_of(d)
    elif kind is DefKind.IMPL:
        tcx.type_of(d)
        tcx.impl_trait_ref(d)
    elif kind is DefKind.ASSOC_TY:
        if d.parent is not None and d.parent.kind is DefKind.TRAIT:
            tcx.item_bounds(d)
        if tcx.hir_type_of(d) is not None:
            tcx.type_of(d)
    elif kind not in (DefKind.LIFETIME_PARAM, DefKind.FOREIGN_MOD, DefKind.TRAIT_ALIAS):
        tcx.type_of(d)
    if kind in (DefKind.VARIANT, DefKind.STRUCT) and getattr(d.node, "kind", "") == "tuple":
        tcx.fn_sig(d)
    for p in tcx.generics_of(d).params:
        if not p.has_default or p.def_ is d:
            continue
        from ferrule.ty.lower import TyLowerer

        if p.kind == "type":
            TyLowerer(tcx, d).default_ty(p.def_)
        else:
            TyLowerer(tcx, d).default_const(p.def_, tcx.type_of(p.def_))


def build(tcx: TyCtxt, macros: dict[str, Any]) -> bytes:
    """The image of the library crates of ``tcx``."""
    compute_facts(tcx)
    w = _Writer(tcx.crates)
    data = bytearray()
    part_offsets: list[array[int]] = []
    for crate in tcx.crates:
        offsets = array("I")
        for d in crate.defs:
            for part in w.parts(d):
                offsets.append(len(data))
                if part is not None and part != (im.LIST, ()) and part != (im.DICT, ()):
                    data += marshal.dumps(part, im.MARSHAL)
        offsets.append(len(data))
        part_offsets.append(offsets)
    crates = (
        tuple((c.name, c.edition) for c in tcx.crates),
        tuple(
            (
                c.root.index,
                tuple((alias, w.crates[x]) for alias, x in c.externs.items()),
                tuple((k, w.crates[d.crate], d.index) for k, d in c.lang_items.items()),
            )
            for c in tcx.crates
        ),
    )
    files = tuple((f.name, f.text) for f in tcx.session.source_map.files)
    encoded_macros = marshal.dumps(w.enc({k: _plain_macro(m) for k, m in macros.items()}), im.MARSHAL)
    type_offsets = array("I")
    for row in w.types:
        type_offsets.append(len(data))
        data += marshal.dumps(row, im.MARSHAL)
    type_offsets.append(len(data))
    header = marshal.dumps(
        (w.class_names, len(w.types), [len(c.defs) for c in tcx.crates], crates, files, encoded_macros)
    )
    tables = b"".join(a.tobytes() for a in (type_offsets, *part_offsets))
    return b"".join((im.MAGIC, len(header).to_bytes(8, "little"), header, tables, bytes(data)))


def _plain_macro(m: Any) -> Any:
    m._rules = None
    return m


def main() -> None:
    from ferrule.driver.library import write_packaged_image

    print(write_packaged_image())


if __name__ == "__main__":
    main()
