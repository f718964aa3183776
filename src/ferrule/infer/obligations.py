"""Pending obligations: what must still be shown, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ferrule.ty import ty as t
from ferrule.ty.data import OutlivesPredicate, Predicate, ProjectionPredicate, TraitPredicate
from ferrule.ty.fold import walk

if TYPE_CHECKING:
    from ferrule.infer.table import InferCtxt
    from ferrule.resolve.defs import Def

RECURSION_LIMIT = 64


class Cause(NamedTuple):
    """Why something is required.  ``kind`` drives labels: misc, arg, return, let, assign, if, match, op, bound, impl ..."""

    span: int
    kind: str
    item: Any = None  # Def whose bound it is
    bound: Any = None  # the predicate as written
    parent: Any = None  # (Cause, Predicate) of the obligation this one was derived from

    def with_bound(self, d: Def, p: Predicate) -> Cause:
        return self._replace(item=d, bound=p)

    def derived(self, p: Predicate, impl: Any = None) -> Cause:
        return Cause(self.span, "impl", impl, None, (self, p))


class Obligation:
    __slots__ = ("predicate", "cause", "depth", "stalled")

    def __init__(self, predicate: Predicate, cause: Cause, depth: int = 0) -> None:
        self.predicate, self.cause, self.depth = predicate, cause, depth
        self.stalled: list[t.Infer | t.ConstInfer] | None = None  # unresolved variables it waits for


class Fulfillment:
    """The obligations of one body (rustc's FulfillmentCtxt)."""

    def __init__(self, icx: InferCtxt) -> None:
        self.icx = icx
        self.pending: list[Obligation] = []
        self.errors: list[Obligation] = []

    def register(self, o: Obligation) -> None:
        p = o.predicate
        if isinstance(p, OutlivesPredicate):
            return  # regions are the borrow checker's business
        if isinstance(p, TraitPredicate) and p.trait_ref.args[0].flags & t.HAS_ERROR:
            return
        self.pending.append(o)

    def fail(self, o: Obligation) -> None:
        """Records a failed obligation with its types as they are known now: what fallback makes of them later is not what
        was wrong."""
        from ferrule.traits.predicates import map_predicate

        self.errors.append(Obligation(map_predicate(o.predicate, self.icx.resolve), o.cause, o.depth))

    def select_where_possible(self) -> None:
        """Processes obligations until nothing moves.  Failed ones are collected in ``errors``."""
        progress = True
        while progress and self.pending:
            progress = False
            todo, self.pending = self.pending, []
            for o in todo:
                if o.stalled is not None and not self._moved(o):
                    self.pending.append(o)
                    continue
                result = self.process(o)
                if result is None:
                    self.pending.append(o)
                    self._stall(o)
                else:
                    progress = True

    def _moved(self, o: Obligation) -> bool:
        values = self.icx.values
        assert o.stalled is not None
        return any(v.vid >= len(values) or values[v.vid] is not None for v in o.stalled)

    def _stall(self, o: Obligation) -> None:
        p = o.predicate
        args = (
            p.trait_ref.args
            if isinstance(p, TraitPredicate)
            else (*p.args, p.term)
            if isinstance(p, ProjectionPredicate)
            else ()
        )
        waiting: list[t.Infer | t.ConstInfer] = []
        for a in args:
            for x in walk(self.icx.resolve(a)):
                if isinstance(x, (t.Infer, t.ConstInfer)):
                    waiting.append(x)
                elif isinstance(x, t.Closure) and self.icx.closure_kinds.get(x.def_, "") is None:
                    o.stalled = None  # waits for the closure's kind, which is no variable
                    return
        o.stalled = waiting or None

    def process(self, o: Obligation) -> bool | None:
        """True: done (nested obligations registered, or an error recorded); None: not yet decidable."""
        from ferrule.traits.project import process_projection
        from ferrule.traits.select import AMBIGUOUS, select

        icx, p = self.icx, o.predicate
        if o.depth > RECURSION_LIMIT:
            self.fail(o)
            return True
        if isinstance(p, TraitPredicate):
            sel = select(icx, p.trait_ref)
            if sel is AMBIGUOUS:
                return None
            if sel is None:
                self.fail(o)
                return True
            for nested in sel.nested:
                cause = o.cause.derived(p, sel.impl)
                self.register(Obligation(icx.normalize_predicate(nested, cause), cause, o.depth + 1))
            return True
        if isinstance(p, ProjectionPredicate):
            return process_projection(icx, p, o)
        return True
