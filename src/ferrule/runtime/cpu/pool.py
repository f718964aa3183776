"""The threads that run blocks, and the scratch memory each of them has."""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
import threading
from collections.abc import Callable
from functools import cache
from queue import Empty, SimpleQueue

from ferrule.runtime.cpu import abi

PRINTF_BUFFER = 1 << 16
_STACK = 16 << 20  # of a worker: kernels keep local arrays there
_SLICE = 0.1  # seconds the waiting thread sleeps at a time; only matters where a lock wait ignores signals
_GRACE = 1.0  # seconds an interrupted launch may take to stop before its threads are abandoned


class Area:
    """Zeroed memory that grows; growing loses the contents."""

    def __init__(self) -> None:
        self._map: mmap.mmap | None = None
        self._view: ctypes.Array[ctypes.c_char] | None = None
        self.address = 0
        self.size = 0

    def reserve(self, size: int, fill: int | None = None) -> int:
        """Address of at least ``size`` bytes; fresh ones are set to ``fill``, which also makes their pages present."""
        if size > self.size:
            size = (size * 5 // 4 + 4095) // 4096 * 4096
            self._map = mmap.mmap(-1, size)
            self._view = (ctypes.c_char * size).from_buffer(self._map)
            self.address = ctypes.addressof(self._view)
            self.size = size
            if fill is not None:
                ctypes.memset(self.address, fill, size)
        return self.address

    def bytes(self, size: int) -> bytes:
        return ctypes.string_at(self.address, size) if size else b""


_WORKER = struct.Struct("<9QI")  # abi.WORKER, whole
_USED = struct.Struct("<Q")
assert _WORKER.size == abi.WORKER["index"] + 4


class Scratch:
    """What one worker needs to run blocks: the WORKER structure and what it points to."""

    def __init__(self, index: int) -> None:
        self.worker = (ctypes.c_ubyte * abi.WORKER_SIZE)()
        self.address = ctypes.addressof(self.worker)
        self.shared, self.threads, self.frames, self.panics, self.printf = Area(), Area(), Area(), Area(), Area()
        self.sink: Callable[[bytes], None] | None = None
        self.index = index
        _scratches[self.address] = self

    def prepare(self, launch: int, shared: int, threads: int, frame: int, printf: bool) -> int:
        """Sets up for a launch; ``frame`` is the size of a coroutine frame, 0 for a plain kernel.  Returns the address
        of the WORKER structure."""
        array = frames = panics = buffer = 0
        # CUDA leaves shared memory undefined: a fresh area holds NaNs, so that reading before writing shows.
        block = self.shared.reserve(max(shared, 16), 0xFF)
        if frame:
            array, frames = self.threads.reserve(threads * abi.THREAD_SIZE), self.frames.reserve(threads * frame)
        else:
            # Masked vector stores to pages not yet present are very slow, so these are touched.
            panics = self.panics.reserve(abi.PANICS_SIZE, 0)
        if printf:
            buffer = self.printf.reserve(PRINTF_BUFFER)
        size = PRINTF_BUFFER if printf else 0
        _WORKER.pack_into(self.worker, 0, launch, block, array, frames, panics, buffer, 0, size, 0, self.index)
        return self.address

    def flush(self) -> None:
        """Hands the printf buffer's contents to the launch."""
        at = abi.WORKER["printf_used"]
        (used,) = _USED.unpack_from(self.worker, at)
        if used and self.sink is not None:
            self.sink(self.printf.bytes(used))
        _USED.pack_into(self.worker, at, 0)


_scratches: dict[int, Scratch] = {}  # by address of the WORKER structure, for the flush callback


def _flush(worker: int) -> None:
    _scratches[worker].flush()


FLUSH = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_flush)
FLUSH_ADDRESS = ctypes.cast(FLUSH, ctypes.c_void_p).value or 0


class Job:
    """Work for some workers: ``body(scratch)`` runs once on each of them."""

    def __init__(self, body: Callable[[Scratch], None]) -> None:
        self.body = body
        self.done: SimpleQueue[BaseException | None] = SimpleQueue()


class Pool:
    """Worker threads, started when needed.  They are daemons: a kernel that never ends does not keep a process."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._queues: list[SimpleQueue[Job]] = []
        self._lock = threading.Lock()
        self._next = 0

    def _start(self, count: int) -> None:
        old = threading.stack_size(_STACK)
        try:
            while len(self._queues) < count:
                queue: SimpleQueue[Job] = SimpleQueue()
                name = f"ferrule-cpu-{len(self._queues)}"
                threading.Thread(target=_work, args=(queue, len(self._queues)), name=name, daemon=True).start()
                self._queues.append(queue)
        finally:
            threading.stack_size(old)

    def run(
        self,
        body: Callable[[Scratch], None],
        workers: int,
        stop: Callable[[], None],
        own: Scratch | None = None,
        tick: Callable[[], None] | None = None,
    ) -> None:
        """Runs ``body`` on ``workers`` threads, and with ``own`` on the calling thread as well, and waits; ``tick`` is called
        now and then meanwhile.

        If waiting is interrupted, ``stop`` is called, the threads get a moment to end, and the exception goes on.
        Threads that do not end are left behind and the next launch gets new ones.
        """
        workers = min(workers, self.size)
        job = Job(body)
        pending = 0
        try:
            with self._lock:
                if len(self._queues) < workers:
                    self._start(workers)
                first = self._next  # a small launch from several Python threads spreads over the pool
                self._next = (first + workers) % self.size
                for k in range(workers):
                    pending += 1
                    self._queues[(first + k) % len(self._queues)].put(job)
            if own is not None:
                body(own)
            failure = None
            while pending:
                failure = _wait(job, None, tick) or failure
                pending -= 1
        except BaseException:
            stop()
            if not _drain(job, pending):
                self.abandon()
            raise
        if failure is not None:
            raise failure

    def abandon(self) -> None:
        """Forgets the threads; those that still run end when their kernel does."""
        with self._lock:
            self._queues = []
            self._next = 0


def _wait(job: Job, limit: float | None, tick: Callable[[], None] | None = None) -> BaseException | None:
    while True:
        try:
            return job.done.get(timeout=_SLICE if limit is None else limit)
        except Empty:
            if limit is not None:
                raise
            if tick is not None:
                tick()


def _drain(job: Job, pending: int) -> bool:
    """Whether all workers of a stopped job ended in time.  A second Ctrl-C ends the wait."""
    try:
        for _ in range(pending):
            _wait(job, _GRACE)
    except (Empty, KeyboardInterrupt):
        return False
    return True


def _work(queue: SimpleQueue[Job], index: int) -> None:
    scratch = Scratch(index)
    while True:
        job = queue.get()
        result: BaseException | None = None
        try:
            job.body(scratch)
        except BaseException as e:  # reported by the thread that launched
            result = e
        job.done.put(result)
        del job, result


_local = threading.local()


def own_scratch() -> Scratch:
    """Scratch memory of the calling thread, for launches that run on it."""
    scratch: Scratch | None = getattr(_local, "scratch", None)
    if scratch is None:
        scratch = _local.scratch = Scratch(0xFFFF)
    return scratch


@cache
def cpu_count() -> int:
    """Processors this process may use."""
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:
        return os.cpu_count() or 1


_pool: Pool | None = None


def pool() -> Pool:
    global _pool
    if _pool is None:
        _pool = Pool(cpu_count())
    return _pool


def _after_fork() -> None:
    global _pool
    _pool = None  # threads do not survive a fork


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
