"""The CUDA runtime on a real GPU, with hand-written PTX: what it does when the compiler is right.

The kernels here are PTX text with a plan beside it, so a failure is one of loading, launching or reporting.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from ferrule.runtime import dispatch
from ferrule.runtime.args import Binder, views_of
from ferrule.runtime.cuda import device as cuda_device
from ferrule.runtime.cuda import link
from ferrule.runtime.launch import Launch
from ferrule.runtime.plan import PANIC_SYMBOL, Artifact, KernelDecl, Site
from tests.helpers.fake_compiler import decl, plan_of

pytestmark = pytest.mark.gpu

HEAD = """
.version 8.0
.target {arch}
.address_size 64
.visible .global .align 8 .u64 __ferrule_panic;
"""

# y[i] += a * x[i] for i < len(y); a thread whose i is not below len(x) panics with both numbers.
SAXPY = """
.visible .entry saxpy_entry(.param .f32 pa, .param .u64 px, .param .u64 nx, .param .u64 py, .param .u64 ny)
{
  .reg .pred %p; .reg .f32 %f<4>; .reg .b32 %r<9>; .reg .b64 %d<12>;
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3; cvt.u64.u32 %d1, %r4;
  ld.param.f32 %f1, [pa]; ld.param.u64 %d2, [px]; ld.param.u64 %d3, [nx]; ld.param.u64 %d4, [py]; ld.param.u64 %d5,
  [ny]; setp.ge.u64 %p, %d1, %d5; @%p ret;
  setp.ge.u64 %p, %d1, %d3; @%p bra FAIL;
  cvta.to.global.u64 %d6, %d2; cvta.to.global.u64 %d7, %d4; shl.b64 %d8, %d1, 2;
  add.u64 %d6, %d6, %d8; add.u64 %d7, %d7, %d8;
  ld.global.f32 %f2, [%d6]; ld.global.f32 %f3, [%d7]; fma.rn.f32 %f3, %f1, %f2, %f3; st.global.f32 [%d7], %f3;
  ret;
FAIL:
  ld.global.u64 %d9, [__ferrule_panic];
  atom.cas.b32 %r5, [%d9], 0, 1; setp.ne.u32 %p, %r5, 0; @%p bra DONE;
  st.u32 [%d9+4], 0; mov.u32 %r6, 0xffffffff; st.u32 [%d9+8], %r6;
  st.u32 [%d9+16], %r1; mov.u32 %r7, 0; st.u32 [%d9+20], %r7; st.u32 [%d9+24], %r7;
  st.u32 [%d9+28], %r3; st.u32 [%d9+32], %r7; st.u32 [%d9+36], %r7;
  st.u64 [%d9+40], %d3; st.u64 [%d9+48], %d1;
  fence.sc.sys; mov.u32 %r8, 2; st.u32 [%d9], %r8;
DONE:
  exit;
}
"""

# Writes the size of the dynamic shared memory and the cluster's size.
SIZES = """
.extern .shared .align 16 .b8 dyn[];
.visible .entry sizes_entry(.param .u64 py, .param .u64 ny)
{
  .reg .b32 %r<3>; .reg .b64 %d<3>;
  ld.param.u64 %d1, [py]; cvta.to.global.u64 %d2, %d1;
  mov.u32 %r1, %dynamic_smem_size; st.global.u32 [%d2], %r1;
  mov.u32 %r1, %cluster_nctaid.x; st.global.u32 [%d2+4], %r1;
  mov.u32 %r1, %nctaid.x; st.global.u32 [%d2+8], %r1;
  ret;
}
"""

SITES = (
    Site("bounds", "index out of bounds: the len is {0} but the index is {1}", ("usize", "usize"), "k.rs", 7, 13, "f"),
)
SAXPY_DECL = decl("saxpy", ("a", "f32"), ("x", "&[f32]"), ("y", "DisjointSlice<f32>"))
SIZES_DECL = decl("sizes", ("y", "&mut [u32]"))


class Kernel:
    """A hand-written kernel behind the runtime's own checks and launcher."""

    def __init__(self, d: KernelDecl, ptx: str, **fields: Any) -> None:
        arch = cuda_device.get(0).arch
        self.decl = d
        plan = plan_of(d, {}, "nvptx", arch, **fields)
        self.loaded = dispatch.load(("cuda", 0), Artifact(plan, "ptx", (HEAD.format(arch=arch) + ptx).encode()))

    def __call__(self, *args: Any, launch: Launch | None = None) -> None:
        launch = launch or Launch()
        values = Binder(self.decl).bind(args, {})
        views = views_of(self.decl, values, launch.stream)
        assert dispatch.select_device(self.decl, views, launch) == ("cuda", 0)
        dispatch.run(self.loaded, launch, values, views)


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    yield
    fe.synchronize()


@pytest.fixture(scope="module")
def saxpy() -> Kernel:
    return Kernel(SAXPY_DECL, SAXPY, sites=SITES)


