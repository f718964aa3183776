"""Generated from src/ferrule/hir/nodes.nodes by tools/gen_nodes.py; edit the table, not this file."""

from __future__ import annotations

from typing import Any, TYPE_CHECKING
if TYPE_CHECKING:
    from ferrule.resolve.defs import Def

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


class Res:
    __slots__ = ()
    __match_args__ = ()


class ResDef(Res):
    """An item, variant, generic parameter, associated item found by plain path resolution."""

    __slots__ = ('def_',)
    __match_args__ = ('def_',)

    def __init__(self, def_: Def) -> None:
        self.def_ = def_


class ResPrim(Res):
    """A primitive type: i32, f32, bool, char, str ..."""

    __slots__ = ('name',)
    __match_args__ = ('name',)

    def __init__(self, name: str) -> None:
        self.name = name


class ResSelfTyParam(Res):
    """`Self` inside a trait."""

    __slots__ = ('trait_',)
    __match_args__ = ('trait_',)

    def __init__(self, trait_: Def) -> None:
        self.trait_ = trait_


class ResSelfTyAlias(Res):
    """`Self` inside an impl."""

    __slots__ = ('impl',)
    __match_args__ = ('impl',)

    def __init__(self, impl: Def) -> None:
        self.impl = impl


class ResSelfCtor(Res):
    """`Self` as a value: the constructor."""

    __slots__ = ('impl',)
    __match_args__ = ('impl',)

    def __init__(self, impl: Def) -> None:
        self.impl = impl


class ResLocal(Res):
    __slots__ = ('local',)
    __match_args__ = ('local',)

    def __init__(self, local: Local) -> None:
        self.local = local


class ResErr(Res):
    __slots__ = ()
    __match_args__ = ()


class Local(Node):
    """A binding; its type is TypeckResults.local_types[id]."""

    __slots__ = ('id', 'name', 'mut')
    __match_args__ = ('name', 'mut')

    def __init__(self, span: int, id: int, name: str, mut: bool) -> None:
        self.span = span
        self.id = id
        self.name = name
        self.mut = mut


class PathSegment(Node):
    __slots__ = ('ident', 'args', 'res')
    __match_args__ = ('ident', 'args', 'res')

    def __init__(self, span: int, ident: Ident, args: GenericArgs | None, res: Res) -> None:
        self.span = span
        self.ident = ident
        self.args = args
        self.res = res


class GenericArgs(Node):
    """For `Fn(A) -> B`: args = [tuple type], constraint Output = B."""

    __slots__ = ('args', 'constraints', 'parenthesized')
    __match_args__ = ('args', 'constraints', 'parenthesized')

    def __init__(self, span: int, args: list[Ty | Lifetime | AnonConst], constraints: list[AssocConstraint], parenthesized: bool = False) -> None:
        self.span = span
        self.args = args
        self.constraints = constraints
        self.parenthesized = parenthesized


class AssocConstraint(Node):
    __slots__ = ('ident', 'args', 'ty', 'bounds')
    __match_args__ = ('ident', 'args', 'ty', 'bounds')

    def __init__(self, span: int, ident: Ident, args: GenericArgs | None, ty: Ty | AnonConst | None, bounds: list[Bound]) -> None:
        self.span = span
        self.ident = ident
        self.args = args
        self.ty = ty
        self.bounds = bounds


class Path(Node):
    __slots__ = ('res', 'segments')
    __match_args__ = ('res', 'segments')

    def __init__(self, span: int, res: Res, segments: list[PathSegment]) -> None:
        self.span = span
        self.res = res
        self.segments = segments


class QPath:
    __slots__ = ('span',)
    __match_args__ = ()

    def __init__(self, span: int) -> None:
        self.span = span


class QResolved(QPath):
    """`a::b`, `<T as Trait>::X` (then self_ty is T and path names the associated item)."""

    __slots__ = ('self_ty', 'path')
    __match_args__ = ('self_ty', 'path')

    def __init__(self, span: int, self_ty: Ty | None, path: Path) -> None:
        self.span = span
        self.self_ty = self_ty
        self.path = path


class QTypeRelative(QPath):
    """`T::X` where X is looked up by type: associated item or enum variant."""

    __slots__ = ('self_ty', 'segment')
    __match_args__ = ('self_ty', 'segment')

    def __init__(self, span: int, self_ty: Ty, segment: PathSegment) -> None:
        self.span = span
        self.self_ty = self_ty
        self.segment = segment


