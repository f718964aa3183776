"""Generated from src/ferrule/syntax/ast.nodes by tools/gen_nodes.py; edit the table, not this file."""

from __future__ import annotations

from typing import Any

class Node:
    __slots__ = ('span',)
    __match_args__ = ()

    def __init__(self, span: int) -> None:
        self.span = span


class Ident(Node):
    __slots__ = ('name',)
    __match_args__ = ('name',)

    def __init__(self, span: int, name: str) -> None:
        self.span = span
        self.name = name


class Lifetime(Node):
    """Without the quote: `static`, `_`, `a`."""

    __slots__ = ('name',)
    __match_args__ = ('name',)

    def __init__(self, span: int, name: str) -> None:
        self.span = span
        self.name = name


class Attr(Node):
    """`#[path tokens]` or `#[path = value]`; tokens without the outer delimiters."""

    __slots__ = ('inner', 'path', 'tokens', 'value')
    __match_args__ = ('inner', 'path', 'tokens', 'value')

    def __init__(self, span: int, inner: bool, path: str, tokens: TokenStream, value: Lit | None = None) -> None:
        self.span = span
        self.inner = inner
        self.path = path
        self.tokens = tokens
        self.value = value


class TokenStream(Node):
    """delim is one of `(`, `[`, `{` or empty; no EOF token."""

    __slots__ = ('delim', 'kinds', 'texts', 'spans')
    __match_args__ = ('delim', 'kinds', 'texts', 'spans')

    def __init__(self, span: int, delim: str, kinds: list[str], texts: list[str], spans: list[int]) -> None:
        self.span = span
        self.delim = delim
        self.kinds = kinds
        self.texts = texts
        self.spans = spans


class Visibility(Node):
    """kind: `inherited`, `pub`, `crate`, `super`, `self`, `in`."""

    __slots__ = ('kind', 'path')
    __match_args__ = ('kind', 'path')

    def __init__(self, span: int, kind: str, path: Path | None = None) -> None:
        self.span = span
        self.kind = kind
        self.path = path


class Path(Node):
    """With qself, the first qself.position segments name the trait."""

    __slots__ = ('segments', 'global_', 'qself')
    __match_args__ = ('segments', 'global_', 'qself')

    def __init__(self, span: int, segments: list[PathSegment], global_: bool = False, qself: QSelf | None = None) -> None:
        self.span = span
        self.segments = segments
        self.global_ = global_
        self.qself = qself


class PathSegment(Node):
    __slots__ = ('ident', 'args')
    __match_args__ = ('ident', 'args')

    def __init__(self, span: int, ident: Ident, args: AngleArgs | ParenArgs | None = None) -> None:
        self.span = span
        self.ident = ident
        self.args = args


class QSelf(Node):
    """`<ty as a::b>::c` has position 2; `<ty>::c` has position 0."""

    __slots__ = ('ty', 'position')
    __match_args__ = ('ty', 'position')

    def __init__(self, span: int, ty: Type, position: int) -> None:
        self.span = span
        self.ty = ty
        self.position = position


class AngleArgs(Node):
    """A const argument is an Expr; a lone path is a Type until resolved."""

    __slots__ = ('args', 'constraints')
    __match_args__ = ('args', 'constraints')

    def __init__(self, span: int, args: list[Type | Lifetime | Expr], constraints: list[AssocConstraint]) -> None:
        self.span = span
        self.args = args
        self.constraints = constraints


class ParenArgs(Node):
    """`Fn(A, B) -> C`."""

    __slots__ = ('inputs', 'output')
    __match_args__ = ('inputs', 'output')

    def __init__(self, span: int, inputs: list[Type], output: Type | None) -> None:
        self.span = span
        self.inputs = inputs
        self.output = output


class AssocConstraint(Node):
    __slots__ = ('ident', 'args', 'ty', 'bounds')
    __match_args__ = ('ident', 'args', 'ty', 'bounds')

    def __init__(self, span: int, ident: Ident, args: AngleArgs | None, ty: Type | Expr | None, bounds: list[Bound]) -> None:
        self.span = span
        self.ident = ident
        self.args = args
        self.ty = ty
        self.bounds = bounds


class Type:
    __slots__ = ('span',)
    __match_args__ = ()

    def __init__(self, span: int) -> None:
        self.span = span


class TyPath(Type):
    __slots__ = ('path',)
    __match_args__ = ('path',)

    def __init__(self, span: int, path: Path) -> None:
        self.span = span
        self.path = path


