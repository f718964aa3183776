"""Memory for code: mapped writable, filled, then protected.  Plain system calls through ctypes; no compiler, no
NumPy.
"""

from __future__ import annotations

import ctypes
import mmap
import sys

from ferrule.errors import DeviceError

PAGE = max(mmap.PAGESIZE, 16384 if sys.platform == "darwin" else 4096)

_PROT_READ, _PROT_WRITE, _PROT_EXEC = 1, 2, 4
_MAP_PRIVATE = 2
_MAP_ANONYMOUS = 0x1000 if sys.platform == "darwin" else 0x20


class CodeMemory:
    """A private mapping of ``size`` bytes, unmapped when collected."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.address = 0
        self.address = _system.map(size)

    def write(self, offset: int, data: bytes) -> None:
        if not 0 <= offset <= offset + len(data) <= self.size:
            raise DeviceError("the kernel's ELF object is damaged: a patch lies outside its section")
        ctypes.memmove(self.address + offset, data, len(data))

    def read(self, offset: int, size: int) -> bytes:
        if not 0 <= offset <= offset + size <= self.size:
            raise DeviceError("the kernel's ELF object is damaged: a patch lies outside its section")
        return ctypes.string_at(self.address + offset, size)

    def protect(self, offset: int, size: int, access: str) -> None:
        """``access`` is ``r``, ``rw`` or ``rx``."""
        if size:
            _system.protect(self.address + offset, size, access)

    def __del__(self) -> None:
        if self.address:
            _system.unmap(self.address, self.size)
            self.address = 0


class _Posix:
    def __init__(self) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        self.mmap, self.munmap, self.mprotect = libc.mmap, libc.munmap, libc.mprotect
        self.mmap.restype = ctypes.c_void_p
        self.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
        self.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        self.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        self.munmap.restype = self.mprotect.restype = ctypes.c_int

    def map(self, size: int) -> int:
        flags = _MAP_PRIVATE | _MAP_ANONYMOUS
        address = self.mmap(None, size, _PROT_READ | _PROT_WRITE, flags, -1, 0)
        if address in (None, ctypes.c_void_p(-1).value):
            raise DeviceError(f"cannot map {size} bytes for code: error {ctypes.get_errno()}")
        return int(address)

    def unmap(self, address: int, size: int) -> None:
        self.munmap(address, size)

    def protect(self, address: int, size: int, access: str) -> None:
        prot = _PROT_READ | (_PROT_WRITE if "w" in access else 0) | (_PROT_EXEC if "x" in access else 0)
        if self.mprotect(address, size, prot):
            raise DeviceError(f"the system refuses executable memory: error {ctypes.get_errno()}")
        # On AArch64 Linux the kernel itself makes the instruction cache coherent when a page becomes executable.


class _Darwin(_Posix):
    def protect(self, address: int, size: int, access: str) -> None:
        super().protect(address, size, access)
        if "x" in access:
            invalidate = ctypes.CDLL(None).sys_icache_invalidate
            invalidate.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
            invalidate.restype = None
            invalidate(address, size)


class _Windows:
    def __init__(self) -> None:
        k = ctypes.CDLL("kernel32")
        self.alloc, self.free, self.prot = k.VirtualAlloc, k.VirtualFree, k.VirtualProtect
        self.alloc.restype = ctypes.c_void_p
        self.alloc.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32, ctypes.c_uint32]
        self.free.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32]
        self.prot.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32, ctypes.POINTER(ctypes.c_uint32)]

    def map(self, size: int) -> int:
        address = self.alloc(None, size, 0x3000, 0x04)  # commit and reserve; read and write
        if not address:
            raise DeviceError(f"cannot map {size} bytes for code")
        return int(address)

    def unmap(self, address: int, size: int) -> None:
        self.free(address, 0, 0x8000)

    def protect(self, address: int, size: int, access: str) -> None:
        old = ctypes.c_uint32()
        if not self.prot(address, size, {"r": 0x02, "rw": 0x04, "rx": 0x20}[access], ctypes.byref(old)):
            raise DeviceError("the system refuses executable memory")


_system: _Posix | _Windows = (
    _Windows() if sys.platform == "win32" else _Darwin() if sys.platform == "darwin" else _Posix()
)
