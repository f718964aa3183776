"""Stable text of HIR, for tests and ``--emit hir``.

Names are shown as they resolved: locals as ``x.0`` (name and number), items by path, lang items as ``#[lang]name``.
"""

from __future__ import annotations

from collections.abc import Iterable

from ferrule.hir import nodes as hir
from ferrule.resolve.defs import Def, DefKind


def def_name(d: Def) -> str:
    if d.kind in (DefKind.TY_PARAM, DefKind.CONST_PARAM, DefKind.LIFETIME_PARAM):
        return d.name
    if d.kind is DefKind.UNRESOLVED:
        return f"<unresolved {d.name}>"
    return d.path


def show_res(res: hir.Res) -> str:
    match res:
        case hir.ResDef(d):
            return def_name(d)
        case hir.ResPrim(name):
            return name
        case hir.ResSelfTyParam() | hir.ResSelfTyAlias() | hir.ResSelfCtor():
            return "Self"
        case hir.ResLocal(local):
            return f"{local.name}.{local.id}"
    return "<error>"


def show_args(a: hir.GenericArgs | None) -> str:
    if a is None:
        return ""
    if a.parenthesized:
        inputs = a.args[0]
        ins = ", ".join(map(show_ty, inputs.elems)) if isinstance(inputs, hir.TyTuple) else ""
        out = a.constraints[0].ty
        return f"({ins}) -> {show_ty(out)}" if isinstance(out, hir.Ty) else f"({ins})"
    parts = [show_arg(x) for x in a.args]
    for c in a.constraints:
        text = c.ident.name + show_args(c.args)
        if c.ty is not None:
            text += f" = {show_arg(c.ty)}"
        if c.bounds:
            text += ": " + " + ".join(map(show_bound, c.bounds))
        parts.append(text)
    return f"<{', '.join(parts)}>"


def show_arg(a: hir.Ty | hir.Lifetime | hir.AnonConst) -> str:
    if isinstance(a, hir.Lifetime):
        return show_lifetime(a)
    return show_ty(a) if isinstance(a, hir.Ty) else "{const}"


def show_lifetime(lt: hir.Lifetime) -> str:
    if lt.kind == "param" and lt.def_ is not None:
        return lt.def_.name
    return {"static": "'static", "infer": "'{infer}", "elided": "'{elided}"}.get(lt.kind, "'{error}")


def show_path(p: hir.Path) -> str:
    if not p.segments:
        return show_res(p.res)
    shown = show_res(p.res)
    args = [show_args(s.args) for s in p.segments]
    if not any(args):
        return shown
    if len(p.segments) == 1 or not any(args[:-1]):
        return shown + args[-1]
    return "::".join(s.ident.name + a for s, a in zip(p.segments, args, strict=True)) + f" as {shown}"


def show_qpath(q: hir.QPath) -> str:
    match q:
        case hir.QResolved(None, path):
            return show_path(path)
        case hir.QResolved(self_ty, path):
            return f"<{show_ty(self_ty)} as _>::{show_path(path)}" if self_ty is not None else show_path(path)
        case hir.QTypeRelative(self_ty, segment):
            return f"<{show_ty(self_ty)}>::{segment.ident.name}{show_args(segment.args)}"
        case hir.QLangItem(name):
            return f"#[lang]{name}"
    return "?"


def show_ty(t: hir.Ty) -> str:
    match t:
        case hir.TyPath(q):
            return show_qpath(q)
        case hir.TyRef(lt, mut, inner):
            shown = "" if lt.kind == "infer" else show_lifetime(lt) + " "
            return f"&{shown}{'mut ' if mut else ''}{show_ty(inner)}"
        case hir.TyPtr(mut, inner):
            return f"*{'mut' if mut else 'const'} {show_ty(inner)}"
        case hir.TyTuple(elems):
            return f"({', '.join(map(show_ty, elems))}{',' if len(elems) == 1 else ''})"
        case hir.TyArray(inner, _):
            return f"[{show_ty(inner)}; {{const}}]"
        case hir.TySlice(inner):
            return f"[{show_ty(inner)}]"
        case hir.TyFnPtr(decl, unsafe, abi, late):
            binder = f"for<{', '.join(d.name for d in late)}> " if late else ""
            return f"{binder}{'unsafe ' if unsafe else ''}{f'extern {abi} ' if abi else ''}fn{show_decl(decl)}"
        case hir.TyNever():
            return "!"
        case hir.TyInfer():
            return "_"
        case hir.TyOpaque(_, bounds):
            return "impl " + " + ".join(map(show_bound, bounds))
        case hir.TyUnsupported(code, _):
            return f"<unsupported {code}>"
    return "<error>"


