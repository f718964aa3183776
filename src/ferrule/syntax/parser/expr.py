"""Expressions: a Pratt loop over binary operators, recursive descent for the rest."""

from __future__ import annotations

from ferrule.diagnostics.diagnostic import Label
from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare
from ferrule.syntax.lexer import OPENERS
from ferrule.syntax.literals import number_parts
from ferrule.syntax.parser.control import ASSIGN, BINARY, BLOCK_LIKE, COMPARISON, EXPR_START, RANGES, ControlParser
from ferrule.syntax.parser.tokens import HI, LITERALS, MAX_CHAIN, PATH_START, ParseFailure

_AFTER_EXPR = (".", "?", "an operator")


class ExprParser(ControlParser):
    # ---- entry points
    def expr(self) -> ast.Expr:
        """Any expression; struct literals are allowed again inside brackets."""
        saved, self.no_struct = self.no_struct, False
        e = self.assign()
        self.no_struct = saved
        return e

    def condition(self) -> ast.Expr:
        """An expression in front of a block: no struct literal."""
        saved, self.no_struct = self.no_struct, True
        e = self.assign()
        self.no_struct = saved
        return e

    def after_expr(self, *terminators: str) -> tuple[str, ...]:
        """What may come behind the expression just parsed, besides ``terminators``."""
        extra: tuple[str, ...] = ()
        if self.path_end == self.p:
            extra = ("!", "::") if self.no_struct else ("!", "::", "{")
        elif self.type_end == self.p:
            extra = ("!", "::", "<", "(")
        return (*terminators, *_AFTER_EXPR, *extra)

    # ---- operators
    def assign(self) -> ast.Expr:
        lhs = self.range()
        k = self.kinds[self.p]
        if k in ASSIGN:
            return self.assign_tail(lhs, k)
        return lhs

    def assign_tail(self, lhs: ast.Expr, k: str) -> ast.Expr:
        op_span = self.spans[self.p]
        self.p += 1
        self.deeper()
        rhs = self.assign()
        self.depth -= 1
        if k == "=":
            return ast.ExprAssign(self.sp_from(lhs.span), lhs, rhs, op_span)
        return ast.ExprAssignOp(self.sp_from(lhs.span), k[:-1], op_span, lhs, rhs)

    def range(self) -> ast.Expr:
        k = self.kinds[self.p]
        if k in RANGES:
            return self.range_tail_expr(None)
        lhs = self.binary(0)
        if self.kinds[self.p] in RANGES:
            return self.range_tail_expr(lhs)
        return lhs

    def range_tail_expr(self, lo: ast.Expr | None) -> ast.Expr:
        start = self.p
        k = self.kinds[start]
        self.p += 1
        after = self.kinds[self.p]
        hi: ast.Expr | None = None
        if after in EXPR_START and not (self.no_struct and after == "{"):
            self.deeper()
            hi = self.binary(0)
            self.depth -= 1
        if k == "...":
            d = self.report("unexpected token: `...`", self.spans[start])
            d.suggest("use `..` for an exclusive range", self.spans[start], "..")
        elif k == "..=" and hi is None:
            d = self.report("inclusive range with no end", self.spans[start], "", "E0586")
            d.note("inclusive ranges must be bounded at the end (`..=b` or `a..=b`)")
            d.suggest("use `..` instead", self.spans[start], "..")
        span = self.sp(start) if lo is None else self.sp_from(lo.span)
        return ast.ExprRange(span, lo, hi, k != "..")

    def binary(self, min_power: int) -> ast.Expr:
        return self.binary_tail(self.unary(), min_power)

    def binary_tail(self, lhs: ast.Expr, min_power: int) -> ast.Expr:
        kinds = self.kinds
        get = BINARY.get
        compared = -1  # token of the last comparison of this chain
        links = 0
        while True:
            k = kinds[self.p]
            power = get(k)
            if power is None:
                if k != "as":
                    return lhs
                self.p += 1
                ty = self.cast_ty()
                lhs = ast.ExprCast(self.sp_from(lhs.span), lhs, ty)
            else:
                if power <= min_power:
                    return lhs
                op = self.p
                self.p = op + 1
                if power == COMPARISON:
                    if compared >= 0:
                        self.chained_comparison(compared, op)
                    compared = op
                    self.odd_operator(op)
                rhs = self.binary(power)
                lhs = ast.ExprBinary(self.sp_from(lhs.span), k, self.spans[op], lhs, rhs)
            links += 1
            if links > MAX_CHAIN:
                raise self.too_deep()

    def cast_ty(self) -> ast.Type:
        """The type behind `as`; in `x as u8 < 3` the `<` was meant as a comparison."""
        start, kinds = self.p, self.kinds
        if kinds[start] != "ident" or kinds[start + 1] not in ("<", "<<"):
            return self.ty_no_plus()
        messages = self.session.diag.diagnostics
        before = len(messages)
        try:
            return self.ty_no_plus()
        except ParseFailure:
            del messages[before:]
            op = "comparison" if kinds[start + 1] == "<" else "shift"
            name = self.texts[start]
            self.p = start + 1
            d = self.report(
                f"`{kinds[self.p]}` is interpreted as a start of generic arguments for `{name}`, not a {op}",
                self.spans[self.p],
                f"not interpreted as {op}",
            )
            d.help(f"try {'comparing' if op == 'comparison' else 'shifting'} the cast value: put it in parentheses")
            span = self.spans[start]
            return ast.TyPath(span, ast.Path(span, [ast.PathSegment(span, ast.Ident(span, bare(name)))]))

    def odd_operator(self, op: int) -> None:
        """`===`, `!==`, `<>`: reported, the surplus character eaten."""
        k, nxt = self.kinds[op], self.kinds[self.p]
        if self.spans[op] & HI != self.spans[self.p] >> 32:
            return
        if nxt == "=" and k in ("==", "!="):
            whole, right = k + "=", k
        elif k == "<" and nxt == ">":
            whole, right = "<>", "!="
        else:
            return
        self.p += 1
        span = self.sp(op)
        d = self.report(f"invalid comparison operator `{whole}`", span)
        d.suggest(f"`{whole}` is not a valid comparison operator, use `{right}`", span, right)

    def chained_comparison(self, first: int, second: int) -> None:
        d = self.report("comparison operators cannot be chained", self.spans[first])
        d.labels.append(Label(self.spans[second], "", True))
        if self.kinds[first] == "<" and self.kinds[second] in (">", ">>"):
            if self.kinds[self.p] in ("::", "("):
                at = self.spans[first] >> 32
                d.suggest(
                    "use `::<...>` instead of `<...>` to specify lifetime, type, or const arguments",
                    at << 32 | at,
                    "::",
                )
                raise ParseFailure
            d.help("use `::<...>` instead of `<...>` to specify lifetime, type, or const arguments")
            d.help("or use `(...)` if you meant to specify fn arguments")
        elif first + 2 == second:
            middle = self.session.source_map.snippet(self.spans[first + 1])
            at = self.spans[second] >> 32
            d.suggest("split the comparison into two", at << 32 | at, f"&& {middle} ")

    def unary(self) -> ast.Expr:
        start = self.p
        k = self.kinds[start]
        if k == "-" or k == "!" or k == "*":
            self.p = start + 1
            if k == "-" and self.kinds[self.p] == "-" and self.adjacent(start):
                self.report("Rust has no prefix decrement operator", self.pair(start), "not a valid prefix operator")
                self.p += 1
                return self.unary()
            self.deeper()
            e = self.unary()
            self.depth -= 1
            return ast.ExprUnary(self.sp(start), k, e)
        if k == "&" or k == "&&":
            return self.address_of(start, k)
        if k == "+":
            return self.leading_plus(start)
        if k == "~":
            d = self.report("`~` cannot be used as a unary operator", self.spans[start])
            d.suggest("use `!` to perform bitwise not", self.spans[start], "!")
            self.p += 1
            return self.unary()
        if k == "ident":
            # the most frequent atom: a plain name
            after = self.kinds[start + 1]
            if after in _PLAIN_NAME_END:
                self.p = self.path_end = start + 1
                span = self.spans[start]
                path = ast.Path(span, [ast.PathSegment(span, ast.Ident(span, self.texts[start]))])
                return ast.ExprPath(span, path)
        return self.postfix(self.atom())

    def adjacent(self, first: int) -> bool:
        return self.spans[first] & HI == self.spans[first + 1] >> 32

    def pair(self, first: int) -> int:
        return self.spans[first] & ~HI | self.spans[first + 1] & HI

    def leading_plus(self, start: int) -> ast.Expr:
        self.p += 1
        if self.kinds[self.p] == "+" and self.adjacent(start):
            d = self.report("Rust has no prefix increment operator", self.pair(start), "not a valid prefix operator")
            d.help("use `+= 1` instead")
            self.p += 1
        else:
            d = self.report("leading `+` is not supported", self.spans[start], "unexpected `+`")
            d.suggest("try removing the `+`", self.spans[start], "")
        self.deeper()
        e = self.unary()
        self.depth -= 1
        return e

    def address_of(self, start: int, k: str) -> ast.Expr:
        self.p += 1
        raw = False
        if self.word("raw") and self.kinds[self.p + 1] in ("const", "mut") and self.kinds[self.p + 2] != "{":
            # `&raw const x`; but `&raw` alone is a borrow of a local called raw
            self.p += 1
            raw = True
            self.eat("const")
        mut = self.eat("mut")
        self.deeper()
        e = self.unary()
        self.depth -= 1
        e = ast.ExprAddrOf(self.sp(start), raw, mut, e)
        if k == "&&":
            return ast.ExprAddrOf(e.span, False, False, e)
        return e

    # ---- postfix
    def args(self, close: str) -> list[ast.Expr]:
        """Expressions up to ``close``; the opener has been eaten."""
        out: list[ast.Expr] = []
        kinds = self.kinds
        saved, self.no_struct = self.no_struct, False
        self.deeper()
        while not self.eat(close):
            k = kinds[self.p]
            attrs = self.outer_attrs() if k == "#" or k == "doc" else []
            e = self.assign()
            if not attrs or self.active(attrs):
                out.append(e)
            if not self.eat(","):
                if not self.eat(close):
                    raise self.expected_one_of(self.after_expr(close, ","), kinds[self.p] in EXPR_START)
                break
        self.depth -= 1
        self.no_struct = saved
        return out

    def postfix(self, e: ast.Expr) -> ast.Expr:
        kinds = self.kinds
        links = 0
        while True:
            k = kinds[self.p]
            if k == ".":
                e = self.dot(e)
            elif k == "(":
                self.p += 1
                args = self.args(")")
                e = ast.ExprCall(self.sp_from(e.span), e, args)
            elif k == "[":
                self.p += 1
                self.deeper()
                index = self.expr()
                self.depth -= 1
                if not self.eat("]"):
                    raise self.expected_one_of(self.after_expr("]"))
                e = ast.ExprIndex(self.sp_from(e.span), e, index)
            elif k == "?":
                self.p += 1
                e = ast.ExprTry(self.sp_from(e.span), e)
            else:
                if (k == "+" or k == "-") and kinds[self.p + 1] == k:
                    self.increment(e, k)
                return e
            links += 1
            if links > MAX_CHAIN:
                raise self.too_deep()

    def increment(self, e: ast.Expr, k: str) -> None:
        """`x++` and `x--`, unless they start a longer expression such as `a - -b`."""
        p = self.p
        if not self.adjacent(p) or self.kinds[p + 2] in EXPR_START:
            return
        what = "increment" if k == "+" else "decrement"
        d = self.report(f"Rust has no postfix {what} operator", self.pair(p), "not a valid postfix operator")
        d.suggest(f"use `{k}= 1` instead", self.pair(p), f" {k}= 1")
        self.p += 2

    def dot(self, e: ast.Expr) -> ast.Expr:
        kinds = self.kinds
        self.p += 1
        p = self.p
        k = kinds[p]
        if k == "ident":
            span = self.spans[p]
            ident = ast.Ident(span, bare(self.texts[p]))
            self.p = p + 1
            k = kinds[self.p]
            args: ast.AngleArgs | None = None
            if k == "::":
                self.p += 1
                if kinds[self.p] not in ("<", "<<"):
                    raise self.expected_one_of(("<",))
                args = self.angle_args()
                k = kinds[self.p]
                if k != "(":
                    self.report("field expressions cannot have generic arguments", args.span)
            if k == "(":
                segment = ast.PathSegment(self.sp(p), ident, args)
                self.p += 1
                call_args = self.args(")")
                return ast.ExprMethodCall(self.sp_from(e.span), e, segment, call_args)
            return ast.ExprField(self.sp_from(e.span), e, ident)
        if k == "await":
            self.p += 1
            return ast.ExprAwait(self.sp_from(e.span), e)
        if k == "int" or k == "float":
            return self.tuple_index(e)
        if k == "match":
            self.p -= 1
            raise self.unexpected("`.`-chain without postfix match")
        if k in ("«literal", "«expr") and kinds[p + 1] in ("int", "float") and kinds[p + 2] == "»":
            self.p += 1
            e = self.tuple_index(e)
            self.expect("»")
            return e
        raise self.fail(f"unexpected token: {self.found()}", self.here())

    def tuple_index(self, e: ast.Expr) -> ast.Expr:
        """`.0`, and `.0.1`, which the lexer sees as a float."""
        p = self.p
        self.p += 1
        text = self.texts[p]
        base, _, suffix = number_parts(text)
        lo = self.spans[p] >> 32
        if base != 10:
            self.report(f"no field `{text}`", self.spans[p], "unknown field", "E0609")
            return e
        if suffix:
            self.report("suffixes on a tuple index are invalid", self.spans[p], f"invalid suffix `{suffix}`")
        for part in text[: len(text) - len(suffix)].split("."):
            if part:
                if not part.isdigit():
                    self.report(f"unexpected token: `{part}`", self.spans[p])
                hi = lo + len(part)
                e = ast.ExprField(e.span & ~HI | hi, e, ast.Ident(lo << 32 | hi, part))
                lo = hi
            lo += 1
        if text.endswith("."):
            # `a.0.foo`: the lexer took the point as well
            return self.after_float_point(e)
        return e

    def after_float_point(self, e: ast.Expr) -> ast.Expr:
        self.p -= 1  # dot() steps over one token: the float stands for its point
        return self.dot(e)

    # ---- atoms
    def atom(self) -> ast.Expr:
        start = self.p
        k = self.kinds[start]
        if k in LITERALS:
            return self.lit()
        if k in PATH_START:
            return self.path_expr(start)
        self.deeper()
        method = _ATOMS.get(k)
        if method is None:
            raise self.unexpected("expression")
        e: ast.Expr = method(self, start)
        self.depth -= 1
        return e

    def path_expr(self, start: int) -> ast.Expr:
        kinds = self.kinds
        path = self.path(False)
        k = kinds[self.p]
        if k == "!" and kinds[self.p + 1] in OPENERS:
            return self.macro_expr(start, path)
        if k == "!" and kinds[self.p + 1] not in ("=", "==") and path.qself is None and kinds[start] != "self":
            self.p += 1
            raise self.expected_one_of(("(", "[", "{"))
        if k == "{" and not self.no_struct:
            return self.struct_literal(start, path)
        if k == "{" and self.struct_in_condition():
            d = self.report(
                "struct literals are not allowed here", self.spans[start] & ~HI | self.spans[self.close[self.p]] & HI
            )
            d.help("surround the struct literal with parentheses")
            return self.struct_literal(start, path)
        return ast.ExprPath(path.span, path)

    def struct_in_condition(self) -> bool:
        """`if x == S { a: 1 } {`: certainly a struct literal."""
        k, p = self.kinds, self.p
        if k[p + 1] == "ident" and k[p + 2] == ":" and k[p + 3] != ":":
            return k[self.close[p] + 1] == "{"
        return False

    def macro_expr(self, start: int, path: ast.Path) -> ast.Expr:
        self.p += 1
        self.bare_path(path)
        tokens = self.token_tree()
        span = self.sp(start)
        return ast.ExprMacro(span, ast.MacroCall(span, path, tokens))

    def struct_literal(self, start: int, path: ast.Path) -> ast.ExprStruct:
        self.bare_path(path)
        self.p += 1
        self.deeper()
        fields: list[ast.ExprFieldInit] = []
        base: ast.Expr | None = None
        rest = False
        kinds = self.kinds
        saved, self.no_struct = self.no_struct, False
        while not self.eat("}"):
            attrs = self.outer_attrs()
            at = self.p
            if self.eat(".."):
                if kinds[self.p] == "}":
                    rest = True
                else:
                    base = self.assign()
                    if kinds[self.p] == ",":
                        self.report("cannot use a comma after the base struct", self.sp(at)).note(
                            "the base struct must always be the last field"
                        )
                        self.p += 1
                self.expect("}")
                break
            if kinds[at] == "int":
                ident = ast.Ident(self.spans[at], self.texts[at])
                self.p += 1
            else:
                ident = self.local_ident()
            name = ident.name
            shorthand = kinds[self.p] != ":"
            if shorthand:
                value: ast.Expr = ast.ExprPath(ident.span, ast.Path(ident.span, [ast.PathSegment(ident.span, ident)]))
                ident = ast.Ident(ident.span, bare(name))
                if kinds[self.p] == "=":
                    d = self.report("expected `:`, found `=`", self.spans[self.p])
                    d.suggest("replace equals symbol with a colon", self.spans[self.p], ":")
                    self.p += 1
                    value = self.assign()
                    shorthand = False
            else:
                ident.name = bare(name)
                self.p += 1
                value = self.assign()
            fields.append(ast.ExprFieldInit(self.sp(at), attrs, ident, value, shorthand))
            if not self.eat(","):
                if not self.eat("}"):
                    one_of = (",", ":", "}") if shorthand else self.after_expr(",", "}")
                    raise self.expected_one_of(one_of, not shorthand)
                break
        self.no_struct = saved
        self.depth -= 1
        return ast.ExprStruct(self.sp(start), path, fields, base, rest)

    def paren(self, start: int) -> ast.Expr:
        self.p += 1
        elems: list[ast.Expr] = []
        comma = False
        saved, self.no_struct = self.no_struct, False
        while not self.eat(")"):
            attrs = self.outer_attrs() if self.kinds[self.p] in ("#", "doc") else []
            e = self.assign()
            if self.active(attrs):
                elems.append(e)
            comma = self.eat(",")
            if not comma:
                if not self.eat(")"):
                    raise self.expected_one_of(self.after_expr(")", ","), self.kinds[self.p] in EXPR_START)
                break
        self.no_struct = saved
        span = self.sp(start)
        if len(elems) == 1 and not comma:
            return ast.ExprParen(span, elems[0])
        return ast.ExprTuple(span, elems)

    def bracket(self, start: int) -> ast.Expr:
        self.p += 1
        saved, self.no_struct = self.no_struct, False
        elems: list[ast.Expr] = []
        while not self.eat("]"):
            attrs = self.outer_attrs() if self.kinds[self.p] in ("#", "doc") else []
            e = self.assign()
            if self.active(attrs):
                elems.append(e)
            if len(elems) == 1 and self.eat(";"):
                count = self.assign()
                if not self.eat("]"):
                    raise self.expected_one_of(self.after_expr("]"))
                self.no_struct = saved
                return ast.ExprRepeat(self.sp(start), elems[0], count)
            if not self.eat(","):
                if not self.eat("]"):
                    raise self.expected_one_of(self.after_expr("]", ",", *((";",) if len(elems) == 1 else ())))
                break
        self.no_struct = saved
        return ast.ExprArray(self.sp(start), elems)

    def group(self, start: int) -> ast.Expr:
        """An expression that came in as a macro fragment."""
        self.p += 1
        saved, self.no_struct = self.no_struct, False
        e = self.assign()
        self.expect("»")
        self.no_struct = saved
        return e

    def underscore(self, start: int) -> ast.Expr:
        self.p += 1
        return ast.ExprUnderscore(self.spans[start])

    def plain_block(self, start: int) -> ast.Expr:
        block = self.block()
        return ast.ExprBlock(block.span, "", None, block)

    def keyword_block(self, start: int) -> ast.Expr:
        """`unsafe {}`, `const {}`, `async {}`, `async move {}`, `try {}`, `gen {}`; also closures with `async`,
        `const`, `static`.
        """
        kinds = self.kinds
        k = kinds[start]
        p = start + 1
        if k in ("async", "const", "static", "gen"):
            q = p
            while kinds[q] in ("async", "move", "static"):
                q += 1
            if kinds[q] in ("|", "||"):
                return self.closure(start)
        kind = k
        if k == "async" and kinds[p] == "gen":
            p += 1
            kind = "gen"
        if kinds[p] == "move" and k in ("async", "gen"):
            p += 1
            kind = f"{k} move" if k == "async" else k
        self.p = p
        if kinds[p] != "{" and kinds[p] != "«block":
            if k in ("const", "static", "try"):
                self.p = start
                raise self.unexpected("expression")
            raise self.expected_one_of(("{",) if k == "unsafe" else ("{", "move", "|", "||"))
        block = self.block()
        return ast.ExprBlock(self.sp(start), kind, None, block)

    def statement_like(self) -> ast.Expr:
        """An expression that ends behind its block if it starts with one: statements, bodies of match arms."""
        k = self.kinds[self.p]
        if k in _BLOCK_START:
            e = self.atom()
            if isinstance(e, BLOCK_LIKE):
                after = self.kinds[self.p]
                if after != "." and after != "?":
                    return e
                e = self.postfix(e)
            return self.rest_of_expr(e)
        return self.assign()

    def rest_of_expr(self, e: ast.Expr) -> ast.Expr:
        """Goes on behind a complete operand: operators, ranges, assignments."""
        e = self.binary_tail(self.postfix(e), 0)
        if self.kinds[self.p] in RANGES:
            e = self.range_tail_expr(e)
        k = self.kinds[self.p]
        return self.assign_tail(e, k) if k in ASSIGN else e


