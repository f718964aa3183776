"""From bound arguments to a launch: which device, which code, which grid."""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Protocol

from ferrule.errors import ArgumentError, LaunchError
from ferrule.runtime import launch as ln
from ferrule.runtime.args import Encoder, Views
from ferrule.runtime.contract import check_requirements
from ferrule.runtime.launch import Dim3, Launch, Limits
from ferrule.runtime.plan import Artifact, KernelDecl, KernelPlan
from ferrule.runtime.views import CPU, View, device_name


class Loaded(Protocol):
    """A kernel loaded on one device."""

    plan: KernelPlan
    encoder: Encoder

    @property
    def limits(self) -> Limits: ...

    def run(self, launch: Launch, grid: Dim3, block: Dim3, fields: list[Any], views: list[View | None]) -> None: ...

    def write_constants(self, values: list[tuple[str, bytes]]) -> None:
        """Writes constant memory, given by symbol, when no launch reads it."""
        ...


# Blocks of a grid run in any order and number at a time on the CPU: nothing that needs all of them at once.
CPU_LIMITS = Limits(clusters=False, cooperative=False)


class CpuLoaded:
    """A kernel on the CPU device.  A launch returns when it is done; panics are raised by it."""

    def __init__(self, artifact: Artifact) -> None:
        from ferrule.runtime.cpu import device

        self.plan = artifact.plan
        self.encoder = Encoder(artifact.plan)
        self.kernel = device.load(artifact)
        self._size = max(artifact.plan.params_size, self.encoder.size)
        self._checked: set[tuple[Any, ...]] = set()

    @property
    def limits(self) -> Limits:
        return CPU_LIMITS

    def run(self, launch: Launch, grid: Dim3, block: Dim3, fields: list[Any], views: list[View | None]) -> None:
        if launch.stream is not None:
            raise LaunchError(
                f"`{self.plan.name}` got a stream and arrays on the cpu; leave out the stream, or move the arrays"
            )
        shared = ln.shared_bytes(self.plan, launch)
        key = (launch.cluster, shared, launch.cooperative, grid, block)
        if key not in self._checked:
            ln.validate(self.plan, CPU_LIMITS, launch, grid, block)
            if len(self._checked) > 256:
                self._checked.clear()
            self._checked.add(key)
        for view in views:
            if view is not None and view.library == "jax":
                view.owner[0].block_until_ready()  # type: ignore[index]
        params = bytearray(self._size)
        self.encoder.packer.pack_into(params, 0, *fields)
        self.kernel.launch(grid, block, params, shared, keep=views)

    def write_constants(self, values: list[tuple[str, bytes]]) -> None:
        for symbol, data in values:
            ctypes.memmove(self.kernel.symbol(symbol)[0], data, len(data))


def load(device: tuple[str, int], artifact: Artifact) -> Loaded:
    if device[0] == "cpu":
        return CpuLoaded(artifact)
    from ferrule.runtime.cuda.device import get
    from ferrule.runtime.cuda.kernel import CudaKernel

    return CudaKernel(get(device[1]), artifact)


def select_device(decl: KernelDecl, views: list[View | None], launch: Launch) -> tuple[str, int]:
    """The device all arrays are on.  Without arrays: the launch's, or the CPU."""
    found: tuple[str, int] | None = None
    first = -1
    unknown = False
    for i, view in enumerate(views):
        if view is None:
            continue
        device = view.device
        if device[0] not in ("cpu", "cuda"):
            raise ArgumentError(f"`{_place(decl, views, i)}` got a {view.describe()}, which {view.problem}")
        if device[1] < 0:
            if not view.ptr:  # an empty array has no address to ask the driver about
                unknown = True
                continue
            from ferrule.runtime.cuda.device import ordinal_of

            device = view.device = ("cuda", ordinal_of(view.ptr))
        if found is None:
            found, first = device, i
        elif device != found:
            raise ArgumentError(_mixed(decl, views, first, i))
    if launch.device is not None:
        from ferrule.runtime.devices import device as lookup

        asked = lookup(launch.device).key
        if found is not None and asked != found:
            raise LaunchError(
                f"the launch asks for {device_name(asked)} and `{_place(decl, views, first, False)}` is on {device_name(found)}; "
                f"move the arrays or leave out device="
            )
        found = asked
    if found is None:
        if unknown:
            found = ("cuda", 0)
        elif launch.stream is not None:
            raise LaunchError(
                f'`{decl.name}` got a stream but no array that says which GPU; use fe.Launch(..., device="cuda:0")'
            )
        else:
            found = CPU
    if unknown:
        for view in views:
            if view is not None and view.device[1] < 0:
                view.device = found
    return found


def _place(decl: KernelDecl, views: list[View | None], i: int, typed: bool = True) -> str:
    """The parameter of a view, or the place inside one."""
    if i >= len(decl.params):
        assert isinstance(views, Views)
        return views.places[i - len(decl.params)]
    p = decl.params[i]
    return f"{p.name}: {p.rust}" if typed else p.name


def _mixed(decl: KernelDecl, views: list[View | None], i: int, j: int) -> str:
    a, b = views[i], views[j]
    assert a is not None and b is not None
    cpu, gpu = (a, b) if a.device[0] == "cpu" else (b, a)
    name = _place(decl, views, i if cpu is a else j, False)
    where = device_name(gpu.device)
    fix = f'{name}.to("{where}")' if cpu.library == "torch" else f'fe.to_device({name}, "{where}")'
    return (
        f"`{decl.name}` got arrays on two devices: `{_place(decl, views, i)}` is a {a.describe()}, "
        f"`{_place(decl, views, j)}` is a {b.describe()}; pass {fix}"
    )


def run(loaded: Loaded, launch: Launch, values: list[Any], views: list[View | None]) -> tuple[Dim3, Dim3] | None:
    """Check the arguments, find the grid, launch.  Returns grid and block, None if there was nothing to do."""
    fields = loaded.encoder.encode(values, views)
    if loaded.plan.contract is not None and loaded.plan.contract.requires:
        check_requirements(loaded.plan, loaded.encoder.packer.pack(*fields))
    block: Dim3 | None
    if launch.grid is None:
        grid, block = ln.infer_grid(loaded.plan, [v.shape if v is not None else None for v in views], launch.block)
        if grid is None:  # an empty array: nothing to do
            return None
    else:
        grid, block = launch.grid, launch.block
        if block is None:
            block = ln.default_block(loaded.plan, grid[1] > 1)
    loaded.run(launch, grid, block, fields, views)
    _bump_versions(loaded.plan, views)
    return grid, block


def _bump_versions(plan: KernelPlan, views: list[View | None]) -> None:
    """Tell autograd about tensors changed behind its back, so that a stale backward is an error and not a wrong
    number."""
    for p, view in zip(plan.params, views, strict=False):  # behind them lie views of arrays inside arguments
        if p.mut and view is not None and view.library == "torch":
            _bump_version(view)
    if isinstance(views, Views):
        for view in views.written:
            if view.library == "torch":
                _bump_version(view)


def _bump_version(view: View) -> None:
    tensor: Any = view.owner
    if not tensor.is_inference():
        sys.modules["torch"].autograd.graph.increment_version(tensor)
