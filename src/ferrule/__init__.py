"""GPU kernels in real Rust, from Python.

    import ferrule as fe
    m = fe.rust("...")          # or fe.load("kernels.rs")
    m.saxpy(2.0, x, y)          # NumPy arrays run on the CPU device, CUDA tensors on their GPU

Names are imported when they are first used, so that importing the package costs almost nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it as true; importing `typing` would cost more than all the rest here

if TYPE_CHECKING:
    from ferrule.errors import (
        ArgumentError as ArgumentError,
    )
    from ferrule.errors import (
        BorrowError as BorrowError,
    )
    from ferrule.errors import (
        CompileError as CompileError,
    )
    from ferrule.errors import (
        DeviceError as DeviceError,
    )
    from ferrule.errors import (
        FerruleError as FerruleError,
    )
    from ferrule.errors import (
        KernelPanic as KernelPanic,
    )
    from ferrule.errors import (
        LaunchError as LaunchError,
    )
    from ferrule.errors import (
        UnsupportedError as UnsupportedError,
    )
    from ferrule.module import Kernel as Kernel
    from ferrule.module import Module as Module
    from ferrule.module import load as load
    from ferrule.module import rust as rust
    from ferrule.runtime.arrays import (
        DeviceArray as DeviceArray,
    )
    from ferrule.runtime.arrays import (
        empty as empty,
    )
    from ferrule.runtime.arrays import (
        from_dlpack as from_dlpack,
    )
    from ferrule.runtime.arrays import (
        to_device as to_device,
    )
    from ferrule.runtime.arrays import (
        zeros as zeros,
    )
    from ferrule.runtime.closures import (
        Closure as Closure,
    )
    from ferrule.runtime.closures import (
        closure as closure,
    )
    from ferrule.runtime.devices import (
        Device as Device,
    )
    from ferrule.runtime.devices import (
        device as device,
    )
    from ferrule.runtime.devices import (
        devices as devices,
    )
    from ferrule.runtime.devices import (
        synchronize as synchronize,
    )
    from ferrule.runtime.launch import Launch as Launch
    from ferrule.runtime.pointers import UnsafePtr as UnsafePtr
    from ferrule.runtime.pointers import unsafe_ptr as unsafe_ptr

__version__ = "0.1.0"

_ERRORS = (
    "ArgumentError", "BorrowError", "CompileError", "DeviceError", "FerruleError", "KernelPanic", "LaunchError",
    "UnsupportedError",
)  # fmt: skip
_HOME = {
    **dict.fromkeys(_ERRORS, "ferrule.errors"),
    **dict.fromkeys(("Kernel", "Module", "load", "rust"), "ferrule.module"),
    **dict.fromkeys(("DeviceArray", "empty", "from_dlpack", "to_device", "zeros"), "ferrule.runtime.arrays"),
    **dict.fromkeys(("Device", "device", "devices", "synchronize"), "ferrule.runtime.devices"),
    "Launch": "ferrule.runtime.launch",
    **dict.fromkeys(("Closure", "closure"), "ferrule.runtime.closures"),
    **dict.fromkeys(("UnsafePtr", "unsafe_ptr"), "ferrule.runtime.pointers"),
}

__all__ = [
    "ArgumentError", "BorrowError", "Closure", "CompileError", "Device", "DeviceArray", "DeviceError", "FerruleError",
    "Kernel", "KernelPanic", "Launch", "LaunchError", "Module", "UnsafePtr", "UnsupportedError", "closure", "device",
    "devices", "empty", "from_dlpack", "load", "rust", "synchronize", "to_device", "unsafe_ptr", "zeros",
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
