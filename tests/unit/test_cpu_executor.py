"""The CPU device with hand-written kernels: blocks, barriers, warp operations, panics, printing, interrupts."""

from __future__ import annotations

import ctypes
import io
import os
import re
import signal
import struct
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from cpu_kernels import F32_SLICES, compile_kernel, coroutine, module_ir, pack_slices, printf

from ferrule.codegen.llvm import host_object
from ferrule.codegen.llvm.host_entry import EntryParam
from ferrule.errors import KernelPanic, LaunchError
from ferrule.runtime.cpu import abi
from ferrule.runtime.plan import Site

SAXPY = """
define internal void @kernel(ptr %rt, float %a, ptr noalias %x, i64 %xlen, ptr noalias %y, i64 %ylen) alwaysinline {
  %tx = call i32 @fe.tid_x(ptr %rt)
  %bx = call i32 @fe.bid_x(ptr %rt)
  %bd = call i32 @fe.bdim_x(ptr %rt)
  %tx64 = zext i32 %tx to i64
  %bx64 = zext i32 %bx to i64
  %bd64 = zext i32 %bd to i64
  %first = mul i64 %bx64, %bd64
  %i = add i64 %first, %tx64
  %in = icmp ult i64 %i, %ylen
  br i1 %in, label %some, label %end
some:
  %ok = icmp ult i64 %i, %xlen
  br i1 %ok, label %go, label %bad
bad:
  call void @fe.panic.plain.2(ptr %rt, i32 0, i64 %xlen, i64 %i)
  ret void
go:
  %px = getelementptr float, ptr %x, i64 %i
  %xv = load float, ptr %px
  %py = getelementptr float, ptr %y, i64 %i
  %yv = load float, ptr %py
  %ax = fmul float %a, %xv
  %r = fadd float %yv, %ax
  store float %r, ptr %py
  ret void
end:
  ret void
}
"""
SAXPY_PARAMS = (
    EntryParam("float", 0),
    EntryParam("ptr", 8),
    EntryParam("i64", 16),
    EntryParam("ptr", 24),
    EntryParam("i64", 32),
)


def saxpy_args(a: float, x: Any, y: Any) -> bytes:
    return struct.pack("<f4x", a) + pack_slices(x, y)


@pytest.fixture(scope="module")
def saxpy() -> Any:
    return compile_kernel(SAXPY, SAXPY_PARAMS, 40)


