"""The compiled launcher against the Python one, with torch CPU tensors and a driver of three C functions.

Whatever the compiled code accepts it must pack exactly as the encoder does; everything else must reach the slow
callable with the very same arguments.
"""

from __future__ import annotations

import ctypes
import gc
import inspect
import math
import struct
import sys
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from ferrule.runtime.args import Binder, Encoder, views_of
from ferrule.runtime.cuda import fast
from ferrule.runtime.cuda import fast_ir as ir
from ferrule.runtime.launch import Launch
from ferrule.runtime.plan import KernelDecl
from tests.helpers.fake_compiler import decl, plan_of

pytestmark = pytest.mark.torch

LAUNCH = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
WORD = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_uint64))
STREAM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_uint64))


class Driver:
    """What the compiled code calls in place of libcuda; ``launches`` holds (grid, block, shared, stream, params)."""

    def __init__(self) -> None:
        self.launches: list[tuple[Any, ...]] = []
        self.context, self.stream, self.status = 1000, 0x77, 0
        self.functions = (LAUNCH(self._launch), WORD(self._context), STREAM(self._stream))

    def _launch(self, config: int, function: int, params: int | None, extra: int | None) -> int:
        assert params is None and function == 0xF00
        n = (ctypes.c_uint32 * 14).from_address(config)
        stream = ctypes.c_uint64.from_address(config + 32).value
        data = b""
        if extra:
            words = (ctypes.c_uint64 * 5).from_address(extra)
            assert (words[0], words[2], words[4]) == (1, 2, 0)
            data = ctypes.string_at(words[1], ctypes.c_uint64.from_address(words[3]).value)
        if self.status == 0:
            self.launches.append((tuple(n[:3]), tuple(n[3:6]), n[6], stream, data))
        return self.status

    def _context(self, out: Any) -> int:
        out[0] = self.context
        return 0

    def _stream(self, device: int, out: Any) -> int:
        assert device == -1
        out[0] = self.stream
        return 0


class Device:
    ordinal = -1  # torch's index of the CPU
    context = 1000


class Kernel:
    """As much of a CudaKernel as a plan needs."""

    function = 0xF00
    device = Device()

    def __init__(self, d: KernelDecl, **fields: Any) -> None:
        self.decl = d
        self.plan = plan_of(d, {}, **fields)
        self.encoder = Encoder(self.plan)
        self.state = ctypes.c_uint32(0)
        self.state_address = ctypes.addressof(self.state)


class Setup:
    """A kernel bound to a launch, with its slow path recorded."""

    def __init__(self, launcher: fast.Launcher, driver: Driver, kernel: Kernel, launch: Launch, *sample: Any) -> None:
        self.driver, self.kernel, self.slow_calls = driver, kernel, []
        self.bound = launcher.bind(self.slow, "k", "($self, a, b)", "doc")
        self.call: Any = self.bound.call
        self.filled = self.bound.fill(
            kernel, launch, launch.grid or (0, 1, 1), launch.block or (256, 1, 1), self.views(sample)
        )  # type: ignore[arg-type]

    def views(self, arguments: tuple[Any, ...]) -> list[Any]:
        return views_of(self.kernel.decl, Binder(self.kernel.decl).bind(arguments, {}))

    def slow(self, *arguments: Any, **keywords: Any) -> None:
        self.slow_calls.append((arguments, keywords))

    def packed(self, *arguments: Any) -> bytes:
        values = Binder(self.kernel.decl).bind(arguments, {})
        return self.kernel.encoder.packer.pack(*self.kernel.encoder.encode(values, self.views(arguments)))

    def is_fast(self, *arguments: Any) -> bool:
        """Call; true if it went the compiled way, and then also packed as the encoder does."""
        before, slow = len(self.driver.launches), len(self.slow_calls)
        assert self.call(*arguments) is None
        if len(self.driver.launches) > before:
            assert len(self.slow_calls) == slow and len(self.driver.launches) == before + 1
            packer = self.kernel.encoder.packer  # what lies between parameters does not count
            assert packer.pack(*packer.unpack(self.driver.launches[-1][4])) == self.packed(*arguments)
            return True
        assert len(self.slow_calls) == slow + 1
        assert all(a is b for a, b in zip(self.slow_calls[-1][0], arguments, strict=True))
        return False


