"""Checks that a body is well formed: what later phases rely on.  Run by tests after building and after each pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ferrule.mir import body as m
from ferrule.mir.build.cleanup import successors
from ferrule.mir.ops import BIN_OPS, CAST_KINDS, PANIC_KINDS
from ferrule.mir.place import PlaceError, operand_ty, place_ty, rvalue_ty
from ferrule.mir.pretty import show_operand, show_place, show_rvalue, show_term
from ferrule.ty import ty as t
from ferrule.ty.context import TyCtxt
from ferrule.ty.fold import erase_regions, subst

N = TypeVar("N")
OPAQUE = t.HAS_ALIAS | t.HAS_ERROR | t.HAS_UNEVALUATED | t.HAS_PARAM


class MirError(AssertionError):
    """The body breaks an invariant: a bug of the compiler."""


def validate(tcx: TyCtxt, body: m.Body) -> None:
    """Raises MirError with every fault found."""
    v = Validator(tcx, body)
    v.run()
    if v.faults:
        raise MirError(f"{body.name}:\n  " + "\n  ".join(v.faults))


def compatible(a: t.Ty, b: t.Ty) -> bool:
    """Whether a value of type ``a`` may stand where ``b`` is expected, regions and unresolved projections aside."""
    a, b = erase_regions(a), erase_regions(b)
    if a is b or a is t.NEVER:
        return True
    if a.flags & OPAQUE or b.flags & OPAQUE:
        # Projections and opaque types may be equal after normalisation, which needs concrete arguments.
        return (a.flags | b.flags) & (t.HAS_ALIAS | t.HAS_ERROR | t.HAS_UNEVALUATED) != 0 or _same_shape(a, b)
    return _same_shape(a, b)


def _same_shape(a: t.Ty, b: t.Ty) -> bool:
    """Equality up to what regions inside function pointers hide."""
    match a, b:
        case t.Ref(_, x, mut), t.Ref(_, y, mut2):
            return mut == mut2 and compatible(x, y)
        case t.Tuple(xs), t.Tuple(ys):
            return len(xs) == len(ys) and all(map(compatible, xs, ys))
        case t.FnPtr(xs, x, _), t.FnPtr(ys, y, _):
            return len(xs) == len(ys) and all(map(compatible, xs, ys)) and compatible(x, y)
        case t.Adt(d, xs), t.Adt(d2, ys):
            pairs = [(x, y) for x, y in zip(xs, ys) if isinstance(x, t.Ty) and isinstance(y, t.Ty)]
            return d is d2 and all(compatible(x, y) for x, y in pairs)
    return False


class Validator:
    def __init__(self, tcx: TyCtxt, body: m.Body) -> None:
        self.tcx, self.body = tcx, body
        self.faults: list[str] = []
        self.where = ""
        self.with_storage: set[int] = set()

    def fault(self, text: str) -> None:
        self.faults.append(f"{self.where}: {text}")

    def run(self) -> None:
        body = self.body
        if not body.blocks:
            self.faults.append("no blocks")
            return
        for b in body.blocks:
            for s in b.stmts:
                if isinstance(s, (m.StorageLive, m.StorageDead)):
                    self.with_storage.add(s.local)
        for i in self.with_storage:
            if not body.arg_count < i < len(body.locals):
                self.faults.append(f"storage statement for _{i}, which is no variable or temporary")
        for i, b in enumerate(body.blocks):
            for j, s in enumerate(b.stmts):
                self.where = f"bb{i}[{j}]"
                self.guarded(self.statement, s)
            self.where = f"bb{i} end"
            if b.terminator is None:
                self.fault("no terminator")
                continue
            for target in successors(b.terminator):
                if not 0 <= target < len(body.blocks):
                    self.fault(f"target bb{target} does not exist")
            self.guarded(self.terminator, b.terminator)
        if not self.faults:
            self.storage()
            self.reducible()

    def guarded(self, check: Callable[[N], None], node: N) -> None:
        try:
            check(node)
        except PlaceError as e:
            self.fault(str(e))

    # ----------------------------------------------------------------------------------------------------------- typing
    def place(self, p: m.Place) -> t.Ty:
        if not 0 <= p.local < len(self.body.locals):
            raise PlaceError(f"_{p.local} does not exist")
        for proj in p.proj:
            if isinstance(proj, m.PIndex) and self.body.locals[proj.local].ty is not t.USIZE:
                self.fault(f"index _{proj.local} is not a usize")
        return place_ty(self.body, p)

    def operand(self, o: m.Operand) -> t.Ty:
        if isinstance(o, (m.Copy, m.Move)):
            return self.place(o.place)
        return operand_ty(self.body, o)

    def statement(self, s: m.Statement) -> None:
        match s:
            case m.Assign(place, rvalue):
                target = self.place(place)
                before = len(self.faults)
                self.rvalue(rvalue)
                if len(self.faults) > before:
                    return  # it may have no type
                value = rvalue_ty(self.tcx, self.body, rvalue)
                if not compatible(value, target):
                    self.fault(f"{show_place(place)}: {target} = {show_rvalue(rvalue)}: {value}")
            case m.FakeRead(_, place) | m.SetDiscriminant(place) | m.AscribeUserType(place):
                self.place(place)
            case m.PtxAsm():
                for o in s.inputs:
                    assert o.value is not None
                    self.operand(o.value)
                for o in s.outputs:
                    assert o.place is not None
                    self.place(o.place)

    def rvalue(self, r: m.Rvalue) -> None:
        match r:
            case m.Use(o) | m.Repeat(o):
                self.operand(o)
            case m.MRef(_, p) | m.AddressOf(_, p):
                self.place(p)
            case m.Len(p):
                if not isinstance(self.place(p), (t.Slice, t.Array)):
                    self.fault(f"{show_rvalue(r)} of {self.place(p)}")
            case m.Discriminant(p):
                ty = self.place(p)
                if isinstance(ty, t.Adt) and not self.tcx.adt(ty.def_).is_enum:
                    self.fault(f"{show_rvalue(r)} of {ty}")
            case m.Cast(kind, o):
                if kind not in CAST_KINDS:
                    self.fault(f"cast kind {kind}")
                self.operand(o)
            case m.BinaryOp(op, a, b) | m.CheckedBinaryOp(op, a, b):
                row = BIN_OPS.get(op)
                if row is None:
                    self.fault(f"operator {op}")
                    return
                x, y = self.operand(a), self.operand(b)
                if row.kind not in ("shift", "offset") and not (compatible(x, y) or compatible(y, x)):
                    self.fault(f"{show_rvalue(r)} of {x} and {y}")
                if isinstance(r, m.CheckedBinaryOp) and not (row.checked and isinstance(x, t.Int)):
                    self.fault(f"{show_rvalue(r)} has no checked form")
            case m.UnaryOp(op, a):
                ty = self.operand(a)
                if op == "ptr_metadata" and not isinstance(ty, (t.Ref, t.Ptr)):
                    self.fault(f"{show_rvalue(r)} of {ty}")
            case m.Aggregate(kind, ops):
                self.aggregate(kind, [self.operand(o) for o in ops])
            case m.Printf(_, ops):
                for o in ops:
                    self.operand(o)

    def aggregate(self, kind: m.AggregateKind, tys: list[t.Ty]) -> None:
        if isinstance(kind, m.AggArray):
            for ty in tys:
                if not compatible(ty, kind.elem):
                    self.fault(f"element {ty} in an array of {kind.elem}")
        elif isinstance(kind, m.AggAdt):
            fields = self.tcx.adt(kind.def_).variants[kind.variant].fields
            if kind.union_field is not None:
                fields = [fields[kind.union_field]]
            if len(fields) != len(tys):
                self.fault(f"{len(tys)} fields for {kind.def_.name}, which has {len(fields)}")
                return
            for f, ty in zip(fields, tys):
                expected = self.tcx.field_ty(f.def_, kind.args)
                if not compatible(ty, expected):
                    self.fault(f"field {f.name} of {kind.def_.name}: {expected} = {ty}")
        elif isinstance(kind, m.AggClosure):
            n = len(self.tcx.closure_info(kind.def_).captures)
            if n != len(tys):
                self.fault(f"{len(tys)} captures for a closure of {n}")

    def terminator(self, term: m.Terminator) -> None:
        match term:
            case m.SwitchInt():
                ty = self.operand(term.discr)
                if not compatible(ty, term.ty) or not isinstance(term.ty, (t.Int, t.Bool, t.Char)):
                    self.fault(f"switch on {ty} as {term.ty}")
                if len(term.targets) != len(term.values) + 1 or len(set(term.values)) != len(term.values):
                    self.fault(f"values {term.values} for targets {term.targets}")
            case m.Call():
                self.call(term)
            case m.Assert():
                if self.operand(term.cond) is not t.BOOL:
                    self.fault("assert on a value that is no bool")
                self.message(term.msg)
            case m.Panic():
                self.message(term.msg)
            case m.Drop():
                self.place(term.place)
                if term.plan is not None:
                    self.drop_node(term.plan)

    def drop_node(self, node: m.DropNode) -> None:
        self.place(node.place)
        if (node.how == "flag") != (node.flag is not None) or node.how not in ("always", "never", "flag", "unknown"):
            self.fault(f"drop `{node.how}` with flag {node.flag}")
        if node.flag is not None and self.place(node.flag) is not t.BOOL:
            self.fault("a drop flag that is no bool")
        for c in node.children:
            if c.place.local != node.place.local or len(c.place.proj) != len(node.place.proj) + 1:
                self.fault("a part to drop that lies elsewhere")
            self.drop_node(c)

    def message(self, msg: m.AssertMessage) -> None:
        if msg.kind not in PANIC_KINDS:
            self.fault(f"panic kind {msg.kind}")
        for o in msg.operands:
            self.operand(o)

    def call(self, term: m.Call) -> None:
        func = self.operand(term.func)
        args = [self.operand(a) for a in term.args]
        dest = self.place(term.dest)
        if isinstance(func, t.FnDef):
            sig = self.tcx.fn_sig(func.def_)
            inputs = [subst(x, func.args) for x in sig.inputs]
            output = subst(sig.output, func.args)
        elif isinstance(func, t.FnPtr):
            inputs, output = list(func.inputs), func.output
        else:
            self.fault(f"call of a value of type {func}")
            return
        if len(inputs) != len(args):
            self.fault(f"{show_term(term)}: {len(args)} arguments for {len(inputs)} parameters")
            return
        for o, ty, expected in zip(term.args, args, inputs):
            if not compatible(ty, expected):
                self.fault(f"argument {show_operand(o)}: {ty} for {expected} of {show_operand(term.func)}")
        if term.target is not None and not compatible(output, dest):
            self.fault(f"{show_term(term)}: result {output} into {dest}")

    # ---------------------------------------------------------------------------------------------------------- storage
    def storage(self) -> None:
        """No local with storage statements is used where its storage may be dead."""
        blocks = self.body.blocks
        if not self.with_storage:
            return
        entry: list[int | None] = [None] * len(blocks)  # bit set of locals that have storage on every path here
        entry[0] = 0
        todo = [0]
        while todo:
            i = todo.pop()
            state = entry[i]
            assert state is not None
            for s in blocks[i].stmts:
                state = self.apply(state, s)
            for target in successors(blocks[i].terminator):
                before = entry[target]
                after = state if before is None else before & state
                if after != before:
                    entry[target] = after
                    todo.append(target)
        for i, b in enumerate(blocks):
            state = entry[i]
            if state is None:
                continue
            for j, s in enumerate(b.stmts):
                self.where = f"bb{i}[{j}]"
                self.uses(statement_locals(s), state)
                state = self.apply(state, s)
            self.where = f"bb{i} end"
            self.uses(terminator_locals(b.terminator), state)

    @staticmethod
    def apply(state: int, s: m.Statement) -> int:
        if isinstance(s, m.StorageLive):
            return state | 1 << s.local
        if isinstance(s, m.StorageDead):
            return state & ~(1 << s.local)
        return state

    def uses(self, locals_: set[int], state: int) -> None:
        for i in locals_:
            if i in self.with_storage and not state >> i & 1:
                self.fault(f"_{i} is used without storage")

    # ----------------------------------------------------------------------------------------------------- reducibility
    def reducible(self) -> None:
        """Every edge back in a depth-first walk goes to a loop header that dominates its source."""
        blocks = self.body.blocks
        order: list[int] = []
        number: dict[int, int] = {}
        preds: dict[int, list[int]] = {i: [] for i in range(len(blocks))}
        seen = {0}
        stack = [(0, iter(successors(blocks[0].terminator)))]
        while stack:
            at, rest = stack[-1]
            for s in rest:
                preds[s].append(at)
                if s not in seen:
                    seen.add(s)
                    stack.append((s, iter(successors(blocks[s].terminator))))
                    break
            else:
                number[at] = len(order)
                order.append(at)
                stack.pop()
        idom: dict[int, int] = {0: 0}
        changed = True
        while changed:
            changed = False
            for i in reversed(order[:-1]):
                new = -1
                for p in preds[i]:
                    if p in idom:
                        new = p if new < 0 else _meet(idom, number, p, new)
                if new >= 0 and idom.get(i) != new:
                    idom[i] = new
                    changed = True
        for i in order:
            for s in successors(blocks[i].terminator):
                if number[s] >= number[i]:
                    at = i
                    while at != s and at != 0:
                        at = idom[at]
                    if at != s:
                        self.faults.append(f"bb{i} -> bb{s} enters a loop elsewhere than at its header")
                    elif blocks[s].loop is None:
                        self.faults.append(f"bb{s} is a loop header without LoopInfo")


def _meet(idom: dict[int, int], number: dict[int, int], a: int, b: int) -> int:
    while a != b:
        if number[a] < number[b]:
            a = idom[a]
        else:
            b = idom[b]
    return a


def place_locals(p: m.Place) -> set[int]:
    return {p.local, *(x.local for x in p.proj if isinstance(x, m.PIndex))}


def operand_locals(ops: list[m.Operand]) -> set[int]:
    out: set[int] = set()
    for o in ops:
        if isinstance(o, (m.Copy, m.Move)):
            out |= place_locals(o.place)
    return out


def rvalue_locals(r: m.Rvalue) -> set[int]:
    match r:
        case m.Use(o) | m.Repeat(o) | m.Cast(_, o) | m.UnaryOp(_, o):
            return operand_locals([o])
        case m.MRef(_, p) | m.AddressOf(_, p) | m.Len(p) | m.Discriminant(p):
            return place_locals(p)
        case m.BinaryOp(_, a, b) | m.CheckedBinaryOp(_, a, b):
            return operand_locals([a, b])
        case m.Aggregate(_, ops) | m.Printf(_, ops):
            return operand_locals(ops)
    return set()


def statement_locals(s: m.Statement) -> set[int]:
    match s:
        case m.Assign(place, rvalue):
            return place_locals(place) | rvalue_locals(rvalue)
        case m.FakeRead(_, place) | m.SetDiscriminant(place) | m.AscribeUserType(place):
            return place_locals(place)
        case m.PtxAsm():
            out = operand_locals([o.value for o in s.inputs if o.value is not None])
            for o in s.outputs:
                assert o.place is not None
                out |= place_locals(o.place)
            return out
    return set()


def terminator_locals(term: m.Terminator) -> set[int]:
    match term:
        case m.SwitchInt(discr=discr):
            return operand_locals([discr])
        case m.Call(func=func, args=args, dest=dest):
            return operand_locals([func, *args]) | place_locals(dest)
        case m.Assert(cond=cond, msg=msg):
            return operand_locals([cond, *msg.operands])
        case m.Panic(msg=msg):
            return operand_locals(msg.operands)
        case m.Drop(place=place):
            return place_locals(place)
    return set()
