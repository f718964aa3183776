"""What a launch guarantees of the special registers, told to LLVM.

CUDA bounds every block and grid dimension, and a kernel may bound its blocks further (``launch_bounds``, ``launch_contract``): the
host refuses other launches.  With ranges on the reads LLVM drops the bounds checks that they imply, such as those of a
shared tile indexed by the thread's place in a block of known shape, and knows that index arithmetic does not wrap.
"""

from __future__ import annotations

import re

Dims = tuple[int, int, int]

_SREG = r"(?<== )call i32 @llvm\.nvvm\.read\.ptx\.sreg\."
_READ = re.compile(rf"{_SREG}(?:(n?tid|n?ctaid)\.([xyz])|laneid)\(\)")
MAX_BLOCK: Dims = (1024, 1024, 64)
MAX_GRID: Dims = (2**31 - 1, 65535, 65535)


def annotate(ir: str, max_threads: int | None, exact_block: Dims | None, domain: int = 3) -> str:
    """The module text with ranges on the reads of thread and block indices and dimensions.

    ``domain``: the axes that the launch extends along; the others are 1.
    """
    block = exact_block or tuple(min(m, max_threads or 1024) for m in MAX_BLOCK)

    def replace(found: re.Match[str]) -> str:
        if found[1] is None:
            return "call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.laneid()"
        register, axis = found[1], "xyz".index(found[2])
        size = (block if register in ("tid", "ntid") else MAX_GRID)[axis] if axis < domain else 1
        if register == "ntid" and exact_block is not None or size == 1:
            return f"add i32 0, {size if register.startswith('n') else 0}"
        # LLVM's ranges are half-open; 2^31 is the sign bit, which an unsigned reading allows.
        lo, hi = (1, size + 1) if register.startswith("n") else (0, size)
        hi = hi - 2**32 if hi >= 2**31 else hi
        return f"call range(i32 {lo}, {hi}) i32 @llvm.nvvm.read.ptx.sreg.{register}.{found[2]}()"

    return _READ.sub(replace, ir)
