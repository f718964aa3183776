"""``#[launch_contract]``, ``#[launch_bounds]`` and ``#[unroll]``: read by the compiler, kept by every launch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ferrule as fe
from ferrule.runtime import launch as ln
from ferrule.runtime.launch import Launch, Limits
from ferrule.runtime.plan import KernelPlan

SOURCE = """
use cuda_device::{DisjointSlice, DynamicSharedArray, kernel, launch_bounds, launch_contract, thread, unroll};
use cuda_device::Uniform;

pub trait Policy { const THREADS: u32; const BLOCKS: u32; const UNROLL: u32; }
pub struct Small;
impl Policy for Small { const THREADS: u32 = 64; const BLOCKS: u32 = 2; const UNROLL: u32 = 3; }
pub struct Huge;
impl Policy for Huge { const THREADS: u32 = 2048; const BLOCKS: u32 = 1; const UNROLL: u32 = 1; }
const WARPS: u32 = 3;

#[kernel]
#[launch_contract(domain = 1, requires = (input.len() >= n * stride, (out.len()) == n, k - 1 < 4))]
pub fn strided(n: usize, stride: Uniform<u32>, k: u8, input: &[f32], mut out: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(out) = out.get_mut(idx) { *out = input[i * stride.get() as usize]; }
}

#[kernel]
#[launch_bounds(P::THREADS, P::BLOCKS)]
pub fn policy<P: Policy>(n: u32, mut out: DisjointSlice<u32>) {
    let mut sum = 0;
    let mut i = 0;
    #[unroll(P::UNROLL)]
    while i < n { sum += i * thread::blockDim_x(); i += 1; }
    if let Some(out) = out.get_mut(thread::index_1d()) { *out = sum; }
}

#[kernel]
#[launch_bounds(WARPS * 32)]
pub fn named(mut out: DisjointSlice<u32>) {
    if let Some(out) = out.get_mut(thread::index_1d()) { *out = thread::blockDim_x(); }
}

#[kernel]
#[launch_contract(domain = 1, block = (32, 1, 1), dynamic_shared = 1024, dynamic_shared_alignment = 256,
    min_compute_capability = (9, 0))]
pub fn exact(mut out: DisjointSlice<u64>) {
    if let Some(out) = out.get_mut(thread::index_1d()) {
        *out = unsafe { DynamicSharedArray::<u32, 256>::get() } as u64 % 256;
    }
}

