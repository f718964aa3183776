"""What the machine code of a kernel must not hold: calls on cold paths, checks that the launch makes needless."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from ferrule.codegen.llvm import panic_blocks
from ferrule.codegen.llvm.launch_facts import annotate
from ferrule.driver import Compilation

GALLERY = Path(__file__).resolve().parents[2] / "src" / "ferrule" / "gallery"

TILE = """
use cuda_device::{{kernel, {attr}, thread, DisjointSlice, SharedArray, sync_threads}};
#[kernel]
{line}
pub fn swap(x: &[f32], mut y: DisjointSlice<f32>) {{
    static mut TILE: SharedArray<f32, 256> = SharedArray::UNINIT;
    let (tx, ty) = (thread::threadIdx_x() as usize, thread::threadIdx_y() as usize);
    unsafe {{ TILE[ty * 16 + tx] = x[ty * 16 + tx] }};
    sync_threads();
    unsafe {{ *y.get_unchecked_mut(tx * 16 + ty) = TILE[tx * 16 + ty] }};
}}
"""


def ptx(source: str, kernel: str) -> str:
    return Compilation(source=source).emit(kernel, {}, "ptx", "sm_90")


def entry(text: str) -> str:
    return text[text.index(".visible .entry") :]


@pytest.mark.parametrize("name", ["saxpy", "vecadd", "softmax", "matmul", "histogram"])
def test_no_calls(name: str) -> None:
    text = entry(ptx((GALLERY / f"{name}.rs").read_text(), name))
    assert not re.search(r"\bcall\b", text)
    assert "exit;" in text  # the panics are there


def test_checks_vanish_where_the_block_is_known() -> None:
    free = TILE.format(attr="launch_bounds", line="#[launch_bounds(256)]")
    exact = TILE.format(attr="launch_contract", line="#[launch_contract(domain = 2, block = (16, 16, 1))]")
    # x[..] is checked in both; the two indices into the tile only where the block may have any shape.
    assert ptx(free, "swap").count("atom.") == 3
    assert ptx(exact, "swap").count("atom.") == 1


@pytest.mark.ptxas
def test_registers_of_the_tiled_product(tmp_path: Path) -> None:
    source = tmp_path / "matmul.ptx"
    source.write_text(ptx((GALLERY / "matmul.rs").read_text(), "matmul"))
    run = subprocess.run(
        ["ptxas", "-arch=sm_90", "-v", str(source), "-o", str(tmp_path / "matmul.cubin")],
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    used = re.search(r"Used (\d+) registers", run.stderr)
    assert used is not None and int(used[1]) <= 40  # 62 when panics were calls
    assert "0 bytes spill stores" in run.stderr


def test_ranges_of_special_registers() -> None:
    ir = "".join(f"  %{r} = call i32 @llvm.nvvm.read.ptx.sreg.{r}.x()\n" for r in ("tid", "ntid", "ctaid", "nctaid"))
    wide = annotate(ir, None, None)
    assert "range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x" in wide
    assert "range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x" in wide
    assert "range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x" in wide
    exact = annotate(ir, 256, (16, 16, 1))
    assert "range(i32 0, 16) i32 @llvm.nvvm.read.ptx.sreg.tid.x" in exact and "%ntid = add i32 0, 16" in exact


def test_a_module_without_panics_is_left_alone() -> None:
    assert panic_blocks.inline("define void @f() {\n  ret void\n}\n") == "define void @f() {\n  ret void\n}\n"
