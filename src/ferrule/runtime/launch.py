"""Launch configurations: what a user writes in `k[...]`, and every rule it must keep before a device sees it."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

from ferrule.errors import LaunchError
from ferrule.runtime.plan import Contract, KernelPlan

Dim3 = tuple[int, int, int]
MAX_GRID: Dim3 = (2**31 - 1, 65535, 65535)
MAX_BLOCK: Dim3 = (1024, 1024, 64)
_AXES = "xyz"


class Limits(NamedTuple):
    """What one device allows.  The defaults are CUDA's; the CPU device keeps the same ones so that code moves
    freely."""

    device: str = "cpu"
    max_threads: int = 1024
    max_block: Dim3 = MAX_BLOCK
    max_grid: Dim3 = MAX_GRID
    max_shared: int = 227 * 1024  # static and dynamic together
    max_cluster: int = 8
    clusters: bool = True
    cooperative: bool = True
    capability: tuple[int, int] | None = None  # of a GPU: (9, 0)


def dim3(value: Any, what: str) -> Dim3:
    """An int or a tuple of one to three ints, each at least 1."""
    parts = value if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(parts) <= 3:
        raise LaunchError(f"{what} has {len(parts)} dimensions; pass an int or a tuple of one to three ints")
    out = []
    for axis, n in zip(_AXES, parts, strict=False):
        out.append(_positive(n, what if len(parts) == 1 else f"{what}.{axis}"))
    return (out[0], out[1] if len(out) > 1 else 1, out[2] if len(out) > 2 else 1)


def _integer(n: Any, what: str) -> int:
    if isinstance(n, int) and not isinstance(n, bool):
        return n
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        value = repr(n) if isinstance(n, (int, float, str, type(None))) else f"a {type(n).__qualname__}"
        hint = "; use // for division" if isinstance(n, float) else ""
        raise LaunchError(f"{what} must be an int and is {value}{hint}")
    index: int = operator.index(n)
    return index


def _positive(n: Any, what: str) -> int:
    value = _integer(n, what)
    if value < 1:
        raise LaunchError(f"{what} is {value}; it must be at least 1")
    return value


class Launch:
    """How to launch a kernel: ``k[fe.Launch(grid=4, block=256)](...)``.

    ``grid`` and ``block`` are ints or tuples of up to three; leave ``grid`` out to have it follow from the arguments.
    ``shared`` is the dynamic shared memory in bytes, ``cluster`` counts blocks (sm_90 and later), ``stream`` is an
    address or any stream object, ``device`` says where a kernel without arrays runs.
    """

    __slots__ = ("grid", "block", "cluster", "shared", "stream", "cooperative", "device")

    grid: Dim3 | None
    block: Dim3 | None
    cluster: Dim3 | None
    shared: int
    stream: Any
    cooperative: bool
    device: Any

    def __init__(
        self,
        grid: Any = None,
        block: Any = None,
        cluster: Any = None,
        shared: int = 0,
        stream: Any = None,
        cooperative: bool = False,
        device: Any = None,
    ) -> None:
        put = object.__setattr__
        put(self, "grid", None if grid is None else dim3(grid, "grid"))
        put(self, "block", None if block is None else dim3(block, "block"))
        put(self, "cluster", None if cluster is None else dim3(cluster, "cluster"))
        shared = _integer(shared, "shared")
        if shared < 0:
            raise LaunchError(f"shared is {shared}; bytes of dynamic shared memory cannot be negative")
        put(self, "shared", shared)
        put(self, "stream", stream)
        put(self, "cooperative", bool(cooperative))
        put(self, "device", device)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a Launch does not change; use .replace(...)")

    def _key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Launch) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.grid, self.block, self.cluster, self.shared, self.cooperative))

    def __repr__(self) -> str:
        default = Launch()
        shown = [f"{n}={getattr(self, n)!r}" for n in self.__slots__ if getattr(self, n) != getattr(default, n)]
        return f"Launch({', '.join(shown)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Launch, self._key()

    def replace(self, **changes: Any) -> Launch:
        """A copy with some fields changed."""
        fields = {n: getattr(self, n) for n in self.__slots__}
        unknown = [n for n in changes if n not in fields]
        if unknown:
            raise LaunchError(f"Launch has no field `{unknown[0]}`; it has {', '.join(self.__slots__)}")
        return Launch(**{**fields, **changes})


DEFAULT = Launch()


def from_key(kernel: str, key: Any) -> Launch:
    """What stands between the brackets of ``k[...]``."""
    if isinstance(key, Launch):
        return key
    if isinstance(key, tuple) and len(key) in (2, 3):
        grid, block = key[0], key[1]
        if grid is None or block is None:
            raise LaunchError(
                f"`{kernel}[grid, block]`: {'grid' if grid is None else 'block'} is None; pass an int or a tuple"
            )
        return Launch(grid, block, stream=key[2] if len(key) == 3 else None)
    raise LaunchError(
        f"`{kernel}[...]` takes a grid and a block, as in `{kernel}[4, 256]` or `{kernel}[(8, 8), (16, 16)]`, "
        f"then a stream if you like, or one fe.Launch(...)"
    )


# ----------------------------------------------------------------------------------------------------------------------
# The grid that follows from the arguments


def default_block(plan: KernelPlan, two_dimensional: bool) -> Dim3:
    """The block used when none is given."""
    if plan.exact_block:
        return plan.exact_block
    block: Dim3 = (16, 16, 1) if two_dimensional else plan.block
    while block[0] * block[1] * block[2] > plan.max_threads:
        x, y, z = block
        block = (x, y // 2, z) if y > x else ((x + 1) // 2, y, z)
    return block


def space_of(plan: KernelPlan) -> tuple[int, str]:
    """Parameter that gives the grid, and its index space; (-1, "") if none does."""
    if plan.grid_param >= 0:
        return plan.grid_param, plan.grid_space or plan.params[plan.grid_param].space
    for i, p in enumerate(plan.params):
        if p.space:
            return i, p.space
    return -1, ""


def infer_grid(plan: KernelPlan, shapes: list[tuple[int, ...] | None], block: Dim3 | None) -> tuple[Dim3 | None, Dim3]:
    """Grid and block from the index space of the written slice.  A grid of None: there is nothing to do."""
    index, space = space_of(plan)
    shape = shapes[index] if index >= 0 else None
    if index < 0 or shape is None:
        raise LaunchError(
            f"`{plan.name}` has no argument that its grid follows from; pass one: `{plan.name}[grid, block](...)`\n"
            f"  {plan.signature}"
        )
    name, numbers = parse_space(space)
    length = 1
    for n in shape:
        length *= n
    if name in ("Index1D", "WarpIndex", "LinearTiles"):
        block = block or default_block(plan, False)
        threads = length
        if name == "WarpIndex":
            threads = length * 32
        elif name == "LinearTiles":
            threads = -(-length // numbers[0])
        grid = _ceil(threads, block[0]), 1, 1
    elif name in ("Index2D", "RowMajorTiles", "Runtime2DIndex", "RuntimeRowMajorTiles"):
        block = block or default_block(plan, True)
        rows, cols = _extent(plan, index, name, numbers, shape, length)
        grid = _ceil(cols, block[0]), _ceil(rows, block[1]), 1
    else:
        raise LaunchError(
            f"the grid of `{plan.name}` does not follow from index space `{space}`; "
            f"pass one: `{plan.name}[grid, block](...)`"
        )
    if not length or 0 in grid:
        return None, block
    for axis, n, limit in zip(_AXES, grid, MAX_GRID, strict=True):
        if n > limit:
            raise LaunchError(
                f"`{plan.params[index].name}` with shape {shape} needs a grid.{axis} of {n} blocks, "
                f"above the limit of {limit}; "
                f"pass a grid and let each thread do more elements"
            )
    return grid, block


def _extent(
    plan: KernelPlan, index: int, name: str, numbers: list[int], shape: tuple[int, ...], length: int
) -> tuple[int, int]:
    """Threads down and across."""
    p = plan.params[index]
    if name == "Index2D":
        stride = numbers[0]
        return (_ceil(length, stride) if stride else 0), stride
    if name == "RowMajorTiles":
        r, c, stride = numbers
        return _ceil(_ceil(length, stride), r), _ceil(stride, c)
    if len(shape) != 2:
        raise LaunchError(
            f"the grid of `{plan.name}` follows from the rows and columns of `{p.name}: {p.rust}`, "
            f"and shape {shape} has {len(shape)} dimensions; pass an array of two"
        )
    r, c = numbers if name == "RuntimeRowMajorTiles" else (1, 1)
    return _ceil(shape[0], r), _ceil(shape[1], c)


def parse_space(space: str) -> tuple[str, list[int]]:
    """``Index2D<128>`` -> ("Index2D", [128])."""
    name, _, rest = space.partition("<")
    name = name.rsplit("::", 1)[-1].strip()
    numbers = []
    for part in rest.rstrip("> ").split(","):
        digits = part.strip().removesuffix("usize").removesuffix("u32").rstrip("_").replace("_", "")
        if digits.isdigit():
            numbers.append(int(digits))
    return name, numbers


def _ceil(a: int, b: int) -> int:
    return -(-a // b)


# ----------------------------------------------------------------------------------------------------------------------
# Rules


def validate(plan: KernelPlan, limits: Limits, launch: Launch, grid: Dim3, block: Dim3) -> Dim3 | None:
    """Check a launch against the device and the contract of the kernel.  Returns the cluster to use."""
    name, dev = plan.name, limits.device
    for axis, n, most in zip(_AXES, grid, limits.max_grid, strict=True):
        if n > most:
            raise LaunchError(f"grid.{axis} is {n}; {dev} allows at most {most} blocks along {axis}")
    for axis, n, most in zip(_AXES, block, limits.max_block, strict=True):
        if n > most:
            raise LaunchError(f"block.{axis} is {n}; {dev} allows at most {most} threads along {axis}")
    threads = block[0] * block[1] * block[2]
    if threads > limits.max_threads:
        raise LaunchError(f"block {block} has {threads} threads; {dev} allows at most {limits.max_threads} in a block")
    if plan.exact_block and block != plan.exact_block:
        raise LaunchError(f"block is {block}; the launch contract of `{name}` says exactly {plan.exact_block}")
    if threads > plan.max_threads:
        raise LaunchError(
            f"block {block} has {threads} threads; `{name}` is compiled for at most {plan.max_threads} "
            f"(#[launch_bounds({plan.max_threads})])"
        )
    shared = shared_bytes(plan, launch)
    if plan.contract is not None:
        _contract(plan, plan.contract, limits, shared, grid, block)
    elif shared and not plan.dynamic_shared:
        raise LaunchError(f"shared is {shared} bytes, but `{name}` uses no dynamic shared memory")
    total = plan.shared_static + shared
    if total > limits.max_shared:
        raise LaunchError(
            f"`{name}` would use {total} bytes of shared memory in a block ({plan.shared_static} static, "
            f"{shared} dynamic); {dev} allows at most {limits.max_shared}"
        )
    if (launch.cooperative or plan.cooperative) and not limits.cooperative:
        raise LaunchError(f"`{name}` needs a cooperative launch, which {dev} cannot do")
    return _cluster(plan, limits, launch, grid)


def shared_bytes(plan: KernelPlan, launch: Launch) -> int:
    """Bytes of dynamic shared memory: the launch's, or else those of the contract if it says how many."""
    if not launch.shared and plan.contract is not None:
        low, high = plan.contract.shared
        return low if low == high else 0
    return launch.shared


