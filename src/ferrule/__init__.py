"""GPU kernels in real Rust, from Python.

    import ferrule as fe
    m = fe.rust("...")          # or fe.load("kernels.rs")
    m.saxpy(2.0, x, y)          # NumPy arrays run on the CPU device, CUDA tensors on their GPU

Names are imported when they are first used, so that importing the package costs almost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrule.errors import (
        ArgumentError as ArgumentError,
        BorrowError as BorrowError,
        CompileError as CompileError,
        DeviceError as DeviceError,
        FerruleError as FerruleError,
        KernelPanic as KernelPanic,
        LaunchError as LaunchError,
        UnsupportedError as UnsupportedError,
    )
    from ferrule.module import Kernel as Kernel, Module as Module, load as load, rust as rust
    from ferrule.runtime.arrays import (
        DeviceArray as DeviceArray,
        empty as empty,
        from_dlpack as from_dlpack,
        to_device as to_device,
        zeros as zeros,
    )
    from ferrule.runtime.devices import (
        Device as Device,
        device as device,
        devices as devices,
        synchronize as synchronize,
    )
    from ferrule.runtime.launch import Launch as Launch

__version__ = "0.1.0"

_ERRORS = (
    "ArgumentError", "BorrowError", "CompileError", "DeviceError", "FerruleError", "KernelPanic", "LaunchError",
    "UnsupportedError",
)  # fmt: skip
_HOME = {
    **{name: "ferrule.errors" for name in _ERRORS},
    **{name: "ferrule.module" for name in ("Kernel", "Module", "load", "rust")},
    **{name: "ferrule.runtime.arrays" for name in ("DeviceArray", "empty", "from_dlpack", "to_device", "zeros")},
    **{name: "ferrule.runtime.devices" for name in ("Device", "device", "devices", "synchronize")},
    "Launch": "ferrule.runtime.launch",
}

__all__ = [
    "ArgumentError", "BorrowError", "CompileError", "Device", "DeviceArray", "DeviceError", "FerruleError", "Kernel",
    "KernelPanic", "Launch", "LaunchError", "Module", "UnsupportedError", "device", "devices", "empty", "from_dlpack", "load",
    "rust", "synchronize", "to_device", "zeros",
]  # fmt: skip


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'ferrule' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(home), name)
    globals()[name] = value  # the next use is a plain lookup
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
