"""What is known about a compiled kernel: figures of the hardware where there is one, and the plan's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ferrule.runtime.launch import Dim3
from ferrule.runtime.plan import KernelPlan, Site

if TYPE_CHECKING:
    from ferrule.runtime.cuda.kernel import CudaKernel


class Attributes(NamedTuple):
    """Figures of one compiled kernel; None where only a GPU knows.

    ``local_bytes`` is memory a thread takes beyond its registers: its stack and spilled registers.
    """

    name: str
    target: str  # nvptx or cpu
    arch: str
    registers: int | None
    local_bytes: int | None
    shared_bytes: int  # static, a block
    const_bytes: int | None
    max_threads: int  # a block, by registers and by launch bounds
    exact_block: Dim3 | None
    cluster: Dim3 | None
    cooperative: bool
    dynamic_shared: bool
    barriers: bool  # known for the CPU: threads of a block wait for each other
    sites: tuple[Site, ...]  # every place that can panic


def of_plan(plan: KernelPlan) -> Attributes:
    return Attributes(
        plan.name,
        plan.target,
        plan.arch,
        None,
        None,
        plan.shared_static,
        None,
        plan.max_threads,
        plan.exact_block,
        plan.cluster,
        plan.cooperative,
        plan.dynamic_shared,
        plan.coroutine,
        plan.sites,
    )


def of_cuda(loaded: Any) -> Attributes:
    kernel: CudaKernel = loaded
    return of_plan(kernel.plan)._replace(
        registers=kernel.registers,
        local_bytes=kernel.local_bytes,
        shared_bytes=kernel.shared_bytes,
        const_bytes=kernel.const_bytes,
        max_threads=min(kernel.max_threads, kernel.plan.max_threads),
    )
