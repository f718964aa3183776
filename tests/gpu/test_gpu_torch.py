"""Kernels and PyTorch on a GPU: its tensors, its current stream, its graphs."""

from __future__ import annotations

import numpy as np
import pytest

import ferrule as fe

pytestmark = [pytest.mark.gpu, pytest.mark.torch]

SOURCE = """
use cuda_device::{kernel, thread, DisjointSlice};

#[kernel]
pub fn saxpy(a: f32, x: &[f32], mut y: DisjointSlice<f32>) {
    let idx = thread::index_1d();
    let i = idx.get();
    if let Some(y) = y.get_mut(idx) { *y += a * x[i]; }
}
"""


@pytest.fixture(scope="module")
def k() -> fe.Kernel:
    kernel: fe.Kernel = fe.rust(SOURCE).saxpy
    return kernel


def test_tensors_and_torchs_current_stream(k: fe.Kernel) -> None:
    import torch

    x, y = torch.rand(1000, device="cuda"), torch.zeros(1000, device="cuda")
    k(2.0, x, y)
    assert torch.equal(y, 2 * x)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(50_000_000)
        x.fill_(3.0)  # behind the sleep: a kernel on another stream would see the old values
        k(1.0, x, y.zero_())
        stream.synchronize()
    assert (y == 3.0).all()
    k[4, 256, stream](1.0, x, y)
    stream.synchronize()
    assert (y == 6.0).all()


def test_the_write_is_known_to_autograd(k: fe.Kernel) -> None:
    import torch

    y = torch.zeros(4, device="cuda")
    before = y._version
    k(1.0, torch.ones(4, device="cuda"), y)
    assert y._version == before + 1


def test_cuda_graph_capture(k: fe.Kernel) -> None:
    import torch

    x, y = torch.ones(1000, device="cuda"), torch.zeros(1000, device="cuda")
    k(1.0, x, y)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        k(1.0, x, y)
    for _ in range(3):
        graph.replay()
    torch.cuda.synchronize()
    assert (y == 4.0).all()


def test_a_kernel_first_loaded_while_capturing() -> None:
    import torch

    fresh = fe.rust(SOURCE.replace("a * x[i]", "a + x[i]")).saxpy
    fresh.ptx()
    x, y = torch.ones(10, device="cuda"), torch.zeros(10, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        fresh(1.0, x, y)
    graph.replay()
    torch.cuda.synchronize()
    assert (y == 2.0).all()


def test_panic_after_torchs_own_synchronize(k: fe.Kernel) -> None:
    import torch

    x, y = torch.ones(10, device="cuda"), torch.zeros(100, device="cuda")
    k(1.0, x, y)
    torch.cuda.synchronize()
    with pytest.raises(fe.KernelPanic, match="index out of bounds: the len is 10 but the index is"):
        k(1.0, y, y.clone())
    assert torch.ones(3, device="cuda").sum().item() == 3  # the context is alive
    assert (y[:10] == 1).all()  # what other threads wrote is there


def test_dlpack_both_ways(k: fe.Kernel) -> None:
    import torch

    x = fe.to_device(np.arange(10, dtype=np.float32), "cuda")
    t = torch.from_dlpack(x)
    assert t.data_ptr() == x.ptr and t.device.type == "cuda"
    t += 1
    y = fe.from_dlpack(torch.zeros(10, device="cuda"))
    k(1.0, t, y)
    assert (y.to_host() == np.arange(10) + 1).all()
    del x
    assert t.sum().item() == 55


def test_cpu_and_gpu_tensors_do_not_mix(k: fe.Kernel) -> None:
    import torch

    with pytest.raises(fe.ArgumentError, match=r'pass x\.to\("cuda:0"\)'):
        k(1.0, torch.ones(4), torch.zeros(4, device="cuda"))
    with pytest.raises(fe.BorrowError):
        t = torch.zeros(4, device="cuda")
        k(1.0, t, t)
    with pytest.raises(fe.LaunchError, match=r"block\.x is 2048"):
        k[1, 2048](1.0, torch.ones(4, device="cuda"), torch.zeros(4, device="cuda"))
