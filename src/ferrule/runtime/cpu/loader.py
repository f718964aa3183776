"""Loads relocatable ELF objects into this process: a small linker in Python, so that a cached kernel needs no LLVM.

The object is position-independent code of the small code model, which LLVM writes for an ELF triple on every host
system. All its sections go into one mapping: code (with call stubs), then read-only data (with the global offset
table), then writable data.  It is filled while writable and then protected, so no page is ever writable and executable
at once.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Mapping
from typing import NamedTuple

from ferrule.errors import DeviceError
from ferrule.runtime.cpu.memory import PAGE
from ferrule.runtime.cpu.memory import CodeMemory as Memory
from ferrule.runtime.cpu.reloc import MACHINES, Machine

SHT_SYMTAB, SHT_RELA, SHT_NOBITS, SHT_REL = 2, 4, 8, 9
SHF_WRITE, SHF_ALLOC, SHF_EXECINSTR, SHF_TLS = 1, 2, 4, 0x400
SHN_UNDEF, SHN_ABS, SHN_COMMON = 0, 0xFFF1, 0xFFF2
STB_LOCAL, STB_WEAK = 0, 2


class Section(NamedTuple):
    name: str
    type: int
    flags: int
    offset: int
    size: int
    link: int
    info: int
    align: int
    entsize: int


class Symbol(NamedTuple):
    name: str
    bind: int
    section: int
    value: int
    size: int


class Object:
    """A parsed relocatable object."""

    def __init__(self, data: bytes) -> None:
        if len(data) < 64 or data[:4] != b"\x7fELF" or data[4:6] != b"\x02\x01":
            raise DeviceError("the kernel's code is not a 64-bit little-endian ELF object")
        kind, machine = struct.unpack_from("<HH", data, 16)
        if kind != 1:
            raise DeviceError(f"the kernel's code is an ELF file of type {kind}, not a relocatable object")
        self.data = data
        self.machine_id: int = machine
        shoff = struct.unpack_from("<Q", data, 40)[0]
        shnum, shstrndx = struct.unpack_from("<HH", data, 60)
        raw = []
        try:
            raw = [struct.unpack_from("<IIQQQQIIQQ", data, shoff + 64 * i) for i in range(shnum)]
            names = raw[shstrndx]
            self.sections = [
                Section(self._string(names[4], r[0]), r[1], r[2], r[4], r[5], r[6], r[7], max(1, r[8]), r[9])
                for r in raw
            ]
            self.symbols = self._symbols()
        except (struct.error, IndexError, ValueError, UnicodeDecodeError) as e:
            raise DeviceError(f"the kernel's ELF object is damaged: {e}") from None

    def _string(self, table: int, index: int) -> str:
        start = table + index
        return self.data[start : self.data.index(b"\0", start)].decode()

    def _symbols(self) -> list[Symbol]:
        for s in self.sections:
            if s.type == SHT_SYMTAB:
                strings = self.sections[s.link].offset
                out = []
                for k in range(s.size // 24):
                    name, info, _other, shndx, value, size = struct.unpack_from("<IBBHQQ", self.data, s.offset + 24 * k)
                    out.append(Symbol(self._string(strings, name), info >> 4, shndx, value, size))
                return out
        return []

    def undefined(self) -> list[str]:
        """Names the object takes from elsewhere."""
        return sorted({s.name for s in self.symbols if s.section == SHN_UNDEF and s.name})


class Image:
    """An object in memory.  The code lives as long as this does."""

    def __init__(self, memory: Memory, symbols: dict[str, tuple[int, int]]) -> None:
        self._memory = memory
        self.symbols = symbols  # name -> (address, size)

    def address(self, name: str) -> int:
        try:
            return self.symbols[name][0]
        except KeyError:
            raise DeviceError(f"the kernel's code has no symbol `{name}`") from None


def load(data: bytes, externals: Mapping[str, int] | None = None) -> Image:
    """Links ``data`` at a fresh address.  ``externals`` are symbols the object may use besides the C library's."""
    obj = Object(data)
    machine = MACHINES.get(obj.machine_id)
    if machine is None or machine.name != host_machine():
        name = machine.name if machine else f"ELF machine {obj.machine_id}"
        raise DeviceError(f"the kernel was compiled for {name}, this machine is {host_machine()}")
    return _Linker(obj, machine, externals or {}).link()


