"""What kernels become: patterns in PTX and LLVM IR, and the plan of each.  Every PTX is assembled for two
architectures."""

from __future__ import annotations

import re

import pytest

from ferrule.driver import Compilation
from ferrule.runtime import schema
from ferrule.runtime.plan import Artifact
from ferrule.session import Options
from tests.helpers.tools import ARCHS, ptxas

HEAD = "use cuda_device::{kernel, thread, warp, DisjointSlice, SharedArray};\n"


def compilation(source: str, **options: object) -> Compilation:
    return Compilation(source=HEAD + source, name="test.rs", options=Options(**options))  # type: ignore[arg-type]


def ptx(source: str, kernel: str = "k", generics: dict[str, str] | None = None, **options: object) -> str:
    c = compilation(source, **options)
    texts = [c.emit(kernel, generics or {}, "ptx", arch) for arch in ARCHS]
    for text in texts:
        ptxas(text)
    return texts[0]


def artifact(source: str, kernel: str = "k", generics: dict[str, str] | None = None) -> Artifact:
    a = compilation(source).compile(kernel, generics or {}, "nvptx", "sm_80")
    ptxas(a.code.decode())
    return a


SAXPY = """
#[kernel]
pub fn k(a: f32, x: &[f32], mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) { *y += a * x[i]; }
}
"""


def test_saxpy() -> None:
    text = ptx(SAXPY)
    assert text.count("ld.global.nc.b32") == 1 and text.count("ld.global.b32") == 1
    assert text.count("fma.rn.f32") == 1
    assert "ld.local" not in text and "st.local" not in text
    assert ".loc" in text and ".file" in text


def test_saxpy_without_contraction() -> None:
    text = ptx(SAXPY, fp_contract=False)
    assert "fma.rn.f32" not in text and "mul.rn.f32" in text and "add.rn.f32" in text


def test_saxpy_plan() -> None:
    plan = artifact(SAXPY).plan
    a, x, y = plan.params
    assert (a.kind, a.dtype, a.offset, a.size) == ("scalar", "f32", 0, 4)
    assert (x.kind, x.dtype, x.offset, x.size, x.mut, x.elem_size) == ("slice", "f32", 8, 16, False, 4)
    assert (y.kind, y.offset, y.mut, y.space.split("::")[-1]) == ("slice", 24, True, "Index1D")
    assert plan.grid_param == 2 and plan.params_size == 40 and plan.entry == "k"
    sites = [s for s in plan.sites if s.kind == "bounds_check"]
    assert len(sites) == 1
    assert (sites[0].file, sites[0].line, sites[0].column) == ("test.rs", 7, 49)
    assert sites[0].message == "index out of bounds: the len is {0} but the index is {1}"
    assert sites[0].operands == ("usize", "usize")


def test_shared_memory() -> None:
    text = ptx("""
#[kernel]
pub fn k(x: &[f32], mut y: DisjointSlice<f32>) {
    static mut TILE: SharedArray<f32, 64> = SharedArray::UNINIT;
    let i = thread::index_1d();
    let t = thread::threadIdx_x() as usize;
    unsafe {
        TILE[t] = x[i.get()];
        thread::sync_threads();
        if let Some(y) = y.get_mut(i) { *y = TILE[63 - t]; }
    }
}
""")
    assert re.search(r"\.shared \.align \d+ \.b8 \S*TILE\S*\[256\]", text)
    assert "st.shared.b32" in text and "ld.shared.b32" in text and "bar.sync" in text
    assert "ld.local" not in text


def test_shared_memory_alignment() -> None:
    text = ptx("""
#[kernel]
pub fn k(out: *mut u8) {
    static mut A: SharedArray<u8, 3> = SharedArray::UNINIT;
    static mut B: SharedArray<u8, 256, 128> = SharedArray::UNINIT;
    unsafe {
        let i = thread::threadIdx_x() as usize;
        A[i % 3] = i as u8;
        B[i] = 2 * i as u8;
        thread::sync_threads();
        *out = A[(i + 1) % 3] + B[i + 1];
    }
}
""")
    assert re.search(r"\.shared \.align 128 \.b8 \S*B\S*\[256\]", text)