#[kernel]
#[launch_contract(domain = 3, coordinates = u32, dynamic_shared_range = (64, 128))]
pub fn ranged(mut out: DisjointSlice<u32>) {
    let shared = DynamicSharedArray::<u32>::get();
    if let Some(out) = out.get_mut(thread::index_1d()) { *out = unsafe { shared.add(15).read() } | 1; }
}
"""


@pytest.fixture(scope="module")
def m() -> Any:
    return fe.rust(SOURCE)


def test_relations_that_hold(m: Any) -> None:
    out = np.zeros(5, "f4")
    m.strided(5, 4, 1, np.arange(20, dtype="f4"), out)
    assert out.tolist() == [0, 4, 8, 12, 16]


@pytest.mark.parametrize(
    "n, stride, k, says",
    [
        (5, 5, 1, r"requires `input.len\(\) >= n \* stride`: the left side is 20, the right side 25 .*stride = 5"),
        (4, 5, 1, r"requires `\(out.len\(\)\) == n`: the left side is 5, the right side 4"),
        (5, 4, 5, r"requires `k - 1 < 4`: the left side is 4, the right side 4 \(k = 5\)"),
        (5, 4, 0, r"requires `k - 1 < 4`, and 0 - 1 is no u64"),
        (2**63, 4, 1, r"9223372036854775808 \* 4 is no u64"),
    ],
)
def test_relations_that_do_not(m: Any, n: int, stride: int, k: int, says: str) -> None:
    out = np.full(5, 7, "f4")
    with pytest.raises(fe.LaunchError, match=says):
        m.strided(n, stride, k, np.arange(20, dtype="f4"), out)
    assert out.tolist() == [7] * 5


def test_the_domain(m: Any) -> None:
    x, out = np.arange(20, dtype="f4"), np.zeros(5, "f4")
    with pytest.raises(fe.LaunchError, match=r"grid.y is 2; .*says domain = 1"):
        m.strided[(1, 2), 32](5, 4, 1, x, out)
    with pytest.raises(fe.LaunchError, match=r"block.z is 2; .*says domain = 1"):
        m.strided[1, (32, 1, 2)](5, 4, 1, x, out)


def test_bounds_are_constant_expressions(m: Any) -> None:
    out = np.zeros(100, "u4")
    small = m.policy.specialize(P="Small")
    small(4, out)
    assert out.tolist() == [6 * 64] * 100
    with pytest.raises(fe.LaunchError, match="compiled for at most 64"):
        small[1, 65](4, out)
    text = small.ptx("sm_80")
    assert ".maxntid 64" in text and ".minnctapersm 2" in text
    assert '!"llvm.loop.unroll.count", i32 3' in small.llvm_ir("sm_80")
    m.named(out)
    assert out.tolist() == [96] * 100
    with pytest.raises(fe.UnsupportedError, match="2048 threads: a block has between 1 and 1024"):
        m.policy.specialize(P="Huge")(4, out)


def test_dynamic_shared_memory(m: Any) -> None:
    out = np.full(5, 9, "u8")
    m.exact(out)  # the contract says how much
    assert out.tolist() == [0] * 5
    assert ".align 256 .b8 __ferrule_dynamic_shared" in m.exact.ptx("sm_90")
    with pytest.raises(fe.LaunchError, match="shared is 512 bytes; .*says exactly 1024"):
        m.exact[Launch(1, 32, shared=512)](out)
    few = np.zeros(3, "u4")
    with pytest.raises(fe.LaunchError, match="shared is 0 bytes; .*says between 64 and 128"):
        m.ranged[1, 32](few)
    m.ranged[Launch(1, 32, shared=100)](few)
    assert all(few)


def artifact_plan(k: Any) -> KernelPlan:
    plan: KernelPlan = k._artifact(("cpu", 0), {}).plan
    return plan


def test_rules_of_the_device(m: Any) -> None:
    plan = artifact_plan(m.exact)
    launch = Launch(1, 32)
    ln.validate(plan, Limits("gpu", capability=(9, 0)), launch, (1, 1, 1), (32, 1, 1))
    with pytest.raises(fe.LaunchError, match="gpu has compute capability 8.6; .*says at least 9.0"):
        ln.validate(plan, Limits("gpu", capability=(8, 6)), launch, (1, 1, 1), (32, 1, 1))
    ranged, shared = artifact_plan(m.ranged), Launch(1, 32, shared=64)
    ln.validate(ranged, Limits(), shared, (2**22, 1, 1), (1024, 1, 1))
    with pytest.raises(fe.LaunchError, match="indices beyond u32"):
        ln.validate(ranged, Limits(), shared, (2**22 + 1, 1, 1), (1024, 1, 1))
    assert ln.max_blocks(ranged, (1024, 1, 1)) == 2**22
    assert ln.max_blocks(plan, (1, 1, 1)) == 2**31 - 1


def test_plans_keep_the_contract(m: Any) -> None:
    import json

    for k in (m.strided, m.exact, m.ranged, m.named):
        plan = artifact_plan(k)
        assert KernelPlan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


def test_the_domain_is_known_to_the_code(m: Any) -> None:
    assert "%ntid.y" not in m.strided.ptx("sm_80") and "%nctaid.y" not in m.strided.ptx("sm_80")
    assert "%ntid.y" in m.named.ptx("sm_80")


@pytest.mark.parametrize(
    "attribute, says",
    [
        ("launch_contract(block = (32, 1, 1))", "`launch_contract` needs `domain = 1`, `2` or `3`"),
        ("launch_contract(domain = 4)", "`domain` lies between 1 and 3"),
        ("launch_contract(domain = 1, speed = 9)", "`launch_contract` has no field `speed`"),
        ("launch_contract(domain = 1, domain = 2)", "`domain` is given twice"),
        ("launch_contract(domain)", "`launch_contract` takes `name = value` pairs"),
        ("launch_contract(domain = 1, coordinates = u64)", "`coordinates` of a launch contract can be `u32` only"),
        ("launch_contract(domain = 1, block = 32)", "`block` is a tuple of 3 integer literals"),
        ("launch_contract(domain = 1, block = (32, 2, 1))", "block.y is 2, and `domain = 1` leaves it at 1"),
        ("launch_contract(domain = 2, block = (64, 32, 1))", "a block of 2048 threads"),
        ("launch_contract(domain = 1, dynamic_shared = 1, dynamic_shared_range = (1, 2))", "exclude each other"),
        ("launch_contract(domain = 1, dynamic_shared_range = (3, 2))", "no size lies between 3 and 2 bytes"),
        ("launch_contract(domain = 1, dynamic_shared_alignment = 24)", "an alignment of 24 bytes is no power of two"),
        ("launch_contract(domain = 1, requires = ())", "`requires` is a list of relations in parentheses"),
        ("launch_contract(domain = 1, requires = (n))", "a relation of a launch contract is one comparison"),
        ("launch_contract(domain = 1, requires = (m > 1))", "the kernel has no parameter `m`"),
        ("launch_contract(domain = 1, requires = (x > 1))", "`x` is an unsigned integer in the launch contract"),
        ("launch_contract(domain = 1, requires = (n.len() > 1))", "`n` is a slice in the launch contract"),
        ("launch_contract(domain = 1, requires = (n / 2 > 1))", "launch contracts are made of lengths"),
        ("launch_bounds()", "`launch_bounds` takes the most threads of a block"),
        ("launch_bounds(0)", "`launch_bounds` of 0 threads: a block has between 1 and 1024"),
        ("launch_bounds(64, 99)", "no multiprocessor holds more than 32"),
        ("launch_bounds(NONE)", "cannot find value `NONE`"),
        ("launch_bounds(true)", "mismatched types"),
        ("launch_bounds(1 - 2)", "attempt to compute `1_u32 - 2_u32`, which would overflow"),
        ("cluster_launch(2, x)", "the size of a cluster is an integer literal"),
        ("cluster_launch(17)", "the size of a cluster lies between 1 and 16"),
    ],
)
def test_mistakes_are_errors_of_the_check(attribute: str, says: str) -> None:
    source = f"""
        use cuda_device::*;
        #[kernel]
        #[{attribute}]
        pub fn k(n: u32, x: &[f32]) {{}}
    """
    shown = [d for d in fe.rust(source).check() if d.level == "error"]
    assert len(shown) == 1 and says in shown[0].message
    assert shown[0].span


def test_block_of_the_contract_fits_the_bounds() -> None:
    (shown,) = fe.rust("""
        use cuda_device::*;
        #[kernel]
        #[launch_bounds(64)]
        #[launch_contract(domain = 1, block = (128, 1, 1))]
        pub fn k() {}
    """).check()
    assert "says blocks of 128 threads and `launch_bounds` at most 64" in shown.message
