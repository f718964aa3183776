"""DLPack through ctypes: reading tensors of other libraries, and handing out our own.

A capsule that is read is never consumed: it stays named `dltensor` and keeps its memory until it is dropped, when its
own destructor runs the producer's deleter.  So there is no ownership to pass and nothing to leak.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

KDL_CPU, KDL_CUDA, KDL_CUDA_HOST, KDL_CUDA_MANAGED = 1, 2, 3, 13
FLAG_READ_ONLY = 1


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class DLManagedTensor(ctypes.Structure):
    _fields_ = [("tensor", DLTensor), ("manager_ctx", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class DLManagedTensorVersioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", DLTensor),
    ]


_api = ctypes.pythonapi
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_IsValid", _api))
_get_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", _api))
# For destructors: the capsule is dying, so it is passed as an address and its reference count is not touched.
_is_valid_raw = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", _api))
_get_pointer_raw = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", _api))
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", _api)
)


class Tensor(NamedTuple):
    """What a capsule says; ``capsule`` keeps the memory."""

    ptr: int
    device_type: int
    device_id: int
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None  # in elements; None: C-contiguous
    code: int
    bits: int
    lanes: int
    readonly: bool
    capsule: object


def read(capsule: object) -> Tensor:
    """Read a capsule.  ValueError if it is none, or one that somebody has consumed."""
    readonly = False
    if _is_valid(capsule, b"dltensor_versioned"):
        versioned = DLManagedTensorVersioned.from_address(_get_pointer(capsule, b"dltensor_versioned"))
        if versioned.major != 1:
            raise ValueError(f"DLPack version {versioned.major}.{versioned.minor} is not supported")
        readonly, t = bool(versioned.flags & FLAG_READ_ONLY), versioned.tensor
    elif _is_valid(capsule, b"dltensor"):
        t = DLManagedTensor.from_address(_get_pointer(capsule, b"dltensor")).tensor
    else:
        raise ValueError("not a DLPack capsule, or one that has been consumed")
    shape = tuple(t.shape[: t.ndim])
    strides = tuple(t.strides[: t.ndim]) if t.strides else None
    ptr = (t.data or 0) + t.byte_offset
    return Tensor(ptr, t.device_type, t.device_id, shape, strides, t.code, t.bits, t.lanes, readonly, capsule)


def capsule_of(obj: Any, stream: int | None) -> object:
    """Ask ``obj`` for a capsule, the versioned form first (it carries the read-only flag)."""
    try:
        return obj.__dlpack__(stream=stream, max_version=(1, 0))
    except TypeError:  # a producer from before DLPack 1.0
        return obj.__dlpack__(stream=stream)


# ----------------------------------------------------------------------------------------------------------------------
# Export

_exports: dict[int, tuple[Any, ...]] = {}  # address of the managed tensor -> what it keeps alive

_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_DESTRUCTOR = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)


def _forget(address: int) -> None:
    _exports.pop(address, None)


def _destroy_capsule(capsule: int) -> None:
    for name in (b"dltensor_versioned", b"dltensor"):
        if _is_valid_raw(capsule, name):  # not consumed: the consumer would have renamed it
            _exports.pop(_get_pointer_raw(capsule, name), None)


_delete = _DELETER(_forget)
_destroy = _DESTRUCTOR(_destroy_capsule)


def export(
    ptr: int,
    device: tuple[int, int],
    shape: tuple[int, ...],
    code: int,
    bits: int,
    owner: object,
    versioned: bool,
    readonly: bool = False,
) -> object:
    """A capsule over C-contiguous memory that ``owner`` keeps alive."""
    dims = (ctypes.c_int64 * len(shape))(*shape)
    steps, step = [], 1
    for n in reversed(shape):
        steps.append(step)
        step *= n
    strides = (ctypes.c_int64 * len(shape))(*reversed(steps))
    managed: DLManagedTensor | DLManagedTensorVersioned
    if versioned:
        managed = DLManagedTensorVersioned()
        managed.major, managed.minor, managed.flags = 1, 0, FLAG_READ_ONLY if readonly else 0
    else:
        managed = DLManagedTensor()
    t = managed.tensor
    t.data, (t.device_type, t.device_id) = ptr, device
    t.ndim, t.code, t.bits, t.lanes = len(shape), code, bits, 1
    t.shape = ctypes.cast(dims, ctypes.POINTER(ctypes.c_int64))
    t.strides = ctypes.cast(strides, ctypes.POINTER(ctypes.c_int64))
    managed.deleter = ctypes.cast(_delete, ctypes.c_void_p)
    address = ctypes.addressof(managed)
    _exports[address] = (managed, dims, strides, owner)
    name = b"dltensor_versioned" if versioned else b"dltensor"
    return _new_capsule(address, name, ctypes.cast(_destroy, ctypes.c_void_p))
