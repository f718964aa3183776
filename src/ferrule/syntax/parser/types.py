"""Paths, types, bounds, generics."""

from __future__ import annotations

from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare
from ferrule.syntax.lexer import OPENERS
from ferrule.syntax.parser.tokens import HI, LITERALS, PATH_WORDS, Cursor, ParseFailure

_BOUND_START = frozenset(
    (
        "ident",
        "?",
        "::",
        "for",
        "(",
        "Self",
        "crate",
        "super",
        "self",
        "~",
        "<",
        "<<",
        "const",
        "async",
        "[",
        "«path",
        "«ty",
    )
)
_AFTER_TYPE = ("!", "(", "+", "::", "<")


class TypeParser(Cursor):
    # ---- paths
    def path(self, types: bool) -> ast.Path:
        """A path in a type (`a::B<T>`) or, with turbofish only, in an expression or pattern."""
        start = self.p
        kinds = self.kinds
        k = kinds[start]
        segments: list[ast.PathSegment] = []
        if k == "ident" and kinds[start + 1] != "::":  # the common case first
            if types:
                after = kinds[start + 1]
                if after == "<" or after == "(" or after == "<<":
                    segments.append(self.segment(True))
                    self.rest_of_path(segments, True)
                    return ast.Path(self.sp(start), segments)
                self.p = self.type_end = start + 1
                t = self.texts[start]
                if "#" in t:
                    t = bare(t)
            else:
                self.p = self.path_end = start + 1
                t = self.texts[start]
            span = self.spans[start]
            return ast.Path(span, [ast.PathSegment(span, ast.Ident(span, t))])
        if k[0] == "«":
            return self.path_group(start, types)
        qself: ast.QSelf | None = None
        global_ = False
        if k == "<" or k == "<<":
            self.eat_split("<")
            qself, segments = self.qself()
        elif self.eat("::"):
            global_ = True
        segments.append(self.segment(types))
        self.rest_of_path(segments, types)
        if (
            len(segments) == 1
            and not types
            and not global_
            and qself is None
            and segments[0].args is None
            and k == "ident"
        ):
            segments[0].ident.name = self.texts[start]
        return ast.Path(self.sp(start), segments, global_, qself)

    def rest_of_path(self, segments: list[ast.PathSegment], types: bool) -> list[ast.PathSegment]:
        kinds = self.kinds
        while kinds[self.p] == "::" and kinds[self.p + 1] in PATH_WORDS:
            self.p += 1
            segments.append(self.segment(types))
        if types:
            self.type_end = self.p
        else:
            self.path_end = self.p
        return segments

    def path_group(self, start: int, types: bool) -> ast.Path:
        """A path that came in as a macro fragment: `$p:path`, or `$t:ty` in front of `::`."""
        kind = self.kinds[start]
        self.p += 1
        if kind == "«path":
            path = self.path(True)
            self.expect("»")
            self.rest_of_path(path.segments, types)
            return path
        ty = self.ty()
        self.expect("»")
        if self.kinds[self.p] != "::":
            if isinstance(ty, ast.TyPath):
                return ty.path
            raise self.unexpected("path")
        self.p += 1
        self.report("missing angle brackets in associated item path", ty.span).help(
            "types that don't start with an identifier need to be surrounded with angle brackets in qualified paths"
        )
        tail = [self.segment(types)]
        self.rest_of_path(tail, types)
        return ast.Path(self.sp(start), tail, False, ast.QSelf(ty.span, ty, 0))

    def qself(self) -> tuple[ast.QSelf, list[ast.PathSegment]]:
        """Behind the `<` of `<T as Trait>::x`; leaves the cursor on the segment behind `>::`."""
        start = self.p
        self.deeper()
        ty = self.ty()
        self.depth -= 1
        segments: list[ast.PathSegment] = []
        if self.eat("as"):
            trait = self.path(True)
            segments = trait.segments
        if not self.eat_split(">"):
            raise self.expected_one_of((">", *_AFTER_TYPE) if segments else (">", "as", *_AFTER_TYPE))
        span = self.sp(start)
        self.expect("::")
        return ast.QSelf(span, ty, len(segments)), segments

    def segment(self, types: bool) -> ast.PathSegment:
        p = self.p
        kinds = self.kinds
        if kinds[p] not in PATH_WORDS:
            raise self.unexpected("identifier")
        span = self.spans[p]
        ident = ast.Ident(span, bare(self.texts[p]))
        self.p = p + 1
        k = kinds[p + 1]
        args: ast.AngleArgs | ast.ParenArgs | None = None
        if k == "::" and kinds[p + 2] in ("<", "<<", "("):
            if kinds[p + 2] != "(" or types:
                self.p += 1
                k = kinds[p + 2]
                args = self.paren_args() if k == "(" else self.angle_args()
        elif types and (k == "<" or k == "<<"):
            args = self.angle_args()
        elif types and k == "(":
            args = self.paren_args()
        if args is None:
            return ast.PathSegment(span, ident)
        return ast.PathSegment(self.sp(p), ident, args)

    def paren_args(self) -> ast.ParenArgs:
        start = self.p
        self.p += 1
        self.deeper()
        inputs = []
        while not self.eat(")"):
            inputs.append(self.ty())
            if not self.eat(","):
                if not self.eat(")"):
                    raise self.expected_one_of((")", ",", *_AFTER_TYPE), True)
                break
        output = self.ty_no_plus() if self.eat("->") else None
        self.depth -= 1
        return ast.ParenArgs(self.sp(start), inputs, output)

    def angle_args(self) -> ast.AngleArgs:
        start = self.p
        self.eat_split("<")
        self.deeper()
        args: list[ast.Type | ast.Lifetime | ast.Expr] = []
        constraints: list[ast.AssocConstraint] = []
        kinds = self.kinds
        while not self.eat_split(">"):
            k = kinds[self.p]
            if k == "ident" and kinds[self.p + 1] in ("=", ":", "==", "<", "("):
                c = self.constraint_or_type()
                if isinstance(c, ast.AssocConstraint):
                    constraints.append(c)
                else:
                    args.append(c)
            else:
                args.append(self.generic_arg())
            if not self.eat(","):
                if not self.eat_split(">"):
                    raise self.expected_one_of((",", ">", *(_AFTER_TYPE if self.type_end == self.p else ())))
                break
        self.depth -= 1
        return ast.AngleArgs(self.sp(start), args, constraints)

    def generic_arg(self) -> ast.Type | ast.Lifetime | ast.Expr:
        k = self.kinds[self.p]
        if k == "lifetime":
            return self.lifetime()
        if k in LITERALS or k == "-" or k == "«expr" or k == "«literal":
            return self.unary()
        if k == "{":
            return self.const_block()
        if k == "«block":
            return self.unary()
        return self.ty()

    def const_block(self) -> ast.Expr:
        """`{ N + 1 }` as a const argument."""
        block = self.block()
        return ast.ExprBlock(block.span, "", None, block)

    def constraint_or_type(self) -> ast.AssocConstraint | ast.Type:
        """`Item = T`, `Item: Bound`, `Item<'a> = T`, or a type that starts like one."""
        start = self.p
        if self.kinds[start + 1] in ("<", "("):
            ty = self.ty()
            if not (isinstance(ty, ast.TyPath) and len(ty.path.segments) == 1 and self.kinds[self.p] in ("=", ":")):
                return ty
            seg = ty.path.segments[0]
            ident, args = seg.ident, seg.args
            if not isinstance(args, ast.AngleArgs):
                return ty
        else:
            ident, args = self.ident(), None
        if self.eat(":"):
            return ast.AssocConstraint(self.sp(start), ident, args, None, self.bounds())
        if not self.eat_split("="):
            raise self.expected_one_of((",", ">", "=", *_AFTER_TYPE))
        value = self.generic_arg()
        if isinstance(value, ast.Lifetime):
            raise self.fail("lifetimes are not permitted in this context", value.span, "lifetime is not allowed here")
        return ast.AssocConstraint(self.sp(start), ident, args, value, [])

    # ---- types
    def ty(self) -> ast.Type:
        """A type; `A + B` is a bare sum of bounds."""
        start = self.p
        t = self.ty_no_plus()
        if self.kinds[self.p] == "+" and type(t) is ast.TyPath:
            self.p += 1
            first = ast.Bound(t.span, "trait", path=t.path, generics=[])
            return ast.TyDyn(self.sp(start), [first, *self.bounds()])
        return t

    def return_ty(self) -> ast.Type | None:
        return self.ty() if self.eat("->") else None

    def ty_no_plus(self, one_bound: bool = False) -> ast.Type:
        """A type; behind `&` (``one_bound``) `dyn` and `impl` take one bound only."""
        start = self.p
        k = self.kinds[start]
        if (
            k == "ident"
            or k == "Self"
            or k == "::"
            or k == "crate"
            or k == "super"
            or k == "self"
            or k == "<"
            or k == "<<"
        ):
            path = self.path(True)
            if self.kinds[self.p] == "!" and self.kinds[self.p + 1] in OPENERS:
                self.p += 1
                tokens = self.token_tree()
                return ast.TyMacro(self.sp(start), ast.MacroCall(self.sp(start), path, tokens))
            return ast.TyPath(path.span, path)
        self.deeper()
        t = self.other_ty(start, k, one_bound)
        self.depth -= 1
        return t

    def other_ty(self, start: int, k: str, one_bound: bool) -> ast.Type:
        if k == "&" or k == "&&":
            self.p += 1
            lifetime = self.lifetime() if self.kinds[self.p] == "lifetime" else None
            mut = self.eat("mut")
            inner = self.ty_no_plus(True)
            if self.kinds[self.p] == "+" and isinstance(inner, (ast.TyDyn, ast.TyImplTrait, ast.TyPath)):
                raise self.ambiguous_plus(start)
            ref = ast.TyRef(self.sp(start), lifetime, mut, inner)
            if k == "&&":
                return ast.TyRef(ref.span, None, False, ref)
            return ref
        if k == "*":
            self.p += 1
            mut = self.eat("mut")
            if not mut and not self.eat("const"):
                star = self.spans[start]
                self.report("expected `mut` or `const` keyword in raw pointer type", star).suggest(
                    "add `mut` or `const` here", (star & HI) << 32 | star & HI, "const "
                )
                raise ParseFailure
            return ast.TyPtr(self.sp(start), mut, self.ty_no_plus(True))
        if k == "(":
            return self.paren_ty(start)
        if k == "[":
            self.p += 1
            elem = self.ty()
            if self.eat(";"):
                length = self.expr()
                self.expect("]")
                return ast.TyArray(self.sp(start), elem, length)
            if not self.eat("]"):
                raise self.expected_one_of((";", "]", *(_AFTER_TYPE if self.type_end == self.p else ())))
            return ast.TySlice(self.sp(start), elem)
        if k == "!":
            self.p += 1
            return ast.TyNever(self.sp(start))
        if k == "_":
            self.p += 1
            return ast.TyInfer(self.sp(start))
        if k == "impl" or k == "dyn":
            self.p += 1
            bounds = [self.bound()] if one_bound else self.bounds()
            if not bounds:
                raise self.fail("at least one trait must be specified", self.sp(start))
            return ast.TyImplTrait(self.sp(start), bounds) if k == "impl" else ast.TyDyn(self.sp(start), bounds)
        if k == "for":
            self.p += 1
            generics = self.generic_params()
            if self.kinds[self.p] in ("fn", "unsafe", "extern"):
                return self.fn_ptr(start, generics)
            bound = ast.Bound(self.spans[start], "trait", generics=generics, path=self.path(True))
            rest = self.bounds() if not one_bound and self.eat("+") else []
            return ast.TyDyn(self.sp(start), [bound, *rest])
        if k == "fn" or k == "unsafe" or k == "extern":
            return self.fn_ptr(start, [])
        if k == "«ty":
            return self.ty_group(start)
        if k == "«path":
            path = self.path(True)
            return ast.TyPath(path.span, path)
        if k == "?" or k == "lifetime" and self.kinds[start + 1] == "+":
            return ast.TyDyn(self.sp(start), self.bounds())
        raise self.unexpected("type")

    def ambiguous_plus(self, start: int) -> Exception:
        self.p += 1
        self.bounds()
        return self.fail("ambiguous `+` in a type", self.sp(start + 1))

    def ty_group(self, start: int) -> ast.Type:
        end = self.p + 1
        level = 1
        while level:
            k = self.kinds[end]
            level += 1 if k[0] == "«" else -1 if k == "»" else 0
            end += 1
        if self.kinds[end] == "::" and self.kinds[end + 1] in PATH_WORDS:
            path = self.path(True)
            return ast.TyPath(path.span, path)
        self.p += 1
        t = self.ty()
        self.expect("»")
        return t

    def paren_ty(self, start: int) -> ast.Type:
        self.p += 1
        elems = []
        comma = False
        while not self.eat(")"):
            elems.append(self.ty())
            comma = self.eat(",")
            if not comma:
                if not self.eat(")"):
                    raise self.expected_one_of((")", ",", *(_AFTER_TYPE if self.type_end == self.p else ())), True)
                break
        span = self.sp(start)
        if len(elems) == 1 and not comma:
            return ast.TyParen(span, elems[0])
        return ast.TyTuple(span, elems)

    def fn_ptr(self, start: int, generics: list[ast.GenericParam]) -> ast.TyFn:
        unsafe = self.eat("unsafe")
        abi = self.abi() if self.eat("extern") else None
        if not self.eat("fn"):
            raise self.expected_one_of(("fn",) if abi is not None else ("extern", "fn"))
        self.expect("(")
        params: list[ast.FnPtrParam] = []
        variadic = False
        while not self.eat(")"):
            self.outer_attrs()
            p = self.p
            name: ast.Ident | None = None
            if self.kinds[p] in ("ident", "_") and self.kinds[p + 1] == ":":
                name = ast.Ident(self.spans[p], bare(self.texts[p]))
                self.p += 2
            elif self.kinds[p] == "mut" and self.kinds[p + 2] == ":":
                self.report("patterns aren't allowed in function pointer types", self.spans[p], "", "E0561")
                self.p += 3
            if self.eat("..."):
                variadic = True
            else:
                params.append(ast.FnPtrParam(self.spans[p], name, self.ty()))
                params[-1].span = self.sp(p)
            if not self.eat(","):
                if not self.eat(")"):
                    raise self.expected_one_of((")", ",", *(_AFTER_TYPE if self.type_end == self.p else ())), True)
                break
        output = self.ty_no_plus() if self.eat("->") else None
        return ast.TyFn(self.sp(start), generics, unsafe, abi, params, variadic, output)

    def abi(self) -> str:
        """The string behind `extern`; `C` where there is none."""
        if self.kinds[self.p] != "str":
            return "C"
        return str(self.lit().value)

    # ---- bounds
    def bounds(self) -> list[ast.Bound]:
        """`A + 'a + ?Sized`; may be empty."""
        out = []
        while True:
            k = self.kinds[self.p]
            if k == "lifetime":
                life = self.lifetime()
                out.append(ast.Bound(life.span, "lifetime", life, []))
            elif k in _BOUND_START:
                out.append(self.bound())
            elif k == "use":
                start = self.p
                self.p += 1
                self.angle_args()
                out.append(ast.Bound(self.sp(start), "use", None, []))
            else:
                return out
            if not self.eat("+"):
                return out

    def bound(self) -> ast.Bound:
        start = self.p
        if self.kinds[start] == "lifetime":
            life = self.lifetime()
            return ast.Bound(life.span, "lifetime", life, [])
        paren = self.eat("(")
        modifiers = ""
        generics: list[ast.GenericParam] = []
        if self.eat("for"):
            generics = self.generic_params()
        if self.kinds[self.p] == "~" and self.kinds[self.p + 1] == "const":
            self.p += 2
            modifiers = "~const"
        elif self.kinds[self.p] == "[" and self.kinds[self.p + 1] == "const" and self.kinds[self.p + 2] == "]":
            self.p += 3
            modifiers = "~const"
        elif self.eat("const"):
            modifiers = "const"
        elif self.eat("async"):
            modifiers = "async"
        elif self.eat("?"):
            modifiers = "?"
        if not generics and self.eat("for"):
            generics = self.generic_params()
        path = self.path(True)
        if paren:
            self.expect(")")
        return ast.Bound(self.sp(start), "trait", None, generics, path, modifiers)

    # ---- generics
    def generic_params(self) -> list[ast.GenericParam]:
        """`<'a, T: B = D, const N: usize = 0>`, or nothing."""
        out: list[ast.GenericParam] = []
        if self.kinds[self.p] != "<":
            return out
        self.p += 1
        while not self.eat_split(">"):
            attrs = self.outer_attrs()
            start = self.p
            bounds: list[ast.Bound] = []
            ty: ast.Type | None = None
            default: ast.Type | ast.Expr | None = None
            k = self.kinds[start]
            after: tuple[str, ...] = (",", ":", "=", ">")
            if k == "lifetime":
                life = self.lifetime()
                ident, kind = ast.Ident(life.span, life.name), "lifetime"
                after = (",", ":", ">")
                if self.eat(":"):
                    bounds = self.bounds()
                    after = ("+", ",", ">")
            elif k == "const":
                self.p += 1
                ident, kind = self.ident(), "const"
                if not self.eat(":"):
                    raise self.expected_one_of((":",))
                ty = self.ty()
                after = (",", "=", ">", *_AFTER_TYPE)
                if self.eat_split("="):
                    arg = self.generic_arg()
                    default = None if isinstance(arg, ast.Lifetime) else arg
                    after = (",", ">")
            elif k == "ident":
                ident, kind = self.ident(), "type"
                if self.eat(":"):
                    bounds = self.bounds()
                    after = ("+", ",", "=", ">", "::", "<", "(")
                if self.eat_split("="):
                    default = self.ty()
                    after = (",", ">", *_AFTER_TYPE)
            else:
                raise self.expected_one_of((">", "const", "identifier", "lifetime", "#"))
            out.append(ast.GenericParam(self.sp(start), attrs, kind, ident, bounds, ty, default))
            if not self.eat(","):
                if not self.eat_split(">"):
                    raise self.expected_one_of(after)
                break
        return out

    def where_clause(self) -> list[ast.WherePredicate]:
        out: list[ast.WherePredicate] = []
        if not self.eat("where"):
            return out
        kinds = self.kinds
        while kinds[self.p] not in ("{", ";", "=", "eof"):
            self.outer_attrs()
            start = self.p
            if kinds[start] == "lifetime":
                life = self.lifetime()
                self.expect(":")
                out.append(ast.WherePredicate(self.spans[start], [], life, None, self.bounds()))
            else:
                generics: list[ast.GenericParam] = []
                if kinds[start] == "for" and kinds[start + 1] == "<":
                    self.p += 1
                    generics = self.generic_params()
                ty = self.ty_no_plus()
                if not self.eat(":"):
                    raise self.expected_one_of((":", *(_AFTER_TYPE if self.type_end == self.p else ())))
                out.append(ast.WherePredicate(self.spans[start], generics, None, ty, self.bounds()))
            out[-1].span = self.sp(start)
            if not self.eat(","):
                break
        return out