class TyRef(Type):
    __slots__ = ('lifetime', 'mut', 'ty')
    __match_args__ = ('lifetime', 'mut', 'ty')

    def __init__(self, span: int, lifetime: Lifetime | None, mut: bool, ty: Type) -> None:
        self.span = span
        self.lifetime = lifetime
        self.mut = mut
        self.ty = ty


class TyPtr(Type):
    __slots__ = ('mut', 'ty')
    __match_args__ = ('mut', 'ty')

    def __init__(self, span: int, mut: bool, ty: Type) -> None:
        self.span = span
        self.mut = mut
        self.ty = ty


class TyTuple(Type):
    __slots__ = ('elems',)
    __match_args__ = ('elems',)

    def __init__(self, span: int, elems: list[Type]) -> None:
        self.span = span
        self.elems = elems


class TyParen(Type):
    __slots__ = ('ty',)
    __match_args__ = ('ty',)

    def __init__(self, span: int, ty: Type) -> None:
        self.span = span
        self.ty = ty


class TyArray(Type):
    __slots__ = ('ty', 'len')
    __match_args__ = ('ty', 'len')

    def __init__(self, span: int, ty: Type, len: Expr) -> None:
        self.span = span
        self.ty = ty
        self.len = len


class TySlice(Type):
    __slots__ = ('ty',)
    __match_args__ = ('ty',)

    def __init__(self, span: int, ty: Type) -> None:
        self.span = span
        self.ty = ty


class TyFn(Type):
    __slots__ = ('generics', 'unsafe', 'abi', 'params', 'variadic', 'output')
    __match_args__ = ('generics', 'unsafe', 'abi', 'params', 'variadic', 'output')

    def __init__(self, span: int, generics: list[GenericParam], unsafe: bool, abi: str | None, params: list[FnPtrParam], variadic: bool, output: Type | None) -> None:
        self.span = span
        self.generics = generics
        self.unsafe = unsafe
        self.abi = abi
        self.params = params
        self.variadic = variadic
        self.output = output


class TyNever(Type):
    __slots__ = ()
    __match_args__ = ()


class TyInfer(Type):
    __slots__ = ()
    __match_args__ = ()


class TyImplTrait(Type):
    __slots__ = ('bounds',)
    __match_args__ = ('bounds',)

    def __init__(self, span: int, bounds: list[Bound]) -> None:
        self.span = span
        self.bounds = bounds


class TyDyn(Type):
    """Also the bare sum `A + B`."""

    __slots__ = ('bounds',)
    __match_args__ = ('bounds',)

    def __init__(self, span: int, bounds: list[Bound]) -> None:
        self.span = span
        self.bounds = bounds


class TyMacro(Type):
    __slots__ = ('mac',)
    __match_args__ = ('mac',)

    def __init__(self, span: int, mac: MacroCall) -> None:
        self.span = span
        self.mac = mac


class TySelfImplicit(Type):
    """The type of a `self` parameter written without one."""

    __slots__ = ()
    __match_args__ = ()


class FnPtrParam(Node):
    __slots__ = ('name', 'ty')
    __match_args__ = ('name', 'ty')

    def __init__(self, span: int, name: Ident | None, ty: Type) -> None:
        self.span = span
        self.name = name
        self.ty = ty


class Bound(Node):
    """kind: `trait`, `lifetime`, `use`; modifiers: `?`, `const`, `async`, `~const`."""

    __slots__ = ('kind', 'lifetime', 'generics', 'path', 'modifiers')
    __match_args__ = ('kind', 'lifetime', 'generics', 'path', 'modifiers')

    def __init__(self, span: int, kind: str, lifetime: Lifetime | None = None, generics: list[GenericParam] | None = None, path: Path | None = None, modifiers: str = '') -> None:
        self.span = span
        self.kind = kind
        self.lifetime = lifetime
        self.generics = [] if generics is None else generics
        self.path = path
        self.modifiers = modifiers


class Pat:
    __slots__ = ('span',)
    __match_args__ = ()

    def __init__(self, span: int) -> None:
        self.span = span


class PatWild(Pat):
    __slots__ = ()
    __match_args__ = ()


class PatRest(Pat):
    __slots__ = ()
    __match_args__ = ()


class PatIdent(Pat):
    __slots__ = ('by_ref', 'mut', 'ident', 'sub')
    __match_args__ = ('by_ref', 'mut', 'ident', 'sub')

    def __init__(self, span: int, by_ref: bool, mut: bool, ident: Ident, sub: Pat | None) -> None:
        self.span = span
        self.by_ref = by_ref
        self.mut = mut
        self.ident = ident
        self.sub = sub


