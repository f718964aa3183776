"""The CUDA path over a driver that only remembers: loading, launches, streams, limits, panics, memory."""

from __future__ import annotations

import ctypes
import gc
import struct
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import ferrule as fe
from ferrule.runtime import dlpack, schema
from ferrule.runtime.cuda import device as cuda_device
from ferrule.runtime.cuda import driver, link, streams
from ferrule.runtime.plan import Site
from tests.helpers.fake_compiler import FakeCompilation, decl, installed
from tests.helpers.fake_cuda import NOT_FOUND, FakeCuda, Launched, Status

SAXPY = decl("saxpy", ("a", "f32"), ("x", "&[f32]"), ("y", "DisjointSlice<f32>"))
COUNT = decl("count", ("n", "u32"))
BOUNDS = Site(
    "bounds", "index out of bounds: the len is {0} but the index is {1}", ("usize", "usize"), "k.rs", 7, 13, "saxpy"
)
SITES = (
    BOUNDS,
    Site("track", "", (), "user.rs", 3, 5, "f"),
    Site("panic", "bad {0} {1} {2}", ("f32", "bool", "char"), "k.rs", 9, 1, "f"),
)


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERRULE_CACHE", "off")
    monkeypatch.setattr(link, "_nvjitlink", False)
    monkeypatch.setattr(link, "_by_driver", lambda ptx, name: b"cubin of " + ptx)


@pytest.fixture
def gpu() -> Iterator[FakeCuda]:
    yield from use_fake(FakeCuda(2))


def use_fake(fake: FakeCuda) -> Iterator[FakeCuda]:
    driver.use(fake)
    cuda_device._devices.clear()
    try:
        yield fake
    finally:
        # Arrays of the test go while its driver is still there.
        gc.collect()
        cuda_device._devices.clear()
        driver.use(None)


class Tensor:
    """An array on a fake GPU, known by DLPack, that tells for which stream it was exported."""

    def __init__(self, n: int, ordinal: int = 0) -> None:
        self.a, self.ordinal = np.zeros(n, np.float32), ordinal
        self.asked: list[Any] = []

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, self.ordinal

    def __dlpack__(self, *, stream: Any = None, **kw: Any) -> object:
        self.asked.append(stream)
        return dlpack.export(self.a.ctypes.data, (2, self.ordinal), self.a.shape, 2, 32, self.a, True)


class Stream:
    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __cuda_stream__(self) -> tuple[int, int]:
        return 0, self.handle


def on_gpu(n: int, device: str = "cuda:0") -> fe.DeviceArray:
    return fe.to_device(np.arange(n, dtype=np.float32), device)


# ------------------------------------------------------------------------------------------------------------- launches
def test_a_launch_reaches_the_driver_as_asked(gpu: FakeCuda) -> None:
    x, y = on_gpu(1000), on_gpu(1000)
    with installed(SAXPY) as fake:
        m = fe.rust("")
        m.saxpy(2.0, x, y)
        m.saxpy[3, 64](2.0, x, y)
        assert [c[1:] for c in fake.log if c[0] == "compile"] == [("saxpy", {}, "nvptx", "sm_90a")]
    first, second = gpu.launches
    assert (first.grid, first.block, first.stream, first.context) == ((4, 1, 1), (256, 1, 1), 0, 1000)
    assert first.params == struct.pack("<f4xQQQQ", 2.0, x.ptr, 1000, y.ptr, 1000)
    assert (second.grid, second.block) == ((3, 1, 1), (64, 1, 1))
    # The driver gets the PTX itself: a linker would make slower, relocatable code of it.
    assert [call[0] for call in gpu.named("cuLibraryLoadData")] == [b"// ptx of saxpy\0"]
    assert gpu.stack == [0]  # the caller's context is back


