"""The LLVM IR that every module for the CPU contains: thread state, panics, the scheduler of coroutines, warp
operations.

The text is made from the offsets in ``runtime/cpu/abi.py``.  All functions are internal, so a module keeps what it
uses. Names start with ``fe.``; a Rust function's symbol never does.
"""

from __future__ import annotations

import re

from ferrule.runtime.cpu import abi

EMPTY = "!{}"  # LLVM metadata: an empty node
_T, _L, _W, _R = abi.THREAD, abi.LAUNCH, abi.WORKER, abi.RECORD


def load_field(result: str, typ: str, base: str, offset: int, invariant: bool = False, note: str = "") -> str:
    """Two lines: the address of a field and its load."""
    tail = f", !invariant.load {EMPTY}" if invariant else ""
    return (
        f"  {result}.at = getelementptr inbounds i8, ptr {base}, i64 {offset}\n"
        f"  {result} = load {note}{typ}, ptr {result}.at{tail}\n"
    )


def store_field(value: str, base: str, offset: int, register: str) -> str:
    """``value`` is ``type value``; ``register`` names the address."""
    return f"  {register} = getelementptr inbounds i8, ptr {base}, i64 {offset}\n  store {value}, ptr {register}\n"


def _getters(coroutine: bool) -> str:
    """Thread state: ``i32 @fe.tid_x(ptr %rt)`` and so on."""
    out = []
    head = "define internal i32 @fe.{}(ptr %rt) alwaysinline nounwind memory(read) {{\n"
    for name in ("tid_x", "tid_y", "tid_z", "linear", "bid_x", "bid_y", "bid_z"):
        out.append(head.format(name) + load_field("%v", "i32", "%rt", _T[name]) + "  ret i32 %v\n}\n")
    from_launch = [("threads", "threads"), ("dynamic_shared_size", "shared_dynamic")]
    for name, field in [(f"{a}dim_{d}", f"{f}_{d}") for a, f in (("b", "block"), ("g", "grid")) for d in "xyz"]:
        if coroutine:
            from_launch.append((name, field))
        else:  # values of the loop around the kernel
            body = load_field("%v", "i32", "%rt", abi.PLAIN_THREAD[name])
            out.append(head.format(name) + body + "  ret i32 %v\n}\n")
    for name, field in from_launch:
        body = load_field("%l", "ptr", "%rt", _T["launch"]) + load_field("%v", "i32", "%l", _L[field], invariant=True)
        out.append(head.format(name) + body + "  ret i32 %v\n}\n")
    linear = load_field("%v", "i32", "%rt", _T["linear"])
    out.append(head.format("lane") + linear + "  %r = and i32 %v, 31\n  ret i32 %r\n}\n")
    out.append(head.format("warp") + linear + "  %r = lshr i32 %v, 5\n  ret i32 %r\n}\n")
    index = load_field("%w", "ptr", "%rt", _T["worker"]) + load_field("%v", "i32", "%w", _W["index"], invariant=True)
    out.append(head.format("worker_index") + index + "  ret i32 %v\n}\n")
    out.append(
        "define internal ptr @fe.shared(ptr %rt) alwaysinline nounwind memory(read) {\n"
        + load_field("%w", "ptr", "%rt", _T["worker"])
        + load_field("%v", "ptr", "%w", _W["shared"], invariant=True)
        + "  ret ptr %v\n}\n"
    )
    return "".join(out)


_CLAIM_ARGS = (
    "i32 %site, i32 %caller, i32 %bx, i32 %by, i32 %bz, i32 %tx, i32 %ty, i32 %tz, i64 %v0, i64 %v1, i64 %v2, i64 %v3"
)


def _claim() -> str:
    """Fills the panic record if no thread did before; true if this one did.  ``publish`` makes it complete."""
    words = [("site", "%site"), ("caller", "%caller")]
    text = (
        f"define internal i1 @fe.claim(ptr %launch, {_CLAIM_ARGS}) noinline cold nounwind {{\n"
        + load_field("%rec", "ptr", "%launch", _L["panic"])
        + "  %pair = cmpxchg ptr %rec, i32 0, i32 1 acquire monotonic\n  %won = extractvalue { i32, i1 } %pair, 1\n"
        + "  br i1 %won, label %fill, label %lost\nfill:\n"
    )
    for name, value in words:
        text += store_field(f"i32 {value}", "%rec", _R[name], f"%p.{name}")
    for i, d in enumerate("xyz"):
        text += store_field(f"i32 %b{d}", "%rec", _R["block"] + 4 * i, f"%p.b{d}")
        text += store_field(f"i32 %t{d}", "%rec", _R["thread"] + 4 * i, f"%p.t{d}")
    for i in range(4):
        text += store_field(f"i64 %v{i}", "%rec", _R["values"] + 8 * i, f"%p.v{i}")
    text += "  ret i1 true\nlost:\n  ret i1 false\n}\n"
    text += (
        "define internal void @fe.publish(ptr %launch) noinline cold nounwind {\n"
        + load_field("%rec", "ptr", "%launch", _L["panic"])
        + "  store atomic i32 2, ptr %rec release, align 4\n"
        + f"  %stop = getelementptr inbounds i8, ptr %launch, i64 {_L['stop']}\n"
        + f"  %old = atomicrmw umax ptr %stop, i32 {abi.STOP_PANIC} monotonic\n  ret void\n}}\n"
    )
    return text


