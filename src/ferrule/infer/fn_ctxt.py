"""The state of type checking one body (rustc's FnCtxt), and the steps every expression kind needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.diagnostics.diagnostic import Diagnostic
from ferrule.hir import nodes as hir
from ferrule.infer.obligations import Cause
from ferrule.infer.results import Adjustment, TypeckResults
from ferrule.infer.table import InferCtxt
from ferrule.resolve.defs import Def, DefKind
from ferrule.syntax import ast
from ferrule.traits.env import param_env
from ferrule.ty import ty as t
from ferrule.ty.lower import TyLowerer
from ferrule.ty.pretty import show

if TYPE_CHECKING:
    from ferrule.infer.coerce import CoerceMany
    from ferrule.resolve.scope import Scope
    from ferrule.ty.context import TyCtxt


class Breakable:
    """A loop or labelled block that ``break`` can leave; ``coerce`` collects the types of break values."""

    __slots__ = ("coerce", "may_break")

    def __init__(self, coerce: CoerceMany | None) -> None:
        self.coerce = coerce
        self.may_break = False


class DeferredCast:
    __slots__ = ("expr", "expr_ty", "cast_ty")

    def __init__(self, expr: hir.Cast, expr_ty: t.Ty, cast_ty: t.Ty) -> None:
        self.expr, self.expr_ty, self.cast_ty = expr, expr_ty, cast_ty


def const_context(owner: Def) -> str:
    """What rustc calls the constant context that a body is; empty for code that runs at run time."""
    if owner.kind is DefKind.STATIC:
        return "statics"
    if owner.kind in (DefKind.CONST, DefKind.ASSOC_CONST, DefKind.ANON_CONST):
        return "constants"
    return "constant functions" if isinstance(owner.node, ast.Fn) and owner.node.header.const else ""


class FnCtxt:
    def __init__(self, tcx: TyCtxt, owner: Def) -> None:
        self.tcx = tcx
        self.owner = owner
        self.icx = InferCtxt(tcx, param_env(tcx, owner))
        self.results = TypeckResults(owner)
        self.lowerer = TyLowerer(tcx, owner, self.icx)
        self.ret: CoerceMany | None = None  # of the innermost fn or closure
        self.diverges = False
        self.breakables: dict[int, Breakable] = {}  # id of the Loop or BlockExpr node
        self.casts: list[DeferredCast] = []
        self.deferred_calls: list[tuple[hir.Call, t.Closure]] = []  # calls of closures whose kind is not known yet
        self.closure_exprs: list[hir.Closure] = []
        self.overloaded_ops: list[tuple[hir.Expr, list[hir.Expr]]] = []  # operators to recheck at writeback
        self.misfit_closures: set[Def] = set()  # closures reported to take another number of arguments
        self.unsafe_depth = 0
        self.const_context = const_context(owner)  # empty in closures too: they run later
        self.trait_scopes: tuple[list[Def], list[Scope]] | None = None  # see method.scope_traits_with
        self.raw_place = False  # inside the operand of `&raw`
        self.assigned_field: hir.Expr | None = None  # the left side of the assignment being checked
        self.in_pattern = False  # checking a literal of a pattern
        self.cast_operand: hir.Expr | None = None  # a literal here may take a type from the cast

    # --------------------------------------------------------------------------------------------------------- reporting
    def error(self, code: str, message: str, span: int, label: str = "") -> Diagnostic:
        self.results.tainted = True
        return self.tcx.session.diag.error(code, message, span, label)

    def show(self, ty: t.Interned) -> str:
        return show(self.icx.resolve(ty) if isinstance(ty, (t.Ty, t.Const)) else ty)

    # ------------------------------------------------------------------------------------------------------------- types
    def shallow(self, ty: t.Ty) -> t.Ty:
        return self.icx.shallow(ty)

    def resolve_vars_with_obligations(self, ty: t.Ty) -> t.Ty:
        """The type as far as it is known now, after pending obligations had their say."""
        ty = self.icx.shallow(ty)
        if ty.flags & t.HAS_INFER:
            # Variables inside count too: `Option<&?T>` of `x.get(i)` must be `Option<&f32>` before `unwrap_or(1.0)` is asked.
            if self.icx.resolve(ty).flags & t.HAS_INFER:
                self.icx.fulfill.select_where_possible()
            ty = self.icx.shallow(ty)
        return ty

    def structurally_resolve(self, ty: t.Ty, span: int) -> t.Ty:
        """Like rustc's: here the type must be known; reports E0282 otherwise."""
        ty = self.resolve_vars_with_obligations(ty)
        if isinstance(ty, t.Infer) and ty.infer_kind == "ty":
            if not self.results.tainted:
                self.error("E0282", "type annotations needed", span, "cannot infer type")
            self.icx.set_error(ty)
            return t.ERROR
        return ty

    def lower_ty(self, h: hir.Ty) -> t.Ty:
        ty = self.lowerer.ty(h)
        self.results.types[h.id] = ty
        if ty.flags & t.HAS_ERROR:
            self.results.tainted = True
        return ty

    def lower_path_ty(self, h: hir.Ty) -> t.Ty:
        """The type in front of ``::name`` in an expression or pattern: its missing arguments are inferred."""
        self.lowerer.infer_defaults = True
        ty = self.lower_ty(h)
        self.lowerer.infer_defaults = False
        return ty

    def path_args(self, d: Def, args: hir.GenericArgs | None, parent_args: t.Args, span: int) -> t.Args:
        """Arguments of a definition named in expression position."""
        self.lowerer.infer_defaults = True
        out = self.lowerer.args_for(d, args, parent_args, span)
        self.lowerer.infer_defaults = False
        return out

    def normalize(self, ty: t.Ty, span: int) -> t.Ty:
        return self.icx.normalize(ty, Cause(span, "misc"))

    def write_ty(self, node_id: int, ty: t.Ty) -> None:
        self.results.types[node_id] = ty
        if ty.flags & t.HAS_ERROR:
            self.results.tainted = True

    def adjust(self, e: hir.Expr, adjustments: list[Adjustment]) -> None:
        if adjustments:
            old = self.results.adjustments.get(e.id)
            if old and old[-1].kind == "never_to_any":
                return
            self.results.adjustments[e.id] = (old or []) + adjustments

    def is_copy(self, ty: t.Ty) -> bool:
        from ferrule.traits.select import holds

        trait = self.tcx.lang_item("copy")
        return trait is not None and holds(self.icx, trait, (self.icx.resolve(ty),))

    def demand_eq(self, span: int, expected: t.Ty, actual: t.Ty, cause: Cause | None = None) -> bool:
        if self.icx.eq(expected, actual):
            return True
        self.report_mismatch(span, expected, actual, cause)
        return False

    def report_mismatch(self, span: int, expected: t.Ty, actual: t.Ty, cause: Cause | None = None) -> Diagnostic | None:
        from ferrule.infer.errors import mismatch

        e, a = self.icx.resolve(expected), self.icx.resolve(actual)
        if (e.flags | a.flags) & t.HAS_ERROR:
            self.results.tainted = True
            return None
        return mismatch(self, span, e, a, cause)
