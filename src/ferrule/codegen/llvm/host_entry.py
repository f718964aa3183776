"""Entry points of kernels on the CPU, as LLVM IR text.

``i32 @<entry>(ptr launch, ptr params, ptr worker)`` takes blocks from the launch's counter until none are left.  The
three pointers are the structures of ``runtime/cpu/abi.py`` and the packed parameter buffer.

A kernel without suspension points is ``void @kernel(ptr %rt, args...)``, inlined into a loop over the threads of a
block; the thread index is the loop's induction variable and ``%rt`` a stack slot that SROA dissolves, so LLVM
vectorises across threads.

A kernel with suspension points is a coroutine ``ptr @kernel(ptr %rt, ptr %frame, args...)``: called with a null frame
it answers the size of its frame (as a pointer), else it runs to its first suspension or end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ferrule.codegen.llvm.host_runtime import load_field, store_field
from ferrule.runtime.cpu import abi

FRAME_ALIGN = 64


class EntryParam(NamedTuple):
    """One LLVM argument of the kernel function and where it lies in the parameter buffer."""

    type: str
    offset: int
    byval: bool = False  # the argument is a pointer into the buffer, which the kernel only reads


def entry_ir(
    entry: str,
    kernel: str,
    params: Sequence[EntryParam],
    coroutine: bool,
    fast: bool = True,
    lengths: Sequence[int] = (),
) -> str:
    """The entry function ``entry`` for the function ``kernel``, with its helpers.

    ``lengths`` are the parameters (i64) that are lengths of slices.  ``fast`` compiles a plain kernel twice: once more
    for the common launch along x.
    """
    block = _coroutine_block(entry, kernel, params) if coroutine else _plain_block(entry, kernel, params, fast, lengths)
    return block + _blocks_loop(entry, params)


def _loads(params: Sequence[EntryParam]) -> str:
    text = ""
    for i, p in enumerate(params):
        text += f"  %a{i}.at = getelementptr inbounds i8, ptr %params, i64 {p.offset}\n"
        if not p.byval:
            text += f"  %a{i} = load {p.type}, ptr %a{i}.at, align {_align_at(p)}\n"
    return text


def _align_at(p: EntryParam) -> int:
    return min(p.offset & -p.offset or 16, 16)


def _formal(params: Sequence[EntryParam]) -> str:
    """The kernel's arguments as parameters of the block function."""
    return "".join(f", {'ptr' if p.byval else p.type} %a{i}" for i, p in enumerate(params))


def _passed(params: Sequence[EntryParam]) -> str:
    return "".join(f", ptr %a{i}.at" if p.byval else f", {p.type} %a{i}" for i, p in enumerate(params))


def _blocks_loop(entry: str, params: Sequence[EntryParam]) -> str:
    get = "".join(load_field(f"%g{d}", "i32", "%launch", abi.LAUNCH[f"grid_{d}"]) for d in "xyz")
    get += load_field("%total", "i64", "%launch", abi.LAUNCH["blocks"]) + load_field(
        "%chunk", "i64", "%launch", abi.LAUNCH["chunk"]
    )
    return f"""define i32 @{entry}(ptr noalias %launch, ptr noalias %params, ptr noalias %worker) nounwind {{
entry:
{get}{_loads(params)}  %next.at = getelementptr inbounds i8, ptr %launch, i64 {abi.LAUNCH["next_block"]}
  %stop.at = getelementptr inbounds i8, ptr %launch, i64 {abi.LAUNCH["stop"]}
  %index.at = getelementptr inbounds i8, ptr %worker, i64 {abi.WORKER["block"]}
  %gx64 = zext i32 %gx to i64
  %gy64 = zext i32 %gy to i64
  br label %take
take:
  %first = atomicrmw add ptr %next.at, i64 %chunk monotonic
  %left = icmp ult i64 %first, %total
  br i1 %left, label %chunk.begin, label %end
chunk.begin:
  %last0 = add i64 %first, %chunk
  %last = call i64 @llvm.umin.i64(i64 %last0, i64 %total)
  %x0.64 = urem i64 %first, %gx64
  %q0 = udiv i64 %first, %gx64
  %y0.64 = urem i64 %q0, %gy64
  %z0.64 = udiv i64 %q0, %gy64
  %x0 = trunc i64 %x0.64 to i32
  %y0 = trunc i64 %y0.64 to i32
  %z0 = trunc i64 %z0.64 to i32
  br label %block
block:
  %b = phi i64 [ %first, %chunk.begin ], [ %b1, %next ]
  %bx = phi i32 [ %x0, %chunk.begin ], [ %x2, %next ]
  %by = phi i32 [ %y0, %chunk.begin ], [ %y2, %next ]
  %bz = phi i32 [ %z0, %chunk.begin ], [ %z2, %next ]
  %stop = load atomic i32, ptr %stop.at monotonic, align 4
  %go = icmp eq i32 %stop, 0
  br i1 %go, label %run, label %end
run:
  store i64 %b, ptr %index.at
  call void @{entry}.block(ptr %launch, ptr %worker, i32 %bx, i32 %by, i32 %bz{_passed(params)})
  %b1 = add nuw i64 %b, 1
  %x1 = add i32 %bx, 1
  %wrap.x = icmp eq i32 %x1, %gx
  %x2 = select i1 %wrap.x, i32 0, i32 %x1
  %cx = zext i1 %wrap.x to i32
  %y1 = add i32 %by, %cx
  %wrap.y = icmp eq i32 %y1, %gy
  %y2 = select i1 %wrap.y, i32 0, i32 %y1
  %cy = zext i1 %wrap.y to i32
  %z2 = add i32 %bz, %cy
  br label %next
next:
  %more = icmp ult i64 %b1, %last
  br i1 %more, label %block, label %take
end:
  ret i32 0
}}
declare i64 @llvm.umin.i64(i64, i64)
"""