def panic_name(coroutine: bool, values: int, has_caller: bool) -> str:
    return f"fe.panic.{'coro' if coroutine else 'plain'}.{values}{'c' if has_caller else ''}"


def _plain_panics() -> str:
    """Notes of panics in plain kernels.  Inlined into the loop over the threads, they are stores under a mask."""
    out = []
    for values in range(5):
        for has_caller in (False, True):
            args = (
                ["ptr %rt", "i32 %site"]
                + (["i32 %caller"] if has_caller else [])
                + [f"i64 %v{i}" for i in range(values)]
            )
            name = panic_name(False, values, has_caller)
            text = f"define internal void @{name}({', '.join(args)}) alwaysinline nounwind {{\n"
            text += store_field("i32 1", "%rt", _T["panicked"], "%flag")
            text += load_field("%pa", "ptr", "%rt", _T["panics"]) + load_field("%t", "i32", "%rt", _T["linear"])
            text += "  %t64 = zext nneg i32 %t to i64\n  %s1 = add i32 %site, 1\n"
            text += "  %ps = getelementptr inbounds i32, ptr %pa, i64 %t64\n  store i32 %s1, ptr %ps\n"
            if has_caller:
                text += (
                    f"  %ca = getelementptr inbounds i8, ptr %pa, i64 {abi.PANICS_CALLER}\n  %c1 = add i32 %caller, 1\n"
                )
                text += "  %pc = getelementptr inbounds i32, ptr %ca, i64 %t64\n  store i32 %c1, ptr %pc\n"
            for i in range(values):
                at = abi.PANICS_VALUES + 8 * abi.MAX_THREADS * i
                text += f"  %va{i} = getelementptr inbounds i8, ptr %pa, i64 {at}\n"
                text += f"  %pv{i} = getelementptr inbounds i64, ptr %va{i}, i64 %t64\n  store i64 %v{i}, ptr %pv{i}\n"
            out.append(text + "  ret void\n}\n")
    return "".join(out)


def _coroutine_panics() -> str:
    out = []
    for values in range(5):
        for has_caller in (False, True):
            args = (
                ["ptr %rt", "i32 %site"]
                + (["i32 %caller"] if has_caller else [])
                + [f"i64 %v{i}" for i in range(values)]
            )
            name = panic_name(True, values, has_caller)
            text = f"define internal void @{name}({', '.join(args)}) noinline cold nounwind {{\n"
            text += store_field("i32 1", "%rt", _T["panicked"], "%flag") + load_field("%l", "ptr", "%rt", _T["launch"])
            for d in "xyz":
                text += load_field(f"%b{d}", "i32", "%rt", _T[f"bid_{d}"]) + load_field(
                    f"%t{d}", "i32", "%rt", _T[f"tid_{d}"]
                )
            caller = "%caller" if has_caller else "-1"
            vs = [f"i64 %v{i}" if i < values else "i64 0" for i in range(4)]
            place = ", ".join(f"i32 %{k}{d}" for k in "bt" for d in "xyz")
            text += f"  %won = call i1 @fe.claim(ptr %l, i32 %site, i32 {caller}, {place}, {', '.join(vs)})\n"
            text += "  br i1 %won, label %pub, label %end\npub:\n  call void @fe.publish(ptr %l)\n  br label %end\n"
            out.append(text + "end:\n  ret void\n}\n")
    return "".join(out)


def _report() -> str:
    """After a block of a plain kernel some of whose threads panicked: reports the first and clears the notes."""
    text = "define internal void @fe.report(ptr %launch, ptr %pa, i32 %bx, i32 %by, i32 %bz) noinline cold nounwind {\n"
    text += "entry:\n"
    text += load_field("%n", "i32", "%launch", _L["threads"]) + load_field("%dx", "i32", "%launch", _L["block_x"])
    text += load_field("%dy", "i32", "%launch", _L["block_y"])
    text += "  br label %scan\nscan:\n  %t = phi i32 [ 0, %entry ], [ %t1, %next ]\n  %t64 = zext i32 %t to i64\n"
    text += "  %ps = getelementptr inbounds i32, ptr %pa, i64 %t64\n  %s1 = load i32, ptr %ps\n"
    text += "  %hit = icmp ne i32 %s1, 0\n"
    text += "  br i1 %hit, label %found, label %next\nnext:\n  %t1 = add i32 %t, 1\n  %more = icmp ult i32 %t1, %n\n"
    text += "  br i1 %more, label %scan, label %clear\nfound:\n  %site = sub i32 %s1, 1\n"
    text += f"  %ca = getelementptr inbounds i8, ptr %pa, i64 {abi.PANICS_CALLER}\n"
    text += (
        "  %pc = getelementptr inbounds i32, ptr %ca, i64 %t64\n  %c1 = load i32, ptr %pc\n  %caller = sub i32 %c1, 1\n"
    )
    for i in range(4):
        text += f"  %va{i} = getelementptr inbounds i8, ptr %pa, i64 {abi.PANICS_VALUES + 8 * abi.MAX_THREADS * i}\n"
        text += f"  %pv{i} = getelementptr inbounds i64, ptr %va{i}, i64 %t64\n  %v{i} = load i64, ptr %pv{i}\n"
    text += "  %tx = urem i32 %t, %dx\n  %q = udiv i32 %t, %dx\n  %ty = urem i32 %q, %dy\n  %tz = udiv i32 %q, %dy\n"
    place = ", ".join(f"i32 %{k}{d}" for k in "bt" for d in "xyz")
    values = ", ".join(f"i64 %v{i}" for i in range(4))
    text += f"  %won = call i1 @fe.claim(ptr %launch, i32 %site, i32 %caller, {place}, {values})\n"
    text += "  br i1 %won, label %pub, label %clear\npub:\n  call void @fe.publish(ptr %launch)\n  br label %clear\n"
    text += "clear:\n"
    text += f"  call void @llvm.memset.p0.i64(ptr %pa, i8 0, i64 {abi.PANICS_SIZE}, i1 false)\n  ret void\n}}\n"
    return text + "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"


