"""The compiled launcher: torch tensors in, a kernel launched, about a fifth of a microsecond in between.

`fast_ir` holds the code, one function for all kernels; here it is built (or taken from the cache), every assumption it
makes about Python and torch is proved on real objects, and plans are written for it.  Where anything does not hold,
``get`` gives None and launches go through Python as before.

Environment: FERRULE_LAUNCHER = `auto` (default) or `python` (never the compiled one).
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Callable
from typing import Any

from ferrule.runtime import cache, dtypes
from ferrule.runtime.cuda import fast_ir as ir
from ferrule.runtime.cuda.kernel import CudaKernel
from ferrule.runtime.launch import Dim3, Launch, max_blocks, parse_space, shared_bytes, space_of
from ferrule.runtime.lend import is_raw
from ferrule.runtime.plan import ParamPlan
from ferrule.runtime.views import View

_METH_FASTCALL_KEYWORDS = 0x82


class _MethodDef(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    ]


class _Owner(str):
    """Stands as the builtin's ``__module__`` and keeps alive what its plan points to."""

    kept: tuple[Any, ...]


class Launcher:
    """The compiled function with its table of addresses."""

    def __init__(self, addresses: dict[str, int], torch_dtypes: dict[str, int], device_type: int) -> None:
        from ferrule.runtime.cpu import loader

        self.image = loader.load(_object())
        self.function = self.image.address("ferrule_launch")
        self.table = (ctypes.c_uint64 * len(ir.TABLE))(*(addresses[name] for name in ir.TABLE))
        self.dtypes = torch_dtypes
        self.device_type = device_type

    def bind(self, slow: Callable[..., None], name: str, signature: str, doc: str) -> FastCall:
        return FastCall(self, slow, name, signature, doc)


class FastCall:
    """A builtin for one kernel and launch.  It goes the slow way until ``fill`` has written its plan."""

    def __init__(self, launcher: Launcher, slow: Callable[..., None], name: str, signature: str, doc: str) -> None:
        self.launcher = launcher
        self.plan = bytes(bytearray(ir.MAX_PLAN))
        self._address = id(self.plan) + ir.BYTES_HEADER
        text = f"{name}{signature}\n--\n\n{doc}" if signature else doc
        method = _MethodDef(name.encode(), launcher.function, _METH_FASTCALL_KEYWORDS, text.encode())
        self._write(_header(nargs=-1, table=ctypes.addressof(launcher.table), slow=id(slow)))
        self._owner = _Owner("ferrule")
        self._owner.kept = (launcher, slow, method, self)
        new: Any = ctypes.pythonapi.PyCFunction_NewEx
        new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.py_object)(
            ("PyCFunction_NewEx", ctypes.pythonapi)
        )
        self.call: Callable[..., None] = new(ctypes.addressof(method), self.plan, self._owner)
        self._slow = slow
        self._kept: tuple[Any, ...] = ()

    def _write(self, data: bytes) -> None:
        # The only reference to this bytes object outside is the builtin's own; nobody else sees it change.
        ctypes.memmove(self._address, data, len(data))

    def fill(self, kernel: CudaKernel, launch: Launch, grid: Dim3, block: Dim3, views: list[View | None]) -> bool:
        """Write the plan after a launch that went well; False if this launch needs the slow way each time."""
        described = _describe(self.launcher, kernel, launch, views)
        if described is None:
            return False
        grid_arg, arguments = described
        attrs, count, keep = _attributes(kernel, launch, grid, block)
        data = _header(
            nargs=len(arguments),
            table=ctypes.addressof(self.launcher.table),
            slow=id(self._slow),
            function=int(kernel.function),
            panic=kernel.state_address,
            context=int(kernel.device.context),
            grid=grid,
            block=block,
            shared=shared_bytes(kernel.plan, launch),
            num_attrs=count,
            attrs=attrs,
            params_size=kernel.encoder.size,
            device_type=self.launcher.device_type,
            device_index=kernel.device.ordinal,
            grid_arg=grid_arg,
            max_blocks=max_blocks(kernel.plan, block),
        )
        self._kept = (kernel, keep)
        self._owner.kept = (*self._owner.kept[:4], kernel, keep)
        self._write(data + b"".join(arguments))
        return True


def _header(
    *,
    nargs: int,
    table: int,
    slow: int,
    function: int = 0,
    panic: int = 0,
    context: int = 0,
    grid: Dim3 = (0, 0, 0),
    block: Dim3 = (0, 0, 0),
    shared: int = 0,
    num_attrs: int = 0,
    attrs: int = 0,
    params_size: int = 0,
    device_type: int = 0,
    device_index: int = 0,
    grid_arg: int = -1,
    max_blocks: int = 0,
) -> bytes:
    data = struct.pack(
        "<q5Q8iQq4i",
        nargs, table, slow, function, panic, context, *grid, *block, shared, num_attrs, attrs, params_size, device_type,
        device_index, grid_arg, max_blocks,
    )  # fmt: skip
    assert len(data) == ir.HEADER
    return data


