"""Looking at arrays of any library without importing it and without copying.

``view_of`` gives a `View` of anything that is an array, None of anything that is not.  Frameworks are recognised by the
modules already loaded: an array of NumPy cannot exist before NumPy is imported.
"""

from __future__ import annotations

import sys
from typing import Any

from ferrule.errors import ArgumentError
from ferrule.runtime import dtypes

CPU = ("cpu", 0)


class View:
    """Memory an argument lends to a launch.

    ``dtype`` is a Rust name, or "" if Rust has no such type (``dtype_name`` still says what came).  ``owner`` keeps the
    memory alive; ``wait_stream`` is a stream whose work must be done before the memory is read.
    """

    __slots__ = (
        "ptr",
        "shape",
        "dtype",
        "dtype_name",
        "itemsize",
        "device",
        "readonly",
        "contiguous",
        "owner",
        "library",
        "problem",
        "wait_stream",
        "stream_ordered",
    )

    def __init__(
        self,
        ptr: int,
        shape: tuple[int, ...],
        dtype: str,
        dtype_name: str,
        itemsize: int,
        device: tuple[str, int],
        readonly: bool,
        contiguous: bool,
        owner: object,
        library: str,
        problem: str = "",
        wait_stream: int | None = None,
        stream_ordered: bool = False,
    ) -> None:
        self.ptr = ptr
        self.shape = shape
        self.dtype = dtype
        self.dtype_name = dtype_name
        self.itemsize = itemsize
        self.device = device
        self.readonly = readonly
        self.contiguous = contiguous
        self.owner = owner
        self.library = library  # numpy, torch, cupy, jax, ferrule, dlpack, cuda_array_interface
        self.problem = problem  # why it cannot be used at all, empty if it can
        self.wait_stream = wait_stream
        # The owner's allocator hands memory out again only in the order of the framework's current stream.
        self.stream_ordered = stream_ordered

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
    def record(self) -> Any:
        """NumPy's dtype of elements that are structs or bytes; None for arrays of numbers."""
        dtype = getattr(self.owner, "dtype" if self.library == "numpy" else "record", None)
        return dtype if getattr(dtype, "kind", "") == "V" else None

    def describe(self) -> str:
        """``float64 NumPy array of shape (3, 4) on cuda:0``."""
        return f"{self.dtype_name} {_LIBRARY[self.library]} of shape {self.shape} on {device_name(self.device)}"

    def cast_help(self, rust: str) -> str:
        """How to convert this array to ``rust``, in its own library."""
        want = dtypes.TABLE.get(rust)
        if want is None or not want.numpy:
            return ""
        if self.library == "torch":
            return f".to(torch.{want.torch})"
        if want.rust == "bf16":
            return ".astype(ml_dtypes.bfloat16)"
        prefix = {"numpy": "np", "cupy": "cp", "jax": "jnp"}.get(self.library)
        name = "bool_" if want.numpy == "bool" else want.numpy
        return f".astype({prefix}.{name})" if prefix else f".astype({want.numpy!r})"


_LIBRARY = {
    "numpy": "NumPy array",
    "torch": "torch tensor",
    "cupy": "CuPy array",
    "jax": "JAX array",
    "ferrule": "DeviceArray",
    "dlpack": "DLPack array",
    "cuda_array_interface": "CUDA array",
}


def record_name(dtype: Any) -> str:
    """A short name of a dtype of structs or bytes, for messages."""
    return f"record ({', '.join(dtype.names)})" if dtype.names is not None else str(dtype)


def device_name(device: tuple[str, int]) -> str:
    return "cpu" if device[0] == "cpu" else f"{device[0]}:{device[1]}"


def is_contiguous(shape: tuple[int, ...], strides: tuple[int, ...] | None) -> bool:
    """C-contiguity from strides counted in elements.  Empty arrays are contiguous; strides of extent 1 do not count."""
    if strides is None or 0 in shape:
        return True
    step = 1
    for n, s in zip(reversed(shape), reversed(strides), strict=True):
        if n != 1:
            if s != step:
                return False
            step *= n
    return True


def view_of(obj: Any, stream: int | None = None) -> View | None:
    """``stream`` is where the kernel will run, if already known: producers order their work before it."""
    view = framework_view(obj)
    return view if view is not None else protocol_view(obj, stream)


def framework_view(obj: Any) -> View | None:
    """View of an array whose library we know: ours, NumPy, torch, CuPy."""
    modules = sys.modules
    numpy = modules.get("numpy")
    if numpy is not None and isinstance(obj, numpy.ndarray):
        return _numpy(obj)
    torch = modules.get("torch")
    if torch is not None and isinstance(obj, getattr(torch, "Tensor", ())):
        return _torch(obj, torch)
    cls = type(obj)
    own = getattr(cls, "__ferrule_view__", None)
    if own is not None:
        view: View = own(obj)
        return view
    if cls.__module__.partition(".")[0] == "cupy" and hasattr(cls, "__cuda_array_interface__"):
        return _cupy(obj)
    return None


def protocol_view(obj: Any, stream: int | None) -> View | None:
    """View of any other array, by DLPack or the CUDA array interface."""
    cls = type(obj)
    if isinstance(obj, type):
        return None
    if hasattr(cls, "__dlpack__"):
        return _dlpack(obj, stream, cls.__module__.partition(".")[0] in ("jax", "jaxlib"))
    try:
        has_cai = hasattr(obj, "__cuda_array_interface__")
    except Exception:  # a property may raise what it likes; such an object is no CUDA array
        has_cai = False
    if has_cai:
        return _cuda_array_interface(obj, "cuda_array_interface")
    return None