def _printf() -> str:
    """``ptr @fe.printf(rt, format, bytes)``: room for one record; the operands are stored behind the header."""
    text = "define internal ptr @fe.printf(ptr %rt, i32 %format, i64 %bytes) noinline nounwind {\n"
    text += load_field("%w", "ptr", "%rt", _T["worker"]) + load_field("%buf", "ptr", "%w", _W["printf"])
    text += load_field("%used", "i64", "%w", _W["printf_used"]) + load_field("%size", "i64", "%w", _W["printf_size"])
    text += f"  %need = add i64 %bytes, {abi.PRINTF_HEADER}\n  %end = add i64 %used, %need\n"
    text += "  %full = icmp ugt i64 %end, %size\n  br i1 %full, label %flush, label %put\nflush:\n"
    text += load_field("%l", "ptr", "%rt", _T["launch"]) + load_field("%fn", "ptr", "%l", _L["flush"])
    text += "  call void %fn(ptr %w)\n  br label %put\nput:\n"
    text += (
        load_field("%at", "i64", "%w", _W["printf_used"]) + "  %rec = getelementptr inbounds i8, ptr %buf, i64 %at\n"
    )
    text += "  %new = add i64 %at, %need\n" + store_field("i64 %new", "%w", _W["printf_used"], "%pu")
    text += load_field("%block", "i64", "%w", _W["block"]) + load_field("%t", "i32", "%rt", _T["linear"])
    text += (
        "  store i64 %block, ptr %rec\n"
        + store_field("i32 %t", "%rec", 8, "%p1")
        + store_field("i32 %format", "%rec", 12, "%p2")
    )
    text += f"  %ops = getelementptr inbounds i8, ptr %rec, i64 {abi.PRINTF_HEADER}\n  ret ptr %ops\n}}\n"
    return text


def _wait() -> str:
    """Before a suspension: what the thread waits for."""
    text = "define internal void @fe.wait(ptr %rt, i32 %state, i32 %op, i32 %site, i32 %mask) alwaysinline nounwind {\n"
    for name in ("state", "op", "site", "mask"):
        text += store_field(f"i32 %{name}", "%rt", _T[name], f"%p.{name}")
    return text + "  ret void\n}\n"


def _stall() -> str:
    text = "define internal void @fe.stall(ptr %launch, ptr %threads, i32 %n) noinline cold nounwind {\nentry:\n"
    for d in "xyz":
        text += load_field(f"%b{d}", "i32", "%threads", _T[f"bid_{d}"])
    place = "i32 %bx, i32 %by, i32 %bz, i32 0, i32 0, i32 0"
    text += (
        f"  %won = call i1 @fe.claim(ptr %launch, i32 {abi.SITE_STALL}, i32 -1, {place}, i64 0, i64 0, i64 0, i64 0)\n"
    )
    text += "  br i1 %won, label %copy, label %end\ncopy:\n" + load_field("%table", "ptr", "%launch", _L["stall"])
    text += "  br label %each\neach:\n  %t = phi i32 [ 0, %copy ], [ %t1, %each ]\n  %t64 = zext i32 %t to i64\n"
    text += f"  %to.o = mul i64 %t64, {abi.STALL_ENTRY}\n  %to = getelementptr inbounds i8, ptr %table, i64 %to.o\n"
    text += f"  %c.o = mul i64 %t64, {abi.THREAD_SIZE}\n  %c = getelementptr inbounds i8, ptr %threads, i64 %c.o\n"
    for i, name in enumerate(("state", "op", "site", "mask")):
        text += load_field(f"%{name}", "i32", "%c", _T[name]) + store_field(f"i32 %{name}", "%to", 4 * i, f"%q{i}")
    text += "  %t1 = add i32 %t, 1\n  %more = icmp ult i32 %t1, %n\n  br i1 %more, label %each, label %pub\n"
    return text + "pub:\n  call void @fe.publish(ptr %launch)\n  br label %end\nend:\n  ret void\n}\n"