def test_each_device_gets_its_own_code_and_context(gpu: FakeCuda) -> None:
    with installed(SAXPY):
        m = fe.rust("")
        for ordinal in (1, 0, 1):
            m.saxpy(1.0, on_gpu(4, f"cuda:{ordinal}"), on_gpu(4, f"cuda:{ordinal}"))
    assert [launch.context for launch in gpu.launches] == [1001, 1000, 1001]
    assert len({launch.function for launch in gpu.launches}) == 2


def test_no_context_switch_when_it_is_current(gpu: FakeCuda) -> None:
    x, y = on_gpu(4), on_gpu(4)
    with installed(SAXPY):
        m = fe.rust("")
        m.saxpy(1.0, x, y)
        gpu.stack.append(1000)
        gpu.calls.clear()
        m.saxpy(1.0, x, y)
        assert [c[0] for c in gpu.calls] == ["cuCtxGetCurrent", "cuLaunchKernelEx"]  # nothing else on the way


def test_arrays_on_two_devices(gpu: FakeCuda) -> None:
    with installed(SAXPY):
        m = fe.rust("")
        with pytest.raises(
            fe.ArgumentError,
            match=r"two devices: `x: .*on cuda:0, `y: .* on cuda:1; pass fe\.to_device\(y, \"cuda:0\"\)",
        ):
            m.saxpy(1.0, on_gpu(4), on_gpu(4, "cuda:1"))
        with pytest.raises(fe.ArgumentError, match=r"on cpu, `y: .*; pass fe\.to_device\(x, \"cuda:1\"\)"):
            m.saxpy(1.0, np.zeros(4, np.float32), on_gpu(4, "cuda:1"))
        with pytest.raises(fe.LaunchError, match="asks for cuda:1 and `x` is on cuda:0"):
            m.saxpy[fe.Launch(1, 1, device="cuda:1")](1.0, on_gpu(4), on_gpu(4))
    assert gpu.launches == []


def test_a_kernel_without_arrays_runs_where_it_is_told(gpu: FakeCuda) -> None:
    with installed(COUNT):
        fe.rust("").count[fe.Launch(2, 32, device="cuda:1")](7)
    assert gpu.launches[0].params == struct.pack("<I", 7) and gpu.launches[0].context == 1001


def test_clusters_shared_memory_and_cooperative_launches(gpu: FakeCuda) -> None:
    with installed(COUNT, dynamic_shared=True, shared_static=1024):
        k = fe.rust("").count
        k[fe.Launch(4, 32, cluster=2, device="cuda")](1)
        assert gpu.launches[-1].cluster == (2, 1, 1) and not gpu.launches[-1].cooperative
        assert gpu.named("cuKernelSetAttribute") == []
        k[fe.Launch(4, 32, shared=100_000, device="cuda")](1)
        assert gpu.launches[-1].shared == 100_000 and gpu.launches[-1].cluster is None
        assert gpu.named("cuKernelSetAttribute")[-1][:2] == ("CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES", 100_000)
        k[fe.Launch(4, 32, shared=60_000, device="cuda")](1)
        assert len(gpu.named("cuKernelSetAttribute")) == 1  # what was allowed stays allowed
        k[fe.Launch(8, 32, cooperative=True, device="cuda")](1)
        assert gpu.launches[-1].cooperative
        k[fe.Launch(16, 32, cluster=16, device="cuda")](1)
        assert gpu.named("cuKernelSetAttribute")[-1][:2] == ("CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED", 1)


def test_a_cluster_compiled_in_is_not_given_again(gpu: FakeCuda) -> None:
    with installed(COUNT, cluster=(2, 1, 1)):
        fe.rust("").count[fe.Launch(4, 32, device="cuda")](1)
    assert gpu.launches[0].cluster is None