def arrays(n: int) -> tuple[fe.DeviceArray, fe.DeviceArray, np.ndarray]:
    x, y = np.arange(n, dtype=np.float32), np.ones(n, np.float32)
    return fe.to_device(x, "cuda"), fe.to_device(y, "cuda"), 1 + 2 * x


@pytest.mark.parametrize("n", [1, 31, 256, 257, 100_003])
def test_launch_over_ragged_sizes(saxpy: Kernel, n: int) -> None:
    x, y, want = arrays(n)
    saxpy(2.0, x, y)
    assert (y.to_host() == want).all()


def test_explicit_stream_and_foreign_context(saxpy: Kernel) -> None:
    device = cuda_device.get(0)
    with device.current():
        stream = device.driver.call("cuStreamCreate", 1)
    x, y, want = arrays(1000)
    saxpy(2.0, x, y, launch=Launch(4, 256, stream=int(stream)))
    assert (y.to_host() == want).all()


def test_panic_and_the_context_lives_on(saxpy: Kernel) -> None:
    x, y, want = arrays(1000)
    short = fe.to_device(np.zeros(300, np.float32), "cuda")
    saxpy(2.0, short, y)
    with pytest.raises(fe.KernelPanic, match="k.rs:7:13: index out of bounds: the len is 300 but the index is ") as e:
        fe.synchronize()
    assert e.value.block is not None and e.value.thread is not None
    index = e.value.block[0] * 256 + e.value.thread[0]
    assert index >= 300 and f"the index is {index}" in e.value.message
    _, y, want = arrays(1000)
    saxpy(2.0, x, y)
    assert (y.to_host() == want).all()


def test_panic_is_seen_before_the_next_launch(saxpy: Kernel) -> None:
    x, y, _ = arrays(1000)
    saxpy(2.0, fe.to_device(np.zeros(3, np.float32), "cuda"), y)
    device = cuda_device.get(0)
    with device.current():
        device.driver.call("cuCtxSynchronize")  # as torch.cuda.synchronize() does
    with pytest.raises(fe.KernelPanic):
        saxpy(2.0, x, y)


def test_large_dynamic_shared_memory_and_clusters() -> None:
    k = Kernel(SIZES_DECL, SIZES, dynamic_shared=True)
    y = fe.to_device(np.zeros(3, np.uint32), "cuda")
    device = cuda_device.get(0)
    most = device.limits.max_shared
    k(y, launch=Launch(4, 32, shared=most))
    assert list(y.to_host()) == [most, 1, 4]
    with pytest.raises(fe.LaunchError, match=f"at most {most}"):
        k(y, launch=Launch(4, 32, shared=most + 1))
    if device.limits.clusters:
        k(y, launch=Launch(8, 32, cluster=4))
        assert list(y.to_host()) == [0, 4, 8]
        k(y, launch=Launch(16, 32, cluster=16))
        assert list(y.to_host()) == [0, 16, 16]
    k(y, launch=Launch(4, 32, cooperative=True))
    with pytest.raises(fe.LaunchError, match="needs all of them on the device at once"):
        k(y, launch=Launch(1_000_000, 32, cooperative=True))


def test_attributes_and_symbol(saxpy: Kernel) -> None:
    loaded: Any = saxpy.loaded
    assert loaded.registers > 0 and loaded.max_threads >= 256
    with loaded.device.current():
        address, size = loaded.driver.call("cuLibraryGetGlobal", loaded.library, PANIC_SYMBOL.encode())
    assert size == 8 and int(address)


def test_memory_round_trip() -> None:
    for dtype in ("f2", "f4", "i8", "u1", "?"):
        a = np.arange(24).reshape(2, 3, 4).astype(dtype)
        assert (fe.to_device(a, "cuda").to_host() == a).all()
    assert fe.empty(0, "f32", "cuda").to_host().shape == (0,)
    with pytest.raises(fe.DeviceError, match="out of device memory"):
        fe.empty(1 << 45, "u8", "cuda")


def test_cubin_by_the_driver_is_the_same_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERRULE_CACHE", "off")
    monkeypatch.setattr(link, "_nvjitlink", False)
    x, y, want = arrays(100)
    Kernel(SAXPY_DECL, SAXPY, sites=SITES)(2.0, x, y)
    assert (y.to_host() == want).all()


def test_bad_ptx_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    for forced in (None, False):
        monkeypatch.setattr(link, "_nvjitlink", forced)
        with pytest.raises(fe.DeviceError, match="(?s)could not assemble `saxpy`.*bogus"):
            Kernel(SAXPY_DECL, SAXPY.replace("fma.rn.f32", "bogus.rn.f32"))


def test_record_layout() -> None:
    """The offsets the PTX above writes are those the decoder reads."""
    from ferrule.runtime.panic import decode

    record = struct.pack("<4I3I3I4Q", 2, 0, 0xFFFFFFFF, 0, 1, 2, 3, 4, 5, 6, 10, 11, 0, 0) + bytes(8)
    e = decode(record, plan_of(SAXPY_DECL, {}, sites=SITES))
    assert e.message.endswith("the len is 10 but the index is 11") and (e.block, e.thread) == ((1, 2, 3), (4, 5, 6))