def _describe(
    launcher: Launcher, kernel: CudaKernel, launch: Launch, views: list[View | None]
) -> tuple[int, list[bytes]] | None:
    """(argument that gives the grid, descriptors), or None if the compiled launcher has no way to do this."""
    plan = kernel.plan
    if launch.stream is not None or launch.device is not None:
        return None
    if len(views) != len(plan.params):  # arrays inside arguments
        return None
    if plan.contract is not None and plan.contract.requires:  # depends on the arguments of each call
        return None
    if len(plan.params) > ir.MAX_ARGS or kernel.encoder.size > ir.MAX_PARAMS:
        return None
    grid_arg = -1
    if launch.grid is None:
        grid_arg, space = space_of(plan)
        if (
            parse_space(space)[0] != "Index1D"
            or launch.cooperative
            or plan.cooperative
            or plan.cluster
            or launch.cluster
        ):
            return None
    arguments = []
    for p, view in zip(plan.params, views, strict=True):
        data = _argument(launcher, p, view)
        if data is None:
            return None
        arguments.append(data)
    return grid_arg, arguments


def _argument(launcher: Launcher, p: ParamPlan, view: View | None) -> bytes | None:
    kind, dtype, flags, low, high, size = -1, 0, 0, 0, 0, 0
    d = dtypes.TABLE.get(p.dtype)
    if d is None or p.row_width or p.optional:
        return None
    if p.kind in ("slice", "pointer"):
        if view is None or view.library != "torch" or d.torch not in launcher.dtypes or p.elem_size not in (0, d.size):
            return None
        kind, dtype = ir.TENSOR, launcher.dtypes[d.torch]
        pointer = p.kind == "pointer"
        flags = p.mut * ir.MUT | p.shared_atomic * ir.ATOMIC[d.size] | is_raw(p) * ir.RAW | pointer * ir.POINTER
    elif p.kind not in ("scalar", "value"):
        return None
    elif d.kind in ("int", "uint") and d.size <= 8:
        kind, size = ir.INT, d.size
        low, high = max(d.low, -(1 << 63)), min(d.high, (1 << 63) - 1)
    elif d.rust in ("f32", "f64", "bool"):
        kind = {"f32": ir.F32, "f64": ir.F64, "bool": ir.BOOL}[d.rust]
    else:
        return None
    data = struct.pack("<4i2q2i", kind, dtype, p.offset, flags, low, high, d.size, size)
    assert len(data) == ir.ARG_SIZE
    return data


def _attributes(kernel: CudaKernel, launch: Launch, grid: Dim3, block: Dim3) -> tuple[int, int, Any]:
    """(address of the launch attributes, how many, what owns them)."""
    cooperative = launch.cooperative or kernel.plan.cooperative
    cluster = launch.cluster
    if not cooperative and cluster is None:
        return 0, 0, None
    config = kernel.api.CUlaunchConfig()
    kernel.configure(config, grid, block, cluster, shared_bytes(kernel.plan, launch), cooperative, 0)
    base = int(config.getPtr())
    attrs, count = ctypes.c_uint64.from_address(base + 40).value, ctypes.c_uint32.from_address(base + 48).value
    return attrs, count, config


# ------------------------------------------------------------------------------------------------------------- building
def _object() -> bytes:
    """The compiled code, from the cache or from LLVM."""
    text = ir.launcher_ir()
    key = cache.key_of("launcher", text, cache.host_cpu(), sys.version)
    entry = cache.default().get(key)
    if entry is not None:
        return entry[1]
    from ferrule.codegen.llvm import host_object

    code = host_object.optimise(text, opt=1).object
    cache.default().put(key, {"kind": "launcher"}, code)
    return code


_launcher: Launcher | None = None
_why_not = ""


def get() -> Launcher | None:
    """The launcher, built on first use; None where it cannot be used (``why_not`` says why)."""
    global _launcher, _why_not
    if _launcher is None and not _why_not:
        try:
            _launcher = _build()
        except _Unusable as e:
            _why_not = str(e)
        except Exception as e:  # whatever goes wrong here, the Python launcher still works
            _why_not = f"{type(e).__name__}: {e}"
    return _launcher


def why_not() -> str:
    """Why the compiled launcher is not in use; empty if it is, or has not been needed yet."""
    return _why_not


class _Unusable(Exception):
    pass


def _build() -> Launcher:
    prove_python()
    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_available():
        raise _Unusable("no torch with CUDA in this process")
    addresses, numbers = python_addresses(), {}
    library = _torch_library(torch, "torch_cpu")
    addresses.update(torch_addresses(torch, library))
    cuda = _torch_library(torch, "torch_cuda")
    addresses["current_stream"] = _address(cuda.aoti_torch_get_current_cuda_stream)
    driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    addresses["launch"] = _address(driver.cuLaunchKernelEx)
    addresses["context"] = _address(driver.cuCtxGetCurrent)
    numbers = torch_numbers(library)
    return Launcher(addresses, numbers, library.aoti_torch_device_type_cuda())


