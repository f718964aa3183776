"""Drop elaboration: a scope's end drops only what has not been moved away (rustc's ``elaborate_drops``).

A forward dataflow over whole locals says for each Drop whether its value is there on every path, on none, or on some.
Dropped on no path: the terminator becomes a Goto.  Where it depends on the path, or a part was moved, rustc keeps a flag at
run time; here the Drop is marked ``conditional``, and code generation refuses it (G0014) if the type turns out to have a
destructor.
"""

from __future__ import annotations

from ferrule.mir import body as m

INIT, MOVED, PARTIAL = 1, 2, 4  # bits of what may hold for a local


def elaborate_drops(body: m.Body) -> None:
    """In place."""
    tracked = {b.terminator.place.local for b in body.blocks if isinstance(b.terminator, m.Drop)}
    if not tracked:
        return
    entry: dict[int, dict[int, int]] = {0: {x: INIT if 1 <= x <= body.arg_count else MOVED for x in tracked}}
    todo = [0]
    while todo:
        at = todo.pop()
        state = dict(entry[at])
        block = body.blocks[at]
        for s in block.stmts:
            _statement(s, state)
        _operands_of_terminator(block.terminator, state)
        for target in _targets(block.terminator):
            new = dict(state)
            if isinstance(block.terminator, m.Call) and not block.terminator.dest.proj:
                _write(block.terminator.dest.local, new)
            elif isinstance(block.terminator, m.Drop) and not block.terminator.place.proj:
                new[block.terminator.place.local] = MOVED
            old = entry.get(target)
            merged = new if old is None else {x: old[x] | new[x] for x in tracked}
            if merged != old:
                entry[target] = merged
                todo.append(target)
    for i, block in enumerate(body.blocks):
        term = block.terminator
        if not isinstance(term, m.Drop) or i not in entry or term.place.proj:
            continue
        state = dict(entry[i])
        for s in block.stmts:
            _statement(s, state)
        if state[term.place.local] == MOVED:
            block.terminator = m.Goto(term.span, term.target, term.scope)
        elif state[term.place.local] != INIT:
            term.conditional = True


def _targets(term: m.Terminator) -> list[int]:
    from ferrule.mir.build.cleanup import successors

    return list(successors(term))


def _write(local: int, state: dict[int, int]) -> None:
    if local in state:
        state[local] = INIT


def _use(operand: m.Operand | None, state: dict[int, int]) -> None:
    if isinstance(operand, m.Move) and operand.place.local in state:
        if any(isinstance(p, m.Deref) for p in operand.place.proj):
            return
        state[operand.place.local] = PARTIAL if operand.place.proj else MOVED


def _statement(s: m.Statement, state: dict[int, int]) -> None:
    if isinstance(s, m.Assign):
        for o in _operands(s.rvalue):
            _use(o, state)
        if not s.place.proj:
            _write(s.place.local, state)
    elif isinstance(s, m.StorageLive | m.StorageDead) and s.local in state:
        state[s.local] = MOVED


def _operands(rv: m.Rvalue) -> list[m.Operand]:
    match rv:
        case m.Use(o) | m.Repeat(o, _) | m.Cast(_, o, _) | m.UnaryOp(_, o):
            return [o]
        case m.BinaryOp(_, a, b) | m.CheckedBinaryOp(_, a, b):
            return [a, b]
        case m.Aggregate(_, operands) | m.Printf(_, operands):
            return operands
    return []


def _operands_of_terminator(term: m.Terminator, state: dict[int, int]) -> None:
    if isinstance(term, m.Call):
        _use(term.func, state)
        for a in term.args:
            _use(a, state)
    elif isinstance(term, m.SwitchInt):
        _use(term.discr, state)