def show_decl(d: hir.FnDecl) -> str:
    out = f" -> {show_ty(d.output)}" if d.output is not None else ""
    return f"({', '.join(map(show_ty, d.inputs))}){out}"


def show_bound(b: hir.Bound) -> str:
    if b.kind == "lifetime":
        return show_lifetime(b.lifetime) if b.lifetime is not None else "'?"
    binder = f"for<{', '.join(d.name for d in b.late_bound)}> " if b.late_bound else ""
    return f"{binder}{'?' if b.maybe else ''}{show_path(b.trait_) if b.trait_ is not None else 'use<..>'}"


def show_generics(g: hir.Generics) -> str:
    params = []
    for p in g.params:
        text = f"const {p.def_.name}" if p.kind == "const" else p.def_.name
        if p.ty is not None:
            text += f": {show_ty(p.ty)}"
        if p.late_bound:
            text += " (late)"
        if p.default is not None:
            text += f" = {show_arg(p.default)}"
        params.append(text)
    preds = []
    for w in g.predicates:
        subject = show_ty(w.ty) if w.ty is not None else show_lifetime(w.lifetime) if w.lifetime is not None else "?"
        binder = f"for<{', '.join(d.name for d in w.late_bound)}> " if w.late_bound else ""
        preds.append(f"{binder}{subject}: {' + '.join(map(show_bound, w.bounds))}")
    return f"<{', '.join(params)}>" + (f" where {', '.join(preds)}" if preds else "")


def show_pat(p: hir.Pat) -> str:
    match p:
        case hir.PatWild():
            return "_"
        case hir.PatBinding(by_ref, local, sub):
            text = f"{by_ref + ' ' if by_ref else ''}{'mut ' if local.mut else ''}{local.name}.{local.id}"
            return text + (f" @ {show_pat(sub)}" if sub is not None else "")
        case hir.PatLit(e):
            return inline(e)
        case hir.PatRange(lo, hi, inclusive):
            return f"{inline(lo) if lo else ''}..{'=' if inclusive else ''}{inline(hi) if hi else ''}"
        case hir.PatRef(mut, inner):
            return f"&{'mut ' if mut else ''}{show_pat(inner)}"
        case hir.PatTuple(elems, rest):
            shown = _elements(elems, rest)
            return f"({', '.join(shown)}{',' if len(shown) == 1 and rest is None else ''})"
        case hir.PatTupleStruct(q, elems, rest):
            return f"{show_qpath(q)}({', '.join(_elements(elems, rest))})"
        case hir.PatStruct(q, fields, more):
            inner2 = [f"{f.ident.name}: {show_pat(f.pat)}" for f in fields] + ([".."] if more else [])
            return f"{show_qpath(q)} {{ {', '.join(inner2)} }}"
        case hir.PatPath(q):
            return show_qpath(q)
        case hir.PatOr(alts):
            return " | ".join(map(show_pat, alts))
        case hir.PatSlice(before, middle, after):
            mid = [] if middle is None else [".." if isinstance(middle, hir.PatWild) else f"{show_pat(middle)} @ .."]
            return f"[{', '.join([*map(show_pat, before), *mid, *map(show_pat, after)])}]"
    return "<error>"


def _elements(elems: Iterable[hir.Pat], rest: int | None) -> list[str]:
    out = [show_pat(e) for e in elems]
    if rest is not None:
        out.insert(rest, "..")
    return out


def inline(e: hir.Expr) -> str:
    return " ".join(line.strip() for line in _Printer().lines_of(e))


