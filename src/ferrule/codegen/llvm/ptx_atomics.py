"""Atomic read-modify-write operations on NVIDIA GPUs.

LLVM writes the instructions that PTX has for them without the ordering and the scope, which PTX reads as relaxed and of the
device.  So fences order them here, and those of the system are inline PTX.  What PTX has no instruction for becomes a
loop of compare-and-swap, and that has both.
"""

from __future__ import annotations

from ferrule.codegen.llvm.function import FunctionCx

INSTRUCTIONS = {  # by the LLVM operation: of PTX, with the kind of its type
    "xchg": "exch.b",
    "add": "add.u",
    "sub": "add.u",  # of the negated operand
    "and": "and.b",
    "or": "or.b",
    "xor": "xor.b",
    "max": "max.s",
    "min": "min.s",
    "umax": "max.u",
    "umin": "min.u",
    "fadd": "add.f",
}
WIDENED = ("and", "or", "xor")  # LLVM makes these operations on the whole word where the value is smaller
BEFORE = {"release": "release", "acq_rel": "release", "seq_cst": "seq_cst"}
AFTER = {"acquire": "acquire", "acq_rel": "acquire", "seq_cst": "acquire"}
SEMANTICS = {"monotonic": "relaxed", "seq_cst": "acq_rel"}  # the latter after a fence
CONSTRAINTS = {16: "h", 32: "r", 64: "l"}


def has_instruction(op: str, ty: str, bits: int) -> bool:
    return op in INSTRUCTIONS and (
        bits in (32, 64) or (bits == 16 and op == "fadd") or (op in WIDENED and ty != "half")
    )


def rmw(fx: FunctionCx, op: str, ptr: str, ty: str, value: str, order: str, scope: str) -> str:
    """The register with the old value; ``scope`` as LLVM names it, empty for the system."""
    bits = {"half": 16, "float": 32, "double": 64, "ptr": 64}.get(ty) or int(ty[1:])
    where = f'syncscope("{scope}") ' if scope else ""
    align = f"align {bits // 8}"
    if not has_instruction(op, ty, bits):
        return fx.let(f"atomicrmw {op} ptr {ptr}, {ty} {value} {where}{order}, {align}")
    if not scope:
        return _of_the_system(fx, op, ptr, ty, value, order, bits)
    if order in BEFORE:
        fx.emit(f"fence {where}{BEFORE[order]}")
    old = fx.let(f"atomicrmw {op} ptr {ptr}, {ty} {value} {where}monotonic, {align}")
    if order in AFTER:
        fx.emit(f"fence {where}{AFTER[order]}")
    return old


def _of_the_system(fx: FunctionCx, op: str, ptr: str, ty: str, value: str, order: str, bits: int) -> str:
    """Inline PTX, but not on local variables: PTX has no atomics there, and LLVM makes plain operations of them."""
    if order == "seq_cst":
        fx.emit("fence seq_cst")
    local, shared, done = fx.label(), fx.label(), fx.label()
    is_local = fx.call_llvm("i1", "llvm.nvvm.isspacep.local", [("ptr", ptr)])
    fx.emit(f"br i1 {is_local}, label %{local}, label %{shared}")
    fx.begin(local)
    own = fx.let(f"atomicrmw {op} ptr {ptr}, {ty} {value} monotonic, align {bits // 8}")
    fx.emit(f"br label %{done}")
    fx.begin(shared)
    if ty == "ptr":
        word = fx.let(f"ptrtoint ptr {value} to i64")
        found = fx.let(f"inttoptr i64 {_instruction(fx, op, ptr, word, order, 64)} to ptr")
    elif ty.startswith("i"):
        found = (_instruction if bits in (32, 64) else _in_word)(fx, op, ptr, value, order, bits)
    else:
        word = fx.let(f"bitcast {ty} {value} to i{bits}")
        found = fx.let(f"bitcast i{bits} {_instruction(fx, op, ptr, word, order, bits)} to {ty}")
    fx.emit(f"br label %{done}")
    fx.begin(done)
    return fx.let(f"phi {ty} [ {own}, %{local} ], [ {found}, %{shared} ]")


def _instruction(fx: FunctionCx, op: str, ptr: str, value: str, order: str, bits: int) -> str:
    if op == "sub":
        value = fx.let(f"sub i{bits} 0, {value}")
    name = "add.noftz.f" if bits == 16 else INSTRUCTIONS[op]
    c = CONSTRAINTS[bits]
    text = f"atom.{SEMANTICS.get(order, order)}.sys.{name}{bits} $0, [$1], $2;"
    return fx.let(f'call i{bits} asm sideeffect "{text}", "={c},l,{c},~{{memory}}"(ptr {ptr}, i{bits} {value})')


def _in_word(fx: FunctionCx, op: str, ptr: str, value: str, order: str, bits: int) -> str:
    """A bitwise operation on 8 or 16 bits of a word, whose other bits stay."""
    word = fx.call_llvm("ptr", "llvm.ptrmask.p0.i64", [("ptr", ptr), ("i64", "-4")])
    byte = fx.let(f"and i64 {fx.let(f'ptrtoint ptr {ptr} to i64')}, 3")
    shift = fx.let(f"trunc i64 {fx.let(f'shl i64 {byte}, 3')} to i32")
    operand = fx.let(f"shl i32 {fx.let(f'zext i{bits} {value} to i32')}, {shift}")
    if op == "and":
        mask = fx.let(f"shl i32 {(1 << bits) - 1}, {shift}")
        operand = fx.let(f"or i32 {operand}, {fx.let(f'xor i32 {mask}, -1')}")
    old = _instruction(fx, op, word, operand, order, 32)
    return fx.let(f"trunc i32 {fx.let(f'lshr i32 {old}, {shift}')} to i{bits}")
