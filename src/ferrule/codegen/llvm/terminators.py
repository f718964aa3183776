"""Blocks and terminators."""

from __future__ import annotations

from ferrule.codegen.llvm import asm, calls, drop, panics, rvalue, shims, types
from ferrule.codegen.llvm.function import FunctionCx
from ferrule.codegen.llvm.value import Operand, PlaceRef
from ferrule.mir import body as m
from ferrule.mir.interpret import eval_to_int


def lower_blocks(fx: FunctionCx, order: list[int], preds: dict[int, int]) -> None:
    """Writes the blocks in ``order`` (reverse post-order).  A block with one way in, by a plain jump, needs no label
    of its
    own: it continues its predecessor."""
    position = {b: i for i, b in enumerate(order)}
    done: set[int] = set()
    if preds.get(0):
        fx.emit("br label %bb0")
        fx.begin("bb0")
    first = True
    for leader in order:
        if leader in done:
            continue
        if not first:
            fx.begin(f"bb{leader}")
        first = False
        b: int | None = leader
        while b is not None:
            done.add(b)
            b = lower_block(fx, b, preds, position, done)


def lower_block(fx: FunctionCx, b: int, preds: dict[int, int], position: dict[int, int], done: set[int]) -> int | None:
    """Lowers block ``b``; returns the block that continues it, if there is one."""
    block = fx.body.blocks[b]
    for stmt in block.stmts:
        statement(fx, stmt)
    term = block.terminator
    fx.at(term.span)

    def jump(target: int) -> int | None:
        if preds.get(target) == 1 and target not in done:
            return target
        fx.emit(f"br label %bb{target}{loop_meta(fx, b, target, position)}")
        return None

    match term:
        case m.Goto(target):
            return jump(target)
        case m.FalseEdge(real=real) | m.FalseUnwind(real=real):
            return jump(real)
        case m.Drop(place=place, target=target, plan=plan):
            ty = fx.place_ty(place)
            if fx.cx.tcx.needs_drop(ty):
                if plan is None:
                    drop.drop_place(fx, fx.memory(place), ty)
                else:
                    drop.drop_rest(fx, plan, term.span)
            return jump(target)
        case m.Call(target=target):
            if calls.lower_call(fx, term) and target is not None:
                return jump(target)
            fx.emit("unreachable")
        case m.Return():
            lower_return(fx)
        case m.Unreachable():
            fx.emit("unreachable")
        case m.SwitchInt():
            return switch(fx, term, b, position, preds, done)
        case m.Assert(cond=cond, expected=expected, target=target):
            value = fx.operand(cond).a
            if value == ("true" if expected else "false"):
                return jump(target)
            operands = [fx.operand(o) for o in term.msg.operands]
            with fx.cold_block() as label:
                panics.emit(fx, panics.message(term.msg), operands, term.span)
            ok = f"bb{target}"
            inline = preds.get(target) == 1 and target not in done
            if inline:
                ok = fx.label()
            yes, no = (ok, label) if expected else (label, ok)
            fx.emit(f"br i1 {value}, label %{yes}, label %{no}{'' if inline else loop_meta(fx, b, target, position)}")
            if inline:
                fx.begin(ok)
                return target
        case m.Panic():
            panics.emit(fx, panics.message(term.msg), [fx.operand(o) for o in term.msg.operands], term.span)
        case _:
            raise AssertionError(term)
    return None


def lower_return(fx: FunctionCx) -> None:
    lay = fx.ret_layout
    assert lay is not None
    if lay.uninhabited:
        fx.emit("unreachable")
        return
    ret = fx.local(0)
    if lay.abi == "memory" or lay.size == 0:
        fx.target.emit_return(fx, "void")
        return
    op = ret if isinstance(ret, Operand) else fx.load(ret)
    fx.target.emit_return(fx, shims.return_value(fx, op))


