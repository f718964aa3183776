"""Expressions with blocks: conditions, matches, loops, closures, jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.syntax import ast
from ferrule.syntax.parser.pat import PatParser
from ferrule.syntax.parser.tokens import HI, LITERALS, MAX_CHAIN, PATH_START, ParseFailure

BINARY = {
    "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, ">": 3, "<=": 3, ">=": 3, "|": 4, "^": 5, "&": 6, "<<": 7, ">>": 7,
    "+": 8, "-": 8, "*": 9, "/": 9, "%": 9,
}  # fmt: skip
COMPARISON = 3
ASSIGN = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<<=", ">>="))
RANGES = frozenset(("..", "..=", "..."))
EXPR_START = (
    LITERALS
    | PATH_START
    | frozenset(
        [
            "(",
            "[",
            "{",
            "-",
            "!",
            "*",
            "&",
            "&&",
            "|",
            "||",
            "lifetime",
            "if",
            "match",
            "while",
            "loop",
            "for",
            "unsafe",
            "move",
            "return",
            "break",
            "continue",
            "..",
            "..=",
            "async",
            "const",
            "static",
            "let",
            "_",
            "do",
            "try",
            "yield",
            "«expr",
            "«literal",
            "«block",
            "«stmt",
        ]
    )
) - {"do"}
BLOCK_LIKE = (ast.ExprIf, ast.ExprMatch, ast.ExprBlock, ast.ExprWhile, ast.ExprLoop, ast.ExprFor)


class ControlParser(PatParser):
    if TYPE_CHECKING:  # of the operators above this

        def assign(self) -> ast.Expr: ...

        def binary(self, min_power: int) -> ast.Expr: ...

        def condition(self) -> ast.Expr: ...

        def statement_like(self) -> ast.Expr: ...

        def after_expr(self, *terminators: str) -> tuple[str, ...]: ...

    def if_expr(self, start: int) -> ast.Expr:
        """`if`, with its chain of `else if` in a loop rather than by recursion."""
        heads: list[tuple[int, ast.Expr, ast.Block]] = []
        last: ast.Expr | None = None
        while True:
            at = self.p
            self.p += 1
            if (
                self.kinds[self.p] == "{"
                and self.kinds[self.close[self.p] + 1] != "{"
                and self.kinds[self.close[self.p] + 1] not in BINARY
            ):
                hi = self.spans[at] & HI
                raise self.fail("missing condition for `if` expression", hi << 32 | hi, "expected condition here")
            cond = self.condition()
            if self.kinds[self.p] not in ("{", "«block"):
                found = self.found()
                d = self.report(f"expected `{{`, found {found}", self.here(), "expected `{`")
                d.label(self.spans[at], "this `if` expression has a condition, but no block")
                raise ParseFailure
            then = self.block()
            heads.append((at, cond, then))
            if not self.eat("else"):
                break
            k = self.kinds[self.p]
            if k == "if":
                if len(heads) > MAX_CHAIN:
                    raise self.too_deep()
                continue
            if k != "{" and k != "«block":
                d = self.report(f"expected `{{`, found {self.found()}", self.here(), "expected `{`")
                raise ParseFailure
            block = self.block()
            last = ast.ExprBlock(block.span, "", None, block)
            break
        for at, cond, then in reversed(heads):
            last = ast.ExprIf(self.sp(at), cond, then, last)
        assert last is not None
        return last

    def let_expr(self, start: int) -> ast.Expr:
        """`let P = e` in a condition."""
        self.p += 1
        pat = self.pat()
        if self.kinds[self.p] == "==":
            self.report("expected `=`, found `==`", self.spans[self.p]).suggest(
                "consider using `=` here", self.spans[self.p], "="
            )
            self.p += 1
        elif not self.eat("="):
            raise self.expected_one_of(("=", "|", *((":", "@") if isinstance(pat, ast.PatIdent) else ())))
        saved, self.no_struct = self.no_struct, True
        e = self.binary(2)  # binds tighter than `&&` and `||`
        self.no_struct = saved
        return ast.ExprLet(self.sp(start), pat, e)

    def match_expr(self, start: int) -> ast.Expr:
        self.p += 1
        scrutinee = self.condition()
        if self.kinds[self.p] != "{":
            raise self.expected_one_of(self.after_expr("{"))
        open_ = self.p
        end = self.close[open_]
        self.p += 1
        self.inner_attrs()
        arms: list[ast.Arm] = []
        saved, self.no_struct = self.no_struct, False
        while not self.eat("}"):
            at, depth = self.p, self.depth
            try:
                arms.append(self.arm(end))
            except ParseFailure:
                self.depth = depth
                if self.kinds[self.p] == "eof":
                    raise
                self.skip_to(at, self.p, (",", "}", "{}"), end)
                self.eat(",")
        self.no_struct = saved
        return ast.ExprMatch(self.sp(start), scrutinee, arms)

    def arm(self, end: int) -> ast.Arm:
        attrs = self.outer_attrs()
        start = self.p
        pat = self.pat()
        guard = self.expr() if self.eat("if") else None
        if not self.eat("=>"):
            if self.kinds[self.p] in ("=", "->"):
                wrong = self.spans[self.p]
                self.expected_one_of(("=>", "if", "|", *self.after_pat(pat)))
                self.session.diag.diagnostics[-1].suggest("use a fat arrow to start a match arm", wrong, "=>")
                self.p += 1
            else:
                one_of = self.after_expr("=>") if guard is not None else ("=>", "if", "|", *self.after_pat(pat))
                raise self.expected_one_of(one_of)
        body = self.statement_like()
        arm = ast.Arm(self.sp(start), attrs, pat, guard, body)
        if not self.eat(",") and self.p != end and not isinstance(body, BLOCK_LIKE):
            k = self.kinds[self.p]
            prev = self.spans[self.p - 1] & HI
            if k in EXPR_START or k == "#" or k == "ref" or k == "mut":
                d = self.report("expected `,` following `match` arm", prev << 32 | prev)
                d.suggest("missing a comma here to end this `match` arm", prev << 32 | prev, ",")
            else:
                raise self.expected_one_of(self.after_expr(",", "}"))
        return arm

    def after_pat(self, pat: ast.Pat) -> tuple[str, ...]:
        if isinstance(pat, ast.PatIdent) and pat.sub is None:
            return ("@",)
        if isinstance(pat, ast.PatLit):
            return ("..", "...", "..=")
        return ()

    def labelled(self, start: int) -> ast.Expr:
        label = ast.Ident(self.spans[start], self.texts[start])
        self.p += 1
        if not self.eat(":"):
            if self.kinds[self.p] not in EXPR_START:
                raise self.fail("expected `while`, `for`, `loop` or `{` after a label", self.here())
            d = self.report("labeled expression must be followed by `:`", self.here())
            d.label(self.spans[start], "the label")
            d.note("labels are used before loops and blocks, allowing e.g., `break 'label` to them")
        return self.loop(start, label)

    def loop(self, start: int, label: ast.Ident | None = None) -> ast.Expr:
        at = self.p
        k = self.kinds[at]
        if k == "while":
            self.p += 1
            if self.kinds[self.p] == "}" or self.kinds[self.p] == ";":
                self.report(f"expected expression, found {self.found()}", self.here(), "expected expression").label(
                    self.spans[at], "while parsing the condition of this `while` expression"
                )
                raise ParseFailure
            cond = self.condition()
            body = self.loop_body()
            if self.kinds[self.p] == "else":
                d = self.report(
                    "`while...else` loops are not supported", self.spans[self.p], "`else` is attached to this loop"
                )
                d.note(
                    "consider moving this `else` clause to a separate `if` statement and use a "
                    "`bool` variable to control if it should run"
                )
                self.p += 1
                self.block()
            return ast.ExprWhile(self.sp(start), label, cond, body)
        if k == "loop":
            self.p += 1
            body = self.loop_body()
            return ast.ExprLoop(self.sp(start), label, body)
        if k == "for":
            return self.for_loop(start, label)
        if k == "{" or k == "«block":
            block = self.block()
            return ast.ExprBlock(self.sp(start), "", label, block)
        if k == "unsafe" or k == "const" or k == "async":
            raise self.fail("block label not supported here", self.spans[start])
        what = "expected `while`, `for`, `loop` or `{` after a label"
        raise self.fail(what, self.here(), what)

    def loop_body(self) -> ast.Block:
        if self.kinds[self.p] != "{" and self.kinds[self.p] != "«block":
            loop = self.kinds[self.p - 1] == "loop"
            raise self.expected_one_of(("{",) if loop else self.after_expr("{"))
        return self.block()

    def for_loop(self, start: int, label: ast.Ident | None) -> ast.Expr:
        self.p += 1
        if self.kinds[self.p] == "<":
            # `for<'a> |x| ...`: a closure with bound lifetimes
            self.generic_params()
            return self.closure(start)
        pat = self.pat()
        if not self.eat("in"):
            prev = self.spans[self.p - 1] & HI
            d = self.report("missing `in` in `for` loop", prev << 32 | prev)
            d.suggest("try adding `in` here", prev << 32 | prev, " in")
            if self.kinds[self.p] not in EXPR_START:
                raise ParseFailure
        iterable = self.condition()
        body = self.loop_body()
        return ast.ExprFor(self.sp(start), label, pat, iterable, body)

    def closure(self, start: int) -> ast.Expr:
        kinds = self.kinds
        move = async_ = False
        while kinds[self.p] in ("static", "const", "async", "move"):
            async_ = async_ or kinds[self.p] == "async"
            move = move or kinds[self.p] == "move"
            self.p += 1
        params: list[ast.ClosureParam] = []
        if not self.eat("||"):
            if not self.eat("|"):
                raise self.expected_one_of(("|", "||"))
            while not self.eat("|"):
                self.outer_attrs()
                at = self.p
                pat = self.pat_no_top_alt()
                ty = self.ty() if self.eat(":") else None
                params.append(ast.ClosureParam(self.sp(at), pat, ty))
                if not self.eat(","):
                    if not self.eat("|"):
                        one_of: tuple[str, ...] = (",", "|")
                        if ty is not None:
                            one_of = (",", "|", "+", "::", "<", "(", "!")
                        elif isinstance(pat, ast.PatIdent):
                            one_of = (",", ":", "@", "|")
                        raise self.expected_one_of(one_of, True)
                    break
        output: ast.Type | None = None
        if self.eat("->"):
            output = self.ty_no_plus()
            if kinds[self.p] != "{" and kinds[self.p] != "«block":
                raise self.expected_one_of(("{",))
            block = self.block()
            body: ast.Expr = ast.ExprBlock(block.span, "", None, block)
        else:
            body = self.assign()
        return ast.ExprClosure(self.sp(start), move, async_, params, output, body)

    def jump(self, start: int) -> ast.Expr:
        """`return`, `break`, `continue`, `yield`."""
        k = self.kinds[start]
        self.p += 1
        label: ast.Ident | None = None
        if k in ("break", "continue") and self.kinds[self.p] == "lifetime" and self.kinds[self.p + 1] != ":":
            label = ast.Ident(self.spans[self.p], self.texts[self.p])
            self.p += 1
        value: ast.Expr | None = None
        after = self.kinds[self.p]
        if k != "continue" and after in EXPR_START and not (self.no_struct and after == "{"):
            value = self.assign()
        span = self.sp(start)
        if k == "return":
            return ast.ExprReturn(span, value)
        if k == "break":
            return ast.ExprBreak(span, label, value)
        if k == "continue":
            return ast.ExprContinue(span, label)
        return ast.ExprYield(span, value)
