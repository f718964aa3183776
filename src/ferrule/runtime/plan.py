"""What a compiled kernel is to the runtime: data.  Nothing here knows the compiler.

A plan is written by code generation, kept beside the code in the artifact cache as JSON, and read by the launchers of both
devices.  Parameters lie in one packed buffer, each at ``offset``, exactly as CUDA lays out kernel parameters, so one
encoder serves both devices.
"""

from __future__ import annotations

from typing import Any, NamedTuple

VERSION = 3


class ParamPlan(NamedTuple):
    """One parameter of the Rust signature.

    ``kind``: ``slice`` (pointer u64 and length u64 in elements, 16 bytes), ``scalar``, ``pointer``, ``value`` (struct, tuple,
    array, enum or closure by value), ``zst`` (nothing is passed).
    """

    name: str
    rust: str  # the type as written, for messages
    kind: str
    dtype: str  # Rust name of the element or scalar type, also of a newtype: f32, i64, bool ...; empty for others
    offset: int
    size: int
    align: int
    elem_size: int = 0
    mut: bool = False  # the kernel may write through it
    shared_atomic: bool = False  # interior mutability: overlap with another such parameter is allowed
    space: str = ""  # index space of a DisjointSlice: Index1D, Index2D<128>, Runtime2DIndex ...; empty otherwise
    row_width: bool = False  # a u32 row width follows the length (24 bytes in all)
    schema: str = ""  # the type of the value or of an element as `runtime.schema` text; empty for primitives
    optional: bool = False  # an Option of a slice or reference: None is the null pointer
    elem_align: int = 0  # of an element, in bytes; 0: as its size tells


class Site(NamedTuple):
    """A place that can panic.  ``message`` holds {0}, {1} for the operands, in str.format syntax."""

    kind: str
    message: str
    operands: tuple[str, ...]
    file: str
    line: int
    column: int
    function: str


class Printf(NamedTuple):
    """A gpu_printf! call on the CPU device: C format and the dtypes of its operands (each 8 bytes in the buffer)."""

    format: str
    operands: tuple[str, ...]


# A step of a program in reverse Polish notation: (`len` or `value`, index of the parameter), (`int`, the number), or (`+`, `-`
# or `*`, 0).
Term = tuple[str, int]


class Requirement(NamedTuple):
    """A relation of a launch contract: two programs and the comparison between them."""

    text: str  # as written
    left: tuple[Term, ...]
    op: str
    right: tuple[Term, ...]


class Contract(NamedTuple):
    """What ``launch_contract`` asks of a launch, besides the block."""

    domain: int  # the axes that grid and block extend along: 1, 2 or 3
    coordinates_u32: bool  # indices along every axis of the grid fit u32
    shared: tuple[int, int]  # the least and the most bytes of dynamic shared memory
    capability: tuple[int, int]  # of the GPU, at least
    requires: tuple[Requirement, ...]


