"""Evaluation of constants: an interpreter of MIR over value trees, with rustc's errors (E0080).

Frames are kept on an explicit stack, so that recursion in Rust does not exhaust Python's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.mir import arith
from ferrule.mir import body as m
from ferrule.mir.image import InvalidValue, decode, encode
from ferrule.mir.memory import Allocation, MemoryError_, StaticMemory, as_ref, clone, export, load, spell_out, store
from ferrule.mir.ops import PANIC_KINDS
from ferrule.mir.place import proj_ty
from ferrule.mir.pretty import scalar_text
from ferrule.mir.value import VAggregate, Value, VBytes, VFn, VRef, VScalar, VStatic, VUninit, VZst
from ferrule.resolve.defs import Def, DefKind
from ferrule.ty import ty as t
from ferrule.ty.data import Instance
from ferrule.ty.fold import subst, subst_args

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt

STEP_LIMIT = 4_000_000
DEPTH_LIMIT = 256
SCALARS = (t.Int, t.Float, t.Bool, t.Char)
LAYOUT_FREE = t.HAS_PARAM | t.NEEDS_NORMALIZE
Location = tuple[list[Value], tuple[int, ...], int | None]  # allocation, path, length of a slice place


class ConstEvalError(Exception):
    """A constant has no value.  ``span`` lies in the constant itself, ``inner`` where a call inside it failed."""

    def __init__(self, message: str, name: str, span: int, inner: int = 0, code: str = "E0080") -> None:
        super().__init__(message)
        self.message, self.name, self.span, self.inner, self.code = message, name, span, inner, code

    def report(self, tcx: TyCtxt) -> None:
        """Emits the error once; a constant that was reported as erroneous before stays silent."""
        if not self.message:
            return
        where = "inside this call" if self.inner else "here"
        d = tcx.session.diag.error(self.code, self.message, self.span, f"evaluation of `{self.name}` failed {where}")
        if self.inner:
            d.label(self.inner, "the failure occurred here")


def const_eval(tcx: TyCtxt, d: Def, args: t.Args) -> Value:
    """The value of a const, static or anonymous constant with monomorphic ``args``; memoised.

    Raises ConstEvalError, which the caller reports."""
    cache = tcx.caches.setdefault("const_eval", {})
    key = (d, args)
    found = cache.get(key)
    if found is None:
        cache[key] = ConstEvalError("cycle detected when evaluating a constant", d.name, d.span, code="E0391")
        try:
            found = _evaluate(tcx, d, args)
        except ConstEvalError as e:
            found = e
        cache[key] = found
    if isinstance(found, ConstEvalError):
        raise found
    assert isinstance(found, Value)
    return found


def static_memory(tcx: TyCtxt, d: Def) -> StaticMemory:
    cache: dict[Def, StaticMemory] = tcx.caches.setdefault("static_memory", {})
    if d not in cache:
        mut = bool(getattr(d.node, "mut", False))
        cache[d] = StaticMemory(d, tcx.type_of(d), mut, lambda: const_eval(tcx, d, ()))
    return cache[d]


def eval_promoted(tcx: TyCtxt, d: Def, args: t.Args, index: int) -> Value:
    """Promoted constants have definitions of their own: this is the ``index``-th one promoted from ``d``."""
    for child in d.crate.defs:
        if child.parent is d and child.name == f"{{promoted#{index}}}":
            return const_eval(tcx, child, args)
    raise LookupError(f"{d} has no promoted constant {index}")


def eval_to_int(tcx: TyCtxt, c: t.Const) -> int | None:
    """The value of a type-level constant if it is known: a mathematical integer, 0/1, or a code point."""
    if isinstance(c, t.ConstUnevaluated) and not any(a.flags & (t.HAS_PARAM | t.HAS_INFER) for a in c.args):
        value = const_eval(tcx, c.def_, c.args)
        return arith.to_int(value.bits, c.ty) if isinstance(value, VScalar) else None
    return c.value if isinstance(c, t.ConstValue) else None


def shown_name(d: Def) -> str:
    """How rustc calls a constant in errors: anonymous ones are numbered within what holds them."""
    if d.kind is not DefKind.ANON_CONST or d.parent is None:
        return d.name
    same = [x for x in d.crate.defs if x.parent is d.parent and x.kind is DefKind.ANON_CONST]
    # A crate of the library image lists no definitions.
    number = same.index(d) if d in same else 0
    return f"{shown_name(d.parent)}::{{constant#{number}}}"


def _evaluate(tcx: TyCtxt, d: Def, args: t.Args) -> Value:
    if d.kind is DefKind.ASSOC_CONST:
        inst = tcx.resolve_instance(d, args)
        d, args = inst.def_, inst.args
    body = tcx.mir(d)
    if body.locals[0].ty is t.ERROR:
        raise ConstEvalError("", d.name, d.span)
    machine = Machine(tcx, d)
    return export(machine.run(body, args, []))


class VOpaque(Value):
    """A pointer cast to a type that its target does not have: it can only be cast back."""

    __slots__ = ("pointer", "pointee")

    def __init__(self, pointer: VRef, pointee: t.Ty) -> None:
        self.pointer, self.pointee = pointer, pointee


class Frame:
    __slots__ = ("args", "block", "body", "dest", "index", "locals", "span", "target")

    def __init__(self, body: m.Body, args: t.Args, dest: Location | None, target: int | None) -> None:
        self.body, self.args, self.dest, self.target = body, args, dest, target
        self.locals: list[list[Value]] = [Allocation(VUninit()) for _ in body.locals]
        self.block = 0
        self.index = 0
        self.span = body.span


class Machine:
    """One evaluation."""

    def __init__(self, tcx: TyCtxt, owner: Def) -> None:
        self.tcx, self.owner = tcx, owner
        self.frames: list[Frame] = []
        self.steps = 0
        self.types: dict[tuple[t.Ty, t.Args], t.Ty] = {}
        self.frame: Frame

    def error(self, message: str, code: str = "E0080") -> ConstEvalError:
        at = len(self.frames) - 1
        while at and self.frames[at].body.owner.attr("track_caller") is not None:
            at -= 1  # the blame is the caller's
        inner = self.frames[at].span if at else 0
        return ConstEvalError(message, shown_name(self.owner), self.frames[0].span, inner, code)

    def mono(self, ty: t.Ty) -> t.Ty:
        if not ty.flags & LAYOUT_FREE:
            return ty
        key = (ty, self.frame.args)
        found = self.types.get(key)
        if found is None:
            found = subst(ty, self.frame.args)
            if found.flags & t.NEEDS_NORMALIZE:
                found = self.tcx.normalize(found)
            self.types[key] = found
        return found

    # ----------------------------------------------------------------------------------------------------- control flow
    def push(self, body: m.Body, args: t.Args, values: list[Value], dest: Location | None, target: int | None) -> None:
        if len(self.frames) >= DEPTH_LIMIT:
            raise self.error("reached the configured maximum number of stack frames")
        if body.locals[0].ty is t.ERROR:
            raise ConstEvalError("", self.owner.name, self.owner.span)
        frame = Frame(body, args, dest, target)
        for i, v in enumerate(values, 1):
            frame.locals[i][0] = v
        self.frames.append(frame)
        self.frame = frame

    def run(self, body: m.Body, args: t.Args, values: list[Value]) -> Value:
        self.push(body, args, values, None, None)
        try:
            while True:
                frame = self.frame
                block = frame.body.blocks[frame.block]
                for s in block.stmts:
                    if s.span:
                        frame.span = s.span
                    if isinstance(s, m.Assign):
                        self.assign(s)
                    elif isinstance(s, m.SetDiscriminant):
                        self.set_discriminant(s)
                self.steps += 1 + len(block.stmts)
                if self.steps > STEP_LIMIT:
                    raise self.error("constant evaluation is taking a long time", "")
                frame.span = block.terminator.span or frame.span
                result = self.terminator(frame, block.terminator)
                if result is not None:
                    return result
        except (MemoryError_, InvalidValue) as e:
            raise self.error(str(e)) from None
        except arith.DivisionError:
            raise self.error("attempt to divide by zero") from None

    def terminator(self, frame: Frame, term: m.Terminator) -> Value | None:
        match term:
            case m.Goto(target) | m.Drop(_, target):
                frame.block = target
            case m.FalseEdge(real) | m.FalseUnwind(real):
                frame.block = real
            case m.SwitchInt(discr, _, values, targets):
                bits = self.scalar(self.operand(discr))
                frame.block = targets[values.index(bits)] if bits in values else targets[-1]
            case m.Assert(cond, expected, msg, target):
                if bool(self.scalar(self.operand(cond))) != expected:
                    raise self.error(self.panic_text(msg))
                frame.block = target
            case m.Panic(msg):
                raise self.error(self.panic_text(msg))
            case m.Call():
                self.call(term)
            case m.Return():
                value = frame.locals[0][0]
                if isinstance(value, VUninit):
                    value = VZst()
                self.frames.pop()
                if not self.frames:
                    return value
                self.frame = self.frames[-1]
                assert frame.dest is not None
                store(frame.dest[0], frame.dest[1], value)
                assert frame.target is not None
                self.frame.block = frame.target
            case m.Unreachable():
                raise self.error("entering unreachable code")
        return None

    def panic_text(self, msg: m.AssertMessage) -> str:
        shown = []
        for o in msg.operands:
            ty = self.operand_ty(o)
            v = self.operand(o)
            shown.append(scalar_text(ty, v.bits, msg.fmt is None) if isinstance(v, VScalar) else "_")
        kind = msg.kind
        if kind == "bounds_check":
            bare = [str(v.bits) if isinstance(v, VScalar) else "_" for v in map(self.operand, msg.operands)]
            return f"index out of bounds: the length is {bare[0]} but the index is {bare[1]}"
        if kind.startswith("overflow_") and shown:
            op = kind.removeprefix("overflow_")
            if op == "neg":
                return f"attempt to negate `{shown[0]}`, which would overflow"
            if op in ("shl", "shr"):
                return f"attempt to shift {'left' if op == 'shl' else 'right'} by `{shown[0]}`, which would overflow"
            if op == "rem":
                return f"attempt to compute the remainder of `{shown[0]} % {shown[1]}`, which would overflow"
            symbol = {"add": "+", "sub": "-", "mul": "*", "div": "/"}[op]
            return f"attempt to compute `{shown[0]} {symbol} {shown[1]}`, which would overflow"
        if kind == "division_by_zero" and shown:
            return f"attempt to divide `{shown[0]}` by zero"
        if kind == "remainder_by_zero" and shown:
            return f"attempt to calculate the remainder of `{shown[0]}` with a divisor of zero"
        text = ""
        if msg.fmt is not None:
            text = "".join(p if isinstance(p, str) else shown[p.arg] for p in msg.fmt.pieces)
        if not text and kind in PANIC_KINDS:
            text = PANIC_KINDS[kind].message
        return f"evaluation panicked: {text or 'explicit panic'}"

    # ----------------------------------------------------------------------------------------------------------- places
    def place(self, p: m.Place) -> tuple[Location, t.Ty]:
        frame = self.frame
        alloc: list[Value] = frame.locals[p.local]
        path: tuple[int, ...] = ()
        length: int | None = None
        ty = self.mono(frame.body.locals[p.local].ty)
        for proj in p.proj:
            match proj:
                case m.Deref():
                    assert isinstance(ty, (t.Ref, t.Ptr))
                    ref = self.pointer(load(alloc, path), ty.ty)
                    alloc, path, length = ref.alloc, ref.path, ref.length
                case m.PField(index):
                    if isinstance(ty, t.Adt) and self.tcx.adt(ty.def_).kind == "union":
                        self.retag_union(alloc, path, index, ty)
                    path = (*path, index)
                case m.PIndex(local):
                    path, length = self.element(path, length, self.scalar(frame.locals[local][0])), None
                case m.PConstIndex(offset, _, from_end):
                    n = self.length((alloc, path, length), ty)
                    path, length = self.element(path, length, n - offset if from_end else offset), None
                case m.PSubslice(start, end, from_end):
                    n = self.length((alloc, path, length), ty)
                    stop = n - end if from_end else end
                    path, length = self.element(path, length, start), stop - start
                    if isinstance(ty, t.Array):
                        part = VAggregate([clone(load(alloc, (*path[:-1], path[-1] + i))) for i in range(stop - start)])
                        alloc, path, length = Allocation(part), (), None
            if isinstance(proj, m.PSubslice) and isinstance(ty, t.Array):
                ty = t.mk_array(ty.ty, len(alloc[0].fields) if isinstance(alloc[0], VAggregate) else 0)
            else:
                ty = self.mono(proj_ty(ty, proj))
        return (alloc, path, length), ty

    def pointer(self, v: Value, pointee: t.Ty) -> VRef:
        """The place a pointer value points to."""
        ref = as_ref(v, pointee)
        if ref is None:
            ref = as_ref(self.in_static(v), pointee)
        if ref is None:
            raise self.error(self.bad_pointer(v))
        return ref

    def in_static(self, v: Value) -> Value:
        """The address of a static as a place in its memory."""
        if isinstance(v, VStatic):
            assert isinstance(v.def_, Def)
            return VRef(static_memory(self.tcx, v.def_))
        return v

    @staticmethod
    def element(path: tuple[int, ...], length: int | None, i: int) -> tuple[int, ...]:
        return (*path, i) if length is None else (*path[:-1], path[-1] + i)

    def length(self, at: Location, ty: t.Ty) -> int:
        if at[2] is not None:
            return at[2]
        assert isinstance(ty, t.Array)
        n = eval_to_int(self.tcx, self.tcx.normalize_const(ty.len) if ty.len.flags & LAYOUT_FREE else ty.len)
        assert n is not None
        return n

    def bad_pointer(self, v: Value) -> str:
        return "dereferencing a pointer that is dangling" if isinstance(v, VScalar) else "using uninitialized data"

    def retag_union(self, alloc: list[Value], path: tuple[int, ...], index: int, ty: t.Adt) -> None:
        """Reading another field of a union than was written reinterprets its bytes."""
        v = load(alloc, path)
        if isinstance(v, VUninit):
            store(alloc, path, VAggregate([VUninit()], None, index))
        elif isinstance(v, VAggregate) and v.union_field is not None and v.union_field != index:
            fields = self.tcx.adt(ty.def_).variants[0].fields
            new = self.mono(self.tcx.field_ty(fields[index].def_, ty.args))
            image = encode(self.tcx, v, ty)
            v.fields[0], v.rest = decode(self.tcx, image, new), image
            v.union_field = index

    # --------------------------------------------------------------------------------------------------------- operands
    def operand(self, o: m.Operand) -> Value:
        if isinstance(o, m.Constant):
            return self.constant(o)
        assert isinstance(o, (m.Copy, m.Move))
        (alloc, path, _), ty = self.place(o.place)
        if isinstance(alloc, StaticMemory) and alloc.mut:
            raise self.error("constant accesses mutable global memory")
        v = spell_out(load(alloc, path), ty)
        if isinstance(v, VUninit):
            if ty is t.UNIT:
                return VZst()
            if not (isinstance(ty, t.Adt) and self.tcx.adt(ty.def_).kind == "union"):
                raise self.error("using uninitialized data, but this operation requires initialized memory")
        return clone(v) if isinstance(o, m.Copy) else v

    def operand_ty(self, o: m.Operand) -> t.Ty:
        if isinstance(o, m.Constant):
            return self.mono(o.ty)
        assert isinstance(o, (m.Copy, m.Move))
        ty = self.mono(self.frame.body.locals[o.place.local].ty)
        for p in o.place.proj:
            ty = self.mono(proj_ty(ty, p))
        return ty

    def scalar(self, v: Value) -> int:
        if isinstance(v, VScalar):
            return v.bits
        raise self.error("using uninitialized data, but this operation requires initialized memory")

    def constant(self, c: m.Constant) -> Value:
        match c.value:
            case m.CScalar(bits):
                return VScalar(bits)
            case m.CZst():
                return VZst()
            case m.CStr(data):
                return VRef(Allocation(VBytes(data), t.mk_array(t.U8, len(data))), (0,), len(data))
            case m.CBytes(data):
                return VRef(Allocation(VBytes(data), t.mk_array(t.U8, len(data))))
            case m.CNamed(d, args):
                value = const_eval(self.tcx, d, self.mono_args(args))
                return clone(value)
            case m.CParam(const):
                const = subst(const, self.frame.args)
                n = eval_to_int(self.tcx, self.tcx.normalize_const(const) if const.flags & t.NEEDS_NORMALIZE else const)
                assert n is not None, const
                return VScalar(arith.from_int(n, const.ty))
            case m.CStatic(d):
                return VStatic(d)
        raise AssertionError(c.value)

    def mono_args(self, args: t.Args) -> t.Args:
        out: list[t.GenericArg] = []
        for a in subst_args(args, self.frame.args):
            if a.flags & t.NEEDS_NORMALIZE:
                a = (
                    self.tcx.normalize(a)
                    if isinstance(a, t.Ty)
                    else self.tcx.normalize_const(a)
                    if isinstance(a, t.Const)
                    else a
                )
            out.append(a)
        return tuple(out)

    # ---------------------------------------------------------------------------------------------------------- rvalues
    def assign(self, s: m.Assign) -> None:
        value = self.rvalue(s.rvalue)
        (alloc, path, _), _ = self.place(s.place)
        store(alloc, path, value)

    def set_discriminant(self, s: m.SetDiscriminant) -> None:
        (alloc, path, _), _ = self.place(s.place)
        v = load(alloc, path)
        store(alloc, path, VAggregate(v.fields if isinstance(v, VAggregate) else [], s.variant))

    def rvalue(self, r: m.Rvalue) -> Value:
        match r:
            case m.Use(o):
                return self.operand(o)
            case m.Repeat(o, count):
                v = self.operand(o)
                const = subst(count, self.frame.args)
                n = eval_to_int(self.tcx, self.tcx.normalize_const(const) if const.flags & t.NEEDS_NORMALIZE else const)
                assert n is not None
                self.steps += n // 16
                return VAggregate([clone(v) for _ in range(n)])
            case m.MRef("fake"):
                return VZst()
            case m.MRef(_, place) | m.AddressOf(_, place):
                (alloc, path, length), _ = self.place(place)
                root = self.frame.locals[place.local]
                if alloc is root and isinstance(root, Allocation) and root.ty is None:
                    root.ty = self.mono(self.frame.body.locals[place.local].ty)
                return VRef(alloc, path, length)
            case m.Len(place):
                at, ty = self.place(place)
                return VScalar(self.length(at, ty))
            case m.Cast(kind, o, ty):
                return self.cast(kind, o, self.mono(ty))
            case m.BinaryOp(op, a, b):
                return self.binary(op, a, b)
            case m.CheckedBinaryOp(op, a, b):
                ty = self.operand_ty(a)
                assert isinstance(ty, t.Int)
                bits, over = arith.checked(op, self.scalar(self.operand(a)), self.scalar(self.operand(b)), ty)
                return VAggregate([VScalar(bits), VScalar(int(over))])
            case m.UnaryOp(op, o):
                v, ty = self.operand(o), self.operand_ty(o)
                if op == "ptr_metadata":
                    assert isinstance(ty, (t.Ref, t.Ptr))
                    ref = as_ref(v, ty.ty)
                    return VScalar(ref.length or 0) if ref is not None else VScalar(0)
                return VScalar(arith.unary(op, self.scalar(v), ty))
            case m.Discriminant(place):
                (alloc, path, _), ty = self.place(place)
                return VScalar(self.discriminant(load(alloc, path), ty))
            case m.Aggregate(kind, ops):
                fields = [self.operand(o) for o in ops]
                match kind:
                    case m.AggAdt(d, variant, _, union_field):
                        is_enum = self.tcx.adt(d).is_enum
                        return VAggregate(fields, variant if is_enum else None, union_field)
                    case m.AggRawPtr():
                        data = fields[0]
                        if isinstance(data, VRef):
                            return VRef(data.alloc, data.path or (0,), self.scalar(fields[1]))
                        return data
                return VAggregate(fields)
            case m.Printf():
                raise self.error("cannot print in a constant")
        raise AssertionError(r)

    def discriminant(self, v: Value, ty: t.Ty) -> int:
        from ferrule.mir.place import discriminant_ty

        if isinstance(v, VAggregate) and v.variant is not None and isinstance(ty, t.Adt):
            discr = self.tcx.adt(ty.def_).variants[v.variant].discr
            return arith.from_int(discr, discriminant_ty(self.tcx, ty))
        if isinstance(v, VUninit):
            raise self.error("using uninitialized data, but this operation requires initialized memory")
        return 0

    def binary(self, op: str, a: m.Operand, b: m.Operand) -> Value:
        x, y = self.operand(a), self.operand(b)
        ty = self.operand_ty(a)
        if op == "offset":
            assert isinstance(ty, (t.Ptr, t.Ref))
            return self.offset(x, arith.to_int(self.scalar(y), self.operand_ty(b)), ty.ty)
        if isinstance(ty, (t.Ptr, t.FnPtr)) and not (isinstance(x, VScalar) and isinstance(y, VScalar)):
            return VScalar(self.compare_pointers(op, x, y))
        if isinstance(x, VZst) and isinstance(y, VZst):
            return VScalar(int(op in ("eq", "le", "ge")))
        return VScalar(arith.binary(op, self.scalar(x), self.scalar(y), ty, self.operand_ty(b)))

    def offset(self, v: Value, n: int, pointee: t.Ty) -> Value:
        if n == 0:
            return v
        ref = as_ref(self.in_static(v), pointee)
        if ref is None:
            raise self.error("out-of-bounds pointer arithmetic")
        path = ref.path or (0,)
        return VRef(ref.alloc, (*path[:-1], path[-1] + n), ref.length)

    def compare_pointers(self, op: str, x: Value, y: Value) -> int:
        x, y = self.in_static(x), self.in_static(y)
        if isinstance(x, VRef) and isinstance(y, VRef) and x.alloc is y.alloc:
            return int(arith.COMPARE[op](x.path, y.path))
        if op in ("eq", "ne") and (isinstance(x, VScalar) or isinstance(y, VScalar)):
            return int(op == "ne")
        raise self.error("pointers cannot be reliably compared during const eval")

    def cast(self, kind: str, o: m.Operand, to: t.Ty) -> Value:
        v, source = self.operand(o), self.operand_ty(o)
        match kind:
            case "int_to_int" | "int_to_float" | "float_to_int" | "float_to_float":
                if isinstance(v, VAggregate):
                    return VScalar(arith.from_int(arith.to_int(self.discriminant(v, source), t.I128), to))
                return VScalar(arith.cast(kind, self.scalar(v), source, to))
            case "unsize":
                assert isinstance(source, (t.Ref, t.Ptr)) and isinstance(source.ty, t.Array)
                ref = as_ref(self.in_static(v), source.ty)
                assert ref is not None
                n = self.length((ref.alloc, ref.path, None), source.ty)
                return VRef(ref.alloc, (*ref.path, 0), n)
            case "array_to_ptr":
                assert isinstance(source, t.Ptr)
                ref = as_ref(self.in_static(v), source.ty)
                return VRef(ref.alloc, (*ref.path, 0)) if ref is not None else v
            case "ptr_to_ptr":
                assert isinstance(source, (t.Ptr, t.Ref)) and isinstance(to, t.Ptr)
                return self.cast_pointer(v, source.ty, to.ty)
            case "mut_to_const" | "unsafe_fn" | "int_to_ptr":
                return v
            case "transmute":
                return self.transmute(v, source, to)
            case "reify_fn":
                assert isinstance(source, t.FnDef)
                return VFn(self.tcx.resolve_instance(source.def_, source.args))
            case "closure_fn":
                assert isinstance(source, t.Closure)
                return VFn(Instance(source.def_, source.args))
        raise self.error("pointers cannot be cast to integers during const eval")

    def cast_pointer(self, v: Value, old: t.Ty, new: t.Ty) -> Value:
        """A pointer seen as one to another type: the part that lies at the same address and has that type."""
        if isinstance(v, VOpaque):
            return self.cast_pointer(v.pointer, v.pointee, new)
        if new is not old:
            v = self.in_static(v)
        if isinstance(v, VBytes):
            v = as_ref(v, old) or v
        if not isinstance(v, VRef) or isinstance(new, (t.Slice, t.Str)) or new is old:
            return v
        start: t.Ty = old.ty if isinstance(old, t.Slice) else t.U8 if old is t.STR else old
        ref = VRef(v.alloc, v.path)
        down = self.first_part(ref, start, new)
        if down is not None:
            return VRef(ref.alloc, down)
        root = ref.alloc.ty if isinstance(ref.alloc, Allocation) else None
        tys: list[t.Ty | None] = [root]
        for i in ref.path:
            last = tys[-1]
            tys.append(self.part_ty(last, i) if last is not None else None)
        for n in range(len(ref.path) - 1, -1, -1):
            if ref.path[n]:
                break
            if tys[n] is new:
                return VRef(ref.alloc, ref.path[:n])
        if isinstance(start, SCALARS) and isinstance(new, SCALARS) and arith.width(start) == arith.width(new):
            return ref
        return VOpaque(ref, start)

    def first_part(self, ref: VRef, ty: t.Ty, want: t.Ty) -> tuple[int, ...] | None:
        """The path, from ``ref``, of the part at offset 0 that has type ``want``."""
        if ty is want:
            return ref.path
        if isinstance(ty, t.Array):
            return self.first_part(VRef(ref.alloc, (*ref.path, 0)), ty.ty, want)
        if isinstance(ty, t.Tuple) and ty.elems:
            return self.first_part(VRef(ref.alloc, (*ref.path, 0)), ty.elems[0], want)
        if not isinstance(ty, t.Adt) or self.tcx.adt(ty.def_).is_enum:
            return None
        adt = self.tcx.adt(ty.def_)
        for i, f in enumerate(adt.variants[0].fields):
            field_ty = self.mono(self.tcx.field_ty(f.def_, ty.args))
            found = self.first_part(VRef(ref.alloc, (*ref.path, i)), field_ty, want)
            if found is not None:
                if adt.kind == "union":
                    self.retag_union(ref.alloc, ref.path, i, ty)
                return found
            if adt.kind != "union" and self.tcx.layout_of(field_ty).size:
                return None
        return None

    def part_ty(self, ty: t.Ty, i: int) -> t.Ty | None:
        match ty:
            case t.Array(elem) | t.Slice(elem):
                return elem
            case t.Tuple(elems):
                return elems[i] if i < len(elems) else None
            case t.Adt(d, args) if not self.tcx.adt(d).is_enum:
                fields = self.tcx.adt(d).variants[0].fields
                return self.mono(self.tcx.field_ty(fields[i].def_, args)) if i < len(fields) else None
        return None

    def transmute(self, v: Value, source: t.Ty, to: t.Ty) -> Value:
        if source is to or isinstance(v, (VRef, VBytes, VFn, VStatic)) and isinstance(to, (t.Ref, t.Ptr, t.FnPtr)):
            return v
        image = encode(self.tcx, v, source)
        if len(image.data) != self.tcx.layout_of(to).size:
            raise self.error("cannot transmute between types of different sizes, or dependently-sized types")
        return decode(self.tcx, image, to)

    # ------------------------------------------------------------------------------------------------------------ calls
    def call(self, term: m.Call) -> None:
        from ferrule.mir.const_intrinsics import call_intrinsic

        args = [self.operand(a) for a in term.args]
        func = self.operand_ty(term.func)
        if isinstance(func, t.FnDef):
            inst = self.tcx.resolve_instance(func.def_, func.args)
        else:
            value = self.operand(term.func)
            if not isinstance(value, VFn):
                raise self.error("using an invalid function pointer")
            assert isinstance(value.instance, Instance)
            inst = value.instance
        arg_tys = [self.operand_ty(a) for a in term.args]
        dest, _ = self.place(term.dest)
        if inst.shim == "fn_ptr":
            inst, args = self.untuple(inst, args, arg_tys)
        elif inst.shim == "closure_once":
            # FnOnce on a closure whose body takes it by reference.
            args = [VRef(Allocation(args[0]), ()), *self.spread(args[1])]
        elif inst.shim == "ctor" or inst.def_.kind in (DefKind.STRUCT, DefKind.VARIANT):
            pass
        elif inst.shim == "clone":
            ref = args[0]
            assert isinstance(ref, VRef)
            store(dest[0], dest[1], clone(load(ref.alloc, ref.path)))
            assert term.target is not None
            self.frame.block = term.target
            return
        elif inst.def_.kind is DefKind.CLOSURE:
            args = [args[0], *(self.spread(args[1]) if isinstance(func, t.FnDef) else args[1:])]
        d = inst.def_
        if d.attr("ferrule::intrinsic") is not None:
            result = call_intrinsic(self, d.name, inst.args, args, arg_tys)
            if term.target is None:
                raise self.error("entering unreachable code")
            store(dest[0], dest[1], result)
            self.frame.block = term.target
            return
        if d.parent is not None and d.parent.kind is DefKind.FOREIGN_MOD:
            raise self.error(f"calling extern function `{d.name}`")
        target = term.target if term.target is not None else -1
        self.push(self.tcx.mir(d), inst.args, args, dest, target)

    def spread(self, packed: Value) -> list[Value]:
        return list(packed.fields) if isinstance(packed, VAggregate) else []

    def untuple(self, inst: Instance, args: list[Value], tys: list[t.Ty]) -> tuple[Instance, list[Value]]:
        """A fn item, fn pointer or closure called through an Fn trait: (callee or a reference to it, tuple)."""
        callee, ty = args[0], tys[0]
        while isinstance(ty, t.Ref):
            if isinstance(ty.ty, t.Closure):
                break
            ref = as_ref(callee, ty.ty)
            assert ref is not None
            callee, ty = load(ref.alloc, ref.path), ty.ty
        rest = self.spread(args[1])
        if isinstance(ty, t.FnDef):
            return self.tcx.resolve_instance(ty.def_, ty.args), rest
        if isinstance(callee, VFn):
            assert isinstance(callee.instance, Instance)
            return callee.instance, rest
        inner = ty.ty if isinstance(ty, t.Ref) else ty
        assert isinstance(inner, t.Closure)
        info = self.tcx.closure_info(inner.def_)
        if info.kind != "FnOnce" and not isinstance(ty, t.Ref):
            callee = VRef(Allocation(callee), ())
        return Instance(inner.def_, inner.args), [callee, *rest]
