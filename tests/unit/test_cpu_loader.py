"""The loader of relocatable objects: symbols, relocations, protection, and clear errors."""

from __future__ import annotations

import ctypes
import json
import platform
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cpu_kernels import module_ir, plan

from ferrule.codegen.llvm import host_object
from ferrule.codegen.llvm.host_entry import EntryParam
from ferrule.errors import DeviceError
from ferrule.runtime.cpu import loader, reloc

HOST = loader.host_machine()
TRIPLES = {"x86_64": "x86_64-unknown-linux-gnu", "aarch64": "aarch64-unknown-linux-gnu"}

PROGRAM = """
@table = internal constant [4 x i32] [i32 10, i32 20, i32 30, i32 40]
@state = dso_local global i32 5
@zeros = dso_local global [8 x i64] zeroinitializer
@pointer = internal global ptr @state
declare ptr @memcpy(ptr, ptr, i64)
define i32 @pick(i32 %i) {
  %i64 = zext i32 %i to i64
  %p = getelementptr i32, ptr @table, i64 %i64
  %v = load i32, ptr %p
  %q = load volatile ptr, ptr @pointer
  %s = load i32, ptr %q
  %r = add i32 %v, %s
  %n = add i32 %s, 1
  store i32 %n, ptr @state
  ret i32 %r
}
define i64 @copy(ptr %to, ptr %from, i64 %n) {
  %r = call ptr @memcpy(ptr %to, ptr %from, i64 %n)
  %z = load i64, ptr @zeros
  ret i64 %z
}
define double @const(double %x) {
  %y = fmul double %x, 0x3FF199999999999A
  ret double %y
}
define i32 @jump(i32 %k) {
entry:
  switch i32 %k, label %d [ i32 0, label %a i32 1, label %b i32 2, label %c i32 3, label %e i32 4, label %f ]
a:
  %va = call i32 @pick(i32 0)
  ret i32 %va
b:
  store volatile i32 2, ptr @state
  ret i32 77
c:
  store volatile i32 1, ptr @state
  ret i32 33
e:
  %vb = call i32 @pick(i32 1)
  ret i32 %vb
f:
  store volatile i32 1, ptr @state
  ret i32 -6
d:
  ret i32 -1
}
"""


def emit(ir: str, arch: str = HOST, opt: int = 1) -> bytes:
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    cpu = "x86-64" if arch == "x86_64" else "generic"
    machine = host_object.target_machine(TRIPLES[arch], cpu, "", opt)
    module = llvm.parse_assembly(f'target triple = "{TRIPLES[arch]}"\n{ir}')
    code: bytes = machine.emit_object(module)
    return code


def function(image: loader.Image, name: str, result: Any, *args: Any) -> Any:
    return ctypes.CFUNCTYPE(result, *args)(image.address(name))


@pytest.fixture(scope="module")
def image() -> loader.Image:
    return loader.load(emit(PROGRAM))


def test_data_pointers_and_writes(image: loader.Image) -> None:
    pick = function(image, "pick", ctypes.c_int32, ctypes.c_int32)
    assert pick(2) == 35
    assert pick(3) == 46  # @state counts up
    address, size = image.symbols["state"]
    assert size == 4 and ctypes.c_int32.from_address(address).value == 7


