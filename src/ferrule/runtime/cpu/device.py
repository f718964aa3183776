"""Launches compiled kernels on the CPU.

A launch is synchronous: when it returns, the results are there and every panic has been raised.
"""

from __future__ import annotations

import ctypes
import struct
import time
from collections.abc import Sequence
from typing import TextIO

from ferrule.errors import DeviceError, LaunchError
from ferrule.runtime.cpu import abi, loader, pool, report
from ferrule.runtime.cpu.progress import Progress
from ferrule.runtime.plan import PANIC_RECORD_SIZE, Artifact

_ENTRY = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_FRAME = ctypes.CFUNCTYPE(ctypes.c_int64)
_ALIGN = 128  # of parameters, which hold vectors
_LAUNCH = struct.Struct("<8I3Q2I3Q")  # abi.LAUNCH, whole
_STOP = struct.Struct("<I")
assert _LAUNCH.size == abi.LAUNCH["stall"] + 8
# Waking a thread of the pool costs 50 to 200 microseconds, so launches expected to take less seconds than _INLINE run on the
# calling thread, and those of less than _SHARED on it and the pool's.  Longer ones leave it free to see a Ctrl-C.
_INLINE = 100e-6
_SHARED = 20e-3
_OWN_STACK = 1 << 19  # bytes of local variables that the calling thread, whose stack nobody knows, is trusted to have


class _Memory:
    """What a launch shares with the code: the LAUNCH structure, the panic record, parameters, the table of stuck
    threads.

    A kernel keeps those of finished launches for the next ones."""

    def __init__(self, params_size: int, coroutine: bool) -> None:
        size = abi.LAUNCH_SIZE + PANIC_RECORD_SIZE + params_size + 3 * _ALIGN
        stall = abi.STALL_ENTRY * abi.MAX_THREADS if coroutine else 0
        self.buffer = (ctypes.c_ubyte * (size + stall))()
        start = ctypes.addressof(self.buffer)
        self.bytes = memoryview(self.buffer).cast("B")
        self.offset = -start % _ALIGN
        self.record = self.offset + abi.LAUNCH_SIZE
        self.params = self.record + PANIC_RECORD_SIZE
        self.params += -(start + self.params) % _ALIGN
        self.stall = self.params + params_size if coroutine else 0
        self.stall += -self.stall % 16
        self.address = start + self.offset
        self.record_address = start + self.record
        self.params_address = start + self.params
        self.stall_address = start + self.stall if coroutine else 0

    def stop(self) -> None:
        _STOP.pack_into(self.buffer, self.offset + abi.LAUNCH["stop"], abi.STOP_INTERRUPT)


