"""A kernel loaded on one CUDA device: launches, attributes, and its panic record."""

from __future__ import annotations

import ctypes
import sys
import threading
from typing import Any

from ferrule.errors import DeviceError, KernelPanic, LaunchError
from ferrule.runtime import panic
from ferrule.runtime.args import Encoder
from ferrule.runtime.cuda import link, streams
from ferrule.runtime.cuda.device import CudaDevice
from ferrule.runtime.launch import Dim3, Launch, Limits, shared_bytes, validate
from ferrule.runtime.plan import PANIC_SYMBOL, Artifact
from ferrule.runtime.views import View

_DEFAULT_SHARED = 48 * 1024  # above this the driver wants to be asked first


class _Slot:
    """Memory one launch passes to the driver: the packed parameters, and the list that points at them."""

    __slots__ = ("buffer", "config", "extra", "extra_address", "size")

    def __init__(self, size: int, config: Any) -> None:
        self.buffer = ctypes.create_string_buffer(max(size, 16))
        self.size = ctypes.c_size_t(size)
        # CU_LAUNCH_PARAM_BUFFER_POINTER, _BUFFER_SIZE, _END
        self.extra = (ctypes.c_void_p * 5)(1, ctypes.addressof(self.buffer), 2, ctypes.addressof(self.size), None)
        self.extra_address = ctypes.addressof(self.extra) if size else 0
        self.config = config


