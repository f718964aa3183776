"""`#[derive(...)]` of the built-in traits: implementations as trees, with the bounds rustc gives them.

Bodies are written as Rust text and parsed; generics and types are built from the item's own nodes.  Every node gets
the span of the trait's name in the attribute.  Derives of other crates are left alone: their items would be host code.
"""

from __future__ import annotations

from collections.abc import Callable

from ferrule.diagnostics.source_map import SourceFile
from ferrule.session import Session
from ferrule.syntax import ast, cfg
from ferrule.syntax.hygiene import bare
from ferrule.syntax.lexer import KEYWORDS, lex
from ferrule.syntax.parser import parse_fragment

Body = Callable[["_Item"], str]


class _Item:
    """The item as the body writers see it."""

    def __init__(self, session: Session, item: ast.Struct | ast.Enum | ast.Union, names: set[str], span: int) -> None:
        self.session, self.item, self.names, self.span = session, item, names, span
        self.generic = any(p.kind == "type" for p in item.generics.params)
        if isinstance(item, ast.Enum):
            self.variants = [(f"Self::{_raw(v.ident.name)}", v.kind, v.fields) for v in item.variants]
        elif isinstance(item, ast.Struct):
            self.variants = [("Self", item.kind, item.fields)]
        else:
            self.variants = [("Self", "named", item.fields)]

    @property
    def is_enum(self) -> bool:
        return isinstance(self.item, ast.Enum)

    def error(self, message: str, span: int, code: str = "", label: str = "") -> None:
        self.session.diag.error(code, message, span, label)


def _raw(name: str) -> str:
    return "r#" + name if name in KEYWORDS and name not in ("self", "Self", "super", "crate") else name


def _names(fields: list[ast.FieldDef]) -> list[str]:
    return [_raw(f.ident.name) for f in fields]


def _pattern(path: str, fields: list[ast.FieldDef], prefix: str) -> str:
    """A pattern that binds field i to ``prefix`` i.  Braces serve every kind of variant."""
    return f"{path} {{ {', '.join(f'{n}: {prefix}{i}' for i, n in enumerate(_names(fields)))} }}"


def _build(path: str, fields: list[ast.FieldDef], values: list[str]) -> str:
    return f"{path} {{ {', '.join(f'{n}: {v}' for n, v in zip(_names(fields), values))} }}"


def _tag(it: _Item, subject: str) -> str:
    """The discriminant as a number that orders like it."""
    item = it.item
    explicit = isinstance(item, ast.Enum) and any(v.disc is not None for v in item.variants)
    values = [f"{i}isize" for i in range(len(it.variants))]
    if explicit and all(kind == "unit" for _, kind, _ in it.variants):
        values = [f"{path} as i128" for path, _, _ in it.variants]
    elif explicit and isinstance(item, ast.Enum):
        # with fields no cast is allowed; what is no literal counts from its predecessor
        last = -1
        for i, v in enumerate(item.variants):
            lit = v.disc.expr if isinstance(v.disc, ast.ExprUnary) else v.disc
            last += 1
            if isinstance(lit, ast.Lit) and lit.kind == "int":
                last = -lit.value if isinstance(v.disc, ast.ExprUnary) else lit.value
            values[i] = f"{last}i128"
    arms = " ".join(f"{path} {{ .. }} => {value}," for (path, _, _), value in zip(it.variants, values))
    return f"match {subject} {{ {arms} }}"


# ------------------------------------------------------------------------------------------------- bodies
def _clone(it: _Item) -> str:
    if isinstance(it.item, ast.Union) or ("Copy" in it.names and not it.generic):
        body = "*self"
    elif not it.variants:
        body = "match *self {}"
    else:
        arms = []
        for path, _, fields in it.variants:
            values = [f"::core::clone::Clone::clone(a{i})" for i in range(len(fields))]
            arms.append(f"{_pattern(path, fields, 'a')} => {_build(path, fields, values)},")
        body = f"match self {{ {' '.join(arms)} }}"
    return f"#[inline] fn clone(&self) -> Self {{ {body} }}"


def _nothing(it: _Item) -> str:
    return ""


def _debug(it: _Item) -> str:
    return "fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { ::core::result::Result::Ok(()) }"


def _default(it: _Item) -> str:
    item = it.item
    if isinstance(item, ast.Enum):
        marked = [v for v in item.variants if any(a.path == "default" for a in v.attrs)]
        if len(marked) != 1:
            if marked:
                it.error("multiple declared defaults", it.span)
            else:
                it.error("`#[derive(Default)]` on enum with no `#[default]`", it.span, "E0665")
            return ""
        if marked[0].kind != "unit":
            it.error("the `#[default]` attribute may only be used on unit enum variants", marked[0].ident.span)
            return ""
        body = f"Self::{_raw(marked[0].ident.name)}"
    else:
        path, _, fields = it.variants[0]
        body = _build(path, fields, ["::core::default::Default::default()"] * len(fields))
    return f"#[inline] fn default() -> Self {{ {body} }}"


