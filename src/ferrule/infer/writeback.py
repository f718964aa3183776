"""Fallback of undecided variables, then the final types into the results (rustc: fallback, writeback)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.hir import nodes as hir
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.infer.fn_ctxt import FnCtxt


def fallback(fcx: FnCtxt) -> None:
    """Integer variables become i32, floats f64, diverging ones ``!``."""
    icx = fcx.icx
    icx.fulfill.select_where_possible()
    for vid in range(len(icx.values)):
        if icx.values[vid] is not None:
            continue
        kind = icx.kinds[vid]
        if kind == "int":
            icx.eq(t.mk_infer("int", vid), t.I32)
        elif kind == "float":
            icx.eq(t.mk_infer("float", vid), t.F64)
        elif vid in icx.diverging:
            icx.eq(t.mk_infer("ty", vid), t.NEVER)
    icx.fulfill.select_where_possible()


class Writeback:
    def __init__(self, fcx: FnCtxt, body: hir.Body) -> None:
        self.fcx, self.body = fcx, body
        self.spans = _Spans(body)
        self.reported = False

    def ty(self, ty: t.Ty, key: int, span: int = 0) -> t.Ty:
        """``ty`` of the node numbered ``key``, resolved.  Where nodes are is looked up for messages only."""
        if not ty.flags & t.HAS_INFER:
            return ty
        out = self.fcx.icx.resolve(ty)
        if out.flags & t.HAS_INFER:
            self.unresolved(out, span or self.spans.nodes.get(key, 0))
            return t.ERROR
        return out

    def args(self, args: t.Args, key: int) -> t.Args:
        out = self.fcx.icx.resolve_args(args)
        if any(a.flags & t.HAS_INFER for a in out):
            self.unresolved(out, self.spans.nodes.get(key, 0))
            return tuple(t.ERROR if isinstance(a, t.Ty) and a.flags & t.HAS_INFER else a for a in out)
        return out

    def unresolved(self, what: object, span: int) -> None:
        fcx = self.fcx
        if self.reported or fcx.results.tainted:
            fcx.results.tainted = True
            return
        self.reported = True
        fcx.error("E0282", "type annotations needed", span, "cannot infer type")

    def run(self) -> None:
        fcx, r = self.fcx, self.fcx.results
        # Locals first: "type annotations needed" belongs on the binding, not on its first use.
        for local in self.body.locals:
            ty = r.local_types.get(local.id)
            if ty is None:
                continue
            new = fcx.icx.resolve(ty)
            if new.flags & t.HAS_INFER:
                if not self.reported and not r.tainted:
                    self.reported = True
                    span = self.spans.locals.get(local.id, 0)
                    shown = fcx.show(new)
                    label = (
                        f"consider giving `{local.name}` an explicit type"
                        if isinstance(new, t.Infer)
                        else f"type must be known: it is `{shown}`"
                    )
                    fcx.error(
                        "E0282",
                        f"type annotations needed{'' if isinstance(new, t.Infer) else f' for `{shown}`'}",
                        span,
                        label,
                    )
                r.tainted = True
                new = t.ERROR
            r.local_types[local.id] = new
        for key, ty in r.types.items():
            if ty.flags & t.HAS_INFER:
                r.types[key] = self.ty(ty, key)
        for key, adjustments in r.adjustments.items():
            for a in adjustments:
                a.target = self.ty(a.target, key)
                if a.args:
                    a.args = self.args(a.args, key)
        for table in (r.callee, r.path_res):
            for key, (d, args) in table.items():
                if any(a.flags & t.HAS_INFER for a in args):
                    table[key] = d, self.args(args, key)
        for key, tys in r.pat_adjustments.items():
            r.pat_adjustments[key] = [self.ty(x, key) for x in tys]
        for key, c in r.const_args.items():
            new_c = fcx.icx.resolve(c)
            if new_c.flags & t.HAS_INFER:
                self.unresolved(new_c, self.spans.nodes.get(key, 0))
            r.const_args[key] = new_c
        for info in r.closures.values():
            info.inputs = tuple(self.ty(i, 0, info.expr.span) for i in info.inputs)
            info.output = self.ty(info.output, 0, info.expr.span)
            info.kind = fcx.icx.closure_kinds.get(info.def_) or info.kind
            for capture in info.captures:
                capture.ty = self.ty(capture.ty, 0, capture.span)


class _Spans:
    """Spans of the nodes of a body by id, collected only when a message needs them."""

    def __init__(self, body: hir.Body) -> None:
        self._body = body
        self._nodes: dict[int, int] | None = None
        self._locals: dict[int, int] = {}

    @property
    def nodes(self) -> dict[int, int]:
        if self._nodes is None:
            self._collect()
        assert self._nodes is not None
        return self._nodes

    @property
    def locals(self) -> dict[int, int]:
        if self._nodes is None:
            self._collect()
        return self._locals

    def _collect(self) -> None:
        from ferrule.infer.upvar import children

        self._nodes = {}
        todo: list[object] = [self._body.value, *(p.pat for p in self._body.params)]
        seen: set[int] = set()
        while todo:
            node = todo.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            nid = getattr(node, "id", None)
            if nid is not None and not isinstance(node, hir.Local):
                self._nodes.setdefault(nid, getattr(node, "span", 0))
            if isinstance(node, hir.PatBinding):
                self._locals.setdefault(node.local.id, node.span)
            if isinstance(node, hir.Break | hir.Continue):
                todo.extend(x for x in (getattr(node, "expr", None),) if x is not None)
                continue
            todo.extend(_all_children(node, children))


def _all_children(node: object, children: object) -> list[object]:
    out = list(children(node))  # type: ignore[operator]
    for cls in type(node).__mro__:
        for name in getattr(cls, "__slots__", ()):
            value = getattr(node, name, None)
            if isinstance(value, hir.Pat | hir.Ty):
                out.append(value)
            elif isinstance(value, list):
                out.extend(v for v in value if isinstance(v, hir.Pat | hir.Ty))
    return out