class PatLit(Pat):
    """Literal, negated literal or const block."""

    __slots__ = ('expr',)
    __match_args__ = ('expr',)

    def __init__(self, span: int, expr: Expr) -> None:
        self.span = span
        self.expr = expr


class PatRange(Pat):
    __slots__ = ('lo', 'hi', 'inclusive')
    __match_args__ = ('lo', 'hi', 'inclusive')

    def __init__(self, span: int, lo: Expr | None, hi: Expr | None, inclusive: bool) -> None:
        self.span = span
        self.lo = lo
        self.hi = hi
        self.inclusive = inclusive


class PatRef(Pat):
    __slots__ = ('mut', 'pat')
    __match_args__ = ('mut', 'pat')

    def __init__(self, span: int, mut: bool, pat: Pat) -> None:
        self.span = span
        self.mut = mut
        self.pat = pat


class PatTuple(Pat):
    __slots__ = ('elems',)
    __match_args__ = ('elems',)

    def __init__(self, span: int, elems: list[Pat]) -> None:
        self.span = span
        self.elems = elems


class PatTupleStruct(Pat):
    __slots__ = ('path', 'elems')
    __match_args__ = ('path', 'elems')

    def __init__(self, span: int, path: Path, elems: list[Pat]) -> None:
        self.span = span
        self.path = path
        self.elems = elems


class PatStruct(Pat):
    __slots__ = ('path', 'fields', 'rest')
    __match_args__ = ('path', 'fields', 'rest')

    def __init__(self, span: int, path: Path, fields: list[PatField], rest: bool) -> None:
        self.span = span
        self.path = path
        self.fields = fields
        self.rest = rest


class PatPath(Pat):
    __slots__ = ('path',)
    __match_args__ = ('path',)

    def __init__(self, span: int, path: Path) -> None:
        self.span = span
        self.path = path


class PatOr(Pat):
    __slots__ = ('alts',)
    __match_args__ = ('alts',)

    def __init__(self, span: int, alts: list[Pat]) -> None:
        self.span = span
        self.alts = alts


class PatSlice(Pat):
    __slots__ = ('elems',)
    __match_args__ = ('elems',)

    def __init__(self, span: int, elems: list[Pat]) -> None:
        self.span = span
        self.elems = elems


class PatParen(Pat):
    __slots__ = ('pat',)
    __match_args__ = ('pat',)

    def __init__(self, span: int, pat: Pat) -> None:
        self.span = span
        self.pat = pat


class PatMacro(Pat):
    __slots__ = ('mac',)
    __match_args__ = ('mac',)

    def __init__(self, span: int, mac: MacroCall) -> None:
        self.span = span
        self.mac = mac


class PatField(Node):
    __slots__ = ('attrs', 'ident', 'pat', 'shorthand')
    __match_args__ = ('attrs', 'ident', 'pat', 'shorthand')

    def __init__(self, span: int, attrs: list[Attr], ident: Ident, pat: Pat, shorthand: bool) -> None:
        self.span = span
        self.attrs = attrs
        self.ident = ident
        self.pat = pat
        self.shorthand = shorthand


class Expr:
    __slots__ = ('span',)
    __match_args__ = ()

    def __init__(self, span: int) -> None:
        self.span = span


class Lit(Expr):
    """kind: int float bool char byte str bytestr cstr; value: int, float text, bool, int code point, int, str, bytes, bytes."""

    __slots__ = ('kind', 'value', 'suffix', 'text')
    __match_args__ = ('kind', 'value', 'suffix', 'text')

    def __init__(self, span: int, kind: str, value: Any, suffix: str, text: str) -> None:
        self.span = span
        self.kind = kind
        self.value = value
        self.suffix = suffix
        self.text = text


class ExprPath(Expr):
    __slots__ = ('path',)
    __match_args__ = ('path',)

    def __init__(self, span: int, path: Path) -> None:
        self.span = span
        self.path = path


class ExprUnary(Expr):
    """op: `-`, `!`, `*`."""

    __slots__ = ('op', 'expr')
    __match_args__ = ('op', 'expr')

    def __init__(self, span: int, op: str, expr: Expr) -> None:
        self.span = span
        self.op = op
        self.expr = expr