def _pairs(it: _Item, chain: Callable[[list[tuple[str, str]]], str], rest: str) -> str:
    """A match over both values with ``chain`` of the bound field pairs for equal variants, ``rest`` for the others."""
    arms = []
    for path, _, fields in it.variants:
        if fields or not it.is_enum:
            pairs = [(f"a{i}", f"b{i}") for i in range(len(fields))]
            arms.append(f"({_pattern(path, fields, 'a')}, {_pattern(path, fields, 'b')}) => {chain(pairs)},")
    if it.is_enum and (len(it.variants) > 1 or not arms):
        arms.append(f"_ => {rest},")
    return f"match (self, other) {{ {' '.join(arms)} }}"


def _partial_eq(it: _Item) -> str:
    if not it.variants:
        body = "match *self {}"
    else:
        body = _pairs(it, lambda pairs: " && ".join(f"*{a} == *{b}" for a, b in pairs) or "true", "true")
        if it.is_enum and len(it.variants) > 1:
            has_fields = any(fields for _, _, fields in it.variants)
            tags = f"({_tag(it, 'self')}) == ({_tag(it, 'other')})"
            body = f"{tags} && {body}" if has_fields else tags
    return f"#[inline] fn eq(&self, other: &Self) -> bool {{ {body} }}"


def _ordering(trait: str, method: str, result: str, equal: str) -> Body:
    call = f"::core::cmp::{trait}::{method}"

    def chain(pairs: list[tuple[str, str]]) -> str:
        if not pairs:
            return equal
        (a, b), rest = pairs[0], pairs[1:]
        if not rest:
            return f"{call}({a}, {b})"
        return f"match {call}({a}, {b}) {{ {equal} => {chain(rest)}, unequal => unequal }}"

    def body(it: _Item) -> str:
        if not it.variants:
            text = "match *self {}"
        elif it.is_enum and len(it.variants) > 1:
            tags = f"let self_tag = {_tag(it, 'self')}; let other_tag = {_tag(it, 'other')};"
            text = f"{tags} {_pairs(it, chain, f'{call}(&self_tag, &other_tag)')}"
        else:
            text = _pairs(it, chain, equal)
        return f"#[inline] fn {method}(&self, other: &Self) -> {result} {{ {text} }}"

    return body


def _hash(it: _Item) -> str:
    if not it.variants:
        body = "match *self {}"
    else:
        arms = []
        for path, _, fields in it.variants:
            calls = " ".join(f"::core::hash::Hash::hash(a{i}, state);" for i in range(len(fields)))
            arms.append(f"{_pattern(path, fields, 'a')} => {{ {calls} }}")
        body = f"match self {{ {' '.join(arms)} }}"
        if it.is_enum and len(it.variants) > 1:
            body = f"let self_tag = {_tag(it, 'self')}; ::core::hash::Hash::hash(&self_tag, state); {body}"
    return f"fn hash<H__: ::core::hash::Hasher>(&self, state: &mut H__) {{ {body} }}"


_ORDERING = "::core::cmp::Ordering"
_TRAITS: dict[str, tuple[str, Body]] = {
    "Clone": ("clone", _clone),
    "Copy": ("marker", _nothing),
    "Debug": ("fmt", _debug),
    "Default": ("default", _default),
    "PartialEq": ("cmp", _partial_eq),
    "Eq": ("cmp", _nothing),
    "PartialOrd": (
        "cmp",
        _ordering(
            "PartialOrd",
            "partial_cmp",
            f"::core::option::Option<{_ORDERING}>",
            f"::core::option::Option::Some({_ORDERING}::Equal)",
        ),
    ),
    "Ord": ("cmp", _ordering("Ord", "cmp", _ORDERING, f"{_ORDERING}::Equal")),
    "Hash": ("hash", _hash),
}


# ------------------------------------------------------------------------------------------------- implementations
def _path(span: int, *names: str, args: ast.AngleArgs | None = None, global_: bool = False) -> ast.Path:
    segments = [ast.PathSegment(span, ast.Ident(span, n)) for n in names]
    segments[-1].args = args
    return ast.Path(span, segments, global_)


def _trait_path(span: int, trait: str, crate: str) -> ast.Path:
    module = _TRAITS[trait][0]
    if crate == "core":
        return _path(span, "crate", module, trait)
    return _path(span, "core", module, trait, global_=True)


