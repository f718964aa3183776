"""`ptx_asm!`: operands, numbering, and what does not fit."""

from __future__ import annotations

import re

import pytest

from ferrule.driver import Compilation
from ferrule.errors import UnsupportedError
from tests.helpers.tools import ptxas


def emitted(statement: str, values: str = "") -> str:
    source = f"""
        use cuda_device::*;
        #[kernel]
        pub fn k(out: &mut [u64]) {{
            let i = threadIdx_x();
            let wide = i as u64; let real = i as f32; let double = i as f64; let pair = (i, i);
            {values}
            unsafe {{ {statement} }}
            out[i as usize] = wide + real as u64 + double as u64 + pair.0 as u64;
        }}
    """
    return Compilation(source=source).emit("k", {}, "ptx", "sm_80")


def asm(ptx: str) -> str:
    """The text between the marks of the only inline assembly that does not end a thread."""
    found = re.findall(r"// begin inline asm\s*(.*?)\s*// end inline asm", ptx, re.DOTALL)
    (text,) = [f for f in found if not f.startswith("exit;")]
    return re.sub(r"%r[ds]?\d+|%f\d+", "R", text)


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ('let r: u32; ptx_asm!("add.u32 %0, %1, %2;", out("=r") r, in("r") i, in("n") 5u32); out[0] = r as u64',
         "add.u32 R, R, 5;"),
        ('let mut r = 1u32; ptx_asm!("mad.lo.u32 %0, %1, %2, %0;", inout("+r") r, in("r") i, in("r") 3u32); out[0] = r as u64',
         "mad.lo.u32 R, R, R, R;"),
        ('let r: u64; ptx_asm!("mul%1.u32 %0, %2, %3;", out("=l") r, in("C") b".wide\\0", in("r") i, in("r") i); out[0] = r',
         "mul.wide.u32 R, R, R;"),
        ('const T: &str = "add"; ptx_asm!("%1.f32 %0, %2, %2;", inout("+f") real, in("C") T, in("f") 2.0f32)', "add.f32 R, R, R;"),
        ('let r: u32; ptx_asm!("mov.b32 %0, %1;", out("=r") r, in("r") real); out[0] = r as u64', "mov.b32 R, R;"),
    ],
)  # fmt: skip
def test_operands(statement: str, text: str) -> None:
    ptx = emitted(statement, "let mut real = real;")
    ptxas(ptx)
    assert asm(ptx) == text


def test_operands_keep_their_place_beside_ones_that_are_read_and_written() -> None:
    ptx = emitted(
        'let mut r = 7u32; ptx_asm!("sub.u32 %0, %1, %2;", inout("+r") r, in("n") 11u32, in("n") 13u32); out[0] = r as u64'
    )
    assert asm(ptx) == "sub.u32 R, 11, 13;"


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ('ptx_asm!("nop;", in("x") i)', "`x` is no constraint of an input"),
        ('ptx_asm!("nop;", out("r") wide)', "`r` is no constraint of an output"),
        ('ptx_asm!("nop;", in("r") double)', "a value of type `f64` does not fit the register class `r`"),
        ('ptx_asm!("nop;", in("f") i)', "a value of type `u32` does not fit the register class `f`"),
        ('ptx_asm!("nop;", in("h") wide)', "a value of type `u64` does not fit the register class `h`"),
        ('ptx_asm!("nop;", in("r") pair)', "a value of type `(u32, u32)` does not fit the register class `r`"),
        ('ptx_asm!("nop;", out("=d") real)', "a value of type `f32` does not fit the register class `d`"),
        ('ptx_asm!("nop;", in("n") i)', "an operand `n` of `ptx_asm!` is an integer constant"),
        ('ptx_asm!("nop;", in("C") i)', "an operand `C` of `ptx_asm!` is a constant string"),
        ('ptx_asm!("mov.u32 %0, %2;", out("=r") i)', "`%2` names no operand of this `ptx_asm!`, which has 1"),
    ],
)
def test_operands_that_do_not_fit(statement: str, message: str) -> None:
    with pytest.raises(UnsupportedError, match=re.escape(message)):
        emitted(statement, "let (mut i, mut wide, mut real) = (i, wide, real);")


def test_foreign_functions() -> None:
    source = """
        use cuda_device::*;
        unsafe extern "C" { fn __nv_sinf(x: f32) -> f32; fn __nv_cos(x: f32) -> f32; fn mine(x: f32) -> f32; }
        #[kernel] pub fn libdevice(out: &mut [f32]) { out[0] = unsafe { __nv_sinf(out[1]) } }
        #[kernel] pub fn other_type(out: &mut [f32]) { out[0] = unsafe { __nv_cos(out[1]) } }
        #[kernel] pub fn linked(out: &mut [f32]) { out[0] = unsafe { mine(out[1]) } }
    """
    compilation = Compilation(source=source)
    ptxas(compilation.emit("libdevice", {}, "ptx", "sm_80"))
    for kernel, name in (("other_type", "__nv_cos"), ("linked", "mine")):
        for target in ("ptx", "asm"):
            with pytest.raises(UnsupportedError, match=f"`{name}` is declared here and defined outside of Rust"):
                compilation.emit(kernel, {}, target, "sm_80" if target == "ptx" else "")
            compilation.session.diag.diagnostics.clear()


def test_atomic_loads_of_memory_that_is_only_read() -> None:
    source = """
        use core::sync::atomic::{AtomicU32, Ordering};
        use cuda_device::{atomic::DeviceAtomicU32, *};
        #[kernel] pub fn owned(a: &mut [AtomicU32], out: &mut [u32]) { out[0] = a[0].load(Ordering::Acquire) }
        #[kernel] pub fn cast(a: &[u32], out: &mut [u32]) {
            out[0] = unsafe { DeviceAtomicU32::from_ptr(a.as_ptr() as *mut u32) }.load(atomic::AtomicOrdering::Relaxed)
        }
    """
    for kernel in ("owned", "cast"):
        ptx = Compilation(source=source).emit(kernel, {}, "ptx", "sm_80")
        ptxas(ptx)
        assert re.search(r"ld\.(acquire|relaxed)\.(sys|gpu)\.global\.b32", ptx)
