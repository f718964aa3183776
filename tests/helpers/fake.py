"""A type context whose facts a test states, and a builder for MIR bodies: code generation without the front end."""

from __future__ import annotations

from typing import Any

from ferrule.mir import body as m
from ferrule.mir.value import Value
from ferrule.resolve.defs import Crate, Def, DefKind
from ferrule.session import Options, Session
from ferrule.ty import ty as t
from ferrule.ty.context import TyCtxt
from ferrule.ty.data import AdtData, FieldData, FnSig, Instance, ReprOptions, VariantData

PLAIN = ReprOptions()


class _Attr:
    """Looks like ast.Attr."""

    def __init__(self, path: str, texts: list[str] | None = None) -> None:
        self.path, self.value, self.span = path, None, 0
        self.tokens = type("Tokens", (), {"texts": texts or [], "kinds": [], "spans": []})()


class FakeTcx(TyCtxt):
    """Answers queries from what was put in."""

    def __init__(self, options: Options | None = None) -> None:
        self.crate = Crate("test")
        super().__init__(Session(options), [self.crate])
        self.source = self.session.source_map.add("test.rs", "fn kernel() {\n    body\n}\n" * 20)
        self.bodies: dict[Def, m.Body] = {}
        self.adts: dict[Def, AdtData] = {}
        self.field_tys: dict[Def, t.Ty] = {}
        self.consts: dict[Def, Value] = {}
        self.static_tys: dict[Def, t.Ty] = {}
        self.impls: dict[tuple[Def, t.Ty], Instance] = {}
        self.dropped: dict[Def, Instance] = {}

    # ------------------------------------------------------------------------------------------------ definitions
    def define(self, kind: DefKind, name: str, *attrs: str | _Attr) -> Def:
        d = Def(kind, name, self.crate.root, self.crate)
        d.attrs = [a if isinstance(a, _Attr) else _Attr(a) for a in attrs]  # type: ignore[misc]
        return d

    def adt_def(
        self,
        name: str,
        kind: str,
        variants: list[tuple[str, list[t.Ty]]],
        repr_: ReprOptions = PLAIN,
        discrs: list[int] | None = None,
        lang: str = "",
    ) -> Def:
        d = self.define({"struct": DefKind.STRUCT, "enum": DefKind.ENUM, "union": DefKind.UNION}[kind], name)
        out = []
        for i, (vname, tys) in enumerate(variants):
            vd = self.define(DefKind.VARIANT, vname) if kind == "enum" else d
            vd.parent = d if kind == "enum" else vd.parent
            fields = []
            for k, ty in enumerate(tys):
                fd = self.define(DefKind.FIELD, str(k))
                self.field_tys[fd] = ty
                fields.append(FieldData(str(k), fd))
            out.append(VariantData(vd, i, vname, "tuple", fields, discrs[i] if discrs else i))
        self.adts[d] = AdtData(d, kind, out, repr_)
        if lang:
            self.crate.lang_items[lang] = d
        return d

    def struct(self, name: str, *tys: t.Ty, repr_: ReprOptions = PLAIN, args: t.Args = (), lang: str = "") -> t.Adt:
        return t.mk_adt(self.adt_def(name, "struct", [(name, list(tys))], repr_, lang=lang), args)

    def enum(self, name: str, *variants: tuple[str, list[t.Ty]], repr_: ReprOptions = PLAIN, **kw: Any) -> t.Adt:
        return t.mk_adt(self.adt_def(name, "enum", list(variants), repr_, **kw), ())

    def intrinsic(self, name: str) -> Def:
        return self.define(DefKind.FN, name, "ferrule::intrinsic")

    def function(self, b: MirBuilder, *attrs: str | _Attr) -> Def:
        d = self.define(DefKind.FN, b.name, *attrs)
        self.bodies[d] = b.body(d)
        return d

    # ---------------------------------------------------------------------------------------------------- queries
    def adt(self, d: Def) -> AdtData:
        return self.adts[d]

    def type_of(self, d: Def) -> t.Ty:
        return self.field_tys[d] if d in self.field_tys else self.static_tys[d]

    def predicates_of(self, d: Def) -> list[Any]:
        return []

    def fn_sig(self, d: Def) -> FnSig:
        b = self.bodies[d]
        return FnSig(tuple(x.ty for x in b.locals[1 : b.arg_count + 1]), b.locals[0].ty)

    def normalize(self, ty: t.Ty) -> t.Ty:
        return ty

    def normalize_const(self, c: t.Const) -> t.Const:
        return c

    def resolve_instance(self, d: Def, args: t.Args) -> Instance:
        if args and (d, args[0]) in self.impls:
            return self.impls[d, args[0]]  # type: ignore[index]
        return Instance(d, args)

    def is_copy(self, ty: t.Ty, env: Def | None = None) -> bool:
        return ty not in self.impls and not any(k[1] is ty for k in self.impls)

    def needs_drop(self, ty: t.Ty, env: Def | None = None) -> bool:
        return isinstance(ty, t.Adt) and ty.def_ in self.dropped

    def mir(self, d: Def) -> m.Body:
        return self.bodies[d]

    def const_eval(self, d: Def, args: t.Args) -> Value:
        return self.consts[d]