class KernelPlan(NamedTuple):
    name: str  # as the user names it
    entry: str  # symbol in the code
    signature: str  # Rust text
    doc: str
    target: str  # cpu or nvptx
    arch: str  # sm_90; host CPU name and features for cpu
    params: tuple[ParamPlan, ...]
    params_size: int
    sites: tuple[Site, ...]
    printfs: tuple[Printf, ...] = ()
    grid_param: int = -1  # parameter whose length gives the grid, -1: none
    grid_space: str = ""
    block: tuple[int, int, int] = (256, 1, 1)  # block used when none is given
    max_threads: int = 1024
    min_blocks: int = 0
    exact_block: tuple[int, int, int] | None = None
    cluster: tuple[int, int, int] | None = None
    cooperative: bool = False
    contract: Contract | None = None
    shared_static: int = 0  # bytes
    dynamic_shared: bool = False  # the kernel uses dynamic shared memory
    coroutine: bool = False  # cpu: has barriers or warp operations
    stack: int = 0  # bytes of the local variables of all functions, before optimisation
    constants: tuple[tuple[str, str, int], ...] = ()  # constant memory it reads: (path in the source, symbol, bytes)

    def to_json(self) -> dict[str, Any]:
        d = self._asdict()
        d["params"] = [p._asdict() for p in self.params]
        d["sites"] = [list(s) for s in self.sites]
        d["printfs"] = [list(p) for p in self.printfs]
        if self.contract is not None:
            d["contract"] = [*self.contract[:-1], [list(r) for r in self.contract.requires]]
        d["version"] = VERSION
        return d

    @staticmethod
    def from_json(d: dict[str, Any]) -> KernelPlan:
        d = dict(d)
        if d.pop("version", None) != VERSION:
            raise ValueError("plan of another version")
        d["params"] = tuple(ParamPlan(**p) for p in d["params"])
        d["sites"] = tuple(Site(s[0], s[1], tuple(s[2]), *s[3:]) for s in d["sites"])
        d["printfs"] = tuple(Printf(p[0], tuple(p[1])) for p in d["printfs"])
        for key in ("block", "exact_block", "cluster"):
            if d[key] is not None:
                d[key] = tuple(d[key])
        d["constants"] = tuple((path, symbol, size) for path, symbol, size in d["constants"])
        if d["contract"] is not None:
            d["contract"] = _contract(*d["contract"])
        return KernelPlan(**d)


def _contract(domain: int, u32: bool, shared: list[int], capability: list[int], requires: list[Any]) -> Contract:
    relations = tuple(
        Requirement(text, tuple((k, n) for k, n in left), op, tuple((k, n) for k, n in right))
        for text, left, op, right in requires
    )
    return Contract(domain, u32, (shared[0], shared[1]), (capability[0], capability[1]), relations)


class Artifact(NamedTuple):
    """A kernel ready to load: ``format`` is ``ptx``, ``cubin`` or ``elf`` (relocatable, host code)."""

    plan: KernelPlan
    format: str
    code: bytes


# The panic record: one per loaded module, in memory both the device and the host see.  A thread that fails claims it by
# compare-and-swap of `state` from 0 to 1, fills it, fences, and sets state to 2.  Little-endian:
#   u32 state, u32 site, u32 caller, u32 pad, u32 block[3], u32 thread[3], u64 values[4]
# `site` indexes KernelPlan.sites and gives the message; `caller`, unless 0xFFFFFFFF, indexes the site whose location is
# shown instead (the call of a #[track_caller] function).
PANIC_RECORD_SIZE = 80
NO_CALLER = 0xFFFFFFFF
PANIC_SYMBOL = "__ferrule_panic"  # nvptx: a global of 8 bytes holding the record's device address, set at load


class ParamDecl(NamedTuple):
    """One parameter of a kernel as declared, before generic arguments are known."""

    name: str
    rust: str
    kind: str  # as ParamPlan.kind; `generic` for a parameter whose whole type is a type parameter
    elem: str  # dtype of elements or scalar, or the name of a type parameter; "" if neither
    mut: bool = False
    space: str = ""
    nested: bool = False  # a value with slices, references or pointers inside


class KernelDecl(NamedTuple):
    """A kernel as declared: what a call needs to choose generic arguments, and what help() shows."""

    name: str
    path: str  # inside the crate: `outer::inner::scale`
    params: tuple[ParamDecl, ...]
    generics: tuple[tuple[str, str, str], ...]  # (name, `type` or `const`, type of the const or "")
    signature: str
    doc: str
    line: int

    def to_json(self) -> dict[str, Any]:
        d = self._asdict()
        d["params"] = [list(p) for p in self.params]
        return d

    @staticmethod
    def from_json(d: dict[str, Any]) -> KernelDecl:
        d = dict(d)
        d["params"] = tuple(ParamDecl(*p) for p in d["params"])
        d["generics"] = tuple((a, b, c) for a, b, c in d["generics"])
        return KernelDecl(**d)
