"""HIR and the results of type checking to THIR: what the source leaves implicit becomes nodes.

Adjustments wrap their expression; method calls and overloaded operators are calls of a fn item; captured variables are
projections of the closure; constructor calls are aggregates; temporaries of `let x = &temp()` are marked as extended.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ferrule.hir import nodes as hir
from ferrule.mir import floats
from ferrule.resolve.defs import Def, DefKind
from ferrule.thir import thir
from ferrule.thir.pattern import PatternBuilder, literal_bits
from ferrule.ty import ty as t
from ferrule.ty.lower import TyLowerer

if TYPE_CHECKING:
    from ferrule.infer.results import Adjustment, ClosureInfo
    from ferrule.ty.context import TyCtxt

BIN_OPS = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "&": "bitand", "|": "bitor", "^": "bitxor",
    "<<": "shl", ">>": "shr", "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
}  # fmt: skip
BY_REF_OPS = frozenset(("==", "!=", "<", "<=", ">", ">="))
EXTENDED_FOREVER = -1
_U32 = t.INT_TYPES["u32"]


def owner_of(d: Def) -> Def:
    """The body owner whose TypeckResults cover ``d``: closures belong to the item around them."""
    while d.kind is DefKind.CLOSURE:
        assert d.generics_parent is not None
        d = d.generics_parent
    return d


def build(tcx: TyCtxt, d: Def) -> thir.Body:
    """THIR of a fn, const, static, anonymous const or closure."""
    owner = owner_of(d)
    results = tcx.typeck(owner)
    if d.kind is DefKind.CLOSURE:
        info = tcx.closure_info(d)
        builder = ThirBuilder(tcx, owner, info)
        params = [thir.Param(p.span, builder.patterns.pat(p.pat), ty) for p, ty in zip(info.expr.params, info.inputs)]
        value = builder.expr(info.expr.body)
        return thir.Body(info.expr.span, d, params, value, info.output, info, results.types[info.expr.id])
    body = tcx.hir_body(owner)
    assert body is not None
    builder = ThirBuilder(tcx, owner, None)
    is_fn = owner.kind in (DefKind.FN, DefKind.ASSOC_FN)
    if is_fn:
        from ferrule.ty.fold import erase_regions

        sig = tcx.fn_sig(owner)
        inputs = [results.types.get(p.pat.id) or erase_regions(ty) for p, ty in zip(body.params, sig.inputs)]
        for i, p in enumerate(body.params):
            adjusted = results.pat_adjustments.get(p.pat.id)
            if adjusted:
                inputs[i] = adjusted[0]
        output = erase_regions(sig.output)
    else:
        inputs = []
        output = results.expr_ty_adjusted(body.value)
        builder.extend(body.value, EXTENDED_FOREVER)
    params = [thir.Param(p.span, builder.patterns.pat(p.pat), ty) for p, ty in zip(body.params, inputs)]
    return thir.Body(owner.span, owner, params, builder.expr(body.value), output, None, None)


class ThirBuilder:
    def __init__(self, tcx: TyCtxt, owner: Def, closure: ClosureInfo | None) -> None:
        self.tcx, self.owner = tcx, owner
        self.results = tcx.typeck(owner)
        self.patterns = PatternBuilder(tcx, self.results)
        self.upvars = {c.local.id: i for i, c in enumerate(closure.captures)} if closure is not None else {}
        self.extended: dict[int, int] = {}  # expression id -> let id
        self.lets = 0

    # --------------------------------------------------------------------------------------------- extended temporaries
    def extend(self, e: hir.Expr, let_id: int) -> None:
        """Marks the operands of borrows in ``e``, an initialiser, whose temporaries live as long as the variable."""
        match e:
            case hir.AddrOf():
                self.extend(e.expr, let_id)
                self.extend_place(e.expr, let_id)
            case hir.Struct():
                for f in e.fields:
                    self.extend(f.expr, let_id)
            case hir.Tuple() | hir.Array():
                for x in e.elems:
                    self.extend(x, let_id)
            case hir.Cast():
                self.extend(e.expr, let_id)
            case hir.BlockExpr():
                if e.block.tail is not None:
                    self.extend(e.block.tail, let_id)
            case hir.If():
                for branch in (e.then.tail, e.else_):
                    if branch is not None:
                        self.extend(branch, let_id)
            case hir.Match():
                for arm in e.arms:
                    self.extend(arm.body, let_id)
            case hir.Call():
                res = self.results.path_res.get(e.func.id)
                if res is not None and res[0].kind in (DefKind.STRUCT, DefKind.VARIANT):
                    for x in e.args:
                        self.extend(x, let_id)

    def extend_place(self, e: hir.Expr, let_id: int) -> None:
        while True:
            self.extended[e.id] = let_id
            match e:
                case hir.AddrOf() | hir.Field() | hir.Index():
                    e = e.expr
                case hir.Unary(op="*"):
                    e = e.expr
                case _:
                    return

    # ------------------------------------------------------------------------------------------------------ expressions
    def expr(self, e: hir.Expr) -> thir.Expr:
        out: thir.Expr = getattr(self, "_" + type(e).__name__)(e)
        for a in self.results.adjustments.get(e.id, ()):
            out = self._adjust(out, e, a)
        return out

    def exprs(self, es: list[hir.Expr]) -> list[thir.Expr]:
        return [self.expr(e) for e in es]

    def ty(self, e: hir.Expr) -> t.Ty:
        return self.results.types[e.id]

    def _adjust(self, x: thir.Expr, e: hir.Expr, a: Adjustment) -> thir.Expr:
        span = x.span
        match a.kind:
            case "never_to_any":
                return thir.NeverToAny(span, a.target, x)
            case "deref":
                return thir.Deref(span, a.target, x)
            case "overloaded_deref":
                name = "deref_mut" if a.mut else "deref"
                def_, args = a.def_, a.args
                if def_ is None:
                    trait = self.tcx.require_lang_item(name)
                    def_, args = next(c for c in trait.children if c.name == name), (x.ty,)
                arg = thir.Borrow(
                    span, t.mk_ref(x.ty, a.mut), "mut" if a.mut else "shared", x, self.extended.get(e.id, 0)
                )
                return self._overloaded_place(span, a.target, a.mut, def_, args, [arg])
            case "borrow":
                if not a.mut and isinstance(x, thir.Deref) and x.arg.ty is a.target:
                    return x.arg  # a reborrow of a shared reference is a copy of it
                kind = ("two_phase" if a.two_phase else "mut") if a.mut else "shared"
                return thir.Borrow(span, a.target, kind, x, self.extended.get(e.id, 0))
            case "raw_borrow":
                if isinstance(x.ty, t.Ref):
                    x = thir.Deref(span, x.ty.ty, x)
                return thir.RawBorrow(span, a.target, a.mut, x)
        return thir.Cast(span, a.target, a.kind, x)

    def _overloaded_place(
        self, span: int, ty: t.Ty, mut: bool, def_: Def, args: t.Args, operands: list[thir.Expr]
    ) -> thir.Expr:
        """``*f(operands)`` where ``f`` is Deref::deref, Index::index or their mutable forms."""
        call = thir.Call(span, t.mk_ref(ty, mut), self._fn(span, def_, args), operands, span)
        return thir.Deref(span, ty, call)

    def _fn(self, span: int, def_: Def, args: t.Args) -> thir.Expr:
        return thir.Zst(span, t.mk_fn_def(def_, args))

    def _by_ref(self, x: thir.Expr, self_ty: t.GenericArg, kind: str, extended: int = 0) -> thir.Expr:
        """``x`` borrowed unless type checking has put the borrow into its adjustments."""
        if x.ty is not self_ty:
            return x
        return thir.Borrow(x.span, t.mk_ref(x.ty, kind != "shared"), kind, x, extended)

    # --- leaves
    def _Lit(self, e: hir.Lit) -> thir.Expr:
        ty = self.ty(e)
        if e.kind == "str":
            return thir.StrLit(e.span, ty, e.value.encode() if isinstance(e.value, str) else e.value)
        if e.kind in ("bytestr", "cstr"):
            return thir.BytesLit(e.span, ty, e.value)
        return self._scalar(e, ty, False, e.span)

    def _scalar(self, e: hir.Lit, ty: t.Ty, negative: bool, span: int) -> thir.Expr:
        bits = literal_bits(e, ty, negative)
        assert bits is not None, (e.kind, ty)
        if isinstance(ty, t.Int):
            value = -e.value if negative else e.value
            if not ty.min <= value <= ty.max and not (e.value == ty.max + 1 and self._negated == e.id):
                self.tcx.session.diag.error("", f"literal out of range for `{ty.name}`", e.span)
        elif isinstance(ty, t.Float) and bits & ~floats.FORMATS[ty.name].sign == floats.FORMATS[ty.name].inf:
            self.tcx.session.diag.error("", f"literal out of range for `{ty.name}`", e.span)
        return thir.Literal(span, ty, bits)

    _negated = -1

    def _ExprPath(self, e: hir.ExprPath) -> thir.Expr:
        if isinstance(e.qpath, hir.QResolved) and isinstance(e.qpath.path.res, hir.ResLocal):
            return self._local(e.qpath.path.res.local, e.span)
        ty = self.ty(e)
        def_, args = self.results.path_res[e.id]
        match def_.kind:
            case DefKind.CONST | DefKind.ASSOC_CONST | DefKind.ANON_CONST:
                return thir.NamedConst(e.span, ty, def_, args)
            case DefKind.CONST_PARAM:
                return thir.ConstParam(e.span, ty, self._const_param(def_, ty))
            case DefKind.STATIC:
                mut = bool(getattr(def_.node, "mut", False))
                address = t.mk_ptr(ty, True) if mut else t.mk_ref(ty, False)
                return thir.Deref(e.span, ty, thir.StaticAddr(e.span, address, def_))
            case DefKind.STRUCT | DefKind.VARIANT if isinstance(ty, t.Adt):
                return thir.Adt(e.span, ty, ty.def_, self._variant_of(def_, ty), ty.args, [], None, False)
        return thir.Zst(e.span, ty)

    def _local(self, local: hir.Local, span: int) -> thir.Expr:
        ty = self.results.local_types[local.id]
        index = self.upvars.get(local.id)
        if index is not None:
            return thir.UpvarRef(span, ty, index, local)
        return thir.VarRef(span, ty, local)

    def _const_param(self, def_: Def, ty: t.Ty) -> t.Const:
        d: Def | None = self.owner
        while d is not None:
            generics = self.tcx.generics_of(d)
            for p in generics.params:
                if p.def_ is def_:
                    return t.mk_const_param(ty, p.index, p.name, def_)
            d = generics.parent
        raise LookupError(f"{def_} is not a parameter of {self.owner}")

    def _variant_of(self, def_: Def, ty: t.Adt) -> int:
        return next((v.index for v in self.tcx.adt(ty.def_).variants if v.def_ is def_), 0)

    def _ConstBlock(self, e: hir.ConstBlock) -> thir.Expr:
        return thir.NamedConst(e.span, self.ty(e), e.def_, self.tcx.identity_args(self.owner))

    # --- operators
    def _Unary(self, e: hir.Unary) -> thir.Expr:
        ty = self.ty(e)
        callee = self.results.callee.get(e.id)
        if e.op == "*":
            arg = self.expr(e.expr)
            if callee is None:
                return thir.Deref(e.span, ty, arg)
            mut = callee[0].name == "deref_mut"
            arg = self._by_ref(arg, callee[1][0], "mut" if mut else "shared", self.extended.get(e.expr.id, 0))
            return self._overloaded_place(e.span, ty, mut, *callee, [arg])
        if callee is not None:
            return thir.Call(e.span, ty, self._fn(e.span, *callee), [self.expr(e.expr)], e.span)
        if e.op == "-" and isinstance(e.expr, hir.Lit) and e.expr.id not in self.results.adjustments:
            self._negated = e.expr.id
            return self._scalar(e.expr, ty, True, e.span)
        return thir.Unary(e.span, ty, "neg" if e.op == "-" else "not", self.expr(e.expr))

    def _Binary(self, e: hir.Binary) -> thir.Expr:
        ty = self.ty(e)
        if e.op in ("&&", "||"):
            return thir.Logical(e.span, ty, e.op, self.expr(e.lhs), self.expr(e.rhs))
        lhs, rhs = self.expr(e.lhs), self.expr(e.rhs)
        callee = self.results.callee.get(e.id)
        if callee is None:
            return thir.Binary(e.span, ty, BIN_OPS[e.op], lhs, rhs)
        if e.op in BY_REF_OPS:
            args = callee[1]
            lhs = self._by_ref(lhs, args[0], "shared")
            rhs = self._by_ref(rhs, args[1] if len(args) > 1 else args[0], "shared")
        return thir.Call(e.span, ty, self._fn(e.op_span, *callee), [lhs, rhs], e.span)

    def _Assign(self, e: hir.Assign) -> thir.Expr:
        return thir.Assign(e.span, t.UNIT, self.expr(e.lhs), self.expr(e.rhs))

    def _AssignOp(self, e: hir.AssignOp) -> thir.Expr:
        lhs, rhs = self.expr(e.lhs), self.expr(e.rhs)
        callee = self.results.callee.get(e.id)
        op = e.op.removesuffix("=")
        if callee is None:
            return thir.AssignOp(e.span, t.UNIT, BIN_OPS[op], lhs, rhs)
        lhs = self._by_ref(lhs, callee[1][0], "two_phase")
        return thir.Call(e.span, t.UNIT, self._fn(e.op_span, *callee), [lhs, rhs], e.span)

    def _AddrOf(self, e: hir.AddrOf) -> thir.Expr:
        arg = self.expr(e.expr)
        if e.raw:
            return thir.RawBorrow(e.span, self.ty(e), e.mut, arg)
        return thir.Borrow(e.span, self.ty(e), "mut" if e.mut else "shared", arg, self.extended.get(e.expr.id, 0))

    def _Cast(self, e: hir.Cast) -> thir.Expr:
        arg, to = self.expr(e.expr), self.ty(e)
        if e.id in self.results.coercion_casts or arg.ty is to:
            return thir.Cast(e.span, to, "use", arg)
        source = arg.ty
        if isinstance(source, t.Ref) and isinstance(to, t.Ptr):
            mut = source.mut
            arg = thir.RawBorrow(e.span, t.mk_ptr(source.ty, mut), mut, thir.Deref(e.span, source.ty, arg))
            source = arg.ty
            if source is to:
                return arg
        if isinstance(source, t.FnDef) and not isinstance(to, t.FnPtr):
            sig = self._fn_ptr(source)
            arg = thir.Cast(e.span, sig, "reify_fn", arg)
            source = sig
        return thir.Cast(e.span, to, cast_kind(source, to), arg)

    def _fn_ptr(self, ty: t.FnDef) -> t.FnPtr:
        from ferrule.ty.fold import erase_regions, subst

        sig = self.tcx.fn_sig(ty.def_)
        inputs = tuple(erase_regions(subst(x, ty.args)) for x in sig.inputs)
        return t.mk_fn_ptr(inputs, erase_regions(subst(sig.output, ty.args)), sig.unsafe)

    # --- calls and places
    def _Call(self, e: hir.Call) -> thir.Expr:
        ty = self.ty(e)
        callee = self.results.callee.get(e.id)
        if callee is not None:
            name = callee[0].name
            func = self.expr(e.func)
            if name != "call_once":
                func = self._by_ref(func, callee[1][0], "shared" if name == "call" else "mut")
            tuple_ty = callee[1][1]
            assert isinstance(tuple_ty, t.Ty)
            packed = thir.Tuple(e.span, tuple_ty, self.exprs(e.args))
            return thir.Call(e.span, ty, self._fn(e.func.span, *callee), [func, packed], e.span)
        res = self.results.path_res.get(e.func.id)
        if res is not None and res[0].kind in (DefKind.STRUCT, DefKind.VARIANT) and isinstance(ty, t.Adt):
            fields = [thir.FieldExpr(i, self.expr(a)) for i, a in enumerate(e.args)]
            return thir.Adt(e.span, ty, ty.def_, self._variant_of(res[0], ty), ty.args, fields, None, False)
        func = self.expr(e.func)
        if isinstance(func.ty, t.FnDef):
            self._check_transmute(func.ty, e.func.span)
        return thir.Call(e.span, ty, func, self.exprs(e.args), e.span)

    def _check_transmute(self, func: t.FnDef, span: int) -> None:
        """E0512, where both types are known; in generic code each instance is looked at."""
        d = func.def_
        if (
            d.name != "transmute"
            or d.crate.name != "core"
            or any(a.flags & (t.HAS_PARAM | t.HAS_ERROR) for a in func.args)
        ):
            return
        source, target = (self.tcx.normalize(a) for a in func.args if isinstance(a, t.Ty))
        a, b = self.tcx.layout_of(source).size, self.tcx.layout_of(target).size
        if a != b:
            error = self.tcx.session.diag.error(
                "E0512", "cannot transmute between types of different sizes, or dependently-sized types", span
            )
            error.note(f"source type: `{source}` ({a * 8} bits)")
            error.note(f"target type: `{target}` ({b * 8} bits)")

    def _MethodCall(self, e: hir.MethodCall) -> thir.Expr:
        args = [self.expr(e.receiver), *self.exprs(e.args)]
        return thir.Call(e.span, self.ty(e), self._fn(e.segment.span, *self.results.callee[e.id]), args, e.span)

    def _Field(self, e: hir.Field) -> thir.Expr:
        return thir.Field(e.span, self.ty(e), self.expr(e.expr), self.results.field_index[e.id])

    def _Index(self, e: hir.Index) -> thir.Expr:
        lhs, index, ty = self.expr(e.expr), self.expr(e.index), self.ty(e)
        callee = self.results.callee.get(e.id)
        if callee is None:
            return thir.Index(e.span, ty, lhs, index)
        mut = callee[0].name == "index_mut"
        lhs = self._by_ref(lhs, callee[1][0], "mut" if mut else "shared", self.extended.get(e.expr.id, 0))
        return self._overloaded_place(e.span, ty, mut, *callee, [lhs, index])

    # --- aggregates
    def _Struct(self, e: hir.Struct) -> thir.Expr:
        ty = self.ty(e)
        assert isinstance(ty, t.Adt)
        adt = self.tcx.adt(ty.def_)
        variant = self.results.pat_variants.get(e.id)
        if variant is None:
            res = self.results.path_res.get(e.id)
            variant = self._variant_of(res[0], ty) if res is not None else 0
        data = adt.variants[variant]
        fields = []
        for f in e.fields:
            index = data.field(f.ident.name)
            assert index is not None
            fields.append(thir.FieldExpr(index, self.expr(f.expr)))
        base = self.expr(e.base) if e.base is not None else None
        return thir.Adt(e.span, ty, ty.def_, variant, ty.args, fields, base, adt.kind == "union")

    def _Tuple(self, e: hir.Tuple) -> thir.Expr:
        return thir.Tuple(e.span, self.ty(e), self.exprs(e.elems))

    def _Array(self, e: hir.Array) -> thir.Expr:
        return thir.Array(e.span, self.ty(e), self.exprs(e.elems))

    def _Repeat(self, e: hir.Repeat) -> thir.Expr:
        ty = self.ty(e)
        assert isinstance(ty, t.Array)
        return thir.Repeat(e.span, ty, self.expr(e.elem), ty.len)

    def _Closure(self, e: hir.Closure) -> thir.Expr:
        ty = self.ty(e)
        assert isinstance(ty, t.Closure)
        upvars: list[thir.Expr] = []
        for c in self.results.closures[e.def_].captures:
            x = self._local(c.local, c.span)
            if c.mode != "value":
                kind = "shared" if c.mode == "ref" else "mut" if c.local.mut else "unique"
                x = thir.Borrow(c.span, t.mk_ref(x.ty, c.mode == "mut"), kind, x, 0)
            upvars.append(x)
        return thir.Closure(e.span, ty, e.def_, ty.args, upvars)

    # --- control flow
    def _BlockExpr(self, e: hir.BlockExpr) -> thir.Expr:
        return thir.BlockExpr(e.span, self.ty(e), e if e.label is not None else None, self.block(e.block))

    def block(self, b: hir.Block) -> thir.Block:
        stmts: list[thir.Stmt] = []
        for s in b.stmts:
            if isinstance(s, hir.StmtExpr):
                stmts.append(thir.StmtExpr(s.span, self.expr(s.expr)))
            elif isinstance(s, hir.StmtLet):
                stmts.append(self._let(s))
        return thir.Block(b.span, stmts, self.expr(b.tail) if b.tail is not None else None)

    def _let(self, s: hir.StmtLet) -> thir.StmtLet:
        self.lets += 1
        let_id = self.lets
        init = None
        if s.init is not None:
            self.extend(s.init, let_id)
            if binds_by_reference(s.pat):
                self.extend_place(s.init, let_id)
            init = self.expr(s.init)
        pat = self.patterns.pat(s.pat)
        els = self.block(s.els) if s.els is not None else None
        user_ty = self.results.user_types.get(s.ty.id) if s.ty is not None else None
        return thir.StmtLet(s.span, pat, init, els, let_id, user_ty, s.els.span if s.els is not None else 0)

    def _as_block_expr(self, b: hir.Block, ty: t.Ty) -> thir.Expr:
        return thir.BlockExpr(b.span, ty, None, self.block(b))

    def _If(self, e: hir.If) -> thir.Expr:
        ty = self.ty(e)
        cond, then = self.expr(e.cond), self._as_block_expr(e.then, ty)
        return thir.If(e.span, ty, cond, then, self.expr(e.else_) if e.else_ is not None else None)

    def _Let(self, e: hir.Let) -> thir.Expr:
        return thir.Let(e.span, t.BOOL, self.patterns.pat(e.pat), self.expr(e.init))

    def _Match(self, e: hir.Match) -> thir.Expr:
        scrutinee = self.expr(e.scrutinee)
        arms = [
            thir.Arm(
                a.span, self.patterns.pat(a.pat), self.expr(a.guard) if a.guard is not None else None, self.expr(a.body)
            )
            for a in e.arms
        ]
        return thir.Match(e.span, self.ty(e), scrutinee, arms, e.source)

    def _Loop(self, e: hir.Loop) -> thir.Expr:
        unroll: t.Const | None = t.mk_const(_U32, e.unroll) if isinstance(e.unroll, int) else None
        if isinstance(e.unroll, hir.AnonConst):
            unroll = TyLowerer(self.tcx, self.owner).anon_const(e.unroll, _U32)
        return thir.Loop(e.span, self.ty(e), e, self._as_block_expr(e.body, t.UNIT), e.source, unroll)

    def _Break(self, e: hir.Break) -> thir.Expr:
        return thir.Break(e.span, t.NEVER, e.target, self.expr(e.expr) if e.expr is not None else None)

    def _Continue(self, e: hir.Continue) -> thir.Expr:
        return thir.Continue(e.span, t.NEVER, e.target)

    def _Return(self, e: hir.Return) -> thir.Expr:
        return thir.Return(e.span, t.NEVER, self.expr(e.expr) if e.expr is not None else None)

    # --- built-in macros
    def _Panic(self, e: hir.Panic) -> thir.Expr:
        return thir.Panic(e.span, t.NEVER, e.kind, e.fmt, self.exprs(e.fmt.args) if e.fmt is not None else [])

    def _Printf(self, e: hir.Printf) -> thir.Expr:
        return thir.Printf(e.span, self.ty(e), e.fmt, self.exprs(e.fmt.args))

    def _PtxAsm(self, e: hir.PtxAsm) -> thir.Expr:
        operands = [
            thir.AsmOperand(o.kind, o.constraint, self.expr(o.expr) if o.expr is not None else None) for o in e.operands
        ]
        return thir.PtxAsm(e.span, self.ty(e), e.template, operands, e.options)

    def _MatchesBuiltin(self, e: hir.MatchesBuiltin) -> thir.Expr:
        callee = self.results.callee.get(e.id)
        if callee is not None:
            return thir.Call(e.span, self.ty(e), self._fn(e.span, *callee), self.exprs(e.args), e.span)
        return self._reported(e, f"the built-in macro `{e.name}!`")

    def _Unsupported(self, e: hir.Unsupported) -> thir.Expr:
        return self._reported(e, e.what)

    def _Err(self, e: hir.Err) -> thir.Expr:
        return thir.Panic(e.span, t.NEVER, "unreachable", None, [])

    def _reported(self, e: hir.Expr, what: str) -> thir.Expr:
        code = getattr(e, "code", "G0011")
        self.tcx.session.diag.error(code, f"{what} is not supported in device code", e.span)
        return thir.Panic(e.span, t.NEVER, "unreachable", None, [])


def cast_kind(source: t.Ty, to: t.Ty) -> str:
    """The row of CAST_KINDS for `source as to`; both are types that `as` accepts."""
    match source, to:
        case ((t.Int() | t.Bool() | t.Char()), (t.Int() | t.Char())):
            return "int_to_int"
        case t.Int(), t.Float():
            return "int_to_float"
        case t.Float(), t.Int():
            return "float_to_int"
        case t.Float(), t.Float():
            return "float_to_float"
        case t.Adt(), _:
            return "enum_to_int"
        case t.Ptr(inner, mut), t.Ptr(target, to_mut):
            if isinstance(inner, t.Array) and inner.ty is target:
                return "array_to_ptr"
            return "mut_to_const" if inner is target and mut and not to_mut else "ptr_to_ptr"
        case t.Ptr(), t.Int():
            return "ptr_to_int"
        case t.Int(), t.Ptr():
            return "int_to_ptr"
        case t.FnPtr(), (t.Ptr() | t.Int()):
            return "fn_ptr_to_ptr"
        case ((t.FnDef() | t.FnPtr() | t.Closure()), t.FnPtr()):
            return {"fn_def": "reify_fn", "fn_ptr": "unsafe_fn"}.get(source.kind, "closure_fn")
    raise AssertionError(f"cast from {source} to {to}")


def binds_by_reference(p: hir.Pat) -> bool:
    """Whether a let pattern extends its initialiser's temporaries: it has a `ref` binding (rustc's is_binding_pat)."""
    match p:
        case hir.PatBinding():
            return p.by_ref != ""
        case hir.PatStruct():
            return any(binds_by_reference(f.pat) for f in p.fields)
        case hir.PatTuple() | hir.PatTupleStruct():
            return any(map(binds_by_reference, p.elems))
        case hir.PatSlice():
            inner: list[Any] = [*p.before, p.middle, *p.after]
            return any(binds_by_reference(x) for x in inner if x is not None)
        case hir.PatOr():
            return any(map(binds_by_reference, p.alts))
    return False
