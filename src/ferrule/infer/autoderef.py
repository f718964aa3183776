"""The chain of types reached by dereferencing, built-in and through ``Deref``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ferrule.infer.obligations import Cause
from ferrule.infer.results import Adjustment
from ferrule.traits.select import may_hold
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt

LIMIT = 32


class Autoderef:
    """Iterates over ``(type, number of derefs)``, the start type first."""

    def __init__(self, fcx: FnCtxt, start: t.Ty, span: int, include_raw: bool = False) -> None:
        self.fcx, self.start, self.span, self.include_raw = fcx, start, span, include_raw
        self.steps: list[tuple[t.Ty, bool]] = []  # (type after the step, overloaded)

    def __iter__(self) -> Iterator[tuple[t.Ty, int]]:
        ty = self.fcx.resolve_vars_with_obligations(self.start)
        yield ty, 0
        for n in range(1, LIMIT):
            step = self._deref(ty)
            if step is None:
                return
            self.steps.append(step)
            ty = self.fcx.resolve_vars_with_obligations(step[0])
            yield ty, n

    def _deref(self, ty: t.Ty) -> tuple[t.Ty, bool] | None:
        if isinstance(ty, t.Ref) or isinstance(ty, t.Ptr) and self.include_raw:
            return ty.ty, False
        if not isinstance(ty, (t.Adt, t.Param, t.Alias)):
            return None
        target = overloaded_deref_target(self.fcx, ty, self.span)
        return None if target is None else (target, True)

    def adjustments(self, n: int, mut: bool = False) -> list[Adjustment]:
        """The first ``n`` steps as adjustments; ``mut`` asks overloaded ones for ``deref_mut``."""
        return [Adjustment("overloaded_deref" if over else "deref", ty, mut and over) for ty, over in self.steps[:n]]


def overloaded_deref_target(fcx: FnCtxt, ty: t.Ty, span: int) -> t.Ty | None:
    trait = fcx.tcx.lang_item("deref")
    if trait is None or not may_hold(fcx.icx, trait, (ty,)):
        return None
    for child in trait.children:
        if child.name == "Target":
            return fcx.icx.normalize(t.mk_projection(child, (ty,)), Cause(span, "misc"))
    return None
