"""What happens to a body after lowering: unreachable blocks go, chains of gotos are merged, blocks are renumbered.

The result is what the borrow checker sees.  A false edge whose imaginary target is reached anyway says nothing and goes
too, except around guards.
"""

from __future__ import annotations

from ferrule.mir import body as m


def successors(t: m.Terminator) -> tuple[int, ...]:
    """Targets of a terminator, false edges included."""
    match t:
        case m.Goto(target=target) | m.Assert(target=target) | m.Drop(target=target):
            return (target,)
        case m.SwitchInt(targets=targets):
            return tuple(targets)
        case m.Call(target=target):
            return () if target is None else (target,)
        case m.FalseEdge(real=real, imaginary=imaginary):
            return real, imaginary
        case m.FalseUnwind(real=real):
            return (real,)
    return ()


def real_successors(t: m.Terminator) -> tuple[int, ...]:
    """Targets that code generation follows."""
    return (t.real,) if isinstance(t, m.FalseEdge) else successors(t)


def retarget(t: m.Terminator, to: dict[int, int]) -> None:
    match t:
        case m.Goto() | m.Assert() | m.Drop():
            t.target = to.get(t.target, t.target)
        case m.SwitchInt():
            t.targets = [to.get(x, x) for x in t.targets]
        case m.Call():
            if t.target is not None:
                t.target = to.get(t.target, t.target)
        case m.FalseEdge():
            t.real, t.imaginary = to.get(t.real, t.real), to.get(t.imaginary, t.imaginary)
        case m.FalseUnwind():
            t.real = to.get(t.real, t.real)


def clean(blocks: list[m.BasicBlock], guard_edges: set[int]) -> list[m.BasicBlock]:
    _drop_false_edges(blocks, guard_edges)
    _skip_empty(blocks)
    order = _postorder(blocks)
    preds = dict.fromkeys(order, 0)
    preds[0] = 1
    for i in order:
        for s in successors(blocks[i].terminator):
            preds[s] += 1
    merged: set[int] = set()
    for i in reversed(order):
        if i in merged:
            continue
        block = blocks[i]
        while isinstance(block.terminator, m.Goto):
            target = block.terminator.target
            if preds[target] != 1 or target == i:
                break
            follower = blocks[target]
            block.stmts += follower.stmts
            block.terminator = follower.terminator
            # A loop whose end is never reached has one predecessor: it is no loop.
            merged.add(target)
    kept = [i for i in reversed(order) if i not in merged]
    number = {old: new for new, old in enumerate(kept)}
    for i in kept:
        retarget(blocks[i].terminator, number)
    return [blocks[i] for i in kept]


def _drop_false_edges(blocks: list[m.BasicBlock], guard_edges: set[int]) -> None:
    for b in blocks:
        if isinstance(b.terminator, m.FalseEdge) and b.terminator.real == b.terminator.imaginary:
            b.terminator = m.Goto(b.terminator.span, b.terminator.real)
    edges = [i for i, b in enumerate(blocks) if isinstance(b.terminator, m.FalseEdge) and i not in guard_edges]
    if not edges:
        return
    seen = {0}
    todo = [0]
    while todo:
        for s in real_successors(blocks[todo.pop()].terminator):
            if s not in seen:
                seen.add(s)
                todo.append(s)
    for i in edges:
        term = blocks[i].terminator
        assert isinstance(term, m.FalseEdge)
        if term.imaginary in seen:
            blocks[i].terminator = m.Goto(term.span, term.real)


def _skip_empty(blocks: list[m.BasicBlock]) -> None:
    """Jumps to blocks that only jump on go to their end.  Loop headers stay."""
    to: dict[int, int] = {}
    for i, b in enumerate(blocks):
        if b.stmts or b.loop is not None or not isinstance(b.terminator, m.Goto):
            continue
        chain, at = [i], b.terminator.target
        while at not in to and at not in chain:
            nxt = blocks[at]
            if nxt.stmts or nxt.loop is not None or not isinstance(nxt.terminator, m.Goto):
                break
            chain.append(at)
            at = nxt.terminator.target
        end = to.get(at, at)
        for c in chain:
            if c != end:
                to[c] = end
    for b in blocks:
        if b.terminator is not None:
            retarget(b.terminator, to)


def _postorder(blocks: list[m.BasicBlock]) -> list[int]:
    """Blocks reachable from the entry, in postorder; a branch's first target comes first in the reverse."""
    order: list[int] = []
    seen = {0}
    stack = [(0, iter(reversed(successors(blocks[0].terminator))))]
    while stack:
        at, rest = stack[-1]
        for s in rest:
            if s not in seen:
                seen.add(s)
                stack.append((s, iter(reversed(successors(blocks[s].terminator)))))
                break
        else:
            order.append(at)
            stack.pop()
    return order