class QLangItem(QPath):
    """A lang item named by desugaring, e.g. `Range`, `Option::Some`."""

    __slots__ = ('name',)
    __match_args__ = ('name',)

    def __init__(self, span: int, name: str) -> None:
        self.span = span
        self.name = name


class Ty:
    __slots__ = ('span', 'id')
    __match_args__ = ()

    def __init__(self, span: int, id: int) -> None:
        self.span = span
        self.id = id


class TyPath(Ty):
    __slots__ = ('qpath',)
    __match_args__ = ('qpath',)

    def __init__(self, span: int, id: int, qpath: QPath) -> None:
        self.span = span
        self.id = id
        self.qpath = qpath


class TyRef(Ty):
    __slots__ = ('lifetime', 'mut', 'ty')
    __match_args__ = ('lifetime', 'mut', 'ty')

    def __init__(self, span: int, id: int, lifetime: Lifetime, mut: bool, ty: Ty) -> None:
        self.span = span
        self.id = id
        self.lifetime = lifetime
        self.mut = mut
        self.ty = ty


class TyPtr(Ty):
    __slots__ = ('mut', 'ty')
    __match_args__ = ('mut', 'ty')

    def __init__(self, span: int, id: int, mut: bool, ty: Ty) -> None:
        self.span = span
        self.id = id
        self.mut = mut
        self.ty = ty


class TyTuple(Ty):
    __slots__ = ('elems',)
    __match_args__ = ('elems',)

    def __init__(self, span: int, id: int, elems: list[Ty]) -> None:
        self.span = span
        self.id = id
        self.elems = elems


class TyArray(Ty):
    __slots__ = ('ty', 'len')
    __match_args__ = ('ty', 'len')

    def __init__(self, span: int, id: int, ty: Ty, len: AnonConst) -> None:
        self.span = span
        self.id = id
        self.ty = ty
        self.len = len


class TySlice(Ty):
    __slots__ = ('ty',)
    __match_args__ = ('ty',)

    def __init__(self, span: int, id: int, ty: Ty) -> None:
        self.span = span
        self.id = id
        self.ty = ty


class TyFnPtr(Ty):
    __slots__ = ('decl', 'unsafe', 'abi', 'late_bound')
    __match_args__ = ('decl', 'unsafe', 'abi', 'late_bound')

    def __init__(self, span: int, id: int, decl: FnDecl, unsafe: bool, abi: str | None, late_bound: list[Def]) -> None:
        self.span = span
        self.id = id
        self.decl = decl
        self.unsafe = unsafe
        self.abi = abi
        self.late_bound = late_bound


class TyNever(Ty):
    __slots__ = ()
    __match_args__ = ()


class TyInfer(Ty):
    __slots__ = ()
    __match_args__ = ()


class TyOpaque(Ty):
    """Return-position `impl Trait`; def_ has kind OPAQUE."""

    __slots__ = ('def_', 'bounds')
    __match_args__ = ('def_', 'bounds')

    def __init__(self, span: int, id: int, def_: Def, bounds: list[Bound]) -> None:
        self.span = span
        self.id = id
        self.def_ = def_
        self.bounds = bounds


class TyUnsupported(Ty):
    """dyn, macros in type position ...: valid Rust that gets a G-code where it is used."""

    __slots__ = ('code', 'what')
    __match_args__ = ('code', 'what')

    def __init__(self, span: int, id: int, code: str, what: str) -> None:
        self.span = span
        self.id = id
        self.code = code
        self.what = what


class TyErr(Ty):
    __slots__ = ()
    __match_args__ = ()


class Lifetime(Node):
    """kind: `static`, `param`, `elided` (fresh), `infer` (inside bodies), `error`."""

    __slots__ = ('kind', 'def_')
    __match_args__ = ('kind', 'def_')

    def __init__(self, span: int, kind: str, def_: Def | None = None) -> None:
        self.span = span
        self.kind = kind
        self.def_ = def_


class AnonConst(Node):
    """A constant expression in a type; def_ has kind ANON_CONST and its own body."""

    __slots__ = ('id', 'def_')
    __match_args__ = ('def_',)

    def __init__(self, span: int, id: int, def_: Def) -> None:
        self.span = span
        self.id = id
        self.def_ = def_


