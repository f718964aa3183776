"""The devices of this machine: the CPU, which is always there, and the CUDA GPUs the driver shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ferrule.errors import DeviceError

if TYPE_CHECKING:
    from ferrule.runtime.cuda.device import CudaDevice
    from ferrule.runtime.launch import Limits


class Device:
    """A device: ``str(device)`` is ``cpu`` or ``cuda:0``."""

    __slots__ = ("kind", "index")

    def __init__(self, kind: str, index: int) -> None:
        self.kind = kind
        self.index = index

    @property
    def key(self) -> tuple[str, int]:
        return self.kind, self.index

    @property
    def cuda(self) -> CudaDevice:
        """The CUDA side; DeviceError for the CPU."""
        if self.kind != "cuda":
            raise DeviceError("the cpu device is no CUDA device")
        from ferrule.runtime.cuda import device

        return device.get(self.index)

    @property
    def name(self) -> str:
        """The product's name, such as ``NVIDIA H200``."""
        if self.kind == "cuda":
            return str(self.cuda.name)
        return _cpu_name()

    @property
    def arch(self) -> str:
        """What code for it is compiled for: ``sm_90a``, or the machine type of the CPU."""
        if self.kind == "cuda":
            return self.cuda.arch
        import platform

        return platform.machine()

    @property
    def memory(self) -> int:
        """Bytes of memory in all; 0 if the system does not say."""
        if self.kind == "cuda":
            return self.cuda.memory
        import os

        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (AttributeError, ValueError, OSError):
            return 0

    @property
    def limits(self) -> Limits:
        if self.kind == "cuda":
            return self.cuda.limits
        from ferrule.runtime.launch import Limits

        return Limits()

    def synchronize(self) -> None:
        """Wait for the device's work and raise the KernelPanic if a kernel left one."""
        if self.kind == "cuda":
            self.cuda.synchronize()

    def __str__(self) -> str:
        return "cpu" if self.kind == "cpu" else f"{self.kind}:{self.index}"

    def __repr__(self) -> str:
        return f"<ferrule.Device {self}: {self.name}>"

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, Device) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        return Device, self.key


CPU = Device("cpu", 0)


def devices() -> list[Device]:
    """Every device: the CPU first, then the GPUs in the driver's order.  Never an error, with or without a GPU."""
    from ferrule.runtime.cuda import device

    return [CPU] + [Device("cuda", i) for i in range(device.count())]


def device(spec: Any) -> Device:
    """A device by name: ``"cpu"``, ``"cuda"``, ``"cuda:1"``; also a `Device` or a `torch.device`."""
    if isinstance(spec, Device):
        return spec
    kind, index = getattr(spec, "type", None), getattr(spec, "index", None)
    if isinstance(kind, str):  # torch.device
        spec = kind if index is None else f"{kind}:{index}"
    if isinstance(spec, str):
        kind, _, number = spec.strip().partition(":")
        if kind == "cpu" and number in ("", "0"):
            return CPU
        if kind in ("cuda", "gpu") and (not number or number.isdecimal()):
            d = Device("cuda", int(number or 0))
            _ = d.cuda  # DeviceError now rather than at the first launch
            return d
    raise DeviceError(f'no device {spec!r}; use "cpu", "cuda" or "cuda:0"')


def synchronize(device: Any = None) -> None:
    """Wait for all launches (of one device if given); a panic of a kernel is raised here as KernelPanic."""
    if device is not None:
        _resolve(device).synchronize()
        return
    import sys

    # Nothing can be running on CUDA if its module was never loaded.
    cuda = sys.modules.get("ferrule.runtime.cuda.device")
    if cuda is not None:
        for d in cuda.active():
            d.synchronize()


_resolve = device


def _cpu_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as f:
            for line in f:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    import platform

    return platform.processor() or platform.machine()