def test_warp_operations() -> None:
    text = ptx("""
#[kernel]
pub fn k(x: &[u32], mut y: DisjointSlice<u32>) {
    let i = thread::index_1d();
    let v = x[i.get()];
    let s = warp::shuffle_xor(v, 1) + warp::ballot(v > 3);
    if let Some(y) = y.get_mut(i) { *y = s; }
}
""")
    assert "shfl.sync.bfly.b32" in text and "vote.sync.ballot.b32" in text


def test_generic_kernel_has_its_own_entry() -> None:
    source = """
#[kernel]
pub fn k<T: Copy + core::ops::Add<Output = T>, const N: usize>(x: &[T], mut y: DisjointSlice<T>) {
    let i = thread::index_1d();
    let n = i.get();
    if let Some(y) = y.get_mut(i) {
        let mut s = x[n];
        let mut j = 1;
        while j < N { s = s + x[n + j]; j += 1; }
        *y = s;
    }
}
"""
    a = artifact(source, generics={"T": "f64", "N": "3"})
    b = artifact(source, generics={"T": "i32", "N": "3"})
    assert re.fullmatch(r"k_[0-9a-f]{8}", a.plan.entry) and a.plan.entry != b.plan.entry
    assert f".entry {a.plan.entry}(" in a.code.decode()
    assert re.search(r"add(\.rn)?\.f64", a.code.decode()) and "add.s32" in b.code.decode()


def test_values_as_parameters() -> None:
    source = """
#[derive(Clone, Copy)]
pub struct P { a: u8, b: f32, c: [u16; 2] }
#[kernel]
pub fn k(p: P, t: (u8, u64), on: bool, n: u16, out: *mut f32) {
    let v = if on { p.b } else { p.c[1] as f32 };
    unsafe { *out = v + t.1 as f32 + n as f32 + p.a as f32; }
}
"""
    plan = artifact(source).plan
    p, tup, on, n, out = plan.params
    assert p.kind == "value" and (p.size, p.align) == (12, 4)
    described = schema.from_text(p.schema)
    assert isinstance(described, schema.Struct) and described.size == 12
    assert {f.name: (f.type.rust, f.offset) for f in described.fields} == {
        "a": ("u8", 8), "b": ("f32", 0), "c": ("[u16; 2]", 4),
    }  # fmt: skip
    assert tup.kind == "value" and tup.offset == 16 and tup.size == 16
    assert (on.kind, on.dtype, on.offset, n.offset, out.kind, out.offset) == ("scalar", "bool", 32, 34, "pointer", 40)
    text = ptx(source)
    assert "ld.local" not in text and "st.local" not in text


def test_launch_bounds() -> None:
    text = ptx("""
use cuda_device::launch_bounds;
#[kernel]
#[launch_bounds(128, 4)]
pub fn k(mut y: DisjointSlice<u32>) { if let Some(y) = y.get_mut(thread::index_1d()) { *y = 1; } }
""")
    assert re.search(r"\.maxntid 128\b", text) and ".minnctapersm 4" in text


def test_atomics() -> None:
    source = """
use cuda_device::atomic::{DeviceAtomicU32, AtomicOrdering};
#[kernel]
pub fn k(x: &[u32], bins: &[DeviceAtomicU32]) {
    let i = thread::index_1d().get();
    if i < x.len() { bins[x[i] as usize].fetch_add(1, AtomicOrdering::Relaxed); }
}
"""
    text = ptx(source)
    assert re.search(r"(atom|red)\S*\.add\.u32|(atom|red)\.global\.add", text)
    bins = artifact(source).plan.params[1]
    assert bins.dtype == "u32" and bins.shared_atomic and bins.mut


def test_enums_closures_and_options_need_no_memory() -> None:
    text = ptx("""
#[derive(Clone, Copy)]
enum Op { Add(f32), Scale { by: f32 }, Nop }
fn apply(op: Op, x: f32) -> f32 { match op { Op::Add(a) => x + a, Op::Scale { by } => x * by, Op::Nop => x } }
fn twice<F: Fn(f32) -> f32>(f: F, x: f32) -> f32 { f(f(x)) }
#[kernel]
pub fn k(x: &[f32], s: f32, mut y: DisjointSlice<f32>) {
    let i = thread::index_1d();
    let op = match i.get() % 3 { 0 => Op::Add(s), 1 => Op::Scale { by: s }, _ => Op::Nop };
    let v = x.get(i.get()).map(|v| twice(|q| apply(op, q), *v)).unwrap_or(0.0);
    if let Some(y) = y.get_mut(i) { *y = v; }
}
""")
    assert ".local" not in text and "call" not in text.split(".entry")[1].split("callseq")[0]


