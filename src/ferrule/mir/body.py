"""Generated from src/ferrule/mir/body.nodes by tools/gen_nodes.py; edit the table, not this file."""

from __future__ import annotations

from typing import Any, TYPE_CHECKING, Union
if TYPE_CHECKING:
    from ferrule.resolve.defs import Def
    from ferrule.ty.ty import Args, Const, Ty

class Node:
    __slots__ = ('span',)
    __match_args__ = ()

    def __init__(self, span: int) -> None:
        self.span = span


class Body:
    """locals[0] is the return place, locals[1..=arg_count] the arguments.  The body is generic: types may hold parameters."""

    __slots__ = ('owner', 'name', 'locals', 'arg_count', 'blocks', 'span', 'var_names', 'spread_arg', 'scopes')
    __match_args__ = ('owner', 'name', 'locals', 'arg_count', 'blocks', 'var_names', 'spread_arg', 'scopes')

    def __init__(self, owner: Def, name: str, locals: list[LocalDecl], arg_count: int, blocks: list[BasicBlock], span: int, var_names: dict[int, str], spread_arg: bool = False, scopes: list[Scope] | None = None) -> None:
        self.owner = owner
        self.name = name
        self.locals = locals
        self.arg_count = arg_count
        self.blocks = blocks
        self.span = span
        self.var_names = var_names
        self.spread_arg = spread_arg
        self.scopes = [] if scopes is None else scopes


class LocalDecl:
    """kind: `return`, `arg`, `var`, `temp`, `ref_for_guard`, `drop_flag`."""

    __slots__ = ('ty', 'mut', 'name', 'span', 'kind', 'user_ty')
    __match_args__ = ('ty', 'mut', 'name', 'kind', 'user_ty')

    def __init__(self, ty: Ty, mut: bool, name: str, span: int, kind: str = 'temp', user_ty: Any = None) -> None:
        self.ty = ty
        self.mut = mut
        self.name = name
        self.span = span
        self.kind = kind
        self.user_ty = user_ty


class BasicBlock:
    """loop is set on loop headers."""

    __slots__ = ('stmts', 'terminator', 'loop')
    __match_args__ = ('stmts', 'terminator', 'loop')

    def __init__(self, stmts: list[Statement], terminator: Terminator, loop: LoopInfo | None = None) -> None:
        self.stmts = stmts
        self.terminator = terminator
        self.loop = loop


class LoopInfo:
    """source: `loop`, `while`, `for`."""

    __slots__ = ('source', 'span', 'unroll')
    __match_args__ = ('source', 'unroll')

    def __init__(self, source: str, span: int, unroll: Const | None) -> None:
        self.source = source
        self.span = span
        self.unroll = unroll


class Scope:
    """Source scopes; a scope with callee is an inlined call."""

    __slots__ = ('parent', 'span', 'call_site', 'callee')
    __match_args__ = ('parent', 'call_site', 'callee')

    def __init__(self, parent: int | None, span: int, call_site: int = 0, callee: str = '') -> None:
        self.parent = parent
        self.span = span
        self.call_site = call_site
        self.callee = callee


class Place:
    __slots__ = ('local', 'proj')
    __match_args__ = ('local', 'proj')

    def __init__(self, local: int, proj: tuple[Proj, ...] = ()) -> None:
        self.local = local
        self.proj = proj


class Proj:
    __slots__ = ()
    __match_args__ = ()


class Deref(Proj):
    __slots__ = ()
    __match_args__ = ()


class PField(Proj):
    """Field of a struct, union, tuple, closure (captures), or of the variant named by a preceding Downcast."""

    __slots__ = ('index', 'ty')
    __match_args__ = ('index', 'ty')

    def __init__(self, index: int, ty: Ty) -> None:
        self.index = index
        self.ty = ty


class PIndex(Proj):
    """Bounds have been checked by an Assert before."""

    __slots__ = ('local',)
    __match_args__ = ('local',)

    def __init__(self, local: int) -> None:
        self.local = local