class Bound(Node):
    """kind: `trait`, `lifetime`."""

    __slots__ = ('kind', 'trait_', 'late_bound', 'maybe', 'lifetime')
    __match_args__ = ('kind', 'trait_', 'late_bound', 'maybe', 'lifetime')

    def __init__(self, span: int, kind: str, trait_: Path | None, late_bound: list[Def], maybe: bool = False, lifetime: Lifetime | None = None) -> None:
        self.span = span
        self.kind = kind
        self.trait_ = trait_
        self.late_bound = late_bound
        self.maybe = maybe
        self.lifetime = lifetime


class GenericParam(Node):
    """kind: `lifetime`, `type`, `const`."""

    __slots__ = ('def_', 'kind', 'default', 'ty', 'late_bound')
    __match_args__ = ('def_', 'kind', 'default', 'ty', 'late_bound')

    def __init__(self, span: int, def_: Def, kind: str, default: Ty | AnonConst | None, ty: Ty | None, late_bound: bool = False) -> None:
        self.span = span
        self.def_ = def_
        self.kind = kind
        self.default = default
        self.ty = ty
        self.late_bound = late_bound


class WherePredicate(Node):
    """Bounds written on parameters arrive as predicates too, in source order."""

    __slots__ = ('ty', 'lifetime', 'bounds', 'late_bound')
    __match_args__ = ('ty', 'lifetime', 'bounds', 'late_bound')

    def __init__(self, span: int, ty: Ty | None, lifetime: Lifetime | None, bounds: list[Bound], late_bound: list[Def]) -> None:
        self.span = span
        self.ty = ty
        self.lifetime = lifetime
        self.bounds = bounds
        self.late_bound = late_bound


class Generics(Node):
    """Own parameters only; Def.generics_parent gives the rest."""

    __slots__ = ('params', 'predicates')
    __match_args__ = ('params', 'predicates')

    def __init__(self, span: int, params: list[GenericParam], predicates: list[WherePredicate]) -> None:
        self.span = span
        self.params = params
        self.predicates = predicates


class FnDecl(Node):
    """self_kind: `none`, `value`, `ref`, `ref_mut`, `other`."""

    __slots__ = ('inputs', 'output', 'self_kind')
    __match_args__ = ('inputs', 'output', 'self_kind')

    def __init__(self, span: int, inputs: list[Ty], output: Ty | None, self_kind: str) -> None:
        self.span = span
        self.inputs = inputs
        self.output = output
        self.self_kind = self_kind


class Pat:
    __slots__ = ('span', 'id')
    __match_args__ = ()

    def __init__(self, span: int, id: int) -> None:
        self.span = span
        self.id = id


class PatWild(Pat):
    __slots__ = ()
    __match_args__ = ()


class PatBinding(Pat):
    """by_ref: ``, `ref`, `ref mut`."""

    __slots__ = ('by_ref', 'local', 'sub')
    __match_args__ = ('by_ref', 'local', 'sub')

    def __init__(self, span: int, id: int, by_ref: str, local: Local, sub: Pat | None) -> None:
        self.span = span
        self.id = id
        self.by_ref = by_ref
        self.local = local
        self.sub = sub


class PatLit(Pat):
    __slots__ = ('expr',)
    __match_args__ = ('expr',)

    def __init__(self, span: int, id: int, expr: Expr) -> None:
        self.span = span
        self.id = id
        self.expr = expr


class PatRange(Pat):
    __slots__ = ('lo', 'hi', 'inclusive')
    __match_args__ = ('lo', 'hi', 'inclusive')

    def __init__(self, span: int, id: int, lo: Expr | None, hi: Expr | None, inclusive: bool) -> None:
        self.span = span
        self.id = id
        self.lo = lo
        self.hi = hi
        self.inclusive = inclusive


class PatRef(Pat):
    __slots__ = ('mut', 'pat')
    __match_args__ = ('mut', 'pat')

    def __init__(self, span: int, id: int, mut: bool, pat: Pat) -> None:
        self.span = span
        self.id = id
        self.mut = mut
        self.pat = pat


