"""Intrinsics of the CPU: thread indices, shared memory, and the operations at which a thread waits for others."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ferrule.codegen.llvm import host_coroutine
from ferrule.codegen.llvm.intrinsics import Builtin, IntrinsicCall
from ferrule.codegen.llvm.value import Operand
from ferrule.runtime.cpu import abi

if TYPE_CHECKING:
    from ferrule.codegen.llvm.host import HostTarget


# -------------------------------------------------------------------------------------------------------- thread state
def _getter(function: str) -> Builtin:
    def get(c: IntrinsicCall) -> Operand:
        return c.imm(c.fx.let(f"call i32 @fe.{function}(ptr %rt)"))

    return get


def _total_shared(c: IntrinsicCall) -> Operand:
    fx = c.fx
    dynamic = fx.let("call i32 @fe.dynamic_shared_size(ptr %rt)")
    static = fx.let("load i32, ptr @fe.shared_static")
    return c.imm(fx.let(f"add i32 {dynamic}, {static}"))


def _shared_offset(c: IntrinsicCall) -> Operand:
    """The address of shared memory within the block's shared memory."""
    fx = c.fx
    base = fx.let("call ptr @fe.shared(ptr %rt)")
    a, b = fx.let(f"ptrtoint ptr {c.operands[0].a} to i64"), fx.let(f"ptrtoint ptr {base} to i64")
    offset = fx.let(f"sub i64 {a}, {b}")
    bits = c.out.scalar.bits
    return c.imm(offset if bits == 64 else fx.let(f"trunc i64 {offset} to i{bits}"))


def _constant(value: int) -> Builtin:
    def get(c: IntrinsicCall) -> Operand:
        return c.imm(str(value))

    return get


def _lane_mask(compare: str) -> Builtin:
    """The lanes whose number compares so with this lane's."""

    def get(c: IntrinsicCall) -> Operand:
        fx = c.fx
        lane = fx.let("call i32 @fe.lane(ptr %rt)")
        bit = fx.let(f"shl i32 1, {lane}")
        below = fx.let(f"sub i32 {bit}, 1")
        if compare == "eq":
            return c.imm(bit)
        if compare == "lt":
            return c.imm(below)
        if compare == "ge":
            return c.imm(fx.let(f"xor i32 {below}, -1"))
        upto = fx.let(f"or i32 {below}, {bit}")
        return c.imm(upto if compare == "le" else fx.let(f"xor i32 {upto}, -1"))

    return get


def exit_thread(c: IntrinsicCall) -> None:
    """Ends the thread without a message: as a panic that reports nothing."""
    fx = c.fx
    at = fx.let(f"getelementptr inbounds i8, ptr %rt, i64 {abi.THREAD['panicked']}")
    fx.emit(f"store i32 1, ptr {at}")
    fx.default_return()
    fx.begin(fx.label())  # the caller ends this block


def prmt(c: IntrinsicCall) -> Operand:
    """Picks four of the eight bytes of two words, each by a nibble of the selector whose top bit spreads the sign."""
    fx = c.fx
    a, b, selector = (o.a for o in c.operands)
    low, high = fx.let(f"zext i32 {a} to i64"), fx.let(f"zext i32 {b} to i64")
    upper = fx.let(f"shl i64 {high}, 32")
    both = fx.let(f"or i64 {low}, {upper}")
    result = "0"
    for k in range(4):
        nibble = fx.let(f"lshr i32 {selector}, {4 * k}")
        which = fx.let(f"and i32 {nibble}, 7")
        bits = fx.let(f"shl i32 {which}, 3")
        by = fx.let(f"zext i32 {bits} to i64")
        moved = fx.let(f"lshr i64 {both}, {by}")
        byte = fx.let(f"trunc i64 {moved} to i8")
        top = fx.let(f"and i32 {nibble}, 8")
        spread = fx.let(f"icmp ne i32 {top}, 0")
        signs = fx.let(f"ashr i8 {byte}, 7")
        chosen = fx.let(f"select i1 {spread}, i8 {signs}, i8 {byte}")
        wide = fx.let(f"zext i8 {chosen} to i32")
        put = fx.let(f"shl i32 {wide}, {8 * k}")
        result = fx.let(f"or i32 {result}, {put}")
    return c.imm(result)


def _cycles(c: IntrinsicCall) -> Operand:
    fx = c.fx
    fx.cx.declare("llvm.readcyclecounter", "i64", "")
    value = fx.let("call i64 @llvm.readcyclecounter()")
    return c.imm(value if c.out.scalar.bits == 64 else fx.let(f"trunc i64 {value} to i32"))


def _cycles_high(c: IntrinsicCall) -> Operand:
    fx = c.fx
    fx.cx.declare("llvm.readcyclecounter", "i64", "")
    value = fx.let("call i64 @llvm.readcyclecounter()")
    high = fx.let(f"lshr i64 {value}, 32")
    return c.imm(fx.let(f"trunc i64 {high} to i32"))


# ---------------------------------------------------------------------------------------------------------- suspension
def _suspend(
    c: IntrinsicCall,
    state: int,
    op: str,
    mask: str = "-1",
    value: str = "",
    arg: str = "",
    clamp: str = "",
    result: str = "",
    flag: str = "",
) -> None:
    fx = c.fx
    target = cast("HostTarget", fx.target)  # the rows that name these functions are of the CPU column only
    if not target.is_coroutine(fx):
        raise fx.cx.unsupported(
            "G0120",
            f"`{c.name}` is called in a function that is reached through a pointer or while a value is dropped; "
            "the CPU device cannot wait for other threads there",
            fx.span,
        )
    site = fx.cx.site("wait", target.waiting_name(fx.span, c.name), (), fx.span, fx.name)
    label = fx.label()
    lines = host_coroutine.suspend_lines(label, state, op, str(site), mask, value, arg, clamp, result, flag)
    fx.out.extend(lines)
    fx.block = label