class ExprBinary(Expr):
    """Includes `&&` and `||`."""

    __slots__ = ('op', 'op_span', 'lhs', 'rhs')
    __match_args__ = ('op', 'op_span', 'lhs', 'rhs')

    def __init__(self, span: int, op: str, op_span: int, lhs: Expr, rhs: Expr) -> None:
        self.span = span
        self.op = op
        self.op_span = op_span
        self.lhs = lhs
        self.rhs = rhs


class ExprAssign(Expr):
    __slots__ = ('lhs', 'rhs', 'op_span')
    __match_args__ = ('lhs', 'rhs', 'op_span')

    def __init__(self, span: int, lhs: Expr, rhs: Expr, op_span: int) -> None:
        self.span = span
        self.lhs = lhs
        self.rhs = rhs
        self.op_span = op_span


class ExprAssignOp(Expr):
    """op without the `=`."""

    __slots__ = ('op', 'op_span', 'lhs', 'rhs')
    __match_args__ = ('op', 'op_span', 'lhs', 'rhs')

    def __init__(self, span: int, op: str, op_span: int, lhs: Expr, rhs: Expr) -> None:
        self.span = span
        self.op = op
        self.op_span = op_span
        self.lhs = lhs
        self.rhs = rhs


class ExprAddrOf(Expr):
    """`&e`, `&mut e`, `&raw const e`, `&raw mut e`."""

    __slots__ = ('raw', 'mut', 'expr')
    __match_args__ = ('raw', 'mut', 'expr')

    def __init__(self, span: int, raw: bool, mut: bool, expr: Expr) -> None:
        self.span = span
        self.raw = raw
        self.mut = mut
        self.expr = expr


class ExprCall(Expr):
    __slots__ = ('func', 'args')
    __match_args__ = ('func', 'args')

    def __init__(self, span: int, func: Expr, args: list[Expr]) -> None:
        self.span = span
        self.func = func
        self.args = args


class ExprMethodCall(Expr):
    __slots__ = ('receiver', 'segment', 'args')
    __match_args__ = ('receiver', 'segment', 'args')

    def __init__(self, span: int, receiver: Expr, segment: PathSegment, args: list[Expr]) -> None:
        self.span = span
        self.receiver = receiver
        self.segment = segment
        self.args = args


class ExprField(Expr):
    """Tuple fields have a numeric name."""

    __slots__ = ('expr', 'ident')
    __match_args__ = ('expr', 'ident')

    def __init__(self, span: int, expr: Expr, ident: Ident) -> None:
        self.span = span
        self.expr = expr
        self.ident = ident


class ExprIndex(Expr):
    __slots__ = ('expr', 'index')
    __match_args__ = ('expr', 'index')

    def __init__(self, span: int, expr: Expr, index: Expr) -> None:
        self.span = span
        self.expr = expr
        self.index = index


class ExprTry(Expr):
    __slots__ = ('expr',)
    __match_args__ = ('expr',)

    def __init__(self, span: int, expr: Expr) -> None:
        self.span = span
        self.expr = expr


class ExprAwait(Expr):
    __slots__ = ('expr',)
    __match_args__ = ('expr',)

    def __init__(self, span: int, expr: Expr) -> None:
        self.span = span
        self.expr = expr


class ExprCast(Expr):
    __slots__ = ('expr', 'ty')
    __match_args__ = ('expr', 'ty')

    def __init__(self, span: int, expr: Expr, ty: Type) -> None:
        self.span = span
        self.expr = expr
        self.ty = ty


class ExprRange(Expr):
    __slots__ = ('lo', 'hi', 'inclusive')
    __match_args__ = ('lo', 'hi', 'inclusive')

    def __init__(self, span: int, lo: Expr | None, hi: Expr | None, inclusive: bool) -> None:
        self.span = span
        self.lo = lo
        self.hi = hi
        self.inclusive = inclusive


class ExprTuple(Expr):
    __slots__ = ('elems',)
    __match_args__ = ('elems',)

    def __init__(self, span: int, elems: list[Expr]) -> None:
        self.span = span
        self.elems = elems


class ExprArray(Expr):
    __slots__ = ('elems',)
    __match_args__ = ('elems',)

    def __init__(self, span: int, elems: list[Expr]) -> None:
        self.span = span
        self.elems = elems


class ExprRepeat(Expr):
    __slots__ = ('elem', 'count')
    __match_args__ = ('elem', 'count')

    def __init__(self, span: int, elem: Expr, count: Expr) -> None:
        self.span = span
        self.elem = elem
        self.count = count


class ExprParen(Expr):
    __slots__ = ('expr',)
    __match_args__ = ('expr',)

    def __init__(self, span: int, expr: Expr) -> None:
        self.span = span
        self.expr = expr


