"""Device memory without a framework: `DeviceArray`, `to_device`, `empty`."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

from ferrule.errors import ArgumentError, DeviceError
from ferrule.runtime import devices, dlpack, dtypes
from ferrule.runtime.devices import Device
from ferrule.runtime.views import View, record_name, view_of

_ALIGN = 64


class _HostMemory:
    """Zeroed memory of this process, aligned for vectors."""

    __slots__ = ("address", "_buffer")

    def __init__(self, size: int) -> None:
        self._buffer = (ctypes.c_char * (size + _ALIGN))()
        start = ctypes.addressof(self._buffer)
        self.address = (start + _ALIGN - 1) // _ALIGN * _ALIGN


class _DeviceMemory:
    """Memory of a GPU, freed with this object."""

    __slots__ = ("address", "_device")

    def __init__(self, device: Device, size: int) -> None:
        self._device = device.cuda
        self.address = self._device.allocate(size)

    def __del__(self) -> None:
        # At exit the driver takes everything back; calling it then may find it gone.
        if getattr(self, "address", 0) and not sys.is_finalizing():
            try:
                self._device.free(self.address)
            except DeviceError:  # a lost context has freed it already
                pass


class DeviceArray:
    """A C-contiguous array on a device.

    Made by `to_device`, `empty` or `from_dlpack`; kernels take it like any other array.  ``to_host()`` gives a NumPy
    copy, with structs as records.  Other libraries read it without a copy through DLPack (`torch.from_dlpack(a)`) or
    `__cuda_array_interface__`, unless it holds structs.
    The memory lives as long as the array, a view of it, or what another library made of it.
    """

    __slots__ = ("shape", "device", "_rust", "_address", "_memory", "_readonly", "record", "__weakref__")

    def __init__(
        self,
        shape: tuple[int, ...],
        rust: str,
        device: Device,
        address: int,
        memory: object,
        readonly: bool = False,
        record: Any = None,
    ) -> None:
        self.shape = shape
        self.device = device
        self._rust = rust
        self._address = address
        self._memory = memory
        self._readonly = readonly
        self.record = record  # NumPy's dtype where the elements are structs; then there is no Rust name

    @property
    def dtype(self) -> Any:
        """NumPy's name of the element type, such as ``float32``; of structs NumPy's dtype itself."""
        return dtypes.TABLE[self._rust].numpy if self.record is None else self.record

    @property
    def itemsize(self) -> int:
        return dtypes.TABLE[self._rust].size if self.record is None else int(self.record.itemsize)

    @property
    def size(self) -> int:
        n = 1
        for d in self.shape:
            n *= d
        return n

    @property
    def nbytes(self) -> int:
        return self.size * self.itemsize

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def ptr(self) -> int:
        """Address of the first element."""
        return self._address

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a DeviceArray without dimensions has no len()")
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<ferrule.DeviceArray {self._type_name()} {self.shape} on {self.device}>"

    def _type_name(self) -> str:
        return str(self.dtype) if self.record is None else record_name(self.record)

    def reshape(self, *shape: Any) -> DeviceArray:
        """The same memory in another shape."""
        new = _shape(shape[0] if len(shape) == 1 else shape)
        n = 1
        for d in new:
            n *= d
        if n != self.size:
            raise ArgumentError(f"a DeviceArray of shape {self.shape} cannot be reshaped to {new}")
        return DeviceArray(new, self._rust, self.device, self._address, self._memory, self._readonly, self.record)

    def to_host(self) -> Any:
        """A NumPy copy, after all work of the device.  A panic of a kernel is raised here."""
        import numpy

        if self._rust == "bf16":
            import ml_dtypes  # type: ignore[import-not-found, unused-ignore]

            out = numpy.empty(self.shape, ml_dtypes.bfloat16)
        else:
            out = numpy.empty(self.shape, self.dtype)
        host = out.__array_interface__["data"][0]
        if self.device.kind == "cuda":
            self.device.cuda.copy_out(host, self._address, self.nbytes)
        else:
            ctypes.memmove(host, self._address, self.nbytes)
        return out

    def copy_from(self, array: Any) -> DeviceArray:
        """Overwrite the contents with those of another array of the same shape and dtype, from any device."""
        view = _source(array)
        if view.shape != self.shape or view.dtype != self._rust or view.record != self.record:
            raise ArgumentError(f"copy_from: {self!r} got a {view.describe()}")
        if self._readonly:
            raise ArgumentError(f"copy_from: {self!r} is read-only")
        _copy(self.device, self._address, view)
        return self

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if self.device.kind != "cpu":
            raise TypeError(f"{self!r} is not in host memory; use .to_host() for a copy")
        import numpy

        source: Any = self
        out = numpy.from_dlpack(source) if copy is not True else self.to_host()
        return out if dtype is None else out.astype(dtype, copy=False)

    # ----------------------------------------------------------------------------------------------------------------
    # Protocols

    def __ferrule_view__(self) -> View:
        # Freeing waits for running kernels, so nothing has to hold the memory during a launch.
        return View(
            self._address,
            self.shape,
            self._rust,
            self._type_name(),
            self.itemsize,
            self.device.key,
            self._readonly,
            True,
            self,
            "ferrule",
            "",
            None,
            True,
        )

    def __dlpack_device__(self) -> tuple[int, int]:
        return (dlpack.KDL_CUDA if self.device.kind == "cuda" else dlpack.KDL_CPU, self.device.index)

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> object:
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError(f"{self!r} cannot be exported to DLPack device {dl_device}; use .to_host()")
        if self.record is not None:
            raise BufferError(f"{self!r} cannot be exported: DLPack has no structs; use .to_host()")
        if copy:
            return to_device(self, self.device).__dlpack__(stream=stream, max_version=max_version)
        versioned = max_version is not None and max_version[0] >= 1
        if self._readonly and not versioned:
            raise BufferError(f"{self!r} is read-only, which DLPack before 1.0 cannot say")
        # Launches on DeviceArrays alone go to the default stream; the consumer's stream waits for it.
        if self.device.kind == "cuda" and stream is not None and stream > 2:
            device = self.device.cuda
            with device.current():
                device.order(0, stream)
        code, bits = dtypes.TABLE[self._rust].dlpack
        return dlpack.export(
            self._address, self.__dlpack_device__(), self.shape, code, bits, self._memory, versioned, self._readonly
        )

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if self.device.kind != "cuda":
            raise AttributeError("a DeviceArray on the cpu has no __cuda_array_interface__")
        typestr = dtypes.TABLE[self._rust].typestr if self.record is None else ""
        if not typestr:
            raise AttributeError(f"__cuda_array_interface__ cannot describe {self._type_name()}; use DLPack")
        address = self._address if self.size else 0
        return {
            "shape": self.shape,
            "typestr": typestr,
            "data": (address, self._readonly),
            "version": 3,
            "strides": None,
            "stream": 1,
        }


def _shape(shape: Any) -> tuple[int, ...]:
    parts = shape if isinstance(shape, (tuple, list)) else (shape,)
    out = []
    for n in parts:
        if isinstance(n, bool) or not hasattr(n, "__index__"):
            raise ArgumentError(f"shape {shape!r}: {n!r} is no int")
        if n.__index__() < 0:
            raise ArgumentError(f"shape {shape!r}: {n} is negative")
        out.append(n.__index__())
    return tuple(out)


def _new(shape: tuple[int, ...], rust: str, device: Device, record: Any = None) -> DeviceArray:
    size = dtypes.TABLE[rust].size if record is None else int(record.itemsize)
    for n in shape:
        size *= n
    try:
        memory = _DeviceMemory(device, size) if device.kind == "cuda" else _HostMemory(size)
    except (MemoryError, OverflowError, ValueError):
        raise DeviceError(f"cannot allocate {size} bytes on {device}") from None
    return DeviceArray(shape, rust, device, memory.address, memory, False, record)


def _array_type(dtype: Any) -> tuple[str, Any]:
    """(Rust name, None), or of structs ("", NumPy's dtype)."""
    record = getattr(dtype, "dtype", dtype) if hasattr(dtype, "schema") else dtype  # a class of module.types
    if getattr(record, "kind", "") == "V" and not record.hasobject and record.subdtype is None:
        return "", record
    try:
        rust = dtypes.canonical(dtypes.rust_name(record))
        if not dtypes.TABLE[rust].numpy:
            raise KeyError
        return rust, None
    except (KeyError, TypeError):
        raise ArgumentError(
            f"dtype {dtype!r} has no Rust counterpart; use f32, f64, i32, u8, bool ... or NumPy's names"
        ) from None


def empty(shape: Any, dtype: Any, device: Any = "cpu") -> DeviceArray:
    """An array whose contents are not defined.  ``dtype``: a Rust name (`"f32"`), a dtype of NumPy or
    torch, or a class of `module.types`."""
    rust, record = _array_type(dtype)
    return _new(_shape(shape), rust, devices.device(device), record)


def zeros(shape: Any, dtype: Any, device: Any = "cpu") -> DeviceArray:
    """An array of zeros."""
    a = empty(shape, dtype, device)
    if a.device.kind == "cuda":  # host memory comes zeroed
        a.device.cuda.fill_zero(a._address, a.nbytes)
    return a


def to_device(array: Any, device: Any = "cuda") -> DeviceArray:
    """A copy of ``array`` on ``device``.  Takes what kernels take: NumPy, torch, CuPy, DLPack ... from any device."""
    target = devices.device(device)
    view = _source(array)
    out = _new(view.shape, view.dtype, target, view.record)
    _copy(target, out._address, view)
    return out


def from_dlpack(array: Any) -> DeviceArray:
    """The memory of another library's array as a DeviceArray, without a copy."""
    view = _source(array)
    return DeviceArray(view.shape, view.dtype, Device(*view.device), view.ptr, view.owner, view.readonly, view.record)


def _source(array: Any) -> View:
    view = view_of(array)
    if view is None:
        kind = type(array)
        raise ArgumentError(
            f"to_device got a {kind.__module__}.{kind.__qualname__}; pass an array, such as np.array(...)"
        )
    if view.device == ("cuda", -1):
        view.device = _owner_of(view)
    if view.problem:
        raise ArgumentError(f"to_device got a {view.describe()}, which {view.problem}")
    if not view.dtype and view.record is None:
        raise ArgumentError(f"to_device got a {view.describe()}; Rust has no such element type")
    if not view.contiguous:
        raise ArgumentError(f"to_device got a {view.describe()} that is not C-contiguous; make it so first")
    return view


def _owner_of(view: View) -> tuple[str, int]:
    from ferrule.runtime.cuda import device

    return "cuda", device.ordinal_of(view.ptr) if view.ptr else 0


def _copy(target: Device, address: int, view: View) -> None:
    size = view.nbytes
    if view.device[0] == "cuda":
        source = Device(*view.device).cuda
        source.synchronize()  # the array may still be being written, on any stream
        if target.kind == "cpu":
            source.copy_out(address, view.ptr, size)
        else:
            target.cuda.copy_across(address, view.ptr, size)
    elif target.kind == "cpu":
        ctypes.memmove(address, view.ptr, size)
    else:
        target.cuda.copy_in(address, view.ptr, size)
