"""Match lowering: candidates are tried in order by tests of places, as in rustc's builder.

A test sorts the leading candidates by its outcomes; those that could match under two outcomes wait for the remainder,
so that no arm is lowered twice.  False edges tell the borrow checker that any arm may be tried after those before it.
"""

from __future__ import annotations

from ferrule.mir import body as m
from ferrule.mir.build.builder import Exit, Scope
from ferrule.mir.build.candidates import FAILURE, SUCCESS, Binding, Candidate, Flattener, Key, MatchPair
from ferrule.mir.build.exprs import Exprs
from ferrule.mir.place import discriminant_ty
from ferrule.mir.pretty import show_place
from ferrule.thir import thir
from ferrule.thir.inhabited import variant_uninhabited
from ferrule.ty import ty as t


class Matches(Exprs):
    flattener: Flattener
    guard_edges: set[int]  # blocks whose FalseEdge must stay
    tested: list[m.Place] | None = None  # places tested by the match being lowered, if it has guards

    # ---------------------------------------------------------------------------------------------------- decision tree
    def match_candidates(self, start: int, cands: list[Candidate], span: int) -> int:
        """Tests ``cands`` from block ``start``; returns the block reached when none matches."""
        while cands:
            first = cands[0]
            if first.false_start < 0:
                first.false_start = start
            if not first.pairs:
                first.pre_binding = start
                start = first.otherwise = self.new_block()
                cands = cands[1:]
            elif isinstance(first.pairs[0].pat, thir.POr):
                start, cands = self._expand_or(start, cands, span)
            else:
                start, cands = self._test(start, cands, span)
        return start

    def _expand_or(self, start: int, cands: list[Candidate], span: int) -> tuple[int, list[Candidate]]:
        """Replaces leading or-patterns by their alternatives.  A candidate with further pairs ends the expansion."""
        expanded: list[Candidate] = []
        owners: list[Candidate] = []
        count = 0
        for c in cands:
            count += 1
            if not c.pairs or not isinstance(c.pairs[0].pat, thir.POr):
                expanded.append(c)
                continue
            place, pat = c.pairs.pop(0)
            assert isinstance(pat, thir.POr)
            c.subs = [self.flattener.candidate(place, alt, c.has_guard) for alt in pat.alts]
            expanded += c.subs
            owners.append(c)
            if c.pairs:
                break
        out = self.match_candidates(start, expanded, span)
        for c in owners:
            rest, c.pairs = c.pairs, []
            leaves = [leaf for s in c.subs for leaf, _ in s.leaves()]
            last = leaves[-1].otherwise
            if c.false_start < 0:
                c.false_start = leaves[0].false_start
            if not c.has_guard and all(not s.subs and not s.bindings for s in c.subs):
                merged = self.new_block()
                for s in c.subs:
                    self.cur = s.pre_binding
                    self.goto(merged, span)
                c.subs = []
                if rest:
                    c.pairs = rest
                    self.cur = self.match_candidates(merged, [c], span)
                    self.goto(last, span)
                else:
                    c.pre_binding, c.otherwise = merged, last
            elif rest:
                for leaf in leaves:
                    # Without a guard the other alternatives cannot help if the rest fails.
                    back = leaf.otherwise if c.has_guard else last
                    leaf.pairs = list(rest)
                    self.cur = self.match_candidates(leaf.pre_binding, [leaf], span)
                    self.goto(back, span)
        return out, cands[count:]

    def _test(self, start: int, cands: list[Candidate], span: int) -> tuple[int, list[Candidate]]:
        test = cands[0].pairs[0]
        if self.tested is not None and not any(p is test.place for p in self.tested):
            self.tested.append(test.place)
        branches: dict[Key, list[Candidate]] = {}
        count = 0
        for c in cands:
            key = self.flattener.sort(c, test, branches)
            if key is None:
                break
            branches.setdefault(key, []).append(c)
            count += 1
        assert count, test.pat
        remainder = self.new_block()
        targets = {key: self.new_block() for key in branches}
        self.cur = start
        self._perform(test, targets, remainder, span)
        for key, block in targets.items():
            self.cur = self.match_candidates(block, branches[key], span)
            self.goto(remainder, span)
        return remainder, cands[count:]

    def _perform(self, test: MatchPair, targets: dict[Key, int], remainder: int, span: int) -> None:
        place, pat = test
        ok, fail = targets.get((SUCCESS,), remainder), targets.get((FAILURE,), remainder)
        match pat:
            case thir.PVariant():
                adt = self.tcx.adt(pat.def_)
                ty = discriminant_ty(self.tcx, pat.ty)
                discr = self.temp(ty, span)
                self.assign(discr, m.Discriminant(place), span)
                mask = (1 << ty.bits) - 1
                indices = [key[1] for key in targets if isinstance(key[1], int)]
                values = [adt.variants[i].discr & mask for i in indices]
                possible = sum(not variant_uninhabited(self.tcx, v, pat.args) for v in adt.variants)
                otherwise = remainder
                if sum(not variant_uninhabited(self.tcx, adt.variants[i], pat.args) for i in indices) == possible:
                    otherwise = self.new_block()
                    self.blocks[otherwise].terminator = m.Unreachable(span)
                blocks = [*targets.values(), otherwise]
                self.terminate(m.SwitchInt(span, m.Move(discr), ty, values, blocks, source="match"))
            case thir.PConst() if isinstance(pat.ty, t.Bool):
                false, true = targets.get(("value", 0), remainder), targets.get(("value", 1), remainder)
                self.terminate(m.SwitchInt(span, m.Copy(place), t.BOOL, [0], [false, true], source="match"))
            case thir.PConst() if not isinstance(pat.ty, t.Float):
                values = [key[1] for key in targets if key[0] == "value" and isinstance(key[1], int)]
                blocks = [block for key, block in targets.items() if key[0] == "value"]
                self.terminate(m.SwitchInt(span, m.Copy(place), pat.ty, values, [*blocks, fail], source="match"))
            case thir.PConst():
                self._compare("eq", m.Copy(place), m.Constant(span, pat.ty, m.CScalar(pat.bits)), ok, fail, span)
            case thir.PRange():
                if pat.lo is not None:
                    both = self.new_block() if pat.hi is not None else ok
                    self._compare("le", m.Constant(span, pat.ty, m.CScalar(pat.lo)), m.Copy(place), both, fail, span)
                    self.cur = both
                if pat.hi is not None:
                    hi = m.Constant(span, pat.ty, m.CScalar(pat.hi))
                    self._compare("le" if pat.inclusive else "lt", m.Copy(place), hi, ok, fail, span)
            case thir.PStr():
                self._compare_str(place, pat, ok, fail, span)
            case thir.PSlice():
                length = self.length_of(place, span)
                n = self.const_int(t.USIZE, len(pat.prefix) + len(pat.suffix), span)
                self._compare("eq" if pat.slice is None else "ge", m.Move(length), n, ok, fail, span)
            case _:
                raise AssertionError(pat)

    def _compare_str(self, place: m.Place, pat: thir.PStr, ok: int, fail: int, span: int) -> None:
        """``str`` compares as its bytes: `<[u8] as PartialEq>::eq`."""
        eq = self.tcx.require_lang_item("eq")
        method = next((c for c in eq.children if c.name == "eq"), eq)
        bytes_ty = t.mk_slice(t.U8)
        ref_ty = t.mk_ref(bytes_ty, False)
        value, expected = self.temp(ref_ty, span), self.temp(ref_ty, span)
        self.assign(value, m.Cast("transmute", m.Copy(place), ref_ty), span)
        literal = m.Constant(span, t.mk_ref(t.mk_array(t.U8, len(pat.data)), False), m.CBytes(pat.data))
        self.assign(expected, m.Cast("unsize", literal, ref_ty), span)
        result, after = self.temp(t.BOOL, span), self.new_block()
        func = self.zst(t.mk_fn_def(method, (bytes_ty, bytes_ty)), span)
        self.terminate(m.Call(span, func, [m.Move(value), m.Move(expected)], result, after, 0, span))
        self.cur = after
        self.terminate(m.SwitchInt(span, m.Move(result), t.BOOL, [0], [fail, ok], source="match"))

    def _compare(self, op: str, lhs: m.Operand, rhs: m.Operand, ok: int, fail: int, span: int) -> None:
        result = self.temp(t.BOOL, span)
        self.assign(result, m.BinaryOp(op, lhs, rhs), span)
        self.terminate(m.SwitchInt(span, m.Move(result), t.BOOL, [0], [fail, ok], source="match"))

    def _link_false_edges(self, cands: list[Candidate], otherwise: int | None, span: int) -> None:
        """From each leaf, before its bindings and after a failed guard, a false edge to where the next leaf starts."""
        following = otherwise
        for c in reversed(cands):
            for leaf, _ in reversed(c.leaves()):
                if following is not None:
                    before = self.new_block()
                    self.blocks[leaf.pre_binding].terminator = m.FalseEdge(span, before, following)
                    if leaf.has_guard:
                        self.guard_edges.add(leaf.pre_binding)
                        failed = self.new_block()
                        self.blocks[failed].terminator = m.FalseEdge(span, leaf.otherwise, following)
                        self.guard_edges.add(failed)
                        leaf.otherwise = failed
                    leaf.pre_binding = before
                following = leaf.false_start

    # ------------------------------------------------------------------------------------------------------------ match
    def match_expr(self, dest: m.Place | None, e: thir.Match) -> None:
        place = self.as_place(e.scrutinee)
        self.push(m.FakeRead(e.scrutinee.span, "match", place))
        outer_tested, self.tested = self.tested, [] if any(a.guard is not None for a in e.arms) else None
        fake_at, fake_index = self.cur, len(self.blocks[self.cur].stmts)
        cands = [self.flattener.candidate(place, a.pat, a.guard is not None) for a in e.arms]
        start = self.new_block()
        self.goto(start, e.span)
        otherwise = self.match_candidates(start, cands, e.span)
        self.blocks[otherwise].terminator = m.Unreachable(e.span)
        self._link_false_edges(cands, None, e.span)
        fakes = self._fake_borrows(fake_at, fake_index, place) if self.tested is not None else []
        self.tested = outer_tested
        end = self.new_block()
        for arm, cand in zip(e.arms, cands):
            self._arm(dest, arm, cand, end, fakes)
        self.cur = end

    def _fake_borrows(self, block: int, index: int, scrutinee: m.Place) -> list[m.Place]:
        """Fake borrows of what the match tests: a guard may not change it."""
        assert self.tested is not None
        temps: list[m.Place] = []
        stmts: list[m.Statement] = []
        seen: set[str] = set()
        for place in self.tested:
            prefixes = [place]
            for i, p in enumerate(place.proj):
                if isinstance(p, m.Deref) and i >= len(scrutinee.proj):
                    prefixes.append(m.Place(place.local, place.proj[:i]))
            for prefix in prefixes:
                key = show_place(prefix)
                if key in seen:
                    continue
                seen.add(key)
                ty = self.place_ty(prefix)
                temp = m.Place(self.new_local(t.mk_ref(ty, False), self.span))
                stmts.append(m.Assign(self.span, temp, m.MRef("fake", prefix)))
                temps.append(temp)
        self.blocks[block].stmts[index:index] = stmts
        return temps

    def _arm(self, dest: m.Place | None, arm: thir.Arm, cand: Candidate, end: int, fakes: list[m.Place]) -> None:
        self.declare_bindings(arm.pat)
        depth = len(self.scopes)
        body = self.new_block()
        scope = Scope(arm.span)
        for leaf, bindings in cand.leaves():
            scope = Scope(arm.span)
            self.scopes.append(scope)
            outer, self.temp_scope = self.temp_scope, depth
            self.cur = leaf.pre_binding
            if arm.guard is None:
                self.bind(bindings, depth)
            else:
                self._guard(arm, leaf, bindings, depth, fakes)
            self.temp_scope = outer
            self.scopes.pop()
            self.goto(body, arm.span)
        self.cur = body
        self.scopes.append(scope)
        with self.scope(arm.body.span):
            self.into(dest, arm.body)
        self.leave()
        self.goto(end, arm.span)

    def _guard(
        self, arm: thir.Arm, leaf: Candidate, bindings: tuple[Binding, ...], depth: int, fakes: list[m.Place]
    ) -> None:
        """Bindings by move are seen through references while the guard runs, and moved once it holds."""
        assert arm.guard is not None
        late: list[Binding] = []
        refs: list[m.Place] = []
        for b in bindings:
            local = b.pat.local
            if b.pat.mode == "move" and (local.mut or not self.is_copy(b.pat.ty)):
                ref = self.new_local(t.mk_ref(b.pat.ty, False), b.pat.span, "ref_for_guard", local.name, False)
                self.assign(m.Place(ref), m.MRef("shared", b.place), b.pat.span)
                late.append(b)
            else:
                self.bind((b,), depth)
                if b.pat.mode != "ref mut":
                    continue
                var = m.Place(self.vars[local.id])
                ref = self.new_local(
                    t.mk_ref(self.locals[var.local].ty, False), b.pat.span, "ref_for_guard", local.name, False
                )
                self.assign(m.Place(ref), m.MRef("shared", var), b.pat.span)
            self.guard_refs[local.id] = ref
            refs.append(m.Place(ref))
        exit_ = Exit(depth, leaf.otherwise)
        self.else_exits.append(exit_)
        with self.scope(arm.guard.span):
            self.condition(arm.guard)
            self.else_exits.pop()
            for place in (*fakes, *refs):
                self.push(m.FakeRead(arm.guard.span, "guard", place))
        for b in bindings:
            self.guard_refs.pop(b.pat.local.id, None)
        self.bind(tuple(late), depth)

    # --------------------------------------------------------------------------------------------------------- bindings
    def declare_bindings(self, pat: thir.Pat) -> None:
        """Locals for the variables of a pattern; alternatives of an or-pattern bind the same ones."""
        for b in pattern_bindings(pat):
            if b.mode == "move":
                ty = b.ty
            else:
                ty = t.mk_ref(b.ty, b.mode == "ref mut")
            self.declare(b.local, ty, b.span)

    def bind(self, bindings: tuple[Binding, ...], depth: int) -> None:
        for place, pat in bindings:
            var = self.vars[pat.local.id]
            self.storage_live(var, pat.span, depth)
            if pat.mode == "move":
                rvalue: m.Rvalue = m.Use(self.consume(place, pat.ty))
            else:
                rvalue = m.MRef("mut" if pat.mode == "ref mut" else "shared", place)
            self.assign(m.Place(var), rvalue, pat.span)
            self.schedule_value(var, pat.span, depth)

    def match_pattern(self, place: m.Place, pat: thir.Pat, depth: int, span: int) -> None:
        """Binds a pattern whose variables are declared: fails to the innermost else exit, if it can."""
        cand = self.flattener.candidate(place, pat, False)
        if not cand.pairs and not cand.subs and not self.refutable_exit:
            self.bind(tuple(cand.bindings), depth)
            return
        outer, self.tested = self.tested, None
        start = self.new_block()
        self.goto(start, span)
        otherwise = self.match_candidates(start, [cand], span)
        self.tested = outer
        self.cur = otherwise
        if self.refutable_exit:
            self._link_false_edges([cand], otherwise, span)
            self.cur = otherwise
            self.exit_to(self.else_exits[-1], span)
        else:
            self._link_false_edges([cand], None, span)
            self.blocks[otherwise].terminator = m.Unreachable(span)
        leaves = cand.leaves()
        join = self.new_block()
        scope = self.scopes[depth]
        before = len(scope.drops)
        for leaf, bindings in leaves:
            del scope.drops[before:]  # each alternative makes the same variables live
            self.cur = leaf.pre_binding
            self.bind(bindings, depth)
            self.goto(join, span)
        self.cur = join

    refutable_exit = False

    def let_condition(self, e: thir.Let) -> None:
        self.declare_bindings(e.pat)
        place = self.as_place(e.init)
        self.push(m.FakeRead(e.init.span, "match", place))
        outer, self.refutable_exit = self.refutable_exit, True
        self.match_pattern(place, e.pat, len(self.scopes) - 1, e.span)
        self.refutable_exit = outer


def pattern_bindings(pat: thir.Pat) -> list[thir.PBinding]:
    """The bindings of a pattern, in source order, each variable once."""
    out: list[thir.PBinding] = []

    def go(p: thir.Pat | None) -> None:
        match p:
            case thir.PBinding():
                out.append(p)
                go(p.sub)
            case thir.PVariant() | thir.PLeaf():
                for f in p.fields:
                    go(f.pat)
            case thir.PDeref():
                go(p.pat)
            case thir.PSlice():
                for x in (*p.prefix, p.slice, *p.suffix):
                    go(x)
            case thir.POr():
                go(p.alts[0])

    go(pat)
    return out