class PatTuple(Pat):
    """rest: position of `..`."""

    __slots__ = ('elems', 'rest')
    __match_args__ = ('elems', 'rest')

    def __init__(self, span: int, id: int, elems: list[Pat], rest: int | None) -> None:
        self.span = span
        self.id = id
        self.elems = elems
        self.rest = rest


class PatTupleStruct(Pat):
    __slots__ = ('qpath', 'elems', 'rest')
    __match_args__ = ('qpath', 'elems', 'rest')

    def __init__(self, span: int, id: int, qpath: QPath, elems: list[Pat], rest: int | None) -> None:
        self.span = span
        self.id = id
        self.qpath = qpath
        self.elems = elems
        self.rest = rest


class PatStruct(Pat):
    __slots__ = ('qpath', 'fields', 'rest')
    __match_args__ = ('qpath', 'fields', 'rest')

    def __init__(self, span: int, id: int, qpath: QPath, fields: list[PatField], rest: bool) -> None:
        self.span = span
        self.id = id
        self.qpath = qpath
        self.fields = fields
        self.rest = rest


class PatPath(Pat):
    """Unit variant or struct, or a constant."""

    __slots__ = ('qpath',)
    __match_args__ = ('qpath',)

    def __init__(self, span: int, id: int, qpath: QPath) -> None:
        self.span = span
        self.id = id
        self.qpath = qpath


class PatOr(Pat):
    """Alternatives bind the same Local objects."""

    __slots__ = ('alts',)
    __match_args__ = ('alts',)

    def __init__(self, span: int, id: int, alts: list[Pat]) -> None:
        self.span = span
        self.id = id
        self.alts = alts


class PatSlice(Pat):
    """middle is the pattern of `..` (PatWild for a bare one), None if absent."""

    __slots__ = ('before', 'middle', 'after')
    __match_args__ = ('before', 'middle', 'after')

    def __init__(self, span: int, id: int, before: list[Pat], middle: Pat | None, after: list[Pat]) -> None:
        self.span = span
        self.id = id
        self.before = before
        self.middle = middle
        self.after = after


class PatErr(Pat):
    __slots__ = ()
    __match_args__ = ()


class PatField(Node):
    __slots__ = ('ident', 'pat')
    __match_args__ = ('ident', 'pat')

    def __init__(self, span: int, ident: Ident, pat: Pat) -> None:
        self.span = span
        self.ident = ident
        self.pat = pat


class Expr:
    __slots__ = ('span', 'id')
    __match_args__ = ()

    def __init__(self, span: int, id: int) -> None:
        self.span = span
        self.id = id


class Lit(Expr):
    """As syntax.ast.Lit; float values stay text until typed."""

    __slots__ = ('kind', 'value', 'suffix')
    __match_args__ = ('kind', 'value', 'suffix')

    def __init__(self, span: int, id: int, kind: str, value: Any, suffix: str) -> None:
        self.span = span
        self.id = id
        self.kind = kind
        self.value = value
        self.suffix = suffix


class ExprPath(Expr):
    __slots__ = ('qpath',)
    __match_args__ = ('qpath',)

    def __init__(self, span: int, id: int, qpath: QPath) -> None:
        self.span = span
        self.id = id
        self.qpath = qpath


class Unary(Expr):
    """op: `-`, `!`, `*`."""

    __slots__ = ('op', 'expr')
    __match_args__ = ('op', 'expr')

    def __init__(self, span: int, id: int, op: str, expr: Expr) -> None:
        self.span = span
        self.id = id
        self.op = op
        self.expr = expr


class Binary(Expr):
    __slots__ = ('op', 'op_span', 'lhs', 'rhs')
    __match_args__ = ('op', 'op_span', 'lhs', 'rhs')

    def __init__(self, span: int, id: int, op: str, op_span: int, lhs: Expr, rhs: Expr) -> None:
        self.span = span
        self.id = id
        self.op = op
        self.op_span = op_span
        self.lhs = lhs
        self.rhs = rhs


class Assign(Expr):
    __slots__ = ('lhs', 'rhs', 'op_span')
    __match_args__ = ('lhs', 'rhs', 'op_span')

    def __init__(self, span: int, id: int, lhs: Expr, rhs: Expr, op_span: int) -> None:
        self.span = span
        self.id = id
        self.lhs = lhs
        self.rhs = rhs
        self.op_span = op_span


