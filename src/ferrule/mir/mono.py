"""Monomorphisation: which instances a kernel reaches, and what is known of them.

Bodies are never copied: a pass reads a generic body together with the arguments of its instance and substitutes types
as
it meets them.  ``Mono`` memoises that for one compilation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, cast

from ferrule.mir import body as m
from ferrule.mir.foreign import definition, is_foreign
from ferrule.resolve.defs import Def, DefKind
from ferrule.ty import ty as t
from ferrule.ty.data import Instance
from ferrule.ty.fold import erase_regions, subst

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

INTRINSIC_ATTR = "ferrule::intrinsic"
MirOf = Callable[[Instance], "tuple[m.Body, t.Args]"]


class Callee(NamedTuple):
    """What a call runs.  ``kind``: ``fn`` (a body), ``intrinsic``, ``ctor`` (a tuple constructor), ``shim`` (built
    in)."""

    kind: str
    instance: Instance


class Node(NamedTuple):
    """One reached instance: the functions with a body that it calls or takes the address of, the intrinsics it uses,
    the
    statics it names, and whether it panics, drops or calls through a pointer itself."""

    callees: tuple[Instance, ...]
    intrinsics: tuple[Def, ...]
    statics: tuple[Def, ...]
    panics: bool
    indirect: bool


class Mono:
    """Substitution, resolution and the call graph of one compilation."""

    def __init__(self, tcx: TyCtxt, lowered: Callable[[Def], bool] = lambda d: True) -> None:
        """``lowered`` tells the intrinsics that the target has; for others the body in the library runs, if any."""
        self.tcx = tcx
        self._lowered = lowered
        self._resolved: dict[tuple[Def, t.Args], Instance] = {}
        self._types: dict[tuple[t.Ty, t.Args], t.Ty] = {}
        self._nodes: dict[Instance, Node] = {}
        self._intrinsic: dict[Def, bool] = {}

    # ------------------------------------------------------------------------------------------------- substitution
    def ty(self, ty: t.Ty, args: t.Args) -> t.Ty:
        """``ty`` of a generic body in the instance with ``args``."""
        if not ty.flags:
            return ty
        key = (ty, args)
        found = self._types.get(key)
        if found is None:
            found = erase_regions(subst(ty, args))
            if found.flags & t.NEEDS_NORMALIZE:
                found = self.tcx.normalize(found)
            self._types[key] = found
        return found

    def const(self, c: t.Const, args: t.Args) -> t.Const:
        c = subst(c, args)
        return c if isinstance(c, t.ConstValue) else self.tcx.normalize_const(c)

    def args(self, values: t.Args, args: t.Args) -> t.Args:
        """Generic arguments of a generic body in the instance with ``args``."""
        return tuple(
            self.ty(v, args) if isinstance(v, t.Ty) else self.const(v, args) if isinstance(v, t.Const) else t.ERASED
            for v in values
        )

    # --------------------------------------------------------------------------------------------------- resolution
    def is_intrinsic(self, d: Def) -> bool:
        known = self._intrinsic.get(d)
        if known is None:
            known = self._intrinsic[d] = d.attr(INTRINSIC_ATTR) is not None and self._lowered(d)
        return known

    def resolve(self, d: Def, args: t.Args) -> Instance:
        key = (d, args)
        found = self._resolved.get(key)
        if found is None:
            found = self.tcx.resolve_instance(d, args)
            if is_foreign(found.def_) and not found.shim and not self.is_intrinsic(found.def_):
                found = Instance(self._foreign(found.def_), ())
            self._resolved[key] = found
        return found

    def _foreign(self, d: Def) -> Def:
        found = definition(self.tcx, d)
        if found is None:
            message = f"`{d.name}` is declared here and defined outside of Rust"
            fix = "kernels are not linked with other code: write the function in Rust"
            raise self.tcx.session.unsupported("G0112", message, d.name_span, fix)
        return found

    def callee(self, d: Def, args: t.Args) -> Callee:
        """What calling the function item ``d<args>`` runs; ``args`` are monomorphic."""
        if d.kind in (DefKind.STRUCT, DefKind.VARIANT):
            return Callee("ctor", Instance(d, args))
        if self.is_intrinsic(d):
            return Callee("intrinsic", Instance(d, args))
        instance = self.resolve(d, args)
        if instance.shim == "ctor":
            return Callee("ctor", instance._replace(shim=""))
        if instance.shim in ("fn_ptr", "clone"):
            return Callee("shim", instance)
        if self.is_intrinsic(instance.def_):
            return Callee("intrinsic", instance)
        return Callee("fn", instance)

    def through_fn_trait(self, instance: Instance) -> Callee | None:
        """What a ``fn_ptr`` shim (Fn trait on a fn item, fn pointer or closure) runs; None for a pointer at run
        time."""
        self_ty = instance.args[0]
        while isinstance(self_ty, t.Ref):  # `&F` calls as F does
            self_ty = self_ty.ty
        if isinstance(self_ty, t.FnDef):
            return self.callee(self_ty.def_, self_ty.args)
        if isinstance(self_ty, t.Closure):
            return Callee("fn", Instance(self_ty.def_, self_ty.args))
        return None

    # --------------------------------------------------------------------------------------------------- call graph
    def node(self, instance: Instance, mir_of: MirOf | None = None) -> Node:
        found = self._nodes.get(instance)
        if found is None:
            body, args = mir_of(instance) if mir_of else (self.tcx.mir(instance.def_), instance.args)
            found = self._nodes[instance] = self._scan(body, args)
        return found

    def reachable(self, root: Instance, mir_of: MirOf | None = None) -> dict[Instance, Node]:
        """Every instance with a body that ``root`` reaches, ``root`` first."""
        out: dict[Instance, Node] = {}
        work = [root]
        while work:
            instance = work.pop()
            if instance in out:
                continue
            node = out[instance] = self.node(instance, mir_of)
            work.extend(reversed(node.callees))
        return out

    def may_panic(self, graph: dict[Instance, Node]) -> set[Instance]:
        """The instances of ``graph`` that may panic, themselves or by what they call."""
        return _backwards(graph, {i for i, n in graph.items() if n.panics or n.indirect})

    def using(self, graph: dict[Instance, Node], pred: Callable[[Def], bool]) -> set[Instance]:
        """The instances that reach an intrinsic for which ``pred`` holds (the CPU asks for suspension points)."""
        return _backwards(graph, {i for i, n in graph.items() if any(map(pred, n.intrinsics))})

    def _scan(self, body: m.Body, args: t.Args) -> Node:
        callees: dict[Instance, None] = {}
        intrinsics: dict[Def, None] = {}
        statics: dict[Def, None] = {}
        panics = indirect = False

        def reach(callee: Callee | None) -> None:
            nonlocal indirect
            if callee is None:
                indirect = True
            elif callee.kind == "fn":
                callees[
                    callee.instance._replace(shim="") if callee.instance.shim == "closure_once" else callee.instance
                ] = None
            elif callee.kind == "intrinsic":
                intrinsics[callee.instance.def_] = None
            elif callee.kind == "shim":
                if callee.instance.shim == "fn_ptr":
                    reach(self.through_fn_trait(callee.instance))
                else:
                    for inner in self.clone_parts(callee.instance):
                        reach(inner)

        for b in reachable_blocks(body):
            block = body.blocks[b]
            for stmt in block.stmts:
                if isinstance(stmt, m.Assign):
                    for op in operands_of(stmt.rvalue):
                        if isinstance(op, m.Constant) and isinstance(op.value, m.CStatic):
                            statics[op.value.def_] = None
                    match stmt.rvalue:
                        case m.Cast(kind="reify_fn" | "closure_fn", operand=op):
                            ty = self.ty(self.operand_ty(body, op), args)
                            if isinstance(ty, t.FnDef):
                                reach(self.callee(ty.def_, ty.args))
                            elif isinstance(ty, t.Closure):
                                reach(Callee("fn", Instance(ty.def_, ty.args)))
            match block.terminator:
                case m.Call(func=func, args=call_args):
                    for op in call_args:
                        if isinstance(op, m.Constant) and isinstance(op.value, m.CStatic):
                            statics[op.value.def_] = None
                    ty = self.ty(self.operand_ty(body, func), args)
                    if isinstance(ty, t.FnDef):
                        callee = self.callee(ty.def_, ty.args)
                        reach(callee)
                        if callee.kind == "intrinsic" and block.terminator.target is None:
                            panics = True  # abort and its kin end the thread as a panic does
                    else:
                        indirect = True
                case m.Assert() | m.Panic():
                    panics = True
                case m.Drop(place=place):
                    for inner in self.drop_parts(self.ty(self.place_ty(body, place), args)):
                        reach(Callee("fn", inner))
        return Node(tuple(callees), tuple(intrinsics), tuple(statics), panics, indirect)

    # ----------------------------------------------------------------------------------------------------- glue
    def clone_parts(self, instance: Instance) -> Iterator[Callee]:
        """What the built-in Clone of a tuple, array or closure calls."""
        ty = cast(t.Ty, instance.args[0])
        if self.tcx.is_copy(ty):
            return
        for part in parts(self.tcx, ty):
            yield self.callee(instance.def_, (part, *instance.args[1:]))

    def drop_impl(self, ty: t.Ty) -> Instance | None:
        """``Drop::drop`` of an ADT that implements Drop."""
        if not isinstance(ty, t.Adt):
            return None
        from ferrule.traits.mono import drop_impl

        drop_trait = self.tcx.lang_item("drop")
        if drop_trait is None or drop_impl(self.tcx, ty.def_) is None:
            return None
        method = next(c for c in drop_trait.children if c.name == "drop")
        return self.resolve(method, (ty,))

    def drop_parts(self, ty: t.Ty) -> Iterator[Instance]:
        """Every ``Drop::drop`` that dropping a ``ty`` may run."""
        if not self.tcx.needs_drop(ty):
            return
        impl = self.drop_impl(ty)
        if impl is not None:
            yield impl
        for part in parts(self.tcx, ty):
            yield from self.drop_parts(part)

    # ----------------------------------------------------------------------------------------------------- types
    def operand_ty(self, body: m.Body, op: m.Operand) -> t.Ty:
        if isinstance(op, m.Constant):
            return op.ty
        assert isinstance(op, (m.Copy, m.Move))
        return self.place_ty(body, op.place)

    def place_ty(self, body: m.Body, place: m.Place) -> t.Ty:
        """The type of a place, generic as the body is."""
        ty = body.locals[place.local].ty
        for p in place.proj:
            match p:
                case m.PField(_, field_ty):
                    ty = field_ty
                case m.Deref():
                    ty = cast("t.Ref | t.Ptr", ty).ty
                case m.PIndex() | m.PConstIndex():
                    ty = cast("t.Array | t.Slice", ty).ty
                case m.PSubslice(start, end, from_end):
                    if isinstance(ty, t.Array):
                        if isinstance(ty.len, t.ConstValue):
                            n = ty.len.value - start - end if from_end else end - start
                            ty = t.mk_array(ty.ty, n)
        return ty


def _backwards(graph: dict[Instance, Node], seeds: set[Instance]) -> set[Instance]:
    callers: dict[Instance, list[Instance]] = {}
    for i, n in graph.items():
        for c in n.callees:
            callers.setdefault(c, []).append(i)
    out, work = set(seeds), list(seeds)
    while work:
        for c in callers.get(work.pop(), ()):
            if c not in out:
                out.add(c)
                work.append(c)
    return out


def parts(tcx: TyCtxt, ty: t.Ty) -> list[t.Ty]:
    """The types a value of ``ty`` owns directly."""
    match ty:
        case t.Tuple(elems):
            return list(elems)
        case t.Array(elem, _):
            return [elem]
        case t.Closure():
            return list(tcx.layout_of(ty).fields)
        case t.Adt(d, args):
            return [tcx.normalize(tcx.field_ty(f.def_, args)) for v in tcx.adt(d).variants for f in v.fields]
    return []


def successors(term: m.Terminator) -> list[int]:
    """Blocks that may run next; imaginary edges of the borrow checker left out."""
    match term:
        case m.Goto(target):
            return [target]
        case m.SwitchInt(targets=targets):
            return targets
        case m.Call(target=target):
            return [] if target is None else [target]
        case m.Assert(target=target) | m.Drop(target=target):
            return [target]
        case m.FalseEdge(real=real) | m.FalseUnwind(real=real):
            return [real]
    return []


def reachable_blocks(body: m.Body) -> list[int]:
    """Blocks that can run, in reverse post-order: a block comes after those that dominate it."""
    seen = {0}
    order: list[int] = []
    stack: list[tuple[int, Iterator[int]]] = [(0, iter(successors(body.blocks[0].terminator)))]
    while stack:
        block, it = stack[-1]
        for s in it:
            if s not in seen:
                seen.add(s)
                stack.append((s, iter(successors(body.blocks[s].terminator))))
                break
        else:
            order.append(block)
            stack.pop()
    order.reverse()
    return order


def operands_of(rv: m.Rvalue) -> list[m.Operand]:
    match rv:
        case m.Use(op) | m.Repeat(op, _) | m.Cast(_, op, _) | m.UnaryOp(_, op):
            return [op]
        case m.BinaryOp(_, a, b) | m.CheckedBinaryOp(_, a, b):
            return [a, b]
        case m.Aggregate(_, ops) | m.Printf(_, ops):
            return ops
    return []
