"""Layouts against rustc's, on random types: sizes, alignments, field offsets, and the bytes of enum values."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from ferrule.codegen.llvm.consts import encode
from ferrule.codegen.llvm.context import ModuleCx
from ferrule.codegen.llvm.nvptx import NvptxTarget
from ferrule.ty import ty as t
from ferrule.ty.data import ReprOptions
from ferrule.ty.layout import layout_of
from tests.helpers.fake import FakeTcx
from tests.helpers.frontend import compile_text, find
from tests.helpers.random_types import Generator


def test_niches() -> None:
    tcx = FakeTcx()
    option = tcx.enum("OptionRef", ("None", []), ("Some", [t.mk_ref(t.U32, False)]))
    lay = tcx.layout_of(option)
    assert (lay.size, lay.align, lay.abi) == (8, 8, "scalar")
    assert lay.tag is not None and lay.tag.niche and lay.tag.niche_start == 0 and lay.tag.untagged == 1
    ob = tcx.enum("OptionBool", ("None", []), ("Some", [t.BOOL]))
    lay = tcx.layout_of(ob)
    assert (lay.size, lay.abi) == (1, "scalar") and lay.tag is not None and lay.tag.niche_start == 2
    nested = tcx.layout_of(tcx.enum("OptionOptionBool", ("None", []), ("Some", [ob])))
    assert nested.size == 1 and nested.tag is not None and nested.tag.niche_start == 3
    ou = tcx.layout_of(tcx.enum("OptionU32", ("None", []), ("Some", [t.U32])))
    assert (ou.size, ou.abi, ou.b_offset) == (8, "pair", 4)


def test_structs() -> None:
    tcx = FakeTcx()
    mixed = tcx.layout_of(tcx.struct("Mixed", t.U8, t.U32, t.U16))
    assert (mixed.size, mixed.offsets) == (8, (6, 0, 4))
    c = tcx.layout_of(tcx.struct("MixedC", t.U8, t.U32, t.U16, repr_=ReprOptions(c=True)))
    assert (c.size, c.offsets) == (12, (0, 4, 8))
    packed = tcx.layout_of(tcx.struct("Packed", t.U8, t.U32, repr_=ReprOptions(packed=1, c=True)))
    assert (packed.size, packed.align, packed.offsets) == (5, 1, (0, 1))
    fat = tcx.layout_of(t.mk_ref(t.mk_slice(t.F32), False))
    assert (fat.size, fat.abi, fat.b_offset) == (16, "pair", 8)
    assert tcx.layout_of(t.mk_tuple((t.U8, t.U64, t.U8))).offsets == (8, 0, 9)


@pytest.mark.rustc
@pytest.mark.parametrize("seed", range(3))
def test_random_types_like_rustc(seed: int, tmp_path: Path) -> None:
    g = Generator(seed)
    for _ in range(220):
        g.struct() if g.rng.random() < 0.45 else g.enum()
    cx = ModuleCx(g.tcx, NvptxTarget())
    lines: list[str] = []
    expected: list[str] = []
    for name, ty in g.named:
        lay = g.tcx.layout_of(ty)
        fields = []
        if lay.variants is None:
            fields = [(str(i), o) for i, o in enumerate(lay.offsets)]
        else:
            adt = g.tcx.adt(ty.def_)  # type: ignore[attr-defined]
            for v, lv in zip(adt.variants, lay.variants):
                if not lv.uninhabited:  # offsets in variants that cannot exist are nobody's business
                    fields += [(f"{v.name}.{i}", o) for i, o in enumerate(lv.offsets)]
        lines.append(f'println!("{name} {{}} {{}}", size_of::<{name}>(), align_of::<{name}>());')
        expected.append(f"{name} {lay.size} {lay.align}")
        for f, offset in fields:
            lines.append(f'println!("{name}.{f} {{}}", std::mem::offset_of!({name}, {f}));')
            expected.append(f"{name}.{f} {offset}")
        if lay.variants is None or lay.size == 0:
            continue
        for i, lv in enumerate(lay.variants):
            value = g.value(ty, i)
            if value is None:
                continue
            image = encode(cx, value, lay.ty)
            data = ", ".join(map(str, image.data))
            vn = g.tcx.adt(ty.def_).variants[i].name  # type: ignore[attr-defined]
            pattern = f"{name}::{vn}" + ("(..)" if lv.fields else "")
            lines.append(
                f"let v: {name} = unsafe {{ std::mem::transmute([{data}u8]) }}; "
                f'println!("{name}::{vn} {{}}", matches!(&v, {pattern})); std::mem::forget(v);'
            )
            expected.append(f"{name}::{vn} true")
    groups = [lines[i : i + 100] for i in range(0, len(lines), 100)]
    functions = "\n".join(f"fn g{i}() {{ {' '.join(x)} }}" for i, x in enumerate(groups))
    main = f"fn main() {{ {' '.join(f'g{i}();' for i in range(len(groups)))} }}"
    source = tmp_path / "layouts.rs"
    head = "#![feature(offset_of_enum)]\n#![allow(warnings)]\nuse std::mem::{size_of, align_of};\n"
    source.write_text(head + "\n".join(g.text) + "\n" + functions + "\n" + main)
    env = {**os.environ, "RUSTC_BOOTSTRAP": "1"}
    binary = tmp_path / "layouts"
    done = subprocess.run(
        ["rustc", "-Cdebug-assertions=off", "-o", binary, source], capture_output=True, text=True, env=env
    )
    assert done.returncode == 0, done.stderr[:3000]
    out = subprocess.run([binary], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(out) == len(expected)
    wrong = [f"rustc: {a}   ours: {b}" for a, b in zip(out, expected) if a != b]
    decls = {n for w in wrong for n in [w.split()[1].split(".")[0].split(":")[0]]}
    shown = [x for x in g.text if any(f" {n}(" in x or f" {n} " in x for n in decls)]
    assert not wrong, "\n".join(wrong[:20] + shown[:10])


def test_repr_in_a_macro() -> None:
    """The names in the attribute carry the mark of the expansion."""
    source = """
    macro_rules! vectors { ($($N:ident $a:literal;)*) => {$( #[repr(C, align($a))] pub struct $N(u8, [u16; 8]); )*} }
    vectors! { A 16; B 64; }
    """
    tcx, crate = compile_text(source)
    layouts = [layout_of(tcx, tcx.type_of(find(crate, name))) for name in "AB"]
    assert [(lay.align, lay.size, lay.offsets) for lay in layouts] == [(16, 32, (0, 2)), (64, 64, (0, 2))]
