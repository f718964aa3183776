"""Random type declarations, as Rust text and as facts of a FakeTcx, for comparing layouts with rustc."""

from __future__ import annotations

import random

from ferrule.mir import value as v
from ferrule.ty import ty as t
from ferrule.ty.data import ReprOptions
from tests.helpers.fake import FakeTcx

SCALARS: list[tuple[str, t.Ty, int]] = [
    ("u8", t.U8, 3), ("i8", t.I8, 2), ("u16", t.U16, 2), ("u32", t.U32, 5), ("i32", t.I32, 2), ("u64", t.U64, 3),
    ("f32", t.F32, 3), ("f64", t.F64, 2), ("bool", t.BOOL, 4), ("char", t.CHAR, 2), ("u128", t.U128, 1),
    ("usize", t.USIZE, 2), ("()", t.UNIT, 1),
]  # fmt: skip


class Generator:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.tcx = FakeTcx()
        self.text: list[str] = []
        self.named: list[tuple[str, t.Ty]] = []
        self.empty = self.tcx.enum("Empty")
        self.text.append("pub enum Empty {}")

    def ty(self, depth: int = 0) -> tuple[str, t.Ty]:
        r = self.rng
        k = r.random()
        if k < 0.5 or depth > 2:
            names, tys, weights = zip(*SCALARS)
            i = r.choices(range(len(names)), weights)[0]
            return names[i], tys[i]
        if k < 0.58:
            name, ty = self.ty(depth + 1)
            return f"&'static {name}", t.mk_ref(ty, False)
        if k < 0.62:
            name, ty = self.ty(depth + 1)
            return f"*const {name}", t.mk_ptr(ty, False)
        if k < 0.65:
            return "&'static [u8]", t.mk_ref(t.mk_slice(t.U8), False)
        if k < 0.75:
            name, ty = self.ty(depth + 1)
            n = r.choice((0, 1, 2, 3, 4, 7))
            return f"[{name}; {n}]", t.mk_array(ty, n)
        if k < 0.83:
            parts = [self.ty(depth + 1) for _ in range(r.randint(1, 3))]
            return f"({', '.join(p[0] for p in parts)},)", t.mk_tuple(tuple(p[1] for p in parts))
        if k < 0.85:
            return "Empty", self.empty
        return r.choice(self.named) if self.named else ("u32", t.U32)

    def struct(self) -> None:
        r = self.rng
        fields = [self.ty() for _ in range(r.randint(0, 5))]
        name = f"S{len(self.named)}"
        attr, options = "", ReprOptions()
        k = r.random()
        if k < 0.15:
            attr, options = "#[repr(C)]", ReprOptions(c=True)
        elif k < 0.22:
            n = r.choice((1, 2, 4))
            if not any("S" in f[0] or "E" in f[0] for f in fields):  # packed types may not hold aligned ones
                attr, options = f"#[repr(packed({n}))]", ReprOptions(packed=n)
        elif k < 0.3:
            n = r.choice((2, 8, 16, 32))
            attr, options = f"#[repr(align({n}))]", ReprOptions(align=n)
        self.text.append(f"{attr} pub struct {name}({', '.join('pub ' + f[0] for f in fields)});")
        self.named.append((name, self.tcx.struct(name, *[f[1] for f in fields], repr_=options)))

    def enum(self) -> None:
        r = self.rng
        name = f"E{len(self.named)}"
        count = r.choice((1, 2, 2, 2, 3, 3, 4, 6))
        plain = r.random() < 0.25
        variants = [
            (f"V{i}", [self.ty() for _ in range(0 if plain else r.choice((0, 0, 1, 1, 2, 3)))]) for i in range(count)
        ]
        attr, options = "", ReprOptions()
        discrs = list(range(count))
        k = r.random()
        if k < 0.1:
            attr, options = "#[repr(C)]", ReprOptions(c=True)
        elif k < 0.25:
            it = r.choice(("u8", "i16", "u32", "i64"))
            attr, options = f"#[repr({it})]", ReprOptions(int_=it)
        if plain and r.random() < 0.5:
            low, high = (-100, 100) if options.int_ != "u8" else (0, 200)
            if options.int_ == "u32":
                low, high = 0, 300
            if options.int_ is None and r.random() < 0.5:
                low, high = r.choice(((-300, 300), (0, 255), (-1, 127), (0, 256)))
            discrs = sorted(r.sample(range(low, high + 1), count))
        body = []
        for (vn, tys), d in zip(variants, discrs):
            payload = f"({', '.join(x[0] for x in tys)})" if tys else ""
            body.append(f"{vn}{payload}{f' = {d}' if plain else ''}")
        self.text.append(f"{attr} pub enum {name} {{ {', '.join(body)} }}")
        ty = self.tcx.enum(name, *[(vn, [x[1] for x in tys]) for vn, tys in variants], repr_=options, discrs=discrs)
        self.named.append((name, ty))

    def value(self, ty: t.Ty, variant: int | None = None) -> v.Value | None:
        """Some valid value of a type; None if there is none."""
        match ty:
            case t.Bool():
                return v.VScalar(1)
            case t.Char():
                return v.VScalar(0x41)
            case t.Int() | t.Float():
                return v.VScalar(self.rng.getrandbits(ty.bits) if isinstance(ty, t.Int) else 0)
            case t.Ref(_, inner, _) | t.Ptr(inner, _):
                return v.VScalar(32) if not isinstance(inner, t.Slice) else v.VScalar(32 | 2 << 64)
            case t.Array(inner, _):
                n = self.tcx.layout_of(ty).count
                parts = [self.value(inner) for _ in range(n)]
                return None if None in parts else v.VAggregate(parts)  # type: ignore[arg-type]
            case t.Tuple(elems):
                parts = [self.value(e) for e in elems]
                return None if None in parts else v.VAggregate(parts)  # type: ignore[arg-type]
            case t.Adt(d, _):
                adt = self.tcx.adt(d)
                order = [variant] if variant is not None else list(range(len(adt.variants)))
                for i in order:
                    parts = [self.value(self.tcx.field_tys[f.def_]) for f in adt.variants[i].fields]
                    if None not in parts:
                        return v.VAggregate(parts, i if adt.is_enum else None)  # type: ignore[arg-type]
        return None
