"""Expansion: `cfg`, `macro_rules`, built-in macros and derives, in place.

After ``expand_crate`` the tree holds no ItemMacro and StmtMacro, and an ExprMacro, PatMacro or TyMacro only for
macros that are not known here (those of the host: `println!`, other crates): who reaches one reports it.

Scoping is rustc's: a `macro_rules` macro is visible behind its definition in its module and the modules inside,
behind a module with `#[macro_use]` too, and by path where `#[macro_export]` or a `use` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ferrule.session import Session
from ferrule.syntax import ast, builtin_macros, cfg, macro_rules
from ferrule.syntax.derive import derive_items
from ferrule.syntax.hygiene import bare, make_mark
from ferrule.syntax.launch_context import launch_context
from ferrule.syntax.macro_rules import MacroDef
from ferrule.syntax.parser import deep_recursion, parse_fragment

RECURSION_LIMIT = 128
MAX_EXPANSIONS = 20_000
MAX_TOTAL_TOKENS = 20_000_000
_PLAIN = ("str", "int", "bool", "float", "Any", "None")


def _child_fields(cls: type) -> tuple[str, ...]:
    """The fields of a node class that can hold nodes."""
    out = []
    init = next(vars(c)["__init__"] for c in cls.__mro__ if "__init__" in vars(c))
    for name, annotation in init.__annotations__.items():
        names = str(annotation).replace("[", " ").replace("]", " ").replace("|", " ").split()
        if name != "return" and any(
            n not in (*_PLAIN, "list", "TokenStream", "Attr", "Ident", "Lifetime", "FormatString") for n in names
        ):
            out.append(name)
    return tuple(out)


_FIELDS: dict[type, tuple[str, ...]] = {}
_LEAVES = (ast.Ident, ast.Lifetime, ast.Attr, ast.TokenStream, ast.Lit, ast.Visibility, ast.FormatString)
Scope = dict[str, MacroDef]


def expand_crate(
    session: Session,
    crate: ast.Crate,
    library_macros: Mapping[str, MacroDef] | None = None,
    crate_name: str = "",
) -> dict[str, MacroDef]:
    """Expands ``crate`` in place and gives its `#[macro_export]` macros, for ``library_macros`` of crates that use it.

    ``library_macros`` are those of the crates in scope; macros of `core` are found by their bare name, others by
    path or import. Modules in files must have been loaded into the tree before.
    """
    ex = _Expander(session, library_macros or {}, crate_name)
    with deep_recursion():
        try:
            cfg.process(session, crate.attrs)
            ex.collect(crate.items)
            ex.items(crate.items, "module")
        except RecursionError:  # expansions inside expansions, each as deep as the parser allows
            session.diag.error("G0012", "this code is nested too deeply", ex.call_span or crate.span)
    return {n: m for n, m in ex.by_path.items() if m.exported}


class _Expander:
    def __init__(self, session: Session, library: Mapping[str, MacroDef], crate_name: str) -> None:
        self.session, self.library, self.crate = session, library, crate_name
        self.scopes: list[Scope] = [{}]
        self.by_path: Scope = {}  # every macro of the crate that a path or an import may reach
        self.imported: dict[str, str] = {}  # what the crate's imports bind, with the last name of their paths
        self.modules: list[str] = [crate_name or "crate"]
        self.depth = 0
        self.fn_depth = 0
        self.number = 0
        self.tokens = 0
        self.call_span = 0  # outermost invocation being expanded
        self.limit_reported = False

    # ---- what a built-in macro needs (builtin_macros.Context)
    def module_path(self) -> str:
        return "::".join(self.modules)

    def expand_expr(self, e: ast.Expr) -> ast.Expr:
        result = self.node(e)
        assert isinstance(result, ast.Expr)
        return result

    # ---- macro scopes
    def collect(self, items: list[ast.Item]) -> None:
        """Names that paths and imports may reach, wherever they are defined."""
        for item in items:
            if isinstance(item, ast.MacroRules):
                exported = any(a.path == "macro_export" for a in item.attrs)
                if exported:
                    self.by_path.setdefault(item.ident.name, MacroDef(item, self.crate, False, True))
            elif isinstance(item, ast.Mod) and item.items:
                self.collect(item.items)
            elif isinstance(item, ast.Use):
                self.collect_use(item.tree)

    def collect_use(self, tree: ast.UseTree) -> None:
        if tree.kind == "simple" and tree.prefix.segments:
            name = tree.prefix.segments[-1].ident.name
            self.imported[(tree.rename or tree.prefix.segments[-1].ident).name] = name
        for child in tree.children:
            self.collect_use(child)

    def define(self, node: ast.MacroRules) -> None:
        exported = any(a.path == "macro_export" for a in node.attrs)
        macro = MacroDef(node, self.crate, self.fn_depth > 0, exported)
        macro.rules(self.session)  # its errors belong to the definition
        self.scopes[-1][node.ident.name] = macro
        if not self.fn_depth:
            self.by_path[node.ident.name] = macro

    def lookup(self, path: ast.Path) -> MacroDef | str | None:
        """The macro a path names: a definition, the name of a built-in one, or None."""
        names = [bare(s.ident.name) for s in path.segments]
        last = names[-1]
        if len(names) == 1 and not path.global_:
            for scope in reversed(self.scopes):
                if last in scope:
                    return scope[last]
            last = self.imported.get(last, last)
            own = self.by_path.get(last)
            if own is not None and (own.exported or names[0] in self.imported):
                return own
            library = self.library.get(last)
            if library is not None and (library.crate == "core" or names[0] in self.imported):
                return library
            return last if last in builtin_macros.HANDLERS else None
        if names[0] in ("crate", "self", "super") or (self.crate and names[0] == self.crate):
            found = self.by_path.get(self.imported.get(last, last))
            if found is not None:
                return found
        if names[0] in builtin_macros.HOMES or names[0] == "crate" and self.crate in builtin_macros.HOMES:
            library = self.library.get(last)
            if library is not None and (library.crate == names[0] or names[0] == "std"):
                return library
            return last if last in builtin_macros.HANDLERS else None
        library = self.library.get(last)
        if library is not None and library.crate == names[0]:
            return library
        return self.by_path.get(self.imported.get(last, last))  # `module::m!`, re-exported there

    # ---- one invocation
    def transcribe(self, mac: ast.MacroCall, macro: MacroDef) -> ast.TokenStream | None:
        if self.depth >= RECURSION_LIMIT:
            if not self.limit_reported:
                self.limit_reported = True
                d = self.session.diag.error("", f"recursion limit reached while expanding `{macro.name}!`", mac.span)
                d.help(
                    "consider increasing the recursion limit by adding a "
                    f'`#![recursion_limit = "{2 * RECURSION_LIMIT}"]` '
                    "attribute to your crate"
                )
            return None
        if self.limit_reported:
            return None  # one message is enough, and the work should end
        self.number += 1
        span = self.call_span or mac.span
        ts = macro_rules.expand(
            self.session, macro, mac, span, make_mark(self.number, macro.offset), macro.crate == self.crate
        )
        if ts is not None:
            self.tokens += len(ts.kinds)
            if self.number > MAX_EXPANSIONS or self.tokens > MAX_TOTAL_TOKENS or len(ts.kinds) > macro_rules.MAX_TOKENS:
                if not self.limit_reported:
                    self.limit_reported = True
                    self.session.diag.error("G0012", "the macros of this crate expand to too much code", mac.span)
                return None
        return ts

    def nested(self, mac: ast.MacroCall, then: Callable[[], Any]) -> Any:
        """Runs ``then`` one expansion deeper."""
        saved = self.call_span
        self.call_span = saved or mac.span
        self.depth += 1
        result = then()
        self.depth -= 1
        self.call_span = saved
        return result

    def builtin(self, name: str, mac: ast.MacroCall) -> ast.Expr:
        saved = self.call_span
        self.call_span = saved or mac.span
        e = builtin_macros.expand(self, name, mac, self.call_span)
        assert e is not None
        e = self.children_of(e)
        self.call_span = saved
        return e

    def children_of(self, e: ast.Expr) -> ast.Expr:
        self.children(e)
        return e

    # ---- items
    def items(self, items: list[ast.Item], context: str) -> None:
        """Expands a list of items in place."""
        todo = list(reversed(items))
        out: list[ast.Item] = []
        while todo:
            item = todo.pop()
            if not cfg.process(self.session, item.attrs):
                continue
            if type(item) is ast.ItemMacro:
                self.item_macro(item, context, todo, out)
            else:
                derived = self.item(item)
                out.append(item)
                out.extend(derived)
        items[:] = out

    def item(self, item: ast.Item) -> list[ast.Item]:
        """Expands inside one item; gives the implementations derived for it."""
        if type(item) is ast.MacroRules:
            self.define(item)
            return []
        if not isinstance(item, (ast.Struct, ast.Enum, ast.Union)) and any(a.path == "derive" for a in item.attrs):
            derive_items(self.session, item, self.crate)  # an error
        if type(item) is ast.Mod:
            self.module(item)
            return []
        if isinstance(item, (ast.Impl, ast.Trait, ast.ForeignMod)):
            context = {ast.Impl: "impl", ast.Trait: "trait", ast.ForeignMod: "extern"}[type(item)]
            self.children(item, "items")
            self.scopes.append({})
            self.items(item.items, context)
            self.scopes.pop()
            return []
        if type(item) is ast.Use:
            return []
        if type(item) is ast.Fn:
            self.children(item, "body")
            if item.body is not None:
                binding = launch_context(item)
                if binding is not None:
                    item.body.stmts.insert(0, binding)
                self.fn_depth += 1
                self.block(item.body)
                self.fn_depth -= 1
            return []
        self.children(item)
        if isinstance(item, ast.Struct) and item.kind == "tuple":
            _renumber(item.fields)
        elif isinstance(item, ast.Enum):
            for v in item.variants:
                if v.kind == "tuple":
                    _renumber(v.fields)
        if any(a.path == "derive" for a in item.attrs):
            return derive_items(self.session, item, self.crate)
        return []

    def module(self, item: ast.Mod) -> None:
        if item.items is None:
            return
        if not cfg.process(self.session, item.inner_attrs):
            item.items = []
            return
        leaks = any(a.path == "macro_use" for a in (*item.attrs, *item.inner_attrs))
        if not leaks:
            self.scopes.append({})
        self.modules.append(item.ident.name)
        saved, self.fn_depth = self.fn_depth, 0
        self.items(item.items, "module")
        self.fn_depth = saved
        self.modules.pop()
        if not leaks:
            self.scopes.pop()

    def item_macro(self, item: ast.ItemMacro, context: str, todo: list[ast.Item], out: list[ast.Item]) -> None:
        macro = self.lookup(item.mac.path)
        name = bare(item.mac.path.segments[-1].ident.name)
        if macro is None:
            self.session.diag.warning(
                f"cannot find macro `{name}` in this scope; its items are left out", item.mac.path.span
            )
            return
        if isinstance(macro, str):
            if macro == "compile_error":
                self.builtin(macro, item.mac)
            else:
                self.session.diag.error("", f"expected an item, found an expression from `{macro}!`", item.mac.span)
            return
        ts = self.transcribe(item.mac, macro)
        if ts is None:
            return
        new = parse_fragment(self.session, ts, "items", context)
        assert isinstance(new, list)

        def run() -> None:
            for sub in new:
                one = [sub]
                self.items(one, context)
                out.extend(one)

        self.collect(new)
        self.nested(item.mac, run)

    # ---- nodes
    def children(self, node: Any, but: str = "") -> None:
        """Expands everything below ``node``."""
        cls = type(node)
        fields = _FIELDS.get(cls)
        if fields is None:
            fields = _FIELDS[cls] = _child_fields(cls)
        for name in fields:
            value = getattr(node, name)
            if value is None or name == but:
                continue
            if type(value) is list:
                if value:
                    self.node_list(value)
            else:
                new = self.node(value)
                if new is not value:
                    setattr(node, name, new)

    def node_list(self, values: list[Any]) -> None:
        """Expands the elements; those with a false `cfg` go."""
        out = []
        for v in values:
            attrs = getattr(v, "attrs", None)
            if attrs and not cfg.process(self.session, attrs):
                continue
            out.append(self.node(v))
        values[:] = out

    def node(self, node: Any) -> Any:
        """The node itself after expansion inside it, or what replaces it."""
        cls = type(node)
        if cls in _LEAVES:
            return node
        if cls is ast.Block:
            self.block(node)
            return node
        special = _SPECIAL.get(cls)
        if special is not None:
            return special(self, node)
        self.children(node)
        return node

    def expr_macro(self, node: ast.ExprMacro) -> ast.Expr:
        macro = self.lookup(node.mac.path)
        if macro is None:
            return node
        if isinstance(macro, str):
            return self.builtin(macro, node.mac)
        ts = self.transcribe(node.mac, macro)
        if ts is None:
            return ast.ExprErr(node.span)
        e = parse_fragment(self.session, ts, "expr")
        if e is None:
            return ast.ExprErr(node.span)
        # In brackets: the expansion is one operand whatever its operators
        result: ast.Expr = self.nested(node.mac, lambda: self.node(e))
        return result

    def pat_macro(self, node: ast.PatMacro) -> ast.Pat:
        macro = self.lookup(node.mac.path)
        if macro is None:
            return node
        ts = None
        if isinstance(macro, str):
            e = self.builtin(macro, node.mac)
            return ast.PatLit(e.span, e)
        ts = self.transcribe(node.mac, macro)
        p = parse_fragment(self.session, ts, "pat") if ts is not None else None
        if p is None:
            return ast.PatWild(node.span)
        result: ast.Pat = self.nested(node.mac, lambda: self.node(p))
        return result

    def ty_macro(self, node: ast.TyMacro) -> ast.Type:
        macro = self.lookup(node.mac.path)
        if macro is None:
            return node
        if isinstance(macro, str):
            self.session.diag.error("", f"expected type, found the expression of `{macro}!`", node.span)
            return ast.TyInfer(node.span)
        ts = self.transcribe(node.mac, macro)
        t = parse_fragment(self.session, ts, "type") if ts is not None else None
        if t is None:
            return ast.TyInfer(node.span)
        result: ast.Type = self.nested(node.mac, lambda: self.node(t))
        return result

    # ---- statements
    def block(self, block: ast.Block) -> None:
        self.scopes.append({})
        out: list[ast.Stmt] = []
        last = len(block.stmts) - 1 if block.tail is None else -1
        for i, stmt in enumerate(block.stmts):
            self.stmt(stmt, out, block, i == last)
        if block.tail is not None:
            block.tail = self.node(block.tail)
        block.stmts = out
        self.scopes.pop()

    def stmt(self, stmt: ast.Stmt, out: list[ast.Stmt], block: ast.Block, last: bool) -> None:
        cls = type(stmt)
        if cls is ast.StmtItem:
            assert isinstance(stmt, ast.StmtItem)
            if not cfg.process(self.session, stmt.item.attrs):
                return
            if type(stmt.item) is ast.MacroRules:
                self.define(stmt.item)
                out.append(stmt)
                return
            derived = self.item(stmt.item)
            out.append(stmt)
            out.extend(ast.StmtItem(d.span, d) for d in derived)
            return
        attrs: list[ast.Attr] = getattr(stmt, "attrs", [])
        if attrs and not cfg.process(self.session, attrs):
            return
        if cls is ast.StmtMacro:
            assert isinstance(stmt, ast.StmtMacro)
            self.stmt_macro(stmt, out, block, last)
            return
        self.children(stmt)
        out.append(stmt)

    def stmt_macro(self, stmt: ast.StmtMacro, out: list[ast.Stmt], block: ast.Block, last: bool) -> None:
        macro = self.lookup(stmt.mac.path)
        tail = last and not stmt.semi
        if macro is None or isinstance(macro, str):
            e: ast.Expr = ast.ExprMacro(stmt.span, stmt.mac) if macro is None else self.builtin(macro, stmt.mac)
            if tail:
                block.tail = e
            else:
                out.append(ast.StmtExpr(stmt.span, e, True, stmt.attrs))
            return
        ts = self.transcribe(stmt.mac, macro)
        new = parse_fragment(self.session, ts, "stmts") if ts is not None else None
        if not isinstance(new, ast.Block):
            out.append(ast.StmtExpr(stmt.span, ast.ExprErr(stmt.span), True))
            return

        def run() -> None:
            ends = len(new.stmts) - 1 if new.tail is None else -1
            inner = ast.Block(new.span, [], None)
            for i, s in enumerate(new.stmts):
                self.stmt(s, out, inner, i == ends and tail)
            if new.tail is not None:
                e = self.node(new.tail)
                if tail:
                    inner.tail = e
                else:
                    out.append(ast.StmtExpr(stmt.span, e, stmt.semi))
            if inner.tail is not None:
                block.tail = inner.tail

        self.nested(stmt.mac, run)


def _renumber(fields: list[ast.FieldDef]) -> None:
    """Names of tuple fields count what `cfg` has left."""
    for i, f in enumerate(fields):
        f.ident.name = str(i)


def _fn_in_body(ex: _Expander, node: Any) -> Any:
    ex.item(node)
    return node


_SPECIAL: dict[type, Callable[[_Expander, Any], Any]] = {
    ast.ExprMacro: _Expander.expr_macro,
    ast.PatMacro: _Expander.pat_macro,
    ast.TyMacro: _Expander.ty_macro,
    ast.Fn: _fn_in_body,
}