class ExprStruct(Expr):
    __slots__ = ('path', 'fields', 'base', 'rest')
    __match_args__ = ('path', 'fields', 'base', 'rest')

    def __init__(self, span: int, path: Path, fields: list[ExprFieldInit], base: Expr | None, rest: bool = False) -> None:
        self.span = span
        self.path = path
        self.fields = fields
        self.base = base
        self.rest = rest


class ExprIf(Expr):
    __slots__ = ('cond', 'then', 'else_')
    __match_args__ = ('cond', 'then', 'else_')

    def __init__(self, span: int, cond: Expr, then: Block, else_: Expr | None) -> None:
        self.span = span
        self.cond = cond
        self.then = then
        self.else_ = else_


class ExprLet(Expr):
    """Only inside the condition of `if` and `while` and in guards."""

    __slots__ = ('pat', 'expr')
    __match_args__ = ('pat', 'expr')

    def __init__(self, span: int, pat: Pat, expr: Expr) -> None:
        self.span = span
        self.pat = pat
        self.expr = expr


class ExprMatch(Expr):
    __slots__ = ('scrutinee', 'arms')
    __match_args__ = ('scrutinee', 'arms')

    def __init__(self, span: int, scrutinee: Expr, arms: list[Arm]) -> None:
        self.span = span
        self.scrutinee = scrutinee
        self.arms = arms


class ExprWhile(Expr):
    __slots__ = ('label', 'cond', 'body')
    __match_args__ = ('label', 'cond', 'body')

    def __init__(self, span: int, label: Ident | None, cond: Expr, body: Block) -> None:
        self.span = span
        self.label = label
        self.cond = cond
        self.body = body


class ExprLoop(Expr):
    __slots__ = ('label', 'body')
    __match_args__ = ('label', 'body')

    def __init__(self, span: int, label: Ident | None, body: Block) -> None:
        self.span = span
        self.label = label
        self.body = body


class ExprFor(Expr):
    __slots__ = ('label', 'pat', 'iter', 'body', 'attrs')
    __match_args__ = ('label', 'pat', 'iter', 'body', 'attrs')

    def __init__(self, span: int, label: Ident | None, pat: Pat, iter: Expr, body: Block, attrs: list[Attr] | None = None) -> None:
        self.span = span
        self.label = label
        self.pat = pat
        self.iter = iter
        self.body = body
        self.attrs = [] if attrs is None else attrs


class ExprBlock(Expr):
    """kind: ``, `unsafe`, `const`, `async`, `async move`, `try`, `gen`."""

    __slots__ = ('kind', 'label', 'block')
    __match_args__ = ('kind', 'label', 'block')

    def __init__(self, span: int, kind: str, label: Ident | None, block: Block) -> None:
        self.span = span
        self.kind = kind
        self.label = label
        self.block = block


class ExprClosure(Expr):
    __slots__ = ('move', 'async_', 'params', 'output', 'body')
    __match_args__ = ('move', 'async_', 'params', 'output', 'body')

    def __init__(self, span: int, move: bool, async_: bool, params: list[ClosureParam], output: Type | None, body: Expr) -> None:
        self.span = span
        self.move = move
        self.async_ = async_
        self.params = params
        self.output = output
        self.body = body


class ExprBreak(Expr):
    __slots__ = ('label', 'expr')
    __match_args__ = ('label', 'expr')

    def __init__(self, span: int, label: Ident | None, expr: Expr | None) -> None:
        self.span = span
        self.label = label
        self.expr = expr


class ExprContinue(Expr):
    __slots__ = ('label',)
    __match_args__ = ('label',)

    def __init__(self, span: int, label: Ident | None) -> None:
        self.span = span
        self.label = label


class ExprReturn(Expr):
    __slots__ = ('expr',)
    __match_args__ = ('expr',)

    def __init__(self, span: int, expr: Expr | None) -> None:
        self.span = span
        self.expr = expr


class ExprYield(Expr):
    __slots__ = ('expr',)
    __match_args__ = ('expr',)

    def __init__(self, span: int, expr: Expr | None) -> None:
        self.span = span
        self.expr = expr


class ExprUnderscore(Expr):
    __slots__ = ()
    __match_args__ = ()


class ExprMacro(Expr):
    __slots__ = ('mac',)
    __match_args__ = ('mac',)

    def __init__(self, span: int, mac: MacroCall) -> None:
        self.span = span
        self.mac = mac