class AssignOp(Expr):
    __slots__ = ('op', 'op_span', 'lhs', 'rhs')
    __match_args__ = ('op', 'op_span', 'lhs', 'rhs')

    def __init__(self, span: int, id: int, op: str, op_span: int, lhs: Expr, rhs: Expr) -> None:
        self.span = span
        self.id = id
        self.op = op
        self.op_span = op_span
        self.lhs = lhs
        self.rhs = rhs


class AddrOf(Expr):
    __slots__ = ('raw', 'mut', 'expr')
    __match_args__ = ('raw', 'mut', 'expr')

    def __init__(self, span: int, id: int, raw: bool, mut: bool, expr: Expr) -> None:
        self.span = span
        self.id = id
        self.raw = raw
        self.mut = mut
        self.expr = expr


class Call(Expr):
    __slots__ = ('func', 'args')
    __match_args__ = ('func', 'args')

    def __init__(self, span: int, id: int, func: Expr, args: list[Expr]) -> None:
        self.span = span
        self.id = id
        self.func = func
        self.args = args


class MethodCall(Expr):
    __slots__ = ('receiver', 'segment', 'args')
    __match_args__ = ('receiver', 'segment', 'args')

    def __init__(self, span: int, id: int, receiver: Expr, segment: PathSegment, args: list[Expr]) -> None:
        self.span = span
        self.id = id
        self.receiver = receiver
        self.segment = segment
        self.args = args


class Field(Expr):
    __slots__ = ('expr', 'ident')
    __match_args__ = ('expr', 'ident')

    def __init__(self, span: int, id: int, expr: Expr, ident: Ident) -> None:
        self.span = span
        self.id = id
        self.expr = expr
        self.ident = ident


class Index(Expr):
    __slots__ = ('expr', 'index')
    __match_args__ = ('expr', 'index')

    def __init__(self, span: int, id: int, expr: Expr, index: Expr) -> None:
        self.span = span
        self.id = id
        self.expr = expr
        self.index = index


class Cast(Expr):
    __slots__ = ('expr', 'ty')
    __match_args__ = ('expr', 'ty')

    def __init__(self, span: int, id: int, expr: Expr, ty: Ty) -> None:
        self.span = span
        self.id = id
        self.expr = expr
        self.ty = ty


class Let(Expr):
    """Condition only."""

    __slots__ = ('pat', 'init')
    __match_args__ = ('pat', 'init')

    def __init__(self, span: int, id: int, pat: Pat, init: Expr) -> None:
        self.span = span
        self.id = id
        self.pat = pat
        self.init = init


class If(Expr):
    __slots__ = ('cond', 'then', 'else_')
    __match_args__ = ('cond', 'then', 'else_')

    def __init__(self, span: int, id: int, cond: Expr, then: Block, else_: Expr | None) -> None:
        self.span = span
        self.id = id
        self.cond = cond
        self.then = then
        self.else_ = else_


class Match(Expr):
    """source: `match`, `for`, `try`, `assign`."""

    __slots__ = ('scrutinee', 'arms', 'source')
    __match_args__ = ('scrutinee', 'arms', 'source')

    def __init__(self, span: int, id: int, scrutinee: Expr, arms: list[Arm], source: str) -> None:
        self.span = span
        self.id = id
        self.scrutinee = scrutinee
        self.arms = arms
        self.source = source


class Loop(Expr):
    """source: `loop`, `while`, `for`; unroll: from #[unroll], 0 = full."""

    __slots__ = ('label', 'body', 'source', 'unroll')
    __match_args__ = ('label', 'body', 'source', 'unroll')

    def __init__(self, span: int, id: int, label: str | None, body: Block, source: str, unroll: AnonConst | int | None = None) -> None:
        self.span = span
        self.id = id
        self.label = label
        self.body = body
        self.source = source
        self.unroll = unroll


class BlockExpr(Expr):
    __slots__ = ('label', 'block', 'unsafe')
    __match_args__ = ('label', 'block', 'unsafe')

    def __init__(self, span: int, id: int, label: str | None, block: Block, unsafe: bool) -> None:
        self.span = span
        self.id = id
        self.label = label
        self.block = block
        self.unsafe = unsafe


