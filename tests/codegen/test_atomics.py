"""Atomic operations in PTX: the ordering and the scope of each, which LLVM alone would not write."""

from __future__ import annotations

import re

import pytest

from ferrule.driver import Compilation
from tests.helpers.tools import ARCHS, ptxas

pytestmark = pytest.mark.ptxas

SCOPES = {"Block": "cta", "Device": "gpu", "System": "sys"}
SEM = {"Relaxed": "relaxed", "Acquire": "acquire", "Release": "release", "AcqRel": "acq_rel", "SeqCst": "acq_rel"}


def instructions(body: str, params: str, arch: str = ARCHS[0]) -> list[str]:
    """The atomic instructions and fences of a kernel, in order; not those of its panics."""
    source = f"""
use core::sync::atomic::{{AtomicBool, AtomicU8, AtomicU32, Ordering}};
use cuda_device::{{atomic::*, atomic::AtomicOrdering::*, kernel}};
#[kernel]
pub unsafe fn k({params}, out: *mut u64) {{ unsafe {{ *out = {{ {body} }} as u64; }} }}
"""
    text = Compilation(source=source).emit("k", {}, "ptx", arch)
    ptxas(text, arch)
    return re.findall(r"^\s*(?:@%p\d+ )?((?:atom|fence|ld\.[ar]|st\.r|isspacep)[.\w]*)", text, re.M)


@pytest.mark.parametrize("order", SEM)
@pytest.mark.parametrize("scope", SCOPES)
def test_the_order_of_an_addition(scope: str, order: str) -> None:
    got = instructions(f"(*p).fetch_add(1, {order})", f"p: *const {scope}AtomicU32")
    if scope == "System":
        fence = ["fence.sc.sys"] if order == "SeqCst" else []
        assert got == [*fence, f"atom.{SEM[order]}.sys.add.u32"]
        return
    name = SCOPES[scope]
    before = {"Release": "acq_rel", "AcqRel": "acq_rel", "SeqCst": "sc"}.get(order)
    after = order in ("Acquire", "AcqRel", "SeqCst")
    fences = [f"fence.{before}.{name}"] if before else []
    # Without a scope the instruction is of the device, which is more than of the block.
    assert got == [*fences, "atom.global.add.u32", *([f"fence.acq_rel.{name}"] if after else [])]


OPERATIONS = {
    ("U32", "fetch_sub(3"): "add.u32",
    ("I32", "fetch_max(3"): "max.s32",
    ("U32", "fetch_min(3"): "min.u32",
    ("U64", "fetch_and(3"): "and.b64",
    ("U64", "fetch_max(3"): "max.u64",
    ("I64", "fetch_min(3"): "min.s64",
    ("I64", "fetch_xor(3"): "xor.b64",
    ("U32", "fetch_or(3"): "or.b32",
    ("F32", "swap(3.0"): "exch.b32",
    ("F64", "swap(3.0"): "exch.b64",
    ("F32", "fetch_add(3.0"): "add.f32",
    ("F64", "fetch_sub(3.0"): "add.f64",
    ("F16", "fetch_add(3.0"): "add.noftz.f16",
}


@pytest.mark.parametrize(("ty", "call"), OPERATIONS)
def test_operations_of_the_system(ty: str, call: str) -> None:
    got = instructions(f"(*p).{call}, Release)", f"p: *const SystemAtomic{ty}")
    assert got == [f"atom.release.sys.{OPERATIONS[ty, call]}"]


@pytest.mark.parametrize("scope", SCOPES)
def test_loops_keep_order_and_scope(scope: str) -> None:
    got = instructions("(*p).swap(3.0, AcqRel)", f"p: *const {scope}AtomicF16")
    assert got == [f"atom.acq_rel.{SCOPES[scope]}.global.cas.b32"]


@pytest.mark.parametrize("scope", SCOPES)
def test_loads_and_stores(scope: str) -> None:
    got = instructions("(*p).store((*p).load(Acquire), Release); 0", f"p: *const {scope}AtomicF16")
    assert got == [f"ld.acquire.{SCOPES[scope]}.global.b16", f"st.release.{SCOPES[scope]}.global.b16"]


def test_small_integers() -> None:
    got = instructions("(*p).fetch_or(true, Ordering::Acquire)", "p: *const AtomicBool")
    assert got == ["atom.acquire.sys.or.b32"]
    got = instructions("(*p).fetch_and(3, Ordering::AcqRel)", "p: *const AtomicU8")
    assert got == ["atom.acq_rel.sys.and.b32"]


def test_local_variables_need_no_instruction() -> None:
    body = "let x = AtomicU32::new(n); x.fetch_add(n, Ordering::Relaxed); x.load(Ordering::Relaxed)"
    assert instructions(body, "n: u32") == []


def test_pairs_of_halves() -> None:
    body = "atom_add_f16x2(p, 1); atom_add_bf16x2(p, 1)"
    assert instructions(body, "p: *mut u32", "sm_90") == ["atom.add.noftz.f16x2", "atom.add.noftz.bf16x2"]
    # Before sm_90 there is a loop for pairs of bf16.
    got = instructions(body, "p: *mut u32", "sm_80")
    assert got[0] == "atom.add.noftz.f16x2" and got[-1] == "atom.relaxed.gpu.global.cas.b32"
