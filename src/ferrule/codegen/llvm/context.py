"""One LLVM module in the making: functions asked for, globals, panic sites, caches."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from ferrule.codegen.describe import is_freeze
from ferrule.codegen.llvm import types
from ferrule.errors import UnsupportedError
from ferrule.mir.mono import Mono, Node
from ferrule.resolve.defs import Def, DefKind
from ferrule.runtime.plan import Printf, Site
from ferrule.ty import ty as t
from ferrule.ty.data import Instance
from ferrule.ty.layout import Layout, layout_of

if TYPE_CHECKING:
    from ferrule.codegen.llvm.debuginfo import DebugInfo
    from ferrule.codegen.llvm.kernel import KernelInfo
    from ferrule.codegen.llvm.target import Target
    from ferrule.ty.context import TyCtxt

_WORD = re.compile(r"[^A-Za-z0-9_]")


class InternalError(Exception):
    """A bug of Ferrule: LLVM refused what code generation wrote.  The text holds what is needed for a report."""


class FnAbi(NamedTuple):
    """How a Rust function looks in LLVM; see ``target.py`` for the order of parameters."""

    inputs: tuple[Layout, ...]
    output: Layout
    track_caller: bool

    @property
    def ret_type(self) -> str:
        return "void" if self.output.uninhabited else types.value_type(self.output)

    @property
    def sret(self) -> bool:
        return self.output.abi == "memory" and not self.output.uninhabited


class Static:
    """A static that the kernel reaches."""

    __slots__ = ("def_", "kind", "layout", "symbol", "address", "offset", "mutable", "align")

    def __init__(self, def_: Def, kind: str, layout: Layout, symbol: str, mutable: bool) -> None:
        self.def_ = def_
        self.kind = kind  # global, shared (SharedArray), constant (ConstantMemory)
        self.layout = layout
        self.symbol = symbol
        self.mutable = mutable
        self.address = ""  # LLVM constant: the generic pointer; empty where only a function knows it
        self.align = max(layout.align, 16 if layout.size >= 16 else 1)  # wide accesses need it
        self.offset = 0  # shared: bytes from the start of the block's shared memory (CPU)


class ModuleCx:
    """Everything the functions of one kernel share."""

    def __init__(self, tcx: TyCtxt, target: Target) -> None:
        self.tcx = tcx
        self.target = target
        self.mono = Mono(tcx, lambda d: target.lowers(d.name))
        self.functions: list[str] = []  # finished definitions
        self.globals: list[str] = []
        self.declares: dict[str, str] = {}  # symbol -> declare line
        self.metadata: list[str] = []
        self.sites: list[Site] = []
        self.printfs: list[Printf] = []
        self.statics: dict[Def, Static] = {}
        self.kernel: KernelInfo | None = None
        self.debug: DebugInfo | None = None
        self.uses_dynamic_shared = False
        self.stack = 0  # bytes of local variables, of all functions
        self._site_index: dict[Site, int] = {}
        self._symbols: dict[Instance, str] = {}
        self._taken: set[str] = set()
        self._work: list[Instance] = []
        self._abis: dict[Instance, FnAbi] = {}
        self._meta: dict[str, int] = {}
        self._blobs: dict[tuple[str, int], str] = {}
        self._graph: dict[Instance, Node] | None = None
        self._may_panic: set[Instance] = set()
        self._once: set[str] = set()
        self.root: Instance | None = None
        self.shims: dict[tuple[str, Instance], str] = {}  # (kind of shim, what it calls): address

    # --------------------------------------------------------------------------------------------------- errors
    def unsupported(self, code: str, message: str, span: int = 0, help: str = "") -> UnsupportedError:
        """Valid Rust that this target does not take: reported, and raised by the caller."""
        return self.tcx.session.unsupported(code, message, span, help)

    # --------------------------------------------------------------------------------------------------- types
    def layout(self, ty: t.Ty) -> Layout:
        return layout_of(self.tcx, ty)

    # ----------------------------------------------------------------------------------------------- functions
    def symbol(self, instance: Instance) -> str:
        """The LLVM name of the function for ``instance``, which is queued for lowering."""
        name = self._symbols.get(instance)
        if name is None:
            d = instance.def_
            path = d.path.split("::", 1)[-1] if "::" in d.path else d.path
            base = _WORD.sub("_", path or d.name) or "f"
            if instance.shim:
                base += f"_{instance.shim}"
            name = self.unique(f"_R{base}")
            self._symbols[instance] = name
            self._work.append(instance)
        return name

    def unique(self, base: str) -> str:
        name, n = base, 0
        while name in self._taken:
            n += 1
            name = f"{base}_{n}"
        self._taken.add(name)
        return name

    def next_instance(self) -> Instance | None:
        return self._work.pop() if self._work else None

    def abi(self, instance: Instance) -> FnAbi:
        """Of an instance with a body, from the locals of that body."""
        abi = self._abis.get(instance)
        if abi is None:
            body, args = self.target.mir_of(self, instance)
            tys = [self.mono.ty(body.locals[i].ty, args) for i in range(body.arg_count + 1)]
            lays = [self.layout(ty) for ty in tys]
            abi = self._abis[instance] = FnAbi(tuple(lays[1:]), lays[0], is_track_caller(instance.def_))
        return abi

    def may_panic(self, instance: Instance) -> bool:
        """Whether a call of ``instance`` may end in a panic (asked where a panic returns to its caller)."""
        if self._graph is None:
            assert self.root is not None
            self._graph = self.mono.reachable(self.root, lambda i: self.target.mir_of(self, i))
            self._may_panic = self.mono.may_panic(self._graph)
        return instance not in self._graph or instance in self._may_panic

    # ------------------------------------------------------------------------------------------- module pieces
    def declare(self, symbol: str, ret: str, params: str, attrs: str = "") -> None:
        if symbol not in self.declares:
            self.declares[symbol] = f"declare {ret} @{symbol}({params}){' ' if attrs else ''}{attrs}"

    def once(self, key: str) -> bool:
        """True the first time it is asked for ``key``: to emit a helper once."""
        if key in self._once:
            return False
        self._once.add(key)
        return True

    def meta(self, text: str) -> str:
        """A metadata node with that text; equal texts share one."""
        n = self._meta.get(text)
        if n is None:
            n = self._meta[text] = self.new_meta(text)
        return f"!{n}"

    def new_meta(self, text: str) -> int:
        n = len(self.metadata)
        self.metadata.append(f"!{n} = {text.replace('!SELF', f'!{n}')}")
        return n

    def blob(self, body: str, align: int, hint: str = "c") -> str:
        """The generic pointer to an immutable global with that content; equal contents share one."""
        key = (body, align)
        found = self._blobs.get(key)
        if found is None:
            found = self._blobs[key] = self.target.constant_table(
                self, self.unique(f"__{hint}{len(self._blobs)}"), body, align
            )
        return found

    def site(self, kind: str, message: str, operands: tuple[str, ...], span: int, function: str) -> int:
        """The index of a place that can panic."""
        loc = self.tcx.session.source_map.location(span)
        s = Site(kind, message, operands, loc.file, loc.line, loc.column, function)
        index = self._site_index.get(s)
        if index is None:
            index = self._site_index[s] = len(self.sites)
            self.sites.append(s)
        return index

    # ------------------------------------------------------------------------------------------------- statics
    def static(self, d: Def) -> Static:
        found = self.statics.get(d)
        if found is None:
            ty = self.mono.ty(self.tcx.type_of(d), ())
            kind = "global"
            if isinstance(ty, t.Adt):
                if ty.def_ is self.tcx.lang_item("shared_array") or ty.def_ is self.tcx.lang_item("barrier"):
                    kind = "shared"
                elif ty.def_ is self.tcx.lang_item("constant_memory"):
                    kind = "constant"
            space = d.attr("address_space")  # of cuda_std
            if space is not None and "shared" in space.tokens.texts:
                kind = "shared"
            mutable = bool(getattr(d.node, "mut", False)) or not is_freeze(self.tcx, ty)
            base = _WORD.sub("_", d.path.split("::", 1)[-1])
            found = Static(d, kind, self.layout(ty), self.unique(base), mutable)
            if kind == "shared" and isinstance(ty, t.Adt):
                wanted = [a.value for a in ty.args if isinstance(a, t.ConstValue)]  # SharedArray<T, N, ALIGN>
                found.align = max(found.align, *wanted[1:2], 1)
            self.statics[d] = found  # before its initialiser, which may name it
            found.address = self.target.define_static(self, found)
        return found

    # ---------------------------------------------------------------------------------------------------- text
    def render(self) -> str:
        head = [f'target datalayout = "{self.target.data_layout}"', f'target triple = "{self.target.triple}"', ""]
        parts = [*head, *self.globals, *self.functions, *self.declares.values()]
        if self.debug is not None:
            parts += self.debug.module_flags()
        return "\n".join([*parts, *self.metadata, ""])


def is_track_caller(d: Def) -> bool:
    return d.kind in (DefKind.FN, DefKind.ASSOC_FN) and d.attr("track_caller") is not None


def short_hash(text: str) -> str:
    """Eight hex digits that name a generic instance's entry."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]
