"""Generated from src/ferrule/thir/thir.nodes by tools/gen_nodes.py; edit the table, not this file."""

from __future__ import annotations

from typing import Any, TYPE_CHECKING
if TYPE_CHECKING:
    from ferrule.hir import nodes as hir
    from ferrule.infer.results import ClosureInfo
    from ferrule.resolve.defs import Def
    from ferrule.ty.ty import Args, Const, Ty

class Node:
    __slots__ = ('span',)
    __match_args__ = ()

    def __init__(self, span: int) -> None:
        self.span = span


class Body(Node):
    """closure is set for the body of a closure; params do not count its environment."""

    __slots__ = ('owner', 'params', 'value', 'output', 'closure', 'closure_ty')
    __match_args__ = ('owner', 'params', 'value', 'output', 'closure', 'closure_ty')

    def __init__(self, span: int, owner: Def, params: list[Param], value: Expr, output: Ty, closure: ClosureInfo | None, closure_ty: Ty | None) -> None:
        self.span = span
        self.owner = owner
        self.params = params
        self.value = value
        self.output = output
        self.closure = closure
        self.closure_ty = closure_ty


class Param:
    __slots__ = ('span', 'pat', 'ty')
    __match_args__ = ('pat', 'ty')

    def __init__(self, span: int, pat: Pat, ty: Ty) -> None:
        self.span = span
        self.pat = pat
        self.ty = ty


class Expr:
    __slots__ = ('span', 'ty')
    __match_args__ = ('ty',)

    def __init__(self, span: int, ty: Ty) -> None:
        self.span = span
        self.ty = ty


class VarRef(Expr):
    __slots__ = ('local',)
    __match_args__ = ('ty', 'local')

    def __init__(self, span: int, ty: Ty, local: hir.Local) -> None:
        self.span = span
        self.ty = ty
        self.local = local


class UpvarRef(Expr):
    """The variable behind capture `index` of the closure being built."""

    __slots__ = ('index', 'local')
    __match_args__ = ('ty', 'index', 'local')

    def __init__(self, span: int, ty: Ty, index: int, local: hir.Local) -> None:
        self.span = span
        self.ty = ty
        self.index = index
        self.local = local


class Deref(Expr):
    """Built-in, of a reference or raw pointer."""

    __slots__ = ('arg',)
    __match_args__ = ('ty', 'arg')

    def __init__(self, span: int, ty: Ty, arg: Expr) -> None:
        self.span = span
        self.ty = ty
        self.arg = arg


class Field(Expr):
    __slots__ = ('lhs', 'index')
    __match_args__ = ('ty', 'lhs', 'index')

    def __init__(self, span: int, ty: Ty, lhs: Expr, index: int) -> None:
        self.span = span
        self.ty = ty
        self.lhs = lhs
        self.index = index


class Index(Expr):
    """Built-in: array or slice by usize."""

    __slots__ = ('lhs', 'index')
    __match_args__ = ('ty', 'lhs', 'index')

    def __init__(self, span: int, ty: Ty, lhs: Expr, index: Expr) -> None:
        self.span = span
        self.ty = ty
        self.lhs = lhs
        self.index = index


class Literal(Expr):
    """bool, char, integers (two's complement), floats (IEEE bits)."""

    __slots__ = ('bits',)
    __match_args__ = ('ty', 'bits')

    def __init__(self, span: int, ty: Ty, bits: int) -> None:
        self.span = span
        self.ty = ty
        self.bits = bits


class StrLit(Expr):
    __slots__ = ('data',)
    __match_args__ = ('ty', 'data')

    def __init__(self, span: int, ty: Ty, data: bytes) -> None:
        self.span = span
        self.ty = ty
        self.data = data


class BytesLit(Expr):
    """&'static [u8; N]"""

    __slots__ = ('data',)
    __match_args__ = ('ty', 'data')

    def __init__(self, span: int, ty: Ty, data: bytes) -> None:
        self.span = span
        self.ty = ty
        self.data = data


