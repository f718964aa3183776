"""The pieces of a kernel that is a coroutine: its beginning, its suspensions, its end.

LLVM's switched-resume lowering splits the function at each suspension.  Frames lie in the block's arena, so nothing is
allocated or freed, and a coroutine is never destroyed: at its end it notes that the thread has exited and returns.
"""

from __future__ import annotations

from ferrule.codegen.llvm.host_entry import FRAME_ALIGN
from ferrule.codegen.llvm.host_runtime import load_field, store_field
from ferrule.runtime.cpu import abi

ATTRIBUTES = "presplitcoroutine nounwind"


def begin_lines() -> list[str]:
    """Ends the entry block, which holds the allocas; what follows is the body.  The parameter is called ``%frame``."""
    return [
        f"  %coro.id = call token @llvm.coro.id(i32 {FRAME_ALIGN}, ptr null, ptr null, ptr null)",
        "  %coro.size = call i64 @llvm.coro.size.i64()",
        "  %coro.asked = icmp eq ptr %frame, null",
        "  br i1 %coro.asked, label %coro.answer, label %coro.start",
        "coro.answer:",
        "  %coro.size.p = inttoptr i64 %coro.size to ptr",
        "  ret ptr %coro.size.p",
        "coro.start:",
        "  %coro.hdl = call ptr @llvm.coro.begin(token %coro.id, ptr %frame)",
    ]


def end_lines() -> list[str]:
    """The last block of the function, where exits and suspensions return to the scheduler."""
    return ["coro.return:", "  call void @llvm.coro.end(ptr %coro.hdl, i1 false, token none)", "  ret ptr %coro.hdl"]


def exit_lines(register: str) -> list[str]:
    """Ends a block: the thread is done."""
    note = store_field(f"i32 {abi.STATE_EXITED}", "%rt", abi.THREAD["state"], f"%{register}")
    return [*note.rstrip("\n").split("\n"), "  br label %coro.return"]


def suspend_lines(
    label: str,
    state: int,
    op: str,
    site: str,
    mask: str,
    value: str = "",
    arg: str = "",
    clamp: str = "",
    result: str = "",
    flag: str = "",
) -> list[str]:
    """Suspends the thread until its operation is done, then goes on in the block ``label``.

    ``site``, ``mask``, ``arg`` and ``clamp`` are i32 values, ``value`` an i64; ``result`` and ``flag`` are registers
    that get the i64 result and the i32 second result.
    """
    text = f"  call void @fe.wait(ptr %rt, i32 {state}, i32 {abi.OP[op]}, i32 {site}, i32 {mask})\n"
    for name, typ, operand in (("value", "i64", value), ("arg", "i32", arg), ("clamp", "i32", clamp)):
        if operand:
            text += store_field(f"{typ} {operand}", "%rt", abi.THREAD[name], f"%{label}.{name}")
    text += f"  %{label}.way = call i8 @llvm.coro.suspend(token none, i1 false)\n"
    text += (
        f"  switch i8 %{label}.way, label %coro.return [ i8 0, label %{label} i8 1, label %coro.return ]\n{label}:\n"
    )
    if result:
        text += load_field(result, "i64", "%rt", abi.THREAD["result"])
    if flag:
        text += load_field(flag, "i32", "%rt", abi.THREAD["flag"])
    return text.rstrip("\n").split("\n")
