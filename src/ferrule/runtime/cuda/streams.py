"""Streams: any library's stream object to its handle, and the framework's current stream."""

from __future__ import annotations

import sys
from typing import Any

from ferrule.errors import LaunchError
from ferrule.runtime.views import View


def handle(stream: Any) -> int:
    """Handle of a stream given as an int, by the `__cuda_stream__` protocol, or as an object of torch, CuPy or
    Numba."""
    if isinstance(stream, int) and not isinstance(stream, bool):
        if stream < 0:
            raise LaunchError(f"stream is {stream}; a stream handle is not negative")
        return stream
    protocol = getattr(stream, "__cuda_stream__", None)
    if protocol is not None:
        value = protocol() if callable(protocol) else protocol
        try:
            version, address = value
            if version == 0:
                return int(address)
        except (TypeError, ValueError):
            pass
        raise LaunchError(f"stream: {type(stream).__qualname__}.__cuda_stream__ gave {value!r}, not (0, address)")
    # torch before 2.11, CuPy, Numba
    for attribute in ("cuda_stream", "ptr", "handle"):
        value = getattr(stream, attribute, None)
        value = getattr(value, "value", value)  # a ctypes pointer
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    raise LaunchError(
        f"stream is a {type(stream).__module__}.{type(stream).__qualname__}; pass a stream of torch, CuPy "
        f"or cuda.core, any object with __cuda_stream__, or the address as an int"
    )


def current(views: list[View | None], ordinal: int) -> int:
    """The stream the arrays' framework works on now: torch's if there is a torch tensor, else CuPy's, else the
    default."""
    cupy = False
    for view in views:
        if view is not None:
            if view.library == "torch":
                return torch_current(ordinal)
            cupy = cupy or view.library == "cupy"
    if cupy:
        address: int = sys.modules["cupy"].cuda.get_current_stream(ordinal).ptr
        return address
    return 0


def torch_current(ordinal: int) -> int:
    # `torch.cuda.current_stream()` builds an object and takes fifty times as long.
    address: int = sys.modules["torch"]._C._cuda_getCurrentRawStream(ordinal)
    return address