def test_calls_into_the_c_library(image: loader.Image) -> None:
    copy = function(image, "copy", ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    a, b = ctypes.create_string_buffer(b"hello"), ctypes.create_string_buffer(8)
    assert copy(b, a, 6) == 0 and b.value == b"hello"


def test_constants_and_jump_tables(image: loader.Image) -> None:
    assert function(image, "const", ctypes.c_double, ctypes.c_double)(2.0) == 2.2
    jump = function(image, "jump", ctypes.c_int32, ctypes.c_int32)
    assert [jump(k) for k in (1, 2, 4, 5)] == [77, 33, -6, -1]


def test_internal_symbols_are_not_exported(image: loader.Image) -> None:
    assert "table" not in image.symbols
    with pytest.raises(DeviceError, match="no symbol `nothing`"):
        image.address("nothing")


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs /proc")
def test_no_page_is_writable_and_executable(image: loader.Image) -> None:
    spans = []
    for line in Path("/proc/self/maps").read_text().splitlines():
        limits, access = line.split()[:2]
        low, high = (int(x, 16) for x in limits.split("-"))
        spans.append((low, high, access))

    def access(address: int) -> str:
        return next(a for low, high, a in spans if low <= address < high)

    assert access(image.address("pick")).startswith("r-x")
    assert access(image.address("state")).startswith("rw-")


def test_unknown_function_is_a_clear_error() -> None:
    code = emit("declare i32 @system(ptr)\ndefine i32 @f(ptr %p) {\n %r = call i32 @system(ptr %p)\n ret i32 %r\n}")
    assert loader.Object(code).undefined() == ["system"]
    with pytest.raises(DeviceError, match="needs the function `system`"):
        loader.load(code)


def test_externals_can_be_given() -> None:
    code = emit("declare i32 @hook(i32)\ndefine i32 @f(i32 %x) {\n %r = call i32 @hook(i32 %x)\n ret i32 %r\n}")
    hook = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)(lambda x: x * 3)
    loaded = loader.load(code, {"hook": ctypes.cast(hook, ctypes.c_void_p).value or 0})
    assert function(loaded, "f", ctypes.c_int32, ctypes.c_int32)(14) == 42