class ExprBuiltinMacro(Expr):
    """A built-in macro after expansion: panic, assert, assert_eq, gpu_printf, ptx_asm, addr_of ..."""

    __slots__ = ('name', 'args', 'fmt')
    __match_args__ = ('name', 'args', 'fmt')

    def __init__(self, span: int, name: str, args: list[Expr], fmt: FormatString | None) -> None:
        self.span = span
        self.name = name
        self.args = args
        self.fmt = fmt


class ExprErr(Expr):
    __slots__ = ()
    __match_args__ = ()


class FormatString(Node):
    """The literal as written; named[i] is the name of args[i] or empty."""

    __slots__ = ('text', 'lit_span', 'named')
    __match_args__ = ('text', 'lit_span', 'named')

    def __init__(self, span: int, text: str, lit_span: int, named: list[str]) -> None:
        self.span = span
        self.text = text
        self.lit_span = lit_span
        self.named = named


class ExprFieldInit(Node):
    __slots__ = ('attrs', 'ident', 'expr', 'shorthand')
    __match_args__ = ('attrs', 'ident', 'expr', 'shorthand')

    def __init__(self, span: int, attrs: list[Attr], ident: Ident, expr: Expr, shorthand: bool) -> None:
        self.span = span
        self.attrs = attrs
        self.ident = ident
        self.expr = expr
        self.shorthand = shorthand


class Arm(Node):
    __slots__ = ('attrs', 'pat', 'guard', 'body')
    __match_args__ = ('attrs', 'pat', 'guard', 'body')

    def __init__(self, span: int, attrs: list[Attr], pat: Pat, guard: Expr | None, body: Expr) -> None:
        self.span = span
        self.attrs = attrs
        self.pat = pat
        self.guard = guard
        self.body = body


class ClosureParam(Node):
    __slots__ = ('pat', 'ty')
    __match_args__ = ('pat', 'ty')

    def __init__(self, span: int, pat: Pat, ty: Type | None) -> None:
        self.span = span
        self.pat = pat
        self.ty = ty


class MacroCall(Node):
    __slots__ = ('path', 'tokens')
    __match_args__ = ('path', 'tokens')

    def __init__(self, span: int, path: Path, tokens: TokenStream) -> None:
        self.span = span
        self.path = path
        self.tokens = tokens


class Block(Node):
    __slots__ = ('stmts', 'tail')
    __match_args__ = ('stmts', 'tail')

    def __init__(self, span: int, stmts: list[Stmt], tail: Expr | None) -> None:
        self.span = span
        self.stmts = stmts
        self.tail = tail


class Stmt:
    __slots__ = ('span',)
    __match_args__ = ()

    def __init__(self, span: int) -> None:
        self.span = span


class StmtLet(Stmt):
    __slots__ = ('attrs', 'pat', 'ty', 'init', 'els')
    __match_args__ = ('attrs', 'pat', 'ty', 'init', 'els')

    def __init__(self, span: int, attrs: list[Attr], pat: Pat, ty: Type | None, init: Expr | None, els: Block | None) -> None:
        self.span = span
        self.attrs = attrs
        self.pat = pat
        self.ty = ty
        self.init = init
        self.els = els


class StmtItem(Stmt):
    __slots__ = ('item',)
    __match_args__ = ('item',)

    def __init__(self, span: int, item: Item) -> None:
        self.span = span
        self.item = item


class StmtExpr(Stmt):
    __slots__ = ('expr', 'semi', 'attrs')
    __match_args__ = ('expr', 'semi', 'attrs')

    def __init__(self, span: int, expr: Expr, semi: bool, attrs: list[Attr] | None = None) -> None:
        self.span = span
        self.expr = expr
        self.semi = semi
        self.attrs = [] if attrs is None else attrs


class StmtMacro(Stmt):
    """Expands to statements; gone after expansion."""

    __slots__ = ('mac', 'semi', 'attrs')
    __match_args__ = ('mac', 'semi', 'attrs')

    def __init__(self, span: int, mac: MacroCall, semi: bool, attrs: list[Attr] | None = None) -> None:
        self.span = span
        self.mac = mac
        self.semi = semi
        self.attrs = [] if attrs is None else attrs


class Item:
    __slots__ = ('span', 'attrs', 'vis', 'ident')
    __match_args__ = ('attrs', 'vis', 'ident')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident


class Generics(Node):
    __slots__ = ('params', 'where')
    __match_args__ = ('params', 'where')

    def __init__(self, span: int, params: list[GenericParam], where: list[WherePredicate]) -> None:
        self.span = span
        self.params = params
        self.where = where