class Closure(Expr):
    """upvars: locals of enclosing bodies mentioned inside, in order of first mention."""

    __slots__ = ('def_', 'move', 'params', 'output', 'body', 'upvars')
    __match_args__ = ('def_', 'move', 'params', 'output', 'body', 'upvars')

    def __init__(self, span: int, id: int, def_: Def, move: bool, params: list[Param], output: Ty | None, body: Expr, upvars: list[Local]) -> None:
        self.span = span
        self.id = id
        self.def_ = def_
        self.move = move
        self.params = params
        self.output = output
        self.body = body
        self.upvars = upvars


class Break(Expr):
    """target: the Loop or labelled BlockExpr node."""

    __slots__ = ('target', 'expr')
    __match_args__ = ('target', 'expr')

    def __init__(self, span: int, id: int, target: Expr | None, expr: Expr | None) -> None:
        self.span = span
        self.id = id
        self.target = target
        self.expr = expr


class Continue(Expr):
    __slots__ = ('target',)
    __match_args__ = ('target',)

    def __init__(self, span: int, id: int, target: Expr | None) -> None:
        self.span = span
        self.id = id
        self.target = target


class Return(Expr):
    __slots__ = ('expr',)
    __match_args__ = ('expr',)

    def __init__(self, span: int, id: int, expr: Expr | None) -> None:
        self.span = span
        self.id = id
        self.expr = expr


class Struct(Expr):
    __slots__ = ('qpath', 'fields', 'base')
    __match_args__ = ('qpath', 'fields', 'base')

    def __init__(self, span: int, id: int, qpath: QPath, fields: list[FieldInit], base: Expr | None) -> None:
        self.span = span
        self.id = id
        self.qpath = qpath
        self.fields = fields
        self.base = base


class Tuple(Expr):
    __slots__ = ('elems',)
    __match_args__ = ('elems',)

    def __init__(self, span: int, id: int, elems: list[Expr]) -> None:
        self.span = span
        self.id = id
        self.elems = elems


class Array(Expr):
    __slots__ = ('elems',)
    __match_args__ = ('elems',)

    def __init__(self, span: int, id: int, elems: list[Expr]) -> None:
        self.span = span
        self.id = id
        self.elems = elems


class Repeat(Expr):
    __slots__ = ('elem', 'count')
    __match_args__ = ('elem', 'count')

    def __init__(self, span: int, id: int, elem: Expr, count: AnonConst) -> None:
        self.span = span
        self.id = id
        self.elem = elem
        self.count = count


class ConstBlock(Expr):
    __slots__ = ('def_',)
    __match_args__ = ('def_',)

    def __init__(self, span: int, id: int, def_: Def) -> None:
        self.span = span
        self.id = id
        self.def_ = def_


class Panic(Expr):
    """Type `!`. kind: `panic`, `assert`, `assert_eq`, `assert_ne`, `unreachable`, `todo`, `unimplemented`."""

    __slots__ = ('kind', 'fmt')
    __match_args__ = ('kind', 'fmt')

    def __init__(self, span: int, id: int, kind: str, fmt: Format | None) -> None:
        self.span = span
        self.id = id
        self.kind = kind
        self.fmt = fmt


class Printf(Expr):
    """gpu_printf!: type i32."""

    __slots__ = ('fmt',)
    __match_args__ = ('fmt',)

    def __init__(self, span: int, id: int, fmt: Format) -> None:
        self.span = span
        self.id = id
        self.fmt = fmt


class PtxAsm(Expr):
    __slots__ = ('template', 'operands', 'options')
    __match_args__ = ('template', 'operands', 'options')

    def __init__(self, span: int, id: int, template: str, operands: list[AsmOperand], options: list[str]) -> None:
        self.span = span
        self.id = id
        self.template = template
        self.operands = operands
        self.options = options


class MatchesBuiltin(Expr):
    """Built-in macros that are not sugar for anything above: `offset_of`, `size_of_val` ..."""

    __slots__ = ('name', 'args')
    __match_args__ = ('name', 'args')

    def __init__(self, span: int, id: int, name: str, args: list[Expr]) -> None:
        self.span = span
        self.id = id
        self.name = name
        self.args = args