@pytest.fixture(scope="module")
def driver() -> Driver:
    return Driver()


@pytest.fixture(scope="module")
def launcher(driver: Driver) -> fast.Launcher:
    return make_launcher(driver)


def make_launcher(driver: Driver, **replaced: int) -> fast.Launcher:
    fast.prove_python()
    library = fast._torch_library(torch, "torch_cpu")
    addresses = fast.python_addresses() | fast.torch_addresses(torch, library)
    for name, function in zip(("launch", "context", "current_stream"), driver.functions, strict=True):
        addresses[name] = fast._address(function)
    addresses.update(replaced)
    return fast.Launcher(addresses, fast.torch_numbers(library), library.aoti_torch_device_type_cpu())


@pytest.fixture(autouse=True)
def reset(driver: Driver) -> Iterator[None]:
    yield
    driver.launches.clear()
    driver.context, driver.stream, driver.status = 1000, 0x77, 0


SAXPY = decl("saxpy", ("a", "f32"), ("x", "&[f32]"), ("y", "DisjointSlice<f32>"))


@pytest.fixture
def saxpy(launcher: fast.Launcher, driver: Driver) -> Setup:
    return Setup(launcher, driver, Kernel(SAXPY), Launch((3, 2, 1), (64, 2, 2), shared=48), 1.0, f32(), f32())


def f32(n: int = 8) -> Any:
    return torch.arange(n, dtype=torch.float32)


def test_a_launch_as_the_plan_says(saxpy: Setup, driver: Driver) -> None:
    assert saxpy.filled and saxpy.is_fast(2.5, f32(5), f32(7))
    assert driver.launches[0][:4] == ((3, 2, 1), (64, 2, 2), 48, 0x77)
    assert saxpy.is_fast(2.5, torch.nn.Parameter(f32(), requires_grad=False), f32())
    assert saxpy.is_fast(math.inf, f32(), f32()) and saxpy.is_fast(math.nan, f32(), f32())
    assert saxpy.is_fast(1.0, torch.zeros(3, 4), torch.zeros(2, 3, 2))


def test_before_it_is_filled_everything_is_slow(launcher: fast.Launcher, driver: Driver) -> None:
    calls: list[Any] = []
    bound = launcher.bind(lambda *a, **k: calls.append((a, k)), "k", "", "")
    bound.call(1, 2)
    bound.call(x=1)
    assert calls == [((1, 2), {}), ((), {"x": 1})] and driver.launches == []


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (1.0, f32()),
        (1.0, f32(), f32(), f32()),
        (1, f32(), f32()),
        (True, f32(), f32()),
        (np.float64(1), f32(), f32()),
        (1e39, f32(), f32()),
        ("a", f32(), f32()),
        (None, f32(), f32()),
        (1.0, None, f32()),
        (1.0, f32().numpy(), f32()),
        (1.0, f32().double(), f32()),
        (1.0, f32().to(torch.int32), f32()),
        (1.0, f32(16)[::2], f32()),
        (1.0, torch.zeros(4, 4).t(), f32()),
        (1.0, torch.zeros(1).expand(8), f32()),
        (1.0, torch.tensor(1.0), f32()),
        (1.0, f32(0), f32()),
        (1.0, torch.imag(torch.zeros(1, dtype=torch.complex64).conj()), f32()),
        (1.0, torch.zeros(4, device="meta"), f32()),
        (1.0, f32(), torch.zeros(8, requires_grad=True)),
        (1.0, f32().to_sparse(), f32()),
        (1.0, torch.zeros(33, dtype=torch.uint8)[1:].view(-1), f32()),
    ],
    ids=str,
)
def test_the_unexpected_goes_the_slow_way(saxpy: Setup, arguments: tuple[Any, ...]) -> None:
    assert not saxpy.is_fast(*arguments)
    assert saxpy.is_fast(1.0, f32(), f32())  # and leaves no error behind


