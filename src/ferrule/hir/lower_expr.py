"""Expressions, statements and bodies; everything that is sugar is removed here, as rustc removes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ferrule.diagnostics import span as sp
from ferrule.hir import gcodes
from ferrule.hir import nodes as hir
from ferrule.hir.lower_control import Target
from ferrule.hir.lower_macro import MacroLowerer
from ferrule.hir.lower_report import CALL, STRUCT, TUPLE_STRUCT, VALUE
from ferrule.resolve.collect_defs import collect_block
from ferrule.resolve.defs import Def, DefKind
from ferrule.resolve.scope import VALUES, Scope, block_scopes
from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare

_RANGES = {(False, False): "RangeFull", (True, False): "RangeFrom", (False, True): "RangeTo", (True, True): "Range"}


class BodyLowerer(MacroLowerer):
    """Lowers the body of one owner; closures inside it share its numbering."""

    def __init__(self, tcx: Any, owner: Def) -> None:
        super().__init__(tcx, owner, in_body=True)
        self.blocks: dict[int, Scope] = block_scopes(owner.crate)

    # -------------------------------------------------------------------------------------------------------- bodies
    def fn_body(self, node: ast.Fn) -> hir.Body:
        assert node.body is not None
        pats = self.param_patterns([p.pat for p in node.params])
        params = [hir.Param(p.span, pat, None) for p, pat in zip(node.params, pats, strict=True)]
        value: hir.Expr
        if node.header.async_:
            value = self.unsupported(node.ident.span, gcodes.ASYNC)
        else:
            n = self.id()
            value = hir.BlockExpr(node.body.span, n, None, self.block(node.body), False)
        return hir.Body(self.owner, params, value, self.next, self.locals)

    def const_body(self, e: ast.Expr) -> hir.Body:
        if isinstance(e, ast.ExprUnderscore):
            value: hir.Expr = self.lang_path("_", e.span)  # an array length to be inferred
        else:
            value = self.expr(e)
        return hir.Body(self.owner, [], value, self.next, self.locals)

    # -------------------------------------------------------------------------------------------------------- blocks
    def block(self, b: ast.Block) -> hir.Block:
        mark = len(self.undo)
        n = self.id()
        scope = self.scope
        if any(type(s) is ast.StmtItem for s in b.stmts):
            inner = self.blocks.get(id(b)) or collect_block(self.session, self.crate, b, self.item, scope)
            self.scope = inner
            for name in inner.tables[VALUES]:
                if self.names.get(name) is not None:
                    self.declare(name, None)
        stmts: list[hir.Stmt] = []
        for s in b.stmts:
            if isinstance(s, ast.StmtLet):
                stmts.append(self.stmt_let(s))
            elif isinstance(s, ast.StmtExpr):
                if s.attrs:
                    self.unroll = self.unroll_of(s.attrs)
                stmts.append(hir.StmtExpr(s.span, self.expr(s.expr), s.semi))
                self.unroll = None
            elif isinstance(s, ast.StmtMacro):
                stmts.append(hir.StmtExpr(s.span, self.macro_call(s.mac, s.span), s.semi))
        tail = self.expr(b.tail) if b.tail is not None else None
        self.leave(mark)
        self.scope = scope
        return hir.Block(b.span, n, stmts, tail)

    def stmt_let(self, s: ast.StmtLet) -> hir.Stmt:
        ty = self.ty(s.ty) if s.ty is not None else None
        init = self.expr(s.init) if s.init is not None else None
        els = self.block(s.els) if s.els is not None else None
        return hir.StmtLet(s.span, self.pattern(s.pat, "let"), ty, init, els)

    # --------------------------------------------------------------------------------------------------- expressions
    def expr(self, e: ast.Expr) -> hir.Expr:
        return _EXPR[type(e)](self, e)

    def lit(self, e: ast.Lit) -> hir.Expr:
        return hir.Lit(e.span, self.id(), e.kind, e.value, e.suffix)

    def path(self, e: ast.ExprPath) -> hir.Expr:
        return self.value_path(e, VALUE, e.span)

    def value_path(self, e: ast.ExprPath, source: Any, span: int) -> hir.Expr:
        path = e.path
        segs = path.segments
        if len(segs) == 1 and path.qself is None:
            ident = segs[0].ident
            local = self.find_local(ident.name)
            if local is not None and segs[0].args is None:
                return self.local_path(local, e.span)
        n = self.id()
        q = self.qpath(path, source, span)
        if isinstance(q, hir.QResolved):
            res = q.path.res
            if isinstance(res, hir.ResErr):
                return hir.Err(e.span, n)
            if isinstance(res, hir.ResDef) and res.def_.kind is DefKind.UNRESOLVED:
                return hir.Unsupported(e.span, n, *gcodes.unavailable(res.def_.name))
            q.span = q.path.span = e.span
        return hir.ExprPath(e.span, n, q)

    def unary(self, e: ast.ExprUnary) -> hir.Expr:
        n = self.id()
        return hir.Unary(e.span, n, e.op, self.expr(e.expr))

    def binary(self, e: ast.ExprBinary) -> hir.Expr:
        n = self.id()
        lhs = self.expr(e.lhs)
        return hir.Binary(e.span, n, e.op, e.op_span, lhs, self.expr(e.rhs))

    def assign(self, e: ast.ExprAssign) -> hir.Expr:
        lhs = e.lhs
        while isinstance(lhs, ast.ExprParen):
            lhs = lhs.expr
        if self.is_destructuring(lhs):
            return self.destructure(e, lhs)
        n = self.id()
        rhs = self.expr(e.rhs)
        return hir.Assign(e.span, n, self.expr(e.lhs), rhs, e.op_span)

    def assign_op(self, e: ast.ExprAssignOp) -> hir.Expr:
        n = self.id()
        lhs = self.expr(e.lhs)
        return hir.AssignOp(e.span, n, e.op, e.op_span, lhs, self.expr(e.rhs))

    def addr_of(self, e: ast.ExprAddrOf) -> hir.Expr:
        n = self.id()
        return hir.AddrOf(e.span, n, e.raw, e.mut, self.expr(e.expr))

    def call(self, e: ast.ExprCall) -> hir.Expr:
        n = self.id()
        func = e.func
        callee = self.value_path(func, CALL, e.span) if isinstance(func, ast.ExprPath) else self.expr(func)
        return hir.Call(e.span, n, callee, [self.expr(a) for a in e.args])

    def method_call(self, e: ast.ExprMethodCall) -> hir.Expr:
        n = self.id()
        receiver = self.expr(e.receiver)
        seg = e.segment
        args = self.generic_args(seg.args) if seg.args is not None else None
        segment = hir.PathSegment(seg.span, hir.Ident(seg.ident.span, bare(seg.ident.name)), args, hir.ResErr())
        return hir.MethodCall(e.span, n, receiver, segment, [self.expr(a) for a in e.args])

    def field(self, e: ast.ExprField) -> hir.Expr:
        n = self.id()
        return hir.Field(e.span, n, self.expr(e.expr), hir.Ident(e.ident.span, bare(e.ident.name)))

    def index(self, e: ast.ExprIndex) -> hir.Expr:
        n = self.id()
        base = self.expr(e.expr)
        return hir.Index(e.span, n, base, self.expr(e.index))

    def await_(self, e: ast.ExprAwait) -> hir.Expr:
        # Async blocks and functions are not lowered, so this one lies in neither.
        at = sp.mk(sp.hi(e.span) - len("await"), sp.hi(e.span)) if e.span else 0
        self.diag.error(
            "E0728",
            "`await` is only allowed inside `async` functions and blocks",
            at,
            "only allowed inside `async` functions and blocks",
        ).label(self.item.name_span, "this is not `async`")
        return hir.Err(e.span, self.id())

    def yield_(self, e: ast.ExprYield) -> hir.Expr:
        return self.unsupported(e.span, gcodes.GENERATOR)

    def cast(self, e: ast.ExprCast) -> hir.Expr:
        n = self.id()
        inner = self.expr(e.expr)
        return hir.Cast(e.span, n, inner, self.ty(e.ty))

    def range(self, e: ast.ExprRange) -> hir.Expr:
        n = self.id()
        if e.inclusive and e.hi is None:
            self.diag.error("E0586", "inclusive range with no end", e.span).help(
                "inclusive ranges must be bounded at the end (`..=b` or `a..=b`)"
            )
            return hir.Err(e.span, n)
        if e.inclusive and e.lo is not None and e.hi is not None:
            lo = self.expr(e.lo)
            callee = self.lang_path("range_inclusive_new", e.span)
            return hir.Call(e.span, n, callee, [lo, self.expr(e.hi)])
        name = "RangeToInclusive" if e.inclusive else _RANGES[e.lo is not None, e.hi is not None]
        fields = []
        for field, part in (("start", e.lo), ("end", e.hi)):
            if part is not None:
                fields.append(hir.FieldInit(part.span, hir.Ident(part.span, field), self.expr(part)))
        return hir.Struct(e.span, n, hir.QLangItem(e.span, name), fields, None)

    def tuple_(self, e: ast.ExprTuple) -> hir.Expr:
        n = self.id()
        return hir.Tuple(e.span, n, [self.expr(x) for x in e.elems])

    def array(self, e: ast.ExprArray) -> hir.Expr:
        n = self.id()
        return hir.Array(e.span, n, [self.expr(x) for x in e.elems])

    def repeat(self, e: ast.ExprRepeat) -> hir.Expr:
        n = self.id()
        elem = self.expr(e.elem)
        return hir.Repeat(e.span, n, elem, self.anon_const(e.count))

    def paren(self, e: ast.ExprParen) -> hir.Expr:
        return self.expr(e.expr)

    def struct(self, e: ast.ExprStruct) -> hir.Expr:
        n = self.id()
        q = self.qpath(e.path, STRUCT, e.path.span)
        fields = [
            hir.FieldInit(f.span, hir.Ident(f.ident.span, bare(f.ident.name)), self.expr(f.expr)) for f in e.fields
        ]
        base = self.expr(e.base) if e.base is not None else None
        if e.rest and e.base is None:
            self.diag.error("E0797", "base expression required after `..`", e.span).help("add a base expression here")
        if isinstance(q, hir.QResolved):
            res = q.path.res
            if isinstance(res, hir.ResErr):
                return hir.Err(e.span, n)
            if isinstance(res, hir.ResDef) and res.def_.kind is DefKind.UNRESOLVED:
                return hir.Unsupported(e.span, n, *gcodes.unavailable(res.def_.name))
        return hir.Struct(e.span, n, q, fields, base)

    def let(self, e: ast.ExprLet) -> hir.Expr:
        n = self.id()
        init = self.expr(e.expr)
        return hir.Let(e.span, n, self.pattern(e.pat, "let"), init)

    def if_(self, e: ast.ExprIf) -> hir.Expr:
        n = self.id()
        mark = len(self.undo)
        cond = self.expr(e.cond)
        then = self.block(e.then)
        self.leave(mark)  # names of `if let` are not in scope in `else`
        return hir.If(e.span, n, cond, then, self.expr(e.else_) if e.else_ is not None else None)

    def match(self, e: ast.ExprMatch) -> hir.Expr:
        n = self.id()
        scrutinee = self.expr(e.scrutinee)
        arms = []
        for a in e.arms:
            mark = len(self.undo)
            pat = self.pattern(a.pat, "match")
            guard = self.expr(a.guard) if a.guard is not None else None
            arms.append(hir.Arm(a.span, pat, guard, self.expr(a.body)))
            self.leave(mark)
        return hir.Match(e.span, n, scrutinee, arms, "match")

    def block_expr(self, e: ast.ExprBlock) -> hir.Expr:
        kind = e.kind
        if kind.startswith("async") or kind == "gen":
            return self.unsupported(e.span, gcodes.ASYNC if kind != "gen" else gcodes.GENERATOR)
        if kind == "try":
            return self.unsupported(e.span, gcodes.TRY_BLOCK)
        n = self.id()
        if kind == "const":
            c = self.anon_const(ast.ExprBlock(e.span, "", None, e.block), inline=True)
            return hir.ConstBlock(e.span, n, c.def_)
        node = hir.BlockExpr(e.span, n, None, hir.Block(e.block.span, -1, [], None), kind == "unsafe")
        if e.label is not None:
            node.label = self.label_name(e.label)
            self.targets.append(Target("block", e.label.name, node, e.label.span))
            node.block = self.block(e.block)
            self.targets.pop()
        else:
            node.block = self.block(e.block)
        return node

    # ------------------------------------------------------------------------------------------------------ closures
    def closure(self, e: ast.ExprClosure) -> hir.Expr:
        if e.async_:
            return self.unsupported(e.span, gcodes.ASYNC)
        n = self.id()
        d = Def(DefKind.CLOSURE, "{closure}", self.owner, self.crate, e, e.span)
        d.generics_parent = self.owner
        mark = len(self.undo)
        tys = [self.ty(p.ty) if p.ty is not None else None for p in e.params]
        self.depth += 1
        upvars: list[hir.Local] = []
        self.upvars.append(upvars)
        pats = self.param_patterns([p.pat for p in e.params])
        params = [hir.Param(p.span, pat, ty) for p, pat, ty in zip(e.params, pats, tys, strict=True)]
        output = self.ty(e.output) if e.output is not None else None
        head = sp.mk(sp.lo(e.span), sp.lo(e.body.span)) if e.span else 0
        self.targets.append(Target("closure", "", None, head))
        body = self.expr(e.body)
        self.targets.pop()
        self.upvars.pop()
        self.depth -= 1
        self.leave(mark)
        return hir.Closure(e.span, n, d, e.move, params, output, body, upvars)

    # ----------------------------------------------------------------------------------------- destructuring assignment
    def is_destructuring(self, e: ast.Expr) -> bool:
        if isinstance(e, (ast.ExprTuple, ast.ExprArray, ast.ExprStruct, ast.ExprUnderscore)):
            return True
        return isinstance(e, ast.ExprCall) and self.names_constructor(e.func)

    def names_constructor(self, e: ast.Expr) -> bool:
        """Whether the callee of `f(x) = y` is the constructor of a tuple struct or variant."""
        if not isinstance(e, ast.ExprPath) or e.path.qself is not None:
            return False
        segs = e.path.segments
        if len(segs) == 1:
            name = bare(segs[0].ident.name)
            if name == "Self":
                return True
            binding = self.lexical_binding(name, VALUES, e.span)
            d = getattr(binding, "def_", None)
            return isinstance(d, Def) and d.kind in (DefKind.STRUCT, DefKind.VARIANT)
        return segs[-1].ident.name[:1].isupper()

    def destructure(self, e: ast.ExprAssign, lhs: ast.Expr) -> hir.Expr:
        """``(a, b) = e`` is ``{ let (lhs0, lhs1) = e; a = lhs0; b = lhs1; }``."""
        n = self.id()
        rhs = self.expr(e.rhs)
        leaves: list[tuple[ast.Expr, hir.Local]] = []
        pat = self.assignee(lhs, leaves)
        stmts: list[hir.Stmt] = [hir.StmtLet(e.span, pat, None, rhs, None)]
        for leaf, local in leaves:
            value = self.local_path(local, leaf.span)
            assign = hir.Assign(leaf.span, self.id(), self.expr(leaf), value, e.op_span)
            stmts.append(hir.StmtExpr(leaf.span, assign, True))
        return hir.BlockExpr(e.span, n, None, hir.Block(e.span, self.id(), stmts, None), False)

    def assignee(self, e: ast.Expr, leaves: list[tuple[ast.Expr, hir.Local]]) -> hir.Pat:
        while isinstance(e, ast.ExprParen):
            e = e.expr
        n = self.id()
        span = e.span
        if isinstance(e, ast.ExprUnderscore):
            return hir.PatWild(span, n)
        if isinstance(e, ast.ExprTuple):
            elems, rest = self.assignees(e.elems, leaves)
            return hir.PatTuple(span, n, elems, rest)
        if isinstance(e, ast.ExprArray):
            elems, rest = self.assignees(e.elems, leaves)
            if rest is None:
                return hir.PatSlice(span, n, elems, None, [])
            return hir.PatSlice(span, n, elems[:rest], hir.PatWild(span, self.id()), elems[rest:])
        if isinstance(e, ast.ExprStruct):
            q = self.qpath(e.path, STRUCT, e.path.span)
            if e.base is not None:
                self.diag.error(
                    "", "functional record updates are not allowed in destructuring assignments", e.base.span
                ).help("consider removing the trailing pattern")
            fields = [
                hir.PatField(f.span, hir.Ident(f.ident.span, bare(f.ident.name)), self.assignee(f.expr, leaves))
                for f in e.fields
            ]
            return hir.PatErr(span, n) if self.bad_path(q, span) else hir.PatStruct(span, n, q, fields, e.rest)
        if isinstance(e, ast.ExprCall) and self.names_constructor(e.func):
            assert isinstance(e.func, ast.ExprPath)
            q = self.qpath(e.func.path, TUPLE_STRUCT, span)
            elems, rest = self.assignees(e.args, leaves)
            return hir.PatErr(span, n) if self.bad_path(q, span) else hir.PatTupleStruct(span, n, q, elems, rest)
        local = self.new_local("lhs", False, span)
        leaves.append((e, local))
        return hir.PatBinding(span, n, "", local, None)

    def assignees(
        self, exprs: list[ast.Expr], leaves: list[tuple[ast.Expr, hir.Local]]
    ) -> tuple[list[hir.Pat], int | None]:
        out: list[hir.Pat] = []
        rest: int | None = None
        for x in exprs:
            if isinstance(x, ast.ExprRange) and x.lo is None and x.hi is None and not x.inclusive:
                if rest is not None:
                    self.diag.error(
                        "",
                        "`..` can only be used once per tuple pattern",
                        x.span,
                        "can only be used once per tuple pattern",
                    )
                rest = len(out)
            else:
                out.append(self.assignee(x, leaves))
        return out, rest

    def underscore(self, e: ast.ExprUnderscore) -> hir.Expr:
        self.diag.error(
            "",
            "in expressions, `_` can only be used on the left-hand side of an assignment",
            e.span,
            "`_` not allowed here",
        )
        return hir.Err(e.span, self.id())

    def err(self, e: ast.ExprErr) -> hir.Expr:
        return hir.Err(e.span, self.id())


_EXPR: dict[type, Callable[[Any, Any], hir.Expr]] = {
    ast.Lit: BodyLowerer.lit,
    ast.ExprPath: BodyLowerer.path,
    ast.ExprUnary: BodyLowerer.unary,
    ast.ExprBinary: BodyLowerer.binary,
    ast.ExprAssign: BodyLowerer.assign,
    ast.ExprAssignOp: BodyLowerer.assign_op,
    ast.ExprAddrOf: BodyLowerer.addr_of,
    ast.ExprCall: BodyLowerer.call,
    ast.ExprMethodCall: BodyLowerer.method_call,
    ast.ExprField: BodyLowerer.field,
    ast.ExprIndex: BodyLowerer.index,
    ast.ExprTry: BodyLowerer.try_,
    ast.ExprAwait: BodyLowerer.await_,
    ast.ExprCast: BodyLowerer.cast,
    ast.ExprRange: BodyLowerer.range,
    ast.ExprTuple: BodyLowerer.tuple_,
    ast.ExprArray: BodyLowerer.array,
    ast.ExprRepeat: BodyLowerer.repeat,
    ast.ExprParen: BodyLowerer.paren,
    ast.ExprStruct: BodyLowerer.struct,
    ast.ExprIf: BodyLowerer.if_,
    ast.ExprLet: BodyLowerer.let,
    ast.ExprMatch: BodyLowerer.match,
    ast.ExprWhile: BodyLowerer.while_,
    ast.ExprLoop: BodyLowerer.loop,
    ast.ExprFor: BodyLowerer.for_,
    ast.ExprBlock: BodyLowerer.block_expr,
    ast.ExprClosure: BodyLowerer.closure,
    ast.ExprBreak: BodyLowerer.break_,
    ast.ExprContinue: BodyLowerer.continue_,
    ast.ExprReturn: BodyLowerer.return_,
    ast.ExprYield: BodyLowerer.yield_,
    ast.ExprUnderscore: BodyLowerer.underscore,
    ast.ExprMacro: BodyLowerer.expr_macro,
    ast.ExprBuiltinMacro: BodyLowerer.builtin_macro,
    ast.ExprErr: BodyLowerer.err,
}