class CpuKernel:
    """A kernel in memory, ready to run."""

    def __init__(self, artifact: Artifact) -> None:
        if artifact.format != "elf":
            raise DeviceError(f"the CPU device cannot run code of format `{artifact.format}`")
        self.plan = artifact.plan
        self.image = loader.load(artifact.code)
        self._entry = _ENTRY(self.image.address(self.plan.entry))
        self.frame_bytes = 0
        if self.plan.coroutine:
            self.frame_bytes = _FRAME(self.image.address(self.plan.entry + ".frame"))()
        self._seconds_per_thread = 0.0  # measured; 0: not yet
        self._spare: list[_Memory] = []

    def symbol(self, name: str) -> tuple[int, int]:
        """Address and size of a static or of constant memory."""
        self.image.address(name)
        return self.image.symbols[name]

    def launch(
        self,
        grid: Sequence[int],
        block: Sequence[int],
        params: bytes | bytearray | memoryview,
        shared: int = 0,
        *,
        keep: object = None,
        out: TextIO | None = None,
    ) -> None:
        """Runs the grid.  ``params`` is the packed parameter buffer, ``shared`` the dynamic shared memory in bytes.

        ``keep`` stays referenced for as long as any thread of the launch may run, also after an interrupt.  ``out`` is
        where gpu_printf! writes (default: ``sys.stdout``).
        """
        gx, gy, gz = grid
        bx, by, bz = block
        threads = bx * by * bz
        size = self.plan.params_size
        if threads < 1 or threads > abi.MAX_THREADS:
            raise LaunchError(f"a block has 1 to {abi.MAX_THREADS} threads, this one {bx} x {by} x {bz} = {threads}")
        if not (0 < gx < 1 << 31 and 0 < gy < 1 << 16 and 0 < gz < 1 << 16):
            raise LaunchError(f"a grid has 1 to (2147483647, 65535, 65535) blocks, this one ({gx}, {gy}, {gz})")
        if len(params) < size:
            raise LaunchError(f"the parameters take {size} bytes, {len(params)} came")
        try:
            memory = self._spare.pop()
        except IndexError:
            memory = _Memory(size, self.frame_bytes > 0)
        blocks = gx * gy * gz
        cost = self._seconds_per_thread * blocks * threads
        workers = min(pool.cpu_count(), blocks)
        chunk = max(1, min(blocks // (workers * 16), 4096))
        own = 0 < cost < _SHARED * workers and self.plan.stack <= _OWN_STACK
        if own:
            # The calling thread takes part; alone, if the work is not worth waking another.
            workers = workers - 1 if cost >= _INLINE else 0
        pointers = (memory.record_address, pool.FLUSH_ADDRESS, memory.stall_address)
        _LAUNCH.pack_into(
            memory.buffer, memory.offset, gx, gy, gz, bx, by, bz, threads, shared, 0, blocks, chunk, 0, 0, *pointers
        )
        memory.bytes[memory.record] = 0
        memory.bytes[memory.params : memory.params + size] = params[:size]
        area = abi.shared_bytes(self.plan.shared_static, shared)
        self._run(memory, blocks * threads, threads, workers, own, area, keep, out)
        if memory.bytes[memory.record]:
            record = bytes(memory.bytes[memory.record : memory.record + PANIC_RECORD_SIZE])
            stall = (
                bytes(memory.bytes[memory.stall : memory.stall + abi.STALL_ENTRY * threads]) if memory.stall else b""
            )
            memory.bytes[memory.record : memory.record + 4] = bytes(4)
            self._spare.append(memory)
            raise report.failure(self.plan, record, stall, (bx, by, bz))
        self._spare.append(memory)

    def _run(
        self,
        memory: _Memory,
        total: int,
        threads: int,
        workers: int,
        own: bool,
        shared: int,
        keep: object,
        out: TextIO | None,
    ) -> None:
        """Runs a prepared launch on that many threads of the pool and, with ``own``, on the calling thread."""
        printf = bool(self.plan.printfs)
        printed: list[bytes] = []
        spent: list[float] = []
        held = (memory, keep)  # by the function below, and so by the threads that run it

        def body(scratch: pool.Scratch) -> None:
            worker = scratch.prepare(held[0].address, shared, threads, self.frame_bytes, printf)
            start = time.perf_counter()
            if printf:
                scratch.sink = printed.append
                self._entry(held[0].address, held[0].params_address, worker)
                scratch.flush()
                scratch.sink = None
            else:
                self._entry(held[0].address, held[0].params_address, worker)
            spent.append(time.perf_counter() - start)

        try:
            if workers:
                watch = Progress(self.plan.name, memory.bytes[memory.offset :], total // threads)
                try:
                    pool.pool().run(body, workers, memory.stop, pool.own_scratch() if own else None, watch.tick)
                finally:
                    watch.close()
            else:
                body(pool.own_scratch())
        finally:
            if printed:
                report.write_printf(self.plan, printed, out)
        # Of the work alone: with the time it takes to wake threads, a short launch would never be seen to be short.
        self._seconds_per_thread = sum(spent) / total


def load(artifact: Artifact) -> CpuKernel:
    """Loads a kernel that was compiled for this machine."""
    return CpuKernel(artifact)