def _schedule() -> str:
    """Runs the started threads of a block to their end.

    In a round each warp runs until none of its lanes can go on: lanes that wait at a warp operation go on as soon as
    all lanes of their mask are there.  Then all live threads wait at the block's barrier, which opens, or the block is
    stuck.
    """
    b, y, e = 1 << abi.STATE_BARRIER, 1 << abi.STATE_YIELD, 1 << abi.STATE_EXITED
    w = 1 << abi.STATE_WARP
    thread = abi.THREAD_SIZE
    return f"""
declare void @llvm.coro.resume(ptr)
define internal void @fe.schedule(ptr %launch, ptr %threads, ptr %frames, i32 %n, i64 %frame) noinline nounwind {{
entry:
  %round.n = add i32 %n, 31
  %warps = lshr i32 %round.n, 5
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 {_L["stop"]}
  br label %round
round:
  %open = phi i32 [ {abi.STATE_RUN}, %entry ], [ {abi.STATE_YIELD}, %yields ], [ {abi.STATE_BARRIER}, %open.it ]
  %stop = load atomic i32, ptr %stop.at monotonic, align 4
  %interrupt = icmp eq i32 %stop, {abi.STOP_INTERRUPT}
  br i1 %interrupt, label %end, label %warp
warp:
  %wi = phi i32 [ 0, %round ], [ %wi1, %warp.done ]
  %b.or = phi i32 [ 0, %round ], [ %l.or, %warp.done ]
  %b.and = phi i32 [ -1, %round ], [ %l.and, %warp.done ]
  %b.kinds = phi i32 [ 0, %round ], [ %b.kinds1, %warp.done ]
  %base = shl i32 %wi, 5
  %left = sub i32 %n, %base
  %lanes = call i32 @llvm.umin.i32(i32 %left, i32 32)
  %limit = add i32 %base, %lanes
  %base64 = zext i32 %base to i64
  %wo = mul i64 %base64, {thread}
  %wp = getelementptr inbounds i8, ptr %threads, i64 %wo
  br label %pass
pass:
  %rel = phi i32 [ %open, %warp ], [ {abi.STATE_RUN}, %resolve ]
  %p.or = phi i32 [ %b.or, %warp ], [ %l.or, %resolve ]
  %p.and = phi i32 [ %b.and, %warp ], [ %l.and, %resolve ]
  br label %lane
lane:
  %t = phi i32 [ %base, %pass ], [ %t1, %lane.next ]
  %kinds = phi i32 [ 0, %pass ], [ %kinds1, %lane.next ]
  %c.or = phi i32 [ %p.or, %pass ], [ %l.or, %lane.next ]
  %c.and = phi i32 [ %p.and, %pass ], [ %l.and, %lane.next ]
  %t64 = zext i32 %t to i64
  %co = mul i64 %t64, {thread}
  %c = getelementptr inbounds i8, ptr %threads, i64 %co
  %st.at = getelementptr inbounds i8, ptr %c, i64 {_T["state"]}
  %st = load i32, ptr %st.at
  %is.run = icmp eq i32 %st, {abi.STATE_RUN}
  %is.rel = icmp eq i32 %st, %rel
  %go = or i1 %is.run, %is.rel
  br i1 %go, label %resume, label %lane.next
resume:
  %fo = mul i64 %t64, %frame
  %h = getelementptr inbounds i8, ptr %frames, i64 %fo
  call void @llvm.coro.resume(ptr %h)
  %st.new = load i32, ptr %st.at
  br label %lane.next
lane.next:
  %st1 = phi i32 [ %st, %lane ], [ %st.new, %resume ]
  %kind = shl nuw i32 1, %st1
  %kinds1 = or i32 %kinds, %kind
  %site.at = getelementptr inbounds i8, ptr %c, i64 {_T["site"]}
  %site = load i32, ptr %site.at
  %at.b = icmp eq i32 %st1, {abi.STATE_BARRIER}
  %s.or = select i1 %at.b, i32 %site, i32 0
  %s.and = select i1 %at.b, i32 %site, i32 -1
  %l.or = or i32 %c.or, %s.or
  %l.and = and i32 %c.and, %s.and
  %t1 = add i32 %t, 1
  %more = icmp ult i32 %t1, %limit
  br i1 %more, label %lane, label %lanes.done
lanes.done:
  %w.bit = and i32 %kinds1, {w}
  %has.w = icmp ne i32 %w.bit, 0
  br i1 %has.w, label %resolve, label %warp.done
resolve:
  %made = call i32 @fe.resolve(ptr %wp, i32 %lanes)
  %any = icmp ne i32 %made, 0
  br i1 %any, label %pass, label %warp.done
warp.done:
  %b.kinds1 = or i32 %b.kinds, %kinds1
  %wi1 = add i32 %wi, 1
  %more.w = icmp ult i32 %wi1, %warps
  br i1 %more.w, label %warp, label %settled
settled:
  %live = and i32 %b.kinds1, {~e & 31}
  %only.b = icmp eq i32 %live, {b}
  br i1 %only.b, label %barrier, label %other
barrier:
  %same = icmp eq i32 %l.or, %l.and
  br i1 %same, label %open.it, label %stuck
open.it:
  call void @fe.open(ptr %threads, i32 %n)
  br label %round
other:
  %none = icmp eq i32 %live, 0
  br i1 %none, label %end, label %other2
other2:
  %y.bit = and i32 %live, {y}
  %has.y = icmp ne i32 %y.bit, 0
  br i1 %has.y, label %yields, label %stuck
yields:
  br label %round
stuck:
  call void @fe.stall(ptr %launch, ptr %threads, i32 %n)
  br label %end
end:
  ret void
}}
declare i32 @llvm.umin.i32(i32, i32)
"""


