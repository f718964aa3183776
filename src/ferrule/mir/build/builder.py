"""The state of MIR building: blocks, locals, scopes and the exits out of them.

Lowering appends to the block ``cur``.  Code after a jump goes to a fresh block that nothing reaches and that the final
clean-up removes.  A scope is a list of drops (StorageDead of a variable or temporary, Drop of a value that needs it);
leaving it, by falling out or by an exit, performs them innermost first.  Exits to one target share their blocks, as in
rustc's drop trees.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from ferrule.hir import nodes as hir
from ferrule.mir import body as m
from ferrule.mir.place import proj_ty
from ferrule.resolve.defs import Def
from ferrule.thir import thir
from ferrule.ty import ty as t

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

DEREF = m.Deref()
FOREVER = -1  # a temporary that is never dropped


class DropEntry(NamedTuple):
    local: int
    kind: str  # storage, value
    span: int


class Scope:
    __slots__ = ("drops", "span")

    def __init__(self, span: int) -> None:
        self.drops: list[DropEntry] = []
        self.span = span


class Exit:
    """Somewhere code can jump to out of nested scopes: ``depth`` scopes remain there."""

    __slots__ = ("block", "depth", "tree", "used")

    def __init__(self, depth: int, block: int) -> None:
        self.depth, self.block = depth, block
        self.tree: dict[tuple[int, DropEntry], int] = {}
        self.used = False


class Breakable:
    __slots__ = ("break_exit", "continue_exit", "dest", "node")

    def __init__(self, node: hir.Expr, break_exit: Exit, continue_exit: Exit | None, dest: m.Place | None) -> None:
        self.node, self.break_exit, self.continue_exit, self.dest = node, break_exit, continue_exit, dest


class Builder(ABC):
    """One body under construction."""

    def __init__(self, tcx: TyCtxt, owner: Def, env: Def, overflow_checks: bool, output: t.Ty, span: int) -> None:
        self.tcx, self.owner, self.env = tcx, owner, env  # env: whose where-clauses hold
        self.overflow_checks = overflow_checks
        self.span = span
        self.locals: list[m.LocalDecl] = [m.LocalDecl(output, True, "", span, "return")]
        self.blocks: list[m.BasicBlock] = []
        self.var_names: dict[int, str] = {}
        self.arg_count = 0
        self.scopes: list[Scope] = []
        self.breakables: list[Breakable] = []
        self.else_exits: list[Exit] = []  # of the conditions being lowered, innermost last
        self.let_scopes: dict[int, int] = {}  # let id -> depth of the scope that holds its variables
        self.temp_scope = 0  # depth of the scope that new temporaries belong to
        self.vars: dict[int, int] = {}  # hir local id -> MIR local
        self.guard_refs: dict[int, int] = {}  # hir local id -> reference used while its guard is evaluated
        self.closure: thir.Body | None = None
        self.promoted = 0
        self._copy: dict[t.Ty, bool] = {}
        self._drop: dict[t.Ty, bool] = {}
        self.cur = self.new_block()
        self.return_exit = Exit(0, -1)

    # ------------------------------------------------------------------------------------------------------------ types
    def is_copy(self, ty: t.Ty) -> bool:
        known = self._copy.get(ty)
        if known is None:
            if isinstance(ty, (t.Int, t.Float, t.Bool, t.Char, t.Ptr, t.FnDef, t.FnPtr, t.Never)):
                known = True
            elif isinstance(ty, t.Ref):
                known = not ty.mut
            else:
                known = self.tcx.is_copy(ty, self.env)
            self._copy[ty] = known
        return known

    def needs_drop(self, ty: t.Ty) -> bool:
        known = self._drop.get(ty)
        if known is None:
            if isinstance(ty, (t.Int, t.Float, t.Bool, t.Char, t.Ptr, t.FnDef, t.FnPtr, t.Never, t.Ref)):
                known = False
            else:
                known = self.tcx.needs_drop(ty, self.env)
            self._drop[ty] = known
        return known

    def field_ty(self, f: Def, args: t.Args) -> t.Ty:
        return self.tcx.field_ty(f, args)

    # ----------------------------------------------------------------------------------------------------------- blocks
    def new_block(self) -> int:
        self.blocks.append(m.BasicBlock([], None))  # type: ignore[arg-type]
        return len(self.blocks) - 1

    def push(self, stmt: m.Statement) -> None:
        self.blocks[self.cur].stmts.append(stmt)

    def assign(self, place: m.Place, rvalue: m.Rvalue, span: int) -> None:
        self.blocks[self.cur].stmts.append(m.Assign(span, place, rvalue))

    def terminate(self, term: m.Terminator) -> None:
        """Ends the current block; what follows is unreachable unless ``cur`` is set."""
        block = self.blocks[self.cur]
        assert block.terminator is None
        block.terminator = term
        self.cur = -1

    def goto(self, target: int, span: int) -> None:
        self.terminate(m.Goto(span, target))

    def start(self, block: int) -> None:
        self.cur = block

    def start_unreachable(self) -> None:
        self.cur = self.new_block()

    def check(self, cond: m.Operand, expected: bool, msg: m.AssertMessage, span: int) -> None:
        target = self.new_block()
        self.terminate(m.Assert(span, cond, expected, msg, target))
        self.cur = target

    # ----------------------------------------------------------------------------------------------------------- locals
    def new_local(self, ty: t.Ty, span: int, kind: str = "temp", name: str = "", mut: bool = True) -> int:
        self.locals.append(m.LocalDecl(ty, mut, name, span, kind))
        return len(self.locals) - 1

    def temp(self, ty: t.Ty, span: int) -> m.Place:
        """A temporary for an operand: it is written once and never borrowed, so it needs no storage statements."""
        place = m.Place(self.new_local(ty, span))
        if self.needs_drop(ty):
            self.schedule(self.temp_scope, place.local, "value", span)
        return place

    def temp_in(self, ty: t.Ty, span: int, depth: int) -> m.Place:
        """A temporary with storage, dead at the end of scope ``depth``."""
        local = self.new_local(ty, span)
        if depth != FOREVER:
            self.push(m.StorageLive(span, local))
            self.schedule(depth, local, "storage", span)
            if self.needs_drop(ty):
                self.schedule(depth, local, "value", span)
        return m.Place(local)

    def declare(self, local: hir.Local, ty: t.Ty, span: int) -> int:
        """A local for the variable ``local``, without storage as yet."""
        index = self.new_local(ty, span, "var", local.name, local.mut)
        self.vars[local.id] = index
        self.var_names[index] = local.name
        return index

    def storage_live(self, index: int, span: int, depth: int | None = None) -> None:
        self.push(m.StorageLive(span, index))
        self.schedule(len(self.scopes) - 1 if depth is None else depth, index, "storage", span)

    def schedule_value(self, index: int, span: int, depth: int) -> None:
        """The value of a variable that has just been set is dropped at the end of its scope."""
        if self.needs_drop(self.locals[index].ty):
            self.schedule(depth, index, "value", span)

    def place_ty(self, place: m.Place) -> t.Ty:
        ty = self.locals[place.local].ty
        for p in place.proj:
            ty = proj_ty(ty, p)
        return ty

    # ----------------------------------------------------------------------------------------------------------- scopes
    def schedule(self, depth: int, local: int, kind: str, span: int) -> None:
        self.scopes[depth].drops.append(DropEntry(local, kind, span))

    @contextmanager
    def scope(self, span: int, temps: bool = True) -> Iterator[None]:
        """A scope; with ``temps`` it is a terminating one, which also takes the temporaries made inside."""
        self.scopes.append(Scope(span))
        outer = self.temp_scope
        if temps:
            self.temp_scope = len(self.scopes) - 1
        yield
        self.temp_scope = outer
        self.leave()

    def leave(self) -> None:
        """Drops and removes the innermost scope."""
        scope = self.scopes.pop()
        for d in reversed(scope.drops):
            self._emit_drop(d)

    def _emit_drop(self, d: DropEntry) -> None:
        if d.kind == "storage":
            self.push(m.StorageDead(d.span, d.local))
        else:
            target = self.new_block()
            self.terminate(m.Drop(d.span, m.Place(d.local), target))
            self.cur = target

    def exit_to(self, exit_: Exit, span: int) -> None:
        """Jumps from the current block to ``exit_``; the code after the jump is unreachable."""
        exit_.used = True
        if exit_.block < 0:
            exit_.block = self.new_block()
        node = exit_.block
        here = self.cur
        for scope in self.scopes[exit_.depth :]:
            for d in scope.drops:
                block = exit_.tree.get((node, d))
                if block is None:
                    block = self.new_block()
                    self.cur = block
                    self._emit_drop(d)
                    self.goto(node, d.span)
                    exit_.tree[node, d] = block
                node = block
        self.cur = here
        self.goto(node, span)
        self.start_unreachable()

    # ---------------------------------------------------------- lowering, by the classes derived from this one
    @abstractmethod
    def into(self, dest: m.Place | None, e: thir.Expr) -> None:
        """Evaluates ``e`` into ``dest``; its value is dropped if that is None."""

    @abstractmethod
    def as_place(self, e: thir.Expr, depth: int | None = None) -> m.Place:
        """The place ``e`` denotes; a value is put into a temporary of the scope at ``depth``."""

    @abstractmethod
    def as_operand(self, e: thir.Expr, direct: bool = False) -> m.Operand:
        """The value of ``e``.  ``direct``: nothing runs before the operand is used, so a place may be read in place."""

    @abstractmethod
    def as_rvalue(self, e: thir.Expr) -> m.Rvalue: ...

    @abstractmethod
    def condition(self, e: thir.Expr) -> None:
        """Evaluates a condition: goes on if it holds, leaves to the innermost else exit if not."""

    @abstractmethod
    def match_expr(self, dest: m.Place | None, e: thir.Match) -> None: ...

    @abstractmethod
    def let_condition(self, e: thir.Let) -> None: ...

    @abstractmethod
    def block(self, dest: m.Place | None, b: thir.Block) -> None: ...

    # -------------------------------------------------------------------------------------------------------- constants
    def const_int(self, ty: t.Ty, value: int, span: int) -> m.Constant:
        bits = ty.bits if isinstance(ty, (t.Int, t.Float)) else 32
        return m.Constant(span, ty, m.CScalar(value & (1 << bits) - 1))

    def const_bool(self, value: bool, span: int) -> m.Constant:
        return m.Constant(span, t.BOOL, m.CScalar(int(value)))

    def zst(self, ty: t.Ty, span: int) -> m.Constant:
        return m.Constant(span, ty, m.CZst())

    def const_usize(self, c: t.Const, span: int) -> m.Constant:
        if isinstance(c, t.ConstValue):
            return m.Constant(span, t.USIZE, m.CScalar(c.value))
        return m.Constant(span, t.USIZE, m.CParam(c))

    def consume(self, place: m.Place, ty: t.Ty) -> m.Operand:
        """Reads ``place`` as a value: a copy if its type is Copy, else a move."""
        return m.Copy(place) if self.is_copy(ty) else m.Move(place)


def field(place: m.Place, index: int, ty: t.Ty) -> m.Place:
    return m.Place(place.local, (*place.proj, m.PField(index, ty)))


def deref(place: m.Place) -> m.Place:
    return m.Place(place.local, (*place.proj, DEREF))