_PLAIN_NAME_END = frozenset(
    [
        ";",
        ",",
        ")",
        "]",
        "}",
        "+",
        "-",
        "*",
        "/",
        "%",
        "==",
        "!=",
        "<=",
        ">=",
        "&&",
        "||",
        "^",
        "|",
        "&",
        "=",
        "+=",
        "-=",
        "*=",
        "/=",
        "%=",
        "&=",
        "|=",
        "^=",
        "..",
        "..=",
        "as",
        ">>",
        "<<",
        ">",
    ]
) - {"-", "+"}
_BLOCK_START = frozenset(
    ("if", "match", "while", "loop", "for", "unsafe", "{", "const", "async", "lifetime", "try", "«block")
)
_ATOMS = {
    "(": ExprParser.paren,
    "[": ExprParser.bracket,
    "{": ExprParser.plain_block,
    "«block": ExprParser.plain_block,
    "if": ExprParser.if_expr,
    "match": ExprParser.match_expr,
    "while": ExprParser.loop,
    "loop": ExprParser.loop,
    "for": ExprParser.loop,
    "lifetime": ExprParser.labelled,
    "|": ExprParser.closure,
    "||": ExprParser.closure,
    "move": ExprParser.closure,
    "static": ExprParser.keyword_block,
    "async": ExprParser.keyword_block,
    "unsafe": ExprParser.keyword_block,
    "const": ExprParser.keyword_block,
    "try": ExprParser.keyword_block,
    "gen": ExprParser.keyword_block,
    "return": ExprParser.jump,
    "break": ExprParser.jump,
    "continue": ExprParser.jump,
    "yield": ExprParser.jump,
    "let": ExprParser.let_expr,
    "_": ExprParser.underscore,
    "«expr": ExprParser.group,
    "«literal": ExprParser.group,
}
