"""Lowering of one function: locals, places, loads and stores.  Rvalues, calls and terminators have modules of their
own.

A local that is assigned once and whose address is not taken is a value in registers; the others live in allocas, which
LLVM's SROA takes apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ferrule.codegen.llvm import types
from ferrule.codegen.llvm.value import Operand, PlaceRef, low_bit
from ferrule.mir import body as m
from ferrule.mir.mono import successors
from ferrule.ty import ty as t
from ferrule.ty.layout import Layout, Scalar, is_unsized

if TYPE_CHECKING:
    from ferrule.codegen.llvm.context import ModuleCx
    from ferrule.codegen.llvm.debuginfo import FunctionDebug
    from ferrule.ty.data import Instance


class FunctionCx:
    """The state of one function: text so far, locals, the current source position."""

    def __init__(self, cx: ModuleCx, instance: Instance | None, body: m.Body, args: t.Args) -> None:
        self.cx = cx
        self.target = cx.target
        self.instance = instance
        self.body = body
        self.args = args
        self.out: list[str] = []
        self.tail: list[str] = []  # cold blocks, printed last
        self.allocas: list[str] = []
        self.unread_flags: frozenset[int] = frozenset()
        self.locals: list[Operand | PlaceRef | None] = [None] * len(body.locals)
        self.in_memory: set[int] = set()
        self.ret_type = "void"
        self.ret_layout: Layout | None = None
        self.caller = "-1"  # i32: site of the caller of a #[track_caller] function
        self.is_kernel = False
        self.name = body.name
        self.span = body.span
        self.block = ""  # label of the block being written
        self.debug: FunctionDebug | None = None
        self.dbg = ""
        self.loops: dict[int, str] = {}  # loop header -> its !llvm.loop node
        self._n = 0
        self._labels = 0
        self._layouts: dict[t.Ty, Layout] = {}

    # ------------------------------------------------------------------------------------------------------- text
    def emit(self, line: str) -> None:
        self.out.append(f"  {line}{self.dbg}")

    def reg(self) -> str:
        self._n += 1
        return f"%v{self._n}"

    def let(self, text: str) -> str:
        """Emits ``%vN = text`` and returns the register."""
        self._n += 1
        r = f"%v{self._n}"
        self.out.append(f"  {r} = {text}{self.dbg}")
        return r

    def label(self) -> str:
        self._labels += 1
        return f"x{self._labels}"

    def begin(self, label: str) -> None:
        """Starts the block ``label``; the one before must have ended."""
        self.out.append(f"{label}:")
        self.block = label

    def at(self, span: int) -> None:
        """Sets the source position of what follows."""
        if span:
            self.span = span
            if self.debug is not None:
                self.dbg = f", !dbg {self.debug.location(span)}"

    def alloca(self, lay: Layout) -> str:
        """A stack slot for a value of ``lay``, in the entry block."""
        self.cx.stack += lay.size
        return self.raw_alloca(types.mem_type(lay.scalar) if lay.abi == "scalar" else f"[{lay.size} x i8]", lay.align)

    def raw_alloca(self, text: str, align: int) -> str:
        r = self.reg()
        self.allocas.append(f"  {r} = alloca {text}, align {align}")
        return r

    def call_llvm(self, ret: str, symbol: str, args: list[tuple[str, str]], attrs: str = "") -> str:
        """Calls an LLVM intrinsic or helper function, declaring it; returns the result register ("" for void)."""
        self.cx.declare(symbol, ret, ", ".join(ty for ty, _ in args), attrs)
        text = f"call {ret} @{symbol}({', '.join(f'{ty} {v}' for ty, v in args)})"
        if ret == "void":
            self.emit(text)
            return ""
        return self.let(text)

    # ------------------------------------------------------------------------------------------------------ types
    def mono(self, ty: t.Ty) -> t.Ty:
        return self.cx.mono.ty(ty, self.args)

    def layout(self, ty: t.Ty) -> Layout:
        """The layout of a type of the generic body."""
        found = self._layouts.get(ty)
        if found is None:
            found = self._layouts[ty] = self.cx.layout(self.cx.mono.ty(ty, self.args))
        return found

    # -------------------------------------------------------------------------------------------------- the function
    def analyse(self, order: list[int]) -> dict[int, int]:
        """Decides which locals live in memory; returns the number of edges into each block."""
        body = self.body
        assigned = [0] * len(body.locals)
        for i in range(1, body.arg_count + 1):
            assigned[i] = 1
        memory = self.in_memory
        preds: dict[int, int] = {}
        self.unread_flags = self._unread_flags()

        def write(place: m.Place) -> None:
            if place.local in self.unread_flags:
                return
            if not place.proj:
                assigned[place.local] += 1
            elif not isinstance(place.proj[0], m.Deref):
                memory.add(place.local)

        def borrow(place: m.Place) -> None:
            if not any(isinstance(p, m.Deref) for p in place.proj):
                memory.add(place.local)

        for b in order:
            block = body.blocks[b]
            for stmt in block.stmts:
                match stmt:
                    case m.Assign(place, rv):
                        write(place)
                        match rv:
                            case m.MRef(kind, place) if kind != "fake":
                                borrow(place)
                            case m.AddressOf(_, place):
                                borrow(place)
                    case m.SetDiscriminant(place=place):
                        memory.add(place.local)
                    case m.PtxAsm():
                        for o in stmt.outputs:
                            if o.place is not None:
                                write(o.place)
            term = block.terminator
            if isinstance(term, m.Call):
                write(term.dest)
            elif isinstance(term, m.Drop):
                borrow(term.place)
            for s in successors(term):
                preds[s] = preds.get(s, 0) + 1
        for i, decl in enumerate(body.locals):
            if assigned[i] > 1 or self.layout(decl.ty).abi == "memory":
                memory.add(i)
        return preds

    def _unread_flags(self) -> frozenset[int]:
        """Drop flags of values that have no destructor in this instance of the body."""
        flags = {i for i, decl in enumerate(self.body.locals) if decl.kind == "drop_flag"}
        if flags:
            for block in self.body.blocks:
                term = block.terminator
                if (
                    isinstance(term, m.Drop)
                    and term.plan is not None
                    and self.cx.tcx.needs_drop(self.place_ty(term.place))
                ):
                    flags -= set(drop_flags(term.plan))
        return frozenset(flags)

    def bind_argument(self, index: int, op: Operand) -> None:
        """Makes ``op`` the value of local ``index``."""
        if op.kind == "mem":
            self.locals[index] = PlaceRef(op.layout, op.a, "", op.align)
        elif index in self.in_memory and op.kind != "zst":
            place = PlaceRef(op.layout, self.alloca(op.layout))
            self.locals[index] = place
            self.store(op, place)
        else:
            self.locals[index] = op

    # ------------------------------------------------------------------------------------------------------- locals
    def local(self, index: int) -> Operand | PlaceRef:
        """Where local ``index`` is.  A value that was never assigned (dead code) is poison."""
        found = self.locals[index]
        if found is None:
            lay = self.layout(self.body.locals[index].ty)
            if lay.abi == "zst":
                found = Operand(lay, "zst")
            elif index in self.in_memory:
                found = PlaceRef(lay, self.alloca(lay))
            else:
                return poison(lay)
            self.locals[index] = found
        return found

    def dest(self, place: m.Place) -> PlaceRef | None:
        """The memory a result goes to; None where it becomes the value of a local in registers."""
        if not place.proj and place.local not in self.in_memory:
            return None
        found = self.place(place)
        if isinstance(found, Operand):  # a ZST has no memory
            return PlaceRef(found.layout, dangling(found.layout))
        return found

    # ------------------------------------------------------------------------------------------------------- places
    def place(self, place: m.Place) -> PlaceRef | Operand:
        """Evaluates a place: memory, or (part of) a value in registers."""
        cur = self.local(place.local)
        for p in place.proj:
            cur = self.project(cur, p)
        return cur

    def memory(self, place: m.Place) -> PlaceRef:
        """Evaluates a place whose address is needed."""
        found = self.place(place)
        return found if isinstance(found, PlaceRef) else self.spill(found)

    def spill(self, op: Operand) -> PlaceRef:
        """A place that holds ``op``."""
        if op.kind == "mem":
            return PlaceRef(op.layout, op.a, "", op.align)
        if op.kind == "zst":
            return PlaceRef(op.layout, dangling(op.layout))
        place = PlaceRef(op.layout, self.alloca(op.layout))
        self.store(op, place)
        return place

    def project(self, cur: PlaceRef | Operand, p: m.Proj) -> PlaceRef | Operand:
        match p:
            case m.Deref():
                return self.deref(cur if isinstance(cur, Operand) else self.load(cur))
            case m.PField(index, _):
                return self.extract_field(cur, index) if isinstance(cur, Operand) else self.field(cur, index)
            case m.PDowncast(variant):
                return self.downcast(cur, variant)
        if isinstance(cur, Operand):
            cur = self.spill(cur)
        match p:
            case m.PIndex(local):
                at = self.local(local)
                return self.index(cur, (at if isinstance(at, Operand) else self.load(at)).a)
            case m.PConstIndex(offset, _, from_end):
                if not from_end:
                    return self.index(cur, str(offset))
                if cur.layout.unsized:
                    return self.index(cur, self.let(f"sub nuw i64 {cur.meta}, {offset}"))
                return self.index(cur, str(cur.layout.count - offset))
            case m.PSubslice(start, end, from_end):
                return self.subslice(cur, start, end, from_end)
        raise AssertionError(p)

    def deref(self, pointer: Operand) -> PlaceRef:
        ty = pointer.layout.ty
        assert isinstance(ty, (t.Ref, t.Ptr)), ty
        pointee = ty.ty if not ty.ty.flags & t.NEEDS_NORMALIZE else self.cx.tcx.normalize(ty.ty)
        return PlaceRef(self.cx.layout(pointee), pointer.a, pointer.b if pointer.kind == "pair" else "")

    def field(self, place: PlaceRef, index: int) -> PlaceRef:
        lay = place.layout
        offset = lay.offsets[index]
        f = self.cx.layout(lay.fields[index])
        ptr = (
            place.ptr
            if offset == 0 or f.is_zst
            else self.let(f"getelementptr inbounds nuw i8, ptr {place.ptr}, i64 {offset}")
        )
        return PlaceRef(f, ptr, place.meta if f.unsized else "", min(place.align, low_bit(offset)))

    def index(self, place: PlaceRef, index: str) -> PlaceRef:
        assert place.layout.elem is not None
        e = self.cx.layout(place.layout.elem)
        if e.is_zst or index == "0":
            return PlaceRef(e, place.ptr, "", place.align)
        ptr = self.let(f"getelementptr inbounds nuw {types.elem_type(e)}, ptr {place.ptr}, i64 {index}")
        return PlaceRef(e, ptr, "", min(place.align, low_bit(e.size)))

    def subslice(self, place: PlaceRef, start: int, end: int, from_end: bool) -> PlaceRef:
        first = self.index(place, str(start))
        elem = place.layout.elem
        assert elem is not None
        if place.layout.unsized:
            assert from_end
            length = place.meta if start + end == 0 else self.let(f"sub nuw i64 {place.meta}, {start + end}")
            return PlaceRef(self.cx.layout(t.mk_slice(elem)), first.ptr, length, first.align)
        count = (place.layout.count - start - end) if from_end else end - start
        return PlaceRef(self.cx.layout(t.mk_array(elem, count)), first.ptr, "", first.align)

    def downcast(self, cur: PlaceRef | Operand, variant: int) -> PlaceRef | Operand:
        lay = cur.layout
        if lay.variants is None:  # a struct seen as its only variant
            return cur
        v = lay.variants[variant]
        if isinstance(cur, PlaceRef):
            return PlaceRef(v, cur.ptr, "", cur.align)
        # Registers keep the shape of the enum; the variant only tells the offsets of its fields.
        return VariantOperand(v, cur)

    def extract_field(self, cur: Operand, index: int) -> Operand:
        """A field of a value in registers."""
        lay = cur.layout
        whole = cur.whole if isinstance(cur, VariantOperand) else cur
        f = self.cx.layout(lay.fields[index])
        if f.is_zst:
            return Operand(f, "zst")
        if whole.kind in ("zst", "mem"):
            assert whole.kind == "mem" or lay.uninhabited, (whole, lay)
            if whole.kind == "zst":
                return poison(f)
            loaded = self.load(self.field(PlaceRef(lay, whole.a, "", whole.align), index))
            return loaded
        offset = lay.offsets[index]
        parts = register_parts(whole)
        if f.abi == "scalar":
            for at, value, s in parts:
                if at == offset and s.bits == f.scalar.bits:
                    return Operand(f, "imm", self.convert(value, s, f.scalar))
        elif f.abi == "pair" and len(parts) == 2 and offset == 0 and f.b_offset == parts[1][0]:
            a, b = f.pair
            return Operand(
                f, "pair", self.convert(parts[0][1], parts[0][2], a), self.convert(parts[1][1], parts[1][2], b)
            )
        if lay.uninhabited or f.uninhabited:
            return poison(f)
        place = self.spill(whole)  # e.g. an array of one element inside a scalar
        op = self.load(self.field(PlaceRef(lay, place.ptr, "", place.align), index))
        return op

    def convert(self, value: str, source: Scalar, dest: Scalar) -> str:
        """The same bits as another primitive of the same size."""
        a, b = types.imm_type(source), types.imm_type(dest)
        if a == b:
            return value
        if value == "poison":
            return value
        if a == "i1":
            return self.let(f"zext i1 {value} to {b}")
        if b == "i1":
            return self.let(f"trunc nuw {a} {value} to i1")
        if b == "ptr":
            if source.prim == "float":
                value, a = self.let(f"bitcast {a} {value} to i{source.bits}"), f"i{source.bits}"
            return self.let(f"inttoptr {a} {value} to ptr")
        if a == "ptr":
            value = self.let(f"ptrtoint ptr {value} to i{source.bits}")
            return value if dest.prim == "int" else self.let(f"bitcast i{source.bits} {value} to {b}")
        return self.let(f"bitcast {a} {value} to {b}")

    # -------------------------------------------------------------------------------------------- loads and stores
    def load_scalar(self, ptr: str, s: Scalar, align: int, volatile: str = "") -> str:
        extra = ""
        if not s.is_full and not volatile:
            if s.prim == "ptr":
                if s.lo == 1:
                    extra = f", !nonnull {self.cx.meta('!{}')}"
            elif s.prim == "int":
                ity = f"i{s.bits}"
                extra = f", !range {self.cx.meta(f'!{{{ity} {s.lo}, {ity} {s.hi + 1 & s.mask}}}')}"
        value = self.let(f"load {volatile}{types.mem_type(s)}, ptr {ptr}, align {align}{extra}")
        return self.let(f"trunc nuw i8 {value} to i1") if s.is_bool else value

    def store_scalar(self, ptr: str, s: Scalar, value: str, align: int, volatile: str = "") -> None:
        if s.is_bool:
            value = str(int(value == "true")) if value in ("true", "false") else self.let(f"zext i1 {value} to i8")
        self.emit(f"store {volatile}{types.mem_type(s)} {value}, ptr {ptr}, align {align}")

    def load(self, place: PlaceRef, volatile: str = "") -> Operand:
        """The value at ``place``: in registers where its layout allows that."""
        lay = place.layout
        if lay.abi == "scalar":
            return Operand(lay, "imm", self.load_scalar(place.ptr, lay.scalar, place.align, volatile))
        if lay.abi == "pair":
            a, b = lay.pair
            second = self.let(f"getelementptr inbounds nuw i8, ptr {place.ptr}, i64 {lay.b_offset}")
            first = self.load_scalar(place.ptr, a, place.align, volatile)
            return Operand(
                lay, "pair", first, self.load_scalar(second, b, min(place.align, low_bit(lay.b_offset)), volatile)
            )
        if lay.abi == "zst" or lay.size == 0:
            return Operand(lay, "zst")
        return Operand(lay, "mem", place.ptr, "", place.align)

    def store(self, op: Operand, place: PlaceRef, volatile: str = "") -> None:
        """Writes ``op`` to ``place``; a ``mem`` operand is copied."""
        lay = place.layout
        if op.kind == "imm":
            if op.a != "poison":
                self.store_scalar(place.ptr, op.layout.scalar, op.a, place.align, volatile)
        elif op.kind == "pair":
            a, b = op.layout.pair
            if op.a != "poison":
                self.store_scalar(place.ptr, a, op.a, place.align, volatile)
            if op.b != "poison":
                offset = op.layout.b_offset
                second = self.let(f"getelementptr inbounds nuw i8, ptr {place.ptr}, i64 {offset}")
                self.store_scalar(second, b, op.b, min(place.align, low_bit(offset)), volatile)
        elif (
            op.kind == "mem" and lay.size == lay.align == 16 and min(op.align, place.align) >= 16 and op.a != place.ptr
        ):
            # A vector in memory: LLVM would make two halves of a memcpy, and a GPU moves it with one instruction.
            kind = "volatile " if volatile else ""
            value = self.let(f"load {kind}<4 x i32>, ptr {op.a}, align 16")
            self.emit(f"store {kind}<4 x i32> {value}, ptr {place.ptr}, align 16")
        elif op.kind == "mem" and lay.size and op.a != place.ptr:
            self.copy_bytes(place.ptr, place.align, op.a, op.align, str(lay.size), bool(volatile))

    def copy_bytes(self, dst: str, dst_align: int, src: str, src_align: int, size: str, volatile: bool = False) -> None:
        self.cx.declare("llvm.memcpy.p0.p0.i64", "void", "ptr, ptr, i64, i1")
        flag = "true" if volatile else "false"
        self.emit(
            f"call void @llvm.memcpy.p0.p0.i64(ptr align {_cap(dst_align)} {dst}, ptr align {_cap(src_align)} {src}, "
            f"i64 {size}, i1 {flag})"
        )

    # ----------------------------------------------------------------------------------------------------- operands
    def operand(self, op: m.Operand) -> Operand:
        if isinstance(op, m.Constant):
            from ferrule.codegen.llvm import consts

            return consts.operand(self, op)
        assert isinstance(op, (m.Copy, m.Move))
        found = self.place(op.place)
        if isinstance(found, VariantOperand):
            found = found.whole
        return found if isinstance(found, Operand) else self.load(found)

    def operand_ty(self, op: m.Operand) -> t.Ty:
        return self.mono(self.cx.mono.operand_ty(self.body, op))

    def place_ty(self, place: m.Place) -> t.Ty:
        return self.mono(self.cx.mono.place_ty(self.body, place))

    def is_unsized(self, ty: t.Ty) -> bool:
        return is_unsized(self.cx.tcx, ty)

    def default_return(self) -> None:
        """Returns some value: what follows a panic on a target where panics return."""
        value = "void" if self.ret_type == "void" else f"{self.ret_type} poison"
        self.target.emit_return(self, value)

    # ------------------------------------------------------------------------------------------------ control flow
    def cold_block(self, hint: str = "panic") -> ColdBlock:
        """``with fx.cold_block() as label:`` writes a block that is printed at the end of the function."""
        self._labels += 1
        return ColdBlock(self, f"{hint}{self._labels}")


def drop_flags(node: m.DropNode) -> Iterator[int]:
    """The locals that say whether parts of a value are there."""
    if node.flag is not None:
        yield node.flag.local
    for c in node.children:
        yield from drop_flags(c)


class ColdBlock:
    __slots__ = ("fx", "label", "_out", "_block")

    def __init__(self, fx: FunctionCx, label: str) -> None:
        self.fx, self.label = fx, label

    def __enter__(self) -> str:
        self._out, self._block = self.fx.out, self.fx.block
        self.fx.out = self.fx.tail
        self.fx.begin(self.label)
        return self.label

    def __exit__(self, *exc: object) -> None:
        self.fx.out, self.fx.block = self._out, self._block


class VariantOperand(Operand):
    """A value in registers seen as one variant of its enum."""

    __slots__ = ("whole",)

    def __init__(self, layout: Layout, whole: Operand) -> None:
        super().__init__(layout, whole.kind, whole.a, whole.b)
        self.whole = whole


def register_parts(op: Operand) -> list[tuple[int, str, Scalar]]:
    """(offset, value, scalar) of what a value in registers is made of."""
    if op.kind == "imm":
        return [(0, op.a, op.layout.scalar)]
    if op.kind == "pair":
        a, b = op.layout.pair
        return [(0, op.a, a), (op.layout.b_offset, op.b, b)]
    return []


def poison(lay: Layout) -> Operand:
    """A value that is never looked at: dead code, padding of an enum."""
    if lay.abi == "scalar":
        return Operand(lay, "imm", "poison")
    if lay.abi == "pair":
        return Operand(lay, "pair", "poison", "poison")
    if lay.size == 0:
        return Operand(lay, "zst")
    return Operand(lay, "mem", "poison")


def dangling(lay: Layout) -> str:
    """The address of a place without bytes."""
    return f"inttoptr (i64 {lay.align} to ptr)"


def _cap(align: int) -> int:
    return min(align, 1 << 30)