def _open() -> str:
    """At a barrier that opens: the reduction over the threads that wait there, if it has one."""
    ops = {abi.OP["barrier_count"]: "%count", abi.OP["barrier_and"]: "%all32", abi.OP["barrier_or"]: "%any32"}
    address = f"""  %t64 = zext i32 %t to i64
  %c.o = mul i64 %t64, {abi.THREAD_SIZE}
  %c = getelementptr inbounds i8, ptr %threads, i64 %c.o
{load_field("%st", "i32", "%c", _T["state"])}  %here = icmp eq i32 %st, {abi.STATE_BARRIER}
"""
    result, chosen = "", "0"
    for k, (op, value) in enumerate(ops.items()):
        result += f"  %is{k} = icmp eq i32 %op.first, {op}\n  %r{k} = select i1 %is{k}, i32 {value}, i32 {chosen}\n"
        chosen = f"%r{k}"
    give = address.replace("%t", "%u").replace("%c", "%d").replace("%st", "%su").replace("%here", "%there")
    give = give.replace("ptr %uhreads", "ptr %threads")
    return f"""
define internal void @fe.open(ptr %threads, i32 %n) nounwind {{
entry:
  br label %find
find:
  %t.first = phi i32 [ 0, %entry ], [ %t.next, %find ]
  %f64 = zext i32 %t.first to i64
  %f.o = mul i64 %f64, {abi.THREAD_SIZE}
  %f = getelementptr inbounds i8, ptr %threads, i64 %f.o
{load_field("%f.st", "i32", "%f", _T["state"])}  %t.next = add i32 %t.first, 1
  %found = icmp eq i32 %f.st, {abi.STATE_BARRIER}
  br i1 %found, label %check, label %find
check:
{load_field("%op.first", "i32", "%f", _T["op"])}  %plain = icmp eq i32 %op.first, {abi.OP["barrier"]}
  br i1 %plain, label %end, label %sum
sum:
  %t = phi i32 [ 0, %check ], [ %t1, %sum ]
  %count0 = phi i32 [ 0, %check ], [ %count, %sum ]
  %total0 = phi i32 [ 0, %check ], [ %total, %sum ]
{address}{load_field("%v", "i64", "%c", _T["value"])}  %set = icmp ne i64 %v, 0
  %both = and i1 %set, %here
  %here32 = zext i1 %here to i32
  %both32 = zext i1 %both to i32
  %total = add i32 %total0, %here32
  %count = add i32 %count0, %both32
  %t1 = add i32 %t, 1
  %more = icmp ult i32 %t1, %n
  br i1 %more, label %sum, label %summed
summed:
  %all = icmp eq i32 %count, %total
  %any = icmp ne i32 %count, 0
  %all32 = zext i1 %all to i32
  %any32 = zext i1 %any to i32
{result}  %result = zext i32 {chosen} to i64
  br label %give
give:
  %u = phi i32 [ 0, %summed ], [ %u1, %give ]
{give}{store_field("i64 %result", "%d", _T["result"], "%p.r")}  %u1 = add i32 %u, 1
  %more.u = icmp ult i32 %u1, %n
  br i1 %more.u, label %give, label %end
end:
  ret void
}}
"""