class GenericParam(Node):
    """kind: `lifetime`, `type`, `const`; ty is the type of a const parameter."""

    __slots__ = ('attrs', 'kind', 'ident', 'bounds', 'ty', 'default')
    __match_args__ = ('attrs', 'kind', 'ident', 'bounds', 'ty', 'default')

    def __init__(self, span: int, attrs: list[Attr], kind: str, ident: Ident, bounds: list[Bound], ty: Type | None, default: Type | Expr | None) -> None:
        self.span = span
        self.attrs = attrs
        self.kind = kind
        self.ident = ident
        self.bounds = bounds
        self.ty = ty
        self.default = default


class WherePredicate(Node):
    __slots__ = ('generics', 'lifetime', 'ty', 'bounds')
    __match_args__ = ('generics', 'lifetime', 'ty', 'bounds')

    def __init__(self, span: int, generics: list[GenericParam], lifetime: Lifetime | None, ty: Type | None, bounds: list[Bound]) -> None:
        self.span = span
        self.generics = generics
        self.lifetime = lifetime
        self.ty = ty
        self.bounds = bounds


class FnHeader(Node):
    __slots__ = ('const', 'async_', 'unsafe', 'safe', 'abi')
    __match_args__ = ('const', 'async_', 'unsafe', 'safe', 'abi')

    def __init__(self, span: int, const: bool, async_: bool, unsafe: bool, safe: bool, abi: str | None) -> None:
        self.span = span
        self.const = const
        self.async_ = async_
        self.unsafe = unsafe
        self.safe = safe
        self.abi = abi


class Fn(Item):
    __slots__ = ('header', 'generics', 'params', 'variadic', 'output', 'body')
    __match_args__ = ('attrs', 'vis', 'ident', 'header', 'generics', 'params', 'variadic', 'output', 'body')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, header: FnHeader, generics: Generics, params: list[FnParam], variadic: bool, output: Type | None, body: Block | None) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.header = header
        self.generics = generics
        self.params = params
        self.variadic = variadic
        self.output = output
        self.body = body


class FnParam(Node):
    """`&self` arrives as pattern `self` with type `&Self` built from TySelfImplicit."""

    __slots__ = ('attrs', 'pat', 'ty', 'is_self')
    __match_args__ = ('attrs', 'pat', 'ty', 'is_self')

    def __init__(self, span: int, attrs: list[Attr], pat: Pat, ty: Type, is_self: bool = False) -> None:
        self.span = span
        self.attrs = attrs
        self.pat = pat
        self.ty = ty
        self.is_self = is_self


class Struct(Item):
    """kind: `named`, `tuple`, `unit`."""

    __slots__ = ('generics', 'kind', 'fields')
    __match_args__ = ('attrs', 'vis', 'ident', 'generics', 'kind', 'fields')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, generics: Generics, kind: str, fields: list[FieldDef]) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.generics = generics
        self.kind = kind
        self.fields = fields


class Union(Item):
    __slots__ = ('generics', 'fields')
    __match_args__ = ('attrs', 'vis', 'ident', 'generics', 'fields')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, generics: Generics, fields: list[FieldDef]) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.generics = generics
        self.fields = fields


class FieldDef(Node):
    __slots__ = ('attrs', 'vis', 'ident', 'ty')
    __match_args__ = ('attrs', 'vis', 'ident', 'ty')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, ty: Type) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.ty = ty


class Enum(Item):
    __slots__ = ('generics', 'variants')
    __match_args__ = ('attrs', 'vis', 'ident', 'generics', 'variants')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, generics: Generics, variants: list[Variant]) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.generics = generics
        self.variants = variants


class Variant(Node):
    __slots__ = ('attrs', 'ident', 'kind', 'fields', 'disc')
    __match_args__ = ('attrs', 'ident', 'kind', 'fields', 'disc')

    def __init__(self, span: int, attrs: list[Attr], ident: Ident, kind: str, fields: list[FieldDef], disc: Expr | None) -> None:
        self.span = span
        self.attrs = attrs
        self.ident = ident
        self.kind = kind
        self.fields = fields
        self.disc = disc


class Impl(Item):
    """ident is empty."""

    __slots__ = ('unsafe', 'negative', 'generics', 'trait_', 'self_ty', 'items')
    __match_args__ = ('attrs', 'vis', 'ident', 'unsafe', 'negative', 'generics', 'trait_', 'self_ty', 'items')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, unsafe: bool, negative: bool, generics: Generics, trait_: Path | None, self_ty: Type, items: list[Item]) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.unsafe = unsafe
        self.negative = negative
        self.generics = generics
        self.trait_ = trait_
        self.self_ty = self_ty
        self.items = items


