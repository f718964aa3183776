"""Drop elaboration: a scope's end drops only what is still there (rustc's ``elaborate_drops``).

Values are followed along move paths: a local with a Drop, and each part of it that is moved out or written on its own.  A forward
dataflow says for each path at each Drop whether its value is there on every path through the function, on none, or on some; in
the last case a bool local, the drop flag, says so at run time.

What to do becomes a tree of ``DropNode`` at the Drop: code generation walks it only if the type has a destructor after all, so
that generic code costs nothing for types that have none.  Moves out of a place that has no name at compile time (the tail of an
array pattern) are marked ``unknown``, which code generation refuses (G0014).
"""

from __future__ import annotations

from collections.abc import Iterator

from ferrule.mir import body as m
from ferrule.mir.mono import operands_of, successors
from ferrule.ty import ty as t

INIT, GONE = 1, 2  # bits of what may hold for a path
Key = tuple[object, ...]


class Path:
    """A place that is moved as a whole."""

    __slots__ = ("place", "children", "key", "flag", "unknown")

    def __init__(self, place: m.Place, key: Key) -> None:
        self.place, self.key = place, key
        self.children: list[Path] = []
        self.flag: m.Place | None = None
        self.unknown = False

    def below(self) -> Iterator[Path]:
        """The path and all inside it."""
        yield self
        for c in self.children:
            yield from c.below()


State = dict[Key, int]


def elaborate_drops(body: m.Body) -> None:
    """In place."""
    tracked = {b.terminator.place.local for b in body.blocks if isinstance(b.terminator, m.Drop)}
    if tracked:
        _Elaborator(body, tracked).run()


