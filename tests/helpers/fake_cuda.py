"""A driver that does nothing but remember: stands in for `cuda.bindings.driver`, so the CUDA path runs without a GPU.

"Device" memory is host memory, so copies and panic records are real.  A launch records the packed parameters it got;
``on_launch`` may act as the kernel.  The checks a real driver makes are made here too, so a wrong call fails the test.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable
from typing import Any


class Status(int):
    name: str

    def __new__(cls, code: int, name: str) -> Status:
        self = super().__new__(cls, code)
        self.name = name
        return self


OK = Status(0, "CUDA_SUCCESS")
INVALID = Status(1, "CUDA_ERROR_INVALID_VALUE")
OUT_OF_MEMORY = Status(2, "CUDA_ERROR_OUT_OF_MEMORY")
NOT_FOUND = Status(500, "CUDA_ERROR_NOT_FOUND")
NOT_READY = Status(600, "CUDA_ERROR_NOT_READY")


class Enum:
    """Members are their own names; nothing here depends on the numbers."""

    def __getattr__(self, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        return name


class Handle(int):
    """CUfunction, CUkernel: handles are numbers."""


class Dims:
    x = y = z = 0


class AttributeValue:
    def __init__(self) -> None:
        self.clusterDim = Dims()
        self.cooperative = 0


class LaunchAttribute:
    def __init__(self) -> None:
        self.id: Any = None
        self.value = AttributeValue()


class LaunchConfig:
    gridDimX = gridDimY = gridDimZ = blockDimX = blockDimY = blockDimZ = 0
    sharedMemBytes = 0
    hStream = 0
    attrs: list[LaunchAttribute] = []
    numAttrs = 0


class Launched:
    """One launch as the driver saw it."""

    def __init__(self, config: LaunchConfig, function: int, params: bytes, context: int) -> None:
        self.grid = (config.gridDimX, config.gridDimY, config.gridDimZ)
        self.block = (config.blockDimX, config.blockDimY, config.blockDimZ)
        self.shared = config.sharedMemBytes
        self.stream = int(config.hStream)
        self.function = int(function)
        self.params = params
        self.context = context
        self.cluster: tuple[int, int, int] | None = None
        self.cooperative = False
        for a in config.attrs[: config.numAttrs]:
            if a.id == "CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION":
                self.cluster = (a.value.clusterDim.x, a.value.clusterDim.y, a.value.clusterDim.z)
            elif a.id == "CU_LAUNCH_ATTRIBUTE_COOPERATIVE":
                self.cooperative = bool(a.value.cooperative)


DEVICE_ATTRIBUTES = {
    "COMPUTE_CAPABILITY_MAJOR": 9,
    "COMPUTE_CAPABILITY_MINOR": 0,
    "MULTIPROCESSOR_COUNT": 4,
    "MAX_THREADS_PER_BLOCK": 1024,
    "MAX_BLOCK_DIM_X": 1024,
    "MAX_BLOCK_DIM_Y": 1024,
    "MAX_BLOCK_DIM_Z": 64,
    "MAX_GRID_DIM_X": 2**31 - 1,
    "MAX_GRID_DIM_Y": 65535,
    "MAX_GRID_DIM_Z": 65535,
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 227 * 1024,
    "COOPERATIVE_LAUNCH": 1,
}
KERNEL_ATTRIBUTES = {
    "NUM_REGS": 16,
    "LOCAL_SIZE_BYTES": 0,
    "SHARED_SIZE_BYTES": 0,
    "CONST_SIZE_BYTES": 0,
    "MAX_THREADS_PER_BLOCK": 1024,
}


class FakeCuda:
    """``calls`` lists every call by name with its arguments; ``launches`` every kernel launch."""

    CUdevice_attribute = Enum()
    CUfunction_attribute = Enum()
    CUstreamCaptureMode = Enum()
    CUpointer_attribute = Enum()
    CUlaunchAttributeID = Enum()
    CUjitInputType = Enum()
    CUjit_option = Enum()
    CUlaunchConfig = LaunchConfig
    CUlaunchAttribute = LaunchAttribute
    CUfunction = Handle

    def __init__(self, devices: int = 1) -> None:
        self.devices = devices
        self.calls: list[tuple[Any, ...]] = []
        self.launches: list[Launched] = []
        self.device_attributes = dict(DEVICE_ATTRIBUTES)
        self.kernel_attributes = dict(KERNEL_ATTRIBUTES)
        self.on_launch: Callable[[Launched], None] | None = None
        self.stack = [0]  # contexts; a device's context is 1000 + ordinal
        self.memory: dict[int, Any] = {}
        self.owner: dict[int, int] = {}  # address -> ordinal
        self.panic_words: dict[int, Any] = {}  # library -> the eight bytes of its __ferrule_panic
        self.symbols: dict[bytes, int] = {}  # other globals of the code, with their sizes
        self.globals: dict[tuple[int, bytes], Any] = {}  # (library, name) -> their memory
        self.streams = {0: None}
        self.ids = itertools.count(0x5000)
        self.busy = False  # whether events report unfinished work
        self.occupancy = 2
        self.clusters = 4
        self.panics = True  # whether code has a __ferrule_panic
        self.capture_mode = "GLOBAL"
        self.is_capturing = False
        self.fail: dict[str, Status] = {}

    def __getattribute__(self, name: str) -> Any:
        value = object.__getattribute__(self, name)
        if not name.startswith("cu"):
            return value

        def call(*args: Any) -> Any:
            self.calls.append((name, *args))
            if name in self.fail:
                return (self.fail[name],)
            return value(*args)

        return call

    def named(self, name: str) -> list[tuple[Any, ...]]:
        return [c[1:] for c in self.calls if c[0] == name]

    # ------------------------------------------------------------------------------------------------------- devices
    def cuDeviceGetCount(self) -> Any:
        return OK, self.devices

    def cuDriverGetVersion(self) -> Any:
        return OK, 13000

    def cuDeviceGet(self, ordinal: int) -> Any:
        return (OK, ordinal) if ordinal < self.devices else (Status(101, "CUDA_ERROR_INVALID_DEVICE"), None)

    def cuDeviceGetName(self, size: int, device: int) -> Any:
        return OK, b"Fake GPU".ljust(size, b"\0")

    def cuDeviceTotalMem(self, device: int) -> Any:
        return OK, 1 << 30

    def cuDeviceGetAttribute(self, attribute: str, device: int) -> Any:
        return OK, self.device_attributes[attribute.removeprefix("CU_DEVICE_ATTRIBUTE_")]

    # ------------------------------------------------------------------------------------------------------ contexts
    def cuDevicePrimaryCtxRetain(self, device: int) -> Any:
        return OK, 1000 + device

    def cuCtxGetCurrent(self) -> Any:
        return OK, self.stack[-1]

    def cuCtxPushCurrent(self, context: int) -> Any:
        self.stack.append(int(context))
        return (OK,)

    def cuCtxPopCurrent(self) -> Any:
        return OK, self.stack.pop()

    def cuCtxGetDevice(self) -> Any:
        return OK, self.stack[-1] - 1000

    def cuCtxSynchronize(self) -> Any:
        assert self.stack[-1] >= 1000, "no current context"
        self.busy = False
        return (OK,)

    # -------------------------------------------------------------------------------------------------------- memory
    def _allocate(self, size: int) -> int:
        buffer = (ctypes.c_char * (size + 256))()
        address = (ctypes.addressof(buffer) + 255) // 256 * 256
        self.memory[address] = buffer
        self.owner[address] = self.stack[-1] - 1000
        return address

    def cuMemAlloc(self, size: int) -> Any:
        assert self.stack[-1] >= 1000, "no current context"
        if size > 1 << 28:
            return OUT_OF_MEMORY, None
        return OK, self._allocate(size)

    def cuMemFree(self, address: int) -> Any:
        del self.memory[address]
        return (OK,)

    def cuMemHostAlloc(self, size: int, flags: int) -> Any:
        assert flags == 3, "portable and mapped"
        return OK, self._allocate(size)

    def cuMemHostGetDevicePointer(self, address: int, flags: int) -> Any:
        return OK, address

    def cuMemcpyHtoD(self, to: int, source: int, size: int) -> Any:
        ctypes.memmove(to, source, size)
        return (OK,)

    def cuMemcpyHtoDAsync(self, to: int, source: int, size: int, stream: int) -> Any:
        assert self.capture_mode == "CU_STREAM_CAPTURE_MODE_RELAXED"
        return self.cuMemcpyHtoD(int(to), source, size)

    def cuMemcpyDtoH(self, to: int, source: int, size: int) -> Any:
        ctypes.memmove(to, source, size)
        return (OK,)

    cuMemcpy = cuMemcpyDtoH

    def cuMemsetD8(self, address: int, value: int, size: int) -> Any:
        ctypes.memset(address, value, size)
        return (OK,)

    def cuPointerGetAttribute(self, attribute: str, address: int) -> Any:
        assert attribute == "CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL"
        return (OK, self.owner[address]) if address in self.owner else (INVALID, None)

    # ----------------------------------------------------------------------------------------------- streams, events
    def cuStreamCreate(self, flags: int) -> Any:
        stream = next(self.ids)
        self.streams[stream] = self.stack[-1]
        return OK, stream

    def cuStreamSynchronize(self, stream: int) -> Any:
        return (OK,)

    def cuStreamGetCtx(self, stream: int) -> Any:
        return (OK, self.streams[stream]) if stream in self.streams else (INVALID, None)

    def cuStreamIsCapturing(self, stream: int) -> Any:
        return OK, int(self.is_capturing)

    def cuThreadExchangeStreamCaptureMode(self, mode: str) -> Any:
        old, self.capture_mode = self.capture_mode, mode
        return OK, old

    def cuEventCreate(self, flags: int) -> Any:
        return OK, next(self.ids)

    def cuEventRecord(self, event: int, stream: int) -> Any:
        assert not self.is_capturing
        return (OK,)

    def cuStreamWaitEvent(self, stream: int, event: int, flags: int) -> Any:
        return (OK,)

    def cuEventQuery(self, event: int) -> Any:
        return (NOT_READY if self.busy else OK,)

    def cuEventDestroy(self, event: int) -> Any:
        return (OK,)

    # ----------------------------------------------------------------------------------------------------- libraries
    def cuLibraryLoadData(
        self, code: bytes, a: list[Any], b: list[Any], n: int, c: list[Any], d: list[Any], m: int
    ) -> Any:
        assert isinstance(code, bytes) and n == m == 0
        return OK, next(self.ids)

    def cuLibraryUnload(self, library: int) -> Any:
        return (OK,)

    def cuLibraryGetKernel(self, library: int, name: bytes) -> Any:
        return OK, Handle(library + 0x10000)

    def cuLibraryGetGlobal(self, library: int, name: bytes) -> Any:
        assert self.stack[-1] >= 1000, "no current context"
        if name in self.symbols:
            size = self.symbols[name]
            data = self.globals.setdefault((library, name), ctypes.create_string_buffer(size))
            return OK, ctypes.addressof(data), size
        if name != b"__ferrule_panic" or not self.panics:
            return NOT_FOUND, None, None
        word = self.panic_words.setdefault(library, ctypes.c_uint64())
        return OK, ctypes.addressof(word), 8

    def cuKernelGetAttribute(self, attribute: str, kernel: int, device: int) -> Any:
        return OK, self.kernel_attributes[attribute.removeprefix("CU_FUNC_ATTRIBUTE_")]

    def cuKernelSetAttribute(self, attribute: str, value: int, kernel: int, device: int) -> Any:
        return (OK,)

    def cuOccupancyMaxActiveBlocksPerMultiprocessor(self, function: int, threads: int, shared: int) -> Any:
        return OK, self.occupancy

    def cuOccupancyMaxActiveClusters(self, function: int, config: LaunchConfig) -> Any:
        return OK, self.clusters

    def cuLaunchKernelEx(self, config: LaunchConfig, function: int, params: int, extra: int) -> Any:
        assert self.stack[-1] >= 1000, "no current context"
        assert params == 0
        packed = b""
        if extra:
            words = (ctypes.c_uint64 * 5).from_address(extra)
            assert (words[0], words[2], words[4]) == (1, 2, 0)
            packed = ctypes.string_at(words[1], ctypes.c_size_t.from_address(words[3]).value)
        launched = Launched(config, function, packed, self.stack[-1])
        if (
            not all(launched.grid)
            or not all(launched.block)
            or launched.block[0] * launched.block[1] * launched.block[2] > 1024
        ):
            return (INVALID,)
        self.launches.append(launched)
        if self.on_launch is not None:
            self.on_launch(launched)
        return (OK,)