def test_keywords_go_the_slow_way(saxpy: Setup) -> None:
    x, y = f32(), f32()
    saxpy.call(1.0, x, y=y)
    assert saxpy.slow_calls == [((1.0, x), {"y": y})]


def test_errors_of_the_slow_way_pass_through(launcher: fast.Launcher) -> None:
    def fails(*arguments: Any) -> None:
        raise ValueError(f"got {len(arguments)}")

    bound = launcher.bind(fails, "k", "", "")
    with pytest.raises(ValueError, match="got 3"):
        bound.call(1, 2, 3)


def test_overlap(saxpy: Setup) -> None:
    a = f32(100)
    assert not saxpy.is_fast(1.0, a, a)
    assert not saxpy.is_fast(1.0, a[:50], a[49:])
    assert not saxpy.is_fast(1.0, a[49:], a[:50])
    assert saxpy.is_fast(1.0, a[:50], a[50:]) and saxpy.is_fast(1.0, a[50:], a[:50])


def test_overlap_of_many(launcher: fast.Launcher, driver: Driver) -> None:
    d = decl("k", ("a", "&[f32]"), ("b", "&[f32]"), ("c", "&mut [f32]"), ("p", "*mut f32"), ("q", "*const f32"))
    x, y, z = f32(), f32(), f32()
    setup = Setup(launcher, driver, Kernel(d), Launch(1, 1), x, x, y, z, z)
    assert setup.is_fast(x, x, y, z, z)  # reading twice, raw pointers that alias
    assert not setup.is_fast(x, x, y, y, z)
    assert not setup.is_fast(x, z, y, z, z)
    assert not setup.is_fast(x, y, y, z, z)


def changed(kernel: Kernel, i: int, **fields: Any) -> Kernel:
    """The kernel with another plan for one parameter."""
    params = list(kernel.plan.params)
    params[i] = params[i]._replace(**fields)
    kernel.plan = kernel.plan._replace(params=tuple(params))
    kernel.encoder = Encoder(kernel.plan)
    return kernel


def test_references_take_one_element(launcher: fast.Launcher, driver: Driver) -> None:
    kernel = changed(Kernel(decl("k", ("p", "*mut f32"), ("q", "*const f32"))), 0, rust="&mut f32")
    setup = Setup(launcher, driver, kernel, Launch(1, 1), f32(1), f32(5))
    assert setup.filled and setup.is_fast(f32(1), f32(5))
    assert not setup.is_fast(f32(2), f32(5))


def test_atomics_of_one_size_go_together(launcher: fast.Launcher, driver: Driver) -> None:
    d = decl("k", ("a", "&[f32]"), ("b", "&[f32]"), ("c", "&[f64]"))
    kernel = Kernel(d)
    for i in range(3):
        changed(kernel, i, mut=True, shared_atomic=True)
    x, y = f32(), torch.zeros(4, dtype=torch.float64)
    setup = Setup(launcher, driver, kernel, Launch(1, 1), x, x, y)
    assert setup.filled and setup.is_fast(x, x, y)
    assert not setup.is_fast(x, x, x.view(torch.float64))


def test_kinds_that_only_the_slow_way_knows(launcher: fast.Launcher, driver: Driver) -> None:
    kernel = changed(Kernel(decl("k", ("p", "&[f32]"))), 0, optional=True)
    assert not Setup(launcher, driver, kernel, Launch(1, 1), f32()).filled
    kernel = changed(Kernel(decl("k", ("v", "f32"))), 0, kind="value", dtype="")
    assert not Setup(launcher, driver, kernel, Launch(1, 1), 1.0).filled