def prove_python() -> None:
    """The facts about this interpreter that the code rests on, each tried on a real object."""
    if os.environ.get("FERRULE_LAUNCHER", "auto") == "python":
        raise _Unusable("FERRULE_LAUNCHER=python")
    if sys.implementation.name != "cpython" or struct.calcsize("P") != 8 or sys.byteorder != "little":
        raise _Unusable("not a 64-bit little-endian CPython")
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        raise _Unusable("a free-threaded Python")
    probe = b"ferrule probe"
    if bytes.__basicsize__ != ir.BYTES_HEADER + 1 or ctypes.string_at(id(probe) + ir.BYTES_HEADER, 13) != probe:
        raise _Unusable("bytes objects of this Python are laid out differently")
    for value in (probe, 1.5, 12345678901):
        if ctypes.c_uint64.from_address(id(value) + 8).value != id(type(value)):
            raise _Unusable("objects of this Python are laid out differently")


def python_addresses() -> dict[str, int]:
    api = ctypes.pythonapi
    out = {name: _address(getattr(api, name)) for name in ir.TABLE if name.startswith("Py")}
    for value in (None, True, int, float, bool):
        out[getattr(value, "__name__", str(value))] = id(value)
    name = sys.intern("requires_grad")
    _forever.append(name)
    out["str_requires_grad"] = id(name)
    return out


_forever: list[Any] = []  # objects whose addresses are in the table


def torch_addresses(torch: Any, library: ctypes.CDLL) -> dict[str, int]:
    """torch's C functions and types, and where its objects hold the handle those functions take."""
    out = {
        name: _address(getattr(library, f"aoti_torch_get_{name}"))
        for name in ("data_ptr", "device_type", "device_index", "dtype", "dim", "sizes", "strides")
    }
    out["grad_mode"] = _address(library.aoti_torch_grad_mode_is_enabled)
    out["tensor"], out["parameter"] = id(torch.Tensor), id(torch.nn.Parameter)
    bump = torch._C._increment_version
    _forever.extend((torch.Tensor, torch.nn.Parameter, bump))
    out["increment_version"] = id(bump)
    offset = out["handle_offset"] = _handle_offset(torch, library)
    out["bump_version"], out["is_inference"] = _version_functions(torch, library, offset)
    return out


def _version_functions(torch: Any, library: ctypes.CDLL, offset: int) -> tuple[int, int]:
    """torch's C++ functions that count up a tensor's version, which has no C interface; (0, 0) if they are not to be
    had.

    Calling `torch._C._increment_version` instead takes longer than all the rest of a launch.
    """
    bump = getattr(library, "_ZN5torch8autograd4impl12bump_versionERKN2at6TensorE", None)
    inference = getattr(library, "_ZN2at6native12is_inferenceERKNS_6TensorE", None)
    if bump is None or inference is None:
        return 0, 0
    bump.restype, inference.restype = None, ctypes.c_bool
    t = torch.zeros(1)
    with torch.inference_mode():
        unversioned = torch.zeros(1)
    handle = ctypes.c_void_p(id(t) + offset)
    before = t._version
    bump(handle)
    good = t._version == before + 1 and not inference(handle) and inference(ctypes.c_void_p(id(unversioned) + offset))
    return (_address(bump), _address(inference)) if good else (0, 0)


def _handle_offset(torch: Any, library: ctypes.CDLL) -> int:
    """The handle lies behind the object's header, in some versions of torch after a word that says who owns it."""
    t = torch.zeros(2, 3, dtype=torch.float32)
    word = ctypes.c_uint64.from_address(id(t) + 16).value
    offset = 16 if word > 0xFFFF else 24
    handle = ctypes.c_void_p(id(t) + offset)
    if ctypes.c_uint64.from_address(id(t) + offset).value <= 0xFFFF:
        raise _Unusable("torch tensors are laid out differently")
    pointer, number = ctypes.c_void_p(), ctypes.c_int64()
    sizes = ctypes.POINTER(ctypes.c_int64)()
    good = (
        library.aoti_torch_get_data_ptr(handle, ctypes.byref(pointer)) == 0
        and pointer.value == t.data_ptr()
        and library.aoti_torch_get_dim(handle, ctypes.byref(number)) == 0
        and number.value == 2
        and library.aoti_torch_get_sizes(handle, ctypes.byref(sizes)) == 0
        and sizes[:2] == [2, 3]
    )
    if not good:
        raise _Unusable("torch's C interface does not say of a tensor what Python says")
    return offset


def torch_numbers(library: ctypes.CDLL) -> dict[str, int]:
    """torch's numbers of the element types that Rust has; newer ones may be missing."""
    out = {}
    for d in dtypes.TABLE.values():
        function = getattr(library, f"aoti_torch_dtype_{d.torch}", None) if d.torch else None
        if function is not None:
            out[d.torch] = int(function())
    return out


def _torch_library(torch: Any, name: str) -> ctypes.CDLL:
    folder = os.path.join(os.path.dirname(torch.__file__), "lib")
    file = {"win32": f"{name}.dll", "darwin": f"lib{name}.dylib"}.get(sys.platform, f"lib{name}.so")
    return ctypes.CDLL(os.path.join(folder, file))


def _address(function: Any) -> int:
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address