def _numpy(a: Any) -> View:
    flags, dtype = a.flags, a.dtype
    interface = a.__array_interface__
    name, problem = str(dtype), ""
    rust = dtypes.BY_TYPESTR.get(dtype.str, "")
    if not rust:
        name = record_name(dtype)
        if dtype.name == "bfloat16":
            rust = "bf16"
        elif dtype.hasobject:
            problem = "holds Python objects"
        elif dtype.kind in "iufc" and dtype.byteorder not in "=|" and dtype.newbyteorder().str in dtypes.BY_TYPESTR:
            problem = f"has the wrong byte order ({dtype.str}); convert with .astype({dtype.newbyteorder('=').str!r})"
    if hasattr(a, "mask"):
        problem = "is a masked array, and a kernel would not see the mask; pass x.filled()"
    return View(
        interface["data"][0],
        a.shape,
        rust,
        name,
        dtype.itemsize,
        CPU,
        not flags.writeable,
        flags.c_contiguous,
        a,
        "numpy",
        problem,
    )


def _torch(t: Any, torch: Any) -> View:
    device = t.device
    kind = device.type
    problem = ""
    name = str(t.dtype)[6:]
    if kind not in ("cpu", "cuda"):
        problem = f"is on device `{device}`; Ferrule takes cpu and cuda tensors"
    elif t.layout is not torch.strided:
        problem = f"has layout {t.layout}; convert with .to_dense()"
    elif t.is_conj() or t.is_neg():
        problem = "is a lazy conjugate or negative view; convert with .resolve_conj().resolve_neg()"
    if problem:
        return View(
            0, tuple(t.shape), "", name, t.element_size(), (kind, device.index or 0), False, True, t, "torch", problem
        )
    return View(
        t.data_ptr(),
        tuple(t.shape),
        dtypes.BY_TORCH.get(name, ""),
        name,
        t.element_size(),
        CPU if kind == "cpu" else ("cuda", device.index),
        False,
        t.is_contiguous(),
        t,
        "torch",
        "",
        None,
        kind == "cuda",
    )


def _cupy(a: Any) -> View:
    dtype = a.dtype
    return View(
        a.data.ptr,
        a.shape,
        dtypes.BY_TYPESTR.get(dtype.str, ""),
        str(dtype),
        dtype.itemsize,
        ("cuda", a.device.id),
        False,
        bool(a.flags.c_contiguous),
        a,
        "cupy",
        "",
        None,
        True,
    )


def _dlpack(obj: Any, stream: int | None, jax: bool) -> View:
    from ferrule.runtime import dlpack

    library = "jax" if jax else "dlpack"
    try:
        device_type, _ = obj.__dlpack_device__()
        if device_type in (dlpack.KDL_CUDA, dlpack.KDL_CUDA_MANAGED):
            # 0 is ambiguous in the protocol; 1 is the legacy default stream.
            capsule = dlpack.capsule_of(obj, stream or 1)
        else:
            capsule = dlpack.capsule_of(obj, None)
        t = dlpack.read(capsule)
    except (ArgumentError, MemoryError):
        raise
    except Exception as e:  # any library's export may fail in any way; the user needs its reason
        raise ArgumentError(
            f"a {type(obj).__module__}.{type(obj).__qualname__} could not be read by DLPack: {e}"
        ) from e
    problem = ""
    if t.device_type in (dlpack.KDL_CPU, dlpack.KDL_CUDA_HOST):
        device = CPU
    elif t.device_type in (dlpack.KDL_CUDA, dlpack.KDL_CUDA_MANAGED):
        device = ("cuda", t.device_id)
    else:
        device = (f"dlpack{t.device_type}", t.device_id)
        problem = f"is on DLPack device type {t.device_type}; Ferrule takes cpu and cuda arrays"
    rust = dtypes.BY_DLPACK.get((t.code, t.bits), "") if t.lanes == 1 else ""
    return View(
        t.ptr,
        t.shape,
        rust,
        dtypes.dlpack_name(t.code, t.bits, t.lanes),
        (t.bits * t.lanes + 7) // 8,
        device,
        t.readonly or jax,
        is_contiguous(t.shape, t.strides),
        (obj, t.capsule),
        library,
        problem,
    )


def _cuda_array_interface(obj: Any, library: str) -> View:
    d = obj.__cuda_array_interface__
    shape = tuple(d["shape"])
    typestr: str = d["typestr"]
    itemsize = int(typestr[2:])
    ptr, readonly = d["data"]
    strides = d.get("strides")
    if strides is not None:
        # Bytes; a stride that is no multiple of the element is no contiguous array either.
        strides = tuple(s // itemsize if s % itemsize == 0 else -1 for s in strides)
    problem = ""
    if d.get("mask") is not None:
        problem = "is a masked array; pass its data"
    elif typestr[0] == ">" and itemsize > 1:
        problem = f"has the wrong byte order ({typestr})"
    return View(
        ptr,
        shape,
        dtypes.BY_TYPESTR.get(typestr, ""),
        typestr,
        itemsize,
        ("cuda", -1),  # the interface does not say which; the driver does (runtime.launch resolves it)
        bool(readonly),
        is_contiguous(shape, strides),
        obj,
        library,
        problem,
        d.get("stream"),
    )
