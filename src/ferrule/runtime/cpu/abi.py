"""The memory that host code and the CPU device share.  One table of offsets, read by the code generator and by the
device.

Three structures, all little-endian, pointers of 8 bytes:

``LAUNCH``  one a launch: sizes, the counter from which workers take blocks, the stop flag, the panic record.
``WORKER``  one a worker thread: its scratch memory and the block it runs.
``THREAD``  one a GPU thread: what ``%rt`` points to.  In kernels without suspension points it is a stack slot that LLVM
            takes apart; in coroutine kernels it lies in an array, one entry a thread of the block.
"""

from __future__ import annotations

from collections.abc import Iterable

MAX_THREADS = 1024  # of a block, as on CUDA
WARP = 32


def _layout(fields: Iterable[tuple[str, int]]) -> tuple[dict[str, int], int]:
    """Offsets of named fields of the given sizes, each aligned to its size (at most 8)."""
    offsets, end = {}, 0
    for name, size in fields:
        align = min(size, 8)
        while align & (align - 1):
            align &= align - 1
        end = (end + align - 1) // align * align
        offsets[name] = end
        end += size
    return offsets, (end + 15) // 16 * 16


LAUNCH, LAUNCH_SIZE = _layout(
    [
        ("grid_x", 4), ("grid_y", 4), ("grid_z", 4),
        ("block_x", 4), ("block_y", 4), ("block_z", 4),
        ("threads", 4),  # of a block
        ("shared_dynamic", 4),  # bytes
        ("next_block", 8),  # atomic: the first block no worker has taken
        ("blocks", 8),  # of the grid
        ("chunk", 8),  # blocks a worker takes at once
        ("stop", 4),  # atomic: STOP_*
        ("seed", 4),
        ("panic", 8),  # pointer to the panic record, runtime/plan.py
        ("flush", 8),  # function `void (ptr worker)`: takes the records out of the printf buffer
        ("stall", 8),  # pointer to STALL_ENTRY bytes a thread, filled when a block cannot go on
    ]
)  # fmt: skip

STOP_PANIC = 1  # no new blocks; running threads finish
STOP_INTERRUPT = 2  # coroutine kernels also leave running blocks

WORKER, WORKER_SIZE = _layout(
    [
        ("launch", 8),
        ("shared", 8),  # shared memory of the running block: statics, then the dynamic part
        ("threads", 8),  # coroutine kernels: THREAD_SIZE bytes a thread
        ("frames", 8),  # coroutine kernels: a frame a thread
        ("panics", 8),  # plain kernels: see PANICS
        ("printf", 8),  # buffer
        ("printf_used", 8),  # bytes
        ("printf_size", 8),
        ("block", 8),  # linear index of the running block
        ("index", 4),  # of the worker
    ]
)

_THREAD = [
    ("launch", 8),
    ("worker", 8),
    ("panics", 8),
    ("tid_x", 4),
    ("tid_y", 4),
    ("tid_z", 4),
    ("linear", 4),  # index of the thread in its block
    ("bid_x", 4),
    ("bid_y", 4),
    ("bid_z", 4),
    ("panicked", 4),
]
# Plain kernels: the sizes of the launch too, so that they are values (and constants where the launch has one
# dimension).
PLAIN_THREAD, PLAIN_THREAD_SIZE = _layout(
    [*_THREAD, *((f"{what}dim_{d}", 4) for what in "bg" for d in "xyz")],
)
THREAD, THREAD_SIZE = _layout(
    [
        *_THREAD,
        ("state", 4),  # STATE_*
        ("op", 4),  # what it waits for: OPS
        ("site", 4),  # where
        ("mask", 4),
        ("value", 8),
        ("arg", 4),
        ("clamp", 4),
        ("result", 8),
        ("flag", 4),  # second result of an operation
    ]
)

STATE_RUN, STATE_BARRIER, STATE_WARP, STATE_EXITED, STATE_YIELD = range(5)

# Warp operations by number.  `shfl` takes PTX operands: value, arg (lane, delta or lane mask), clamp (as operand c of
# shfl.sync).  Votes take value != 0.  `active` gives the lanes that wait at the same place when nothing else can run.
OPS = (
    "barrier", "yield", "syncwarp", "shfl_idx", "shfl_up", "shfl_down", "shfl_bfly", "vote_all", "vote_any", "vote_uni",
    "vote_ballot",
    "match_any", "match_all", "redux_add", "redux_umin", "redux_umax", "redux_min", "redux_max", "redux_and",
    "redux_or", "redux_xor", "active", "elect",
    "barrier_count", "barrier_and", "barrier_or",
)  # fmt: skip
OP = {name: i for i, name in enumerate(OPS)}

# Plain kernels note panics in arrays indexed by the thread's linear index, so that the loop over the threads can still
# be vectorised: u32 site + 1, u32 caller + 1, then four arrays of u64 values.  All zero but between a panic and its
# report.
PANICS_CALLER = 4 * MAX_THREADS
PANICS_VALUES = 8 * MAX_THREADS
PANICS_SIZE = PANICS_VALUES + 4 * 8 * MAX_THREADS

# The panic record of runtime/plan.py, by field.
RECORD = {"state": 0, "site": 4, "caller": 8, "block": 16, "thread": 28, "values": 40}

# Special sites in the panic record: a block that cannot go on.  The stall table then says what each thread waits for.
SITE_STALL = 0xFFFFFFFE
SITE_ABORT = 0xFFFFFFFD  # core::intrinsics::abort or trap: the thread ended without a message
STALL_ENTRY = 16  # u32 state, u32 op, u32 site, u32 mask

# A printf record: u64 block, u32 thread, u32 format, then 8 bytes an operand.
PRINTF_HEADER = 16

SHARED_ALIGN = 128


def shared_bytes(static: int, dynamic: int) -> int:
    """Size of a block's shared memory; the dynamic part starts at an aligned offset behind the statics."""
    return dynamic_offset(static) + dynamic


def dynamic_offset(static: int) -> int:
    return (static + SHARED_ALIGN - 1) // SHARED_ALIGN * SHARED_ALIGN
