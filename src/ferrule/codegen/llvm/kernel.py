"""What a kernel is to its launchers: parameters, launch attributes, and the plan that carries them."""

from __future__ import annotations

from typing import NamedTuple

from ferrule.codegen.describe import borrow, constant_path, describe, element, plain_dtype
from ferrule.codegen.llvm import types
from ferrule.codegen.llvm.context import ModuleCx, short_hash
from ferrule.resolve.defs import Def
from ferrule.runtime.plan import KernelPlan, ParamPlan
from ferrule.runtime.schema import to_text
from ferrule.ty import ty as t
from ferrule.ty.data import Instance
from ferrule.ty.launch import check_bounds, launch_attributes, launch_bounds
from ferrule.ty.layout import Layout, align_to


class FlatParam(NamedTuple):
    """One LLVM parameter of the kernel function: a register at ``offset`` of the parameter buffer, or (``byval``) a
    pointer
    to the bytes there.  ``attrs`` are LLVM's."""

    type: str  # `ptr` for pointers: the target may use an address space
    register: str
    offset: int
    size: int
    align: int
    byval: bool = False
    attrs: str = ""


class KernelParam(NamedTuple):
    """One Rust parameter, and the flat parameters that carry it."""

    name: str
    layout: Layout
    plan: ParamPlan
    flat: tuple[FlatParam, ...]


class KernelInfo:
    """A kernel instance being compiled."""

    def __init__(self, cx: ModuleCx, instance: Instance) -> None:
        d = instance.def_
        self.instance = instance
        self.entry = entry_name(instance)
        self.params: list[KernelParam] = []
        self.size = 0
        body, args = cx.target.mir_of(cx, instance)
        for i in range(1, body.arg_count + 1):
            local = body.locals[i]
            ty = cx.mono.ty(local.ty, args)
            name = local.name or body.var_names.get(i, f"arg{i}")
            self._add(cx, i - 1, name, ty, local.span)
        self.flat = [f for p in self.params for f in p.flat]
        said = launch_attributes(cx.tcx, d)
        self.max_threads, self.min_blocks = launch_bounds(cx.tcx, said, args)
        self.exact_block = said.exact_block
        self.cluster = said.cluster
        self.cooperative = said.cooperative
        self.contract = said.contract
        self.shared_alignment = said.shared_alignment
        wrong = check_bounds(said, self.max_threads, self.min_blocks)
        if wrong:
            raise cx.unsupported("G0111", wrong, said.bounds_span)
        ret = cx.layout(cx.mono.ty(body.locals[0].ty, args))
        if ret.size:
            raise cx.unsupported("G0110", "a kernel returns nothing", d.name_span)

    # --------------------------------------------------------------------------------------------------- parameters
    def _add(self, cx: ModuleCx, index: int, name: str, ty: t.Ty, span: int) -> None:
        lay = cx.layout(ty)
        plan, parts = classify(cx, name, ty, lay)
        offset = align_to(self.size, plan.align)
        plan = plan._replace(offset=offset)
        flat = []
        if plan.kind == "value":
            attrs = f"byval([{lay.size} x i8]) align {max(lay.align, 1)}"
            flat.append(FlatParam("ptr", f"%a{index}", offset, lay.size, lay.align, True, attrs))
        else:
            at = offset
            for k, (llvm, size, attrs) in enumerate(parts):
                at = align_to(at, size)
                flat.append(FlatParam(llvm, f"%a{index}.{k}", at, size, size, False, attrs))
                at += size
        self.size = offset + plan.size
        self.params.append(KernelParam(name, lay, plan, tuple(flat)))

    # --------------------------------------------------------------------------------------------------------- plan
    def plan(self, cx: ModuleCx, shared_static: int) -> KernelPlan:
        d = self.instance.def_
        grid = next((i for i, p in enumerate(self.params) if p.plan.space), -1)
        block = self.exact_block or (min(256, self.max_threads or 256), 1, 1)
        max_threads = self.max_threads or 1024
        if self.exact_block is not None:
            max_threads = self.exact_block[0] * self.exact_block[1] * self.exact_block[2]
        return KernelPlan(
            name=d.name,
            entry=self.entry,
            signature=signature(self),
            doc=doc_comment(d),
            target=cx.target.name,
            arch=cx.target.arch,
            params=tuple(p.plan for p in self.params),
            params_size=self.size,
            sites=tuple(cx.sites),
            printfs=tuple(cx.printfs),
            grid_param=grid,
            grid_space=self.params[grid].plan.space if grid >= 0 else "",
            block=block,
            max_threads=max_threads,
            min_blocks=self.min_blocks,
            exact_block=self.exact_block,
            cluster=self.cluster,
            cooperative=self.cooperative,
            contract=self.contract,
            shared_static=shared_static,
            dynamic_shared=cx.uses_dynamic_shared,
            stack=cx.stack,
            constants=tuple(
                (constant_path(cx.tcx, s.def_), s.symbol, s.layout.size)
                for s in cx.statics.values()
                if s.kind == "constant"
            ),
        )


