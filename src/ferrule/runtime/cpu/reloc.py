"""Relocations of the machines the CPU device loads code for."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod

from ferrule.errors import DeviceError


def _check(value: int, bits: int, signed: bool, what: str) -> int:
    low, high = (-(1 << (bits - 1)), 1 << (bits - 1)) if signed else (0, 1 << bits)
    if not low <= value < high:
        raise DeviceError(f"a reference to `{what}` in the kernel's code does not reach its target")
    return value


class Machine(ABC):
    """How one instruction set patches addresses."""

    name = ""
    stub_size = 16  # code that jumps to any address

    @abstractmethod
    def uses_got(self, kind: int) -> bool:
        """Whether the reference goes through a slot that holds the target's address."""

    @abstractmethod
    def is_call(self, kind: int) -> bool:
        """Whether the reference may be sent through a stub."""

    @abstractmethod
    def width(self, kind: int) -> int:
        """Bytes patched."""

    @abstractmethod
    def stub(self, target: int) -> bytes: ...

    @abstractmethod
    def relocate(self, kind: int, old: bytes, place: int, target: int, addend: int, name: str) -> bytes:
        """The bytes at ``place``, which were ``old``, when they refer to ``target + addend``."""

    def unknown(self, kind: int, name: str) -> DeviceError:
        return DeviceError(f"the kernel's code has a relocation of unknown type {kind} ({self.name}) to `{name}`")


class X8664(Machine):
    """System V x86-64: R_X86_64_*."""

    name = "x86_64"
    NONE, R64, PC32, PLT32, GOTPCREL, R32, R32S, PC64, GOTPCRELX, REX_GOTPCRELX = 0, 1, 2, 4, 9, 10, 11, 24, 41, 42
    _GOT = frozenset((GOTPCREL, GOTPCRELX, REX_GOTPCRELX))

    def uses_got(self, kind: int) -> bool:
        return kind in self._GOT

    def is_call(self, kind: int) -> bool:
        return kind in (self.PLT32, self.PC32)

    def width(self, kind: int) -> int:
        return 0 if kind == self.NONE else 8 if kind in (self.R64, self.PC64) else 4

    def stub(self, target: int) -> bytes:
        return b"\xff\x25\x00\x00\x00\x00" + struct.pack("<Q", target) + b"\xcc\xcc"  # jmp *0(%rip)

    def relocate(self, kind: int, old: bytes, place: int, target: int, addend: int, name: str) -> bytes:
        value = target + addend
        if kind == self.NONE:
            return b""
        if kind == self.R64:
            return struct.pack("<Q", value & 0xFFFFFFFFFFFFFFFF)
        if kind == self.PC64:
            return struct.pack("<q", _check(value - place, 64, True, name))
        if kind == self.R32:
            return struct.pack("<I", _check(value, 32, False, name))
        if kind == self.R32S:
            return struct.pack("<i", _check(value, 32, True, name))
        if kind in (self.PC32, self.PLT32) or kind in self._GOT:
            return struct.pack("<i", _check(value - place, 32, True, name))
        raise self.unknown(kind, name)


