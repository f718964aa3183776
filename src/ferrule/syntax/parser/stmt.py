"""Blocks and statements, with recovery at `;` and `}`."""

from __future__ import annotations

from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare
from ferrule.syntax.lexer import OPENERS
from ferrule.syntax.parser.control import ASSIGN, BLOCK_LIKE
from ferrule.syntax.parser.expr import ExprParser
from ferrule.syntax.parser.tokens import PATH_START, ParseFailure

_ITEM_START = frozenset(
    (
        "fn",
        "struct",
        "enum",
        "impl",
        "trait",
        "type",
        "use",
        "mod",
        "pub",
        "extern",
        "static",
        "const",
        "unsafe",
        "async",
    )
)
_ITEM_WORDS = frozenset(("union", "auto", "macro_rules", "safe"))
_FN_WORDS = frozenset(("fn", "unsafe", "async", "extern", "const"))


class StmtParser(ExprParser):
    def at_item(self) -> bool:
        """Whether an item starts here and not an expression (`const {}`, `unsafe {}`, `static ||`, `union` as a
        name).
        """
        kinds, p = self.kinds, self.p
        k = kinds[p]
        if k == "ident":
            t = bare(self.texts[p])
            if t not in _ITEM_WORDS:
                return False
            n = kinds[p + 1]
            if t == "macro_rules":
                return n == "!" and kinds[p + 2] == "ident"
            if t == "union":
                return n == "ident"
            if t == "safe":
                return n in ("fn", "static", "extern")
            return n == "trait"
        if k not in _ITEM_START:
            return False
        n = kinds[p + 1]
        if k == "const":
            if n == "unsafe" or n == "async" or n == "extern":
                return kinds[p + 2] != "{" and kinds[p + 2] != "move"
            return n in ("ident", "_", "fn", "mut", "gen")
        if k == "unsafe":
            return n in ("fn", "impl", "trait", "extern", "mod", "async") or (
                n == "ident" and bare(self.texts[p + 1]) == "auto"
            )
        if k == "async":
            return n == "fn" or (n == "unsafe" and kinds[p + 2] == "fn") or (n == "extern")
        if k == "static":
            return n in ("ident", "mut", "_")
        return True

    def block(self) -> ast.Block:
        start = self.p
        kinds = self.kinds
        k = kinds[start]
        if k == "«block":
            self.p += 1
            b = self.block()
            self.expect("»")
            return b
        if k != "{":
            raise self.expected_one_of(("{",))
        self.deeper()
        self.p += 1
        b = self.statements(start, self.close[start])
        self.p += 1
        b.span = self.sp(start)
        self.depth -= 1
        return b

    def statements(self, start: int, end: int) -> ast.Block:
        """Statements up to token ``end``; a broken one is reported and left out."""
        stmts: list[ast.Stmt] = []
        tail: ast.Expr | None = None
        saved, self.no_struct = self.no_struct, False
        kinds = self.kinds
        while self.p < end:
            at, depth = self.p, self.depth
            if kinds[at] == ";":
                self.p += 1
                continue
            try:
                tail = self.statement(stmts, end)
            except ParseFailure:
                self.depth, self.no_struct = depth, False
                if self.p >= len(kinds) - 1 and end < len(kinds) - 1:
                    raise
                self.skip_to(at, max(self.p, at + 1) if kinds[self.p] != ";" else self.p, (";", "{}"), end)
                stmts.append(ast.StmtExpr(self.spans[at], ast.ExprErr(self.spans[at]), True))
                tail = None
        self.no_struct = saved
        self.p = end
        return ast.Block(self.spans[start], stmts, tail)

    def statement(self, stmts: list[ast.Stmt], end: int) -> ast.Expr | None:
        """Parses one statement into ``stmts``, or gives the expression at the end of the block."""
        kinds = self.kinds
        start = self.p
        k = kinds[start]
        attrs: list[ast.Attr] = []
        if k == "#" or k == "doc" or k == "idoc":
            attrs = self.outer_attrs()
            if self.p >= end:
                last = attrs[-1] if attrs else None
                if last is not None and last.path == "doc" and self.kinds[self.p - 1] == "doc":
                    raise self.fail("expected statement after outer attribute", last.span, "", "E0585")
                raise self.fail("expected statement after outer attribute", last.span if last else self.here())
            k = kinds[self.p]
        if k == "let":
            stmts.append(self.let(start, attrs))
            return None
        if k == "«stmt":
            return self.stmt_group(stmts, end)
        if self.at_item():
            item = self.item(attrs, self.p, "block")
            if item is not None:
                stmts.append(ast.StmtItem(item.span, item))
            return None
        if k in PATH_START and k != "<" and k != "<<" and self.macro_statement(stmts, attrs, end):
            return None
        at = self.p
        e = self.statement_like()
        return self.finish_expr_stmt(stmts, attrs, start, at, e, end)

    def finish_expr_stmt(
        self, stmts: list[ast.Stmt], attrs: list[ast.Attr], start: int, at: int, e: ast.Expr, end: int
    ) -> ast.Expr | None:
        if type(e) is ast.ExprFor and attrs:
            e.attrs = attrs
        if self.eat(";"):
            stmts.append(ast.StmtExpr(self.sp(start), e, True, attrs))
            return None
        if self.p == end:
            # the end of the block: its value
            return e if not attrs or self.active(attrs) else None
        if isinstance(e, BLOCK_LIKE) and self.spans[self.p - 1] & 0xFFFFFFFF == e.span & 0xFFFFFFFF:
            stmts.append(ast.StmtExpr(self.sp(start), e, False, attrs))
            return None
        if isinstance(e, ast.ExprTry) and ":" in self.kinds[self.p : end]:
            self.skip_to(at, self.p, (";", "}"), end)
            raise self.fail("Rust has no ternary operator", self.sp_from(e.span))
        raise self.expected_one_of(self.after_expr(";", "}"))

    def macro_statement(self, stmts: list[ast.Stmt], attrs: list[ast.Attr], end: int) -> bool:
        """`m! { .. }` and `m!(..);` as statements; anything else that starts with a macro is an expression."""
        kinds, p = self.kinds, self.p
        q = p + 1 if kinds[p] == "::" else p
        while kinds[q + 1] == "::" and kinds[q + 2] in ("ident", "self", "crate", "super"):
            q += 2
        if kinds[q + 1] != "!" or kinds[q + 2] not in OPENERS:
            return False
        after = self.close[q + 2] + 1
        brace = kinds[q + 2] == "{"
        if brace:
            if kinds[after] in (".", "?"):
                return False
        elif kinds[after] != ";":
            return False
        path = self.bare_path(self.path(False))
        self.p += 1
        tokens = self.token_tree()
        span = self.sp(p)
        semi = self.eat(";")
        stmts.append(ast.StmtMacro(span, ast.MacroCall(span, path, tokens), semi, attrs))
        return True

    def stmt_group(self, stmts: list[ast.Stmt], end: int) -> ast.Expr | None:
        """A statement that came in as a macro fragment."""
        start = self.p
        self.p += 1
        close = start + 1
        level = 1
        while level:
            k = self.kinds[close]
            level += 1 if k[0] == "«" else -1 if k == "»" else 0
            close += 1
        close -= 1
        tail = None
        if self.kinds[self.p] == "let" and self.kinds[close - 1] != ";":
            stmts.append(self.let(self.p, [], close))
        else:
            tail = self.statement(stmts, close)
        self.p = close + 1
        if tail is not None:
            return self.finish_expr_stmt(stmts, [], start, start, self.rest_of_expr(tail), end)
        self.eat(";")
        return None

    def let(self, start: int, attrs: list[ast.Attr], end: int = -1) -> ast.StmtLet:
        kinds = self.kinds
        self.p += 1
        if kinds[self.p] == "let":
            self.report("expected pattern, found keyword `let`", self.spans[self.p])
            self.p += 1
        pat = self.pat()
        if isinstance(pat, ast.PatOr):
            self.report("`let` bindings require top-level or-patterns in parentheses", pat.span)
        ty: ast.Type | None = None
        init: ast.Expr | None = None
        els: ast.Block | None = None
        if self.eat(":"):
            ty = self.ty()
        k = kinds[self.p]
        if k == "==" or (k in ASSIGN and k != "="):
            if k == "==":
                d = self.report("unexpected `==`", self.spans[self.p])
                d.suggest("try using `=` instead", self.spans[self.p], "=")
            else:
                d = self.report("can't reassign to an uninitialized variable", self.spans[self.p])
                d.suggest("initialize the variable", self.spans[self.p], "=")
            self.p += 1
            init = self.expr()
        elif self.eat_split("="):
            init = self.expr()
            if self.eat("else"):
                els = self.block()
        if not self.eat(";") and self.p != end:
            if els is not None:
                one_of: tuple[str, ...] = (";",)
            elif init is not None:
                one_of = self.after_expr(";", "else")
            elif ty is not None:
                one_of = (";", "=", *(("!", "(", "+", "::", "<") if self.type_end == self.p else ()))
            else:
                one_of = (":", ";", "=", "|", *(("@",) if isinstance(pat, ast.PatIdent) else ()))
            raise self.expected_one_of(one_of)
        return ast.StmtLet(self.sp(start), attrs, pat, ty, init, els)