@pytest.mark.parametrize(
    ("launch", "match"),
    [
        ({"grid": 4, "block": 1025}, "allows at most 1024 threads along x"),
        ({"grid": 4, "block": 513}, "uses 128 registers a thread, which allows at most 512 on cuda:0"),
        ({"grid": 4, "block": 32, "shared": 232449}, "cuda:0 allows at most 232448"),
        (
            {"grid": 9, "block": 32, "cooperative": True},
            "needs all of them on the device at once, and cuda:0 holds 8 of 32 threads",
        ),
        ({"grid": 3, "block": 32, "cluster": 2}, "no multiple of cluster.x = 2"),
        ({"grid": 32, "block": 32, "cluster": 32}, "has 32 blocks; cuda:0 allows at most 16"),
        ({"grid": (1, 70000), "block": 32}, "at most 65535 blocks along y"),
    ],
)
def test_nothing_that_would_fail_reaches_the_driver(gpu: FakeCuda, launch: dict[str, Any], match: str) -> None:
    gpu.kernel_attributes.update(MAX_THREADS_PER_BLOCK=512, NUM_REGS=128)
    with installed(COUNT, dynamic_shared=True):
        with pytest.raises(fe.LaunchError, match=match):
            fe.rust("").count[fe.Launch(**launch, device="cuda")](1)
    assert gpu.launches == [] and gpu.stack == [0]


def test_a_cluster_that_does_not_fit(gpu: FakeCuda) -> None:
    gpu.clusters = 0
    with installed(COUNT), pytest.raises(fe.LaunchError, match=r"no cluster of \(4, 1, 1\) blocks of 32 threads"):
        fe.rust("").count[fe.Launch(4, 32, cluster=4, device="cuda")](1)


def test_an_older_gpu_has_no_clusters(gpu: FakeCuda) -> None:
    gpu.device_attributes.update(COMPUTE_CAPABILITY_MAJOR=8, COOPERATIVE_LAUNCH=0)
    with installed(COUNT):
        k = fe.rust("").count
        with pytest.raises(fe.LaunchError, match="has none .they need sm_90"):
            k[fe.Launch(4, 32, cluster=2, device="cuda")](1)
        with pytest.raises(fe.LaunchError, match="needs a cooperative launch, which cuda:0 cannot do"):
            k[fe.Launch(4, 32, cooperative=True, device="cuda")](1)


def test_a_failing_launch_is_a_device_error(gpu: FakeCuda) -> None:
    gpu.fail["cuLaunchKernelEx"] = Status(700, "CUDA_ERROR_ILLEGAL_ADDRESS")
    with (
        installed(COUNT),
        pytest.raises(
            fe.DeviceError,
            match=r"launch of `count` with grid .* failed: CUDA_ERROR_ILLEGAL_ADDRESS; the CUDA context is lost",
        ),
    ):
        fe.rust("").count[fe.Launch(1, 1, device="cuda")](1)
    assert gpu.stack == [0]


def test_attributes_of_the_hardware(gpu: FakeCuda) -> None:
    gpu.kernel_attributes.update(NUM_REGS=40, LOCAL_SIZE_BYTES=8, SHARED_SIZE_BYTES=256, MAX_THREADS_PER_BLOCK=768)
    with installed(SAXPY, sites=SITES):
        a = fe.rust("").saxpy.attributes
    assert (a.registers, a.local_bytes, a.shared_bytes, a.max_threads, a.arch) == (40, 8, 256, 768, "sm_90a")
    assert a.sites == SITES


# -------------------------------------------------------------------------------------------------------------- streams
def test_streams_of_every_kind(gpu: FakeCuda) -> None:
    class Torch:
        cuda_stream = 77

    class Cupy:
        ptr = 78

    class Numba:
        handle = ctypes.c_void_p(79)

    assert [streams.handle(s) for s in (0, 5, Stream(76), Torch(), Cupy(), Numba())] == [0, 5, 76, 77, 78, 79]

    class Odd:
        def __cuda_stream__(self) -> Any:
            return 1, 2

    for bad, match in (
        (-1, "not negative"),
        (True, "stream is a builtins.bool"),
        ("s", "pass a stream of torch"),
        (Odd(), r"gave \(1, 2\)"),
    ):
        with pytest.raises(fe.LaunchError, match=match):
            streams.handle(bad)


