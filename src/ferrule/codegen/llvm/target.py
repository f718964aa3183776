"""What differs between the machines that LLVM compiles for: the class ``Target``; NVIDIA GPUs are in ``nvptx.py``.

Function lowering asks the target wherever a machine has its own way: hidden parameters, how a panic ends a thread,
where
statics and shared memory live, how a kernel's entry looks, how text is printed.  The CPU form is in ``host.py``.

A Rust function becomes an LLVM function with, in this order: the target's ``hidden_params``; a pointer for a result
that is
returned in memory; the arguments (none for a ZST, one for a scalar, two for a scalar pair, a pointer to a copy that the
callee owns for the rest); ``i32 %caller`` if the function is ``#[track_caller]``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrule.codegen.llvm.context import ModuleCx, Static
    from ferrule.codegen.llvm.function import FunctionCx
    from ferrule.codegen.llvm.intrinsics import Builtin
    from ferrule.codegen.llvm.value import Operand
    from ferrule.mir.body import Body, Format
    from ferrule.ty import ty as t
    from ferrule.ty.data import Instance


class Target(ABC):
    """One machine.  An instance serves one module: it may keep state for it."""

    name = ""  # column of the intrinsic tables: nvptx, cpu
    triple = ""
    data_layout = ""
    arch = ""
    hidden_params: tuple[tuple[str, str], ...] = ()  # (LLVM type, register), given to every Rust function and passed on
    panic_returns = False  # a panic comes back to its caller: calls of functions that may panic are followed by a test
    kernel_attrs = ""  # LLVM attributes of functions, beyond those that lowering derives
    fp_contract = False
    builtins: dict[str, Builtin] = {}  # Python functions of intrinsic rows that only this target has (``cpu_builtin``)

    def lowers(self, intrinsic: str) -> bool:
        """Whether the intrinsic is an operation of this machine; False if its body in the library runs instead."""
        from ferrule.codegen.llvm.intrinsics import arch_number, table

        row = table().get(intrinsic)
        if row is None or not row.get("fallback"):
            return True
        here = any(k in row for k in (self.name, f"{self.name}_builtin", "llvm", "builtin"))
        return here and (self.name != "nvptx" or arch_number(self.arch) >= row.get("min_arch", 0))

    def mir_of(self, cx: ModuleCx, instance: Instance) -> tuple[Body, t.Args]:
        """The body to compile for ``instance`` and the arguments to substitute in it.  (The CPU inlines suspending
        callees.)"""
        return cx.tcx.mir(instance.def_), instance.args

    def function_attrs(self, cx: ModuleCx, instance: Instance) -> str:
        """LLVM attributes of the function for ``instance`` that only the target knows."""
        return ""

    def prologue(self, fx: FunctionCx) -> None:
        """Emits what comes first in a function, in the block that holds the allocas."""

    def emit_return(self, fx: FunctionCx, value: str) -> None:
        """Ends the block by returning; ``value`` is ``void`` or ``type value``."""
        fx.emit(f"ret {value}")

    @abstractmethod
    def emit_panic(self, fx: FunctionCx, site: int, caller: str, values: list[str]) -> None:
        """Ends the block by a panic at ``site``.  ``caller`` is an i32 (index of a site or -1), ``values`` are i64."""

    @abstractmethod
    def emit_abort(self, fx: FunctionCx) -> None:
        """Ends the block: execution stops at once (``core::intrinsics::abort``)."""

    def after_call(self, fx: FunctionCx) -> None:
        """Emitted after each call of a function that may panic, if ``panic_returns``."""

    @abstractmethod
    def define_static(self, cx: ModuleCx, static: Static) -> str:
        """Emits the global of a static (``cx.globals``) and returns the LLVM constant expression of its generic
        address, or
        an empty string where the address is only known in a function (``static_address``)."""

    def static_address(self, fx: FunctionCx, static: Static) -> str:
        """The generic pointer to ``static`` inside a function."""
        return static.address

    def constant_table(self, cx: ModuleCx, symbol: str, body: str, align: int) -> str:
        """Emits an immutable global (``body`` is ``type initialiser``) and returns the generic pointer to it, a
        constant."""
        cx.globals.append(f"@{symbol} = private unnamed_addr constant {body}, align {align}")
        return f"@{symbol}"

    @abstractmethod
    def dynamic_shared(self, fx: FunctionCx) -> str:
        """The generic pointer to the block's dynamic shared memory."""

    @abstractmethod
    def emit_printf(self, fx: FunctionCx, fmt: Format, operands: list[Operand]) -> str:
        """``gpu_printf!``; the result is an i32 value."""

    def kernel_pointer_type(self) -> str:
        """The LLVM type of a pointer parameter of a kernel."""
        return "ptr"

    def kernel_pointer(self, fx: FunctionCx, register: str) -> str:
        """The generic pointer of a kernel's pointer parameter."""
        return register

    @abstractmethod
    def kernel_head(self, cx: ModuleCx, fx: FunctionCx, params: list[str]) -> str:
        """``define ... {`` of the kernel function.  ``params`` are the flattened parameters (``cx.kernel.flat``),
        without
        the hidden ones.  The body binds Rust arguments from them, after ``prologue``; ``fx.is_kernel`` is set."""

    def after_kernel(self, cx: ModuleCx) -> None:
        """Called when everything is lowered, before ``finish``: what calls the kernel function."""

    def finish(self, cx: ModuleCx) -> None:
        """Called when all functions are done: last globals and helper functions."""