class Unsupported(Expr):
    """Valid Rust without meaning on a device; reported (G-code) when typeck reaches it."""

    __slots__ = ('code', 'what')
    __match_args__ = ('code', 'what')

    def __init__(self, span: int, id: int, code: str, what: str) -> None:
        self.span = span
        self.id = id
        self.code = code
        self.what = what


class Err(Expr):
    __slots__ = ()
    __match_args__ = ()


class Format(Node):
    """Literal text and placeholders in order."""

    __slots__ = ('pieces', 'args', 'span_lit')
    __match_args__ = ('pieces', 'args', 'span_lit')

    def __init__(self, span: int, pieces: list[str | FormatSpec], args: list[Expr], span_lit: int) -> None:
        self.span = span
        self.pieces = pieces
        self.args = args
        self.span_lit = span_lit


class FormatSpec(Node):
    """trait_: `` (Display), `?`, `x`, `X`, `o`, `b`, `e`, or a C conversion letter for gpu_printf."""

    __slots__ = ('arg', 'trait_', 'flags', 'width', 'precision', 'width_arg', 'precision_arg')
    __match_args__ = ('arg', 'trait_', 'flags', 'width', 'precision', 'width_arg', 'precision_arg')

    def __init__(self, span: int, arg: int, trait_: str, flags: str, width: int | None, precision: int | None, width_arg: int | None = None, precision_arg: int | None = None) -> None:
        self.span = span
        self.arg = arg
        self.trait_ = trait_
        self.flags = flags
        self.width = width
        self.precision = precision
        self.width_arg = width_arg
        self.precision_arg = precision_arg


class AsmOperand(Node):
    """kind: `in`, `out`, `inout`, `clobber`."""

    __slots__ = ('kind', 'constraint', 'expr')
    __match_args__ = ('kind', 'constraint', 'expr')

    def __init__(self, span: int, kind: str, constraint: str, expr: Expr | None) -> None:
        self.span = span
        self.kind = kind
        self.constraint = constraint
        self.expr = expr


class FieldInit(Node):
    __slots__ = ('ident', 'expr')
    __match_args__ = ('ident', 'expr')

    def __init__(self, span: int, ident: Ident, expr: Expr) -> None:
        self.span = span
        self.ident = ident
        self.expr = expr


class Arm(Node):
    __slots__ = ('pat', 'guard', 'body')
    __match_args__ = ('pat', 'guard', 'body')

    def __init__(self, span: int, pat: Pat, guard: Expr | None, body: Expr) -> None:
        self.span = span
        self.pat = pat
        self.guard = guard
        self.body = body


class Param(Node):
    __slots__ = ('pat', 'ty')
    __match_args__ = ('pat', 'ty')

    def __init__(self, span: int, pat: Pat, ty: Ty | None) -> None:
        self.span = span
        self.pat = pat
        self.ty = ty


class Block(Node):
    __slots__ = ('id', 'stmts', 'tail')
    __match_args__ = ('stmts', 'tail')

    def __init__(self, span: int, id: int, stmts: list[Stmt], tail: Expr | None) -> None:
        self.span = span
        self.id = id
        self.stmts = stmts
        self.tail = tail


class Stmt:
    __slots__ = ('span',)
    __match_args__ = ()

    def __init__(self, span: int) -> None:
        self.span = span


class StmtLet(Stmt):
    __slots__ = ('pat', 'ty', 'init', 'els')
    __match_args__ = ('pat', 'ty', 'init', 'els')

    def __init__(self, span: int, pat: Pat, ty: Ty | None, init: Expr | None, els: Block | None) -> None:
        self.span = span
        self.pat = pat
        self.ty = ty
        self.init = init
        self.els = els


class StmtExpr(Stmt):
    __slots__ = ('expr', 'semi')
    __match_args__ = ('expr', 'semi')

    def __init__(self, span: int, expr: Expr, semi: bool) -> None:
        self.span = span
        self.expr = expr
        self.semi = semi


class Body:
    """The body of a fn, const, static or anonymous const."""

    __slots__ = ('owner', 'params', 'value', 'node_count', 'locals')
    __match_args__ = ('owner', 'params', 'value', 'node_count', 'locals')

    def __init__(self, owner: Def, params: list[Param], value: Expr, node_count: int, locals: list[Local]) -> None:
        self.owner = owner
        self.params = params
        self.value = value
        self.node_count = node_count
        self.locals = locals