def _projections(ty: ast.Type, params: set[str], out: list[ast.Type]) -> None:
    """Types in ``ty`` that start with a type parameter and go on, such as `T::Item`; they get a bound of their own."""
    if isinstance(ty, ast.TyPath):
        segments = ty.path.segments
        if len(segments) > 1 and ty.path.qself is None and segments[0].ident.name in params:
            out.append(ty)
            return
        if ty.path.qself is not None:
            _projections(ty.path.qself.ty, params, out)
        for s in segments:
            if isinstance(s.args, ast.AngleArgs):
                for a in s.args.args:
                    if isinstance(a, _TYPES):
                        _projections(a, params, out)
            elif isinstance(s.args, ast.ParenArgs):
                for t in s.args.inputs:
                    _projections(t, params, out)
    elif isinstance(ty, (ast.TyRef, ast.TyPtr, ast.TyParen, ast.TyArray, ast.TySlice)):
        _projections(ty.ty, params, out)
    elif isinstance(ty, ast.TyTuple):
        for t in ty.elems:
            _projections(t, params, out)


_TYPES = (ast.TyPath, ast.TyRef, ast.TyPtr, ast.TyParen, ast.TyArray, ast.TySlice, ast.TyTuple)


def _generics(it: _Item, trait: str, crate: str) -> tuple[ast.Generics, ast.AngleArgs | None]:
    """The generics of the implementation and the arguments of its type."""
    span, generics = it.span, it.item.generics
    params: list[ast.GenericParam] = []
    args: list[ast.Type | ast.Lifetime | ast.Expr] = []
    no_bounds = trait == "Default" and it.is_enum
    for p in generics.params:
        bounds = list(p.bounds)
        if p.kind == "type" and not no_bounds:
            bounds.append(ast.Bound(span, "trait", None, [], _trait_path(span, trait, crate)))
            if trait == "Clone" and isinstance(it.item, ast.Union):
                bounds.append(ast.Bound(span, "trait", None, [], _trait_path(span, "Copy", crate)))
        attrs = [a for a in p.attrs if a.path == "cfg"]
        params.append(ast.GenericParam(p.span, attrs, p.kind, p.ident, bounds, p.ty, None))
        if p.kind == "lifetime":
            args.append(ast.Lifetime(span, p.ident.name))
        else:
            path = _path(span, p.ident.name)
            args.append(ast.TyPath(span, path))
    where = list(generics.where)
    if not no_bounds:
        projections: list[ast.Type] = []
        names = {p.ident.name for p in generics.params if p.kind == "type"}
        for _, _, fields in it.variants:
            for f in fields:
                _projections(f.ty, names, projections)
        for ty in projections:
            bound = ast.Bound(span, "trait", None, [], _trait_path(span, trait, crate))
            where.append(ast.WherePredicate(span, [], None, ty, [bound]))
    return ast.Generics(generics.span, params, where), ast.AngleArgs(span, args, []) if args else None


def _items(session: Session, text: str, span: int, crate: str) -> list[ast.Item]:
    """``text`` as items of an implementation, every token at ``span``."""
    if not text:
        return []
    if crate == "core":
        text = text.replace("::core::", "crate::")
    tokens = lex(session, SourceFile("<derive>", text, 1))
    kinds, texts = tokens.kinds[:-1], tokens.texts[:-1]
    stream = ast.TokenStream(span, "", kinds, texts, [span] * len(kinds))
    items = parse_fragment(session, stream, "items", "impl")
    assert isinstance(items, list)
    return items


def derive_items(session: Session, item: ast.Item, crate: str = "") -> list[ast.Item]:
    """The implementations that the `derive` attributes of ``item`` ask for."""
    requests: list[tuple[str, int]] = []
    for attr in item.attrs:
        if attr.path == "derive" and not attr.inner:
            for part in cfg.split_commas(attr.tokens):
                if part.kinds:
                    requests.append((bare(part.texts[-1]), part.span))
    if not requests:
        return []
    if not isinstance(item, (ast.Struct, ast.Enum, ast.Union)):
        session.diag.error(
            "E0774",
            "`derive` may only be applied to `struct`s, `enum`s and `union`s",
            next(a.span for a in item.attrs if a.path == "derive"),
            "not applicable here",
        ).label(item.span, "not a `struct`, `enum` or `union`")
        return []
    names = {name for name, _ in requests}
    out: list[ast.Item] = []
    for name, span in requests:
        if name not in _TRAITS:
            continue
        it = _Item(session, item, names, span)
        if isinstance(item, ast.Union) and name not in ("Clone", "Copy", "Eq"):
            session.diag.error("", "this trait cannot be derived for unions", span)
            continue
        generics, args = _generics(it, name, crate)
        self_ty = ast.TyPath(span, _path(span, item.ident.name, args=args))
        marker = ast.Attr(span, False, "automatically_derived", ast.TokenStream(span, "", [], [], []))
        items = _items(session, _TRAITS[name][1](it), span, crate)
        vis = ast.Visibility(span, "inherited")
        out.append(
            ast.Impl(
                span,
                [marker],
                vis,
                ast.Ident(span, ""),
                False,
                False,
                generics,
                _trait_path(span, name, crate),
                self_ty,
                items,
            )
        )
    return out