def sync_threads(c: IntrinsicCall) -> Operand:
    _suspend(c, abi.STATE_BARRIER, "barrier")
    return c.unit()


def _barrier(op: str) -> Builtin:
    """A barrier that also reduces a predicate over the block."""

    def emit(c: IntrinsicCall) -> Operand:
        value, result = _wide(c, c.operands[0]), c.fx.reg()
        _suspend(c, abi.STATE_BARRIER, op, value=value, result=result)
        return c.imm(_narrow(c, result))

    return emit


def give_way(c: IntrinsicCall) -> Operand:
    """``nanosleep``: the other threads of the block run first."""
    _suspend(c, abi.STATE_YIELD, "yield")
    return c.unit()


def _wide(c: IntrinsicCall, op: Operand) -> str:
    """An operand's bits as i64."""
    s = op.layout.scalar
    value, bits = op.a, s.bits
    if s.prim == "float":
        value = c.fx.let(f"bitcast {_float_type(bits)} {value} to i{bits}")
    if s.is_bool:
        return c.fx.let(f"zext i1 {value} to i64")
    return value if bits == 64 else c.fx.let(f"zext i{bits} {value} to i64")


def _float_type(bits: int) -> str:
    return {16: "half", 32: "float", 64: "double"}[bits]


def _narrow(c: IntrinsicCall, value: str) -> str:
    """An i64 as the result type."""
    s = c.out.scalar
    if s.is_bool:
        return c.fx.let(f"icmp ne i64 {value}, 0")
    if s.bits < 64:
        value = c.fx.let(f"trunc i64 {value} to i{s.bits}")
    return c.fx.let(f"bitcast i{s.bits} {value} to {_float_type(s.bits)}") if s.prim == "float" else value


def _warp(op: str, mask_first: bool = True, clamp: str = "", returns: bool = True) -> Builtin:
    """A warp operation: fn(mask, [value, [lane]]) -> result."""

    def emit(c: IntrinsicCall) -> Operand:
        operands = list(c.operands)
        mask = operands.pop(0).a if mask_first else "-1"
        value = _wide(c, operands[0]) if operands else ""
        arg = operands[1].a if len(operands) > 1 else ""
        result = c.fx.reg() if returns else ""
        _suspend(c, abi.STATE_WARP, op, mask, value, arg, clamp if arg else "", result)
        return c.imm(_narrow(c, result)) if returns else c.unit()

    return emit


BUILTINS: dict[str, Builtin] = {
    **{f"thread_idx_{d}": _getter(f"tid_{d}") for d in "xyz"},
    **{f"block_idx_{d}": _getter(f"bid_{d}") for d in "xyz"},
    **{f"block_dim_{d}": _getter(f"bdim_{d}") for d in "xyz"},
    **{f"grid_dim_{d}": _getter(f"gdim_{d}") for d in "xyz"},
    "lane_id": _getter("lane"),
    "warpid": _getter("warp"),
    "nwarpid": _constant(abi.MAX_THREADS // abi.WARP),
    "smid": _getter("worker_index"),
    "nsmid": _constant(0xFFFF),
    "gridid": _constant(0),
    "dynamic_smem_size": _getter("dynamic_shared_size"),
    "total_smem_size": _total_shared,
    "cvta_generic_to_shared": _shared_offset,
    **{f"lanemask_{compare}": _lane_mask(compare) for compare in ("lt", "le", "eq", "ge", "gt")},
    "exit_thread": exit_thread,
    "prmt": prmt,
    "globaltimer": _cycles,
    "clock": _cycles,
    "clock_hi": _cycles_high,
    "clock64": _cycles,
    "sync_threads": sync_threads,
    "sync_threads_count": _barrier("barrier_count"),
    "sync_threads_and": _barrier("barrier_and"),
    "sync_threads_or": _barrier("barrier_or"),
    "nanosleep": give_way,
    "sync_mask": _warp("syncwarp", returns=False),
    "active_mask": _warp("active", mask_first=False),
    "elect_leader": _warp("elect"),
    "shfl_idx": _warp("shfl_idx", clamp="31"),
    "shfl_xor": _warp("shfl_bfly", clamp="31"),
    "shfl_down": _warp("shfl_down", clamp="31"),
    "shfl_up": _warp("shfl_up", clamp="0"),
    "vote_all": _warp("vote_all"),
    "vote_any": _warp("vote_any"),
    "vote_uni": _warp("vote_uni"),
    "vote_ballot": _warp("vote_ballot"),
    **{f"match_any_{t}": _warp("match_any") for t in ("u32", "u64")},
    **{f"match_all_{t}": _warp("match_all") for t in ("u32", "u64")},
    **{f"redux_{o}": _warp(f"redux_{o}") for o in ("add", "and", "or", "xor")},
    "redux_min_u32": _warp("redux_umin"),
    "redux_max_u32": _warp("redux_umax"),
    "redux_min_i32": _warp("redux_min"),
    "redux_max_i32": _warp("redux_max"),
}
