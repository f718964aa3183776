"""Messages of name resolution inside items, in rustc's wording."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.diagnostics import span as sp
from ferrule.hir import nodes as hir
from ferrule.resolve.collect_defs import AST_NODE, head_span
from ferrule.resolve.defs import Def, DefKind
from ferrule.resolve.imports import module_name
from ferrule.resolve.scope import TYPES, VALUES, Binding, Scope, prelude
from ferrule.resolve.suggest import best_match
from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare

if TYPE_CHECKING:
    from ferrule.hir.lower_path import PathLowerer
    from ferrule.session import Session

_TYPE_KINDS = frozenset(
    {
        DefKind.STRUCT,
        DefKind.UNION,
        DefKind.ENUM,
        DefKind.TRAIT,
        DefKind.TY_ALIAS,
        DefKind.ASSOC_TY,
        DefKind.TY_PARAM,
        DefKind.TRAIT_ALIAS,
        DefKind.OPAQUE,
        DefKind.UNRESOLVED,
    }
)
_VALUE_KINDS = frozenset(
    {
        DefKind.FN,
        DefKind.ASSOC_FN,
        DefKind.CONST,
        DefKind.ASSOC_CONST,
        DefKind.STATIC,
        DefKind.CONST_PARAM,
        DefKind.UNRESOLVED,
    }
)


class Source:
    """What a path is wanted for: its namespace, how messages call it, their codes, and what will do."""

    __slots__ = ("name", "ns", "expected", "missing", "missing_code", "wrong_code")

    def __init__(self, name: str, ns: int, expected: str, missing: str, missing_code: str, wrong_code: str) -> None:
        self.name, self.ns, self.expected, self.missing = name, ns, expected, missing
        self.missing_code, self.wrong_code = missing_code, wrong_code

    def accepts(self, res: hir.Res) -> bool:
        if not isinstance(res, hir.ResDef):
            if isinstance(res, hir.ResErr):
                return True
            if isinstance(res, (hir.ResPrim, hir.ResSelfTyParam)):
                return self.name in ("type", "struct") and not (self.name == "struct" and isinstance(res, hir.ResPrim))
            if isinstance(res, hir.ResSelfTyAlias):
                return self.name in ("type", "struct")
            return self.ns == VALUES
        d = res.def_
        kind = d.kind
        match self.name:
            case "type":
                return kind in _TYPE_KINDS
            case "trait":
                return kind is DefKind.TRAIT or kind is DefKind.TRAIT_ALIAS or kind is DefKind.UNRESOLVED
            case "struct":
                return kind in _STRUCT_KINDS
            case "value" | "call":
                return kind in _VALUE_KINDS or kind in (DefKind.STRUCT, DefKind.VARIANT) and d.node.kind != "named"
            case "pattern":
                if kind in (DefKind.STRUCT, DefKind.VARIANT):
                    return bool(d.node.kind == "unit")
                return kind in (
                    DefKind.CONST,
                    DefKind.ASSOC_CONST,
                    DefKind.CONST_PARAM,
                    DefKind.STATIC,
                    DefKind.UNRESOLVED,
                )
            case "tuple struct":
                return (
                    kind is DefKind.UNRESOLVED or kind in (DefKind.STRUCT, DefKind.VARIANT) and d.node.kind == "tuple"
                )
        return True


_STRUCT_KINDS = (
    DefKind.STRUCT,
    DefKind.UNION,
    DefKind.VARIANT,
    DefKind.TY_ALIAS,
    DefKind.ASSOC_TY,
    DefKind.UNRESOLVED,
)

# rustc 1.95 reports missing types as E0425 too (older releases: E0412).
TYPE = Source("type", TYPES, "type", "type", "E0425", "E0573")
TRAIT = Source("trait", TYPES, "trait", "trait", "E0405", "E0404")
VALUE = Source("value", VALUES, "value", "value", "E0425", "E0423")
CALL = Source("call", VALUES, "function", "function", "E0425", "E0423")
PATTERN = Source(
    "pattern",
    VALUES,
    "unit struct, unit variant or constant",
    "unit struct, unit variant or constant",
    "E0531",
    "E0532",
)
TUPLE_STRUCT = Source(
    "tuple struct", VALUES, "tuple struct or tuple variant", "tuple struct or tuple variant", "E0531", "E0532"
)
STRUCT = Source("struct", TYPES, "struct, variant or union type", "struct, variant or union type", "E0422", "E0574")


def describe(d: Def, ns: int = VALUES) -> str:
    """``tuple struct``, ``unit variant``, ``module`` ...: how messages call a definition in a namespace."""
    if ns == TYPES and d.kind in (DefKind.STRUCT, DefKind.VARIANT):
        return str(d.kind.value)
    if d.kind is DefKind.STRUCT:
        kind: str = d.node.kind
        return "struct" if kind == "named" else f"{kind} struct"
    if d.kind is DefKind.VARIANT:
        shape: str = d.node.kind
        return "variant" if shape == "named" else f"{shape} variant"
    return str(d.kind.value)


def article(word: str) -> str:
    return "an" if word[0] in "aeiou" and not word.startswith("uni") else "a"


def path_text(segs: list[ast.PathSegment]) -> str:
    return "::".join(bare(s.ident.name) for s in segs)


# ----------------------------------------------------------------------------------------------------- not found at all
def candidates(low: PathLowerer, source: Source) -> dict[str, Def | None]:
    """Names in scope that would do for ``source``; None for locals and primitive types."""
    out: dict[str, Def | None] = {}
    if source.ns == VALUES and source.name in ("value", "call"):
        for name, local in low.names.items():
            if local is not None:
                out[bare(name)] = None
    scope: Scope | None = low.scope
    tables = []
    while scope is not None:
        tables.append(scope.tables[source.ns])
        scope = scope.parent
    p = prelude(low.crate)
    if p is not None:
        tables.append(p.tables[source.ns])
    for name, param in low.params.items():
        if (param.kind is DefKind.CONST_PARAM) == (source.ns == VALUES) and param.kind is not DefKind.LIFETIME_PARAM:
            out.setdefault(name, param)
    for table in tables:
        for name, b in table.items():
            if name not in out and b.def_.kind is not DefKind.UNRESOLVED and source.accepts(hir.ResDef(b.def_)):
                out[name] = b.def_
    return out


def suggest(low: PathLowerer, diag_name: str, source: Source) -> tuple[str, Def | None] | None:
    from ferrule.hir.lower_path import PRIMITIVES

    found = candidates(low, source)
    names = sorted(found)
    if source.name == "type":
        names += sorted(PRIMITIVES)
        if low.self_res is not None:
            names.append("Self")
    near = best_match(diag_name, names)
    return (near, found.get(near)) if near is not None else None


def not_found(low: PathLowerer, name: str, span: int, source: Source) -> None:
    near = suggest(low, name, source) if name != "Self" else None
    d = low.diag.error(
        source.missing_code,
        f"cannot find {source.missing} `{name}` in this scope",
        span,
        "" if near else "not found in this scope",
    )
    if near is None:
        return
    other, def_ = near
    if def_ is None:
        what = "self type" if other == "Self" else "builtin type" if source.ns == TYPES else "local variable"
    else:
        what = describe(def_, source.ns)
        if def_.crate is low.crate and def_.name_span:
            d.label(head_span(low.session, def_), f"similarly named {what} `{other}` defined here")
    d.suggest(f"{article(what)} {what} with a similar name exists", span, other)


def no_such_module(low: PathLowerer, name: str, span: int, value: Def | None) -> None:
    """The first of several segments names nothing."""
    if value is not None and value.kind is DefKind.VARIANT:
        not_a_module(low.session, name, span, value)
        return
    type_like = name[:1].isupper()
    if type_like:
        d = low.diag.error(
            "E0433", f"cannot find type `{name}` in this scope", span, f"use of undeclared type `{name}`"
        )
        near = suggest(low, name, TYPE)
        if near is not None:
            what = describe(near[1]) if near[1] is not None else "builtin type"
            d.suggest(f"{article(what)} {what} with a similar name exists", span, near[0])
        return
    d = low.diag.error(
        "E0433",
        f"cannot find module or crate `{name}` in this scope",
        span,
        f"use of unresolved module or unlinked crate `{name}`",
    )
    modules = [
        n for s in _scopes(low) for n, b in s.tables[TYPES].items() if b.def_.kind in (DefKind.MOD, DefKind.CRATE)
    ]
    near_name = best_match(name, [*modules, *low.crate.externs])
    if near_name is not None:
        d.suggest("there is a crate or module with a similar name", span, near_name)
        return
    for ext in low.crate.externs.values():
        b = ext.root.scope.get(TYPES, name)
        if b is not None and b.def_.kind is DefKind.MOD and b.vis.module is None:
            d.help(f"consider importing this module: `use {ext.name}::{name};`")
            return
    d.help(f"you might be missing a crate named `{name}`")


def _scopes(low: PathLowerer) -> list[Scope]:
    out, scope = [], low.scope
    while True:
        out.append(scope)
        if scope.parent is None:
            return out
        scope = scope.parent


def not_a_module(session: Session, name: str, span: int, d: Def) -> None:
    session.diag.error(
        "E0433",
        f"cannot find module `{name}` in this scope",
        span,
        f"`{name}` is {article(d.kind.value)} {d.kind.value}, not a module",
    )


def no_such_crate(session: Session, name: str, span: int) -> None:
    session.diag.error(
        "E0433",
        f"cannot find `{name}` in the crate root",
        span,
        f"could not find `{name}` in the list of imported crates",
    )


def too_many_supers(session: Session, span: int) -> None:
    session.diag.error(
        "E0433", "too many leading `super` keywords", span, "there are too many leading `super` keywords"
    )


def missing_in_module(low: PathLowerer, module: Def, segs: list[ast.PathSegment], i: int, source: Source) -> None:
    name = bare(segs[i].ident.name)
    span = segs[i].ident.span
    written = bare(segs[i - 1].ident.name) if i else "self"
    root = module is low.crate.root and written == "crate"
    if i < len(segs) - 1:
        d = low.diag.error(
            "E0433",
            f"cannot find `{name}` in `{written}`",
            span,
            f"could not find `{name}` in {'the crate root' if root else f'`{written}`'}",
        )
        near = best_match(name, module.scope.tables[TYPES])
        if near is not None:
            d.suggest("a similar name exists in the module", span, near)
        return
    kind = "crate" if module.kind is DefKind.CRATE and written not in ("crate", "self", "super") else "module"
    where = "the crate root" if root else f"{kind} `{path_text(segs[:i]) or 'self'}`"
    table = module.scope.tables[source.ns]
    names = [n for n, b in table.items() if source.accepts(hir.ResDef(b.def_))]
    near = best_match(name, names)
    short = "the crate root" if root else f"`{path_text(segs[:i])}`"
    d = low.diag.error(
        source.missing_code,
        f"cannot find {source.missing} `{name}` in {where}",
        span,
        "" if near else f"not found in {short}",
    )
    if near is not None:
        found = table[near].def_
        what = describe(found, source.ns)
        if found.crate is low.crate:
            d.label(head_span(low.session, found), f"similarly named {what} `{near}` defined here")
        d.suggest(f"{article(what)} {what} with a similar name exists", span, near)


def no_assoc_item(session: Session, trait: Def, trait_segs: list[ast.PathSegment], ident: ast.Ident, ns: int) -> None:
    """`<T as Trait>::Name` where the trait has no such item."""
    name = bare(ident.name)
    what = "associated type" if ns == TYPES else "method or associated constant"
    text = path_text(trait_segs)
    near = best_match(name, sorted(trait.scope.tables[ns]))
    d = session.diag.error(
        "E0576",
        f"cannot find {what} `{name}` in trait `{text}`",
        ident.span,
        "" if near is not None else f"not found in `{text}`",
    )
    if near is not None:
        similar = trait.scope.tables[ns][near].def_.kind.value
        d.suggest(f"{article(similar)} {similar} with a similar name exists", ident.span, near)


# ------------------------------------------------------------------------------------------------------ the wrong thing
def wrong_kind(low: PathLowerer, res: hir.Res, segs: list[ast.PathSegment], source: Source, span: int) -> None:
    text = path_text(segs)
    path_span = sp.to(segs[0].ident.span, segs[-1].ident.span)
    last = segs[-1].ident.span
    if not isinstance(res, hir.ResDef):
        found = (
            "builtin type"
            if isinstance(res, hir.ResPrim)
            else "self type"
            if not isinstance(res, hir.ResLocal)
            else "local variable"
        )
        what = "function" if source.name == "call" else source.expected
        low.diag.error(source.wrong_code, f"expected {what}, found {found} `{text}`", path_span, f"not a {what}")
        return
    d = res.def_
    found = describe(d, source.ns)
    expected = source.expected
    if d.kind is DefKind.UNRESOLVED:
        return
    if source.name in ("value", "call") and d.kind in (DefKind.STRUCT, DefKind.VARIANT, DefKind.UNION):
        kind = "struct variant" if d.kind is DefKind.VARIANT else found
        if d.kind is DefKind.VARIANT:
            diag = low.diag.error("E0533", f"expected value, found {kind} `{text}`", path_span, "not a value")
            fields = ", ".join(f"{f.name}: val" for f in d.children)
            diag.help(f"use struct literal syntax instead: `{text} {{ {fields} }}`")
        elif source.name == "call":
            diag = low.diag.error(
                source.wrong_code, f"expected function, tuple struct or tuple variant, found {kind} `{text}`", span
            )
            fields = ", ".join(f"{f.name}: val" for f in d.children)
            diag.help(f"use struct literal syntax instead of calling: `{text} {{ {fields} }}`")
        else:
            diag = low.diag.error(source.wrong_code, f"expected value, found {kind} `{text}`", path_span)
            fields = ", ".join(f"{f.name}: val" for f in d.children)
            diag.suggest("use struct literal syntax instead", path_span, f"{text} {{ {fields} }}")
        if d.crate is low.crate:
            diag.label(d.span, f"`{text}` defined here")
        return
    if source.name == "call" and d.kind is DefKind.ENUM:
        expected = "function, tuple struct or tuple variant"
    if source.name == "call" and d.kind is DefKind.MACRO or source.name == "value" and d.kind is DefKind.MACRO:
        low.diag.error(
            source.wrong_code, f"expected {expected}, found macro `{text}`", path_span, f"not a {expected}"
        ).help("use `!` to invoke the macro")
        return
    if source.name == "tuple struct":
        if d.kind in (DefKind.FN, DefKind.ASSOC_FN):
            low.diag.error(
                "E0532", "expected a pattern, found a function call", last, "not a tuple struct or tuple variant"
            ).note("function calls are not allowed in patterns: <https://doc.rust-lang.org/book/ch19-00-patterns.html>")
            return
        diag = low.diag.error("E0532", f"expected tuple struct or tuple variant, found {found} `{text}`", span)
        if d.kind in (DefKind.STRUCT, DefKind.VARIANT):
            diag.suggest("use this syntax instead", span, text if d.node.kind == "unit" else f"{text} {{ .. }}")
            if d.crate is low.crate:
                diag.label(head_span(low.session, d), f"`{text}` defined here")
        return
    label = "" if d.kind is DefKind.ENUM and source.ns == VALUES else f"not {article(expected)} {expected}"
    diag = low.diag.error(source.wrong_code, f"expected {expected}, found {found} `{text}`", path_span, label)
    if d.kind is DefKind.ENUM and source.ns == VALUES:
        diag.label(head_span(low.session, d), "the enum is defined here")
        if d.children:
            diag.help(f"you might have meant to use the following enum variant: `{text}::{d.children[0].name}`")


def ambiguous(session: Session, name: str, span: int, b: Binding) -> None:
    other = b.ambiguous
    assert other is not None
    d = session.diag.error("E0659", f"`{name}` is ambiguous", span, "ambiguous name")
    d.note("ambiguous because of multiple glob imports of a name in the same module")
    d.label(b.span, f"`{name}` could refer to the {b.def_.kind.value} imported here")
    d.label(other.span, f"`{name}` could also refer to the {other.def_.kind.value} imported here")
    d.help(f"consider adding an explicit import of `{name}` to disambiguate")


def private_ctor(session: Session, d: Def, span: int, module: Def) -> None:
    from ferrule.resolve.visibility import is_accessible

    diag = session.diag.error(
        "E0423",
        f"cannot initialize a tuple struct which contains private fields: `{d.name}`",
        span,
        "constructor is not visible here due to private fields",
    )
    for f in d.children:
        if not is_accessible(f.vis, module):
            diag.label(f.span, "private field")


# ------------------------------------------------------------------------------------------------------ nested items
def _inner_word(item: Def) -> str:
    words = {DefKind.FN: "function", DefKind.ASSOC_FN: "function", DefKind.CONST: "constant", DefKind.STATIC: "static"}
    return words.get(item.kind, item.kind.value)


def outer_generic(session: Session, name: str, span: int, p: Def, item: Def) -> None:
    d = session.diag.error(
        "E0401", "can't use generic parameters from outer item", span, "use of generic parameter from outer item"
    )
    d.label(p.name_span, f"{p.kind.value} from outer item")
    if item.name_span and item.kind is not DefKind.IMPL:
        d.label(item.name_span, f"generic parameter used in this inner {_inner_word(item)}")
    d.note("nested items are independent from their parent item for everything except for privacy and name resolution")
    d.help(f"try introducing a local generic parameter `{name}` here")


def outer_self(session: Session, span: int, res: hir.Res, item: Def) -> None:
    d = session.diag.error("E0401", "can't use `Self` from outer item", span, "use of `Self` from outer item")
    owner = (
        res.impl if isinstance(res, hir.ResSelfTyAlias) else res.trait_ if isinstance(res, hir.ResSelfTyParam) else None
    )
    if owner is not None and owner.kind is DefKind.IMPL:
        d.label(owner.node.self_ty.span, "`Self` type implicitly declared here, by this `impl`")
    d.label(item.name_span, f"`Self` used in this inner {_inner_word(item)}")
    d.note("nested items are independent from their parent item for everything except for privacy and name resolution")


def captures_outer_local(low: PathLowerer, name: str, span: int) -> bool:
    """E0434: a local of the function around a nested item.  True if that is what the name is."""
    scope = low.scope
    while scope.block:
        outer = scope.def_
        if outer is not low.item and outer.kind in (DefKind.FN, DefKind.ASSOC_FN) and name in bound_names(outer):
            if low.lex is not None or low.item.kind not in (DefKind.FN, DefKind.ASSOC_FN):
                non_constant(low.session, span)
            else:
                low.diag.error("E0434", "can't capture dynamic environment in a fn item", span).help(
                    "use the `|| { ... }` closure form instead"
                )
            return True
        assert scope.parent is not None
        scope = scope.parent
    return False


def bound_names(fn: Def) -> set[str]:
    """Every name that a pattern of ``fn`` binds."""
    names: set[str] | None = fn.cache.get("bound_names")
    if names is None:
        names = fn.cache["bound_names"] = set()
        todo: list[object] = [*fn.node.params, fn.node.body]
        while todo:
            node = todo.pop()
            if isinstance(node, ast.PatIdent):
                names.add(bare(node.ident.name))
            if isinstance(node, (ast.Item, ast.Type)) or not isinstance(node, AST_NODE):
                continue
            for k in type(node).__mro__:
                for slot in getattr(k, "__slots__", ()):
                    child = getattr(node, slot)
                    if isinstance(child, list):
                        todo.extend(child)
                    elif isinstance(child, AST_NODE):
                        todo.append(child)
    return names


def non_constant(session: Session, span: int) -> None:
    session.diag.error("E0435", "attempt to use a non-constant value in a constant", span, "non-constant value").help(
        "consider using `const` instead of `let`"
    )


def param_in_const(session: Session, name: str, span: int) -> None:
    session.diag.error(
        "",
        "generic parameters may not be used in const operations",
        span,
        f"cannot perform const operation using `{name}`",
    ).help(f"const parameters may only be used as standalone arguments here, i.e. `{name}`")


# ---------------------------------------------------------------------------------------------------------- self, Self
def no_self_type(session: Session, span: int) -> None:
    session.diag.error(
        "E0433",
        "cannot find `Self` in this scope",
        span,
        "`Self` is only available in impls, traits, and type definitions",
    )


def self_not_allowed(session: Session, span: int, item: Def) -> None:
    d = session.diag.error(
        "E0411",
        "cannot find type `Self` in this scope",
        span,
        "`Self` is only available in impls, traits, and type definitions",
    )
    if item.name_span and item.kind in (DefKind.FN, DefKind.TY_ALIAS, DefKind.CONST, DefKind.STATIC):
        word = item.kind.value
        d.label(item.name_span, f"`Self` not allowed in {article(word)} {word}")


def no_self_value(session: Session, span: int, item: Def) -> None:
    d = session.diag.error(
        "E0424",
        "expected value, found module `self`",
        span,
        "`self` value is a keyword only available in methods with a `self` parameter",
    )
    if item.kind is DefKind.ASSOC_FN:
        d.label(item.name_span, "this function doesn't have a `self` parameter")
        d.help("add a `self` receiver parameter to make the associated `fn` a method")
    elif item.kind is DefKind.FN:
        d.label(item.name_span, "this function can't have a `self` parameter")


__all__ = [
    "CALL",
    "PATTERN",
    "STRUCT",
    "TRAIT",
    "TUPLE_STRUCT",
    "TYPE",
    "VALUE",
    "Source",
    "module_name",
]