class CudaKernel:
    """Loaded code of one artifact.  Launching is thread-safe: each launch takes its own slot of memory."""

    def __init__(self, device: CudaDevice, artifact: Artifact) -> None:
        self.device = device
        self.plan = plan = artifact.plan
        self.encoder = Encoder(plan)
        self.driver = device.driver
        self.api = self.driver.api
        self._slots: list[_Slot] = []
        self._lock = threading.Lock()
        self._shared_allowed = _DEFAULT_SHARED
        self._checked: dict[tuple[Any, ...], Dim3 | None] = {}
        self._code = artifact.code
        with device.current(), device.relaxed_capture():
            self._load(artifact)
            self._record, self._state = self._install_record()
            self.local_bytes = self.attribute("LOCAL_SIZE_BYTES")
            self.shared_bytes = self.attribute("SHARED_SIZE_BYTES")
            self.const_bytes = self.attribute("CONST_SIZE_BYTES")
            self.max_threads = self.attribute("MAX_THREADS_PER_BLOCK")
        device.kernels.add(self)

    def _load(self, artifact: Artifact) -> None:
        """Loads the code.  PTX goes to the driver as it is: what its JIT compiler makes is what ptxas makes, and is kept in the
        driver's own cache.  Linkers (nvJitLink, cuLink) assemble PTX as relocatable code, which cost a tiled matrix product a
        quarter of its speed; they are asked only where the driver refuses, for a newer PTX version or for the reason."""
        self.image = artifact.code
        try:
            self._load_image()
        except DeviceError:
            if artifact.format == "cubin":
                raise
            self.image = link.cubin(artifact.code, self.device.sm, self.plan.name)
            self._load_image()

    def _load_image(self) -> None:
        call = self.driver.call
        image = self.image if self.image[:4] == b"\x7fELF" else self.image.rstrip(b"\0") + b"\0"
        self.library = call("cuLibraryLoadData", image, [], [], 0, [], [], 0)
        self.kernel = call("cuLibraryGetKernel", self.library, self.plan.entry.encode())
        self.function = self.api.CUfunction(int(self.kernel))
        self.registers = self.attribute("NUM_REGS")  # compiles now, whatever CUDA_MODULE_LOADING says

    def __del__(self) -> None:
        library = getattr(self, "library", None)
        if library is None or sys.is_finalizing():
            return
        record = getattr(self, "_record", None)
        if record is not None:
            self.device.retire(library, record, self.plan)

    @property
    def state_address(self) -> int:
        """Where the state of the panic record lies in host memory."""
        return self._record[0]

    @property
    def limits(self) -> Limits:
        return self.device.limits

    def attribute(self, name: str) -> int:
        attribute = self.driver.enum("CUfunction_attribute", f"CU_FUNC_ATTRIBUTE_{name}")
        value: int = self.driver.call("cuKernelGetAttribute", attribute, self.kernel, self.device.handle)
        return value

    # ----------------------------------------------------------------------------------------------------------------
    # Panics

    def _install_record(self) -> tuple[tuple[int, int], ctypes.c_uint32]:
        """Give the code a panic record.  Code that cannot panic has no such symbol."""
        record = self.device.take_record()
        if self.plan.sites:
            try:
                address, size = self.driver.call("cuLibraryGetGlobal", self.library, PANIC_SYMBOL.encode())
            except DeviceError as e:
                if "NOT_FOUND" not in str(e):
                    raise
            else:
                if size < 8:
                    raise DeviceError(f"{PANIC_SYMBOL} of `{self.plan.name}` has {size} bytes; it must hold an address")
                self.device.write(address, record[1].to_bytes(8, "little"))
        return record, ctypes.c_uint32.from_address(record[0])

    def write_constants(self, values: list[tuple[str, bytes]]) -> None:
        """Write constant memory, after all that runs on the device: any of it may read the old values."""
        device = self.device
        with device.current(), device.relaxed_capture():
            self.driver.call("cuCtxSynchronize")
            for symbol, data in values:
                try:
                    address, size = self.driver.call("cuLibraryGetGlobal", self.library, symbol.encode())
                except DeviceError as e:
                    if "NOT_FOUND" not in str(e):
                        raise
                    continue  # optimised away: nothing reads it
                if size != len(data):
                    raise DeviceError(f"`{symbol}` of `{self.plan.name}` has {size} bytes, and {len(data)} were set")
                device.write(address, data)

    def check_panic(self) -> None:
        """Raise the panic a kernel left, and make the record ready for the next."""
        if self._state.value == panic.READY:
            raise self._take_panic()

    def _take_panic(self) -> KernelPanic:
        return panic.take(self._record[0], self.plan)

    # ----------------------------------------------------------------------------------------------------------------
    # Launch

    def run(self, launch: Launch, grid: Dim3, block: Dim3, fields: list[Any], views: list[View | None]) -> None:
        """Check the launch, put the fields in place and launch on the stream asked for, or the arrays' own."""
        device = self.device
        if self._state.value == panic.READY:
            raise self._take_panic()
        explicit = launch.stream is not None
        stream = streams.handle(launch.stream) if explicit else streams.current(views, device.ordinal)
        shared = shared_bytes(self.plan, launch)
        key = (launch.cluster, shared, launch.cooperative, grid, block)
        if device.is_current():
            self._run(launch, key, grid, block, shared, fields, views, stream, explicit)
        else:
            with device.current():
                self._run(launch, key, grid, block, shared, fields, views, stream, explicit)

    def _run(
        self,
        launch: Launch,
        key: tuple[Any, ...],
        grid: Dim3,
        block: Dim3,
        shared: int,
        fields: list[Any],
        views: list[View | None],
        stream: int,
        explicit: bool,
    ) -> None:
        device = self.device
        if key not in self._checked:
            if len(self._checked) > 256:
                self._checked.clear()
            self._checked[key] = self._check(launch, grid, block, shared)
        cluster = self._checked[key]
        if explicit:
            device.check_stream(stream)
        foreign = False
        for view in views:
            if view is not None:
                if view.wait_stream is not None:
                    device.order(view.wait_stream, stream)
                foreign = foreign or not view.stream_ordered
        self.launch(grid, block, cluster, shared, launch.cooperative or self.plan.cooperative, stream, fields)
        # Memory of a framework comes back in the order of its current stream; anything else is held until the kernel is
        # done.
        if (foreign or explicit) and not device.capturing(stream):
            device.keep([v.owner for v in views if v is not None], stream)

    def _check(self, launch: Launch, grid: Dim3, block: Dim3, shared: int) -> Dim3 | None:
        cluster = validate(self.plan, self.device.limits, launch, grid, block)
        threads = block[0] * block[1] * block[2]
        if threads > self.max_threads:
            raise LaunchError(
                f"block {block} has {threads} threads; `{self.plan.name}` uses {self.registers} registers a thread, "
                f"which allows at most {self.max_threads} on {self.device.limits.device}"
            )
        self._allow_shared(shared)
        if launch.cooperative or self.plan.cooperative:
            self._check_cooperative(grid, threads, shared)
        if cluster is not None and cluster != (1, 1, 1):
            self._check_cluster(grid, block, cluster, shared)
        return cluster

    def _allow_shared(self, shared: int) -> None:
        if (
            shared + self.plan.shared_static > _DEFAULT_SHARED
            and shared > self._shared_allowed - self.plan.shared_static
        ):
            attribute = self.driver.enum("CUfunction_attribute", "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES")
            self.driver.call("cuKernelSetAttribute", attribute, shared, self.kernel, self.device.handle)
            self._shared_allowed = shared + self.plan.shared_static

    def _check_cooperative(self, grid: Dim3, threads: int, shared: int) -> None:
        per_sm = self.driver.call("cuOccupancyMaxActiveBlocksPerMultiprocessor", self.function, threads, shared)
        most = per_sm * self.device.multiprocessors
        blocks = grid[0] * grid[1] * grid[2]
        if blocks > most:
            raise LaunchError(
                f"grid {grid} has {blocks} blocks; a cooperative launch of `{self.plan.name}` needs all of them "
                f"on the device at once, and {self.device.limits.device} holds {most} of {threads} threads"
            )

    def _check_cluster(self, grid: Dim3, block: Dim3, cluster: Dim3, shared: int) -> None:
        if cluster[0] * cluster[1] * cluster[2] > 8:
            attribute = self.driver.enum("CUfunction_attribute", "CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED")
            self.driver.call("cuKernelSetAttribute", attribute, 1, self.kernel, self.device.handle)
        config = self.api.CUlaunchConfig()
        self.configure(config, grid, block, cluster, shared, False, 0)
        if not self.driver.call("cuOccupancyMaxActiveClusters", self.function, config):
            raise LaunchError(
                f"no cluster of {cluster} blocks of {block[0] * block[1] * block[2]} threads of "
                f"`{self.plan.name}` fits on {self.device.limits.device}; "
                f"use a smaller cluster, block or shared memory"
            )

    def launch(
        self,
        grid: Dim3,
        block: Dim3,
        cluster: Dim3 | None,
        shared: int,
        cooperative: bool,
        stream: int,
        fields: list[Any],
    ) -> None:
        """Hand one checked launch to the driver.  The context must be current."""
        try:
            slot = self._slots.pop()
        except IndexError:
            slot = _Slot(self.encoder.size, self.api.CUlaunchConfig())
        self.encoder.packer.pack_into(slot.buffer, 0, *fields)
        self.configure(slot.config, grid, block, cluster, shared, cooperative, stream)
        (status,) = self.api.cuLaunchKernelEx(slot.config, self.function, 0, slot.extra_address)
        self._slots.append(slot)  # the driver has copied the parameters
        if int(status):
            raise self.driver.error(f"launch of `{self.plan.name}` with grid {grid}, block {block}", status)

    def configure(
        self, config: Any, grid: Dim3, block: Dim3, cluster: Dim3 | None, shared: int, cooperative: bool, stream: int
    ) -> None:
        """Fill a launch configuration."""
        config.gridDimX, config.gridDimY, config.gridDimZ = grid
        config.blockDimX, config.blockDimY, config.blockDimZ = block
        config.sharedMemBytes = shared
        config.hStream = stream
        attributes = []
        # A cluster size compiled in must not be given again with another value; the same one is allowed.
        if cluster is not None and self.plan.cluster is None:
            a = self.api.CUlaunchAttribute()
            a.id = self.api.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
            a.value.clusterDim.x, a.value.clusterDim.y, a.value.clusterDim.z = cluster
            attributes.append(a)
        if cooperative:
            a = self.api.CUlaunchAttribute()
            a.id = self.api.CUlaunchAttributeID.CU_LAUNCH_ATTRIBUTE_COOPERATIVE
            a.value.cooperative = 1
            attributes.append(a)
        if attributes or config.numAttrs:
            config.attrs = attributes
            config.numAttrs = len(attributes)
