"""Barriers stay one instruction that all threads of a block execute, whatever LLVM does to the branches around them."""

from __future__ import annotations

import pytest

from ferrule.codegen.llvm.nvptx import NvptxTarget
from ferrule.driver import Compilation
from tests.helpers.tools import ptxas

# After the branch `i` is known to be 0 on one side, which invites LLVM to go on apart on the two sides.
SOURCE = """
use cuda_device::*;
use cuda_device::barrier::{Barrier, mbarrier_init};

fn meet() { sync_threads() }
fn meet_by_pointer(f: fn()) { f() }

#[kernel]
pub fn direct(x: &[u32], out: &mut [u32]) { work(x, out, || sync_threads()) }
#[kernel]
pub fn through_a_function(x: &[u32], out: &mut [u32]) { work(x, out, meet) }
#[kernel]
pub fn through_a_pointer(x: &[u32], out: &mut [u32]) { work(x, out, || meet_by_pointer(meet)) }

fn work(x: &[u32], out: &mut [u32], wait: impl Fn()) {
    static mut TILE: SharedArray<u32, 64> = SharedArray::UNINIT;
    static mut BAR: Barrier = Barrier::UNINIT;
    let i = threadIdx_x() as usize;
    unsafe {
        let tile = SharedArray::as_raw_mut_ptr(&raw mut TILE);
        if i == 0 {
            mbarrier_init(&raw mut BAR, 128);
        }
        wait();
        tile.add(i).write_volatile(*x.as_ptr().add(i));
        *out.as_mut_ptr().add(i) = *tile.add(63 - i);
    }
}
"""


def barriers(kernel: str) -> int:
    ptx = Compilation(source=SOURCE).emit(kernel, {}, "ptx", "sm_80")
    ptxas(ptx)
    return ptx[ptx.index(f".entry {kernel}(") :].count("bar.sync")


@pytest.mark.parametrize("kernel", ["direct", "through_a_function", "through_a_pointer"])
def test_a_barrier_is_not_copied_into_both_sides_of_a_branch(kernel: str) -> None:
    assert barriers(kernel) == 1


def test_that_is_what_the_attribute_of_functions_is_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NvptxTarget, "kernel_attrs", "")
    assert barriers("direct") == 2