def max_blocks(plan: KernelPlan, block: Dim3) -> int:
    """The most blocks along x that CUDA and the launch contract allow."""
    u32 = plan.contract is not None and plan.contract.coordinates_u32
    return min(MAX_GRID[0], (1 << 32) // block[0]) if u32 else MAX_GRID[0]


def _contract(plan: KernelPlan, contract: Contract, limits: Limits, shared: int, grid: Dim3, block: Dim3) -> None:
    """What ``launch_contract`` says of every launch; `runtime.contract` has what it says of the arguments."""
    says = f"the launch contract of `{plan.name}` says"
    for what, dims in (("grid", grid), ("block", block)):
        for axis, n in list(zip(_AXES, dims, strict=True))[contract.domain :]:
            if n != 1:
                raise LaunchError(f"{what}.{axis} is {n}; {says} domain = {contract.domain}, so it must be 1")
    if contract.coordinates_u32:
        for axis, g, b in zip(_AXES, grid, block, strict=True):
            if g * b > 1 << 32:
                raise LaunchError(
                    f"{g} blocks of {b} threads along {axis} have indices beyond u32; {says} coordinates = u32"
                )
    low, high = contract.shared
    if not low <= shared <= high:
        wanted = f"exactly {low}" if low == high else f"between {low} and {high}"
        raise LaunchError(f"shared is {shared} bytes; {says} {wanted}")
    if limits.capability is not None and limits.capability < contract.capability:
        (major, minor), (has_major, has_minor) = contract.capability, limits.capability
        raise LaunchError(
            f"{limits.device} has compute capability {has_major}.{has_minor}; {says} at least {major}.{minor}"
        )


def _cluster(plan: KernelPlan, limits: Limits, launch: Launch, grid: Dim3) -> Dim3 | None:
    cluster = launch.cluster or plan.cluster
    if cluster is None:
        return None
    if launch.cluster and plan.cluster and launch.cluster != plan.cluster:
        raise LaunchError(f"cluster is {launch.cluster}; `{plan.name}` is compiled for clusters of {plan.cluster}")
    if cluster == (1, 1, 1):
        return cluster
    if not limits.clusters:
        raise LaunchError(
            f"`{plan.name}` asks for clusters of {cluster} blocks; {limits.device} has none (they need sm_90)"
        )
    blocks = cluster[0] * cluster[1] * cluster[2]
    if blocks > limits.max_cluster:
        raise LaunchError(f"cluster {cluster} has {blocks} blocks; {limits.device} allows at most {limits.max_cluster}")
    for axis, g, c in zip(_AXES, grid, cluster, strict=True):
        if g % c:
            raise LaunchError(f"grid.{axis} is {g}, which is no multiple of cluster.{axis} = {c}")
    return cluster