def _block_head(entry: str, params: Sequence[EntryParam]) -> str:
    # Not inlined: the parameters' noalias then holds inside as it stands.
    return f"define internal void @{entry}.block({_common(params, ' noalias')}) noinline nounwind {{\n"


def _common(params: Sequence[EntryParam], attribute: str = "") -> str:
    """What the functions of a block have in common, as parameters or, since the names agree, as arguments."""
    return f"ptr{attribute} %launch, ptr{attribute} %worker, i32 %bx, i32 %by, i32 %bz{_formal(params)}"


def _dims() -> str:
    return "".join(load_field(f"%d{d}", "i32", "%launch", abi.LAUNCH[f"block_{d}"]) for d in "xyz")


def _plain_block(entry: str, kernel: str, params: Sequence[EntryParam], fast: bool, lengths: Sequence[int]) -> str:
    """Runs a block of a plain kernel.

    With ``fast``, launches along x only have a loop of their own for the threads whose global index is below the length
    of every slice.  There the compiler knows that, and that all other dimensions are 1: most bounds checks vanish, and
    what remains is a loop as one would write it by hand.
    """
    head = load_field("%panics", "ptr", "%worker", abi.WORKER["panics"]) + _dims()
    head += load_field("%gx", "i32", "%launch", abi.LAUNCH["grid_x"])
    head += load_field("%gy", "i32", "%launch", abi.LAUNCH["grid_y"])
    head += load_field("%gz", "i32", "%launch", abi.LAUNCH["grid_z"])
    common = _common(params)
    if not fast:
        body = f"""  %bad = call i32 @{entry}.threads(ptr %panics, {common}, {_SIZES}, i32 0)
  br label %sum
sum:
"""
        return _block_head(entry, params) + f"entry:\n{head}{body}{_BLOCK_TAIL}" + _threads(entry, kernel, params)
    split = """  %flat0 = or i32 %dy, %dz
  %flat1 = or i32 %gy, %gz
  %flat2 = or i32 %flat0, %flat1
  %flat = icmp eq i32 %flat2, 1
  %bx64 = zext i32 %bx to i64
  %dx64 = zext i32 %dx to i64
  %first = mul nuw i64 %bx64, %dx64
  %end = add nuw i64 %first, %dx64
  %small = icmp ule i64 %end, 4294967295
  %usable = and i1 %flat, %small
"""
    n = "%dx64"
    for k in lengths:
        split += f"  %left{k} = call i64 @llvm.usub.sat.i64(i64 %a{k}, i64 %first)\n"
        split += f"  %n{k} = call i64 @llvm.umin.i64(i64 {n}, i64 %left{k})\n"
        n = f"%n{k}"
    split += f"""  %n32 = trunc i64 {n} to i32
  %n = select i1 %usable, i32 %n32, i32 0
  %some = icmp ne i32 %n, 0
  br i1 %some, label %quick, label %other
quick:
  %bad.quick = call i32 @{entry}.quick(ptr %panics, {common}, {_SIZES}, i32 %n)
  %all = icmp eq i32 %n, %dx
  br i1 %all, label %sum, label %other
other:
  %bad.before = phi i32 [ 0, %entry ], [ %bad.quick, %quick ]
  %bad.other = call i32 @{entry}.threads(ptr %panics, {common}, {_SIZES}, i32 %n)
  %bad.both = add i32 %bad.before, %bad.other
  br label %sum
sum:
  %bad = phi i32 [ %bad.quick, %quick ], [ %bad.both, %other ]
"""
    text = _block_head(entry, params) + f"entry:\n{head}{split}{_BLOCK_TAIL}" + _threads(entry, kernel, params)
    declares = "declare i64 @llvm.usub.sat.i64(i64, i64)\ndeclare void @llvm.assume(i1)\n"
    return text + _quick(entry, kernel, params, lengths) + declares