def test_state_of_the_world(saxpy: Setup, driver: Driver) -> None:
    arguments = (1.0, f32(), f32())
    saxpy.kernel.state.value = 2
    assert not saxpy.is_fast(*arguments)  # a panic waits to be raised
    saxpy.kernel.state.value = 0
    driver.context = 1001
    assert not saxpy.is_fast(*arguments)  # another device is current
    driver.context = 1000
    driver.status = 1
    assert not saxpy.is_fast(*arguments)  # the driver refused
    driver.status = 0
    driver.stream = 0x99
    assert saxpy.is_fast(*arguments) and driver.launches[-1][3] == 0x99


@pytest.mark.parametrize("rust", ["i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize"])
def test_integers(launcher: fast.Launcher, driver: Driver, rust: str) -> None:
    from ferrule.runtime.dtypes import TABLE

    d, t = decl("k", ("n", rust), ("m", rust)), TABLE[rust]
    setup = Setup(launcher, driver, Kernel(d), Launch(1, 1), 0, 0)
    top = min(t.high, 2**63 - 1)
    for value in {t.low, top, 0, 1, -1 if t.low else 7}:
        assert setup.is_fast(value, 3)
    for value in (t.low - 1, t.high + 1, 2**70, -(2**70), True, 1.0, np.int32(1), None):
        assert not setup.is_fast(value, 3)
    if t.high > top:
        assert not setup.is_fast(t.high, 3)  # beyond a C long long, left to Python


@given(st.floats(width=64), st.floats(width=64), st.booleans())
@settings(max_examples=200, deadline=None)
def test_floats(launcher: fast.Launcher, driver: Driver, a: float, b: float, c: bool) -> None:
    d = decl("k", ("a", "f32"), ("b", "f64"), ("c", "bool"))
    setup = Setup(launcher, driver, Kernel(d), Launch(1, 1), 1.0, 1.0, True)
    try:
        struct.pack("<f", a)
        fits = True
    except OverflowError:
        fits = False
    before = len(driver.launches)
    setup.call(a, b, c)
    assert (len(driver.launches) > before) == fits
    if fits:
        got_a, got_b, got_c = struct.unpack("<f4xd?", driver.launches[-1][4])
        want = struct.unpack("<f", struct.pack("<f", a))[0]
        assert (got_a == want or math.isnan(want) and math.isnan(got_a)) and got_c is c
        assert struct.pack("<d", got_b) == struct.pack("<d", b) or math.isnan(b)


@pytest.mark.parametrize(
    ("rust", "dtype"),
    [
        ("f16", "float16"),
        ("bf16", "bfloat16"),
        ("f64", "float64"),
        ("u8", "uint8"),
        ("bool", "bool"),
        ("usize", "uint64"),
    ],
)
def test_element_types(launcher: fast.Launcher, driver: Driver, rust: str, dtype: str) -> None:
    t = torch.zeros(6, dtype=getattr(torch, dtype))
    setup = Setup(launcher, driver, Kernel(decl("k", ("x", f"&[{rust}]"))), Launch(1, 1), t)
    assert setup.is_fast(t) and not setup.is_fast(torch.zeros(6))


def test_grid_from_the_length(launcher: fast.Launcher, driver: Driver) -> None:
    setup = Setup(launcher, driver, Kernel(SAXPY), Launch(), 1.0, f32(), f32())
    for n, blocks in ((1, 1), (256, 1), (257, 2), (10_000, 40)):
        assert setup.is_fast(1.0, f32(3), f32(n))
        assert driver.launches[-1][:2] == ((blocks, 1, 1), (256, 1, 1))


@pytest.mark.parametrize(
    ("params", "sample", "launch", "fields"),
    [
        ([("y", "DisjointSlice<f32, Index2D<4>>")], [f32()], Launch(), {}),
        ([("y", "DisjointSlice<f32, Runtime2DIndex>")], [torch.zeros(2, 4)], Launch(1, 1), {}),
        ([("y", "&mut [f32]")], [f32().numpy()], Launch(1, 1), {}),
        ([("n", "u128")], [1], Launch(1, 1), {}),
        ([("n", "f16")], [1.0], Launch(1, 1), {}),
        ([("y", "&mut [f32]")], [f32()], Launch(1, 1, stream=5), {}),
        ([("y", "DisjointSlice<f32>")], [f32()], Launch(), {"cooperative": True}),
    ],
)
def test_what_it_has_no_way_to_do(
    launcher: fast.Launcher, driver: Driver, params: Any, sample: Any, launch: Launch, fields: Any
) -> None:
    setup = Setup(launcher, driver, Kernel(decl("k", *params), **fields), launch, *sample)
    assert not setup.filled and not setup.is_fast(*sample)