class AArch64(Machine):
    """AAPCS64: R_AARCH64_*."""

    name = "aarch64"
    NONE, ABS64, ABS32, PREL64, PREL32, PREL16 = 0, 257, 258, 260, 261, 262
    MOVW_G0, MOVW_G0_NC, MOVW_G1, MOVW_G1_NC, MOVW_G2, MOVW_G2_NC, MOVW_G3 = 263, 264, 265, 266, 267, 268, 269
    LD_PREL_LO19, ADR_PREL_LO21, ADR_PREL_PG_HI21, ADR_PREL_PG_HI21_NC, ADD_LO12, LDST8_LO12 = (
        273,
        274,
        275,
        276,
        277,
        278,
    )
    TSTBR14, CONDBR19, JUMP26, CALL26, LDST16_LO12, LDST32_LO12, LDST64_LO12 = 279, 280, 282, 283, 284, 285, 286
    LDST128_LO12, ADR_GOT_PAGE, LD64_GOT_LO12 = 299, 311, 312
    _LO12 = {
        ADD_LO12: 0,
        LDST8_LO12: 0,
        LDST16_LO12: 1,
        LDST32_LO12: 2,
        LDST64_LO12: 3,
        LDST128_LO12: 4,
        LD64_GOT_LO12: 3,
    }
    _MOVW = {MOVW_G0: 0, MOVW_G0_NC: 0, MOVW_G1: 16, MOVW_G1_NC: 16, MOVW_G2: 32, MOVW_G2_NC: 32, MOVW_G3: 48}

    def uses_got(self, kind: int) -> bool:
        return kind in (self.ADR_GOT_PAGE, self.LD64_GOT_LO12)

    def is_call(self, kind: int) -> bool:
        return kind in (self.CALL26, self.JUMP26)

    def width(self, kind: int) -> int:
        return {self.NONE: 0, self.ABS64: 8, self.PREL64: 8, self.PREL16: 2}.get(kind, 4)

    def stub(self, target: int) -> bytes:
        return struct.pack("<IIQ", 0x58000050, 0xD61F0200, target)  # ldr x16, .+8; br x16

    def relocate(self, kind: int, old: bytes, place: int, target: int, addend: int, name: str) -> bytes:
        value = target + addend
        if kind == self.NONE:
            return b""
        if kind == self.ABS64:
            return struct.pack("<Q", value & 0xFFFFFFFFFFFFFFFF)
        if kind == self.ABS32:
            return struct.pack("<I", _check(value, 32, False, name))
        if kind == self.PREL64:
            return struct.pack("<q", _check(value - place, 64, True, name))
        if kind == self.PREL32:
            return struct.pack("<i", _check(value - place, 32, True, name))
        if kind == self.PREL16:
            return struct.pack("<h", _check(value - place, 16, True, name))
        word = struct.unpack("<I", old)[0]
        if kind in (self.CALL26, self.JUMP26):
            word = word & ~0x03FFFFFF | self._words(value - place, 28, name) & 0x03FFFFFF
        elif kind in (self.CONDBR19, self.LD_PREL_LO19):
            word = word & ~(0x7FFFF << 5) | (self._words(value - place, 21, name) & 0x7FFFF) << 5
        elif kind == self.TSTBR14:
            word = word & ~(0x3FFF << 5) | (self._words(value - place, 16, name) & 0x3FFF) << 5
        elif kind in (self.ADR_PREL_PG_HI21, self.ADR_PREL_PG_HI21_NC, self.ADR_GOT_PAGE):
            word = self._adr(word, _check(((value & ~0xFFF) - (place & ~0xFFF)) >> 12, 21, True, name))
        elif kind == self.ADR_PREL_LO21:
            word = self._adr(word, _check(value - place, 21, True, name))
        elif kind in self._LO12:
            shift = self._LO12[kind]
            low = value & 0xFFF
            if low & ((1 << shift) - 1):
                raise DeviceError(f"a reference to `{name}` in the kernel's code is not aligned")
            word = word & ~(0xFFF << 10) | (low >> shift) << 10
        elif kind in self._MOVW:
            word = word & ~(0xFFFF << 5) | (value >> self._MOVW[kind] & 0xFFFF) << 5
        else:
            raise self.unknown(kind, name)
        return struct.pack("<I", word)

    @staticmethod
    def _words(distance: int, bits: int, name: str) -> int:
        if distance & 3:
            raise DeviceError(f"a branch to `{name}` in the kernel's code is not aligned")
        return _check(distance, bits, True, name) >> 2

    @staticmethod
    def _adr(word: int, imm: int) -> int:
        return word & ~(3 << 29 | 0x7FFFF << 5) | (imm & 3) << 29 | (imm >> 2 & 0x7FFFF) << 5


MACHINES: dict[int, Machine] = {62: X8664(), 183: AArch64()}  # by e_machine
