"""Kernels as declarations: what a launch must know of a signature, without checking any body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrule.codegen.describe import constant_path, describe, is_option
from ferrule.resolve.defs import Def, DefKind
from ferrule.runtime.plan import KernelDecl, ParamDecl
from ferrule.runtime.schema import to_text
from ferrule.syntax import ast
from ferrule.syntax.hygiene import bare
from ferrule.traits.lang import lang_name
from ferrule.ty import ty as t
from ferrule.ty.fold import erase_regions
from ferrule.ty.pretty import show

if TYPE_CHECKING:
    from ferrule.ty.context import TyCtxt


def kernel_decl(tcx: TyCtxt, d: Def) -> KernelDecl:
    sig = tcx.fn_sig(d)
    node = d.node
    assert isinstance(node, ast.Fn)
    source = tcx.session.source_map
    params = []
    for i, (p, ty) in enumerate(zip(node.params, sig.inputs)):
        written = " ".join(source.snippet(p.ty.span).split())
        params.append(param_decl(tcx, _param_name(p, i), written, erase_regions(ty)))
    generics = tuple(
        (g.name, g.kind, show(tcx.type_of(g.def_)) if g.kind == "const" else "")
        for g in tcx.generics_of(d).params
        if g.kind != "lifetime"
    )
    return KernelDecl(
        name=d.name,
        path=d.path.split("::", 1)[-1],
        params=tuple(params),
        generics=generics,
        signature=signature_text(tcx, d),
        doc=doc_comment(d),
        line=source.location(d.name_span or d.span).line,
    )


def constant_decls(tcx: TyCtxt) -> list[tuple[str, str, str]]:
    """The statics in constant memory: (path, type in Rust, description as `runtime.schema` text).

    Only statics that look like them are type-checked: host code may hold others of any type.
    """
    out = []
    for d in [d for crate in tcx.crates if not crate.is_library for d in crate.defs if d.kind is DefKind.STATIC]:
        if not isinstance(d.node, ast.Static) or not _in_constant_memory(d, d.node):
            continue
        ty = tcx.normalize(erase_regions(tcx.type_of(d)))
        if isinstance(ty, t.Adt) and lang_name(ty.def_) == "constant_memory":
            inner = ty.args[0]
            assert isinstance(inner, t.Ty)
            out.append((constant_path(tcx, d), show(inner), to_text(describe(tcx, inner))))
    return out


def _in_constant_memory(d: Def, node: ast.Static) -> bool:
    named = isinstance(node.ty, ast.TyPath) and bare(node.ty.path.segments[-1].ident.name) == "ConstantMemory"
    return named or any(a.path.rpartition("::")[2] == "constant" for a in d.attrs)


def _param_name(p: ast.FnParam, i: int) -> str:
    return p.pat.ident.name if isinstance(p.pat, ast.PatIdent) else f"arg{i}"


def param_decl(tcx: TyCtxt, name: str, written: str, ty: t.Ty) -> ParamDecl:
    inner = ty.args[0] if isinstance(ty, t.Adt) and is_option(ty) else ty
    match inner:
        case t.Ref(_, t.Slice(elem), mut):
            return ParamDecl(name, written, "slice", elem_name(elem), mut)
        case t.Ref(_, elem, mut):
            return ParamDecl(name, written, "pointer", elem_name(elem), mut)
    match ty:
        case t.Adt(d, args) if lang_name(d) == "disjoint_slice":
            types = [a for a in args if isinstance(a, t.Ty)]
            return ParamDecl(
                name, written, "slice", elem_name(types[0]), True, show(types[1]) if len(types) > 1 else "Index1D"
            )
        case t.Ptr(elem, mut):
            return ParamDecl(name, written, "pointer", elem_name(elem), mut)
        case t.Int() | t.Float() | t.Bool() | t.Char():
            return ParamDecl(name, written, "scalar", show(ty))
        case t.Param():
            return ParamDecl(name, written, "generic", ty.name)
    return ParamDecl(name, written, "value", elem_name(ty), nested=_lends(tcx, ty, set()))


def _lends(tcx: TyCtxt, ty: t.Ty, seen: set[t.Ty]) -> bool:
    """Whether a value of this type may hold slices, references or pointers."""
    if ty in seen:
        return False
    seen.add(ty)
    match ty:
        case t.Ref() | t.Ptr():
            return True
        case t.Adt(d, args):
            inside = [a for a in args if isinstance(a, t.Ty)]
            inside += [tcx.field_ty(f.def_, args) for v in tcx.adt(d).variants for f in v.fields]
            return any(_lends(tcx, x, seen) for x in inside)
        case t.Tuple(elems):
            return any(_lends(tcx, x, seen) for x in elems)
        case t.Array(inner, _):
            return _lends(tcx, inner, seen)
    return isinstance(ty, (t.Param, t.Alias))


def elem_name(ty: t.Ty) -> str:
    """What decides the element type: a primitive, a type parameter, or that of the arrays which are the elements."""
    if isinstance(ty, t.Array):
        return elem_name(ty.ty)
    return show(ty) if isinstance(ty, (t.Int, t.Float, t.Bool, t.Char, t.Param, t.Adt)) else ""


def signature_text(tcx: TyCtxt, d: Def) -> str:
    """``fn name<T>(a: f32, x: &[T])`` as written, on one line."""
    from ferrule.diagnostics import span as sp

    node = d.node
    assert isinstance(node, ast.Fn)
    end = node.body.span if node.body is not None else node.span
    text = tcx.session.source_map.snippet(sp.mk(sp.lo(d.name_span or node.span), sp.lo(end)))
    unsafe = "unsafe " if node.header.unsafe else ""
    text = " ".join(text.split()).replace(",)", ")").replace(", )", ")").replace("( ", "(")
    return f"{unsafe}fn {text}"


def doc_comment(d: Def) -> str:
    lines = [str(a.value.value) for a in d.attrs if a.path == "doc" and a.value is not None]
    return "\n".join(line[1:] if line.startswith(" ") else line for line in lines).strip()