def host_machine() -> str:
    import platform

    name = platform.machine().lower()
    return {"amd64": "x86_64", "x64": "x86_64", "arm64": "aarch64"}.get(name, name)


def _align(value: int, to: int) -> int:
    return (value + to - 1) // to * to


class _Linker:
    def __init__(self, obj: Object, machine: Machine, externals: Mapping[str, int]) -> None:
        self.obj, self.machine, self.externals = obj, machine, externals
        self.offsets: dict[int, int] = {}  # section index -> offset in the mapping
        self.commons: dict[int, int] = {}  # symbol index -> offset
        self.stubs: dict[int, int] = {}  # address called -> offset of its stub
        self.got: dict[int, int] = {}  # address -> offset of the slot that holds it

    def link(self) -> Image:
        obj, machine = self.obj, self.machine
        relocations = self._relocations()
        code, rodata, rwdata = self._classify()
        end = self._place(code, 0)
        external = {r[2] for r in relocations if obj.symbols[r[2]].section == SHN_UNDEF}
        self.stub_base = _align(end, 16)
        ro_start = _align(self.stub_base + len(external) * machine.stub_size, PAGE)
        end = self._place(rodata, ro_start)
        self.got_base = _align(end, 8)
        uses_got = {r[2] for r in relocations if machine.uses_got(r[1])}
        rw_start = _align(self.got_base + 8 * len(uses_got), PAGE)
        end = self._place(rwdata, rw_start)
        for k, symbol in enumerate(obj.symbols):
            if symbol.section == SHN_COMMON:  # value is the alignment
                end = self.commons[k] = _align(end, max(1, symbol.value))
                end += symbol.size
        self.memory = Memory(_align(max(end, 1), PAGE))
        self.base = self.memory.address
        for i, offset in self.offsets.items():
            s = obj.sections[i]
            if s.type != SHT_NOBITS:
                self.memory.write(offset, obj.data[s.offset : s.offset + s.size])
        addresses = [self._symbol_address(k) for k in range(len(obj.symbols))]
        for place, kind, sym, addend in relocations:
            self._apply(place, kind, sym, addresses[sym], addend)
        self.memory.protect(0, ro_start, "rx")
        if rw_start > ro_start:
            self.memory.protect(ro_start, rw_start - ro_start, "r")
        symbols = {}
        for k, symbol in enumerate(obj.symbols):
            here = symbol.section in self.offsets or symbol.section == SHN_COMMON
            if here and symbol.name and symbol.bind != STB_LOCAL:
                symbols[symbol.name] = (addresses[k], symbol.size)
        return Image(self.memory, symbols)

    def _classify(self) -> tuple[list[int], list[int], list[int]]:
        code: list[int] = []
        rodata: list[int] = []
        rwdata: list[int] = []
        for i, s in enumerate(self.obj.sections):
            if not s.flags & SHF_ALLOC or not s.size or s.name.startswith((".eh_frame", ".note")):
                continue
            if s.flags & SHF_TLS:
                raise DeviceError(f"the kernel's code has thread-local data (section {s.name}), which cannot be loaded")
            (code if s.flags & SHF_EXECINSTR else rwdata if s.flags & SHF_WRITE else rodata).append(i)
        return code, rodata, rwdata

    def _place(self, sections: list[int], end: int) -> int:
        for i in sections:
            s = self.obj.sections[i]
            if s.align > PAGE:
                raise DeviceError(f"section {s.name} of the kernel's code wants an alignment of {s.align} bytes")
            end = self.offsets[i] = _align(end, s.align)
            end += s.size
        return end

    def _relocations(self) -> list[tuple[tuple[int, int], int, int, int]]:
        """((section, offset in it), type, symbol index, addend) for each relocation of a section that is loaded."""
        out = []
        for s in self.obj.sections:
            if s.type not in (SHT_RELA, SHT_REL):
                continue
            target = self.obj.sections[s.info]
            if not target.flags & SHF_ALLOC or not target.size or target.name.startswith((".eh_frame", ".note")):
                continue
            if s.type == SHT_REL:
                raise DeviceError(f"section {s.name} of the kernel's code has relocations without addends")
            for k in range(s.size // 24):
                offset, info, addend = struct.unpack_from("<QQq", self.obj.data, s.offset + 24 * k)
                out.append(((s.info, offset), info & 0xFFFFFFFF, info >> 32, addend))
        return out

    def _symbol_address(self, index: int) -> int:
        s = self.obj.symbols[index]
        if s.section in self.offsets:
            return self.base + self.offsets[s.section] + s.value
        if s.section == SHN_ABS:
            return s.value
        if s.section == SHN_COMMON:
            return self.base + self.commons[index]
        if s.section == SHN_UNDEF and s.name:
            address = self.externals.get(s.name)
            if address is None:
                address = library_symbol(s.name)
            if address is None:
                if s.bind == STB_WEAK:
                    return 0
                raise DeviceError(
                    f"the kernel's code needs the function `{s.name}`, which this system's libraries lack"
                )
            return address
        return 0  # the null symbol, and symbols of sections that are not loaded

    def _apply(self, place: tuple[int, int], kind: int, sym: int, target: int, addend: int) -> None:
        machine = self.machine
        section, offset = place
        at = self.offsets[section] + offset
        if machine.uses_got(kind):
            slot = self.got.get(target)
            if slot is None:
                slot = self.got[target] = self.got_base + 8 * len(self.got)
                self.memory.write(slot, struct.pack("<Q", target))
            target = self.base + slot
        elif machine.is_call(kind) and self.obj.symbols[sym].section == SHN_UNDEF and target:
            stub = self.stubs.get(target)
            if stub is None:
                stub = self.stubs[target] = self.stub_base + len(self.stubs) * machine.stub_size
                self.memory.write(stub, machine.stub(target))
            target = self.base + stub
        width = machine.width(kind)
        old = self.memory.read(at, width)
        name = self.obj.symbols[sym].name or self.obj.sections[self.obj.symbols[sym].section].name
        self.memory.write(at, machine.relocate(kind, old, self.base + at, target, addend, name))


# What LLVM may call without being asked: memory operations and, on processors without the instruction, roundings, fused
# multiply-add and conversions.  Nothing else is taken from the process, so that no object can name an arbitrary
# function.
_ROUND = "fma floor ceil trunc rint nearbyint round roundeven fmod sqrt fmin fmax ldexp"
_MATH = _ROUND + " sin cos tan tanh exp exp2 log log2 log10 pow"
# What LLVM calls for half floats where the machine has no instructions for them.
_COMPILER = "__truncsfhf2 __truncdfhf2 __extendhfsf2"
LIBRARY = frozenset(
    ["memcpy", "memmove", "memset", "memcmp", "bcmp"]
    + _COMPILER.split()
    + [name + suffix for name in _MATH.split() for suffix in ("", "f")]
)
_ALIASES = {"bcmp": "memcmp"}
_handles: list[ctypes.CDLL] = []


def library_symbol(name: str) -> int | None:
    """Address of a function of the C, math or compiler's library, of those that generated code may use."""
    if name not in LIBRARY:
        return None
    if not _handles:
        _handles.extend(_open_libraries())
    for candidate in (name, _ALIASES.get(name, name)):
        for handle in _handles:
            try:
                return ctypes.cast(getattr(handle, candidate), ctypes.c_void_p).value
            except AttributeError:
                continue
    return None


def _open_libraries() -> list[ctypes.CDLL]:
    import sys

    if sys.platform == "win32":
        return [ctypes.CDLL("ucrtbase"), ctypes.CDLL("vcruntime140")]
    out = [ctypes.CDLL(None)]
    for names in (("libm.so.6", "libm.so"), ("libgcc_s.so.1",)):
        for name in names:
            try:
                out.append(ctypes.CDLL(name))
                break
            except OSError:
                continue
    return out