@pytest.mark.parametrize("n", [1, 31, 1000, 100_003])
def test_plain_kernel(saxpy: Any, n: int) -> None:
    x, y = (ctypes.c_float * n)(*range(n)), (ctypes.c_float * n)(*[1.0] * n)
    saxpy.launch(((n + 255) // 256, 1, 1), (256, 1, 1), saxpy_args(2.0, x, y))
    assert list(y) == [1.0 + 2.0 * i for i in range(n)]


def packed(body: str, cpu: str, features: str) -> list[str]:
    """The packed multiplications in the code for a processor."""
    machine = host_object.target_machine("x86_64-unknown-linux-gnu", cpu, features)
    asm = host_object.optimise(module_ir(body, SAXPY_PARAMS, False), machine=machine).asm
    assert "vfmadd" not in asm  # no contraction
    return re.findall(r"vmulps\s.*", asm)


def test_plain_kernel_is_vectorised_across_threads() -> None:
    """The loop over the threads runs on packed registers: without a panic with AVX2, with one where masks are cheap."""
    unchecked = SAXPY.replace("icmp ult i64 %i, %xlen", "icmp eq i64 0, 0")
    assert any("%ymm" in line for line in packed(unchecked, "x86-64-v3", "+avx2"))
    assert packed(SAXPY, "x86-64-v4", "+avx512f,+avx512bw,+avx512vl,+avx512dq")


def test_panic_in_one_thread(saxpy: Any) -> None:
    n = 700
    x, y = (ctypes.c_float * 600)(*range(600)), (ctypes.c_float * n)()
    for _ in range(2):  # the notes of the first panic must not show up again
        with pytest.raises(KernelPanic) as e:
            saxpy.launch((3, 1, 1), (256, 1, 1), saxpy_args(1.0, x, y))
        assert e.value.message == "index out of bounds: the len is 600 but the index is 600"
        assert (e.value.block, e.value.thread) == ((2, 0, 0), (88, 0, 0))
        assert e.value.location is not None and tuple(e.value.location) == ("k.rs", 7, 9)
    assert y[599] == 2 * 599 and y[600] == 0  # the other threads ran
    ok = (ctypes.c_float * n)()
    saxpy.launch((3, 1, 1), (256, 1, 1), saxpy_args(1.0, ok, y))


def test_first_panic_stops_new_blocks(saxpy: Any) -> None:
    n = 1 << 20
    x, y = (ctypes.c_float * 1)(), (ctypes.c_float * n)()
    with pytest.raises(KernelPanic, match="the len is 1 but"):
        saxpy.launch((n // 32, 1, 1), (32, 1, 1), saxpy_args(1.0, x, y))


COORDS = """
define internal void @kernel(ptr %rt, ptr %out, i64 %len) alwaysinline nounwind {
""" + "".join(f"  %{n} = call i32 @fe.{n}(ptr %rt)\n" for n in (
    "tid_x", "tid_y", "tid_z", "bid_x", "bid_y", "bid_z",
    "bdim_x", "bdim_y", "bdim_z", "gdim_x", "gdim_y", "linear")) + """
  %r0 = mul i32 %bid_z, %gdim_y
  %r1 = add i32 %r0, %bid_y
  %r2 = mul i32 %r1, %gdim_x
  %r3 = add i32 %r2, %bid_x
  %t0 = mul i32 %bdim_x, %bdim_y
  %t1 = mul i32 %t0, %bdim_z
  %r4 = mul i32 %r3, %t1
  %l0 = mul i32 %tid_z, %bdim_y
  %l1 = add i32 %l0, %tid_y
  %l2 = mul i32 %l1, %bdim_x
  %l3 = add i32 %l2, %tid_x
  %same = icmp eq i32 %l3, %linear
  %i = add i32 %r4, %linear
  %v = select i1 %same, i32 %i, i32 -1
  %i64 = zext i32 %i to i64
  %p = getelementptr i32, ptr %out, i64 %i64
  %old = load i32, ptr %p
  %new = add i32 %old, %v
  store i32 %new, ptr %p
  ret void
}
"""  # fmt: skip


@pytest.mark.parametrize("grid,block", [((3, 2, 2), (4, 3, 2)), ((1, 5, 1), (1, 1, 7)), ((70, 1, 3), (33, 1, 1))])
def test_coordinates(grid: Any, block: Any) -> None:
    k = compile_kernel(COORDS, (EntryParam("ptr", 0), EntryParam("i64", 8)), 16)
    n = grid[0] * grid[1] * grid[2] * block[0] * block[1] * block[2]
    out = (ctypes.c_int32 * n)()
    k.launch(grid, block, pack_slices(out))
    assert list(out) == list(range(n))


COUNT = """
define internal void @kernel(ptr %rt, ptr %out, i64 %len) alwaysinline nounwind {
  %old = atomicrmw add ptr %out, i64 1 monotonic
  ret void
}
"""


def test_millions_of_blocks_and_atomics() -> None:
    k = compile_kernel(COUNT, (EntryParam("ptr", 0), EntryParam("i64", 8)), 16)
    out = (ctypes.c_int64 * 1)()
    k.launch((3_000_000, 1, 1), (1, 1, 1), pack_slices(out))
    assert out[0] == 3_000_000
    k.launch((2, 3, 1), (16, 2, 2), pack_slices(out))
    assert out[0] == 3_000_000 + 6 * 64


def test_launch_limits() -> None:
    k = compile_kernel(COUNT, (EntryParam("ptr", 0), EntryParam("i64", 8)), 16)
    for grid, block in (
        ((1, 1, 1), (1025, 1, 1)),
        ((1, 1, 1), (32, 33, 1)),
        ((0, 1, 1), (1, 1, 1)),
        ((1, 65536, 1), (1, 1, 1)),
    ):
        with pytest.raises(LaunchError):
            k.launch(grid, block, bytes(16))


# ------------------------------------------------------------------------------------------------------------- barriers
REDUCE = coroutine(
    ", ptr %in, i64 %n, ptr %out, i64 %m",
    """
  %t = call i32 @fe.linear(ptr %rt)
  %bx = call i32 @fe.bid_x(ptr %rt)
  %dim = call i32 @fe.bdim_x(ptr %rt)
  %shared = call ptr @fe.shared(ptr %rt)
  %base = mul i32 %bx, %dim
  %i = add i32 %base, %t
  %i64 = zext i32 %i to i64
  %pi = getelementptr float, ptr %in, i64 %i64
  %v = load float, ptr %pi
  %t64 = zext i32 %t to i64
  %ps = getelementptr float, ptr %shared, i64 %t64
  store float %v, ptr %ps
  %half = lshr i32 %dim, 1
  br label %loop
loop:
  %s = phi i32 [ %half, %coro.start ], [ %s2, %next ]
  $barrier 0$
  %z = icmp eq i32 %s, 0
  br i1 %z, label %fin, label %step
step:
  %act = icmp ult i32 %t, %s
  br i1 %act, label %sum, label %next
sum:
  %o = add i32 %t, %s
  %o64 = zext i32 %o to i64
  %po = getelementptr float, ptr %shared, i64 %o64
  %a1 = load float, ptr %ps
  %a2 = load float, ptr %po
  %a = fadd float %a1, %a2
  store float %a, ptr %ps
  br label %next
next:
  %s2 = lshr i32 %s, 1
  br label %loop
fin:
  %first = icmp eq i32 %t, 0
  br i1 %first, label %write, label %leave
write:
  %r = load float, ptr %shared
  %bx64 = zext i32 %bx to i64
  %pout = getelementptr float, ptr %out, i64 %bx64
  store float %r, ptr %pout
  br label %leave
leave:
  $exit$
""",
)
BARRIER = Site("barrier", "thread::sync_threads()", (), "k.rs", 10, 5, "k")
OTHER = Site("barrier", "thread::sync_threads()", (), "k.rs", 20, 5, "k")


@pytest.mark.parametrize("block", [1, 2, 32, 64, 256, 1024])
def test_tree_reduction(block: int) -> None:
    k = compile_kernel(REDUCE, F32_SLICES, 32, True, sites=(BARRIER,), shared_static=4096)
    blocks = 9
    data = (ctypes.c_float * (block * blocks))(*[i % 7 for i in range(block * blocks)])
    out = (ctypes.c_float * blocks)()
    k.launch((blocks, 1, 1), (block, 1, 1), pack_slices(data, out))
    assert list(out) == [sum(data[b * block : (b + 1) * block]) for b in range(blocks)]


def diverging(first: str, second: str) -> str:
    """Lanes below 16 run the first, the others the second text."""
    return coroutine(
        ", ptr %out, i64 %n",
        f"""
  %t = call i32 @fe.linear(ptr %rt)
  %low = icmp ult i32 %t, 16
  br i1 %low, label %a, label %b
a:
{first}
  br label %end
b:
{second}
  br label %end
end:
  %t64 = zext i32 %t to i64
  %p = getelementptr i32, ptr %out, i64 %t64
  store i32 7, ptr %p
  $exit$
""",
    )


OUT = (EntryParam("ptr", 0), EntryParam("i64", 8))


def run_diverging(first: str, second: str, block: int = 48, **kw: Any) -> Any:
    k = compile_kernel(diverging(first, second), OUT, 16, True, sites=(BARRIER, OTHER), **kw)
    out = (ctypes.c_int32 * block)()
    k.launch((2, 1, 1), (block, 1, 1), pack_slices(out))
    return list(out)


def test_divergent_barrier_names_lines_and_threads() -> None:
    with pytest.raises(KernelPanic) as e:
        run_diverging("  $barrier 0$", "  $barrier 1$")
    text = str(e.value)
    assert "divergent barrier" in text
    assert "threads 0-15 wait in `thread::sync_threads()` at k.rs:10:5" in text
    assert "threads 16-47 wait in `thread::sync_threads()` at k.rs:20:5" in text


def test_exited_threads_count_as_arrived() -> None:
    assert run_diverging("  $barrier 0$", "  $exit$\ndead:") == [7] * 16 + [0] * 32


def test_same_barrier_on_both_sides() -> None:
    assert run_diverging("  $barrier 0$\n  $barrier 1$", "  $barrier 0$\n  $barrier 1$") == [7] * 48


def test_barrier_count_differs() -> None:
    assert run_diverging("  $barrier 0$\n  $barrier 1$", "  $barrier 0$") == [7] * 48  # the others have exited


def test_yield_lets_others_run() -> None:
    wait = """
  br label %spin
spin:
  $yield 0$
  %p15 = getelementptr i32, ptr %out, i64 40
  %got = load i32, ptr %p15
  %done = icmp eq i32 %got, 7
  br i1 %done, label %ready, label %spin
ready:"""
    assert run_diverging(wait, "") == [7] * 48


@pytest.mark.parametrize("op,expected", [("count", 24), ("and", 0), ("or", 1)])
def test_barrier_with_reduction(op: str, expected: int) -> None:
    body = """
  %t = call i32 @fe.linear(ptr %rt)
  %gone = icmp uge i32 %t, 48
  br i1 %gone, label %leave, label %stay
leave:
  $exit$
stay:
  %t64 = zext i32 %t to i64
  %odd = and i64 %t64, 1
  $reduce OP 0 %odd r$
  %p = getelementptr i64, ptr %out, i64 %t64
  store i64 %r, ptr %p
  $exit$
""".replace("OP", f"barrier_{op}")
    k = compile_kernel(coroutine(", ptr %out, i64 %n", body), OUT, 16, True, sites=(BARRIER,))
    out = (ctypes.c_int64 * 64)(*[-1] * 64)
    k.launch((1, 1, 1), (64, 1, 1), pack_slices(out))
    assert list(out) == [expected] * 48 + [-1] * 16


# ------------------------------------------------------------------------------------------------------ warp operations
def warp_kernel(*lines: str) -> str:
    """Each thread passes its own index as ``%x``, and writes the result ``%r``."""
    body = "\n".join(f"  {line}" for line in lines)
    return coroutine(
        ", ptr %out, i64 %n",
        f"""
  %t = call i32 @fe.linear(ptr %rt)
  %lane = and i32 %t, 31
  %x = zext i32 %t to i64
{body}
  %p = getelementptr i64, ptr %out, i64 %x
  store i64 %r, ptr %p
  $exit$
""",
    )


def run_warp(*lines: str, block: int = 64) -> list[int]:
    k = compile_kernel(warp_kernel(*lines), OUT, 16, True, sites=(BARRIER, OTHER))
    out = (ctypes.c_int64 * block)(*[-1] * block)
    k.launch((1, 1, 1), (block, 1, 1), pack_slices(out))
    return list(out)


FULL = 31  # operand c of shfl.sync without segments


@pytest.mark.parametrize(
    "op,arg,clamp,expected",
    [
        ("shfl_idx", "5", FULL, lambda t: t // 32 * 32 + 5),
        ("shfl_down", "3", FULL, lambda t: t + 3 if t % 32 + 3 < 32 else t),
        ("shfl_up", "3", 0, lambda t: t - 3 if t % 32 >= 3 else t),
        ("shfl_bfly", "16", FULL, lambda t: t ^ 16),
        ("shfl_bfly", "1", FULL, lambda t: t ^ 1),
        ("shfl_down", "1", (24 << 8) | 7 | 24, lambda t: t + 1 if t % 8 < 7 else t),  # segments of 8 lanes
        ("shfl_idx", "9", (24 << 8) | 31, lambda t: t // 8 * 8 + 1),
    ],
)
def test_shuffles(op: str, arg: str, clamp: int, expected: Any) -> None:
    assert run_warp(f"$op {op} 0 -1 %x {arg} {clamp} r$") == [expected(t) for t in range(64)]


def test_shuffle_reduction() -> None:
    lines = ["%x0 = add i64 %x, 0"]
    for k, delta in enumerate((16, 8, 4, 2, 1)):
        lines += [f"$op shfl_down {k % 2} -1 %x{k} {delta} 31 g{k}$", f"%x{k + 1} = add i64 %x{k}, %g{k}"]
    out = run_warp(*lines, "%r = add i64 %x5, 0")
    assert out[0] == sum(range(32)) and out[32] == sum(range(32, 64))


def test_votes() -> None:
    odd = "%odd = and i64 %x, 1"
    assert run_warp(odd, "$op vote_ballot 0 -1 %odd 0 0 r$") == [0xAAAAAAAA] * 64
    assert run_warp(odd, "$op vote_any 0 -1 %odd 0 0 r$") == [1] * 64
    assert run_warp(odd, "$op vote_all 0 -1 %odd 0 0 r$") == [0] * 64
    assert run_warp(odd, "$op vote_uni 0 -1 %odd 0 0 r$") == [0] * 64
    assert run_warp("$op vote_uni 0 -1 0 0 0 r$") == [1] * 64
    assert run_warp("$op vote_all 0 -1 9 0 0 r$") == [1] * 64
    assert (
        run_warp("$op vote_ballot 0 -1 1 0 0 r$", block=40) == [0xFFFFFFFF] * 32 + [0xFF] * 8
    )  # lanes that do not exist


def test_match() -> None:
    key = "%key = udiv i64 %x, 8"
    assert run_warp(key, "$op match_any 0 -1 %key 0 0 r$") == [0xFF << (t % 32 // 8 * 8) for t in range(64)]
    assert run_warp(key, "$op match_all 0 -1 %key 0 0 r$") == [0] * 64
    assert run_warp("$op match_all 0 -1 12345678901 0 0 r$") == [0xFFFFFFFF] * 64


@pytest.mark.parametrize(
    "op,expected",
    [("add", 496), ("umin", 0), ("umax", 31), ("min", 0), ("max", 31), ("and", 0), ("or", 31), ("xor", 0)],
)
def test_redux(op: str, expected: int) -> None:
    assert run_warp(f"$op redux_{op} 0 -1 %x 0 0 r$", block=32) == [expected] * 32


def test_redux_signed() -> None:
    neg = "%neg = sub i64 0, %x"
    assert (
        run_warp(neg, "$op redux_min 0 -1 %neg 0 0 s$", "%i = trunc i64 %s to i32", "%r = sext i32 %i to i64", block=32)
        == [-31] * 32
    )
    assert run_warp(neg, "$op redux_umax 0 -1 %neg 0 0 r$", block=32) == [0xFFFFFFFF] * 32


def test_partial_masks_run_apart() -> None:
    """Two halves of a warp vote on their own, the upper half later."""
    half = "%low = icmp ult i32 %lane, 16"
    pick = "%mask = select i1 %low, i32 65535, i32 -65536"
    assert run_warp(half, pick, "$op vote_ballot 0 %mask 1 0 0 r$", block=32) == [0xFFFF] * 16 + [0xFFFF0000] * 16


def test_elect_and_active() -> None:
    assert run_warp("$op elect 0 -1 %x 0 0 r$") == [0] * 64
    assert run_warp("$op active 0 -1 0 0 0 r$", block=40) == [0xFFFFFFFF] * 32 + [0xFF] * 8


def test_active_lanes_of_a_branch() -> None:
    first = "  $op active 0 -1 0 0 0 r0$\n  %q = trunc i64 %r0 to i32\n  store i32 %q, ptr %out"
    out = run_diverging(first + "\n  $exit$\nx1:", "  $op syncwarp 1 -65536 0 0 0 r1$", block=32)
    assert out[0] == 0xFFFF and out[16:] == [7] * 16


def test_exited_lanes_are_left_out() -> None:
    text = "  $op vote_ballot 0 -1 1 0 0 r0$\n  %q = trunc i64 %r0 to i32\n  store i32 %q, ptr %out\n  $exit$\nx1:"
    out = run_diverging(text, "  $exit$\nx2:", block=32)
    assert out[0] == 0xFFFF


def test_reading_an_exited_lane_gives_the_own_value() -> None:
    text = "  %x = zext i32 %t to i64\n  $op shfl_idx 0 -1 %x 20 31 r0$\n  %q = trunc i64 %r0 to i32\n"
    text += "  %t6 = zext i32 %t to i64\n  %pp = getelementptr i32, ptr %out, i64 %t6\n"
    text += "  store i32 %q, ptr %pp\n  $exit$\nx1:"
    assert run_diverging(text, "  $exit$\nx2:", block=32)[:16] == list(range(16))


def test_warp_deadlock_names_lanes() -> None:
    with pytest.raises(KernelPanic) as e:
        run_diverging("  $op vote_ballot 0 -1 1 0 0 r0$", "  $barrier 1$")
    text = str(e.value)
    assert "deadlock of a warp" in text and "waits for lanes 16-31 that never come" in text
    assert "threads 0-15 wait in" in text and "k.rs:10:5" in text
    assert "threads 16-47 wait in" in text and "k.rs:20:5" in text


def test_a_stuck_block_stops_the_launch_and_the_next_is_fine() -> None:
    with pytest.raises(KernelPanic):
        run_diverging("  $barrier 0$", "  $barrier 1$")
    assert run_diverging("  $barrier 0$", "  $barrier 0$") == [7] * 48


CORO_PANIC = coroutine(
    ", ptr %out, i64 %n",
    """
  %t = call i32 @fe.linear(ptr %rt)
  $barrier 0$
  %bad = icmp eq i32 %t, 77
  br i1 %bad, label %fail, label %ok
fail:
  call void @fe.panic.coro.2c(ptr %rt, i32 1, i32 0, i64 5, i64 9)
  $exit$
ok:
  $barrier 0$
  %t64 = zext i32 %t to i64
  %p = getelementptr i32, ptr %out, i64 %t64
  store i32 7, ptr %p
  $exit$
""",
)


def test_panic_in_a_coroutine_reports_the_caller() -> None:
    check = Site("bounds_check", "the len is {0} but the index is {1}", ("usize", "usize"), "lib.rs", 1, 1, "get")
    k = compile_kernel(CORO_PANIC, OUT, 16, True, sites=(BARRIER, check))
    out = (ctypes.c_int32 * 128)()
    with pytest.raises(KernelPanic, match="the len is 5 but the index is 9") as e:
        k.launch((1, 1, 1), (16, 4, 2), pack_slices(out))
    assert e.value.thread == (13, 0, 1) and e.value.location is not None and e.value.location.file == "k.rs"
    assert list(out) == [7] * 77 + [0] + [7] * 50  # all others ended


# --------------------------------------------------------------------------------------------------------------- printf
PRINT = """
define internal void @kernel(ptr %rt, ptr %out, i64 %n) alwaysinline nounwind {
  %t = call i32 @fe.linear(ptr %rt)
  %b = call i32 @fe.bid_x(ptr %rt)
  %t64 = zext i32 %t to i64
  %b64 = zext i32 %b to i64
  %p = call ptr @fe.printf(ptr %rt, i32 0, i64 16)
  store i64 %b64, ptr %p
  %p1 = getelementptr i64, ptr %p, i64 1
  store i64 %t64, ptr %p1
  %q = call ptr @fe.printf(ptr %rt, i32 1, i64 0)
  ret void
}
"""


def test_printf_comes_in_order_and_survives_a_full_buffer() -> None:
    k = compile_kernel(PRINT, OUT, 16, printfs=(printf("%d:%d", "u32", "u32"), printf("!\n")))
    out = io.StringIO()
    blocks, threads = 40, 100  # 4000 threads, 48 bytes each: the buffer of 64 KiB is flushed on the way
    k.launch((blocks, 1, 1), (threads, 1, 1), bytes(16), out=out)
    assert out.getvalue() == "".join(f"{b}:{t}!\n" for b in range(blocks) for t in range(threads))


# ----------------------------------------------------------------------------------------------------------- interrupts
SLOW = """
define internal void @kernel(ptr %rt, ptr %out, i64 %n) alwaysinline nounwind {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  store volatile i64 %i, ptr %out
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
"""


@pytest.fixture(autouse=True)
def _heed_interrupts() -> Iterator[None]:
    """A process that a shell starts in the background ignores Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt_after(seconds: float) -> threading.Timer:
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_ctrl_c_ends_a_long_launch() -> None:
    k = compile_kernel(SLOW, OUT, 16)
    out = (ctypes.c_int64 * 1)()
    params = struct.pack("<QQ", ctypes.addressof(out), 1_000_000)
    timer, start = interrupt_after(0.2), time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        k.launch((1_000_000, 1, 1), (1, 1, 1), params)
    timer.join()
    assert time.monotonic() - start < 5
    k.launch((4, 1, 1), (2, 1, 1), struct.pack("<QQ", ctypes.addressof(out), 5))  # the device still works
    assert out[0] == 4


def test_ctrl_c_leaves_a_kernel_that_never_ends() -> None:
    k = compile_kernel(SLOW, OUT, 16)
    out = (ctypes.c_int64 * 1)()
    params = struct.pack("<QQ", ctypes.addressof(out), 4_000_000_000)  # some seconds in one thread
    timer = interrupt_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        k.launch((1, 1, 1), (1, 1, 1), params, keep=out)
    timer.join()
    again = (ctypes.c_int64 * 1)()
    k.launch((1, 1, 1), (1, 1, 1), struct.pack("<QQ", ctypes.addressof(again), 5))
    assert again[0] == 4


def test_ctrl_c_leaves_a_block_of_coroutines() -> None:
    k = compile_kernel(diverging("  br label %spin\nspin:\n  $yield 0$\n  br label %spin\ndead:", ""), OUT, 16, True)
    out = (ctypes.c_int32 * 32)()
    timer = interrupt_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        k.launch((1, 1, 1), (32, 1, 1), pack_slices(out))
    timer.join()


def test_launches_from_several_threads(saxpy: Any) -> None:
    results: list[Any] = [None] * 4

    def work(k: int) -> None:
        x, y = (ctypes.c_float * 5000)(*[k] * 5000), (ctypes.c_float * 5000)()
        for _ in range(20):
            saxpy.launch((20, 1, 1), (256, 1, 1), saxpy_args(1.0, x, y))
        results[k] = list(y)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == [[20.0 * k] * 5000 for k in range(4)]


def test_shared_memory_is_poisoned_and_sized() -> None:
    assert abi.shared_bytes(100, 50) == 128 + 50
    k = compile_kernel(
        """
define internal void @kernel(ptr %rt, ptr %out, i64 %n) alwaysinline nounwind {
  %s = call ptr @fe.shared(ptr %rt)
  %p = getelementptr i8, ptr %s, i64 65532
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  ret void
}
""",
        OUT,
        16,
        shared_static=64,
    )
    out = (ctypes.c_uint32 * 1)()
    k.launch((1, 1, 1), (1, 1, 1), pack_slices(out), shared=65536)
    assert out[0] == 0xFFFFFFFF