def test_an_explicit_stream_is_used_and_its_arrays_are_kept_until_done(gpu: FakeCuda) -> None:
    gpu.streams[0x99] = 1000
    x, y = Tensor(8), Tensor(8)
    gone = weakref.ref(x.a)
    with installed(SAXPY):
        k = fe.rust("").saxpy
        gpu.busy = True
        k[1, 32, Stream(0x99)](1.0, x, y)
        assert gpu.launches[0].stream == 0x99 and x.asked == [0x99]
        del x, y
        gc.collect()
        assert gone() is not None
        gpu.busy = False
        k[1, 32, 0x99](1.0, Tensor(8), Tensor(8))
        gc.collect()
        assert gone() is None


def test_foreign_arrays_are_kept_on_the_default_stream_too(gpu: FakeCuda) -> None:
    gpu.busy = True
    x, y = Tensor(8), Tensor(8)
    gone = weakref.ref(y.a)
    with installed(SAXPY):
        fe.rust("").saxpy(1.0, x, y)
    assert x.asked == [1]  # the legacy default stream, as DLPack names it
    del x, y
    gc.collect()
    assert gone() is not None
    fe.synchronize()
    gc.collect()
    assert gone() is None


def test_a_stream_of_another_device(gpu: FakeCuda) -> None:
    gpu.streams[0x99] = 1001
    with installed(SAXPY), pytest.raises(fe.LaunchError, match="stream belongs to cuda:1 and the arrays are on cuda:0"):
        fe.rust("").saxpy[1, 32, 0x99](1.0, on_gpu(4), on_gpu(4))
    assert gpu.launches == []


def test_the_producer_of_a_cuda_array_is_waited_for(gpu: FakeCuda) -> None:
    x = on_gpu(8)

    class Cai:
        def __init__(self, stream: int | None) -> None:
            d = dict(x.__cuda_array_interface__)
            self.__cuda_array_interface__ = {**d, "stream": stream}

    with installed(SAXPY):
        fe.rust("").saxpy(1.0, Cai(0x55), on_gpu(8))
        assert gpu.named("cuEventRecord")[0][1] == 0x55 and gpu.named("cuStreamWaitEvent")[0][0] == 0
        assert gpu.launches[0].params[8:24] == struct.pack("<QQ", x.ptr, 8)
        before = len(gpu.named("cuStreamWaitEvent"))
        for stream in (None, 1):
            fe.rust("").saxpy(1.0, Cai(stream), on_gpu(8))
        assert len(gpu.named("cuStreamWaitEvent")) == before


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"strides": (8,)}, "not C-contiguous"),
        ({"mask": 1}, "masked array"),
        ({"typestr": ">f4"}, "wrong byte order"),
        ({"typestr": "<f8"}, "got a <f8 CUDA array"),
    ],
)
def test_cuda_array_interface_checks(gpu: FakeCuda, change: dict[str, Any], match: str) -> None:
    x = on_gpu(8)

    class Cai:
        __cuda_array_interface__ = {**x.__cuda_array_interface__, **change}

    with installed(SAXPY), pytest.raises(fe.ArgumentError, match=match):
        fe.rust("").saxpy(1.0, Cai(), on_gpu(8))