def test_no_arguments_at_all(launcher: fast.Launcher, driver: Driver) -> None:
    setup = Setup(launcher, driver, Kernel(decl("k")), Launch(2, 32))
    assert setup.is_fast() and driver.launches[-1] == ((2, 1, 1), (32, 1, 1), 0, 0x77, b"")


@pytest.mark.parametrize("replaced", [{}, {"bump_version": 0, "is_inference": 0}])
def test_autograd_hears_of_the_write(driver: Driver, replaced: dict[str, int]) -> None:
    saxpy = Setup(make_launcher(driver, **replaced), driver, Kernel(SAXPY), Launch(1, 1), 1.0, f32(), f32())
    x, y = f32(), f32()
    before = x._version, y._version
    assert saxpy.is_fast(1.0, x, y)
    assert (x._version, y._version) == (before[0], before[1] + 1)
    with torch.no_grad():
        assert saxpy.is_fast(1.0, x, torch.zeros(8, requires_grad=True))
    with torch.inference_mode():
        assert saxpy.is_fast(1.0, x, torch.zeros(8))
    assert saxpy.is_fast(1.0, torch.zeros(8, requires_grad=True), y)  # only read


def test_references_are_balanced(saxpy: Setup) -> None:
    x, y = f32(), f32()
    number = 1.25
    saxpy.call(number, x, y)
    gc.collect()
    counts = [sys.getrefcount(o) for o in (x, y, number, None, True, False)]
    for _ in range(1000):
        saxpy.call(number, x, y)
    saxpy.driver.launches.clear()
    gc.collect()
    after = [sys.getrefcount(o) for o in (x, y, number, None, True, False)]
    assert after[:3] == counts[:3] and all(abs(a - b) < 100 for a, b in zip(after, counts, strict=True))


def test_the_builtin_keeps_what_it_needs(launcher: fast.Launcher, driver: Driver) -> None:
    setup = Setup(launcher, driver, Kernel(SAXPY), Launch(1, 1), 1.0, f32(), f32())
    call = setup.call
    del setup
    gc.collect()
    junk = [bytes(ir.MAX_PLAN) for _ in range(100)]
    call(1.0, f32(), f32())
    call(1.0, f32())
    assert len(driver.launches) == 1 and junk


def test_it_looks_like_a_function(saxpy: Setup) -> None:
    assert str(inspect.signature(saxpy.call)) == "(a, b)" and saxpy.call.__doc__ == "doc" and saxpy.call.__name__ == "k"


def test_threads(saxpy: Setup, driver: Driver) -> None:
    def work() -> None:
        x, y = f32(64), f32(64)
        for _ in range(200):
            saxpy.call(1.0, x, y)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(driver.launches) == 800 and not saxpy.slow_calls


def test_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERRULE_LAUNCHER", "python")
    with pytest.raises(fast._Unusable, match="FERRULE_LAUNCHER"):
        fast.prove_python()
    monkeypatch.setattr(fast, "_launcher", None)
    monkeypatch.setattr(fast, "_why_not", "")
    assert fast.get() is None and fast.why_not() == "FERRULE_LAUNCHER=python"


def test_the_code_is_cached_and_then_needs_no_llvm(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERRULE_CACHE", "on")
    monkeypatch.setenv("FERRULE_CACHE_DIR", str(tmp_path / "c"))
    first = fast._object()
    from ferrule.codegen.llvm import host_object

    monkeypatch.setattr(host_object, "optimise", None)
    assert fast._object() == first