def _resolve() -> str:
    """One pass over the lanes of a warp that wait at warp operations; the number of lanes that can go on."""
    op, thread = abi.OP, abi.THREAD_SIZE

    def lane(index: str, prefix: str) -> str:
        return (
            f"  %{prefix}.ix = zext i32 {index} to i64\n  %{prefix}.off = mul i64 %{prefix}.ix, {thread}\n"
            f"  %{prefix} = getelementptr inbounds i8, ptr %c, i64 %{prefix}.off\n"
        )

    def each(name: str, mask: str, body: str, after: str) -> str:
        """A loop over the set bits of ``mask``; the body sees the lane as ``%<name>``."""
        return f"""  store i32 {mask}, ptr %bits
  br label %{name}.head
{name}.head:
  %{name}.b = load i32, ptr %bits
  %{name}.z = icmp eq i32 %{name}.b, 0
  br i1 %{name}.z, label %{after}, label %{name}.body
{name}.body:
  %{name} = call i32 @llvm.cttz.i32(i32 %{name}.b, i1 true)
  %{name}.m = sub i32 %{name}.b, 1
  %{name}.r = and i32 %{name}.b, %{name}.m
  store i32 %{name}.r, ptr %bits
{body}"""

    slot = "getelementptr inbounds [32 x i64], ptr %vals, i64 0, i64"
    text = """define internal i32 @fe.resolve(ptr %c, i32 %lanes) noinline nounwind {
entry:
  %vals = alloca [32 x i64], align 64
  %bits = alloca i32
  %live.v = alloca i32
  %wait.v = alloca i32
  %handled = alloca i32
  %released = alloca i32
  %acc = alloca i32
  store i32 0, ptr %live.v
  store i32 0, ptr %wait.v
  store i32 0, ptr %handled
  store i32 0, ptr %released
  br label %scan
scan:
  %i = phi i32 [ 0, %entry ], [ %i1, %scan ]
"""
    text += lane("%i", "s") + load_field("%s.st", "i32", "%s", _T["state"])
    text += f"""  %bit = shl i32 1, %i
  %is.live = icmp ne i32 %s.st, {abi.STATE_EXITED}
  %is.wait = icmp eq i32 %s.st, {abi.STATE_WARP}
  %lb = select i1 %is.live, i32 %bit, i32 0
  %wb = select i1 %is.wait, i32 %bit, i32 0
  %l0 = load i32, ptr %live.v
  %l1 = or i32 %l0, %lb
  store i32 %l1, ptr %live.v
  %w0 = load i32, ptr %wait.v
  %w1 = or i32 %w0, %wb
  store i32 %w1, ptr %wait.v
  %i1 = add i32 %i, 1
  %scan.more = icmp ult i32 %i1, %lanes
  br i1 %scan.more, label %scan, label %outer
outer:
  %live = load i32, ptr %live.v
  %wait = load i32, ptr %wait.v
  %h0 = load i32, ptr %handled
  %h0n = xor i32 %h0, -1
  %rest = and i32 %wait, %h0n
  %none = icmp eq i32 %rest, 0
  br i1 %none, label %finish, label %group
group:
  %first = call i32 @llvm.cttz.i32(i32 %rest, i1 true)
  %first.bit = shl i32 1, %first
  %h1 = or i32 %h0, %first.bit
  store i32 %h1, ptr %handled
"""
    text += lane("%first", "f")
    text += "".join(load_field(f"%f.{n}", "i32", "%f", _T[n]) for n in ("op", "site", "mask"))
    text += f"""  %is.active = icmp eq i32 %f.op, {op["active"]}
  %any.site = icmp eq i32 %f.op, {op["syncwarp"]}
  %need0 = and i32 %f.mask, %live
  %need = or i32 %need0, %first.bit
  br i1 %is.active, label %outer, label %check
check:
"""
    body = lane("%k", "g") + "".join(load_field(f"%g.{n}", "i32", "%g", _T[n]) for n in ("state", "op", "site", "mask"))
    body += load_field("%g.value", "i64", "%g", _T["value"])
    body += f"""  %k.slot = {slot} %g.ix
  store i64 %g.value, ptr %k.slot
  %e0 = icmp eq i32 %g.state, {abi.STATE_WARP}
  %e1 = icmp eq i32 %g.op, %f.op
  %e2 = icmp eq i32 %g.mask, %f.mask
  %e3 = icmp eq i32 %g.site, %f.site
  %e4 = or i1 %e3, %any.site
  %e5 = and i1 %e0, %e1
  %e6 = and i1 %e2, %e4
  %e7 = and i1 %e5, %e6
  br i1 %e7, label %k.head, label %outer
"""
    text += each("k", "%need", body, "perform")
    uniform = {op[n]: n for n in abi.OPS if n.startswith("vote_")}
    redux = {op[n]: n for n in abi.OPS if n.startswith("redux_")}
    text += f"""perform:
  %h2 = load i32, ptr %handled
  %h3 = or i32 %h2, %need
  store i32 %h3, ptr %handled
  %rel0 = load i32, ptr %released
  %cnt = call i32 @llvm.ctpop.i32(i32 %need)
  %rel1 = add i32 %rel0, %cnt
  store i32 %rel1, ptr %released
  %lead = call i32 @llvm.cttz.i32(i32 %need, i1 true)
  switch i32 %f.op, label %sync [
    i32 {op["shfl_idx"]}, label %shfl
    i32 {op["shfl_up"]}, label %shfl
    i32 {op["shfl_down"]}, label %shfl
    i32 {op["shfl_bfly"]}, label %shfl
    i32 {op["match_any"]}, label %match_any
    i32 {op["match_all"]}, label %match_all
    i32 {op["elect"]}, label %elect
"""
    text += (
        "".join(f"    i32 {n}, label %vote\n" for n in uniform)
        + "".join(f"    i32 {n}, label %redux\n" for n in redux)
        + "  ]\n"
    )
    # syncwarp: nothing to compute
    text += "sync:\n  br label %spread0\n"
    # shuffles, as PTX defines shfl.sync
    text += "shfl:\n"
    body = (
        lane("%x", "h")
        + load_field("%h.arg", "i32", "%h", _T["arg"])
        + load_field("%h.clamp", "i32", "%h", _T["clamp"])
    )
    body += f"""  %bval = and i32 %h.arg, 31
  %cval = and i32 %h.clamp, 31
  %seg0 = lshr i32 %h.clamp, 8
  %seg = and i32 %seg0, 31
  %nseg = xor i32 %seg, -1
  %lo = and i32 %x, %seg
  %chi = and i32 %cval, %nseg
  %hi = or i32 %lo, %chi
  %j.up = sub i32 %x, %bval
  %j.down = add i32 %x, %bval
  %j.bfly = xor i32 %x, %bval
  %bn = and i32 %bval, %nseg
  %j.idx = or i32 %lo, %bn
  %is.up = icmp eq i32 %f.op, {op["shfl_up"]}
  %is.down = icmp eq i32 %f.op, {op["shfl_down"]}
  %is.bfly = icmp eq i32 %f.op, {op["shfl_bfly"]}
  %j0 = select i1 %is.up, i32 %j.up, i32 %j.idx
  %j1 = select i1 %is.down, i32 %j.down, i32 %j0
  %j = select i1 %is.bfly, i32 %j.bfly, i32 %j1
  %in.up = icmp sge i32 %j, %hi
  %in.le = icmp sle i32 %j, %hi
  %in = select i1 %is.up, i1 %in.up, i1 %in.le
  %src0 = select i1 %in, i32 %j, i32 %x
  %src = and i32 %src0, 31
  %there0 = lshr i32 %need, %src
  %there1 = trunc i32 %there0 to i1
  %from = select i1 %there1, i32 %src, i32 %x
  %from64 = zext i32 %from to i64
  %from.slot = {slot} %from64
  %got = load i64, ptr %from.slot
  %flag = zext i1 %in to i32
"""
    body += store_field("i64 %got", "%h", _T["result"], "%h.r") + store_field("i32 %flag", "%h", _T["flag"], "%h.fl")
    body += store_field(f"i32 {abi.STATE_RUN}", "%h", _T["state"], "%h.s") + "  br label %x.head\n"
    text += each("x", "%need", body, "outer")
    # votes
    text += "vote:\n  store i32 0, ptr %acc\n"
    body = f"""  %v64 = zext i32 %v to i64
  %v.slot = {slot} %v64
  %v.val = load i64, ptr %v.slot
  %v.set = icmp ne i64 %v.val, 0
  %v.bit0 = shl i32 1, %v
  %v.bit = select i1 %v.set, i32 %v.bit0, i32 0
  %v.acc = load i32, ptr %acc
  %v.acc1 = or i32 %v.acc, %v.bit
  store i32 %v.acc1, ptr %acc
  br label %v.head
"""
    text += each("v", "%need", body, "voted")
    text += f"""voted:
  %ballot = load i32, ptr %acc
  %all = icmp eq i32 %ballot, %need
  %no = icmp eq i32 %ballot, 0
  %some = xor i1 %no, true
  %uni = or i1 %all, %no
  %all32 = zext i1 %all to i32
  %some32 = zext i1 %some to i32
  %uni32 = zext i1 %uni to i32
  %is.all = icmp eq i32 %f.op, {op["vote_all"]}
  %is.any = icmp eq i32 %f.op, {op["vote_any"]}
  %is.uni = icmp eq i32 %f.op, {op["vote_uni"]}
  %r0 = select i1 %is.all, i32 %all32, i32 %ballot
  %r1 = select i1 %is.any, i32 %some32, i32 %r0
  %r2 = select i1 %is.uni, i32 %uni32, i32 %r1
  br label %spread
"""
    # reductions over i32
    text += f"redux:\n  %d.lead = zext i32 %lead to i64\n  %d.s0 = {slot} %d.lead\n  %d.v0 = load i64, ptr %d.s0\n"
    text += "  %d.i0 = trunc i64 %d.v0 to i32\n  store i32 %d.i0, ptr %acc\n  %need.rest0 = sub i32 %need, 1\n"
    text += "  %need.rest = and i32 %need, %need.rest0\n"
    body = f"  %d64 = zext i32 %d to i64\n  %d.slot = {slot} %d64\n  %d.v = load i64, ptr %d.slot\n"
    body += "  %d.i = trunc i64 %d.v to i32\n"
    body += "  %d.a = load i32, ptr %acc\n"
    chosen = "%d.a"
    for n, name in redux.items():
        kind = name.removeprefix("redux_")
        if kind in ("umin", "umax", "min", "max"):
            fn = kind if kind.startswith("u") else "s" + kind
            body += f"  %d.{kind} = call i32 @llvm.{fn}.i32(i32 %d.a, i32 %d.i)\n"
        else:
            body += f"  %d.{kind} = {kind} i32 %d.a, %d.i\n"
        body += f"  %d.is.{kind} = icmp eq i32 %f.op, {n}\n"
        body += f"  %d.sel.{kind} = select i1 %d.is.{kind}, i32 %d.{kind}, i32 {chosen}\n"
        chosen = f"%d.sel.{kind}"
    body += f"  store i32 {chosen}, ptr %acc\n  br label %d.head\n"
    text += each("d", "%need.rest", body, "reduced") + "reduced:\n  %red = load i32, ptr %acc\n  br label %spread\n"
    # match
    text += "match_all:\n  br label %mall\nmall:\n"
    body = f"""  %m64 = zext i32 %m to i64
  %m.slot = {slot} %m64
  %m.v = load i64, ptr %m.slot
  %m.l64 = zext i32 %lead to i64
  %m.l.slot = {slot} %m.l64
  %m.lv = load i64, ptr %m.l.slot
  %m.eq = icmp eq i64 %m.v, %m.lv
  br i1 %m.eq, label %m.head, label %spread0
"""
    text += each("m", "%need", body, "matched") + "matched:\n  br label %spread\n"
    text += "match_any:\n"
    body = (
        lane("%a", "n")
        + f"""  %a64 = zext i32 %a to i64
  %a.slot = {slot} %a64
  %a.v = load i64, ptr %a.slot
  br label %inner
inner:
  %q = phi i32 [ 0, %a.body ], [ %q1, %inner ]
  %eqs = phi i32 [ 0, %a.body ], [ %eqs1, %inner ]
  %q64 = zext i32 %q to i64
  %q.slot = {slot} %q64
  %q.v = load i64, ptr %q.slot
  %q.eq = icmp eq i64 %q.v, %a.v
  %q.bit0 = shl i32 1, %q
  %q.bit = select i1 %q.eq, i32 %q.bit0, i32 0
  %eqs1 = or i32 %eqs, %q.bit
  %q1 = add i32 %q, 1
  %q.more = icmp ult i32 %q1, 32
  br i1 %q.more, label %inner, label %inner.done
inner.done:
  %eqs.need = and i32 %eqs1, %need
  %eqs64 = zext i32 %eqs.need to i64
"""
    )
    body += store_field("i64 %eqs64", "%n", _T["result"], "%n.r")
    body += store_field(f"i32 {abi.STATE_RUN}", "%n", _T["state"], "%n.s") + "  br label %a.head\n"
    text += each("a", "%need", body, "outer")
    text += "elect:\n  br label %spread\nspread0:\n  br label %spread\nspread:\n"
    text += "  %res = phi i32 [ %r2, %voted ], [ %red, %reduced ], [ %need, %matched ], [ %lead, %elect ], "
    text += "[ 0, %spread0 ]\n"
    text += "  %same.flag = phi i32 [ 0, %voted ], [ 0, %reduced ], [ 1, %matched ], [ 2, %elect ], [ 0, %spread0 ]\n"
    text += "  %res64 = zext i32 %res to i64\n  %is.elect = icmp eq i32 %same.flag, 2\n"
    body = lane("%y", "z") + "  %me = icmp eq i32 %y, %lead\n  %me32 = zext i1 %me to i32\n"
    body += "  %fl = select i1 %is.elect, i32 %me32, i32 %same.flag\n"
    body += store_field("i64 %res64", "%z", _T["result"], "%z.r") + store_field("i32 %fl", "%z", _T["flag"], "%z.f")
    body += store_field(f"i32 {abi.STATE_RUN}", "%z", _T["state"], "%z.s") + "  br label %y.head\n"
    text += each("y", "%need", body, "outer")
    # Nothing complete: lanes that ask who is active learn of those that wait at the same place.
    text += "finish:\n  %rel = load i32, ptr %released\n  %made = icmp ne i32 %rel, 0\n  store i32 0, ptr %acc\n"
    text += "  store i32 -1, ptr %handled\n  br i1 %made, label %done, label %active\nactive:\n"
    body = lane("%u", "p") + load_field("%p.op", "i32", "%p", _T["op"]) + load_field("%p.site", "i32", "%p", _T["site"])
    body += f"""  %p.is = icmp eq i32 %p.op, {op["active"]}
  %p.s0 = load i32, ptr %handled
  %p.first = icmp eq i32 %p.s0, -1
  %p.same = icmp eq i32 %p.s0, %p.site
  %p.ok0 = or i1 %p.first, %p.same
  %p.ok = and i1 %p.is, %p.ok0
  %p.s1 = select i1 %p.ok, i32 %p.site, i32 %p.s0
  store i32 %p.s1, ptr %handled
  %p.bit0 = shl i32 1, %u
  %p.bit = select i1 %p.ok, i32 %p.bit0, i32 0
  %p.acc = load i32, ptr %acc
  %p.acc1 = or i32 %p.acc, %p.bit
  store i32 %p.acc1, ptr %acc
  br label %u.head
"""
    text += each("u", "%wait", body, "actives")
    text += "actives:\n  %group.m = load i32, ptr %acc\n  %group64 = zext i32 %group.m to i64\n"
    body = lane("%r", "o") + store_field("i64 %group64", "%o", _T["result"], "%o.r")
    body += store_field(f"i32 {abi.STATE_RUN}", "%o", _T["state"], "%o.s") + "  br label %r.head\n"
    text += each("r", "%group.m", body, "counted")
    text += "counted:\n  %made2 = call i32 @llvm.ctpop.i32(i32 %group.m)\n  ret i32 %made2\ndone:\n  ret i32 %rel\n}\n"
    text += "declare i32 @llvm.cttz.i32(i32, i1)\ndeclare i32 @llvm.ctpop.i32(i32)\n"
    return text + "".join(f"declare i32 @llvm.{f}.i32(i32, i32)\n" for f in ("umax", "smin", "smax"))


COROUTINE_INTRINSICS = """declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
"""


def runtime_ir(coroutine: bool) -> str:
    """The support code for a module whose kernel is a coroutine or not."""
    text = _getters(coroutine) + _claim() + _printf()
    if coroutine:
        return (
            text + _coroutine_panics() + _wait() + _stall() + _schedule() + _open() + _resolve() + COROUTINE_INTRINSICS
        )
    return text + _plain_panics() + _report()


def defined(ir: str) -> frozenset[str]:
    """Names of the functions that a text of IR defines."""
    return frozenset(re.findall(r'^define[^@\n]*@"?([\w.$]+)"?\(', ir, re.M))