class Trait(Item):
    __slots__ = ('unsafe', 'auto', 'generics', 'bounds', 'items')
    __match_args__ = ('attrs', 'vis', 'ident', 'unsafe', 'auto', 'generics', 'bounds', 'items')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, unsafe: bool, auto: bool, generics: Generics, bounds: list[Bound], items: list[Item]) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.unsafe = unsafe
        self.auto = auto
        self.generics = generics
        self.bounds = bounds
        self.items = items


class TraitAlias(Item):
    __slots__ = ('generics', 'bounds')
    __match_args__ = ('attrs', 'vis', 'ident', 'generics', 'bounds')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, generics: Generics, bounds: list[Bound]) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.generics = generics
        self.bounds = bounds


class TyAlias(Item):
    __slots__ = ('generics', 'bounds', 'ty')
    __match_args__ = ('attrs', 'vis', 'ident', 'generics', 'bounds', 'ty')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, generics: Generics, bounds: list[Bound], ty: Type | None) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.generics = generics
        self.bounds = bounds
        self.ty = ty


class Const(Item):
    """ident is `_` for an anonymous constant."""

    __slots__ = ('generics', 'ty', 'expr')
    __match_args__ = ('attrs', 'vis', 'ident', 'generics', 'ty', 'expr')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, generics: Generics, ty: Type | None, expr: Expr | None) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.generics = generics
        self.ty = ty
        self.expr = expr


class Static(Item):
    __slots__ = ('mut', 'unsafe', 'safe', 'ty', 'expr')
    __match_args__ = ('attrs', 'vis', 'ident', 'mut', 'unsafe', 'safe', 'ty', 'expr')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, mut: bool, unsafe: bool, safe: bool, ty: Type | None, expr: Expr | None) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.mut = mut
        self.unsafe = unsafe
        self.safe = safe
        self.ty = ty
        self.expr = expr


class Use(Item):
    __slots__ = ('tree',)
    __match_args__ = ('attrs', 'vis', 'ident', 'tree')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, tree: UseTree) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.tree = tree


class UseTree(Node):
    """kind: `simple`, `glob`, `nested`."""

    __slots__ = ('prefix', 'kind', 'rename', 'children')
    __match_args__ = ('prefix', 'kind', 'rename', 'children')

    def __init__(self, span: int, prefix: Path, kind: str, rename: Ident | None, children: list[UseTree]) -> None:
        self.span = span
        self.prefix = prefix
        self.kind = kind
        self.rename = rename
        self.children = children


class Mod(Item):
    """items is None for `mod x;` until the loader fills it."""

    __slots__ = ('unsafe', 'items', 'inner_attrs')
    __match_args__ = ('attrs', 'vis', 'ident', 'unsafe', 'items', 'inner_attrs')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, unsafe: bool, items: list[Item] | None, inner_attrs: list[Attr]) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.unsafe = unsafe
        self.items = items
        self.inner_attrs = inner_attrs


class ForeignMod(Item):
    __slots__ = ('unsafe', 'abi', 'items')
    __match_args__ = ('attrs', 'vis', 'ident', 'unsafe', 'abi', 'items')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, unsafe: bool, abi: str | None, items: list[Item]) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.unsafe = unsafe
        self.abi = abi
        self.items = items


class ExternCrate(Item):
    """ident is the name it is bound to."""

    __slots__ = ('name',)
    __match_args__ = ('attrs', 'vis', 'ident', 'name')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, name: str) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.name = name


class MacroRules(Item):
    __slots__ = ('tokens',)
    __match_args__ = ('attrs', 'vis', 'ident', 'tokens')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, tokens: TokenStream) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.tokens = tokens


class ItemMacro(Item):
    """Expands to items; gone after expansion."""

    __slots__ = ('mac',)
    __match_args__ = ('attrs', 'vis', 'ident', 'mac')

    def __init__(self, span: int, attrs: list[Attr], vis: Visibility, ident: Ident, mac: MacroCall) -> None:
        self.span = span
        self.attrs = attrs
        self.vis = vis
        self.ident = ident
        self.mac = mac


class Crate(Node):
    __slots__ = ('attrs', 'items')
    __match_args__ = ('attrs', 'items')

    def __init__(self, span: int, attrs: list[Attr], items: list[Item]) -> None:
        self.span = span
        self.attrs = attrs
        self.items = items