def switch(
    fx: FunctionCx, term: m.SwitchInt, b: int, position: dict[int, int], preds: dict[int, int], done: set[int]
) -> int | None:
    op = fx.operand(term.discr)
    s = op.layout.scalar
    values, targets = term.values, term.targets
    constant = constant_bits(op.a)
    if constant is not None:  # a condition that is known once generic arguments are
        target = next((tg for v, tg in zip(values, targets) if v & s.mask == constant), targets[-1])
        if target not in done and preds.get(target) == 1:
            return target
        fx.emit(f"br label %bb{target}{loop_meta(fx, b, target, position)}")
        return None
    lt = types.imm_type(s)
    meta = next((x for x in (loop_meta(fx, b, tg, position) for tg in targets) if x), "")
    if lt == "i1" and len(values) == 1:
        yes, no = (targets[0], targets[1]) if values[0] else (targets[1], targets[0])
        fx.emit(f"br i1 {op.a}, label %bb{yes}, label %bb{no}{meta}")
        return None
    if len(values) == 1:
        if is_unreachable(fx, targets[1]):
            return jump_to(fx, targets[0], b, position, preds, done)
        if is_unreachable(fx, targets[0]):
            return jump_to(fx, targets[1], b, position, preds, done)
        cond = fx.let(f"icmp eq {lt} {op.a}, {types.scalar_const(s, values[0])}")
        fx.emit(f"br i1 {cond}, label %bb{targets[0]}, label %bb{targets[1]}{meta}")
        return None
    if len(values) == 2 and is_unreachable(fx, targets[2]):  # an enum of two variants: one test
        cond = fx.let(f"icmp eq {lt} {op.a}, {types.scalar_const(s, values[0])}")
        fx.emit(f"br i1 {cond}, label %bb{targets[0]}, label %bb{targets[1]}{meta}")
        return None
    cases = " ".join(f"{lt} {types.scalar_const(s, v)}, label %bb{tg}" for v, tg in zip(values, targets))
    fx.emit(f"switch {lt} {op.a}, label %bb{targets[-1]} [ {cases} ]{meta}")
    return None


def jump_to(
    fx: FunctionCx, target: int, b: int, position: dict[int, int], preds: dict[int, int], done: set[int]
) -> int | None:
    if target not in done and preds.get(target) == 1:
        return target
    fx.emit(f"br label %bb{target}{loop_meta(fx, b, target, position)}")
    return None


def is_unreachable(fx: FunctionCx, target: int) -> bool:
    block = fx.body.blocks[target]
    return not block.stmts and isinstance(block.terminator, m.Unreachable)


def constant_bits(value: str) -> int | None:
    if value in ("true", "false"):
        return int(value == "true")
    return int(value) if value.isdigit() else None


def loop_meta(fx: FunctionCx, source: int, target: int, position: dict[int, int]) -> str:
    """``!llvm.loop`` for an edge back to a loop header that asks for unrolling: 0 means fully."""
    info = fx.body.blocks[target].loop
    if info is None or info.unroll is None or position[target] > position[source]:
        return ""
    node = fx.loops.get(target)
    if node is None:
        count = eval_to_int(fx.cx.tcx, fx.cx.mono.const(info.unroll, fx.args))
        if count == 0:
            hint = '!{!"llvm.loop.unroll.full"}'
        elif count == 1:
            hint = '!{!"llvm.loop.unroll.disable"}'
        else:
            hint = f'!{{!"llvm.loop.unroll.count", i32 {count}}}'
        n = fx.cx.new_meta(f"distinct !{{!SELF, {fx.cx.meta(hint)}}}")
        node = fx.loops[target] = f", !llvm.loop !{n}"
    return node


def statement(fx: FunctionCx, stmt: m.Statement) -> None:
    match stmt:
        case m.Assign(place, _) if place.local in fx.unread_flags:
            pass
        case m.Assign(place, rv):
            fx.at(stmt.span)
            rvalue.assign(fx, place, rv)
        case m.SetDiscriminant(place=place, variant=variant):
            from ferrule.codegen.llvm import enums

            fx.at(stmt.span)
            at = fx.place(place)
            if isinstance(at, PlaceRef):
                enums.set_discriminant(fx, at, variant)
        case m.PtxAsm():
            fx.at(stmt.span)
            asm.ptx_asm(fx, stmt)
        case m.StorageLive() | m.StorageDead() | m.FakeRead() | m.AscribeUserType() | m.Nop():
            pass
