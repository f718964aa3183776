"""Inference variables, unification, snapshots.

Regions are erased before a type enters here, so equality and subtyping are the same relation.  Every binding is logged;
``rollback`` undoes the log, which probing (method lookup, coercion, trait selection) needs all the time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from ferrule.infer.obligations import Cause, Fulfillment, Obligation
from ferrule.ty import ty as t
from ferrule.ty.data import Predicate
from ferrule.ty.fold import fold, walk

if TYPE_CHECKING:
    from ferrule.infer.results import ClosureInfo
    from ferrule.resolve.defs import Def
    from ferrule.traits.env import ParamEnv
    from ferrule.ty.context import TyCtxt

A = TypeVar("A", bound=t.GenericArg)
R = TypeVar("R")


class InferCtxt:
    def __init__(self, tcx: TyCtxt, env: ParamEnv, reveal_all: bool = False) -> None:
        self.tcx = tcx
        self.env = env
        self.reveal_all = reveal_all  # opaque types are seen through: after type checking
        self.values: list[t.GenericArg | None] = []
        self.kinds: list[str] = []  # ty, int, float, const
        self.origins: list[int] = []
        self.log: list[int] = []
        self.fulfill = Fulfillment(self)
        self.closures: dict[Def, ClosureInfo] = {}  # closures of the body being checked
        self.closure_kinds: dict[Def, str | None] = {}
        self.opaque_defs: dict[Def, t.Ty] = {}  # opaque types this body defines -> their inference variable
        self.stack: list[tuple[object, t.Args]] = []  # trait goals being evaluated, to detect cycles
        self.diverging: set[int] = set()  # variables that fall back to `!`

    # ------------------------------------------------------------------------------------------------------ variables
    def _new(self, kind: str, span: int) -> int:
        self.values.append(None)
        self.kinds.append(kind)
        self.origins.append(span)
        return len(self.values) - 1

    def next_ty_var(self, span: int = 0) -> t.Ty:
        return t.mk_infer("ty", self._new("ty", span))

    def next_int_var(self, span: int = 0) -> t.Ty:
        return t.mk_infer("int", self._new("int", span))

    def next_float_var(self, span: int = 0) -> t.Ty:
        return t.mk_infer("float", self._new("float", span))

    def next_const_var(self, ty: t.Ty, span: int = 0) -> t.Const:
        return t.mk_const_infer(ty, self._new("const", span))

    def fresh_args_for(self, d: Def, span: int = 0, prefix: t.Args = ()) -> t.Args:
        """Fresh variables for the parameters of ``d`` behind ``prefix``."""
        g = self.tcx.generics_of(d)
        out: list[t.GenericArg] = list(prefix)
        chain = []
        cur: object = g
        while cur is not None:
            chain.append(cur)
            parent = cur.parent  # type: ignore[attr-defined]
            cur = self.tcx.generics_of(parent) if parent is not None else None
        for gen in reversed(chain):
            for p in gen.params:  # type: ignore[attr-defined]
                if p.index < len(out):
                    continue
                if p.kind == "lifetime":
                    out.append(t.ERASED)
                elif p.kind == "type":
                    out.append(self.next_ty_var(span))
                else:
                    out.append(self.next_const_var(self.tcx.type_of(p.def_), span))
        return tuple(out)

    # -------------------------------------------------------------------------------------------------------- resolving
    def shallow(self, ty: t.Ty) -> t.Ty:
        while isinstance(ty, t.Infer):
            v = self.values[ty.vid]
            if v is None:
                return ty
            ty = cast(t.Ty, v)
        return ty

    def shallow_const(self, c: t.Const) -> t.Const:
        while isinstance(c, t.ConstInfer):
            v = self.values[c.vid]
            if v is None:
                return c
            c = cast(t.Const, v)
        return c

    def resolve(self, value: A) -> A:
        """Replaces every bound variable inside ``value``."""
        if not value.flags & t.HAS_INFER:
            return value
        return fold(value, self._resolve_leaf, t.HAS_INFER)

    def _resolve_leaf(self, x: t.GenericArg) -> t.GenericArg | None:
        if isinstance(x, t.Infer):
            s = self.shallow(x)
            return (
                fold(s, self._resolve_leaf, t.HAS_INFER)
                if s is not x and s.flags & t.HAS_INFER and not isinstance(s, t.Infer)
                else s
            )
        if isinstance(x, t.ConstInfer):
            return self.shallow_const(x)
        return None

    def resolve_args(self, args: t.Args) -> t.Args:
        return tuple(self.resolve(a) for a in args)

    # -------------------------------------------------------------------------------------------------------- snapshots
    def snapshot(self) -> tuple[int, int, int]:
        return len(self.log), len(self.values), len(self.fulfill.pending)

    def rollback(self, snap: tuple[int, int, int]) -> None:
        log, values, pending = snap
        for vid in reversed(self.log[log:]):
            self.values[vid] = None
        del self.log[log:]
        del self.values[values:], self.kinds[values:], self.origins[values:]
        del self.fulfill.pending[pending:]

    def probe(self, action: Callable[[], R]) -> R:
        """Runs ``action`` and undoes what it did to variables and obligations."""
        snap = self.snapshot()
        try:
            return action()
        finally:
            self.rollback(snap)

    # ------------------------------------------------------------------------------------------------------- unification
    def eq(self, a: t.GenericArg, b: t.GenericArg) -> bool:
        """Makes ``a`` and ``b`` equal; on failure nothing has changed."""
        if a is b:
            return True
        snap = len(self.log)
        if self._eq(a, b):
            return True
        for vid in reversed(self.log[snap:]):
            self.values[vid] = None
        del self.log[snap:]
        return False

    def eq_args(self, a: t.Args, b: t.Args) -> bool:
        snap = len(self.log)
        if len(a) == len(b) and all(x is y or self._eq(x, y) for x, y in zip(a, b)):
            return True
        for vid in reversed(self.log[snap:]):
            self.values[vid] = None
        del self.log[snap:]
        return False

    def _bind(self, vid: int, value: t.GenericArg) -> bool:
        self.values[vid] = value
        self.log.append(vid)
        return True

    def set_error(self, var: t.Infer) -> None:
        """Poisons a variable that has been reported, so that nothing more is said about it."""
        if self.values[var.vid] is None:
            self._bind(var.vid, t.ERROR)

    def _occurs(self, vid: int, ty: t.GenericArg) -> bool:
        if not ty.flags & t.HAS_INFER:
            return False
        return any(isinstance(x, (t.Infer, t.ConstInfer)) and x.vid == vid for x in walk(self.resolve(ty)))

    def _eq(self, a: t.GenericArg, b: t.GenericArg) -> bool:
        if isinstance(a, t.Region) or isinstance(b, t.Region):
            return True
        if isinstance(a, t.Const) or isinstance(b, t.Const):
            return isinstance(a, t.Const) and isinstance(b, t.Const) and self._eq_const(a, b)
        a, b = self.shallow(a), self.shallow(b)
        if a is b or a is t.ERROR or b is t.ERROR:
            return True
        if isinstance(a, t.Infer):
            return self._bind_var(a, b)
        if isinstance(b, t.Infer):
            return self._bind_var(b, a)
        if a.__class__ is not b.__class__:
            return False
        match a, b:
            case (t.Adt(d1, x), t.Adt(d2, y)) | (t.FnDef(d1, x), t.FnDef(d2, y)) | (t.Closure(d1, x), t.Closure(d2, y)):
                return d1 is d2 and all(p is q or self._eq(p, q) for p, q in zip(x, y))
            case t.Ref(_, x1, m1), t.Ref(_, y1, m2):
                return m1 == m2 and self._eq(x1, y1)
            case t.Ptr(x1, m1), t.Ptr(y1, m2):
                return m1 == m2 and self._eq(x1, y1)
            case t.Slice(x1), t.Slice(y1):
                return self._eq(x1, y1)
            case t.Array(x1, n1), t.Array(y1, n2):
                return self._eq(x1, y1) and self._eq_const(n1, n2)
            case t.Tuple(xs), t.Tuple(ys):
                return len(xs) == len(ys) and all(p is q or self._eq(p, q) for p, q in zip(xs, ys))
            case t.FnPtr(xs, r1, u1), t.FnPtr(ys, r2, u2):
                return (
                    u1 == u2 and len(xs) == len(ys) and all(self._eq(p, q) for p, q in zip(xs, ys)) and self._eq(r1, r2)
                )
            case t.Alias(k1, d1, x), t.Alias(k2, d2, y):
                return d1 is d2 and k1 == k2 and all(p is q or self._eq(p, q) for p, q in zip(x, y))
        return False

    def _bind_var(self, var: t.Infer, ty: t.Ty) -> bool:
        kind = var.infer_kind
        if isinstance(ty, t.Infer):
            if kind == "ty":
                return self._bind(var.vid, ty)
            if ty.infer_kind == "ty":
                return self._bind(ty.vid, var)
            return ty.infer_kind == kind and self._bind(var.vid, ty)
        if kind == "int":
            return isinstance(ty, t.Int) and self._bind(var.vid, ty)
        if kind == "float":
            return isinstance(ty, t.Float) and self._bind(var.vid, ty)
        return not self._occurs(var.vid, ty) and self._bind(var.vid, ty)

    def _eq_const(self, a: t.Const, b: t.Const) -> bool:
        a, b = self.shallow_const(a), self.shallow_const(b)
        if a is b or isinstance(a, t.ConstError) or isinstance(b, t.ConstError):
            return True
        if isinstance(a, t.ConstInfer):
            return not self._occurs(a.vid, b) and self._bind(a.vid, b)
        if isinstance(b, t.ConstInfer):
            return not self._occurs(b.vid, a) and self._bind(b.vid, a)
        if isinstance(a, t.ConstValue) and isinstance(b, t.ConstValue):
            return a.value == b.value
        if isinstance(a, t.ConstUnevaluated) or isinstance(b, t.ConstUnevaluated):
            from ferrule.ty.lower import evaluate_const

            ra, rb = evaluate_const(self.tcx, self.resolve(a)), evaluate_const(self.tcx, self.resolve(b))
            if ra is not a or rb is not b:
                return self._eq_const(ra, rb)
            if isinstance(ra, t.ConstUnevaluated) and isinstance(rb, t.ConstUnevaluated) and ra.def_ is rb.def_:
                return all(p is q or self._eq(p, q) for p, q in zip(ra.args, rb.args))
        return False

    # ------------------------------------------------------------------------------------------- normalising, obligations
    def normalize(self, value: A, cause: Cause) -> A:
        """Replaces projections by what they are; one that is not known yet becomes a variable with a pending obligation."""
        if not value.flags & t.NEEDS_NORMALIZE:
            return value
        from ferrule.traits.project import normalize

        return normalize(self, value, cause)

    def normalize_at(self, ty: t.Ty, span: int) -> t.Ty:
        return self.normalize(ty, Cause(span, "misc"))

    def register(self, predicate: Predicate, cause: Cause, depth: int = 0) -> None:
        self.fulfill.register(Obligation(predicate, cause, depth))

    def register_predicates_of(self, d: Def, args: t.Args, cause: Cause) -> None:
        """Everything ``d`` requires of its arguments."""
        for p in self.tcx.predicates_of(d):
            self.register(self.instantiate(p, args, cause), cause.with_bound(d, p))

    def instantiate(self, p: Predicate, args: t.Args, cause: Cause) -> Predicate:
        from ferrule.traits.predicates import subst_predicate

        return self.normalize_predicate(subst_predicate(p, args), cause)

    def normalize_predicate(self, p: Predicate, cause: Cause) -> Predicate:
        from ferrule.traits.predicates import map_predicate

        return map_predicate(p, lambda a: self.normalize(a, cause), keep_projection=True)