class _Elaborator:
    def __init__(self, body: m.Body, tracked: set[int]) -> None:
        self.body = body
        self.paths: dict[Key, Path] = {}
        for x in sorted(tracked):
            self.paths[x,] = Path(m.Place(x), (x,))
        for block in body.blocks:
            for s in block.stmts:
                for o in _operands_of_statement(s):
                    self.find_moved(o)
            for o in _operands_of_terminator(block.terminator):
                self.find_moved(o)

    # ------------------------------------------------------------------------------------------------------ move paths
    def find_moved(self, operand: m.Operand | None) -> None:
        if isinstance(operand, m.Move) and (operand.place.local,) in self.paths:
            if not any(isinstance(p, m.Deref) for p in operand.place.proj):
                self.path(operand.place)

    def path(self, place: m.Place) -> Path:
        """The path of a place in a tracked local; one around it, marked unknown, if the place has no name."""
        at = self.paths[place.local,]
        for i, p in enumerate(place.proj):
            step = _step(p)
            if step is None:
                at.unknown = True
                return at
            key = (*at.key, step)
            inner = self.paths.get(key)
            if inner is None:
                inner = self.paths[key] = Path(m.Place(place.local, place.proj[: i + 1]), key)
                at.children.append(inner)
            at = inner
        return at

    def known(self, place: m.Place) -> Path | None:
        """The path that writing ``place`` changes as a whole; None if the place only lies inside one."""
        at = self.paths.get((place.local,))
        for p in place.proj:
            if at is None or isinstance(p, m.Deref):
                return None
            at = self.paths.get((*at.key, _step(p)))
        return at

    # -------------------------------------------------------------------------------------------------------- dataflow
    def moved(self, operands: list[m.Operand]) -> list[Path]:
        out = []
        for o in operands:
            if isinstance(o, m.Move) and (o.place.local,) in self.paths:
                if not any(isinstance(p, m.Deref) for p in o.place.proj):
                    out.append(self.path(o.place))
        return out

    def of_statement(self, s: m.Statement) -> Iterator[tuple[Path, int]]:
        """What becomes of which path, in order."""
        for path in self.moved(_operands_of_statement(s)):
            yield path, GONE
        if isinstance(s, m.Assign) and (path_ := self.known(s.place)) is not None:
            yield path_, INIT
        elif isinstance(s, m.StorageLive | m.StorageDead) and (s.local,) in self.paths:
            yield self.paths[s.local,], GONE

    def before_leaving(self, term: m.Terminator) -> list[tuple[Path, int]]:
        return [(path, GONE) for path in self.moved(_operands_of_terminator(term))]

    def on_return(self, term: m.Terminator) -> list[tuple[Path, int]]:
        """What a call or drop has done where it goes on."""
        if isinstance(term, m.Call) and (path := self.known(term.dest)) is not None:
            return [(path, INIT)]
        if isinstance(term, m.Drop) and (path := self.known(term.place)) is not None:
            return [(path, GONE)]
        return []

    @staticmethod
    def apply(changes: list[tuple[Path, int]] | Iterator[tuple[Path, int]], state: State) -> None:
        for path, what in changes:
            for p in path.below():
                state[p.key] = what

    def solve(self) -> dict[int, State]:
        """The state at the start of each reachable block."""
        blocks = self.body.blocks
        first = {k: INIT if 1 <= p.place.local <= self.body.arg_count else GONE for k, p in self.paths.items()}
        entry = {0: first}
        todo = [0]
        while todo:
            at = todo.pop()
            state = self.through(blocks[at], entry[at])
            self.apply(self.on_return(blocks[at].terminator), state)
            for target in successors(blocks[at].terminator):
                old = entry.get(target)
                merged = dict(state) if old is None else {k: old[k] | state[k] for k in old}
                if merged != old:
                    entry[target] = merged
                    todo.append(target)
        return entry

    def through(self, block: m.BasicBlock, state: State) -> State:
        """The state at the terminator, its own moves included."""
        state = dict(state)
        for s in block.stmts:
            self.apply(self.of_statement(s), state)
        self.apply(self.before_leaving(block.terminator), state)
        return state

    # ----------------------------------------------------------------------------------------------------- elaboration
    def run(self) -> None:
        entry = self.solve()
        flagged: list[Path] = []
        for i, block in enumerate(self.body.blocks):
            term = block.terminator
            if not isinstance(term, m.Drop) or i not in entry:
                continue
            path = self.known(term.place)
            if path is None:
                continue
            state = self.through(block, entry[i])
            changed = [p for p in path.below() if state[p.key] != INIT]
            if not any(p.unknown for p in changed) and all(state[p.key] == GONE for p in path.below()):
                block.terminator = m.Goto(term.span, term.target, term.scope)
            elif changed:
                term.plan = self.plan(path, state, flagged)
        if flagged:
            self.write_flags()

    def plan(self, path: Path, state: State, flagged: list[Path]) -> m.DropNode:
        what = state[path.key]
        if what == INIT | GONE and path.flag is None:
            path.flag = m.Place(len(self.body.locals))
            self.body.locals.append(m.LocalDecl(t.BOOL, True, "", self.body.span, "drop_flag"))
            flagged.append(path)
        how = "unknown" if path.unknown and what != INIT else {INIT: "always", GONE: "never"}.get(what, "flag")
        flag = path.flag if how == "flag" else None
        return m.DropNode(path.place, how, flag, [self.plan(c, state, flagged) for c in path.children])

    def write_flags(self) -> None:
        """Assignments to the flags wherever what they say changes."""
        body = self.body
        count = len(body.blocks)
        for i in range(count):
            block = body.blocks[i]
            stmts: list[m.Statement] = []
            for s in block.stmts:
                stmts.append(s)
                stmts += self.flag_writes(list(self.of_statement(s)), s.span)
            term = block.terminator
            stmts += self.flag_writes(self.before_leaving(term), term.span)
            block.stmts = stmts
            after = self.flag_writes(self.on_return(term), term.span)
            if after and isinstance(term, m.Call | m.Drop) and term.target is not None:
                body.blocks.append(m.BasicBlock(after, m.Goto(term.span, term.target, term.scope)))
                term.target = len(body.blocks) - 1
        self.write_first_flags()

    def write_first_flags(self) -> None:
        from ferrule.mir.build.cleanup import retarget

        body = self.body
        flags = [p for p in self.paths.values() if p.flag is not None]
        args = [(p, INIT if 1 <= p.place.local <= body.arg_count else GONE) for p in flags]
        first = [_set(p.flag, what == INIT, body.span) for p, what in args if p.flag is not None]
        if any(0 in successors(b.terminator) for b in body.blocks):  # a loop begins at the entry
            body.blocks.append(body.blocks[0])
            for b in body.blocks:
                retarget(b.terminator, {0: len(body.blocks) - 1})
            body.blocks[0] = m.BasicBlock(first, m.Goto(body.span, len(body.blocks) - 1))
        else:
            body.blocks[0].stmts[:0] = first

    @staticmethod
    def flag_writes(changes: list[tuple[Path, int]], span: int) -> list[m.Statement]:
        return [_set(p.flag, what == INIT, span) for path, what in changes for p in path.below() if p.flag is not None]


def _set(flag: m.Place, value: bool, span: int) -> m.Statement:
    return m.Assign(span, flag, m.Use(m.Constant(span, t.BOOL, m.CScalar(int(value)))))


def _step(p: m.Proj) -> object | None:
    """What tells a projection from its siblings; None where that is not known when compiling."""
    match p:
        case m.PField(index):
            return "field", index
        case m.PDowncast(variant):
            return "variant", variant
        case m.PConstIndex(offset, _, False):
            return "element", offset
    return None


def _operands_of_statement(s: m.Statement) -> list[m.Operand]:
    if isinstance(s, m.PtxAsm):
        return [o.value for o in s.inputs if o.value is not None]
    return operands_of(s.rvalue) if isinstance(s, m.Assign) else []


def _operands_of_terminator(term: m.Terminator) -> list[m.Operand]:
    if isinstance(term, m.Call):
        return [term.func, *term.args]
    return [term.discr] if isinstance(term, m.SwitchInt) else []
