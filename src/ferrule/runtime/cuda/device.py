"""One CUDA device: its context, limits, memory, panic records, and what must stay alive until work on it is done."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import weakref
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ferrule.errors import DeviceError, LaunchError
from ferrule.runtime import panic
from ferrule.runtime.cuda import driver as drv
from ferrule.runtime.launch import Limits
from ferrule.runtime.plan import PANIC_RECORD_SIZE, KernelPlan

if TYPE_CHECKING:
    from ferrule.runtime.cuda.kernel import CudaKernel

# Compute capabilities that the compiler's LLVM has.
_COMPILER_KNOWS = (
    (7, 0), (7, 2), (7, 5), (8, 0), (8, 6), (8, 7), (8, 9), (9, 0), (10, 0), (10, 1), (10, 3), (12, 0), (12, 1),
)  # fmt: skip
_SLOT = 128  # bytes between panic records: none shares a line with another
_SLAB = 4096


class CudaDevice:
    """Made once per ordinal.  The primary context is retained on first use, so listing devices costs nothing."""

    def __init__(self, ordinal: int) -> None:
        self.driver = drv.load()
        self.api = self.driver.api
        self.ordinal = ordinal
        call = self.driver.call
        self.handle = call("cuDeviceGet", ordinal)
        self.name = call("cuDeviceGetName", 256, self.handle).split(b"\0")[0].decode(errors="replace")
        self.capability = (
            self.attribute("COMPUTE_CAPABILITY_MAJOR"),
            self.attribute("COMPUTE_CAPABILITY_MINOR"),
        )
        self.memory: int = call("cuDeviceTotalMem", self.handle)
        self.multiprocessors = self.attribute("MULTIPROCESSOR_COUNT")
        hopper = self.capability >= (9, 0)
        self.limits = Limits(
            f"cuda:{ordinal}",
            self.attribute("MAX_THREADS_PER_BLOCK"),
            (self.attribute("MAX_BLOCK_DIM_X"), self.attribute("MAX_BLOCK_DIM_Y"), self.attribute("MAX_BLOCK_DIM_Z")),
            (self.attribute("MAX_GRID_DIM_X"), self.attribute("MAX_GRID_DIM_Y"), self.attribute("MAX_GRID_DIM_Z")),
            self.attribute("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN"),
            16 if hopper else 1,
            hopper,
            bool(self.attribute("COOPERATIVE_LAUNCH")),
            self.capability,
        )
        self._context: Any = None
        self._address = 0
        self._lock = threading.RLock()
        self._free_slots: list[tuple[int, int]] = []
        self._slabs: list[int] = []
        self._pending: deque[tuple[Any, Any]] = deque()
        self._dead: list[tuple[Any, tuple[int, int], KernelPlan]] = []
        self.kernels: weakref.WeakSet[CudaKernel] = weakref.WeakSet()
        self._loader_stream: Any = None

    def attribute(self, name: str) -> int:
        attribute = self.driver.enum("CUdevice_attribute", f"CU_DEVICE_ATTRIBUTE_{name}")
        value: int = self.driver.call("cuDeviceGetAttribute", attribute, self.handle)
        return value

    @property
    def sm(self) -> str:
        """Its own architecture, which machine code must be for."""
        major, minor = self.capability
        return f"sm_{major}{minor}{'a' if major >= 9 else ''}"

    @property
    def arch(self) -> str:
        """What to compile for: its own architecture with all features, else the newest older one the compiler knows."""
        if self.capability < (7, 0):
            major, minor = self.capability
            raise DeviceError(f"cuda:{self.ordinal} has compute capability {major}.{minor}; Ferrule needs 7.0 or later")
        known = [c for c in _COMPILER_KNOWS if c <= self.capability]
        if known[-1] == self.capability:
            return self.sm
        # PTX without architecture-specific features is good for every later GPU.
        return "sm_{}{}".format(*known[-1])

    @property
    def context(self) -> Any:
        """The primary context, shared with every framework of the process."""
        if self._context is None:
            with self._lock:
                if self._context is None:
                    context = self.driver.call("cuDevicePrimaryCtxRetain", self.handle)
                    self._address = int(context)
                    self._context = context
        return self._context

    @contextlib.contextmanager
    def current(self) -> Iterator[None]:
        """Make the context current for a while and put back what was."""
        context = self.context
        if int(self.driver.call("cuCtxGetCurrent")) == self._address:
            yield
            return
        self.driver.call("cuCtxPushCurrent", context)
        try:
            yield
        finally:
            self.driver.call("cuCtxPopCurrent")

    def is_current(self) -> bool:
        return int(self.driver.call("cuCtxGetCurrent")) == self._address

    # ----------------------------------------------------------------------------------------------------------------
    # Panic records: pinned host memory the device writes to

    def take_record(self) -> tuple[int, int]:
        """(host address, device address) of a zeroed record."""
        with self._lock:
            if not self._free_slots:
                flags = 1 | 2  # portable, mapped
                host = int(self.driver.call("cuMemHostAlloc", _SLAB, flags))
                device = int(self.driver.call("cuMemHostGetDevicePointer", host, 0))
                self._slabs.append(host)
                self._free_slots = [(host + i, device + i) for i in range(0, _SLAB, _SLOT)]
            slot = self._free_slots.pop()
        ctypes.memset(slot[0], 0, PANIC_RECORD_SIZE)
        return slot

    def retire(self, library: Any, record: tuple[int, int], plan: KernelPlan) -> None:
        """Unload a library when nothing can be running in it any more, and its panic has been seen: at the next
        sync."""
        self._dead.append((library, record, plan))

    # ----------------------------------------------------------------------------------------------------------------
    # Streams

    def check_stream(self, stream: int) -> None:
        """LaunchError if ``stream`` belongs to another device.  0, 1 and 2 are the default streams of any."""
        if stream <= 2:
            return
        context = self.driver.call("cuStreamGetCtx", stream)
        if int(context) == self._address:
            return
        self.driver.call("cuCtxPushCurrent", context)
        try:
            other = int(self.driver.call("cuCtxGetDevice"))
        finally:
            self.driver.call("cuCtxPopCurrent")
        if other != int(self.handle):
            raise LaunchError(f"the stream belongs to cuda:{other} and the arrays are on cuda:{self.ordinal}")

    def capturing(self, stream: int) -> bool:
        return bool(int(self.driver.call("cuStreamIsCapturing", stream)))

    def order(self, before: int, after: int) -> None:
        """Let ``after`` wait for what ``before`` has been given so far."""
        if before == after or {before, after} <= {0, 1}:
            return
        event = self._event()
        try:
            self.driver.call("cuEventRecord", event, before)
            self.driver.call("cuStreamWaitEvent", after, event, 0)
        finally:
            self.driver.call("cuEventDestroy", event)  # the driver frees it when it has completed

    def _event(self) -> Any:
        return self.driver.call("cuEventCreate", 2)  # no timing

    def keep(self, things: Any, stream: int) -> None:
        """Keep ``things`` alive until the work given to ``stream`` so far is done."""
        self.release_done()
        event = self._event()
        self.driver.call("cuEventRecord", event, stream)
        self._pending.append((event, things))

    def release_done(self) -> None:
        """Let go of what finished work kept alive.  Streams finish out of order, so the first that has not ends the
        look."""
        while self._pending:
            try:
                event, _ = self._pending[0]
            except IndexError:  # another thread took the last one
                return
            (status,) = self.api.cuEventQuery(event)
            if int(status) == 600:  # not ready
                return
            try:
                event, _ = self._pending.popleft()
            except IndexError:
                return
            self.driver.call("cuEventDestroy", event)

    def synchronize(self) -> None:
        """Wait for all work on the device, then raise the KernelPanic if a kernel left one."""
        if self._context is None:
            return
        with self.current():
            self.driver.call("cuCtxSynchronize")
            self.release_done()
            while self._dead:
                library, record, plan = self._dead.pop()
                self.driver.call("cuLibraryUnload", library)
                state = ctypes.c_uint32.from_address(record[0]).value
                failed = panic.take(record[0], plan) if state == panic.READY else None
                self._free_slots.append(record)
                if failed:
                    raise failed
        for kernel in list(self.kernels):
            kernel.check_panic()

    # ----------------------------------------------------------------------------------------------------------------
    # Memory

    @contextlib.contextmanager
    def relaxed_capture(self) -> Iterator[None]:
        """Allow calls that a CUDA graph capture elsewhere in the process would forbid: loading a kernel is no part of
        it."""
        mode = self.driver.enum("CUstreamCaptureMode", "CU_STREAM_CAPTURE_MODE_RELAXED")
        old = self.driver.call("cuThreadExchangeStreamCaptureMode", mode)
        try:
            yield
        finally:
            self.driver.call("cuThreadExchangeStreamCaptureMode", old)

    def write(self, address: Any, data: bytes) -> None:
        """Store bytes on the device, on a stream of our own so that a capture elsewhere does not see it."""
        if self._loader_stream is None:
            self._loader_stream = self.driver.call("cuStreamCreate", 1)  # non-blocking
        source = ctypes.create_string_buffer(data, len(data))
        self.driver.call("cuMemcpyHtoDAsync", address, ctypes.addressof(source), len(data), self._loader_stream)
        self.driver.call("cuStreamSynchronize", self._loader_stream)

    def allocate(self, size: int) -> int:
        with self.current(), self.relaxed_capture():
            try:
                return int(self.driver.call("cuMemAlloc", max(size, 1)))
            except DeviceError as e:
                raise DeviceError(f"cannot allocate {size} bytes on cuda:{self.ordinal}: {e}") from None

    def free(self, address: int) -> None:
        """Waits for running work, so memory is never taken from under a kernel."""
        with self.current(), self.relaxed_capture():
            self.driver.call("cuMemFree", address)

    def copy_in(self, address: int, host: int, size: int) -> None:
        if size:
            with self.current():
                self.driver.call("cuMemcpyHtoD", address, host, size)
                self.driver.call("cuStreamSynchronize", 0)  # from pageable memory the copy may still be on its way

    def copy_out(self, host: int, address: int, size: int) -> None:
        """After all work of the device: results may come from any stream."""
        self.synchronize()
        if size:
            with self.current():
                self.driver.call("cuMemcpyDtoH", host, address, size)

    def copy_across(self, address: int, source: int, size: int) -> None:
        """From another address of this or any other device."""
        if size:
            with self.current():
                self.driver.call("cuMemcpy", address, source, size)
                self.driver.call("cuCtxSynchronize")

    def fill_zero(self, address: int, size: int) -> None:
        if size:
            with self.current():
                self.driver.call("cuMemsetD8", address, 0, size)
                self.driver.call("cuStreamSynchronize", 0)


_devices: dict[int, CudaDevice] = {}
_lock = threading.Lock()


def count() -> int:
    """Number of CUDA devices; 0 without a driver."""
    if drv.available():
        return 0
    n: int = drv.load().call("cuDeviceGetCount")
    return n


def get(ordinal: int) -> CudaDevice:
    driver = drv.load()
    device = _devices.get(ordinal)
    if device is not None and device.driver is driver:
        return device
    with _lock:
        n = count()
        if not 0 <= ordinal < n:
            have = f"there {'is' if n == 1 else 'are'} {n}" if n else "there is none"
            raise DeviceError(f"no device cuda:{ordinal}: {have}")
        device = _devices.get(ordinal)
        if device is None or device.driver is not driver:
            device = _devices[ordinal] = CudaDevice(ordinal)
        return device


def ordinal_of(address: int) -> int:
    """Device that owns an address, from the driver."""
    driver = drv.load()
    attribute = driver.enum("CUpointer_attribute", "CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL")
    return int(driver.call("cuPointerGetAttribute", attribute, address))


def active() -> list[CudaDevice]:
    """Devices whose context this process uses through Ferrule."""
    return [d for d in _devices.values() if d._context is not None]