class Zst(Expr):
    """A fn item; the type says which."""

    __slots__ = ()
    __match_args__ = ('ty',)


class NamedConst(Expr):
    __slots__ = ('def_', 'args')
    __match_args__ = ('ty', 'def_', 'args')

    def __init__(self, span: int, ty: Ty, def_: Def, args: Args) -> None:
        self.span = span
        self.ty = ty
        self.def_ = def_
        self.args = args


class ConstParam(Expr):
    __slots__ = ('const',)
    __match_args__ = ('ty', 'const')

    def __init__(self, span: int, ty: Ty, const: Const) -> None:
        self.span = span
        self.ty = ty
        self.const = const


class StaticAddr(Expr):
    """`&T`, or `*mut T` of a mutable static."""

    __slots__ = ('def_',)
    __match_args__ = ('ty', 'def_')

    def __init__(self, span: int, ty: Ty, def_: Def) -> None:
        self.span = span
        self.ty = ty
        self.def_ = def_


class Unary(Expr):
    """op: `neg`, `not`."""

    __slots__ = ('op', 'arg')
    __match_args__ = ('ty', 'op', 'arg')

    def __init__(self, span: int, ty: Ty, op: str, arg: Expr) -> None:
        self.span = span
        self.ty = ty
        self.op = op
        self.arg = arg


class Binary(Expr):
    """op: see mir.ops.BIN_OPS."""

    __slots__ = ('op', 'lhs', 'rhs')
    __match_args__ = ('ty', 'op', 'lhs', 'rhs')

    def __init__(self, span: int, ty: Ty, op: str, lhs: Expr, rhs: Expr) -> None:
        self.span = span
        self.ty = ty
        self.op = op
        self.lhs = lhs
        self.rhs = rhs


class Logical(Expr):
    """op: `&&`, `||`."""

    __slots__ = ('op', 'lhs', 'rhs')
    __match_args__ = ('ty', 'op', 'lhs', 'rhs')

    def __init__(self, span: int, ty: Ty, op: str, lhs: Expr, rhs: Expr) -> None:
        self.span = span
        self.ty = ty
        self.op = op
        self.lhs = lhs
        self.rhs = rhs


class Cast(Expr):
    """kind: see mir.ops.CAST_KINDS; besides these `enum_to_int`, and `use` for a cast that only makes a value of a place."""

    __slots__ = ('kind', 'arg')
    __match_args__ = ('ty', 'kind', 'arg')

    def __init__(self, span: int, ty: Ty, kind: str, arg: Expr) -> None:
        self.span = span
        self.ty = ty
        self.kind = kind
        self.arg = arg


class NeverToAny(Expr):
    __slots__ = ('arg',)
    __match_args__ = ('ty', 'arg')

    def __init__(self, span: int, ty: Ty, arg: Expr) -> None:
        self.span = span
        self.ty = ty
        self.arg = arg


class Borrow(Expr):
    """kind: as mir.MRef, `unique` for captures; extended: 0, or the let whose scope the operand's temporaries take, -1 for ever."""

    __slots__ = ('kind', 'arg', 'extended')
    __match_args__ = ('ty', 'kind', 'arg', 'extended')

    def __init__(self, span: int, ty: Ty, kind: str, arg: Expr, extended: int) -> None:
        self.span = span
        self.ty = ty
        self.kind = kind
        self.arg = arg
        self.extended = extended


class RawBorrow(Expr):
    __slots__ = ('mut', 'arg')
    __match_args__ = ('ty', 'mut', 'arg')

    def __init__(self, span: int, ty: Ty, mut: bool, arg: Expr) -> None:
        self.span = span
        self.ty = ty
        self.mut = mut
        self.arg = arg


class Call(Expr):
    __slots__ = ('func', 'args', 'fn_span')
    __match_args__ = ('ty', 'func', 'args', 'fn_span')

    def __init__(self, span: int, ty: Ty, func: Expr, args: list[Expr], fn_span: int) -> None:
        self.span = span
        self.ty = ty
        self.func = func
        self.args = args
        self.fn_span = fn_span