def test_damaged_objects_are_clear_errors() -> None:
    code = emit(PROGRAM)
    for bad in (b"", b"not ELF at all", code[:100], code[: len(code) // 2], b"\x7fELF\x01\x01" + code[6:]):
        with pytest.raises(DeviceError):
            loader.load(bad)


def test_other_machine_is_a_clear_error() -> None:
    other = "aarch64" if HOST == "x86_64" else "x86_64"
    with pytest.raises(DeviceError, match=f"compiled for {other}"):
        loader.load(emit(PROGRAM, other))


def test_unknown_relocation_is_a_clear_error() -> None:
    for machine in (reloc.X8664(), reloc.AArch64()):
        with pytest.raises(DeviceError, match="unknown type 999"):
            machine.relocate(999, bytes(4), 0, 0, 0, "x")


def test_x86_ranges() -> None:
    m = reloc.X8664()
    assert m.relocate(m.PC32, bytes(4), 0x1000, 0x2000, -4, "x") == struct.pack("<i", 0xFFC)
    assert m.relocate(m.R32S, bytes(4), 0, 0, -4, "x") == struct.pack("<i", -4)
    with pytest.raises(DeviceError, match="does not reach"):
        m.relocate(m.PLT32, bytes(4), 0, 1 << 33, 0, "far")
    with pytest.raises(DeviceError, match="does not reach"):
        m.relocate(m.R32, bytes(4), 0, 1 << 32, 0, "far")


# ------------------------------------------------------------------------------------------------------------- AArch64
def sign(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


def refers_to(memory: Any, base: int, at: int, kind: int, follow: int) -> int:
    """The address an instruction pair or branch at ``at`` leads to, decoded from the bytes alone."""
    word = struct.unpack("<I", memory.read(at, 4))[0]
    if kind in (282, 283):
        return base + at + 4 * sign(word & 0x3FFFFFF, 26)
    assert word >> 24 & 0x9F == 0x90, "not an adrp"
    imm = sign((word >> 5 & 0x7FFFF) << 2 | word >> 29 & 3, 21)
    page = (base + at & ~0xFFF) + (imm << 12)
    low = struct.unpack("<I", memory.read(follow, 4))[0]
    shift = {0x91: 0}.get(low >> 24, low >> 30)  # add, else a load or store by size
    return page + ((low >> 10 & 0xFFF) << shift)


def test_aarch64_objects_link() -> None:
    """Every reference of a cross-compiled object, decoded back, leads to its symbol."""
    obj = loader.Object(emit(PROGRAM, "aarch64"))
    machine = reloc.MACHINES[obj.machine_id]
    assert machine.name == "aarch64"
    linker = loader._Linker(obj, machine, {"memcpy": 0x7000_1234_5678})
    image = linker.link()
    seen = set()
    pages: dict[int, tuple[int, int]] = {}
    for (section, offset), kind, sym, addend in linker._relocations():
        at = linker.offsets[section] + offset
        name = obj.symbols[sym].name
        expected = linker._symbol_address(sym) + addend
        seen.add(kind)
        if kind == 275:
            pages[sym] = (at, kind)
        elif kind in machine._LO12 and kind != 312:  # type: ignore[attr-defined]
            assert refers_to(image._memory, linker.base, pages[sym][0], 275, at) == expected, name
        elif kind in (282, 283):
            to = refers_to(image._memory, linker.base, at, kind, 0)
            if name == "memcpy":
                stub = image._memory.read(to - linker.base, 16)
                assert struct.unpack("<IIQ", stub) == (0x58000050, 0xD61F0200, expected)
            else:
                assert to == expected, name
        elif kind == 257:
            assert struct.unpack("<Q", image._memory.read(at, 8))[0] == expected
    assert {275, 277, 257} <= seen and seen & {282, 283}


def test_aarch64_encodings() -> None:
    m = reloc.AArch64()

    def patch(kind: int, word: int, place: int, target: int) -> int:
        value: int = struct.unpack("<I", m.relocate(kind, struct.pack("<I", word), place, target, 0, "x"))[0]
        return value

    assert patch(m.CALL26, 0x94000000, 0x1000, 0x1008) == 0x94000002  # bl .+8
    assert patch(m.JUMP26, 0x14000000, 0x1000, 0xFFC) == 0x17FFFFFF  # b .-4
    assert patch(m.ADR_PREL_PG_HI21, 0x90000000, 0x1000, 0x5678) == 0x90000020  # adrp x0, 4 pages on
    assert patch(m.ADD_LO12, 0x91000000, 0, 0x5678) == 0x9119E000  # add x0, x0, #0x678
    assert patch(m.LDST64_LO12, 0xF9400000, 0, 0x5678) == 0xF9433C00  # ldr x0, [x0, #0x678]
    assert patch(m.CONDBR19, 0x54000000, 0x1000, 0x1010) == 0x54000080  # b.eq .+16
    assert patch(m.MOVW_G1_NC, 0xF2A00000, 0, 0xABCD1234) == 0xF2B579A0  # movk x0, #0xabcd, lsl #16
    with pytest.raises(DeviceError, match="not aligned"):
        patch(m.LDST64_LO12, 0xF9400000, 0, 0x5674)
    with pytest.raises(DeviceError, match="does not reach"):
        patch(m.CALL26, 0x94000000, 0, 1 << 28)


# ------------------------------------------------------------------------------------------------------------- imports
def test_a_cached_kernel_needs_no_compiler(tmp_path: Path) -> None:
    """Loading and launching imports neither LLVM nor NumPy nor any phase of the compiler."""
    body = """
define internal void @kernel(ptr %rt, ptr %out, i64 %n) alwaysinline nounwind {
  %t = call i32 @fe.linear(ptr %rt)
  %t64 = zext i32 %t to i64
  %p = getelementptr i32, ptr %out, i64 %t64
  store i32 %t, ptr %p
  ret void
}
"""
    ir = module_ir(body, (EntryParam("ptr", 0), EntryParam("i64", 8)), False)
    (tmp_path / "k.o").write_bytes(host_object.optimise(ir).object)
    (tmp_path / "k.json").write_text(json.dumps(plan(False, 16).to_json()))
    code = f"""
import ctypes, json, struct, sys
from pathlib import Path
from ferrule.runtime.cpu.device import load
from ferrule.runtime.plan import Artifact, KernelPlan
here = Path({str(tmp_path)!r})
k = load(Artifact(KernelPlan.from_json(json.loads((here / "k.json").read_text())), "elf", (here / "k.o").read_bytes()))
out = (ctypes.c_int32 * 8)()
k.launch((1, 1, 1), (8, 1, 1), struct.pack("<QQ", ctypes.addressof(out), 8))
assert list(out) == list(range(8))
heavy = [m for m in sys.modules if m.split(".")[0] in ("llvmlite", "numpy") or
         m.startswith(("ferrule.syntax", "ferrule.hir", "ferrule.ty", "ferrule.mir", "ferrule.codegen"))]
print(heavy)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_host_machine_is_normalised(monkeypatch: pytest.MonkeyPatch) -> None:
    for given, name in (("AMD64", "x86_64"), ("arm64", "aarch64"), ("x86_64", "x86_64")):
        monkeypatch.setattr(platform, "machine", lambda given=given: given)
        assert loader.host_machine() == name