class PConstIndex(Proj):
    __slots__ = ('offset', 'min_len', 'from_end')
    __match_args__ = ('offset', 'min_len', 'from_end')

    def __init__(self, offset: int, min_len: int, from_end: bool) -> None:
        self.offset = offset
        self.min_len = min_len
        self.from_end = from_end


class PSubslice(Proj):
    __slots__ = ('start', 'end', 'from_end')
    __match_args__ = ('start', 'end', 'from_end')

    def __init__(self, start: int, end: int, from_end: bool) -> None:
        self.start = start
        self.end = end
        self.from_end = from_end


class PDowncast(Proj):
    __slots__ = ('variant',)
    __match_args__ = ('variant',)

    def __init__(self, variant: int) -> None:
        self.variant = variant


class Operand:
    __slots__ = ()
    __match_args__ = ()


class Copy(Operand):
    __slots__ = ('place',)
    __match_args__ = ('place',)

    def __init__(self, place: Place) -> None:
        self.place = place


class Move(Operand):
    __slots__ = ('place',)
    __match_args__ = ('place',)

    def __init__(self, place: Place) -> None:
        self.place = place


class Constant(Operand):
    __slots__ = ('span', 'ty', 'value')
    __match_args__ = ('ty', 'value')

    def __init__(self, span: int, ty: Ty, value: ConstantValue) -> None:
        self.span = span
        self.ty = ty
        self.value = value


class ConstantValue:
    __slots__ = ()
    __match_args__ = ()


class CScalar(ConstantValue):
    """bool, char, integers (two's complement, unsigned), floats (IEEE bits), raw pointers from integers."""

    __slots__ = ('bits',)
    __match_args__ = ('bits',)

    def __init__(self, bits: int) -> None:
        self.bits = bits


class CZst(ConstantValue):
    """Function items, unit, empty structs."""

    __slots__ = ()
    __match_args__ = ()


class CStr(ConstantValue):
    """&'static str"""

    __slots__ = ('data',)
    __match_args__ = ('data',)

    def __init__(self, data: bytes) -> None:
        self.data = data


class CBytes(ConstantValue):
    """&'static [u8; N]"""

    __slots__ = ('data',)
    __match_args__ = ('data',)

    def __init__(self, data: bytes) -> None:
        self.data = data


class CNamed(ConstantValue):
    """const, associated const, const block; evaluated when monomorphic."""

    __slots__ = ('def_', 'args', 'promoted')
    __match_args__ = ('def_', 'args', 'promoted')

    def __init__(self, def_: Def, args: Args, promoted: int | None = None) -> None:
        self.def_ = def_
        self.args = args
        self.promoted = promoted


class CParam(ConstantValue):
    """A const generic parameter (or a type-level constant expression)."""

    __slots__ = ('const',)
    __match_args__ = ('const',)

    def __init__(self, const: Const) -> None:
        self.const = const


class CStatic(ConstantValue):
    """The address of a static: type `&T` or `*mut T`."""

    __slots__ = ('def_',)
    __match_args__ = ('def_',)

    def __init__(self, def_: Def) -> None:
        self.def_ = def_


class Rvalue:
    __slots__ = ()
    __match_args__ = ()


class Use(Rvalue):
    __slots__ = ('operand',)
    __match_args__ = ('operand',)

    def __init__(self, operand: Operand) -> None:
        self.operand = operand


class Repeat(Rvalue):
    __slots__ = ('operand', 'count')
    __match_args__ = ('operand', 'count')

    def __init__(self, operand: Operand, count: Const) -> None:
        self.operand = operand
        self.count = count


class MRef(Rvalue):
    """kind: `shared`, `mut`, `two_phase`, `fake`."""

    __slots__ = ('kind', 'place')
    __match_args__ = ('kind', 'place')

    def __init__(self, kind: str, place: Place) -> None:
        self.kind = kind
        self.place = place