class Adt(Expr):
    __slots__ = ('def_', 'variant', 'args', 'fields', 'base', 'union')
    __match_args__ = ('ty', 'def_', 'variant', 'args', 'fields', 'base', 'union')

    def __init__(self, span: int, ty: Ty, def_: Def, variant: int, args: Args, fields: list[FieldExpr], base: Expr | None, union: bool) -> None:
        self.span = span
        self.ty = ty
        self.def_ = def_
        self.variant = variant
        self.args = args
        self.fields = fields
        self.base = base
        self.union = union


class Tuple(Expr):
    __slots__ = ('elems',)
    __match_args__ = ('ty', 'elems')

    def __init__(self, span: int, ty: Ty, elems: list[Expr]) -> None:
        self.span = span
        self.ty = ty
        self.elems = elems


class Array(Expr):
    __slots__ = ('elems',)
    __match_args__ = ('ty', 'elems')

    def __init__(self, span: int, ty: Ty, elems: list[Expr]) -> None:
        self.span = span
        self.ty = ty
        self.elems = elems


class Repeat(Expr):
    __slots__ = ('elem', 'count')
    __match_args__ = ('ty', 'elem', 'count')

    def __init__(self, span: int, ty: Ty, elem: Expr, count: Const) -> None:
        self.span = span
        self.ty = ty
        self.elem = elem
        self.count = count


class Closure(Expr):
    __slots__ = ('def_', 'args', 'upvars')
    __match_args__ = ('ty', 'def_', 'args', 'upvars')

    def __init__(self, span: int, ty: Ty, def_: Def, args: Args, upvars: list[Expr]) -> None:
        self.span = span
        self.ty = ty
        self.def_ = def_
        self.args = args
        self.upvars = upvars


class Printf(Expr):
    __slots__ = ('fmt', 'args')
    __match_args__ = ('ty', 'fmt', 'args')

    def __init__(self, span: int, ty: Ty, fmt: hir.Format, args: list[Expr]) -> None:
        self.span = span
        self.ty = ty
        self.fmt = fmt
        self.args = args


class BlockExpr(Expr):
    """label is the HIR node that Break targets name."""

    __slots__ = ('label', 'block')
    __match_args__ = ('ty', 'label', 'block')

    def __init__(self, span: int, ty: Ty, label: hir.BlockExpr | None, block: Block) -> None:
        self.span = span
        self.ty = ty
        self.label = label
        self.block = block


class If(Expr):
    __slots__ = ('cond', 'then', 'else_')
    __match_args__ = ('ty', 'cond', 'then', 'else_')

    def __init__(self, span: int, ty: Ty, cond: Expr, then: Expr, else_: Expr | None) -> None:
        self.span = span
        self.ty = ty
        self.cond = cond
        self.then = then
        self.else_ = else_


class Let(Expr):
    """A condition."""

    __slots__ = ('pat', 'init')
    __match_args__ = ('ty', 'pat', 'init')

    def __init__(self, span: int, ty: Ty, pat: Pat, init: Expr) -> None:
        self.span = span
        self.ty = ty
        self.pat = pat
        self.init = init


class Match(Expr):
    __slots__ = ('scrutinee', 'arms', 'source')
    __match_args__ = ('ty', 'scrutinee', 'arms', 'source')

    def __init__(self, span: int, ty: Ty, scrutinee: Expr, arms: list[Arm], source: str) -> None:
        self.span = span
        self.ty = ty
        self.scrutinee = scrutinee
        self.arms = arms
        self.source = source


class Loop(Expr):
    __slots__ = ('label', 'body', 'source', 'unroll')
    __match_args__ = ('ty', 'label', 'body', 'source', 'unroll')

    def __init__(self, span: int, ty: Ty, label: hir.Loop, body: Expr, source: str, unroll: Const | None) -> None:
        self.span = span
        self.ty = ty
        self.label = label
        self.body = body
        self.source = source
        self.unroll = unroll