def test_float_casts_saturate() -> None:
    text = ptx("""
#[kernel]
pub fn k(x: f32, out: *mut i32) { unsafe { *out = x as i32; } }
""")
    assert "cvt.rzi.s32.f32" in text


def test_tables_are_globals() -> None:
    text = ptx("""
const TABLE: [u32; 8] = [3, 1, 4, 1, 5, 9, 2, 6];
static SECOND: [f32; 4] = [0.5, 1.5, 2.5, 3.5];
#[kernel]
pub fn k(i: usize, out: *mut f32) { unsafe { *out = TABLE[i % 8] as f32 + SECOND[i % 4]; } }
""")
    assert ".global" in text and "ld.global.nc" in text and ".local" not in text


def test_panics_carry_their_message() -> None:
    source = """
#[kernel]
pub fn k(x: &[i32], n: i32, mut y: DisjointSlice<i32>) {
    let i = thread::index_1d();
    let v = x[i.get()];
    assert!(v > 0, "value {} at {}", v, i.get());
    if v == 77 { panic!("seventy-seven {{}}: {:.2}", 1.5f32); }
    let q = Some(v).filter(|v| *v != 5).unwrap();
    if let Some(y) = y.get_mut(i) { *y = q / n; }
}
"""
    plan = artifact(source).plan
    messages = {s.message: s for s in plan.sites}
    assert messages["value {0} at {1}"].operands == ("i32", "usize")
    assert "attempt to divide by zero" in messages and "attempt to divide with overflow" in messages
    assert messages["seventy-seven {{}}: {0:.2f}"].operands == ("f32",)
    assert "called `Option::unwrap()` on a `None` value" in messages
    callers = [s for s in plan.sites if s.kind == "caller"]
    assert any((s.file, s.line) == ("test.rs", 9) for s in callers), "unwrap reports the line that called it"


def test_overflow_checks() -> None:
    source = "#[kernel]\npub fn k(a: i32, b: i32, out: *mut i32) { unsafe { *out = a + b; } }"
    c = compilation(source, overflow_checks=True)
    plan = c.compile("k", {}, "nvptx", "sm_80").plan
    assert [s.message for s in plan.sites] == ["attempt to add with overflow"]
    assert not compilation(source).compile("k", {}, "nvptx", "sm_80").plan.sites


def test_float_remainder_is_exact() -> None:
    source = "#[kernel]\npub fn k(a: f32, b: f64, out: *mut f64) { unsafe { *out = (a % 0.7) as f64 + b % 0.3; } }"
    assert "frem" not in compilation(source).emit("k", {}, "llvm-ir", "sm_80")  # LLVM's is inexact on GPUs
    ptx(source)


def test_function_pointers() -> None:
    ptx("""
fn add(x: u32) -> u32 { x + 3 }
#[inline(never)] fn mul(x: u32) -> u32 { x * 5 }
#[kernel]
pub fn k(n: usize, out: *mut u32) {
    let table: [fn(u32) -> u32; 3] = [add, mul, |x| x ^ 1];
    unsafe { *out = table[n % 3](n as u32); }
}
""")


def test_wide_integers() -> None:
    ptx("""
#[kernel]
pub fn k(a: u64, b: u64, out: *mut u64) {
    let p = (a as u128) * (b as u128);
    unsafe { *out = (p >> 64) as u64 ^ (p / (b as u128 | 1)) as u64 ^ (p % 1000) as u64; }
}
""")


@pytest.mark.parametrize("stage", ["llvm-ir", "llvm-ir-opt", "ptx"])
def test_stages(stage: str) -> None:
    text = compilation(SAXPY).emit("k", {}, stage, "sm_90")
    assert ("define ptx_kernel" in text) == (stage != "ptx")
    assert (".target sm_90" in text) == (stage == "ptx")
