"""Items."""

from __future__ import annotations

from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare
from ferrule.syntax.lexer import OPENERS
from ferrule.syntax.parser.stmt import StmtParser
from ferrule.syntax.parser.tokens import HI, PATH_START, PATH_WORDS, ParseFailure

_ITEM_WORDS = (
    "fn", "struct", "enum", "impl", "trait", "type", "use", "mod", "pub", "extern", "static", "const", "unsafe",
    "async", "#", "doc",
)  # fmt: skip
_TYPE_END = ("!", "(", "+", "::", "<")


class ItemParser(StmtParser):
    # ---- lists of items
    def items(self, end: int, context: str) -> list[ast.Item]:
        """Items up to token ``end``.  ``context``: ``module``, ``trait``, ``impl``, ``extern``."""
        out: list[ast.Item] = []
        while self.p < end:
            start, depth = self.p, self.depth
            try:
                attrs = self.outer_attrs()
                if self.p >= end:
                    if attrs:
                        self.dangling(attrs[-1])
                    break
                item = self.item(attrs, self.p, context)
                if item is not None:
                    out.append(item)
            except ParseFailure:
                self.depth, self.no_struct = depth, False
                self.next_item(start, end)
        self.p = end
        return out

    def dangling(self, attr: ast.Attr) -> None:
        if attr.path == "doc":
            self.report("expected item after doc comment", attr.span, "this doc comment doesn't document anything")
        else:
            self.report("expected item after attributes", attr.span)

    def next_item(self, start: int, end: int) -> None:
        """Recovery: on to what looks like the start of the next item."""
        fail = max(self.p, start + 1)
        kinds, close, q = self.kinds, self.close, start
        while q < end:
            k = kinds[q]
            if (
                q >= fail
                and k in _ITEM_WORDS
                and (k != "const" or kinds[q - 1] != "*")
                and kinds[q - 1] not in ("pub", "unsafe", "=")
            ):
                break
            if k in OPENERS and close[q]:
                q = close[q] + 1
                if k == "{" and q > fail:
                    break
            else:
                q += 1
                if k == ";" and q > fail:
                    break
        self.p = min(max(q, start + 1), end)

    def braced_items(self, attrs: list[ast.Attr], context: str) -> list[ast.Item]:
        """`{ items }`; inner attributes join ``attrs``."""
        start = self.p
        if self.kinds[start] != "{":
            raise self.expected_one_of(("{",) if context == "module" else ("{", "where"))
        self.deeper()
        self.p += 1
        attrs.extend(self.inner_attrs())
        out = self.items(self.close[start], context)
        self.p = self.close[start] + 1
        self.depth -= 1
        return out

    def no_visibility(self, items: list[ast.Item]) -> None:
        for item in items:
            if item.vis.kind != "inherited":
                self.report("visibility qualifiers are not permitted here", item.vis.span, "", "E0449").note(
                    "trait items always share the visibility of their trait"
                )

    def inner_attrs(self) -> list[ast.Attr]:
        out: list[ast.Attr] = []
        kinds = self.kinds
        while True:
            p = self.p
            k = kinds[p]
            if k == "#" and kinds[p + 1] == "!" and kinds[p + 2] == "[":
                out.append(self.attr(True))
            elif k == "idoc":
                out.append(self.doc_attr(True))
            else:
                return out

    def visibility(self) -> ast.Visibility:
        p = self.p
        kinds = self.kinds
        if kinds[p] != "pub":
            at = self.spans[p] >> 32
            return ast.Visibility(at << 32 | at, "inherited")
        self.p = p + 1
        if kinds[p + 1] == "(":
            k = kinds[p + 2]
            if k in ("crate", "super", "self") and kinds[p + 3] == ")":
                self.p = p + 4
                return ast.Visibility(self.sp(p), k)
            if k == "in":
                self.p = p + 3
                path = self.path(False)
                self.bare_path(path)
                self.expect(")")
                return ast.Visibility(self.sp(p), "in", path)
            if k == "ident" and kinds[p + 3] == ")" and kinds[p + 4] not in (",", ")", ";"):
                d = self.report("incorrect visibility restriction", self.spans[p + 2], "", "E0704")
                d.help(
                    "some possible visibility restrictions are:\n`pub(crate)`: visible only on the current crate\n"
                    "`pub(super)`: visible only in the current module's parent\n"
                    "`pub(in path::to::module)`: visible only on the specified path"
                )
                self.p = p + 4
        return ast.Visibility(self.spans[p], "pub")

    # ---- one item
    def item(self, attrs: list[ast.Attr], start: int, context: str) -> ast.Item | None:
        kinds = self.kinds
        if kinds[self.p] == ";" and context != "block":
            self.report("expected item, found `;`", self.spans[self.p]).suggest(
                "remove this semicolon", self.spans[self.p], ""
            )
            self.p += 1
            return None
        vis = self.visibility()
        k = kinds[self.p]
        n = kinds[self.p + 1]
        if k == "ident":
            t = bare(self.texts[self.p])
            if t == "default" and n in ("fn", "impl", "unsafe", "const", "type", "async", "extern"):
                self.p += 1  # specialisation is parsed and left to rustc's feature gate
                k, n = n, kinds[self.p + 1]
            elif t == "macro_rules" and n == "!" and kinds[self.p + 2] == "ident":
                return self.macro_rules(attrs, vis, start)
            elif t == "union" and n == "ident":
                return self.union(attrs, vis, start)
            elif t == "auto" and n == "trait":
                self.p += 1
                return self.trait(attrs, vis, start, False, True)
            elif t == "safe" and n in ("fn", "static", "extern", "unsafe"):
                return self.static(attrs, vis, start) if n == "static" else self.fn(attrs, vis, start, context)
            elif t == "macro" and n == "ident":
                raise self.fail("`macro` is experimental", self.spans[self.p], "", "E0658")
        method = _ITEMS.get(k)
        if method is not None:
            item: ast.Item = method(self, attrs, vis, start)
            return item
        if k == "const" and (n == "ident" or n == "_" or n == "mut"):
            return self.const(attrs, vis, start)
        if k == "unsafe":
            if n == "impl":
                self.p += 1
                return self.impl(attrs, vis, start, True)
            if n == "trait" or (n == "ident" and bare(self.texts[self.p + 1]) == "auto"):
                self.p += 1
                auto = kinds[self.p] == "ident"
                self.p += auto
                return self.trait(attrs, vis, start, True, auto)
            if n == "mod":
                self.p += 1
                return self.mod(attrs, vis, start, True)
            if n == "extern" and (kinds[self.p + 2] == "{" or kinds[self.p + 3] == "{"):
                self.p += 1
                return self.foreign_mod(attrs, vis, start, True)
            if n == "static":
                return self.static(attrs, vis, start)
        if k == "extern":
            if n == "crate":
                return self.extern_crate(attrs, vis, start)
            if n == "{" or (n == "str" and kinds[self.p + 2] == "{"):
                return self.foreign_mod(attrs, vis, start, False)
        if k == "fn" or (
            k in ("const", "async", "unsafe", "extern") and n in ("fn", "async", "unsafe", "extern", "str")
        ):
            return self.fn(attrs, vis, start, context)
        if k in PATH_START and k != "<" and k != "<<":
            return self.item_macro(attrs, vis, start)
        raise self.not_an_item(vis, start, context)

    def not_an_item(self, vis: ast.Visibility, start: int, context: str) -> ParseFailure:
        if vis.kind != "inherited":
            d = self.report(
                f"visibility `{self.session.source_map.snippet(vis.span)}` is not followed by an item",
                vis.span,
                "the visibility",
            )
            d.help("you likely meant to define an item, e.g., `pub fn foo() {}`")
        found = self.found()
        if context in ("trait", "impl", "extern"):
            self.report("non-item in item list", self.here(), "non-item starts here")
            return ParseFailure()
        d = self.report(f"expected item, found {found}", self.here(), "expected item")
        if self.kinds[self.p] == "let":
            d.labels[0] = d.labels[0]._replace(text="`let` cannot be used for global variables")
            d.help("consider using `static` or `const` instead of `let`")
        d.note(
            "for a full list of items that can appear in modules, see <https://doc.rust-lang.org/reference/items.html>"
        )
        return ParseFailure()

    def item_macro(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int) -> ast.Item:
        at = self.p
        if vis.kind != "inherited" and self.kinds[at + 1] != "!" and self.kinds[at + 1] != "::":
            raise self.not_an_item(vis, start, "module")
        path = self.bare_path(self.path(False))
        if not self.eat("!"):
            d_span = self.spans[at]
            failure = self.expected_one_of(("!", "::"))
            if self.texts[at] in ("func", "function", "def") and self.kinds[self.p] == "ident":
                self.session.diag.diagnostics[-1].suggest(
                    f"write `fn` instead of `{self.texts[at]}` to declare a function", d_span, "fn"
                )
            raise failure
        brace = self.kinds[self.p] == "{"
        tokens = self.token_tree()
        span = self.sp(at)
        if not brace and not self.eat(";"):
            raise self.fail(
                "macros that expand to items must be delimited with braces or followed by a semicolon", span
            )
        empty = self.spans[start] >> 32
        return ast.ItemMacro(
            self.sp(start), attrs, vis, ast.Ident(empty << 32 | empty, ""), ast.MacroCall(span, path, tokens)
        )

    def macro_rules(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int) -> ast.Item:
        self.p += 2
        ident = self.ident()
        brace = self.kinds[self.p] == "{"
        tokens = self.token_tree()
        if not brace and not self.eat(";"):
            raise self.fail("macros must be delimited with braces or followed by a semicolon", self.spans[self.p - 1])
        return ast.MacroRules(self.sp(start), attrs, vis, ident, tokens)

    # ---- functions
    def fn(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int, context: str) -> ast.Fn:
        at = self.p
        kinds = self.kinds
        const = async_ = unsafe = safe = False
        abi: str | None = None
        while True:
            k = kinds[self.p]
            if k == "const":
                const = True
            elif k == "async":
                async_ = True
            elif k == "unsafe":
                unsafe = True
            elif k == "ident" and bare(self.texts[self.p]) == "safe":
                safe = True
            elif k == "extern":
                self.p += 1
                abi = self.abi()
                continue
            else:
                break
            self.p += 1
        header = ast.FnHeader(self.sp(at) if self.p > at else self.spans[at], const, async_, unsafe, safe, abi)
        if not self.eat("fn"):
            raise self.expected_one_of(("fn",) if abi is not None else ("extern", "fn", "unsafe"))
        ident = self.ident()
        generics_at = self.p
        params = self.generic_params()
        generics_span = self.sp(generics_at) if params else ident.span & HI | (ident.span & HI) << 32
        if not self.eat("("):
            raise self.expected_one_of(("(", "<") if not params else ("(",))
        fn_params, variadic = self.fn_params(context)
        output = self.return_ty()
        where = self.where_clause()
        body: ast.Block | None = None
        if not self.eat(";"):
            if kinds[self.p] != "{" and kinds[self.p] != "«block":
                raise self.missing_body(output, where)
            if kinds[self.p] == "{":
                inner = self.p
                self.p += 1
                attrs.extend(self.inner_attrs())
                self.deeper()
                body = self.statements(inner, self.close[inner])
                self.p += 1
                body.span = self.sp(inner)
                self.depth -= 1
            else:
                body = self.block()
        generics = ast.Generics(generics_span, params, where)
        return ast.Fn(self.sp(start), attrs, vis, ident, header, generics, fn_params, variadic, output, body)

    def missing_body(self, output: ast.Type | None, where: list[ast.WherePredicate]) -> ParseFailure:
        one_of: tuple[str, ...] = (";", "{", "where")
        if where:
            one_of = (";", "{")
        elif output is None:
            one_of = ("->", ";", "where", "{")
        elif self.type_end == self.p:
            one_of = ("!", "(", "+", "::", "<", "where", "{")
        if self.kinds[self.p] == ":" and output is None:
            span = self.spans[self.p]
            self.report("return types are denoted using `->`", span).suggest("use `->` instead", span, " ->")
            return ParseFailure()
        return self.expected_one_of(one_of)

    def fn_params(self, context: str) -> tuple[list[ast.FnParam], bool]:
        out: list[ast.FnParam] = []
        variadic = False
        kinds = self.kinds
        first = True
        while not self.eat(")"):
            attrs = self.outer_attrs() if kinds[self.p] in ("#", "doc") else []
            start = self.p
            k = kinds[start]
            if k == "...":
                self.p += 1
                variadic = True
            else:
                param = self.self_param(attrs) if k in ("&", "mut", "self", "&&") else None
                if param is not None:
                    if not first:
                        self.report(
                            "unexpected `self` parameter in function",
                            param.span,
                            "must be the first parameter of an associated function",
                        )
                    elif context not in ("trait", "impl"):
                        d = self.report(
                            "`self` parameter is only allowed in associated functions",
                            param.span,
                            "not semantically valid as function parameter",
                        )
                        d.note("associated functions are those in `impl` or `trait` definitions")
                else:
                    pat = self.pat_no_top_alt()
                    if not self.eat(":"):
                        raise self.expected_one_of((":", "|", *(("@",) if isinstance(pat, ast.PatIdent) else ())))
                    if kinds[self.p] == "...":
                        self.p += 1
                        variadic = True
                        self.eat(",")
                        continue
                    ty = self.ty()
                    param = ast.FnParam(self.sp(start), attrs, pat, ty)
                out.append(param)
            first = False
            if not self.eat(","):
                if not self.eat(")"):
                    raise self.expected_one_of((")", ",", *(_TYPE_END if self.type_end == self.p else ())), True)
                break
        return out, variadic

    def self_param(self, attrs: list[ast.Attr]) -> ast.FnParam | None:
        """`self`, `mut self`, `&self`, `&'a mut self`, `self: T`; none where something else starts."""
        start = p = self.p
        kinds = self.kinds
        ref = kinds[p] == "&"
        lifetime_at = 0
        if ref:
            p += 1
            if kinds[p] == "lifetime":
                lifetime_at = p
                p += 1
        mut = kinds[p] == "mut"
        p += mut
        if kinds[p] != "self" or kinds[p + 1] == "::":
            return None
        self.p = p + 1
        span = self.spans[p]
        pat = ast.PatIdent(span, False, mut and not ref, ast.Ident(span, "self"), None)
        ty: ast.Type = ast.TySelfImplicit(span)
        if ref:
            life = ast.Lifetime(self.spans[lifetime_at], bare(self.texts[lifetime_at])) if lifetime_at else None
            ty = ast.TyRef(self.sp(start), life, mut, ty)
        elif self.eat(":"):
            ty = self.ty()
        return ast.FnParam(self.sp(start), attrs, pat, ty, True)

    # ---- types
    def struct(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int) -> ast.Item:
        self.p += 1
        ident = self.ident()
        at = self.p
        params = self.generic_params()
        where = self.where_clause()
        k = self.kinds[self.p]
        fields: list[ast.FieldDef] = []
        if k == ";":
            self.p += 1
            kind = "unit"
        elif k == "(":
            kind = "tuple"
            fields = self.tuple_fields()
            where = where or self.where_clause()
            if not self.eat(";"):
                raise self.expected_one_of((";", "where"))
        elif k == "{":
            kind = "named"
            fields = self.named_fields(ident, "struct")
        else:
            what = "`where`, `{`, `(`, or `;` after struct name" if not where else "`{`, `(`, or `;` after where clause"
            raise self.fail(f"expected {what}, found {self.found()}", self.here(), f"expected {what}")
        return ast.Struct(self.sp(start), attrs, vis, ident, ast.Generics(self.spans[at], params, where), kind, fields)

    def union(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int) -> ast.Item:
        self.p += 1
        ident = self.ident()
        at = self.p
        params = self.generic_params()
        where = self.where_clause()
        if self.kinds[self.p] != "{":
            raise self.fail(
                f"expected `where` or `{{` after union name, found {self.found()}",
                self.here(),
                "expected `where` or `{` after union name",
            )
        fields = self.named_fields(ident, "union")
        return ast.Union(self.sp(start), attrs, vis, ident, ast.Generics(self.spans[at], params, where), fields)

    def tuple_fields(self) -> list[ast.FieldDef]:
        self.p += 1
        out: list[ast.FieldDef] = []
        while not self.eat(")"):
            attrs = self.outer_attrs()
            start = self.p
            vis = self.visibility()
            ty = self.ty()
            ident = ast.Ident(self.sp(start), str(len(out)))
            out.append(ast.FieldDef(self.sp(start), attrs, vis, ident, ty))
            if not self.eat(","):
                if not self.eat(")"):
                    raise self.expected_one_of((")", ",", *(_TYPE_END if self.type_end == self.p else ())), True)
                break
        return out

    def named_fields(self, owner: ast.Ident, what: str) -> list[ast.FieldDef]:
        open_ = self.p
        end = self.close[open_]
        self.p += 1
        out: list[ast.FieldDef] = []
        while self.p < end:
            at = self.p
            try:
                attrs = self.outer_attrs()
                if self.p >= end:
                    if attrs:
                        self.report(
                            "found a documentation comment that doesn't document anything",
                            attrs[-1].span,
                            "this doc comment doesn't document anything",
                            "E0585",
                        )
                    break
                out.append(self.named_field(attrs, owner, what))
                self.end_of_field(end, owner, what)
            except ParseFailure:
                self.skip_to(at, self.p, (",",), end)
                if self.p < end:
                    self.p += 1
        self.p = end + 1
        return out

    def named_field(self, attrs: list[ast.Attr], owner: ast.Ident, what: str) -> ast.FieldDef:
        start = self.p
        vis = self.visibility()
        if self.kinds[self.p] == "fn":
            start_fn = self.p
            self.fn([], vis, start_fn, "impl")
            d = self.report(f"functions are not allowed in {what} definitions", self.sp(start_fn))
            d.label(owner.span, f"while parsing this {what}")
            d.help("unlike in C++, Java, and C#, functions are declared in `impl` blocks")
            raise ParseFailure
        ident = self.ident()
        if not self.eat(":"):
            failure = self.expected_one_of((":",))
            self.session.diag.diagnostics[-1].label(owner.span, f"while parsing this {what}")
            raise failure
        ty = self.ty()
        if self.kinds[self.p] == "=":
            self.p += 1
            span = self.spans[self.p - 1]
            self.expr()
            self.report(
                "default values on fields are experimental" if what == "struct" else "default values are not supported",
                self.sp_from(span),
                "",
                "E0658",
            )
        return ast.FieldDef(self.sp(start), attrs, vis, ident, ty)

    def end_of_field(self, end: int, owner: ast.Ident, what: str) -> None:
        if self.eat(",") or self.p == end:
            return
        prev = self.spans[self.p - 1] & HI
        k = self.kinds[self.p]
        if k == ";":
            d = self.report(f"{what} fields are separated by `,`", self.spans[self.p])
            d.label(owner.span, f"while parsing this {what}")
            d.suggest("replace `;` with `,`", self.spans[self.p], ",")
            self.p += 1
        else:
            d = self.report(f"expected `,`, or `}}`, found {self.found()}", prev << 32 | prev)
            d.suggest("try adding a comma", prev << 32 | prev, ",")
            if k not in ("ident", "pub", "#", "doc"):
                raise ParseFailure

    def enum(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int) -> ast.Item:
        self.p += 1
        ident = self.ident()
        at = self.p
        params = self.generic_params()
        where = self.where_clause()
        if self.kinds[self.p] != "{":
            raise self.expected_one_of(("{",) if where else ("<", "where", "{"))
        end = self.close[self.p]
        self.p += 1
        variants: list[ast.Variant] = []
        while self.p < end:
            at_variant = self.p
            try:
                variants.extend(self.variant(end))
            except ParseFailure:
                self.skip_to(at_variant, self.p, (",",), end)
                self.eat(",")
        self.p = end + 1
        return ast.Enum(self.sp(start), attrs, vis, ident, ast.Generics(self.spans[at], params, where), variants)

    def variant(self, end: int) -> list[ast.Variant]:
        attrs = self.outer_attrs()
        if self.p >= end:
            if attrs:
                self.dangling(attrs[-1])
            return []
        start = self.p
        vis = self.visibility()
        if vis.kind != "inherited":
            self.report("visibility qualifiers are not permitted here", vis.span, "", "E0449").note(
                "enum variants and their fields always share the visibility of the enum they are in"
            )
        ident = self.ident()
        kind = "unit"
        fields: list[ast.FieldDef] = []
        k = self.kinds[self.p]
        if k == "(":
            kind = "tuple"
            fields = self.tuple_fields()
        elif k == "{":
            kind = "named"
            fields = self.named_fields(ident, "enum")
        disc = self.expr() if self.eat("=") else None
        variant = ast.Variant(self.sp(start), attrs, ident, kind, fields, disc)
        if not self.eat(",") and self.p != end:
            if disc is not None:
                one_of = self.after_expr(",", "}")
            else:
                one_of = ("(", ",", "=", "{", "}") if kind == "unit" else (",", "=", "}")
            missing = self.kinds[self.p] in ("ident", "#", "doc")
            failure = self.expected_one_of(one_of, missing)
            if not missing:
                raise failure
        return [variant]

    # ---- impl, trait
    def impl(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int, unsafe: bool = False) -> ast.Item:
        self.p += 1
        kinds = self.kinds
        at = self.p
        params: list[ast.GenericParam] = []
        if kinds[at] == "<" and (
            kinds[at + 1] in ("#", ">", "const", "lifetime")
            or (kinds[at + 1] == "ident" and kinds[at + 2] in (">", ",", ":", "=", ">=", ">>"))
        ):
            params = self.generic_params()
        self.eat("const")
        negative = self.eat("!") if kinds[self.p + 1] != "{" else False
        if kinds[self.p] == "for" and kinds[self.p + 1] != "<":
            at_for = self.spans[self.p] >> 32
            raise self.fail("missing trait in a trait impl", (self.spans[self.p - 1] & HI) << 32 | at_for)
        ty = self.ty()
        trait: ast.Path | None = None
        if self.eat("for"):
            if isinstance(ty, ast.TyPath):
                trait = ty.path
            else:
                self.report("expected a trait, found type", ty.span)
            ty = self.ty()
        elif negative:
            self.report("inherent impls cannot be negative", self.sp(start), "")
        where = self.where_clause()
        if kinds[self.p] != "{":
            extra = _TYPE_END if self.type_end == self.p else ()
            raise self.expected_one_of(("{",) if where else ("where", "{", *extra, *(() if trait else ("for",))))
        items = self.braced_items(attrs, "impl")
        if trait is not None:
            self.no_visibility(items)
        empty = self.spans[start] >> 32
        return ast.Impl(
            self.sp(start), attrs, vis, ast.Ident(empty << 32 | empty, ""), unsafe, negative,
            ast.Generics(self.spans[at], params, where), trait, ty, items,
        )  # fmt: skip

    def trait(
        self, attrs: list[ast.Attr], vis: ast.Visibility, start: int, unsafe: bool = False, auto: bool = False
    ) -> ast.Item:
        self.p += 1
        ident = self.ident()
        at = self.p
        params = self.generic_params()
        bounds = self.bounds() if self.eat(":") else []
        if self.eat("="):
            alias = self.bounds()
            where = self.where_clause()
            self.expect(";")
            return ast.TraitAlias(self.sp(start), attrs, vis, ident, ast.Generics(self.spans[at], params, where), alias)
        where = self.where_clause()
        items = self.braced_items(attrs, "trait")
        self.no_visibility(items)
        return ast.Trait(
            self.sp(start), attrs, vis, ident, unsafe, auto, ast.Generics(self.spans[at], params, where), bounds, items
        )

    # ---- aliases, constants
    def type_alias(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int) -> ast.Item:
        self.p += 1
        ident = self.ident()
        at = self.p
        params = self.generic_params()
        bounds = self.bounds() if self.eat(":") else []
        where = self.where_clause()
        ty = self.ty() if self.eat("=") else None
        where = where + self.where_clause()
        if not self.eat(";"):
            if ty is not None:
                one_of: tuple[str, ...] = (";", "where", *(_TYPE_END if self.type_end == self.p else ()))
            else:
                one_of = (":", ";", "<", "=", "where") if not params else (":", ";", "=", "where")
            raise self.expected_one_of(one_of)
        return ast.TyAlias(self.sp(start), attrs, vis, ident, ast.Generics(self.spans[at], params, where), bounds, ty)

    def const(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int) -> ast.Item:
        self.p += 1
        if self.kinds[self.p] == "mut":
            d = self.report("const globals cannot be mutable", self.spans[self.p], "cannot be mutable")
            d.help("you might want to declare a static instead: `static`")
            self.p += 1
        ident = self.const_name()
        at = self.p
        params = self.generic_params()
        ty, expr = self.const_rest(ident, "const", "constant")
        return ast.Const(self.sp(start), attrs, vis, ident, ast.Generics(self.spans[at], params, []), ty, expr)

    def const_name(self) -> ast.Ident:
        if self.kinds[self.p] == "_":
            self.p += 1
            return ast.Ident(self.spans[self.p - 1], "_")
        return self.ident()

    def const_rest(self, ident: ast.Ident, what: str, noun: str) -> tuple[ast.Type | None, ast.Expr | None]:
        ty: ast.Type | None = None
        if self.eat(":"):
            ty = self.ty()
        elif self.kinds[self.p] in ("=", ";"):
            end = ident.span & HI
            self.report(f"missing type for `{what}` item", end << 32 | end).suggest(
                f"provide a type for the {noun}", end << 32 | end, ": <type>"
            )
        else:
            raise self.expected_one_of((":", ";", "=", *(("<", "where") if what == "const" else ())))
        expr = self.expr() if self.eat_split("=") else None
        if not self.eat(";"):
            if expr is not None:
                raise self.expected_one_of(self.after_expr(";"))
            raise self.expected_one_of((";", "=", *(_TYPE_END if self.type_end == self.p else ())))
        return ty, expr

    def static(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int) -> ast.Item:
        unsafe = self.eat("unsafe")
        safe = self.kinds[self.p] == "ident"
        self.p += safe
        self.p += 1
        mut = self.eat("mut")
        ident = self.const_name()
        ty, expr = self.const_rest(ident, "static mut" if mut else "static", "static variable")
        return ast.Static(self.sp(start), attrs, vis, ident, mut, unsafe, safe, ty, expr)

    # ---- modules, imports
    def mod(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int, unsafe: bool = False) -> ast.Item:
        self.p += 1
        ident = self.ident()
        items: list[ast.Item] | None = None
        inner: list[ast.Attr] = []
        if not self.eat(";"):
            if self.kinds[self.p] != "{":
                raise self.expected_one_of((";", "{"))
            items = self.braced_items(inner, "module")
        return ast.Mod(self.sp(start), attrs, vis, ident, unsafe, items, inner)

    def foreign_mod(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int, unsafe: bool) -> ast.Item:
        self.p += 1
        abi = self.abi()
        items = self.braced_items(attrs, "extern")
        empty = self.spans[start] >> 32
        return ast.ForeignMod(self.sp(start), attrs, vis, ast.Ident(empty << 32 | empty, ""), unsafe, abi, items)

    def extern_crate(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int) -> ast.Item:
        self.p += 2
        if self.kinds[self.p] == "self":
            name = ast.Ident(self.spans[self.p], "self")
            self.p += 1
        else:
            name = self.ident()
        ident = ast.Ident(name.span, name.name)
        if self.eat("as"):
            ident = self.const_name()
        if not self.eat(";"):
            raise self.expected_one_of((";", "as"))
        return ast.ExternCrate(self.sp(start), attrs, vis, ident, name.name)

    def use(self, attrs: list[ast.Attr], vis: ast.Visibility, start: int) -> ast.Item:
        self.p += 1
        tree = self.use_tree()
        if not self.eat(";"):
            one_of = ("::", ";", "as") if tree.kind == "simple" and tree.rename is None else (";",)
            raise self.expected_one_of(one_of)
        empty = self.spans[start] >> 32
        return ast.Use(self.sp(start), attrs, vis, ast.Ident(empty << 32 | empty, ""), tree)

    def use_tree(self) -> ast.UseTree:
        start = self.p
        kinds = self.kinds
        self.deeper()
        global_ = self.eat("::")
        segments: list[ast.PathSegment] = []
        kind = "simple"
        rename: ast.Ident | None = None
        children: list[ast.UseTree] = []
        prefix_span = self.spans[start]
        while True:
            k = kinds[self.p]
            if k == "*":
                self.p += 1
                kind = "glob"
                break
            if k == "{":
                kind = "nested"
                self.p += 1
                while not self.eat("}"):
                    children.append(self.use_tree())
                    if not self.eat(","):
                        if not self.eat("}"):
                            simple = children[-1].kind == "simple" and children[-1].rename is None
                            raise self.expected_one_of((",", "::", "as", "}") if simple else (",", "}"), True)
                        break
                break
            if k == "«path":
                path = self.path(False)
                segments.extend(path.segments)
                global_ = global_ or path.global_
            elif k in PATH_WORDS:
                span = self.spans[self.p]
                segments.append(ast.PathSegment(span, ast.Ident(span, bare(self.texts[self.p]))))
                self.p += 1
            else:
                raise self.unexpected("identifier")
            prefix_span = self.sp(start)
            if not self.eat("::"):
                if self.eat("as"):
                    rename = self.const_name()
                break
        self.depth -= 1
        return ast.UseTree(self.sp(start), ast.Path(prefix_span, segments, global_), kind, rename, children)


_ITEMS = {
    "struct": ItemParser.struct,
    "enum": ItemParser.enum,
    "impl": ItemParser.impl,
    "trait": ItemParser.trait,
    "type": ItemParser.type_alias,
    "use": ItemParser.use,
    "mod": ItemParser.mod,
    "static": ItemParser.static,
}