class Break(Expr):
    __slots__ = ('target', 'expr')
    __match_args__ = ('ty', 'target', 'expr')

    def __init__(self, span: int, ty: Ty, target: hir.Expr | None, expr: Expr | None) -> None:
        self.span = span
        self.ty = ty
        self.target = target
        self.expr = expr


class Continue(Expr):
    __slots__ = ('target',)
    __match_args__ = ('ty', 'target')

    def __init__(self, span: int, ty: Ty, target: hir.Expr | None) -> None:
        self.span = span
        self.ty = ty
        self.target = target


class Return(Expr):
    __slots__ = ('expr',)
    __match_args__ = ('ty', 'expr')

    def __init__(self, span: int, ty: Ty, expr: Expr | None) -> None:
        self.span = span
        self.ty = ty
        self.expr = expr


class Assign(Expr):
    __slots__ = ('lhs', 'rhs')
    __match_args__ = ('ty', 'lhs', 'rhs')

    def __init__(self, span: int, ty: Ty, lhs: Expr, rhs: Expr) -> None:
        self.span = span
        self.ty = ty
        self.lhs = lhs
        self.rhs = rhs


class AssignOp(Expr):
    """Built-in."""

    __slots__ = ('op', 'lhs', 'rhs')
    __match_args__ = ('ty', 'op', 'lhs', 'rhs')

    def __init__(self, span: int, ty: Ty, op: str, lhs: Expr, rhs: Expr) -> None:
        self.span = span
        self.ty = ty
        self.op = op
        self.lhs = lhs
        self.rhs = rhs


class Panic(Expr):
    __slots__ = ('kind', 'fmt', 'args')
    __match_args__ = ('ty', 'kind', 'fmt', 'args')

    def __init__(self, span: int, ty: Ty, kind: str, fmt: hir.Format | None, args: list[Expr]) -> None:
        self.span = span
        self.ty = ty
        self.kind = kind
        self.fmt = fmt
        self.args = args


class PtxAsm(Expr):
    __slots__ = ('template', 'operands', 'options')
    __match_args__ = ('ty', 'template', 'operands', 'options')

    def __init__(self, span: int, ty: Ty, template: str, operands: list[AsmOperand], options: list[str]) -> None:
        self.span = span
        self.ty = ty
        self.template = template
        self.operands = operands
        self.options = options


class FieldExpr:
    __slots__ = ('index', 'expr')
    __match_args__ = ('index', 'expr')

    def __init__(self, index: int, expr: Expr) -> None:
        self.index = index
        self.expr = expr


class AsmOperand:
    __slots__ = ('kind', 'constraint', 'expr')
    __match_args__ = ('kind', 'constraint', 'expr')

    def __init__(self, kind: str, constraint: str, expr: Expr | None) -> None:
        self.kind = kind
        self.constraint = constraint
        self.expr = expr


class Arm(Node):
    __slots__ = ('pat', 'guard', 'body')
    __match_args__ = ('pat', 'guard', 'body')

    def __init__(self, span: int, pat: Pat, guard: Expr | None, body: Expr) -> None:
        self.span = span
        self.pat = pat
        self.guard = guard
        self.body = body


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
    """ty: the written type, for borrow checking."""

    __slots__ = ('pat', 'init', 'els', 'let_id', 'ty', 'els_span')
    __match_args__ = ('pat', 'init', 'els', 'let_id', 'ty', 'els_span')

    def __init__(self, span: int, pat: Pat, init: Expr | None, els: Block | None, let_id: int, ty: Ty | None, els_span: int = 0) -> None:
        self.span = span
        self.pat = pat
        self.init = init
        self.els = els
        self.let_id = let_id
        self.ty = ty
        self.els_span = els_span