_SIZES = "i32 %dx, i32 %dy, i32 %dz, i32 %gx, i32 %gy, i32 %gz"
_BLOCK_TAIL = """  %any = icmp ne i32 %bad, 0
  br i1 %any, label %report, label %done
report:
  call void @fe.report(ptr %launch, ptr %panics, i32 %bx, i32 %by, i32 %bz)
  br label %done
done:
  ret void
}
"""


def _fill(constants: dict[str, str]) -> str:
    """Stores of what a thread knows about itself.  Values are registers of the same name, or constants."""
    t = abi.PLAIN_THREAD
    values = {"tid_x": "%x", "tid_y": "%y", "tid_z": "%z", "linear": "%linear", "panicked": "0"}
    values |= {f"bid_{d}": f"%b{d}" for d in "xyz"}
    values |= {f"bdim_{d}": f"%d{d}" for d in "xyz"} | {f"gdim_{d}": f"%g{d}" for d in "xyz"}
    values |= constants
    text = "".join(store_field(f"ptr %{n}", "%rt", t[n], f"%r.{n}") for n in ("launch", "worker", "panics"))
    return text + "".join(store_field(f"i32 {v}", "%rt", t[n], f"%r.{n}") for n, v in values.items())


def _threads(entry: str, kernel: str, params: Sequence[EntryParam]) -> str:
    """The loop over the threads of any block; the first along x is ``%start``.  Returns how many ended early."""
    args = "".join(f", {'ptr' if p.byval else p.type} %a{i}" for i, p in enumerate(params))
    # The panics of the block are noted at an address of their own, so that the loop's stores to it alias nothing.
    head = f"ptr noalias %panics, {_common(params, ' noalias')}, {_SIZES}, i32 %start"
    return f"""define internal i32 @{entry}.threads({head}) noinline nounwind {{
entry:
  %rt = alloca [{abi.PLAIN_THREAD_SIZE} x i8], align 16
  %count = alloca i32
  store i32 0, ptr %count
  br label %loop.z
loop.z:
  %z = phi i32 [ 0, %entry ], [ %z1, %next.z ]
  %z.rows = mul nuw nsw i32 %z, %dy
  br label %loop.y
loop.y:
  %y = phi i32 [ 0, %loop.z ], [ %y1, %next.y ]
  %row = add nuw nsw i32 %z.rows, %y
  %row.first = mul nuw nsw i32 %row, %dx
  br label %loop.x
loop.x:
  %x = phi i32 [ %start, %loop.y ], [ %x1, %loop.x ]
  %linear = add nuw nsw i32 %row.first, %x
{_fill({})}  call void @{kernel}(ptr %rt{args})
{_COUNT}  %x1 = add nuw nsw i32 %x, 1
  %more.x = icmp ult i32 %x1, %dx
  br i1 %more.x, label %loop.x, label %next.y
next.y:
  %y1 = add nuw nsw i32 %y, 1
  %more.y = icmp ult i32 %y1, %dy
  br i1 %more.y, label %loop.y, label %next.z
next.z:
  %z1 = add nuw nsw i32 %z, 1
  %more.z = icmp ult i32 %z1, %dz
  br i1 %more.z, label %loop.z, label %done
done:
  %bads = load i32, ptr %count
  ret i32 %bads
}}
"""


_COUNT = """  %bad = load i32, ptr %r.panicked
  %bad0 = load i32, ptr %count
  %bad1 = add i32 %bad0, %bad
  store i32 %bad1, ptr %count
"""