Rv = m.Rvalue


class MirBuilder:
    """Builds one body.  Locals are numbers; ``b.block()`` starts the next block."""

    def __init__(self, name: str, args: list[tuple[str, t.Ty]], ret: t.Ty = t.UNIT, span: int = 1 << 32 | 5) -> None:
        self.name, self.span = name, span
        self.locals = [m.LocalDecl(ret, True, "", span, "return")]
        self.locals += [m.LocalDecl(ty, False, n, span, "arg") for n, ty in args]
        self.arg_count = len(args)
        self.blocks: list[m.BasicBlock] = []
        self.stmts: list[m.Statement] = []

    def local(self, ty: t.Ty) -> int:
        self.locals.append(m.LocalDecl(ty, True, "", self.span))
        return len(self.locals) - 1

    def set(self, place: int | m.Place, rv: Rv | m.Operand) -> None:
        if isinstance(rv, m.Operand):
            rv = m.Use(rv)
        self.stmts.append(m.Assign(self.span, place if isinstance(place, m.Place) else m.Place(place), rv))

    def let(self, ty: t.Ty, rv: Rv | m.Operand) -> int:
        n = self.local(ty)
        self.set(n, rv)
        return n

    def end(self, term: m.Terminator) -> int:
        """Ends the block; returns the number of the next one."""
        self.blocks.append(m.BasicBlock(self.stmts, term))
        self.stmts = []
        return len(self.blocks)

    def goto(self, target: int) -> int:
        return self.end(m.Goto(self.span, target))

    def ret(self) -> int:
        return self.end(m.Return(self.span))

    def branch(self, cond: m.Operand, then: int, other: int) -> int:
        return self.end(m.SwitchInt(self.span, cond, t.BOOL, [0], [other, then]))

    def check(self, cond: m.Operand, kind: str, *operands: m.Operand, expected: bool = True) -> int:
        msg = m.AssertMessage(kind, list(operands))
        return self.end(m.Assert(self.span, cond, expected, msg, len(self.blocks) + 1))

    def call(
        self, func: Def, args: list[m.Operand], dest: int | m.Place, generics: t.Args = (), diverges: bool = False
    ) -> int:
        f = m.Constant(self.span, t.mk_fn_def(func, generics), m.CZst())
        place = dest if isinstance(dest, m.Place) else m.Place(dest)
        return self.end(m.Call(self.span, f, args, place, None if diverges else len(self.blocks) + 1))

    def body(self, owner: Def) -> m.Body:
        return m.Body(owner, self.name, self.locals, self.arg_count, self.blocks, self.span, {})


def cp(local: int, *proj: m.Proj) -> m.Copy:
    return m.Copy(m.Place(local, proj))


def mv(local: int, *proj: m.Proj) -> m.Move:
    return m.Move(m.Place(local, proj))


def const(ty: t.Ty, bits: int) -> m.Constant:
    return m.Constant(0, ty, m.CScalar(bits))


def unit() -> m.Constant:
    return m.Constant(0, t.UNIT, m.CZst())


def fld(index: int, ty: t.Ty) -> m.PField:
    return m.PField(index, ty)