class AddressOf(Rvalue):
    __slots__ = ('mut', 'place')
    __match_args__ = ('mut', 'place')

    def __init__(self, mut: bool, place: Place) -> None:
        self.mut = mut
        self.place = place


class Len(Rvalue):
    """Of a slice or array place: usize."""

    __slots__ = ('place',)
    __match_args__ = ('place',)

    def __init__(self, place: Place) -> None:
        self.place = place


class Cast(Rvalue):
    """kind: see CAST_KINDS in mir/ops.py."""

    __slots__ = ('kind', 'operand', 'ty')
    __match_args__ = ('kind', 'operand', 'ty')

    def __init__(self, kind: str, operand: Operand, ty: Ty) -> None:
        self.kind = kind
        self.operand = operand
        self.ty = ty


class BinaryOp(Rvalue):
    """op: see BIN_OPS in mir/ops.py; wraps, as in release mode; shifts mask."""

    __slots__ = ('op', 'lhs', 'rhs')
    __match_args__ = ('op', 'lhs', 'rhs')

    def __init__(self, op: str, lhs: Operand, rhs: Operand) -> None:
        self.op = op
        self.lhs = lhs
        self.rhs = rhs


class CheckedBinaryOp(Rvalue):
    """`+ - *` giving (T, bool); only with overflow checks."""

    __slots__ = ('op', 'lhs', 'rhs')
    __match_args__ = ('op', 'lhs', 'rhs')

    def __init__(self, op: str, lhs: Operand, rhs: Operand) -> None:
        self.op = op
        self.lhs = lhs
        self.rhs = rhs


class UnaryOp(Rvalue):
    """op: `neg`, `not`, `ptr_metadata`."""

    __slots__ = ('op', 'operand')
    __match_args__ = ('op', 'operand')

    def __init__(self, op: str, operand: Operand) -> None:
        self.op = op
        self.operand = operand


class Discriminant(Rvalue):
    """Type: the enum's discriminant type."""

    __slots__ = ('place',)
    __match_args__ = ('place',)

    def __init__(self, place: Place) -> None:
        self.place = place


class Aggregate(Rvalue):
    __slots__ = ('kind', 'operands')
    __match_args__ = ('kind', 'operands')

    def __init__(self, kind: AggregateKind, operands: list[Operand]) -> None:
        self.kind = kind
        self.operands = operands


class Printf(Rvalue):
    """gpu_printf!: i32."""

    __slots__ = ('fmt', 'operands')
    __match_args__ = ('fmt', 'operands')

    def __init__(self, fmt: Format, operands: list[Operand]) -> None:
        self.fmt = fmt
        self.operands = operands


class AggregateKind:
    __slots__ = ()
    __match_args__ = ()


class AggTuple(AggregateKind):
    __slots__ = ()
    __match_args__ = ()


class AggArray(AggregateKind):
    __slots__ = ('elem',)
    __match_args__ = ('elem',)

    def __init__(self, elem: Ty) -> None:
        self.elem = elem


class AggAdt(AggregateKind):
    __slots__ = ('def_', 'variant', 'args', 'union_field')
    __match_args__ = ('def_', 'variant', 'args', 'union_field')

    def __init__(self, def_: Def, variant: int, args: Args, union_field: int | None = None) -> None:
        self.def_ = def_
        self.variant = variant
        self.args = args
        self.union_field = union_field


class AggClosure(AggregateKind):
    __slots__ = ('def_', 'args')
    __match_args__ = ('def_', 'args')

    def __init__(self, def_: Def, args: Args) -> None:
        self.def_ = def_
        self.args = args


class AggRawPtr(AggregateKind):
    """A fat raw pointer from (data pointer, length)."""

    __slots__ = ('pointee', 'mut')
    __match_args__ = ('pointee', 'mut')

    def __init__(self, pointee: Ty, mut: bool) -> None:
        self.pointee = pointee
        self.mut = mut


