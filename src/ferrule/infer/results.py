"""What type checking of one body says about it: the input of THIR building.  Keys are HIR ids of the body's owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.hir import nodes as hir
    from ferrule.resolve.defs import Def


class Adjustment:
    """One implicit step from an expression's own type to the type its context sees; ``target`` is the type after it.

    ``kind``: ``never_to_any``, ``deref`` (built-in), ``overloaded_deref`` (call ``Deref::deref`` or ``deref_mut`` on
    ``&``/``&mut`` of the value, then dereference: target is the pointee; ``mut`` says which), ``borrow`` (``&``/``&mut``,
    ``two_phase`` where rustc allows two-phase borrows), ``raw_borrow``, ``unsize``, ``reify_fn``, ``closure_fn``,
    ``unsafe_fn``, ``mut_to_const``.
    """

    __slots__ = ("kind", "target", "mut", "two_phase", "def_", "args")

    def __init__(
        self,
        kind: str,
        target: t.Ty,
        mut: bool = False,
        two_phase: bool = False,
        def_: Def | None = None,
        args: t.Args = (),
    ) -> None:
        self.kind, self.target, self.mut, self.two_phase, self.def_, self.args = (
            kind,
            target,
            mut,
            two_phase,
            def_,
            args,
        )

    def __repr__(self) -> str:
        return f"{self.kind}{' mut' if self.mut else ''}{' two_phase' if self.two_phase else ''} -> {self.target}"


class Capture:
    """One captured variable of a closure: whole variables, by ``value``, ``ref``, ``mut`` (unique borrow included)."""

    __slots__ = ("local", "mode", "ty", "span")

    def __init__(self, local: hir.Local, mode: str, ty: t.Ty, span: int) -> None:
        self.local, self.mode, self.ty, self.span = local, mode, ty, span  # ty: of the variable, not of the reference


class ClosureInfo:
    """A closure after its body was checked.  Field i of the closure value is capture i (a reference unless by value)."""

    __slots__ = ("def_", "kind", "inputs", "output", "captures", "expr")

    def __init__(self, def_: Def, expr: hir.Closure) -> None:
        self.def_ = def_
        self.expr = expr
        self.kind = "Fn"  # Fn, FnMut, FnOnce: the strongest trait it implements
        self.inputs: tuple[t.Ty, ...] = ()
        self.output: t.Ty = t.ERROR
        self.captures: list[Capture] = []

    def field_tys(self) -> list[t.Ty]:
        return [c.ty if c.mode == "value" else t.mk_ref(c.ty, c.mode == "mut") for c in self.captures]


class TypeckResults:
    __slots__ = (
        "owner", "types", "local_types", "adjustments", "callee", "path_res", "field_index", "pat_adjustments",
        "binding_modes", "closures", "coercion_casts", "pat_variants", "user_types", "tainted", "const_args",
    )  # fmt: skip

    def __init__(self, owner: Def) -> None:
        self.owner = owner
        self.types: dict[int, t.Ty] = {}  # expressions (before adjustment), patterns (the type they match), hir types
        self.local_types: dict[int, t.Ty] = {}  # Local.id
        self.adjustments: dict[int, list[Adjustment]] = {}  # expressions
        # Method calls, overloaded operators (unary, binary, compound assignment, index, deref) and calls through Fn traits:
        # the function called and its generic arguments.  An operator that is absent here is built in.
        self.callee: dict[int, tuple[Def, t.Args]] = {}
        # Paths in expressions and patterns after type-relative lookup: what they name and its generic arguments.
        # Local variables are not here (the HIR has them).
        self.path_res: dict[int, tuple[Def, t.Args]] = {}
        self.field_index: dict[
            int, int
        ] = {}  # Field expressions; FieldInit and PatField by id(node) are looked up by name
        self.pat_adjustments: dict[int, list[t.Ty]] = {}  # references dereferenced by default binding, outermost first
        self.binding_modes: dict[int, str] = {}  # PatBinding id -> `move`, `ref`, `ref mut`
        self.closures: dict[Def, ClosureInfo] = {}
        self.coercion_casts: set[int] = set()  # `as` expressions that are only a coercion
        self.pat_variants: dict[int, int] = {}  # patterns and struct expressions of enum type -> variant index
        self.user_types: dict[int, t.Ty] = {}
        self.const_args: dict[int, t.Const] = {}  # Repeat expressions -> the count
        self.tainted = False  # an error was reported: no MIR is built

    def expr_ty(self, e: hir.Expr) -> t.Ty:
        return self.types[e.id]

    def expr_ty_adjusted(self, e: hir.Expr) -> t.Ty:
        adj = self.adjustments.get(e.id)
        return adj[-1].target if adj else self.types[e.id]