def entry_name(instance: Instance) -> str:
    """The kernel's own name; instances of a generic kernel get a hash of their arguments."""
    args = [a for a in instance.args if not isinstance(a, t.Region)]
    name = instance.def_.name
    if not args:
        return name
    from ferrule.ty.pretty import show

    return f"{name}_{short_hash(', '.join(show(a, paths=True) for a in args))}"


def signature(k: KernelInfo) -> str:
    return f"fn {k.instance.def_.name}({', '.join(f'{p.name}: {p.plan.rust}' for p in k.params)})"


def doc_comment(d: Def) -> str:
    lines = [str(a.value.value) for a in d.attrs if a.path == "doc" and a.value is not None]
    return "\n".join(line.removeprefix(" ") for line in lines)


# ====================================================================================================== classification
Part = tuple[str, int, str]  # LLVM type, size, attributes


def classify(cx: ModuleCx, name: str, ty: t.Ty, lay: Layout) -> tuple[ParamPlan, list[Part]]:
    """(plan with offset 0, flat parts) of a parameter."""
    rust = str(ty)
    plan = borrow(cx.tcx, name, ty)
    if plan is not None:
        target = ty.args[0] if isinstance(ty, t.Adt) else ty
        assert isinstance(target, (t.Ref, t.Ptr))
        attrs = ""
        if plan.kind == "slice" or isinstance(target, t.Ref):
            unique = isinstance(target, t.Ref) and not plan.shared_atomic
            attrs = _pointer_attrs(plan, target.mut, unique)
        return plan, [("ptr", 8, attrs), ("i64", 8, "")] if plan.kind == "slice" else [("ptr", 8, attrs)]
    match ty:
        case t.Adt(d, args) if d is cx.tcx.lang_item("disjoint_slice"):
            tys = [a for a in args if isinstance(a, t.Ty)]
            e = cx.layout(tys[0])
            width = lay.size == 24
            dtype, described = element(cx.tcx, tys[0])
            plan = ParamPlan(
                name,
                rust,
                "slice",
                dtype,
                0,
                lay.size,
                8,
                e.size,
                True,
                space=str(tys[1]) if len(tys) > 1 else "Index1D",
                row_width=width,
                schema=described,
                elem_align=e.align,
            )
            parts = [("ptr", 8, _pointer_attrs(plan, True, unique=True)), ("i64", 8, "")]
            # The row width fills 8 bytes, so that the next parameter lies where the plan says.
            return plan, [*parts, ("i64", 8, "")] if width else parts
        case t.Adt(d, args) if d is cx.tcx.lang_item("uniform") and lay.abi == "scalar":
            inner = next(a for a in args if isinstance(a, t.Ty))
            return classify(cx, name, inner, cx.layout(inner))
        case t.Bool() | t.Char() | t.Int() | t.Float():
            s = lay.scalar
            llvm = types.mem_type(s)
            return ParamPlan(name, rust, "scalar", rust, 0, lay.size, lay.align), [(llvm, lay.size, "")]
    if lay.size == 0:
        return ParamPlan(name, rust, "zst", "", 0, 0, 1), []
    # A newtype is passed like what it holds; one with fewer values than its scalar is checked by its description.
    dtype = plain_dtype(cx.tcx, ty) if lay.abi == "scalar" and (lay.scalar.is_full or lay.scalar.is_bool) else ""
    described = to_text(describe(cx.tcx, ty))
    return ParamPlan(name, rust, "value", dtype, 0, lay.size, lay.align, schema=described), []


def _pointer_attrs(p: ParamPlan, mut: bool, unique: bool) -> str:
    attrs = ["noalias"] if unique else []
    if not mut and not p.shared_atomic:
        attrs.append("readonly")
    if p.elem_align > 1:
        attrs.append(f"align {p.elem_align}")
    return " ".join(attrs)
