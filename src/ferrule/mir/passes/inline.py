"""Inlining on MIR of everything that suspends.

A thread of the CPU device waits at a barrier by suspending a coroutine, and only the coroutine's own body can suspend.
So all that a kernel calls on the way to a barrier, a shuffle or a vote is inlined into the kernel's body first.  The
result is monomorphic: the callees' generic arguments, and the kernel's, are substituted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ferrule.mir import body as m
from ferrule.resolve.defs import Def, DefKind
from ferrule.ty import ty as t
from ferrule.ty.data import Instance

if TYPE_CHECKING:
    from ferrule.mir.mono import Callee, Mono

_SLOTS: dict[type, tuple[str, ...]] = {}


def _slots(cls: type) -> tuple[str, ...]:
    """The fields of a node class, in the order of its constructor."""
    found = _SLOTS.get(cls)
    if found is None:
        code = getattr(cls.__init__, "__code__", None)  # type: ignore[misc]
        found = _SLOTS[cls] = code.co_varnames[1 : code.co_argcount] if code is not None else ()
    return found


class Copier:
    """Copies MIR nodes into another body: types substituted, locals, blocks and scopes renumbered."""

    def __init__(self, mono: Mono, args: t.Args, locals_at: int = 0, blocks_at: int = 0, scopes_at: int = 0) -> None:
        self.mono, self.args = mono, args
        self.locals_at, self.blocks_at, self.scopes_at = locals_at, blocks_at, scopes_at

    def node(self, value: Any) -> Any:
        cls = type(value)
        names = _slots(cls)
        if not names:
            return value
        return cls(*[self.field(name, getattr(value, name)) for name in names])

    def field(self, name: str, value: Any) -> Any:
        if value is None or isinstance(value, (str, bytes, bool)):
            return value
        if isinstance(value, int):
            if name == "local":
                return value + self.locals_at
            if name in ("target", "real", "imaginary"):
                return value + self.blocks_at
            if name == "scope":
                return value + self.scopes_at
            return value
        if isinstance(value, t.Ty):
            return self.mono.ty(value, self.args)
        if isinstance(value, t.Const):
            return self.mono.const(value, self.args)
        if isinstance(value, t.Region):
            return t.ERASED
        if isinstance(value, list):
            if name == "targets":
                return [b + self.blocks_at for b in value]
            return [self.field("", x) for x in value]
        if isinstance(value, tuple):
            return tuple(self.field("", x) for x in value)
        return self.node(value) if type(value).__module__ == m.__name__ else value


class SuspendingInliner:
    """Answers, for one kernel, which bodies suspend, and makes the kernel's body with all of them inlined.

    ``suspends`` tells the intrinsics at which a thread waits.  ``fail(code, message, span)`` makes the exception to
    raise. ``names`` maps the span of each suspending call in the result to the path of what the user's code calls
    there.
    """

    def __init__(
        self,
        mono: Mono,
        root: Instance,
        suspends: Callable[[Def], bool],
        fail: Callable[[str, str, int], Exception],
    ) -> None:
        self.mono, self.root, self.fail = mono, root, fail
        self.is_point = suspends
        self.graph = mono.reachable(root)
        self.suspending = mono.using(self.graph, suspends)
        self.names: dict[int, str] = {}
        self._body: m.Body | None = None

    @property
    def needed(self) -> bool:
        """Whether the kernel suspends at all."""
        return self.root in self.suspending

    def body(self) -> m.Body:
        """The kernel's body, monomorphic, with no call left that suspends but those of intrinsics."""
        if self._body is None:
            self._body = self._make()
        return self._body

    def _make(self) -> m.Body:
        root = self.root
        source = self.mono.tcx.mir(root.def_)
        copy = Copier(self.mono, root.args)
        locals_ = [copy.node(x) for x in source.locals]
        blocks = [copy.node(b) for b in source.blocks]
        scopes = [copy.node(s) for s in source.scopes]
        body = m.Body(source.owner, source.name, locals_, source.arg_count, blocks, source.span, dict(source.var_names),
                      source.spread_arg, scopes)  # fmt: skip
        # (block, the instances whose inlining it comes from, span and name of the user's call around library code)
        work: list[tuple[int, tuple[Instance, ...], int, str]] = [(b, (root,), 0, "") for b in range(len(blocks))]
        while work:
            b, stack, user_span, user_name = work.pop()
            block = body.blocks[b]
            term = block.terminator
            if isinstance(term, m.Drop):
                self._check_drop(body, term)
            if not isinstance(term, m.Call):
                continue
            ty = self.mono.operand_ty(body, term.func)
            if not isinstance(ty, t.FnDef):
                continue
            callee = self.mono.callee(ty.def_, ty.args)
            if callee.kind == "intrinsic":
                if self.is_point(callee.instance.def_):
                    if user_span:
                        term.span = user_span
                    self.names[term.span] = user_name or callee.instance.def_.path
                continue
            target = self._target(callee)
            if target is None or target not in self.suspending:
                continue
            if target in stack:
                raise self.fail(
                    "G0120",
                    f"`{target.def_.path}` is recursive and waits for other threads (a barrier or a warp operation); "
                    "the CPU device cannot run such a function",
                    term.span,
                )
            inner_span, inner_name = user_span, user_name
            if target.def_.crate.is_library and not user_span:
                inner_span, inner_name = term.span, target.def_.path
            first = len(body.blocks)
            self._inline(body, block, term, callee, target)
            work.extend((k, (*stack, target), inner_span, inner_name) for k in range(first, len(body.blocks)))
        return body

    def _target(self, callee: Callee) -> Instance | None:
        """The instance with a body that a call runs."""
        if callee.kind == "shim":
            if callee.instance.shim != "fn_ptr":
                return None
            inner = self.mono.through_fn_trait(callee.instance)
            return None if inner is None else self._target(inner)
        if callee.kind != "fn":
            return None
        return callee.instance._replace(shim="") if callee.instance.shim == "closure_once" else callee.instance

    def _check_drop(self, body: m.Body, term: m.Drop) -> None:
        for inner in self.mono.drop_parts(self.mono.place_ty(body, term.place)):
            if inner in self.suspending:
                message = f"`{inner.def_.path}` waits for other threads while a value is dropped"
                raise self.fail("G0120", f"{message}; the CPU device cannot run this", term.span)

    # ------------------------------------------------------------------------------------------------------ one call
    def _inline(self, body: m.Body, block: m.BasicBlock, call: m.Call, callee: Callee, target: Instance) -> None:
        """Replaces ``call``, which ends ``block``, by the body of ``target``."""
        source = self.mono.tcx.mir(target.def_)
        locals_at, blocks_at, scopes_at = len(body.locals), len(body.blocks), len(body.scopes)
        copy = Copier(self.mono, target.args, locals_at, blocks_at, scopes_at)
        for decl in source.locals:
            new = copy.node(decl)
            new.kind = "temp" if decl.kind in ("arg", "return") else decl.kind
            body.locals.append(new)
        body.var_names.update({i + locals_at: n for i, n in source.var_names.items()})
        for s in source.scopes:
            parent = call.scope if s.parent is None else s.parent + scopes_at
            body.scopes.append(m.Scope(parent, s.span, call.span if s.parent is None else s.call_site,
                                       target.def_.path if s.parent is None else s.callee))  # fmt: skip
        tracked = target.def_.kind in (DefKind.FN, DefKind.ASSOC_FN) and target.def_.attr("track_caller") is not None
        for b in source.blocks:
            new = copy.node(b)
            term = new.terminator
            if not source.scopes and hasattr(term, "scope"):
                term.scope = call.scope
            if isinstance(term, m.Return):
                new.terminator = self._return(new, call, locals_at)
            elif tracked and isinstance(term, (m.Assert, m.Panic)):
                term.span = call.span
            body.blocks.append(new)
        args = self._arguments(body, block, call, callee, target)
        assert len(args) == source.arg_count, (target, len(args), source.arg_count)
        for i, arg in enumerate(args):
            block.stmts.append(m.Assign(call.span, m.Place(locals_at + 1 + i), m.Use(arg), call.scope))
        block.terminator = m.Goto(call.span, blocks_at, call.scope)

    @staticmethod
    def _return(block: m.BasicBlock, call: m.Call, locals_at: int) -> m.Terminator:
        span = block.terminator.span
        if call.target is None:
            return m.Unreachable(span, call.scope)
        block.stmts.append(m.Assign(span, call.dest, m.Use(m.Move(m.Place(locals_at))), call.scope))
        return m.Goto(span, call.target, call.scope)

    def _arguments(
        self, body: m.Body, block: m.BasicBlock, call: m.Call, callee: Callee, target: Instance
    ) -> list[m.Operand]:
        """The operands for the parameters of ``target``: Fn traits pass a tuple, closures take its parts."""
        args = list(call.args)
        through_trait = callee.kind == "shim" or target.def_.kind is DefKind.CLOSURE
        if not through_trait:
            return args
        rest = self._untuple(body, block, call, args[1:])
        if target.def_.kind is not DefKind.CLOSURE:
            return rest  # a fn item behind an Fn trait: the item itself carries nothing
        return [self._environment(body, block, call, args[0], target), *rest]

    def _untuple(self, body: m.Body, block: m.BasicBlock, call: m.Call, args: list[m.Operand]) -> list[m.Operand]:
        if not args:
            return []
        (tup,) = args
        ty = self.mono.operand_ty(body, tup)
        if not isinstance(ty, t.Tuple):
            return [tup]
        place = self._spill(body, block, call, tup, ty)
        return [m.Move(m.Place(place.local, (*place.proj, m.PField(i, e)))) for i, e in enumerate(ty.elems)]

    def _spill(self, body: m.Body, block: m.BasicBlock, call: m.Call, op: m.Operand, ty: t.Ty) -> m.Place:
        """A place that holds the operand's value and that nothing else changes."""
        local = len(body.locals)
        body.locals.append(m.LocalDecl(ty, True, "", call.span))
        block.stmts.append(m.Assign(call.span, m.Place(local), m.Use(op), call.scope))
        return m.Place(local)

    def _environment(
        self, body: m.Body, block: m.BasicBlock, call: m.Call, op: m.Operand, target: Instance
    ) -> m.Operand:
        """The closure as its body takes it: by reference for Fn and FnMut, by value for FnOnce."""
        env_ty = self.mono.ty(self.mono.tcx.mir(target.def_).locals[1].ty, target.args)
        ty = self.mono.operand_ty(body, op)
        while isinstance(ty, t.Ref) and isinstance(ty.ty, t.Ref):  # `&&F` calls as F does
            place = self._spill(body, block, call, op, ty)
            op, ty = m.Copy(m.Place(place.local, (m.Deref(),))), ty.ty
        if isinstance(env_ty, t.Ref) and not isinstance(ty, t.Ref):
            place = self._spill(body, block, call, op, ty)
            ref = len(body.locals)
            body.locals.append(m.LocalDecl(env_ty, False, "", call.span))
            kind = "mut" if env_ty.mut else "shared"
            block.stmts.append(m.Assign(call.span, m.Place(ref), m.MRef(kind, place), call.scope))
            return m.Move(m.Place(ref))
        return op