class _Printer:
    def __init__(self) -> None:
        self.loops: dict[int, str] = {}

    def lines_of(self, e: hir.Expr) -> list[str]:
        return self.expr(e).split("\n")

    def label(self, target: hir.Expr | None) -> str:
        return self.loops.setdefault(id(target), f"'{len(self.loops)}")

    def block(self, b: hir.Block) -> str:
        lines = [self.stmt(s) for s in b.stmts]
        if b.tail is not None:
            lines.append(self.expr(b.tail))
        if not lines:
            return "{}"
        body = "\n".join(lines).replace("\n", "\n    ")
        return f"{{\n    {body}\n}}"

    def stmt(self, s: hir.Stmt) -> str:
        if isinstance(s, hir.StmtLet):
            text = f"let {show_pat(s.pat)}"
            if s.ty is not None:
                text += f": {show_ty(s.ty)}"
            if s.init is not None:
                text += f" = {self.expr(s.init)}"
            if s.els is not None:
                text += f" else {self.block(s.els)}"
            return text + ";"
        assert isinstance(s, hir.StmtExpr)
        return self.expr(s.expr) + (";" if s.semi else "")

    def args(self, args: Iterable[hir.Expr]) -> str:
        return ", ".join(self.expr(a) for a in args)

    def operand(self, e: hir.Expr) -> str:
        text = self.expr(e)
        return (
            f"({text})"
            if isinstance(e, (hir.Binary, hir.Cast, hir.Assign, hir.AssignOp, hir.Closure, hir.Unary, hir.AddrOf))
            else text
        )

    def expr(self, e: hir.Expr) -> str:
        match e:
            case hir.Lit(kind, value, suffix):
                shown = (
                    str(value).lower()
                    if kind == "bool"
                    else repr(value)
                    if kind in ("str", "bytestr", "cstr")
                    else str(value)
                )
                return (f"'{chr(value)}'" if kind == "char" else shown) + suffix
            case hir.ExprPath(q):
                return show_qpath(q)
            case hir.Unary(op, inner):
                return f"{op}{self.operand(inner)}"
            case hir.Binary(op, _, lhs, rhs):
                return f"{self.operand(lhs)} {op} {self.operand(rhs)}"
            case hir.Assign(lhs, rhs, _):
                return f"{self.expr(lhs)} = {self.expr(rhs)}"
            case hir.AssignOp(op, _, lhs, rhs):
                return f"{self.expr(lhs)} {op}= {self.expr(rhs)}"
            case hir.AddrOf(raw, mut, inner):
                return f"&{'raw ' if raw else ''}{'mut ' if mut else 'const ' if raw else ''}{self.operand(inner)}"
            case hir.Call(func, args):
                return f"{self.operand(func)}({self.args(args)})"
            case hir.MethodCall(receiver, seg, args):
                turbofish = "::" + show_args(seg.args) if seg.args is not None else ""
                return f"{self.operand(receiver)}.{seg.ident.name}{turbofish}({self.args(args)})"
            case hir.Field(inner, ident):
                return f"{self.operand(inner)}.{ident.name}"
            case hir.Index(inner, index):
                return f"{self.operand(inner)}[{self.expr(index)}]"
            case hir.Cast(inner, ty):
                return f"{self.operand(inner)} as {show_ty(ty)}"
            case hir.Let(pat, init):
                return f"let {show_pat(pat)} = {self.expr(init)}"
            case hir.If(cond, then, else_):
                text = f"if {self.expr(cond)} {self.block(then)}"
                return text + (f" else {self.expr(else_)}" if else_ is not None else "")
            case hir.Match(scrutinee, arms, source):
                lines = []
                for a in arms:
                    guard = f" if {self.expr(a.guard)}" if a.guard is not None else ""
                    lines.append(f"{show_pat(a.pat)}{guard} => {self.expr(a.body)},".replace("\n", "\n    "))
                mark = "" if source == "match" else f"[{source}] "
                body = "\n    ".join(lines)
                return (
                    f"match {mark}{self.expr(scrutinee)} {{\n    {body}\n}}"
                    if lines
                    else f"match {mark}{self.expr(scrutinee)} {{}}"
                )
            case hir.Loop(_, body, source, unroll):
                name = self.label(e)
                hint = "" if unroll is None else f"[unroll {unroll if isinstance(unroll, int) else show_arg(unroll)}] "
                return f"{name}: {hint}loop{'' if source == 'loop' else f' [{source}]'} {self.block(body)}"
            case hir.BlockExpr(label, block, unsafe):
                name = f"{self.label(e)}: " if label is not None else ""
                return f"{name}{'unsafe ' if unsafe else ''}{self.block(block)}"
            case hir.Closure(_, move, params, output, body, upvars):
                shown = ", ".join(show_pat(p.pat) + (f": {show_ty(p.ty)}" if p.ty is not None else "") for p in params)
                captured = f"[{', '.join(f'{u.name}.{u.id}' for u in upvars)}]" if upvars else ""
                out = f" -> {show_ty(output)}" if output is not None else ""
                return f"{'move ' if move else ''}{captured}|{shown}|{out} {self.expr(body)}"
            case hir.Break(target, value):
                return f"break {self.label(target)}" + (f" {self.expr(value)}" if value is not None else "")
            case hir.Continue(target):
                return f"continue {self.label(target)}"
            case hir.Return(value):
                return "return" + (f" {self.expr(value)}" if value is not None else "")
            case hir.Struct(q, fields, base):
                inner2 = [f"{f.ident.name}: {self.expr(f.expr)}" for f in fields]
                if base is not None:
                    inner2.append(f"..{self.expr(base)}")
                return f"{show_qpath(q)} {{ {', '.join(inner2)} }}" if inner2 else f"{show_qpath(q)} {{}}"
            case hir.Tuple(elems):
                return f"({self.args(elems)}{',' if len(elems) == 1 else ''})"
            case hir.Array(elems):
                return f"[{self.args(elems)}]"
            case hir.Repeat(elem, _):
                return f"[{self.expr(elem)}; {{const}}]"
            case hir.ConstBlock():
                return "const {..}"
            case hir.Panic(kind, fmt):
                return f"panic[{kind}]({self.format(fmt)})"
            case hir.Printf(fmt):
                return f"gpu_printf({self.format(fmt)})"
            case hir.PtxAsm(template, operands, options):
                ops = ", ".join(
                    f"{o.kind}({o.constraint}) {self.expr(o.expr) if o.expr is not None else ''}".strip()
                    for o in operands
                )
                return f"ptx_asm({template!r}, {ops}{', options ' + ' '.join(options) if options else ''})"
            case hir.MatchesBuiltin(name, args):
                return f"builtin {name}({self.args(args)})"
            case hir.Unsupported(code, _):
                return f"<unsupported {code}>"
        return "<error>"

    def format(self, f: hir.Format | None) -> str:
        if f is None:
            return ""
        text = ""
        for p in f.pieces:
            if isinstance(p, str):
                text += p
                continue
            width = f"{p.width_arg}$" if p.width_arg is not None else "" if p.width is None else str(p.width)
            precision = (
                f".{p.precision_arg}$"
                if p.precision_arg is not None
                else ""
                if p.precision is None
                else f".{p.precision}"
            )
            spec = f"{p.flags}{width}{precision}{p.trait_}"
            text += f"{{{p.arg}{':' + spec if spec else ''}}}"
        return repr(text) + "".join(", " + self.expr(a) for a in f.args)


def show_body(b: hir.Body) -> str:
    """``|params| value`` of a body; the same text for the same source in every run."""
    params = ", ".join(show_pat(p.pat) for p in b.params)
    return f"|{params}| {_Printer().expr(b.value)}"


def show_item(tcx: object, d: Def) -> str:
    """The signature and body of a function, constant or static."""
    from ferrule.ty.context import TyCtxt

    assert isinstance(tcx, TyCtxt)
    text = f"{d.kind.value} {d.path}"
    if d.kind in (DefKind.FN, DefKind.ASSOC_FN):
        g = tcx.hir_generics(d)
        text += (show_generics(g) + " " if g.params or g.predicates else "") + show_decl(tcx.hir_fn_decl(d))
    else:
        ty = tcx.hir_type_of(d)
        text += f": {show_ty(ty)}" if ty is not None else ""
    body = tcx.hir_body(d)
    return f"{text} = {show_body(body)}" if body is not None else text