def _quick(entry: str, kernel: str, params: Sequence[EntryParam], lengths: Sequence[int]) -> str:
    """The loop over the first ``%n`` threads of a block of a launch along x, all below every length."""
    args = "".join(f", {'ptr' if p.byval else p.type} %a{i}" for i, p in enumerate(params))
    head = f"ptr noalias %panics, {_common(params, ' noalias')}, {_SIZES}, i32 %n"
    known = ""
    for k in lengths:  # as Rust code computes it: in usize, or in u32 and then widened
        known += f"  %in{k} = icmp ult i64 %i, %a{k}\n  call void @llvm.assume(i1 %in{k})\n"
        known += f"  %in32.{k} = icmp ult i64 %i32.64, %a{k}\n  call void @llvm.assume(i1 %in32.{k})\n"
    ones = {f"{what}dim_{d}": "1" for what in "bg" for d in "yz"}
    zeros = {f"{what}id_{d}": "0" for what in "tb" for d in "yz"}
    return f"""define internal i32 @{entry}.quick({head}) noinline nounwind {{
entry:
  %rt = alloca [{abi.PLAIN_THREAD_SIZE} x i8], align 16
  %count = alloca i32
  store i32 0, ptr %count
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %x1, %loop ]
  %bx64 = zext i32 %bx to i64
  %dx64 = zext i32 %dx to i64
  %first = mul i64 %bx64, %dx64
  %x64 = zext i32 %x to i64
  %i = add i64 %first, %x64
  %first32 = mul i32 %bx, %dx
  %i32 = add i32 %first32, %x
  %i32.64 = zext i32 %i32 to i64
{known}{_fill(ones | zeros | {"linear": "%x"})}  call void @{kernel}(ptr %rt{args})
{_COUNT}  %x1 = add nuw nsw i32 %x, 1
  %more = icmp ult i32 %x1, %n
  br i1 %more, label %loop, label %done
done:
  %bads = load i32, ptr %count
  ret i32 %bads
}}
"""


def _coroutine_block(entry: str, kernel: str, params: Sequence[EntryParam]) -> str:
    t = abi.THREAD
    nulls = "".join(f", {'ptr' if p.byval else p.type} zeroinitializer" for p in params)
    args = "".join(f", {'ptr' if p.byval else p.type} %a{i}" for i, p in enumerate(params))
    fill = store_field("ptr %launch", "%rt", t["launch"], "%r.l") + store_field(
        "ptr %worker", "%rt", t["worker"], "%r.w"
    )
    fill += store_field("i32 %linear", "%rt", t["linear"], "%r.n") + store_field("i32 0", "%rt", t["panicked"], "%r.f")
    for d in "xyz":
        fill += store_field(f"i32 %{d}", "%rt", t[f"tid_{d}"], f"%r.t{d}") + store_field(
            f"i32 %b{d}", "%rt", t[f"bid_{d}"], f"%r.b{d}"
        )
    get = load_field("%threads", "ptr", "%worker", abi.WORKER["threads"])
    get += load_field("%frames", "ptr", "%worker", abi.WORKER["frames"])
    get += _dims() + load_field("%n", "i32", "%launch", abi.LAUNCH["threads"])
    return f"""define i64 @{entry}.frame() nounwind {{
  %size.p = call ptr @{kernel}(ptr null, ptr null{nulls})
  %size = ptrtoint ptr %size.p to i64
  %up = add i64 %size, {FRAME_ALIGN - 1}
  %rounded = and i64 %up, -{FRAME_ALIGN}
  ret i64 %rounded
}}
{_block_head(entry, params)}entry:
{get}  %frame = call i64 @{entry}.frame()
  br label %start
start:
  %linear = phi i32 [ 0, %entry ], [ %linear1, %start ]
  %x = phi i32 [ 0, %entry ], [ %x2, %start ]
  %y = phi i32 [ 0, %entry ], [ %y2, %start ]
  %z = phi i32 [ 0, %entry ], [ %z2, %start ]
  %l64 = zext i32 %linear to i64
  %rt.o = mul i64 %l64, {abi.THREAD_SIZE}
  %rt = getelementptr inbounds i8, ptr %threads, i64 %rt.o
{fill}  %h.o = mul i64 %l64, %frame
  %h = getelementptr inbounds i8, ptr %frames, i64 %h.o
  %unused = call ptr @{kernel}(ptr %rt, ptr %h{args})
  %x1 = add i32 %x, 1
  %wrap.x = icmp eq i32 %x1, %dx
  %x2 = select i1 %wrap.x, i32 0, i32 %x1
  %cx = zext i1 %wrap.x to i32
  %y1 = add i32 %y, %cx
  %wrap.y = icmp eq i32 %y1, %dy
  %y2 = select i1 %wrap.y, i32 0, i32 %y1
  %cy = zext i1 %wrap.y to i32
  %z2 = add i32 %z, %cy
  %linear1 = add nuw i32 %linear, 1
  %more = icmp ult i32 %linear1, %n
  br i1 %more, label %start, label %run
run:
  call void @fe.schedule(ptr %launch, ptr %threads, ptr %frames, i32 %n, i64 %frame)
  ret void
}}
"""