class Format:
    """str literals and hir.FormatSpec placeholders (arg = index into operands)."""

    __slots__ = ('pieces', 'span')
    __match_args__ = ('pieces',)

    def __init__(self, pieces: list[Any], span: int) -> None:
        self.pieces = pieces
        self.span = span


class Statement:
    __slots__ = ('span',)
    __match_args__ = ()

    def __init__(self, span: int) -> None:
        self.span = span


class Assign(Statement):
    __slots__ = ('place', 'rvalue', 'scope')
    __match_args__ = ('place', 'rvalue', 'scope')

    def __init__(self, span: int, place: Place, rvalue: Rvalue, scope: int = 0) -> None:
        self.span = span
        self.place = place
        self.rvalue = rvalue
        self.scope = scope


class StorageLive(Statement):
    __slots__ = ('local', 'scope')
    __match_args__ = ('local', 'scope')

    def __init__(self, span: int, local: int, scope: int = 0) -> None:
        self.span = span
        self.local = local
        self.scope = scope


class StorageDead(Statement):
    __slots__ = ('local', 'scope')
    __match_args__ = ('local', 'scope')

    def __init__(self, span: int, local: int, scope: int = 0) -> None:
        self.span = span
        self.local = local
        self.scope = scope


class FakeRead(Statement):
    """cause: `let`, `match`, `guard`, `index`."""

    __slots__ = ('cause', 'place', 'scope')
    __match_args__ = ('cause', 'place', 'scope')

    def __init__(self, span: int, cause: str, place: Place, scope: int = 0) -> None:
        self.span = span
        self.cause = cause
        self.place = place
        self.scope = scope


class SetDiscriminant(Statement):
    __slots__ = ('place', 'variant', 'scope')
    __match_args__ = ('place', 'variant', 'scope')

    def __init__(self, span: int, place: Place, variant: int, scope: int = 0) -> None:
        self.span = span
        self.place = place
        self.variant = variant
        self.scope = scope


class AscribeUserType(Statement):
    __slots__ = ('place', 'ty', 'scope')
    __match_args__ = ('place', 'ty', 'scope')

    def __init__(self, span: int, place: Place, ty: Ty, scope: int = 0) -> None:
        self.span = span
        self.place = place
        self.ty = ty
        self.scope = scope


class PtxAsm(Statement):
    __slots__ = ('template', 'inputs', 'outputs', 'options', 'scope')
    __match_args__ = ('template', 'inputs', 'outputs', 'options', 'scope')

    def __init__(self, span: int, template: str, inputs: list[AsmOperand], outputs: list[AsmOperand], options: list[str], scope: int = 0) -> None:
        self.span = span
        self.template = template
        self.inputs = inputs
        self.outputs = outputs
        self.options = options
        self.scope = scope


class Nop(Statement):
    __slots__ = ('scope',)
    __match_args__ = ('scope',)

    def __init__(self, span: int, scope: int = 0) -> None:
        self.span = span
        self.scope = scope


class AsmOperand:
    __slots__ = ('constraint', 'value', 'place')
    __match_args__ = ('constraint', 'value', 'place')

    def __init__(self, constraint: str, value: Operand | None, place: Place | None) -> None:
        self.constraint = constraint
        self.value = value
        self.place = place


class Terminator:
    __slots__ = ('span',)
    __match_args__ = ()

    def __init__(self, span: int) -> None:
        self.span = span


class Goto(Terminator):
    __slots__ = ('target', 'scope')
    __match_args__ = ('target', 'scope')

    def __init__(self, span: int, target: int, scope: int = 0) -> None:
        self.span = span
        self.target = target
        self.scope = scope


class SwitchInt(Terminator):
    """targets has one more entry: otherwise.  values are bit patterns.  source: `if`, `match`, `while`."""

    __slots__ = ('discr', 'ty', 'values', 'targets', 'scope', 'source')
    __match_args__ = ('discr', 'ty', 'values', 'targets', 'scope', 'source')

    def __init__(self, span: int, discr: Operand, ty: Ty, values: list[int], targets: list[int], scope: int = 0, source: str = '') -> None:
        self.span = span
        self.discr = discr
        self.ty = ty
        self.values = values
        self.targets = targets
        self.scope = scope
        self.source = source


