"""Blocks and their statements: the scopes of variables, `let`, `let ... else`."""

from __future__ import annotations

from ferrule.mir import body as m
from ferrule.mir.build.builder import Exit, Scope
from ferrule.mir.build.matches import Matches, pattern_bindings
from ferrule.thir import thir
from ferrule.ty import ty as t


class Blocks(Matches):
    def block(self, dest: m.Place | None, b: thir.Block) -> None:
        """Each `let` opens a scope that lasts to the end of the block; temporaries of the tail die first."""
        opened = len(self.scopes)
        for s in b.stmts:
            if isinstance(s, thir.StmtExpr):
                with self.scope(s.span):
                    self.statement(s.expr)
            elif isinstance(s, thir.StmtLet):
                self.scopes.append(Scope(s.span))
                self.let_scopes[s.let_id] = len(self.scopes) - 1
                if s.els is None:
                    self._let(s)
                else:
                    self._let_else(s, s.els)
        if b.tail is not None:
            with self.scope(b.tail.span):
                self.into(dest, b.tail)
        elif dest is not None and self.place_ty(dest) is t.UNIT:
            self.assign(dest, m.Use(self.zst(t.UNIT, b.span)), b.span)
        while len(self.scopes) > opened:
            self.leave()

    def _let(self, s: thir.StmtLet) -> None:
        depth = len(self.scopes) - 1
        self.declare_bindings(s.pat)
        if s.init is None:
            for b in pattern_bindings(s.pat):
                var = self.vars[b.local.id]
                self.storage_live(var, b.span, depth)
                self.schedule_value(var, b.span, depth)
            self._ascribe_declared(s)
            return
        with self.scope(s.init.span):
            self.into_pattern(s.pat, s.init, depth, s.ty)

    def _ascribe_declared(self, s: thir.StmtLet) -> None:
        if s.ty is not None and isinstance(s.pat, thir.PBinding):
            self.locals[self.vars[s.pat.local.id]].user_ty = s.ty

    def into_pattern(self, pat: thir.Pat, init: thir.Expr, depth: int, user_ty: t.Ty | None) -> None:
        """Evaluates ``init`` and binds an irrefutable pattern to it."""
        if isinstance(pat, thir.PBinding) and pat.mode == "move" and pat.sub is None:
            var = self.vars[pat.local.id]
            self.storage_live(var, pat.span, depth)
            place = m.Place(var)
            self.into(place, init)
            if user_ty is not None:
                self.locals[var].user_ty = user_ty
            self.push(m.FakeRead(pat.span, "let", place))
            self.schedule_value(var, pat.span, depth)
            return
        by_ref = any(b.mode != "move" for b in pattern_bindings(pat))
        place = self.as_place(init, depth if by_ref else None)
        self.push(m.FakeRead(init.span, "let", place))
        if user_ty is not None:
            self.push(m.AscribeUserType(init.span, place, user_ty))
        self.match_pattern(place, pat, depth, pat.span)

    def _let_else(self, s: thir.StmtLet, els: thir.Block) -> None:
        assert s.init is not None
        depth = len(self.scopes) - 1
        exit_ = Exit(depth, -1)
        self.else_exits.append(exit_)
        self.declare_bindings(s.pat)
        with self.scope(s.init.span):
            by_ref = any(b.mode != "move" for b in pattern_bindings(s.pat))
            place = self.as_place(s.init, depth if by_ref else None)
            self.push(m.FakeRead(s.init.span, "let", place))
            outer, self.refutable_exit = self.refutable_exit, True
            self.match_pattern(place, s.pat, depth, s.span)
            self.refutable_exit = outer
            self.else_exits.pop()
        matched = self.cur
        # The variables do not exist in the else block.
        remainder = self.scopes.pop()
        self.cur = exit_.block if exit_.block >= 0 else self.new_block()
        with self.scope(s.els_span):
            self.block(None, els)
        self.terminate(m.Unreachable(s.els_span))
        self.scopes.append(remainder)
        self.cur = matched
