"""Launches compiled kernels on the CPU.

A launch is synchronous: when it returns, the results are there and every panic has been raised.
"""

from __future__ import annotations

import ctypes
import struct
import time
from collections.abc import Sequence
from typing import Any, TextIO

from ferrule.errors import DeviceError, LaunchError
from ferrule.runtime.cpu import abi, loader, pool, report
from ferrule.runtime.plan import PANIC_RECORD_SIZE, Artifact

_ENTRY = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_FRAME = ctypes.CFUNCTYPE(ctypes.c_int64)
_INLINE = 100e-6  # launches expected to take less seconds than this run on the calling thread


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

    def symbol(self, name: str) -> tuple[int, int]:
        """Address and size of a static or of constant memory."""
        self.image.address(name)
        return self.image.symbols[name]

    def launch(
        self,
        grid: Sequence[int],
        block: Sequence[int],
        params: bytes | bytearray | ctypes.Array[Any],
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
        if threads < 1 or threads > abi.MAX_THREADS:
            raise LaunchError(f"a block has 1 to {abi.MAX_THREADS} threads, this one {bx} x {by} x {bz} = {threads}")
        if not (0 < gx < 1 << 31 and 0 < gy < 1 << 16 and 0 < gz < 1 << 16):
            raise LaunchError(f"a grid has 1 to (2147483647, 65535, 65535) blocks, this one ({gx}, {gy}, {gz})")
        if len(params) < self.plan.params_size:
            raise LaunchError(f"the parameters take {self.plan.params_size} bytes, {len(params)} came")
        _Launch(self, (gx, gy, gz), (bx, by, bz), threads, params, shared, keep).run(out)


class _Launch:
    """One launch: the memory its workers share."""

    def __init__(
        self,
        kernel: CpuKernel,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        threads: int,
        params: bytes | bytearray | ctypes.Array[Any],
        shared: int,
        keep: object,
    ) -> None:
        self.kernel, self.keep = kernel, keep
        self.blocks = grid[0] * grid[1] * grid[2]
        self.threads = threads
        plan = kernel.plan
        self.shared = abi.shared_bytes(plan.shared_static, shared)
        # Parameters at an address aligned as any of them may want.
        self.params = ctypes.create_string_buffer(max(plan.params_size, 1) + 128)
        at = ctypes.addressof(self.params)
        self.params_at = (at + 127) // 128 * 128
        ctypes.memmove(self.params_at, bytes(params), plan.params_size)
        self.memory = (ctypes.c_ubyte * (abi.LAUNCH_SIZE + PANIC_RECORD_SIZE + 16))()
        at = ctypes.addressof(self.memory)
        self.address = (at + 15) // 16 * 16
        self.offset = self.address - at
        self.record_offset = self.offset + abi.LAUNCH_SIZE
        self.stall = ctypes.create_string_buffer(abi.STALL_ENTRY * threads) if kernel.frame_bytes else None
        struct.pack_into("<8I", self.memory, self.offset, *grid, *block, threads, shared)
        self._put("blocks", "<Q", self.blocks)
        self._put("panic", "<Q", self.address + abi.LAUNCH_SIZE)
        self._put("flush", "<Q", pool.FLUSH_ADDRESS)
        self._put("stall", "<Q", ctypes.addressof(self.stall) if self.stall is not None else 0)
        self.printed: list[bytes] = []

    def _put(self, field: str, code: str, value: int) -> None:
        struct.pack_into(code, self.memory, self.offset + abi.LAUNCH[field], value)

    def stop(self) -> None:
        self._put("stop", "<I", abi.STOP_INTERRUPT)

    def _body(self, scratch: pool.Scratch) -> None:
        kernel = self.kernel
        printf = bool(kernel.plan.printfs)
        worker = scratch.prepare(self.address, self.shared, self.threads, kernel.frame_bytes, printf)
        if printf:
            scratch.sink = self.printed.append
        kernel._entry(self.address, self.params_at, worker)
        if printf:
            scratch.flush()
            scratch.sink = None

    def run(self, out: TextIO | None) -> None:
        kernel = self.kernel
        total = self.blocks * self.threads
        known = kernel._seconds_per_thread
        start = time.perf_counter()
        try:
            if 0 < known * total < _INLINE:
                self._put("chunk", "<Q", self.blocks)
                workers = 1
                self._body(pool.own_scratch())
            else:
                threads = pool.pool()
                workers = min(threads.size, self.blocks)
                self._put("chunk", "<Q", max(1, min(self.blocks // (workers * 16), 4096)))
                threads.run(self._body, workers, self.stop)
        finally:
            if self.printed:
                report.write_printf(kernel.plan, self.printed, out)
        kernel._seconds_per_thread = (time.perf_counter() - start) * workers / total
        if self.memory[self.record_offset]:
            record = bytes(self.memory[self.record_offset : self.record_offset + PANIC_RECORD_SIZE])
            raise report.failure(
                kernel.plan, record, bytes(self.stall) if self.stall is not None else b"", self.block_dims()
            )

    def block_dims(self) -> tuple[int, int, int]:
        x, y, z = struct.unpack_from("<3I", self.memory, self.offset + abi.LAUNCH["block_x"])
        return x, y, z


def load(artifact: Artifact) -> CpuKernel:
    """Loads a kernel that was compiled for this machine."""
    return CpuKernel(artifact)