class Call(Terminator):
    __slots__ = ('func', 'args', 'dest', 'target', 'scope', 'fn_span')
    __match_args__ = ('func', 'args', 'dest', 'target', 'scope', 'fn_span')

    def __init__(self, span: int, func: Operand, args: list[Operand], dest: Place, target: int | None, scope: int = 0, fn_span: int = 0) -> None:
        self.span = span
        self.func = func
        self.args = args
        self.dest = dest
        self.target = target
        self.scope = scope
        self.fn_span = fn_span


class Assert(Terminator):
    __slots__ = ('cond', 'expected', 'msg', 'target', 'scope')
    __match_args__ = ('cond', 'expected', 'msg', 'target', 'scope')

    def __init__(self, span: int, cond: Operand, expected: bool, msg: AssertMessage, target: int, scope: int = 0) -> None:
        self.span = span
        self.cond = cond
        self.expected = expected
        self.msg = msg
        self.target = target
        self.scope = scope


class Panic(Terminator):
    """Ends the thread with a panic record."""

    __slots__ = ('msg', 'scope')
    __match_args__ = ('msg', 'scope')

    def __init__(self, span: int, msg: AssertMessage, scope: int = 0) -> None:
        self.span = span
        self.msg = msg
        self.scope = scope


class Drop(Terminator):
    """plan: what is left of the place; None if all of it."""

    __slots__ = ('place', 'target', 'scope', 'plan')
    __match_args__ = ('place', 'target', 'scope', 'plan')

    def __init__(self, span: int, place: Place, target: int, scope: int = 0, plan: DropNode | None = None) -> None:
        self.span = span
        self.place = place
        self.target = target
        self.scope = scope
        self.plan = plan


class DropNode:
    """how: `always`, `never`, `flag` (if that bool holds), `unknown`; said of the place without its children."""

    __slots__ = ('place', 'how', 'flag', 'children')
    __match_args__ = ('place', 'how', 'flag', 'children')

    def __init__(self, place: Place, how: str, flag: Place | None, children: list[DropNode]) -> None:
        self.place = place
        self.how = how
        self.flag = flag
        self.children = children


class Return(Terminator):
    __slots__ = ('scope',)
    __match_args__ = ('scope',)

    def __init__(self, span: int, scope: int = 0) -> None:
        self.span = span
        self.scope = scope


class Unreachable(Terminator):
    __slots__ = ('scope',)
    __match_args__ = ('scope',)

    def __init__(self, span: int, scope: int = 0) -> None:
        self.span = span
        self.scope = scope


class FalseEdge(Terminator):
    """For the borrow checker; codegen takes `real`."""

    __slots__ = ('real', 'imaginary', 'scope')
    __match_args__ = ('real', 'imaginary', 'scope')

    def __init__(self, span: int, real: int, imaginary: int, scope: int = 0) -> None:
        self.span = span
        self.real = real
        self.imaginary = imaginary
        self.scope = scope


class FalseUnwind(Terminator):
    """Marks `loop {}` for the borrow checker."""

    __slots__ = ('real', 'scope')
    __match_args__ = ('real', 'scope')

    def __init__(self, span: int, real: int, scope: int = 0) -> None:
        self.span = span
        self.real = real
        self.scope = scope


class AssertMessage:
    """kind: a row of PANIC_KINDS in mir/ops.py; fmt for panic!("...", args)."""

    __slots__ = ('kind', 'operands', 'fmt')
    __match_args__ = ('kind', 'operands', 'fmt')

    def __init__(self, kind: str, operands: list[Operand], fmt: Format | None = None) -> None:
        self.kind = kind
        self.operands = operands
        self.fmt = fmt
