"""The driver API as cuda.bindings gives it, with errors as exceptions.  Imported on first use, never before."""

from __future__ import annotations

import os
import sys
from typing import Any

from ferrule.errors import DeviceError

INSTALL = 'pip install "ferrule[cuda]"'


class Driver:
    """Calls into the driver.  ``api`` is the module `cuda.bindings.driver`, or what a test puts in its place."""

    def __init__(self, api: Any) -> None:
        self.api = api
        self.pid = os.getpid()

    def call(self, name: str, *args: Any) -> Any:
        """Call ``name``; returns its results without the status: None, one value, or a tuple."""
        try:
            out = getattr(self.api, name)(*args)
        except AttributeError:
            raise DeviceError(f"{name} is missing from the installed cuda-bindings; update it: {INSTALL}") from None
        except RuntimeError as e:  # "Function "cuX" not found": bindings newer than the driver
            raise DeviceError(f"the CUDA driver has no {name} ({e}); update the driver") from None
        status = out[0]
        if int(status):
            raise self.error(name, status)
        return None if len(out) == 1 else out[1] if len(out) == 2 else out[1:]

    def error(self, name: str, status: Any) -> DeviceError:
        """The exception for a status that is not success."""
        code = int(status)
        label = getattr(status, "name", str(code))
        text = f"{name} failed: {label}"
        if code == 2:
            text += " (out of device memory); free arrays, or torch.cuda.empty_cache()"
        elif code in _LOST:
            text += "; the CUDA context is lost and this process must be restarted"
        elif code in (900, 901, 906):
            text += (
                "; the call is not allowed while a CUDA graph is captured: launch once before the capture to warm up"
            )
        return DeviceError(text)

    def enum(self, kind: str, member: str) -> Any:
        return getattr(getattr(self.api, kind), member)


# Illegal address, launch timeout, hardware exceptions, assert, unspecified launch failure ...: sticky errors.
_LOST = frozenset((700, 702, 710, 714, 715, 716, 717, 718, 719))

_driver: Driver | None = None
_why_not = ""


def load() -> Driver:
    """The initialised driver; DeviceError that says what is missing if there is none."""
    global _driver, _why_not
    if _driver is not None:
        if _driver.pid != os.getpid():
            raise DeviceError(
                "CUDA was initialised before this process forked and cannot be used in it; "
                'start processes with multiprocessing.get_context("spawn")'
            )
        return _driver
    if not _why_not:
        try:
            _driver = Driver(_import())
            return _driver
        except DeviceError as e:
            _why_not = str(e)
    raise DeviceError(_why_not)


def _import() -> Any:
    try:
        from cuda.bindings import driver as api
    except ImportError:
        raise DeviceError(f"no CUDA support installed: the package cuda-bindings is missing; {INSTALL}") from None
    try:
        (status,) = api.cuInit(0)
    except RuntimeError as e:
        library = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
        raise DeviceError(
            f"no NVIDIA driver: {library} could not be loaded ({e}); install the NVIDIA driver, pip cannot bring it"
        ) from None
    if int(status):
        code = int(status)
        why = {
            100: "no CUDA device found",
            803: "the driver is older than the CUDA libraries",
            804: "compat libraries do not fit this device",
        }
        raise DeviceError(f"cuInit failed: {why.get(code, getattr(status, 'name', str(code)))} (error {code})")
    return api


def available() -> str:
    """Empty if CUDA can be used, else why not."""
    try:
        load()
        return ""
    except DeviceError as e:
        return str(e)


def use(api: Any) -> None:
    """Put another driver in place (tests), or with None forget the one in use."""
    global _driver, _why_not
    _driver, _why_not = (Driver(api) if api is not None else None), ""
