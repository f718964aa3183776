"""PTX to cubin: by nvJitLink where it is installed, else by the driver.  Cubins are cached on disk."""

from __future__ import annotations

from typing import Any

from ferrule.errors import DeviceError
from ferrule.runtime import cache
from ferrule.runtime.cuda import driver as drv


def cubin(ptx: bytes, arch: str, name: str) -> bytes:
    """Assemble ``ptx`` for ``arch`` (`sm_90a`).  Needs no GPU if nvJitLink is there."""
    text = ptx.rstrip(b"\0")
    jitlink = nvjitlink()
    backend = f"nvjitlink {jitlink.version()}" if jitlink else f"driver {drv.load().call('cuDriverGetVersion')}"
    key = cache.key_of("cubin", text, arch, backend)
    store = cache.default()
    entry = store.get(key)
    if entry is not None:
        return entry[1]
    code = _by_jitlink(jitlink, text, arch, name) if jitlink else _by_driver(text, name)
    store.put(key, {"kind": "cubin", "kernel": name, "arch": arch, "by": backend}, code)
    return code


_nvjitlink: Any = None


def nvjitlink() -> Any:
    """The module cuda.bindings.nvjitlink if it and its library are usable, else None."""
    global _nvjitlink
    if _nvjitlink is None:
        try:
            from cuda.bindings import nvjitlink as module

            module.version()
            _nvjitlink = module
        except Exception:  # ImportError, or the binding's own "library not found" of whatever class
            _nvjitlink = False
    return _nvjitlink or None


def _by_jitlink(module: Any, ptx: bytes, arch: str, name: str) -> bytes:
    options = [f"-arch={arch}", "-O3"]
    handle = None
    try:
        handle = module.create(len(options), options)
        # The text ends with a NUL, as the library asks.
        data = ptx + b"\0"
        module.add_data(handle, module.InputType.PTX, data, len(data), name)
        module.complete(handle)
        out = bytearray(module.get_linked_cubin_size(handle))
        module.get_linked_cubin(handle, out)
        return bytes(out)
    except Exception as e:  # nvJitLinkError is generated code without a public base class
        log = ""
        if handle is not None:
            size = module.get_error_log_size(handle)
            if size > 1:
                buffer = bytearray(size)
                module.get_error_log(handle, buffer)
                log = buffer.rstrip(b"\0 \n").decode(errors="replace")
        raise DeviceError(f"nvJitLink could not assemble `{name}` for {arch}: {log or e}") from None
    finally:
        if handle is not None:
            module.destroy(handle)


def _by_driver(ptx: bytes, name: str) -> bytes:
    """The driver assembles for the device of the current context."""
    import ctypes

    driver = drv.load()
    api = driver.api
    log = bytes(8192)  # the binding takes the address of a bytes object, and the driver writes there
    options = [
        api.CUjit_option.CU_JIT_ERROR_LOG_BUFFER,
        api.CUjit_option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
    ]
    state = driver.call("cuLinkCreate", 2, options, [log, len(log)])
    try:
        data = ptx + b"\0"
        kind = api.CUjitInputType.CU_JIT_INPUT_PTX
        (status,) = api.cuLinkAddData(state, kind, data, len(data), name.encode(), 0, [], [])
        if not int(status):
            status, address, size = api.cuLinkComplete(state)
        if int(status):
            text = log.split(b"\0")[0].decode(errors="replace").strip()
            raise DeviceError(
                f"the CUDA driver could not assemble `{name}`: {text or driver.error('cuLinkAddData', status)}"
            )
        return ctypes.string_at(int(address), size)
    finally:
        driver.call("cuLinkDestroy", state)
