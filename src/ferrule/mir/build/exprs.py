"""Expressions as rvalues and into places: operators with their checks, calls, aggregates, control flow."""

from __future__ import annotations

from ferrule.hir import nodes as hir
from ferrule.mir import body as m
from ferrule.mir.build.builder import FOREVER, Breakable, Exit, field
from ferrule.mir.build.places import PLACES, Places, is_pure
from ferrule.mir.build.promote import promotable, promote
from ferrule.mir.place import discriminant_ty
from ferrule.thir import thir
from ferrule.ty import ty as t

OVERFLOW = {"add": "overflow_add", "sub": "overflow_sub", "mul": "overflow_mul"}


class Exprs(Places):
    # ---------------------------------------------------------------------------------------------------------- rvalues
    def as_rvalue(self, e: thir.Expr) -> m.Rvalue:
        match e:
            case thir.Binary():
                lhs, rhs = self.operands([e.lhs, e.rhs])
                return self.binary(e.op, lhs, rhs, e.lhs.ty, e.rhs.ty, e.span)
            case thir.Unary():
                arg = self.as_operand(e.arg, True)
                if e.op == "neg" and self.overflow_checks and isinstance(e.ty, t.Int) and e.ty.signed:
                    bad = self.temp(t.BOOL, e.span)
                    smallest = self.const_int(e.ty, e.ty.min, e.span)
                    self.assign(bad, m.BinaryOp("eq", as_copy(arg), smallest), e.span)
                    self.check(m.Move(bad), False, m.AssertMessage("overflow_neg", [as_copy(arg)]), e.span)
                return m.UnaryOp(e.op, arg)
            case thir.Cast():
                return self._cast(e)
            case thir.Borrow():
                return self._borrow(e)
            case thir.RawBorrow():
                return m.AddressOf(e.mut, self.as_place(e.arg))
            case thir.Repeat():
                return m.Repeat(self.as_operand(e.elem, True), e.count)
            case thir.Array():
                assert isinstance(e.ty, t.Array)
                return m.Aggregate(m.AggArray(e.ty.ty), self.operands(e.elems))
            case thir.Tuple():
                if not e.elems:
                    return m.Use(self.zst(e.ty, e.span))
                return m.Aggregate(m.AggTuple(), self.operands(e.elems))
            case thir.Adt():
                return self._adt(e)
            case thir.Closure():
                return m.Aggregate(m.AggClosure(e.def_, e.args), self.operands(e.upvars))
            case thir.Printf():
                operands, fmt = self.format(e.fmt, e.args, e.span)
                return m.Printf(fmt, operands)
        return m.Use(self.as_operand(e, True))

    def binary(self, op: str, lhs: m.Operand, rhs: m.Operand, lty: t.Ty, rty: t.Ty, span: int) -> m.Rvalue:
        """A built-in operator on evaluated operands, after the checks it needs."""
        if not isinstance(lty, t.Int):
            return m.BinaryOp(op, lhs, rhs)
        if op in ("div", "rem"):
            self._check_division(op, lhs, rhs, lty, span)
        elif self.overflow_checks:
            if op in OVERFLOW:
                pair_ty = t.mk_tuple((lty, t.BOOL))
                pair = self.temp(pair_ty, span)
                self.assign(pair, m.CheckedBinaryOp(op, as_copy(lhs), as_copy(rhs)), span)
                msg = m.AssertMessage(OVERFLOW[op], [lhs, rhs])
                self.check(m.Move(field(pair, 1, t.BOOL)), False, msg, span)
                return m.Use(m.Move(field(pair, 0, lty)))
            if op in ("shl", "shr") and isinstance(rty, t.Int):
                self._check_shift(op, rhs, lty, rty, span)
        return m.BinaryOp(op, lhs, rhs)

    def _check_division(self, op: str, lhs: m.Operand, rhs: m.Operand, ty: t.Int, span: int) -> None:
        known = rhs.value.bits if isinstance(rhs, m.Constant) and isinstance(rhs.value, m.CScalar) else None
        if known is None or known == 0:
            zero = self.temp(t.BOOL, span)
            self.assign(zero, m.BinaryOp("eq", as_copy(rhs), self.const_int(ty, 0, span)), span)
            kind = "division_by_zero" if op == "div" else "remainder_by_zero"
            self.check(m.Move(zero), False, m.AssertMessage(kind, [as_copy(lhs)]), span)
        if ty.signed and (known is None or known == (1 << ty.bits) - 1):
            minus_one, smallest, both = (self.temp(t.BOOL, span) for _ in range(3))
            self.assign(minus_one, m.BinaryOp("eq", as_copy(rhs), self.const_int(ty, -1, span)), span)
            self.assign(smallest, m.BinaryOp("eq", as_copy(lhs), self.const_int(ty, ty.min, span)), span)
            self.assign(both, m.BinaryOp("bitand", m.Move(minus_one), m.Move(smallest)), span)
            self.check(m.Move(both), False, m.AssertMessage(f"overflow_{op}", [as_copy(lhs), as_copy(rhs)]), span)

    def _check_shift(self, op: str, rhs: m.Operand, lty: t.Int, rty: t.Int, span: int) -> None:
        if isinstance(rhs, m.Constant) and isinstance(rhs.value, m.CScalar) and rhs.value.bits < lty.bits:
            return
        # A negative amount is a large unsigned one; the test is made in the unsigned type of the amount.
        unsigned = rty
        amount = as_copy(rhs)
        if rty.signed:
            unsigned = t.INT_TYPES["u" + rty.name[1:]]
            converted = self.temp(unsigned, span)
            self.assign(converted, m.Cast("int_to_int", amount, unsigned), span)
            amount = m.Move(converted)
        ok = self.temp(t.BOOL, span)
        self.assign(ok, m.BinaryOp("lt", amount, self.const_int(unsigned, lty.bits, span)), span)
        self.check(m.Move(ok), True, m.AssertMessage(f"overflow_{op}", [as_copy(rhs)]), span)

    def _cast(self, e: thir.Cast) -> m.Rvalue:
        if e.kind == "use":
            return m.Use(self.as_operand(e.arg, True))
        if e.kind == "enum_to_int":
            place = self.as_place(e.arg)
            discr_ty = discriminant_ty(self.tcx, e.arg.ty)
            if discr_ty is e.ty:
                return m.Discriminant(place)
            discr = self.temp(discr_ty, e.span)
            self.assign(discr, m.Discriminant(place), e.span)
            return m.Cast("int_to_int", m.Move(discr), e.ty)
        return m.Cast(e.kind, self.as_operand(e.arg, True), e.ty)

    def _borrow(self, e: thir.Borrow) -> m.Rvalue:
        if not isinstance(e.arg, PLACES) and e.extended != FOREVER and promotable(self, e):
            return m.Use(promote(self, e))
        return m.MRef(e.kind, self.as_place(e.arg, self.depth_of(e.extended)))

    def depth_of(self, extended: int) -> int | None:
        """The scope depth of temporaries marked ``extended``."""
        if extended == 0:
            return None
        return FOREVER if extended == FOREVER else self.let_scopes[extended]

    def _adt(self, e: thir.Adt) -> m.Rvalue:
        fields = sorted(e.fields, key=lambda f: f.index)
        if e.union:
            return m.Aggregate(m.AggAdt(e.def_, 0, e.args, fields[0].index), [self.as_operand(fields[0].expr, True)])
        if e.base is None:
            # Evaluated in source order, passed in field order.
            values = dict(zip((f.index for f in e.fields), self.operands([f.expr for f in e.fields])))
            return m.Aggregate(m.AggAdt(e.def_, e.variant, e.args), [values[f.index] for f in fields])
        values = {f.index: self.as_operand(f.expr) for f in e.fields}
        base = self.as_place(e.base)
        operands = []
        for i, f in enumerate(self.tcx.adt(e.def_).variants[e.variant].fields):
            ty = self.field_ty(f.def_, e.args)
            operands.append(values[i] if i in values else self.consume(field(base, i, ty), ty))
        return m.Aggregate(m.AggAdt(e.def_, e.variant, e.args), operands)

    # ----------------------------------------------------------------------------------------------------- into a place
    def into(self, dest: m.Place | None, e: thir.Expr) -> None:
        match e:
            case thir.Call():
                self._call(dest, e)
            case thir.BlockExpr():
                self._block_expr(dest, e)
            case thir.If():
                self._if(dest, e)
            case thir.Match():
                self.match_expr(self._dest(dest, e), e)
            case thir.Loop():
                self._loop(self._dest(dest, e), e)
            case thir.Logical():
                self._logical(dest, e)
            case thir.NeverToAny():
                self.into(None, e.arg)
                self.terminate(m.Unreachable(e.span))
                self.start_unreachable()
            case thir.Assign() | thir.AssignOp() | thir.PtxAsm():
                self.statement(e)
                if dest is not None:
                    self.assign(dest, m.Use(self.zst(t.UNIT, e.span)), e.span)
            case thir.Break() | thir.Continue() | thir.Return() | thir.Panic():
                self.statement(e)
            case thir.Let():
                self._logical(dest, e)
            case _:
                if dest is None:
                    self._discard(e)
                elif isinstance(e, PLACES):
                    self.assign(dest, m.Use(self.consume(self.as_place(e), e.ty)), e.span)
                else:
                    rvalue = self.as_rvalue(e)
                    self.assign(dest, rvalue, e.span)

    def _dest(self, dest: m.Place | None, e: thir.Expr) -> m.Place | None:
        """A place for the value of a branching expression if there is one."""
        if dest is None and e.ty is not t.UNIT and e.ty is not t.NEVER:
            return self.temp(e.ty, e.span)
        return dest

    def _discard(self, e: thir.Expr) -> None:
        if isinstance(e, PLACES):
            # A place as a statement reads it only if it must be moved out of.
            place = self.as_place(e)
            if not self.is_copy(e.ty):
                self.assign(self.temp_in(e.ty, e.span, self.temp_scope), m.Use(m.Move(place)), e.span)
        elif isinstance(e, thir.NamedConst):
            # A constant is evaluated, used or not: `const { assert!(..) }` is there for nothing else.
            self.assign(self.temp(e.ty, e.span), self.as_rvalue(e), e.span)
        elif self.as_constant(e) is None:
            rvalue = self.as_rvalue(e)
            if not (isinstance(rvalue, m.Use) and isinstance(rvalue.operand, m.Constant)):
                self.assign(self.temp(e.ty, e.span), rvalue, e.span)

    def _call(self, dest: m.Place | None, e: thir.Call) -> None:
        if isinstance(e.func, thir.Zst):
            func: m.Operand = self.zst(e.func.ty, e.func.span)
            args = self.operands(e.args)
        else:
            func, *args = self.operands([e.func, *e.args])
        diverges = e.ty is t.NEVER
        if dest is None:
            # A discarded value may be borrowed by nothing; it is dropped at the end of the statement.
            dest = m.Place(0) if diverges and self.locals[0].ty is t.NEVER else self.temp(e.ty, e.span)
        target = None if diverges else self.new_block()
        self.terminate(m.Call(e.span, func, args, dest, target, 0, e.fn_span))
        self.cur = self.new_block() if target is None else target

    def _block_expr(self, dest: m.Place | None, e: thir.BlockExpr) -> None:
        if e.label is None:
            self.block(dest, e.block)
            return
        dest = self._dest(dest, e)
        exit_ = Exit(len(self.scopes), self.new_block())
        self.breakables.append(Breakable(e.label, exit_, None, dest))
        self.block(dest, e.block)
        self.breakables.pop()
        self.goto(exit_.block, e.span)
        self.cur = exit_.block

    def _if(self, dest: m.Place | None, e: thir.If) -> None:
        dest = self._dest(dest, e)
        exit_ = Exit(len(self.scopes), -1)
        self.else_exits.append(exit_)
        with self.scope(e.span):
            self.condition(e.cond)
            self.else_exits.pop()
            with self.scope(e.then.span):
                self.into(dest, e.then)
        join = self.new_block()
        self.goto(join, e.span)
        self.cur = exit_.block if exit_.block >= 0 else self.new_block()
        if e.else_ is not None:
            with self.scope(e.else_.span):
                self.into(dest, e.else_)
        elif dest is not None:
            self.assign(dest, m.Use(self.zst(t.UNIT, e.span)), e.span)
        self.goto(join, e.span)
        self.cur = join

    def condition(self, e: thir.Expr) -> None:
        match e:
            case thir.Logical(op="&&"):
                self.condition(e.lhs)
                self.condition(e.rhs)
            case thir.Logical(op="||"):
                inner = Exit(len(self.scopes), -1)
                self.else_exits.append(inner)
                self.condition(e.lhs)
                self.else_exits.pop()
                holds = self.new_block()
                self.goto(holds, e.span)
                self.cur = inner.block if inner.block >= 0 else self.new_block()
                self.condition(e.rhs)
                self.goto(holds, e.span)
                self.cur = holds
            case thir.Unary(op="not") if e.ty is t.BOOL:
                inner = Exit(len(self.scopes), -1)
                self.else_exits.append(inner)
                self.condition(e.arg)
                self.else_exits.pop()
                self.exit_to(self.else_exits[-1], e.span)
                self.cur = inner.block if inner.block >= 0 else self.new_block()
            case thir.Let():
                self.let_condition(e)
            case thir.Literal():
                if not e.bits:
                    holds, fails = self.new_block(), self.new_block()
                    self.terminate(m.SwitchInt(e.span, self.const_bool(False, e.span), t.BOOL, [0], [fails, holds]))
                    self._fail(fails, holds, e.span)
            case _:
                with self.scope(e.span):
                    cond = self.as_operand(e, is_pure(e))
                holds, fails = self.new_block(), self.new_block()
                self.terminate(m.SwitchInt(e.span, cond, t.BOOL, [0], [fails, holds], source="if"))
                self._fail(fails, holds, e.span)

    def _fail(self, fails: int, holds: int, span: int) -> None:
        self.cur = fails
        self.exit_to(self.else_exits[-1], span)
        self.cur = holds

    def _logical(self, dest: m.Place | None, e: thir.Logical | thir.Let) -> None:
        """`a && b`, `a || b` (or a let chain) as a value."""
        exit_ = Exit(len(self.scopes), -1)
        self.else_exits.append(exit_)
        with self.scope(e.span):
            self.condition(e.lhs if isinstance(e, thir.Logical) else e)
            self.else_exits.pop()
            and_ = isinstance(e, thir.Logical) and e.op == "&&"
            if and_:
                assert isinstance(e, thir.Logical)
                with self.scope(e.rhs.span):
                    self.into(dest, e.rhs)
            elif dest is not None:
                self.assign(dest, m.Use(self.const_bool(True, e.span)), e.span)
        join = self.new_block()
        self.goto(join, e.span)
        self.cur = exit_.block if exit_.block >= 0 else self.new_block()
        if isinstance(e, thir.Logical) and not and_:
            with self.scope(e.rhs.span):
                self.into(dest, e.rhs)
        elif dest is not None:
            self.assign(dest, m.Use(self.const_bool(False, e.span)), e.span)
        self.goto(join, e.span)
        self.cur = join

    def _loop(self, dest: m.Place | None, e: thir.Loop) -> None:
        header, body = self.new_block(), self.new_block()
        self.goto(header, e.span)
        self.blocks[header].loop = m.LoopInfo(e.source, e.span, e.unroll)
        self.cur = header
        self.terminate(m.FalseUnwind(e.span, body))
        self.cur = body
        break_exit, continue_exit = Exit(len(self.scopes), -1), Exit(len(self.scopes), header)
        self.breakables.append(Breakable(e.label, break_exit, continue_exit, dest))
        with self.scope(e.span):
            self.into(None, e.body)
        self.breakables.pop()
        self.goto(header, e.span)
        self.cur = break_exit.block if break_exit.block >= 0 else self.new_block()

    # ------------------------------------------------------------------------------------------------------- statements
    def statement(self, e: thir.Expr) -> None:
        match e:
            case thir.Assign():
                self._assign(e)
            case thir.AssignOp():
                rhs = self.as_operand(e.rhs, is_pure(e.lhs))
                lhs = self.as_place(e.lhs)
                self.assign(lhs, self.binary(e.op, m.Copy(lhs), rhs, e.lhs.ty, e.rhs.ty, e.span), e.span)
            case thir.Break():
                self._break(e)
            case thir.Continue():
                target = self._target(e.target)
                if target is None or target.continue_exit is None:
                    self.start_unreachable()
                else:
                    self.exit_to(target.continue_exit, e.span)
            case thir.Return():
                dest = m.Place(0) if self.locals[0].ty is not t.UNIT else None
                if e.expr is not None:
                    self.into(dest, e.expr)
                elif dest is not None:
                    self.assign(dest, m.Use(self.zst(t.UNIT, e.span)), e.span)
                self.exit_to(self.return_exit, e.span)
            case thir.Panic():
                operands, fmt = self.format(e.fmt, e.args, e.span) if e.fmt is not None else ([], None)
                self.terminate(m.Panic(e.span, m.AssertMessage(e.kind, operands, fmt)))
                self.start_unreachable()
            case thir.PtxAsm():
                self._asm(e)
            case _:
                self.into(None, e)

    def _assign(self, e: thir.Assign) -> None:
        if self.needs_drop(e.lhs.ty):
            value = self.as_operand(e.rhs)
            place = self.as_place(e.lhs)
            target = self.new_block()
            self.terminate(m.Drop(e.span, place, target))
            self.cur = target
            self.assign(place, m.Use(value), e.span)
        elif is_pure(e.lhs):
            rvalue = self.as_rvalue(e.rhs)
            self.assign(self.as_place(e.lhs), rvalue, e.span)
        else:
            value = self.as_operand(e.rhs)
            self.assign(self.as_place(e.lhs), m.Use(value), e.span)

    def _target(self, node: hir.Expr | None) -> Breakable | None:
        for b in reversed(self.breakables):
            if b.node is node:
                return b
        return None

    def _break(self, e: thir.Break) -> None:
        target = self._target(e.target)
        if target is None:
            self.start_unreachable()
            return
        dest = target.dest
        if e.expr is not None:
            self.into(dest, e.expr)
        elif dest is not None:
            self.assign(dest, m.Use(self.zst(t.UNIT, e.span)), e.span)
        self.exit_to(target.break_exit, e.span)

    def _asm(self, e: thir.PtxAsm) -> None:
        inputs: list[m.AsmOperand] = []
        outputs: list[m.AsmOperand] = []
        options = list(e.options)
        for o in e.operands:
            if o.expr is None:
                options.append(f"clobber:{o.constraint}")
            elif o.kind == "in":
                inputs.append(m.AsmOperand(o.constraint, self.as_operand(o.expr), None))
            else:
                place = self.as_place(o.expr)
                outputs.append(m.AsmOperand(o.constraint, m.Copy(place) if o.kind == "inout" else None, place))
        self.push(m.PtxAsm(e.span, e.template, inputs, outputs, options))

    # ---------------------------------------------------------------------------------------------------------- formats
    def format(self, fmt: hir.Format, args: list[thir.Expr], span: int) -> tuple[list[m.Operand], m.Format]:
        """The operands a panic record or printf can carry, and the format that shows them.

        Numbers, bools, chars and strings are values, string literals become text; anything else is shown by its type."""
        operands: list[m.Operand] = []
        shown: dict[int, int | str] = {}
        for i, arg in enumerate(args):
            x = arg
            while isinstance(x, thir.Borrow):
                x = x.arg
            while isinstance(x.ty, t.Ref) and not isinstance(x.ty.ty, (t.Str, t.Slice)):
                x = thir.Deref(x.span, x.ty.ty, x)
            if isinstance(x, thir.StrLit):
                shown[i] = x.data.decode()
            elif isinstance(x.ty, (t.Int, t.Float, t.Bool, t.Char, t.Ptr)) or (
                isinstance(x.ty, t.Ref) and isinstance(x.ty.ty, t.Str)
            ):
                shown[i] = len(operands)
                operands.append(self.as_operand(x))
            else:
                self.into(None, arg)
                shown[i] = f"<{arg.ty}>"
        pieces: list[str | hir.FormatSpec] = []
        for p in fmt.pieces:
            if isinstance(p, str):
                pieces.append(p)
                continue
            value = shown[p.arg]
            if isinstance(value, str):
                pieces.append(value)
            else:
                pieces.append(hir.FormatSpec(p.span, value, p.trait_, p.flags, p.width, p.precision))
        return operands, m.Format(pieces, span)


def as_copy(op: m.Operand) -> m.Operand:
    """``op`` for a use that is not the last one; its type is Copy."""
    return m.Copy(op.place) if isinstance(op, m.Move) else op
