"""Patterns."""

from __future__ import annotations

from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare
from ferrule.syntax.lexer import KEYWORDS, OPENERS
from ferrule.syntax.parser.tokens import LITERALS, PATH_START
from ferrule.syntax.parser.types import TypeParser

_NOT_A_BINDING = frozenset(("::", "(", "{", "!", "..", "..=", "..."))
_RANGES = frozenset(("..", "..=", "..."))
_PAT_LITERALS = LITERALS | {"-", "«literal", "«expr"}
_RANGE_END = _PAT_LITERALS | PATH_START | {"const"}


class PatParser(TypeParser):
    def pat(self) -> ast.Pat:
        """A pattern with alternatives: `A | B`."""
        start = self.p
        if self.kinds[start] == "|":
            self.p += 1
        elif self.kinds[start] == "||":
            self.report("unexpected token `||` in pattern", self.spans[start])
            self.p += 1
        first = self.pat_no_top_alt()
        if self.kinds[self.p] != "|":
            return first
        alts = [first]
        while self.eat("|"):
            alts.append(self.pat_no_top_alt())
        return ast.PatOr(self.sp(start), alts)

    def pat_list(self, close: str) -> tuple[list[ast.Pat], bool]:
        """Patterns up to ``close``, and whether the last one had a comma."""
        out: list[ast.Pat] = []
        comma = False
        while not self.eat(close):
            attrs = self.outer_attrs()
            p = self.pat()
            if self.active(attrs):
                out.append(p)
            comma = self.eat(",")
            if not comma:
                if not self.eat(close):
                    raise self.expected_one_of(
                        (close, ",", "|", *(("@",) if isinstance(p, ast.PatIdent) else ())), True
                    )
                break
        return out, comma

    def pat_no_top_alt(self) -> ast.Pat:
        start = self.p
        kinds = self.kinds
        k = kinds[start]
        if k == "ident":
            after = kinds[start + 1]
            if after not in _NOT_A_BINDING and not (after == "<" and kinds[start + 2] != "="):
                self.p = start + 1
                ident = ast.Ident(self.spans[start], self.texts[start])
                sub = self.sub_pat() if after == "@" else None
                return ast.PatIdent(self.sp(start), False, False, ident, sub)
            if after in ("..", "..=", "...") and kinds[start + 2] in (")", "]", ","):
                pass  # `X..` in a slice pattern: a half-open range
        elif k == "_":
            self.p = start + 1
            return ast.PatWild(self.spans[start])
        self.deeper()
        p = self.other_pat(start, k)
        self.depth -= 1
        return p

    def sub_pat(self) -> ast.Pat:
        self.p += 1
        self.deeper()
        p = self.pat_no_top_alt()
        self.depth -= 1
        return p

    def binding(self, start: int) -> ast.PatIdent:
        """`ref? mut? name (@ pat)?`"""
        by_ref = self.eat("ref")
        mut = self.eat("mut")
        if self.kinds[self.p] == "self":
            ident = ast.Ident(self.spans[self.p], "self")
            self.p += 1
        else:
            ident = self.local_ident()
        sub = self.sub_pat() if self.kinds[self.p] == "@" else None
        return ast.PatIdent(self.sp(start), by_ref, mut, ident, sub)

    def other_pat(self, start: int, k: str) -> ast.Pat:
        kinds = self.kinds
        if k == "ref" or k == "mut":
            return self.binding(start)
        if k == "&" or k == "&&":
            self.p += 1
            mut = self.eat("mut")
            ref = ast.PatRef(self.spans[start], mut, self.pat_no_top_alt())
            ref.span = self.sp(start)
            return ast.PatRef(ref.span, False, ref) if k == "&&" else ref
        if k == "(":
            self.p += 1
            elems, comma = self.pat_list(")")
            span = self.sp(start)
            if len(elems) == 1 and not comma and type(elems[0]) is not ast.PatRest:
                return ast.PatParen(span, elems[0])
            return ast.PatTuple(span, elems)
        if k == "[":
            self.p += 1
            elems, _ = self.pat_list("]")
            return ast.PatSlice(self.sp(start), elems)
        if k == ".." and kinds[start + 1] not in _RANGE_END:
            self.p += 1
            return ast.PatRest(self.spans[start])
        if k in _RANGES:
            self.p += 1
            hi = self.range_end()
            return ast.PatRange(self.sp(start), None, hi, k != "..")
        if k in _PAT_LITERALS or k == "const":
            return self.range_tail(start, self.range_end())
        if k == "«pat":
            self.p += 1
            inner = self.pat()
            self.expect("»")
            return inner
        if k == "box":
            raise self.fail("`box_patterns` is not supported", self.spans[start], "", "G0011")
        if k not in PATH_START:
            raise self.unexpected("identifier" if k in KEYWORDS else "pattern")
        path = self.path(False)
        k = kinds[self.p]
        if k == "(":
            self.p += 1
            elems, _ = self.pat_list(")")
            return ast.PatTupleStruct(self.sp(start), self.bare_path(path), elems)
        if k == "{":
            return self.struct_pat(start, self.bare_path(path))
        if k == "!" and kinds[self.p + 1] in OPENERS:
            self.p += 1
            tokens = self.token_tree()
            return ast.PatMacro(self.sp(start), ast.MacroCall(self.sp(start), self.bare_path(path), tokens))
        if k in _RANGES:
            return self.range_tail(start, ast.ExprPath(path.span, self.bare_path(path)))
        return ast.PatPath(self.sp(start), self.bare_path(path))

    @staticmethod
    def bare_path(path: ast.Path) -> ast.Path:
        """A path that cannot name a local loses its hygiene mark."""
        if len(path.segments) == 1:
            ident = path.segments[0].ident
            ident.name = bare(ident.name)
        return path

    def range_tail(self, start: int, lo: ast.Expr) -> ast.Pat:
        k = self.kinds[self.p]
        if k not in _RANGES:
            return ast.PatLit(lo.span, lo)
        op = self.p
        self.p += 1
        hi = self.range_end() if self.kinds[self.p] in _RANGE_END else None
        if hi is None and k != "..":
            self.report("inclusive range with no end", self.spans[op], "", "E0586").note(
                "inclusive ranges must be bounded at the end (`..=b` or `a..=b`)"
            )
        if k == "...":
            self.report("`...` range patterns are not allowed", self.spans[op], "", "E0783")
        return ast.PatRange(self.sp(start), lo, hi, k != "..")

    def range_end(self) -> ast.Expr:
        """A literal, a negated literal, a path or a const block."""
        start = self.p
        k = self.kinds[start]
        if k == "-":
            self.p += 1
            if self.kinds[self.p] not in ("int", "float", "«literal", "«expr"):
                raise self.unexpected("literal")
            inner = self.range_end()
            return ast.ExprUnary(self.sp(start), "-", inner)
        if k in LITERALS:
            return self.lit()
        if k == "const":
            self.p += 1
            block = self.block()
            return ast.ExprBlock(self.sp(start), "const", None, block)
        if k == "«literal" or k == "«expr":
            self.p += 1
            e = self.expr()
            self.expect("»")
            return e
        if k in PATH_START:
            path = self.bare_path(self.path(False))
            return ast.ExprPath(path.span, path)
        raise self.unexpected("a pattern range bound")

    def struct_pat(self, start: int, path: ast.Path) -> ast.PatStruct:
        self.p += 1
        fields: list[ast.PatField] = []
        rest = False
        kinds = self.kinds
        while not self.eat("}"):
            attrs = self.outer_attrs()
            if self.eat(".."):
                rest = True
                if self.kinds[self.p] == ",":
                    self.report("expected `}`, found `,`", self.spans[self.p], "expected `}`")
                    self.p += 1
                self.expect("}")
                break
            at = self.p
            if kinds[at] in ("ident", "int") and kinds[at + 1] == ":":
                ident = ast.Ident(self.spans[at], bare(self.texts[at]))
                self.p += 2
                pat = self.pat()
                fields.append(ast.PatField(self.sp(at), attrs, ident, pat, False))
            else:
                binding = self.binding(at) if kinds[at] in ("ref", "mut", "ident") else None
                if binding is None:
                    if kinds[at] == "box":
                        raise self.fail("`box_patterns` is not supported", self.spans[at], "", "G0011")
                    raise self.unexpected("identifier")
                ident = ast.Ident(binding.ident.span, bare(binding.ident.name))
                fields.append(ast.PatField(self.sp(at), attrs, ident, binding, True))
            if not self.eat(","):
                if not self.eat("}"):
                    one_of = (",", "}", "|") if not fields[-1].shorthand else (",", ":", "@", "}")
                    raise self.expected_one_of(one_of, True)
                break
        return ast.PatStruct(self.sp(start), path, fields, rest)