class StmtExpr(Stmt):
    __slots__ = ('expr',)
    __match_args__ = ('expr',)

    def __init__(self, span: int, expr: Expr) -> None:
        self.span = span
        self.expr = expr


class Pat:
    __slots__ = ('span', 'ty')
    __match_args__ = ('ty',)

    def __init__(self, span: int, ty: Ty) -> None:
        self.span = span
        self.ty = ty


class PWild(Pat):
    __slots__ = ()
    __match_args__ = ('ty',)


class PBinding(Pat):
    """mode: `move`, `ref`, `ref mut`; ty is the type matched."""

    __slots__ = ('local', 'mode', 'sub')
    __match_args__ = ('ty', 'local', 'mode', 'sub')

    def __init__(self, span: int, ty: Ty, local: hir.Local, mode: str, sub: Pat | None) -> None:
        self.span = span
        self.ty = ty
        self.local = local
        self.mode = mode
        self.sub = sub


class PVariant(Pat):
    __slots__ = ('def_', 'variant', 'args', 'fields')
    __match_args__ = ('ty', 'def_', 'variant', 'args', 'fields')

    def __init__(self, span: int, ty: Ty, def_: Def, variant: int, args: Args, fields: list[FieldPat]) -> None:
        self.span = span
        self.ty = ty
        self.def_ = def_
        self.variant = variant
        self.args = args
        self.fields = fields


class PLeaf(Pat):
    """Struct, tuple, union: no test of its own."""

    __slots__ = ('fields',)
    __match_args__ = ('ty', 'fields')

    def __init__(self, span: int, ty: Ty, fields: list[FieldPat]) -> None:
        self.span = span
        self.ty = ty
        self.fields = fields


class PDeref(Pat):
    __slots__ = ('pat',)
    __match_args__ = ('ty', 'pat')

    def __init__(self, span: int, ty: Ty, pat: Pat) -> None:
        self.span = span
        self.ty = ty
        self.pat = pat


class PConst(Pat):
    """bool, char, integers, floats."""

    __slots__ = ('bits',)
    __match_args__ = ('ty', 'bits')

    def __init__(self, span: int, ty: Ty, bits: int) -> None:
        self.span = span
        self.ty = ty
        self.bits = bits


class PStr(Pat):
    """Matches a place of type `&str`, as a whole."""

    __slots__ = ('data',)
    __match_args__ = ('ty', 'data')

    def __init__(self, span: int, ty: Ty, data: bytes) -> None:
        self.span = span
        self.ty = ty
        self.data = data


class PRange(Pat):
    """Bit patterns; None is the end of the type."""

    __slots__ = ('lo', 'hi', 'inclusive')
    __match_args__ = ('ty', 'lo', 'hi', 'inclusive')

    def __init__(self, span: int, ty: Ty, lo: int | None, hi: int | None, inclusive: bool) -> None:
        self.span = span
        self.ty = ty
        self.lo = lo
        self.hi = hi
        self.inclusive = inclusive


class PSlice(Pat):
    """Of a slice or array."""

    __slots__ = ('prefix', 'slice', 'suffix')
    __match_args__ = ('ty', 'prefix', 'slice', 'suffix')

    def __init__(self, span: int, ty: Ty, prefix: list[Pat], slice: Pat | None, suffix: list[Pat]) -> None:
        self.span = span
        self.ty = ty
        self.prefix = prefix
        self.slice = slice
        self.suffix = suffix


class POr(Pat):
    __slots__ = ('alts',)
    __match_args__ = ('ty', 'alts')

    def __init__(self, span: int, ty: Ty, alts: list[Pat]) -> None:
        self.span = span
        self.ty = ty
        self.alts = alts


class PErr(Pat):
    __slots__ = ()
    __match_args__ = ('ty',)


class FieldPat:
    __slots__ = ('index', 'pat')
    __match_args__ = ('index', 'pat')

    def __init__(self, index: int, pat: Pat) -> None:
        self.index = index
        self.pat = pat