@pytest.mark.torch
def test_torch_tensors_go_to_torchs_current_stream(gpu: FakeCuda, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from ferrule.runtime import views

    real = views._torch

    def as_cuda(t: Any, module: Any) -> views.View:
        view = real(t, module)
        view.device, view.stream_ordered = ("cuda", 0), True
        return view

    monkeypatch.setattr(views, "_torch", as_cuda)
    monkeypatch.setattr(torch._C, "_cuda_getCurrentRawStream", lambda ordinal: 0x1234 + ordinal, raising=False)
    x, foreign = torch.zeros(4), Tensor(4)
    with installed(SAXPY):
        fe.rust("").saxpy(1.0, foreign, x)
    assert gpu.launches[0].stream == 0x1234 and foreign.asked == [0x1234]


def test_graph_capture_holds_no_events(gpu: FakeCuda) -> None:
    gpu.is_capturing = True
    gpu.streams[0x99] = 1000
    with installed(SAXPY):
        fe.rust("").saxpy[1, 32, 0x99](1.0, Tensor(4), Tensor(4))  # the fake refuses to record events while capturing
    assert len(gpu.launches) == 1 and gpu.capture_mode == "GLOBAL"


# --------------------------------------------------------------------------------------------------------------- panics
def fail(gpu: FakeCuda, site: int, caller: int = 0xFFFFFFFF, values: tuple[int, ...] = (10, 12)) -> None:
    """Do what a thread that panics does, in the record whose address was stored at load."""

    def act(launched: Launched) -> None:
        library = launched.function - 0x10000
        address = gpu.panic_words[library].value
        head = struct.pack("<4I3I3I", 2, site, caller, 0, 1, 2, 3, 4, 5, 6)
        ctypes.memmove(address, head + struct.pack("<4Q", *values, *[0] * (4 - len(values))), 72)

    gpu.on_launch = act


def test_a_panic_surfaces_at_synchronize_and_the_context_lives_on(gpu: FakeCuda) -> None:
    with installed(SAXPY, sites=SITES):
        k = fe.rust("").saxpy
        fail(gpu, 0)
        k(1.0, on_gpu(10), on_gpu(10))
        with pytest.raises(
            fe.KernelPanic,
            match=r"k\.rs:7:13: index out of bounds: the len is 10 but the index is 12\n  in kernel `saxpy`, "
            r"block \(1, 2, 3\), thread \(4, 5, 6\)",
        ) as e:
            fe.synchronize()
        assert (e.value.block, e.value.thread, e.value.location) == ((1, 2, 3), (4, 5, 6), ("k.rs", 7, 13))
        fe.synchronize()  # told once
        gpu.on_launch = None
        k(1.0, on_gpu(10), on_gpu(10))
        fe.synchronize()
    assert len(gpu.launches) == 2


def test_a_panic_surfaces_at_the_next_launch_and_at_to_host(gpu: FakeCuda) -> None:
    with installed(SAXPY, sites=SITES):
        k, y = fe.rust("").saxpy, on_gpu(10)
        fail(gpu, 0)
        k(1.0, on_gpu(10), y)
        with pytest.raises(fe.KernelPanic):
            k(1.0, on_gpu(10), y)
        assert len(gpu.launches) == 1  # the second was not made
        k(1.0, on_gpu(10), y)
        with pytest.raises(fe.KernelPanic):
            y.to_host()
        assert y.to_host().shape == (10,)


def test_a_panic_of_a_kernel_that_is_gone(gpu: FakeCuda) -> None:
    with installed(SAXPY, sites=SITES):
        fail(gpu, 0)
        m = fe.rust("")
        m.saxpy(1.0, on_gpu(10), on_gpu(10))
        del m
        gc.collect()
        assert gpu.named("cuLibraryUnload") == []  # it might still be running
        with pytest.raises(fe.KernelPanic):
            fe.synchronize()
        assert len(gpu.named("cuLibraryUnload")) == 1


def test_messages_and_track_caller(gpu: FakeCuda) -> None:
    bits = struct.unpack("<I", struct.pack("<f", 0.1))[0]
    with installed(SAXPY, sites=SITES):
        k = fe.rust("").saxpy
        fail(gpu, 2, caller=1, values=(bits, 1, ord("λ")))
        k(1.0, on_gpu(4), on_gpu(4))
        with pytest.raises(fe.KernelPanic, match=r"^user\.rs:3:5: bad 0\.1 true λ\n"):
            fe.synchronize("cuda:0")


def test_code_without_panics_has_no_record(gpu: FakeCuda) -> None:
    gpu.panics = False
    with installed(SAXPY, sites=SITES):
        fe.rust("").saxpy(1.0, on_gpu(4), on_gpu(4))
    fe.synchronize()
    assert gpu.launches


def test_another_fault_while_installing_the_record_is_not_hidden(gpu: FakeCuda) -> None:
    assert int(NOT_FOUND) == 500
    gpu.fail["cuLibraryGetGlobal"] = Status(1, "CUDA_ERROR_INVALID_VALUE")
    with installed(SAXPY, sites=SITES), pytest.raises(fe.DeviceError, match="cuLibraryGetGlobal failed"):
        fe.rust("").saxpy(1.0, on_gpu(4), on_gpu(4))


def test_constants_are_written_where_a_kernel_is_loaded(gpu: FakeCuda, monkeypatch: pytest.MonkeyPatch) -> None:
    scale = schema.to_text(schema.Scalar("u32", "u32"))
    monkeypatch.setattr(FakeCompilation, "constant_decls", [("a::SCALE", "u32", scale), ("GONE", "u32", scale)])
    gpu.symbols[b"a_SCALE"] = 4
    constants = (("a::SCALE", "a_SCALE", 4), ("GONE", "gone", 4))

    def written() -> list[int]:
        return [int.from_bytes(data.raw, "little") for data in gpu.globals.values()]

    with installed(SAXPY, constants=constants):
        m = fe.rust("")
        with pytest.raises(fe.LaunchError, match="reads `a::SCALE` in constant memory, which was never set"):
            m.saxpy(1.0, on_gpu(4), on_gpu(4))
        m.constants.SCALE, m.constants.GONE = 7, 1  # the second was optimised away
        m.saxpy(1.0, on_gpu(4), on_gpu(4))
        m.saxpy(1.0, on_gpu(4, "cuda:1"), on_gpu(4, "cuda:1"))
        assert written() == [7, 7]
        m.constants.SCALE = 9
        assert written() == [9, 9]
        done = [name for name, *_ in gpu.calls if name in ("cuCtxSynchronize", "cuMemcpyHtoDAsync")]
        assert done[-4:] == ["cuCtxSynchronize", "cuMemcpyHtoDAsync"] * 2  # not under a kernel that reads the old value
        gpu.symbols[b"a_SCALE"] = 8
        with pytest.raises(fe.DeviceError, match="`a_SCALE` of `saxpy` has 8 bytes, and 4 were set"):
            m.constants.SCALE = 1


def test_records_are_far_apart_and_reused(gpu: FakeCuda) -> None:
    d = cuda_device.get(0)
    with d.current():
        slots = [d.take_record() for _ in range(70)]
    hosts = sorted(s[0] for s in slots)
    assert min(b - a for a, b in zip(hosts, hosts[1:], strict=False)) >= 128
    assert len(gpu.named("cuMemHostAlloc")) == 3


# --------------------------------------------------------------------------------------------------------------- memory
def test_memory_round_trip_between_devices(gpu: FakeCuda) -> None:
    a = np.arange(6, dtype=np.int64).reshape(2, 3)
    d = fe.to_device(a, "cuda:1")
    assert str(d.device) == "cuda:1" and (d.to_host() == a).all()
    e = fe.to_device(d, "cuda:0")
    assert e.ptr != d.ptr and (e.to_host() == a).all() and (fe.to_device(e, "cpu").to_host() == a).all()
    assert (fe.runtime.arrays.zeros(5, "f32", "cuda").to_host() == 0).all()
    with pytest.raises(TypeError, match=r"not in host memory; use \.to_host"):
        np.asarray(d)
    assert repr(d) == "<ferrule.DeviceArray int64 (2, 3) on cuda:1>"


def test_memory_is_freed_with_the_last_holder(gpu: FakeCuda) -> None:
    d = on_gpu(1000)
    view, capsule = d.reshape(10, 100), d.__dlpack__(stream=1, max_version=(1, 0))
    held = len(gpu.memory)
    del d, view
    assert len(gpu.memory) == held
    del capsule
    assert len(gpu.memory) == held - 1


def test_out_of_memory(gpu: FakeCuda) -> None:
    with pytest.raises(fe.DeviceError, match=r"cannot allocate 4294967296 bytes on cuda:0: .*out of device memory"):
        fe.empty(1 << 30, "f32", "cuda")


def test_dlpack_export_orders_the_consumer(gpu: FakeCuda) -> None:
    d = on_gpu(4)
    assert d.__dlpack_device__() == (2, 0)
    d.__dlpack__(stream=0x77)
    assert gpu.named("cuStreamWaitEvent")[-1][0] == 0x77
    with pytest.raises(BufferError, match="cannot be exported"):
        d.__dlpack__(dl_device=(1, 0))
    t = dlpack.read(d.__dlpack__(stream=1, max_version=(1, 0)))
    assert (t.ptr, t.device_type, t.shape, t.readonly) == (d.ptr, 2, (4,), False)


# --------------------------------------------------------------------------------------------------------------- driver
def test_devices_are_listed_without_a_context(gpu: FakeCuda) -> None:
    assert [str(d) for d in fe.devices()] == ["cpu", "cuda:0", "cuda:1"]
    d = fe.device("cuda:1")
    assert (d.name, d.arch, d.memory, d.limits.max_threads) == ("Fake GPU", "sm_90a", 1 << 30, 1024)
    assert gpu.named("cuDevicePrimaryCtxRetain") == []
    with pytest.raises(fe.DeviceError, match="no device cuda:5: there are 2"):
        fe.device("cuda:5")


@pytest.mark.parametrize(
    ("capability", "arch", "sm"),
    [
        ((7, 5), "sm_75", "sm_75"),
        ((8, 9), "sm_89", "sm_89"),
        ((9, 0), "sm_90a", "sm_90a"),
        ((12, 0), "sm_120a", "sm_120a"),
        ((13, 5), "sm_121", "sm_135a"),
    ],
)
def test_architectures(gpu: FakeCuda, capability: tuple[int, int], arch: str, sm: str) -> None:
    gpu.device_attributes.update(COMPUTE_CAPABILITY_MAJOR=capability[0], COMPUTE_CAPABILITY_MINOR=capability[1])
    d = cuda_device.get(0)
    assert (d.arch, d.sm) == (arch, sm)


def test_a_gpu_that_is_too_old(gpu: FakeCuda) -> None:
    gpu.device_attributes.update(COMPUTE_CAPABILITY_MAJOR=6, COMPUTE_CAPABILITY_MINOR=1)
    with installed(SAXPY), pytest.raises(fe.DeviceError, match=r"compute capability 6\.1; Ferrule needs 7\.0"):
        fe.rust("").saxpy(1.0, on_gpu(4), on_gpu(4))


def test_a_fork_is_refused(gpu: FakeCuda, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver.load(), "pid", 1)
    with pytest.raises(fe.DeviceError, match="before this process forked"):
        fe.device("cuda")


def test_a_function_the_driver_lacks(gpu: FakeCuda) -> None:
    def missing(*args: Any) -> Any:
        raise RuntimeError('Function "cuNew" not found')

    gpu.newThing = missing  # type: ignore[attr-defined]
    with pytest.raises(fe.DeviceError, match="the CUDA driver has no newThing"):
        driver.load().call("newThing")
    with pytest.raises(fe.DeviceError, match="missing from the installed cuda-bindings"):
        driver.load().call("cuNoSuchCall")


def test_without_a_driver_the_message_says_what_is_missing() -> None:
    driver.use(None)
    reason = driver.available()
    assert (
        reason == ""
        or 'pip install "ferrule[cuda]"' in reason
        or "NVIDIA driver" in reason
        or "no CUDA device" in reason
    )
    if reason:
        with pytest.raises(fe.DeviceError) as e:
            fe.device("cuda")
        assert str(e.value) == reason and [str(d) for d in fe.devices()] == ["cpu"]
